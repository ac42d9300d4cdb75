/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/context.h"

#include "base/alloc.h"
#include "runtime/allocation.h"
#include "runtime/command.h"

#include <CL/cl_ext.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct weft_context_destructor {
  struct weft_context_destructor *next;
  void(CL_CALLBACK *fn)(cl_context, void *);
  void *user;
};

static void destroy(struct weft_object *object) {
  cl_context context = (cl_context)object;
  struct weft_context_destructor *callback;
  /* Newest first, and before anything of the context goes (OpenCL 3.0, clSetContextDestructorCallback). */
  while ((callback = context->destructors)) {
    context->destructors = callback->next;
    callback->fn(context, callback->user);
    weft_free(callback);
  }
  weft_allocation_free_all(context);
  for (cl_uint i = 0; context->devices && i < context->num_devices; i++)
    WEFT_UNREF(&context->devices[i]);
  weft_free(context->devices);
  weft_free(context->hws);
  weft_free(context->device_queues);
  weft_free(context->properties);
  weft_lock_destroy(&context->lock);
  weft_free(context);
}

cl_int weft_context_create(const cl_context_properties *properties, size_t properties_size, cl_uint num_devices,
                           const cl_device_id *devices, weft_context_notify notify, void *user, cl_context *out) {
  cl_context context = weft_zalloc(sizeof *context);
  if (!context)
    return CL_OUT_OF_HOST_MEMORY;
  cl_int error = CL_OUT_OF_HOST_MEMORY;
  weft_object_init(&context->object, WEFT_CLASS_CONTEXT, destroy);
  weft_lock_init(&context->lock);
  weft_list_init(&context->allocations);
  weft_list_init(&context->queues);
  weft_list_init(&context->in_flight);
  context->notify = notify;
  context->notify_user = user;
  context->devices = weft_calloc(num_devices, sizeof *context->devices);
  context->device_queues = weft_calloc(num_devices, sizeof *context->device_queues);
  if (!context->devices || !context->device_queues)
    goto fail;
  if (devices[0]->caps->places_memory) {
    context->hws = weft_calloc(num_devices, sizeof(*context->hws));
    if (!context->hws)
      goto fail;
  }
  if (properties_size) {
    context->properties = weft_memdup(properties, properties_size);
    if (!context->properties)
      goto fail;
    context->properties_size = properties_size;
    for (const cl_context_properties *at = properties; at[0]; at += 2)
      if (at[0] == CL_CONTEXT_MEMORY_INITIALIZE_KHR) {
        context->zero_local = at[1] & WEFT_INITIALIZE_LOCAL;
        context->zero_private = at[1] & WEFT_INITIALIZE_PRIVATE;
      } else if (at[0] == CL_CONTEXT_TERMINATE_KHR || at[0] == WEFT_CONTEXT_TERMINATE_1_2) {
        context->terminable = at[1];
      }
  }
  for (cl_uint i = 0; i < num_devices && context->terminable; i++)
    if (!devices[i]->ops->cancel_open()) {
      error = CL_OUT_OF_RESOURCES;
      goto fail;
    }
  for (cl_uint i = 0; i < num_devices; i++) {
    context->devices[i] = WEFT_REF(devices[i]);
    if (context->hws)
      context->hws[i] = devices[i]->hw;
  }
  context->num_devices = num_devices;
  *out = context;
  return CL_SUCCESS;
fail:
  WEFT_UNREF(&context);
  return error;
}

/*
 * In this order: with the flag set no command begins to run, and what runs skips what it has not begun; commands that
 * have not begun end here; then kernels are stopped where they are, and end as they do. So an application that has been
 * told of a command's end may do with its memory what it likes.
 */
cl_int weft_context_terminate(cl_context context) {
  if (atomic_exchange(&context->terminated, 1) != 0)
    return CL_CONTEXT_TERMINATED_KHR;
  weft_command_end_in_flight(context);
  cl_int error = CL_SUCCESS;
  for (cl_uint i = 0; i < context->num_devices; i++)
    if (!context->devices[i]->ops->cancel(&context->terminated))
      error = CL_OUT_OF_RESOURCES;
  weft_context_error(context, "the context is terminated");
  return error;
}

bool weft_context_has_device(cl_context context, cl_device_id device) {
  for (cl_uint i = 0; i < context->num_devices; i++)
    if (context->devices[i] == device)
      return true;
  return false;
}

bool weft_context_place(cl_context context, cl_device_id only, struct weft_hw_memory *mem, bool by_host) {
  if (!context->hws)
    return false;
  const struct weft_hw_ops *ops = context->devices[0]->ops;
  return only ? ops->mem_place(&only->hw, 1, mem, by_host)
              : ops->mem_place(context->hws, context->num_devices, mem, by_host);
}

void weft_context_error(cl_context context, const char *format, ...) {
  char text[512];
  va_list arguments;
  if (!context->notify)
    return;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  context->notify(text, NULL, 0, context->notify_user);
}

cl_int weft_context_add_destructor(cl_context context, void(CL_CALLBACK *fn)(cl_context, void *), void *user) {
  struct weft_context_destructor *callback = weft_alloc(sizeof *callback);
  if (!callback)
    return CL_OUT_OF_HOST_MEMORY;
  callback->fn = fn;
  callback->user = user;
  weft_lock_acquire(&context->lock);
  callback->next = context->destructors;
  context->destructors = callback;
  weft_lock_release(&context->lock);
  return CL_SUCCESS;
}
