/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Many threads of the application at once: on queues of their own, on one queue, building programs. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/harness/test.h"

#define THREADS 8

static cl_program program; /* of the running case */
static cl_command_queue one_queue;
static atomic_int wrong;

static void on_threads(void *(*work)(void *)) {
  pthread_t threads[THREADS];
  size_t numbers[THREADS];
  wrong = 0;
  for (size_t i = 0; i < THREADS; i++) {
    numbers[i] = i;
    CHECK(!pthread_create(&threads[i], NULL, work, &numbers[i]));
  }
  for (size_t i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  CHECK_EQ(wrong, 0);
}

static const char step_source[] = CL(kernel void k(global uint *data, uint step, local uint *x) {
  size_t i = get_local_id(0);
  x[i] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = x[get_local_size(0) - 1 - i] * 1664525u + step;
});

/* 60 launches that depend on each other, then the host's own. */
static void run_steps(cl_command_queue queue, size_t number) {
  enum { N = 320, LOCAL = 16, STEPS = 60 };
  cl_uint data[N], got[N], swapped[N];
  cl_int error;
  test_fill(data, sizeof data, (uint32_t)number);
  cl_mem mem = clCreateBuffer(test.context, CL_MEM_COPY_HOST_PTR, sizeof data, data, &error);
  CHECK_CL(error);
  cl_kernel kernel = clCreateKernel(program, "k", &error);
  CHECK_CL(error);
  cl_event before = NULL;
  for (cl_uint step = 0; step < STEPS; step++) {
    cl_event after;
    SET_ARGS(kernel, ARG(mem), ARG_UINT(step), ARG_LOCAL(LOCAL * 4));
    CHECK_CL(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, (size_t[]){N}, (size_t[]){LOCAL}, before ? 1 : 0,
                                    before ? &before : NULL, &after));
    if (before)
      CHECK_CL(clReleaseEvent(before));
    before = after;
  }
  CHECK_CL(clEnqueueReadBuffer(queue, mem, CL_TRUE, 0, sizeof got, got, 1, &before, NULL));
  CHECK_CL(clReleaseEvent(before));
  CHECK_CL(clReleaseMemObject(mem));
  CHECK_CL(clReleaseKernel(kernel));
  for (cl_uint step = 0; step < STEPS; step++) {
    for (size_t i = 0; i < N; i++)
      swapped[i] = data[i / LOCAL * LOCAL + LOCAL - 1 - i % LOCAL] * 1664525u + step;
    memcpy(data, swapped, sizeof data);
  }
  if (memcmp(data, got, sizeof data))
    wrong++;
}

static void *with_own_queue(void *argument) {
  size_t number = *(size_t *)argument;
  cl_int error;
  cl_queue_properties out_of_order[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  for (int round = 0; round < 10; round++) {
    cl_command_queue queue =
        clCreateCommandQueueWithProperties(test.context, test.device, round & 1 ? out_of_order : NULL, &error);
    CHECK_CL(error);
    run_steps(queue, number + 100 * (size_t)round);
    CHECK_CL(clReleaseCommandQueue(queue));
  }
  return NULL;
}

static void *with_one_queue(void *argument) {
  for (int round = 0; round < 10; round++)
    run_steps(one_queue, *(size_t *)argument + 100 * (size_t)round);
  return NULL;
}

/* A thread that waits lends a hand with the other threads' launches and leaves them when its own has ended: none of
 * their groups may be forgotten. */
static const char mark_source[] = CL(kernel void mark(global uint *data, uint round) {
  uint x = (uint)get_global_id(0) + round;
  for (int i = 0; i < 60; i++)
    x = x * 1664525u + 1013904223u;
  data[get_global_id(0)] = x;
});

static void *wait_for_own_launches(void *argument) {
  enum { N = 4096, ROUNDS = 150 };
  cl_uint number = (cl_uint) * (size_t *)argument;
  cl_int error;
  cl_command_queue queue = clCreateCommandQueueWithProperties(test.context, test.device, NULL, &error);
  CHECK_CL(error);
  cl_mem mem = clCreateBuffer(test.context, CL_MEM_READ_WRITE, N * sizeof(cl_uint), NULL, &error);
  CHECK_CL(error);
  cl_kernel kernel = clCreateKernel(program, "mark", &error);
  CHECK_CL(error);
  cl_uint *got = malloc(N * sizeof *got);
  CHECK(got != NULL);
  for (cl_uint round = 0; round < ROUNDS; round++) {
    /* Launches of different lengths, so that waits end while others' launches are in full swing. */
    cl_uint start = number << 20 | round << 12;
    size_t size = round & 1 ? N : N / 8;
    SET_ARGS(kernel, ARG(mem), ARG_UINT(start));
    CHECK_CL(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, (size_t[]){4}, 0, NULL, NULL));
    CHECK_CL(clEnqueueReadBuffer(queue, mem, CL_TRUE, 0, size * sizeof *got, got, 0, NULL, NULL));
    for (cl_uint i = 0; i < size; i++) {
      cl_uint x = i + start;
      for (int turn = 0; turn < 60; turn++)
        x = x * 1664525u + 1013904223u;
      wrong += got[i] != x;
    }
  }
  free(got);
  CHECK_CL(clReleaseKernel(kernel));
  CHECK_CL(clReleaseMemObject(mem));
  CHECK_CL(clReleaseCommandQueue(queue));
  return NULL;
}

static void helpers_forget_nothing(void) {
  program = test_build(NULL, mark_source);
  on_threads(wait_for_own_launches);
}

static void own_queues(void) {
  program = test_build(NULL, step_source);
  on_threads(with_own_queue);
}

static void one_in_order_queue(void) {
  program = test_build(NULL, step_source);
  one_queue = test.queue;
  on_threads(with_one_queue);
}

static void one_out_of_order_queue(void) {
  cl_int error;
  program = test_build(NULL, step_source);
  one_queue = clCreateCommandQueueWithProperties(
      test.context, test.device,
      (cl_queue_properties[]){CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0}, &error);
  CHECK_CL(error);
  on_threads(with_one_queue);
  CHECK_CL(clReleaseCommandQueue(one_queue));
}

/* 64 programs, each of its own text, eight at a time; then each gives its own result. */
static void *build_eight(void *argument) {
  size_t number = *(size_t *)argument;
  for (size_t i = 0; i < 8; i++) {
    char source[512];
    cl_int error;
    cl_uint value = (cl_uint)(number * 8 + i), got = 0;
    snprintf(source, sizeof source,
             "kernel void k(global uint *out) { local uint x; if (get_local_id(0) == 0) x = %u; "
             "barrier(CLK_LOCAL_MEM_FENCE); out[get_global_id(0)] = x + (uint)native_sqrt(4.0f) - 2; }\n",
             value);
    const char *text = source;
    cl_program own = clCreateProgramWithSource(test.context, 1, &text, NULL, &error);
    CHECK_CL(error);
    CHECK_CL(clBuildProgram(own, 1, &test.device, i & 1 ? "-cl-std=CL3.0" : NULL, NULL, NULL));
    cl_kernel kernel = clCreateKernel(own, "k", &error);
    CHECK_CL(error);
    cl_mem mem = clCreateBuffer(test.context, CL_MEM_READ_WRITE, 64, NULL, &error);
    CHECK_CL(error);
    SET_ARGS(kernel, ARG(mem));
    CHECK_CL(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, (size_t[]){16}, (size_t[]){8}, 0, NULL, NULL));
    CHECK_CL(clEnqueueReadBuffer(test.queue, mem, CL_TRUE, 60, 4, &got, 0, NULL, NULL));
    if (got != value)
      wrong++;
    CHECK_CL(clReleaseMemObject(mem));
    CHECK_CL(clReleaseKernel(kernel));
    CHECK_CL(clReleaseProgram(own));
  }
  return NULL;
}

static void builds_of_64(void) {
  on_threads(build_eight);
}

/* Builds with a call-back, all under way together; one in four is wrong and says so. */
static atomic_int built;
static void CL_CALLBACK on_built(cl_program done, void *argument) {
  cl_build_status status = CL_BUILD_NONE;
  if (clGetProgramBuildInfo(done, test.device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL) ||
      status != (*(int *)argument % 4 ? CL_BUILD_SUCCESS : CL_BUILD_ERROR))
    wrong++;
  built++;
}

static void builds_called_back(void) {
  enum { COUNT = 32 };
  cl_program programs[COUNT];
  int numbers[COUNT];
  cl_int error;
  wrong = built = 0;
  for (int i = 0; i < COUNT; i++) {
    const char *text =
        i % 4 ? "kernel void k(global int *o) { o[0] = 1; }" : "kernel void k(global int *o) { o[0] = ; }";
    numbers[i] = i;
    programs[i] = clCreateProgramWithSource(test.context, 1, &text, NULL, &error);
    CHECK_CL(error);
    error = clBuildProgram(programs[i], 1, &test.device, NULL, on_built, &numbers[i]);
    if (error && error != CL_BUILD_PROGRAM_FAILURE)
      CHECK_CL(error);
  }
  while (built < COUNT)
    sched_yield();
  for (int i = 0; i < COUNT; i++)
    CHECK_CL(clReleaseProgram(programs[i]));
  CHECK_EQ(wrong, 0);
}

static const struct test_case cases[] = {
    {"own_queues", own_queues},
    {"helpers_forget_nothing", helpers_forget_nothing},
    {"one_in_order_queue", one_in_order_queue},
    {"one_out_of_order_queue", one_out_of_order_queue},
    {"builds_of_64", builds_of_64},
    {"builds_called_back", builds_called_back},
};
TEST_MAIN(cases)
