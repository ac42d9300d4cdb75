/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "tests/harness/alloc_failures.h"
#include "tests/harness/cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static bool met;

int test_alloc_ending(void) {
  return met ? RECOVERED : UNTOUCHED;
}

void test_alloc_wrong(const char *file, int line, cl_int error) {
  fprintf(stderr, "%s:%d: %s\n", file, line, test_error_name(error));
  exit(WRONG);
}

bool test_alloc_met(cl_int error) {
  bool shortage = error == CL_OUT_OF_HOST_MEMORY || error == CL_MEM_OBJECT_ALLOCATION_FAILURE;
  met |= shortage;
  return shortage;
}

static int run_child(long n) {
  char number[32];
  snprintf(number, sizeof number, "%ld", n);
  pid_t pid = fork();
  if (pid < 0)
    FAIL("fork");
  if (pid == 0) {
    setenv("WEFT_FAIL_ALLOC", number, 1);
    setenv("WEFT_LOG", "none", 1);
    execl("/proc/self/exe", "out_of_memory", "--child", (char *)NULL);
    _exit(WRONG);
  }
  int status = 0;
  if (waitpid(pid, &status, 0) != pid || !WIFEXITED(status))
    FAIL("with allocation %ld failing the process dies", n);
  return WEXITSTATUS(status);
}

/* The last allocations are met by calls; behind them nothing is left to fail. */
static void each_allocation_fails(void) {
  if (!test.is_weft)
    test_skip("another driver's allocations cannot be made to fail");
  /* Programs come from the cache but for the first child's: what a build allocates is met in tests of its own. */
  test_cache();
  int recovered = 0, untouched = 0;
  for (long n = 0; untouched < 25 && n < 3000; n++) {
    int how = run_child(n);
    if (how != UNTOUCHED && how != RECOVERED && how != NO_PLATFORM)
      FAIL("with allocation %ld failing the process ends with %d", n, how);
    recovered += how == RECOVERED;
    untouched = how == UNTOUCHED ? untouched + 1 : 0;
  }
  CHECK_EQ(untouched, 25);
  CHECK(recovered >= 15);
}

static const struct test_case cases[] = {{"each_allocation_fails", each_allocation_fails}};

int test_alloc_failures(int argc, char **argv, int (*sequence)(void)) {
  if (argc == 2 && !strcmp(argv[1], "--child"))
    return sequence();
  return test_run(argc, argv, cases, TEST_COUNT(cases));
}
