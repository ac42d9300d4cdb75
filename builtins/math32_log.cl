// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Logarithms and inverse hyperbolic functions in float. x = 2^e (1 + f), 1 + f between the roots of 1/2 and 2.
#include "builtins/math32.h"

/* What a logarithm is of 0, infinity, NaN and numbers below 0. */
WEFT_INLINE float special_log(float x, float result) {
  float other = x < 0 ? NAN : x == 0 ? -INFINITY : x;
  return as_uint(x) - 1u < 0x7f7fffffu ? result : other;
}

WEFT_FN float log(float x) {
  struct split32 s = f32_split(x);
  float f = s.mantissa - 1;
  float part = mul_add(f * f, POLY32(f, LOG_POLY), f);
  return special_log(x, mul_add(s.exponent, LN2_0, part));
}
WEFT_FN float log2(float x) {
  struct split32 s = f32_split(x);
  float f = s.mantissa - 1;
  float rest = mul_add(f * f, POLY32(f, LOG2_POLY), f * LOG2E_1);
  return special_log(x, s.exponent + mul_add(f, LOG2E_0, rest));
}
WEFT_FN float log10(float x) {
  struct split32 s = f32_split(x);
  float f = s.mantissa - 1;
  float rest = mul_add(f * f, POLY32(f, LOG10_POLY), f * LOG10E_1);
  rest = mul_add(s.exponent, LOG10_2_1, rest);
  return special_log(x, mul_add(s.exponent, LOG10_2_0, mul_add(f, LOG10E_0, rest)));
}

/* ln(1 + x) for finite x > -1: the exponent is that of 1 + x, and f = x / 2^e + (1 / 2^e - 1) is rounded once. */
WEFT_INLINE float log1p_core(float x) {
  float u = 1 + x;
  uint moved = as_uint(u) + (0x3f800000u - 0x3f3504f3u);
  int exponent = (int)(moved >> 23) - 127;
  float scale = f32_power_of_two(-exponent);
  float f = exact_mul_add(x, scale, scale - 1);
  float mantissa = as_float((moved & 0x007fffffu) + 0x3f3504f3u);
  f = x > 0x1p25f ? mantissa - 1 : f;
  float part = mul_add(f * f, POLY32(f, LOG_POLY), f);
  return mul_add((float)exponent, LN2_0, part);
}
WEFT_FN float log1p(float x) {
  float other = x < -1 ? NAN : x == -1 ? -INFINITY : x;
  return x > -1 && x < INFINITY ? f32_copysign(log1p_core(x), x) : other; /* f of -0 is 0 */
}

/* Beyond 2^30 the 1 under the root does not count: ln 2 |x|. */
WEFT_FN float asinh(float x) {
  float ax = f32_abs(x);
  bool large = ax > 0x1p30f;
  float square = ax * ax;
  float part = ax + square / (1 + f32_sqrt(mul_add(ax, ax, 1)));
  float result = log1p_core(large ? ax : part) + (large ? LN2_0 : 0.0f);
  return f32_copysign(ax < INFINITY ? result : ax, x);
}
WEFT_FN float acosh(float x) {
  bool large = x > 0x1p30f;
  float t = x - 1;
  float part = t + f32_sqrt(mul_add(t, t, 2 * t));
  float result = log1p_core(large ? x : part) + (large ? LN2_0 : 0.0f);
  return x < 1 ? NAN : x < INFINITY ? result : x;
}
WEFT_FN float atanh(float x) {
  float ax = f32_abs(x);
  float result = 0.5f * log1p_core(2 * ax / (1 - ax));
  float other = ax == 1 ? INFINITY : NAN;
  result = ax < 1 ? result : other;
  return ax < 0x1p-12f ? x : f32_copysign(result, x);
}
