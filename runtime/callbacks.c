/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Threads take callbacks off one list. The first thread does so alone: another waits until the head of the list has
 * been there for PATIENCE_MS and nobody has come for it, so that callbacks which return keep their order, and one that
 * waits for a later one gets it. Whoever hands a callback over, or takes one and leaves others, makes a thread where
 * all are busy.
 *
 * Threads are never joined and stay for the next callback; at an exit they are left where they are.
 */
#include "runtime/callbacks.h"

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "base/lock.h"
#include "base/thread.h"

enum { MOST_THREADS = 64, PATIENCE_MS = 10 };

static struct weft_lock lock = WEFT_LOCK_INIT; /* guards all below */
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct weft_deferred *first, **last = &first;
static uint64_t head_ns; /* since when the first one has been first */
static unsigned num_threads, num_idle, num_running;
static pthread_once_t prepared = PTHREAD_ONCE_INIT;

static uint64_t now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* Callbacks that waited at the fork are the parent's. */
static void in_child(void) {
  weft_lock_init(&lock);
  pthread_cond_init(&changed, NULL);
  first = NULL;
  last = &first;
  num_threads = num_idle = num_running = 0;
}

static void prepare(void) {
  static struct weft_fork_hook hook = {.in_child = in_child};
  weft_span_watch_fork(&hook);
}

static struct weft_deferred *next_locked(void) {
  const uint64_t patience = PATIENCE_MS * 1000000u;
  for (;;) {
    uint64_t now = now_ns(), due = head_ns + patience;
    if (first && (num_running == 0 || now >= due || due - now > patience)) /* the last: the clock was put back */
      break;
    num_idle++;
    if (first) {
      struct timespec until = {.tv_sec = (time_t)(due / 1000000000u), .tv_nsec = (long)(due % 1000000000u)};
      weft_lock_wait_until(&lock, &changed, &until);
    } else {
      weft_lock_wait(&lock, &changed);
    }
    num_idle--;
  }
  struct weft_deferred *taken = first;
  first = taken->next;
  if (!first)
    last = &first;
  head_ns = now_ns();
  return taken;
}

static void *thread_main(void *unused);

static bool make_thread_locked(void) {
  weft_lock_assert(&lock);
  bool made = num_threads < MOST_THREADS && weft_thread_start_detached(thread_main, 0);
  num_threads += made;
  return made;
}

/* Somebody is there for what is in the list, beside those who run callbacks. An idle thread may have been told of
 * several of them and take the first alone, so whoever takes one looks after the rest. */
static bool watch_rest_locked(void) {
  weft_lock_assert(&lock);
  pthread_cond_signal(&changed);
  return num_idle > 0 || make_thread_locked();
}

static void *thread_main(void *unused) {
  (void)unused;
  weft_thread_begin("weft-callback");
  weft_lock_acquire(&lock);
  for (;;) {
    struct weft_deferred *mine = next_locked();
    num_running++;
    if (first)
      watch_rest_locked();
    weft_lock_release(&lock);
    mine->run(mine);
    weft_lock_acquire(&lock);
    num_running--;
  }
  return NULL;
}

bool weft_callbacks_defer(struct weft_deferred *deferred) {
  if (weft_thread_is_own())
    return false;
  pthread_once(&prepared, prepare);
  weft_lock_acquire(&lock);
  bool taken = watch_rest_locked() || num_threads > 0;
  if (taken) {
    if (!first)
      head_ns = now_ns();
    deferred->next = NULL;
    *last = deferred;
    last = &deferred->next;
  }
  weft_lock_release(&lock);
  return taken;
}
