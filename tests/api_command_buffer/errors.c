/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What each function refuses, and that a buffer is as it was after that. */
#include <stdlib.h>
#include <string.h>

#include "tests/api_command_buffer/commands.h"

static cl_command_buffer_khr buffer, other_context;
static cl_command_queue stranger; /* of another context */
static cl_mem a, b, foreign;

static void open_all(void) {
  buffer = make_commands(test.queue, NULL);
  cl_context context = make_context();
  cl_int error;
  stranger = clCreateCommandQueueWithProperties(context, test.device, NULL, &error);
  CHECK_CL(error);
  other_context = make_commands_on(1, &stranger, NULL);
  CHECK_CL(clReleaseCommandQueue(stranger)); /* its buffer keeps it */
  a = make_filled(256, 1);
  b = make_filled(256, 2);
  foreign = clCreateBuffer(context, CL_MEM_READ_WRITE, 256, NULL, &error);
  CHECK_CL(error);
}

static void close_all(void) {
  CHECK_CL(clReleaseMemObject(foreign));
}

static void create(void) {
  needs_command_buffers();
  cl_int error;
  const cl_command_queue none = NULL, bad = (cl_command_queue)test.context;
  const cl_command_buffer_properties_khr unknown[] = {0x1234, 1, 0},
                                         twice[] = {CL_COMMAND_BUFFER_FLAGS_KHR, 0, CL_COMMAND_BUFFER_FLAGS_KHR, 0, 0},
                                         bits[] = {CL_COMMAND_BUFFER_FLAGS_KHR, 1 << 20, 0},
                                         asserts[] = {CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR, 8, 0};
#define REFUSED(want, ...)                                                                                             \
  do {                                                                                                                 \
    error = 1;                                                                                                         \
    CHECK(cb.create(__VA_ARGS__, &error) == NULL);                                                                     \
    CHECK_ERR(error, want);                                                                                            \
    CHECK(cb.create(__VA_ARGS__, NULL) == NULL);                                                                       \
  } while (0)
  REFUSED(CL_INVALID_VALUE, 0, &test.queue, NULL);
  REFUSED(CL_INVALID_VALUE, 1, NULL, NULL);
  REFUSED(CL_INVALID_COMMAND_QUEUE, 1, &none, NULL);
  REFUSED(CL_INVALID_COMMAND_QUEUE, 1, &bad, NULL);
  REFUSED(CL_INVALID_VALUE, 1, &test.queue, unknown);
  REFUSED(CL_INVALID_VALUE, 1, &test.queue, twice);
  REFUSED(CL_INVALID_VALUE, 1, &test.queue, bits);
  REFUSED(CL_INVALID_VALUE, 1, &test.queue, asserts);
  open_all();
  const cl_command_queue mixed[] = {test.queue, stranger};
  REFUSED(CL_INVALID_CONTEXT, 2, mixed, NULL);
  close_all();
  /* On a device: nothing is enqueued there from the host. */
  const cl_queue_properties on_device[] = {CL_QUEUE_PROPERTIES,
                                           CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE, 0};
  cl_command_queue device_queue = clCreateCommandQueueWithProperties(test.context, test.device, on_device, &error);
  if (error)
    return;
  REFUSED(CL_INVALID_COMMAND_QUEUE, 1, &device_queue, NULL);
  CHECK_CL(clReleaseCommandQueue(device_queue));
}

static cl_ulong info_of(cl_command_buffer_info_khr name, size_t size) {
  cl_ulong value = 0;
  size_t got = 0;
  CHECK_CL(cb.info(buffer, name, size, &value, &got));
  CHECK_EQ(got, size);
  return value;
}

static void lifetime_and_queries(void) {
  open_all();
  CHECK_EQ(state_of(buffer), CL_COMMAND_BUFFER_STATE_RECORDING_KHR);
  CHECK_EQ(info_of(CL_COMMAND_BUFFER_NUM_QUEUES_KHR, sizeof(cl_uint)), 1);
  CHECK_EQ(info_of(CL_COMMAND_BUFFER_QUEUES_KHR, sizeof(cl_command_queue)), (uintptr_t)test.queue);
  CHECK_EQ(info_of(CL_COMMAND_BUFFER_CONTEXT_KHR, sizeof(cl_context)), (uintptr_t)test.context);
  CHECK_EQ(info_of(CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR, sizeof(cl_uint)), 1);
  CHECK_CL(cb.retain(buffer));
  CHECK_EQ(info_of(CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR, sizeof(cl_uint)), 2);
  CHECK_CL(cb.release(buffer));
  size_t size = 9;
  CHECK_CL(cb.info(buffer, CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR, 0, NULL, &size));
  CHECK_EQ(size, 0);
  const cl_command_buffer_properties_khr properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                         CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0};
  cl_command_buffer_properties_khr got[3];
  cl_command_buffer_khr with = make_commands(test.queue, properties);
  CHECK_CL(cb.info(with, CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR, sizeof got, got, &size));
  CHECK_EQ(size, sizeof got);
  CHECK(memcmp(got, properties, sizeof got) == 0);
  cl_uint value;
  CHECK_ERR(cb.info(buffer, 0, sizeof value, &value, NULL), CL_INVALID_VALUE);
  CHECK_ERR(cb.info(buffer, CL_COMMAND_BUFFER_STATE_KHR, 1, &value, NULL), CL_INVALID_VALUE);
  CHECK_ERR(cb.info(NULL, CL_COMMAND_BUFFER_STATE_KHR, sizeof value, &value, NULL), CL_INVALID_COMMAND_BUFFER_KHR);
  CHECK_ERR(cb.retain(NULL), CL_INVALID_COMMAND_BUFFER_KHR);
  CHECK_ERR(cb.release(NULL), CL_INVALID_COMMAND_BUFFER_KHR);
  CHECK_ERR(cb.retain((cl_command_buffer_khr)test.queue), CL_INVALID_COMMAND_BUFFER_KHR);
  CHECK_ERR(cb.finalize(NULL), CL_INVALID_COMMAND_BUFFER_KHR);
  CHECK_CL(cb.finalize(buffer));
  CHECK_EQ(state_of(buffer), CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR);
  CHECK_ERR(cb.finalize(buffer), CL_INVALID_OPERATION);
  cl_ulong capabilities = test_device_ulong(CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR);
  CHECK_EQ(capabilities & 7, 7);
  CHECK_EQ(test_device_ulong(CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR), 0);
  CHECK_EQ(test_device_ulong(CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR),
           CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
  close_all();
}

static void enqueue(void) {
  open_all();
  cl_command_queue none = NULL, two[2] = {test.queue, test.queue};
  cl_event event = make_user_event(), bad = NULL;
  CHECK_ERR(cb.enqueue(0, NULL, buffer, 0, NULL, NULL), CL_INVALID_OPERATION);
  CHECK_CL(cb.finalize(buffer));
  CHECK_CL(cb.finalize(other_context));
  CHECK_ERR(cb.enqueue(0, NULL, NULL, 0, NULL, NULL), CL_INVALID_COMMAND_BUFFER_KHR);
  CHECK_ERR(cb.enqueue(1, NULL, buffer, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(cb.enqueue(0, &test.queue, buffer, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(cb.enqueue(2, two, buffer, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(cb.enqueue(1, &none, buffer, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(cb.enqueue(1, &stranger, buffer, 0, NULL, NULL), CL_INVALID_CONTEXT);
  CHECK_ERR(cb.enqueue(0, NULL, other_context, 1, &event, NULL), CL_INVALID_CONTEXT);
  CHECK_ERR(cb.enqueue(0, NULL, buffer, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(cb.enqueue(0, NULL, buffer, 0, &event, NULL), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(cb.enqueue(0, NULL, buffer, 1, &bad, NULL), CL_INVALID_EVENT_WAIT_LIST);
  replay(buffer);
  complete(event, CL_COMPLETE);
  close_all();
}

/* The arguments that all clCommand functions share: `call(begin, end)` records with them. */
#define SHARED_ERRORS(CALL)                                                                                            \
  do {                                                                                                                 \
    const cl_command_properties_khr unknown[] = {0x1234, 1, 0};                                                        \
    const cl_sync_point_khr never = 1000, zero = 0;                                                                    \
    cl_command_queue unlisted = make_queue(0);                                                                         \
    CHECK_ERR(CALL((NULL, NULL, NULL), (FREE)), CL_INVALID_COMMAND_BUFFER_KHR);                                        \
    CHECK_ERR(CALL(((cl_command_buffer_khr)test.queue, NULL, NULL), (FREE)), CL_INVALID_COMMAND_BUFFER_KHR);           \
    CHECK_ERR(CALL((buffer, (cl_command_queue)test.context, NULL), (FREE)), CL_INVALID_COMMAND_QUEUE);                 \
    CHECK_ERR(CALL((buffer, unlisted, NULL), (FREE)), CL_INVALID_COMMAND_QUEUE);                                       \
    CHECK_ERR(CALL((buffer, stranger, NULL), (FREE)), CL_INVALID_CONTEXT);                                             \
    CHECK_ERR(CALL((several, NULL, NULL), (FREE)), CL_INVALID_COMMAND_QUEUE);                                          \
    CHECK_ERR(CALL((buffer, NULL, unknown), (FREE)), CL_INVALID_VALUE);                                                \
    CHECK_ERR(CALL((ON(buffer)), (1, NULL, NULL, NULL)), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);                         \
    CHECK_ERR(CALL((ON(buffer)), (0, &zero, NULL, NULL)), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);                        \
    CHECK_ERR(CALL((ON(buffer)), (AFTER(never))), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);                                \
    CHECK_ERR(CALL((ON(buffer)), (AFTER(zero))), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);                                 \
    CHECK_ERR(CALL((ON(finalized)), (FREE)), CL_INVALID_OPERATION);                                                    \
    CHECK_CL(CALL((buffer, test.queue, NULL), (FREE)));                                                                \
  } while (0)
#define NO_HANDLE(CALL) CHECK_ERR(CALL((ON(buffer)), (0, NULL, NULL, &handle)), CL_INVALID_VALUE)
#define OPEN(...) __VA_ARGS__
#define LIST(x) OPEN x

#define BARRIER(begin, end) cb.barrier(LIST(begin), LIST(end))
#define COPY(begin, end) cb.copy(LIST(begin), a, b, 0, 0, 16, LIST(end))
#define RECT(begin, end) cb.copy_rect(LIST(begin), a, b, origin, origin, region, 0, 0, 0, 0, LIST(end))
#define TO_IMAGE(begin, end) cb.to_image(LIST(begin), a, image, 0, origin, region, LIST(end))
#define COPY_IMAGE(begin, end) cb.copy_image(LIST(begin), image, image_b, origin, origin, region, LIST(end))
#define FROM_IMAGE(begin, end) cb.from_image(LIST(begin), image, a, origin, region, 0, LIST(end))
#define FILL(begin, end) cb.fill(LIST(begin), a, "a", 1, 0, 16, LIST(end))
#define FILL_IMAGE(begin, end) cb.fill_image(LIST(begin), image, color, origin, region, LIST(end))
#define SVM_COPY(begin, end) cb.svm_copy(LIST(begin), svm, svm + 64, 16, LIST(end))
#define SVM_FILL(begin, end) cb.svm_fill(LIST(begin), svm, "a", 1, 16, LIST(end))
#define LAUNCH_IT(begin, end) cb.launch(LIST(begin), kernel, 1, NULL, &global, NULL, LIST(end))

static void shared(void) {
  open_all();
  const size_t origin[3] = {0}, region[3] = {4, 2, 1}, global = 8;
  const cl_uint color[4] = {1, 2, 3, 4};
  cl_mutable_command_khr handle = NULL;
  cl_command_buffer_khr finalized = make_commands(test.queue, NULL);
  const cl_command_queue queues[] = {test.queue, make_queue(0)};
  cl_command_buffer_khr several = make_commands_on(2, queues, NULL);
  CHECK_CL(cb.finalize(finalized));
  SHARED_ERRORS(BARRIER);
  NO_HANDLE(BARRIER);
  SHARED_ERRORS(COPY);
  NO_HANDLE(COPY);
  SHARED_ERRORS(RECT);
  NO_HANDLE(RECT);
  SHARED_ERRORS(FILL);
  NO_HANDLE(FILL);
  char *svm = clSVMAlloc(test.context, CL_MEM_READ_WRITE, 128, 0);
  if (svm) {
    SHARED_ERRORS(SVM_COPY);
    NO_HANDLE(SVM_COPY);
    SHARED_ERRORS(SVM_FILL);
    NO_HANDLE(SVM_FILL);
  }
  cl_kernel kernel =
      test_kernel(test_build(NULL, CL(kernel void k(global uint * p) { p[get_global_id(0)] = 1; })), "k");
  SET_ARGS(kernel, ARG(a));
  SHARED_ERRORS(LAUNCH_IT);
  cl_bool has = CL_FALSE;
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_IMAGE_SUPPORT, sizeof has, &has, NULL));
  if (has) {
    const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 16, .image_height = 8};
    cl_int error;
    cl_mem image = clCreateImage(test.context, CL_MEM_READ_WRITE, &format, &desc, NULL, &error);
    CHECK_CL(error);
    cl_mem image_b = clCreateImage(test.context, CL_MEM_READ_WRITE, &format, &desc, NULL, &error);
    CHECK_CL(error);
    SHARED_ERRORS(TO_IMAGE);
    NO_HANDLE(TO_IMAGE);
    SHARED_ERRORS(COPY_IMAGE);
    NO_HANDLE(COPY_IMAGE);
    SHARED_ERRORS(FROM_IMAGE);
    NO_HANDLE(FROM_IMAGE);
    SHARED_ERRORS(FILL_IMAGE);
    NO_HANDLE(FILL_IMAGE);
    const cl_image_format single = {CL_R, CL_UNSIGNED_INT8};
    cl_mem other = clCreateImage(test.context, CL_MEM_READ_WRITE, &single, &desc, NULL, &error);
    CHECK_CL(error);
    CHECK_ERR(cb.copy_image(ON(buffer), image, other, origin, origin, region, FREE), CL_IMAGE_FORMAT_MISMATCH);
    CHECK_ERR(cb.copy_image(ON(buffer), image, image, origin, origin, region, FREE), CL_MEM_COPY_OVERLAP);
    CHECK_CL(clReleaseMemObject(other));
    CHECK_CL(clReleaseMemObject(image));
    CHECK_CL(clReleaseMemObject(image_b));
  }
  CHECK(handle == NULL);
  CHECK_CL(cb.finalize(buffer));
  replay(buffer);
  if (svm)
    clSVMFree(test.context, svm);
  close_all();
}

/* Those of the clEnqueue functions: the checks are shared, so each kind once. */
static void arguments(void) {
  open_all();
  const size_t origin[3] = {0}, region[3] = {4, 2, 1}, empty[3] = {4, 0, 1};
  CHECK_ERR(cb.copy(ON(buffer), NULL, b, 0, 0, 16, FREE), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(cb.copy(ON(buffer), a, foreign, 0, 0, 16, FREE), CL_INVALID_CONTEXT);
  CHECK_ERR(cb.copy(ON(buffer), a, b, 250, 0, 16, FREE), CL_INVALID_VALUE);
  CHECK_ERR(cb.copy(ON(buffer), a, a, 0, 8, 16, FREE), CL_MEM_COPY_OVERLAP);
  CHECK_ERR(cb.copy_rect(ON(buffer), a, b, NULL, origin, region, 0, 0, 0, 0, FREE), CL_INVALID_VALUE);
  CHECK_ERR(cb.copy_rect(ON(buffer), a, b, origin, origin, empty, 0, 0, 0, 0, FREE), CL_INVALID_VALUE);
  CHECK_ERR(cb.copy_rect(ON(buffer), a, b, origin, origin, region, 1, 0, 0, 0, FREE), CL_INVALID_VALUE);
  CHECK_ERR(cb.copy_rect(ON(buffer), a, foreign, origin, origin, region, 0, 0, 0, 0, FREE), CL_INVALID_CONTEXT);
  CHECK_ERR(cb.copy_rect(ON(buffer), a, NULL, origin, origin, region, 0, 0, 0, 0, FREE), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(cb.copy_rect(ON(buffer), a, a, origin, origin, region, 0, 0, 0, 0, FREE), CL_MEM_COPY_OVERLAP);
  CHECK_ERR(cb.fill(ON(buffer), NULL, "a", 1, 0, 16, FREE), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(cb.fill(ON(buffer), a, NULL, 1, 0, 16, FREE), CL_INVALID_VALUE);
  CHECK_ERR(cb.fill(ON(buffer), a, "abc", 3, 0, 12, FREE), CL_INVALID_VALUE);
  CHECK_ERR(cb.fill(ON(buffer), a, "ab", 2, 1, 16, FREE), CL_INVALID_VALUE);
  CHECK_ERR(cb.fill(ON(buffer), a, "a", 1, 250, 16, FREE), CL_INVALID_VALUE);
  CHECK_ERR(cb.fill(ON(buffer), foreign, "a", 1, 0, 16, FREE), CL_INVALID_CONTEXT);
  CHECK_ERR(cb.svm_copy(ON(buffer), NULL, &region, 16, FREE), CL_INVALID_VALUE);
  char bytes[24];
  CHECK_ERR(cb.svm_copy(ON(buffer), bytes, bytes + 8, 16, FREE), CL_MEM_COPY_OVERLAP);
  CHECK_ERR(cb.svm_fill(ON(buffer), NULL, "a", 1, 16, FREE), CL_INVALID_VALUE);
  CHECK_ERR(cb.to_image(ON(buffer), a, b, 0, origin, region, FREE), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(cb.from_image(ON(buffer), a, b, origin, region, 0, FREE), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(cb.copy_image(ON(buffer), a, b, origin, origin, region, FREE), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(cb.fill_image(ON(buffer), a, &region, origin, region, FREE), CL_INVALID_MEM_OBJECT);
  CHECK_CL(cb.finalize(buffer));
  close_all();
}

/* Mip levels that there are not, and what was recorded for one that there is. */
static void mip_levels(void) {
  if (!test_has_extension("cl_khr_mipmap_image"))
    test_skip("no cl_khr_mipmap_image");
  open_all();
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  const cl_image_desc desc = {
      .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 16, .image_height = 8, .num_mip_levels = 3};
  const size_t first[3] = {0}, last[3] = {0, 0, 2}, none[3] = {0, 0, 3}, region[3] = {4, 2, 1};
  const cl_uint color[4] = {1, 2, 3, 4};
  cl_int error;
  cl_mem image = clCreateImage(test.context, CL_MEM_READ_WRITE, &format, &desc, NULL, &error);
  CHECK_CL(error);
  CHECK_ERR(cb.fill_image(ON(buffer), image, color, none, region, FREE), CL_INVALID_MIP_LEVEL);
  CHECK_ERR(cb.copy_image(ON(buffer), image, image, none, first, region, FREE), CL_INVALID_MIP_LEVEL);
  CHECK_ERR(cb.copy_image(ON(buffer), image, image, first, none, region, FREE), CL_INVALID_MIP_LEVEL);
  CHECK_ERR(cb.from_image(ON(buffer), image, a, none, region, 0, FREE), CL_INVALID_MIP_LEVEL);
  CHECK_ERR(cb.to_image(ON(buffer), a, image, 0, none, region, FREE), CL_INVALID_MIP_LEVEL);
  cl_sync_point_khr filled, copied;
  CHECK_CL(cb.fill_image(ON(buffer), image, color, last, region, 0, NULL, &filled, NULL));
  CHECK_CL(cb.copy_image(ON(buffer), image, image, last, first, region, 1, &filled, &copied, NULL));
  CHECK_CL(cb.from_image(ON(buffer), image, a, first, region, 0, AFTER(copied)));
  CHECK_CL(cb.finalize(buffer));
  replay(buffer);
  unsigned char *got = contents(a, 32);
  for (unsigned char i = 0; i < 32; i++)
    CHECK_EQ(got[i], 1 + i % 4);
  CHECK_CL(clReleaseMemObject(image));
  close_all();
}

static void launches(void) {
  open_all();
  cl_kernel kernel = test_kernel(test_build(NULL, CL(kernel __attribute__((reqd_work_group_size(4, 1, 1))) void k(
                                                      global uint * p, local uint * t) {
                                              t[0] = 1;
                                              p[get_global_id(0)] = t[0];
                                            })),
                                 "k");
  const size_t global = 8, local = 4, odd = 3, much = (size_t)1 << 60;
  const cl_command_properties_khr no_groups[] = {CL_MUTABLE_DISPATCH_ASSERTS_KHR,
                                                 CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR, 0},
                                  fields[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, 1 << 20, 0},
                                  late[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, CL_MUTABLE_DISPATCH_ARGUMENTS_KHR,
                                            0};
  CHECK_ERR(cb.launch(ON(buffer), NULL, 1, NULL, &global, NULL, FREE), CL_INVALID_KERNEL);
  CHECK_ERR(cb.launch(ON(buffer), kernel, 1, NULL, &global, NULL, FREE), CL_INVALID_KERNEL_ARGS);
  /* Only a mutable buffer can have them later. */
  CHECK_ERR(cb.launch(buffer, NULL, late, kernel, 1, NULL, &global, NULL, FREE), CL_INVALID_KERNEL_ARGS);
  SET_ARGS(kernel, ARG(a), ARG_LOCAL(64));
  CHECK_ERR(cb.launch(ON(other_context), kernel, 1, NULL, &global, NULL, FREE), CL_INVALID_CONTEXT);
  CHECK_ERR(cb.launch(ON(buffer), kernel, 0, NULL, &global, NULL, FREE), CL_INVALID_WORK_DIMENSION);
  CHECK_ERR(cb.launch(ON(buffer), kernel, 4, NULL, &global, NULL, FREE), CL_INVALID_WORK_DIMENSION);
  CHECK_ERR(cb.launch(ON(buffer), kernel, 1, NULL, &global, &odd, FREE), CL_INVALID_WORK_GROUP_SIZE);
  CHECK_ERR(cb.launch(ON(buffer), kernel, 1, NULL, &global, &much, FREE), CL_INVALID_WORK_ITEM_SIZE);
  CHECK_ERR(cb.launch(ON(buffer), kernel, 1, &(const size_t){SIZE_MAX}, &global, NULL, FREE), CL_INVALID_GLOBAL_OFFSET);
  CHECK_ERR(cb.launch(buffer, NULL, fields, kernel, 1, NULL, &global, NULL, FREE), CL_INVALID_VALUE);
  CHECK_ERR(cb.launch(buffer, NULL, no_groups, kernel, 1, NULL, &global, NULL, FREE), CL_INVALID_VALUE);
  CHECK_CL(cb.launch(buffer, NULL, no_groups, kernel, 1, NULL, &global, &local, FREE));
  SET_ARGS(kernel, ARG(a), ARG_LOCAL((size_t)1 << 40));
  CHECK_ERR(cb.launch(ON(buffer), kernel, 1, NULL, &global, NULL, FREE), CL_OUT_OF_RESOURCES);
  const cl_command_buffer_properties_khr asserts[] = {CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR,
                                                      CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR, 0};
  cl_command_buffer_khr asserting = make_commands(test.queue, asserts);
  SET_ARGS(kernel, ARG(a), ARG_LOCAL(64));
  CHECK_ERR(cb.launch(ON(asserting), kernel, 1, NULL, &global, NULL, FREE), CL_INVALID_VALUE);
  CHECK_CL(cb.finalize(buffer));
  replay(buffer);
  close_all();
}

static const struct test_case cases[] = {
    {"create", create},         {"lifetime_and_queries", lifetime_and_queries},
    {"enqueue", enqueue},       {"shared", shared},
    {"arguments", arguments},   {"launches", launches},
    {"mip_levels", mip_levels},
};
TEST_MAIN(cases)
