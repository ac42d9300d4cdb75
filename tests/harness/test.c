/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "tests/harness/test.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/harness/pool.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1 /* whose reports of a fault say more than ours */
#else
#define SANITIZED 0
#endif

struct test_env test;

enum { PASSED = 1, FAILED, SKIPPED }; /* setjmp keeps 0 for itself */

static jmp_buf case_end;
static pthread_t case_thread;
static const char *volatile case_name = "start";

static _Noreturn void end_case(int how) {
  fflush(stdout);
  if (!pthread_equal(pthread_self(), case_thread))
    _exit(1);
  longjmp(case_end, how);
}

void test_fail(const char *file, int line, const char *format, ...) {
  va_list list;
  va_start(list, format);
  fflush(stdout);
  fprintf(stderr, "%s:%d: in %s: ", file, line, case_name);
  vfprintf(stderr, format, list);
  fputc('\n', stderr);
  va_end(list);
  end_case(FAILED);
}

void test_skip(const char *format, ...) {
  va_list list;
  va_start(list, format);
  printf("skip %s: ", case_name);
  vprintf(format, list);
  putchar('\n');
  va_end(list);
  end_case(SKIPPED);
}

/* Only write() and friends here: the fault may have come from anywhere. */
static void on_signal(int signal_number) {
  const char *what = signal_number == SIGALRM ? "out of time" : "fault";
  const char *parts[] = {what, " in case ", case_name, "\n"};
  for (size_t i = 0; i < TEST_COUNT(parts); i++)
    if (write(2, parts[i], strlen(parts[i])) < 0)
      break;
  if (signal_number == SIGALRM)
    _exit(1);
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

static void watch(void) {
  const char *seconds = getenv("WEFT_TEST_TIMEOUT");
  signal(SIGALRM, on_signal);
  alarm(seconds ? (unsigned)atoi(seconds) : 240);
  if (SANITIZED)
    return;
  signal(SIGSEGV, on_signal);
  signal(SIGBUS, on_signal);
  signal(SIGFPE, on_signal);
  signal(SIGILL, on_signal);
  signal(SIGABRT, on_signal);
}

static char *platform_name(cl_platform_id platform, char *name, size_t size) {
  if (clGetPlatformInfo(platform, CL_PLATFORM_NAME, size, name, NULL))
    name[0] = 0;
  return name;
}

static void find_platform(void) {
  const char *wanted = getenv("WEFT_TEST_PLATFORM");
  cl_platform_id platforms[32];
  cl_uint count = 0;
  char name[256];
  if (!wanted)
    wanted = "Weft";
  cl_int error = clGetPlatformIDs(TEST_COUNT(platforms), platforms, &count);
  if (error)
    FAIL("clGetPlatformIDs gives %s", test_error_name(error));
  for (cl_uint i = 0; i < count && i < TEST_COUNT(platforms) && !test.platform; i++)
    if (strstr(platform_name(platforms[i], name, sizeof name), wanted))
      test.platform = platforms[i];
  if (!test.platform)
    FAIL("no platform named %s among %u", wanted, count);
  test.is_weft = !strcmp(name, "Weft");
}

static void open_device(void) {
  cl_int error;
  find_platform();
  CHECK_CL(clGetDeviceIDs(test.platform, CL_DEVICE_TYPE_ALL, 1, &test.device, NULL));
  test.context =
      clCreateContext((cl_context_properties[]){CL_CONTEXT_PLATFORM, (cl_context_properties)test.platform, 0}, 1,
                      &test.device, NULL, NULL, &error);
  CHECK_CL(error);
  test.queue = clCreateCommandQueueWithProperties(test.context, test.device, NULL, &error);
  CHECK_CL(error);
}

static bool chosen(const char *name, int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    if (!strcmp(argv[i], name))
      return true;
  return argc < 2;
}

static int run_case(const char *name, void (*run)(void)) {
  case_name = name;
  int how = setjmp(case_end);
  if (!how) {
    run();
    how = PASSED;
  }
  if (test.queue)
    clFinish(test.queue);
  test_pool_release();
  return how;
}

int test_run(int argc, char **argv, const struct test_case *cases, size_t count) {
  size_t passed = 0, failed = 0, skipped = 0;
  case_thread = pthread_self();
  watch();
  if (run_case("start", open_device) != PASSED)
    return 1;
  for (size_t i = 0; i < count; i++) {
    if (!chosen(cases[i].name, argc, argv))
      continue;
    int how = run_case(cases[i].name, cases[i].run);
    passed += how == PASSED;
    failed += how == FAILED;
    skipped += how == SKIPPED;
    printf("%s %s\n", how == PASSED ? "pass" : how == FAILED ? "FAIL" : "skip", cases[i].name);
    fflush(stdout);
  }
  case_name = "end";
  clReleaseCommandQueue(test.queue);
  clReleaseContext(test.context);
  printf("%zu passed, %zu failed, %zu skipped\n", passed, failed, skipped);
  if (passed + failed + skipped == 0) {
    fprintf(stderr, "no such case\n");
    return 1;
  }
  return failed ? 1 : passed ? 0 : 77;
}
