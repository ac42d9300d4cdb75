/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Masked loads beside unmapped pages: what no lane is on for must not be read from another page, and what lanes are on
 * for is read wherever it lies (compiler/codegen/masked_loads.cpp). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/harness/test.h"

/* `first` and `last` bound the work-items that read; the others' elements lie outside of the buffer. */
#define KERNELS(T)                                                                                                     \
  "kernel void some_" #T "(global const " #T " *in, global int *out, int first, int last) {\n"                         \
  "  int i = get_global_id(0);\n"                                                                                      \
  "  int r = -1;\n"                                                                                                    \
  "  if (i >= first && i < last && (i * 7 & 5) != 1)\n"                                                                \
  "    r = in[i - first];\n"                                                                                           \
  "  out[i] = r;\n"                                                                                                    \
  "}\n"                                                                                                                \
  "kernel void search_" #T "(global const " #T " *in, global int *out, int first, int last) {\n"                       \
  "  int i = get_global_id(0), n = 0;\n"                                                                               \
  "  if (i >= first && i < last)\n"                                                                                    \
  "    while (i - first + n < last - first && (in[i - first + n] & 7) != 3)\n"                                         \
  "      n++;\n"                                                                                                       \
  "  out[i] = n;\n"                                                                                                    \
  "}\n"

static const char source[] = KERNELS(char) KERNELS(short) KERNELS(int) KERNELS(long);

static long element(const void *data, size_t size, int i) {
  switch (size) {
  case 1:
    return ((const signed char *)data)[i];
  case 2:
    return ((const short *)data)[i];
  case 4:
    return ((const int *)data)[i];
  default:
    return (long)((const cl_long *)data)[i];
  }
}

static void check(cl_program program, const char *type, size_t size, enum test_place place, int count) {
  enum { BEFORE = 37, AFTER = 45 };
  size_t mark = test_mark(), all = (size_t)(BEFORE + count + AFTER);
  struct test_buffer in = test_buffer((size_t)count * size, place, CL_MEM_READ_ONLY, 5);
  struct test_buffer out = test_buffer(all * 4, TEST_END, CL_MEM_READ_WRITE, 9);
  char name[32];
  snprintf(name, sizeof name, "some_%s", type);
  LAUNCH(test_kernel(program, name), all, all, ARG_BUFFER(in), ARG_BUFFER(out), ARG_INT(BEFORE),
         ARG_INT(BEFORE + count));
  test_buffer_sync(&out);
  for (int i = 0; i < (int)all; i++) {
    bool reads = i >= BEFORE && i < BEFORE + count && (i * 7 & 5) != 1;
    CHECK_EQ(((const cl_int *)out.data)[i], reads ? (int)element(in.data, size, i - BEFORE) : -1);
  }
  snprintf(name, sizeof name, "search_%s", type);
  LAUNCH(test_kernel(program, name), all, all, ARG_BUFFER(in), ARG_BUFFER(out), ARG_INT(BEFORE),
         ARG_INT(BEFORE + count));
  test_buffer_sync(&out);
  for (int i = 0; i < (int)all; i++) {
    int n = 0;
    if (i >= BEFORE && i < BEFORE + count)
      while (i - BEFORE + n < count && (element(in.data, size, i - BEFORE + n) & 7) != 3)
        n++;
    CHECK_EQ(((const cl_int *)out.data)[i], n);
  }
  test_release_to(mark);
}

static void reads_what_is_there(void) {
  static const struct {
    const char *name;
    size_t size;
  } types[] = {{"char", 1}, {"short", 2}, {"int", 4}, {"long", 8}};
  static const int counts[] = {1, 2, 15, 31, 32, 33, 63, 64, 65, 200, 513};
  cl_program program = test_build(NULL, source);
  for (size_t t = 0; t < sizeof types / sizeof *types; t++)
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
      check(program, types[t].name, types[t].size, TEST_END, counts[c]);
      check(program, types[t].name, types[t].size, TEST_START, counts[c]);
    }
}

/* An address that is one for all lanes of a group, though not by the way in which it is computed: nobody reads or
 * writes there in groups without marks, whose elements lie outside of the buffers. */
static const char once[] =
    "kernel void once(global const int *in, global int *to, global const int *marks, global int *out,\n"
    "    int first) {\n"
    "  int i = get_global_id(0), base = i - (int)get_local_id(0) - first, r = -1;\n"
    "  if (marks[i]) {\n"
    "    r = in[base];\n"
    "    to[base + 1] = r + base;\n"
    "  }\n"
    "  out[i] = r;\n"
    "}\n";

static void check_once(cl_kernel kernel, enum test_place place, bool one_of_each_group) {
  enum { GROUP = 64, BEFORE = 192, INSIDE = 320, ALL = 704, LAST = INSIDE - GROUP };
  size_t mark = test_mark();
  struct test_buffer in = test_buffer((LAST + 1) * 4, place, CL_MEM_READ_ONLY, 5);
  struct test_buffer to = test_buffer((LAST + 2) * 4, place, CL_MEM_READ_WRITE, 6);
  struct test_buffer marks = test_buffer(ALL * 4, TEST_END, CL_MEM_READ_ONLY, 7);
  struct test_buffer out = test_buffer(ALL * 4, TEST_END, CL_MEM_READ_WRITE, 8);
  cl_int marked[ALL], before[LAST + 2];
  for (int i = 0; i < ALL; i++) {
    bool is_inside = i >= BEFORE && i < BEFORE + INSIDE && i / GROUP != BEFORE / GROUP + 2;
    marked[i] = is_inside && (one_of_each_group ? i % GROUP == i / GROUP * 13 % GROUP : i % 5 == 3);
  }
  test_buffer_write(&marks, marked);
  memcpy(before, to.data, sizeof before);
  LAUNCH(kernel, ALL, GROUP, ARG_BUFFER(in), ARG_BUFFER(to), ARG_BUFFER(marks), ARG_BUFFER(out), ARG_INT(BEFORE));
  test_buffer_sync(&out);
  test_buffer_sync(&to);
  for (int i = 0; i < ALL; i++) {
    int base = i / GROUP * GROUP - BEFORE;
    CHECK_EQ(((const cl_int *)out.data)[i], marked[i] ? ((const cl_int *)in.data)[base] : -1);
    if (marked[i])
      before[base + 1] = (cl_int)((cl_uint)((const cl_int *)in.data)[base] + (cl_uint)base);
  }
  CHECK(!memcmp(before, to.data, sizeof before));
  test_release_to(mark);
}

/* Also where a packet has several vectors, of which not every one has an active lane. */
static void one_address_where_none_is_active(void) {
  static const char *const parts[] = {"1", "2", "4"};
  for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
    size_t mark = test_mark();
    setenv("WEFT_SPMD_PARTS", parts[p], 1);
    cl_kernel kernel = test_kernel(test_build(NULL, once), "once");
    for (enum test_place place = TEST_START; place <= TEST_END; place++) {
      check_once(kernel, place, false);
      check_once(kernel, place, true);
    }
    test_release_to(mark);
  }
  unsetenv("WEFT_SPMD_PARTS");
}

static const struct test_case cases[] = {{"reads_what_is_there", reads_what_is_there},
                                         {"one_address_where_none_is_active", one_address_where_none_is_active}};
TEST_MAIN(cases)
