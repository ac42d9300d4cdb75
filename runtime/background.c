/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Invariant: a job is in the list from submit() until it is taken, by the thread or by cancel(), under the lock; so one
 * of run() and a successful cancel() comes, never both. In the child of a fork the job that ran is in the list again.
 *
 * The thread is never joined: at process exit it is left where it is. A job that must not run then asks for itself
 * (weft_compiler_exits()).
 */
#include "runtime/background.h"

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/lock.h"
#include "base/thread.h"

/* Behind the application's threads, but with two thirds of the share of one of them: where processors are busy, they
 * are so with the slow code that the job is to replace. */
enum { NICENESS = 2 };

static struct weft_lock lock = WEFT_LOCK_INIT; /* guards all below */
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static struct weft_list jobs = WEFT_LIST_INIT(jobs);
static unsigned num_jobs;
static bool has_thread;
static struct weft_job *running; /* set by the thread alone */

static pthread_once_t prepared = PTHREAD_ONCE_INIT;

/* What ran at the fork begins again: its thread is not here. */
static void in_child(void) {
  weft_lock_init(&lock);
  pthread_cond_init(&arrived, NULL);
  has_thread = false;
  if (running) {
    weft_list_prepend(&jobs, &running->node);
    num_jobs++;
  }
  running = NULL;
}

static void prepare(void) {
  static struct weft_fork_hook hook = {.in_child = in_child};
  weft_span_watch_fork(&hook);
}

static struct weft_job *take(void) {
  weft_lock_acquire(&lock);
  while (weft_list_empty(&jobs))
    weft_lock_wait(&lock, &arrived);
  num_jobs--;
  running = WEFT_LIST_ENTRY(weft_list_take(&jobs), struct weft_job, node);
  weft_lock_release(&lock);
  return running;
}

/* A fork finds the job either running, or gone with all that it held. */
static void end(struct weft_job *job) {
  weft_span_enter();
  running = NULL;
  job->done(job);
  weft_span_leave();
}

static void *thread_main(void *arg) {
  (void)arg;
  weft_thread_begin("weft-background");
  setpriority(PRIO_PROCESS, (id_t)gettid(), getpriority(PRIO_PROCESS, (id_t)gettid()) + NICENESS);
  for (;;) {
    struct weft_job *job = take();
    job->run(job);
    end(job);
  }
  return NULL;
}

/* In the usual scheduling class, whatever its maker's is: a real-time thread would not be interrupted for it. */
static bool make_thread_locked(void) {
  weft_lock_assert(&lock);
  pthread_attr_t attributes;
  pthread_t thread;
  if (pthread_attr_init(&attributes) != 0)
    return false;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
  pthread_attr_setschedpolicy(&attributes, SCHED_OTHER);
  pthread_attr_setschedparam(&attributes, &(struct sched_param){0}); /* else the maker's priority, which does not fit */
  int error = weft_thread_create(&thread, &attributes, thread_main, NULL);
  pthread_attr_destroy(&attributes);
  return error == 0;
}

bool weft_background_submit(struct weft_job *job) {
  pthread_once(&prepared, prepare);
  weft_lock_acquire(&lock);
  if (!has_thread)
    has_thread = make_thread_locked();
  bool taken = has_thread && num_jobs < WEFT_MOST_JOBS;
  if (taken) {
    weft_list_append(&jobs, &job->node);
    num_jobs++;
    pthread_cond_signal(&arrived);
  }
  weft_lock_release(&lock);
  return taken;
}

bool weft_background_cancel(struct weft_job *job) {
  weft_lock_acquire(&lock);
  bool waiting = !weft_list_empty(&job->node);
  if (waiting) {
    weft_list_remove(&job->node);
    num_jobs--;
  }
  weft_lock_release(&lock);
  return waiting;
}
