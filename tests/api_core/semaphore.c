/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cl_khr_semaphore: objects, queries, errors, and what waits for what. */
#include "tests/api_core/semaphores.h"

#include <pthread.h>

#define BINARY CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR
#define DEVICES CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR
#define DEVICES_END CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR

static cl_semaphore_properties_khr as_property(const void *handle) {
  return (cl_semaphore_properties_khr)(uintptr_t)handle;
}

static void creation(void) {
  cl_int error;
  load_semaphores();
  CREATE_SEMAPHORE_GIVES(CL_INVALID_VALUE, 0);
  CREATE_SEMAPHORE_GIVES(CL_INVALID_VALUE, DEVICES, as_property(test.device), DEVICES_END, 0);
  CREATE_SEMAPHORE_GIVES(CL_INVALID_PROPERTY, CL_SEMAPHORE_TYPE_KHR, 2, 0);
  CREATE_SEMAPHORE_GIVES(CL_INVALID_PROPERTY, BINARY, BINARY, 0);
  CREATE_SEMAPHORE_GIVES(CL_INVALID_PROPERTY, BINARY, 0x7777, 1, 0);
  CREATE_SEMAPHORE_GIVES(CL_INVALID_PROPERTY, BINARY, DEVICES, as_property(test.device), DEVICES_END, DEVICES,
                         as_property(test.device), DEVICES_END, 0);
  CREATE_SEMAPHORE_GIVES(CL_INVALID_DEVICE, BINARY, DEVICES, DEVICES_END, 0);
  CREATE_SEMAPHORE_GIVES(CL_INVALID_DEVICE, BINARY, DEVICES, as_property(test.queue), DEVICES_END, 0);
  CREATE_SEMAPHORE_GIVES(CL_INVALID_DEVICE, BINARY, DEVICES, as_property(test.device), as_property(test.device),
                         DEVICES_END, 0);
  CHECK(!sem.create(test.context, NULL, &error));
  CHECK_ERR(error, CL_INVALID_VALUE);
  CHECK(!sem.create(NULL, (const cl_semaphore_properties_khr[]){BINARY, 0}, &error));
  CHECK_ERR(error, CL_INVALID_CONTEXT);
  CHECK(!sem.create((cl_context)test.queue, (const cl_semaphore_properties_khr[]){BINARY, 0}, &error));
  CHECK_ERR(error, CL_INVALID_CONTEXT);
  cl_semaphore_khr semaphore = sem.create(test.context, (const cl_semaphore_properties_khr[]){BINARY, 0}, NULL);
  CHECK(semaphore != NULL);
  CHECK_CL(sem.release(semaphore));
}

static void platform_queries(void) {
  cl_semaphore_type_khr types[4];
  size_t bytes;
  load_semaphores();
  CHECK_INFO_PROTOCOL(clGetPlatformInfo(test.platform, CL_PLATFORM_SEMAPHORE_TYPES_KHR, size, value, size_ret));
  CHECK_INFO_PROTOCOL(clGetDeviceInfo(test.device, CL_DEVICE_SEMAPHORE_TYPES_KHR, size, value, size_ret));
  CHECK_CL(clGetPlatformInfo(test.platform, CL_PLATFORM_SEMAPHORE_TYPES_KHR, sizeof types, types, &bytes));
  CHECK(bytes == sizeof *types && types[0] == CL_SEMAPHORE_TYPE_BINARY_KHR);
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_SEMAPHORE_TYPES_KHR, sizeof types, types, &bytes));
  CHECK(bytes == sizeof *types && types[0] == CL_SEMAPHORE_TYPE_BINARY_KHR);
}

static void queries(void) {
  static const cl_semaphore_info_khr names[] = {CL_SEMAPHORE_CONTEXT_KHR,    CL_SEMAPHORE_REFERENCE_COUNT_KHR,
                                                CL_SEMAPHORE_PROPERTIES_KHR, CL_SEMAPHORE_TYPE_KHR,
                                                CL_SEMAPHORE_PAYLOAD_KHR,    DEVICES};
  load_semaphores();
  const cl_semaphore_properties_khr list[] = {DEVICES, as_property(test.device), DEVICES_END, BINARY, 0};
  cl_semaphore_properties_khr told[8];
  cl_semaphore_khr semaphores[] = {semaphore_with(list), binary_semaphore()};
  cl_semaphore_type_khr type;
  cl_context context;
  cl_device_id device;
  cl_uint count;
  size_t bytes;
  for (size_t s = 0; s < 2; s++) {
    for (size_t i = 0; i < TEST_COUNT(names); i++)
      CHECK_INFO_PROTOCOL(sem.info(semaphores[s], names[i], size, value, size_ret));
    CHECK_CL(sem.info(semaphores[s], CL_SEMAPHORE_TYPE_KHR, sizeof type, &type, NULL));
    CHECK_EQ(type, CL_SEMAPHORE_TYPE_BINARY_KHR);
    CHECK_CL(sem.info(semaphores[s], CL_SEMAPHORE_CONTEXT_KHR, sizeof context, &context, NULL));
    CHECK(context == test.context);
    CHECK_CL(sem.info(semaphores[s], DEVICES, sizeof device, &device, &bytes));
    CHECK(device == test.device && bytes == sizeof device);
    CHECK_EQ(payload_of(semaphores[s]), 0);
  }
  CHECK_CL(sem.info(semaphores[0], CL_SEMAPHORE_PROPERTIES_KHR, sizeof told, told, &bytes));
  CHECK(bytes == sizeof list && !memcmp(told, list, bytes));
  CHECK_CL(sem.info(semaphores[1], CL_SEMAPHORE_PROPERTIES_KHR, sizeof told, told, &bytes));
  CHECK_EQ(bytes, 3 * sizeof *told);
  CHECK_ERR(sem.info(semaphores[0], 0xdead, 0, NULL, &bytes), CL_INVALID_VALUE);
  CHECK_ERR(sem.info(NULL, CL_SEMAPHORE_TYPE_KHR, 0, NULL, &bytes), CL_INVALID_SEMAPHORE_KHR);
  CHECK_ERR(sem.info((cl_semaphore_khr)test.queue, CL_SEMAPHORE_TYPE_KHR, 0, NULL, &bytes), CL_INVALID_SEMAPHORE_KHR);
  CHECK_CL(sem.retain(semaphores[0]));
  CHECK_CL(sem.info(semaphores[0], CL_SEMAPHORE_REFERENCE_COUNT_KHR, sizeof count, &count, NULL));
  CHECK_EQ(count, 2);
  CHECK_CL(sem.release(semaphores[0]));
  CHECK_CL(sem.release(semaphores[0]));
  CHECK_CL(sem.release(semaphores[1]));
  CHECK_ERR(sem.release(NULL), CL_INVALID_SEMAPHORE_KHR);
  CHECK_ERR(sem.retain(NULL), CL_INVALID_SEMAPHORE_KHR);
  CHECK_ERR(sem.release((cl_semaphore_khr)test.context), CL_INVALID_SEMAPHORE_KHR);
  CHECK_ERR(sem.retain((cl_semaphore_khr)test.context), CL_INVALID_SEMAPHORE_KHR);
}

/* Both functions have one type and one list of errors. */
static void refusals(clEnqueueWaitSemaphoresKHR_fn enqueue) {
  cl_int error;
  cl_semaphore_khr semaphore = binary_semaphore(), bad[] = {semaphore, NULL}, worse[] = {(void *)test.queue};
  cl_context other = clCreateContext(NULL, 1, &test.device, NULL, NULL, &error);
  CHECK_CL(error);
  cl_command_queue other_queue = clCreateCommandQueueWithProperties(other, test.device, NULL, &error);
  CHECK_CL(error);
  cl_event foreign = clCreateUserEvent(other, &error), failed = user_event(), none = NULL, out = NULL;
  CHECK_CL(clSetUserEventStatus(failed, -1));
  CHECK_ERR(enqueue(NULL, 1, &semaphore, NULL, 0, NULL, &out), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(enqueue((cl_command_queue)test.context, 1, &semaphore, NULL, 0, NULL, &out), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(enqueue(test.queue, 0, &semaphore, NULL, 0, NULL, &out), CL_INVALID_VALUE);
  CHECK_ERR(enqueue(test.queue, 1, NULL, NULL, 0, NULL, &out), CL_INVALID_VALUE);
  CHECK_ERR(enqueue(test.queue, 2, bad, NULL, 0, NULL, &out), CL_INVALID_SEMAPHORE_KHR);
  CHECK_ERR(enqueue(test.queue, 1, worse, NULL, 0, NULL, &out), CL_INVALID_SEMAPHORE_KHR);
  CHECK_ERR(enqueue(other_queue, 1, &semaphore, NULL, 0, NULL, &out), CL_INVALID_CONTEXT);
  CHECK_ERR(enqueue(test.queue, 1, &semaphore, NULL, 1, &foreign, &out), CL_INVALID_CONTEXT);
  CHECK_ERR(enqueue(test.queue, 1, &semaphore, NULL, 1, NULL, &out), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(enqueue(test.queue, 1, &semaphore, NULL, 0, &failed, &out), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(enqueue(test.queue, 1, &semaphore, NULL, 1, &none, &out), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(enqueue(test.queue, 1, &semaphore, NULL, 1, &failed, &out), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK(out == NULL);
  CHECK_EQ(payload_of(semaphore), 0);
  /* Nothing is left behind: the semaphore pairs as if nothing had been. */
  cl_event waited;
  signal_one(test.queue, semaphore, NULL, NULL);
  wait_one(test.queue, semaphore, NULL, &waited);
  CHECK_CL(clFinish(test.queue));
  CHECK_EQ(status_of(waited), CL_COMPLETE);
  CHECK_EQ(payload_of(semaphore), 0);
  CHECK_CL(clSetUserEventStatus(foreign, CL_COMPLETE));
  release_events(3, (cl_event[]){foreign, failed, waited});
  CHECK_CL(clReleaseCommandQueue(other_queue));
  CHECK_CL(clReleaseContext(other));
  CHECK_CL(sem.release(semaphore));
}

static void enqueue_errors(void) {
  load_semaphores();
  refusals(sem.wait);
  refusals(sem.signal);
}

/* A semaphore of one of two sub-devices. */
static void devices(void) {
  cl_device_id sub[64];
  cl_uint count;
  cl_int error;
  load_semaphores();
  if (test_device_uint(CL_DEVICE_MAX_COMPUTE_UNITS) < 2 || test_device_uint(CL_DEVICE_MAX_COMPUTE_UNITS) > 64)
    test_skip("no two sub-devices");
  CHECK_CL(clCreateSubDevices(test.device, (cl_device_partition_property[]){CL_DEVICE_PARTITION_EQUALLY, 1, 0}, 64, sub,
                              &count));
  cl_context context = clCreateContext(NULL, 2, sub, NULL, NULL, &error);
  CHECK_CL(error);
  CHECK(!sem.create(context, (cl_semaphore_properties_khr[]){BINARY, 0}, &error));
  CHECK_ERR(error, CL_INVALID_PROPERTY);
  CHECK(!sem.create(context, (cl_semaphore_properties_khr[]){BINARY, DEVICES, as_property(test.device), 0, 0}, &error));
  CHECK_ERR(error, CL_INVALID_DEVICE);
  cl_semaphore_khr semaphore =
      sem.create(context, (cl_semaphore_properties_khr[]){BINARY, DEVICES, as_property(sub[1]), 0, 0}, &error);
  CHECK_CL(error);
  cl_command_queue queues[2];
  for (int i = 0; i < 2; i++) {
    queues[i] = clCreateCommandQueueWithProperties(context, sub[i], NULL, &error);
    CHECK_CL(error);
  }
  CHECK_ERR(sem.signal(queues[0], 1, &semaphore, NULL, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(sem.wait(queues[0], 1, &semaphore, NULL, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
  signal_one(queues[1], semaphore, NULL, NULL);
  wait_one(queues[1], semaphore, NULL, NULL);
  CHECK_CL(clFinish(queues[1]));
  CHECK_CL(sem.release(semaphore));
  for (int i = 0; i < 2; i++)
    CHECK_CL(clReleaseCommandQueue(queues[i]));
  CHECK_CL(clReleaseContext(context));
  for (cl_uint i = 0; i < count; i++)
    CHECK_CL(clReleaseDevice(sub[i]));
}

static void payload(void) {
  load_semaphores();
  cl_semaphore_khr semaphore = binary_semaphore();
  cl_event events[2];
  cl_command_type type;
  for (int round = 0; round < 3; round++) {
    signal_one(test.queue, semaphore, NULL, &events[0]);
    CHECK_CL(clWaitForEvents(1, &events[0]));
    CHECK_EQ(payload_of(semaphore), 1);
    wait_one(test.queue, semaphore, NULL, &events[1]);
    CHECK_CL(clFinish(test.queue));
    CHECK_EQ(payload_of(semaphore), 0);
    CHECK_EQ(status_of(events[1]), CL_COMPLETE);
    CHECK_CL(clGetEventInfo(events[0], CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
    CHECK_EQ(type, CL_COMMAND_SEMAPHORE_SIGNAL_KHR);
    CHECK_CL(clGetEventInfo(events[1], CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
    CHECK_EQ(type, CL_COMMAND_SEMAPHORE_WAIT_KHR);
    release_events(2, events);
  }
  /* Signalled twice without a wait it is signalled, and one wait ends that. */
  signal_one(test.queue, semaphore, NULL, NULL);
  signal_one(test.queue, semaphore, NULL, NULL);
  CHECK_CL(clFinish(test.queue));
  CHECK_EQ(payload_of(semaphore), 1);
  wait_one(test.queue, semaphore, NULL, NULL);
  CHECK_CL(clFinish(test.queue));
  CHECK_EQ(payload_of(semaphore), 0);
  CHECK_CL(sem.release(semaphore));
}

/* Signals and waits belong together as they are enqueued, whichever runs first. */
static void pairs(void) {
  load_semaphores();
  cl_command_queue queues[4];
  cl_semaphore_khr semaphore = binary_semaphore();
  cl_event gates[2] = {user_event(), user_event()}, signals[2], waits[2];
  for (int i = 0; i < 4; i++)
    queues[i] = queue_with(i % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
  for (int i = 0; i < 2; i++) {
    signal_one(queues[2 * i], semaphore, gates[i], &signals[i]);
    wait_one(queues[2 * i + 1], semaphore, NULL, &waits[i]);
  }
  CHECK_CL(clSetUserEventStatus(gates[1], CL_COMPLETE));
  CHECK_CL(clWaitForEvents(1, &waits[1]));
  CHECK_EQ(status_of(signals[1]), CL_COMPLETE);
  CHECK(status_of(waits[0]) > CL_COMPLETE && status_of(signals[0]) > CL_COMPLETE);
  CHECK_CL(clSetUserEventStatus(gates[0], CL_COMPLETE));
  CHECK_CL(clWaitForEvents(1, &waits[0]));
  CHECK_EQ(payload_of(semaphore), 0);
  release_events(2, gates);
  release_events(2, signals);
  release_events(2, waits);
  for (int i = 0; i < 4; i++)
    CHECK_CL(clReleaseCommandQueue(queues[i]));
  CHECK_CL(sem.release(semaphore));
}

/* A wait may be there before its signal; it holds up its own queue alone. */
static void wait_first(void) {
  load_semaphores();
  enum { WAITS = 100 };
  cl_semaphore_khr semaphores[WAITS];
  cl_event waits[WAITS];
  cl_command_queue waiting = queue_with(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE), behind = queue_with(0);
  int counter = 0, *address = &counter;
  for (int i = 0; i < WAITS; i++) {
    semaphores[i] = binary_semaphore();
    wait_one(waiting, semaphores[i], NULL, &waits[i]);
  }
  CHECK_CL(clEnqueueBarrierWithWaitList(behind, WAITS, waits, NULL));
  CHECK_CL(clEnqueueNativeKernel(behind, increment, &address, sizeof address, 0, NULL, NULL, 0, NULL, NULL));
  for (int i = 0; i < 20; i++) /* there is room for work meanwhile */
    CHECK_CL(clEnqueueNativeKernel(test.queue, increment, &address, sizeof address, 0, NULL, NULL, 0, NULL, NULL));
  CHECK_CL(clFinish(test.queue));
  CHECK_EQ(__atomic_load_n(&counter, __ATOMIC_SEQ_CST), 20);
  for (int i = 0; i < WAITS; i++)
    CHECK(status_of(waits[i]) > CL_COMPLETE);
  CHECK_CL(sem.signal(test.queue, WAITS - 1, semaphores, NULL, 0, NULL, NULL));
  CHECK_CL(clWaitForEvents(WAITS - 1, waits));
  CHECK(status_of(waits[WAITS - 1]) > CL_COMPLETE);
  CHECK_EQ(__atomic_load_n(&counter, __ATOMIC_SEQ_CST), 20);
  signal_one(test.queue, semaphores[WAITS - 1], NULL, NULL);
  CHECK_CL(clFinish(behind));
  CHECK_EQ(counter, 21);
  for (int i = 0; i < WAITS; i++) {
    CHECK_EQ(payload_of(semaphores[i]), 0);
    CHECK_CL(sem.release(semaphores[i]));
  }
  release_events(WAITS, waits);
  CHECK_CL(clReleaseCommandQueue(waiting));
  CHECK_CL(clReleaseCommandQueue(behind));
}

/* A wait for several needs each of them, and its events as well. */
static void several(void) {
  load_semaphores();
  cl_semaphore_khr semaphores[3] = {binary_semaphore(), binary_semaphore(), binary_semaphore()};
  cl_command_queue queue = queue_with(0);
  cl_event gate = user_event(), waited;
  CHECK_CL(sem.signal(test.queue, 2, semaphores, NULL, 0, NULL, NULL));
  CHECK_CL(sem.wait(queue, 3, semaphores, (const cl_semaphore_payload_khr[]){1, 2, 3}, 1, &gate, &waited));
  CHECK_CL(clFinish(test.queue));
  CHECK_EQ(payload_of(semaphores[0]), 1);
  CHECK_EQ(payload_of(semaphores[2]), 0);
  signal_one(test.queue, semaphores[2], NULL, NULL);
  CHECK_CL(clFinish(test.queue));
  CHECK(status_of(waited) > CL_COMPLETE);
  CHECK_CL(clSetUserEventStatus(gate, CL_COMPLETE));
  CHECK_CL(clFinish(queue));
  CHECK_EQ(status_of(waited), CL_COMPLETE);
  for (int i = 0; i < 3; i++) {
    CHECK_EQ(payload_of(semaphores[i]), 0);
    CHECK_CL(sem.release(semaphores[i]));
  }
  release_events(2, (cl_event[]){gate, waited});
  CHECK_CL(clReleaseCommandQueue(queue));
}

/* The error of a signal passes to its wait, and the semaphore is as if nothing had been. */
static void failing_signal(void) {
  load_semaphores();
  cl_semaphore_khr semaphore = binary_semaphore();
  cl_event gates[2] = {user_event(), user_event()}, waits[2];
  cl_command_queue queue = queue_with(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  signal_one(queue, semaphore, gates[0], NULL);
  wait_one(queue, semaphore, NULL, &waits[0]);
  CHECK_CL(clSetUserEventStatus(gates[0], -5));
  CHECK_ERR(clWaitForEvents(1, &waits[0]), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK_EQ(payload_of(semaphore), 0);
  signal_one(queue, semaphore, gates[1], NULL);
  CHECK_CL(clSetUserEventStatus(gates[1], -5));
  CHECK_CL(clFinish(queue));
  CHECK_EQ(payload_of(semaphore), 0);
  signal_one(queue, semaphore, NULL, NULL);
  wait_one(queue, semaphore, NULL, &waits[1]);
  CHECK_CL(clWaitForEvents(1, &waits[1]));
  CHECK_EQ(status_of(waits[1]), CL_COMPLETE);
  release_events(2, gates);
  release_events(2, waits);
  CHECK_CL(clReleaseCommandQueue(queue));
  CHECK_CL(sem.release(semaphore));
}

/* Who waits for a semaphore that nobody has any more learns so; what is paired goes on. */
static void released(void) {
  load_semaphores();
  cl_semaphore_khr semaphores[] = {binary_semaphore(), binary_semaphore(), binary_semaphore()};
  cl_event gate = user_event(), waits[3];
  cl_command_queue queue = queue_with(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  for (int i = 0; i < 2; i++)
    wait_one(queue, semaphores[i], NULL, &waits[i]);
  signal_one(queue, semaphores[1], gate, NULL);
  signal_one(queue, semaphores[2], gate, NULL); /* nobody waits: gone with the semaphore */
  CHECK_CL(sem.retain(semaphores[0]));
  CHECK_CL(sem.release(semaphores[0]));
  CHECK(status_of(waits[0]) > CL_COMPLETE);
  for (int i = 0; i < 3; i++)
    CHECK_CL(sem.release(semaphores[i]));
  CHECK_ERR(clWaitForEvents(1, &waits[0]), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK(status_of(waits[1]) > CL_COMPLETE);
  CHECK_ERR(sem.release(semaphores[1]), CL_INVALID_SEMAPHORE_KHR); /* still there, but not the application's */
  CHECK_CL(clSetUserEventStatus(gate, CL_COMPLETE));
  CHECK_CL(clWaitForEvents(1, &waits[1]));
  release_events(1, &gate);
  release_events(2, waits);
  CHECK_CL(clReleaseCommandQueue(queue));
}

/* --- threads --- */

enum { TURNS = 500 };
struct player {
  cl_command_queue queue;
  cl_semaphore_khr mine, others;
  int *ball;
  int parity;
};

struct hit {
  int *ball, parity;
};

static int wrong_hits;

static void CL_CALLBACK hit(void *argument) {
  struct hit *hit = argument;
  if (*hit->ball % 2 != hit->parity)
    __atomic_fetch_add(&wrong_hits, 1, __ATOMIC_SEQ_CST);
  ++*hit->ball; /* not atomic: the semaphores keep others away */
}

static void *play(void *argument) {
  struct player *player = argument;
  struct hit arguments = {player->ball, player->parity};
  for (int i = 0; i < TURNS; i++) {
    CHECK_CL(sem.wait(player->queue, 1, &player->mine, NULL, 0, NULL, NULL));
    CHECK_CL(clEnqueueNativeKernel(player->queue, hit, &arguments, sizeof arguments, 0, NULL, NULL, 0, NULL, NULL));
    CHECK_CL(sem.signal(player->queue, 1, &player->others, NULL, 0, NULL, NULL));
    if (i % 50 == 0)
      CHECK_CL(clFinish(player->queue));
  }
  CHECK_CL(clFinish(player->queue));
  return NULL;
}

static void ping_pong(void) {
  load_semaphores();
  int ball = 0;
  cl_semaphore_khr semaphores[2] = {binary_semaphore(), binary_semaphore()};
  struct player players[2] = {{queue_with(0), semaphores[0], semaphores[1], &ball, 0},
                              {queue_with(0), semaphores[1], semaphores[0], &ball, 1}};
  pthread_t threads[2];
  wrong_hits = 0;
  signal_one(test.queue, semaphores[0], NULL, NULL);
  for (int i = 0; i < 2; i++)
    CHECK(pthread_create(&threads[i], NULL, play, &players[i]) == 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  CHECK_EQ(wrong_hits, 0);
  CHECK_EQ(ball, 2 * TURNS);
  CHECK_EQ(payload_of(semaphores[0]), 1);
  CHECK_EQ(payload_of(semaphores[1]), 0);
  for (int i = 0; i < 2; i++) {
    CHECK_CL(clReleaseCommandQueue(players[i].queue));
    CHECK_CL(sem.release(semaphores[i]));
  }
}

/* Half of the threads signal, half wait, all on one semaphore: as many waits end as signals came. */
static void *signal_many(void *argument) {
  for (int i = 0; i < TURNS; i++)
    CHECK_CL(sem.signal(test.queue, 1, argument, NULL, 0, NULL, NULL));
  return NULL;
}

static void *wait_many(void *argument) {
  for (int i = 0; i < TURNS; i++) {
    cl_event event;
    CHECK_CL(sem.wait(test.queue, 1, argument, NULL, 0, NULL, &event));
    CHECK_CL(clReleaseEvent(event));
  }
  return NULL;
}

static void crowds(void) {
  load_semaphores();
  cl_semaphore_khr semaphores[4];
  pthread_t threads[8];
  cl_command_queue queue = test.queue;
  test.queue = queue_with(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  for (int i = 0; i < 8; i++) {
    if (i % 2 == 0)
      semaphores[i / 2] = binary_semaphore();
    CHECK(pthread_create(&threads[i], NULL, i % 2 ? wait_many : signal_many, &semaphores[i / 2]) == 0);
  }
  for (int i = 0; i < 8; i++)
    pthread_join(threads[i], NULL);
  /* Signals that came twice counted once: the rest of the waits has to be served. */
  for (int i = 0; i < 4; i++)
    for (int n = 0; n < TURNS; n++)
      signal_one(test.queue, semaphores[i], NULL, NULL);
  CHECK_CL(clFinish(test.queue));
  for (int i = 0; i < 4; i++) {
    CHECK_EQ(payload_of(semaphores[i]), 1);
    CHECK_CL(sem.release(semaphores[i]));
  }
  CHECK_CL(clReleaseCommandQueue(test.queue));
  test.queue = queue;
}

static const struct test_case cases[] = {
    {"creation", creation}, {"platform_queries", platform_queries},
    {"queries", queries},   {"enqueue_errors", enqueue_errors},
    {"devices", devices},   {"payload", payload},
    {"pairs", pairs},       {"wait_first", wait_first},
    {"several", several},   {"failing_signal", failing_signal},
    {"released", released}, {"ping_pong", ping_pong},
    {"crowds", crowds},
};
TEST_MAIN(cases)
