/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_KERNELS_DEVICE_ENQUEUE_QUEUES_H
#define WEFT_TESTS_KERNELS_DEVICE_ENQUEUE_QUEUES_H

#include <stdio.h>
#include <string.h>

#include "tests/harness/pool.h"
#include "tests/harness/test.h"

#define INT(buffer) ((cl_int *)(buffer).data)
#define ON_DEVICE (CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)

static inline void release_queue(void *object, size_t size) {
  clReleaseCommandQueue(object);
}

/* A queue on the device, released when the case ends. */
static inline cl_command_queue device_queue(cl_command_queue_properties properties) {
  if (!test_device_ulong(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES))
    test_skip("no device-side enqueue");
  cl_int error;
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, ON_DEVICE | properties, 0};
  cl_command_queue queue = clCreateCommandQueueWithProperties(test.context, test.device, list, &error);
  CHECK_CL(error);
  test_pool_add(release_queue, queue, 0);
  return queue;
}

static inline cl_kernel build(const char *source) {
  return test_kernel(test_build("-cl-std=CL3.0", source), "k");
}

#endif
