/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cl_khr_initialize_memory: local and private memory hold zeros when a kernel of such a context begins, whatever other
 * contexts and earlier groups have left there. */
#include <string.h>

#include "tests/harness/test.h"

enum { LOCAL = 1, PRIVATE = 2, ITEMS = 256, GROUP = 64 };

static cl_context make_context(cl_context_properties what, cl_int *error) {
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)test.platform,
                                              CL_CONTEXT_MEMORY_INITIALIZE_KHR, what, 0};
  return clCreateContext(properties, 1, &test.device, NULL, NULL, error);
}

static void need(void) {
  if (!test_has_extension("cl_khr_initialize_memory"))
    test_skip("no initialised memory");
}

static void properties(void) {
  need();
  cl_int error;
  for (cl_context_properties what = 0; what < 4; what++) {
    cl_context context = make_context(what, &error);
    CHECK_CL(error);
    cl_context_properties list[5] = {0};
    CHECK_CL(clGetContextInfo(context, CL_CONTEXT_PROPERTIES, sizeof list, list, NULL));
    CHECK_EQ(list[2], CL_CONTEXT_MEMORY_INITIALIZE_KHR);
    CHECK_EQ(list[3], what);
    CHECK_CL(clReleaseContext(context));
  }
  make_context(4, &error);
  CHECK_ERR(error, CL_INVALID_PROPERTY);
  const cl_context_properties twice[] = {CL_CONTEXT_MEMORY_INITIALIZE_KHR, LOCAL, CL_CONTEXT_MEMORY_INITIALIZE_KHR,
                                         LOCAL, 0};
  clCreateContext(twice, 1, &test.device, NULL, NULL, &error);
  CHECK_ERR(error, CL_INVALID_PROPERTY);
}

/* Reads what nobody wrote, counts what is not zero, leaves other values behind. */
static const char *const local_source = CL(kernel void k(global int *o, local int *given, int size, int dirt) {
  local int own[1000];
  local uchar bytes[77];
  int found = 0;
  for (int j = get_local_id(0); j < 1000; j += get_local_size(0))
    found += own[j] != 0;
  for (int j = get_local_id(0); j < size; j += get_local_size(0))
    found += given[j] != 0;
  for (int j = get_local_id(0); j < 77; j += get_local_size(0))
    found += bytes[j] != 0;
  o[get_global_id(0)] = found;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int j = get_local_id(0); j < 1000; j += get_local_size(0))
    own[j] = dirt + j;
  for (int j = get_local_id(0); j < size; j += get_local_size(0))
    given[j] = dirt;
  for (int j = get_local_id(0); j < 77; j += get_local_size(0))
    bytes[j] = dirt;
});

static const char *const private_source = CL(kernel void k(global int *o, local int *given, int size, int dirt) {
  int i = get_global_id(0);
  int one;
  int array[200];
  long4 vector;
  struct {
    char c;
    double d[9];
  } mixed;
  int found = (one != 0) + any(vector != 0) + (mixed.c != 0) + (mixed.d[i % 9] != 0);
  for (int j = 0; j < 200; j++)
    found += array[(j * 7 + i) % 200] != 0;
  for (int round = 0; round < 3; round++) {
    int inner[16];
    if (round == 0)
      for (int j = 0; j < 16; j++)
        found += inner[(j + i) % 16] != 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < 16; j++)
      inner[(j + dirt) % 16] = dirt;
    found += inner[i % 16] != dirt;
  }
  int across = array[i % 200] + one;
  for (int j = 0; j < 200; j++)
    array[(j + dirt) % 200] = dirt + j;
  barrier(CLK_LOCAL_MEM_FENCE);
  o[i] = found + across + (array[dirt % 200] - dirt);
});

struct place {
  cl_context context;
  cl_command_queue queue;
};

static void run(const struct place *at, const char *options, const char *source, cl_int *out) {
  cl_int error, status;
  cl_program program = clCreateProgramWithSource(at->context, 1, &source, NULL, &error);
  CHECK_CL(error);
  CHECK_CL(clBuildProgram(program, 1, &test.device, options, NULL, NULL));
  cl_kernel kernel = clCreateKernel(program, "k", &error);
  CHECK_CL(error);
  cl_mem mem = clCreateBuffer(at->context, CL_MEM_READ_WRITE, ITEMS * sizeof(cl_int), NULL, &error);
  CHECK_CL(error);
  const size_t global = ITEMS, local = GROUP;
  SET_ARGS(kernel, ARG(mem), ARG_LOCAL(4096), ARG_INT(1024), ARG_INT(1234567));
  for (int round = 0; round < 2; round++) {
    CHECK_CL(clEnqueueNDRangeKernel(at->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    status = clEnqueueReadBuffer(at->queue, mem, CL_TRUE, 0, ITEMS * sizeof(cl_int), out, 0, NULL, NULL);
    CHECK_CL(status);
  }
  CHECK_CL(clReleaseMemObject(mem));
  CHECK_CL(clReleaseKernel(kernel));
  CHECK_CL(clReleaseProgram(program));
}

static void zeroed(cl_context_properties what, const char *source) {
  need();
  static const char *const builds[] = {"", "-cl-opt-disable"};
  cl_int error, out[ITEMS];
  struct place here = {make_context(what, &error), NULL};
  CHECK_CL(error);
  here.queue = clCreateCommandQueueWithProperties(here.context, test.device, NULL, &error);
  CHECK_CL(error);
  struct place other = {test.context, test.queue};
  for (size_t b = 0; b < TEST_COUNT(builds); b++) {
    run(&other, builds[b], local_source, out); /* dirties */
    run(&here, builds[b], source, out);
    for (int i = 0; i < ITEMS; i++)
      CHECK_EQ(out[i], 0);
  }
  CHECK_CL(clReleaseCommandQueue(here.queue));
  CHECK_CL(clReleaseContext(here.context));
}

static void local_memory(void) {
  zeroed(LOCAL, local_source);
}
static void private_memory(void) {
  zeroed(PRIVATE, private_source);
}
static void both(void) {
  zeroed(LOCAL | PRIVATE, local_source);
  zeroed(LOCAL | PRIVATE, private_source);
}

/* A binary from a context without the property is built again for one with it. */
static void from_binary(void) {
  need();
  cl_int error, out[ITEMS];
  cl_context context = make_context(PRIVATE, &error);
  CHECK_CL(error);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, test.device, NULL, &error);
  CHECK_CL(error);
  cl_program from = test_build(NULL, private_source);
  size_t size = 0;
  CHECK_CL(clGetProgramInfo(from, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
  unsigned char *binary = test_alloc(size);
  CHECK_CL(clGetProgramInfo(from, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
  const unsigned char *input = binary;
  cl_program program = clCreateProgramWithBinary(context, 1, &test.device, &size, &input, NULL, &error);
  CHECK_CL(error);
  CHECK_CL(clBuildProgram(program, 1, &test.device, NULL, NULL, NULL));
  cl_kernel kernel = clCreateKernel(program, "k", &error);
  CHECK_CL(error);
  cl_mem mem = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof out, NULL, &error);
  CHECK_CL(error);
  const size_t global = ITEMS, local = GROUP;
  SET_ARGS(kernel, ARG(mem), ARG_LOCAL(4096), ARG_INT(1024), ARG_INT(1234567));
  CHECK_CL(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
  CHECK_CL(clEnqueueReadBuffer(queue, mem, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
  for (int i = 0; i < ITEMS; i++)
    CHECK_EQ(out[i], 0);
  CHECK_CL(clReleaseMemObject(mem));
  CHECK_CL(clReleaseKernel(kernel));
  CHECK_CL(clReleaseProgram(program));
  CHECK_CL(clReleaseCommandQueue(queue));
  CHECK_CL(clReleaseContext(context));
}

/* Kernels that a kernel enqueues begin with zeros too. */
static void child_kernels(void) {
  need();
  if (!test_has_c_feature("__opencl_c_device_enqueue"))
    test_skip("no queue on the device");
  cl_int error, out[ITEMS];
  cl_context context = make_context(LOCAL, &error);
  CHECK_CL(error);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, test.device, NULL, &error);
  CHECK_CL(error);
  const cl_queue_properties properties[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT, 0};
  cl_command_queue on_device = clCreateCommandQueueWithProperties(context, test.device, properties, &error);
  CHECK_CL(error);
  const char *source = CL(kernel void k(global int *o) {
    if (get_global_id(0) != 0)
      return;
    o[0] = enqueue_kernel(
        get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(256, 64),
        ^(local void *p) {
          local int *given = p;
          int found = 0;
          for (int j = get_local_id(0); j < 1024; j += 64)
            found += given[j] != 0;
          o[get_global_id(0)] = found;
          barrier(CLK_LOCAL_MEM_FENCE);
          for (int j = get_local_id(0); j < 1024; j += 64)
            given[j] = 77;
        },
        4096u);
  });
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  CHECK_CL(error);
  CHECK_CL(clBuildProgram(program, 1, &test.device, "-cl-std=CL3.0", NULL, NULL));
  cl_kernel kernel = clCreateKernel(program, "k", &error);
  CHECK_CL(error);
  memset(out, 0xff, sizeof out);
  cl_mem mem = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof out, out, &error);
  CHECK_CL(error);
  const size_t one = 1;
  SET_ARGS(kernel, ARG(mem));
  CHECK_CL(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
  CHECK_CL(clEnqueueReadBuffer(queue, mem, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
  for (int i = 0; i < ITEMS; i++)
    CHECK_EQ(out[i], 0);
  CHECK_CL(clReleaseMemObject(mem));
  CHECK_CL(clReleaseKernel(kernel));
  CHECK_CL(clReleaseProgram(program));
  CHECK_CL(clReleaseCommandQueue(on_device));
  CHECK_CL(clReleaseCommandQueue(queue));
  CHECK_CL(clReleaseContext(context));
}

static const struct test_case cases[] = {{"properties", properties},         {"local_memory", local_memory},
                                         {"private_memory", private_memory}, {"both", both},
                                         {"from_binary", from_binary},       {"child_kernels", child_kernels}};
TEST_MAIN(cases)
