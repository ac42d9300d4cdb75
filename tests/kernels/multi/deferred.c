/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels whose code is made when it is asked for: by a launch, by a query, by several threads at once, from a binary,
 * in a child, and not at all. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/harness/cache.h"
#include "tests/harness/test.h"

enum { ITEMS = 512, GROUP = 32, KERNELS = 12 };

/* No two programs of a process are alike. Each kernel turns a tile around and does its own arithmetic. */
static const char *make_source(void) {
  static atomic_uint number;
  size_t room = KERNELS * 512, at = 0;
  char *text = test_alloc(room);
  at += (size_t)snprintf(text, room, "constant uint table[4] = {3, 1, 4, 1}; /* %u of %ld */\n",
                         atomic_fetch_add(&number, 1), (long)getpid());
  for (int k = 0; k < KERNELS; k++)
    at += (size_t)snprintf(text + at, room - at,
                           "kernel void k%d(global uint *out, local uint *x, uint y) { local uint t[%d];\n"
                           " uint l = get_local_id(0); t[l] = get_global_id(0) * %d + y; x[l] = table[l & 3];\n"
                           " barrier(CLK_LOCAL_MEM_FENCE);\n"
                           " out[get_global_id(0)] = t[%d - l] + x[l ^ 1]; }\n",
                           k, GROUP, 2 * k + 1, GROUP - 1);
  return text;
}

static bool is_right(const cl_uint *out, int k, cl_uint y) {
  static const cl_uint table[4] = {3, 1, 4, 1};
  for (cl_uint i = 0; i < ITEMS; i++)
    if (out[i] != (i / GROUP * GROUP + GROUP - 1 - i % GROUP) * (2 * (cl_uint)k + 1) + y + table[(i ^ 1) & 3])
      return false;
  return true;
}

/* Without the harness, for threads and children. 0: as it should be. */
static int launch(cl_kernel kernel, int k, cl_uint y) {
  cl_uint out[ITEMS];
  cl_int error;
  size_t global = ITEMS, local = GROUP;
  cl_command_queue queue = clCreateCommandQueue(test.context, test.device, 0, &error);
  cl_mem buffer = clCreateBuffer(test.context, 0, sizeof(out), NULL, &error);
  if (clSetKernelArg(kernel, 0, sizeof(buffer), &buffer) || clSetKernelArg(kernel, 1, GROUP * 4, NULL) ||
      clSetKernelArg(kernel, 2, 4, &y))
    return 1;
  if (clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL))
    return 2;
  if (clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL))
    return 3;
  clReleaseMemObject(buffer);
  clReleaseCommandQueue(queue);
  return is_right(out, k, y) ? 0 : 4;
}

static int create_and_launch(cl_program program, int k, cl_uint y) {
  char name[8];
  cl_int error;
  snprintf(name, sizeof(name), "k%d", k);
  cl_kernel kernel = clCreateKernel(program, name, &error);
  int status = error ? 5 : launch(kernel, k, y);
  clReleaseKernel(kernel);
  return status;
}

static void by_launches(void) {
  cl_program program = test_build("", make_source());
  for (int k = KERNELS - 1; k >= 0; k -= 3) {
    CHECK_EQ(create_and_launch(program, k, 7), 0);
    CHECK_EQ(create_and_launch(program, k, 8), 0);
  }
  cl_kernel all[KERNELS];
  CHECK_CL(clCreateKernelsInProgram(program, KERNELS, all, NULL));
  for (int k = 0; k < KERNELS; k++) {
    CHECK_EQ(launch(all[k], k, 9), 0);
    CHECK_CL(clReleaseKernel(all[k]));
  }
}

static void by_queries(void) {
  cl_program program = test_build("", make_source());
  cl_ulong local = 0, private = 0;
  size_t most = 0;
  cl_kernel first = test_kernel(program, "k1"), second = test_kernel(program, "k2");
  CHECK_CL(clGetKernelWorkGroupInfo(first, test.device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof(local), &local, NULL));
  CHECK_EQ(local, GROUP * 4);
  CHECK_CL(clGetKernelWorkGroupInfo(second, NULL, CL_KERNEL_WORK_GROUP_SIZE, sizeof(most), &most, NULL));
  CHECK(most >= GROUP);
  CHECK_CL(clGetKernelWorkGroupInfo(second, NULL, CL_KERNEL_PRIVATE_MEM_SIZE, sizeof(private), &private, NULL));
  CHECK_EQ(launch(second, 2, 5), 0);
  CHECK_EQ(launch(first, 1, 5), 0);
}

/* Local memory that only the code tells counts where a launch is checked. */
static void checked(void) {
  cl_program program = test_build("", make_source());
  struct test_buffer out = test_buffer(ITEMS * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  cl_kernel kernel = test_kernel(program, "k0");
  size_t most = (size_t)test_device_ulong(CL_DEVICE_LOCAL_MEM_SIZE), global = ITEMS, local = GROUP;
  SET_ARGS(kernel, ARG_BUFFER(out), ARG_LOCAL(most - GROUP * 4 + 4), ARG_UINT(1));
  CHECK_ERR(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL), CL_OUT_OF_RESOURCES);
  SET_ARGS(kernel, ARG_BUFFER(out), ARG_LOCAL(most - GROUP * 4), ARG_UINT(1));
  CHECK_CL(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
  CHECK_CL(clFinish(test.queue));
}

static cl_program shared;

static void *launch_all(void *from) {
  for (int i = 0; i < KERNELS; i++) {
    int k = (i + (int)(size_t)from) % KERNELS, status = create_and_launch(shared, k, 11);
    if (status)
      return (void *)(size_t)status;
  }
  return NULL;
}

static void by_threads(void) {
  enum { THREADS = 6 };
  pthread_t threads[THREADS];
  for (int round = 0; round < 3; round++) {
    shared = test_build("", make_source());
    for (size_t t = 0; t < THREADS; t++)
      CHECK(!pthread_create(&threads[t], NULL, launch_all, (void *)(t / 2 * 4)));
    for (size_t t = 0; t < THREADS; t++) {
      void *status;
      pthread_join(threads[t], &status);
      CHECK_EQ((size_t)status, 0);
    }
  }
}

/* Everything goes while the code is made, waits to be made, or is there. */
static void released(void) {
  for (unsigned i = 0; i < 30; i++) {
    cl_int error;
    const char *source = make_source();
    cl_program program = clCreateProgramWithSource(test.context, 1, &source, NULL, &error);
    CHECK_CL(error);
    CHECK_CL(clBuildProgram(program, 1, &test.device, "", NULL, NULL));
    cl_kernel kernels[KERNELS];
    for (int k = 0; k < KERNELS; k++) {
      char name[8];
      snprintf(name, sizeof(name), "k%d", k);
      kernels[k] = clCreateKernel(program, name, &error);
      CHECK_CL(error);
    }
    nanosleep(&(struct timespec){.tv_nsec = i * 3000000}, NULL);
    CHECK_CL(clReleaseProgram(program));
    for (int k = 0; k < KERNELS; k++)
      CHECK_CL(clReleaseKernel(kernels[k]));
  }
}

static cl_program from_binary(cl_program program) {
  size_t size;
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, NULL));
  unsigned char *bytes = test_alloc(size);
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(bytes), &bytes, NULL));
  cl_int error, status;
  const unsigned char *given = bytes;
  cl_program again = clCreateProgramWithBinary(test.context, 1, &test.device, &size, &given, &status, &error);
  CHECK_CL(error);
  CHECK_CL(status);
  return again;
}

static void binaries(void) {
  cl_program program = test_build("", make_source()), again = from_binary(program);
  CHECK_CL(clBuildProgram(again, 1, &test.device, NULL, NULL, NULL));
  CHECK_EQ(create_and_launch(again, 3, 2), 0);
  cl_program third = from_binary(again);
  CHECK_CL(clBuildProgram(third, 1, &test.device, "-cl-opt-disable", NULL, NULL));
  CHECK_EQ(create_and_launch(third, 3, 2), 0);
  CHECK_EQ(create_and_launch(program, 5, 2), 0);
  CHECK_CL(clReleaseProgram(again));
  CHECK_CL(clReleaseProgram(third));
}

/* The second process of a program opens no compiler for the kernels that the first has launched. */
static int in_second_process(void) {
  const char *source = getenv("WEFT_TEST_SOURCE");
  cl_int error;
  cl_program program = clCreateProgramWithSource(test.context, 1, &source, NULL, &error);
  if (error || clBuildProgram(program, 1, &test.device, "", NULL, NULL))
    return 10;
  int status = create_and_launch(program, 4, 6);
  clReleaseProgram(program);
  return status ? status : test.is_weft && test_compiler_is_open() ? 11 : 0;
}

static void cached(void) {
  test_cache();
  const char *source = make_source();
  CHECK_EQ(create_and_launch(test_build("", source), 4, 6), 0);
  CHECK(!setenv("WEFT_TEST_SOURCE", source, 1));
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    execl("/proc/self/exe", "deferred", "second_process", (char *)NULL);
    _exit(9);
  }
  int status;
  CHECK(child > 0 && waitpid(child, &status, 0) == child);
  CHECK(!unsetenv("WEFT_TEST_SOURCE"));
  CHECK_EQ(status, 0);
}

static void second_process(void) {
  if (getenv("WEFT_TEST_SOURCE"))
    CHECK_EQ(in_second_process(), 0);
}

static void skip_with_sanitizers(void) {
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
  test_skip("sanitizers and threads of forked children: fork.c says why");
#endif
}

static int run_in_child(cl_kernel kernels[KERNELS]) {
  for (int k = 0; k < KERNELS; k++) {
    int status = launch(kernels[k], k, 3);
    if (status)
      return status;
  }
  return 0;
}

static void *launch_first(void *kernel) {
  return (void *)(size_t)launch(kernel, 0, 21);
}

/* The child makes what its parent was making, whoever was. */
static void in_children(void) {
  skip_with_sanitizers();
  for (unsigned i = 0; i < 12; i++) {
    cl_program program = test_build("", make_source());
    cl_kernel kernels[KERNELS];
    CHECK_CL(clCreateKernelsInProgram(program, KERNELS, kernels, NULL)); /* nobody has asked for code */
    cl_kernel own = test_kernel(program, i % 2 ? "k0" : "k1");           /* and now for one's in the background */
    pthread_t thread;
    CHECK(!pthread_create(&thread, NULL, launch_first, test_kernel(program, "k0")));
    nanosleep(&(struct timespec){.tv_nsec = i * 2500000}, NULL);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
      alarm(60);
      _exit(run_in_child(kernels));
    }
    int status;
    void *mine;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    CHECK_EQ(status, 0);
    pthread_join(thread, &mine);
    CHECK_EQ((size_t)mine, 0);
    CHECK_EQ(launch(own, i % 2 ? 0 : 1, 4), 0);
    for (int k = 0; k < KERNELS; k++)
      CHECK_CL(clReleaseKernel(kernels[k]));
  }
}

/* A process that ends while code is made does so at once. */
static void ends(void) {
  skip_with_sanitizers();
  for (unsigned i = 0; i < 6; i++) {
    const char *source = make_source();
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
      cl_int error;
      alarm(60);
      cl_program program = clCreateProgramWithSource(test.context, 1, &source, NULL, &error);
      if (error || clBuildProgram(program, 1, &test.device, "", NULL, NULL))
        _exit(1);
      for (int k = 0; k < KERNELS; k++) {
        char name[8];
        snprintf(name, sizeof(name), "k%d", k);
        if (!clCreateKernel(program, name, &error))
          _exit(2);
      }
      nanosleep(&(struct timespec){.tv_nsec = i * 4000000}, NULL);
      exit(0);
    }
    int status;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    CHECK_EQ(status, 0);
  }
}

static const struct test_case cases[] = {
    {"by_launches", by_launches},
    {"by_queries", by_queries},
    {"checked", checked},
    {"by_threads", by_threads},
    {"released", released},
    {"binaries", binaries},
    {"cached", cached},
    {"in_children", in_children},
    {"second_process", second_process},
    {"ends", ends},
};

int main(int argc, char **argv) {
  setenv("WEFT_BUILD", "each", 1);
  return test_run(argc, argv, cases, TEST_COUNT(cases));
}
