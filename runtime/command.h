/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_COMMAND_H
#define WEFT_RUNTIME_COMMAND_H

/*
 * A command on its way through a queue: an event, a unit of work for the device, and what has to stay alive
 * until it has run. One allocation holds all of it.
 *
 *   struct weft_command *command;
 *   error = weft_command_create(queue, CL_COMMAND_READ_BUFFER, num_waits, waits, 1, 0, &command);
 *   if (error) return error;
 *   weft_command_hold(command, &buffer->object);
 *   command->work.kind = WEFT_WORK_COPY; ... command->work.copy = ...;
 *   return weft_command_enqueue(command, blocking, event);
 *
 * Builders of one type of command (weft_transfer_enqueue() and the like) wrap these steps and live in the file of
 * their subject: transfer.c, map.c, ndrange.c, native.c.
 */

#include "runtime/event.h"
#include "runtime/list.h"

struct weft_edge {
  struct weft_edge *next;
  cl_event before, after;
  bool passes_errors; /* from a wait list; the order of a queue passes none */
};

/* Where a kernel wants the times of a command on a device's queue: end and completion, from the start. */
struct weft_capture {
  struct weft_capture *next;
  uint64_t *times;
};

/* A command of a context that can be terminated goes forward through these. One that is told to have ended before it
 * has run lives on until it comes to its turn, and then does nothing. */
enum weft_stage { WEFT_STAGE_WAITS, WEFT_STAGE_RUNS, WEFT_STAGE_TOLD };

struct weft_command {
  struct _cl_event event; /* its `is_command` is true */
  struct weft_work work;  /* the builder sets kind and the union; hw is set */
  /* Called when the command may run, before the work is submitted; may still change the work. An error ends the
   * command with that status. May be NULL. Any thread, no lock held. */
  cl_int (*prepare)(struct weft_command *command);
  /* Called in place of submitting the work; whoever does what the command stands for ends it with weft_command_end(),
   * maybe before this returns. The work's kind is WEFT_WORK_NONE, its times are of the builder. May be NULL. */
  void (*run)(struct weft_command *command);
  /* Called once when the command has ended, in whatever way, or is discarded, before its event completes and before the
   * held objects go. May be NULL. Any thread, no lock held. status: CL_COMPLETE or < 0. */
  void (*finish)(struct weft_command *command, cl_int status);
  /* Called when the work has ended and the command is not yet; kernels that enqueue, waits for semaphores. May be NULL.
   * A part that fails sets `work_status` before it is told to end. Then the command ends
   * with its last part: the work itself, and what weft_command_part_begins() adds here. */
  void (*spawn)(struct weft_command *command);
  atomic_uint parts;
  cl_int work_status;
  _Atomic(struct weft_capture *) captures; /* closed once the command has ended */
  struct weft_shadow *shadow;              /* shadow.h; NULL: none */
  /* Of a context that can be terminated: */
  struct weft_list in_flight;              /* in the context's list, under its lock, from enqueued to ended */
  atomic_uint stage;                       /* enum weft_stage */
  struct weft_command *next_terminated;    /* in the list of the thread that terminates */
  bool is_counted;                         /* in the traffic below, from start to end */
  struct weft_command *parent;             /* of which this is a part; NULL: none */
  struct weft_work *stands_for; /* whose `finished` is called with the command's status at its end, or NULL */
  size_t charged;               /* bytes of the size of a queue on a device; 0 elsewhere */
  void *extra; /* the builder's room of `extra_size` bytes, 64-byte aligned, zeroed; NULL where none was asked for */
  size_t extra_size;
  cl_uint num_edges, num_held, max_held;
  struct weft_edge *edges; /* one for each event of the wait list, and one for the queue's order */
  struct weft_object **held;
};

/* Makes a command with room for `max_held` objects and `extra_size` bytes. The wait list has been
 * checked. Errors: CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_command_create(cl_command_queue queue, cl_command_type type,
                                                               cl_uint num_waits, const cl_event *waits,
                                                               cl_uint max_held, size_t extra_size,
                                                               struct weft_command **out);
/* References `object` until the command has ended. */
void weft_command_hold(struct weft_command *command, struct weft_object *object);
/* Frees a command that was not enqueued, after calling its `finish` with CL_INVALID_OPERATION. */
void weft_command_discard(struct weft_command *command);

/* Enqueues the command and owns it from here on. `event` (may be NULL) receives the application's reference before the
 * command can run. Blocking: waits for the end and answers CL_SUCCESS, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST or
 * the error the command ended with; else always CL_SUCCESS. */
cl_int weft_command_enqueue(struct weft_command *command, cl_bool blocking, cl_event *event);

/* A command of several that are enqueued together. */
struct weft_entry {
  struct weft_command *command;
  cl_event old; /* for weft_command_enqueue_together() */
};
/* Enqueues commands, each to another queue, so that no other command comes between them: what is behind one of them in
 * its queue is before none of the others. `event` (may be NULL) is that of the command `first`. Sorts `entries`, which
 * may go when the last of the commands ends, even before this returns. */
void weft_command_enqueue_together(struct weft_entry *entries, cl_uint count, const struct weft_command *first,
                                   cl_event *event);

/* The command that its `run` has taken over is running: its status says so, unless its context has been terminated. */
void weft_command_runs(struct weft_command *command);
/* Ends a command that its `run` has taken over. status: CL_COMPLETE or < 0. */
void weft_command_end(struct weft_command *command, cl_int status);
/* Starts a command that was not enqueued, and owns it from here on: it has a place in no queue's order, waits for
 * nothing, and the application has no event of it. */
void weft_command_start_apart(struct weft_command *command);

/* Parts of a command that spawns. The last to end ends the command. */
static inline void weft_command_part_begins(struct weft_command *command) {
  atomic_fetch_add_explicit(&command->parts, 1, memory_order_relaxed);
}
void weft_command_part_ended(struct weft_command *command);
/* Writes the command's times to `times` before anything sees that it has ended, or now. CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_command_capture(struct weft_command *command, uint64_t *times);

/* The commands of a terminated context that do not run yet, and the host functions that do, end with
 * CL_CONTEXT_TERMINATED_KHR. */
void weft_command_end_in_flight(cl_context context);

/* Markers and barriers (clEnqueueMarkerWithWaitList and its kin); an empty list stands for all commands before. */
__attribute__((warn_unused_result)) cl_int weft_command_enqueue_marker(cl_command_queue queue, cl_command_type type,
                                                                       bool barrier, cl_uint num_waits,
                                                                       const cl_event *waits, cl_event *event);

/* Commands of the process with something to run that began while somebody wants them to be counted: how many, and how
 * many of those have not ended. */
struct weft_command_traffic {
  uint64_t started, running;
};
void weft_command_count(void);
/* Once for each weft_command_count() that is over. */
void weft_command_count_ends(void);
bool weft_command_counts(void);
struct weft_command_traffic weft_command_traffic(void);

static inline struct weft_command *weft_command_of(cl_event event) {
  return event->is_command ? (struct weft_command *)event : NULL;
}

#endif
