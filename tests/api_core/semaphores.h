/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_API_CORE_SEMAPHORES_H
#define WEFT_TESTS_API_CORE_SEMAPHORES_H

/* cl_khr_semaphore and its kin through the loader, which knows their functions by name alone. */

#include "tests/api_core/events.h"
#include "tests/api_core/info.h"

#ifndef CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR 0x2053
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR 0
#endif

static struct {
  clCreateSemaphoreWithPropertiesKHR_fn create;
  clEnqueueWaitSemaphoresKHR_fn wait;
  clEnqueueSignalSemaphoresKHR_fn signal;
  clGetSemaphoreInfoKHR_fn info;
  clReleaseSemaphoreKHR_fn release;
  clRetainSemaphoreKHR_fn retain;
} sem;

#define LOAD(pointer, name)                                                                                            \
  do {                                                                                                                 \
    *(void **)&(pointer) = clGetExtensionFunctionAddressForPlatform(test.platform, (name));                            \
    CHECK((pointer) != NULL);                                                                                          \
  } while (0)

/* To be called by each case first. */
static inline void load_semaphores(void) {
  if (!test_has_extension("cl_khr_semaphore"))
    test_skip("no cl_khr_semaphore");
  LOAD(sem.create, "clCreateSemaphoreWithPropertiesKHR");
  LOAD(sem.wait, "clEnqueueWaitSemaphoresKHR");
  LOAD(sem.signal, "clEnqueueSignalSemaphoresKHR");
  LOAD(sem.info, "clGetSemaphoreInfoKHR");
  LOAD(sem.release, "clReleaseSemaphoreKHR");
  LOAD(sem.retain, "clRetainSemaphoreKHR");
}

static inline cl_semaphore_khr semaphore_with(const cl_semaphore_properties_khr *properties) {
  cl_int error = 1;
  cl_semaphore_khr semaphore = sem.create(test.context, properties, &error);
  CHECK_CL(error);
  CHECK(semaphore != NULL);
  return semaphore;
}

static inline cl_semaphore_khr binary_semaphore(void) {
  return semaphore_with((const cl_semaphore_properties_khr[]){CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, 0});
}

static inline int payload_of(cl_semaphore_khr semaphore) {
  cl_semaphore_payload_khr payload = 77;
  CHECK_CL(sem.info(semaphore, CL_SEMAPHORE_PAYLOAD_KHR, sizeof payload, &payload, NULL));
  return (int)payload;
}

static inline cl_command_queue queue_with(cl_command_queue_properties bits) {
  cl_int error;
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, bits, 0};
  cl_command_queue queue = clCreateCommandQueueWithProperties(test.context, test.device, properties, &error);
  CHECK_CL(error);
  return queue;
}

/* One semaphore, one event or none in the wait list; `event` may be NULL. */
static inline void signal_one(cl_command_queue queue, cl_semaphore_khr semaphore, cl_event after, cl_event *event) {
  CHECK_CL(sem.signal(queue, 1, &semaphore, NULL, after ? 1 : 0, after ? &after : NULL, event));
}
static inline void wait_one(cl_command_queue queue, cl_semaphore_khr semaphore, cl_event after, cl_event *event) {
  CHECK_CL(sem.wait(queue, 1, &semaphore, NULL, after ? 1 : 0, after ? &after : NULL, event));
}

static inline void release_events(size_t count, const cl_event *events) {
  for (size_t i = 0; i < count; i++)
    CHECK_CL(clReleaseEvent(events[i]));
}

#define CREATE_SEMAPHORE_GIVES(want, ...)                                                                              \
  do {                                                                                                                 \
    cl_int error_ = 1;                                                                                                 \
    CHECK(!sem.create(test.context, (const cl_semaphore_properties_khr[]){__VA_ARGS__}, &error_));                     \
    CHECK_ERR(error_, (want));                                                                                         \
    CHECK(!sem.create(test.context, (const cl_semaphore_properties_khr[]){__VA_ARGS__}, NULL));                        \
  } while (0)

#endif
