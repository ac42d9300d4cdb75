/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/queue.h"

#include "base/alloc.h"
#include "runtime/event_graph.h"

#include <assert.h>

/* The first entry of the queue's device. */
static struct weft_device_queues *device_queues_locked(cl_command_queue queue) {
  cl_context context = queue->context;
  cl_uint i = 0;
  while (context->devices[i] != queue->device)
    i++;
  return &context->device_queues[i];
}

/* Counts a queue on the device. */
static cl_int enter_device(cl_command_queue queue) {
  weft_lock_acquire(&queue->context->lock);
  struct weft_device_queues *queues = device_queues_locked(queue);
  queue->on_device = queues->count < WEFT_DEVICE_MAX_QUEUES;
  queues->count += queue->on_device;
  weft_lock_release(&queue->context->lock);
  return queue->on_device ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
}

static void leave_device(cl_command_queue queue) {
  cl_context context = queue->context;
  weft_lock_acquire(&context->lock);
  device_queues_locked(queue)->count--;
  for (cl_uint i = 0; i < context->num_devices; i++)
    if (context->device_queues[i].chosen == queue)
      context->device_queues[i].chosen = NULL;
  weft_lock_release(&context->lock);
}

static void destroy(struct weft_object *object) {
  cl_command_queue queue = (cl_command_queue)object;
  /* Commands reference their queue: none is left. */
  assert(!queue->last && !queue->barrier);
  weft_lock_acquire(&queue->context->lock);
  weft_list_remove(&queue->siblings);
  weft_lock_release(&queue->context->lock);
  if (queue->on_device)
    leave_device(queue);
  weft_join_release(queue->join);
  weft_lock_destroy(&queue->lock);
  weft_free(queue->property_list);
  WEFT_UNREF(&queue->device);
  WEFT_UNREF(&queue->context);
  weft_free(queue);
}

cl_int weft_queue_create(cl_context context, cl_device_id device, cl_command_queue_properties properties,
                         const cl_queue_properties *list, size_t list_size, cl_command_queue *out) {
  cl_int error = CL_OUT_OF_HOST_MEMORY;
  cl_command_queue queue = weft_zalloc(sizeof *queue);
  if (!queue)
    return error;
  weft_object_init(&queue->object, WEFT_CLASS_QUEUE, destroy);
  weft_list_init(&queue->siblings);
  weft_lock_init(&queue->lock);
  queue->context = WEFT_REF(context);
  queue->device = WEFT_REF(device);
  atomic_init(&queue->properties, properties);
  queue->join = weft_join_create();
  if (!queue->join)
    goto fail;
  if (list_size) {
    queue->property_list = weft_memdup(list, list_size);
    if (!queue->property_list)
      goto fail;
    queue->property_list_size = list_size;
  }
  if (properties & CL_QUEUE_ON_DEVICE) {
    error = enter_device(queue);
    if (error)
      goto fail;
  } else {
    weft_lock_acquire(&context->lock);
    weft_list_append(&context->queues, &queue->siblings);
    weft_lock_release(&context->lock);
  }
  *out = queue;
  return CL_SUCCESS;
fail:
  WEFT_UNREF(&queue);
  return error;
}

/* The queue behind `queue` in the context's list that is not going just now; NULL: from the first on. A reference. */
static cl_command_queue next_queue(cl_context context, cl_command_queue queue) {
  cl_command_queue next = NULL;
  weft_lock_acquire(&context->lock);
  for (struct weft_list *at = queue ? queue->siblings.next : context->queues.next; at != &context->queues && !next;
       at = at->next) {
    cl_command_queue candidate = WEFT_LIST_ENTRY(at, struct _cl_command_queue, siblings);
    if (weft_object_try_ref(&candidate->object))
      next = candidate;
  }
  weft_lock_release(&context->lock);
  return next;
}

cl_int weft_context_finish(cl_context context) {
  cl_int error = CL_SUCCESS;
  cl_command_queue queue = next_queue(context, NULL);
  while (queue) {
    if (!error)
      error = weft_queue_finish(queue);
    cl_command_queue next = error ? NULL : next_queue(context, queue);
    WEFT_UNREF(&queue);
    queue = next;
  }
  return error;
}

cl_command_queue weft_context_default_queue(cl_context context, cl_device_id device) {
  cl_command_queue queue = NULL;
  weft_lock_acquire(&context->lock);
  for (cl_uint i = 0; i < context->num_devices && !queue; i++)
    if (context->devices[i] == device && context->device_queues[i].chosen &&
        weft_object_try_ref(&context->device_queues[i].chosen->object))
      queue = context->device_queues[i].chosen;
  weft_lock_release(&context->lock);
  return queue;
}

void weft_context_set_default_queue(cl_context context, cl_device_id device, cl_command_queue queue) {
  weft_lock_acquire(&context->lock);
  for (cl_uint i = 0; i < context->num_devices; i++)
    if (context->devices[i] == device)
      context->device_queues[i].chosen = queue;
  weft_lock_release(&context->lock);
}

bool weft_queue_is_next_locked(cl_command_queue queue, cl_uint num_waits, const cl_event *waits) {
  weft_lock_assert(&queue->lock);
  for (cl_uint i = 0; i < num_waits; i++)
    if (weft_event_status(waits[i]) != CL_COMPLETE)
      return false;
  cl_event before = weft_queue_in_order(queue) ? queue->last : queue->barrier;
  /* Asked last: what came before may have ended just because the context was terminated. */
  return (!before || weft_event_status(before) <= CL_COMPLETE) && !weft_context_is_terminated(queue->context);
}

bool weft_queue_is_next(cl_command_queue queue, cl_uint num_waits, const cl_event *waits) {
  weft_lock_acquire(&queue->lock);
  bool next = weft_queue_is_next_locked(queue, num_waits, waits);
  weft_lock_release(&queue->lock);
  return next;
}
