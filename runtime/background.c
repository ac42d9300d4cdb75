/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Invariant: a job waits from submit() until it is taken, by a thread or by cancel(), under the lock; so one of run()
 * and a successful cancel() comes, never both. While it runs it is in the list of those that run. In the child of a
 * fork the jobs that ran wait again, in front.
 *
 * Threads are never joined: at process exit they are left where they are. A job that must not run then asks for itself
 * (weft_compiler_exits()).
 */
#include "runtime/background.h"

#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/lock.h"
#include "base/thread.h"

/* Copies are made behind the application's threads, but with two thirds of the share of one of them: where processors
 * are busy, they are so with the slow code that the job is to replace. */
enum { COPIES_NICENESS = 2 };
/* Each thread of the code's may have a compilation in memory. */
enum { MOST_CODE_THREADS = 16 };

struct team {
  const char *name;
  int niceness;
  unsigned most_waiting; /* jobs; 0: any number */
  bool is_one;           /* thread at most; else as many as there are processors for them */
  bool leaves;           /* the thread, once no job waits */
  /* Under the lock. */
  struct weft_list waiting, running;
  unsigned num_waiting, num_threads, num_idle;
  pthread_cond_t arrived;
};

static struct weft_lock lock = WEFT_LOCK_INIT;

static struct team teams[WEFT_NUM_TEAMS] = {
    [WEFT_TEAM_CODE] = {.name = "weft-code",
                        .waiting = WEFT_LIST_INIT(teams[WEFT_TEAM_CODE].waiting),
                        .running = WEFT_LIST_INIT(teams[WEFT_TEAM_CODE].running),
                        .arrived = PTHREAD_COND_INITIALIZER},
    [WEFT_TEAM_COPIES] = {.name = "weft-background",
                          .niceness = COPIES_NICENESS,
                          .is_one = true,
                          .most_waiting = WEFT_MOST_COPIES,
                          .waiting = WEFT_LIST_INIT(teams[WEFT_TEAM_COPIES].waiting),
                          .running = WEFT_LIST_INIT(teams[WEFT_TEAM_COPIES].running),
                          .arrived = PTHREAD_COND_INITIALIZER},
    [WEFT_TEAM_IDLE] = {.name = "weft-idle",
                        .is_one = true,
                        .leaves = true,
                        .waiting = WEFT_LIST_INIT(teams[WEFT_TEAM_IDLE].waiting),
                        .running = WEFT_LIST_INIT(teams[WEFT_TEAM_IDLE].running),
                        .arrived = PTHREAD_COND_INITIALIZER},
};

static pthread_once_t prepared = PTHREAD_ONCE_INIT;

/* What ran at the fork begins again: its thread is not here. */
static void in_child(void) {
  weft_lock_init(&lock);
  for (struct team *team = teams; team < teams + WEFT_NUM_TEAMS; team++) {
    pthread_cond_init(&team->arrived, NULL);
    team->num_threads = team->num_idle = 0;
    for (struct weft_list *node; (node = weft_list_take(&team->running));) {
      WEFT_LIST_ENTRY(node, struct weft_job, node)->waits = true;
      weft_list_prepend(&team->waiting, node);
      team->num_waiting++;
    }
  }
}

static void prepare(void) {
  static struct weft_fork_hook hook = {.in_child = in_child};
  weft_span_watch_fork(&hook);
}

void weft_job_init(struct weft_job *job, enum weft_team team, void (*run)(struct weft_job *),
                   void (*done)(struct weft_job *)) {
  weft_list_init(&job->node);
  job->team = team;
  job->waits = false;
  job->run = run;
  job->done = done;
}

/* NULL: there is none, and the thread is none of the team's any more. */
static struct weft_job *take(struct team *team) {
  weft_lock_acquire(&lock);
  if (team->leaves && weft_list_empty(&team->waiting)) {
    team->num_threads--;
    weft_lock_release(&lock);
    return NULL;
  }
  team->num_idle++;
  while (weft_list_empty(&team->waiting))
    weft_lock_wait(&lock, &team->arrived);
  team->num_idle--;
  team->num_waiting--;
  struct weft_job *job = WEFT_LIST_ENTRY(weft_list_take(&team->waiting), struct weft_job, node);
  job->waits = false;
  weft_list_append(&team->running, &job->node);
  weft_lock_release(&lock);
  return job;
}

/* A fork finds the job either running, or gone with all that it held. */
static void end(struct weft_job *job) {
  weft_span_enter();
  weft_lock_acquire(&lock);
  weft_list_remove(&job->node);
  weft_lock_release(&lock);
  job->done(job);
  weft_span_leave();
}

static void *thread_main(void *arg) {
  struct team *team = arg;
  weft_thread_begin(team->name);
  if (team->niceness)
    setpriority(PRIO_PROCESS, (id_t)gettid(), getpriority(PRIO_PROCESS, (id_t)gettid()) + team->niceness);
  for (struct weft_job *job; (job = take(team));) {
    job->run(job);
    end(job);
  }
  return NULL;
}

/* In the usual scheduling class, whatever its maker's is: a real-time thread would not be interrupted for it. */
static bool make_thread(struct team *team) {
  pthread_attr_t attributes;
  pthread_t thread;
  if (pthread_attr_init(&attributes) != 0)
    return false;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
  pthread_attr_setschedpolicy(&attributes, SCHED_OTHER);
  pthread_attr_setschedparam(&attributes, &(struct sched_param){0}); /* else the maker's priority, which does not fit */
  int error = weft_thread_create(&thread, &attributes, thread_main, team);
  pthread_attr_destroy(&attributes);
  return error == 0;
}

/* As many as the caller may use processors. */
static unsigned most_threads(const struct team *team) {
  cpu_set_t set;
  if (team->is_one || sched_getaffinity(0, sizeof(set), &set) != 0)
    return 1;
  int count = CPU_COUNT(&set);
  return count < 1 ? 1 : count > MOST_CODE_THREADS ? MOST_CODE_THREADS : (unsigned)count;
}

/* There is a thread that will take the job, or another one after its own. */
static bool has_thread_locked(struct team *team) {
  weft_lock_assert(&lock);
  if (team->num_idle <= team->num_waiting && team->num_threads < most_threads(team))
    team->num_threads += make_thread(team);
  return team->num_threads != 0;
}

bool weft_background_submit(struct weft_job *job) {
  struct team *team = &teams[job->team];
  pthread_once(&prepared, prepare);
  weft_lock_acquire(&lock);
  bool taken = (!team->most_waiting || team->num_waiting < team->most_waiting) && has_thread_locked(team);
  if (taken) {
    job->waits = true;
    weft_list_append(&team->waiting, &job->node);
    team->num_waiting++;
    pthread_cond_signal(&team->arrived);
  }
  weft_lock_release(&lock);
  return taken;
}

bool weft_background_cancel(struct weft_job *job) {
  weft_lock_acquire(&lock);
  bool waited = job->waits;
  if (waited) {
    job->waits = false;
    weft_list_remove(&job->node);
    teams[job->team].num_waiting--;
  }
  weft_lock_release(&lock);
  return waited;
}
