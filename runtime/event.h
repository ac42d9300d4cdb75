/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_EVENT_H
#define WEFT_RUNTIME_EVENT_H

/*
 * cl_event: a node of the event graph. Each command has one (struct weft_command embeds it, whether or not the
 * application asked for it), and so has each user event. The rules of the graph stand in event_graph.h.
 */

#include "runtime/context.h"
#include "runtime/queue.h"

struct weft_edge;
struct weft_callback;

struct _cl_event {
  struct weft_object object;
  cl_context context;     /* a reference */
  cl_command_queue queue; /* a reference; NULL: a user event */
  cl_command_type type;
  bool is_command;       /* embedded in a struct weft_command */
  bool on_several;       /* on several queues, of which `queue` is the first */
  bool profiled;         /* the queue had profiling enabled when the command was enqueued */
  atomic_int status;     /* CL_QUEUED down to CL_COMPLETE, or an error < 0 */
  atomic_int wait_error; /* an event of the wait list failed: the command does not run */
  atomic_uint pending;   /* predecessors to wait for, plus one until enqueued */
  atomic_uint done;      /* 1 once ended: what waiters wait for */
  atomic_uint waiters;
  _Atomic(struct weft_edge *) successors;       /* closed once ended */
  _Atomic(struct weft_callback *) callbacks[3]; /* for CL_COMPLETE, CL_RUNNING, CL_SUBMITTED; each closed once called */
  struct weft_join *join;                       /* out-of-order queues: where the command is counted */
  cl_event next, next_ended;                    /* in the lists of threads: to be started, to have callbacks called */
  /* Device timer; valid where `profiled`. complete_ns: with all that a kernel enqueued. */
  uint64_t queued_ns, submit_ns, start_ns, end_ns, complete_ns;
};

__attribute__((warn_unused_result)) cl_int weft_event_create_user(cl_context context, cl_event *out);
/* False where the status was set before. status: CL_COMPLETE or < 0. */
bool weft_event_set_user_status(cl_event event, cl_int status);
/* The application dropped its last reference to a user event: one that nobody can set any more ends with an error. */
void weft_event_abandon_user(cl_event event);

static inline cl_int weft_event_status(cl_event event) {
  return atomic_load_explicit(&event->status, memory_order_acquire);
}
/* The device whose threads wait for the event and wake those who do. */
static inline cl_device_id weft_event_device(cl_event event) {
  return event->queue ? event->queue->device : event->context->devices[0];
}
/* Blocks until the event has ended, running queued works meanwhile; its final status. */
cl_int weft_event_wait(cl_event event);
__attribute__((warn_unused_result)) cl_int weft_event_add_callback(cl_event event, cl_int status,
                                                                   void(CL_CALLBACK *fn)(cl_event, cl_int, void *),
                                                                   void *user);

#endif
