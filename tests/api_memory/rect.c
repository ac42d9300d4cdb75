/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rectangular reads, writes and copies against loops over bytes. */
#include <string.h>

#include "tests/api_memory/objects.h"

struct side {
  size_t origin[3], row, slice; /* pitches as passed: 0 for the default */
};

static uint32_t state;

static size_t below(size_t n) {
  state = test_hash(state + 0x9e3779b9u);
  return n ? state % n : 0;
}

static size_t row_pitch(const struct side *side, const size_t region[3]) {
  return side->row ? side->row : region[0];
}

static size_t slice_pitch(const struct side *side, const size_t region[3]) {
  return side->slice ? side->slice : region[1] * row_pitch(side, region);
}

static size_t byte_at(const struct side *side, const size_t region[3], size_t x, size_t y, size_t z) {
  return (side->origin[2] + z) * slice_pitch(side, region) + (side->origin[1] + y) * row_pitch(side, region) +
         side->origin[0] + x;
}

static size_t size_of(const struct side *side, const size_t region[3]) {
  return byte_at(side, region, region[0] - 1, region[1] - 1, region[2] - 1) + 1;
}

static void reference(unsigned char *dst, const struct side *to, const unsigned char *src, const struct side *from,
                      const size_t region[3]) {
  for (size_t z = 0; z < region[2]; z++)
    for (size_t y = 0; y < region[1]; y++)
      for (size_t x = 0; x < region[0]; x++)
        dst[byte_at(to, region, x, y, z)] = src[byte_at(from, region, x, y, z)];
}

/* Default, touching and padded pitches in every combination; origins that may go beyond a row. */
static struct side random_side(const size_t region[3]) {
  struct side side = {{below(9), below(5), below(3)}, 0, 0};
  if (below(3))
    side.row = region[0] + (below(2) ? below(17) : 0);
  if (below(3))
    side.slice = (region[1] + (below(2) ? below(4) : 0)) * row_pitch(&side, region);
  return side;
}

static cl_int read_rect(cl_command_queue queue, cl_mem mem, const struct side *buffer, const struct side *host,
                        const size_t *region, void *ptr) {
  return clEnqueueReadBufferRect(queue, mem, CL_TRUE, buffer->origin, host->origin, region, buffer->row, buffer->slice,
                                 host->row, host->slice, ptr, 0, NULL, NULL);
}

static cl_int write_rect(cl_command_queue queue, cl_mem mem, const struct side *buffer, const struct side *host,
                         const size_t *region, const void *ptr) {
  return clEnqueueWriteBufferRect(queue, mem, CL_TRUE, buffer->origin, host->origin, region, buffer->row, buffer->slice,
                                  host->row, host->slice, ptr, 0, NULL, NULL);
}

static cl_int copy_rect(cl_command_queue queue, cl_mem src, cl_mem dst, const struct side *from, const struct side *to,
                        const size_t *region) {
  return clEnqueueCopyBufferRect(queue, src, dst, from->origin, to->origin, region, from->row, from->slice, to->row,
                                 to->slice, 0, NULL, NULL);
}

/* Buffers and memory end right behind the last byte. */
static void one_of_each(const size_t region[3]) {
  struct side a = random_side(region), b = random_side(region), host = random_side(region);
  size_t size_a = size_of(&a, region), size_b = size_of(&b, region), size_host = size_of(&host, region);
  unsigned char *data = test_alloc(size_host), *want_a = test_alloc(size_a), *want_b = test_alloc(size_b);
  unsigned char *got = test_alloc(size_host), *want = test_alloc(size_host);
  cl_mem mem_a = make_filled(size_a, 1), mem_b = make_filled(size_b, 2);
  test_fill(data, size_host, 3);
  test_fill(want_a, size_a, 1);
  test_fill(want_b, size_b, 2);
  test_fill(got, size_host, 4);
  test_fill(want, size_host, 4);

  CHECK_CL(write_rect(test.queue, mem_a, &a, &host, region, data));
  reference(want_a, &a, data, &host, region);
  check_same(contents(mem_a, size_a), want_a, size_a, "written");

  CHECK_CL(copy_rect(test.queue, mem_a, mem_b, &a, &b, region));
  reference(want_b, &b, want_a, &a, region);
  check_same(contents(mem_b, size_b), want_b, size_b, "copied");

  CHECK_CL(read_rect(test.queue, mem_b, &b, &host, region, got));
  reference(want, &host, want_b, &b, region);
  check_same(got, want, size_host, "read");
}

static void at_random(void) {
  state = 12345;
  for (int i = 0; i < 400; i++) {
    size_t mark = test_mark();
    size_t region[3] = {1 + below(below(2) ? 5 : 200), 1 + below(below(2) ? 3 : 20), 1 + below(6)};
    one_of_each(region);
    test_release_to(mark);
  }
}

static void large_ones(void) {
  static const size_t regions[][3] = {{1 << 20, 3, 2}, {4099, 512, 2}, {64, 9000, 3}, {1, 70000, 5}, {300001, 1, 7}};
  state = 777;
  for (size_t i = 0; i < TEST_COUNT(regions); i++) {
    size_t mark = test_mark();
    one_of_each(regions[i]);
    test_release_to(mark);
  }
}

static void without_blocking(void) {
  state = 4711;
  for (int i = 0; i < 50; i++) {
    size_t mark = test_mark(), region[3] = {1 + below(100), 1 + below(30), 1 + below(5)};
    struct side buffer = random_side(region), host = random_side(region);
    size_t size = size_of(&buffer, region), host_size = size_of(&host, region);
    unsigned char *data = test_alloc(host_size), *got = test_alloc(host_size), *want = test_alloc(host_size);
    cl_mem mem = make_filled(size, 1);
    cl_event event[2];
    test_fill(data, host_size, 2);
    reference(want, &host, data, &host, region);
    CHECK_CL(clEnqueueWriteBufferRect(test.queue, mem, CL_FALSE, buffer.origin, host.origin, region, buffer.row,
                                      buffer.slice, host.row, host.slice, data, 0, NULL, &event[0]));
    CHECK_CL(clEnqueueReadBufferRect(test.queue, mem, CL_FALSE, buffer.origin, host.origin, region, buffer.row,
                                     buffer.slice, host.row, host.slice, got, 1, &event[0], &event[1]));
    keep_event(event[0]);
    keep_event(event[1]);
    CHECK_CL(clWaitForEvents(2, event));
    check_same(got, want, host_size, "written and read");
    cl_command_type type[2];
    for (int k = 0; k < 2; k++)
      CHECK_CL(clGetEventInfo(event[k], CL_EVENT_COMMAND_TYPE, sizeof *type, &type[k], NULL));
    CHECK_EQ(type[0], CL_COMMAND_WRITE_BUFFER_RECT);
    CHECK_EQ(type[1], CL_COMMAND_READ_BUFFER_RECT);
    test_release_to(mark);
  }
}

/* Whether a copy within one buffer is refused, against a map of its bytes. */
static void overlaps_at_random(void) {
  enum { SIZE = 4000 };
  unsigned char *touched = test_alloc(SIZE), *want = test_alloc(SIZE);
  cl_mem mem = make_filled(SIZE, 1);
  int refused = 0, made = 0;
  test_fill(want, SIZE, 1);
  state = 99;
  for (int i = 0; i < 3000; i++) {
    size_t mark = test_mark(), region[3] = {1 + below(12), 1 + below(5), 1 + below(4)};
    struct side from = {{below(25), below(6), below(4)}, region[0] + below(15), 0}, to = from;
    from.slice = to.slice = (region[1] + below(4)) * from.row;
    for (int k = 0; k < 3; k++)
      to.origin[k] = below(k ? 6 : 25);
    if (size_of(&from, region) > SIZE || size_of(&to, region) > SIZE)
      continue;
    bool overlap = false;
    memset(touched, 0, SIZE);
    for (size_t z = 0; z < region[2]; z++)
      for (size_t y = 0; y < region[1]; y++)
        memset(touched + byte_at(&from, region, 0, y, z), 1, region[0]);
    for (size_t z = 0; z < region[2]; z++)
      for (size_t y = 0; y < region[1]; y++)
        overlap |= memchr(touched + byte_at(&to, region, 0, y, z), 1, region[0]) != NULL;
    cl_int error = copy_rect(test.queue, mem, mem, &from, &to, region);
    if (error != (overlap ? CL_MEM_COPY_OVERLAP : CL_SUCCESS))
      FAIL("copy of %zu x %zu x %zu with pitches %zu %zu from (%zu %zu %zu) to (%zu %zu %zu) gives %s", region[0],
           region[1], region[2], from.row, from.slice, from.origin[0], from.origin[1], from.origin[2], to.origin[0],
           to.origin[1], to.origin[2], test_error_name(error));
    if (!overlap)
      reference(want, &to, want, &from, region);
    refused += overlap;
    made += !overlap;
    test_release_to(mark);
  }
  CHECK(refused > 100 && made > 100);
  check_same(contents(mem, SIZE), want, SIZE, "after all copies");
}

static void pitches_within_one_buffer(void) {
  cl_mem mem = make_buffer(0, 1000, NULL);
  size_t region[3] = {4, 2, 2};
  struct side from = {{0}, 8, 16}, to = {{0, 0, 10}, 8, 16};
  CHECK_CL(copy_rect(test.queue, mem, mem, &from, &to, region));
  to.row = 16;
  to.slice = 32;
  CHECK_ERR(copy_rect(test.queue, mem, mem, &from, &to, region), CL_INVALID_VALUE);
  to.row = 8;
  CHECK_ERR(copy_rect(test.queue, mem, mem, &from, &to, region), CL_INVALID_VALUE);
  CHECK_CL(clFinish(test.queue));
}

/* Each of these is wrong for whatever side has it. */
static void bad_sides(void) {
  static const struct {
    const char *what;
    struct side side;
    size_t region[3];
  } all[] = {
      {"row pitch below the region", {{0}, 7, 0}, {8, 2, 2}},
      {"slice pitch below the region", {{0}, 8, 8}, {8, 2, 2}},
      {"slice pitch of half a row more", {{0}, 8, 20}, {8, 2, 2}},
      {"width 0", {{0}, 0, 0}, {0, 2, 2}},
      {"height 0", {{0}, 0, 0}, {8, 0, 2}},
      {"depth 0", {{0}, 0, 0}, {8, 2, 0}},
  };
  static const struct {
    const char *what;
    struct side side;
    size_t region[3];
  } out_of_bounds[] = {
      {"x", {{57}, 8, 64}, {8, 1, 1}},
      {"y", {{0, 7}, 8, 64}, {8, 2, 1}},
      {"z", {{0, 0, 1}, 8, 64}, {1, 1, 1}},
      {"rows", {{0}, 0, 0}, {8, 9, 1}},
      {"slices", {{0}, 0, 0}, {8, 4, 3}},
      {"pitch", {{0}, 64, 0}, {1, 2, 1}},
      {"origin that wraps", {{SIZE_MAX}, 0, 0}, {8, 1, 1}},
      {"row that wraps", {{0, SIZE_MAX}, 8, 0}, {8, 1, 1}},
      {"slice that wraps", {{0, 0, SIZE_MAX}, 8, 64}, {8, 1, 1}},
      {"pitch that wraps", {{0, 2}, SIZE_MAX / 2 + 1, 0}, {8, 1, 1}},
      {"region that wraps", {{0}, 0, 0}, {(size_t)1 << 32, (size_t)1 << 32, 1}},
  };
  char memory[256];
  cl_mem mem = make_buffer(0, 64, NULL), other = make_buffer(0, 256, NULL);
  struct side fine = {{0}, 0, 0};
  for (size_t i = 0; i < TEST_COUNT(all) + TEST_COUNT(out_of_bounds); i++) {
    bool bounds = i >= TEST_COUNT(all);
    size_t k = bounds ? i - TEST_COUNT(all) : i;
    const struct side *bad = bounds ? &out_of_bounds[k].side : &all[k].side;
    const size_t *region = bounds ? out_of_bounds[k].region : all[k].region;
    cl_int got[] = {
        read_rect(test.queue, mem, bad, &fine, region, memory),
        write_rect(test.queue, mem, bad, &fine, region, memory),
        copy_rect(test.queue, mem, other, bad, &fine, region),
        copy_rect(test.queue, other, mem, &fine, bad, region),
        /* Host memory has no bounds to leave. */
        bounds ? CL_INVALID_VALUE : read_rect(test.queue, mem, &fine, bad, region, memory),
        bounds ? CL_INVALID_VALUE : write_rect(test.queue, mem, &fine, bad, region, memory),
    };
    for (size_t call = 0; call < TEST_COUNT(got); call++)
      if (got[call] != CL_INVALID_VALUE)
        FAIL("%s: call %zu gives %s", bounds ? out_of_bounds[k].what : all[k].what, call, test_error_name(got[call]));
  }
}

static void bad_arguments(void) {
  cl_mem mem = make_buffer(0, 64, NULL), other = make_buffer(0, 64, NULL);
  size_t zero[3] = {0}, region[3] = {8, 2, 1};
  cl_event event = make_user_event();
  char memory[64] = {0};
  complete(event, CL_COMPLETE);
#define READ_GIVES(want, queue, buffer, a, b, r, ptr, n, list)                                                         \
  CHECK_ERR(clEnqueueReadBufferRect(queue, buffer, CL_TRUE, a, b, r, 0, 0, 0, 0, ptr, n, list, NULL), want);           \
  CHECK_ERR(clEnqueueWriteBufferRect(queue, buffer, CL_TRUE, a, b, r, 0, 0, 0, 0, ptr, n, list, NULL), want)
#define COPY_GIVES(want, queue, src, dst, a, b, r, n, list)                                                            \
  CHECK_ERR(clEnqueueCopyBufferRect(queue, src, dst, a, b, r, 0, 0, 0, 0, n, list, NULL), want)
  READ_GIVES(CL_INVALID_COMMAND_QUEUE, NULL, mem, zero, zero, region, memory, 0, NULL);
  READ_GIVES(CL_INVALID_MEM_OBJECT, test.queue, NULL, zero, zero, region, memory, 0, NULL);
  READ_GIVES(CL_INVALID_VALUE, test.queue, mem, NULL, zero, region, memory, 0, NULL);
  READ_GIVES(CL_INVALID_VALUE, test.queue, mem, zero, NULL, region, memory, 0, NULL);
  READ_GIVES(CL_INVALID_VALUE, test.queue, mem, zero, zero, NULL, memory, 0, NULL);
  READ_GIVES(CL_INVALID_VALUE, test.queue, mem, zero, zero, region, NULL, 0, NULL);
  READ_GIVES(CL_INVALID_EVENT_WAIT_LIST, test.queue, mem, zero, zero, region, memory, 1, NULL);
  READ_GIVES(CL_INVALID_EVENT_WAIT_LIST, test.queue, mem, zero, zero, region, memory, 0, &event);
  COPY_GIVES(CL_INVALID_COMMAND_QUEUE, NULL, mem, other, zero, zero, region, 0, NULL);
  COPY_GIVES(CL_INVALID_MEM_OBJECT, test.queue, NULL, other, zero, zero, region, 0, NULL);
  COPY_GIVES(CL_INVALID_MEM_OBJECT, test.queue, mem, NULL, zero, zero, region, 0, NULL);
  COPY_GIVES(CL_INVALID_VALUE, test.queue, mem, other, NULL, zero, region, 0, NULL);
  COPY_GIVES(CL_INVALID_VALUE, test.queue, mem, other, zero, NULL, region, 0, NULL);
  COPY_GIVES(CL_INVALID_VALUE, test.queue, mem, other, zero, zero, NULL, 0, NULL);
  COPY_GIVES(CL_INVALID_EVENT_WAIT_LIST, test.queue, mem, other, zero, zero, region, 1, NULL);
  COPY_GIVES(CL_INVALID_EVENT_WAIT_LIST, test.queue, mem, other, zero, zero, region, 0, &event);
}

static void through_sub_buffers(void) {
  size_t align = base_align(), size = 8 * align, region[3] = {5, 3, 2};
  unsigned char *want = test_alloc(size), *data = test_alloc(1000);
  cl_mem parent = make_filled(size, 1), sub = make_sub_buffer(parent, 0, 2 * align, 4 * align);
  struct side device = {{1, 1, 1}, 7, 21}, host = {{2, 0, 1}, 6, 24};
  test_fill(want, size, 1);
  test_fill(data, 1000, 2);
  CHECK_CL(write_rect(test.queue, sub, &device, &host, region, data));
  reference(want + 2 * align, &device, data, &host, region);
  check_same(contents(parent, size), want, size, "written through a sub-buffer");
  /* Two sub-buffers of one buffer, the regions apart or not. */
  cl_mem low = make_sub_buffer(parent, 0, 0, 3 * align), high = make_sub_buffer(parent, 0, 2 * align, 3 * align);
  struct side from = {{0}, 8, 24}, to = {{0}, 8, 24};
  CHECK_CL(copy_rect(test.queue, low, high, &from, &to, region));
  reference(want + 2 * align, &to, want, &from, region);
  check_same(contents(parent, size), want, size, "copied between sub-buffers");
  from.origin[0] = 2 * align;
  CHECK_ERR(copy_rect(test.queue, low, high, &from, &to, region), CL_MEM_COPY_OVERLAP);
}

static const struct test_case cases[] = {
    {"at_random", at_random},
    {"large_ones", large_ones},
    {"without_blocking", without_blocking},
    {"overlaps_at_random", overlaps_at_random},
    {"pitches_within_one_buffer", pitches_within_one_buffer},
    {"bad_sides", bad_sides},
    {"bad_arguments", bad_arguments},
    {"through_sub_buffers", through_sub_buffers},
};
TEST_MAIN(cases)
