/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is released while commands still need it, and memory objects used by many threads. */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "tests/api_memory/objects.h"

static atomic_int destroyed;

static void CL_CALLBACK on_destroy(cl_mem mem, void *user) {
  (void)mem;
  (void)user;
  atomic_fetch_add(&destroyed, 1);
}

static cl_mem make_watched(size_t size) {
  cl_int error;
  unsigned char *data = test_alloc(size);
  test_fill(data, size, 1);
  cl_mem mem = clCreateBuffer(test.context, CL_MEM_COPY_HOST_PTR, size, data, &error);
  CHECK_CL(error);
  CHECK_CL(clSetMemObjectDestructorCallback(mem, on_destroy, NULL));
  return mem;
}

/* A queued command keeps its objects, and lets them go when it has ended. */
static void released_while_queued(void) {
  enum { SIZE = 5000 };
  unsigned char data[SIZE], got[SIZE];
  cl_command_queue queue = make_queue(0);
  cl_event start = make_user_event(), end[2];
  test_fill(data, SIZE, 7);
  atomic_store(&destroyed, 0);
  cl_mem a = make_watched(SIZE), b = make_watched(SIZE);
  CHECK_CL(clEnqueueWriteBuffer(queue, a, CL_FALSE, 0, SIZE, data, 1, &start, NULL));
  CHECK_CL(clEnqueueCopyBuffer(queue, a, b, 0, 0, SIZE, 0, NULL, &end[0]));
  CHECK_CL(clEnqueueReadBuffer(queue, b, CL_FALSE, 0, SIZE, got, 0, NULL, &end[1]));
  keep_event(end[0]);
  keep_event(end[1]);
  CHECK_CL(clReleaseMemObject(a));
  CHECK_CL(clReleaseMemObject(b));
  CHECK_EQ(atomic_load(&destroyed), 0);
  complete(start, CL_COMPLETE);
  CHECK_CL(clFinish(queue));
  check_same(got, data, SIZE, "read");
  CHECK_EQ(atomic_load(&destroyed), 2);
}

static void released_while_queued_and_failing(void) {
  char byte = 0;
  cl_command_queue queue = make_queue(0);
  cl_event start = make_user_event(), end;
  atomic_store(&destroyed, 0);
  cl_mem mem = make_watched(100);
  CHECK_CL(clEnqueueFillBuffer(queue, mem, &byte, 1, 0, 100, 1, &start, &end));
  keep_event(end);
  CHECK_CL(clReleaseMemObject(mem));
  CHECK_EQ(atomic_load(&destroyed), 0);
  complete(start, -1);
  clWaitForEvents(1, &end);
  CHECK_CL(clFinish(queue));
  CHECK_EQ(atomic_load(&destroyed), 1);
}

/* The context lives as long as its buffers. */
static void released_after_its_context(void) {
  cl_int error;
  cl_context_properties list[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)test.platform, 0};
  cl_context context = clCreateContext(list, 1, &test.device, NULL, NULL, &error);
  CHECK_CL(error);
  cl_mem mem = clCreateBuffer(context, 0, 100, NULL, &error);
  CHECK_CL(error);
  CHECK_CL(clReleaseContext(context));
  CHECK(mem_info(mem, CL_MEM_CONTEXT, sizeof(cl_context)) == (uintptr_t)context);
  CHECK_CL(clReleaseMemObject(mem));
}

enum { THREADS = 8, ROUNDS = 300, PART = 1000 };

static cl_mem shared;
static cl_command_queue shared_queue;
static atomic_int failures;

/* Each thread has a part of one buffer to itself, all share a queue. */
static void *work_on_a_part(void *arg) {
  size_t part = (size_t)(uintptr_t)arg;
  unsigned char data[PART], got[PART];
  for (uint32_t i = 0; i < ROUNDS; i++) {
    cl_int error = 0;
    cl_bool blocking = i % 2 ? CL_TRUE : CL_FALSE;
    test_fill(data, PART, i * THREADS + (uint32_t)part);
    error |= clEnqueueWriteBuffer(shared_queue, shared, blocking, part * PART, PART, data, 0, NULL, NULL);
    error |= clEnqueueReadBuffer(shared_queue, shared, CL_TRUE, part * PART, PART, got, 0, NULL, NULL);
    void *mapped = clEnqueueMapBuffer(shared_queue, shared, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, part * PART, PART, 0,
                                      NULL, NULL, &error);
    if (error || memcmp(got, data, PART) || memcmp(mapped, data, PART))
      atomic_fetch_add(&failures, 1);
    if (mapped && clEnqueueUnmapMemObject(shared_queue, shared, mapped, 0, NULL, NULL))
      atomic_fetch_add(&failures, 1);
    if (clRetainMemObject(shared) || clReleaseMemObject(shared))
      atomic_fetch_add(&failures, 1);
  }
  return NULL;
}

static void by_many_threads(void) {
  pthread_t thread[THREADS];
  shared = make_buffer(0, THREADS * PART, NULL);
  shared_queue = make_queue(0);
  atomic_store(&failures, 0);
  for (size_t i = 0; i < THREADS; i++)
    CHECK(!pthread_create(&thread[i], NULL, work_on_a_part, (void *)(uintptr_t)i));
  for (size_t i = 0; i < THREADS; i++)
    CHECK(!pthread_join(thread[i], NULL));
  CHECK_CL(clFinish(shared_queue));
  CHECK_EQ(atomic_load(&failures), 0);
  CHECK_EQ(mem_info(shared, CL_MEM_MAP_COUNT, sizeof(cl_uint)), 0);
  CHECK_EQ(mem_info(shared, CL_MEM_REFERENCE_COUNT, sizeof(cl_uint)), 1);
}

static const struct test_case cases[] = {
    {"released_while_queued", released_while_queued},
    {"released_while_queued_and_failing", released_while_queued_and_failing},
    {"released_after_its_context", released_after_its_context},
    {"by_many_threads", by_many_threads},
};
TEST_MAIN(cases)
