// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Float functions for programs built with -cl-unsafe-math-optimizations or -cl-fast-relaxed-math: the compiler calls
// __weft_relaxed_NAME there in place of NAME. Limits are those of the specification's table for these options. What
// they give up: denormal numbers, NaN, and angles beyond 2^17; infinite results stay. native_ functions are the same.
#include "builtins/math32.h"

#define RELAXED(name) WEFT_FN float __weft_relaxed_##name

/* --- Exponentials --------------------------------------------------------------------------- */

/* The limit grows with |x|. The clamped ends have powers of two of zero and infinity; denormal results are zero. A
 * degree less than exp() and exp2(). */
RELAXED(exp)(float x) {
  x = clamp_range(x, -88.02f, 88.8f);
  float n = __builtin_elementwise_floor(x * LOG2E_0);
  return POLY32(mul_add(x, LOG2E_0, -n), EXP2_SHORT_POLY) * f32_power_of_whole(n);
}
RELAXED(exp2)(float x) {
  x = clamp_range(x, -127.0f, 128.0f);
  float n = __builtin_elementwise_floor(x);
  return POLY32(x - n, EXP2_SHORT_POLY) * f32_power_of_whole(n);
}
RELAXED(exp10)(float x) {
  x = clamp_range(x, -38.2f, 38.6f);
  float n = __builtin_elementwise_floor(x * LOG2_10_0);
  float r = mul_add(x, LOG2_10_1, exact_mul_add(x, LOG2_10_0, -n));
  return POLY32(r, EXP2_SHORT_POLY) * f32_power_of_whole(n);
}

/* --- Logarithms ----------------------------------------------------------------------------- */

/* Of normal numbers; anything below counts as zero. */
struct log32 {
  float exponent, part; /* ln x = exponent ln 2 + part */
};
WEFT_INLINE struct log32 relaxed_log(float x) {
  uint moved = as_uint(x) + (0x3f800000u - 0x3f3504f3u);
  float f = as_float((moved & 0x007fffffu) + 0x3f3504f3u) - 1;
  struct log32 l = {(float)((int)(moved >> 23) - 127), mul_add(f * f, POLY32(f, LOG_SHORT_POLY), f)};
  return l;
}
WEFT_INLINE float below_normal(float x, float result) {
  return x < 0x1p-126f ? -INFINITY : result;
}
RELAXED(log)(float x) {
  struct log32 l = relaxed_log(x);
  return below_normal(x, mul_add(l.exponent, LN2_0, l.part));
}
RELAXED(log2)(float x) {
  struct log32 l = relaxed_log(x);
  return below_normal(x, mul_add(l.part, LOG2E_0, l.exponent));
}
#ifndef WEFT_HAS_FMA
WEFT_FN float log10(float x);
#endif
RELAXED(log10)(float x) {
#ifdef WEFT_HAS_FMA
  struct log32 l = relaxed_log(x);
  return below_normal(x, mul_add(l.exponent, LOG10_2_0, mul_add(l.part, LOG10E_0, l.exponent * LOG10_2_1)));
#else
  return log10(x); /* the short way would be 3.2 units off, and may be 3 */
#endif
}

/* --- Powers: 2^(y log2 x) ------------------------------------------------------------------- */

WEFT_INLINE float relaxed_power(float ax, float y) {
  struct log32 l = relaxed_log(ax);
  float logarithm = mul_add(l.part, LOG2E_0, l.exponent);
  /* Finite, so that the power 0 makes 1. */
  return __weft_relaxed_exp2(y * (ax < 0x1p-126f ? -0x1p20f : logarithm));
}
RELAXED(powr)(float x, float y) {
  return relaxed_power(x, y);
}
RELAXED(pow)(float x, float y) {
  float result = relaxed_power(f32_abs(x), y);
  float part = y * 0.5f;
  bool odd = __builtin_elementwise_rint(part) != part;
  float of_negative = __builtin_elementwise_rint(y) != y ? NAN : odd ? -result : result;
  return x < 0 ? of_negative : result;
}
RELAXED(pown)(float x, int n) {
  return f32_flip(relaxed_power(f32_abs(x), (float)n), as_uint(x) & (uint)n << 31);
}
RELAXED(rootn)(float x, int n) {
  float result = relaxed_power(f32_abs(x), 1 / (float)n);
  return x < 0 ? (n & 1 ? -result : NAN) : result;
}

/* --- Angles --------------------------------------------------------------------------------- */

/* |r| up to pi/2. No shorter than that of sin(): one coefficient less would leave 19 bits of 24 for one instruction of
 * 20, and what rotates by it wants them. */
WEFT_INLINE float relaxed_sine(float r) {
  float z = r * r;
  return mul_add(r * z, POLY32(z, SIN_WIDE_POLY), r);
}
RELAXED(sin)(float x) {
  struct rounded32 n = round_product(x, ONE_BY_PI_0);
  return f32_flip(relaxed_sine(minus_pi_times(n.value, x)), (uint)n.number << 31);
}
RELAXED(cos)(float x) {
  float ax = f32_abs(x);
  float moved = mul_add(ax, ONE_BY_PI_0, -0.5f) + 0x1.8p23f;
  float n = moved - 0x1.8p23f + 0.5f;
  return f32_flip(relaxed_sine(minus_pi_times(n, ax)), (as_uint(moved) + 1) << 31);
}
RELAXED(tan)(float x) {
  struct rounded32 n = round_product(x, TWO_BY_PI_0);
  float r = mul_add(n.value, -HALF_PI_2, exact_mul_add(n.value, -HALF_PI_1, exact_mul_add(n.value, -HALF_PI_0, x)));
  float z = r * r;
  float t = mul_add(r * z, POLY32(z, TAN_SHORT_POLY), r);
  return n.number & 1 ? -1 / t : t;
}
/* --- Inverse functions ---------------------------------------------------------------------- */

RELAXED(atan)(float x) {
  float ax = f32_abs(x);
  bool outer = ax > 1;
  float t = outer ? 1 / ax : ax, z = t * t;
  float a = mul_add(t * z, POLY32(z, ATAN_SHORT_POLY), t);
  return f32_copysign(outer ? 0x1.921fb6p0f - a : a, x);
}
/* ln u of u = 1 + t: where that has no exponent, t has the digits that u lost. Beyond 2^24 the functions below are
 * ln 2x, and their squares could overflow. */
WEFT_INLINE float log_of_sum(float x, float t) {
  bool large = x > 0x1p24f;
  float u = large ? x : 1 + t;
  uint moved = as_uint(u) + (0x3f800000u - 0x3f3504f3u);
  float f = as_float((moved & 0x007fffffu) + 0x3f3504f3u) - 1;
  f = u < 0x1.6a09e6p0f ? t : f;
  float exponent = (float)((int)(moved >> 23) - (large ? 126 : 127));
  return mul_add(exponent, LN2_0, mul_add(f * f, POLY32(f, LOG_SHORT_POLY), f));
}
RELAXED(asinh)(float x) {
  float ax = f32_abs(x), z = ax * ax;
  return f32_copysign(log_of_sum(ax, ax + z / (1 + f32_sqrt(z + 1))), x);
}
RELAXED(acosh)(float x) {
  float d = x - 1;
  return log_of_sum(x, d + f32_sqrt(mul_add(d, d, 2 * d)));
}

/* --- Extremes: no number is a NaN ------------------------------------------------------------ */

RELAXED(fmax)(float x, float y) {
  return x < y ? y : x;
}
RELAXED(fmin)(float x, float y) {
  return y < x ? y : x;
}

/* --- native_ -------------------------------------------------------------------------------- */

#define NATIVE(name)                                                                                                   \
  WEFT_FN float native_##name(float x) {                                                                               \
    return __weft_relaxed_##name(x);                                                                                   \
  }
NATIVE(exp)
NATIVE(exp2)
NATIVE(exp10)
NATIVE(log)
NATIVE(log2)
NATIVE(log10)
NATIVE(sin)
NATIVE(cos)
NATIVE(tan)
#ifdef WEFT_HAS_AVX512
WEFT_FN float native_rsqrt(float x) {
  return f32_rsqrt(x);
}
#else
/* The processor's estimate and a step of Newton's: up to 4 units wrong, where the relaxed function may be 2 wrong. */
WEFT_FN float native_rsqrt(float x) {
#pragma clang fp reassociate(on) reciprocal(on)
  return 1 / f32_sqrt(x);
}
#endif
WEFT_FN float native_powr(float x, float y) {
  return __weft_relaxed_powr(x, y);
}
WEFT_FN float native_sqrt(float x) {
  return f32_sqrt(x);
}
WEFT_FN float native_divide(float x, float y) {
#pragma clang fp reciprocal(on)
  return x / y;
}
WEFT_FN float native_recip(float x) {
#pragma clang fp reciprocal(on)
  return 1 / x;
}
