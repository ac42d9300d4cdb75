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
    {"expect_assume", expect_assume},
    {"expect_assume_source", expect_assume_source},
};
TEST_MAIN(cases)
