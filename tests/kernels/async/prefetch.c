/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* prefetch changes nothing that a kernel can see, wherever it points; it belongs to the work-item. */
#include <stdio.h>

#include "tests/harness/test.h"

static void run(const char *source) {
  cl_kernel kernel = test_kernel(test_build(NULL, source), "k");
  struct test_buffer src = test_buffer(4096, TEST_END, CL_MEM_READ_ONLY, 5);
  struct test_buffer dst = test_buffer(64 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  test_buffer_protect(&src, true);
  LAUNCH(kernel, 64, 16, ARG_BUFFER(src), ARG_BUFFER(dst));
  test_buffer_protect(&src, false);
  test_buffer_sync(&dst);
  for (cl_uint i = 0; i < 64; i++)
    CHECK_EQ(((cl_uint *)dst.data)[i], src.data[i] + i);
}

/* In and out of range, of nothing, unaligned, in branches that work-items take apart. */
static void anywhere(void) {
  run(CL(kernel void k(global const uchar *src, global uint *dst) {
    size_t i = get_global_id(0);
    prefetch(src, 4096);
    prefetch(src + 4096, 4096);
    prefetch(src - 100000, 16);
    prefetch(src, 0);
    prefetch((global const uchar *)0, 64);
    prefetch(src + 3, 1);
    prefetch(src, (size_t)1 << 20);
    if (i & 1)
      prefetch(src + i, i);
    for (size_t j = 0; j < i; j++)
      prefetch(src + j, 1);
    dst[i] = src[i] + i;
  }));
}

static void run_type(const char *type) {
  static const char *widths[] = {"", "2", "3", "4", "8", "16"};
  char source[2048];
  int length = snprintf(source, sizeof source, "kernel void k(global const uchar *src, global uint *dst) {\n");
  for (size_t i = 0; i < TEST_COUNT(widths); i++)
    length += snprintf(source + length, sizeof source - (size_t)length,
                       "  prefetch((global const %s%s *)src, 3 + get_global_id(0));\n", type, widths[i]);
  snprintf(source + length, sizeof source - (size_t)length,
           "  dst[get_global_id(0)] = src[get_global_id(0)] + get_global_id(0);\n}\n");
  run(source);
}

static void every_type(void) {
  static const char *types[] = {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float"};
  for (size_t i = 0; i < TEST_COUNT(types); i++)
    run_type(types[i]);
  if (test_has_extension("cl_khr_fp64"))
    run_type("double");
  if (test_has_extension("cl_khr_fp16"))
    run_type("half");
}

static const struct test_case cases[] = {{"anywhere", anywhere}, {"every_type", every_type}};
TEST_MAIN(cases)
