/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Priorities: what waits is taken in their order, and what runs gives way. Throttles: how many take part. */
#include "tests/devices/harness.h"

#include <pthread.h>
#include <unistd.h>

static struct weft_hw_program *program;
static struct weft_hw_kernel *shared_spin; /* of several threads */
static const int hints[] = {WEFT_HINT_LOW, WEFT_HINT_MEDIUM, WEFT_HINT_HIGH};

static void poll_until(atomic_uint *flag) {
  while (atomic_load(flag) == 0)
    usleep(100); /* this thread must not help */
}

/* --- order --- */

static atomic_uint finished_so_far;

static void note_turn(struct job *job) {
  job->data = (void *)(uintptr_t)(atomic_fetch_add(&finished_so_far, 1) + 1);
}

/* All workers but one are kept busy; what has come meanwhile in the worst order runs in the order of priorities, and in
 * that of arrival inside each. */
static void waiting_works_are_ordered(void) {
  enum { EACH = 4 };
  atomic_uint gate = 0, others = 0, sum = 0;
  struct until_args until[] = {{&gate}, {&others}};
  struct spin_args args = {2000, &sum};
  struct job *blockers = calloc(units, sizeof(*blockers)), jobs[3 * EACH];
  struct weft_hw_kernel *until_set = find_kernel(program, "until_set", 0), *spin = find_kernel(program, "spin", 0);
  CHECK(blockers);
  atomic_store(&finished_so_far, 0);
  for (unsigned i = 0; i < units; i++) {
    job_range(&blockers[i], until_set, (size_t[]){1, 1, 1}, (size_t[]){1, 1, 1}, &until[i != 0], sizeof(*until));
    ops->submit(&blockers[i].work);
  }
  for (unsigned i = 0; i < units; i++)
    while (atomic_load(&blockers[i].started) == 0)
      usleep(100);
  for (int i = 0; i < 3 * EACH; i++) {
    job_range(&jobs[i], spin, (size_t[]){1, 1, 1}, (size_t[]){1, 1, 1}, &args, sizeof(args));
    jobs[i].work.priority = (signed char)hints[i / EACH];
    jobs[i].then = note_turn;
    ops->submit(&jobs[i].work);
  }
  usleep(1000);
  CHECK(atomic_load(&sum) == 0);
  atomic_store(&gate, 1);
  for (int i = 0; i < 3 * EACH; i++)
    poll_until(&jobs[i].done);
  for (int i = 0; i < 3 * EACH; i++)
    CHECK((uintptr_t)jobs[i].data == (uintptr_t)((2 - i / EACH) * EACH + i % EACH + 1));
  atomic_store(&others, 1);
  for (unsigned i = 0; i < units; i++)
    job_wait(&blockers[i]);
  free(blockers);
}

/* --- giving way --- */

/* A long work is left between two batches for one of a higher priority, and done in the end. */
static void running_works_give_way(int low, int high, bool shared) {
  enum { GROUPS = 4000 };
  atomic_uint sum = 0, quick_sum = 0;
  struct spin_args args = {50000, &sum}, quick_args = {1000, &quick_sum};
  struct job slow, quick;
  struct weft_hw_kernel *spin = find_kernel(program, "spin", 0), *fresh = find_kernel(program, "spin", 0);
  job_range(&slow, spin, (size_t[]){GROUPS, 1, 1}, (size_t[]){1, 1, 1}, &args, sizeof(args));
  slow.work.priority = (signed char)low;
  ops->submit(&slow.work);
  while (atomic_load(&sum) == 0)
    usleep(100);
  job_range(&quick, fresh, (size_t[]){shared ? 4 * units : 1, 1, 1}, (size_t[]){1, 1, 1}, &quick_args,
            sizeof(quick_args));
  quick.work.priority = (signed char)high;
  ops->submit(&quick.work);
  poll_until(&quick.done);
  CHECK(atomic_load(&slow.done) == 0);
  CHECK(atomic_load(&quick_sum) == (shared ? 4 * units : 1));
  poll_until(&slow.done);
  CHECK(atomic_load(&sum) == GROUPS);
}

/* --- throttles --- */

static void throttled_teams_are_small(void) {
  unsigned most_expected = units / 4 ? units / 4 : 1;
  struct weft_hw_kernel *crowd = find_kernel(program, "crowd", 0);
  for (int round = 0; round < 60; round++) {
    atomic_uint now = 0, most = 0, sum = 0;
    struct crowd_args args = {1000, &now, &most, &sum};
    struct job job;
    job_range(&job, crowd, (size_t[]){400, 1, 1}, (size_t[]){1, 1, 1}, &args, sizeof(args));
    job.work.throttle = WEFT_HINT_LOW;
    ops->submit(&job.work);
    if (round % 2)
      job_wait(&job);
    else
      poll_until(&job.done);
    CHECK(atomic_load(&sum) == 400 && atomic_load(&most) <= most_expected);
  }
}

/* A thread that helps leaves a throttled work when what it waits for is there; others see to the rest. */
static void throttled_works_are_left(void) {
  struct weft_hw_kernel *crowd = find_kernel(program, "crowd", 0), *spin = find_kernel(program, "spin", 0);
  for (int round = 0; round < 60; round++) {
    atomic_uint now = 0, most = 0, sum = 0, spin_sum = 0;
    struct crowd_args args = {1000, &now, &most, &sum};
    struct spin_args spin_args = {5000, &spin_sum};
    struct job slow, quick;
    job_range(&slow, crowd, (size_t[]){500, 1, 1}, (size_t[]){1, 1, 1}, &args, sizeof(args));
    slow.work.throttle = WEFT_HINT_LOW;
    job_range(&quick, spin, (size_t[]){1 + round % 7, 1, 1}, (size_t[]){1, 1, 1}, &spin_args, sizeof(spin_args));
    quick.work.throttle = (signed char)hints[round % 3];
    ops->submit(&slow.work);
    ops->submit(&quick.work);
    job_wait(&quick);
    poll_until(&slow.done);
    CHECK(atomic_load(&sum) == 500);
  }
}

/* --- everything at once --- */

static void *submitter(void *arg) {
  enum { FLIGHT = 12 };
  uint64_t state = (uint64_t)(uintptr_t)arg;
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
      job_range(&jobs[i], shared_spin, (size_t[]){groups[i], 1, 1}, (size_t[]){1, 1, 1}, &args[i], sizeof(args[i]));
      jobs[i].work.priority = (signed char)hints[random_next(&state) % 3];
      jobs[i].work.throttle = (signed char)hints[random_next(&state) % 3];
      ops->submit(&jobs[i].work);
    }
    for (int i = FLIGHT - 1; i >= 0; i--) {
      if (round % 4)
        job_wait(&jobs[i]);
      else
        poll_until(&jobs[i].done);
      CHECK(jobs[i].status == CL_COMPLETE && atomic_load(&sums[i]) == groups[i]);
    }
  }
  free(jobs);
  return NULL;
}

static void mixed_submitters(void) {
  pthread_t threads[4];
  for (uintptr_t i = 0; i < 4; i++)
    CHECK(pthread_create(&threads[i], NULL, submitter, (void *)(i + 1)) == 0);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
}

int main(void) {
  open_device();
  program = load_kernels();
  shared_spin = find_kernel(program, "spin", 0);
  throttled_teams_are_small(); /* before any priority has come */
  waiting_works_are_ordered();
  running_works_give_way(WEFT_HINT_MEDIUM, WEFT_HINT_HIGH, false);
  running_works_give_way(WEFT_HINT_LOW, WEFT_HINT_MEDIUM, true);
  running_works_give_way(WEFT_HINT_LOW, WEFT_HINT_HIGH, true);
  throttled_works_are_left();
  throttled_teams_are_small();
  mixed_submitters();
  ops->close();
  return 0;
}
