/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Host functions (native kernels) run on threads of their own, not on the pool's: they may block on anything, on
 * other commands and on the application's own threads included, and must not keep kernels from running meanwhile.
 * A thread is made where none is idle, up to a limit; then calls wait in line. Threads stay for the next call.
 *
 * Lock rule: `lock` guards all of `calls`, and is not held while a function or a callback runs.
 */
#include "base/lock.h"
#include "base/log.h"
#include "base/thread.h"
#include "devices/cpu/thread_pool.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

#define MAX_THREADS 256
#define STACK_BYTES (8u << 20)
#define CLOSE_NS 200000000

static struct weft_lock lock = WEFT_LOCK_INIT;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER, left = PTHREAD_COND_INITIALIZER;
static struct {
  struct weft_work *first, *last;
  unsigned waiting; /* works in the list */
  unsigned idle, threads;
  bool closing;
} calls;
static _Thread_local bool is_caller;

static struct weft_work *next_locked(void) {
  while (!calls.first && !calls.closing) {
    calls.idle++;
    weft_lock_wait(&lock, &arrived);
    calls.idle--;
  }
  struct weft_work *work = calls.closing ? NULL : calls.first;
  if (work) {
    calls.first = weft_cpu_task(work)->next;
    calls.waiting--;
  }
  return work;
}

static void run(struct weft_work *work) {
  bool outermost = weft_cpu_kept_enter();
  weft_cpu_task_start(work);
  if (!weft_cpu_is_cancelled(work))
    weft_cpu_task_run(work, 0, 1, NULL);
  weft_cpu_task_finish(work);
  weft_cpu_kept_leave(outermost);
}

static void *thread_main(void *arg) {
  is_caller = true;
  weft_thread_begin("weft-call");
  struct weft_hw *bound = NULL;
  weft_lock_acquire(&lock);
  for (struct weft_work *work; (work = next_locked()) != NULL;) {
    weft_lock_release(&lock);
    if (work->hw != bound || work->hw->parent) {
      weft_pool_bind_to(work->hw);
      bound = work->hw;
    }
    run(work);
    weft_lock_acquire(&lock);
  }
  calls.threads--;
  pthread_cond_broadcast(&left);
  weft_lock_release(&lock);
  return NULL;
}

static bool add_thread_locked(void) {
  bool made = calls.threads < MAX_THREADS && weft_thread_start_detached(thread_main, STACK_BYTES);
  calls.threads += made;
  return made;
}

void weft_cpu_calls_push(struct weft_work *work) {
  weft_cpu_task(work)->next = NULL;
  weft_lock_acquire(&lock);
  if (!calls.closing && calls.idle <= calls.waiting && !add_thread_locked() && calls.threads == 0) {
    weft_lock_release(&lock);
    weft_pool_push(work); /* no thread to be had: the pool, which may be this thread */
    return;
  }
  if (calls.closing) {
    weft_lock_release(&lock);
    weft_pool_push(work);
    return;
  }
  if (calls.first)
    weft_cpu_task(calls.last)->next = work;
  else
    calls.first = work;
  calls.last = work;
  calls.waiting++;
  pthread_cond_signal(&arrived);
  weft_lock_release(&lock);
}

/* Called after the pool was closed: what still waits is then run by whoever waits for it. */
void weft_cpu_calls_close(void) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += CLOSE_NS;
  if (until.tv_nsec >= 1000000000) {
    until.tv_nsec -= 1000000000;
    until.tv_sec++;
  }
  weft_lock_acquire(&lock);
  calls.closing = true;
  calls.first = NULL;
  calls.waiting = 0;
  pthread_cond_broadcast(&arrived);
  unsigned mine = is_caller ? 1 : 0;
  while (calls.threads > mine && weft_lock_wait_until(&lock, &left, &until))
    ;
  weft_lock_release(&lock);
}

/* The parent's threads are not here. */
void weft_cpu_calls_forked(void) {
  memset(&calls, 0, sizeof(calls));
  weft_lock_init(&lock);
  pthread_cond_init(&arrived, NULL);
  pthread_cond_init(&left, NULL);
}
