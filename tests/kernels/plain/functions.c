/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Functions of numbers whose answer is exact, rounded once or within a limit, of every type and width: those beside the
 * curves (nextafter, fma, ...), those with a scalar operand beside vectors, and native_ ones.
 */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"
#include "tests/kernels/plain/formats.h"

enum { ITEMS = 64 };
static const int widths[] = {1, 2, 3, 4, 8, 16};
static const char *const builds[] = {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable"};

/* `call` is of vectors x, y and z, of scalars sy and sz (the first components of those), and of INT(v) and BITS(v),
 * which are integers by value and by encoding. */
struct function {
  const char *name, *call;
  bool tame;        /* arguments within +-32 */
  bool with_scalar; /* y and z are those of the first component */
  bool to_int;
  bool (*is_right)(const struct format *format, double x, double y, double z, double got);
};

/* Beyond double's 53 bits; a half's product has 22, and with a third half the sum less than 113. */
typedef __float128 wide;

static double half_next(double x, bool up) {
  if (isinf(x))
    return up == (x > 0) ? x : copysign(65504, x);
  /* Less than any distance of halves. */
  return half_value(half_rounded(up ? x + 0x1p-26 : x - 0x1p-26, up ? 'p' : 'n'));
}
static bool right_nextafter(const struct format *format, double x, double y, double z, double got) {
  if (isnan(x) || isnan(y))
    return isnan(got);
  if (x == y)
    return got == y;
  switch (format->size) {
  case 2:
    return format_same(got, half_next(x, x < y));
  case 4:
    return format_same(got, nextafterf((float)x, (float)y));
  default:
    return format_same(got, nextafter(x, y));
  }
}
static bool right_ilogb(const struct format *format, double x, double y, double z, double got) {
  if (isnan(x))
    return got == INT_MAX || got == INT_MIN;
  return got == (x == 0 ? INT_MIN : isinf(x) ? INT_MAX : ilogb(x));
}
static double fused(const struct format *format, double x, double y, double z) {
  if (format->size == 4)
    return fmaf((float)x, (float)y, (float)z);
  double sum = fma(x, y, z);
  if (format->size == 8 || !isfinite(sum))
    return sum;
  /* The nearest of three neighbours; of two as near the one with an even encoding. */
  wide exact = (wide)x * y + z;
  double middle = half_value(half_rounded(sum, 'e')), best = middle;
  const double around[] = {half_next(middle, false), half_next(middle, true)};
  if (isinf(middle) || sum == 0)
    return middle;
  for (int i = 0; i < 2; i++) {
    wide to_best = exact - best, to_other = exact - (isinf(around[i]) ? copysign(65536, around[i]) : around[i]);
    to_best = to_best < 0 ? -to_best : to_best;
    to_other = to_other < 0 ? -to_other : to_other;
    if (to_other < to_best || (to_other == to_best && half_rounded(best, 'e') & 1))
      best = around[i];
  }
  return best;
}
static bool right_fma(const struct format *format, double x, double y, double z, double got) {
  return format_same(got, fused(format, x, y, z));
}
static double product(const struct format *format, double x, double y) {
  return format_rounded(format, x * y);
}
/* What rounding has taken from a product. */
static bool right_fma_cancels(const struct format *format, double x, double y, double z, double got) {
  return format_same(got, fused(format, x, y, -product(format, x, y)));
}
/* Fused, or rounded twice; half may be computed in float. */
static bool right_mad(const struct format *format, double x, double y, double z, double got) {
  double separate = format->size == 2 ? (float)((float)x * (float)y) + (float)z : product(format, x, y) + z;
  return format_same(got, fused(format, x, y, z)) || format_same(got, format_rounded(format, separate)) ||
         format_same(got, format_rounded(format, product(format, x, y) + z));
}
static bool right_nan(const struct format *format, double x, double y, double z, double got) {
  return isnan(got);
}
static bool right_ldexp(const struct format *format, double x, double y, double z, double got) {
  return format_same(got, format_rounded(format, ldexp(x, (int)y)));
}
static bool right_max(const struct format *format, double x, double y, double z, double got) {
  return got == (x < y ? y : x);
}
static bool right_min(const struct format *format, double x, double y, double z, double got) {
  return got == (y < x ? y : x);
}
static bool right_clamp(const struct format *format, double x, double y, double z, double got) {
  double low = fmin(y, z), high = fmax(y, z);
  return got == (x < low ? low : x > high ? high : x);
}
static bool right_step(const struct format *format, double x, double y, double z, double got) {
  return got == (x < y ? 0 : 1);
}
static bool right_degrees(const struct format *format, double x, double y, double z, double got) {
  return format_ulps(format, got, x * 180 / acosl(-1)) <= 2;
}
static bool right_radians(const struct format *format, double x, double y, double z, double got) {
  return format_ulps(format, got, x * acosl(-1) / 180) <= 2;
}
static double unit_of(const struct format *format) {
  return ldexp(1, -format->digits);
}
static bool right_mix(const struct format *format, double x, double y, double z, double got) {
  long double want = x + ((long double)y - x) * z;
  return fabsl(got - want) <= 8 * (long double)unit_of(format) * (fabs(x) + (fabs(x) + fabs(y)) * fabs(z));
}
/* Edges are z and z + 2: each step rounds something below 3. */
static bool right_smoothstep(const struct format *format, double x, double y, double z, double got) {
  long double edge = format_rounded(format, z + 2), t = ((long double)x - z) / (edge - z);
  t = t < 0 ? 0 : t > 1 ? 1 : t;
  return fabsl(got - t * t * (3 - 2 * t)) <= 16 * (long double)unit_of(format);
}

static const struct function functions[] = {
    {"nextafter", "nextafter(x, y)", .is_right = right_nextafter},
    {"ilogb", "ilogb(x)", .to_int = true, .is_right = right_ilogb},
    {"fma", "fma(x, y, z)", .is_right = right_fma},
    {"fma_tame", "fma(x, y, z)", .tame = true, .is_right = right_fma},
    {"fma_cancels", "fma(x, y, -(x * y))", .tame = true, .is_right = right_fma_cancels},
    {"mad", "mad(x, y, z)", .tame = true, .is_right = right_mad},
    {"nan", "nan(BITS(x))", .is_right = right_nan},
    {"ldexp", "ldexp(x, INT(y))", .tame = true, .is_right = right_ldexp},
    {"ldexp_scalar", "ldexp(x, (int)sy)", .tame = true, .with_scalar = true, .is_right = right_ldexp},
    {"max_scalar", "max(x, sy)", .tame = true, .with_scalar = true, .is_right = right_max},
    {"min_scalar", "min(x, sy)", .tame = true, .with_scalar = true, .is_right = right_min},
    {"fmax_scalar", "fmax(x, sy)", .tame = true, .with_scalar = true, .is_right = right_max},
    {"fmin_scalar", "fmin(x, sy)", .tame = true, .with_scalar = true, .is_right = right_min},
    {"clamp_scalar", "clamp(x, min(sy, sz), max(sy, sz))", .tame = true, .with_scalar = true, .is_right = right_clamp},
    {"step_scalar", "step(sy, x)", .tame = true, .with_scalar = true, .is_right = right_step},
    {"degrees", "degrees(x)", .tame = true, .is_right = right_degrees},
    {"radians", "radians(x)", .tame = true, .is_right = right_radians},
    {"mix", "mix(x, y, z)", .tame = true, .is_right = right_mix},
    {"smoothstep", "smoothstep(z, z + (T)2, x)", .tame = true, .is_right = right_smoothstep},
    {"smoothstep_scalar", "smoothstep(sz, sz + (S)2, x)", .tame = true, .with_scalar = true,
     .is_right = right_smoothstep},
};

static bool near(double got, double want) {
  return fabs(got - want) <= 0x1p-10 * fabs(want);
}
#define NATIVE(name, reference)                                                                                        \
  static bool right_native_##name(const struct format *format, double x, double y, double z, double got) {             \
    return near(got, reference);                                                                                       \
  }
#define NATIVE_ANGLE(name)                                                                                             \
  static bool right_native_##name(const struct format *format, double x, double y, double z, double got) {             \
    return fabs(got - name(x)) <= 0x1p-11;                                                                             \
  }
NATIVE_ANGLE(sin)
NATIVE_ANGLE(cos)
NATIVE(tan, tan(x))
NATIVE(exp, exp(x))
NATIVE(exp2, exp2(x))
NATIVE(exp10, pow(10, x))
NATIVE(log, log(x + 40))
NATIVE(log2, log2(x + 40))
NATIVE(log10, log10(x + 40))
NATIVE(powr, pow(x + 40, y / 8))
NATIVE(sqrt, sqrt(x + 40))
NATIVE(rsqrt, 1 / sqrt(x + 40))
NATIVE(recip, 1 / x)
NATIVE(divide, x / y)

/* The language leaves their accuracy to the platform; what is asked here is what half_ functions have to keep. */
static const struct function natives[] = {
    {"native_sin", "native_sin(x)", .tame = true, .is_right = right_native_sin},
    {"native_cos", "native_cos(x)", .tame = true, .is_right = right_native_cos},
    {"native_tan", "native_tan(x)", .tame = true, .is_right = right_native_tan},
    {"native_exp", "native_exp(x)", .tame = true, .is_right = right_native_exp},
    {"native_exp2", "native_exp2(x)", .tame = true, .is_right = right_native_exp2},
    {"native_exp10", "native_exp10(x)", .tame = true, .is_right = right_native_exp10},
    {"native_log", "native_log(x + (T)40)", .tame = true, .is_right = right_native_log},
    {"native_log2", "native_log2(x + (T)40)", .tame = true, .is_right = right_native_log2},
    {"native_log10", "native_log10(x + (T)40)", .tame = true, .is_right = right_native_log10},
    {"native_powr", "native_powr(x + (T)40, y / (T)8)", .tame = true, .is_right = right_native_powr},
    {"native_sqrt", "native_sqrt(x + (T)40)", .tame = true, .is_right = right_native_sqrt},
    {"native_rsqrt", "native_rsqrt(x + (T)40)", .tame = true, .is_right = right_native_rsqrt},
    {"native_recip", "native_recip(x)", .tame = true, .is_right = right_native_recip},
    {"native_divide", "native_divide(x, y)", .tame = true, .is_right = right_native_divide},
};

static double number(uint32_t seed, const struct format *format, bool tame) {
  static const double edges[] = {0.0,     -0.0,           1,       -1,     0.5,     INFINITY, -INFINITY, NAN,
                                 0x1p-24, 0x1.8p-24,      0x1p-14, -65504, 65504,   65472,    0x1p-126,  0x1p-149,
                                 1e30,    0x1.fffffep127, 1e300,   5e-324, 0x1p512, -0x1p15,  2.000977};
  uint32_t pick = test_hash(seed);
  double unit = (int32_t)test_hash(seed + 17) * 0x1p-31;
  if (tame)
    return format_rounded(format, (unit == 0 ? 1 : unit) * 32);
  return format_rounded(format, pick % 3 == 0 ? edges[pick / 3 % TEST_COUNT(edges)]
                                              : unit * ldexp(1, (int)(pick >> 8) % 40 - 24));
}

static void write_kernels(char *at, const struct format *format, const struct function *list, size_t count,
                          size_t numbers) {
  const char *code = format->size == 2 ? "ushort" : format->size == 4 ? "uint" : "ulong";
  at += sprintf(at, "%stypedef %s S;\n", format_with_half, format->name);
  for (size_t w = 0; w < TEST_COUNT(widths); w++) {
    int n = widths[w];
    char t[16], u[16], i[16];
    format_spelt(t, format->name, n), format_spelt(u, code, n), format_spelt(i, "int", n);
    at += sprintf(at, "#define T %s\n#define BITS(v) as_%s(v)\n#define INT(v) %s%s(v)\n", t, u,
                  n == 1 ? "(int)" : "convert_", n == 1 ? "" : i);
    for (size_t f = 0; f < count; f++) {
      at += sprintf(at, "kernel void %s_%d(global %s *o, global const S *in) {\n  size_t i = get_global_id(0);\n",
                    list[f].name, n, list[f].to_int ? "int" : "S");
      for (int k = 0; k < 3; k++) {
        at += sprintf(at, n == 1 ? "  T %1$c = in[%2$zu + i];" : "  T %1$c = vload%3$d(i, in + %2$zu);", "xyz"[k],
                      (size_t)k * numbers, n);
        at += sprintf(at, "  S s%1$c = %1$c%2$s; (void)s%1$c; (void)%1$c;\n", "xyz"[k], n == 1 ? "" : ".s0");
      }
      at += sprintf(at, n == 1 ? "  o[i] = %s;\n}\n" : "  vstore%2$d(%1$s, i, o);\n}\n", list[f].call, n);
    }
    at += sprintf(at, "#undef T\n#undef BITS\n#undef INT\n");
  }
}

static void compare(const struct format *format, const struct function *list, size_t count) {
  format_need(format);
  size_t numbers = ITEMS * 16;
  double *in[2] = {test_alloc(3 * numbers * sizeof(double)), test_alloc(3 * numbers * sizeof(double))};
  struct test_buffer from[2];
  for (uint32_t tame = 0; tame < 2; tame++) {
    unsigned char *bytes = test_alloc(3 * numbers * format->size);
    for (size_t i = 0; i < 3 * numbers; i++)
      format_put(format, bytes, i, in[tame][i] = number((uint32_t)(2 * i) + tame, format, tame));
    from[tame] = test_buffer(3 * numbers * format->size, TEST_END, CL_MEM_READ_ONLY, 0);
    test_buffer_write(&from[tame], bytes);
  }
  char *source = test_alloc(1 << 17);
  write_kernels(source, format, list, count, numbers);
  for (size_t b = 0; b < TEST_COUNT(builds); b++) {
    cl_program program = test_build(builds[b], source);
    for (size_t f = 0; f < count; f++)
      for (size_t w = 0; w < TEST_COUNT(widths); w++) {
        size_t n = (size_t)widths[w];
        char name[32];
        snprintf(name, sizeof name, "%s_%zu", list[f].name, n);
        struct test_buffer out =
            test_buffer(ITEMS * n * (list[f].to_int ? sizeof(cl_int) : format->size), TEST_END, CL_MEM_READ_WRITE, 9);
        LAUNCH(test_kernel(program, name), ITEMS, 16, ARG_BUFFER(out), ARG_BUFFER(from[list[f].tame]));
        test_buffer_sync(&out);
        for (size_t i = 0; i < ITEMS * n; i++) {
          const double *x = in[list[f].tame] + i, *y = x + numbers, *z = y + numbers;
          if (list[f].with_scalar)
            y -= i % n, z -= i % n;
          double got = list[f].to_int ? ((cl_int *)out.data)[i] : format_get(format, out.data, i);
          if (!list[f].is_right(format, *x, *y, *z, got))
            FAIL("%s of %s (%a, %a, %a), '%s': %a", name, format->name, *x, *y, *z, builds[b], got);
        }
      }
  }
}

static void of_half(void) {
  compare(&formats[HALF], functions, TEST_COUNT(functions));
}
static void of_float(void) {
  compare(&formats[FLOAT], functions, TEST_COUNT(functions));
}
static void of_double(void) {
  compare(&formats[DOUBLE], functions, TEST_COUNT(functions));
}
static void native(void) {
  if (!test.is_weft)
    test_skip("the accuracy is the platform's own");
  compare(&formats[FLOAT], natives, TEST_COUNT(natives));
}

static const struct test_case cases[] = {
    {"of_half", of_half}, {"of_float", of_float}, {"of_double", of_double}, {"native", native}};
TEST_MAIN(cases)
