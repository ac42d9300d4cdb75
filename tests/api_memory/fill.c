/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clEnqueueFillBuffer. */
#include <string.h>

#include "tests/api_memory/objects.h"

static cl_int fill(cl_mem mem, const void *pattern, size_t pattern_size, size_t offset, size_t size) {
  return clEnqueueFillBuffer(test.queue, mem, pattern, pattern_size, offset, size, 0, NULL, NULL);
}

static void every_pattern_size(void) {
  enum { SIZE = 128 * 40 };
  unsigned char pattern[128], want[SIZE];
  for (size_t n = 1; n <= 128; n *= 2)
    for (size_t first = 0; first < 5; first++)
      for (size_t count = 0; count <= 33; count += 1 + count / 3) {
        size_t mark = test_mark();
        cl_mem mem = make_filled(SIZE, 1);
        test_fill(want, SIZE, 1);
        test_fill(pattern, n, (uint32_t)n);
        CHECK_CL(fill(mem, pattern, n, first * n, count * n));
        for (size_t i = 0; i < count; i++)
          memcpy(want + (first + i) * n, pattern, n);
        memset(pattern, 0, n); /* ours again once the call is back */
        check_same(contents(mem, SIZE), want, SIZE, "filled");
        test_release_to(mark);
      }
}

static void large(void) {
  static const size_t pattern_sizes[] = {1, 4, 16, 128};
  size_t size = 6 << 20;
  unsigned char pattern[128], *want = test_alloc(size);
  cl_mem mem = make_buffer(0, size, NULL);
  for (size_t k = 0; k < TEST_COUNT(pattern_sizes); k++) {
    size_t n = pattern_sizes[k];
    test_fill(pattern, n, (uint32_t)k);
    CHECK_CL(fill(mem, pattern, n, 0, size));
    for (size_t i = 0; i < size; i += n)
      memcpy(want + i, pattern, n);
    check_same(contents(mem, size), want, size, "filled");
  }
}

static void through_a_sub_buffer(void) {
  size_t align = base_align(), size = 4 * align;
  unsigned char *want = test_alloc(size), pattern[4] = {1, 2, 3, 4};
  cl_mem parent = make_filled(size, 1), sub = make_sub_buffer(parent, 0, align, 2 * align);
  test_fill(want, size, 1);
  CHECK_CL(fill(sub, pattern, 4, 8, align));
  for (size_t i = 0; i < align; i += 4)
    memcpy(want + align + 8 + i, pattern, 4);
  check_same(contents(parent, size), want, size, "filled");
}

static void type_of_its_event(void) {
  cl_event event;
  cl_command_type type = 0;
  char pattern = 1;
  cl_mem mem = make_buffer(0, 16, NULL);
  CHECK_CL(clEnqueueFillBuffer(test.queue, mem, &pattern, 1, 0, 16, 0, NULL, &event));
  keep_event(event);
  CHECK_CL(clWaitForEvents(1, &event));
  CHECK_CL(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
  CHECK_EQ(type, CL_COMMAND_FILL_BUFFER);
}

static void bad_arguments(void) {
  unsigned char pattern[256] = {0}, want[256];
  cl_mem mem = make_filled(256, 1);
  cl_event event = make_user_event();
  static const size_t bad[][3] = {
      /* pattern size, offset, size */
      {0, 0, 16},  {3, 0, 12},           {12, 0, 24},          {256, 0, 256},    {129, 0, 129}, {4, 2, 8},
      {4, 0, 6},   {16, 8, 16},          {16, 0, 8},           {1, 0, 257},      {1, 256, 1},   {1, 257, 0},
      {4, 252, 8}, {4, 4, SIZE_MAX - 3}, {8, SIZE_MAX - 7, 8}, {1, 1, SIZE_MAX},
  };
  for (size_t i = 0; i < TEST_COUNT(bad); i++) {
    cl_int error = fill(mem, pattern, bad[i][0], bad[i][1], bad[i][2]);
    if (error != CL_INVALID_VALUE)
      FAIL("a pattern of %zu at %zu, %zu bytes, gives %s", bad[i][0], bad[i][1], bad[i][2], test_error_name(error));
  }
  complete(event, CL_COMPLETE);
  CHECK_ERR(fill(mem, NULL, 1, 0, 16), CL_INVALID_VALUE);
  CHECK_ERR(fill(NULL, pattern, 1, 0, 16), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(clEnqueueFillBuffer(NULL, mem, pattern, 1, 0, 16, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clEnqueueFillBuffer(test.queue, mem, pattern, 1, 0, 16, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(clEnqueueFillBuffer(test.queue, mem, pattern, 1, 0, 16, 0, &event, NULL), CL_INVALID_EVENT_WAIT_LIST);
  test_fill(want, 256, 1);
  check_same(contents(mem, 256), want, 256, "after refused fills");
}

static const struct test_case cases[] = {
    {"every_pattern_size", every_pattern_size},
    {"large", large},
    {"through_a_sub_buffer", through_a_sub_buffer},
    {"type_of_its_event", type_of_its_event},
    {"bad_arguments", bad_arguments},
};
TEST_MAIN(cases)
