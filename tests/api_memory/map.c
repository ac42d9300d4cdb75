/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clEnqueueMapBuffer and clEnqueueUnmapMemObject. */
#include <string.h>

#include "tests/api_memory/objects.h"

static void *map(cl_mem mem, cl_map_flags flags, size_t offset, size_t size) {
  cl_int error = 1;
  void *mapped = clEnqueueMapBuffer(test.queue, mem, CL_TRUE, flags, offset, size, 0, NULL, NULL, &error);
  CHECK_CL(error);
  CHECK(mapped != NULL);
  return mapped;
}

static void unmap(cl_mem mem, void *mapped) {
  CHECK_CL(clEnqueueUnmapMemObject(test.queue, mem, mapped, 0, NULL, NULL));
  CHECK_CL(clFinish(test.queue));
}

static cl_int map_error(cl_mem mem, cl_map_flags flags, size_t offset, size_t size) {
  cl_int error = 1;
  void *mapped = clEnqueueMapBuffer(test.queue, mem, CL_TRUE, flags, offset, size, 0, NULL, NULL, &error);
  CHECK((error == CL_SUCCESS) == (mapped != NULL));
  if (mapped)
    unmap(mem, mapped);
  return error;
}

static cl_ulong map_count(cl_mem mem) {
  return mem_info(mem, CL_MEM_MAP_COUNT, sizeof(cl_uint));
}

static void read_and_write(void) {
  enum { SIZE = 10000 };
  unsigned char *want = test_alloc(SIZE);
  cl_mem mem = make_filled(SIZE, 1);
  test_fill(want, SIZE, 1);
  unsigned char *mapped = map(mem, CL_MAP_READ, 100, 5000);
  check_same(mapped, want + 100, 5000, "mapped for reading");
  unmap(mem, mapped);

  mapped = map(mem, CL_MAP_WRITE, 7, 3000);
  check_same(mapped, want + 7, 3000, "mapped for writing");
  test_fill(mapped, 1000, 2);
  test_fill(want + 7, 1000, 2);
  unmap(mem, mapped);
  check_same(contents(mem, SIZE), want, SIZE, "after a map for writing");

  mapped = map(mem, CL_MAP_WRITE_INVALIDATE_REGION, 5000, 5000);
  test_fill(mapped, 5000, 3);
  test_fill(want + 5000, 5000, 3);
  unmap(mem, mapped);
  check_same(contents(mem, SIZE), want, SIZE, "after a map that invalidates");

  mapped = map(mem, CL_MAP_READ | CL_MAP_WRITE, 0, SIZE);
  for (int i = 0; i < SIZE; i++)
    mapped[i] ^= 0xff, want[i] ^= 0xff;
  unmap(mem, mapped);
  check_same(contents(mem, SIZE), want, SIZE, "after a map for both");
}

static void without_blocking(void) {
  enum { SIZE = 3000 };
  cl_mem mem = make_buffer(0, SIZE, NULL);
  unsigned char data[SIZE], got[SIZE];
  cl_event event[3];
  cl_int error;
  cl_command_type type[3];
  test_fill(data, SIZE, 5);
  CHECK_CL(clEnqueueWriteBuffer(test.queue, mem, CL_FALSE, 0, SIZE, data, 0, NULL, &event[0]));
  unsigned char *mapped =
      clEnqueueMapBuffer(test.queue, mem, CL_FALSE, CL_MAP_READ | CL_MAP_WRITE, 0, SIZE, 0, NULL, &event[1], &error);
  CHECK_CL(error);
  keep_event(event[0]);
  keep_event(event[1]);
  CHECK_CL(clWaitForEvents(1, &event[1]));
  check_same(mapped, data, SIZE, "mapped");
  mapped[17] ^= 1;
  data[17] ^= 1;
  CHECK_CL(clEnqueueUnmapMemObject(test.queue, mem, mapped, 0, NULL, &event[2]));
  keep_event(event[2]);
  CHECK_CL(clEnqueueReadBuffer(test.queue, mem, CL_FALSE, 0, SIZE, got, 0, NULL, NULL));
  CHECK_CL(clFinish(test.queue));
  check_same(got, data, SIZE, "read");
  for (int i = 0; i < 3; i++)
    CHECK_CL(clGetEventInfo(event[i], CL_EVENT_COMMAND_TYPE, sizeof *type, &type[i], NULL));
  CHECK_EQ(type[1], CL_COMMAND_MAP_BUFFER);
  CHECK_EQ(type[2], CL_COMMAND_UNMAP_MEM_OBJECT);
}

/* A map or an unmap that nobody watches still stands in its place. */
static void without_events(void) {
  size_t size = 1 << 20;
  unsigned char *data = test_alloc(size);
  cl_mem mem = make_buffer(0, size, NULL);
  for (int i = 0; i < 20; i++) {
    cl_int error;
    memset(data, i, size);
    CHECK_CL(clEnqueueWriteBuffer(test.queue, mem, CL_FALSE, 0, size, data, 0, NULL, NULL));
    unsigned char *mapped = clEnqueueMapBuffer(test.queue, mem, CL_FALSE, CL_MAP_READ, 0, size, 0, NULL, NULL, &error);
    CHECK_CL(error);
    CHECK_CL(clFinish(test.queue));
    CHECK_EQ(mapped[size - 1], i);
    CHECK_CL(clEnqueueUnmapMemObject(test.queue, mem, mapped, 0, NULL, NULL));
  }
  CHECK_CL(clFinish(test.queue));
}

static void counts(void) {
  cl_mem mem = make_filled(1000, 1), other = make_buffer(0, 10, NULL);
  CHECK_EQ(map_count(mem), 0);
  void *a = map(mem, CL_MAP_READ, 0, 500);
  CHECK_EQ(map_count(mem), 1);
  void *b = map(mem, CL_MAP_READ, 250, 500);
  void *c = map(mem, CL_MAP_READ, 0, 500); /* the same region again */
  CHECK_EQ(map_count(mem), 3);
  CHECK_EQ(map_count(other), 0);
  check_same((char *)a + 250, b, 250, "two maps of the same bytes");
  unmap(mem, a);
  CHECK_EQ(map_count(mem), 2);
  unmap(mem, c);
  unmap(mem, b);
  CHECK_EQ(map_count(mem), 0);
  CHECK_ERR(clEnqueueUnmapMemObject(test.queue, mem, a, 0, NULL, NULL), CL_INVALID_VALUE);
}

static void maps_that_overlap(void) {
  size_t align = base_align();
  cl_mem mem = make_buffer(0, 4 * align, NULL), sub = make_sub_buffer(mem, 0, align, 2 * align);
  void *low = map(mem, CL_MAP_WRITE, 0, align + 8);
  CHECK_ERR(map_error(mem, CL_MAP_WRITE, align + 7, 8), CL_INVALID_OPERATION);
  CHECK_ERR(map_error(mem, CL_MAP_WRITE_INVALIDATE_REGION, 0, 1), CL_INVALID_OPERATION);
  CHECK_ERR(map_error(mem, CL_MAP_WRITE | CL_MAP_READ, 0, 4 * align), CL_INVALID_OPERATION);
  CHECK_ERR(map_error(sub, CL_MAP_WRITE, 7, 1), CL_INVALID_OPERATION);
  CHECK_CL(map_error(mem, CL_MAP_WRITE, align + 8, 8));
  CHECK_CL(map_error(sub, CL_MAP_WRITE, 8, 8));
  CHECK_EQ(map_count(mem), 1);
  CHECK_EQ(map_count(sub), 0);
  unmap(mem, low);
  CHECK_CL(map_error(mem, CL_MAP_WRITE, 0, 4 * align));
}

/* Without a wait between: the order of the calls decides what is mapped. */
static void map_unmap_map(void) {
  cl_mem mem = make_buffer(0, 64, NULL);
  for (int i = 0; i < 50; i++) {
    cl_int error;
    void *mapped = clEnqueueMapBuffer(test.queue, mem, CL_FALSE, CL_MAP_WRITE, 0, 64, 0, NULL, NULL, &error);
    CHECK_CL(error);
    CHECK_CL(clEnqueueUnmapMemObject(test.queue, mem, mapped, 0, NULL, NULL));
  }
  CHECK_CL(clFinish(test.queue));
  CHECK_EQ(map_count(mem), 0);
}

static void of_a_sub_buffer(void) {
  size_t align = base_align();
  unsigned char *memory = test_alloc(4 * align);
  test_fill(memory, 4 * align, 1);
  cl_mem parent = make_buffer(CL_MEM_USE_HOST_PTR, 4 * align, memory);
  cl_mem sub = make_sub_buffer(parent, 0, align, 2 * align);
  unsigned char *mapped = map(sub, CL_MAP_READ, 3, align);
  CHECK(mapped == memory + align + 3);
  CHECK_EQ(map_count(sub), 1);
  CHECK_EQ(map_count(parent), 0);
  CHECK_ERR(clEnqueueUnmapMemObject(test.queue, parent, mapped, 0, NULL, NULL), CL_INVALID_VALUE);
  unmap(sub, mapped);
}

static void bad_regions(void) {
  cl_mem mem = make_buffer(0, 64, NULL);
  CHECK_ERR(map_error(mem, CL_MAP_READ, 0, 0), CL_INVALID_VALUE);
  CHECK_ERR(map_error(mem, CL_MAP_READ, 0, 65), CL_INVALID_VALUE);
  CHECK_ERR(map_error(mem, CL_MAP_READ, 64, 1), CL_INVALID_VALUE);
  CHECK_ERR(map_error(mem, CL_MAP_READ, 1, SIZE_MAX), CL_INVALID_VALUE);
  CHECK_ERR(map_error(mem, CL_MAP_READ, SIZE_MAX, 2), CL_INVALID_VALUE);
  CHECK_CL(map_error(mem, CL_MAP_READ, 63, 1));
}

static void bad_flags(void) {
  cl_mem mem = make_buffer(0, 64, NULL);
  CHECK_ERR(map_error(mem, 1 << 7, 0, 64), CL_INVALID_VALUE);
  CHECK_ERR(map_error(mem, CL_MAP_WRITE_INVALIDATE_REGION | CL_MAP_READ, 0, 64), CL_INVALID_VALUE);
  CHECK_ERR(map_error(mem, CL_MAP_WRITE_INVALIDATE_REGION | CL_MAP_WRITE, 0, 64), CL_INVALID_VALUE);
}

static void host_access(void) {
  cl_mem reads = make_buffer(CL_MEM_HOST_READ_ONLY, 64, NULL), writes = make_buffer(CL_MEM_HOST_WRITE_ONLY, 64, NULL);
  cl_mem none = make_buffer(CL_MEM_HOST_NO_ACCESS, 64, NULL);
  CHECK_CL(map_error(reads, CL_MAP_READ, 0, 64));
  CHECK_ERR(map_error(reads, CL_MAP_WRITE, 0, 64), CL_INVALID_OPERATION);
  CHECK_ERR(map_error(reads, CL_MAP_READ | CL_MAP_WRITE, 0, 64), CL_INVALID_OPERATION);
  CHECK_ERR(map_error(reads, CL_MAP_WRITE_INVALIDATE_REGION, 0, 64), CL_INVALID_OPERATION);
  CHECK_CL(map_error(writes, CL_MAP_WRITE, 0, 64));
  CHECK_CL(map_error(writes, CL_MAP_WRITE_INVALIDATE_REGION, 0, 64));
  CHECK_ERR(map_error(writes, CL_MAP_READ, 0, 64), CL_INVALID_OPERATION);
  CHECK_ERR(map_error(none, CL_MAP_READ, 0, 64), CL_INVALID_OPERATION);
  CHECK_ERR(map_error(none, CL_MAP_WRITE, 0, 64), CL_INVALID_OPERATION);
  CHECK_ERR(map_error(none, CL_MAP_WRITE_INVALIDATE_REGION, 0, 64), CL_INVALID_OPERATION);
}

static void bad_arguments(void) {
  cl_mem mem = make_buffer(0, 64, NULL);
  cl_event event = make_user_event(), none = NULL;
  cl_int error;
  complete(event, CL_COMPLETE);
#define MAP_GIVES(want, queue, mem, n, list)                                                                           \
  CHECK(!clEnqueueMapBuffer(queue, mem, CL_TRUE, CL_MAP_READ, 0, 64, n, list, NULL, &error));                          \
  CHECK_ERR(error, want)
  MAP_GIVES(CL_INVALID_COMMAND_QUEUE, NULL, mem, 0, NULL);
  MAP_GIVES(CL_INVALID_MEM_OBJECT, test.queue, NULL, 0, NULL);
  MAP_GIVES(CL_INVALID_EVENT_WAIT_LIST, test.queue, mem, 1, NULL);
  MAP_GIVES(CL_INVALID_EVENT_WAIT_LIST, test.queue, mem, 0, &event);
  MAP_GIVES(CL_INVALID_EVENT_WAIT_LIST, test.queue, mem, 1, &none);
  CHECK(!clEnqueueMapBuffer(test.queue, mem, CL_TRUE, CL_MAP_READ, 0, 0, 0, NULL, NULL, NULL));

  char *mapped = map(mem, CL_MAP_READ, 0, 64);
  CHECK_ERR(clEnqueueUnmapMemObject(NULL, mem, mapped, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clEnqueueUnmapMemObject(test.queue, NULL, mapped, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(clEnqueueUnmapMemObject(test.queue, mem, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueUnmapMemObject(test.queue, mem, mapped + 1, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueUnmapMemObject(test.queue, mem, mapped + 1, 1, &event, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueUnmapMemObject(test.queue, mem, mapped, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_EQ(map_count(mem), 1);
  unmap(mem, mapped);
}

/* The map did not take place: it is gone, and its region is free. */
static void behind_an_event_that_failed(void) {
  cl_mem mem = make_buffer(0, 64, NULL);
  cl_command_queue queue = make_queue(0);
  cl_event failed = make_user_event(), waits = make_user_event(), mapped = NULL;
  cl_int error;
  complete(failed, -3);
  CHECK(!clEnqueueMapBuffer(queue, mem, CL_TRUE, CL_MAP_WRITE, 0, 64, 1, &failed, NULL, &error));
  CHECK_ERR(error, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  if (!test.is_weft)
    return;
  CHECK_EQ(map_count(mem), 0);
  CHECK(clEnqueueMapBuffer(queue, mem, CL_FALSE, CL_MAP_WRITE, 0, 64, 1, &waits, &mapped, &error));
  CHECK_CL(error);
  CHECK_EQ(map_count(mem), 1);
  complete(waits, -3);
  clWaitForEvents(1, &mapped);
  CHECK_CL(clReleaseEvent(mapped));
  CHECK_EQ(map_count(mem), 0);
  CHECK_CL(map_error(mem, CL_MAP_WRITE, 0, 64));
}

static void released_while_mapped(void) {
  cl_int error;
  size_t align = base_align();
  cl_mem parent = make_buffer(0, 2 * align, NULL);
  cl_buffer_region region = {align, align};
  cl_mem sub = clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  CHECK_CL(error);
  map(sub, CL_MAP_WRITE, 0, align);
  map(parent, CL_MAP_WRITE, 0, align);
  CHECK_CL(clReleaseMemObject(sub));
  if (test.is_weft)
    CHECK_CL(map_error(parent, CL_MAP_WRITE, align, align));
}

static const struct test_case cases[] = {
    {"read_and_write", read_and_write},
    {"without_blocking", without_blocking},
    {"without_events", without_events},
    {"counts", counts},
    {"maps_that_overlap", maps_that_overlap},
    {"map_unmap_map", map_unmap_map},
    {"of_a_sub_buffer", of_a_sub_buffer},
    {"bad_regions", bad_regions},
    {"bad_flags", bad_flags},
    {"host_access", host_access},
    {"bad_arguments", bad_arguments},
    {"behind_an_event_that_failed", behind_an_event_that_failed},
    {"released_while_mapped", released_while_mapped},
};
TEST_MAIN(cases)
