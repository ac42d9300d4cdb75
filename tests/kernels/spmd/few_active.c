/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels most of whose work-items may return at once: packets find how many stay, and run few of them one by one
 * (compiler/spmd/item/active_lanes.h). Each work-item that stays comes once, no other one does anything, whether none,
 * one, few, about as many as decide, or all of them stay. */
#include <string.h>

#include "tests/harness/test.h"

enum { WIDTH = 1000, HEIGHT = 3, ITEMS = WIDTH * HEIGHT, ROUNDS = 24 };

static const char source[] = "#define WORK for (int k = 0; k < 24; k++) v = (T)((v ^ (T)(v >> 3)) * (T)77 + (T)k)\n"
                             "kernel void returns(global const T *in, global T *out, global int *count, int limit) {\n"
                             "  size_t i = get_global_id(1) * 1000 + get_global_id(0);\n"
                             "  T v = in[i];\n"
                             "  if ((int)v >= limit) return;\n"
                             "  WORK;\n"
                             "  out[i] += v;\n"
                             "  atomic_inc(count);\n"
                             "}\n"
                             "kernel void stays(global const T *in, global T *out, global int *count, int limit) {\n"
                             "  size_t x = get_global_id(0), y = get_global_id(1);\n"
                             "  if (x < 1000 && y < 3) {\n"
                             "    T v = in[y * 1000 + x];\n"
                             "    if (limit > (int)v) {\n"
                             "      WORK;\n"
                             "      if (v & 1) atomic_inc(count); else atomic_add(count, 1);\n"
                             "      out[y * 1000 + x] += v;\n"
                             "    }\n"
                             "  }\n"
                             "}\n";

static cl_uint worked(cl_uint v, cl_uint mask) {
  for (cl_uint k = 0; k < ROUNDS; k++)
    v = ((v ^ v >> 3) * 77 + k) & mask;
  return v;
}

static cl_uint element(const void *data, size_t size, size_t i) {
  return size == 1   ? ((const cl_uchar *)data)[i]
         : size == 2 ? ((const cl_ushort *)data)[i]
                     : ((const cl_uint *)data)[i];
}

/* Of a hundred numbers, in any order; in the second row those that are alike stand together. */
static cl_uint number(size_t i) {
  size_t x = i % WIDTH;
  return i / WIDTH == 1 ? (cl_uint)(x / 10) : test_hash((cl_uint)i) % 100;
}

static void check(cl_program program, const char *name, size_t size, int share, const size_t local[2]) {
  size_t mark = test_mark();
  const cl_uint mask = size == 4 ? UINT32_MAX : (cl_uint)(1u << size * 8) - 1;
  unsigned char in[ITEMS * 4];
  for (size_t i = 0; i < ITEMS; i++)
    for (size_t b = 0; b < size; b++)
      in[i * size + b] = (unsigned char)(number(i) >> 8 * b);
  struct test_buffer a = test_buffer(ITEMS * size, TEST_END, CL_MEM_READ_ONLY, 0);
  struct test_buffer out = test_buffer(ITEMS * size, TEST_END, CL_MEM_READ_WRITE, 1);
  struct test_buffer count = test_buffer(sizeof(cl_int), TEST_END, CL_MEM_READ_WRITE, 1);
  memset(out.data, 0, ITEMS * size);
  memset(count.data, 0, sizeof(cl_int));
  test_buffer_write(&a, in), test_buffer_write(&out, out.data), test_buffer_write(&count, count.data);
  cl_kernel kernel = test_kernel(program, name);
  SET_ARGS(kernel, ARG_BUFFER(a), ARG_BUFFER(out), ARG_BUFFER(count), ARG_INT(share));
  test_launch(kernel, 2, NULL, (const size_t[]){WIDTH, HEIGHT}, local);
  test_buffer_sync(&out), test_buffer_sync(&count);
  cl_int stayed = 0;
  for (size_t i = 0; i < ITEMS; i++) {
    const bool stays = (cl_int)number(i) < share;
    stayed += stays;
    CHECK_EQ(element(out.data, size, i), stays ? worked(number(i), mask) : 0);
  }
  CHECK_EQ(*(const cl_int *)count.data, stayed);
  test_release_to(mark);
}

static void any_share(void) {
  static const int shares[] = {0, 1, 3, 10, 20, 30, 60, 100};
  static const size_t locals[][2] = {{1000, 1}, {8, 3}, {40, 1}, {250, 3}};
  static const struct {
    const char *options;
    size_t size;
  } types[] = {{"-DT=uint", 4}, {"-DT=uchar", 1}, {"-DT=ushort", 2}};
  for (size_t t = 0; t < TEST_COUNT(types); t++) {
    cl_program program = test_build(types[t].options, source);
    for (size_t s = 0; s < TEST_COUNT(shares); s++)
      for (size_t l = 0; l < TEST_COUNT(locals); l++) {
        check(program, "returns", types[t].size, shares[s], locals[l]);
        check(program, "stays", types[t].size, shares[s], locals[l]);
      }
  }
}

static const struct test_case cases[] = {{"any_share", any_share}};
TEST_MAIN(cases)
