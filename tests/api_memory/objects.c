/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "tests/api_memory/objects.h"

#include "tests/harness/pool.h"

static void release_queue(void *object, size_t size) {
  (void)size;
  clFinish(object);
  clReleaseCommandQueue(object);
}

/* A case that failed may have left commands waiting for it. */
static void release_user_event(void *object, size_t size) {
  (void)size;
  clSetUserEventStatus(object, CL_COMPLETE);
  clReleaseEvent(object);
}

static void release_event(void *object, size_t size) {
  (void)size;
  clReleaseEvent(object);
}

cl_mem make_buffer(cl_mem_flags flags, size_t size, void *host_ptr) {
  cl_int error = CL_SUCCESS;
  cl_mem mem = clCreateBuffer(test.context, flags, size, host_ptr, &error);
  if (error)
    FAIL("clCreateBuffer of %zu bytes with flags %#llx gives %s", size, (unsigned long long)flags,
         test_error_name(error));
  CHECK(mem != NULL);
  test_keep_mem(mem);
  return mem;
}

cl_mem make_sub_buffer(cl_mem parent, cl_mem_flags flags, size_t origin, size_t size) {
  cl_int error = CL_SUCCESS;
  cl_buffer_region region = {origin, size};
  cl_mem mem = clCreateSubBuffer(parent, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  if (error)
    FAIL("clCreateSubBuffer at %zu of %zu bytes gives %s", origin, size, test_error_name(error));
  test_keep_mem(mem);
  return mem;
}

cl_mem make_filled(size_t size, uint32_t seed) {
  void *data = test_alloc(size);
  test_fill(data, size, seed);
  return make_buffer(CL_MEM_COPY_HOST_PTR, size, data);
}

cl_command_queue make_queue(cl_command_queue_properties properties) {
  cl_int error;
  cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
  cl_command_queue queue = clCreateCommandQueueWithProperties(test.context, test.device, list, &error);
  CHECK_CL(error);
  test_pool_add(release_queue, queue, 0);
  return queue;
}

cl_context make_context(void) {
  cl_int error;
  cl_context_properties list[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)test.platform, 0};
  cl_context context = clCreateContext(list, 1, &test.device, NULL, NULL, &error);
  CHECK_CL(error);
  test_keep_context(context);
  return context;
}

cl_event make_user_event(void) {
  cl_int error;
  cl_event event = clCreateUserEvent(test.context, &error);
  CHECK_CL(error);
  test_pool_add(release_user_event, event, 0);
  return event;
}

cl_event keep_event(cl_event event) {
  CHECK(event != NULL);
  test_pool_add(release_event, event, 0);
  return event;
}

unsigned char *contents(cl_mem buffer, size_t size) {
  unsigned char *data = test_alloc(size);
  CHECK_CL(clEnqueueReadBuffer(test.queue, buffer, CL_TRUE, 0, size, data, 0, NULL, NULL));
  return data;
}

void check_same(const void *got, const void *want, size_t size, const char *what) {
  size_t at = test_differ(got, want, size);
  if (at < size)
    FAIL("%s: byte %zu of %zu is %d, not %d", what, at, size, ((const unsigned char *)got)[at],
         ((const unsigned char *)want)[at]);
}

cl_ulong mem_info(cl_mem mem, cl_mem_info what, size_t size) {
  cl_ulong value = 0;
  size_t got = 0;
  CHECK_CL(clGetMemObjectInfo(mem, what, size, &value, &got));
  CHECK_EQ(got, size);
  return value; /* little-endian */
}

size_t base_align(void) {
  return test_device_uint(CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
}

void complete(cl_event event, cl_int status) {
  CHECK_CL(clSetUserEventStatus(event, status));
}
