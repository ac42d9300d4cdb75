/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/harness/pool.h"
#include "tests/harness/test.h"

static void release_program(void *object, size_t size) {
  (void)size;
  clReleaseProgram(object);
}

static void release_kernel(void *object, size_t size) {
  (void)size;
  clReleaseKernel(object);
}

static const char *build_log(cl_program program) {
  size_t size = 0;
  if (clGetProgramBuildInfo(program, test.device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size) || !size)
    return "(no log)";
  char *log = test_alloc(size + 1);
  if (clGetProgramBuildInfo(program, test.device, CL_PROGRAM_BUILD_LOG, size, log, NULL))
    return "(no log)";
  return log;
}

cl_program test_try_build(const char *options, const char *source, const char **log) {
  cl_int error;
  cl_program program = clCreateProgramWithSource(test.context, 1, &source, NULL, &error);
  CHECK_CL(error);
  test_pool_add(release_program, program, 0);
  error = clBuildProgram(program, 1, &test.device, options, NULL, NULL);
  if (log)
    *log = build_log(program);
  if (!error)
    return program;
  if (error != CL_BUILD_PROGRAM_FAILURE)
    FAIL("clBuildProgram gives %s", test_error_name(error));
  return NULL;
}

cl_program test_build(const char *options, const char *source) {
  const char *log = NULL;
  cl_program program = test_try_build(options, source, &log);
  if (!program)
    FAIL("build with options '%s' fails:\n%s", options ? options : "", log);
  return program;
}

cl_kernel test_kernel(cl_program program, const char *name) {
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, name, &error);
  if (error)
    FAIL("clCreateKernel(%s) gives %s", name, test_error_name(error));
  test_pool_add(release_kernel, kernel, 0);
  return kernel;
}

void test_set_args(cl_kernel kernel, const struct test_arg *args, size_t count) {
  for (size_t i = 0; i < count; i++) {
    cl_int error = clSetKernelArg(kernel, (cl_uint)i, args[i].size, args[i].value);
    if (error)
      FAIL("clSetKernelArg(%zu, %zu bytes) gives %s", i, args[i].size, test_error_name(error));
  }
}

void test_launch(cl_kernel kernel, cl_uint dim, const size_t *offset, const size_t *global, const size_t *local) {
  CHECK_CL(clEnqueueNDRangeKernel(test.queue, kernel, dim, offset, global, local, 0, NULL, NULL));
  CHECK_CL(clFinish(test.queue));
}

/* True if `name` is one of the words of `list`. */
static bool has_word(const char *list, const char *name) {
  size_t length = strlen(name);
  for (const char *at = list; (at = strstr(at, name)); at += length)
    if ((at == list || at[-1] == ' ') && (!at[length] || at[length] == ' '))
      return true;
  return false;
}

bool test_has_extension(const char *name) {
  size_t size = 0;
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_EXTENSIONS, 0, NULL, &size));
  char *list = test_alloc(size + 1);
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_EXTENSIONS, size, list, NULL));
  return has_word(list, name);
}

bool test_has_c_feature(const char *name) {
  size_t size = 0;
  if (clGetDeviceInfo(test.device, CL_DEVICE_OPENCL_C_FEATURES, 0, NULL, &size) || !size)
    return false;
  cl_name_version *list = test_alloc(size);
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_OPENCL_C_FEATURES, size, list, NULL));
  for (size_t i = 0; i < size / sizeof *list; i++)
    if (!strcmp(list[i].name, name))
      return true;
  return false;
}

cl_uint test_device_uint(cl_device_info what) {
  cl_uint value = 0;
  CHECK_CL(clGetDeviceInfo(test.device, what, sizeof value, &value, NULL));
  return value;
}

cl_ulong test_device_ulong(cl_device_info what) {
  cl_ulong value = 0;
  CHECK_CL(clGetDeviceInfo(test.device, what, sizeof value, &value, NULL));
  return value;
}

size_t test_device_size(cl_device_info what) {
  size_t value = 0;
  CHECK_CL(clGetDeviceInfo(test.device, what, sizeof value, &value, NULL));
  return value;
}

const char *test_error_name(cl_int error) {
  static _Thread_local char other[2][32];
  static _Thread_local int turn;
#define NAME(x)                                                                                                        \
  case x:                                                                                                              \
    return #x
  switch (error) {
    NAME(CL_SUCCESS);
    NAME(CL_DEVICE_NOT_FOUND);
    NAME(CL_DEVICE_NOT_AVAILABLE);
    NAME(CL_COMPILER_NOT_AVAILABLE);
    NAME(CL_MEM_OBJECT_ALLOCATION_FAILURE);
    NAME(CL_OUT_OF_RESOURCES);
    NAME(CL_OUT_OF_HOST_MEMORY);
    NAME(CL_PROFILING_INFO_NOT_AVAILABLE);
    NAME(CL_MEM_COPY_OVERLAP);
    NAME(CL_IMAGE_FORMAT_MISMATCH);
    NAME(CL_IMAGE_FORMAT_NOT_SUPPORTED);
    NAME(CL_BUILD_PROGRAM_FAILURE);
    NAME(CL_MAP_FAILURE);
    NAME(CL_MISALIGNED_SUB_BUFFER_OFFSET);
    NAME(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    NAME(CL_COMPILE_PROGRAM_FAILURE);
    NAME(CL_LINKER_NOT_AVAILABLE);
    NAME(CL_LINK_PROGRAM_FAILURE);
    NAME(CL_DEVICE_PARTITION_FAILED);
    NAME(CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
    NAME(CL_INVALID_VALUE);
    NAME(CL_INVALID_DEVICE_TYPE);
    NAME(CL_INVALID_PLATFORM);
    NAME(CL_INVALID_DEVICE);
    NAME(CL_INVALID_CONTEXT);
    NAME(CL_INVALID_QUEUE_PROPERTIES);
    NAME(CL_INVALID_COMMAND_QUEUE);
    NAME(CL_INVALID_HOST_PTR);
    NAME(CL_INVALID_MEM_OBJECT);
    NAME(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    NAME(CL_INVALID_IMAGE_SIZE);
    NAME(CL_INVALID_SAMPLER);
    NAME(CL_INVALID_BINARY);
    NAME(CL_INVALID_BUILD_OPTIONS);
    NAME(CL_INVALID_PROGRAM);
    NAME(CL_INVALID_PROGRAM_EXECUTABLE);
    NAME(CL_INVALID_KERNEL_NAME);
    NAME(CL_INVALID_KERNEL_DEFINITION);
    NAME(CL_INVALID_KERNEL);
    NAME(CL_INVALID_ARG_INDEX);
    NAME(CL_INVALID_ARG_VALUE);
    NAME(CL_INVALID_ARG_SIZE);
    NAME(CL_INVALID_KERNEL_ARGS);
    NAME(CL_INVALID_WORK_DIMENSION);
    NAME(CL_INVALID_WORK_GROUP_SIZE);
    NAME(CL_INVALID_WORK_ITEM_SIZE);
    NAME(CL_INVALID_GLOBAL_OFFSET);
    NAME(CL_INVALID_EVENT_WAIT_LIST);
    NAME(CL_INVALID_EVENT);
    NAME(CL_INVALID_OPERATION);
    NAME(CL_INVALID_BUFFER_SIZE);
    NAME(CL_INVALID_GLOBAL_WORK_SIZE);
    NAME(CL_INVALID_PROPERTY);
    NAME(CL_INVALID_COMPILER_OPTIONS);
    NAME(CL_INVALID_LINKER_OPTIONS);
    NAME(CL_INVALID_DEVICE_PARTITION_COUNT);
  default:
    turn = !turn;
    snprintf(other[turn], sizeof other[turn], "error %d", error);
    return other[turn];
  }
#undef NAME
}
