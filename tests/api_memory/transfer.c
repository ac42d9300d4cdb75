/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Plain reads, writes and copies, and migration. */
#include <string.h>

#include "tests/api_memory/objects.h"

#define READ(queue, mem, offset, size, ptr, waits, list)                                                               \
  clEnqueueReadBuffer((queue), (mem), CL_TRUE, (offset), (size), (ptr), (waits), (list), NULL)
#define WRITE(queue, mem, offset, size, ptr, waits, list)                                                              \
  clEnqueueWriteBuffer((queue), (mem), CL_TRUE, (offset), (size), (ptr), (waits), (list), NULL)
#define COPY(queue, src, dst, from, to, size, waits, list)                                                             \
  clEnqueueCopyBuffer((queue), (src), (dst), (from), (to), (size), (waits), (list), NULL)

static const size_t sizes[] = {1, 2, 3, 4, 7, 8, 31, 64, 65, 255, 4096, 65535, 262144, 262145, 1048577, 5000011};

/* Odd offsets on all sides; bytes beside the region stay. */
static void of_any_size(void) {
  for (size_t i = 0; i < TEST_COUNT(sizes); i++) {
    size_t mark = test_mark(), size = sizes[i], whole = size + 11;
    unsigned char *data = test_alloc(whole), *got = test_alloc(whole), *want = test_alloc(whole);
    test_fill(data, whole, 100 + (uint32_t)i);
    test_fill(want, whole, 1);
    cl_mem a = make_filled(whole, 1), b = make_filled(whole, 2);
    CHECK_CL(WRITE(test.queue, a, 5, size, data + 1, 0, NULL));
    memcpy(want + 5, data + 1, size);
    check_same(contents(a, whole), want, whole, "written");

    test_fill(want, whole, 2);
    memcpy(want + 3, data + 1, size);
    CHECK_CL(COPY(test.queue, a, b, 5, 3, size, 0, NULL));
    check_same(contents(b, whole), want, whole, "copied");

    test_fill(want, whole, 3);
    test_fill(got, whole, 3);
    memcpy(want + 7, data + 1, size);
    CHECK_CL(READ(test.queue, b, 3, size, got + 7, 0, NULL));
    check_same(got, want, whole, "read");
    test_release_to(mark);
  }
}

static void without_blocking(void) {
  for (size_t i = 0; i < TEST_COUNT(sizes); i++) {
    size_t mark = test_mark(), size = sizes[i];
    unsigned char *data = test_alloc(size), *got = test_alloc(size);
    test_fill(data, size, (uint32_t)i);
    cl_mem a = make_buffer(0, size, NULL), b = make_buffer(0, size, NULL);
    cl_event event[3];
    CHECK_CL(clEnqueueWriteBuffer(test.queue, a, CL_FALSE, 0, size, data, 0, NULL, &event[0]));
    CHECK_CL(clEnqueueCopyBuffer(test.queue, a, b, 0, 0, size, 0, NULL, &event[1]));
    CHECK_CL(clEnqueueReadBuffer(test.queue, b, CL_FALSE, 0, size, got, 0, NULL, &event[2]));
    static const cl_command_type types[] = {CL_COMMAND_WRITE_BUFFER, CL_COMMAND_COPY_BUFFER, CL_COMMAND_READ_BUFFER};
    CHECK_CL(clWaitForEvents(1, &event[2]));
    check_same(got, data, size, "through two buffers");
    for (int k = 0; k < 3; k++) {
      cl_command_type type = 0;
      CHECK_CL(clGetEventInfo(keep_event(event[k]), CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
      CHECK_EQ(type, types[k]);
    }
    test_release_to(mark);
  }
}

/* Blocking calls that need not wait and those that must take different ways. */
static void blocking_behind_what_is_queued(void) {
  size_t size = 3000;
  unsigned char *data = test_alloc(size), *got = test_alloc(size);
  cl_mem mem = make_buffer(0, size, NULL);
  cl_queue_properties in_any_order[] = {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE};
  for (int k = 0; k < 2; k++) {
    cl_command_queue queue = make_queue(in_any_order[k]);
    for (uint32_t i = 0; i < 200; i++) {
      cl_event written = NULL;
      test_fill(data, size, i);
      CHECK_CL(clEnqueueWriteBuffer(queue, mem, CL_FALSE, 0, size, data, 0, NULL, &written));
      cl_int error = READ(queue, mem, 0, size, got, k, k ? &written : NULL);
      clReleaseEvent(written);
      CHECK_CL(error);
      check_same(got, data, size, "read");
      test_fill(data, size, ~i);
      CHECK_CL(WRITE(queue, mem, 0, size, data, 0, NULL));
      CHECK_CL(READ(queue, mem, 0, size, got, 0, NULL));
      check_same(got, data, size, "read back");
    }
  }
}

/* Barriers of an out-of-order queue hold back what may otherwise run at once. */
static void blocking_behind_a_barrier(void) {
  cl_command_queue queue = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  size_t size = 1 << 22;
  unsigned char *data = test_alloc(size);
  cl_mem mem = make_buffer(0, size, NULL);
  for (int i = 1; i < 20; i++) {
    unsigned char last = 0;
    memset(data, i, size);
    CHECK_CL(clEnqueueWriteBuffer(queue, mem, CL_FALSE, 0, size, data, 0, NULL, NULL));
    CHECK_CL(clEnqueueBarrierWithWaitList(queue, 0, NULL, NULL));
    CHECK_CL(READ(queue, mem, size - 1, 1, &last, 0, NULL));
    CHECK_EQ(last, i);
  }
}

/* The specification allows to read into the memory that the buffer uses, and to write from it. */
static void onto_itself(void) {
  static const size_t all[] = {1, 4096, 3000001};
  for (size_t i = 0; i < TEST_COUNT(all); i++) {
    size_t size = all[i];
    const size_t zero[3] = {0}, region[3] = {size, 1, 1};
    unsigned char *memory = test_alloc(size), *want = test_alloc(size);
    test_fill(memory, size, 1);
    test_fill(want, size, 1);
    cl_mem mem = make_buffer(CL_MEM_USE_HOST_PTR, size, memory);
    cl_event event[2];
    CHECK_CL(READ(test.queue, mem, 0, size, memory, 0, NULL));
    CHECK_CL(WRITE(test.queue, mem, 0, size, memory, 0, NULL));
    CHECK_CL(clEnqueueReadBuffer(test.queue, mem, CL_FALSE, 0, size, memory, 0, NULL, &event[0]));
    CHECK_CL(clEnqueueWriteBufferRect(test.queue, mem, CL_FALSE, zero, zero, region, 0, 0, 0, 0, memory, 0, NULL,
                                      &event[1]));
    keep_event(event[0]);
    keep_event(event[1]);
    CHECK_CL(clWaitForEvents(2, event));
    check_same(memory, want, size, "the application's memory");
    check_same(contents(mem, size), want, size, "the buffer");
  }
}

static void nothing_at_all(void) {
  cl_mem a = make_filled(16, 1), b = make_filled(16, 2);
  unsigned char byte = 7, want[16];
  cl_event event;
  if (!test.is_weft)
    test_skip("older versions of the specification had no word on size 0");
  CHECK_CL(READ(test.queue, a, 16, 0, &byte, 0, NULL));
  CHECK_CL(WRITE(test.queue, a, 3, 0, &byte, 0, NULL));
  CHECK_CL(clEnqueueCopyBuffer(test.queue, a, b, 16, 0, 0, 0, NULL, &event));
  CHECK_CL(clWaitForEvents(1, &event));
  CHECK_CL(clReleaseEvent(event));
  CHECK_CL(COPY(test.queue, a, a, 3, 3, 0, 0, NULL));
  CHECK_CL(clEnqueueReadBuffer(test.queue, a, CL_FALSE, 16, 0, &byte, 0, NULL, &event));
  CHECK_CL(clWaitForEvents(1, &event));
  CHECK_CL(clReleaseEvent(event));
  CHECK_EQ(byte, 7);
  test_fill(want, 16, 1);
  check_same(contents(a, 16), want, 16, "source");
  test_fill(want, 16, 2);
  check_same(contents(b, 16), want, 16, "target");
}

static void regions_out_of_bounds(void) {
  cl_mem a = make_buffer(0, 100, NULL), b = make_buffer(0, 50, NULL);
  static const size_t bad[][2] = {
      {0, 101}, {100, 1}, {101, 0}, {99, 2}, {1, SIZE_MAX}, {SIZE_MAX, 1}, {SIZE_MAX, SIZE_MAX}};
  char memory[200] = {0};
  for (size_t i = 0; i < TEST_COUNT(bad); i++) {
    CHECK_ERR(READ(test.queue, a, bad[i][0], bad[i][1], memory, 0, NULL), CL_INVALID_VALUE);
    CHECK_ERR(WRITE(test.queue, a, bad[i][0], bad[i][1], memory, 0, NULL), CL_INVALID_VALUE);
    CHECK_ERR(COPY(test.queue, a, b, bad[i][0], 0, bad[i][1], 0, NULL), CL_INVALID_VALUE);
    CHECK_ERR(COPY(test.queue, b, a, 0, bad[i][0], bad[i][1], 0, NULL), CL_INVALID_VALUE);
  }
  CHECK_ERR(COPY(test.queue, a, b, 0, 0, 51, 0, NULL), CL_INVALID_VALUE);
  CHECK_ERR(COPY(test.queue, a, b, 0, 50, 1, 0, NULL), CL_INVALID_VALUE);
}

static void missing_pointers(void) {
  cl_mem mem = make_buffer(0, 16, NULL);
  CHECK_ERR(READ(test.queue, mem, 0, 16, NULL, 0, NULL), CL_INVALID_VALUE);
  CHECK_ERR(WRITE(test.queue, mem, 0, 16, NULL, 0, NULL), CL_INVALID_VALUE);
}

static void host_access(void) {
  static const struct {
    cl_mem_flags flags;
    bool reads, writes;
  } all[] = {{CL_MEM_HOST_READ_ONLY, true, false},
             {CL_MEM_HOST_WRITE_ONLY, false, true},
             {CL_MEM_HOST_NO_ACCESS, false, false},
             {CL_MEM_READ_ONLY, true, true},
             {CL_MEM_WRITE_ONLY, true, true}};
  char byte = 1, pattern = 2;
  size_t zero[3] = {0}, one[3] = {1, 1, 1};
  for (size_t i = 0; i < TEST_COUNT(all); i++) {
    cl_mem mem = make_buffer(all[i].flags, 16, NULL), other = make_buffer(0, 16, NULL);
    cl_int reads = all[i].reads ? CL_SUCCESS : CL_INVALID_OPERATION;
    cl_int writes = all[i].writes ? CL_SUCCESS : CL_INVALID_OPERATION;
    CHECK_ERR(READ(test.queue, mem, 0, 1, &byte, 0, NULL), reads);
    CHECK_ERR(WRITE(test.queue, mem, 0, 1, &byte, 0, NULL), writes);
    CHECK_ERR(clEnqueueReadBufferRect(test.queue, mem, CL_TRUE, zero, zero, one, 0, 0, 0, 0, &byte, 0, NULL, NULL),
              reads);
    CHECK_ERR(clEnqueueWriteBufferRect(test.queue, mem, CL_TRUE, zero, zero, one, 0, 0, 0, 0, &byte, 0, NULL, NULL),
              writes);
    /* What the device does by itself is no access of the host. */
    CHECK_CL(COPY(test.queue, mem, other, 0, 0, 16, 0, NULL));
    CHECK_CL(COPY(test.queue, other, mem, 0, 0, 16, 0, NULL));
    CHECK_CL(clEnqueueFillBuffer(test.queue, mem, &pattern, 1, 0, 16, 0, NULL, NULL));
  }
}

static void copies_that_overlap(void) {
  cl_mem mem = make_filled(100, 1);
  static const size_t bad[][3] = {{0, 0, 1}, {0, 0, 100}, {0, 49, 50}, {49, 0, 50}, {10, 19, 10}, {99, 99, 1}};
  static const size_t good[][3] = {{0, 50, 50}, {50, 0, 50}, {99, 98, 1}, {20, 10, 10}};
  unsigned char want[100];
  test_fill(want, 100, 1);
  for (size_t i = 0; i < TEST_COUNT(bad); i++)
    CHECK_ERR(COPY(test.queue, mem, mem, bad[i][0], bad[i][1], bad[i][2], 0, NULL), CL_MEM_COPY_OVERLAP);
  check_same(contents(mem, 100), want, 100, "after refused copies");
  for (size_t i = 0; i < TEST_COUNT(good); i++) {
    CHECK_CL(COPY(test.queue, mem, mem, good[i][0], good[i][1], good[i][2], 0, NULL));
    memcpy(want + good[i][1], want + good[i][0], good[i][2]);
  }
  check_same(contents(mem, 100), want, 100, "after copies within a buffer");
}

static void queues_and_memory_objects(void) {
  cl_mem mem = make_buffer(0, 16, NULL);
  char byte = 0;
  CHECK_ERR(READ(NULL, mem, 0, 1, &byte, 0, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(WRITE(NULL, mem, 0, 1, &byte, 0, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(COPY(NULL, mem, mem, 0, 1, 1, 0, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(READ(test.queue, NULL, 0, 1, &byte, 0, NULL), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(WRITE(test.queue, NULL, 0, 1, &byte, 0, NULL), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(COPY(test.queue, NULL, mem, 0, 1, 1, 0, NULL), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(COPY(test.queue, mem, NULL, 0, 1, 1, 0, NULL), CL_INVALID_MEM_OBJECT);
}

static void objects_of_another_context(void) {
  cl_int error;
  char byte = 0;
  cl_context context = make_context();
  cl_mem mine = make_buffer(0, 16, NULL), foreign = clCreateBuffer(context, 0, 16, NULL, &error);
  CHECK_CL(error);
  cl_event event = clCreateUserEvent(context, &error);
  CHECK_CL(error);
  cl_int got[] = {
      READ(test.queue, foreign, 0, 1, &byte, 0, NULL),   WRITE(test.queue, foreign, 0, 1, &byte, 0, NULL),
      COPY(test.queue, foreign, mine, 0, 0, 1, 0, NULL), COPY(test.queue, mine, foreign, 0, 0, 1, 0, NULL),
      READ(test.queue, mine, 0, 1, &byte, 1, &event),    WRITE(test.queue, mine, 0, 1, &byte, 1, &event),
      COPY(test.queue, mine, mine, 0, 1, 1, 1, &event),
  };
  clSetUserEventStatus(event, CL_COMPLETE);
  clReleaseEvent(event);
  clReleaseMemObject(foreign);
  for (size_t i = 0; i < TEST_COUNT(got); i++)
    if (got[i] != CL_INVALID_CONTEXT)
      FAIL("call %zu gives %s", i, test_error_name(got[i]));
}

static void wait_lists(void) {
  cl_mem mem = make_buffer(0, 16, NULL);
  cl_event event = make_user_event(), none = NULL;
  char byte = 0;
  complete(event, CL_COMPLETE);
  CHECK_ERR(READ(test.queue, mem, 0, 1, &byte, 1, NULL), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(READ(test.queue, mem, 0, 1, &byte, 0, &event), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(READ(test.queue, mem, 0, 1, &byte, 1, &none), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(WRITE(test.queue, mem, 0, 1, &byte, 1, NULL), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(WRITE(test.queue, mem, 0, 1, &byte, 0, &event), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(COPY(test.queue, mem, mem, 0, 1, 1, 1, NULL), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(COPY(test.queue, mem, mem, 0, 1, 1, 0, &event), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_CL(READ(test.queue, mem, 0, 1, &byte, 1, &event));
}

static void events_that_failed(void) {
  cl_mem mem = make_filled(16, 1);
  cl_event event = make_user_event(), after = NULL;
  cl_command_queue queue = make_queue(0);
  unsigned char data[16] = {0}, want[16];
  cl_int status = 1;
  test_fill(want, 16, 1);
  complete(event, -7);
  CHECK_ERR(READ(queue, mem, 0, 16, data, 1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK_ERR(WRITE(queue, mem, 0, 16, data, 1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK_EQ(data[0], 0);
  CHECK_CL(clEnqueueWriteBuffer(queue, mem, CL_FALSE, 0, 16, data, 1, &event, &after));
  clWaitForEvents(1, &after);
  CHECK_CL(clGetEventInfo(keep_event(after), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
  CHECK(status < 0);
  check_same(contents(mem, 16), want, 16, "after writes that did not run");
}

/* A chain through wait lists alone, the last link enqueued first in time to run. */
static void out_of_order(void) {
  enum { LINKS = 64, SIZE = 10000 };
  cl_command_queue queue = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_event start = make_user_event(), event[LINKS + 1];
  unsigned char *data = test_alloc(SIZE), *got = test_alloc(SIZE);
  cl_mem mem[LINKS + 1];
  test_fill(data, SIZE, 9);
  for (int i = 0; i <= LINKS; i++)
    mem[i] = make_buffer(0, SIZE, NULL);
  CHECK_CL(clEnqueueWriteBuffer(queue, mem[0], CL_FALSE, 0, SIZE, data, 1, &start, &event[0]));
  keep_event(event[0]);
  for (int i = 0; i < LINKS; i++) {
    CHECK_CL(clEnqueueCopyBuffer(queue, mem[i], mem[i + 1], 0, 0, SIZE, 1, &event[i], &event[i + 1]));
    keep_event(event[i + 1]);
  }
  complete(start, CL_COMPLETE);
  CHECK_CL(READ(queue, mem[LINKS], 0, SIZE, got, 1, &event[LINKS]));
  check_same(got, data, SIZE, "at the chain's end");
}

static void bad_migrations(void) {
  cl_mem mem = make_buffer(0, 16, NULL), list[2] = {mem, NULL};
  CHECK_ERR(clEnqueueMigrateMemObjects(NULL, 1, &mem, 0, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clEnqueueMigrateMemObjects(test.queue, 0, &mem, 0, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueMigrateMemObjects(test.queue, 1, NULL, 0, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueMigrateMemObjects(test.queue, 1, &mem, 1 << 5, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueMigrateMemObjects(test.queue, 2, list, 0, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(clEnqueueMigrateMemObjects(test.queue, 1, &mem, 0, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
}

static void migration_keeps_contents(void) {
  cl_mem list[2] = {make_filled(1000, 1), make_filled(1000, 2)};
  static const cl_mem_migration_flags flags[] = {0, CL_MIGRATE_MEM_OBJECT_HOST};
  unsigned char want[1000];
  for (size_t i = 0; i < TEST_COUNT(flags); i++) {
    cl_event event;
    cl_command_type type = 0;
    CHECK_CL(clEnqueueMigrateMemObjects(test.queue, 2, list, flags[i], 0, NULL, &event));
    keep_event(event);
    CHECK_CL(clWaitForEvents(1, &event));
    CHECK_CL(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
    CHECK_EQ(type, CL_COMMAND_MIGRATE_MEM_OBJECTS);
    for (uint32_t k = 0; k < 2; k++) {
      test_fill(want, 1000, k + 1);
      check_same(contents(list[k], 1000), want, 1000, "migrated");
    }
  }
  CHECK_CL(clEnqueueMigrateMemObjects(test.queue, 1, list, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 0, NULL, NULL));
  CHECK_CL(clFinish(test.queue));
}

/* One buffer, queues on two sub-devices, ordered by events alone. */
static void between_sub_devices(void) {
  enum { SIZE = 100000, ROUNDS = 20 };
  const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_device_id device[2];
  cl_uint count = 0;
  cl_int error;
  if (test_device_uint(CL_DEVICE_MAX_COMPUTE_UNITS) < 2)
    test_skip("one compute unit alone");
  CHECK_CL(clCreateSubDevices(test.device, equally, 0, NULL, &count));
  cl_device_id *all = test_alloc(count * sizeof *all);
  CHECK_CL(clCreateSubDevices(test.device, equally, count, all, NULL));
  device[0] = all[0];
  device[1] = all[1];
  unsigned char *data = test_alloc(SIZE), *got = test_alloc(SIZE);
  cl_context context = clCreateContext(NULL, 2, device, NULL, NULL, &error);
  CHECK_CL(error);
  cl_mem a = clCreateBuffer(context, 0, SIZE, NULL, &error), b = clCreateBuffer(context, 0, SIZE, NULL, &error);
  CHECK_CL(error);
  cl_command_queue queue[2];
  for (int i = 0; i < 2; i++) {
    queue[i] = clCreateCommandQueueWithProperties(context, device[i], NULL, &error);
    CHECK_CL(error);
  }
  size_t same = 0;
  for (uint32_t i = 0; i < ROUNDS; i++) {
    cl_event event[3];
    test_fill(data, SIZE, i);
    CHECK_CL(clEnqueueWriteBuffer(queue[0], a, CL_FALSE, 0, SIZE, data, 0, NULL, &event[0]));
    CHECK_CL(clEnqueueMigrateMemObjects(queue[1], 1, &a, 0, 1, &event[0], &event[1]));
    CHECK_CL(clEnqueueCopyBuffer(queue[1], a, b, 0, 0, SIZE, 1, &event[1], &event[2]));
    CHECK_CL(clEnqueueReadBuffer(queue[0], b, CL_TRUE, 0, SIZE, got, 1, &event[2], NULL));
    same += test_differ(got, data, SIZE) == SIZE;
    for (int k = 0; k < 3; k++)
      clReleaseEvent(event[k]);
  }
  for (int i = 0; i < 2; i++)
    clReleaseCommandQueue(queue[i]);
  /* The buffers outlive what the application holds of their context and devices. */
  clReleaseContext(context);
  for (cl_uint i = 0; i < count; i++)
    clReleaseDevice(all[i]);
  clReleaseMemObject(a);
  clReleaseMemObject(b);
  CHECK_EQ(same, ROUNDS);
}

static const struct test_case cases[] = {
    {"of_any_size", of_any_size},
    {"without_blocking", without_blocking},
    {"blocking_behind_what_is_queued", blocking_behind_what_is_queued},
    {"blocking_behind_a_barrier", blocking_behind_a_barrier},
    {"onto_itself", onto_itself},
    {"nothing_at_all", nothing_at_all},
    {"regions_out_of_bounds", regions_out_of_bounds},
    {"missing_pointers", missing_pointers},
    {"host_access", host_access},
    {"copies_that_overlap", copies_that_overlap},
    {"queues_and_memory_objects", queues_and_memory_objects},
    {"objects_of_another_context", objects_of_another_context},
    {"wait_lists", wait_lists},
    {"events_that_failed", events_that_failed},
    {"out_of_order", out_of_order},
    {"between_sub_devices", between_sub_devices},
    {"bad_migrations", bad_migrations},
    {"migration_keeps_contents", migration_keeps_contents},
};
TEST_MAIN(cases)
