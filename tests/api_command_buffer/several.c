/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cl_khr_command_buffer_multi_device: several queues in one command buffer, of one device and of several. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "tests/api_command_buffer/commands.h"
#include "tests/harness/pool.h"

enum { MOST = 4 };

/* A context of up to MOST devices: the root alone, or sub-devices of one unit; and queues on them. */
static struct {
  cl_uint count;
  cl_device_id devices[MOST];
  cl_context context;
  cl_command_queue queues[MOST];
  cl_program program;
} several;

static const char source[] = CL(
    kernel void affine(global uint *a, uint x, uint y) { a[get_global_id(0)] = a[get_global_id(0)] * x + y; }

    kernel void replace(global uint *a, uint x, uint y) {
      if (a[get_global_id(0)] == x)
        a[get_global_id(0)] = y;
    });

static void release_program(void *object, size_t size) {
  clReleaseProgram(object);
}

static void open_devices(cl_command_queue_properties bits) {
  needs_command_buffers();
  cl_uint units = test_device_uint(CL_DEVICE_MAX_COMPUTE_UNITS);
  several.count = units > MOST ? MOST : units;
  if (several.count > 1) {
    cl_device_partition_property by_counts[MOST + 3] = {CL_DEVICE_PARTITION_BY_COUNTS};
    for (cl_uint i = 0; i < several.count; i++)
      by_counts[1 + i] = 1;
    CHECK_CL(clCreateSubDevices(test.device, by_counts, several.count, several.devices, NULL));
    for (cl_uint i = 0; i < several.count; i++)
      test_keep_device(several.devices[i]);
  } else {
    several.devices[0] = test.device;
  }
  cl_int error;
  several.context = clCreateContext(NULL, several.count, several.devices, NULL, NULL, &error);
  CHECK_CL(error);
  test_keep_context(several.context);
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, bits, 0};
  for (cl_uint i = 0; i < MOST; i++) {
    several.queues[i] =
        clCreateCommandQueueWithProperties(several.context, several.devices[i % several.count], properties, &error);
    CHECK_CL(error);
    test_keep_queue(several.queues[i]);
  }
  const char *text = source;
  several.program = clCreateProgramWithSource(several.context, 1, &text, NULL, &error);
  CHECK_CL(error);
  test_pool_add(release_program, several.program, 0);
  CHECK_CL(clBuildProgram(several.program, 0, NULL, NULL, NULL, NULL));
}

static cl_mem zeroed(size_t size) {
  cl_int error;
  cl_mem mem =
      clCreateBuffer(several.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size, test_alloc(size), &error);
  CHECK_CL(error);
  test_keep_mem(mem);
  return mem;
}

static cl_uint first_of(cl_mem a) {
  cl_uint value = 0;
  CHECK_CL(clEnqueueReadBuffer(several.queues[0], a, CL_TRUE, 0, 4, &value, 0, NULL, NULL));
  return value;
}

/* A chain that goes around the queues by sync points: a = a * 3 + i. */
static void record_chain(cl_command_buffer_khr buffer, cl_mem a, cl_uint length, cl_mutable_command_khr *last) {
  cl_kernel affine = test_kernel(several.program, "affine");
  const size_t global = 8;
  cl_sync_point_khr point = 0;
  for (cl_uint i = 0; i < length; i++) {
    SET_ARGS(affine, ARG(a), ARG_UINT(3), ARG_UINT(i));
    CHECK_CL(cb.launch(buffer, several.queues[i % MOST], NULL, affine, 1, NULL, &global, NULL, i != 0,
                       i ? &point : NULL, &point, last));
  }
}

static cl_uint chain(cl_uint value, cl_uint length) {
  for (cl_uint i = 0; i < length; i++)
    value = value * 3 + i;
  return value;
}

static void around(void) {
  for (int in_order = 0; in_order < 2; in_order++) {
    open_devices(in_order ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_command_buffer_khr buffer = make_commands_on(MOST, several.queues, NULL);
    cl_mem a = zeroed(32);
    record_chain(buffer, a, 30, NULL);
    CHECK_CL(cb.finalize(buffer));
    cl_uint want = 0;
    for (int i = 0; i < 5; i++) {
      replay(buffer);
      want = chain(want, 30);
      CHECK_EQ(first_of(a), want);
    }
  }
}

/* Commands of all its queues stand before and behind it, as for any other command of theirs. */
static void order_of_queues(void) {
  open_devices(0);
  cl_command_buffer_khr buffer = make_commands_on(MOST, several.queues, NULL);
  cl_mem a = zeroed(MOST * 64), b = zeroed(MOST * 64);
  for (cl_uint i = 0; i < MOST; i++)
    CHECK_CL(cb.copy(buffer, several.queues[i], NULL, a, b, i * 64, ((i + 1) % MOST) * 64, 64, FREE));
  CHECK_CL(cb.finalize(buffer));
  for (cl_uint round = 1; round < 100; round++) {
    for (cl_uint i = 0; i < MOST; i++)
      CHECK_CL(clEnqueueFillBuffer(several.queues[i], a, &round, 4, i * 64, 64, 0, NULL, NULL));
    CHECK_CL(cb.enqueue(0, NULL, buffer, 0, NULL, NULL));
    cl_uint got[MOST][16];
    for (cl_uint i = 0; i < MOST; i++)
      CHECK_CL(clEnqueueReadBuffer(several.queues[(i + 1) % MOST], b, CL_FALSE, i * 64, 64, got[i], 0, NULL, NULL));
    for (cl_uint i = 0; i < MOST; i++)
      CHECK_CL(clFinish(several.queues[i]));
    for (cl_uint i = 0; i < MOST; i++)
      CHECK_EQ(got[i][15], round);
  }
}

/* The event belongs to no queue; times are there if one of the queues has them. */
static void event_of_several(void) {
  open_devices(0);
  cl_int error;
  const cl_queue_properties with_times[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  cl_command_queue queues[2] = {
      several.queues[0], clCreateCommandQueueWithProperties(several.context, several.devices[0], with_times, &error)};
  CHECK_CL(error);
  test_keep_queue(queues[1]);
  cl_command_buffer_khr buffer = make_commands_on(2, queues, NULL);
  cl_mem a = zeroed(64);
  CHECK_CL(cb.fill(buffer, queues[1], NULL, a, "a", 1, 0, 64, FREE));
  CHECK_CL(cb.finalize(buffer));
  cl_event event;
  CHECK_CL(cb.enqueue(0, NULL, buffer, 0, NULL, &event));
  keep_event(event);
  CHECK_CL(clWaitForEvents(1, &event));
  cl_command_queue queue = queues[0];
  CHECK_CL(clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof queue, &queue, NULL));
  CHECK(queue == NULL);
  cl_ulong start = 0, end = 0;
  CHECK_CL(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL));
  CHECK_CL(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL));
  CHECK(start && end >= start);
  /* Substituted, in the order of the list. */
  cl_command_queue other[2] = {several.queues[0], several.queues[0]};
  if (several.count > 1) {
    other[1] = several.queues[1];
    CHECK_ERR(cb.enqueue(2, other, buffer, 0, NULL, NULL), CL_INVALID_DEVICE);
    other[1] = several.queues[0];
  }
  CHECK_CL(cb.enqueue(2, other, buffer, 0, NULL, NULL));
  CHECK_CL(clFinish(several.queues[0]));
}

struct crosser {
  int count;
  cl_command_buffer_khr buffer;
};

static void *cross(void *user) {
  struct crosser *crosser = user;
  for (int i = 0; i < crosser->count; i++)
    CHECK_CL(cb.enqueue(0, NULL, crosser->buffer, 0, NULL, NULL));
  return NULL;
}

/* Two threads whose buffers name the same queues the other way round: none waits for the other for ever. */
static void crossed(void) {
  open_devices(0);
  const cl_command_buffer_properties_khr properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                         CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0};
  const cl_command_queue there[2] = {several.queues[0], several.queues[1]},
                         back[2] = {several.queues[1], several.queues[0]};
  struct crosser crossers[2] = {{300, make_commands_on(2, there, properties)},
                                {300, make_commands_on(2, back, properties)}};
  cl_mem a = zeroed(64);
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 2; j++)
      CHECK_CL(cb.fill(crossers[i].buffer, several.queues[j], NULL, a, "a", 1, (size_t)j, 1, FREE));
    CHECK_CL(cb.finalize(crossers[i].buffer));
  }
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    CHECK(pthread_create(&threads[i], NULL, cross, &crossers[i]) == 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < 2; i++)
    CHECK_CL(clFinish(several.queues[i]));
}

/* A marker of one queue, then one of the other that waits for it. */
static void *link_queues(void *user) {
  cl_command_queue *queues = user;
  for (int i = 0; i < 10000; i++) {
    cl_event event;
    CHECK_CL(clEnqueueMarkerWithWaitList(queues[0], 0, NULL, &event));
    CHECK_CL(clEnqueueBarrierWithWaitList(queues[1], 1, &event, NULL));
    CHECK_CL(clReleaseEvent(event));
  }
  return NULL;
}

/* Threads that let one queue wait for another while buffers of both are enqueued: what they enqueue comes before a
 * buffer in both queues or behind it in both, or everything would wait for ever. */
static void overtaken(void) {
  for (int in_order = 0; in_order < 2; in_order++) {
    open_devices(in_order ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    const cl_command_buffer_properties_khr properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                           CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0};
    cl_command_queue there[2] = {several.queues[0], several.queues[1]},
                     back[2] = {several.queues[1], several.queues[0]};
    struct crosser crosser = {3000, make_commands_on(2, there, properties)};
    /* Nothing orders two replays in queues that are out of order, so their kernels find nothing to replace. */
    cl_mem a = zeroed(4);
    cl_kernel kernel = test_kernel(several.program, "replace");
    SET_ARGS(kernel, ARG(a), ARG_UINT(1), ARG_UINT(2));
    const size_t global = 1;
    for (int i = 0; i < 2; i++)
      CHECK_CL(cb.launch(crosser.buffer, several.queues[i], NULL, kernel, 1, NULL, &global, NULL, FREE));
    CHECK_CL(cb.finalize(crosser.buffer));
    pthread_t threads[3];
    CHECK(pthread_create(&threads[0], NULL, cross, &crosser) == 0);
    CHECK(pthread_create(&threads[1], NULL, link_queues, there) == 0);
    CHECK(pthread_create(&threads[2], NULL, link_queues, back) == 0);
    for (int i = 0; i < 3; i++)
      pthread_join(threads[i], NULL);
    for (int i = 0; i < 2; i++)
      CHECK_CL(clFinish(several.queues[i]));
  }
}

/* Copies for other queues: the same commands with the same order, other devices; handles of theirs. */
static void remapped(void) {
  open_devices(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const cl_command_buffer_properties_khr mutable[] = {CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR, 0};
  cl_command_buffer_khr buffer = make_commands_on(MOST, several.queues, mutable);
  cl_mem a = zeroed(32), b = zeroed(32);
  cl_mutable_command_khr last = NULL, copy_of_last = NULL;
  record_chain(buffer, a, 21, &last);
  CHECK_CL(cb.barrier(buffer, several.queues[1], NULL, FREE));
  CHECK_CL(cb.copy(buffer, several.queues[2], NULL, a, b, 0, 0, 32, FREE));
  CHECK_CL(cb.finalize(buffer));
  const cl_command_queue turned[MOST] = {several.queues[1], several.queues[2], several.queues[3], several.queues[0]};
  cl_int error;
  cl_command_buffer_khr other = cb.remap(buffer, CL_FALSE, MOST, turned, 1, &last, &copy_of_last, &error);
  CHECK_CL(error);
  keep_commands(other);
  CHECK(copy_of_last != NULL && copy_of_last != last);
  cl_command_buffer_khr single = cb.remap(buffer, CL_TRUE, 1, several.queues, 0, NULL, NULL, &error);
  CHECK_CL(error);
  keep_commands(single);
  const cl_uint ten = 10;
  const cl_mutable_dispatch_arg_khr arg = {2, 4, &ten};
  const struct dispatch_config config = {.command = copy_of_last, .num_args = 1, .arg_list = &arg};
  const cl_command_buffer_update_type_khr type = DISPATCH_CONFIG;
  CHECK_CL(cb.update(other, 1, &type, (const void *[]){&config}));
  cl_uint want = 0;
  for (int i = 0; i < 5; i++) {
    replay(buffer);
    want = chain(want, 21);
    CHECK_EQ(first_of(b), want);
    replay(other);
    want = chain(want, 20) * 3 + 10;
    CHECK_EQ(first_of(b), want);
    replay(single);
    want = chain(want, 21);
    CHECK_EQ(first_of(b), want);
  }
  cl_uint count = 0;
  CHECK_CL(cb.info(single, CL_COMMAND_BUFFER_NUM_QUEUES_KHR, sizeof count, &count, NULL));
  CHECK_EQ(count, 1);
  /* Errors leave nothing. */
  CHECK(!cb.remap(NULL, CL_FALSE, MOST, turned, 0, NULL, NULL, &error));
  CHECK_ERR(error, CL_INVALID_COMMAND_BUFFER_KHR);
  CHECK(!cb.remap(buffer, CL_FALSE, 0, turned, 0, NULL, NULL, &error));
  CHECK_ERR(error, CL_INVALID_VALUE);
  CHECK(!cb.remap(buffer, CL_FALSE, MOST, NULL, 0, NULL, NULL, &error));
  CHECK_ERR(error, CL_INVALID_VALUE);
  CHECK(!cb.remap(buffer, CL_FALSE, 1, turned, 0, NULL, NULL, &error));
  CHECK_ERR(error, CL_INVALID_VALUE);
  CHECK(!cb.remap(buffer, CL_TRUE, 1, turned, 1, NULL, &copy_of_last, &error));
  CHECK_ERR(error, CL_INVALID_VALUE);
  CHECK(!cb.remap(buffer, CL_TRUE, 1, turned, 1, &copy_of_last, &copy_of_last, &error));
  CHECK_ERR(error, CL_INVALID_VALUE);
  CHECK(!cb.remap(buffer, CL_TRUE, 1, turned, 0, &last, NULL, &error));
  CHECK_ERR(error, CL_INVALID_VALUE);
  const cl_command_queue none = NULL;
  CHECK(!cb.remap(buffer, CL_TRUE, 1, &none, 0, NULL, NULL, &error));
  CHECK_ERR(error, CL_INVALID_COMMAND_QUEUE);
  CHECK(!cb.remap(buffer, CL_TRUE, 1, &test.queue, 0, NULL, NULL, &error));
  CHECK_ERR(error, CL_INVALID_CONTEXT);
}

/* What a copy's device cannot do is said as recording would say it. */
static void remapped_without_program(void) {
  open_devices(0);
  if (several.count < 2)
    test_skip("one device");
  const char *text = source;
  cl_int error;
  cl_program program = clCreateProgramWithSource(several.context, 1, &text, NULL, &error);
  CHECK_CL(error);
  test_pool_add(release_program, program, 0);
  CHECK_CL(clBuildProgram(program, 1, &several.devices[0], NULL, NULL, NULL));
  cl_kernel affine = test_kernel(program, "affine");
  cl_mem a = zeroed(32);
  const size_t global = 8;
  SET_ARGS(affine, ARG(a), ARG_UINT(3), ARG_UINT(1));
  cl_command_buffer_khr both = make_commands_on(2, several.queues, NULL);
  CHECK_ERR(cb.launch(both, several.queues[1], NULL, affine, 1, NULL, &global, NULL, FREE),
            CL_INVALID_PROGRAM_EXECUTABLE);
  cl_command_buffer_khr buffer = make_commands_on(1, several.queues, NULL);
  CHECK_CL(cb.launch(ON(buffer), affine, 1, NULL, &global, NULL, FREE));
  CHECK(!cb.remap(buffer, CL_FALSE, 1, &several.queues[1], 0, NULL, NULL, &error));
  CHECK_ERR(error, CL_INVALID_PROGRAM_EXECUTABLE);
}

/* A context that is ended with a buffer of several queues in the middle of a kernel without end, and another that waits
 * for an event: both are told so, and everything can be released. */
static void terminated(void) {
  needs_command_buffers();
  if (!test_has_extension("cl_khr_terminate_context"))
    test_skip("contexts cannot be terminated");
#ifdef __SANITIZE_THREAD__
  test_skip("this sanitizer keeps signals back until instrumented code runs");
#endif
  cl_int(CL_API_CALL * terminate)(cl_context);
  void *address = clGetExtensionFunctionAddressForPlatform(test.platform, "clTerminateContextKHR");
  memcpy(&terminate, &address, sizeof address);
  const cl_context_properties properties[] = {0x2032 /* CL_CONTEXT_TERMINATE_KHR */, CL_TRUE, 0};
  const char *text = CL(kernel void endless(global volatile uint * a) {
    while (*a == 0)
      ;
    a[1] = 1;
  });
  cl_int error;
  cl_context context = clCreateContext(properties, 1, &test.device, NULL, NULL, &error);
  CHECK_CL(error);
  cl_command_queue queues[2];
  for (int i = 0; i < 2; i++) {
    queues[i] = clCreateCommandQueueWithProperties(context, test.device, NULL, &error);
    CHECK_CL(error);
  }
  cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
  CHECK_CL(error);
  CHECK_CL(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
  cl_kernel endless = clCreateKernel(program, "endless", &error);
  CHECK_CL(error);
  cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE, 64, NULL, &error);
  CHECK_CL(error);
  cl_event gate = clCreateUserEvent(context, &error), events[3];
  CHECK_CL(error);
  const size_t one = 1;
  const cl_uint zero = 0;
  CHECK_CL(clSetKernelArg(endless, 0, sizeof a, &a));
  CHECK_CL(clEnqueueFillBuffer(queues[0], a, &zero, 4, 0, 64, 0, NULL, NULL));
  CHECK_CL(clFinish(queues[0]));
  cl_command_buffer_khr buffer = cb.create(2, queues, NULL, &error);
  CHECK_CL(error);
  cl_sync_point_khr point;
  CHECK_CL(cb.launch(buffer, queues[0], NULL, endless, 1, NULL, &one, NULL, 0, NULL, &point, NULL));
  CHECK_CL(cb.fill(buffer, queues[1], NULL, a, &zero, 4, 0, 64, AFTER(point)));
  CHECK_CL(cb.finalize(buffer));
  CHECK_CL(cb.enqueue(0, NULL, buffer, 0, NULL, &events[0]));
  CHECK_CL(clFlush(queues[0]));
  cl_int status = CL_QUEUED;
  while (status > CL_RUNNING)
    CHECK_CL(clGetEventInfo(events[0], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
  CHECK_CL(cb.enqueue(0, NULL, buffer, 1, &gate, &events[1]));
  CHECK_CL(clEnqueueMarkerWithWaitList(queues[1], 0, NULL, &events[2]));
  CHECK_CL(terminate(context));
  for (int i = 0; i < 3; i++) {
    CHECK_ERR(clWaitForEvents(1, &events[i]), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    CHECK_CL(clReleaseEvent(events[i]));
  }
  CHECK_ERR(cb.enqueue(0, NULL, buffer, 0, NULL, NULL), CL_CONTEXT_TERMINATED_KHR);
  CHECK(!cb.create(1, queues, NULL, &error));
  CHECK_ERR(error, CL_CONTEXT_TERMINATED_KHR);
  CHECK_CL(clReleaseEvent(gate));
  CHECK_CL(cb.release(buffer));
  CHECK_CL(clReleaseMemObject(a));
  CHECK_CL(clReleaseKernel(endless));
  CHECK_CL(clReleaseProgram(program));
  for (int i = 0; i < 2; i++)
    CHECK_CL(clReleaseCommandQueue(queues[i]));
  CHECK_CL(clReleaseContext(context));
}

static void queries(void) {
  needs_command_buffers();
  cl_platform_command_buffer_capabilities_khr platform = 0;
  CHECK_CL(
      clGetPlatformInfo(test.platform, CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR, sizeof platform, &platform, NULL));
  CHECK_EQ(platform, CL_COMMAND_BUFFER_PLATFORM_UNIVERSAL_SYNC_KHR | CL_COMMAND_BUFFER_PLATFORM_REMAP_QUEUES_KHR |
                         CL_COMMAND_BUFFER_PLATFORM_AUTOMATIC_REMAP_KHR);
  CHECK(test_device_ulong(CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR) & CL_COMMAND_BUFFER_CAPABILITY_MULTIPLE_QUEUE_KHR);
  cl_uint count = test_device_uint(CL_DEVICE_COMMAND_BUFFER_NUM_SYNC_DEVICES_KHR);
  cl_device_id devices[64];
  size_t size = 0;
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_COMMAND_BUFFER_SYNC_DEVICES_KHR, sizeof devices, devices, &size));
  CHECK_EQ(size, count * sizeof *devices);
  bool found = false;
  for (cl_uint i = 0; i < count; i++)
    found |= devices[i] == test.device;
  CHECK(found);
}

static const struct test_case cases[] = {
    {"around", around},
    {"order_of_queues", order_of_queues},
    {"event_of_several", event_of_several},
    {"crossed", crossed},
    {"overtaken", overtaken},
    {"remapped", remapped},
    {"remapped_without_program", remapped_without_program},
    {"terminated", terminated},
    {"queries", queries},
};
TEST_MAIN(cases)
