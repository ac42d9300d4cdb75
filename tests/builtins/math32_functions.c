/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "tests/builtins/math32_functions.h"

static const double pi = 3.14159265358979323846;

/* --- References that the C library does not have ---------------------------------------------------- */

/* The remainder modulo 2 is exact, and so is what is left of the nearest multiple of a half. */
static double by_quadrant(double x, int quadrant, bool keep_sign) {
  if (!isfinite(x))
    return NAN;
  double r = fmod(x, 2), n = rint(2 * r), part = pi * (r - n / 2);
  quadrant += (int)n;
  double value = quadrant & 1 ? cos(part) : sin(part);
  value = quadrant & 2 ? -value : value;
  return value == 0 ? (keep_sign ? copysign(0, x) : 0) : value;
}
static double sinpi_of(double x) {
  return by_quadrant(x, 0, true);
}
static double cospi_of(double x) {
  return by_quadrant(x, 1, false);
}
static double tanpi_of(double x) {
  if (!isfinite(x))
    return NAN;
  double r = fmod(x, 2), n = rint(2 * r), part = pi * (r - n / 2);
  int quadrant = (int)n & 3;
  if (part == 0 && (quadrant & 1))
    return quadrant & 2 ? -INFINITY : INFINITY;
  if (part == 0)
    return quadrant & 2 ? -copysign(0, x) : copysign(0, x);
  return quadrant & 1 ? -1 / tan(part) : tan(part);
}
static double asinpi_of(double x) {
  return asin(x) / pi;
}
static double acospi_of(double x) {
  return acos(x) / pi;
}
static double atanpi_of(double x) {
  return atan(x) / pi;
}
static double atan2pi_of(double y, double x) {
  return atan2(y, x) / pi;
}
static double exp10_of(double x) {
  return pow(10, x);
}
static double rsqrt_of(double x) {
  return 1 / sqrt(x);
}
static double powr_of(double x, double y) {
  if (x < 0 || (x == 0 && y == 0) || (x == INFINITY && y == 0) || (x == 1 && isinf(y)) || isnan(x) || isnan(y))
    return NAN;
  return pow(fabs(x), y);
}
static double pown_of(double x, int n) {
  return pow(x, n);
}
static double rootn_of(double x, int n) {
  if (n == 0 || (x < 0 && !(n & 1)) || isnan(x))
    return NAN;
  if (x == 0)
    return n & 1 ? (n < 0 ? copysign(INFINITY, x) : x) : (n < 0 ? INFINITY : 0);
  return copysign(pow(fabs(x), 1.0 / n), x);
}
static double ldexp_of(double x, int n) {
  return ldexp(x, n > 2000 ? 2000 : n < -2000 ? -2000 : n);
}
static double maxmag_of(double x, double y) {
  return fabs(x) > fabs(y) ? x : fabs(y) > fabs(x) ? y : fmax(x, y);
}
static double minmag_of(double x, double y) {
  return fabs(x) < fabs(y) ? x : fabs(y) < fabs(x) ? y : fmin(x, y);
}
static double recip_of(double x) {
  return 1 / x;
}
static double divide_of(double x, double y) {
  return x / y;
}

/* --- The table: name, length of the name in its symbol, reference, limits of float and half ---------- */

/* Those of lgamma are our own: the specification has none. */
#define CURVES(M)                                                                                                      \
  M(exp, 3, exp, 3, 2)                                                                                                 \
  M(exp2, 4, exp2, 3, 2)                                                                                               \
  M(exp10, 5, exp10_of, 3, 2)                                                                                          \
  M(expm1, 5, expm1, 3, 2)                                                                                             \
  M(log, 3, log, 3, 2)                                                                                                 \
  M(log2, 4, log2, 3, 2)                                                                                               \
  M(log10, 5, log10, 3, 2)                                                                                             \
  M(log1p, 5, log1p, 2, 2)                                                                                             \
  M(sin, 3, sin, 4, 2)                                                                                                 \
  M(cos, 3, cos, 4, 2)                                                                                                 \
  M(tan, 3, tan, 5, 2)                                                                                                 \
  M(sinpi, 5, sinpi_of, 4, 2)                                                                                          \
  M(cospi, 5, cospi_of, 4, 2)                                                                                          \
  M(tanpi, 5, tanpi_of, 6, 2)                                                                                          \
  M(asin, 4, asin, 4, 2)                                                                                               \
  M(acos, 4, acos, 4, 2)                                                                                               \
  M(atan, 4, atan, 5, 2)                                                                                               \
  M(asinpi, 6, asinpi_of, 5, 2)                                                                                        \
  M(acospi, 6, acospi_of, 5, 2)                                                                                        \
  M(atanpi, 6, atanpi_of, 5, 2)                                                                                        \
  M(sinh, 4, sinh, 4, 2)                                                                                               \
  M(cosh, 4, cosh, 4, 2)                                                                                               \
  M(tanh, 4, tanh, 5, 2)                                                                                               \
  M(asinh, 5, asinh, 4, 2)                                                                                             \
  M(acosh, 5, acosh, 4, 2)                                                                                             \
  M(atanh, 5, atanh, 5, 2)                                                                                             \
  M(cbrt, 4, cbrt, 2, 2)                                                                                               \
  M(rsqrt, 5, rsqrt_of, 2, 1)                                                                                          \
  M(erf, 3, erf, 16, 4)                                                                                                \
  M(erfc, 4, erfc, 16, 4)                                                                                              \
  M(tgamma, 6, tgamma, 16, 4)                                                                                          \
  M(lgamma, 6, lgamma, 4, 2)                                                                                           \
  M(sqrt, 4, sqrt, 0.5, 0.5)                                                                                           \
  M(fabs, 4, fabs, 0, 0)                                                                                               \
  M(ceil, 4, ceil, 0, 0)                                                                                               \
  M(floor, 5, floor, 0, 0)                                                                                             \
  M(trunc, 5, trunc, 0, 0)                                                                                             \
  M(rint, 4, rint, 0, 0)                                                                                               \
  M(round, 5, round, 0, 0)                                                                                             \
  M(logb, 4, logb, 0, 0)
#define OF_TWO(M)                                                                                                      \
  M(pow, 3, pow, 16, 4)                                                                                                \
  M(powr, 4, powr_of, 16, 4)                                                                                           \
  M(atan2, 5, atan2, 6, 2)                                                                                             \
  M(atan2pi, 7, atan2pi_of, 6, 2)                                                                                      \
  M(hypot, 5, hypot, 4, 2)                                                                                             \
  M(fmod, 4, fmod, 0, 0)                                                                                               \
  M(remainder, 9, remainder, 0, 0)                                                                                     \
  M(fmax, 4, fmax, 0, 0)                                                                                               \
  M(fmin, 4, fmin, 0, 0)                                                                                               \
  M(maxmag, 6, maxmag_of, 0, 0)                                                                                        \
  M(minmag, 6, minmag_of, 0, 0)                                                                                        \
  M(fdim, 4, fdim, 0.5, 0.5)                                                                                           \
  M(copysign, 8, copysign, 0, 0)
#define WITH_INT(M)                                                                                                    \
  M(pown, 4, pown_of, 16, 4)                                                                                           \
  M(rootn, 5, rootn_of, 16, 4)                                                                                         \
  M(ldexp, 5, ldexp_of, 0.5, 0.5)

#define DECLARE(name, length, reference, limit, half_limit)                                                            \
  float name##_f(float) __asm__("_Z" #length #name "f");                                                               \
  half_type name##_h(half_type) __asm__("_Z" #length #name "Dh");
#define DECLARE_TWO(name, length, reference, limit, half_limit)                                                        \
  float name##_f(float, float) __asm__("_Z" #length #name "ff");                                                       \
  half_type name##_h(half_type, half_type) __asm__("_Z" #length #name "DhDh");
#define DECLARE_INT(name, length, reference, limit, half_limit)                                                        \
  float name##_f(float, int) __asm__("_Z" #length #name "fi");                                                         \
  half_type name##_h(half_type, int) __asm__("_Z" #length #name "Dhi");
CURVES(DECLARE)
OF_TWO(DECLARE_TWO)
WITH_INT(DECLARE_INT)

/* half_ functions: 8192 ulps where they are defined, which for some is a range with a bound of results outside. */
#define HALVES(M)                                                                                                      \
  M(half_cos, 8, cos, -0x1p16, 0x1p16, 1)                                                                              \
  M(half_sin, 8, sin, -0x1p16, 0x1p16, 1)                                                                              \
  M(half_tan, 8, tan, -0x1p16, 0x1p16, INFINITY)                                                                       \
  M(half_exp, 8, exp, 0, 0, 0)                                                                                         \
  M(half_exp2, 9, exp2, 0, 0, 0)                                                                                       \
  M(half_exp10, 10, exp10_of, 0, 0, 0)                                                                                 \
  M(half_log, 8, log, 0, 0, 0)                                                                                         \
  M(half_log2, 9, log2, 0, 0, 0)                                                                                       \
  M(half_log10, 10, log10, 0, 0, 0)                                                                                    \
  M(half_recip, 10, recip_of, 0, 0, 0)                                                                                 \
  M(half_rsqrt, 10, rsqrt_of, 0, 0, 0)                                                                                 \
  M(half_sqrt, 9, sqrt, 0, 0, 0)
#define DECLARE_ONE(name, length, reference, low, high, bound) float name##_f(float) __asm__("_Z" #length #name "f");
HALVES(DECLARE_ONE)
float half_divide_f(float, float) __asm__("_Z11half_divideff");
float half_powr_f(float, float) __asm__("_Z9half_powrff");

/* Relaxed functions: range, limit in ulps plus |slope x|, or an absolute one. */
#define RELAXED_ONE(M)                                                                                                 \
  M(exp, 18, exp, -87.3, 88.7, 3, 0, 2)                                                                                \
  M(exp2, 19, exp2, -126, 128, 3, 0, 2)                                                                                \
  M(exp10, 20, exp10_of, -37, 38, 8192, 0, 0)                                                                          \
  M(log, 18, log, 0, INFINITY, 3, 0x1p-21, 0)                                                                          \
  M(log2, 19, log2, 0, INFINITY, 3, 0x1p-21, 0)                                                                        \
  M(log10, 20, log10, 0, INFINITY, 3, 0x1p-21, 0)                                                                      \
  M(sin, 18, sin, -0x1p16, 0x1p16, 0, 0x1p-11, 0)                                                                      \
  M(cos, 18, cos, -0x1p16, 0x1p16, 0, 0x1p-11, 0)                                                                      \
  M(tan, 18, tan, -0x1p16, 0x1p16, 8192, 0, 0)                                                                         \
  M(atan, 19, atan, -INFINITY, INFINITY, 4096, 0, 0)                                                                   \
  M(asinh, 20, asinh, -INFINITY, INFINITY, 8, 0, 0)                                                                    \
  M(acosh, 20, acosh, 1, INFINITY, 8, 0, 0)                                                                            \
  M(rsqrt, 20, rsqrt_of, 0, INFINITY, 8192, 0, 0)
#define RELAXED_TWO(M) M(pow, 18, pow) M(powr, 19, powr_of)
#define RELAXED_INT(M) M(pown, 19, pown_of) M(rootn, 20, rootn_of)
#define DECLARE_RELAXED(name, length, reference, low, high, limit, absolute, slope)                                    \
  float relaxed_##name(float) __asm__("_Z" #length "__weft_relaxed_" #name "f");
#define DECLARE_RELAXED_TWO(name, length, reference)                                                                   \
  float relaxed_##name(float, float) __asm__("_Z" #length "__weft_relaxed_" #name "ff");
#define DECLARE_RELAXED_INT(name, length, reference)                                                                   \
  float relaxed_##name(float, int) __asm__("_Z" #length "__weft_relaxed_" #name "fi");
RELAXED_ONE(DECLARE_RELAXED)
RELAXED_TWO(DECLARE_RELAXED_TWO)
RELAXED_INT(DECLARE_RELAXED_INT)
#define ENTRY_RELAXED(name, length, reference_, low_, high_, limit_, absolute_, slope_)                                \
  {"relaxed_" #name,                                                                                                   \
   OF_FLOAT,                                                                                                           \
   {.of_float = relaxed_##name},                                                                                       \
   {.of_one = reference_},                                                                                             \
   limit_,                                                                                                             \
   absolute_,                                                                                                          \
   slope_,                                                                                                             \
   low_,                                                                                                               \
   high_,                                                                                                              \
   RELAXED},
#define ENTRY_RELAXED_TWO(name, length, reference_)                                                                    \
  {"relaxed_" #name, OF_TWO_FLOATS, {.of_two_floats = relaxed_##name}, {.of_two = reference_}, 8192, 0, 0, -INFINITY,  \
   INFINITY,         RELAXED},
#define ENTRY_RELAXED_INT(name, length, reference_)                                                                    \
  {"relaxed_" #name,                                                                                                   \
   OF_FLOAT_AND_INT,                                                                                                   \
   {.of_float_and_int = relaxed_##name},                                                                               \
   {.with_int = reference_},                                                                                           \
   8192,                                                                                                               \
   0,                                                                                                                  \
   0,                                                                                                                  \
   -INFINITY,                                                                                                          \
   INFINITY,                                                                                                           \
   RELAXED},

#define ENTRY(name, length, reference_, limit_, half_limit)                                                            \
  {#name, OF_FLOAT, {.of_float = name##_f}, {.of_one = reference_}, limit_, 0, 0, 0, 0, FULL},                         \
      {#name, OF_HALF, {.of_half = name##_h}, {.of_one = reference_}, half_limit, 0, 0, 0, 0, FULL},
#define ENTRY_TWO(name, length, reference_, limit_, half_limit)                                                        \
  {#name, OF_TWO_FLOATS, {.of_two_floats = name##_f}, {.of_two = reference_}, limit_, 0, 0, 0, 0, FULL},               \
      {#name, OF_TWO_HALVES, {.of_two_halves = name##_h}, {.of_two = reference_}, half_limit, 0, 0, 0, 0, FULL},
#define ENTRY_INT(name, length, reference_, limit_, half_limit)                                                        \
  {#name, OF_FLOAT_AND_INT, {.of_float_and_int = name##_f}, {.with_int = reference_}, limit_, 0, 0, 0, 0, FULL},       \
      {#name, OF_HALF_AND_INT, {.of_half_and_int = name##_h}, {.with_int = reference_}, half_limit, 0, 0, 0, 0, FULL},
#define ENTRY_HALF(name, length, reference_, low_, high_, bound_)                                                      \
  {#name, OF_FLOAT, {.of_float = name##_f}, {.of_one = reference_}, 8192, bound_, 0, low_, high_, HALF_PREFIX},

const struct check checks[] = {
    CURVES(ENTRY) OF_TWO(ENTRY_TWO) WITH_INT(ENTRY_INT) HALVES(ENTRY_HALF){"half_divide",
                                                                           OF_TWO_FLOATS,
                                                                           {.of_two_floats = half_divide_f},
                                                                           {.of_two = divide_of},
                                                                           8192,
                                                                           0,
                                                                           0,
                                                                           0,
                                                                           0,
                                                                           HALF_PREFIX},
    {"half_powr", OF_TWO_FLOATS, {.of_two_floats = half_powr_f}, {.of_two = powr_of}, 8192, 0, 0, 0, 0, HALF_PREFIX},
    RELAXED_ONE(ENTRY_RELAXED) RELAXED_TWO(ENTRY_RELAXED_TWO) RELAXED_INT(ENTRY_RELAXED_INT)};
const size_t check_count = sizeof checks / sizeof checks[0];
