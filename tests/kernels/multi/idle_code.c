/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Code that nobody asks for is made for the cache while the process idles: all of it, not while commands run, not for a
 * program that is gone, not where it is turned off; and builds, launches, forks and exits meanwhile are as ever. */
#include <dirent.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/harness/cache.h"
#include "tests/harness/test.h"

enum { ITEMS = 64, FEW = 8, SOME = 40, MANY = 400 };

static const char *folder; /* the case's cache */

static void nap(unsigned ms) {
  nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static unsigned count_entries(void) {
  DIR *list = opendir(folder);
  unsigned count = 0;
  for (struct dirent *item; list && (item = readdir(list));)
    count += item->d_name[0] != '.' && strstr(item->d_name, ".weft") != NULL;
  if (list)
    closedir(list);
  return count;
}

/* The harness ends the program where that never comes. */
static void wait_for_entries(unsigned least) {
  while (count_entries() < least)
    nap(5);
}

static bool read_line(const char *task, const char *file, char *line, int size) {
  char path[PATH_MAX];
  snprintf(path, sizeof(path), "/proc/self/task/%s/%s", task, file);
  FILE *from = fopen(path, "r");
  bool found = from && fgets(line, size, from);
  if (from)
    fclose(from);
  return found;
}

/* How many threads of that name there are; `niceness` (may be NULL) gets one's. */
static unsigned count_threads(const char *name, long *niceness) {
  DIR *tasks = opendir("/proc/self/task");
  CHECK(tasks);
  unsigned count = 0;
  for (struct dirent *task; (task = readdir(tasks));) {
    char text[1024];
    if (task->d_name[0] == '.' || !read_line(task->d_name, "comm", text, sizeof(text)))
      continue;
    text[strcspn(text, "\n")] = 0;
    if (strcmp(text, name) != 0)
      continue;
    count++;
    const char *behind_name = read_line(task->d_name, "stat", text, sizeof(text)) ? strrchr(text, ')') : NULL;
    if (niceness && behind_name)
      sscanf(behind_name + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %ld", niceness);
  }
  closedir(tasks);
  return count;
}

static void wait_for_no_thread(void) {
  while (count_threads("weft-idle", NULL))
    nap(5);
}

/* Before anything of the case can read the environment on another thread. */
static void begin(const char *idle) {
  if (!test.is_weft)
    test_skip("what is tried is Weft's own");
  folder = test_cache();
  CHECK(!setenv("WEFT_IDLE_CODE", idle, 1));
}

/* No two kernels are alike, in no two programs: the cache finds code by what the program was translated to. */
static const char *make_source(unsigned kernels) {
  static atomic_uint number;
  size_t room = kernels * 256, at = 0;
  char *text = test_alloc(room);
  cl_uint own = 1u << 31 | (cl_uint)getpid() << 8 | (atomic_fetch_add(&number, 1) & 255); /* no work-item's number */
  for (unsigned k = 0; k < kernels; k++)
    at += (size_t)snprintf(text + at, room - at,
                           "kernel void k%u(global uint *out) { uint x = get_global_id(0), sum = 0;"
                           " for (uint i = 0; i < x; i++) sum += i * %uu ^ x; out[x] = x == %uu ? 0 : sum; }\n",
                           k, 2 * k + 1, own);
  return text;
}

static bool is_right(const cl_uint *out, unsigned k) {
  for (cl_uint x = 0; x < ITEMS; x++) {
    cl_uint sum = 0;
    for (cl_uint i = 0; i < x; i++)
      sum += (i * (2 * k + 1)) ^ x;
    if (out[x] != sum)
      return false;
  }
  return true;
}

/* Without the harness, for children. 0: as it should be. */
static int launch(cl_program program, unsigned k) {
  cl_uint out[ITEMS];
  char name[16];
  cl_int error;
  size_t global = ITEMS;
  snprintf(name, sizeof(name), "k%u", k);
  cl_kernel kernel = clCreateKernel(program, name, &error);
  if (error)
    return 1;
  cl_command_queue queue = clCreateCommandQueue(test.context, test.device, 0, &error);
  cl_mem buffer = clCreateBuffer(test.context, 0, sizeof(out), NULL, &error);
  if (clSetKernelArg(kernel, 0, sizeof(buffer), &buffer) ||
      clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL))
    return 2;
  if (clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL))
    return 3;
  clReleaseMemObject(buffer);
  clReleaseCommandQueue(queue);
  clReleaseKernel(kernel);
  return is_right(out, k) ? 0 : 4;
}

static cl_program build(const char *source) {
  cl_int error;
  cl_program program = clCreateProgramWithSource(test.context, 1, &source, NULL, &error);
  if (error || clBuildProgram(program, 1, &test.device, "", NULL, NULL))
    return NULL;
  return program;
}

/* ---- what is made ---- */

static int in_second_process(void) {
  cl_program program = build(getenv("WEFT_TEST_SOURCE"));
  if (!program)
    return 10;
  for (unsigned k = 0; k < FEW; k++) {
    int status = launch(program, k);
    if (status)
      return status;
  }
  clReleaseProgram(program);
  return test_compiler_is_open() ? 11 : 0;
}

static void second_process(void) {
  if (getenv("WEFT_TEST_SOURCE"))
    CHECK_EQ(in_second_process(), 0);
}

/* Starts this program anew, with the case's cache. */
static int run_second_process(const char *source) {
  CHECK(!setenv("WEFT_TEST_SOURCE", source, 1));
  CHECK(!setenv("WEFT_IDLE_CODE", "off", 1));
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    execl("/proc/self/exe", "idle_code", "second_process", (char *)NULL);
    _exit(9);
  }
  int status;
  CHECK(child > 0 && waitpid(child, &status, 0) == child);
  CHECK(!unsetenv("WEFT_TEST_SOURCE"));
  return status;
}

/* One kernel is launched, and all are in the cache in the end: of the program, and of what its build left out. */
static void made(void) {
  begin("100");
  const char *source = make_source(FEW);
  cl_program program = test_build("", source);
  CHECK_EQ(launch(program, 2), 0);
  CHECK_CL(clUnloadPlatformCompiler(test.platform));
  while (count_entries() < 1 + FEW) {
    long niceness = 10;
    if (count_threads("weft-compile", &niceness)) /* the build's and the launch's are over */
      CHECK_EQ(niceness, 10);
    nap(1);
  }
  wait_for_no_thread();
  CHECK_EQ(count_entries(), 1 + FEW);
  CHECK_EQ(run_second_process(source), 0);
  for (unsigned k = 0; k < FEW; k++)
    CHECK_EQ(launch(program, k), 0);
  CHECK_EQ(count_entries(), 1 + FEW);
}

/* What the cache has is found there, by a program that is built again as well. */
static void found(void) {
  begin("10");
  const char *source = make_source(FEW);
  test_build("", source);
  wait_for_entries(1 + FEW);
  test_build("", source);
  wait_for_no_thread();
  CHECK_EQ(count_entries(), 1 + FEW);
}

static void check_nothing_is_made(unsigned entries) {
  cl_program program = test_build("", make_source(FEW));
  CHECK_EQ(count_threads("weft-idle", NULL), 0);
  CHECK_EQ(launch(program, 1), 0);
  nap(300);
  CHECK_EQ(count_entries(), entries);
}

static void off(void) {
  begin("off");
  check_nothing_is_made(2);
}

static void without_cache(void) {
  begin("10");
  CHECK(!setenv("WEFT_CACHE", "0", 1));
  check_nothing_is_made(0);
}

/* A cache that is not used, since others may write to it, is not compiled for. */
static void closed_cache(void) {
  begin("10");
  CHECK(!chmod(folder, 0777));
  cl_program program = test_build("", make_source(FEW));
  double start = now();
  do {
    CHECK_EQ(count_threads("weft-compile", NULL), 0);
    nap(1);
  } while (count_threads("weft-idle", NULL) || now() - start < 0.2);
  CHECK_EQ(launch(program, 1), 0);
}

/* ---- what else goes on ---- */

static atomic_uint gate;

static void CL_CALLBACK wait_at_gate(void *unused) {
  atomic_store(&gate, 1);
  while (atomic_load(&gate) == 1)
    nap(1);
}

/* A command that runs until it is told to end. */
static void close_gate(void) {
  atomic_store(&gate, 0);
  CHECK_CL(clEnqueueNativeKernel(test.queue, wait_at_gate, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
  CHECK_CL(clFlush(test.queue));
  while (atomic_load(&gate) == 0)
    nap(1);
}

static void open_gate(void) {
  atomic_store(&gate, 2);
  CHECK_CL(clFinish(test.queue));
}

/* Beside a command that runs no kernel's code is begun. */
static void pauses(void) {
  begin("20");
  test_build("", make_source(SOME));
  close_gate();
  unsigned before = count_entries();
  nap(1000);
  unsigned after = count_entries();
  open_gate();
  CHECK(after <= before + 1); /* which had been begun */
  wait_for_entries(1 + SOME);
  wait_for_no_thread();
}

/* A buffer of one command; handles as pointers, since headers differ. */
static void *record(cl_kernel kernel) {
  typedef void *(CL_API_CALL * create_fn)(cl_uint, const cl_command_queue *, const cl_properties *, cl_int *);
  typedef cl_int(CL_API_CALL * launch_fn)(void *, cl_command_queue, const cl_properties *, cl_kernel, cl_uint,
                                          const size_t *, const size_t *, const size_t *, cl_uint, const cl_uint *,
                                          cl_uint *, void *);
  typedef cl_int(CL_API_CALL * finalize_fn)(void *);
#define FIND(type, name) ((type)clGetExtensionFunctionAddressForPlatform(test.platform, name))
  cl_int error;
  size_t one = 1;
  void *buffer = FIND(create_fn, "clCreateCommandBufferKHR")(1, &test.queue, NULL, &error);
  CHECK_CL(error);
  CHECK_CL(FIND(launch_fn, "clCommandNDRangeKernelKHR")(buffer, NULL, NULL, kernel, 1, NULL, &one, &one, 0, NULL, NULL,
                                                        NULL));
  CHECK_CL(FIND(finalize_fn, "clFinalizeCommandBufferKHR")(buffer));
  return buffer;
}

static cl_event replay(void *buffer) {
  typedef cl_int(CL_API_CALL * enqueue_fn)(cl_uint, cl_command_queue *, void *, cl_uint, const cl_event *, cl_event *);
  cl_event event;
  CHECK_CL(FIND(enqueue_fn, "clEnqueueCommandBufferKHR")(0, NULL, buffer, 0, NULL, &event));
  return event;
}

static cl_int status_of(cl_event event) {
  cl_int status;
  CHECK_CL(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
  return status;
}

/* Nor beside a command buffer's, whose commands are none of a queue's. They run for longer until one does long enough.
 */
static void pauses_for_replays(void) {
  begin("20");
  cl_kernel spin = test_kernel(test_build("", CL(kernel void spin(global uint * out, ulong n) {
                                            uint x = 1;
                                            for (ulong i = 0; i < n; i++) {
                                              x ^= x << 13;
                                              x ^= x >> 17;
                                              x ^= x << 5;
                                            }
                                            *out = x;
                                          })),
                               "spin");
  struct test_buffer out = test_buffer(4, TEST_END, CL_MEM_READ_WRITE, 0);
  bool long_enough = false;
  for (cl_ulong n = 1u << 28; !long_enough; n *= 2) {
    SET_ARGS(spin, ARG_BUFFER(out), ARG_ULONG(n));
    void *buffer = record(spin);
    wait_for_no_thread();
    test_build("", make_source(SOME));
    cl_event event = replay(buffer);
    CHECK_CL(clFlush(test.queue));
    while (status_of(event) > CL_RUNNING)
      nap(1);
    unsigned before = count_entries();
    nap(400);
    unsigned after = count_entries();
    long_enough = status_of(event) == CL_RUNNING;
    CHECK(!long_enough || after <= before + 1);
    CHECK_CL(clWaitForEvents(1, &event));
    CHECK_CL(clReleaseEvent(event));
    CHECK_CL(FIND(cl_int(CL_API_CALL *)(void *), "clReleaseCommandBufferKHR")(buffer));
  }
  wait_for_no_thread();
}

/* Whoever asks for code gets it, whether or not it is just being made. */
static void asked(void) {
  begin("1");
  for (unsigned round = 0; round < 2; round++) {
    cl_program program = test_build("", make_source(SOME));
    for (unsigned k = 0; k < SOME; k++) {
      CHECK_EQ(launch(program, round & 1 ? SOME - 1 - k : k), 0);
      nap(k % 4 * 10);
      if (k % 16 == 15)
        CHECK_EQ(launch(test_build("", make_source(FEW)), 3), 0);
    }
  }
  wait_for_no_thread();
}

static void released(void) {
  begin("10");
  cl_int error;
  const char *source = make_source(MANY);
  cl_program program = clCreateProgramWithSource(test.context, 1, &source, NULL, &error);
  CHECK_CL(error);
  CHECK_CL(clBuildProgram(program, 1, &test.device, "", NULL, NULL));
  wait_for_entries(3);
  CHECK_CL(clReleaseProgram(program));
  wait_for_no_thread();
  unsigned entries = count_entries();
  CHECK(entries < 1 + MANY);
  nap(200);
  CHECK_EQ(count_entries(), entries);
}

static void released_at_once(void) {
  begin("1");
  for (unsigned i = 0; i < 30; i++) {
    cl_program program = build(make_source(FEW));
    CHECK(program);
    nap(i);
    CHECK_CL(clReleaseProgram(program));
  }
  wait_for_no_thread();
}

/* ---- ends of processes ---- */

static void skip_with_sanitizers(void) {
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
  test_skip("sanitizers and threads of forked children: fork.c says why");
#endif
}

/* A process that ends while code is made waits for none of it. */
static void ends(void) {
  skip_with_sanitizers();
  begin("1");
  for (unsigned i = 0; i < 8; i++) {
    unsigned before = count_entries();
    const char *source = make_source(MANY);
    int times[2];
    CHECK(!pipe(times));
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
      alarm(100);
      if (!build(source))
        _exit(1);
      wait_for_entries(before + 2);
      nap(i * 3);
      double start = now();
      if (write(times[1], &start, sizeof(start)) != sizeof(start))
        _exit(2);
      exit(0);
    }
    int status;
    double start;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    double end = now();
    CHECK_EQ(status, 0);
    CHECK(read(times[0], &start, sizeof(start)) == sizeof(start));
    CHECK(end - start < 10);
    close(times[0]);
    close(times[1]);
  }
}

/* A child goes on where its parent was, once it has such work itself, and so does the parent. Commands that ran at the
 * fork are the parent's alone. */
static void in_children(void) {
  skip_with_sanitizers();
  begin("10");
  for (unsigned i = 0; i < 4; i++) {
    unsigned before = count_entries();
    cl_program program = test_build("", make_source(SOME));
    const char *source = make_source(FEW);
    wait_for_entries(before + 2 + i * 2);
    if (i % 2)
      close_gate();
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
      alarm(100);
      if (count_threads("weft-idle", NULL))
        _exit(20);
      for (unsigned k = 0; k < SOME; k += 7)
        if (launch(program, k))
          _exit(21);
      cl_program own = build(source);
      if (!own || launch(own, 1))
        _exit(22);
      wait_for_entries(before + 2 + SOME + FEW);
      wait_for_no_thread();
      exit(count_entries() == before + 2 + SOME + FEW ? 0 : 23);
    }
    int status;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    if (i % 2)
      open_gate();
    CHECK_EQ(status, 0);
    for (unsigned k = 0; k < SOME; k++)
      CHECK_EQ(launch(program, k), 0);
    wait_for_no_thread();
  }
}

static const struct test_case cases[] = {
    {"made", made},
    {"found", found},
    {"off", off},
    {"without_cache", without_cache},
    {"closed_cache", closed_cache},
    {"pauses", pauses},
    {"pauses_for_replays", pauses_for_replays},
    {"asked", asked},
    {"released", released},
    {"released_at_once", released_at_once},
    {"second_process", second_process},
    {"ends", ends},
    {"in_children", in_children},
};

int main(int argc, char **argv) {
  setenv("WEFT_BUILD", "each", 1);
  return test_run(argc, argv, cases, TEST_COUNT(cases));
}
