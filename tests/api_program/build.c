/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs from source: creation, builds, their states, errors and queries. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "tests/api_program/objects.h"

static const char *const one_kernel = CL(kernel void k(global int *p) { p[0] = 1; });

static void create_errors(void) {
  cl_int error;
  const char *text = "", *none = NULL;
  CHECK(!clCreateProgramWithSource(NULL, 1, &text, NULL, &error));
  CHECK_ERR(error, CL_INVALID_CONTEXT);
  CHECK(!clCreateProgramWithSource((cl_context)test.queue, 1, &text, NULL, &error));
  CHECK_ERR(error, CL_INVALID_CONTEXT);
  CHECK(!clCreateProgramWithSource(test.context, 0, &text, NULL, &error));
  CHECK_ERR(error, CL_INVALID_VALUE);
  CHECK(!clCreateProgramWithSource(test.context, 1, NULL, NULL, &error));
  CHECK_ERR(error, CL_INVALID_VALUE);
  CHECK(!clCreateProgramWithSource(test.context, 1, &none, NULL, &error));
  CHECK_ERR(error, CL_INVALID_VALUE);
  CHECK(!clCreateProgramWithSource(test.context, 0, &text, NULL, NULL));
  /* Kernels that no device has */
  CHECK(!clCreateProgramWithBuiltInKernels(test.context, 1, &test.device, "nothing", &error));
  CHECK_ERR(error, CL_INVALID_VALUE);
  cl_program program = make_program(one_kernel);
  CHECK_ERR(clSetProgramReleaseCallback(program, NULL, NULL), CL_INVALID_VALUE);
}

/* Lengths: given, zero, absent; NULs inside are dropped. */
static void source_pieces(void) {
  const char *pieces[] = {"kernel void", " k(global int *p) {XXXX", " p[0]\0 = 1", "; }"};
  const size_t lengths[] = {0, 19, 10, 3};
  cl_int error;
  cl_program program = keep_program(clCreateProgramWithSource(test.context, 4, pieces, lengths, &error));
  CHECK_CL(error);
  CHECK(strcmp(program_text(program, CL_PROGRAM_SOURCE), "kernel void k(global int *p) { p[0] = 1; }") == 0);
  size_t size = 0;
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, NULL, &size));
  CHECK_EQ(size, strlen("kernel void k(global int *p) { p[0] = 1; }") + 1);
  CHECK_CL(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
  const char *two[] = {"kernel void a(global int *p) {}\n", "kernel void b(global int *p) {}\n"};
  program = keep_program(clCreateProgramWithSource(test.context, 2, two, NULL, &error));
  CHECK_CL(error);
  CHECK_CL(clBuildProgram(program, 1, &test.device, "", NULL, NULL));
  test_kernel(program, "a");
  test_kernel(program, "b");
}

static void nothing_built(void) {
  cl_program program = make_program(one_kernel);
  size_t count = 77;
  char names[64];
  cl_bool present;
  CHECK_EQ(build_status(program), CL_BUILD_NONE);
  CHECK_EQ(binary_type(program), CL_PROGRAM_BINARY_TYPE_NONE);
  CHECK(!*build_text(program, CL_PROGRAM_BUILD_LOG));
  CHECK(!*build_text(program, CL_PROGRAM_BUILD_OPTIONS));
  CHECK_ERR(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof(count), &count, NULL),
            CL_INVALID_PROGRAM_EXECUTABLE);
  CHECK_EQ(count, 77);
  CHECK_ERR(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof(names), names, NULL),
            CL_INVALID_PROGRAM_EXECUTABLE);
  CHECK_ERR(clGetProgramInfo(program, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, sizeof(present), &present, NULL),
            CL_INVALID_PROGRAM_EXECUTABLE);
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(count), &count, NULL));
  CHECK_EQ(count, 0);
  cl_int error;
  CHECK(!clCreateKernel(program, "k", &error));
  CHECK_ERR(error, CL_INVALID_PROGRAM_EXECUTABLE);
  cl_uint number;
  CHECK_ERR(clCreateKernelsInProgram(program, 0, NULL, &number), CL_INVALID_PROGRAM_EXECUTABLE);
}

static void built(void) {
  const char *source = CL(
      kernel void first(global int *p) {} kernel void second(local int *p, int n) {} int helper(int x) { return x; });
  cl_program program = make_program(source);
  CHECK_CL(clBuildProgram(program, 0, NULL, " -w  -DX=1 ", NULL, NULL));
  CHECK_EQ(build_status(program), CL_BUILD_SUCCESS);
  CHECK_EQ(binary_type(program), CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  CHECK(strcmp(build_text(program, CL_PROGRAM_BUILD_OPTIONS), " -w  -DX=1 ") == 0);
  CHECK(strcmp(program_text(program, CL_PROGRAM_KERNEL_NAMES), "first;second") == 0);
  size_t count = 0, globals = 77;
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof(count), &count, NULL));
  CHECK_EQ(count, 2);
  CHECK_CL(clGetProgramBuildInfo(program, test.device, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, sizeof(globals),
                                 &globals, NULL));
  CHECK_EQ(globals, 0);
  cl_bool present = CL_TRUE;
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT, sizeof(present), &present, NULL));
  CHECK_EQ(present, CL_FALSE);
  cl_uint devices = 0;
  cl_device_id device = NULL;
  cl_context context = NULL;
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof(devices), &devices, NULL));
  CHECK_EQ(devices, 1);
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_DEVICES, sizeof(device), &device, NULL));
  CHECK(device == test.device);
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_CONTEXT, sizeof(context), &context, NULL));
  CHECK(context == test.context);
  size_t il = 77;
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_IL, 0, NULL, &il));
  CHECK_EQ(il, 0);
  CHECK_ERR(clGetProgramInfo(program, CL_PROGRAM_CONTEXT, 1, &context, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clGetProgramInfo(program, 0xdead, sizeof(context), &context, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clGetProgramBuildInfo(program, NULL, CL_PROGRAM_BUILD_STATUS, 0, NULL, NULL), CL_INVALID_DEVICE);
  CHECK_ERR(clGetProgramBuildInfo(program, test.device, 0xdead, 0, NULL, NULL), CL_INVALID_VALUE);
}

static void failed(void) {
  cl_program program = make_program("kernel void k(global int *p) {\n  p[0] = undeclared_name;\n}\n");
  CHECK_ERR(clBuildProgram(program, 0, NULL, NULL, NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
  CHECK_EQ(build_status(program), CL_BUILD_ERROR);
  CHECK_EQ(binary_type(program), CL_PROGRAM_BINARY_TYPE_NONE);
  const char *log = build_text(program, CL_PROGRAM_BUILD_LOG);
  CHECK(strstr(log, "undeclared_name"));
  CHECK(strstr(log, ":2:")); /* the user's own line */
  cl_int error;
  CHECK(!clCreateKernel(program, "k", &error));
  CHECK_ERR(error, CL_INVALID_PROGRAM_EXECUTABLE);
  /* A function that nobody defines */
  program = make_program("int missing(int x); kernel void k(global int *p) { p[0] = missing(p[0]); }");
  CHECK_ERR(clBuildProgram(program, 0, NULL, NULL, NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
  CHECK(strstr(build_text(program, CL_PROGRAM_BUILD_LOG), "missing"));
}

/* A failed build takes the executable of the one before with it; a good one brings it back. */
static void built_again(void) {
  const char *source = "#ifdef GOOD\nkernel void k(global int *p) { p[0] = GOOD; }\n#else\n#error no\n#endif\n";
  cl_program program = make_program(source);
  cl_int error;
  CHECK_CL(clBuildProgram(program, 0, NULL, "-DGOOD=1", NULL, NULL));
  CHECK_ERR(clBuildProgram(program, 0, NULL, "", NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
  CHECK(!clCreateKernel(program, "k", &error));
  CHECK_ERR(error, CL_INVALID_PROGRAM_EXECUTABLE);
  CHECK_CL(clBuildProgram(program, 0, NULL, "-DGOOD=7", NULL, NULL));
  cl_kernel kernel = clCreateKernel(program, "k", &error);
  CHECK_CL(error);

  /* With a kernel attached there is no building */
  CHECK_ERR(clBuildProgram(program, 0, NULL, "-DGOOD=2", NULL, NULL), CL_INVALID_OPERATION);
  CHECK_ERR(clCompileProgram(program, 0, NULL, "", 0, NULL, NULL, NULL, NULL), CL_INVALID_OPERATION);
  CHECK_EQ(build_status(program), CL_BUILD_SUCCESS);
  CHECK(strcmp(build_text(program, CL_PROGRAM_BUILD_OPTIONS), "-DGOOD=7") == 0);

  /* A launch keeps the code of its kernel, whatever becomes of the program */
  cl_event gate = clCreateUserEvent(test.context, &error);
  CHECK_CL(error);
  cl_mem mem = make_buffer(4);
  SET_ARGS(kernel, ARG(mem));
  CHECK_CL(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, (const size_t[]){1}, NULL, 1, &gate, NULL));
  CHECK_CL(clReleaseKernel(kernel));
  CHECK_CL(clBuildProgram(program, 0, NULL, "-DGOOD=2", NULL, NULL));
  CHECK_CL(clSetUserEventStatus(gate, CL_COMPLETE));
  cl_int value = 0;
  CHECK_CL(clEnqueueReadBuffer(test.queue, mem, CL_TRUE, 0, 4, &value, 0, NULL, NULL));
  CHECK_EQ(value, 7);
  clReleaseEvent(gate);
}

static void build_errors(void) {
  cl_program program = make_program(one_kernel);
  cl_device_id wrong = (cl_device_id)test.queue;
  int user;
  CHECK_ERR(clBuildProgram(NULL, 0, NULL, NULL, NULL, NULL), CL_INVALID_PROGRAM);
  CHECK_ERR(clBuildProgram(program, 1, NULL, NULL, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clBuildProgram(program, 0, &test.device, NULL, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clBuildProgram(program, 1, &wrong, NULL, NULL, NULL), CL_INVALID_DEVICE);
  CHECK_ERR(clBuildProgram(program, 0, NULL, NULL, NULL, &user), CL_INVALID_VALUE);
  CHECK_ERR(clBuildProgram(program, 0, NULL, "-no-such-option", NULL, NULL), CL_INVALID_BUILD_OPTIONS);
  CHECK_EQ(build_status(program), CL_BUILD_NONE);
}

static atomic_int notified;

static void CL_CALLBACK notify(cl_program program, void *user) {
  /* The state is there for the callback to see */
  atomic_store(&notified, user == (void *)program && build_status(program) != CL_BUILD_IN_PROGRESS ? 1 : -1);
}

static void asynchronous(void) {
  static const struct {
    const char *source;
    cl_build_status status;
  } table[] = {{"kernel void k(global int *p) { p[0] = 1; }", CL_BUILD_SUCCESS}, {"broken", CL_BUILD_ERROR}};
  for (size_t i = 0; i < TEST_COUNT(table); i++) {
    cl_program program = make_program(table[i].source);
    atomic_store(&notified, 0);
    CHECK_CL(clBuildProgram(program, 0, NULL, NULL, notify, program));
    while (!atomic_load(&notified))
      ;
    CHECK_EQ(atomic_load(&notified), 1);
    CHECK_EQ(build_status(program), table[i].status);
  }
}

static void CL_CALLBACK count_up(cl_program program, void *user) {
  atomic_fetch_add((atomic_int *)user, 1);
}

/* A program released while it is being built. */
static void released_while_built(void) {
  atomic_int done = 0;
  for (int i = 0; i < 8; i++) {
    cl_int error;
    cl_program program = clCreateProgramWithSource(test.context, 1, (const char **)&one_kernel, NULL, &error);
    CHECK_CL(error);
    CHECK_CL(clBuildProgram(program, 0, NULL, NULL, count_up, &done));
    CHECK_CL(clReleaseProgram(program));
  }
  while (atomic_load(&done) < 8)
    ;
}

static void *build_many(void *arg) {
  for (int i = 0; i < 6; i++) {
    char source[128];
    snprintf(source, sizeof(source), "kernel void k(global int *p) { p[0] = %d; }", (int)(intptr_t)arg * 100 + i);
    const char *text = source;
    cl_int error;
    cl_program program = clCreateProgramWithSource(test.context, 1, &text, NULL, &error);
    if (error || clBuildProgram(program, 0, NULL, NULL, NULL, NULL) || clReleaseProgram(program))
      return arg;
  }
  return NULL;
}

static void in_parallel(void) {
  pthread_t threads[6];
  for (intptr_t i = 0; i < 6; i++)
    CHECK(pthread_create(&threads[i], NULL, build_many, (void *)(i + 1)) == 0);
  for (int i = 0; i < 6; i++) {
    void *failed;
    pthread_join(threads[i], &failed);
    CHECK(!failed);
  }
}

static void counts(void) {
  cl_int error;
  cl_program program = clCreateProgramWithSource(test.context, 1, (const char **)&one_kernel, NULL, &error);
  cl_uint count = 0;
  CHECK_CL(error);
  CHECK_CL(clRetainProgram(program));
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_REFERENCE_COUNT, sizeof(count), &count, NULL));
  CHECK_EQ(count, 2);
  CHECK_CL(clReleaseProgram(program));
  CHECK_CL(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
  cl_kernel kernel = clCreateKernel(program, "k", &error);
  CHECK_CL(error);
  CHECK_CL(clReleaseProgram(program));
  /* The kernel keeps it */
  cl_program again = NULL;
  CHECK_CL(clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof(again), &again, NULL));
  CHECK(again == program);
  CHECK_EQ(build_status(program), CL_BUILD_SUCCESS);
  CHECK_CL(clReleaseKernel(kernel));
  CHECK_ERR(clRetainProgram(NULL), CL_INVALID_PROGRAM);
  CHECK_ERR(clReleaseProgram((cl_program)test.context), CL_INVALID_PROGRAM);
}

static void unload(void) {
  CHECK_CL(clUnloadPlatformCompiler(test.platform));
  cl_program program = make_program(one_kernel);
  CHECK_CL(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
  CHECK_CL(clUnloadPlatformCompiler(test.platform));
  CHECK_CL(clBuildProgram(program, 0, NULL, "-DAGAIN", NULL, NULL));
}

static const struct test_case cases[] = {
    {"create_errors", create_errors},
    {"source_pieces", source_pieces},
    {"nothing_built", nothing_built},
    {"built", built},
    {"failed", failed},
    {"built_again", built_again},
    {"build_errors", build_errors},
    {"asynchronous", asynchronous},
    {"released_while_built", released_while_built},
    {"in_parallel", in_parallel},
    {"counts", counts},
    {"unload", unload},
};
TEST_MAIN(cases)
