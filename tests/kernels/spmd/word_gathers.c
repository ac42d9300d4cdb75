/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Numbers of 8 and 16 bits from places that lanes choose, which are gathered as the words around them: tables that
 * begin anywhere in a word and end at a page's end, indices of each type, fields of structures, and lanes that are off,
 * whose places may not be read (compiler/spmd/packet/packet_gather.cpp). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/harness/test.h"

enum { ELEMENTS = 97, ITEMS = 203 };

static const struct {
  const char *name;
  size_t size;
} types[] = {{"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2}};
static const char *const indices[] = {"uchar", "char", "short", "ushort", "int", "uint", "long"};

/* `at` counts from element `middle`, so that signed indices are negative too, and where lanes are off it is far away.
 */
static const char source[] =
    "kernel void table(global const T *in, global const int *at, global int *out, int begin, int middle) {\n"
    "  int i = get_global_id(0), a = at[i]; INDEX k = (INDEX)a;\n"
    "  out[i] = in[begin + middle + k];\n"
    "}\n"
    "kernel void some(global const T *in, global const int *at, global int *out, int begin, int middle) {\n"
    "  int i = get_global_id(0), a = at[i], r = -1; INDEX k = (INDEX)(i % 3 ? a : a * 1000003);\n"
    "  if (i % 3)\n"
    "    r = in[begin + middle + k];\n"
    "  out[i] = r;\n"
    "}\n"
    "kernel void pointer(global const T *in, global const int *at, global int *out, int begin, int middle) {\n"
    "  int i = get_global_id(0); INDEX k = (INDEX)at[i];\n"
    "  global const T *p = i & 1 ? in + begin + middle : in + begin + middle + 1;\n"
    "  out[i] = (p - (i & 1 ? 0 : 1))[k];\n"
    "}\n"
    "struct pair { T first, second; };\n"
    "kernel void pairs(global const T *in, global const int *at, global int *out, int begin, int middle) {\n"
    "  int i = get_global_id(0); INDEX k = (INDEX)(at[i] / 2 + middle / 2);\n"
    "  global const struct pair *p = (global const struct pair *)in; out[i] = p[k].second;\n"
    "}\n"
    "struct four { T first, second, third, fourth; };\n"
    "kernel void fours(global const T *in, global const int *at, global int *out, int begin, int middle) {\n"
    "  int i = get_global_id(0); INDEX k = (INDEX)(at[i] / 4 + middle / 4);\n"
    "  global const struct four *p = (global const struct four *)(in + begin); out[i] = p[k].third;\n"
    "}\n"
    "struct three { T first, second, third; };\n"
    "kernel void threes(global const T *in, global const int *at, global int *out, int begin, int middle) {\n"
    "  int i = get_global_id(0); INDEX k = (INDEX)(at[i] / 4 + middle / 4);\n"
    "  global const struct three *p = (global const struct three *)(in + begin); out[i] = p[k].third;\n"
    "}\n"
    "kernel void inside(global const T *in, global const int *at, global int *out, int begin, int middle) {\n"
    "  local T copy[97]; int l = get_local_id(0);\n"
    "  for (int k = l; k < 97; k += get_local_size(0)) copy[k] = in[k];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  int i = get_global_id(0); INDEX k = (INDEX)at[i]; out[i] = copy[begin + middle + k];\n"
    "}\n";

static int element(const void *data, size_t t, int i) {
  switch (t) {
  case 0:
    return ((const signed char *)data)[i];
  case 1:
    return ((const unsigned char *)data)[i];
  case 2:
    return ((const short *)data)[i];
  default:
    return ((const unsigned short *)data)[i];
  }
}

static const char *const kernels[] = {"table", "some", "pointer", "pairs", "fours", "threes", "inside"};

/* The element that a kernel reads. */
static int place(size_t kernel, int at, int begin, int middle) {
  switch (kernel) {
  case 3:
    return 2 * (at / 2 + middle / 2) + 1;
  case 4:
    return begin + 4 * (at / 4 + middle / 4) + 2;
  case 5:
    return begin + 3 * (at / 4 + middle / 4) + 2;
  default:
    return begin + middle + at;
  }
}

static void check(cl_program program, size_t type, bool is_signed, int begin, enum test_place where) {
  size_t mark = test_mark();
  int middle = is_signed ? 40 : 0, most = ELEMENTS - 5 - begin;
  struct test_buffer in = test_buffer(ELEMENTS * types[type].size, where, CL_MEM_READ_ONLY, 5);
  struct test_buffer at = test_buffer(ITEMS * 4, TEST_END, CL_MEM_READ_ONLY, 6);
  cl_int chosen[ITEMS];
  for (int i = 0; i < ITEMS; i++)
    chosen[i] = (i * 37 + i / 7) % most - middle;
  for (size_t k = 0; k < TEST_COUNT(kernels); k++) {
    bool is_structure = k >= 3 && k <= 5;
    chosen[0] = is_structure ? -middle : ELEMENTS - 1 - begin - middle;
    test_buffer_write(&at, chosen);
    struct test_buffer out = test_buffer(ITEMS * 4, TEST_END, CL_MEM_READ_WRITE, 9);
    LAUNCH(test_kernel(program, kernels[k]), ITEMS, ITEMS, ARG_BUFFER(in), ARG_BUFFER(at), ARG_BUFFER(out),
           ARG_INT(begin), ARG_INT(middle));
    test_buffer_sync(&out);
    for (int i = 0; i < ITEMS; i++) {
      int wanted = k == 1 && i % 3 == 0 ? -1 : element(in.data, type, place(k, chosen[i], begin, middle));
      CHECK_EQ(((const cl_int *)out.data)[i], wanted);
    }
  }
  test_release_to(mark);
}

static void numbers_within_words(void) {
  for (size_t t = 0; t < TEST_COUNT(types); t++)
    for (size_t i = 0; i < TEST_COUNT(indices); i++) {
      size_t mark = test_mark();
      char options[64];
      snprintf(options, sizeof options, "-DT=%s -DINDEX=%s", types[t].name, indices[i]);
      cl_program program = test_build(options, source);
      for (int begin = 0; begin < 4; begin++) {
        check(program, t, indices[i][0] != 'u', begin, TEST_END);
        check(program, t, indices[i][0] != 'u', begin, TEST_START);
      }
      test_release_to(mark);
    }
}

static const struct test_case cases[] = {{"numbers_within_words", numbers_within_words}};
TEST_MAIN(cases)
