/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops whose counters are masked or narrowed before they index: what wraps earlier than the counter, with counters and
 * bounds of all widths, against the same program without optimiser. */
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"

enum { ITEMS = 33, ROW = 64, TURNS = 61, KEYS = 256 };

static const char *const counters[] = {"uchar", "ushort", "uint", "int", "ulong"};
static const char *const bounds[] = {"uint", "ulong"};

static const char *const bodies[] = {
    "b[i] ^= k[i % 4];",
    "acc += k[i & 3] * 3u;",
    "b[i] = b[i] + k[(i + 1) & 7];",
    "b[i] = k[(i >> 1) & 3];",
    "b[i & 15] = b[i & 15] * 3 + k[i & 3];",
    "acc += k[(uchar)(i * 5)];",
    "b[(uchar)(i * 2) >> 2] += k[i];",
    "acc ^= (uint)k[(ushort)(i + 65500) & 255] << (i & 7);",
    "acc += k[(char)i & 127] ^ k[i & 1];",
};

static const char *const keys[] = {
    "global const uchar *k = K;",
    "uchar k[256]; for (int j = 0; j < 256; j++) k[j] = K[j];",
};

static char *program_text(size_t counter, size_t key) {
  char *text = test_alloc(65536);
  size_t used = 0;
  for (size_t bound = 0; bound < TEST_COUNT(bounds); bound++)
    for (size_t body = 0; body < TEST_COUNT(bodies); body++)
      used += (size_t)snprintf(
          text + used, 65536 - used,
          "kernel void k_%zu_%zu(global uchar *restrict B, global const uchar *restrict K, global uint *S, %s n) {\n"
          "  global uchar *b = B + get_global_id(0) * 64; uint acc = 0; %s\n"
          "  for (%s i = 0; i < n; i++) { %s }\n"
          "  S[get_global_id(0)] = acc;\n}\n",
          bound, body, bounds[bound], keys[key], counters[counter], bodies[body]);
  return text;
}

/* The bytes and sums of one launch, into `to`. */
static void run(cl_program program, size_t bound, size_t body, size_t local, unsigned char *to) {
  size_t mark = test_mark();
  struct test_buffer b = test_buffer((size_t)ITEMS * ROW, TEST_END, CL_MEM_READ_WRITE, 1);
  struct test_buffer k = test_buffer(KEYS, TEST_END, CL_MEM_READ_ONLY, 2);
  struct test_buffer s = test_buffer((size_t)ITEMS * 4, TEST_END, CL_MEM_READ_WRITE, 3);
  cl_ulong turns = TURNS; /* little-endian, as wide as the bound is */
  char name[32];
  snprintf(name, sizeof name, "k_%zu_%zu", bound, body);
  cl_kernel kernel = test_kernel(program, name);
  struct test_arg last = {bound == 1 ? 8 : 4, &turns};
  struct test_arg args[] = {ARG_BUFFER(b), ARG_BUFFER(k), ARG_BUFFER(s), last};
  size_t global = ITEMS;
  test_set_args(kernel, args, TEST_COUNT(args));
  test_launch(kernel, 1, NULL, &global, &local);
  test_buffer_sync(&b);
  test_buffer_sync(&s);
  memcpy(to, b.data, (size_t)ITEMS * ROW);
  memcpy(to + (size_t)ITEMS * ROW, s.data, (size_t)ITEMS * 4);
  test_release_to(mark);
}

static void check_counter(size_t counter) {
  static const size_t locals[] = {1, 3, ITEMS};
  enum { BYTES = ITEMS * (ROW + 4) };
  unsigned char *want = test_alloc(BYTES), *got = test_alloc(BYTES);
  for (size_t key = 0; key < TEST_COUNT(keys); key++) {
    size_t mark = test_mark();
    const char *text = program_text(counter, key);
    cl_program plain = test_build("-cl-opt-disable", text), program = test_build(NULL, text);
    for (size_t bound = 0; bound < TEST_COUNT(bounds); bound++)
      for (size_t body = 0; body < TEST_COUNT(bodies); body++) {
        run(plain, bound, body, ITEMS, want);
        for (size_t l = 0; l < TEST_COUNT(locals); l++) {
          run(program, bound, body, locals[l], got);
          if (memcmp(want, got, BYTES))
            FAIL("for (%s i = 0; i < (%s)n; i++) { %s } differs, keys %zu, %zu items a group", counters[counter],
                 bounds[bound], bodies[body], key, locals[l]);
        }
      }
    test_release_to(mark);
  }
}

static void uchars(void) {
  check_counter(0);
}
static void ushorts(void) {
  check_counter(1);
}
static void uints(void) {
  check_counter(2);
}
static void ints(void) {
  check_counter(3);
}
static void ulongs(void) {
  check_counter(4);
}

static const struct test_case cases[] = {
    {"uchars", uchars}, {"ushorts", ushorts}, {"uints", uints}, {"ints", ints}, {"ulongs", ulongs}};
TEST_MAIN(cases)
