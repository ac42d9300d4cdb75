/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_EVENT_GRAPH_H
#define WEFT_RUNTIME_EVENT_GRAPH_H

/*
 * The event graph: who waits for whom, without a lock and without a walk over what is in flight.
 *
 * An event counts its predecessors in `pending`, and one more until it is enqueued. Each predecessor holds a list of
 * edges to its successors; ending takes the whole list at once and leaves it closed, so that an edge is either seen
 * by the one who ends the event, or refused to the one who adds it. Whoever brings `pending` to 0 starts the command.
 *
 * A join stands for "all commands enqueued before": commands of an out-of-order queue are counted in the
 * queue's open join; a marker or barrier closes it, waits for it, and opens the next, which counts the one before
 * as one of its own. A closed join that reaches 0 frees itself.
 *
 * Starting and ending are loops, not recursion: a chain of any length unwinds in constant stack. An event that
 * becomes ready, or whose callbacks are due, while the same thread is in that loop is put on the thread's list.
 * Callbacks run after everything that became ready has been submitted, with no lock held and never on a thread of the
 * application's (callbacks.h), and may call any function of the API that does not block.
 */

#include "runtime/command.h"

struct weft_join {
  atomic_uint pending;    /* commands counted and not ended, plus one while open, plus one for the join before */
  cl_event waiter;        /* set by closing: its `pending` counts this join */
  struct weft_join *next; /* set by closing: counts this join */
};

/* First fields of an event; the object's counts start at 1, the application's reference. */
void weft_graph_init(cl_event event, cl_context context, cl_command_queue queue, cl_command_type type, cl_int status,
                     void (*destroy)(struct weft_object *));
/* Makes `edge->after`, not yet enqueued, wait for `edge->before`. */
void weft_graph_add_edge(struct weft_edge *edge);
/* Takes away the count of being enqueued; starts the command where nothing is left to wait for. */
void weft_graph_enqueued(cl_event event);
/* A predecessor that is no event yet: `event`, not yet enqueued, waits until weft_graph_let_go() as well. */
void weft_graph_hold(cl_event event);
/* Takes one such count away; starts the command where nothing is left to wait for. Holds no lock. */
void weft_graph_let_go(cl_event event);
/* The event ends: releases successors, wakes waiters, calls callbacks. Consumes one reference. status: CL_COMPLETE or <
 * 0. */
void weft_graph_end(cl_event event, cl_int status);
/* The event passes CL_SUBMITTED or CL_RUNNING on its way: sets the status, calls its callbacks. */
void weft_graph_reach(cl_event event, cl_int status);

/* An open join that counts nothing yet. NULL: out of memory. */
struct weft_join *weft_join_create(void);
static inline void weft_join_count(struct weft_join *join) {
  atomic_fetch_add_explicit(&join->pending, 1, memory_order_relaxed);
}
/* Closes `join`; `waiter`, not yet enqueued, waits for it, and `next` counts it. The caller holds the queue's lock, and
 * calls weft_join_release(join), which takes the open count away, without it. */
void weft_join_close(struct weft_join *join, cl_event waiter, struct weft_join *next);
void weft_join_release(struct weft_join *join);

struct weft_callback {
  struct weft_callback *next;
  void(CL_CALLBACK *fn)(cl_event, cl_int, void *);
  void *user;
};
/* Takes the callback, which comes at once where that status has been reached. */
void weft_graph_add_callback(cl_event event, cl_int status, struct weft_callback *callback);

/* command.c: the command's dependencies are met. */
void weft_command_start(struct weft_command *command);

#endif
