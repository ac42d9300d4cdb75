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

/* CL_DEVICE_MAX_ON_DEVICE_QUEUES: in one context, on one device */
#define WEFT_DEVICE_MAX_QUEUES 1024

struct _cl_command_queue {
  struct weft_object object;
  cl_context context;
  cl_device_id device;
  atomic_ulong properties;            /* cl_command_queue_properties */
  cl_queue_properties *property_list; /* as given to clCreateCommandQueueWithProperties, 0-terminated */
  size_t property_list_size;          /* bytes; 0: none given */
  signed char priority, throttle;     /* enum weft_hint: of all its works */
  bool on_device;                     /* and counted there */
  cl_uint device_size;                /* on a device: CL_QUEUE_SIZE */
  atomic_size_t device_used;          /* of it, by commands that have not ended */
  atomic_uint device_events;          /* of commands, that kernels have */
  struct weft_list siblings;          /* in the context's list, under its lock */
  struct weft_lock lock;              /* guards what follows */
  cl_event last;                      /* in order: the last command enqueued, NULL once it is complete; a reference */
  cl_event barrier;                   /* out of order: the last barrier, NULL once it is complete; a reference */
  struct weft_join *join;             /* out of order: the open one */
};

/* CL_OUT_OF_HOST_MEMORY; CL_OUT_OF_RESOURCES: a queue on a device that has as many as it may. */
__attribute__((warn_unused_result)) cl_int weft_queue_create(cl_context context, cl_device_id device,
                                                             cl_command_queue_properties properties,
                                                             const cl_queue_properties *list, size_t list_size,
                                                             cl_command_queue *out);
static inline bool weft_queue_in_order(cl_command_queue queue) {
  return !(atomic_load_explicit(&queue->properties, memory_order_relaxed) & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
}
/* Kernels enqueue here, the host does not. */
static inline bool weft_queue_on_device(cl_command_queue queue) {
  return atomic_load_explicit(&queue->properties, memory_order_relaxed) & CL_QUEUE_ON_DEVICE;
}
/* The queue on a device that get_default_queue() gives: a reference, or NULL. */
cl_command_queue weft_context_default_queue(cl_context context, cl_device_id device);
/* `queue` is one on `device`. */
void weft_context_set_default_queue(cl_context context, cl_device_id device, cl_command_queue queue);
static inline bool weft_queue_profiles(cl_command_queue queue) {
  return atomic_load_explicit(&queue->properties, memory_order_relaxed) & CL_QUEUE_PROFILING_ENABLE;
}
/* Waits until all commands enqueued so far have ended. CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_queue_finish(cl_command_queue queue);
/* The same for all queues of a context that the host enqueues to. CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_context_finish(cl_context context);

/* Whether a command enqueued now would run at once: it waits for nothing in the queue, every event of its wait list
 * is complete, and the context is not terminated. The queue's lock is held; while it stays held, the answer does. */
bool weft_queue_is_next_locked(cl_command_queue queue, cl_uint num_waits, const cl_event *waits);
/* The same for who has nothing to do in between. */
bool weft_queue_is_next(cl_command_queue queue, cl_uint num_waits, const cl_event *waits);

#endif
