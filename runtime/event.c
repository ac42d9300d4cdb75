/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/event.h"

#include "base/alloc.h"
#include "runtime/event_graph.h"

static void destroy_user(struct weft_object *object) {
  cl_event event = (cl_event)object;
  WEFT_UNREF(&event->context);
  weft_free(event);
}

cl_int weft_event_create_user(cl_context context, cl_event *out) {
  cl_event event = weft_zalloc(sizeof *event);
  if (!event)
    return CL_OUT_OF_HOST_MEMORY;
  weft_graph_init(event, context, NULL, CL_COMMAND_USER, CL_SUBMITTED, destroy_user);
  *out = event;
  return CL_SUCCESS;
}

bool weft_event_set_user_status(cl_event event, cl_int status) {
  cl_int expected = CL_SUBMITTED;
  weft_object_ref(&event->object); /* for weft_graph_end to consume */
  if (!atomic_compare_exchange_strong(&event->status, &expected, status)) {
    weft_object_unref(&event->object);
    return false;
  }
  weft_graph_end(event, status);
  return true;
}

void weft_event_abandon_user(cl_event event) {
  weft_event_set_user_status(event, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

cl_int weft_event_wait(cl_event event) {
  if (!atomic_load_explicit(&event->done, memory_order_acquire)) {
    cl_device_id device = weft_event_device(event);
    atomic_fetch_add(&event->waiters, 1);
    device->ops->wait(device->hw, &event->done);
    atomic_fetch_sub_explicit(&event->waiters, 1, memory_order_relaxed);
  }
  return weft_event_status(event);
}

cl_int weft_event_add_callback(cl_event event, cl_int status, void(CL_CALLBACK *fn)(cl_event, cl_int, void *),
                               void *user) {
  struct weft_callback *callback = weft_alloc(sizeof *callback);
  if (!callback)
    return CL_OUT_OF_HOST_MEMORY;
  *callback = (struct weft_callback){NULL, fn, user};
  weft_graph_add_callback(event, status, callback);
  return CL_SUCCESS;
}
