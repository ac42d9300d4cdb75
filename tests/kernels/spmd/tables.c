/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Constant arrays that registers hold: of bytes, ints and floats, of every size up to what two registers hold and
 * beyond, read with an offset, and under a condition that keeps wild indices away. Against the same arrays in C.
 */
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"

enum { COUNT = 1000, MOST = 70 };

static uint32_t element(uint32_t i) {
  return test_hash(i + 77) % 200;
}

/* A program whose table has `size` elements; index i is any byte. */
static cl_kernel build(const char *type, uint32_t size) {
  static char text[4096];
  int used = snprintf(text, sizeof text, "constant %s table[%u] = {", type, size);
  for (uint32_t i = 0; i < size; i++)
    used += snprintf(text + used, sizeof text - (size_t)used, "%u, ", element(i));
  snprintf(text + used, sizeof text - (size_t)used, "};\n%s",
           CL(kernel void k(global const uchar *index, global T *out, int size) {
             size_t i = get_global_id(0);
             int at = index[i];
             T a = 7;
             if (at < size)
               a = table[at];
             if (at > 0 && at <= size)
               a += (T)3 * table[at - 1];
             char below = (char)(index[i] % SIZE - SIZE / 2);
             out[i] = a + table[below + SIZE / 2] + table[index[i] % SIZE];
           }));
  char options[64];
  snprintf(options, sizeof options, "-D T=%s -D SIZE=%u", type, size);
  return test_kernel(test_build(options, text), "k");
}

static uint32_t expected(uint32_t at, uint32_t size) {
  uint32_t a = at < size ? element(at) : 7;
  if (at > 0 && at <= size)
    a += 3 * element(at - 1);
  return a + 2 * element(at % size);
}

static void check(const char *type, size_t bytes) {
  static const uint32_t sizes[] = {1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, MOST};
  struct test_buffer index = test_buffer(COUNT, TEST_END, CL_MEM_READ_ONLY, 0);
  struct test_buffer out = test_buffer(COUNT * bytes, TEST_END, CL_MEM_READ_WRITE, 0);
  unsigned char at[COUNT];
  for (size_t s = 0; s < TEST_COUNT(sizes); s++) {
    for (uint32_t i = 0; i < COUNT; i++)
      at[i] = (unsigned char)(test_hash(i + 1000 * sizes[s]) % (i % 64 < 32 ? 2 * sizes[s] + 1 : 256));
    test_buffer_write(&index, at);
    cl_kernel kernel = build(type, sizes[s]);
    LAUNCH(kernel, COUNT, 8, ARG_BUFFER(index), ARG_BUFFER(out), ARG_UINT(sizes[s]));
    test_buffer_sync(&out);
    for (uint32_t i = 0; i < COUNT; i++) {
      uint32_t want = expected(at[i], sizes[s]), got = 0;
      if (!strcmp(type, "float"))
        got = (uint32_t)((const float *)out.data)[i];
      else if (bytes == 1)
        got = ((const unsigned char *)out.data)[i], want &= 255;
      else
        got = ((const uint32_t *)out.data)[i];
      if (got != want)
        FAIL("%s of %u, work-item %u, index %u: %u, not %u", type, sizes[s], i, at[i], got, want);
    }
  }
}

static void bytes(void) {
  check("uchar", 1);
}
static void ints(void) {
  check("int", 4);
}
static void floats(void) {
  check("float", 4);
}

static const struct test_case cases[] = {{"bytes", bytes}, {"ints", ints}, {"floats", floats}};
TEST_MAIN(cases)
