/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Making, cloning and releasing kernels. */
#include <string.h>

#include "tests/api_program/objects.h"

static const char *const three = CL(
    kernel void c(global int *p) { p[0] = 3; } kernel void a(global int *p) {
      p[0] = 1;
    } kernel void b(global int *p, int n) { p[0] = n; });

static void create_errors(void) {
  cl_program program = test_build("", three);
  cl_int error;
  CHECK(!clCreateKernel(NULL, "a", &error));
  CHECK_ERR(error, CL_INVALID_PROGRAM);
  CHECK(!clCreateKernel(program, NULL, &error));
  CHECK_ERR(error, CL_INVALID_VALUE);
  CHECK(!clCreateKernel(program, "A", &error));
  CHECK_ERR(error, CL_INVALID_KERNEL_NAME);
  CHECK(!clCreateKernel(program, "", &error));
  CHECK_ERR(error, CL_INVALID_KERNEL_NAME);
  CHECK(!clCreateKernel(program, "d", NULL));
}

static void all_of_a_program(void) {
  cl_program program = test_build("", three);
  cl_uint count = 0;
  cl_kernel kernels[4] = {0};
  CHECK_CL(clCreateKernelsInProgram(program, 0, NULL, &count));
  CHECK_EQ(count, 3);
  CHECK_ERR(clCreateKernelsInProgram(program, 2, kernels, &count), CL_INVALID_VALUE);
  CHECK_CL(clCreateKernelsInProgram(program, 4, kernels, &count));
  CHECK(kernels[0] && kernels[1] && kernels[2] && !kernels[3]);
  unsigned seen = 0;
  for (int i = 0; i < 3; i++) {
    char name[8] = "";
    CHECK_CL(clGetKernelInfo(kernels[i], CL_KERNEL_FUNCTION_NAME, sizeof(name), name, NULL));
    seen |= 1u << (name[0] - 'a');
    CHECK_CL(clReleaseKernel(kernels[i]));
  }
  CHECK_EQ(seen, 7);
  CHECK_CL(clBuildProgram(program, 0, NULL, "", NULL, NULL)); /* no kernel is attached any more */
}

static cl_int run(cl_kernel kernel, cl_mem mem) {
  cl_int value = -1;
  test_launch(kernel, 1, NULL, (const size_t[]){1}, NULL);
  CHECK_CL(clEnqueueReadBuffer(test.queue, mem, CL_TRUE, 0, 4, &value, 0, NULL, NULL));
  return value;
}

static void clones(void) {
  cl_kernel kernel = make_kernel("", three, "b");
  cl_mem mem = make_buffer(4);
  SET_ARGS(kernel, ARG(mem), ARG_INT(5));
  cl_int error;
  cl_kernel clone = keep_kernel(clCloneKernel(kernel, &error));
  CHECK_CL(error);
  CHECK_EQ(run(clone, mem), 5);
  CHECK_CL(clSetKernelArg(clone, 1, 4, &(cl_int){6}));
  CHECK_EQ(run(kernel, mem), 5);
  CHECK_EQ(run(clone, mem), 6);
  cl_uint count = 0;
  CHECK_CL(clGetKernelInfo(clone, CL_KERNEL_REFERENCE_COUNT, sizeof(count), &count, NULL));
  CHECK_EQ(count, 1);
  /* What is unset stays unset */
  cl_program program = NULL;
  CHECK_CL(clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof(program), &program, NULL));
  cl_kernel half = test_kernel(program, "b");
  CHECK_CL(clSetKernelArg(half, 1, 4, &(cl_int){1}));
  clone = keep_kernel(clCloneKernel(half, NULL));
  CHECK_ERR(clEnqueueNDRangeKernel(test.queue, clone, 1, NULL, (const size_t[]){1}, NULL, 0, NULL, NULL),
            CL_INVALID_KERNEL_ARGS);
  CHECK(!clCloneKernel(NULL, &error));
  CHECK_ERR(error, CL_INVALID_KERNEL);
  /* A clone is a kernel of the program too */
  CHECK_ERR(clBuildProgram(program, 0, NULL, "", NULL, NULL), CL_INVALID_OPERATION);
}

static void counts(void) {
  cl_program program = test_build("", three);
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, "a", &error);
  cl_uint count = 0;
  CHECK_CL(clRetainKernel(kernel));
  CHECK_CL(clGetKernelInfo(kernel, CL_KERNEL_REFERENCE_COUNT, sizeof(count), &count, NULL));
  CHECK_EQ(count, 2);
  CHECK_CL(clReleaseKernel(kernel));
  CHECK_ERR(clBuildProgram(program, 0, NULL, "", NULL, NULL), CL_INVALID_OPERATION);
  CHECK_CL(clReleaseKernel(kernel));
  CHECK_CL(clBuildProgram(program, 0, NULL, "", NULL, NULL));
  CHECK_ERR(clRetainKernel(NULL), CL_INVALID_KERNEL);
  CHECK_ERR(clReleaseKernel((cl_kernel)program), CL_INVALID_KERNEL);
}

static const struct test_case cases[] = {
    {"create_errors", create_errors}, {"all_of_a_program", all_of_a_program}, {"clones", clones}, {"counts", counts}};
TEST_MAIN(cases)
