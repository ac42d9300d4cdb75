/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels that ask for nothing but their place run several groups along x as one (groups_at_once in
 * devices/cpu/execute.c): each work-item comes once and sees its own ids, whatever the groups' size, the range's and
 * its offset, also in a row's last units and where groups are too few to fill packets. Each launch comes several times,
 * for batches depend on what earlier ones took. */
#include <string.h>

#include "tests/harness/test.h"

enum {
  WIDTH = 211,
  HEIGHT = 5,
  DEPTH = 3,
  OFFSET = 3,
  ITEMS = (WIDTH + OFFSET) * (HEIGHT + OFFSET) * (DEPTH + OFFSET)
};

static const char source[] =
    "#define PLACE int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2), at = (z * 8 + y) * 214 + x\n"
    "kernel void quick(global T *out) { PLACE; out[at] += (T)(at * 7 + 1); }\n"
    "kernel void slow(global T *out, int n) {\n"
    "  PLACE; T value = (T)at;\n"
    "  for (int i = 0; i < n; i++) value = (T)(value * (T)5 + (T)(i ^ y));\n"
    "  out[at] += (T)(value | 1);\n"
    "}\n"
    "kernel void inside(global T *out) { PLACE; if (x > 9 && x < 100 && y < 4) out[at] += (T)(at * 3 + 1); }\n"
    "kernel void sizes(global T *out) { PLACE; out[at] += (T)(get_global_size(0) * 64 + get_num_groups(0) + x); }\n";

static const struct {
  size_t local[3], global[3];
} ranges[] = {{{1, 1, 1}, {211, 2, 1}},  {{2, 3, 1}, {64, 3, 2}},   {{3, 1, 2}, {210, 2, 2}},
              {{4, 4, 1}, {200, 4, 3}},  {{7, 1, 1}, {210, 5, 3}},  {{8, 2, 1}, {208, 4, 1}},
              {{8, 5, 3}, {16, 5, 3}},   {{15, 1, 1}, {15, 5, 1}},  {{16, 4, 1}, {208, 4, 1}},
              {{16, 1, 1}, {144, 1, 1}}, {{24, 1, 1}, {192, 5, 2}}, {{33, 2, 1}, {198, 4, 1}},
              {{48, 1, 1}, {192, 3, 3}}, {{70, 1, 1}, {210, 5, 1}}, {{105, 5, 1}, {210, 5, 3}}};

static cl_uint expected(const char *kernel, size_t r, size_t x, size_t y, size_t at, cl_uint mask) {
  if (!strcmp(kernel, "quick"))
    return (cl_uint)(at * 7 + 1) & mask;
  if (!strcmp(kernel, "inside"))
    return x > 9 && x < 100 && y < 4 ? (cl_uint)(at * 3 + 1) & mask : 0;
  if (!strcmp(kernel, "sizes"))
    return (cl_uint)(ranges[r].global[0] * 64 + ranges[r].global[0] / ranges[r].local[0] + x) & mask;
  cl_uint value = (cl_uint)at & mask;
  for (cl_uint i = 0; i < 900; i++)
    value = (value * 5 + ((i ^ (cl_uint)y) & mask)) & mask;
  return value | 1;
}

static cl_uint element(const void *data, size_t size, size_t i) {
  return size == 1   ? ((const cl_uchar *)data)[i]
         : size == 2 ? ((const cl_ushort *)data)[i]
                     : ((const cl_uint *)data)[i];
}

static void check(cl_program program, const char *name, size_t size, size_t r) {
  enum { TIMES = 3 };
  size_t mark = test_mark(), offset = r % 2 ? OFFSET : 0;
  cl_uint mask = size == 4 ? UINT32_MAX : (cl_uint)(1u << size * 8) - 1;
  cl_kernel kernel = test_kernel(program, name);
  struct test_buffer out = test_buffer(ITEMS * size, TEST_END, CL_MEM_READ_WRITE, 1);
  memset(out.data, 0, ITEMS * size);
  test_buffer_write(&out, out.data);
  if (!strcmp(name, "slow"))
    SET_ARGS(kernel, ARG_BUFFER(out), ARG_INT(900));
  else
    SET_ARGS(kernel, ARG_BUFFER(out));
  for (int i = 0; i < TIMES; i++)
    test_launch(kernel, 3, (const size_t[]){offset, offset, offset}, ranges[r].global, ranges[r].local);
  test_buffer_sync(&out);
  for (size_t z = 0; z < 6; z++)
    for (size_t y = 0; y < 8; y++)
      for (size_t x = 0; x < 214; x++) {
        size_t at = (z * 8 + y) * 214 + x;
        bool in =
            x - offset < ranges[r].global[0] && y - offset < ranges[r].global[1] && z - offset < ranges[r].global[2];
        CHECK_EQ(element(out.data, size, at), in ? TIMES * expected(name, r, x, y, at, mask) & mask : 0);
      }
  test_release_to(mark);
}

static void each_item_once(void) {
  static const char *const kernels[] = {"quick", "slow", "inside", "sizes"};
  static const struct {
    const char *options;
    size_t size;
  } types[] = {{"-DT=uchar", 1}, {"-DT=ushort", 2}, {"-DT=uint", 4}};
  for (size_t t = 0; t < TEST_COUNT(types); t++) {
    cl_program program = test_build(types[t].options, source);
    for (size_t k = 0; k < TEST_COUNT(kernels); k++)
      for (size_t r = 0; r < TEST_COUNT(ranges); r++)
        check(program, kernels[k], types[t].size, r);
  }
}

static const struct test_case cases[] = {{"each_item_once", each_item_once}};
TEST_MAIN(cases)
