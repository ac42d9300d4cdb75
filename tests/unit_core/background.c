/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Jobs in the background: order, the limit, cancelling, priority, the thread that goes, and what a forked child has of
 * them. */
#include "runtime/background.h"

#include <dirent.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/unit_core/unit.h"

struct test_job {
  struct weft_job job;
  unsigned number;
  atomic_uint runs, done;
};

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER; /* a job waits for it */
static atomic_uint entered, order;
static atomic_int niceness, policy;

static void nap(void) {
  nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static void wait_until(atomic_uint *value, unsigned least) {
  while (atomic_load(value) < least)
    nap();
}

static struct test_job *test_job_of(struct weft_job *job) {
  return WEFT_LIST_ENTRY(job, struct test_job, job);
}

/* Jobs run one after the other, in the order in which they came. */
static void run_in_order(struct weft_job *job) {
  struct test_job *self = test_job_of(job);
  CHECK(atomic_fetch_add(&order, 1) == self->number);
  atomic_store(&policy, sched_getscheduler(0));
  atomic_store(&niceness, getpriority(PRIO_PROCESS, (id_t)gettid()));
  atomic_fetch_add(&self->runs, 1);
}

static void run_behind_gate(struct weft_job *job) {
  atomic_fetch_add(&entered, 1);
  pthread_mutex_lock(&gate);
  pthread_mutex_unlock(&gate);
  atomic_fetch_add(&test_job_of(job)->runs, 1);
}

static void count_done(struct weft_job *job) {
  CHECK(atomic_load(&test_job_of(job)->runs) == atomic_fetch_add(&test_job_of(job)->done, 1) + 1);
}

static struct test_job make(void (*run)(struct weft_job *job), unsigned number) {
  return (struct test_job){.job = {.team = WEFT_TEAM_COPIES, .run = run, .done = count_done}, .number = number};
}

/* Whoever sends the first job makes the thread, a real-time thread too where this process may have one. */
static void in_order(void) {
  static struct test_job jobs[8];
  int before = sched_getscheduler(0);
  bool real_time = sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){.sched_priority = 1}) == 0;
  for (unsigned i = 0; i < 8; i++) {
    jobs[i] = make(run_in_order, i);
    weft_list_init(&jobs[i].job.node);
    CHECK(weft_background_submit(&jobs[i].job));
  }
  for (unsigned i = 0; i < 8; i++)
    wait_until(&jobs[i].runs, 1);
  if (real_time)
    CHECK(sched_setscheduler(0, before, &(struct sched_param){0}) == 0);
  CHECK(atomic_load(&policy) == SCHED_OTHER);
  CHECK(atomic_load(&niceness) > getpriority(PRIO_PROCESS, 0) || getpriority(PRIO_PROCESS, 0) == 19);
  CHECK(!weft_background_cancel(&jobs[0].job)); /* it has run */
}

/* One runs and the most wait: the next is refused, and what is cancelled never runs. */
static void bounded(void) {
  static struct test_job first, jobs[WEFT_MOST_COPIES + 1];
  unsigned before = atomic_load(&entered);
  pthread_mutex_lock(&gate);
  first = make(run_behind_gate, 0);
  weft_list_init(&first.job.node);
  CHECK(weft_background_submit(&first.job));
  wait_until(&entered, before + 1);
  CHECK(!weft_background_cancel(&first.job)); /* it runs */
  for (unsigned i = 0; i <= WEFT_MOST_COPIES; i++) {
    jobs[i] = make(run_behind_gate, i);
    weft_list_init(&jobs[i].job.node);
    CHECK(weft_background_submit(&jobs[i].job) == (i < WEFT_MOST_COPIES));
  }
  for (unsigned i = 0; i < WEFT_MOST_COPIES; i += 2) {
    CHECK(weft_background_cancel(&jobs[i].job));
    CHECK(!weft_background_cancel(&jobs[i].job));
  }
  CHECK(weft_background_submit(&jobs[WEFT_MOST_COPIES].job)); /* there is room again */
  pthread_mutex_unlock(&gate);
  wait_until(&jobs[WEFT_MOST_COPIES].runs, 1); /* the last of all */
  CHECK(atomic_load(&first.runs) == 1);
  for (unsigned i = 0; i < WEFT_MOST_COPIES; i++)
    CHECK(atomic_load(&jobs[i].runs) == i % 2);
}

static unsigned count_threads(const char *name) {
  DIR *tasks = opendir("/proc/self/task");
  CHECK(tasks);
  unsigned count = 0;
  for (struct dirent *task; (task = readdir(tasks));) {
    char path[320], comm[32] = "";
    snprintf(path, sizeof(path), "/proc/self/task/%s/comm", task->d_name);
    FILE *file = fopen(path, "r");
    if (!file)
      continue;
    count += fgets(comm, sizeof(comm), file) && strcspn(comm, "\n") == strlen(name) &&
             strncmp(comm, name, strlen(name)) == 0;
    fclose(file);
  }
  closedir(tasks);
  return count;
}

/* Many jobs of the team have one thread, which ends behind the last; the next job makes another. */
static void leaves(void) {
  static struct test_job jobs[2][WEFT_MOST_COPIES * 2];
  for (unsigned round = 0; round < 2; round++) {
    unsigned before = atomic_load(&entered);
    pthread_mutex_lock(&gate);
    for (unsigned i = 0; i < WEFT_MOST_COPIES * 2; i++) {
      struct test_job *job = &jobs[round][i];
      *job = make(run_behind_gate, 0);
      weft_job_init(&job->job, WEFT_TEAM_IDLE, run_behind_gate, count_done);
      CHECK(weft_background_submit(&job->job));
    }
    wait_until(&entered, before + 1);
    CHECK(count_threads("weft-idle") == 1);
    CHECK(weft_background_cancel(&jobs[round][1].job));
    pthread_mutex_unlock(&gate);
    while (count_threads("weft-idle"))
      nap();
    for (unsigned i = 0; i < WEFT_MOST_COPIES * 2; i++)
      CHECK(atomic_load(&jobs[round][i].done) == (i != 1));
  }
}

/* The child has what ran and what waited, and runs both, in that order, with the next job. */
__attribute__((unused)) static void forked(void) {
  static struct test_job running, waiting, last;
  unsigned before = atomic_load(&entered);
  pthread_mutex_lock(&gate);
  running = make(run_behind_gate, 0);
  waiting = make(run_behind_gate, 0);
  last = make(run_behind_gate, 0);
  weft_list_init(&running.job.node);
  weft_list_init(&waiting.job.node);
  weft_list_init(&last.job.node);
  CHECK(weft_background_submit(&running.job));
  wait_until(&entered, before + 1);
  CHECK(weft_background_submit(&waiting.job));
  pid_t child = fork();
  CHECK(child >= 0);
  pthread_mutex_unlock(&gate);
  if (child == 0) {
    alarm(60);
    CHECK(weft_background_submit(&last.job));
    wait_until(&last.runs, 1);
    CHECK(atomic_load(&waiting.runs) == 1 && atomic_load(&running.runs) == 1);
    CHECK(atomic_load(&waiting.done) == 1 && atomic_load(&running.done) == 1);
    _exit(0);
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  wait_until(&waiting.runs, 1);
  CHECK(atomic_load(&running.runs) == 1 && atomic_load(&last.runs) == 0);
}

int main(void) {
  in_order();
  bounded();
  leaves();
#ifndef __SANITIZE_THREAD__ /* which makes no threads after a fork */
  forked();
#endif
  return 0;
}
