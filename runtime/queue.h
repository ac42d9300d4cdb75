/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_QUEUE_H
#define WEFT_RUNTIME_QUEUE_H

/*
 * A queue orders commands; it does not store them. In order: each command waits for `last`.
 * Out of order: each waits for the last barrier, and is counted in the open join, which the next marker or
 * barrier with an empty wait list closes and waits for (runtime/event_graph.h). Every step costs the same however
 * many commands are in flight.
 */

#include "runtime/context.h"

struct weft_join;

struct _cl_command_queue {
  struct weft_object object;
  cl_context context;
  cl_device_id device;
  atomic_ulong properties;            /* cl_command_queue_properties */
  cl_queue_properties *property_list; /* as given to clCreateCommandQueueWithProperties, 0-terminated */
  size_t property_list_size;          /* bytes; 0: none given */
  struct weft_lock lock;              /* guards what follows */
  cl_event last;                      /* in order: the last command enqueued, NULL once it is complete; a reference */
  cl_event barrier;                   /* out of order: the last barrier, NULL once it is complete; a reference */
  struct weft_join *join;             /* out of order: the open one */
};

__attribute__((warn_unused_result)) cl_int weft_queue_create(cl_context context, cl_device_id device,
                                                             cl_command_queue_properties properties,
                                                             const cl_queue_properties *list, size_t list_size,
                                                             cl_command_queue *out);
static inline bool weft_queue_in_order(cl_command_queue queue) {
  return !(atomic_load_explicit(&queue->properties, memory_order_relaxed) & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
}
static inline bool weft_queue_profiles(cl_command_queue queue) {
  return atomic_load_explicit(&queue->properties, memory_order_relaxed) & CL_QUEUE_PROFILING_ENABLE;
}
/* Waits until all commands enqueued so far have ended. CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_queue_finish(cl_command_queue queue);

#endif
