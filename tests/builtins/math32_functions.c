/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "tests/builtins/math32_functions.h"

#include <string.h>

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

/* --- Functions of other shapes: integers, and second results, each in a check of its own ------------ */

/* Infinities stand for the largest and the smallest integer, which float and half cannot hold. */
static double of_integer(int n) {
  return n == INT_MAX ? INFINITY : n == INT_MIN ? -INFINITY : n;
}
static double ilogb_of(double x) {
  return x == 0 ? -INFINITY : isfinite(x) ? ilogb(x) : INFINITY;
}
static double significand_of(double x) {
  int exponent;
  return frexp(x, &exponent);
}
static double exponent_of(double x) {
  int exponent;
  frexp(x, &exponent);
  return isfinite(x) ? exponent : 0;
}
static double fraction_of(double x) {
  double whole;
  return modf(x, &whole);
}
/* x - floor(x) is exact in double but for negative numbers so small that it is 1 in every format. */
static double above_floor(double x) {
  return isinf(x) ? copysign(0, x) : x == 0 ? x : x - floor(x);
}
static double fract_float_of(double x) {
  return isnan(x) ? x : fmin((double)(float)above_floor(x), 0x1.fffffep-1);
}
static double fract_half_of(double x) {
  return isnan(x) ? x : fmin((double)(half_type)above_floor(x), 0x1.ffcp-1);
}
/* That of Gamma is open where Gamma is not defined. */
static bool is_pole(double x) {
  return isnan(x) || (x <= 0 && floor(x) == x);
}
static double gamma_sign_of(double x) {
  int sign;
  lgamma_r(x, &sign);
  return is_pole(x) ? 1 : sign;
}
static double next_float_of(double x, double y) {
  return (double)nextafterf((float)x, (float)y);
}
/* Encodings without their sign are in the order of magnitudes. */
static double next_half_of(double x, double y) {
  if (isnan(x) || isnan(y))
    return NAN;
  if (x == y)
    return y;
  half_type h = (half_type)x;
  uint16_t bits;
  memcpy(&bits, &h, sizeof bits);
  int place = bits & 0x8000 ? -(bits & 0x7fff) : bits;
  place += x < y ? 1 : -1;
  bits = (uint16_t)(place < 0 || (place == 0 && x < 0) ? 0x8000 - place : place);
  memcpy(&h, &bits, sizeof h);
  return (double)h;
}

/* The quotient of two floats to the nearest integer, halves to the even one, in integers: its low seven bits with the
 * sign that it has, and what is left of x. */
static double divide_exactly(double x, double y, int *quotient) {
  *quotient = 0;
  if (!isfinite(x) || isnan(y) || y == 0)
    return NAN;
  int x_exponent, y_exponent;
  uint64_t rest = (uint64_t)ldexp(frexp(fabs(x), &x_exponent), 24);
  uint64_t divisor = isinf(y) ? 0 : (uint64_t)ldexp(frexp(fabs(y), &y_exponent), 24);
  if (x == 0 || isinf(y) || x_exponent < y_exponent - 1)
    return x;
  int shift = x_exponent - y_exponent, unit = y_exponent - 24;
  if (shift < 0) {
    divisor <<= 1;
    shift = 0;
    unit--;
  }
  for (int step; shift > 0; shift -= step) {
    step = shift < 31 ? shift : 31;
    rest = (rest << step) % (divisor << 7);
  }
  uint64_t low = rest / divisor;
  rest %= divisor;
  bool up = 2 * rest > divisor || (2 * rest == divisor && (low & 1));
  double left = ldexp((double)rest - (up ? (double)divisor : 0), unit);
  low = (low + up) & 0x7f;
  *quotient = signbit(x) != signbit(y) ? -(int)low : (int)low;
  return signbit(x) ? -left : left;
}
static double remquo_of(double x, double y) {
  int quotient;
  return divide_exactly(x, y, &quotient);
}
static double quotient_of(double x, double y) {
  int quotient;
  divide_exactly(x, y, &quotient);
  return quotient;
}

/* Second results start as what no function gives. */
#define SECOND_RESULT(T, name, R, letter, value)                                                                       \
  static T name##_first_##letter(T x) {                                                                                \
    R second = 77;                                                                                                     \
    return name##_##letter(x, &second);                                                                                \
  }                                                                                                                    \
  static T name##_second_##letter(T x) {                                                                               \
    R second = 77;                                                                                                     \
    name##_##letter(x, &second);                                                                                       \
    return (T)(value);                                                                                                 \
  }
#define OTHER_SHAPES(T, letter, code)                                                                                  \
  int ilogb_##letter(T) __asm__("_Z5ilogb" code);                                                                      \
  T nextafter_##letter(T, T) __asm__("_Z9nextafter" code code);                                                        \
  T frexp_##letter(T, int *) __asm__("_Z5frexp" code "Pi");                                                            \
  T modf_##letter(T, T *) __asm__("_Z4modf" code "P" code);                                                            \
  T fract_##letter(T, T *) __asm__("_Z5fract" code "P" code);                                                          \
  T sincos_##letter(T, T *) __asm__("_Z6sincos" code "P" code);                                                        \
  T lgamma_r_##letter(T, int *) __asm__("_Z8lgamma_r" code "Pi");                                                      \
  T remquo_##letter(T, T, int *) __asm__("_Z6remquo" code code "Pi");                                                  \
  static T ilogb_first_##letter(T x) {                                                                                 \
    return (T)of_integer(ilogb_##letter(x));                                                                           \
  }                                                                                                                    \
  SECOND_RESULT(T, frexp, int, letter, isfinite((double)x) ? second : 0)                                               \
  SECOND_RESULT(T, modf, T, letter, second)                                                                            \
  SECOND_RESULT(T, fract, T, letter, second)                                                                           \
  SECOND_RESULT(T, sincos, T, letter, second)                                                                          \
  SECOND_RESULT(T, lgamma_r, int, letter, is_pole((double)x) ? 1 : second)                                             \
  static T remquo_first_##letter(T x, T y) {                                                                           \
    int second = 777;                                                                                                  \
    return remquo_##letter(x, y, &second);                                                                             \
  }                                                                                                                    \
  static T remquo_second_##letter(T x, T y) {                                                                          \
    int second = 777;                                                                                                  \
    remquo_##letter(x, y, &second);                                                                                    \
    return (T)second;                                                                                                  \
  }
OTHER_SHAPES(float, f, "f")
OTHER_SHAPES(half_type, h, "Dh")

/* Name, function, references and limits of float and half. */
#define RESULTS(M)                                                                                                     \
  M("ilogb", ilogb_first, ilogb_of, 0, ilogb_of, 0)                                                                    \
  M("frexp", frexp_first, significand_of, 0, significand_of, 0)                                                        \
  M("frexp:exponent", frexp_second, exponent_of, 0, exponent_of, 0)                                                    \
  M("modf", modf_first, fraction_of, 0, fraction_of, 0)                                                                \
  M("modf:whole", modf_second, trunc, 0, trunc, 0)                                                                     \
  M("fract", fract_first, fract_float_of, 0, fract_half_of, 0)                                                         \
  M("fract:floor", fract_second, floor, 0, floor, 0)                                                                   \
  M("sincos", sincos_first, sin, 4, sin, 2)                                                                            \
  M("sincos:cosine", sincos_second, cos, 4, cos, 2)                                                                    \
  M("lgamma_r", lgamma_r_first, lgamma, 4, lgamma, 2)                                                                  \
  M("lgamma_r:sign", lgamma_r_second, gamma_sign_of, 0, gamma_sign_of, 0)
#define RESULTS_OF_TWO(M)                                                                                              \
  M("nextafter", nextafter, next_float_of, next_half_of)                                                               \
  M("remquo", remquo_first, remquo_of, remquo_of)                                                                      \
  M("remquo:quotient", remquo_second, quotient_of, quotient_of)

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

/* Relaxed functions: range, limit in ulps plus |slope x|; an absolute limit and the arguments that it is for. Where
 * OpenCL C leaves more than these need (2^-11 for sin and cos, thousands of units or none for exp10, tan, atan and
 * powers), the limits are ours. */
#define RELAXED_ONE(M)                                                                                                 \
  M(exp, 18, exp, -87.3, 88.7, 3, 2, 0, 0, 0)                                                                          \
  M(exp2, 19, exp2, -126, 128, 3, 2, 0, 0, 0)                                                                          \
  M(exp10, 20, exp10_of, -37, 38, 4, 0, 0, 0, 0)                                                                       \
  M(log, 18, log, 0, INFINITY, 3, 0, 0x1p-21, 0.5, 2)                                                                  \
  M(log2, 19, log2, 0, INFINITY, 3, 0, 0x1p-21, 0.5, 2)                                                                \
  M(log10, 20, log10, 0, INFINITY, 3, 0, 0x1p-21, 0.5, 2)                                                              \
  M(sin, 18, sin, -0x1p16, 0x1p16, 0, 0, 0x1p-22, -0x1p16, 0x1p16)                                                     \
  M(cos, 18, cos, -0x1p16, 0x1p16, 0, 0, 0x1p-22, -0x1p16, 0x1p16)                                                     \
  M(tan, 18, tan, -0x1p16, 0x1p16, 8, 0, 0, 0, 0)                                                                      \
  M(atan, 19, atan, -INFINITY, INFINITY, 4, 0, 0, 0, 0)                                                                \
  M(asinh, 20, asinh, -INFINITY, INFINITY, 8, 0, 0, 0, 0)                                                              \
  M(acosh, 20, acosh, 1, INFINITY, 8, 0, 0, 0, 0)
#define RELAXED_TWO(M) M(pow, 18, pow) M(powr, 19, powr_of)
#define RELAXED_INT(M) M(pown, 19, pown_of) M(rootn, 20, rootn_of)
#define DECLARE_RELAXED(name, length, ...)                                                                             \
  float relaxed_##name(float) __asm__("_Z" #length "__weft_relaxed_" #name "f");
#define DECLARE_RELAXED_TWO(name, length, reference)                                                                   \
  float relaxed_##name(float, float) __asm__("_Z" #length "__weft_relaxed_" #name "ff");
#define DECLARE_RELAXED_INT(name, length, reference)                                                                   \
  float relaxed_##name(float, int) __asm__("_Z" #length "__weft_relaxed_" #name "fi");
float native_rsqrt_f(float) __asm__("_Z12native_rsqrtf");
RELAXED_ONE(DECLARE_RELAXED)
RELAXED_TWO(DECLARE_RELAXED_TWO)
RELAXED_INT(DECLARE_RELAXED_INT)
#define OF_FLOATS(name_, function, reference_)                                                                         \
  .name = name_, .kind = OF_FLOAT, .call.of_float = function, .reference.of_one = reference_
#define OF_HALVES(name_, function, reference_)                                                                         \
  .name = name_, .kind = OF_HALF, .call.of_half = function, .reference.of_one = reference_
#define OF_FLOAT_PAIRS(name_, function, reference_)                                                                    \
  .name = name_, .kind = OF_TWO_FLOATS, .call.of_two_floats = function, .reference.of_two = reference_
#define OF_HALF_PAIRS(name_, function, reference_)                                                                     \
  .name = name_, .kind = OF_TWO_HALVES, .call.of_two_halves = function, .reference.of_two = reference_
#define OF_FLOATS_WITH_INT(name_, function, reference_)                                                                \
  .name = name_, .kind = OF_FLOAT_AND_INT, .call.of_float_and_int = function, .reference.with_int = reference_
#define OF_HALVES_WITH_INT(name_, function, reference_)                                                                \
  .name = name_, .kind = OF_HALF_AND_INT, .call.of_half_and_int = function, .reference.with_int = reference_

#define ENTRY(name, length, reference, limit_, half_limit)                                                             \
  {OF_FLOATS(#name, name##_f, reference), .limit = limit_},                                                            \
      {OF_HALVES(#name, name##_h, reference), .limit = half_limit},
#define ENTRY_TWO(name, length, reference, limit_, half_limit)                                                         \
  {OF_FLOAT_PAIRS(#name, name##_f, reference), .limit = limit_},                                                       \
      {OF_HALF_PAIRS(#name, name##_h, reference), .limit = half_limit},
#define ENTRY_INT(name, length, reference, limit_, half_limit)                                                         \
  {OF_FLOATS_WITH_INT(#name, name##_f, reference), .limit = limit_},                                                   \
      {OF_HALVES_WITH_INT(#name, name##_h, reference), .limit = half_limit},
#define ENTRY_RESULT(name, function, reference, limit_, half_reference, half_limit)                                    \
  {OF_FLOATS(name, function##_f, reference), .limit = limit_},                                                         \
      {OF_HALVES(name, function##_h, half_reference), .limit = half_limit},
#define ENTRY_RESULT_OF_TWO(name, function, reference, half_reference)                                                 \
  {OF_FLOAT_PAIRS(name, function##_f, reference)}, {OF_HALF_PAIRS(name, function##_h, half_reference)},
#define HALF_LIMIT .limit = 8192, .rule = HALF_PREFIX
#define ENTRY_HALF(name, length, reference, low_, high_, bound)                                                        \
  {OF_FLOATS(#name, name##_f, reference), HALF_LIMIT, .low = low_, .high = high_, .absolute = bound},
#define ENTRY_RELAXED(name, length, reference, low_, high_, limit_, slope_, absolute_, from, to)                       \
  {OF_FLOATS("relaxed_" #name, relaxed_##name, reference),                                                             \
   .rule = RELAXED,                                                                                                    \
   .low = low_,                                                                                                        \
   .high = high_,                                                                                                      \
   .limit = limit_,                                                                                                    \
   .slope = slope_,                                                                                                    \
   .absolute = absolute_,                                                                                              \
   .absolute_low = from,                                                                                               \
   .absolute_high = to},
#define RELAXED_ANYWHERE .rule = RELAXED, .low = -INFINITY, .high = INFINITY, .limit = 512
#define ENTRY_RELAXED_TWO(name, length, reference)                                                                     \
  {OF_FLOAT_PAIRS("relaxed_" #name, relaxed_##name, reference), RELAXED_ANYWHERE},
#define ENTRY_RELAXED_INT(name, length, reference)                                                                     \
  {OF_FLOATS_WITH_INT("relaxed_" #name, relaxed_##name, reference), RELAXED_ANYWHERE},

const struct check checks[] = {
    CURVES(ENTRY) OF_TWO(ENTRY_TWO) WITH_INT(ENTRY_INT) RESULTS(ENTRY_RESULT) RESULTS_OF_TWO(ENTRY_RESULT_OF_TWO)
        HALVES(ENTRY_HALF){OF_FLOAT_PAIRS("half_divide", half_divide_f, divide_of), HALF_LIMIT},
    {OF_FLOAT_PAIRS("half_powr", half_powr_f, powr_of), HALF_LIMIT},
    {OF_FLOATS("native_rsqrt", native_rsqrt_f, rsqrt_of), .rule = RELAXED, .high = INFINITY, .limit = 8192},
    RELAXED_ONE(ENTRY_RELAXED) RELAXED_TWO(ENTRY_RELAXED_TWO) RELAXED_INT(ENTRY_RELAXED_INT)};
const size_t check_count = sizeof checks / sizeof checks[0];
