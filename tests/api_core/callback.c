/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Event callbacks: which, when, with what, and that they may use the API. */
#include <pthread.h>
#include <sched.h>

#include "tests/api_core/events.h"
#include "tests/api_core/info.h"

static int calls[3], last_status[3];

static void CL_CALLBACK record(cl_event event, cl_int status, void *user) {
  int index = (int)(intptr_t)user;
  last_status[index] = status;
  __atomic_fetch_add(&calls[index], 1, __ATOMIC_SEQ_CST);
}

static void CL_CALLBACK nothing(void *arg) {}

static void until(int *counter, int want) {
  while (__atomic_load_n(counter, __ATOMIC_SEQ_CST) < want)
    sched_yield();
}

static void reset(void) {
  memset(calls, 0, sizeof calls);
  memset(last_status, 0x55, sizeof last_status);
}

static void every_status(void) {
  cl_event gate = user_event(), event;
  reset();
  CHECK_CL(clEnqueueNativeKernel(test.queue, nothing, NULL, 0, 0, NULL, NULL, 1, &gate, &event));
  for (cl_int status = CL_COMPLETE; status <= CL_SUBMITTED; status++)
    CHECK_CL(clSetEventCallback(event, status, record, (void *)(intptr_t)status));
  CHECK(!calls[0] && !calls[1] && !calls[2]);
  CHECK_CL(clSetUserEventStatus(gate, CL_COMPLETE));
  for (int i = 0; i < 3; i++) {
    until(&calls[i], 1);
    CHECK_EQ(last_status[i], i);
  }
  /* Registered too late: called at once. */
  CHECK_CL(clWaitForEvents(1, &event));
  for (cl_int status = CL_COMPLETE; status <= CL_SUBMITTED; status++) {
    CHECK_CL(clSetEventCallback(event, status, record, (void *)(intptr_t)status));
    until(&calls[status], 2);
  }
  CHECK_CL(clReleaseEvent(event));
  CHECK_CL(clReleaseEvent(gate));
}

static void status_of_errors(void) {
  cl_event gate = user_event(), event;
  reset();
  CHECK_CL(clEnqueueNativeKernel(test.queue, nothing, NULL, 0, 0, NULL, NULL, 1, &gate, &event));
  for (cl_int status = CL_COMPLETE; status <= CL_SUBMITTED; status++)
    CHECK_CL(clSetEventCallback(event, status, record, (void *)(intptr_t)status));
  CHECK_CL(clSetUserEventStatus(gate, -7));
  for (int i = 0; i < 3; i++) {
    until(&calls[i], 1);
    CHECK_EQ(last_status[i], CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  }
  reset();
  CHECK_CL(clSetEventCallback(gate, CL_COMPLETE, record, NULL));
  until(&calls[0], 1);
  CHECK_EQ(last_status[0], -7);
  CHECK_CL(clReleaseEvent(event));
  CHECK_CL(clReleaseEvent(gate));
}

static void bad_arguments(void) {
  cl_event event = user_event();
  CHECK_ERR(clSetEventCallback(event, CL_COMPLETE, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clSetEventCallback(event, CL_QUEUED, record, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clSetEventCallback(event, -1, record, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clSetEventCallback((cl_event)test.queue, CL_COMPLETE, record, NULL), CL_INVALID_EVENT);
  CHECK_CL(clReleaseEvent(event));
}

static int sequence[4], sequence_length;
static void CL_CALLBACK note(cl_event event, cl_int status, void *user) {
  sequence[sequence_length] = (int)(intptr_t)user;
  __atomic_fetch_add(&sequence_length, 1, __ATOMIC_SEQ_CST);
}

static void several_in_order(void) {
  cl_event event = user_event();
  sequence_length = 0;
  for (intptr_t i = 0; i < 4; i++)
    CHECK_CL(clSetEventCallback(event, CL_COMPLETE, note, (void *)i));
  CHECK_CL(clSetUserEventStatus(event, CL_COMPLETE));
  until(&sequence_length, 4);
  for (int i = 0; i < 4; i++)
    CHECK_EQ(sequence[i], i);
  CHECK_CL(clReleaseEvent(event));
}

static int rounds;
static void CL_CALLBACK enqueue_next(cl_event event, cl_int status, void *user) {
  cl_event next;
  if (__atomic_add_fetch(&rounds, 1, __ATOMIC_SEQ_CST) >= 1000)
    return;
  if (clEnqueueNativeKernel(test.queue, nothing, NULL, 0, 0, NULL, NULL, 0, NULL, &next) != CL_SUCCESS)
    return;
  clSetEventCallback(next, CL_COMPLETE, enqueue_next, NULL);
  clReleaseEvent(next);
}

/* No lock is held: a callback enqueues, registers and releases. */
static void callback_uses_the_api(void) {
  cl_event event;
  rounds = 0;
  CHECK_CL(clEnqueueNativeKernel(test.queue, nothing, NULL, 0, 0, NULL, NULL, 0, NULL, &event));
  CHECK_CL(clSetEventCallback(event, CL_COMPLETE, enqueue_next, NULL));
  CHECK_CL(clReleaseEvent(event));
  until(&rounds, 1000);
  CHECK_CL(clFinish(test.queue));
}

#define LINKS 100000
static cl_event links[LINKS];
static void CL_CALLBACK set_next(cl_event event, cl_int status, void *user) {
  intptr_t next = (intptr_t)user + 1;
  if (next < LINKS)
    clSetUserEventStatus(links[next], CL_COMPLETE);
}

/* Each callback ends the next event: no recursion. */
static void chain_of_callbacks(void) {
  for (intptr_t i = 0; i < LINKS; i++) {
    links[i] = user_event();
    CHECK_CL(clSetEventCallback(links[i], CL_COMPLETE, set_next, (void *)i));
  }
  CHECK_CL(clSetUserEventStatus(links[0], CL_COMPLETE));
  CHECK_CL(clWaitForEvents(1, &links[LINKS - 1]));
  for (int i = 0; i < LINKS; i++)
    CHECK_CL(clReleaseEvent(links[i]));
}

static void CL_CALLBACK set_other(cl_event event, cl_int status, void *user) {
  clSetUserEventStatus((cl_event)user, CL_COMPLETE);
}

/* A callback that is called at once, or on the way, ends an event that has callbacks: those are called too. */
static void callback_ends_an_event(void) {
  cl_event done = user_event(), gate = user_event(), event, others[3] = {user_event(), user_event(), user_event()};
  reset();
  CHECK_CL(clSetUserEventStatus(done, CL_COMPLETE));
  for (intptr_t i = 0; i < 3; i++)
    CHECK_CL(clSetEventCallback(others[i], CL_COMPLETE, record, (void *)i));
  CHECK_CL(clSetEventCallback(done, CL_COMPLETE, set_other, others[0]));
  until(&calls[0], 1);
  CHECK_CL(clEnqueueNativeKernel(test.queue, nothing, NULL, 0, 0, NULL, NULL, 1, &gate, &event));
  CHECK_CL(clSetEventCallback(event, CL_SUBMITTED, set_other, others[1]));
  CHECK_CL(clSetEventCallback(event, CL_RUNNING, set_other, others[2]));
  CHECK_CL(clSetUserEventStatus(gate, CL_COMPLETE));
  CHECK_CL(clWaitForEvents(1, &event));
  until(&calls[1], 1);
  until(&calls[2], 1);
  cl_event all[] = {done, gate, event, others[0], others[1], others[2]};
  for (size_t i = 0; i < TEST_COUNT(all); i++)
    CHECK_CL(clReleaseEvent(all[i]));
}

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
static pthread_t application;
static int on_application;

/* Wants what the application holds, as one that counts frames under the application's lock does. */
static void CL_CALLBACK take_lock(cl_event event, cl_int status, void *user) {
  if (pthread_equal(pthread_self(), application))
    __atomic_fetch_add(&on_application, 1, __ATOMIC_SEQ_CST);
  else if (pthread_mutex_lock(&held) == 0)
    pthread_mutex_unlock(&held);
  __atomic_fetch_add(&calls[0], 1, __ATOMIC_SEQ_CST);
}

/* Callbacks come due inside of many functions, and run in none of them on the application's thread. */
static void application_holds_a_lock(void) {
  cl_int error;
  cl_command_queue other = clCreateCommandQueue(test.context, test.device, 0, &error);
  CHECK_CL(error);
  cl_event ended = user_event(), set = user_event(), command, reached;
  cl_mem buffer = clCreateBuffer(test.context, 0, 4096, NULL, &error);
  CHECK_CL(error);
  char bytes[64];
  reset();
  application = pthread_self();
  on_application = 0;
  CHECK_CL(clSetUserEventStatus(ended, CL_COMPLETE));
  pthread_mutex_lock(&held);
  error = clSetEventCallback(ended, CL_COMPLETE, take_lock, NULL); /* late */
  error |= clSetEventCallback(set, CL_COMPLETE, take_lock, NULL);
  error |= clSetUserEventStatus(set, CL_COMPLETE);
  error |= clEnqueueReadBuffer(test.queue, buffer, CL_FALSE, 0, sizeof bytes, bytes, 0, NULL, &command);
  error |= clSetEventCallback(command, CL_COMPLETE, take_lock, NULL);
  error |= clEnqueueWriteBuffer(test.queue, buffer, CL_FALSE, 0, sizeof bytes, bytes, 0, NULL, &reached);
  error |= clSetEventCallback(reached, CL_RUNNING, take_lock, NULL);
  error |= clEnqueueWriteBuffer(other, buffer, CL_FALSE, 64, sizeof bytes, bytes, 0, NULL, NULL);
  error |= clFinish(other);
  error |= clFinish(test.queue);
  pthread_mutex_unlock(&held);
  CHECK_CL(error);
  until(&calls[0], 4);
  CHECK_EQ(on_application, 0);
  cl_event all[] = {ended, set, command, reached};
  for (size_t i = 0; i < TEST_COUNT(all); i++)
    CHECK_CL(clReleaseEvent(all[i]));
  CHECK_CL(clReleaseMemObject(buffer));
  CHECK_CL(clReleaseCommandQueue(other));
}

static void CL_CALLBACK wait_for_later(cl_event event, cl_int status, void *user) {
  int mine = (int)(intptr_t)user;
  if (mine + 1 < 3)
    until(&calls[mine + 1], 1);
  __atomic_fetch_add(&calls[mine], 1, __ATOMIC_SEQ_CST);
}

/* One that blocks does not keep those behind it from running. */
static void callbacks_wait_for_later_ones(void) {
  cl_event events[3] = {user_event(), user_event(), user_event()};
  reset();
  for (intptr_t i = 0; i < 3; i++) {
    CHECK_CL(clSetEventCallback(events[i], CL_COMPLETE, wait_for_later, (void *)i));
    CHECK_CL(clSetUserEventStatus(events[i], CL_COMPLETE));
  }
  until(&calls[0], 1);
  for (int i = 0; i < 3; i++)
    CHECK_CL(clReleaseEvent(events[i]));
}

static const struct test_case cases[] = {
    {"application_holds_a_lock", application_holds_a_lock},
    {"callbacks_wait_for_later_ones", callbacks_wait_for_later_ones},
    {"every_status", every_status},
    {"status_of_errors", status_of_errors},
    {"bad_arguments", bad_arguments},
    {"several_in_order", several_in_order},
    {"callback_ends_an_event", callback_ends_an_event},
    {"callback_uses_the_api", callback_uses_the_api},
    {"chain_of_callbacks", chain_of_callbacks},
};
TEST_MAIN(cases)
