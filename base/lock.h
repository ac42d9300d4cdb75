/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_BASE_LOCK_H
#define WEFT_BASE_LOCK_H

/*
 * The lock of the runtime and the back ends. One at a time; no callback, no destructor and no back-end call under one.
 * Several of one kind may be taken at once where what they guard must change together: in the order of their addresses,
 * with weft_lock_acquire_also() for those behind the first, and the first is released last.
 * A function that needs a lock held is named _locked and asserts it with weft_lock_assert().
 * Debug builds use checking mutexes, where a recursive or foreign use aborts, and abort where a thread takes a second
 * lock.
 *
 * Holding one is a span (span.h): a forked child finds all locks free. Only those that a thread waits under with
 * weft_lock_wait() must be made anew in the child, since the thread that is being woken holds the mutex before it is
 * back in its span.
 */

#include <assert.h>
#include <errno.h>
#include <pthread.h>

#include "base/span.h"

struct weft_lock {
  pthread_mutex_t mutex;
};

#ifdef NDEBUG
#define WEFT_LOCK_INIT {PTHREAD_MUTEX_INITIALIZER}
#else
#define WEFT_LOCK_INIT {PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP}
#endif

static inline void weft_lock_init(struct weft_lock *lock) {
  *lock = (struct weft_lock)WEFT_LOCK_INIT;
}
static inline void weft_lock_destroy(struct weft_lock *lock) {
  pthread_mutex_destroy(&lock->mutex);
}
/* The mutex alone, of a thread that is in a span. */
static inline void weft_lock_mutex(struct weft_lock *lock) {
  int error = pthread_mutex_lock(&lock->mutex);
  assert(error == 0);
  (void)error;
#if !defined(__x86_64__) /* where the mutex's own atomic operation is a full barrier */
  atomic_thread_fence(memory_order_seq_cst);
#endif
}
static inline void weft_unlock_mutex(struct weft_lock *lock) {
  int error = pthread_mutex_unlock(&lock->mutex);
  assert(error == 0);
  (void)error;
}
static inline void weft_lock_acquire(struct weft_lock *lock) {
  struct weft_span_record *self = weft_span_record();
#ifndef NDEBUG
  assert(!self->locked);
  self->locked = true;
#endif
  for (;;) {
    bool outermost = weft_span_count_in(self);
    weft_lock_mutex(lock);
    if (!outermost || atomic_load_explicit(&weft_span_forking, memory_order_acquire) == 0)
      return;
    weft_unlock_mutex(lock);
    weft_span_count_out(self);
    weft_span_wait();
  }
}
static inline void weft_lock_release(struct weft_lock *lock) {
  weft_unlock_mutex(lock);
#ifndef NDEBUG
  weft_span_self->locked = false;
#endif
  weft_span_leave();
}
/* The second lock and those behind it, of a thread that holds the first. */
static inline void weft_lock_acquire_also(struct weft_lock *first, struct weft_lock *lock) {
  assert(weft_span_self->locked && first < lock);
  (void)first;
  weft_lock_mutex(lock);
}
static inline void weft_lock_release_also(struct weft_lock *lock) {
  weft_unlock_mutex(lock);
}
/* Waits for `condition` and is out of the span meanwhile. */
static inline void weft_lock_wait(struct weft_lock *lock, pthread_cond_t *condition) {
  weft_span_leave();
  pthread_cond_wait(condition, &lock->mutex);
  weft_span_count_in(weft_span_self);
}
/* Likewise, until a time of CLOCK_REALTIME; false: it has come. */
static inline bool weft_lock_wait_until(struct weft_lock *lock, pthread_cond_t *condition,
                                        const struct timespec *until) {
  weft_span_leave();
  int error = pthread_cond_timedwait(condition, &lock->mutex, until);
  weft_span_count_in(weft_span_self);
  return error == 0;
}
static inline void weft_lock_assert(struct weft_lock *lock) {
#ifndef NDEBUG
  assert(pthread_mutex_trylock(&lock->mutex) != 0);
#endif
  (void)lock;
}

#endif
