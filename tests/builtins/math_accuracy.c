/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Mathematical functions of the builtin modules against the C library's in long double, over random encodings,
 * ranges where functions bend, and special values. Limits are those of the OpenCL C specification, section 7.4, in
 * units of the result's last place; they hold for float and double alike.
 */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef long double wide;

#define PI_WIDE 3.14159265358979323846264338327950288L

/* --- References that the C library does not have -------------------------------------------- */

/* x modulo 2 is exact, so sine and cosine of pi times the remainder from the nearest half are exact enough. */
static wide reference_sinpi(wide x) {
  if (!isfinite(x))
    return NAN;
  wide r = fmodl(x, 2), n = rintl(2 * r);
  wide part = PI_WIDE * (r - n / 2);
  int quadrant = (int)n & 3;
  wide value = quadrant & 1 ? cosl(part) : sinl(part);
  value = quadrant & 2 ? -value : value;
  return value == 0 ? copysignl(0, x) : value;
}
static wide reference_cospi(wide x) {
  if (!isfinite(x))
    return NAN;
  wide r = fmodl(fabsl(x), 2), n = rintl(2 * r);
  wide part = PI_WIDE * (r - n / 2);
  int quadrant = ((int)n + 1) & 3;
  wide value = quadrant & 1 ? cosl(part) : sinl(part);
  value = quadrant & 2 ? -value : value;
  return value == 0 ? 0 : value;
}
static wide reference_tanpi(wide x) {
  if (!isfinite(x))
    return NAN;
  wide r = fmodl(x, 2), n = rintl(2 * r);
  wide part = PI_WIDE * (r - n / 2);
  int quadrant = (int)n & 3;
  if (part == 0) {
    if (quadrant & 1)
      return ((quadrant & 2) != 0) ? -INFINITY : INFINITY;
    return copysignl(0, x) * (quadrant & 2 ? -1 : 1);
  }
  return quadrant & 1 ? -1 / tanl(part) : tanl(part);
}
/* The C library's give a NaN where one of the arguments is a signalling one. */
static wide reference_fmax(wide x, wide y) {
  return isnan(x) ? y : isnan(y) ? x : fmaxl(x, y);
}
static wide reference_fmin(wide x, wide y) {
  return isnan(x) ? y : isnan(y) ? x : fminl(x, y);
}
static wide reference_asinpi(wide x) {
  return asinl(x) / PI_WIDE;
}
static wide reference_acospi(wide x) {
  return acosl(x) / PI_WIDE;
}
static wide reference_atanpi(wide x) {
  return atanl(x) / PI_WIDE;
}
static wide reference_atan2pi(wide y, wide x) {
  return atan2l(y, x) / PI_WIDE;
}
static wide reference_exp10(wide x) {
  return exp10l(x);
}
static wide reference_rsqrt(wide x) {
  return 1 / sqrtl(x);
}
static wide reference_powr(wide x, wide y) {
  if (x < 0 || (x == 0 && y == 0) || (x == INFINITY && y == 0) || (x == 1 && isinf(y)) || isnan(x) || isnan(y))
    return NAN;
  return powl(fabsl(x), y);
}
static wide reference_pown(wide x, int n) {
  return powl(x, n);
}
static wide reference_rootn(wide x, int n) {
  if (n == 0 || (x < 0 && !(n & 1)) || isnan(x))
    return NAN;
  if (x == 0)
    return n & 1 ? (n < 0 ? copysignl(INFINITY, x) : x) : (n < 0 ? INFINITY : 0);
  return copysignl(powl(fabsl(x), 1.0L / n), x);
}
static wide reference_ldexp(wide x, int n) {
  return ldexpl(x, n > 20000 ? 20000 : n < -20000 ? -20000 : n);
}
static wide reference_maxmag(wide x, wide y) {
  return fabsl(x) > fabsl(y) ? x : fabsl(y) > fabsl(x) ? y : reference_fmax(x, y);
}
static wide reference_minmag(wide x, wide y) {
  return fabsl(x) < fabsl(y) ? x : fabsl(y) < fabsl(x) ? y : reference_fmin(x, y);
}

/* The C library's in double loses the sign of zero where y is next to denormal. */
static wide reference_remainder(wide x, wide y) {
  wide r = remainderl(x, y);
  return r == 0 ? copysignl(0, x) : r;
}
/* The quotient to the nearest integer, seven bits of it with its sign: what fmod leaves of x has the same ones, and
 * less its remainder is a multiple of y by at most 128, which long double holds. */
static int reference_quotient(wide x, wide y) {
  if (!isfinite(x) || !isfinite(y) || y == 0)
    return 0;
  wide left = fmodl(fabsl(x), 128 * fabsl(y));
  int quotient = (int)((left - remainderl(left, y)) / fabsl(y)) & 0x7f;
  return signbit(x) != signbit(y) ? -quotient : quotient;
}

/* --- The functions: name, length of the name for its mangling, reference, limit --------------- */

#define FUNCTIONS_OF_ONE(M)                                                                                            \
  M(exp, 3, expl, 3)                                                                                                   \
  M(exp2, 4, exp2l, 3)                                                                                                 \
  M(exp10, 5, reference_exp10, 3)                                                                                      \
  M(expm1, 5, expm1l, 3)                                                                                               \
  M(log, 3, logl, 3)                                                                                                   \
  M(log2, 4, log2l, 3)                                                                                                 \
  M(log10, 5, log10l, 3)                                                                                               \
  M(log1p, 5, log1pl, 2)                                                                                               \
  M(cbrt, 4, cbrtl, 2)                                                                                                 \
  M(sin, 3, sinl, 4)                                                                                                   \
  M(cos, 3, cosl, 4)                                                                                                   \
  M(tan, 3, tanl, 5)                                                                                                   \
  M(sinpi, 5, reference_sinpi, 4)                                                                                      \
  M(cospi, 5, reference_cospi, 4)                                                                                      \
  M(tanpi, 5, reference_tanpi, 6)                                                                                      \
  M(asin, 4, asinl, 4)                                                                                                 \
  M(acos, 4, acosl, 4)                                                                                                 \
  M(atan, 4, atanl, 5)                                                                                                 \
  M(asinpi, 6, reference_asinpi, 5)                                                                                    \
  M(acospi, 6, reference_acospi, 5)                                                                                    \
  M(atanpi, 6, reference_atanpi, 5)                                                                                    \
  M(sinh, 4, sinhl, 4)                                                                                                 \
  M(cosh, 4, coshl, 4)                                                                                                 \
  M(tanh, 4, tanhl, 5)                                                                                                 \
  M(asinh, 5, asinhl, 4)                                                                                               \
  M(acosh, 5, acoshl, 4)                                                                                               \
  M(atanh, 5, atanhl, 5)                                                                                               \
  M(erf, 3, erfl, 16)                                                                                                  \
  M(erfc, 4, erfcl, 16)                                                                                                \
  M(tgamma, 6, tgammal, 16)                                                                                            \
  M(rsqrt, 5, reference_rsqrt, 2)                                                                                      \
  M(sqrt, 4, sqrtl, 0.5)                                                                                               \
  M(fabs, 4, fabsl, 0)                                                                                                 \
  M(ceil, 4, ceill, 0)                                                                                                 \
  M(floor, 5, floorl, 0)                                                                                               \
  M(trunc, 5, truncl, 0)                                                                                               \
  M(rint, 4, rintl, 0)                                                                                                 \
  M(round, 5, roundl, 0)                                                                                               \
  M(logb, 4, logbl, 0)
#define FUNCTIONS_OF_TWO(M)                                                                                            \
  M(pow, 3, powl, 16)                                                                                                  \
  M(powr, 4, reference_powr, 16)                                                                                       \
  M(atan2, 5, atan2l, 6)                                                                                               \
  M(atan2pi, 7, reference_atan2pi, 6)                                                                                  \
  M(hypot, 5, hypotl, 4)                                                                                               \
  M(fmod, 4, fmodl, 0)                                                                                                 \
  M(remainder, 9, reference_remainder, 0)                                                                              \
  M(fmax, 4, reference_fmax, 0)                                                                                        \
  M(fmin, 4, reference_fmin, 0)                                                                                        \
  M(maxmag, 6, reference_maxmag, 0)                                                                                    \
  M(minmag, 6, reference_minmag, 0)                                                                                    \
  M(fdim, 4, fdiml, 0.5)                                                                                               \
  M(copysign, 8, copysignl, 0)
#define FUNCTIONS_WITH_INT(M)                                                                                          \
  M(pown, 4, reference_pown, 16)                                                                                       \
  M(rootn, 5, reference_rootn, 16)                                                                                     \
  M(ldexp, 5, reference_ldexp, 0.5)

#define DECLARE_ONE(name, length, reference, limit)                                                                    \
  double name##_d(double) __asm__("_Z" #length #name "d");                                                             \
  float name##_f(float) __asm__("_Z" #length #name "f");
#define DECLARE_TWO(name, length, reference, limit)                                                                    \
  double name##_d(double, double) __asm__("_Z" #length #name "dd");                                                    \
  float name##_f(float, float) __asm__("_Z" #length #name "ff");
#define DECLARE_INT(name, length, reference, limit)                                                                    \
  double name##_d(double, int) __asm__("_Z" #length #name "di");                                                       \
  float name##_f(float, int) __asm__("_Z" #length #name "fi");
FUNCTIONS_OF_ONE(DECLARE_ONE)
FUNCTIONS_OF_TWO(DECLARE_TWO)
FUNCTIONS_WITH_INT(DECLARE_INT)
double fma_d(double, double, double) __asm__("_Z3fmaddd");
float fma_f(float, float, float) __asm__("_Z3fmafff");
double nextafter_d(double, double) __asm__("_Z9nextafterdd");
float nextafter_f(float, float) __asm__("_Z9nextafterff");
int ilogb_d(double) __asm__("_Z5ilogbd");
int ilogb_f(float) __asm__("_Z5ilogbf");
double frexp_d(double, int *) __asm__("_Z5frexpdPi");
float frexp_f(float, int *) __asm__("_Z5frexpfPi");
double modf_d(double, double *) __asm__("_Z4modfdPd");
float modf_f(float, float *) __asm__("_Z4modffPf");
double fract_d(double, double *) __asm__("_Z5fractdPd");
float fract_f(float, float *) __asm__("_Z5fractfPf");
double remquo_d(double, double, int *) __asm__("_Z6remquoddPi");
float remquo_f(float, float, int *) __asm__("_Z6remquoffPi");
double sincos_d(double, double *) __asm__("_Z6sincosdPd");
float sincos_f(float, float *) __asm__("_Z6sincosfPf");
double lgamma_r_d(double, int *) __asm__("_Z8lgamma_rdPi");
float lgamma_r_f(float, int *) __asm__("_Z8lgamma_rfPi");
double lgamma_d(double) __asm__("_Z6lgammad");
float lgamma_f(float) __asm__("_Z6lgammaf");

/* --- Inputs ---------------------------------------------------------------------------------- */

static uint64_t seed = 0x853c49e6748fea9bu;
static uint64_t next_random(void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed * 0x2545f4914f6cdd1du;
}

static const double special[] = {0.0,           -0.0,         0.5,
                                 -0.5,          1.0,          -1.0,
                                 1.5,           2.0,          -2.0,
                                 2.5,           3.0,          -3.0,
                                 4.0,           1e10,         -1e10,
                                 0x1p53,        0x1p-30,      -0x1p-30,
                                 0x1p-70,       0x1p24,       -0x1.fffffep-1,
                                 0x1.fffffep-1, 0x1.000002p0, FLT_MAX,
                                 -FLT_MAX,      FLT_MIN,      0x1p-149,
                                 -0x1p-149,     DBL_MAX,      -DBL_MAX,
                                 DBL_MIN,       0x1p-1074,    -0x1p-1074,
                                 INFINITY,      -INFINITY,    NAN};
#define SPECIALS (sizeof special / sizeof *special)

/* The double next to a random multiple of pi/2, where reduction cancels most digits. */
static double near_quadrant(void) {
  wide k = floorl(ldexpl(1 + (wide)(next_random() >> 11) * 0x1p-53L, (int)(next_random() % 50)));
  return (double)(k * (PI_WIDE / 2));
}
static double any_double(void) {
  uint64_t bits = next_random();
  double x;
  switch (next_random() >> 61) {
  case 0:
    return special[bits % SPECIALS];
  case 1:
  case 2: /* any encoding */
    memcpy(&x, &bits, sizeof x);
    return x;
  case 3: /* near integers and halves */
    return (double)((int64_t)bits >> 54) * 0.5 +
           ldexp((double)((int64_t)(bits << 10) >> 54), -(int)(next_random() >> 58));
  case 4: /* a few numbers above or below special ones */
    if (bits >> 62 == 0)
      return near_quadrant();
    x = special[bits % SPECIALS];
    memcpy(&bits, &x, sizeof bits);
    bits += next_random() % 17 - 8;
    memcpy(&x, &bits, sizeof x);
    return x;
  default: /* about 1, in both directions, from 2^-40 to 2^40 and more often near 1 */
    x = 1 + (double)(bits >> 12) * 0x1p-52;
    int range = (next_random() >> 63) ? 3 : 40;
    x = ldexp(x, (int)(next_random() >> 32) % (2 * range + 1) - range);
    return bits & 1 ? -x : x;
  }
}
static float any_float(void) {
  if (next_random() >> 62)
    return (float)any_double();
  uint32_t bits = (uint32_t)(next_random() >> 32);
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* --- Errors ---------------------------------------------------------------------------------- */

/* In units of the last place that the reference has in a type of `digits` and this smallest exponent. */
static double ulps(wide value, wide reference, int digits, int smallest, wide largest) {
  if (isnan(reference))
    return isnan(value) ? 0 : INFINITY;
  if (isnan(value))
    return INFINITY;
  if (isinf(reference) || isinf(value)) {
    if (value == reference)
      return 0;
    /* Beyond the largest number, as a number of the next exponent. */
    wide next = ldexpl(1, ilogbl(largest) + 1);
    wide a = isinf(value) ? copysignl(next, value) : value,
         b = isinf(reference) ? copysignl(next, reference) : reference;
    if (fabsl(b) > next)
      b = copysignl(next, b);
    return (double)(fabsl(a - b) / ldexpl(1, ilogbl(largest) + 1 - digits));
  }
  int exponent = reference == 0 ? smallest : ilogbl(reference);
  if (exponent < smallest)
    exponent = smallest;
  if (fabsl(reference) > largest && fabsl(value) == largest)
    return (double)(fabsl(fminl(fabsl(reference), ldexpl(1, ilogbl(largest) + 1)) - largest) /
                    ldexpl(1, exponent + 1 - digits));
  return (double)(fabsl(value - reference) / ldexpl(1, exponent + 1 - digits));
}
static double ulps_d(double value, wide reference) {
  return ulps(value, reference, 53, -1022, DBL_MAX);
}
static double ulps_f(float value, wide reference) {
  return ulps(value, reference, 24, -126, FLT_MAX);
}

struct worst {
  double error, x, y;
  wide reference, value;
};
static int failures;
static uint64_t checks;

static void note(struct worst *w, double error, double x, double y, wide value, wide reference) {
  ++checks;
  if (error > w->error) {
    *w = (struct worst){.error = error, .x = x, .y = y, .reference = reference, .value = value};
  }
}
static void report(const char *name, const char *type, const struct worst *w, double limit) {
  /* The reference itself is good to about 0.001. */
  bool bad = !(w->error <= limit + (limit > 0 ? 0.001 : 0));
  if (bad || getenv("WEFT_TEST_VERBOSE"))
    printf("%-10s %-6s %8.3f of %g at %a, %a: %La, not %La%s\n", name, type, w->error, limit, w->x, w->y, w->value,
           w->reference, bad ? "  <---" : "");
  failures += bad;
}

static int rounds = 200000;

#define CHECK_ONE(name, length, reference, limit)                                                                      \
  {                                                                                                                    \
    struct worst d = {.error = 0}, f = {.error = 0};                                                                   \
    for (int i = 0; i < rounds; ++i) {                                                                                 \
      double x = any_double();                                                                                         \
      wide r = reference((wide)x);                                                                                     \
      double v = name##_d(x);                                                                                          \
      note(&d, ulps_d(v, r), x, 0, v, r);                                                                              \
      float xf = any_float();                                                                                          \
      r = reference((wide)xf);                                                                                         \
      float vf = name##_f(xf);                                                                                         \
      note(&f, ulps_f(vf, r), xf, 0, vf, r);                                                                           \
    }                                                                                                                  \
    report(#name, "double", &d, limit);                                                                                \
    report(#name, "float", &f, limit);                                                                                 \
  }
#define CHECK_TWO(name, length, reference, limit)                                                                      \
  {                                                                                                                    \
    struct worst d = {.error = 0}, f = {.error = 0};                                                                   \
    for (int i = 0; i < rounds; ++i) {                                                                                 \
      double x = any_double(), y = any_double();                                                                       \
      wide r = reference((wide)x, (wide)y);                                                                            \
      double v = name##_d(x, y);                                                                                       \
      note(&d, ulps_d(v, r), x, y, v, r);                                                                              \
      float xf = any_float(), yf = any_float();                                                                        \
      r = reference((wide)xf, (wide)yf);                                                                               \
      float vf = name##_f(xf, yf);                                                                                     \
      note(&f, ulps_f(vf, r), xf, yf, vf, r);                                                                          \
    }                                                                                                                  \
    report(#name, "double", &d, limit);                                                                                \
    report(#name, "float", &f, limit);                                                                                 \
  }
#define CHECK_INT(name, length, reference, limit)                                                                      \
  {                                                                                                                    \
    struct worst d = {.error = 0}, f = {.error = 0};                                                                   \
    for (int i = 0; i < rounds; ++i) {                                                                                 \
      int n = (int)((int64_t)next_random() >> (32 + next_random() % 32));                                              \
      double x = any_double();                                                                                         \
      wide r = reference((wide)x, n);                                                                                  \
      double v = name##_d(x, n);                                                                                       \
      note(&d, ulps_d(v, r), x, n, v, r);                                                                              \
      float xf = any_float();                                                                                          \
      r = reference((wide)xf, n);                                                                                      \
      float vf = name##_f(xf, n);                                                                                      \
      note(&f, ulps_f(vf, r), xf, n, vf, r);                                                                           \
    }                                                                                                                  \
    report(#name, "double", &d, limit);                                                                                \
    report(#name, "float", &f, limit);                                                                                 \
  }

/* The specification has no limit for lgamma; ours are in units of 1 where it is smaller than 1. The sign of Gamma
 * counts where Gamma is defined. */
static void note_lgamma(struct worst *w, double x, double value, double other, int sign, bool is_double) {
  int expected;
  wide reference = lgammal_r(x, &expected);
  bool pole = isnan(x) || (x <= 0 && floor(x) == x);
  int digits = is_double ? 53 : 24;
  double error = ulps(value, reference, digits, 0, is_double ? DBL_MAX : (double)FLT_MAX);
  bool same = value == other || (isnan(value) && isnan(other));
  note(w, same && (pole || sign == expected) ? error : INFINITY, x, sign, value, reference);
}
static void check_lgamma(void) {
  struct worst d = {.error = 0}, f = {.error = 0};
  for (int i = 0; i < rounds; ++i) {
    int sign = 77;
    double x = any_double(), value = lgamma_r_d(x, &sign);
    note_lgamma(&d, x, value, lgamma_d(x), sign, true);
    sign = 77;
    float xf = any_float(), value_f = lgamma_r_f(xf, &sign);
    note_lgamma(&f, xf, value_f, lgamma_f(xf), sign, false);
  }
  report("lgamma_r", "double", &d, 16);
  report("lgamma_r", "float", &f, 4);
}

/* Results that must agree to the bit (NaN with any NaN). */
static void exact(const char *name, double x, double y, double value, double reference) {
  ++checks;
  if ((isnan(value) && isnan(reference)) || (value == reference && signbit(value) == signbit(reference)))
    return;
  if (failures++ < 20)
    printf("%-10s at %a, %a: %a, not %a\n", name, x, y, value, reference);
}

static void check_exact(void) {
  for (int i = 0; i < rounds; ++i) {
    double x = any_double(), y = any_double(), z = any_double();
    float xf = any_float(), yf = any_float(), zf = any_float();
    /* Also sums that cancel. */
    if (i & 1) {
      z = -x * y;
      zf = -xf * yf;
    }
    exact("fma", x, y, fma_d(x, y, z), fma(x, y, z));
    exact("fmaf", xf, yf, fma_f(xf, yf, zf), fmaf(xf, yf, zf));
    exact("nextafter", x, y, nextafter_d(x, y), nextafter(x, y));
    exact("nextafterf", xf, yf, nextafter_f(xf, yf), nextafterf(xf, yf));
    if (isfinite(x) && x != 0)
      exact("ilogb", x, 0, ilogb_d(x), ilogb(x));
    if (isfinite(xf) && xf != 0)
      exact("ilogbf", xf, 0, ilogb_f(xf), ilogbf(xf));
    int e = 0, re = 0;
    exact("frexp", x, 0, frexp_d(x, &e), frexp(x, &re));
    exact("frexp", x, 1, isfinite(x) ? e : 0, isfinite(x) ? re : 0);
    exact("frexpf", xf, 0, frexp_f(xf, &e), frexpf(xf, &re));
    exact("frexpf", xf, 1, isfinite(xf) ? e : 0, isfinite(xf) ? re : 0);
    double w, rw;
    exact("modf", x, 0, modf_d(x, &w), modf(x, &rw));
    exact("modf", x, 1, w, rw);
    float wf, rwf;
    exact("modff", xf, 0, modf_f(xf, &wf), modff(xf, &rwf));
    exact("modff", xf, 1, wf, rwf);
    double fraction = x - floor(x);
    fraction = isinf(x) ? copysign(0, x) : x == 0 ? x : fraction >= 1 ? 0x1.fffffffffffffp-1 : fraction;
    exact("fract", x, 0, fract_d(x, &w), fraction);
    exact("fract", x, 1, w, floor(x));
    float fractionf = xf - floorf(xf);
    fractionf = isinf(xf) ? copysignf(0, xf) : xf == 0 ? xf : fractionf >= 1 ? 0x1.fffffep-1f : fractionf;
    exact("fractf", xf, 0, fract_f(xf, &wf), fractionf);
    e = 777;
    exact("remquo", x, y, remquo_d(x, y, &e), (double)reference_remainder(x, y));
    exact("remquo quotient", x, y, e, reference_quotient(x, y));
    e = 777;
    exact("remquof", xf, yf, remquo_f(xf, yf, &e), (double)reference_remainder(xf, yf));
    exact("remquof quotient", xf, yf, e, reference_quotient(xf, yf));
    double c;
    exact("sincos", x, 0, sincos_d(x, &c), sin_d(x));
    exact("sincos", x, 1, c, cos_d(x));
    float cf;
    exact("sincosf", xf, 0, sincos_f(xf, &cf), sin_f(xf));
    exact("sincosf", xf, 1, cf, cos_f(xf));
  }
  exact("ilogb", 0, 0, ilogb_d(0), INT_MIN);
  exact("ilogb", INFINITY, 0, ilogb_d(-INFINITY), INT_MAX);
  exact("ilogb", NAN, 0, ilogb_d(NAN), INT_MAX);
  exact("pow", 1, NAN, pow_d(1, NAN), 1);
  exact("pow", -1, INFINITY, pow_d(-1, INFINITY), 1);
  exact("pown", NAN, 0, pown_d(NAN, 0), 1);
}

int main(void) {
#ifdef WEFT_TEST_ISA
  if (!__builtin_cpu_supports(WEFT_TEST_ISA)) {
    printf("no %s here\n", WEFT_TEST_ISA);
    return 77;
  }
#endif
  if (getenv("WEFT_TEST_ROUNDS"))
    rounds = atoi(getenv("WEFT_TEST_ROUNDS"));
  FUNCTIONS_OF_ONE(CHECK_ONE)
  FUNCTIONS_OF_TWO(CHECK_TWO)
  FUNCTIONS_WITH_INT(CHECK_INT)
  check_lgamma();
  check_exact();
  printf("%llu checks, %d failures\n", (unsigned long long)checks, failures);
  return failures != 0;
}
