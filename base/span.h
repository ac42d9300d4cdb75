/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_BASE_SPAN_H
#define WEFT_BASE_SPAN_H

/*
 * Spans: what a fork must not cut in two.
 *
 * A thread is in a span while it holds a lock, loads a library or compiles: while something that a forked child would
 * find is half done, and nobody in the child would finish it. fork() waits until no other thread is in a span, and
 * keeps threads from entering one until the child is made. So the child finds every lock free and everything under it
 * whole, whoever made the threads that are missing there. docs/processes.md tells what that promises to applications.
 *
 * Spans are short, or have pauses: a compiler thread pauses between passes (compiler/ir/checkpoint.h), where nothing
 * that another compilation could meet is half done. fork() waits for no longer than LONGEST_WAIT_MS in span.c, and then
 * goes on as it would have without.
 *
 * Spans nest; only the outermost one counts. No span is left by another thread than the one that entered it.
 *
 * Why no span is missed: a thread counts itself in before it looks whether a fork is on its way, the fork says that it
 * is on its way before it looks at the counts, and between each pair there is a full barrier.
 */

#include <stdatomic.h>
#include <stdbool.h>

struct weft_span_record {
  _Alignas(64) atomic_uint depth;
  atomic_bool owned;             /* by a thread that lives */
  bool locked;                   /* the thread holds a lock (lock.h); debug builds alone look */
  struct weft_span_record *next; /* never changes once it is in the list */
};

/* Set while a fork is on its way. */
extern atomic_uint weft_span_forking __attribute__((visibility("hidden")));
/* The calling thread's; NULL before its first span. */
extern _Thread_local struct weft_span_record *weft_span_self
    __attribute__((visibility("hidden"), tls_model("initial-exec")));

/* The record of a thread that has none yet. */
struct weft_span_record *weft_span_adopt(void);
/* Sleeps until no fork is on its way. Not within a span. */
void weft_span_wait(void);

static inline struct weft_span_record *weft_span_record(void) {
  struct weft_span_record *self = weft_span_self;
  return self ? self : weft_span_adopt();
}

/* Counts the thread in; what follows must be a full barrier, and then, where it answers true, weft_span_forking be
 * looked at. */
static inline bool weft_span_count_in(struct weft_span_record *self) {
  unsigned depth = atomic_load_explicit(&self->depth, memory_order_relaxed);
  atomic_store_explicit(&self->depth, depth + 1, memory_order_relaxed);
  return depth == 0;
}

static inline void weft_span_count_out(struct weft_span_record *self) {
  atomic_store_explicit(&self->depth, atomic_load_explicit(&self->depth, memory_order_relaxed) - 1,
                        memory_order_release);
}

static inline void weft_span_enter(void) {
  struct weft_span_record *self = weft_span_record();
  while (weft_span_count_in(self)) {
    atomic_thread_fence(memory_order_seq_cst);
    if (atomic_load_explicit(&weft_span_forking, memory_order_acquire) == 0)
      return;
    weft_span_count_out(self);
    weft_span_wait();
  }
}

static inline void weft_span_leave(void) {
  weft_span_count_out(weft_span_self);
}

/* Lets a fork pass in the middle of the outermost span, which is left for that long. Costs next to nothing where none
 * waits. */
static inline void weft_span_pause(void) {
  if (atomic_load_explicit(&weft_span_forking, memory_order_relaxed) == 0)
    return;
  weft_span_leave();
  weft_span_enter();
}

/* Whether the calling thread is in a span: a signal handler may have come in the middle of one. */
static inline bool weft_span_inside(void) {
  struct weft_span_record *self = weft_span_self;
  return self && atomic_load_explicit(&self->depth, memory_order_relaxed) != 0;
}

/* Calls `in_child` in each child of a fork, in the order in which they were given, before anything else of Weft's can
 * run there. Once for each function; `hook` is the caller's and stays. */
struct weft_fork_hook {
  void (*in_child)(void);
  struct weft_fork_hook *next;
};
void weft_span_watch_fork(struct weft_fork_hook *hook);

#endif
