/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels whose neighbours in y or z share lines of memory go in strips, whatever the local size (shape_strips in
 * devices/cpu/execute.c): each work-item comes once, for ranges that are and are not whole strips, with offsets, with
 * rows so long that any range thrashes, and where groups have to be equal (OpenCL C 1.2). */
#include <stdlib.h>
#include <string.h>

#include "tests/harness/test.h"

static const char source[] =
    "#define PLACE size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1),\\\n"
    "  z = get_global_id(2) - get_global_offset(2), w = get_global_size(0), h = get_global_size(1),\\\n"
    "  d = get_global_size(2)\n"
    "kernel void along_y(global T *out, global const T *in) {\n"
    "  PLACE; out[(z * w + x) * h + y] += in[(z * h + y) * w + x];\n"
    "}\n"
    "kernel void reads_along_y(global T *out, global const T *in) {\n"
    "  PLACE; out[(z * h + y) * w + x] += in[(z * w + x) * h + y];\n"
    "}\n"
    "kernel void along_z(global T *out, global const T *in) {\n"
    "  PLACE; out[(y * w + x) * d + z] += in[(z * h + y) * w + x];\n"
    "}\n"
    "kernel void inside(global T *out, global const T *in) {\n"
    "  PLACE; if (x > 2 && x < w - 3 && y < h - 1) out[(z * w + x) * h + y] += in[(z * h + y) * w + x];\n"
    "}\n";

enum { ALONG_Y, READS_ALONG_Y, ALONG_Z, INSIDE };
static const char *const names[] = {"along_y", "reads_along_y", "along_z", "inside"};

/* Sizes along y and z of multiples of 512 bytes for some of the types, and others. */
static const struct {
  size_t local[3], global[3];
} ranges[] = {{{1, 1, 1}, {37, 512, 1}},   {{4, 8, 1}, {64, 128, 3}}, {{16, 16, 1}, {48, 512, 2}},
              {{21, 1, 1}, {21, 1024, 1}}, {{8, 4, 2}, {40, 4, 512}}, {{1, 5, 128}, {19, 5, 128}},
              {{3, 7, 1}, {33, 49, 2}},    {{2, 1, 1}, {4102, 3, 2}}, {{16, 2, 1}, {16, 512, 1}},
              {{17, 1, 4}, {17, 1, 1024}}};

static size_t place(int kernel, const size_t g[3], size_t x, size_t y, size_t z) {
  switch (kernel) {
  case READS_ALONG_Y:
    return (z * g[1] + y) * g[0] + x;
  case ALONG_Z:
    return (y * g[0] + x) * g[2] + z;
  default:
    return (z * g[0] + x) * g[1] + y;
  }
}

static void check(cl_program program, int kernel, size_t size, size_t r) {
  enum { TIMES = 2 };
  const size_t mark = test_mark(), *g = ranges[r].global, items = g[0] * g[1] * g[2];
  const size_t offset[3] = {r % 2 ? 3 : 0, r % 3 ? 5 : 0, r % 2 ? 1 : 0};
  struct test_buffer in = test_buffer(items * size, TEST_END, CL_MEM_READ_ONLY, 1);
  struct test_buffer out = test_buffer(items * size, TEST_END, CL_MEM_READ_WRITE, 1);
  for (size_t i = 0; i < items * size; i++)
    in.data[i] = (unsigned char)(i * 7 + i / 251);
  memset(out.data, 0, items * size);
  test_buffer_write(&in, in.data);
  test_buffer_write(&out, out.data);
  cl_kernel object = test_kernel(program, names[kernel]);
  SET_ARGS(object, ARG_BUFFER(out), ARG_BUFFER(in));
  for (int i = 0; i < TIMES; i++)
    test_launch(object, 3, offset, g, ranges[r].local);
  test_buffer_sync(&out);
  for (size_t z = 0; z < g[2]; z++)
    for (size_t y = 0; y < g[1]; y++)
      for (size_t x = 0; x < g[0]; x++) {
        const size_t from = kernel == READS_ALONG_Y ? (z * g[0] + x) * g[1] + y : (z * g[1] + y) * g[0] + x;
        cl_ulong want = 0, have = 0;
        if (kernel != INSIDE || (x > 2 && x < g[0] - 3 && y < g[1] - 1))
          memcpy(&want, in.data + from * size, size);
        memcpy(&have, out.data + place(kernel, g, x, y, z) * size, size);
        want *= TIMES;
        if (size < sizeof(want))
          want &= ((cl_ulong)1 << 8 * size) - 1;
        CHECK_EQ(have, want);
      }
  test_release_to(mark);
}

static void each_item_once(void) {
  static const struct {
    const char *options;
    size_t size;
  } types[] = {{"-DT=uchar", 1}, {"-DT=uint", 4}, {"-DT=uint -cl-std=CL1.2", 4}, {"-DT=ulong -cl-std=CL3.0", 8}};
  for (size_t t = 0; t < TEST_COUNT(types); t++) {
    cl_program program = test_build(types[t].options, source);
    for (int k = 0; k < (int)TEST_COUNT(names); k++)
      for (size_t r = 0; r < TEST_COUNT(ranges); r++)
        check(program, k, types[t].size, r);
  }
}

static const struct test_case cases[] = {{"each_item_once", each_item_once}};
TEST_MAIN(cases)
