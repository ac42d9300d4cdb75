/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_LOCK_H
#define WEFT_RUNTIME_LOCK_H

/*
 * The runtime's lock. One at a time; no callback, no destructor and no back-end call under one.
 * A function that needs a lock held is named _locked and asserts it with weft_lock_assert().
 * Debug builds use checking mutexes: a recursive or foreign use aborts.
 */

#include <assert.h>
#include <errno.h>
#include <pthread.h>

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
static inline void weft_lock_acquire(struct weft_lock *lock) {
  int error = pthread_mutex_lock(&lock->mutex);
  assert(error == 0);
  (void)error;
}
static inline void weft_lock_release(struct weft_lock *lock) {
  int error = pthread_mutex_unlock(&lock->mutex);
  assert(error == 0);
  (void)error;
}
static inline void weft_lock_assert(struct weft_lock *lock) {
#ifndef NDEBUG
  assert(pthread_mutex_trylock(&lock->mutex) != 0);
#endif
  (void)lock;
}

#endif
