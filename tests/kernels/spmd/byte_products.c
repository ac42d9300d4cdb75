/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of bytes, few and many in a kernel, which x86 has no instruction for (compiler/codegen/byte_products.cpp):
 * every byte with every other, in lanes and in vectors of the program's, also where some lanes are off. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/harness/test.h"

enum { VALUES = 256, ITEMS = VALUES * VALUES, GROUP = 60 };

static const char source[] = "#define STEP x = x * y + (B)3; y = y * y - x;\n"
                             "#define STEPS STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP\n"
                             "kernel void few(global const B *a, global const B *b, global B *out) {\n"
                             "  size_t i = get_global_id(0); B x = a[i], y = b[i]; STEP out[i] = x ^ y;\n"
                             "}\n"
                             "kernel void many(global const B *a, global const B *b, global B *out) {\n"
                             "  size_t i = get_global_id(0); B x = a[i], y = b[i]; STEPS out[i] = x ^ y;\n"
                             "}\n"
                             "kernel void some(global const B *a, global const B *b, global B *out) {\n"
                             "  size_t i = get_global_id(0); B x = a[i], y = b[i];\n"
                             "  if (i % 3) { STEPS } else { STEP }\n"
                             "  out[i] = x ^ y;\n"
                             "}\n";

static const struct {
  const char *name;
  bool has_many, has_exceptions;
} kernels[] = {{"few", false, false}, {"many", true, false}, {"some", true, true}};

static unsigned char wanted(size_t kernel, size_t item, unsigned x, unsigned y) {
  bool is_many = kernels[kernel].has_many && !(kernels[kernel].has_exceptions && item % 3 == 0);
  for (int step = 0; step < (is_many ? 12 : 1); step++) {
    x = (x * y + 3) & 255;
    y = (y * y - x) & 255;
  }
  return (unsigned char)(x ^ y);
}

static void every_byte_with_every_other(void) {
  static const struct {
    const char *name;
    size_t width;
  } types[] = {{"char", 1}, {"uchar", 1}, {"uchar2", 2}, {"char16", 16}};
  static unsigned char left[ITEMS], right[ITEMS];
  for (size_t i = 0; i < ITEMS; i++) {
    left[i] = (unsigned char)(i / VALUES);
    right[i] = (unsigned char)(i % VALUES);
  }
  for (size_t t = 0; t < TEST_COUNT(types); t++) {
    size_t mark = test_mark();
    char options[32];
    snprintf(options, sizeof options, "-DB=%s", types[t].name);
    cl_program program = test_build(options, source);
    struct test_buffer a = test_buffer(ITEMS, TEST_END, CL_MEM_READ_ONLY, 1);
    struct test_buffer b = test_buffer(ITEMS, TEST_END, CL_MEM_READ_ONLY, 2);
    test_buffer_write(&a, left);
    test_buffer_write(&b, right);
    for (size_t k = 0; k < TEST_COUNT(kernels); k++) {
      struct test_buffer out = test_buffer(ITEMS, TEST_END, CL_MEM_READ_WRITE, 3);
      /* Groups that fill no packet of 64 lanes. */
      size_t items = ITEMS / types[t].width / GROUP * GROUP;
      LAUNCH(test_kernel(program, kernels[k].name), items, GROUP, ARG_BUFFER(a), ARG_BUFFER(b), ARG_BUFFER(out));
      test_buffer_sync(&out);
      for (size_t i = 0; i < items * types[t].width; i++)
        CHECK_EQ(((const unsigned char *)out.data)[i], wanted(k, i / types[t].width, left[i], right[i]));
    }
    test_release_to(mark);
  }
}

static const struct test_case cases[] = {{"every_byte_with_every_other", every_byte_with_every_other}};
TEST_MAIN(cases)
