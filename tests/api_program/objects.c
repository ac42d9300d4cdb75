/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "tests/api_program/objects.h"

#include "tests/harness/pool.h"

static void release_program(void *object, size_t size) {
  (void)size;
  clReleaseProgram(object);
}

static void release_kernel(void *object, size_t size) {
  (void)size;
  clReleaseKernel(object);
}

cl_program keep_program(cl_program program) {
  CHECK(program);
  test_pool_add(release_program, program, 0);
  return program;
}

cl_kernel keep_kernel(cl_kernel kernel) {
  CHECK(kernel);
  test_pool_add(release_kernel, kernel, 0);
  return kernel;
}

cl_program make_program(const char *source) {
  cl_int error;
  cl_program program = clCreateProgramWithSource(test.context, 1, &source, NULL, &error);
  CHECK_CL(error);
  return keep_program(program);
}

cl_mem make_buffer(size_t size) {
  cl_int error;
  cl_mem mem = clCreateBuffer(test.context, 0, size, NULL, &error);
  CHECK_CL(error);
  test_keep_mem(mem);
  return mem;
}

cl_kernel make_kernel(const char *options, const char *source, const char *name) {
  return test_kernel(test_build(options, source), name);
}

cl_build_status build_status(cl_program program) {
  cl_build_status status = 1;
  CHECK_CL(clGetProgramBuildInfo(program, test.device, CL_PROGRAM_BUILD_STATUS, sizeof(status), &status, NULL));
  return status;
}

cl_program_binary_type binary_type(cl_program program) {
  cl_program_binary_type type = 99;
  CHECK_CL(clGetProgramBuildInfo(program, test.device, CL_PROGRAM_BINARY_TYPE, sizeof(type), &type, NULL));
  return type;
}

const char *build_text(cl_program program, cl_program_build_info what) {
  size_t size = 0;
  CHECK_CL(clGetProgramBuildInfo(program, test.device, what, 0, NULL, &size));
  char *text = test_alloc(size + 1);
  CHECK_CL(clGetProgramBuildInfo(program, test.device, what, size, text, NULL));
  return text;
}

const char *program_text(cl_program program, cl_program_info what) {
  size_t size = 0;
  CHECK_CL(clGetProgramInfo(program, what, 0, NULL, &size));
  char *text = test_alloc(size + 1);
  CHECK_CL(clGetProgramInfo(program, what, size, text, NULL));
  return text;
}

struct binary get_binary(cl_program program) {
  struct binary binary = {0};
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size_t), &binary.size, NULL));
  CHECK(binary.size > 0);
  binary.data = test_alloc(binary.size);
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(unsigned char *), &binary.data, NULL));
  return binary;
}

cl_program from_binary(struct binary binary, cl_int *status, cl_int *error) {
  const unsigned char *data = binary.data;
  return clCreateProgramWithBinary(test.context, 1, &test.device, &binary.size, &data, status, error);
}

void check_scale(cl_program program) {
  enum { N = 100 };
  cl_int in[N], out[N] = {0};
  for (int i = 0; i < N; i++)
    in[i] = 3 * i - 7;
  cl_kernel kernel = test_kernel(program, "scale");
  cl_mem from = make_buffer(sizeof(in)), to = make_buffer(sizeof(out));
  CHECK_CL(clEnqueueWriteBuffer(test.queue, from, CL_TRUE, 0, sizeof(in), in, 0, NULL, NULL));
  SET_ARGS(kernel, ARG(from), ARG(to), ARG_INT(5));
  test_launch(kernel, 1, NULL, (const size_t[]){N}, NULL);
  CHECK_CL(clEnqueueReadBuffer(test.queue, to, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL));
  for (int i = 0; i < N; i++)
    CHECK_EQ(out[i], 5 * in[i]);
}
