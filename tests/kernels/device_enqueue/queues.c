/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Queues on a device: making, queries, the default one, as arguments, and that the host enqueues nothing there. */
#include "tests/kernels/device_enqueue/queues.h"

static void creation_gives(cl_int want, const cl_queue_properties *list) {
  cl_int error = 1;
  cl_command_queue queue = clCreateCommandQueueWithProperties(test.context, test.device, list, &error);
  CHECK_ERR(error, want);
  CHECK(!queue);
}

static void creation(void) {
  device_queue(0);
  cl_uint most = test_device_uint(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE);
  const cl_queue_properties in_order[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE, 0};
  const cl_queue_properties not_there[] = {CL_QUEUE_PROPERTIES,
                                           CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  const cl_queue_properties host_size[] = {CL_QUEUE_SIZE, 1024, 0};
  const cl_queue_properties too_large[] = {CL_QUEUE_PROPERTIES, ON_DEVICE, CL_QUEUE_SIZE, most + (size_t)1, 0};
  creation_gives(CL_INVALID_VALUE, in_order);
  creation_gives(CL_INVALID_VALUE, not_there);
  creation_gives(CL_INVALID_VALUE, host_size);
  creation_gives(CL_INVALID_QUEUE_PROPERTIES, too_large);
  cl_int error = 1;
  CHECK(!clCreateCommandQueue(test.context, test.device, ON_DEVICE, &error));
  CHECK_ERR(error, CL_INVALID_VALUE);
}

static void queries(void) {
  CHECK(test_has_c_feature("__opencl_c_device_enqueue"));
  CHECK(test_device_ulong(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES) & CL_DEVICE_QUEUE_SUPPORTED);
  CHECK(test_device_ulong(CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES) & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  CHECK(test_device_ulong(CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES) & CL_QUEUE_PROFILING_ENABLE);
  CHECK(test_device_uint(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE) >= 16 * 1024);
  CHECK(test_device_uint(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE) >= 64 * 1024);
  CHECK(test_device_uint(CL_DEVICE_MAX_ON_DEVICE_QUEUES) >= 1);
  CHECK(test_device_uint(CL_DEVICE_MAX_ON_DEVICE_EVENTS) >= 1024);
  cl_int error;
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, ON_DEVICE, CL_QUEUE_SIZE, 20000, 0};
  cl_command_queue queue = clCreateCommandQueueWithProperties(test.context, test.device, list, &error);
  CHECK_CL(error);
  cl_uint size = 0;
  CHECK_CL(clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, sizeof size, &size, NULL));
  CHECK_EQ(size, 20000);
  cl_command_queue_properties properties = 0;
  CHECK_CL(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL));
  CHECK_EQ(properties, ON_DEVICE);
  CHECK_ERR(clGetCommandQueueInfo(test.queue, CL_QUEUE_SIZE, sizeof size, &size, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_CL(clReleaseCommandQueue(queue));
}

static cl_command_queue default_queue(void) {
  cl_command_queue queue = test.queue;
  CHECK_CL(clGetCommandQueueInfo(test.queue, CL_QUEUE_DEVICE_DEFAULT, sizeof queue, &queue, NULL));
  return queue;
}

/* There is one; who asks for it again gets the same; it goes with its last reference; another may take its place. */
static void the_default(void) {
  CHECK(default_queue() == NULL);
  cl_command_queue other = device_queue(0);
  CHECK(default_queue() == NULL);
  cl_int error;
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT, 0};
  cl_command_queue queue = clCreateCommandQueueWithProperties(test.context, test.device, list, &error);
  CHECK_CL(error);
  CHECK(default_queue() == queue);
  CHECK(clCreateCommandQueueWithProperties(test.context, test.device, list, &error) == queue);
  cl_uint count = 0;
  CHECK_CL(clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, sizeof count, &count, NULL));
  CHECK_EQ(count, 2);
  CHECK_CL(clReleaseCommandQueue(queue));
  CHECK_CL(clSetDefaultDeviceCommandQueue(test.context, test.device, other));
  CHECK(default_queue() == other);
  CHECK_CL(clSetDefaultDeviceCommandQueue(test.context, test.device, queue));
  CHECK(default_queue() == queue);
  CHECK_CL(clReleaseCommandQueue(queue));
  CHECK(default_queue() == NULL);
  CHECK_ERR(clSetDefaultDeviceCommandQueue(test.context, test.device, test.queue), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clSetDefaultDeviceCommandQueue(test.context, test.device, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clSetDefaultDeviceCommandQueue(test.context, NULL, other), CL_INVALID_DEVICE);
  CHECK_ERR(clSetDefaultDeviceCommandQueue(NULL, test.device, other), CL_INVALID_CONTEXT);
}

static cl_command_queue create(cl_context context, cl_command_queue_properties bits, cl_int want) {
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, bits, 0};
  cl_int error = 1;
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, test.device, list, &error);
  CHECK_ERR(error, want);
  CHECK(!queue == !!want);
  return queue;
}

/* Each context has its own number on a device. Releasing one makes room; asking for the default one takes none. */
static void as_many_as_reported(void) {
  enum { MOST = 1 << 16 };
  static cl_command_queue queues[MOST];
  cl_uint most = test_device_uint(CL_DEVICE_MAX_ON_DEVICE_QUEUES);
  if (!most || most > MOST)
    test_skip("none, or more queues than the test will make");
  cl_int error;
  const cl_device_id twice[] = {test.device, test.device};
  cl_context context = clCreateContext(NULL, 2, twice, NULL, NULL, &error);
  CHECK_CL(error);
  queues[0] = create(context, ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT, CL_SUCCESS);
  for (cl_uint i = 1; i < most; i++)
    queues[i] = create(context, ON_DEVICE, CL_SUCCESS);
  create(context, ON_DEVICE, CL_OUT_OF_RESOURCES);
  CHECK(create(context, ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT, CL_SUCCESS) == queues[0]);
  CHECK_CL(clReleaseCommandQueue(queues[0]));
  CHECK_CL(clReleaseCommandQueue(create(context, CL_QUEUE_PROFILING_ENABLE, CL_SUCCESS)));
  CHECK_CL(clReleaseCommandQueue(create(test.context, ON_DEVICE, CL_SUCCESS)));

  CHECK_CL(clReleaseCommandQueue(queues[0]));
  create(context, CL_QUEUE_ON_DEVICE, CL_INVALID_VALUE);
  queues[0] = create(context, ON_DEVICE, CL_SUCCESS);
  create(context, ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT, CL_OUT_OF_RESOURCES);
  for (cl_uint i = 0; i < most; i++)
    CHECK_CL(clReleaseCommandQueue(queues[i]));
  CHECK_CL(clReleaseCommandQueue(create(context, ON_DEVICE, CL_SUCCESS)));
  CHECK_CL(clReleaseContext(context));
}

static void as_argument(void) {
  cl_command_queue queue = device_queue(0), none = NULL;
  cl_kernel kernel = build(CL(kernel void k(queue_t q, global int *out) {
    out[0] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{
      out[1] = 7;
    });
  }));
  CHECK_ERR(clSetKernelArg(kernel, 0, sizeof none, &none), CL_INVALID_DEVICE_QUEUE);
  CHECK_ERR(clSetKernelArg(kernel, 0, sizeof none, NULL), CL_INVALID_DEVICE_QUEUE);
  CHECK_ERR(clSetKernelArg(kernel, 0, sizeof test.queue, &test.queue), CL_INVALID_DEVICE_QUEUE);
  CHECK_ERR(clSetKernelArg(kernel, 0, 4, &queue), CL_INVALID_ARG_SIZE);
  struct test_buffer out = test_buffer(8, TEST_END, CL_MEM_READ_WRITE, 3);
  LAUNCH(kernel, 1, 1, ARG(queue), ARG_BUFFER(out));
  test_buffer_sync(&out);
  CHECK_EQ(INT(out)[0], 0);
  CHECK_EQ(INT(out)[1], 7);
}

static void not_from_the_host(void) {
  cl_command_queue queue = device_queue(0);
  cl_int error;
  char data[4] = {0};
  cl_mem mem = clCreateBuffer(test.context, 0, 64, NULL, &error);
  cl_kernel kernel = build(CL(kernel void k(int x){}));
  const size_t one = 1;
  SET_ARGS(kernel, ARG_INT(1));
  CHECK_ERR(clFinish(queue), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clFlush(queue), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clEnqueueReadBuffer(queue, mem, CL_TRUE, 0, 4, data, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clEnqueueMarkerWithWaitList(queue, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clEnqueueBarrierWithWaitList(queue, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clSetCommandQueueProperty(queue, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_CL(clReleaseMemObject(mem));
}

static const struct test_case cases[] = {
    {"creation", creation},       {"queries", queries},
    {"the_default", the_default}, {"as_many_as_reported", as_many_as_reported},
    {"as_argument", as_argument}, {"not_from_the_host", not_from_the_host},
};
TEST_MAIN(cases)
