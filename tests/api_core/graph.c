/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The event graph in the large: long chains, wide fans, random graphs, many threads. */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "tests/api_core/events.h"

#define LINKS 100000
static cl_event events[LINKS];

static cl_command_queue make(cl_command_queue_properties bits) {
  cl_int error;
  cl_command_queue queue = clCreateCommandQueue(test.context, test.device, bits, &error);
  CHECK_CL(error);
  return queue;
}

static void release(int count) {
  for (int i = 0; i < count; i++)
    CHECK_CL(clReleaseEvent(events[i]));
}

/* Each waits for the one before, across the two kinds of queue and of command. */
static void chain(cl_command_queue_properties bits, cl_int gate_status) {
  cl_event gate = user_event();
  cl_command_queue queue = make(bits);
  int counter = 0, *pointer = &counter;
  for (int i = 0; i < LINKS; i++) {
    const cl_event *before = i ? &events[i - 1] : &gate;
    if (i % 10)
      CHECK_CL(clEnqueueMarkerWithWaitList(queue, 1, before, &events[i]));
    else
      CHECK_CL(clEnqueueNativeKernel(queue, increment, &pointer, sizeof pointer, 0, NULL, NULL, 1, before, &events[i]));
  }
  CHECK(status_of(events[0]) > CL_COMPLETE);
  CHECK_CL(clSetUserEventStatus(gate, gate_status));
  CHECK_CL(clFinish(queue));
  CHECK_EQ(counter, gate_status ? 0 : LINKS / 10);
  CHECK_EQ(status_of(events[LINKS - 1]), gate_status ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_COMPLETE);
  release(LINKS);
  CHECK_CL(clReleaseEvent(gate));
  CHECK_CL(clReleaseCommandQueue(queue));
}

static void long_chain_in_order(void) {
  chain(0, CL_COMPLETE);
}

static void long_chain_out_of_order(void) {
  chain(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_COMPLETE);
}

static void long_chain_fails(void) {
  chain(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, -1);
}

/* Many wait for one, and one for many. */
static void fan(void) {
  cl_event gate = user_event(), all;
  cl_command_queue queue = make(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  int counter = 0, *pointer = &counter;
  for (int i = 0; i < LINKS / 10; i++)
    CHECK_CL(clEnqueueNativeKernel(queue, increment, &pointer, sizeof pointer, 0, NULL, NULL, 1, &gate, &events[i]));
  CHECK_CL(clEnqueueMarkerWithWaitList(queue, LINKS / 10, events, &all));
  CHECK(status_of(all) > CL_COMPLETE);
  CHECK_CL(clSetUserEventStatus(gate, CL_COMPLETE));
  CHECK_CL(clWaitForEvents(1, &all));
  CHECK_EQ(counter, LINKS / 10);
  release(LINKS / 10);
  CHECK_CL(clReleaseEvent(all));
  CHECK_CL(clReleaseEvent(gate));
  CHECK_CL(clReleaseCommandQueue(queue));
}

/* What a command finds done when it runs. */
struct node {
  int done, bad, num_before;
  struct node *before[4];
};

static void CL_CALLBACK run_node(void *arg) {
  struct node *node = *(struct node **)arg;
  for (int i = 0; i < node->num_before; i++)
    node->bad |= !__atomic_load_n(&node->before[i]->done, __ATOMIC_ACQUIRE);
  __atomic_store_n(&node->done, 1, __ATOMIC_RELEASE);
}

#define NODES 5000
static void random_graph(void) {
  cl_command_queue queues[3] = {make(0), make(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE),
                                make(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)};
  struct node *nodes = test_alloc(NODES * sizeof *nodes);
  for (uint32_t i = 0; i < NODES; i++) {
    struct node *node = &nodes[i];
    cl_event wait[4];
    node->num_before = i < 4 ? 0 : (int)(test_hash(i) % 5);
    for (int k = 0; k < node->num_before; k++) {
      uint32_t reach = i < 200 ? i : 200, which = i - 1 - test_hash(i * 7 + (uint32_t)k) % reach;
      node->before[k] = &nodes[which];
      wait[k] = events[which];
    }
    CHECK_CL(clEnqueueNativeKernel(queues[test_hash(i * 3) % 3], run_node, &node, sizeof node, 0, NULL, NULL,
                                   (cl_uint)node->num_before, node->num_before ? wait : NULL, &events[i]));
  }
  for (int q = 0; q < 3; q++)
    CHECK_CL(clFinish(queues[q]));
  for (int i = 0; i < NODES; i++)
    CHECK(nodes[i].done && !nodes[i].bad);
  release(NODES);
  for (int q = 0; q < 3; q++)
    CHECK_CL(clReleaseCommandQueue(queues[q]));
}

static int shared_counter;
static cl_command_queue shared_queues[2];

static void *enqueue_much(void *arg) {
  int *pointer = &shared_counter;
  for (int i = 0; i < 2000; i++) {
    cl_event event;
    cl_command_queue queue = shared_queues[i % 2];
    CHECK_CL(clEnqueueNativeKernel(queue, increment, &pointer, sizeof pointer, 0, NULL, NULL, 0, NULL, &event));
    if (i % 16 == 3)
      CHECK_CL(clEnqueueBarrierWithWaitList(queue, 1, &event, NULL));
    if (i % 64 == 5)
      CHECK_CL(clEnqueueBarrierWithWaitList(shared_queues[1], 0, NULL, NULL));
    if (i % 32 == 7)
      CHECK_CL(clWaitForEvents(1, &event));
    if (i % 128 == 9)
      CHECK_CL(clFinish(queue));
    CHECK_CL(clReleaseEvent(event));
  }
  return NULL;
}

static void many_threads(void) {
  pthread_t threads[6];
  shared_counter = 0;
  shared_queues[0] = make(0);
  shared_queues[1] = make(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  for (size_t i = 0; i < TEST_COUNT(threads); i++)
    CHECK(pthread_create(&threads[i], NULL, enqueue_much, NULL) == 0);
  for (size_t i = 0; i < TEST_COUNT(threads); i++)
    CHECK(pthread_join(threads[i], NULL) == 0);
  CHECK_CL(clFinish(shared_queues[0]));
  CHECK_CL(clFinish(shared_queues[1]));
  CHECK_EQ(shared_counter, 2000 * (int)TEST_COUNT(threads));
  CHECK_CL(clReleaseCommandQueue(shared_queues[0]));
  CHECK_CL(clReleaseCommandQueue(shared_queues[1]));
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

/* The fastest of ten rounds, so that a busy machine does not count. */
static double hundred_of_each(cl_command_queue queue, cl_event gate) {
  double best = 1e9;
  for (int round = 0; round < 10; round++) {
    double start = seconds();
    for (int i = 0; i < 100; i++) {
      CHECK_CL(clEnqueueMarkerWithWaitList(queue, 1, &gate, NULL));
      CHECK_CL(clEnqueueMarkerWithWaitList(queue, 0, NULL, NULL));
      CHECK_CL(clEnqueueBarrierWithWaitList(queue, 0, NULL, NULL));
    }
    double time = seconds() - start;
    best = time < best ? time : best;
  }
  return best;
}

/* Markers and barriers do not walk over what is in flight: a walk would cost some 500 times as much at the end, where
 * fresh memory alone may cost several times what recycled memory does. */
static void cost_does_not_grow(void) {
  cl_event gate = user_event();
  cl_command_queue queue = make(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  double few = hundred_of_each(queue, gate);
  for (int i = 0; i < 48; i++)
    hundred_of_each(queue, gate);
  double many = hundred_of_each(queue, gate);
  CHECK_CL(clSetUserEventStatus(gate, CL_COMPLETE));
  CHECK_CL(clFinish(queue));
  CHECK_CL(clReleaseEvent(gate));
  CHECK_CL(clReleaseCommandQueue(queue));
  CHECK(many < 50 * few);
}

static const struct test_case cases[] = {
    {"long_chain_in_order", long_chain_in_order},
    {"long_chain_out_of_order", long_chain_out_of_order},
    {"long_chain_fails", long_chain_fails},
    {"fan", fan},
    {"random_graph", random_graph},
    {"many_threads", many_threads},
    {"cost_does_not_grow", cost_does_not_grow},
};
TEST_MAIN(cases)
