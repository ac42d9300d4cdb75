/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Who waits for whom inside a command buffer, and how it stands among the commands of its queue. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "tests/api_command_buffer/commands.h"

static const char source[] = CL(
    kernel void affine(global uint *a, uint x, uint y) {
      a[get_global_id(0)] = a[get_global_id(0)] * x + y;
    } kernel void slow(global uint *a, uint x) {
      uint v = a[get_global_id(0)];
      for (uint i = 0; i < 20000; i++)
        v = v * 1664525u + 1013904223u;
      a[get_global_id(0)] = v == 0 ? 1 : x;
    });

static cl_kernel affine, slow;

static void open_kernels(void) {
  cl_program program = test_build(NULL, source);
  affine = test_kernel(program, "affine");
  slow = test_kernel(program, "slow");
}

static void record_affine(cl_command_buffer_khr buffer, cl_command_queue queue, cl_mem a, cl_uint x, cl_uint y,
                          cl_uint num_waits, const cl_sync_point_khr *waits, cl_sync_point_khr *point) {
  const size_t global = 8;
  SET_ARGS(affine, ARG(a), ARG_UINT(x), ARG_UINT(y));
  CHECK_CL(cb.launch(buffer, queue, NULL, affine, 1, NULL, &global, NULL, num_waits, waits, point, NULL));
}

static cl_uint first_of(cl_mem a) {
  return *(const cl_uint *)contents(a, 4);
}

/* A chain by sync points alone, in a buffer without an order of its own; each replay starts from what the last left. */
static void sync_points(void) {
  cl_command_queue queue = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_command_buffer_khr buffer = make_commands(queue, NULL);
  open_kernels();
  cl_mem a = make_buffer(CL_MEM_READ_WRITE, 32, NULL);
  const cl_uint zero = 0;
  cl_sync_point_khr point = 0;
  CHECK_CL(cb.fill(buffer, NULL, NULL, a, &zero, 4, 0, 32, 0, NULL, &point, NULL));
  cl_uint want = 0;
  for (cl_uint i = 1; i <= 40; i++) {
    cl_sync_point_khr next;
    record_affine(buffer, NULL, a, i | 1, i, 1, &point, &next);
    point = next;
    want = want * (i | 1) + i;
  }
  CHECK_CL(cb.finalize(buffer));
  for (int i = 0; i < 20; i++) {
    replay(buffer);
    CHECK_EQ(first_of(a), want);
  }
}

/* The same chain by the order of an in-order queue, and by barriers with and without lists. */
static void implied_order(void) {
  open_kernels();
  for (int way = 0; way < 3; way++) {
    cl_command_queue queue = make_queue(way == 0 ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_command_buffer_khr buffer = make_commands(queue, NULL);
    cl_mem a = make_buffer(CL_MEM_READ_WRITE, 32, NULL);
    const cl_uint zero = 0;
    cl_sync_point_khr point;
    CHECK_CL(cb.fill(buffer, NULL, NULL, a, &zero, 4, 0, 32, 0, NULL, &point, NULL));
    cl_uint want = 0;
    for (cl_uint i = 1; i <= 40; i++) {
      if (way == 1)
        CHECK_CL(cb.barrier(ON(buffer), FREE));
      if (way == 2)
        CHECK_CL(cb.barrier(ON(buffer), AFTER(point)));
      record_affine(buffer, NULL, a, i | 1, i, 0, NULL, &point);
      want = want * (i | 1) + i;
    }
    CHECK_CL(cb.finalize(buffer));
    for (int i = 0; i < 20; i++) {
      replay(buffer);
      CHECK_EQ(first_of(a), want);
    }
  }
}

/* A diamond: two slow commands beside each other, and one that waits for both, twice for one of them. */
static void diamond(void) {
  cl_command_queue queue = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_command_buffer_khr buffer = make_commands(queue, NULL);
  open_kernels();
  cl_mem both = make_buffer(CL_MEM_READ_WRITE, 8192, NULL);
  cl_mem left = make_sub_buffer(both, CL_MEM_READ_WRITE, 0, 4096),
         right = make_sub_buffer(both, CL_MEM_READ_WRITE, 4096, 4096), sum = make_buffer(CL_MEM_READ_WRITE, 8192, NULL);
  const cl_uint zero = 0;
  const size_t global = 1024;
  cl_sync_point_khr points[3];
  CHECK_CL(cb.fill(buffer, NULL, NULL, both, &zero, 4, 0, 8192, 0, NULL, &points[0], NULL));
  SET_ARGS(slow, ARG(left), ARG_UINT(3));
  CHECK_CL(cb.launch(buffer, NULL, NULL, slow, 1, NULL, &global, NULL, 1, &points[0], &points[1], NULL));
  SET_ARGS(slow, ARG(right), ARG_UINT(4));
  CHECK_CL(cb.launch(buffer, NULL, NULL, slow, 1, NULL, &global, NULL, 1, &points[0], &points[2], NULL));
  const cl_sync_point_khr waits[] = {points[1], points[2], points[1]};
  CHECK_CL(cb.copy(buffer, NULL, NULL, both, sum, 0, 0, 8192, 3, waits, NULL, NULL));
  CHECK_CL(cb.finalize(buffer));
  for (int i = 0; i < 10; i++) {
    CHECK_CL(clEnqueueFillBuffer(test.queue, sum, &zero, 4, 0, 8192, 0, NULL, NULL));
    CHECK_CL(clFinish(test.queue));
    replay(buffer);
    const cl_uint *got = (const cl_uint *)contents(sum, 8192);
    for (int j = 0; j < 2048; j++)
      CHECK_EQ(got[j], j < 1024 ? 3 : 4);
  }
}

/* Thousands of commands in a row, of barriers in a row, and beside each other. */
static void many(void) {
  enum { MANY = 5000 };
  for (int way = 0; way < 3; way++) {
    cl_command_queue queue = make_queue(way == 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
    cl_command_buffer_khr buffer = make_commands(queue, NULL);
    cl_mem a = make_buffer(CL_MEM_READ_WRITE, MANY, NULL);
    unsigned char one = 1;
    for (size_t i = 0; i < MANY; i++) {
      if (way == 1)
        CHECK_CL(cb.barrier(ON(buffer), FREE));
      else
        CHECK_CL(cb.fill(ON(buffer), a, &one, 1, i, way == 2 ? 1 : MANY - i, FREE));
      one = (unsigned char)(one * 3 + 1);
    }
    CHECK_CL(cb.finalize(buffer));
    for (int i = 0; i < 3; i++)
      replay(buffer);
    const unsigned char *got = contents(a, MANY);
    one = 1;
    for (size_t i = 0; i < MANY && way != 1; i++) {
      CHECK_EQ(got[i], one);
      one = (unsigned char)(one * 3 + 1);
    }
  }
}

/* Among other commands of an in-order queue. */
static void among_others(void) {
  cl_command_buffer_khr buffer = make_commands(test.queue, NULL);
  open_kernels();
  cl_mem a = make_buffer(CL_MEM_READ_WRITE, 32, NULL);
  record_affine(buffer, NULL, a, 3, 1, 0, NULL, NULL);
  record_affine(buffer, NULL, a, 5, 2, 0, NULL, NULL);
  CHECK_CL(cb.finalize(buffer));
  cl_uint want = 7;
  const size_t global = 8;
  CHECK_CL(clEnqueueFillBuffer(test.queue, a, &want, 4, 0, 32, 0, NULL, NULL));
  SET_ARGS(affine, ARG(a), ARG_UINT(7), ARG_UINT(9));
  for (int i = 0; i < 200; i++) {
    CHECK_CL(cb.enqueue(0, NULL, buffer, 0, NULL, NULL));
    CHECK_CL(clEnqueueNDRangeKernel(test.queue, affine, 1, NULL, &global, NULL, 0, NULL, NULL));
    want = ((want * 3 + 1) * 5 + 2) * 7 + 9;
  }
  CHECK_CL(clFinish(test.queue));
  CHECK_EQ(first_of(a), want);
}

static cl_int status_of(cl_event event) {
  cl_int status = 99;
  CHECK_CL(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
  return status;
}

static void CL_CALLBACK note(cl_event event, cl_int status, void *user) {
  atomic_store((atomic_int *)user, status + 1);
}

/* The event: waits for its list, has a type, a queue and times, calls back; handles may go before the end. */
static void events(void) {
  cl_command_queue queue = make_queue(CL_QUEUE_PROFILING_ENABLE), got_queue;
  cl_command_buffer_khr buffer = make_commands(queue, NULL);
  open_kernels();
  cl_mem a = make_buffer(CL_MEM_READ_WRITE, 8192, NULL);
  const size_t global = 2048;
  SET_ARGS(slow, ARG(a), ARG_UINT(3));
  CHECK_CL(cb.launch(ON(buffer), slow, 1, NULL, &global, NULL, FREE));
  record_affine(buffer, NULL, a, 2, 1, 0, NULL, NULL);
  CHECK_CL(cb.finalize(buffer));
  CHECK_CL(cb.retain(buffer));
  cl_event gate = make_user_event(), event, second;
  static atomic_int called;
  atomic_store(&called, 0);
  CHECK_CL(cb.enqueue(0, NULL, buffer, 1, &gate, &event));
  keep_event(event);
  CHECK_CL(cb.enqueue(0, NULL, buffer, 1, &event, &second));
  keep_event(second);
  CHECK_CL(clSetEventCallback(second, CL_COMPLETE, note, &called));
  CHECK_CL(clFlush(queue));
  CHECK(status_of(event) > CL_RUNNING && status_of(second) > CL_RUNNING);
  CHECK_CL(cb.release(buffer));
  cl_command_type type = 0;
  CHECK_CL(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
  CHECK_EQ(type, CL_COMMAND_COMMAND_BUFFER_KHR);
  CHECK_CL(clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof got_queue, &got_queue, NULL));
  CHECK(got_queue == queue);
  complete(gate, CL_COMPLETE);
  CHECK_CL(clWaitForEvents(1, &second));
  cl_ulong times[5], last = 0;
  static const cl_profiling_info names[] = {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
                                            CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END,
                                            CL_PROFILING_COMMAND_COMPLETE};
  for (size_t i = 0; i < TEST_COUNT(names); i++) {
    CHECK_CL(clGetEventProfilingInfo(second, names[i], sizeof times[i], &times[i], NULL));
    CHECK(times[i] >= last && times[i] != 0);
    last = times[i];
  }
  CHECK(times[3] > times[2]);
  CHECK_CL(clFinish(queue));
  CHECK_EQ(first_of(a), 7);
  while (!atomic_load(&called)) /* on a thread of the driver's */
    sched_yield();
}

/* What waits for an event that fails does not run, and can be enqueued again. */
static void failed_wait(void) {
  cl_command_buffer_khr buffer = make_commands(test.queue, NULL);
  cl_mem a = make_filled(64, 3);
  unsigned char *before = contents(a, 64);
  CHECK_CL(cb.fill(ON(buffer), a, "z", 1, 0, 64, FREE));
  CHECK_CL(cb.finalize(buffer));
  cl_event gate = make_user_event(), event;
  CHECK_CL(cb.enqueue(0, NULL, buffer, 1, &gate, &event));
  keep_event(event);
  complete(gate, -7);
  CHECK_ERR(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  check_same(contents(a, 64), before, 64, "a buffer that nothing has written");
  replay(buffer);
  CHECK_EQ(contents(a, 64)[63], 'z');
}

/* Released with its last handle while it waits and runs. */
static void released_early(void) {
  needs_command_buffers();
  open_kernels();
  cl_mem a = make_buffer(CL_MEM_READ_WRITE, 8192, NULL);
  cl_event gate = make_user_event();
  cl_int error;
  cl_command_buffer_khr buffer = cb.create(1, &test.queue, NULL, &error);
  CHECK_CL(error);
  const size_t global = 2048;
  SET_ARGS(slow, ARG(a), ARG_UINT(3));
  CHECK_CL(cb.launch(ON(buffer), slow, 1, NULL, &global, NULL, FREE));
  record_affine(buffer, NULL, a, 2, 1, 0, NULL, NULL);
  CHECK_CL(cb.finalize(buffer));
  CHECK_CL(cb.enqueue(0, NULL, buffer, 1, &gate, NULL));
  CHECK_CL(cb.enqueue(0, NULL, buffer, 0, NULL, NULL));
  CHECK_CL(cb.release(buffer));
  complete(gate, CL_COMPLETE);
  CHECK_CL(clFinish(test.queue));
  CHECK_EQ(first_of(a), 7);
}

/* Many at once: each adds to counters, and none is lost. */
static void simultaneous(void) {
  const cl_command_buffer_properties_khr properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                         CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0};
  cl_command_queue queue = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_command_buffer_khr buffer = make_commands(queue, properties);
  cl_kernel count = test_kernel(
      test_build(NULL, CL(kernel void count(global uint * a) { atomic_inc(a + get_global_id(0) % 4); })), "count");
  cl_mem a = make_buffer(CL_MEM_READ_WRITE, 16, NULL);
  const cl_uint zero = 0;
  const size_t global = 256;
  CHECK_CL(clEnqueueFillBuffer(test.queue, a, &zero, 4, 0, 16, 0, NULL, NULL));
  CHECK_CL(clFinish(test.queue));
  SET_ARGS(count, ARG(a));
  for (int i = 0; i < 10; i++)
    CHECK_CL(cb.launch(ON(buffer), count, 1, NULL, &global, NULL, FREE));
  CHECK_CL(cb.finalize(buffer));
  cl_event gate = make_user_event();
  for (int i = 0; i < 100; i++)
    CHECK_CL(cb.enqueue(0, NULL, buffer, i % 2, i % 2 ? &gate : NULL, NULL));
  complete(gate, CL_COMPLETE);
  CHECK_CL(clFinish(queue));
  for (int i = 0; i < 4; i++)
    CHECK_EQ(((const cl_uint *)contents(a, 16))[i], 64 * 10 * 100);
}

struct runner {
  cl_command_buffer_khr buffer;
  cl_command_queue queue;
};

static void *run_often(void *user) {
  struct runner *runner = user;
  for (int i = 0; i < 200; i++)
    CHECK_CL(cb.enqueue(1, &runner->queue, runner->buffer, 0, NULL, NULL));
  CHECK_CL(clFinish(runner->queue));
  return NULL;
}

/* One buffer enqueued by several threads, on queues of their own. */
static void threads(void) {
  enum { THREADS = 6 };
  const cl_command_buffer_properties_khr properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                         CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0};
  cl_command_buffer_khr buffer = make_commands(test.queue, properties);
  cl_kernel count = test_kernel(test_build(NULL, CL(kernel void count(global uint * a) { atomic_inc(a); })), "count");
  cl_mem a = make_buffer(CL_MEM_READ_WRITE, 4, NULL);
  const cl_uint zero = 0;
  const size_t global = 8;
  CHECK_CL(clEnqueueFillBuffer(test.queue, a, &zero, 4, 0, 4, 0, NULL, NULL));
  CHECK_CL(clFinish(test.queue));
  SET_ARGS(count, ARG(a));
  for (int i = 0; i < 5; i++)
    CHECK_CL(cb.launch(ON(buffer), count, 1, NULL, &global, NULL, FREE));
  CHECK_CL(cb.finalize(buffer));
  pthread_t ids[THREADS];
  struct runner runners[THREADS];
  for (int i = 0; i < THREADS; i++) {
    runners[i] = (struct runner){buffer, make_queue(i % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0)};
    CHECK(pthread_create(&ids[i], NULL, run_often, &runners[i]) == 0);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(ids[i], NULL);
  CHECK_EQ(first_of(a), 8 * 5 * 200 * THREADS);
}

static const struct test_case cases[] = {
    {"sync_points", sync_points},   {"implied_order", implied_order},
    {"diamond", diamond},           {"many", many},
    {"among_others", among_others}, {"events", events},
    {"failed_wait", failed_wait},   {"released_early", released_early},
    {"simultaneous", simultaneous}, {"threads", threads},
};
TEST_MAIN(cases)
