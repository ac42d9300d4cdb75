/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The translator misbehaves, or the application does odd things with signals and children. The environment says which
 * translator runs (tests/spirv/translators) and what its build log shall tell. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/spirv/modules.h"

static volatile sig_atomic_t children_ended;

static void on_child(int number) {
  (void)number;
  children_ended++;
  while (waitpid(-1, NULL, WNOHANG) > 0)
    ;
}

static void build_fails(void) {
  const char *expected = getenv("WEFT_TEST_EXPECTED");
  if (!expected)
    test_skip("runs with a translator of the tests");
  struct module module = read_module("add");
  CHECK(open("/dev/null", O_RDONLY) >= 0); /* not closed at exec: the translator shall not have it */
  struct timespec begin, end;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  cl_int error;
  cl_program program = create_program(module.words, module.size, &error);
  CHECK_CL(error);
  CHECK_ERR(clBuildProgram(program, 0, NULL, NULL, NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
  const char *log = log_of(program);
  if (!strstr(log, expected))
    FAIL("'%s' is not in the log:\n%s", expected, log);
  CHECK(strlen(log) < 20000);
  clock_gettime(CLOCK_MONOTONIC, &end);
  CHECK(end.tv_sec - begin.tv_sec < 60);
  CHECK(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD); /* nothing is left behind */
}

static void build_works(void) {
  build_module("add", "");
  CHECK_EQ(children_ended, 0);
  CHECK(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
}

/* The application's handling of children neither sees the translator nor disturbs it. */
static void signals(void) {
  if (getenv("WEFT_TEST_EXPECTED"))
    test_skip("runs with a true translator");
  need_spirv();
  struct sigaction action = {.sa_handler = on_child}, before;
  CHECK_EQ(sigaction(SIGCHLD, &action, &before), 0);
  build_works();
  action.sa_handler = SIG_IGN;
  CHECK_EQ(sigaction(SIGCHLD, &action, NULL), 0);
  build_works();
  action.sa_handler = SIG_DFL;
  action.sa_flags = SA_NOCLDWAIT;
  CHECK_EQ(sigaction(SIGCHLD, &action, NULL), 0);
  build_works();
  CHECK_EQ(sigaction(SIGCHLD, &before, NULL), 0);
}

/* Standard files closed: the translator's own take their numbers. */
static void closed_files(void) {
  if (getenv("WEFT_TEST_EXPECTED"))
    test_skip("runs with a true translator");
  need_spirv();
  struct module module = read_module("add"); /* opens a file */
  int saved[3];
  for (int fd = 0; fd < 3; fd++)
    saved[fd] = fcntl(fd, F_DUPFD_CLOEXEC, 10);
  for (int fd = 0; fd < 3; fd++)
    close(fd);
  cl_int error, built;
  cl_program program = create_program(module.words, module.size, &error);
  built = clBuildProgram(program, 0, NULL, NULL, NULL, NULL);
  for (int fd = 0; fd < 3; fd++)
    if (saved[fd] >= 0) {
      dup2(saved[fd], fd);
      close(saved[fd]);
    }
  CHECK_CL(error);
  CHECK_CL(built);
}

/* Modules with a few bits changed: an error or a build, never the end of the application. */
static void changed_bits(void) {
  if (getenv("WEFT_TEST_EXPECTED"))
    test_skip("runs with a true translator");
  need_spirv();
  struct module module = read_module("special");
  uint32_t seed = 1;
  int refused = 0, failed = 0, built = 0;
  for (int turn = 0; turn < 60; turn++) {
    seed = seed * 1664525 + 1013904223;
    uint32_t word = 5 + (seed >> 8) % (uint32_t)(module.size / 4 - 5);
    seed = seed * 1664525 + 1013904223;
    uint32_t old = module.words[word];
    module.words[word] ^= turn % 3 ? 1u << (seed >> 27) : seed >> 24;
    cl_int error;
    cl_program program = create_program(module.words, module.size, &error);
    module.words[word] = old;
    if (!program) {
      CHECK_ERR(error, CL_INVALID_VALUE);
      refused++;
      continue;
    }
    error = clBuildProgram(program, 0, NULL, NULL, NULL, NULL);
    if (error) {
      CHECK_ERR(error, CL_BUILD_PROGRAM_FAILURE);
      CHECK(*log_of(program));
      failed++;
    } else {
      built++;
    }
  }
  CHECK(refused && failed && built); /* each happens, or the changes are of no use */
}

static const struct test_case cases[] = {
    {"build_fails", build_fails},
    {"signals", signals},
    {"closed_files", closed_files},
    {"changed_bits", changed_bits},
};
TEST_MAIN(cases)
