/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clCreatePipe, clGetPipeInfo, pipes as arguments: each error, each query. */
#include "tests/kernels/pipes/pipes.h"

#define CREATE_GIVES(want, ...)                                                                                        \
  do {                                                                                                                 \
    cl_int error = 1;                                                                                                  \
    CHECK(clCreatePipe(__VA_ARGS__, &error) == NULL);                                                                  \
    CHECK_ERR(error, (want));                                                                                          \
  } while (0)

static void creation(void) {
  make_pipe(4, 4);
  const cl_pipe_properties properties[] = {0};
  cl_uint largest = test_device_uint(CL_DEVICE_PIPE_MAX_PACKET_SIZE);
  CREATE_GIVES(CL_INVALID_CONTEXT, (cl_context)test.queue, 0, 4, 4, NULL);
  CREATE_GIVES(CL_INVALID_CONTEXT, NULL, 0, 4, 4, NULL);
  CREATE_GIVES(CL_INVALID_VALUE, test.context, CL_MEM_READ_ONLY, 4, 4, NULL);
  CREATE_GIVES(CL_INVALID_VALUE, test.context, CL_MEM_USE_HOST_PTR, 4, 4, NULL);
  CREATE_GIVES(CL_INVALID_VALUE, test.context, CL_MEM_HOST_READ_ONLY, 4, 4, NULL);
  CREATE_GIVES(CL_INVALID_VALUE, test.context, (cl_mem_flags)1 << 40, 4, 4, NULL);
  CREATE_GIVES(CL_INVALID_VALUE, test.context, 0, 4, 4, properties);
  CREATE_GIVES(CL_INVALID_PIPE_SIZE, test.context, 0, 0, 4, NULL);
  CREATE_GIVES(CL_INVALID_PIPE_SIZE, test.context, 0, largest + 1, 4, NULL);
  CREATE_GIVES(CL_INVALID_PIPE_SIZE, test.context, 0, 4, 0, NULL);
  CREATE_GIVES(CL_MEM_OBJECT_ALLOCATION_FAILURE, test.context, 0, largest, ~0u, NULL);
  CHECK(clCreatePipe((cl_context)test.queue, 0, 4, 4, NULL, NULL) == NULL);
  make_pipe(largest, 3);
}

static void queries(void) {
  cl_int error;
  cl_mem pipe = make_pipe(24, 17);
  cl_uint value = 0;
  size_t size = 0;
  CHECK_CL(clGetPipeInfo(pipe, CL_PIPE_PACKET_SIZE, sizeof value, &value, &size));
  CHECK_EQ(value, 24);
  CHECK_EQ(size, sizeof value);
  CHECK_CL(clGetPipeInfo(pipe, CL_PIPE_MAX_PACKETS, sizeof value, &value, &size));
  CHECK_EQ(value, 17);
  CHECK_CL(clGetPipeInfo(pipe, CL_PIPE_PROPERTIES, 0, NULL, &size));
  CHECK_EQ(size, 0);
  CHECK_ERR(clGetPipeInfo(pipe, CL_PIPE_MAX_PACKETS, 1, &value, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clGetPipeInfo(pipe, CL_MEM_TYPE, sizeof value, &value, NULL), CL_INVALID_VALUE);
  cl_mem buffer = clCreateBuffer(test.context, 0, 64, NULL, &error);
  CHECK_ERR(clGetPipeInfo(buffer, CL_PIPE_MAX_PACKETS, sizeof value, &value, NULL), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(clGetPipeInfo(NULL, CL_PIPE_MAX_PACKETS, sizeof value, &value, NULL), CL_INVALID_MEM_OBJECT);
  CHECK_CL(clReleaseMemObject(buffer));
  cl_mem_object_type type = 0;
  CHECK_CL(clGetMemObjectInfo(pipe, CL_MEM_TYPE, sizeof type, &type, NULL));
  CHECK_EQ(type, CL_MEM_OBJECT_PIPE);
  cl_mem_flags flags = 0;
  CHECK_CL(clGetMemObjectInfo(pipe, CL_MEM_FLAGS, sizeof flags, &flags, NULL));
  CHECK_EQ(flags, CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS);
  void *host = &type;
  CHECK_CL(clGetMemObjectInfo(pipe, CL_MEM_HOST_PTR, sizeof host, &host, NULL));
  CHECK(host == NULL);
}

static void device_limits(void) {
  CHECK_EQ(test_device_uint(CL_DEVICE_PIPE_SUPPORT), test_has_c_feature("__opencl_c_pipes"));
  CHECK(test_device_uint(CL_DEVICE_MAX_PIPE_ARGS) >= 16);
  CHECK(test_device_uint(CL_DEVICE_PIPE_MAX_PACKET_SIZE) >= 1024);
  CHECK(test_device_uint(CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS) >= 1);
}

static void as_arguments(void) {
  cl_int error;
  cl_mem pipe = make_pipe(4, 4), none = NULL;
  cl_mem buffer = clCreateBuffer(test.context, 0, 64, NULL, &error);
  CHECK_CL(error);
  cl_kernel kernel =
      test_kernel(test_build("-cl-std=CL3.0 -cl-kernel-arg-info",
                             CL(kernel void k(read_only pipe int p, global int *out) { read_pipe(p, out); })),
                  "k");
  CHECK_ERR(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(clSetKernelArg(kernel, 0, sizeof none, &none), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(clSetKernelArg(kernel, 0, sizeof none, NULL), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(clSetKernelArg(kernel, 0, 4, &pipe), CL_INVALID_ARG_SIZE);
  CHECK_ERR(clSetKernelArg(kernel, 1, sizeof pipe, &pipe), CL_INVALID_MEM_OBJECT);
  CHECK_CL(clSetKernelArg(kernel, 0, sizeof pipe, &pipe));
  cl_kernel_arg_type_qualifier qualifier = 0;
  CHECK_CL(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof qualifier, &qualifier, NULL));
  CHECK_EQ(qualifier, CL_KERNEL_ARG_TYPE_PIPE);
  CHECK_CL(clReleaseMemObject(buffer));
}

/* The host reaches no pipe. */
static void no_transfers(void) {
  cl_mem pipe = make_pipe(4, 4);
  char data[16] = {0};
  cl_int error;
  CHECK_ERR(clEnqueueReadBuffer(test.queue, pipe, CL_TRUE, 0, 4, data, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(clEnqueueWriteBuffer(test.queue, pipe, CL_TRUE, 0, 4, data, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(clEnqueueFillBuffer(test.queue, pipe, data, 1, 0, 4, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(clEnqueueCopyBuffer(test.queue, pipe, pipe, 0, 8, 4, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
  CHECK(clEnqueueMapBuffer(test.queue, pipe, CL_TRUE, CL_MAP_READ, 0, 4, 0, NULL, NULL, &error) == NULL);
  CHECK_ERR(error, CL_INVALID_MEM_OBJECT);
  const cl_buffer_region region = {0, 4};
  CHECK(clCreateSubBuffer(pipe, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error) == NULL);
  CHECK_ERR(error, CL_INVALID_MEM_OBJECT);
}

static const struct test_case cases[] = {
    {"creation", creation},         {"queries", queries},           {"device_limits", device_limits},
    {"as_arguments", as_arguments}, {"no_transfers", no_transfers},
};
TEST_MAIN(cases)
