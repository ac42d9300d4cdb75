/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The float functions of programs with -cl-fast-relaxed-math and -cl-unsafe-math-optimizations, scalars and vectors of
 * 4, within the limits that OpenCL C 7.4 has for them ("ULP Values for Single-Precision Built-in Math Functions With
 * Unsafe Math Optimizations"): what that table lacks keeps the limit of every program. The reference is the C
 * library's long double. Arguments and results are normal numbers, since such programs may take others for zero.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "tests/harness/test.h"
#include "tests/kernels/plain/formats.h"

enum { COUNT = 16384 };

static const long double pi = 3.14159265358979323846264338327950288L;

/* Of x, and y or the whole number n. */
typedef long double reference(long double x, long double y);
#define ONE(name, value)                                                                                               \
  static long double name##_of(long double x, long double y) {                                                         \
    (void)y;                                                                                                           \
    return value;                                                                                                      \
  }
#define TWO(name, value)                                                                                               \
  static long double name##_of(long double x, long double y) {                                                         \
    return value;                                                                                                      \
  }
ONE(recip, 1 / x)
TWO(divide, x / y)
ONE(sqrt, sqrtl(x))
ONE(rsqrt, 1 / sqrtl(x))
ONE(acos, acosl(x))
ONE(acosh, acoshl(x))
ONE(acospi, acosl(x) / pi)
ONE(asin, asinl(x))
ONE(asinh, asinhl(x))
ONE(asinpi, asinl(x) / pi)
ONE(atan, atanl(x))
ONE(atanh, atanhl(x))
ONE(atanpi, atanl(x) / pi)
TWO(atan2, atan2l(x, y))
TWO(atan2pi, atan2l(x, y) / pi)
ONE(cbrt, cbrtl(x))
ONE(cos, cosl(x))
ONE(cosh, coshl(x))
ONE(cospi, cosl(x *pi))
ONE(exp, expl(x))
ONE(exp2, exp2l(x))
ONE(exp10, powl(10, x))
ONE(expm1, expm1l(x))
ONE(log, logl(x))
ONE(log2, log2l(x))
ONE(log10, log10l(x))
ONE(log1p, log1pl(x))
TWO(pow, powl(x, y))
TWO(rootn, (x < 0 ? -1 : 1) * powl(fabsl(x), 1 / y))
ONE(sin, sinl(x))
ONE(sinh, sinhl(x))
ONE(sinpi, sinl(x *pi))
ONE(tan, tanl(x))
ONE(tanh, tanhl(x))
ONE(tanpi, tanl((x - rintl(x)) * pi))
ONE(erf, erfl(x))
ONE(erfc, erfcl(x))
ONE(tgamma, tgammal(x))
TWO(hypot, hypotl(x, y))

enum rule { ULPS, EXPONENTIAL, LOGARITHM, ABSOLUTE };
enum second { NONE, OTHER, POWER, WHOLE_POWER, WHOLE, ROOT };
struct function {
  const char *name, *statement;
  reference *reference;
  double low, high; /* of x, where the limit holds */
  enum rule rule;
  double limit;
  bool derived; /* others may compute it from other functions, whatever that loses */
  enum second second;
};
#define CALL(f, ...) #f, "o[i] = " #f "(x[i]);", f##_of, __VA_ARGS__
#define CALL_TWO(f, ...) #f, "o[i] = " #f "(x[i], y[i]);", f##_of, __VA_ARGS__
#define HUGE 0x1p126
static const struct function functions[] = {
    {"recip", "o[i] = 1.0f / x[i];", recip_of, -HUGE, HUGE, ULPS, 2.5, false, NONE},
    {"divide", "o[i] = x[i] / y[i];", divide_of, -0x1p62, 0x1p62, ULPS, 2.5, false, OTHER},
    {CALL(acos, -1, 1, ULPS, 4096, false, NONE)},
    {CALL(acosh, 1, HUGE, ULPS, 8192, true, NONE)},
    {CALL(acospi, -1, 1, ULPS, 8192, true, NONE)},
    {CALL(asin, -1, 1, ULPS, 4096, false, NONE)},
    {CALL(asinh, -HUGE, HUGE, ULPS, 8192, true, NONE)},
    {CALL(asinpi, -1, 1, ULPS, 8192, true, NONE)},
    {CALL(atan, -HUGE, HUGE, ULPS, 4096, false, NONE)},
    {CALL(atanh, -0x1.fffffep-1, 0x1.fffffep-1, ULPS, 8192, true, NONE)},
    {CALL(atanpi, -HUGE, HUGE, ULPS, 8192, true, NONE)},
    {CALL_TWO(atan2, -0x1p62, 0x1p62, ULPS, 8192, true, OTHER)},
    {CALL_TWO(atan2pi, -0x1p62, 0x1p62, ULPS, 8192, true, OTHER)},
    {CALL(cbrt, -HUGE, HUGE, ULPS, 8192, true, NONE)},
    {CALL(cos, -0x1.921fb4p1, 0x1.921fb4p1, ABSOLUTE, 0x1p-11, false, NONE)},
    {CALL(cosh, -88, 88, ULPS, 8192, true, NONE)},
    {CALL(cospi, -1, 1, ABSOLUTE, 0x1p-11, false, NONE)},
    {CALL(exp, -87.3, 88.7, EXPONENTIAL, 3, false, NONE)},
    {CALL(exp2, -126, 128, EXPONENTIAL, 3, false, NONE)},
    {CALL(exp10, -37.9, 38.5, ULPS, 8192, true, NONE)},
    {CALL(expm1, -88, 88.7, ULPS, 8192, true, NONE)},
    {CALL(log, 0x1p-126, HUGE, LOGARITHM, 3, false, NONE)},
    {CALL(log2, 0x1p-126, HUGE, LOGARITHM, 3, false, NONE)},
    {CALL(log10, 0x1p-126, HUGE, LOGARITHM, 3, false, NONE)},
    {CALL(log1p, -0x1.fffffep-1, HUGE, ULPS, 8192, true, NONE)},
    {CALL_TWO(pow, 0x1p-126, HUGE, ULPS, 8192, true, POWER)},
    {"pow_of_negative", "o[i] = pow(x[i], y[i]);", pow_of, -HUGE, -0x1p-126, ULPS, 8192, true, WHOLE_POWER},
    {"powr", "o[i] = powr(x[i], y[i]);", pow_of, 0x1p-126, HUGE, ULPS, 8192, true, POWER},
    {"pown", "o[i] = pown(x[i], n[i]);", pow_of, -HUGE, HUGE, ULPS, 8192, true, WHOLE},
    {"rootn", "o[i] = rootn(x[i], n[i]);", rootn_of, -HUGE, HUGE, ULPS, 8192, true, ROOT},
    {CALL(sin, -0x1.921fb4p1, 0x1.921fb4p1, ABSOLUTE, 0x1p-11, false, NONE)},
    {CALL(sinh, -88, 88, ULPS, 8192, true, NONE)},
    {CALL(sinpi, -1, 1, ABSOLUTE, 0x1p-11, false, NONE)},
    {"sincos", "T c; o[i] = sincos(x[i], &c);", sin_of, -0x1.921fb4p1, 0x1.921fb4p1, ABSOLUTE, 0x1p-11, false, NONE},
    {"sincos_cos", "T c; sincos(x[i], &c); o[i] = c;", cos_of, -0x1.921fb4p1, 0x1.921fb4p1, ABSOLUTE, 0x1p-11, false,
     NONE},
    {CALL(tan, -0x1.921fb4p1, 0x1.921fb4p1, ULPS, 8192, true, NONE)},
    {CALL(tanh, -HUGE, HUGE, ULPS, 8192, true, NONE)},
    {CALL(tanpi, -1, 1, ULPS, 8192, true, NONE)},
    {"native_recip", "o[i] = native_recip(x[i]);", recip_of, -HUGE, HUGE, ULPS, 2.5, false, NONE},
    {"native_divide", "o[i] = native_divide(x[i], y[i]);", divide_of, -0x1p62, 0x1p62, ULPS, 2.5, false, OTHER},
    /* None of the table of relaxed limits. */
    {CALL(sqrt, 0x1p-126, HUGE, ULPS, 3, false, NONE)},
    {CALL(erf, -HUGE, HUGE, ULPS, 16, false, NONE)},
    {CALL(erfc, -20, 10, ULPS, 16, false, NONE)},
    {CALL(tgamma, 0.001, 35, ULPS, 16, false, NONE)},
    {CALL_TWO(hypot, -0x1p62, 0x1p62, ULPS, 4, false, OTHER)},
};
static const struct function root[] = {{CALL(rsqrt, 0x1p-126, HUGE, ULPS, 2, false, NONE)}};

static const struct program {
  const char *options;
  int width;
} programs[] = {{"-cl-std=CL3.0 -cl-fast-relaxed-math", 1},
                {"-cl-std=CL3.0 -cl-fast-relaxed-math", 4},
                {"-cl-std=CL3.0 -cl-unsafe-math-optimizations", 1},
                {"-cl-std=CL3.0 -cl-unsafe-math-optimizations", 4}};

static double unit(uint32_t random) {
  return (double)random * 0x1p-32;
}

/* Of every magnitude: a third spread evenly, a third by exponents, a third near 1 (or near -1). */
static float argument(const struct function *f, uint32_t i) {
  double u = unit(test_hash(i)), x = 0;
  uint32_t random = test_hash(i + 0x10000);
  double sign = f->high < 0 || (f->low < 0 && random % 2) ? -1 : 1;
  if (i % 3 == 1)
    x = sign * ldexp(1 + u, (int)(random / 2 % 252) - 126);
  if (i % 3 == 2)
    x = sign * (1 + (random & 2 ? -1 : 1) * ldexp(u, -(int)(random / 4 % 23)));
  if (i % 3 == 0 || x < f->low || x > f->high)
    x = f->low + (f->high - f->low) * u;
  float rounded = (float)x;
  return fabsf(rounded) < FLT_MIN ? (float)f->high : rounded;
}

/* The exponent of x that gives about 2^t. */
static double power(float x, double t) {
  double exponent = log2(fabs((double)x));
  return exponent == 0 ? t : t / exponent;
}

static void fill(const struct function *f, float *x, float *y, cl_int *n) {
  for (uint32_t i = 0; i < COUNT; i++) {
    double t = unit(test_hash(i + 0x20000)) * 250 - 124, p;
    x[i] = argument(f, i), y[i] = 1, n[i] = 1;
    switch (f->second) {
    case NONE:
      break;
    case OTHER:
      y[i] = argument(f, i + 0x30000);
      break;
    case POWER:
      y[i] = (float)power(x[i], t);
      break;
    case WHOLE_POWER:
    case WHOLE:
      if (i % 2) /* not so near to 1 that powers are nothing but the largest */
        x[i] = copysignf(1 + 0.3f * (float)unit(test_hash(i + 0x40000)), f->low < 0 ? x[i] : 1);
      p = rint(power(x[i], t));
      p = fabs(p) > 0x1p24 ? copysign(0x1p24, p) : p;
      y[i] = (float)p, n[i] = (cl_int)p;
      break;
    case ROOT:
      n[i] = 1 + (cl_int)(test_hash(i + 0x50000) % 100);
      n[i] = (x[i] < 0 ? n[i] | 1 : n[i]) * (i % 5 ? 1 : -1);
      break;
    }
  }
}

static cl_program build(const struct program *program, const struct function *list, size_t count) {
  size_t room = 1 << 15;
  char *source = test_alloc(room), t[16], k[16];
  size_t used = (size_t)snprintf(source, room,
                                 "#define T %s\n#define I %s\n"
                                 "#define KERNEL(NAME, STATEMENT) kernel void k_##NAME(global T *restrict o, \\\n"
                                 "    global const T *restrict x, global const T *restrict y, \\\n"
                                 "    global const I *restrict n) { size_t i = get_global_id(0); STATEMENT }\n",
                                 format_spelt(t, "float", program->width), format_spelt(k, "int", program->width));
  for (size_t f = 0; f < count; f++) {
    used +=
        (size_t)snprintf(source + used, room - used, "#define STATEMENT %s\nKERNEL(%s, STATEMENT)\n#undef STATEMENT\n",
                         list[f].statement, list[f].name);
    CHECK(used < room);
  }
  return test_build(program->options, source);
}

static bool within(const struct function *f, float x, float got, long double want) {
  long double error = fabsl((long double)got - want);
  switch (f->rule) {
  case ABSOLUTE:
    return error <= (long double)f->limit;
  case LOGARITHM:
    if (x >= 0.5f && x <= 2)
      return error <= 0x1p-21L;
    break;
  case EXPONENTIAL:
    return format_ulps(&formats[FLOAT], (double)got, want) <= f->limit + floor(fabs(2 * (double)x));
  case ULPS:
    break;
  }
  return format_ulps(&formats[FLOAT], (double)got, want) <= f->limit;
}

static void check_results(const struct function *f, const struct program *program, const float *x, const float *y,
                          const cl_int *n, const float *got) {
  size_t seen = 0;
  for (size_t i = 0; i < COUNT; i++) {
    bool whole = f->second == WHOLE || f->second == ROOT;
    long double want = f->reference((long double)x[i], whole ? (long double)n[i] : (long double)y[i]);
    /* A result as far off as may be is neither denormal nor infinite. */
    if (f->rule != ABSOLUTE && (fabsl(want) < 1.01L * FLT_MIN || fabsl(want) > 0.99L * FLT_MAX))
      continue;
    seen++;
    if (!within(f, x[i], got[i], want))
      FAIL("%s of %a and %a or %d, vectors of %d, %s: %a, not %a", f->name, (double)x[i], (double)y[i], n[i],
           program->width, program->options, (double)got[i], (double)want);
  }
  if (seen < COUNT / 3)
    FAIL("%s: only %zu results are normal numbers", f->name, seen);
}

static void compare(const struct function *list, size_t count) {
  float *values[2] = {test_alloc(COUNT * sizeof(float)), test_alloc(COUNT * sizeof(float))};
  cl_int *numbers = test_alloc(COUNT * sizeof(cl_int));
  for (size_t p = 0; p < TEST_COUNT(programs); p++) {
    cl_program program = build(&programs[p], list, count);
    for (size_t f = 0; f < count; f++) {
      if (list[f].derived && !test.is_weft)
        continue;
      char name[32];
      size_t mark = test_mark();
      struct test_buffer o = test_buffer(COUNT * sizeof(float), TEST_END, CL_MEM_READ_WRITE, 1);
      struct test_buffer x = test_buffer(COUNT * sizeof(float), TEST_END, CL_MEM_READ_ONLY, 0);
      struct test_buffer y = test_buffer(COUNT * sizeof(float), TEST_END, CL_MEM_READ_ONLY, 0);
      struct test_buffer n = test_buffer(COUNT * sizeof(cl_int), TEST_END, CL_MEM_READ_ONLY, 0);
      fill(&list[f], values[0], values[1], numbers);
      test_buffer_write(&x, values[0]);
      test_buffer_write(&y, values[1]);
      test_buffer_write(&n, numbers);
      snprintf(name, sizeof name, "k_%s", list[f].name);
      LAUNCH(test_kernel(program, name), COUNT / (size_t)programs[p].width, 64, ARG_BUFFER(o), ARG_BUFFER(x),
             ARG_BUFFER(y), ARG_BUFFER(n));
      test_buffer_sync(&o);
      check_results(&list[f], &programs[p], values[0], values[1], numbers, (const float *)o.data);
      test_release_to(mark);
    }
  }
}

static void limits(void) {
  compare(functions, TEST_COUNT(functions));
}
static void limit_of_rsqrt(void) {
  compare(root, TEST_COUNT(root));
}

static const struct test_case cases[] = {{"limits", limits}, {"limit_of_rsqrt", limit_of_rsqrt}};
TEST_MAIN(cases)
