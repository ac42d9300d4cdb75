/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What all commands on memory refuse alike: queues that are none, objects and events of another context, wait lists
 * that are none, and events that have failed where the call blocks. The environment makes the device small.
 */
#include <stdint.h>

#include "tests/api_memory/objects.h"

static const size_t zero[3] = {0}, region[3] = {4, 2, 1};
static char host[64];

static void CL_CALLBACK nothing(void *argument) {}

/* Two buffers, and what else a command of the table may need. */
struct use {
  cl_command_queue queue;
  cl_mem a, b;
  void *mapped; /* of a */
  cl_uint num_events;
  const cl_event *events;
};

#define WAITS use->num_events, use->events, NULL

static cl_int read(const struct use *use) {
  return clEnqueueReadBuffer(use->queue, use->a, CL_TRUE, 0, 16, host, WAITS);
}
static cl_int write(const struct use *use) {
  return clEnqueueWriteBuffer(use->queue, use->a, CL_TRUE, 0, 16, host, WAITS);
}
static cl_int read_rect(const struct use *use) {
  return clEnqueueReadBufferRect(use->queue, use->a, CL_TRUE, zero, zero, region, 0, 0, 0, 0, host, WAITS);
}
static cl_int write_rect(const struct use *use) {
  return clEnqueueWriteBufferRect(use->queue, use->a, CL_TRUE, zero, zero, region, 0, 0, 0, 0, host, WAITS);
}
static cl_int map(const struct use *use) {
  cl_int error = 1;
  void *mapped = clEnqueueMapBuffer(use->queue, use->a, CL_TRUE, CL_MAP_READ, 0, 16, WAITS, &error);
  CHECK(!mapped == (error != CL_SUCCESS));
  return error;
}
static cl_int copy(const struct use *use) {
  return clEnqueueCopyBuffer(use->queue, use->a, use->b, 0, 0, 16, WAITS);
}
static cl_int copy_rect(const struct use *use) {
  return clEnqueueCopyBufferRect(use->queue, use->a, use->b, zero, zero, region, 0, 0, 0, 0, WAITS);
}
static cl_int fill(const struct use *use) {
  return clEnqueueFillBuffer(use->queue, use->a, "a", 1, 0, 16, WAITS);
}
static cl_int migrate(const struct use *use) {
  return clEnqueueMigrateMemObjects(use->queue, 1, &use->a, 0, WAITS);
}
static cl_int unmap(const struct use *use) {
  return clEnqueueUnmapMemObject(use->queue, use->a, use->mapped, WAITS);
}
static cl_int native(const struct use *use) {
  cl_mem argument = use->a;
  const void *place = &argument;
  return clEnqueueNativeKernel(use->queue, nothing, &argument, sizeof argument, 1, &use->a, &place, WAITS);
}

static const struct command {
  const char *name;
  cl_int (*run)(const struct use *use);
  bool blocks;
} commands[] = {
    {"read", read, true},
    {"write", write, true},
    {"read_rect", read_rect, true},
    {"write_rect", write_rect, true},
    {"map", map, true},
    {"copy", copy, false},
    {"copy_rect", copy_rect, false},
    {"fill", fill, false},
    {"migrate", migrate, false},
    {"unmap", unmap, false},
    {"native", native, false},
};

static void gives(const struct command *command, struct use use, cl_int want) {
  cl_int error = command->run(&use);
  if (error != want)
    FAIL("%s gives %s, not %s", command->name, test_error_name(error), test_error_name(want));
}

static void each_command(void) {
  cl_int error;
  cl_context context = make_context();
  cl_event failed = make_user_event(), bad_event = (cl_event)test.queue;
  complete(failed, -7);
  cl_command_queue elsewhere = clCreateCommandQueueWithProperties(context, test.device, NULL, &error);
  CHECK_CL(error);
  cl_event foreign = clCreateUserEvent(context, &error);
  CHECK_CL(error);
  struct use use = {.queue = test.queue, .a = make_buffer(0, 64, NULL), .b = make_buffer(0, 64, NULL)};
  use.mapped = clEnqueueMapBuffer(test.queue, use.a, CL_TRUE, CL_MAP_READ, 0, 16, 0, NULL, NULL, &error);
  CHECK_CL(error);
  for (size_t i = 0; i < TEST_COUNT(commands); i++) {
    struct use wrong = use;
    wrong.queue = (cl_command_queue)test.context;
    gives(&commands[i], wrong, CL_INVALID_COMMAND_QUEUE);
    wrong.queue = elsewhere;
    gives(&commands[i], wrong, CL_INVALID_CONTEXT);
    wrong = use;
    wrong.a = (cl_mem)test.context;
    gives(&commands[i], wrong, CL_INVALID_MEM_OBJECT);
    wrong = use;
    wrong.num_events = 1;
    gives(&commands[i], wrong, CL_INVALID_EVENT_WAIT_LIST);
    wrong.events = &bad_event;
    gives(&commands[i], wrong, CL_INVALID_EVENT_WAIT_LIST);
    wrong.events = &foreign;
    gives(&commands[i], wrong, CL_INVALID_CONTEXT);
    wrong.num_events = 0;
    gives(&commands[i], wrong, CL_INVALID_EVENT_WAIT_LIST);
    wrong.num_events = 1;
    wrong.events = &failed;
    if (commands[i].blocks)
      gives(&commands[i], wrong, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  }
  CHECK_CL(clEnqueueUnmapMemObject(test.queue, use.a, use.mapped, 0, NULL, NULL));
  CHECK_CL(clFinish(test.queue));
  CHECK_CL(clReleaseEvent(foreign));
  CHECK_CL(clReleaseCommandQueue(elsewhere));
}

/* More bytes of arguments than a command has room for; they are not looked at. */
static void native_arguments(void) {
  if (!test.is_weft)
    test_skip("others may take as many");
  CHECK_ERR(clEnqueueNativeKernel(test.queue, nothing, host, (size_t)UINT32_MAX + 1, 0, NULL, NULL, 0, NULL, NULL),
            CL_OUT_OF_RESOURCES);
}

static void CL_CALLBACK on_destruction(cl_mem mem, void *user) {}

static void objects(void) {
  const cl_mem_properties none[] = {0};
  cl_mem bad = (cl_mem)test.context;
  cl_int error = 1;
  CHECK(!clCreateBufferWithProperties((cl_context)test.queue, none, 0, 16, NULL, &error));
  CHECK_ERR(error, CL_INVALID_CONTEXT);
  CHECK(!clCreateBufferWithProperties(test.context, none, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 16, NULL, &error));
  CHECK_ERR(error, CL_INVALID_VALUE);
  CHECK(!clCreateBufferWithProperties(test.context, none, CL_MEM_USE_HOST_PTR, 16, NULL, &error));
  CHECK_ERR(error, CL_INVALID_HOST_PTR);
  CHECK_ERR(clSetMemObjectDestructorCallback(bad, on_destruction, NULL), CL_INVALID_MEM_OBJECT);
}

/* Memory that is not there: each kind of allocation until the device has no more. */
static void exhausted(void) {
  enum { MOST = 64 };
  if (!test_has_extension("cl_intel_unified_shared_memory") || !test.is_weft)
    test_skip("no unified shared memory");
  clHostMemAllocINTEL_fn of_host =
      (clHostMemAllocINTEL_fn)clGetExtensionFunctionAddressForPlatform(test.platform, "clHostMemAllocINTEL");
  clDeviceMemAllocINTEL_fn of_device =
      (clDeviceMemAllocINTEL_fn)clGetExtensionFunctionAddressForPlatform(test.platform, "clDeviceMemAllocINTEL");
  clSharedMemAllocINTEL_fn of_both =
      (clSharedMemAllocINTEL_fn)clGetExtensionFunctionAddressForPlatform(test.platform, "clSharedMemAllocINTEL");
  clMemFreeINTEL_fn release =
      (clMemFreeINTEL_fn)clGetExtensionFunctionAddressForPlatform(test.platform, "clMemFreeINTEL");
  size_t size = test_device_ulong(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  for (int kind = 0; kind < 3; kind++) {
    void *all[MOST] = {NULL};
    cl_int error = CL_SUCCESS;
    for (int i = 0; i < MOST && !error; i++)
      all[i] = kind == 0   ? of_host(test.context, NULL, size, 0, &error)
               : kind == 1 ? of_device(test.context, test.device, NULL, size, 0, &error)
                           : of_both(test.context, test.device, NULL, size, 0, &error);
    CHECK_ERR(error, CL_OUT_OF_RESOURCES);
    for (int i = 0; i < MOST && all[i]; i++)
      CHECK_CL(release(test.context, all[i]));
  }
}

static const struct test_case cases[] = {{"each_command", each_command},
                                         {"native_arguments", native_arguments},
                                         {"objects", objects},
                                         {"exhausted", exhausted}};
TEST_MAIN(cases)
