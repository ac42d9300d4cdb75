/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Records of threads are made once and never freed: a fork walks their list while others add to it. A thread that ends
 * leaves its record to the next one that comes.
 *
 * pthread_atfork() is called when the library is loaded, before most others call it: handlers that come later run
 * before ours in the parent, and may still use Weft there, and after ours in the child, where they find it whole.
 */
#include "base/span.h"

#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/log.h"

/* A compiler thread comes to a pause within milliseconds, but for programs at the edge of what can be built. */
#define LONGEST_WAIT_MS 10000u

atomic_uint weft_span_forking;
_Thread_local struct weft_span_record *weft_span_self;

static _Atomic(struct weft_span_record *) records;
/* Of a thread for which no record can be had: a fork does not wait for it. */
static _Thread_local struct weft_span_record unlisted;

static pthread_mutex_t forks = PTHREAD_MUTEX_INITIALIZER; /* one at a time */
static struct weft_fork_hook *hooks, **last_hook = &hooks;
static pthread_mutex_t hooks_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static bool has_key;

static void disown(void *argument) {
  struct weft_span_record *record = argument;
  weft_span_self = NULL;
  atomic_store_explicit(&record->owned, false, memory_order_release);
}

static struct weft_span_record *find_free(void) {
  for (struct weft_span_record *at = atomic_load(&records); at; at = at->next) {
    bool free = false;
    if (!atomic_load_explicit(&at->owned, memory_order_relaxed) &&
        atomic_compare_exchange_strong(&at->owned, &free, true))
      return at;
  }
  return NULL;
}

static struct weft_span_record *add_record(void) {
  struct weft_span_record *record = aligned_alloc(_Alignof(struct weft_span_record), sizeof(*record));
  if (!record)
    return NULL;
  atomic_init(&record->depth, 0);
  atomic_init(&record->owned, true);
  record->locked = false;
  record->next = atomic_load(&records);
  while (!atomic_compare_exchange_weak(&records, &record->next, record))
    ;
  return record;
}

struct weft_span_record *weft_span_adopt(void) {
  struct weft_span_record *record = find_free();
  if (!record)
    record = add_record();
  weft_span_self = record ? record : &unlisted;
  if (record && has_key)
    pthread_setspecific(key, record);
  return weft_span_self;
}

void weft_span_wait(void) {
  while (atomic_load(&weft_span_forking) != 0)
    syscall(SYS_futex, &weft_span_forking, FUTEX_WAIT_PRIVATE, 1, NULL, NULL, 0);
}

static uint64_t now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

/* All threads but the calling one, which would wait for itself if a signal handler forks in the middle of a span. */
static bool others_are_outside(void) {
  for (struct weft_span_record *at = atomic_load(&records); at; at = at->next)
    if (at != weft_span_self && atomic_load_explicit(&at->depth, memory_order_acquire) != 0)
      return false;
  return true;
}

static void before_fork(void) {
  pthread_mutex_lock(&forks);
  atomic_store(&weft_span_forking, 1);
  atomic_thread_fence(memory_order_seq_cst);
  uint64_t until = now_ms() + LONGEST_WAIT_MS;
  for (unsigned turn = 0; !others_are_outside(); turn++) {
    nanosleep(&(struct timespec){.tv_nsec = turn < 20 ? 10000 : 200000}, NULL);
    if (now_ms() >= until) {
      weft_log(WEFT_LOG_WARNING, "a fork comes while a thread compiles or loads code, and could not wait any longer");
      return;
    }
  }
}

static void open_again(void) {
  atomic_store(&weft_span_forking, 0);
  syscall(SYS_futex, &weft_span_forking, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

static void after_fork(void) {
  open_again();
  pthread_mutex_unlock(&forks);
}

/* The other threads are gone: their records are free. */
static void in_child(void) {
  for (struct weft_span_record *at = atomic_load(&records); at; at = at->next)
    if (at != weft_span_self) {
      atomic_store(&at->depth, 0);
      atomic_store(&at->owned, false);
      at->locked = false; /* of a thread that waited under its lock */
    }
  atomic_store(&weft_span_forking, 0);
  pthread_mutex_init(&forks, NULL);
  pthread_mutex_init(&hooks_lock, NULL);
  for (struct weft_fork_hook *hook = hooks; hook; hook = hook->next)
    hook->in_child();
}

void weft_span_watch_fork(struct weft_fork_hook *hook) {
  weft_span_enter();
  pthread_mutex_lock(&hooks_lock);
  hook->next = NULL;
  *last_hook = hook;
  last_hook = &hook->next;
  pthread_mutex_unlock(&hooks_lock);
  weft_span_leave();
}

__attribute__((constructor)) static void watch_forks(void) {
  has_key = pthread_key_create(&key, disown) == 0;
  pthread_atfork(before_fork, after_fork, in_child);
}
