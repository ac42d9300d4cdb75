/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Contexts: creation, queries, references, destructor callbacks. */
#include "tests/api_core/info.h"

static void CL_CALLBACK ignore_error(const char *info, const void *data, size_t size, void *user) {}

#define CREATE_GIVES(want, properties, count, devices, notify, user)                                                   \
  do {                                                                                                                 \
    cl_int error_ = 1;                                                                                                 \
    CHECK(clCreateContext((properties), (count), (devices), (notify), (user), &error_) == NULL);                       \
    CHECK_ERR(error_, (want));                                                                                         \
    error_ = 1;                                                                                                        \
    CHECK(clCreateContext((properties), (count), (devices), (notify), (user), NULL) == NULL);                          \
  } while (0)

static void bad_arguments(void) {
  const cl_context_properties null_platform[] = {CL_CONTEXT_PLATFORM, 0, 0};
  const cl_context_properties foreign_platform[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)test.device, 0};
  const cl_context_properties unknown[] = {0x7777, 0, 0};
  const cl_context_properties twice[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)test.platform, CL_CONTEXT_PLATFORM,
                                         (cl_context_properties)test.platform, 0};
  const cl_context_properties sync[] = {CL_CONTEXT_INTEROP_USER_SYNC, 7, 0};
  int user;
  CREATE_GIVES(CL_INVALID_PLATFORM, null_platform, 1, &test.device, NULL, NULL);
  CREATE_GIVES(CL_INVALID_PLATFORM, foreign_platform, 1, &test.device, NULL, NULL);
  CREATE_GIVES(CL_INVALID_PROPERTY, unknown, 1, &test.device, NULL, NULL);
  CREATE_GIVES(CL_INVALID_PROPERTY, twice, 1, &test.device, NULL, NULL);
  CREATE_GIVES(CL_INVALID_PROPERTY, sync, 1, &test.device, NULL, NULL);
  CREATE_GIVES(CL_INVALID_VALUE, NULL, 0, &test.device, NULL, NULL);
  CREATE_GIVES(CL_INVALID_VALUE, NULL, 1, &test.device, NULL, &user);
}

static void from_type(void) {
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)test.platform, 0};
  cl_int error;
  cl_device_id device;
  cl_context context = clCreateContextFromType(properties, CL_DEVICE_TYPE_CPU, ignore_error, &error, &error);
  CHECK_CL(error);
  CHECK_CL(clGetContextInfo(context, CL_CONTEXT_DEVICES, sizeof device, &device, NULL));
  CHECK(device == test.device);
  CHECK_CL(clReleaseContext(context));
  CHECK(clCreateContextFromType(properties, CL_DEVICE_TYPE_GPU, NULL, NULL, &error) == NULL);
  CHECK_ERR(error, CL_DEVICE_NOT_FOUND);
  CHECK(clCreateContextFromType(properties, (cl_device_type)1 << 40, NULL, NULL, &error) == NULL);
  CHECK_ERR(error, CL_INVALID_DEVICE_TYPE);
  CHECK(clCreateContextFromType(properties, CL_DEVICE_TYPE_CPU, NULL, &error, &error) == NULL);
  CHECK_ERR(error, CL_INVALID_VALUE);
}

static void queries(void) {
  static const cl_context_info names[] = {CL_CONTEXT_REFERENCE_COUNT, CL_CONTEXT_NUM_DEVICES, CL_CONTEXT_DEVICES,
                                          CL_CONTEXT_PROPERTIES};
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)test.platform,
                                              CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, 0};
  cl_context_properties got[8];
  size_t bytes;
  cl_int error;
  cl_context context = clCreateContext(properties, 1, &test.device, NULL, NULL, &error);
  CHECK_CL(error);
  for (size_t i = 0; i < TEST_COUNT(names); i++)
    CHECK_INFO_PROTOCOL(clGetContextInfo(context, names[i], size, value, size_ret));
  CHECK_CL(clGetContextInfo(context, CL_CONTEXT_PROPERTIES, sizeof got, got, &bytes));
  CHECK_EQ(bytes, sizeof properties);
  CHECK(memcmp(got, properties, bytes) == 0);
  CHECK_ERR(clGetContextInfo(context, 0xdead, 0, NULL, &bytes), CL_INVALID_VALUE);
  CHECK_ERR(clGetContextInfo((cl_context)test.device, CL_CONTEXT_DEVICES, 0, NULL, &bytes), CL_INVALID_CONTEXT);
  CHECK_CL(clReleaseContext(context));
  /* Without properties there are none. */
  context = clCreateContext(NULL, 1, &test.device, NULL, NULL, &error);
  CHECK_CL(clGetContextInfo(context, CL_CONTEXT_PROPERTIES, 0, NULL, &bytes));
  CHECK_EQ(bytes, 0);
  CHECK_CL(clReleaseContext(context));
}

static cl_uint count_of(cl_context context) {
  cl_uint count;
  CHECK_CL(clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, NULL));
  return count;
}

static void references(void) {
  cl_int error;
  cl_context context = clCreateContext(NULL, 1, &test.device, NULL, NULL, &error);
  CHECK_EQ(count_of(context), 1);
  CHECK_CL(clRetainContext(context));
  CHECK_EQ(count_of(context), 2);
  CHECK_CL(clReleaseContext(context));
  /* Objects made in it are no references of the application. */
  cl_event event = clCreateUserEvent(context, &error);
  CHECK_EQ(count_of(context), 1);
  CHECK_CL(clReleaseContext(context));
  /* The event still has it; the application holds nothing any more. */
  CHECK_ERR(clReleaseContext(context), CL_INVALID_CONTEXT);
  CHECK_CL(clRetainContext(context));
  CHECK_EQ(count_of(context), 1);
  CHECK_CL(clReleaseContext(context));
  CHECK_CL(clReleaseEvent(event));
  CHECK_ERR(clRetainContext((cl_context)test.queue), CL_INVALID_CONTEXT);
  CHECK_ERR(clReleaseContext((cl_context)test.queue), CL_INVALID_CONTEXT);
}

static int order[3], calls;
static void CL_CALLBACK destructor(cl_context context, void *user) {
  order[calls++] = (int)(intptr_t)user;
}

static void destructor_callbacks(void) {
  cl_int error;
  calls = 0;
  cl_context context = clCreateContext(NULL, 1, &test.device, NULL, NULL, &error);
  for (intptr_t i = 0; i < 3; i++)
    CHECK_CL(clSetContextDestructorCallback(context, destructor, (void *)i));
  CHECK_ERR(clSetContextDestructorCallback(context, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clSetContextDestructorCallback((cl_context)test.queue, destructor, NULL), CL_INVALID_CONTEXT);
  cl_event event = clCreateUserEvent(context, &error);
  CHECK_CL(clReleaseContext(context));
  CHECK_EQ(calls, 0);
  CHECK_CL(clReleaseEvent(event));
  CHECK_EQ(calls, 3);
  for (int i = 0; i < 3; i++)
    CHECK_EQ(order[i], 2 - i); /* the newest first */
}

static const struct test_case cases[] = {
    {"bad_arguments", bad_arguments},
    {"from_type", from_type},
    {"queries", queries},
    {"references", references},
    {"destructor_callbacks", destructor_callbacks},
};
TEST_MAIN(cases)
