/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Each host allocation fails in turn: a sequence of calls is run in a child for n = 0, 1, 2 ... with WEFT_FAIL_ALLOC=n
 * until n is beyond its last allocation. Every call answers CL_OUT_OF_HOST_MEMORY or succeeds, and nothing crashes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/api_core/info.h"
#include "tests/api_core/semaphores.h"

#define MAX_ALLOCATIONS 2000

enum { SUCCEEDED = 0, RAN_OUT = 3, WRONG = 4 };

static int ran_out;

static bool ok(cl_int error) {
  if (error == CL_SUCCESS)
    return true;
  if (error != CL_OUT_OF_HOST_MEMORY) {
    fprintf(stderr, "%s\n", test_error_name(error));
    _exit(WRONG);
  }
  ran_out = 1;
  return false;
}

static void CL_CALLBACK nothing(void *arg) {}
static void CL_CALLBACK event_callback(cl_event event, cl_int status, void *user) {}
static void CL_CALLBACK context_callback(cl_context context, void *user) {}

/* What OpenCL 1.0 and the queries of devices by type make. */
static void use_older(const cl_context_properties *properties, cl_device_id device) {
  cl_int error;
  cl_context context = clCreateContextFromType(properties, CL_DEVICE_TYPE_CPU, NULL, NULL, &error);
  if (!ok(error))
    return;
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
  if (ok(error))
    ok(clReleaseCommandQueue(queue));
  ok(clReleaseContext(context));
}

static void use_queue(cl_context context, cl_device_id device, cl_command_queue_properties bits) {
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, bits, 0};
  cl_int error;
  cl_event gate, event;
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, properties, &error);
  if (!ok(error))
    return;
  gate = clCreateUserEvent(context, &error);
  if (ok(error)) {
    if (ok(clEnqueueNativeKernel(queue, nothing, NULL, 0, 0, NULL, NULL, 1, &gate, &event))) {
      ok(clSetEventCallback(event, CL_COMPLETE, event_callback, NULL));
      ok(clReleaseEvent(event));
    }
    ok(clEnqueueMarkerWithWaitList(queue, 0, NULL, NULL));
    ok(clEnqueueBarrierWithWaitList(queue, 1, &gate, NULL));
    if (ok(clEnqueueMarker(queue, &event)))
      ok(clReleaseEvent(event));
    ok(clEnqueueBarrier(queue));
    ok(clEnqueueWaitForEvents(queue, 1, &gate));
    ok(clSetUserEventStatus(gate, CL_COMPLETE));
    ok(clReleaseEvent(gate));
  }
  /* Out of order both wait by a marker. */
  ok(clFinish(queue));
  ok(clSetCommandQueueProperty(queue, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_FALSE, NULL));
  ok(clReleaseCommandQueue(queue));
}

static void use_semaphore(cl_platform_id platform, cl_context context, cl_device_id device) {
  test.platform = platform;
  LOAD(sem.create, "clCreateSemaphoreWithPropertiesKHR");
  LOAD(sem.wait, "clEnqueueWaitSemaphoresKHR");
  LOAD(sem.signal, "clEnqueueSignalSemaphoresKHR");
  LOAD(sem.release, "clReleaseSemaphoreKHR");
  const cl_semaphore_properties_khr list[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, 0};
  cl_int error;
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, &error);
  if (!ok(error))
    return;
  cl_semaphore_khr semaphore = sem.create(context, list, &error);
  if (ok(error)) {
    if (ok(sem.signal(queue, 1, &semaphore, NULL, 0, NULL, NULL)))
      ok(sem.wait(queue, 1, &semaphore, NULL, 0, NULL, NULL));
    ok(sem.release(semaphore));
  }
  ok(clFinish(queue));
  ok(clReleaseCommandQueue(queue));
}

static int sequence(void) {
  cl_platform_id platforms[16];
  cl_uint count = 0;
  cl_device_id device, sub[2];
  cl_int error;
  char name[64];
  clGetPlatformIDs(16, platforms, &count);
  for (cl_uint i = 0; i < count && i < 16; i++) {
    ok(clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, NULL));
    if (strcmp(name, "Weft") != 0)
      continue;
    const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platforms[i], 0};
    const cl_device_partition_property halves[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, &device, NULL) != CL_SUCCESS)
      return RAN_OUT; /* the device itself was not to be had */
    if (ok(clCreateSubDevices(device, halves, 2, sub, NULL))) {
      ok(clReleaseDevice(sub[0]));
      ok(clReleaseDevice(sub[1]));
    }
    cl_context context = clCreateContext(properties, 1, &device, NULL, NULL, &error);
    if (!ok(error))
      break;
    ok(clSetContextDestructorCallback(context, context_callback, NULL));
    use_queue(context, device, 0);
    use_queue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
    use_semaphore(platforms[i], context, device);
    ok(clReleaseContext(context));
    use_older(properties, device);
    return ran_out ? RAN_OUT : SUCCEEDED;
  }
  return RAN_OUT; /* no platform: it could not be made */
}

static void each_allocation_fails(void) {
  int n;
  for (n = 0; n < MAX_ALLOCATIONS; n++) {
    char number[16];
    int status;
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
      char *arguments[] = {"/proc/self/exe", NULL};
      snprintf(number, sizeof number, "%d", n);
      setenv("WEFT_FAIL_ALLOC", number, 1);
      setenv("WEFT_MAX_THREADS", "2", 1);
      setenv("WEFT_TOPOLOGY", "numa:2 core:1 pu:1", 1);
      execv(arguments[0], arguments);
      _exit(99);
    }
    CHECK(waitpid(child, &status, 0) == child);
    if (!WIFEXITED(status) || (WEXITSTATUS(status) != SUCCEEDED && WEXITSTATUS(status) != RAN_OUT))
      FAIL("allocation %d failing: status %#x", n, (unsigned)status);
    if (WEXITSTATUS(status) == SUCCEEDED)
      break;
  }
  CHECK(n > 10 && n < MAX_ALLOCATIONS);
}

int main(int argc, char **argv) {
  static const struct test_case cases[] = {{"each_allocation_fails", each_allocation_fails}};
  if (getenv("WEFT_FAIL_ALLOC"))
    return sequence();
  return test_run(argc, argv, cases, TEST_COUNT(cases));
}
