/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A process or a thread ends in the middle of a build: from a signal handler, by exit(), by pthread_cancel(). The test
 * runs itself for each. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/harness/test.h"

enum { STATUS = 3, CHILD_SECONDS = 60 };

/* Takes seconds to build, in long passes: many kernels with loops and slow functions. */
enum { KERNELS = 300, EACH = 256 };
static char long_source[KERNELS * EACH];

static void write_long_source(void) {
  char *at = long_source;
  for (int i = 0; i < KERNELS; i++)
    at += snprintf(at, EACH,
                   "kernel void k%d(global float *x, int n) { float a = x[0]; for (int i = 0; i < n; i++) {"
                   " a = a * x[i] + sin(a + %d); if (a > 3) a -= cos(x[i]); } x[get_global_id(0)] = a; }\n",
                   i, i);
}

static cl_int build_long(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  const char *text = long_source;
  pthread_once(&once, write_long_source);
  cl_int error;
  cl_program program = clCreateProgramWithSource(test.context, 1, &text, NULL, &error);
  CHECK_CL(error);
  error = clBuildProgram(program, 1, &test.device, NULL, NULL, NULL);
  clReleaseProgram(program);
  return error;
}

static void exit_now(int signal) {
  exit(STATUS);
}

static void alarm_in(unsigned us) {
  struct itimerval timer = {.it_value = {.tv_usec = (suseconds_t)us}};
  CHECK(!setitimer(ITIMER_REAL, &timer, NULL));
}

static unsigned delay_us(void) {
  const char *text = getenv("WEFT_TEST_DELAY_US");
  return text ? (unsigned)atoi(text) : 100000;
}

/* ---- the children ---- */

static void child_exits_in_a_handler(void) {
  signal(SIGALRM, exit_now);
  alarm_in(delay_us());
  build_long();
  FAIL("the build ended before the signal came");
}

static void *build_on_a_thread(void *result) {
  cl_int error = build_long();
  if (result)
    *(cl_int *)result = error;
  return NULL;
}

static void child_exits_while_others_build(void) {
  pthread_t thread;
  for (int i = 0; i < 4; i++)
    CHECK(!pthread_create(&thread, NULL, build_on_a_thread, NULL));
  usleep(delay_us());
  exit(STATUS);
}

static pthread_t builder;
static cl_int builders_error;

/* As the destructor of an application's pool of threads does, which was there before the platform. */
static void join_builder(void) {
  if (!builder)
    return;
  pthread_join(builder, NULL);
  if (builders_error == CL_SUCCESS)
    _exit(9); /* it is given up, and says so */
}

static void child_joins_the_builder_at_exit(void) {
  CHECK(!pthread_create(&builder, NULL, build_on_a_thread, &builders_error));
  usleep(delay_us());
  exit(STATUS);
}

static atomic_uint after_build;

static void *build_and_look(void *unused) {
  build_long();
  atomic_store(&after_build, 1);
  pthread_testcancel();
  atomic_store(&after_build, 2);
  return NULL;
}

/* No function of OpenCL is a place to be cancelled at: the build ends as it would have, then the thread. */
static void child_cancels_a_builder(void) {
  pthread_t thread;
  void *result = NULL;
  CHECK(!pthread_create(&thread, NULL, build_and_look, NULL));
  usleep(delay_us());
  CHECK(!pthread_cancel(thread));
  CHECK(!pthread_join(thread, &result));
  CHECK(result == PTHREAD_CANCELED);
  CHECK_EQ(after_build, 1);
  test_build(NULL, "kernel void k(global int *x) { x[0] = 1; }");
  exit(STATUS);
}

static const struct test_case child_cases[] = {
    {"child_exits_in_a_handler", child_exits_in_a_handler},
    {"child_exits_while_others_build", child_exits_while_others_build},
    {"child_joins_the_builder_at_exit", child_joins_the_builder_at_exit},
    {"child_cancels_a_builder", child_cancels_a_builder},
};

/* ---- the parent ---- */

static void ends(const char *name) {
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    setenv("ASAN_OPTIONS", "detect_leaks=0", 1); /* what a build had made is left where it is */
    execl("/proc/self/exe", "ends", name, (char *)NULL);
    _exit(99);
  }
  int status = 0;
  for (int i = 0; i < CHILD_SECONDS * 100; i++) {
    if (waitpid(child, &status, WNOHANG) == child) {
      if (!WIFEXITED(status) || WEXITSTATUS(status) != STATUS)
        FAIL("%s: status %#x", name, (unsigned)status);
      return;
    }
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
  }
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  FAIL("%s does not end", name);
}

/* At moments from before the compiler is loaded to the midst of it. */
static void ends_at_all_times(const char *name) {
  static const char *const delays[] = {"100", "5000", "20000", "40000", "80000", "150000", "300000"};
  for (size_t i = 0; i < TEST_COUNT(delays); i++) {
    setenv("WEFT_TEST_DELAY_US", delays[i], 1);
    ends(name);
  }
  unsetenv("WEFT_TEST_DELAY_US");
}

static void exit_in_a_handler(void) {
  ends_at_all_times("child_exits_in_a_handler");
}

static void exit_while_others_build(void) {
  ends_at_all_times("child_exits_while_others_build");
}

static void joined_at_exit(void) {
  ends_at_all_times("child_joins_the_builder_at_exit");
}

static void cancelled(void) {
  ends("child_cancels_a_builder");
}

static const struct test_case cases[] = {
    {"exit_in_a_handler", exit_in_a_handler},
    {"exit_while_others_build", exit_while_others_build},
    {"joined_at_exit", joined_at_exit},
    {"cancelled", cancelled},
};

int main(int argc, char **argv) {
  if (argc > 1 && !strncmp(argv[1], "child_", 6))
    return atexit(join_builder) ? 1 : test_run(argc, argv, child_cases, TEST_COUNT(child_cases));
  return test_run(argc, argv, cases, TEST_COUNT(cases));
}
