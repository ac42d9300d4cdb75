/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/queue.h"

#include "runtime/alloc.h"
#include "runtime/event_graph.h"

#include <assert.h>

static void forget_default(cl_command_queue queue) {
  cl_context context = queue->context;
  weft_lock_acquire(&context->lock);
  for (cl_uint i = 0; i < context->num_devices; i++)
    if (context->default_queues[i] == queue)
      context->default_queues[i] = NULL;
  weft_lock_release(&context->lock);
}

static void destroy(struct weft_object *object) {
  cl_command_queue queue = (cl_command_queue)object;
  /* Commands reference their queue: none is left. */
  assert(!queue->last && !queue->barrier);
  forget_default(queue);
  weft_join_release(queue->join);
  weft_lock_destroy(&queue->lock);
  weft_free(queue->property_list);
  WEFT_UNREF(&queue->device);
  WEFT_UNREF(&queue->context);
  weft_free(queue);
}

cl_int weft_queue_create(cl_context context, cl_device_id device, cl_command_queue_properties properties,
                         const cl_queue_properties *list, size_t list_size, cl_command_queue *out) {
  cl_command_queue queue = weft_zalloc(sizeof *queue);
  if (!queue)
    return CL_OUT_OF_HOST_MEMORY;
  weft_object_init(&queue->object, WEFT_CLASS_QUEUE, destroy);
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
  *out = queue;
  return CL_SUCCESS;
fail:
  WEFT_UNREF(&queue);
  return CL_OUT_OF_HOST_MEMORY;
}

cl_command_queue weft_context_default_queue(cl_context context, cl_device_id device) {
  cl_command_queue queue = NULL;
  weft_lock_acquire(&context->lock);
  for (cl_uint i = 0; i < context->num_devices && !queue; i++)
    if (context->devices[i] == device && context->default_queues[i] &&
        weft_object_try_ref(&context->default_queues[i]->object))
      queue = context->default_queues[i];
  weft_lock_release(&context->lock);
  return queue;
}

void weft_context_set_default_queue(cl_context context, cl_device_id device, cl_command_queue queue) {
  weft_lock_acquire(&context->lock);
  for (cl_uint i = 0; i < context->num_devices; i++)
    if (context->devices[i] == device)
      context->default_queues[i] = queue;
  weft_lock_release(&context->lock);
}
