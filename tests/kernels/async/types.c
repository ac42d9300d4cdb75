/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * async_work_group_copy and async_work_group_strided_copy for each element type, width and direction, with
 * counts from none, strides up to a page, guard pages at both ends of the global side and watched bytes at both
 * ends of the local side. A vec3 moves its fourth lane (footnote to "Async Copy Functions").
 */
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"

#define GROUPS 3

static const char kernels[] = "#define KERNELS(T) " CL(
    kernel void in_##T(global const T *src, global uchar *dump, ulong n, ulong at, ulong total, ulong stride,
                       ulong span, local T *tile) {
      local uchar *bytes = (local uchar *)tile;
      size_t size = total * sizeof(T), group = get_group_id(0);
      for (size_t i = get_local_id(0); i < size; i += get_local_size(0))
        bytes[i] = (uchar)(i * 7 + 1);
      barrier(CLK_LOCAL_MEM_FENCE);
      event_t e;
      if (stride)
        e = async_work_group_strided_copy(tile + at, src + group * span, n, stride, 0);
      else
        e = async_work_group_copy(tile + at, src + group * span, n, 0);
      wait_group_events(1, &e);
      for (size_t i = get_local_id(0); i < size; i += get_local_size(0))
        dump[group * size + i] = bytes[i];
    } kernel void out_##T(global T *dst, global const uchar *source, ulong n, ulong at, ulong total, ulong stride,
                          ulong span, local T *tile) {
      local uchar *bytes = (local uchar *)tile;
      size_t size = total * sizeof(T), group = get_group_id(0);
      for (size_t i = get_local_id(0); i < size; i += get_local_size(0))
        bytes[i] = source[group * size + i];
      barrier(CLK_LOCAL_MEM_FENCE);
      event_t e;
      if (stride)
        e = async_work_group_strided_copy(dst + group * span, tile + at, n, stride, 0);
      else
        e = async_work_group_copy(dst + group * span, tile + at, n, 0);
      wait_group_events(1, &e);
    });

struct shape {
  size_t element;            /* bytes */
  size_t count, at, stride;  /* elements; stride 0: the plain copy */
  size_t total, span, local; /* elements of the tile, elements of a group's share of the global side, work-items */
  enum test_place place;
};

static void launch(cl_kernel kernel, const struct test_buffer *global_side, const struct test_buffer *bytes,
                   const struct shape *shape) {
  LAUNCH(kernel, GROUPS * shape->local, shape->local, ARG_BUFFER(*global_side), ARG_BUFFER(*bytes),
         ARG_ULONG(shape->count), ARG_ULONG(shape->at), ARG_ULONG(shape->total), ARG_ULONG(shape->stride),
         ARG_ULONG(shape->span), ARG_LOCAL(shape->total * shape->element));
}

static void fail_at(const char *what, size_t byte, const struct shape *shape) {
  FAIL("%s: byte %zu is wrong: element of %zu bytes, count %zu, stride %zu, offset %zu, group of %zu, at the %s", what,
       byte, shape->element, shape->count, shape->stride, shape->at, shape->local,
       shape->place == TEST_END ? "end" : "start");
}

static void copy_in(cl_kernel kernel, const struct shape *shape) {
  size_t tile = shape->total * shape->element, step = (shape->stride ? shape->stride : 1) * shape->element;
  struct test_buffer src = test_buffer(GROUPS * shape->span * shape->element, shape->place, CL_MEM_READ_ONLY, 1);
  struct test_buffer dump = test_buffer(GROUPS * tile, TEST_END, CL_MEM_WRITE_ONLY, 0);
  unsigned char *want = test_alloc(dump.size);
  for (size_t i = 0; i < dump.size; i++)
    want[i] = (unsigned char)(i % tile * 7 + 1);
  for (size_t group = 0; group < GROUPS; group++)
    for (size_t i = 0; i < shape->count; i++)
      memcpy(want + group * tile + (shape->at + i) * shape->element,
             src.data + group * shape->span * shape->element + i * step, shape->element);
  test_buffer_protect(&src, true);
  launch(kernel, &src, &dump, shape);
  test_buffer_protect(&src, false);
  test_buffer_sync(&dump);
  size_t byte = test_differ(dump.data, want, dump.size);
  if (byte != dump.size)
    fail_at("global to local", byte, shape);
}

static void copy_out(cl_kernel kernel, const struct shape *shape) {
  size_t tile = shape->total * shape->element, step = (shape->stride ? shape->stride : 1) * shape->element;
  struct test_buffer dst = test_buffer(GROUPS * shape->span * shape->element, shape->place, CL_MEM_READ_WRITE, 3);
  struct test_buffer source = test_buffer(GROUPS * tile, TEST_END, CL_MEM_READ_ONLY, 2);
  unsigned char *want = test_alloc(dst.size);
  memcpy(want, dst.data, dst.size);
  for (size_t group = 0; group < GROUPS; group++)
    for (size_t i = 0; i < shape->count; i++)
      memcpy(want + group * shape->span * shape->element + i * step,
             source.data + group * tile + (shape->at + i) * shape->element, shape->element);
  launch(kernel, &dst, &source, shape);
  test_buffer_sync(&dst);
  size_t byte = test_differ(dst.data, want, dst.size);
  if (byte != dst.size)
    fail_at("local to global", byte, shape);
}

static void run_width(cl_program program, const char *type, size_t element) {
  static const size_t counts[] = {0, 1, 2, 7, 64, 257}, locals[] = {5, 1, 16};
  const size_t strides[] = {0, 1, 2, 3, 17, 4096 / element, 4096 / element + 1};
  char name[32];
  snprintf(name, sizeof name, "in_%s", type);
  cl_kernel in = test_kernel(program, name);
  snprintf(name, sizeof name, "out_%s", type);
  cl_kernel out = test_kernel(program, name);
  unsigned turn = 0;
  for (size_t c = 0; c < TEST_COUNT(counts); c++)
    for (size_t s = 0; s < TEST_COUNT(strides); s++)
      for (enum test_place place = TEST_START; place <= TEST_END; place++, turn++) {
        size_t count = counts[c], step = strides[s] ? strides[s] : 1;
        struct shape shape = {.element = element,
                              .count = count,
                              .at = turn / 2 % 3,
                              .stride = strides[s],
                              .span = count ? (count - 1) * step + 1 : 1,
                              .local = locals[turn % 3],
                              .place = place};
        if (shape.span * element > 300000)
          continue;
        shape.total = shape.at + count + 1;
        size_t mark = test_mark();
        copy_in(in, &shape);
        copy_out(out, &shape);
        test_release_to(mark);
      }
}

static void run_type(const char *type, size_t bytes, const char *extension) {
  static const unsigned widths[] = {1, 2, 3, 4, 8, 16};
  char source[8192], name[16];
  if (extension && !test_has_extension(extension))
    test_skip("no %s", extension);
  int length = snprintf(source, sizeof source, "%s%s%s\n%s", extension ? "#pragma OPENCL EXTENSION " : "",
                        extension ? extension : "", extension ? " : enable" : "", kernels);
  for (size_t i = 0; i < TEST_COUNT(widths); i++)
    length += snprintf(source + length, sizeof source - (size_t)length, i ? "KERNELS(%s%u)\n" : "KERNELS(%s)\n", type,
                       widths[i]);
  CHECK((size_t)length < sizeof source);
  cl_program program = test_build(NULL, source);
  for (size_t i = 0; i < TEST_COUNT(widths); i++) {
    snprintf(name, sizeof name, i ? "%s%u" : "%s", type, widths[i]);
    run_width(program, name, bytes * (widths[i] == 3 ? 4 : widths[i]));
  }
}

#define TYPE(name, bytes, extension)                                                                                   \
  static void type_##name(void) {                                                                                      \
    run_type(#name, bytes, extension);                                                                                 \
  }
TYPE(char, 1, NULL)
TYPE(uchar, 1, NULL)
TYPE(short, 2, NULL)
TYPE(ushort, 2, NULL)
TYPE(int, 4, NULL)
TYPE(uint, 4, NULL)
TYPE(long, 8, NULL)
TYPE(ulong, 8, NULL)
TYPE(float, 4, NULL)
TYPE(double, 8, "cl_khr_fp64")
TYPE(half, 2, "cl_khr_fp16")

static const struct test_case cases[] = {
    {"char", type_char},   {"uchar", type_uchar},   {"short", type_short}, {"ushort", type_ushort},
    {"int", type_int},     {"uint", type_uint},     {"long", type_long},   {"ulong", type_ulong},
    {"float", type_float}, {"double", type_double}, {"half", type_half},
};
TEST_MAIN(cases)
