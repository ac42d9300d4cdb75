/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A process ends in the middle of things: always promptly, with the status it gave, whatever lives or runs. */
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/api_core/info.h"

static cl_event user_event(void) {
  cl_int error;
  return clCreateUserEvent(test.context, &error);
}

static void CL_CALLBACK sleep_long(void *arg) {
  usleep(100000);
}

static void CL_CALLBACK nothing(void *arg) {}

static void objects_alive(void) {
  cl_int error;
  for (int i = 0; i < 100; i++) {
    clCreateCommandQueue(test.context, test.device, 0, &error);
    clCreateBuffer(test.context, 0, 4096, NULL, &error);
    user_event();
  }
}

static void commands_running(void) {
  for (int i = 0; i < 20; i++)
    clEnqueueNativeKernel(test.queue, sleep_long, NULL, 0, 0, NULL, NULL, 0, NULL, NULL);
}

static void commands_waiting(void) {
  cl_event gate = user_event();
  for (int i = 0; i < 1000; i++)
    clEnqueueNativeKernel(test.queue, nothing, NULL, 0, 0, NULL, NULL, 1, &gate, NULL);
}

static void *wait_for_ever(void *event) {
  clWaitForEvents(1, &(cl_event){event});
  return NULL;
}

static void thread_waiting(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait_for_ever, user_event());
  usleep(20000);
}

static void *enqueue_for_ever(void *unused) {
  for (;;) {
    clEnqueueNativeKernel(test.queue, nothing, NULL, 0, 0, NULL, NULL, 0, NULL, NULL);
    clFinish(test.queue);
  }
  return NULL;
}

static void thread_enqueuing(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, enqueue_for_ever, NULL);
  usleep(20000);
}

static void CL_CALLBACK exit_in_callback(cl_event event, cl_int status, void *user) {
  exit(7);
}

/* A callback of a worker thread ends the process. */
static void callback_exits(void) {
  cl_event gate = user_event(), event;
  clEnqueueNativeKernel(test.queue, sleep_long, NULL, 0, 0, NULL, NULL, 1, &gate, &event);
  clSetEventCallback(event, CL_COMPLETE, exit_in_callback, NULL);
  clSetUserEventStatus(gate, CL_COMPLETE);
  for (;;)
    usleep(1000);
}

/* The child of a process with a pool has no pool; it may end all the same. */
static void fork_and_exit(void) {
  pid_t child = fork();
  int status = 0;
  if (child == 0)
    exit(7);
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 7)
    _exit(9);
}

/* Each way runs in a child of its own that makes its own platform: nothing of the parent's is open yet. */
static void ends(const char *name) {
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    char *arguments[] = {"/proc/self/exe", (char *)name, NULL};
    setenv("WEFT_TEST_EXIT", name, 1);
    setenv("ASAN_OPTIONS", "detect_leaks=0", 1); /* objects that still live are the point */
    execv(arguments[0], arguments);
    _exit(99);
  }
  int status = 0;
  for (int i = 0; i < 3000 && waitpid(child, &status, WNOHANG) == 0; i++) {
    usleep(10000);
    if (i == 2999) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      FAIL("%s: did not end in 30 seconds", name);
    }
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 7)
    FAIL("%s: status %#x", name, (unsigned)status);
}

#define WAYS(X)                                                                                                        \
  X(objects_alive)                                                                                                     \
  X(commands_running)                                                                                                  \
  X(commands_waiting)                                                                                                  \
  X(thread_waiting)                                                                                                    \
  X(thread_enqueuing)                                                                                                  \
  X(callback_exits)                                                                                                    \
  X(fork_and_exit)

#define END(way)                                                                                                       \
  static void way##_ends(void) {                                                                                       \
    ends(#way);                                                                                                        \
  }
WAYS(END)

static void run_and_exit(void) {
#define RUN(way)                                                                                                       \
  if (strcmp(getenv("WEFT_TEST_EXIT"), #way) == 0)                                                                     \
    way();
  WAYS(RUN)
  exit(7);
}

int main(int argc, char **argv) {
  static const struct test_case child[] = {{"child", run_and_exit}};
#define CASE(way) {#way, way##_ends},
  static const struct test_case cases[] = {WAYS(CASE)};
  if (getenv("WEFT_TEST_EXIT"))
    return test_run(1, argv, child, TEST_COUNT(child));
  return test_run(argc, argv, cases, TEST_COUNT(cases));
}
