/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Events: user events, waiting, errors that pass on, profiling, references. */
#include <pthread.h>
#include <unistd.h>

#include "tests/api_core/events.h"
#include "tests/api_core/info.h"

static void queries(void) {
  static const cl_event_info names[] = {CL_EVENT_COMMAND_QUEUE, CL_EVENT_CONTEXT, CL_EVENT_COMMAND_TYPE,
                                        CL_EVENT_COMMAND_EXECUTION_STATUS, CL_EVENT_REFERENCE_COUNT};
  cl_event user = user_event(), marker;
  cl_command_queue queue = test.queue;
  cl_command_type type;
  size_t bytes;
  CHECK_CL(clEnqueueMarkerWithWaitList(test.queue, 1, &user, &marker));
  for (size_t i = 0; i < TEST_COUNT(names); i++) {
    CHECK_INFO_PROTOCOL(clGetEventInfo(user, names[i], size, value, size_ret));
    CHECK_INFO_PROTOCOL(clGetEventInfo(marker, names[i], size, value, size_ret));
  }
  CHECK_CL(clGetEventInfo(user, CL_EVENT_COMMAND_QUEUE, sizeof queue, &queue, NULL));
  CHECK(queue == NULL);
  CHECK_CL(clGetEventInfo(user, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
  CHECK_EQ(type, CL_COMMAND_USER);
  CHECK_CL(clGetEventInfo(marker, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
  CHECK_EQ(type, CL_COMMAND_MARKER);
  CHECK_EQ(status_of(user), CL_SUBMITTED);
  CHECK_EQ(status_of(marker), CL_QUEUED);
  CHECK_ERR(clGetEventInfo(user, 0xdead, 0, NULL, &bytes), CL_INVALID_VALUE);
  CHECK_ERR(clGetEventInfo((cl_event)test.queue, CL_EVENT_CONTEXT, 0, NULL, &bytes), CL_INVALID_EVENT);
  CHECK_CL(clSetUserEventStatus(user, CL_COMPLETE));
  CHECK_CL(clWaitForEvents(1, &marker));
  CHECK_CL(clReleaseEvent(user));
  CHECK_CL(clReleaseEvent(marker));
}

static void user_status(void) {
  cl_event event = user_event(), marker;
  cl_int error;
  CHECK_ERR(clSetUserEventStatus(event, CL_SUBMITTED), CL_INVALID_VALUE);
  CHECK_ERR(clSetUserEventStatus(event, 1), CL_INVALID_VALUE);
  CHECK_EQ(status_of(event), CL_SUBMITTED);
  CHECK_CL(clSetUserEventStatus(event, CL_COMPLETE));
  CHECK_ERR(clSetUserEventStatus(event, CL_COMPLETE), CL_INVALID_OPERATION);
  CHECK_ERR(clSetUserEventStatus(event, -1), CL_INVALID_OPERATION);
  CHECK_EQ(status_of(event), CL_COMPLETE);
  CHECK_CL(clEnqueueMarkerWithWaitList(test.queue, 0, NULL, &marker));
  CHECK_ERR(clSetUserEventStatus(marker, CL_COMPLETE), CL_INVALID_EVENT);
  CHECK_ERR(clSetUserEventStatus((cl_event)test.queue, CL_COMPLETE), CL_INVALID_EVENT);
  CHECK(!clCreateUserEvent((cl_context)test.queue, &error));
  CHECK_ERR(error, CL_INVALID_CONTEXT);
  CHECK_CL(clFinish(test.queue));
  CHECK_CL(clReleaseEvent(marker));
  CHECK_CL(clReleaseEvent(event));
}

static void *set_later(void *event) {
  usleep(20000);
  clSetUserEventStatus(event, CL_COMPLETE);
  return NULL;
}

static void wait(void) {
  cl_event events[2] = {user_event(), user_event()}, bad[2] = {events[0], (cl_event)test.queue};
  pthread_t thread;
  CHECK_ERR(clWaitForEvents(0, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clWaitForEvents(1, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clWaitForEvents(0, events), CL_INVALID_VALUE);
  CHECK_ERR(clWaitForEvents(2, bad), CL_INVALID_EVENT);
  CHECK(pthread_create(&thread, NULL, set_later, events[0]) == 0);
  CHECK_CL(clWaitForEvents(1, events));
  CHECK(pthread_join(thread, NULL) == 0);
  CHECK_CL(clSetUserEventStatus(events[1], -5));
  CHECK_ERR(clWaitForEvents(2, events), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK_CL(clReleaseEvent(events[0]));
  CHECK_CL(clReleaseEvent(events[1]));
}

static void wait_in_two_contexts(void) {
  cl_int error;
  cl_context other = clCreateContext(NULL, 1, &test.device, NULL, NULL, &error);
  cl_event events[2] = {user_event(), clCreateUserEvent(other, &error)};
  CHECK_ERR(clWaitForEvents(2, events), CL_INVALID_CONTEXT);
  CHECK_CL(clReleaseEvent(events[0]));
  CHECK_CL(clReleaseEvent(events[1]));
  CHECK_CL(clReleaseContext(other));
}

/* A failed event fails what waits for it, and that what waits for it; nothing of it runs. The order of a queue
 * passes no errors on. */
static void errors_cascade(void) {
  cl_event gate = user_event(), first, second, third;
  int counter = 0, *pointer = &counter;
  CHECK_CL(clEnqueueNativeKernel(test.queue, increment, &pointer, sizeof pointer, 0, NULL, NULL, 1, &gate, &first));
  CHECK_CL(clEnqueueMarkerWithWaitList(test.queue, 1, &first, &second));
  CHECK_CL(clEnqueueNativeKernel(test.queue, increment, &pointer, sizeof pointer, 0, NULL, NULL, 0, NULL, &third));
  CHECK_CL(clSetUserEventStatus(gate, -42));
  CHECK_CL(clFinish(test.queue));
  CHECK_EQ(status_of(gate), -42);
  CHECK_EQ(status_of(first), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK_EQ(status_of(second), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK_EQ(status_of(third), CL_COMPLETE);
  CHECK_EQ(counter, 1);
  CHECK_ERR(clWaitForEvents(1, &second), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  /* An event that has failed already does the same. */
  CHECK_CL(clReleaseEvent(second));
  CHECK_CL(clEnqueueMarkerWithWaitList(test.queue, 1, &gate, &second));
  CHECK_ERR(clWaitForEvents(1, &second), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  cl_event all[] = {gate, first, second, third};
  for (size_t i = 0; i < TEST_COUNT(all); i++)
    CHECK_CL(clReleaseEvent(all[i]));
}

/* Nobody can set a user event after its last release: who waits for it is not left waiting. */
static void abandoned(void) {
  cl_event gate = user_event(), marker;
  CHECK_CL(clEnqueueMarkerWithWaitList(test.queue, 1, &gate, &marker));
  CHECK_CL(clReleaseEvent(gate));
  CHECK_ERR(clWaitForEvents(1, &marker), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK_CL(clReleaseEvent(marker));
}

static void references(void) {
  cl_event event = user_event(), marker;
  cl_uint count;
  CHECK_CL(clRetainEvent(event));
  CHECK_CL(clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof count, &count, NULL));
  CHECK_EQ(count, 2);
  CHECK_CL(clReleaseEvent(event));
  CHECK_CL(clEnqueueMarkerWithWaitList(test.queue, 1, &event, &marker));
  CHECK_CL(clGetEventInfo(marker, CL_EVENT_REFERENCE_COUNT, sizeof count, &count, NULL));
  CHECK_EQ(count, 1);
  CHECK_CL(clReleaseEvent(marker)); /* in flight, ours alone now */
  CHECK_ERR(clReleaseEvent(marker), CL_INVALID_EVENT);
  CHECK_ERR(clRetainEvent((cl_event)test.queue), CL_INVALID_EVENT);
  CHECK_ERR(clReleaseEvent((cl_event)test.queue), CL_INVALID_EVENT);
  CHECK_CL(clSetUserEventStatus(event, CL_COMPLETE));
  CHECK_CL(clFinish(test.queue));
  CHECK_CL(clReleaseEvent(event));
}

static void CL_CALLBACK pause_a_little(void *arg) {
  usleep(5000);
}

static void profiling(void) {
  static const cl_profiling_info names[] = {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
                                            CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END,
                                            CL_PROFILING_COMMAND_COMPLETE};
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  cl_int error;
  cl_ulong before, after, times[5];
  cl_event event, gate = user_event();
  cl_command_queue queue = clCreateCommandQueueWithProperties(test.context, test.device, properties, &error);
  CHECK_CL(error);
  CHECK_CL(clGetHostTimer(test.device, &before));
  CHECK_CL(clEnqueueNativeKernel(queue, pause_a_little, NULL, 0, 0, NULL, NULL, 1, &gate, &event));
  CHECK_ERR(clGetEventProfilingInfo(event, names[0], sizeof *times, times, NULL), CL_PROFILING_INFO_NOT_AVAILABLE);
  CHECK_CL(clSetUserEventStatus(gate, CL_COMPLETE));
  CHECK_CL(clWaitForEvents(1, &event));
  CHECK_CL(clGetHostTimer(test.device, &after));
  for (size_t i = 0; i < TEST_COUNT(names); i++) {
    CHECK_INFO_PROTOCOL(clGetEventProfilingInfo(event, names[i], size, value, size_ret));
    CHECK_CL(clGetEventProfilingInfo(event, names[i], sizeof *times, &times[i], NULL));
    CHECK(times[i] >= (i ? times[i - 1] : before));
  }
  CHECK(times[3] - times[2] >= 5000000);
  CHECK(times[4] <= after);
  CHECK_ERR(clGetEventProfilingInfo(event, 0xdead, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clGetEventProfilingInfo((cl_event)queue, names[0], 8, times, NULL), CL_INVALID_EVENT);
  CHECK_ERR(clGetEventProfilingInfo(gate, names[0], 8, times, NULL), CL_PROFILING_INFO_NOT_AVAILABLE);
  CHECK_CL(clReleaseEvent(event));
  /* A queue without profiling. */
  CHECK_CL(clEnqueueMarkerWithWaitList(test.queue, 0, NULL, &event));
  CHECK_CL(clWaitForEvents(1, &event));
  CHECK_ERR(clGetEventProfilingInfo(event, names[0], 8, times, NULL), CL_PROFILING_INFO_NOT_AVAILABLE);
  CHECK_CL(clReleaseEvent(event));
  CHECK_CL(clReleaseEvent(gate));
  CHECK_CL(clReleaseCommandQueue(queue));
}

static const struct test_case cases[] = {
    {"queries", queries},
    {"user_status", user_status},
    {"wait", wait},
    {"wait_in_two_contexts", wait_in_two_contexts},
    {"errors_cascade", errors_cascade},
    {"abandoned", abandoned},
    {"references", references},
    {"profiling", profiling},
};
TEST_MAIN(cases)
