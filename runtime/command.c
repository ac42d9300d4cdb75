/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A command's life: created, filled by its builder, enqueued (waits for its predecessors), started (submitted to the
 * device), ended. References on the event: the application's until released, one from enqueue to end, one of
 * the queue while it is the queue's `last` or `barrier`.
 */
#include "runtime/command.h"

#include "base/alloc.h"
#include "runtime/event_graph.h"
#include "runtime/list.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define COMMAND_ALIGN 64
#define ROUND_UP(x, align) (((x) + (align) - 1) / (align) * (align))

enum order { PLAIN, MARKER, BARRIER };

static atomic_uint counters; /* those who want commands to be counted */
/* Apart, since commands are started and ended by different threads. */
static _Alignas(64) atomic_uint_fast64_t num_started;
static _Alignas(64) atomic_uint_fast64_t num_ended;

void weft_command_count(void) {
  atomic_fetch_add_explicit(&counters, 1, memory_order_relaxed);
}

void weft_command_count_ends(void) {
  atomic_fetch_sub_explicit(&counters, 1, memory_order_relaxed);
}

bool weft_command_counts(void) {
  return atomic_load_explicit(&counters, memory_order_relaxed) != 0;
}

/* In this order: what ends in between still counts as running. */
struct weft_command_traffic weft_command_traffic(void) {
  uint64_t ended = atomic_load(&num_ended), started = atomic_load(&num_started);
  return (struct weft_command_traffic){started, started - ended};
}

/* malloc's own blocks are reused fast, aligned ones are not: the block's start stands in front of the command. */
static void *allocate_block(size_t size) {
  char *block = weft_zalloc(size + COMMAND_ALIGN + sizeof(void *));
  if (!block)
    return NULL;
  char *aligned = (char *)ROUND_UP((uintptr_t)block + sizeof(void *), COMMAND_ALIGN);
  ((void **)aligned)[-1] = block;
  return aligned;
}

static void free_block(void *aligned) {
  weft_free(((void **)aligned)[-1]);
}

static void release_held(struct weft_command *command) {
  for (cl_uint i = 0; i < command->num_held; i++)
    weft_object_unref(command->held[i]);
  command->num_held = 0;
}

static void destroy(struct weft_object *object) {
  struct weft_command *command = (struct weft_command *)object;
  assert(command->num_held == 0);
  WEFT_UNREF(&command->event.queue);
  WEFT_UNREF(&command->event.context);
  free_block(command);
}

/* Goes on to a stage from the one before. */
static bool advance(struct weft_command *command, unsigned from, unsigned to) {
  return atomic_compare_exchange_strong(&command->stage, &from, to);
}

/* With its context terminated the work is cancelled: whether it has become that too late decides what the event says.
 */
void weft_command_runs(struct weft_command *command) {
  if (!command->event.context->terminable || advance(command, WEFT_STAGE_WAITS, WEFT_STAGE_RUNS))
    weft_graph_reach(&command->event, CL_RUNNING);
}

static void started(struct weft_work *work) {
  weft_command_runs(WEFT_LIST_ENTRY(work, struct weft_command, work));
}

/* The queue forgets the event; the next command has nothing to wait for. */
static void leave_queue(cl_event event) {
  cl_command_queue queue = event->queue;
  unsigned drop = 0;
  weft_lock_acquire(&queue->lock);
  if (queue->last == event) {
    queue->last = NULL;
    drop++;
  }
  if (queue->barrier == event) {
    queue->barrier = NULL;
    drop++;
  }
  weft_lock_release(&queue->lock);
  while (drop--)
    weft_object_unref(&event->object); /* never the last one: that of the running command is still there */
}

static char no_more;
#define CLOSED_CAPTURES ((struct weft_capture *)&no_more)

static void write_times(cl_event event, uint64_t *times) {
  times[0] = event->profiled ? event->end_ns - event->start_ns : 0;
  times[1] = event->profiled ? event->complete_ns - event->start_ns : 0;
}

static void write_captures(struct weft_command *command) {
  struct weft_capture *capture = atomic_exchange_explicit(&command->captures, CLOSED_CAPTURES, memory_order_acq_rel);
  while (capture) {
    struct weft_capture *next = capture->next;
    write_times(&command->event, capture->times);
    weft_free(capture);
    capture = next;
  }
}

cl_int weft_command_capture(struct weft_command *command, uint64_t *times) {
  struct weft_capture *capture = weft_alloc(sizeof *capture);
  if (!capture)
    return CL_OUT_OF_HOST_MEMORY;
  capture->times = times;
  capture->next = atomic_load_explicit(&command->captures, memory_order_acquire);
  while (capture->next != CLOSED_CAPTURES)
    if (atomic_compare_exchange_weak_explicit(&command->captures, &capture->next, capture, memory_order_acq_rel,
                                              memory_order_acquire))
      return CL_SUCCESS;
  weft_free(capture);
  write_times(&command->event, times);
  return CL_SUCCESS;
}

/* The context's list forgets the command. False: its event has ended already. */
static bool leave_flight(struct weft_command *command) {
  cl_context context = command->event.context;
  weft_lock_acquire(&context->lock);
  weft_list_remove(&command->in_flight);
  weft_lock_release(&context->lock);
  return atomic_exchange(&command->stage, WEFT_STAGE_TOLD) != WEFT_STAGE_TOLD;
}

/* A host function is the application's: it goes on, but nobody waits for it. */
static bool take_for_termination(struct weft_command *command) {
  return advance(command, WEFT_STAGE_WAITS, WEFT_STAGE_TOLD) ||
         (command->work.kind == WEFT_WORK_CALL && advance(command, WEFT_STAGE_RUNS, WEFT_STAGE_TOLD));
}

void weft_command_end_in_flight(cl_context context) {
  struct weft_command *first = NULL, **last = &first;
  weft_lock_acquire(&context->lock);
  WEFT_LIST_FOR(node, &context->in_flight) {
    struct weft_command *command = WEFT_LIST_ENTRY(node, struct weft_command, in_flight);
    if (!take_for_termination(command))
      continue;
    weft_object_ref(&command->event.object); /* consumed by weft_graph_end */
    command->next_terminated = NULL;
    *last = command;
    last = &command->next_terminated;
  }
  weft_lock_release(&context->lock);
  while (first) {
    struct weft_command *next = first->next_terminated;
    weft_graph_end(&first->event, CL_CONTEXT_TERMINATED_KHR);
    first = next;
  }
}

void weft_command_end(struct weft_command *command, cl_int status) {
  cl_event event = &command->event;
  struct weft_command *parent = command->parent;
  struct weft_work *stands_for = command->stands_for;
  bool is_told = event->context->terminable && !leave_flight(command);
  if (weft_context_is_terminated(event->context))
    status = CL_CONTEXT_TERMINATED_KHR;
  if (event->profiled) {
    cl_device_id on = event->queue->device;
    if (command->work.end_ns) {
      event->start_ns = command->work.start_ns;
      event->end_ns = command->work.end_ns;
    } else {
      event->start_ns = event->end_ns = on->ops->timer(on->hw);
    }
    event->complete_ns = command->spawn ? on->ops->timer(on->hw) : event->end_ns;
  }
  /* What only passes on another event's error has been told. */
  if (status < 0 && status != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST && status != CL_CONTEXT_TERMINATED_KHR)
    weft_context_error(event->context, "a command of type %#x ended with error %d", event->type, status);
  if (weft_queue_on_device(event->queue))
    write_captures(command);
  if (command->is_counted)
    atomic_fetch_add(&num_ended, 1);
  if (command->finish)
    command->finish(command, status);
  release_held(command);
  leave_queue(event);
  if (is_told)
    weft_object_unref(&event->object);
  else
    weft_graph_end(event, status);
  if (parent)
    weft_command_part_ended(parent);
  if (stands_for)
    stands_for->finished(stands_for, status);
}

void weft_command_part_ended(struct weft_command *command) {
  if (atomic_fetch_sub_explicit(&command->parts, 1, memory_order_acq_rel) == 1)
    weft_command_end(command, command->work_status);
}

static void finished(struct weft_work *work, cl_int status) {
  struct weft_command *command = WEFT_LIST_ENTRY(work, struct weft_command, work);
  if (!command->spawn) {
    weft_command_end(command, status);
    return;
  }
  command->work_status = status;
  atomic_store_explicit(&command->parts, 1, memory_order_relaxed);
  command->spawn(command);
  weft_command_part_ended(command);
}

void weft_command_start(struct weft_command *command) {
  cl_event event = &command->event;
  cl_device_id device = event->queue->device;
  cl_int error = CL_SUCCESS;
  if (weft_command_counts() && command->work.kind != WEFT_WORK_NONE) {
    command->is_counted = true;
    atomic_fetch_add(&num_started, 1);
  }
  if (weft_context_is_terminated(event->context))
    error = CL_CONTEXT_TERMINATED_KHR;
  else if (atomic_load_explicit(&event->wait_error, memory_order_relaxed))
    error = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  else if (command->prepare)
    error = command->prepare(command);
  if (event->profiled)
    event->submit_ns = device->ops->timer(device->hw);
  if (error) {
    weft_command_end(command, error);
    return;
  }
  weft_graph_reach(event, CL_SUBMITTED);
  if (command->run)
    command->run(command);
  else if (command->work.kind == WEFT_WORK_NONE)
    finished(&command->work, CL_COMPLETE);
  else
    device->ops->submit(&command->work);
}

void weft_command_start_apart(struct weft_command *command) {
  weft_object_ref(&command->event.object); /* consumed by weft_graph_end */
  weft_object_release(&command->event.object, NULL);
  atomic_store_explicit(&command->event.pending, 0, memory_order_relaxed);
  weft_command_start(command);
}

cl_int weft_command_create(cl_command_queue queue, cl_command_type type, cl_uint num_waits, const cl_event *waits,
                           cl_uint max_held, size_t extra_size, struct weft_command **out) {
  size_t edges = ROUND_UP(sizeof(struct weft_command), COMMAND_ALIGN);
  size_t held = edges + ((size_t)num_waits + 1) * sizeof(struct weft_edge);
  size_t extra = ROUND_UP(held + (size_t)max_held * sizeof(struct weft_object *), COMMAND_ALIGN);
  if (extra_size > PTRDIFF_MAX - extra)
    return CL_OUT_OF_HOST_MEMORY;
  char *block = allocate_block(extra + extra_size);
  if (!block)
    return CL_OUT_OF_HOST_MEMORY;
  struct weft_command *command = (struct weft_command *)block;
  cl_event event = &command->event;
  weft_graph_init(event, queue->context, queue, type, CL_QUEUED, destroy);
  event->is_command = true;
  command->work.hw = queue->device->hw;
  command->work.priority = queue->priority;
  command->work.throttle = queue->throttle;
  command->work.cancel = queue->context->terminable ? &queue->context->terminated : NULL;
  weft_list_init(&command->in_flight);
  command->work.started = started;
  command->work.finished = finished;
  command->edges = (struct weft_edge *)(block + edges);
  command->held = (struct weft_object **)(block + held);
  command->max_held = max_held;
  command->extra = extra_size ? block + extra : NULL;
  command->extra_size = extra_size;
  for (cl_uint i = 0; i < num_waits; i++)
    command->edges[command->num_edges++] = (struct weft_edge){NULL, waits[i], event, true};
  *out = command;
  return CL_SUCCESS;
}

void weft_command_hold(struct weft_command *command, struct weft_object *object) {
  assert(command->num_held < command->max_held);
  weft_object_ref(object);
  command->held[command->num_held++] = object;
}

void weft_command_discard(struct weft_command *command) {
  if (command->finish)
    command->finish(command, CL_INVALID_OPERATION);
  release_held(command);
  weft_object_unref(&command->event.object);
}

/* Gives `event` its place in the queue's order. `next_join`, not NULL where the command waits for all before, becomes
 * the open join. Answers the join to release. What the queue no longer holds goes to `old`. */
static struct weft_join *enter_queue_locked(struct weft_command *command, enum order order, struct weft_join *next_join,
                                            cl_event *old) {
  cl_event event = &command->event;
  cl_command_queue queue = event->queue;
  struct weft_join *closed = NULL;
  bool in_order = weft_queue_in_order(queue);
  weft_lock_assert(&queue->lock);
  cl_event before = in_order ? queue->last : queue->barrier;
  if (before) {
    struct weft_edge *edge = &command->edges[command->num_edges++];
    *edge = (struct weft_edge){NULL, before, event, false};
    weft_graph_add_edge(edge);
  }
  if (in_order) {
    *old = queue->last;
    queue->last = WEFT_REF(event);
    return next_join; /* not needed */
  }
  if (next_join) {
    closed = queue->join;
    weft_join_close(closed, event, next_join);
    queue->join = next_join;
  }
  event->join = queue->join;
  weft_join_count(event->join);
  if (order == BARRIER) {
    *old = queue->barrier;
    queue->barrier = WEFT_REF(event);
  }
  return closed;
}

/* The command has its place in all orders, so that it can be told to have ended, and cannot begin yet. */
static void enter_flight(struct weft_command *command) {
  cl_context context = command->event.context;
  weft_lock_acquire(&context->lock);
  weft_list_append(&context->in_flight, &command->in_flight);
  weft_lock_release(&context->lock);
}

/* What comes before the command has its place. */
static void begin_enqueue(struct weft_command *command, cl_event *out) {
  cl_event event = &command->event;
  cl_command_queue queue = event->queue;
  weft_object_ref(&event->object); /* consumed by weft_graph_end */
  if (out)
    *out = event;
  else
    weft_object_release(&event->object, NULL);
  event->profiled |= weft_queue_profiles(queue);
  command->work.timed = event->profiled;
  if (event->profiled)
    event->queued_ns = queue->device->ops->timer(queue->device->hw);
  for (cl_uint i = 0; i < command->num_edges; i++)
    weft_graph_add_edge(&command->edges[i]);
}

/* It has. The command may have ended, and be gone, when this returns; the caller has its context. */
static void end_enqueue(struct weft_command *command) {
  cl_context context = command->event.queue->context;
  if (context->terminable)
    enter_flight(command);
  weft_graph_enqueued(&command->event);
  /* Terminated after this call was checked, perhaps before the command was in the list. */
  if (weft_context_is_terminated(context))
    weft_command_end_in_flight(context);
}

static cl_int enqueue(struct weft_command *command, enum order order, struct weft_join *next_join, cl_bool blocking,
                      cl_event *out) {
  cl_event event = &command->event, old = NULL;
  cl_command_queue queue = event->queue;
  cl_int status = CL_SUCCESS;
  if (blocking)
    weft_object_ref(&event->object);
  begin_enqueue(command, out);
  weft_lock_acquire(&queue->lock);
  struct weft_join *closed = enter_queue_locked(command, order, next_join, &old);
  weft_lock_release(&queue->lock);
  WEFT_UNREF(&old);
  weft_join_release(closed);
  end_enqueue(command);
  if (blocking) {
    status = weft_event_wait(event);
    weft_object_unref(&event->object);
  }
  return status < 0 ? status : CL_SUCCESS;
}

static int by_queue(const void *a, const void *b) {
  const struct weft_entry *x = a, *y = b;
  uintptr_t left = (uintptr_t)x->command->event.queue, right = (uintptr_t)y->command->event.queue;
  return (left > right) - (left < right);
}

void weft_command_enqueue_together(struct weft_entry *entries, cl_uint count, const struct weft_command *first,
                                   cl_event *event) {
  qsort(entries, count, sizeof *entries, by_queue);
  for (cl_uint i = 0; i < count; i++)
    begin_enqueue(entries[i].command, entries[i].command == first ? event : NULL);
  struct weft_lock *outer = &entries[0].command->event.queue->lock;
  weft_lock_acquire(outer);
  for (cl_uint i = 1; i < count; i++)
    weft_lock_acquire_also(outer, &entries[i].command->event.queue->lock);
  for (cl_uint i = 0; i < count; i++) {
    entries[i].old = NULL;
    enter_queue_locked(entries[i].command, PLAIN, NULL, &entries[i].old);
  }
  for (cl_uint i = 1; i < count; i++)
    weft_lock_release_also(&entries[i].command->event.queue->lock);
  weft_lock_release(outer);
  for (cl_uint i = 0; i < count; i++)
    WEFT_UNREF(&entries[i].old);
  for (cl_uint i = 0; i < count; i++)
    end_enqueue(entries[i].command);
}

cl_int weft_command_enqueue(struct weft_command *command, cl_bool blocking, cl_event *event) {
  return enqueue(command, PLAIN, NULL, blocking, event);
}

/* With an empty list a marker waits for all before, in an out-of-order queue through the queue's join. */
static cl_int enqueue_marker(cl_command_queue queue, cl_command_type type, enum order order, cl_uint num_waits,
                             const cl_event *waits, cl_bool blocking, cl_event *event) {
  struct weft_command *command;
  struct weft_join *next_join = NULL;
  cl_int error = weft_command_create(queue, type, num_waits, waits, 0, 0, &command);
  if (error)
    return error;
  if (num_waits == 0 && !weft_queue_in_order(queue)) {
    next_join = weft_join_create();
    if (!next_join) {
      weft_command_discard(command);
      return CL_OUT_OF_HOST_MEMORY;
    }
  }
  return enqueue(command, order, next_join, blocking, event);
}

cl_int weft_command_enqueue_marker(cl_command_queue queue, cl_command_type type, bool barrier, cl_uint num_waits,
                                   const cl_event *waits, cl_event *event) {
  return enqueue_marker(queue, type, barrier ? BARRIER : MARKER, num_waits, waits, CL_FALSE, event);
}

cl_int weft_queue_finish(cl_command_queue queue) {
  if (!weft_queue_in_order(queue))
    return enqueue_marker(queue, CL_COMMAND_MARKER, MARKER, 0, NULL, CL_TRUE, NULL);
  weft_lock_acquire(&queue->lock);
  cl_event last = queue->last ? WEFT_REF(queue->last) : NULL;
  weft_lock_release(&queue->lock);
  if (last)
    weft_event_wait(last);
  WEFT_UNREF(&last);
  return CL_SUCCESS;
}
