/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The same function in a loop that is widened, in one work-item at a time, and on vectors gives the same bits, with
 * arguments among which a few take the slow path; and programs with relaxed options call other functions.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"

enum { COUNT = 1024 };

static const char *const of_one[] = {"exp",    "exp2",   "exp10", "expm1", "log",   "log2",  "log10", "log1p",
                                     "sin",    "cos",    "tan",   "sinpi", "cospi", "tanpi", "asin",  "acos",
                                     "atan",   "sinh",   "cosh",  "tanh",  "asinh", "acosh", "atanh", "asinpi",
                                     "acospi", "atanpi", "cbrt",  "rsqrt", "erf",   "erfc"};
static const char *const of_two[] = {"pow", "powr", "atan2", "atan2pi", "fmod", "remainder", "hypot"};

/* Ordinary numbers; in places huge ones, infinity, NaN, zero and denormals. */
static void fill(cl_float *x, cl_uint state) {
  static const cl_float rare[] = {0x1p17f, 1e30f, 0x1.fffffep127f, INFINITY,  NAN,
                                  0.0f,    -0.0f, 0x1p-149f,       0x1p-130f, -INFINITY};
  for (int i = 0; i < COUNT; i++) {
    state = state * 1664525 + 1013904223;
    x[i] = (cl_float)((double)(state >> 8) * 0x1p-24 * 20 - 10);
    if (state >> 24 == 7 || i % 100 == 99)
      x[i] = rare[(state >> 10) % TEST_COUNT(rare)];
  }
}

static cl_kernel build(const char *type, const char *call, const char *options) {
  char source[512];
  snprintf(source, sizeof source,
           "kernel void k(global const %s *x, global const %s *y, global %s *r) {\n"
           "  size_t i = get_global_id(0);\n"
           "  r[i] = %s;\n"
           "}\n",
           type, type, type, call);
  return test_kernel(test_build(options, source), "k");
}

/* The results of all elements, `width` to a work-item, groups of so many. */
static const cl_uint *results(const char *call, int width, size_t local, const char *options, struct test_buffer *x,
                              struct test_buffer *y) {
  char type[16];
  snprintf(type, sizeof type, width == 1 ? "float" : "float%d", width);
  cl_kernel kernel = build(type, call, options);
  struct test_buffer r = test_buffer(COUNT * sizeof(cl_float), TEST_END, CL_MEM_READ_WRITE, 1);
  LAUNCH(kernel, COUNT / (size_t)width, local, ARG_BUFFER(*x), ARG_BUFFER(*y), ARG_BUFFER(r));
  test_buffer_sync(&r);
  return (const cl_uint *)r.data;
}

static bool is_nan(cl_uint bits) {
  return (bits & 0x7fffffff) > 0x7f800000;
}

/* In vectors, too, if the call is the same of a vector. */
static void compare(const char *call, bool in_vectors) {
  struct test_buffer x = test_buffer(COUNT * sizeof(cl_float), TEST_END, CL_MEM_READ_ONLY, 1);
  struct test_buffer y = test_buffer(COUNT * sizeof(cl_float), TEST_END, CL_MEM_READ_ONLY, 1);
  cl_float *values = test_alloc(COUNT * sizeof(cl_float));
  fill(values, 1);
  test_buffer_write(&x, values);
  fill(values, 2);
  test_buffer_write(&y, values);
  const cl_uint *alone = results(call, 1, 1, "-cl-opt-disable", &x, &y);
  const cl_uint *widened = results(call, 1, 256, "", &x, &y);
  const cl_uint *vectors = in_vectors ? results(call, 4, 16, "", &x, &y) : widened;
  for (int i = 0; i < COUNT; i++) {
    if (is_nan(alone[i]) && is_nan(widened[i]) && is_nan(vectors[i]))
      continue;
    if (alone[i] != widened[i] || alone[i] != vectors[i])
      FAIL("%s of %a, %a: %08x alone, %08x widened, %08x in a vector", call, (double)((cl_float *)x.data)[i],
           (double)((cl_float *)y.data)[i], alone[i], widened[i], vectors[i]);
  }
}

static void same_bits(void) {
  char call[64];
  for (size_t i = 0; i < TEST_COUNT(of_one); i++) {
    snprintf(call, sizeof call, "%s(x[i])", of_one[i]);
    compare(call, true);
  }
  for (size_t i = 0; i < TEST_COUNT(of_two); i++) {
    snprintf(call, sizeof call, "%s(x[i], y[i])", of_two[i]);
    compare(call, true);
  }
}

/* Components of several work-items, of whose vectors a few have infinite ones or none but zeros. */
static void same_bits_of_geometry(void) {
  static const char *const calls[] = {"length((float4)(x[i], y[i], y[i ^ 1], x[i ^ 1]))",
                                      "distance((float3)(x[i], y[i], 1), (float3)(y[i], 2, x[i]))",
                                      "normalize((float2)(x[i], y[i])).x",
                                      "normalize((float3)(x[i], y[i], x[i ^ 1])).y",
                                      "normalize((float4)(y[i ^ 1], x[i], y[i], x[i ^ 1])).s3",
                                      "normalize(x[i])",
                                      "normalize((float2)(x[i] * 0, y[i] * 0)).y"};
  for (size_t i = 0; i < TEST_COUNT(calls); i++)
    compare(calls[i], false);
}

/* Relaxed functions take denormal numbers for zero: seen in scalars and vectors, and in no other program. */
static void relaxed(void) {
  static const struct {
    const char *options;
    bool exact;
  } programs[] = {{"", true}, {"-cl-fast-relaxed-math", false}, {"-cl-unsafe-math-optimizations", false}};
  struct test_buffer x = test_buffer(COUNT * sizeof(cl_float), TEST_END, CL_MEM_READ_ONLY, 0);
  cl_float *values = test_alloc(COUNT * sizeof(cl_float));
  for (int i = 0; i < COUNT; i++)
    values[i] = i % 2 ? 0x1p-140f : 8.0f;
  test_buffer_write(&x, values);
  for (size_t i = 0; i < TEST_COUNT(programs); i++)
    for (int width = 1; width <= 16; width *= 2) {
      const cl_float *r = (const cl_float *)results("log2(x[i])", width, 16, programs[i].options, &x, &x);
      for (int j = 0; j < COUNT; j++) {
        CHECK(j % 2 || fabsf(r[j] - 3) < 1e-6f);
        if (j % 2 && test.is_weft)
          CHECK((r[j] == -140) == programs[i].exact);
      }
    }
}

/* Small and large arguments of what the specification lets be a logarithm of a sum: Weft's keep their digits, also
 * among the optimiser's own relaxations. */
static void relaxed_ends(void) {
  static const struct {
    const char *call;
    double (*reference)(double);
    float values[8];
  } functions[] = {{"asinh(x[i])", asinh, {1e-6f, -9.1e-13f, 0x1p-126f, 0.25f, -3, 1e10f, -1.9e19f, 0x1.fffffep127f}},
                   {"acosh(x[i])", acosh, {1, 0x1.000002p0f, 1.0001f, 1.5f, 3, 1e10f, 1.9e19f, 0x1.fffffep127f}}};
  static const char *const programs[] = {"-cl-fast-relaxed-math", "-cl-unsafe-math-optimizations"};
  if (!test.is_weft)
    test_skip("the accuracy is the platform's own");
  struct test_buffer x = test_buffer(COUNT * sizeof(cl_float), TEST_END, CL_MEM_READ_ONLY, 0);
  cl_float *values = test_alloc(COUNT * sizeof(cl_float));
  for (size_t f = 0; f < TEST_COUNT(functions); f++) {
    for (size_t i = 0; i < COUNT; i++)
      values[i] = functions[f].values[i % 8];
    test_buffer_write(&x, values);
    for (size_t p = 0; p < TEST_COUNT(programs); p++)
      for (int width = 1; width <= 16; width *= 4) {
        const cl_float *r = (const cl_float *)results(functions[f].call, width, 16, programs[p], &x, &x);
        for (size_t i = 0; i < COUNT; i++) {
          double want = functions[f].reference((double)values[i]);
          if (!(fabs((double)r[i] - want) <= 0x1p-20 * fabs(want)))
            FAIL("%s of %a, %s: %a, not %a", functions[f].call, (double)values[i], programs[p], (double)r[i], want);
        }
      }
  }
}

static const struct test_case cases[] = {{"same_bits", same_bits},
                                         {"same_bits_of_geometry", same_bits_of_geometry},
                                         {"relaxed", relaxed},
                                         {"relaxed_ends", relaxed_ends}};
TEST_MAIN(cases)
