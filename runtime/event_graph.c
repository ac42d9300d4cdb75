/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/event_graph.h"

#include "base/alloc.h"
#include "base/thread.h"
#include "runtime/callbacks.h"

#include <assert.h>

/* The end of a list that takes no more. Never dereferenced. */
static char closed;
#define CLOSED_EDGES ((struct weft_edge *)&closed)
#define CLOSED_CALLBACKS ((struct weft_callback *)&closed)

struct event_list {
  cl_event first, last; /* linked by `next`, those that have ended by `next_ended` */
};

/* What the thread has still to do. See the header. */
static _Thread_local struct {
  struct event_list ready; /* commands to start */
  struct event_list ended; /* events whose callbacks are due; each holds a reference */
  bool draining, calling;
} todo __attribute__((tls_model("initial-exec")));

static void append(struct event_list *list, cl_event event) {
  event->next = NULL;
  if (list->first)
    list->last->next = event;
  else
    list->first = event;
  list->last = event;
}

static cl_event take(struct event_list *list) {
  cl_event event = list->first;
  if (event)
    list->first = event->next;
  return event;
}

/* An event that a context's termination ended may become ready on another thread while it waits here. */
static void append_ended(cl_event event) {
  event->next_ended = NULL;
  if (todo.ended.first)
    todo.ended.last->next_ended = event;
  else
    todo.ended.first = event;
  todo.ended.last = event;
}

static cl_event take_ended(void) {
  cl_event event = todo.ended.first;
  if (event)
    todo.ended.first = event->next_ended;
  return event;
}

void weft_graph_init(cl_event event, cl_context context, cl_command_queue queue, cl_command_type type, cl_int status,
                     void (*destroy)(struct weft_object *)) {
  weft_object_init(&event->object, WEFT_CLASS_EVENT, destroy);
  event->context = WEFT_REF(context);
  event->queue = queue ? WEFT_REF(queue) : NULL;
  event->type = type;
  atomic_init(&event->status, status);
  atomic_init(&event->pending, 1);
}

/* A predecessor is done: the last one makes the command ready. */
static void release_one(cl_event event) {
  unsigned before = atomic_fetch_sub_explicit(&event->pending, 1, memory_order_acq_rel);
  assert(before > 0);
  if (before == 1)
    append(&todo.ready, event);
}

static void drain(void);

/* Outside of the loop of the thread. */
static void call_one(cl_event event, cl_int status, const struct weft_callback *callback) {
  struct event_list ready = todo.ready;
  bool draining = todo.draining, calling = todo.calling;
  todo.ready = (struct event_list){NULL, NULL};
  todo.draining = false;
  todo.calling = true;
  event->context->devices[0]->ops->handoff(); /* it may block for as long as it likes */
  callback->fn(event, status, callback->user);
  todo.ready = ready;
  todo.draining = draining;
  todo.calling = calling;
  /* Events that the callback ended have callbacks of their own; outside of the loop nobody else sees to them. */
  drain();
}

/* Callbacks run as if the thread were not in the loop below: what they make ready starts at once. */
static void call_all(cl_event event, cl_int index, cl_int status) {
  struct weft_callback *list =
      atomic_exchange_explicit(&event->callbacks[index], CLOSED_CALLBACKS, memory_order_acq_rel);
  struct weft_callback *forward = NULL;
  while (list && list != CLOSED_CALLBACKS) {
    struct weft_callback *next = list->next;
    list->next = forward;
    forward = list;
    list = next;
  }
  while (forward) {
    struct weft_callback *next = forward->next;
    call_one(event, status, forward);
    weft_free(forward);
    forward = next;
  }
}

/* Callbacks of one event on a thread of Weft's. */
struct deferred_calls {
  struct weft_deferred deferred;
  cl_event event;             /* a reference */
  cl_int first, last, status; /* of the lists, from the first down to the last */
};

static void call_lists(cl_event event, cl_int first, cl_int last, cl_int status) {
  for (cl_int index = first; index >= last; index--)
    call_all(event, index, status < 0 ? status : index);
}

static void run_deferred(struct weft_deferred *deferred) {
  struct deferred_calls *calls = (struct deferred_calls *)deferred;
  call_lists(calls->event, calls->first, calls->last, calls->status);
  weft_object_unref(&calls->event->object);
  weft_free(calls);
}

/* Takes a reference to the event. Where memory runs out the callbacks run here. */
static void call_or_defer(cl_event event, cl_int first, cl_int last, cl_int status) {
  struct deferred_calls *calls = weft_thread_is_own() ? NULL : weft_alloc(sizeof(*calls));
  if (calls) {
    *calls = (struct deferred_calls){{NULL, run_deferred}, event, first, last, status};
    if (weft_callbacks_defer(&calls->deferred))
      return;
    weft_free(calls);
  }
  call_lists(event, first, last, status);
  weft_object_unref(&event->object);
}

static void drain(void) {
  cl_event event;
  if (todo.draining)
    return;
  todo.draining = true;
  for (;;) {
    if ((event = take(&todo.ready))) {
      weft_command_start((struct weft_command *)event);
    } else if (!todo.calling && (event = take_ended())) {
      call_or_defer(event, CL_SUBMITTED, CL_COMPLETE, weft_event_status(event));
    } else {
      break;
    }
  }
  todo.draining = false;
}

void weft_graph_add_edge(struct weft_edge *edge) {
  struct weft_edge *head = atomic_load_explicit(&edge->before->successors, memory_order_acquire);
  atomic_fetch_add_explicit(&edge->after->pending, 1, memory_order_relaxed);
  while (head != CLOSED_EDGES) {
    edge->next = head;
    if (atomic_compare_exchange_weak_explicit(&edge->before->successors, &head, edge, memory_order_acq_rel,
                                              memory_order_acquire))
      return;
  }
  if (edge->passes_errors && weft_event_status(edge->before) < 0)
    atomic_store_explicit(&edge->after->wait_error, 1, memory_order_relaxed);
  /* Not the last count: that of being enqueued is still there. */
  atomic_fetch_sub_explicit(&edge->after->pending, 1, memory_order_relaxed);
}

void weft_graph_enqueued(cl_event event) {
  release_one(event);
  drain();
}

void weft_graph_hold(cl_event event) {
  atomic_fetch_add_explicit(&event->pending, 1, memory_order_relaxed);
}

void weft_graph_let_go(cl_event event) {
  release_one(event);
  drain();
}

/* Frees the waiting successors, in the order in which they came. An edge belongs to its successor and may be gone
 * once that is released. */
static void release_successors(cl_event event, cl_int status) {
  struct weft_edge *edge = atomic_exchange_explicit(&event->successors, CLOSED_EDGES, memory_order_acq_rel);
  struct weft_edge *forward = NULL;
  while (edge) {
    struct weft_edge *next = edge->next;
    edge->next = forward;
    forward = edge;
    edge = next;
  }
  while (forward) {
    struct weft_edge *next = forward->next;
    if (status < 0 && forward->passes_errors)
      atomic_store_explicit(&forward->after->wait_error, 1, memory_order_relaxed);
    release_one(forward->after);
    forward = next;
  }
}

/* Closes a list that is empty. */
static bool has_callbacks(cl_event event, cl_int index) {
  struct weft_callback *found = NULL;
  return !atomic_compare_exchange_strong_explicit(&event->callbacks[index], &found, CLOSED_CALLBACKS,
                                                  memory_order_acq_rel, memory_order_acquire) &&
         found != CLOSED_CALLBACKS;
}

/* Closes the empty lists of callbacks; true where one is not empty. */
static bool close_callbacks(cl_event event) {
  bool any = false;
  for (cl_int index = CL_COMPLETE; index <= CL_SUBMITTED; index++)
    any |= has_callbacks(event, index);
  return any;
}

/* Wakes the threads in weft_event_wait(). They count themselves before they look at `done`. */
static void wake(cl_event event) {
  atomic_store(&event->done, 1);
  if (atomic_load(&event->waiters))
    weft_event_device(event)->ops->wake(&event->done);
}

void weft_graph_end(cl_event event, cl_int status) {
  struct weft_join *join = event->join;
  atomic_store_explicit(&event->status, status, memory_order_release);
  release_successors(event, status);
  if (join)
    weft_join_release(join);
  wake(event);
  if (close_callbacks(event))
    append_ended(event);
  else
    weft_object_unref(&event->object);
  drain();
}

/* The event of a context that can be terminated may have ended meanwhile. */
static bool pass_on_to(cl_event event, cl_int status) {
  cl_int now = weft_event_status(event);
  while (now > status)
    if (atomic_compare_exchange_weak_explicit(&event->status, &now, status, memory_order_acq_rel, memory_order_acquire))
      return true;
  return false;
}

void weft_graph_reach(cl_event event, cl_int status) {
  if (!event->context->terminable)
    atomic_store_explicit(&event->status, status, memory_order_release);
  else if (!pass_on_to(event, status))
    return;
  if (has_callbacks(event, status)) {
    weft_object_ref(&event->object);
    call_or_defer(event, status, status, status);
  }
}

struct weft_join *weft_join_create(void) {
  struct weft_join *join = weft_zalloc(sizeof *join);
  if (join)
    atomic_init(&join->pending, 1);
  return join;
}

void weft_join_close(struct weft_join *join, cl_event waiter, struct weft_join *next) {
  join->waiter = waiter;
  join->next = next;
  atomic_fetch_add_explicit(&waiter->pending, 1, memory_order_relaxed);
  weft_join_count(next);
}

void weft_join_release(struct weft_join *join) {
  while (join && atomic_fetch_sub_explicit(&join->pending, 1, memory_order_acq_rel) == 1) {
    struct weft_join *next = join->next;
    if (join->waiter)
      release_one(join->waiter);
    weft_free(join);
    join = next;
  }
}

static bool add_callback(cl_event event, cl_int status, struct weft_callback *callback) {
  struct weft_callback *head = atomic_load_explicit(&event->callbacks[status], memory_order_acquire);
  while (head != CLOSED_CALLBACKS) {
    callback->next = head;
    if (atomic_compare_exchange_weak_explicit(&event->callbacks[status], &head, callback, memory_order_acq_rel,
                                              memory_order_acquire))
      return true;
  }
  return false;
}

/* One callback for a status that its event has passed. */
struct late_call {
  struct weft_deferred deferred;
  struct weft_callback *callback;
  cl_event event; /* a reference */
  cl_int status;
};

static void make_late_call(const struct late_call *late) {
  call_one(late->event, late->status, late->callback);
  weft_object_unref(&late->event->object);
  weft_free(late->callback);
}

static void call_late(struct weft_deferred *deferred) {
  make_late_call((struct late_call *)deferred);
  weft_free(deferred);
}

void weft_graph_add_callback(cl_event event, cl_int status, struct weft_callback *callback) {
  if (add_callback(event, status, callback))
    return;
  cl_int now = weft_event_status(event);
  struct late_call late = {{NULL, call_late}, callback, event, now < 0 ? now : status};
  struct late_call *kept = weft_thread_is_own() ? NULL : weft_memdup(&late, sizeof(late));
  weft_object_ref(&event->object);
  if (kept && weft_callbacks_defer(&kept->deferred))
    return;
  weft_free(kept);
  make_late_call(&late);
}
