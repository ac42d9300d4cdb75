/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Modules of tests/spirv/modules that use SPIR-V's extensions, their results against plain C. */
#include <limits.h>
#include <string.h>

#include "tests/harness/pool.h"
#include "tests/spirv/modules.h"

enum { ITEMS = 512 };

/* in[] of random words behind the given ones. */
static cl_uint *words(size_t count, const cl_uint *first, size_t num_first) {
  cl_uint *all = test_alloc(count * sizeof(*all));
  test_fill(all, count * sizeof(*all), 1);
  memcpy(all, first, num_first * sizeof(*all));
  return all;
}

static cl_uint *results_of(cl_program program, const char *name, const cl_uint *in, size_t num_in, size_t num_out) {
  cl_mem input = buffer_of(in, ITEMS * num_in * sizeof(*in)), output = buffer_of(NULL, ITEMS * num_out * sizeof(*in));
  LAUNCH(test_kernel(program, name), ITEMS, 64, ARG(output), ARG(input));
  cl_uint *out = test_alloc(ITEMS * num_out * sizeof(*out));
  read_back(output, out, ITEMS * num_out * sizeof(*out));
  return out;
}

/* A lane of a word as a number. */
static int64_t lane(cl_uint word, unsigned bits, unsigned index, bool is_signed) {
  uint32_t value = word >> (bits * index) & ((1u << bits) - 1);
  return is_signed && value >> (bits - 1) ? (int64_t)value - (1 << bits) : (int64_t)value;
}

static int64_t dot(cl_uint a, cl_uint b, unsigned bits, bool signed_a, bool signed_b) {
  int64_t sum = 0;
  for (unsigned i = 0; i < 32 / bits; i++)
    sum += lane(a, bits, i, signed_a) * lane(b, bits, i, signed_b);
  return sum;
}

static cl_uint saturated(int64_t value, int64_t min, int64_t max) {
  return (cl_uint)(value < min ? min : value > max ? max : value);
}

static void dot_products(void) {
  need_spirv();
  enum { IN = 3, OUT = 21 };
  /* The largest products of either sign beside accumulators at the ends. */
  static const cl_uint ends[] = {0,          0,          0,          0x80808080, 0x80808080, INT_MAX,    0x80808080,
                                 0x7f7f7f7f, 1u << 31,   0x80808080, 0xffffffff, 1u << 31,   0xffffffff, 0xffffffff,
                                 0xffffffff, 0x7f7f7f7f, 0xffffffff, INT_MAX,    0x80008000, 0x7fff8000, 0x00007fff};
  cl_uint *in = words(ITEMS * IN, ends, TEST_COUNT(ends));
  for (size_t i = 8; i < ITEMS; i += 2) /* sums that just do and do not fit */
    in[i * IN + 2] = (i & 2 ? INT_MAX : 1u << 31) + (in[i * IN + 2] & 0xffff) - 0x8000;
  cl_uint *out = results_of(build_module("dot_products", ""), "dots", in, IN, OUT);
  for (size_t i = 0; i < ITEMS; i++) {
    cl_uint a = in[i * IN], b = in[i * IN + 1], c = in[i * IN + 2], want[OUT], high = 0;
    for (int kind = 0; kind < 3; kind++) { /* S, U, SU */
      int64_t bytes = dot(a, b, 8, kind != 1, kind == 0), shorts = dot(a, b, 16, kind != 1, kind == 0);
      want[kind] = want[6 + kind] = (cl_uint)bytes;
      want[3 + kind] = want[9 + kind] =
          kind == 1 ? saturated(bytes + c, 0, UINT_MAX) : saturated(bytes + (cl_int)c, INT_MIN, INT_MAX);
      want[12 + kind] = (cl_uint)shorts;
      want[15 + kind] = (cl_uint)bytes;
      high ^= (cl_uint)((uint64_t)bytes >> 32);
    }
    want[18] = high;
    want[19] = want[0] & 0xff;
    want[20] = saturated(dot(a, b, 8, true, true) + (cl_short)c, SHRT_MIN, SHRT_MAX) & 0xffff;
    /* Sums that do not fit before the accumulator is added are undefined. */
    int64_t sum = dot(a, b, 8, true, true);
    if (sum < SHRT_MIN || sum > SHRT_MAX)
      want[20] = out[i * OUT + 20];
    for (int k = 0; k < OUT; k++)
      if (out[i * OUT + k] != want[k])
        FAIL("item %zu: dot %d of %#x and %#x with %#x is %#x, not %#x", i, k, a, b, c, out[i * OUT + k], want[k]);
  }
}

static void expect_assume(void) {
  need_spirv();
  CHECK(test_has_extension("cl_khr_expect_assume"));
  static const cl_uint first[] = {3, 0, 1, 8, 4, 5, 6, 999, 1000, 0x108, 0xffffffff};
  cl_uint *in = words(ITEMS, first, TEST_COUNT(first));
  cl_program program = build_module("expect_assume", "");
  enum { OUT = 6 };
  cl_uint *out = results_of(program, "expects", in, 1, OUT);
  for (size_t i = 0; i < ITEMS; i++) {
    cl_uint x = in[i];
    cl_uint want[OUT] = {x, x == 3 ? 5 : 1, x & 0xff, x, x + 5, (x < 5 ? 3u : 0u) - (x == 3 ? 1u : 0u)};
    for (int k = 0; k < OUT; k++)
      if (out[i * OUT + k] != want[k])
        FAIL("result %d of %#x is %#x, not %#x", k, x, out[i * OUT + k], want[k]);
  }
  for (size_t i = 0; i < ITEMS; i++)
    in[i] %= 1000;
  out = results_of(program, "assumes", in, 1, 1);
  for (size_t i = 0; i < ITEMS; i++)
    CHECK_EQ(out[i], in[i] == 3 ? 1000 : 2 * in[i]);
}

/* The extension's name is a macro, as any's; the builtins that source has instead are Clang's. */
static void expect_assume_source(void) {
  need_spirv();
  const char *source = "#if !defined(cl_khr_expect_assume) || !__has_builtin(__builtin_expect) || "
                       "!__has_builtin(__builtin_assume)\n#error missing\n#endif\n"
                       "#pragma OPENCL EXTENSION cl_khr_expect_assume : enable\n" CL(
                           kernel void test(global int *out, global const int *in) {
                             int i = get_global_id(0);
                             int value = __builtin_expect(in[i], 3);
                             __builtin_assume(value >= 0);
                             out[i] = value % 4;
                           });
  const char *log;
  cl_program program = test_try_build("-Werror", source, &log);
  if (!program)
    FAIL("the build fails:\n%s", log);
  cl_uint *in = words(ITEMS, (const cl_uint[]){3}, 1);
  for (size_t i = 0; i < ITEMS; i++)
    in[i] &= INT_MAX;
  cl_uint *out = results_of(program, "test", in, 1, 1);
  for (size_t i = 0; i < ITEMS; i++)
    CHECK_EQ(out[i], in[i] % 4);
}

static const struct test_case cases[] = {
    {"dot_products", dot_products},
    {"expect_assume", expect_assume},
    {"expect_assume_source", expect_assume_source},
};
TEST_MAIN(cases)
