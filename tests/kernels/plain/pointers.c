/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Mathematical functions with a second result through a pointer: every type and width, into private, local and global
 * memory and by a generic pointer to any of them, against the host's functions.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/harness/test.h"
#include "tests/kernels/plain/formats.h"

enum { ITEMS = 96, GROUP = 16, SPACES = 4 };
static const int widths[] = {1, 2, 3, 4, 8, 16};
static const char *const builds[] = {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable"};

/* Both results of x and y, and whether they are what the specification asks for: exactly, or within some units. */
struct function {
  const char *name;
  bool of_two, second_is_int;
  bool (*is_right)(const struct format *format, double x, double y, double result, double second);
};

static bool right_fract(const struct format *format, double x, double y, double result, double second) {
  double whole = floor(x), below_one = 1 - ldexp(1, -format->digits);
  double rest = format_rounded(format, x - whole);
  if (isinf(x))
    rest = copysign(0, x);
  if (rest >= 1)
    rest = below_one;
  /* The sign of a zero rest is given for infinities alone. */
  return (isinf(x) ? format_same(result, rest) : result == rest || (isnan(result) && isnan(rest))) &&
         format_same(second, whole);
}
static bool right_modf(const struct format *format, double x, double y, double result, double second) {
  double whole, rest = modf(x, &whole);
  return format_same(result, rest) && format_same(second, whole);
}
static bool right_frexp(const struct format *format, double x, double y, double result, double second) {
  int exponent = 0;
  double mantissa = frexp(x, &exponent);
  return format_same(result, mantissa) && second == (isfinite(x) ? exponent : 0);
}
/* Seven bits of the quotient, found by long division, and its sign. */
static bool right_remquo(const struct format *format, double x, double y, double result, double second) {
  if (!format_same(result, remainder(x, y)))
    return false;
  if (isnan(result))
    return second == 0;
  if (isinf(y))
    return second == 0;
  long double size = fabsl((long double)y), rest = fmodl(fabsl((long double)x), 256 * size);
  int quotient = 0;
  for (int step = 128; step; step /= 2)
    if (rest >= step * size) {
      rest -= step * size;
      quotient += step;
    }
  if (2 * rest > size || (2 * rest == size && quotient % 2))
    quotient++;
  int got = (int)second;
  bool negative = signbit(x) != signbit(y);
  return abs(got) % 128 == quotient % 128 && (got == 0 || (got < 0) == negative);
}
static bool right_lgamma_r(const struct format *format, double x, double y, double result, double second) {
  int sign = 0;
  double want = lgamma_r(x, &sign);
  /* Near its zeros a relative error means nothing; which sign a pole has is open. */
  if (isnan(want) || isinf(want) || fabs(want) > ldexp(1.999, format->least == -14 ? 15 : -format->least + 1))
    return isnan(want) ? isnan(result) : isinf(result);
  return fabs(result - want) <= ldexp(4, -format->digits) * fmax(1, fabs(want)) && second == sign;
}
static bool right_sincos(const struct format *format, double x, double y, double result, double second) {
  double limit = format->least == -14 ? 2 : 4;
  return format_ulps(format, result, sinl(x)) <= limit && format_ulps(format, second, cosl(x)) <= limit;
}

static const struct function functions[] = {
    {"fract", false, false, right_fract},      {"modf", false, false, right_modf},
    {"frexp", false, true, right_frexp},       {"remquo", true, true, right_remquo},
    {"lgamma_r", false, true, right_lgamma_r}, {"sincos", false, false, right_sincos}};

static double number(uint32_t seed, const struct format *format) {
  static const double edges[] = {0.0,      -0.0,    1,       -1,    0.5,      -0.5,   INFINITY, -INFINITY, NAN,
                                 0x1p-24,  0x1p-14, 65504,   -2.5,  -0x1p-15, 1.5,    2,        -7,        0x1p-149,
                                 0x1p-126, 1e30,    -0x1p60, 1e300, 0x1p-600, 5e-324, -1e-5,    40000};
  uint32_t pick = test_hash(seed);
  double unit = (double)(int32_t)test_hash(seed + 17);
  switch (pick % 4) {
  case 0:
    return format_rounded(format, edges[pick / 4 % TEST_COUNT(edges)]);
  case 1:
    return format_rounded(format, ldexp(unit, -(int)(pick >> 8) % 50));
  default:
    return format_rounded(format, unit * 0x1p-27);
  }
}

/* A kernel for each width: four calls, one to a space, each with its result and its second result. */
static void write_kernels(char *at, const struct format *format, const struct function *function) {
  const char *scalar = format->name, *second = function->second_is_int ? "int" : scalar;
  const char *y = function->of_two ? "y, " : "";
  for (size_t w = 0; w < TEST_COUNT(widths); w++) {
    int n = widths[w];
    char t[16], s[16], load[2][64], store[64];
    format_spelt(t, scalar, n), format_spelt(s, second, n);
    for (int k = 0; k < 2; k++)
      snprintf(load[k], sizeof load[k], n == 1 ? "%s[i]" : "vload%2$d(i, %1$s)", k ? "py" : "px", n);
    snprintf(store, sizeof store, n == 1 ? "(at)[at_lane] = (v)" : "vstore%d((v), at_lane, at)", n);
    at += sprintf(at,
                  "#define PUT_%1$d(v, at_lane, at) %2$s\n"
                  "kernel void k_%1$d(global %3$s *o, global %4$s *seconds, global const %3$s *px, global const %3$s "
                  "*py, global %5$s *room) {\n"
                  "  size_t i = get_global_id(0), l = get_local_id(0);\n"
                  "  local %5$s shared[%9$d];\n  %5$s own, any;\n  %6$s x = %7$s, y = %8$s;\n  (void)y;\n",
                  n, store, scalar, second, s, t, load[0], load[1], GROUP);
    static const char *const to[SPACES] = {"&own", "&shared[l]", "&room[i]", "p"};
    static const char *const from[SPACES] = {"own", "shared[l]", "room[i]", "*p"};
    for (int space = 0; space < SPACES; space++) {
      if (space == SPACES - 1)
        at += sprintf(at, "  %s *p = i %% 3 == 0 ? &any : i %% 3 == 1 ? (%s *)&shared[l] : (%s *)&room[i];\n", s, s, s);
      at += sprintf(at,
                    "  PUT_%1$d(%2$s(x, %3$s%4$s), i * %5$d + %6$d, o);\n  PUT_%1$d(%7$s, i * %5$d + %6$d, seconds);\n",
                    n, function->name, y, to[space], SPACES, space, from[space]);
    }
    at += sprintf(at, "}\n");
  }
}

static void compare(const struct format *format, const struct function *function) {
  size_t count = ITEMS * 16, mark = test_mark(), size = format->size;
  size_t second_size = function->second_is_int ? sizeof(cl_int) : size;
  double *in[2];
  struct test_buffer from[2];
  for (uint32_t k = 0; k < 2; k++) {
    in[k] = test_alloc(count * sizeof(double));
    from[k] = test_buffer(count * size, TEST_END, CL_MEM_READ_ONLY, 0);
    unsigned char *bytes = test_alloc(count * size);
    for (size_t i = 0; i < count; i++)
      format_put(format, bytes, i, in[k][i] = number((uint32_t)i * 2 + k, format));
    test_buffer_write(&from[k], bytes);
  }
  char *source = test_alloc(1 << 16);
  write_kernels(source + sprintf(source, "%s", format_with_half), format, function);
  for (size_t b = 0; b < TEST_COUNT(builds); b++) {
    cl_program program = test_build(builds[b], source);
    for (size_t w = 0; w < TEST_COUNT(widths); w++) {
      size_t n = (size_t)widths[w], all = ITEMS * SPACES * n;
      char name[16];
      snprintf(name, sizeof name, "k_%zu", n);
      struct test_buffer out = test_buffer(all * size, TEST_END, CL_MEM_READ_WRITE, 9);
      struct test_buffer seconds = test_buffer(all * second_size, TEST_END, CL_MEM_READ_WRITE, 9);
      struct test_buffer room = test_buffer(ITEMS * (n == 3 ? 4 : n) * second_size, TEST_START, CL_MEM_READ_WRITE, 9);
      LAUNCH(test_kernel(program, name), ITEMS, GROUP, ARG_BUFFER(out), ARG_BUFFER(seconds), ARG_BUFFER(from[0]),
             ARG_BUFFER(from[1]), ARG_BUFFER(room));
      test_buffer_sync(&out);
      test_buffer_sync(&seconds);
      for (size_t j = 0; j < all; j++) {
        size_t i = j / n / SPACES * n + j % n, space = j / n % SPACES;
        double result = format_get(format, out.data, j);
        double second = function->second_is_int ? ((cl_int *)seconds.data)[j] : format_get(format, seconds.data, j);
        if (!function->is_right(format, in[0][i], in[1][i], result, second))
          FAIL("%s of %s%zu (%a, %a), '%s', space %zu: %a and %a", function->name, format->name, n, in[0][i], in[1][i],
               builds[b], space, result, second);
      }
    }
  }
  test_release_to(mark);
}

static void compare_all(const struct format *format) {
  format_need(format);
  if (!test_has_c_feature("__opencl_c_generic_address_space"))
    test_skip("no generic pointers");
  for (size_t f = 0; f < TEST_COUNT(functions); f++)
    compare(format, &functions[f]);
}

static void of_half(void) {
  compare_all(&formats[HALF]);
}
static void of_float(void) {
  compare_all(&formats[FLOAT]);
}
static void of_double(void) {
  compare_all(&formats[DOUBLE]);
}

/* Without the generic address space there is a form for each named one. */
static void in_opencl_c_12(void) {
  cl_kernel kernel = test_kernel(test_build("-cl-std=CL1.2", CL(kernel void k(global float *o, global int *n) {
                                              local float l[2];
                                              local int m[2];
                                              float p;
                                              int q;
                                              o[0] = fract(2.75f, &p) + 10 * p;
                                              o[1] = fract(3.75f, &l[0]) + 10 * l[0];
                                              o[2] = modf(-4.75f, &o[7]) + 10 * o[7];
                                              o[3] = frexp(12.0f, &q) + 10 * q;
                                              o[4] = frexp(24.0f, &m[1]) + 10 * m[1];
                                              o[5] = frexp(48.0f, &n[0]) + 10 * n[0];
                                              o[6] = remquo(29.0f, 3.0f, &n[1]) + 10 * n[1];
                                            })),
                                 "k");
  struct test_buffer out = test_buffer(8 * sizeof(float), TEST_END, CL_MEM_READ_WRITE, 0);
  struct test_buffer numbers = test_buffer(2 * sizeof(cl_int), TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, 1, 1, ARG_BUFFER(out), ARG_BUFFER(numbers));
  test_buffer_sync(&out);
  const float want[7] = {20.75f, 30.75f, -40.75f, 40.75f, 50.75f, 60.75f, 99};
  for (int i = 0; i < 7; i++)
    if (((float *)out.data)[i] != want[i])
      FAIL("%d: %a, not %a", i, ((float *)out.data)[i], want[i]);
}

static const struct test_case cases[] = {
    {"of_half", of_half}, {"of_float", of_float}, {"of_double", of_double}, {"in_opencl_c_12", in_opencl_c_12}};
TEST_MAIN(cases)
