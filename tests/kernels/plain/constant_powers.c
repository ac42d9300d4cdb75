/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Powers to constants that are products, quotients or roots, beside the same powers to a number that an argument gives:
 * within what pow() may be off, with the same zeros, infinities and NaNs. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"

static const char *const exponents[] = {"0", "1", "-1", "2", "-2", "3", "4", "0.5", "-0.5", "5", "1.5"};
static const double values[] = {0,      1,      2,        -2,      3.7,     -3.7,    1e-3,   1e10,    -1e10,   1.8e19,
                                2e19,   -2e19,  7e12,     1e-10,   1e-19,   1e-20,   -1e-20, 3e-23,   1e-39,   -1e-39,
                                3.4e38, -3.e38, 1.17e-38, 1.0001,  0.99999, 1e-45,   123456, 65504,   -0.1,    4e-13,
                                1e154,  -1e154, 1e-154,   1.4e154, 1e-160,  -1e-160, 5e-324, 1.7e308, 2.3e-308};
enum { COUNT = TEST_COUNT(values) + 4 };

static void fill(double *to) {
  memcpy(to, values, sizeof(values));
  double *rest = to + TEST_COUNT(values);
  rest[0] = INFINITY, rest[1] = -INFINITY, rest[2] = NAN, rest[3] = -0.0;
}

/* Units in the last place of `want`, whose bits are `digits` behind the first one, down to `least`. */
static bool is_near(double got, double want, int digits, int least) {
  if (isnan(want) || isnan(got))
    return isnan(want) && isnan(got);
  if (isinf(want) || want == 0 || isinf(got))
    return got == want && !signbit(got) == !signbit(want);
  int exponent = ilogb(want);
  double unit = ldexp(1, (exponent < least ? least : exponent) - digits);
  return fabs(got - want) <= 16 * unit;
}

static void check(const char *type, const char *function, const char *exponent, int digits, int least) {
  bool is_double = !strcmp(type, "double"), is_int = !strcmp(function, "pown");
  char source[1024], vector[1024];
  snprintf(source, sizeof(source),
           "kernel void k(global const %s *x, global %s *constant_power, global %s *power, %s y) { size_t i ="
           " get_global_id(0); constant_power[i] = %s(x[i], (%s)%s); power[i] = %s(x[i], y); }",
           type, type, type, is_int ? "int" : type, function, is_int ? "int" : type, exponent, function);
  snprintf(
      vector, sizeof(vector),
      "kernel void k(global const %s *x, global %s *constant_power, global %s *power, %s y) { size_t i ="
      " get_global_id(0); constant_power[i] = %s((%s4)(x[i]), (%s4)(%s)).z; power[i] = %s((%s4)(x[i]), (%s4)(y)).y; }",
      type, type, type, is_int ? "int" : type, function, type, is_int ? "int" : type, exponent, function, type,
      is_int ? "int" : type);
  double x[COUNT];
  float narrow[COUNT];
  fill(x);
  for (int i = 0; i < COUNT; i++)
    narrow[i] = (float)x[i];
  size_t size = is_double ? 8 : 4;
  for (int form = 0; form < 4; form++) {
    cl_kernel kernel = test_kernel(test_build(form & 2 ? "-cl-opt-disable" : "", form & 1 ? vector : source), "k");
    struct test_buffer in = test_buffer(COUNT * size, TEST_END, CL_MEM_READ_WRITE, 0), constant = in, power = in;
    constant = test_buffer(COUNT * size, TEST_END, CL_MEM_READ_WRITE, 0);
    power = test_buffer(COUNT * size, TEST_END, CL_MEM_READ_WRITE, 0);
    test_buffer_write(&in, is_double ? (void *)x : (void *)narrow);
    double y = strtod(exponent, NULL);
    float narrow_y = (float)y;
    cl_int integer = (cl_int)y;
    SET_ARGS(kernel, ARG_BUFFER(in), ARG_BUFFER(constant), ARG_BUFFER(power),
             {is_int ? 4 : size, is_int      ? (void *)&integer
                                 : is_double ? (void *)&y
                                             : (void *)&narrow_y});
    test_launch(kernel, 1, NULL, (const size_t[]){COUNT}, NULL);
    test_buffer_sync(&constant);
    test_buffer_sync(&power);
    for (int i = 0; i < COUNT; i++) {
      double got = is_double ? ((double *)(void *)constant.data)[i] : (double)((float *)(void *)constant.data)[i];
      double want = is_double ? ((double *)(void *)power.data)[i] : (double)((float *)(void *)power.data)[i];
      if (!is_near(got, want, digits, least))
        FAIL("%s %s(%a, %s), form %d: %a, not %a", type, function, is_double ? x[i] : (double)narrow[i], exponent, form,
             got, want);
    }
  }
}

static void floats(void) {
  for (size_t i = 0; i < TEST_COUNT(exponents); i++)
    check("float", "pow", exponents[i], 23, -126);
}

static void doubles(void) {
  if (!test_has_extension("cl_khr_fp64"))
    test_skip("no doubles");
  for (size_t i = 0; i < TEST_COUNT(exponents); i++)
    check("double", "pow", exponents[i], 52, -1022);
}

static void integers(void) {
  for (size_t i = 0; i < TEST_COUNT(exponents); i++)
    if (!strchr(exponents[i], '.'))
      check("float", "pown", exponents[i], 23, -126);
}

/* A program's own function of the name is called. */
static void own_functions(void) {
  cl_kernel kernel =
      test_kernel(test_build("", CL(
                                     __attribute__((overloadable)) float pow(float x, int2 y) {
                                       return x + (float)y.x;
                                     } kernel void k(global float *out) { out[0] = pow(4.0f, (int2)(2, 2)); })),
                  "k");
  struct test_buffer out = test_buffer(4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, 1, 1, ARG_BUFFER(out));
  test_buffer_sync(&out);
  CHECK(*(float *)(void *)out.data == 6);
}

static const struct test_case cases[] = {
    {"floats", floats}, {"doubles", doubles}, {"integers", integers}, {"own_functions", own_functions}};
TEST_MAIN(cases)
