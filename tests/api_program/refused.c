/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Handles that are no programs and no kernels, launches of one work-item, suggested local sizes, and two devices that a
 * program is not built for alike. The environment gives the device two compute units, to be parted.
 */
#include <string.h>

#include "tests/api_program/objects.h"
#include "tests/harness/pool.h"

static cl_context make_context(cl_uint count, const cl_device_id *devices) {
  cl_int error;
  cl_context context = clCreateContext(NULL, count, devices, NULL, NULL, &error);
  CHECK_CL(error);
  test_keep_context(context);
  return context;
}

static cl_command_queue make_queue(cl_context context, cl_device_id device, cl_command_queue_properties bits) {
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, bits, 0};
  cl_int error;
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, list, &error);
  CHECK_CL(error);
  test_keep_queue(queue);
  return queue;
}

static void CL_CALLBACK on_release(cl_program program, void *user) {}

static void no_program(void) {
  cl_program bad = (cl_program)test.context;
  cl_kernel kernels[1];
  cl_int error = 1;
  CHECK_ERR(clRetainProgram(bad), CL_INVALID_PROGRAM);
  CHECK_ERR(clReleaseProgram(bad), CL_INVALID_PROGRAM);
  CHECK_ERR(clBuildProgram(bad, 0, NULL, "", NULL, NULL), CL_INVALID_PROGRAM);
  CHECK_ERR(clCompileProgram(bad, 0, NULL, "", 0, NULL, NULL, NULL, NULL), CL_INVALID_PROGRAM);
  CHECK_ERR(clGetProgramInfo(bad, CL_PROGRAM_CONTEXT, 0, NULL, NULL), CL_INVALID_PROGRAM);
  CHECK_ERR(clGetProgramBuildInfo(bad, test.device, CL_PROGRAM_BUILD_STATUS, 0, NULL, NULL), CL_INVALID_PROGRAM);
  CHECK_ERR(clCreateKernelsInProgram(bad, 1, kernels, NULL), CL_INVALID_PROGRAM);
  CHECK_ERR(clSetProgramReleaseCallback(bad, on_release, NULL), CL_INVALID_PROGRAM);
  CHECK(!clCreateKernel(bad, "k", &error));
  CHECK_ERR(error, CL_INVALID_PROGRAM);
  /* No device runs destructors of variables of the program scope. */
  cl_program program = make_program(SCALE_SOURCE);
  CHECK_ERR(clSetProgramReleaseCallback(program, NULL, NULL), CL_INVALID_VALUE);
  if (test.is_weft)
    CHECK_ERR(clSetProgramReleaseCallback(program, on_release, NULL), CL_INVALID_OPERATION);
}

/* Contexts and devices that the program is not of. */
static void programs_elsewhere(void) {
  cl_context other = make_context(1, &test.device), bad = (cl_context)test.queue;
  cl_device_id bad_device = (cl_device_id)test.queue;
  const char *source = SCALE_SOURCE, *name = "header.h";
  const unsigned char byte = 0, *bytes = &byte;
  const size_t size = 1;
  cl_int error = 1;
  cl_program program = make_program(SCALE_SOURCE);
  CHECK_CL(clCompileProgram(program, 0, NULL, "", 0, NULL, NULL, NULL, NULL));
  cl_program foreign = keep_program(clCreateProgramWithSource(other, 1, &source, NULL, &error));
  CHECK_CL(error);
  CHECK_ERR(clCompileProgram(program, 0, NULL, "", 1, &foreign, &name, NULL, NULL), CL_INVALID_CONTEXT);
  CHECK_ERR(clCompileProgram(program, 1, &bad_device, "", 0, NULL, NULL, NULL, NULL), CL_INVALID_DEVICE);
  CHECK(!clLinkProgram(other, 0, NULL, "", 1, &program, NULL, NULL, &error));
  CHECK_ERR(error, CL_INVALID_CONTEXT);
  CHECK(!clLinkProgram(bad, 0, NULL, "", 1, &program, NULL, NULL, &error));
  CHECK_ERR(error, CL_INVALID_CONTEXT);
  CHECK(!clCreateProgramWithBinary(bad, 1, &test.device, &size, &bytes, NULL, &error));
  CHECK_ERR(error, CL_INVALID_CONTEXT);
}

static void no_kernel(void) {
  cl_kernel bad = (cl_kernel)test.context;
  cl_int error = 1;
  size_t size;
  CHECK_ERR(clRetainKernel(bad), CL_INVALID_KERNEL);
  CHECK_ERR(clReleaseKernel(bad), CL_INVALID_KERNEL);
  CHECK_ERR(clSetKernelArg(bad, 0, 4, &(cl_int){1}), CL_INVALID_KERNEL);
  CHECK_ERR(clSetKernelArgSVMPointer(bad, 0, &size), CL_INVALID_KERNEL);
  CHECK_ERR(clSetKernelExecInfo(bad, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, NULL), CL_INVALID_KERNEL);
  CHECK_ERR(clGetKernelInfo(bad, CL_KERNEL_NUM_ARGS, 0, NULL, &size), CL_INVALID_KERNEL);
  CHECK_ERR(clGetKernelArgInfo(bad, 0, CL_KERNEL_ARG_NAME, 0, NULL, &size), CL_INVALID_KERNEL);
  CHECK_ERR(clGetKernelWorkGroupInfo(bad, test.device, CL_KERNEL_WORK_GROUP_SIZE, 0, NULL, &size), CL_INVALID_KERNEL);
  CHECK_ERR(clGetKernelSubGroupInfo(bad, test.device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL, 0, NULL, &size),
            CL_INVALID_KERNEL);
  CHECK(!clCloneKernel(bad, &error));
  CHECK_ERR(error, CL_INVALID_KERNEL);
}

static void pointers(void) {
  cl_kernel kernel = make_kernel("", CL(kernel void k(global int *a, local int *b, int c){}), "k");
  cl_bool on = CL_TRUE;
  CHECK_ERR(clSetKernelArgSVMPointer(kernel, 3, &on), CL_INVALID_ARG_INDEX);
  CHECK_ERR(clSetKernelArgSVMPointer(kernel, 1, &on), CL_INVALID_ARG_VALUE);
  CHECK_ERR(clSetKernelArgSVMPointer(kernel, 2, &on), CL_INVALID_ARG_VALUE);
  CHECK_ERR(clSetKernelExecInfo(kernel, 0xdead, sizeof on, &on), CL_INVALID_VALUE);
  CHECK_ERR(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(void *), NULL), CL_INVALID_VALUE);
  CHECK_ERR(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 1, &on), CL_INVALID_VALUE);
  CHECK_ERR(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, 1, &on), CL_INVALID_VALUE);
  CHECK_ERR(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof on, NULL), CL_INVALID_VALUE);
}

static void tasks(void) {
  cl_program program = test_build("", CL(kernel void plain(global int *p, local int *t) {
                                    t[0] = 7;
                                    p[0] = t[0];
                                  } kernel __attribute__((reqd_work_group_size(2, 1, 1))) void pairs(void){}));
  cl_kernel kernel = test_kernel(program, "plain");
  cl_mem mem = make_buffer(4);
  cl_command_queue elsewhere = make_queue(make_context(1, &test.device), test.device, 0);
  cl_event bad = (cl_event)test.queue;
  cl_int got = 0;
  CHECK_ERR(clEnqueueTask(test.queue, kernel, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
  SET_ARGS(kernel, ARG(mem), ARG_LOCAL(4));
  CHECK_ERR(clEnqueueTask((cl_command_queue)test.context, kernel, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clEnqueueTask(test.queue, (cl_kernel)program, 0, NULL, NULL), CL_INVALID_KERNEL);
  CHECK_ERR(clEnqueueTask(elsewhere, kernel, 0, NULL, NULL), CL_INVALID_CONTEXT);
  CHECK_ERR(clEnqueueTask(test.queue, kernel, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(clEnqueueTask(test.queue, kernel, 0, &bad, NULL), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(clEnqueueTask(test.queue, kernel, 1, &bad, NULL), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(clEnqueueTask(test.queue, test_kernel(program, "pairs"), 0, NULL, NULL), CL_INVALID_WORK_GROUP_SIZE);
  CHECK_CL(clSetKernelArg(kernel, 1, (size_t)1 << 40, NULL));
  CHECK_ERR(clEnqueueTask(test.queue, kernel, 0, NULL, NULL), CL_OUT_OF_RESOURCES);
  CHECK_CL(clSetKernelArg(kernel, 1, 4, NULL));
  CHECK_CL(clEnqueueTask(test.queue, kernel, 0, NULL, NULL));
  CHECK_CL(clEnqueueReadBuffer(test.queue, mem, CL_TRUE, 0, 4, &got, 0, NULL, NULL));
  CHECK_EQ(got, 7);
}

typedef cl_int(CL_API_CALL *suggest_fn)(cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *, size_t *);

static suggest_fn need_suggestions(void) {
  suggest_fn suggest =
      (suggest_fn)clGetExtensionFunctionAddressForPlatform(test.platform, "clGetKernelSuggestedLocalWorkSizeKHR");
  if (!suggest)
    test_skip("no suggested local sizes");
  return suggest;
}

static void suggested_sizes(void) {
  suggest_fn suggest = need_suggestions();
  cl_kernel kernel = make_kernel("", CL(kernel void k(void){}), "k");
  const size_t global[2] = {64, 64}, end[2] = {SIZE_MAX - 63, 0}, beyond[2] = {SIZE_MAX, 0};
  const size_t many[2] = {(size_t)1 << 62, (size_t)1 << 62};
  size_t local[2] = {77, 78};
  cl_command_queue elsewhere = make_queue(make_context(1, &test.device), test.device, 0);
  CHECK_ERR(suggest(elsewhere, kernel, 2, NULL, global, local), CL_INVALID_CONTEXT);
  CHECK_ERR(suggest(test.queue, kernel, 2, beyond, global, local), CL_INVALID_GLOBAL_OFFSET);
  CHECK_ERR(suggest(test.queue, kernel, 2, end, global, local), CL_INVALID_GLOBAL_OFFSET);
  CHECK_EQ(local[0], 77);
  CHECK_EQ(local[1], 78);
  if (!test.is_weft)
    return;
  /* More groups than 64 bits count. */
  CHECK_ERR(suggest(test.queue, kernel, 2, NULL, many, local), CL_OUT_OF_RESOURCES);
  /* The host enqueues nothing on a device's own queue, so it is none that could be asked about. */
  cl_command_queue on_device =
      make_queue(test.context, test.device, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  CHECK_ERR(suggest(on_device, kernel, 2, NULL, global, local), CL_INVALID_COMMAND_QUEUE);
  CHECK_EQ(local[0], 77);
}

/* A context of two sub-devices, its queues and an unbuilt program. */
struct pair {
  cl_device_id devices[2];
  cl_context context;
  cl_command_queue queues[2];
  cl_program program;
};

static struct pair make_pair(const char *source) {
  const cl_device_partition_property ones[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  struct pair pair;
  cl_int error;
  if (clCreateSubDevices(test.device, ones, 2, pair.devices, NULL) != CL_SUCCESS)
    test_skip("the device cannot be parted in two");
  for (int i = 0; i < 2; i++)
    test_keep_device(pair.devices[i]);
  pair.context = make_context(2, pair.devices);
  for (int i = 0; i < 2; i++)
    pair.queues[i] = make_queue(pair.context, pair.devices[i], 0);
  pair.program = keep_program(clCreateProgramWithSource(pair.context, 1, &source, NULL, &error));
  CHECK_CL(error);
  return pair;
}

static void built_for_one_device(void) {
  struct pair pair = make_pair(CL(kernel void k(void){}));
  const size_t one = 1;
  size_t local;
  cl_int error;
  CHECK_CL(clBuildProgram(pair.program, 1, &pair.devices[0], "", NULL, NULL));
  cl_kernel kernel = keep_kernel(clCreateKernel(pair.program, "k", &error));
  CHECK_CL(error);
  CHECK_CL(clEnqueueNDRangeKernel(pair.queues[0], kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
  CHECK_CL(clFinish(pair.queues[0]));
  CHECK_ERR(clEnqueueNDRangeKernel(pair.queues[1], kernel, 1, NULL, &one, NULL, 0, NULL, NULL),
            CL_INVALID_PROGRAM_EXECUTABLE);
  CHECK_ERR(clEnqueueTask(pair.queues[1], kernel, 0, NULL, NULL), CL_INVALID_PROGRAM_EXECUTABLE);
  CHECK_ERR(need_suggestions()(pair.queues[1], kernel, 1, NULL, &one, &local), CL_INVALID_PROGRAM_EXECUTABLE);
}

/* The options make it another kernel on the second device. */
static void different_definitions(void) {
  static const char *const options[][2] = {{"-DLAST=int", "-DLAST=long"},
                                           {"-DLAST=int", "\"-DLAST=global int *\""},
                                           {"-DLAST=int", "\"-DLAST=int b, int\""}};
  for (size_t i = 0; i < TEST_COUNT(options); i++) {
    struct pair pair = make_pair(CL(kernel void k(global int *a, LAST z) {} kernel void same(int a){}));
    cl_int error = 1;
    for (int k = 0; k < 2; k++)
      CHECK_CL(clBuildProgram(pair.program, 1, &pair.devices[k], options[i][k], NULL, NULL));
    CHECK(!clCreateKernel(pair.program, "k", &error));
    CHECK_ERR(error, CL_INVALID_KERNEL_DEFINITION);
    keep_kernel(clCreateKernel(pair.program, "same", &error));
    CHECK_CL(error);
  }
}

static const struct test_case cases[] = {
    {"no_program", no_program},
    {"programs_elsewhere", programs_elsewhere},
    {"no_kernel", no_kernel},
    {"pointers", pointers},
    {"tasks", tasks},
    {"suggested_sizes", suggested_sizes},
    {"built_for_one_device", built_for_one_device},
    {"different_definitions", different_definitions},
};
TEST_MAIN(cases)
