/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Command-queues: properties, order in both kinds, markers, barriers, finish. */
#include "tests/api_core/events.h"
#include "tests/api_core/info.h"

static cl_command_queue make(cl_command_queue_properties bits) {
  cl_int error;
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, bits, 0};
  cl_command_queue queue = clCreateCommandQueueWithProperties(test.context, test.device, properties, &error);
  CHECK_CL(error);
  return queue;
}

static void enqueue_increment(cl_command_queue queue, int *counter, cl_uint waits, const cl_event *wait,
                              cl_event *event) {
  CHECK_CL(clEnqueueNativeKernel(queue, increment, &counter, sizeof counter, 0, NULL, NULL, waits, wait, event));
}

typedef cl_command_queue(CL_API_CALL *create_fn)(cl_context, cl_device_id, const cl_queue_properties *, cl_int *);

#define CREATE_GIVES(want, ...)                                                                                        \
  do {                                                                                                                 \
    cl_int error_ = 1;                                                                                                 \
    CHECK(create(test.context, test.device, (const cl_queue_properties[]){__VA_ARGS__}, &error_) == NULL);             \
    CHECK_ERR(error_, (want));                                                                                         \
    CHECK(create(test.context, test.device, (const cl_queue_properties[]){__VA_ARGS__}, NULL) == NULL);                \
  } while (0)

/* What both ways of creation refuse: of OpenCL 2.0 and of cl_khr_create_command_queue, whose types are the same. */
static void refusals(create_fn create) {
  cl_int error;
  CREATE_GIVES(CL_INVALID_VALUE, CL_QUEUE_PROPERTIES, 1 << 10, 0);
  CREATE_GIVES(CL_INVALID_VALUE, 0x7777, 0, 0);
  CREATE_GIVES(CL_INVALID_VALUE, CL_QUEUE_PROPERTIES, 0, CL_QUEUE_PROPERTIES, 0, 0);
  CREATE_GIVES(CL_INVALID_VALUE, CL_QUEUE_SIZE, 1024, 0);
  CREATE_GIVES(CL_INVALID_VALUE, CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE, 0);
  CREATE_GIVES(CL_INVALID_QUEUE_PROPERTIES, CL_QUEUE_PROPERTIES,
               CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_QUEUE_SIZE,
               (cl_queue_properties)test_device_uint(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE) + 1, 0);
  CHECK(!create((cl_context)test.queue, test.device, NULL, &error));
  CHECK_ERR(error, CL_INVALID_CONTEXT);
  CHECK(!create(NULL, test.device, NULL, &error));
  CHECK_ERR(error, CL_INVALID_CONTEXT);
  CHECK(!create(test.context, (cl_device_id)test.queue, NULL, &error));
  CHECK_ERR(error, CL_INVALID_DEVICE);
  CHECK(!create(test.context, NULL, NULL, &error));
  CHECK_ERR(error, CL_INVALID_DEVICE);
}

static void creation_errors(void) {
  cl_int error;
  cl_context other = clCreateContext(NULL, 1, &test.device, NULL, NULL, &error);
  CHECK_CL(error);
  refusals(clCreateCommandQueueWithProperties);
  CHECK(!clCreateCommandQueue(test.context, test.device, 1 << 10, &error));
  CHECK_ERR(error, CL_INVALID_VALUE);
  CHECK(!clCreateCommandQueue(other, (cl_device_id)other, 0, &error));
  CHECK_ERR(error, CL_INVALID_DEVICE);
  CHECK(!clCreateCommandQueue((cl_context)test.device, test.device, 0, &error));
  CHECK_ERR(error, CL_INVALID_CONTEXT);
  CHECK_CL(clReleaseContext(other));
}

/* cl_khr_create_command_queue: as with the core's function, also for a queue of another kind and without a list. */
static void creation_khr(void) {
  if (!test_has_extension("cl_khr_create_command_queue"))
    test_skip("no cl_khr_create_command_queue");
  create_fn create =
      (create_fn)clGetExtensionFunctionAddressForPlatform(test.platform, "clCreateCommandQueueWithPropertiesKHR");
  CHECK(create != NULL);
  refusals(create);
  static const cl_queue_properties lists[][3] = {
      {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0},
      {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0},
      {0}};
  for (size_t i = 0; i <= TEST_COUNT(lists); i++) {
    const cl_queue_properties *list = i < TEST_COUNT(lists) ? lists[i] : NULL;
    cl_queue_properties told[4];
    cl_command_queue_properties bits;
    cl_context context;
    cl_device_id device;
    cl_int error = 1;
    int counter = 0;
    size_t bytes;
    cl_command_queue queue = create(test.context, test.device, list, i % 2 ? NULL : &error);
    CHECK(queue != NULL);
    if (i % 2 == 0)
      CHECK_CL(error);
    CHECK_CL(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof bits, &bits, NULL));
    CHECK_EQ(bits, i < 2 ? lists[i][1] : 0);
    CHECK_CL(clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL));
    CHECK_CL(clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL));
    CHECK(context == test.context && device == test.device);
    CHECK_CL(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY, sizeof told, told, &bytes));
    CHECK_EQ(bytes, i < 2 ? sizeof lists[i] : i == 2 ? sizeof **lists : 0);
    CHECK(!bytes || !memcmp(told, list, bytes));
    enqueue_increment(queue, &counter, 0, NULL, NULL);
    enqueue_increment(queue, &counter, 0, NULL, NULL);
    CHECK_CL(clFinish(queue));
    CHECK_EQ(counter, 2);
    CHECK_CL(clReleaseCommandQueue(queue));
  }
}

/* cl_khr_priority_hints and cl_khr_throttle_hints: what is taken, told and refused, and that such queues work. */
static void hints(void) {
  if (!test_has_extension("cl_khr_priority_hints") || !test_has_extension("cl_khr_throttle_hints"))
    test_skip("no hints");
  create_fn create = clCreateCommandQueueWithProperties;
  static const cl_queue_properties values[] = {CL_QUEUE_PRIORITY_HIGH_KHR, CL_QUEUE_PRIORITY_MED_KHR,
                                               CL_QUEUE_PRIORITY_LOW_KHR};
  for (size_t i = 0; i < 9; i++) {
    const cl_queue_properties list[] = {CL_QUEUE_PRIORITY_KHR, values[i / 3], CL_QUEUE_THROTTLE_KHR, values[i % 3], 0};
    cl_queue_properties told[5];
    cl_int error = 1;
    int counter = 0;
    size_t bytes;
    cl_command_queue queue = create(test.context, test.device, list, &error);
    CHECK_CL(error);
    CHECK_CL(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY, sizeof told, told, &bytes));
    CHECK(bytes == sizeof list && !memcmp(told, list, bytes));
    enqueue_increment(queue, &counter, 0, NULL, NULL);
    CHECK_CL(clFinish(queue));
    CHECK_EQ(counter, 1);
    CHECK_CL(clReleaseCommandQueue(queue));
  }
  for (size_t i = 0; i < 2; i++) {
    cl_queue_properties name = i ? CL_QUEUE_THROTTLE_KHR : CL_QUEUE_PRIORITY_KHR;
    CREATE_GIVES(CL_INVALID_VALUE, name, 0, 0);
    CREATE_GIVES(CL_INVALID_VALUE, name, 3, 0);
    CREATE_GIVES(CL_INVALID_VALUE, name, 8, 0);
    CREATE_GIVES(CL_INVALID_VALUE, name, 1, name, 1, 0);
    if (test_has_c_feature("__opencl_c_device_enqueue"))
      CREATE_GIVES(CL_INVALID_QUEUE_PROPERTIES, name, 1, CL_QUEUE_PROPERTIES,
                   CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0);
  }
}

/* Launches of all sorts of queues at the same time: each does all of its work. */
static void hinted_launches(void) {
  if (!test_has_extension("cl_khr_priority_hints") || !test_has_extension("cl_khr_throttle_hints"))
    test_skip("no hints");
  enum { QUEUES = 9, ITEMS = 20000, ROUNDS = 8 };
  cl_program program = test_build("", CL(kernel void add(global uint * a, uint rounds) {
                                    uint x = get_global_id(0);
                                    for (uint i = 0; i < rounds; i++)
                                      x = x * 1664525u + 1013904223u;
                                    a[get_global_id(0)] += x | 1;
                                  }));
  cl_kernel kernel = test_kernel(program, "add");
  cl_command_queue queues[QUEUES];
  cl_mem buffers[QUEUES];
  cl_uint rounds = 100, *results = test_alloc(2 * ITEMS * sizeof(cl_uint));
  size_t items = ITEMS;
  for (cl_uint i = 0; i < QUEUES; i++) {
    const cl_queue_properties list[] = {CL_QUEUE_PRIORITY_KHR, 1u << i / 3, CL_QUEUE_THROTTLE_KHR, 1u << i % 3, 0};
    cl_int error;
    queues[i] = clCreateCommandQueueWithProperties(test.context, test.device, list, &error);
    CHECK_CL(error);
    buffers[i] = clCreateBuffer(test.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, ITEMS * sizeof(cl_uint),
                                results, &error);
    CHECK_CL(error);
  }
  for (cl_uint i = 0; i < QUEUES * ROUNDS; i++) {
    CHECK_CL(clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffers[i % QUEUES]));
    CHECK_CL(clSetKernelArg(kernel, 1, sizeof rounds, &rounds));
    CHECK_CL(clEnqueueNDRangeKernel(queues[i % QUEUES], kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
  }
  for (cl_uint i = 0; i < QUEUES; i++) {
    CHECK_CL(clEnqueueReadBuffer(queues[i], buffers[i], CL_TRUE, 0, ITEMS * sizeof(cl_uint), results + (i ? ITEMS : 0),
                                 0, NULL, NULL));
    CHECK(i == 0 || !memcmp(results, results + ITEMS, ITEMS * sizeof(cl_uint)));
    CHECK_CL(clReleaseCommandQueue(queues[i]));
    CHECK_CL(clReleaseMemObject(buffers[i]));
  }
  for (cl_uint n = 0; n < ITEMS; n++) {
    cl_uint x = n;
    for (cl_uint i = 0; i < rounds; i++)
      x = x * 1664525u + 1013904223u;
    CHECK_EQ(results[n], ROUNDS * (x | 1));
  }
}

static void queries(void) {
  static const cl_command_queue_info names[] = {CL_QUEUE_CONTEXT,          CL_QUEUE_DEVICE,
                                                CL_QUEUE_PROPERTIES,       CL_QUEUE_REFERENCE_COUNT,
                                                CL_QUEUE_PROPERTIES_ARRAY, CL_QUEUE_DEVICE_DEFAULT};
  cl_command_queue queue = make(CL_QUEUE_PROFILING_ENABLE);
  cl_queue_properties list[8];
  size_t bytes;
  cl_int error;
  for (size_t i = 0; i < TEST_COUNT(names); i++)
    CHECK_INFO_PROTOCOL(clGetCommandQueueInfo(queue, names[i], size, value, size_ret));
  CHECK_CL(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY, sizeof list, list, &bytes));
  CHECK_EQ(bytes, 3 * sizeof *list);
  CHECK_EQ(list[1], CL_QUEUE_PROFILING_ENABLE);
  CHECK_EQ(list[2], 0);
  CHECK_ERR(clGetCommandQueueInfo(queue, 0xdead, 0, NULL, &bytes), CL_INVALID_VALUE);
  CHECK_ERR(clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, 0, NULL, &bytes), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clGetCommandQueueInfo((cl_command_queue)test.device, CL_QUEUE_CONTEXT, 0, NULL, &bytes),
            CL_INVALID_COMMAND_QUEUE);
  CHECK_CL(clReleaseCommandQueue(queue));
  queue = clCreateCommandQueue(test.context, test.device, 0, &error);
  CHECK_CL(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY, 0, NULL, &bytes));
  CHECK_EQ(bytes, 0);
  CHECK_CL(clReleaseCommandQueue(queue));
}

static void set_property(void) {
  cl_command_queue queue = make(0);
  cl_command_queue_properties old = 77;
  CHECK_CL(clSetCommandQueueProperty(queue, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, &old));
  CHECK_EQ(old, 0);
  CHECK_CL(clSetCommandQueueProperty(queue, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_TRUE, &old));
  CHECK_EQ(old, CL_QUEUE_PROFILING_ENABLE);
  CHECK_CL(clSetCommandQueueProperty(queue, CL_QUEUE_PROFILING_ENABLE, CL_FALSE, NULL));
  CHECK_CL(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof old, &old, NULL));
  CHECK_EQ(old, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  CHECK_ERR(clSetCommandQueueProperty(queue, 1 << 10, CL_TRUE, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clSetCommandQueueProperty((cl_command_queue)test.device, 0, CL_TRUE, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_CL(clReleaseCommandQueue(queue));
}

static void default_device_queue(void) {
  CHECK_ERR(clSetDefaultDeviceCommandQueue(test.context, test.device, test.queue), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clSetDefaultDeviceCommandQueue((cl_context)test.queue, test.device, test.queue), CL_INVALID_CONTEXT);
  CHECK_ERR(clSetDefaultDeviceCommandQueue(test.context, NULL, test.queue), CL_INVALID_DEVICE);
  CHECK_ERR(clSetDefaultDeviceCommandQueue(test.context, test.device, NULL), CL_INVALID_COMMAND_QUEUE);
}

static void bad_handles(void) {
  cl_command_queue bad = (cl_command_queue)test.device;
  cl_event event = NULL;
  CHECK_ERR(clRetainCommandQueue(bad), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clReleaseCommandQueue(bad), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clFlush(bad), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clFinish(bad), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clEnqueueMarkerWithWaitList(bad, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clEnqueueBarrierWithWaitList(bad, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clEnqueueMarker(bad, &event), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clEnqueueMarker(test.queue, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueBarrier(bad), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clEnqueueWaitForEvents(test.queue, 0, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueWaitForEvents(bad, 1, &event), CL_INVALID_COMMAND_QUEUE);
}

static void wait_lists(void) {
  cl_int error;
  cl_context other = clCreateContext(NULL, 1, &test.device, NULL, NULL, &error);
  cl_event foreign = clCreateUserEvent(other, &error), bad = (cl_event)test.queue, out = NULL;
  CHECK_ERR(clEnqueueMarkerWithWaitList(test.queue, 0, &foreign, &out), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(clEnqueueMarkerWithWaitList(test.queue, 1, NULL, &out), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(clEnqueueMarkerWithWaitList(test.queue, 1, &bad, &out), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(clEnqueueMarkerWithWaitList(test.queue, 1, &foreign, &out), CL_INVALID_CONTEXT);
  CHECK_ERR(clEnqueueBarrierWithWaitList(test.queue, 1, &foreign, &out), CL_INVALID_CONTEXT);
  CHECK_ERR(clEnqueueBarrierWithWaitList(test.queue, 1, &bad, &out), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(clEnqueueWaitForEvents(test.queue, 1, &foreign), CL_INVALID_CONTEXT);
  CHECK_ERR(clEnqueueWaitForEvents(test.queue, 1, &bad), CL_INVALID_EVENT);
  CHECK(out == NULL);
  CHECK_CL(clSetUserEventStatus(foreign, CL_COMPLETE));
  CHECK_CL(clReleaseEvent(foreign));
  CHECK_CL(clReleaseContext(other));
}

/* In order: a command behind one that waits for a user event waits too. */
static void in_order(void) {
  cl_int error;
  int counter = 0;
  cl_event gate = clCreateUserEvent(test.context, &error), first, second;
  cl_command_queue queue = make(0);
  enqueue_increment(queue, &counter, 1, &gate, &first);
  enqueue_increment(queue, &counter, 0, NULL, &second);
  CHECK(status_of(first) > CL_RUNNING && status_of(second) > CL_RUNNING);
  CHECK_EQ(counter, 0);
  CHECK_CL(clSetUserEventStatus(gate, CL_COMPLETE));
  CHECK_CL(clFinish(queue));
  CHECK_EQ(counter, 2);
  CHECK_EQ(status_of(first), CL_COMPLETE);
  CHECK_EQ(status_of(second), CL_COMPLETE);
  CHECK_CL(clReleaseEvent(first));
  CHECK_CL(clReleaseEvent(second));
  CHECK_CL(clReleaseEvent(gate));
  CHECK_CL(clReleaseCommandQueue(queue));
}

/* Out of order: one that waits holds nobody up, but a marker without a list, a barrier and finish wait for all. */
static void out_of_order(void) {
  cl_int error;
  int counter = 0;
  cl_event gate = clCreateUserEvent(test.context, &error), held, free_one, marker, barrier, behind;
  cl_command_queue queue = make(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  enqueue_increment(queue, &counter, 1, &gate, &held);
  enqueue_increment(queue, &counter, 0, NULL, &free_one);
  CHECK_CL(clWaitForEvents(1, &free_one));
  CHECK_EQ(counter, 1);
  CHECK_CL(clEnqueueMarkerWithWaitList(queue, 0, NULL, &marker));
  CHECK_CL(clReleaseEvent(free_one));
  enqueue_increment(queue, &counter, 0, NULL, &free_one); /* a marker stops nobody */
  CHECK_CL(clWaitForEvents(1, &free_one));
  CHECK_EQ(counter, 2);
  CHECK(status_of(marker) > CL_COMPLETE);
  CHECK_CL(clEnqueueBarrierWithWaitList(queue, 0, NULL, &barrier));
  enqueue_increment(queue, &counter, 0, NULL, &behind);
  CHECK(status_of(barrier) > CL_COMPLETE);
  CHECK(status_of(behind) > CL_RUNNING);
  CHECK_CL(clSetUserEventStatus(gate, CL_COMPLETE));
  CHECK_CL(clFinish(queue));
  CHECK_EQ(counter, 4);
  cl_event all[] = {held, free_one, marker, barrier, behind, gate};
  for (size_t i = 0; i < TEST_COUNT(all); i++) {
    CHECK_EQ(status_of(all[i]), CL_COMPLETE);
    CHECK_CL(clReleaseEvent(all[i]));
  }
  CHECK_CL(clReleaseCommandQueue(queue));
}

/* A barrier with a list waits for that list alone, and later commands for the barrier. */
static void barrier_with_list(void) {
  cl_int error;
  int counter = 0;
  cl_event gate = clCreateUserEvent(test.context, &error), other = clCreateUserEvent(test.context, &error);
  cl_event held, barrier, behind;
  cl_command_queue queue = make(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  enqueue_increment(queue, &counter, 1, &other, &held);
  CHECK_CL(clEnqueueBarrierWithWaitList(queue, 1, &gate, &barrier));
  enqueue_increment(queue, &counter, 0, NULL, &behind);
  CHECK(status_of(behind) > CL_RUNNING);
  CHECK_CL(clSetUserEventStatus(gate, CL_COMPLETE));
  CHECK_CL(clWaitForEvents(1, &behind));
  CHECK_EQ(status_of(barrier), CL_COMPLETE);
  CHECK(status_of(held) > CL_RUNNING);
  CHECK_EQ(counter, 1);
  CHECK_CL(clSetUserEventStatus(other, CL_COMPLETE));
  CHECK_CL(clFinish(queue));
  CHECK_EQ(counter, 2);
  cl_event all[] = {gate, other, held, barrier, behind};
  for (size_t i = 0; i < TEST_COUNT(all); i++)
    CHECK_CL(clReleaseEvent(all[i]));
  CHECK_CL(clReleaseCommandQueue(queue));
}

static void references(void) {
  cl_uint count;
  int counter = 0;
  cl_int error;
  cl_event gate = clCreateUserEvent(test.context, &error), event;
  cl_command_queue queue = make(0), got;
  enqueue_increment(queue, &counter, 1, &gate, &event);
  CHECK_CL(clRetainCommandQueue(queue));
  CHECK_CL(clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, sizeof count, &count, NULL));
  CHECK_EQ(count, 2);
  CHECK_CL(clReleaseCommandQueue(queue));
  CHECK_CL(clReleaseCommandQueue(queue));
  /* The command in flight still has its queue. */
  CHECK_ERR(clReleaseCommandQueue(queue), CL_INVALID_COMMAND_QUEUE);
  CHECK_CL(clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof got, &got, NULL));
  CHECK(got == queue);
  CHECK_CL(clSetUserEventStatus(gate, CL_COMPLETE));
  CHECK_CL(clWaitForEvents(1, &event));
  CHECK_EQ(counter, 1);
  CHECK_CL(clReleaseEvent(event));
  CHECK_CL(clReleaseEvent(gate));
}

static const struct test_case cases[] = {
    {"creation_errors", creation_errors},
    {"creation_khr", creation_khr},
    {"hints", hints},
    {"hinted_launches", hinted_launches},
    {"queries", queries},
    {"set_property", set_property},
    {"default_device_queue", default_device_queue},
    {"bad_handles", bad_handles},
    {"wait_lists", wait_lists},
    {"in_order", in_order},
    {"out_of_order", out_of_order},
    {"barrier_with_list", barrier_with_list},
    {"references", references},
};
TEST_MAIN(cases)
