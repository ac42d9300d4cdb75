/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The disk cache seen from outside: a second process builds without the compiler, a change builds afresh, and whatever
 * is in the folder, builds are right. */
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/api_program/objects.h"
#include "tests/harness/cache.h"

#define CHILD "WEFT_TEST_CHILD" /* set in the processes that second_process starts */

static const char *folder;

static void begin(void) {
  if (!test.is_weft)
    test_skip("the cache is Weft's own");
  folder = test_cache();
}

static unsigned count_entries(void) {
  DIR *dir = opendir(folder);
  unsigned count = 0;
  for (struct dirent *item; dir && (item = readdir(dir));)
    count += item->d_name[0] != '.';
  if (dir)
    closedir(dir);
  return count;
}

/* A stored entry is a new file under the old name, so a build that the cache answered leaves the number as it is. */
static ino_t only_entry(void) {
  DIR *dir = opendir(folder);
  CHECK(dir);
  ino_t found = 0;
  for (struct dirent *item; (item = readdir(dir));)
    if (strstr(item->d_name, ".weft"))
      found = item->d_ino;
  closedir(dir);
  CHECK(found);
  return found;
}

static cl_int run(const char *options, const char *source) {
  cl_kernel kernel = make_kernel(options, source, "k");
  cl_mem mem = make_buffer(4);
  cl_int value = -1;
  LAUNCH(kernel, 1, 1, ARG(mem));
  CHECK_CL(clEnqueueReadBuffer(test.queue, mem, CL_TRUE, 0, 4, &value, 0, NULL, NULL));
  return value;
}

static const char *const warned = "#warning kept with the entry\nkernel void k(global int *p) { p[0] = 1234; }\n";

static void check_warned(void) {
  const char *log = NULL;
  cl_program program = test_try_build("", warned, &log);
  CHECK(program && strstr(log, "kept with the entry"));
}

/* The body of the child processes; by itself it has nothing to do. */
static void child(void) {
  if (!getenv(CHILD))
    test_skip("run by second_process");
  CHECK(!test_compiler_is_open());
  CHECK_EQ(run("", warned), 1234);
  check_warned();
  CHECK(!test_compiler_is_open());
}

static void second_process(void) {
  begin();
  CHECK_EQ(run("", warned), 1234);
  CHECK_EQ(count_entries(), 1);
  setenv(CHILD, "1", 1);
  int status[3];
  pid_t pids[3];
  for (int i = 0; i < 3; i++) {
    pids[i] = fork();
    CHECK(pids[i] >= 0);
    if (pids[i] == 0) {
      execl("/proc/self/exe", "child", "child", (char *)NULL);
      _exit(99);
    }
  }
  for (int i = 0; i < 3; i++)
    waitpid(pids[i], &status[i], 0);
  unsetenv(CHILD);
  for (int i = 0; i < 3; i++)
    CHECK_EQ(status[i], 0);
}

static void keyed(void) {
  begin();
  static const char *const source = CL(kernel void k(global int *p) { p[0] = X; });
  CHECK_EQ(run("-DX=1", source), 1);
  CHECK_EQ(run("-DX=2", source), 2);
  CHECK_EQ(run("-DX=1", source), 1);
  CHECK_EQ(run("-DX=1 -cl-std=CL3.0", source), 1);
  CHECK_EQ(run("-DX=1", CL(kernel void k(global int *p) { p[0] = X + 1; })), 2);
  CHECK_EQ(count_entries(), 4);
  static const char *const knobs[][2] = {
      {"WEFT_SPMD_BISECT", "0"}, {"WEFT_SPMD_BISECT", "1"}, {"WEFT_SPMD_VERIFY", "1"}, {"WEFT_SPMD_VERIFY", "2"}};
  for (unsigned i = 0; i < TEST_COUNT(knobs); i++) {
    setenv(knobs[i][0], knobs[i][1], 1);
    CHECK_EQ(run("-DX=1", source), 1);
    unsetenv(knobs[i][0]);
    CHECK_EQ(count_entries(), 5 + i);
  }
}

static void changed_header(void) {
  begin();
  char path[PATH_MAX + 8], options[PATH_MAX + 8];
  static const char *const source = "#include \"v.h\"\nkernel void k(global int *p) { p[0] = V; }\n";
  snprintf(path, sizeof(path), "%s/v.h", folder);
  snprintf(options, sizeof(options), "-I %s", folder);
  for (int i = 0; i < 4; i++) {
    FILE *file = fopen(path, "w");
    CHECK(file);
    fprintf(file, "#define V %d\n", i % 2 + 10);
    fclose(file);
    CHECK_EQ(run(options, source), i % 2 + 10);
    ino_t stored = only_entry();
    CHECK_EQ(run(options, source), i % 2 + 10);
    CHECK(only_entry() == stored); /* an unchanged header is a hit */
  }
}

static void damaged(void) {
  begin();
  CHECK_EQ(run("", warned), 1234);
  DIR *dir = opendir(folder);
  char path[2 * PATH_MAX] = "";
  for (struct dirent *item; (item = readdir(dir));)
    if (item->d_name[0] != '.')
      snprintf(path, sizeof(path), "%s/%s", folder, item->d_name);
  closedir(dir);
  struct stat status;
  CHECK(stat(path, &status) == 0);
  for (int i = 0; i < 6; i++) {
    FILE *file = fopen(path, "r+");
    CHECK(file);
    fseek(file, status.st_size * i / 6, SEEK_SET);
    fputs("damage", file);
    fclose(file);
    CHECK_EQ(run("", warned), 1234);
  }
  CHECK(truncate(path, status.st_size / 2) == 0);
  CHECK_EQ(run("", warned), 1234);
}

static void compile_and_link(void) {
  begin();
  const char *source = CL(int f(int x) { return x + 1; } kernel void k(global int *p) { p[0] = f(6); });
  for (int i = 0; i < 2; i++) {
    cl_program program = make_program(source);
    CHECK_CL(clCompileProgram(program, 0, NULL, "", 0, NULL, NULL, NULL, NULL));
    cl_int error, value = 0;
    cl_program linked = keep_program(clLinkProgram(test.context, 0, NULL, "", 1, &program, NULL, NULL, &error));
    CHECK_CL(error);
    cl_kernel kernel = test_kernel(linked, "k");
    cl_mem mem = make_buffer(4);
    LAUNCH(kernel, 1, 1, ARG(mem));
    CHECK_CL(clEnqueueReadBuffer(test.queue, mem, CL_TRUE, 0, 4, &value, 0, NULL, NULL));
    CHECK_EQ(value, 7);
    CHECK_EQ(count_entries(), 2); /* one for each step, found again the second time */
  }
  /* What fails is not kept */
  CHECK(!test_try_build("", "broken", NULL));
  CHECK_EQ(count_entries(), 2);
}

static const struct test_case cases[] = {
    {"child", child},     {"second_process", second_process},     {"keyed", keyed}, {"changed_header", changed_header},
    {"damaged", damaged}, {"compile_and_link", compile_and_link},
};
TEST_MAIN(cases)
