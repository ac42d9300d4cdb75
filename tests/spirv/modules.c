/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "tests/spirv/modules.h"

#include <stdio.h>
#include <string.h>

#include "tests/harness/pool.h"

void release_program(void *object, size_t size) {
  (void)size;
  clReleaseProgram(object);
}

static void release_buffer(void *object, size_t size) {
  (void)size;
  clReleaseMemObject(object);
}

void need_spirv(void) {
  char text[256] = "";
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_IL_VERSION, sizeof(text), text, NULL));
  if (!*text)
    test_skip("no translator of SPIR-V is installed");
}

struct module read_module(const char *name) {
  char path[1024];
  snprintf(path, sizeof(path), MODULES "/%s.spv", name);
  FILE *file = fopen(path, "rb");
  if (!file)
    FAIL("%s cannot be opened", path);
  struct module module = {test_alloc(1 << 20), 0};
  module.size = fread(module.words, 1, 1 << 20, file);
  fclose(file);
  return module;
}

cl_program create_program(const void *data, size_t size, cl_int *error) {
  cl_program program = clCreateProgramWithIL(test.context, data, size, error);
  CHECK_EQ(program == NULL, *error != CL_SUCCESS);
  if (program)
    test_pool_add(release_program, program, 0);
  return program;
}

cl_program program_again(cl_program program) {
  size_t size;
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, NULL));
  unsigned char *binary = test_alloc(size);
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(binary), &binary, NULL));
  cl_int error;
  cl_program again =
      clCreateProgramWithBinary(test.context, 1, &test.device, &size, (const unsigned char **)&binary, NULL, &error);
  CHECK_CL(error);
  test_pool_add(release_program, again, 0);
  CHECK_CL(clBuildProgram(again, 0, NULL, NULL, NULL, NULL));
  return again;
}

const char *log_of(cl_program program) {
  size_t size;
  CHECK_CL(clGetProgramBuildInfo(program, test.device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size));
  char *log = test_alloc(size);
  CHECK_CL(clGetProgramBuildInfo(program, test.device, CL_PROGRAM_BUILD_LOG, size, log, NULL));
  return log;
}

cl_program build_module(const char *name, const char *options) {
  struct module module = read_module(name);
  cl_int error;
  cl_program program = create_program(module.words, module.size, &error);
  CHECK_CL(error);
  error = clBuildProgram(program, 0, NULL, options, NULL, NULL);
  if (error)
    FAIL("clBuildProgram of %s gives %s:\n%s", name, test_error_name(error), log_of(program));
  return program;
}

cl_mem buffer_of(const void *data, size_t size) {
  cl_int error;
  cl_mem buffer =
      clCreateBuffer(test.context, CL_MEM_READ_WRITE | (data ? CL_MEM_COPY_HOST_PTR : 0), size, (void *)data, &error);
  CHECK_CL(error);
  test_pool_add(release_buffer, buffer, 0);
  return buffer;
}

void read_back(cl_mem buffer, void *data, size_t size) {
  CHECK_CL(clEnqueueReadBuffer(test.queue, buffer, CL_TRUE, 0, size, data, 0, NULL, NULL));
}

cl_command_queue default_device_queue(void) {
  need_spirv();
  if (!test_has_c_feature("__opencl_c_device_enqueue"))
    test_skip("no device-side enqueue");
  const cl_queue_properties list[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  cl_int error;
  cl_command_queue queue = clCreateCommandQueueWithProperties(test.context, test.device, list, &error);
  CHECK_CL(error);
  test_keep_queue(queue);
  return queue;
}
