// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exponentials, logarithms and powers in double (OpenCL C 6.15.2).
#include "builtins/math64.h"
#include "builtins/pown.h"

WEFT_FN double exp(double x) {
  struct exponential e = exponential_of(clamp_to(x, -750, 712));
  return scale_whole(1 + e.minus_one, e.n, x < -745.2);
}

WEFT_FN double exp2(double x) {
  double limited = clamp_to(x, -1100, 1100);
  struct whole n = nearest_whole(limited, 1);
  return scale_whole(exp2_reduced(limited - n.value), n, x < -1075);
}

WEFT_FN double exp10(double x) {
  double limited = clamp_to(x, -330, 310);
  struct whole n = nearest_whole(limited, 0x1.a934f0979a371p+1);
  double r = mul_add(-n.value, 0x1.3441350900000p-2, limited);
  r = mul_add(-n.value, 0x1.ef3fde623e256p-35, r);
  return scale_whole(mul_add(r, WEFT_ESTRIN(r, WEFT_EXP10_COEFFICIENTS), 1), n, x < -323.7);
}

WEFT_FN double expm1(double x) {
  struct exponential e = exponential_of(clamp_to(x, -50, 710));
  /* 2^n (1 + p) - 1, at half the scale so that 2^1024 is no infinity. */
  double half_power = power_of_whole(e.n, -1);
  double result = 2 * mul_add(half_power, e.minus_one, half_power - 0.5);
  /* Half of a denormal is not exact; also -0. */
  return magnitude(x) < 0x1p-54 ? x : result;
}

/* What a logarithm is where it is not the sum's business: log's argument, or one plus log1p's. */
WEFT_INLINE double logarithm(double x, double result) {
  double outside = x == 0 ? -WEFT_INF : WEFT_NAN;
  return x < WEFT_INF ? (x > 0 ? result : outside) : x;
}

WEFT_FN double log(double x) {
  return logarithm(x, log_of(parts_of_number(x)));
}

WEFT_FN double log2(double x) {
  struct parts p = parts_of_number(x);
  return logarithm(x, mul_add(log1p_reduced(p.f), 0x1.71547652b82fep+0, p.e));
}

WEFT_FN double log10(double x) {
  struct parts p = parts_of_number(x);
  double low = mul_add(log1p_reduced(p.f), 0x1.bcb7b1526e50ep-2, p.e * 0x1.ef3fde623e256p-35);
  return logarithm(x, mul_add(p.e, 0x1.3441350900000p-2, low));
}

WEFT_FN double log1p(double x) {
  double result = logarithm(1 + x, log_of(parts_of_one_plus(x)));
  return x == 0 ? x : result;
}

/* --- Powers ----------------------------------------------------------------------------------- */

WEFT_INLINE bool is_whole(double x) {
  return round_even(x) == x;
}

/* x^y where |x|^y is `result` for finite x other than 0: the other x, and signs. */
WEFT_INLINE double power_special(double x, double y, bool odd, double result) {
  double ax = magnitude(x);
  bool zero = ax == 0, infinite = ax == WEFT_INF;
  result = zero || infinite ? (zero == (y < 0) ? WEFT_INF : 0) : result;
  return as_double(as_ulong(result) ^ (odd ? as_ulong(x) & SIGN_BIT : 0));
}

/* Whole functions. The usual ones below are for normal |x|, and results well inside the range of normal numbers. */
__attribute__((const, noinline)) double __weft_cold_pow_d(double x, double y) {
  double ax = magnitude(x);
  bool whole = is_whole(y), odd = whole && !is_whole(0.5 * y);
  if (x == 1 || y == 0)
    return 1;
  if (is_nan(x) || is_nan(y))
    return x + y;
  if (x < 0 && ax < WEFT_INF && !whole)
    return WEFT_NAN;
  return power_special(x, y, odd, any_power(ax, y, 0));
}
__attribute__((const, noinline)) double __weft_cold_pown_d(double x, int n) {
  return n == 0 ? 1 : is_nan(x) ? x : power_special(x, (double)n, n & 1, any_power(magnitude(x), (double)n, 0));
}
__attribute__((const, noinline)) double __weft_cold_powr_d(double x, double y) {
  if (is_nan(x) || is_nan(y))
    return x + y;
  if (x < 0 || (y == 0 && (x == 0 || x == WEFT_INF)) || (x == 1 && magnitude(y) == WEFT_INF))
    return WEFT_NAN;
  return power_special(x, y, false, any_power(magnitude(x), y, 0));
}
__attribute__((const, noinline)) double __weft_cold_rootn_d(double x, int n) {
  bool odd = n & 1;
  double count = (double)n, y = 1 / count;
  if (n == 0 || (x < 0 && !odd))
    return WEFT_NAN;
  return is_nan(x) ? x : power_special(x, count, odd, any_power(magnitude(x), y, -product_error(y, count, 1) * y));
}

/* By the encoding of a magnitude. */
WEFT_INLINE bool is_normal(ulong bits) {
  return bits - 0x0010000000000000UL < 0x7fe0000000000000UL;
}
WEFT_INLINE bool is_usual(struct pair exponent) {
  return magnitude(exponent.hi) < LARGEST_FAST_EXPONENT;
}

WEFT_FN double pow(double x, double y) {
  double ax = magnitude(x);
  struct pair exponent = power_exponent(log2_of(parts_of_normal(ax)), y);
  /* 0 if y is even, 1 if it is odd, something else if it is no integer */
  double parity = magnitude(mul_add(round_even(0.5 * y), -2, y));
  bool odd = parity == 1, even = parity == 0;
  ulong sign = as_ulong(x) & SIGN_BIT;
  double result = as_double(as_ulong(power_result(exponent)) ^ (odd ? sign : 0));
  bool usual = is_normal(as_ulong(ax)) && is_usual(exponent) && (odd || even || sign == 0);
  if (__builtin_expect(!usual, 0))
    result = __weft_cold_pow_d(x, y);
  return result;
}

WEFT_INLINE double any_pown(double x, int n) {
  double ax = magnitude(x);
  struct pair exponent = power_exponent(log2_of(parts_of_normal(ax)), (double)n);
  double result = as_double(as_ulong(power_result(exponent)) ^ (as_ulong(x) & SIGN_BIT & ((ulong)n << 63)));
  if (__builtin_expect(!(is_normal(as_ulong(ax)) && is_usual(exponent)), 0))
    result = __weft_cold_pown_d(x, n);
  return result;
}
#define IS_NORMAL(x) is_normal(as_ulong(magnitude(x)))
POWN(double, IS_NORMAL, any_pown)

WEFT_FN double powr(double x, double y) {
  struct pair exponent = power_exponent(log2_of(parts_of_normal(x)), y);
  double result = power_result(exponent);
  if (__builtin_expect(!(is_normal(as_ulong(x)) && is_usual(exponent)), 0))
    result = __weft_cold_powr_d(x, y);
  return result;
}

WEFT_FN double rootn(double x, int n) {
  double ax = magnitude(x), count = (double)n, y = 1 / count;
  struct pair exponent = power_exponent(log2_of(parts_of_normal(ax)), y, -product_error(y, count, 1) * y);
  ulong sign = as_ulong(x) & SIGN_BIT;
  double result = as_double(as_ulong(power_result(exponent)) ^ sign);
  bool usual = is_normal(as_ulong(ax)) && is_usual(exponent) && ((n & 1) || sign == 0);
  if (__builtin_expect(!usual, 0))
    result = __weft_cold_rootn_d(x, n);
  return result;
}

#ifdef WEFT_HAS_AVX512
/* 1 / sqrt(x) within 2^-14 of itself, as in math32.h. */
__attribute__((const)) double __weft_estimate_rsqrt_d(double x);
/* And a step of fourth order, which leaves a fourth of a unit: a root and a division of 512 bits keep their unit busy
 * for twice as long and more. The estimate of zero and of infinity is right, and has an error that is no number. */
WEFT_FN double rsqrt(double x) {
  double y = __weft_estimate_rsqrt_d(x);
  double error = mul_add(-(x * y), y, 1);
  double step = mul_add(error, mul_add(error, 0.3125, 0.375), 0.5);
  return error != error ? y : mul_add(y * error, step, y);
}
#else
WEFT_FN double rsqrt(double x) {
  return 1 / __builtin_elementwise_sqrt(x);
}
#endif

WEFT_FN double cbrt(double x) {
  double ax = magnitude(x);
  bool denormal = ax < 0x1p-1022;
  ulong bits = as_ulong(denormal ? ax * 0x1p54 : ax);
  /* The exponent's field (1023 = 3 * 341) divided by 3: x = m 2^(3 (third - 341)), m in [1, 8). */
  ulong field = bits >> 52, third = field * 21846 >> 16, left = field - 3 * third;
  ulong fraction = bits & 0x000fffffffffffffUL;
  double m1 = as_double(fraction | 0x3ff0000000000000UL),
         m = as_double((fraction | 0x3ff0000000000000UL) + (left << 52));
  /* r = m^(-1/3) to 11, then 33 bits; m r^2 is the root, which one more step brings to its last bit. */
  double part = left == 0 ? 1 : left == 1 ? 0x1.965fea53d6e3dp-1 : 0x1.428a2f98d728bp-1;
  double r = part * WEFT_POLY(m1, WEFT_CBRT_COEFFICIENTS);
  double e = mul_add(-(m * r), r * r, 1);
  r = mul_add(r * e, mul_add(e, 0x1.c71c71c71c71cp-3, 0x1.5555555555555p-2), r);
  double c = m * r * r;
  struct pair square = two_product(c, c);
#ifdef WEFT_HAS_FMA
  double over = mul_add(square.lo, c, mul_add(square.hi, c, -m));
#else
  struct pair cube = two_product(square.hi, c);
  double over = (cube.hi - m) + (cube.lo + square.lo * c);
#endif
  c = mul_add(over, r * r * -0x1.5555555555555p-2, c);
  double scale = as_double((third + (denormal ? 1023 - 341 - 18 : 1023 - 341)) << 52);
  double result = with_sign(c * scale, x);
  return ax < WEFT_INF && x != 0 ? result : x;
}
