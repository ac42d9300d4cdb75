/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * WEFT_TEST_STRESS_SECONDS (5) and WEFT_TEST_STRESS_SEED (the time) say how long and from where; a failure names thread
 * and step.
 */
#include "tests/stress/stress.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct stress stress;

static const char source[] = CL(
    kernel void change(global uchar *bytes, uint x, global uint *counter) {
      size_t i = get_global_id(0);
      bytes[i] = (uchar)((bytes[i] ^ x) + 3);
      if (i == 0)
        atomic_inc(counter);
    } kernel void change_image(read_write image2d_t image, uint x, global uint *counter) {
      int2 at = (int2)(get_global_id(0), get_global_id(1));
      write_imageui(image, at, (read_imageui(image, at) ^ x) + 3u & 255u);
      if (at.x + at.y == 0)
        atomic_inc(counter);
    });

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static unsigned long option(const char *name, unsigned long otherwise) {
  const char *text = getenv(name);
  return text && *text ? strtoul(text, NULL, 10) : otherwise;
}

/* Two halves of the device, or twice the whole of one that has no halves. */
static void open_devices(void) {
  cl_uint units = test_device_uint(CL_DEVICE_MAX_COMPUTE_UNITS);
  const cl_device_partition_property halves[] = {CL_DEVICE_PARTITION_BY_COUNTS, (intptr_t)(units / 2),
                                                 (intptr_t)(units - units / 2), CL_DEVICE_PARTITION_BY_COUNTS_LIST_END,
                                                 0};
  if (units < 2 || clCreateSubDevices(test.device, halves, 2, stress.devices, NULL))
    stress.devices[0] = stress.devices[1] = test.device;
}

static void *function(const char *name) {
  return clGetExtensionFunctionAddressForPlatform(test.platform, name);
}

static void open_extensions(void) {
  cl_bool images = CL_FALSE;
  cl_device_svm_capabilities svm = 0;
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_IMAGE_SUPPORT, sizeof images, &images, NULL));
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_SVM_CAPABILITIES, sizeof svm, &svm, NULL));
  stress.has_images = images && test_has_c_feature("__opencl_c_read_write_images");
  stress.has_svm = svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER;
  stress.has_usm = test_has_extension("cl_intel_unified_shared_memory");
  stress.has_commands = test_has_extension("cl_khr_command_buffer_multi_device");
  if (stress.has_usm) {
    stress.usm_host = (clHostMemAllocINTEL_fn)function("clHostMemAllocINTEL");
    stress.usm_device = (clDeviceMemAllocINTEL_fn)function("clDeviceMemAllocINTEL");
    stress.usm_shared = (clSharedMemAllocINTEL_fn)function("clSharedMemAllocINTEL");
    stress.usm_free = (clMemFreeINTEL_fn)function("clMemBlockingFreeINTEL");
    stress.usm_arg = (clSetKernelArgMemPointerINTEL_fn)function("clSetKernelArgMemPointerINTEL");
    stress.usm_copy = (clEnqueueMemcpyINTEL_fn)function("clEnqueueMemcpyINTEL");
    stress.usm_fill = (clEnqueueMemFillINTEL_fn)function("clEnqueueMemFillINTEL");
  }
  stress.has_semaphores = test_has_extension("cl_khr_semaphore");
  if (stress.has_semaphores) {
    stress.semaphore = (clCreateSemaphoreWithPropertiesKHR_fn)function("clCreateSemaphoreWithPropertiesKHR");
    stress.signal = (clEnqueueSignalSemaphoresKHR_fn)function("clEnqueueSignalSemaphoresKHR");
    stress.wait = (clEnqueueWaitSemaphoresKHR_fn)function("clEnqueueWaitSemaphoresKHR");
    stress.release_semaphore = (clReleaseSemaphoreKHR_fn)function("clReleaseSemaphoreKHR");
  }
  if (stress.has_commands)
    find_command_functions();
}

static void open_all(void) {
  cl_int error;
  open_devices();
  open_extensions();
  cl_uint count = stress.devices[0] == stress.devices[1] ? 1 : 2;
  stress.context = clCreateContext(NULL, count, stress.devices, NULL, NULL, &error);
  CHECK_CL(error);
  for (int i = 0; i < NUM_QUEUES; i++) {
    const cl_queue_properties properties[] = {
        CL_QUEUE_PROPERTIES,
        (i % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0) | (i == 3 ? CL_QUEUE_PROFILING_ENABLE : 0), 0};
    stress.queues[i] = clCreateCommandQueueWithProperties(stress.context, stress.devices[i / 2], properties, &error);
    CHECK_CL(error);
  }
  const char *text = source;
  stress.program = clCreateProgramWithSource(stress.context, 1, &text, NULL, &error);
  CHECK_CL(error);
  CHECK_CL(clBuildProgram(stress.program, 0, NULL, "-cl-std=CL3.0", NULL, NULL));
  const cl_uint zero = 0;
  stress.counter = clCreateBuffer(stress.context, CL_MEM_COPY_HOST_PTR, sizeof zero, (void *)&zero, &error);
  CHECK_CL(error);
}

static double until;

static void *work(void *user) {
  struct worker *worker = user;
  cl_int error;
  worker->change = clCreateKernel(stress.program, "change", &error);
  CHECK_CL(error);
  worker->change_image = clCreateKernel(stress.program, "change_image", &error);
  CHECK_CL(error);
  for (int i = 0; i < NUM_SLOTS; i++)
    make_slot(worker, &worker->slots[i], true);
  while (worker->steps % 16 || seconds() < until)
    step(worker);
  open_gates(worker);
  for (int i = 0; i < NUM_SLOTS; i++) {
    check_slot(worker, &worker->slots[i]);
    drop_slot(worker, &worker->slots[i]);
  }
  CHECK_CL(clReleaseKernel(worker->change));
  CHECK_CL(clReleaseKernel(worker->change_image));
  return NULL;
}

static void everything_at_once(void) {
  unsigned long seed = option("WEFT_TEST_STRESS_SEED", (unsigned long)time(NULL)), steps = 0;
  static struct worker workers[NUM_THREADS];
  pthread_t threads[NUM_THREADS];
  printf("seed %lu\n", seed);
  fflush(stdout);
  open_all();
  until = seconds() + (double)option("WEFT_TEST_STRESS_SECONDS", 5);
  for (unsigned i = 0; i < NUM_THREADS; i++) {
    workers[i] = (struct worker){.number = i, .random = seed * 1000003 + i};
    CHECK(pthread_create(&threads[i], NULL, work, &workers[i]) == 0);
  }
  cl_uint added = 0, counted = 0;
  for (unsigned i = 0; i < NUM_THREADS; i++) {
    pthread_join(threads[i], NULL);
    added += workers[i].added;
    steps += workers[i].steps;
  }
  for (int i = 0; i < NUM_QUEUES; i++)
    CHECK_CL(clFinish(stress.queues[i]));
  CHECK_CL(clEnqueueReadBuffer(stress.queues[0], stress.counter, CL_TRUE, 0, sizeof counted, &counted, 0, NULL, NULL));
  CHECK_EQ(counted, added);
  printf("%lu steps\n", steps);
  CHECK_CL(clReleaseMemObject(stress.counter));
  CHECK_CL(clReleaseProgram(stress.program));
  for (int i = 0; i < NUM_QUEUES; i++)
    CHECK_CL(clReleaseCommandQueue(stress.queues[i]));
  CHECK_CL(clReleaseContext(stress.context));
  if (stress.devices[0] != stress.devices[1])
    for (int i = 0; i < 2; i++)
      CHECK_CL(clReleaseDevice(stress.devices[i]));
}

static const struct test_case cases[] = {{"everything_at_once", everything_at_once}};
TEST_MAIN(cases)
