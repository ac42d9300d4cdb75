/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A process ends, whatever runs: with a kernel that never ends, from a callback, after a fork, and it may still work
 * after close. */
#include "tests/devices/harness.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static struct weft_hw_program *program;
static struct weft_hw_kernel *spin, *until_set;
static atomic_uint never;

static void start(void) {
  open_device();
  program = load_kernels();
  spin = find_kernel(program, "spin", 0);
  until_set = find_kernel(program, "until_set", 0);
}

static void run_some(void) {
  atomic_uint sum = 0;
  struct spin_args args = {3000, &sum};
  struct job job;
  for (int i = 0; i < 20; i++) {
    job_range(&job, spin, (size_t[]){100, 1, 1}, (size_t[]){1, 1, 1}, &args, sizeof(args));
    job_run(&job);
    CHECK(job.status == CL_COMPLETE);
  }
  CHECK(atomic_load(&sum) == 2000);
}

static void run_forever(void) {
  static struct until_args args = {&never};
  static struct job jobs[3];
  for (int i = 0; i < 3; i++) {
    job_range(&jobs[i], until_set, (size_t[]){1, 1, 1}, (size_t[]){1, 1, 1}, &args, sizeof(args));
    ops->submit(&jobs[i].work);
  }
  usleep(20000);
}

static void close_at_exit(void) {
  ops->close();
}

/* --- cases; each in a process of its own --- */

static void idle_exit(void) {
  start();
  atexit(close_at_exit);
  run_some();
}

static void exit_while_running(void) {
  start();
  atexit(close_at_exit);
  run_forever();
}

static void leave(struct job *job) {
  exit(0);
}

static void exit_from_callback(void) {
  start();
  atexit(close_at_exit);
  static atomic_uint sum;
  static struct spin_args args = {1000000, &sum};
  static struct job job;
  job_range(&job, spin, (size_t[]){8, 1, 1}, (size_t[]){1, 1, 1}, &args, sizeof(args));
  job.then = leave;
  ops->submit(&job.work);
  for (;;)
    pause();
}

static void call_exit(void *arg) {
  exit(0);
}

static void exit_from_call(void) {
  start();
  atexit(close_at_exit);
  static struct job job;
  job_call(&job, call_exit, NULL);
  ops->submit(&job.work);
  for (;;)
    pause();
}

static void works_after_close(void) {
  start();
  run_some();
  ops->close();
  run_some(); /* as an application's own exit handler may */
  struct job job;
  job_init(&job, WEFT_WORK_NONE);
  job_run(&job);
}

#ifndef __SANITIZE_THREAD__ /* which ends a child that makes threads */
static void child_of_fork(void) {
  start();
  atexit(close_at_exit);
  run_some();
  run_forever();
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    run_some(); /* it has no workers left, and makes its own */
    exit(0);
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
#endif

#if !defined __SANITIZE_ADDRESS__ || __GNUC__ >= 14
#define FORKS_WHILE_BUSY /* the older libasan's allocator keeps the locks in a child that other threads held */
#endif

#ifdef FORKS_WHILE_BUSY
static void fork_while_busy(void) {
  start();
  atexit(close_at_exit);
  static atomic_uint sum;
  static struct spin_args args = {2000, &sum};
  static struct job jobs[200];
  for (int i = 0; i < 200; i++) {
    job_range(&jobs[i], spin, (size_t[]){100, 1, 1}, (size_t[]){1, 1, 1}, &args, sizeof(args));
    ops->submit(&jobs[i].work);
    if (i % 20 == 0) {
      pid_t child = fork();
      CHECK(child >= 0);
      if (child == 0)
        exit(0);
      int status;
      CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
  }
  for (int i = 0; i < 200; i++)
    job_wait(&jobs[i]);
}
#endif

static void check(const char *name, void (*run)(void)) {
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    alarm(60);
    run();
    exit(0);
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    fprintf(stderr, "%s: ended with status %#x\n", name, (unsigned)status);
    _Exit(1);
  }
}

int main(void) {
  check("idle_exit", idle_exit);
  check("exit_while_running", exit_while_running);
  check("exit_from_callback", exit_from_callback);
  check("exit_from_call", exit_from_call);
  check("works_after_close", works_after_close);
#ifndef __SANITIZE_THREAD__
  check("child_of_fork", child_of_fork);
#endif
#ifdef FORKS_WHILE_BUSY
  check("fork_while_busy", fork_while_busy);
#endif
  return 0;
}
