/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Several processes share the cache; a process ends whatever is alive or running. The test runs itself for that. */
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/harness/cache.h"
#include "tests/harness/test.h"

#define PROGRAMS 6

/* ---- what the children do ---- */

static const char endless[] = CL(kernel void k(global volatile int *data) {
  while (data[1] == 0)
    data[0]++;
});

/* Builds a few programs, most of them with LLVM or from the cache, and checks what they compute. */
static void child_builds(void) {
  for (unsigned i = 0; i < PROGRAMS; i++) {
    char source[512];
    snprintf(source, sizeof source,
             "kernel void k(global uint *out, local uint *x) { x[get_local_id(0)] = get_global_id(0) * %uu;"
             " barrier(CLK_LOCAL_MEM_FENCE); out[get_global_id(0)] = x[get_local_size(0) - 1 - get_local_id(0)]; }",
             i + 3);
    cl_kernel kernel = test_kernel(test_build(NULL, source), "k");
    struct test_buffer out = test_buffer(256, TEST_END, CL_MEM_READ_WRITE, 0);
    LAUNCH(kernel, 64, 16, ARG_BUFFER(out), ARG_LOCAL(64));
    test_buffer_sync(&out);
    for (unsigned j = 0; j < 64; j++)
      CHECK_EQ(((cl_uint *)out.data)[j], (j / 16 * 16 + 15 - j % 16) * (i + 3));
  }
}

static cl_mem run_endless(void) {
  cl_int error;
  cl_kernel kernel = test_kernel(test_build(NULL, endless), "k");
  cl_mem data = clCreateBuffer(test.context, CL_MEM_READ_WRITE, 8, NULL, &error);
  CHECK_CL(error);
  CHECK_CL(clEnqueueFillBuffer(test.queue, data, &(cl_int){0}, 4, 0, 8, 0, NULL, NULL));
  SET_ARGS(kernel, ARG(data));
  CHECK_CL(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, (size_t[]){64}, (size_t[]){1}, 0, NULL, NULL));
  CHECK_CL(clFlush(test.queue));
  nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
  return data;
}

static void child_exits_while_running(void) {
  run_endless();
  exit(0);
}

static void *exit_from_here(void *argument) {
  exit(0);
}

static void child_exits_on_another_thread(void) {
  pthread_t thread;
  run_endless();
  CHECK(!pthread_create(&thread, NULL, exit_from_here, NULL));
  clFinish(test.queue);
}

static void child_exits_with_all_alive(void) {
  cl_int error;
  cl_event user = clCreateUserEvent(test.context, &error);
  CHECK_CL(error);
  cl_mem data = clCreateBuffer(test.context, CL_MEM_READ_WRITE, 1 << 20, NULL, &error);
  CHECK_CL(error);
  cl_kernel kernel = test_kernel(test_build(NULL, endless), "k");
  SET_ARGS(kernel, ARG(data));
  for (int i = 0; i < 100; i++)
    CHECK_CL(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, (size_t[]){64}, NULL, 1, &user, NULL));
  exit(0);
}

static const char building[] = CL(kernel void k(global float *x) { x[0] = sin(x[1]) + cos(x[2]) + pow(x[3], x[4]); });

static void CL_CALLBACK ignore(cl_program program, void *argument) {}

/* The compiler is loaded in the first milliseconds and makes its static objects in the first build. */
static void child_exits_while_building(void) {
  static cl_program volatile programs[8]; /* alive at the exit, not lost: LSan looks here */
  const char *delay = getenv("WEFT_TEST_DELAY_MS");
  for (int i = 0; i < 8; i++) {
    const char *text = building;
    cl_int error;
    programs[i] = clCreateProgramWithSource(test.context, 1, &text, NULL, &error);
    CHECK_CL(error);
    CHECK_CL(clBuildProgram(programs[i], 1, &test.device, NULL, ignore, NULL));
  }
  usleep(delay ? (unsigned)atoi(delay) * 1000 : 0);
  exit(0);
}

static const struct test_case child_cases[] = {
    {"child_builds", child_builds},
    {"child_exits_while_running", child_exits_while_running},
    {"child_exits_on_another_thread", child_exits_on_another_thread},
    {"child_exits_with_all_alive", child_exits_with_all_alive},
    {"child_exits_while_building", child_exits_while_building},
};

/* ---- the parent ---- */

static pid_t start(const char *name) {
  pid_t child = fork();
  if (child)
    return child;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  execl("/proc/self/exe", "processes", name, (char *)NULL);
  _exit(127);
}

/* The child's status must be 0 within a minute. */
static void expect_end(pid_t child, const char *name) {
  int status = 0;
  CHECK(child > 0);
  for (int i = 0; i < 600; i++) {
    pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child) {
      if (WIFSIGNALED(status))
        FAIL("%s ends by signal %d", name, WTERMSIG(status));
      if (WEXITSTATUS(status))
        FAIL("%s ends with status %d", name, WEXITSTATUS(status));
      return;
    }
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
  }
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  FAIL("%s does not end", name);
}

static const char *cache;

static void each_file(void (*what)(const char *path)) {
  char *folders[256];
  int count = 0;
  folders[count++] = strdup(cache);
  while (count) {
    char *folder = folders[--count];
    DIR *list = opendir(folder);
    for (struct dirent *entry; list && (entry = readdir(list));) {
      char path[1024];
      struct stat status;
      if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
        continue;
      snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
      if (stat(path, &status))
        continue;
      if (!S_ISDIR(status.st_mode))
        what(path);
      else if (count < 256)
        folders[count++] = strdup(path);
    }
    if (list)
      closedir(list);
    free(folder);
  }
}

static int files;

static void count_file(const char *path) {
  files++;
}

static void tear(const char *path) {
  struct stat status;
  if (!stat(path, &status) && truncate(path, status.st_size / 2))
    FAIL("truncate");
}

static void garble(const char *path) {
  int file = open(path, O_RDWR);
  struct stat status;
  if (file < 0 || fstat(file, &status))
    return;
  for (off_t at = status.st_size / 4; at < status.st_size; at += 97) {
    unsigned char byte = 0;
    if (pread(file, &byte, 1, at) == 1) {
      byte ^= 0x55;
      if (pwrite(file, &byte, 1, at) != 1)
        FAIL("pwrite");
    }
  }
  close(file);
}

static void builders(int count) {
  pid_t children[8];
  for (int i = 0; i < count; i++)
    children[i] = start("child_builds");
  for (int i = 0; i < count; i++)
    expect_end(children[i], "child_builds");
}

static void shared_cache(void) {
  cache = test_cache();
  builders(4);
  files = 0;
  each_file(count_file);
  if (test.is_weft)
    CHECK(files >= PROGRAMS);
  builders(2);
}

/* A torn or garbled cache is no worse than none, also while others use it. */
static void broken_cache(void) {
  cache = test_cache();
  builders(1);
  each_file(tear);
  builders(2);
  each_file(garble);
  builders(2);
  builders(1);
}

static void unusable_cache(void) {
  setenv("WEFT_CACHE", "1", 1);
  setenv("WEFT_CACHE_DIR", "/proc/no/such/folder", 1);
  builders(1);
  setenv("WEFT_CACHE_DIR", "/dev/null", 1);
  builders(1);
  setenv("WEFT_CACHE", "0", 1);
  unsetenv("WEFT_CACHE_DIR");
}

static void exit_while_running(void) {
  expect_end(start("child_exits_while_running"), "child_exits_while_running");
}

static void exit_on_another_thread(void) {
  expect_end(start("child_exits_on_another_thread"), "child_exits_on_another_thread");
}

static void exit_with_all_alive(void) {
  expect_end(start("child_exits_with_all_alive"), "child_exits_with_all_alive");
}

static void exit_while_building(void) {
  static const char *const delays[] = {"0", "5", "15", "30", "50", "70", "100"};
  for (size_t i = 0; i < TEST_COUNT(delays); i++) {
    setenv("WEFT_TEST_DELAY_MS", delays[i], 1);
    expect_end(start("child_exits_while_building"), "child_exits_while_building");
  }
  unsetenv("WEFT_TEST_DELAY_MS");
}

static const struct test_case cases[] = {
    {"shared_cache", shared_cache},
    {"broken_cache", broken_cache},
    {"unusable_cache", unusable_cache},
    {"exit_while_running", exit_while_running},
    {"exit_on_another_thread", exit_on_another_thread},
    {"exit_with_all_alive", exit_with_all_alive},
    {"exit_while_building", exit_while_building},
};

int main(int argc, char **argv) {
  if (argc > 1 && !strncmp(argv[1], "child_", 6))
    return test_run(argc, argv, child_cases, TEST_COUNT(child_cases));
  return test_run(argc, argv, cases, TEST_COUNT(cases));
}
