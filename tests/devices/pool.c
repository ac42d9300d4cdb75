/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The pool: many submitters, chains, waits inside callbacks, blocking host functions, works left without a waiter. */
#include "tests/devices/harness.h"

#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>

static struct weft_hw_program *program;
static struct weft_hw_kernel *spin, *empty, *until_set;

/* --- several threads, each with works of all lengths in flight --- */

static void *submitter(void *arg) {
  uint64_t state = (uint64_t)(uintptr_t)arg;
  enum { FLIGHT = 16 };
  struct job *jobs = aligned_alloc(_Alignof(struct job), FLIGHT * sizeof(*jobs));
  struct spin_args args[FLIGHT];
  atomic_uint sums[FLIGHT];
  uint64_t groups[FLIGHT];
  CHECK(jobs);
  for (int round = 0; round < 60; round++) {
    for (int i = 0; i < FLIGHT; i++) {
      atomic_init(&sums[i], 0);
      args[i] = (struct spin_args){random_next(&state) % 2000, &sums[i]};
      groups[i] = 1 + random_next(&state) % 200;
      job_range(&jobs[i], spin, (size_t[]){groups[i] * 4, 1, 1}, (size_t[]){4, 1, 1}, &args[i], sizeof(args[i]));
      ops->submit(&jobs[i].work);
    }
    for (int i = FLIGHT - 1; i >= 0; i--) {
      job_wait(&jobs[i]);
      CHECK(jobs[i].status == CL_COMPLETE && atomic_load(&sums[i]) == groups[i]);
    }
  }
  free(jobs);
  return NULL;
}

static void many_submitters(void) {
  pthread_t threads[6];
  for (uintptr_t i = 0; i < 6; i++)
    CHECK(pthread_create(&threads[i], NULL, submitter, (void *)(i + 1)) == 0);
  for (int i = 0; i < 6; i++)
    pthread_join(threads[i], NULL);
}

/* --- chains --- */

#define CHAIN 100000

static void submit_next(struct job *job) {
  struct job *next = job->data;
  if (next)
    ops->submit(&next->work);
}

static struct job *make_chain(int (*kind)(int)) {
  static atomic_uint sum;
  static struct spin_args args = {0, &sum};
  struct job *chain = aligned_alloc(_Alignof(struct job), CHAIN * sizeof(*chain));
  CHECK(chain);
  for (int i = 0; i < CHAIN; i++) {
    switch (kind(i)) {
    case 0:
      job_init(&chain[i], WEFT_WORK_NONE);
      break;
    case 1:
      job_range(&chain[i], empty, (size_t[]){1, 1, 1}, (size_t[]){1, 1, 1}, NULL, 0);
      break;
    default:
      job_range(&chain[i], spin, (size_t[]){3, 1, 1}, (size_t[]){1, 1, 1}, &args, sizeof(args));
      break;
    }
    chain[i].then = submit_next;
    chain[i].data = i + 1 < CHAIN ? &chain[i + 1] : NULL;
  }
  return chain;
}

static int all_markers(int i) {
  return 0;
}
static int all_kernels(int i) {
  return 1;
}
static int mixed(int i) {
  return i % 3;
}

static void run_chain(int (*kind)(int)) {
  struct job *chain = make_chain(kind);
  ops->submit(&chain[0].work);
  job_wait(&chain[CHAIN - 1]);
  for (int i = 0; i < CHAIN; i++) {
    job_wait(&chain[i]); /* finished() of the one before may still be on its way out */
    CHECK(chain[i].status == CL_COMPLETE);
  }
  free(chain);
}

/* --- waits inside callbacks --- */

static void wait_inside(struct job *job) {
  struct job *inner = job->data;
  for (int i = 0; i < 20; i++) {
    ops->submit(&inner[i].work);
    if (i % 3 == 0)
      job_wait(&inner[i]);
  }
  for (int i = 0; i < 20; i++)
    job_wait(&inner[i]);
}

static void waits_in_callbacks(void) {
  for (int round = 0; round < 20; round++) {
    struct job outer[4], inner[4][20];
    atomic_uint sum = 0;
    struct spin_args args = {round * 500u, &sum};
    for (int o = 0; o < 4; o++) {
      for (int i = 0; i < 20; i++)
        job_range(&inner[o][i], i % 2 ? spin : empty, (size_t[]){5, 1, 1}, (size_t[]){1, 1, 1}, &args, sizeof(args));
      job_range(&outer[o], spin, (size_t[]){7, 1, 1}, (size_t[]){1, 1, 1}, &args, sizeof(args));
      outer[o].then = wait_inside;
      outer[o].data = inner[o];
    }
    for (int o = 0; o < 4; o++)
      ops->submit(&outer[o].work);
    for (int o = 0; o < 4; o++)
      job_wait(&outer[o]);
    CHECK(atomic_load(&sum) == 4 * 7 + 4 * 10 * 5);
  }
}

/* --- host functions that block on others --- */

static void wait_for_flag(void *arg) {
  while (atomic_load((atomic_uint *)arg) == 0)
    sched_yield();
}

static void calls_block_nobody(void) {
  enum { CALLS = 20 };
  atomic_uint go = 0, sum = 0;
  struct job calls[CALLS], kernel;
  struct spin_args args = {100000, &sum};
  for (int i = 0; i < CALLS; i++) {
    job_call(&calls[i], wait_for_flag, &go);
    ops->submit(&calls[i].work);
  }
  for (int i = 0; i < 3; i++) {
    job_range(&kernel, spin, (size_t[]){50, 1, 1}, (size_t[]){1, 1, 1}, &args, sizeof(args));
    job_run(&kernel);
  }
  for (int i = 0; i < CALLS; i++)
    CHECK(atomic_load(&calls[i].done) == 0);
  atomic_store(&go, 1);
  for (int i = 0; i < CALLS; i++) {
    job_wait(&calls[i]);
    CHECK(calls[i].status == CL_COMPLETE);
  }
}

/* --- nobody waits --- */

static void unattended(void) {
  atomic_uint sum = 0;
  struct spin_args args = {20000, &sum};
  struct job jobs[50];
  for (int i = 0; i < 50; i++) {
    if (i % 10 == 0)
      usleep(2000); /* let the workers fall asleep */
    job_range(&jobs[i], spin, (size_t[]){10, 1, 1}, (size_t[]){1, 1, 1}, &args, sizeof(args));
    ops->submit(&jobs[i].work);
  }
  for (int i = 0; i < 50; i++)
    while (atomic_load(&jobs[i].done) == 0)
      usleep(100);
  CHECK(atomic_load(&sum) == 500);
}

/* A kernel that spins on the host's flag occupies one unit, not the device. */
static void long_kernels_leave_room(void) {
  if (units < 2)
    return;
  atomic_uint flag = 0, sum = 0;
  struct until_args until = {&flag};
  struct spin_args args = {1000, &sum};
  struct job blocked, other;
  job_range(&blocked, until_set, (size_t[]){1, 1, 1}, (size_t[]){1, 1, 1}, &until, sizeof(until));
  ops->submit(&blocked.work);
  while (atomic_load(&blocked.started) == 0) /* by a worker: this thread does not help now */
    usleep(100);
  for (int i = 0; i < 100; i++) {
    job_range(&other, spin, (size_t[]){64, 1, 1}, (size_t[]){1, 1, 1}, &args, sizeof(args));
    job_run(&other);
  }
  CHECK(atomic_load(&sum) == 6400 && atomic_load(&blocked.done) == 0);
  atomic_store(&flag, 1);
  job_wait(&blocked);
}

/* --- handoff --- */

static void submit_and_block(struct job *job) {
  struct job *inner = job->data;
  ops->submit(&inner->work);
  ops->handoff();
  while (atomic_load(&inner->done) == 0)
    usleep(50);
}

static void kept_works_are_handed_over(void) {
  if (units < 2)
    return;
  struct job outer, inner;
  for (int i = 0; i < 50; i++) {
    job_range(&inner, empty, (size_t[]){1, 1, 1}, (size_t[]){1, 1, 1}, NULL, 0);
    job_init(&outer, WEFT_WORK_NONE);
    outer.then = submit_and_block;
    outer.data = &inner;
    job_run(&outer);
  }
}

/* --- waiting on a flag that another thread sets --- */

static atomic_uint turn[2];

static void *answer(void *arg) {
  for (unsigned i = 0; i < 2000; i++) {
    ops->wait(root, &turn[0]);
    atomic_store(&turn[0], 0);
    if (i % 50 == 0)
      usleep(300); /* long enough for the other side to sleep */
    atomic_store_explicit(&turn[1], 1, memory_order_release);
    ops->wake(&turn[1]);
  }
  return NULL;
}

static void ping_pong(void) {
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, answer, NULL) == 0);
  for (unsigned i = 0; i < 2000; i++) {
    if (i % 70 == 0)
      usleep(300);
    atomic_store_explicit(&turn[0], 1, memory_order_release);
    ops->wake(&turn[0]);
    ops->wait(root, &turn[1]);
    atomic_store(&turn[1], 0);
  }
  pthread_join(thread, NULL);
}

int main(void) {
  open_device();
  program = load_kernels();
  spin = find_kernel(program, "spin", 0);
  empty = find_kernel(program, "empty_group", 0);
  until_set = find_kernel(program, "until_set", 0);
  unattended();
  many_submitters();
  run_chain(all_markers);
  run_chain(all_kernels);
  run_chain(mixed);
  waits_in_callbacks();
  calls_block_nobody();
  long_kernels_leave_room();
  kept_works_are_handed_over();
  ping_pong();
  ops->close();
  return 0;
}
