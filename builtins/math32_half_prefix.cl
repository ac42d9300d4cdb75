// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// half_ functions: 2^-11 of the result, which is 8192 units in the last place, with NaN, zero and infinity as in the
// full ones. Denormal arguments and results may count as zero there (OpenCL C 6.15.2), and do; only half_powr takes
// denormal arguments, or their power 0 would be NaN. No branches: what is special is selected or comes out of the
// arithmetic. half_cos, half_sin and half_tan are for |x| <= 2^16; beyond, results of the first two stay within [-1,
// 1].
#include "builtins/math32.h"

/* --- Exponentials --------------------------------------------------------------------------- */

/* 2^t. The integer below t, at most 128 and at least -127, makes the encoding of its power of two, which is infinity
 * and zero at these ends. The polynomial is 1 at 0 and stays below 2, so that nothing overflows early. */
WEFT_INLINE float power_of_two(float t) {
  t = t < -127.0f ? -127.0f : t;
  t = t > 128.0f ? 128.0f : t;
  float n = __builtin_elementwise_floor(t);
  return POLY32(t - n, HALF_EXP2_POLY) * f32_power_of_whole(n);
}
WEFT_FN float half_exp(float x) {
  return power_of_two(x * LOG2E_0);
}
WEFT_FN float half_exp2(float x) {
  return power_of_two(x);
}
WEFT_FN float half_exp10(float x) {
  return power_of_two(x * 0x1.a934f0p1f);
}

/* --- Logarithms ----------------------------------------------------------------------------- */

/* x = 2^exponent (1 + f), 1 + f between the roots of 1/2 and 2, for normal x. */
struct parts32 {
  float exponent, f;
};
WEFT_INLINE struct parts32 parts_of(float x) {
  int exponent = as_int(as_uint(x) - 0x3f3504f3u) >> 23;
  struct parts32 p = {(float)exponent, as_float(as_uint(x) - ((uint)exponent << 23)) - 1};
  return p;
}
/* The result for normal x; that of zero, infinity, NaN and numbers below zero. */
WEFT_INLINE float special_log(float x, float result) {
  float other = x < 0 ? NAN : x < 0x1p-126f ? -INFINITY : x;
  return as_uint(x) - 0x00800000u < 0x7f000000u ? result : other;
}
WEFT_FN float half_log(float x) {
  struct parts32 p = parts_of(x);
  return special_log(x, mul_add(p.exponent, LN2_0, p.f * POLY32(p.f, HALF_LOG_POLY)));
}
WEFT_FN float half_log2(float x) {
  struct parts32 p = parts_of(x);
  return special_log(x, mul_add(p.f, POLY32(p.f, HALF_LOG2_POLY), p.exponent));
}
WEFT_FN float half_log10(float x) {
  struct parts32 p = parts_of(x);
  return special_log(x, mul_add(p.exponent, LOG10_2_0, p.f * POLY32(p.f, HALF_LOG10_POLY)));
}

/* 2^(y log2 x): infinite logarithms of zero and infinity, NaN for 0 * infinity and an exact 0 for the logarithm of 1
 * are all that the special cases of powers need. The logarithm is good to 2^-19, since the product may reach 128. */
WEFT_FN float half_powr(float x, float y) {
  bool denormal = x < 0x1p-126f;
  struct parts32 p = parts_of(denormal ? x * 0x1p23f : x);
  float logarithm = mul_add(p.f, POLY32(p.f, HALF_LOG2_LONG_POLY), p.exponent - (denormal ? 23.0f : 0.0f));
  float other = x < 0 ? NAN : x == 0 ? -INFINITY : x;
  return power_of_two(y * (as_uint(x) - 1u < 0x7f7fffffu ? logarithm : other));
}

/* --- Angles --------------------------------------------------------------------------------- */

/* x - n (a + b + c), n below 2^16; the parts are positive, so that -0 stays. Sines do without the third one: no float
 * up to 2^16 is as near to a multiple of pi as some are to the middle between two, 2^-26. */
#ifdef WEFT_HAS_FMA
#define REDUCED(x, n, A, B) mul_add(n, -B, exact_mul_add(n, -A, x))
#define REDUCED_LONG(x, n, A, B, C) mul_add(n, -C, REDUCED(x, n, A, B))
#else
#define REDUCED(x, n, A, B) (float)((double)(x) - (double)(n) * ((double)A + (double)B))
#define REDUCED_LONG(x, n, A, B, C)                                                                                    \
  (float)(((double)(x) - (double)(n) * (double)A) - (double)(n) * ((double)B + (double)C))
#endif
/* sin r for |r| up to pi/2, with its sign flipped where the highest bit of `sign` is set. The polynomial of |r| is
 * positive everywhere; sums of -0 and 0 would be 0. */
WEFT_INLINE float half_sine(float r, uint sign) {
  float ar = f32_abs(r), z = r * r;
  float s = mul_add(ar * z, POLY32(z, HALF_SIN_POLY), ar);
  return f32_flip(s > 1 ? 1.0f : s, as_uint(r) ^ sign);
}
WEFT_FN float half_sin(float x) {
  struct rounded32 n = round_product(x, ONE_BY_PI_0);
  return half_sine(REDUCED(x, n.value, PI_0, PI_1), (uint)n.number << 31);
}
/* As cos(): x = (n + 1/2) pi + r. */
WEFT_FN float half_cos(float x) {
  float ax = f32_abs(x);
  float moved = mul_add(ax, ONE_BY_PI_0, -0.5f) + 0x1.8p23f;
  float n = moved - 0x1.8p23f + 0.5f;
  return half_sine(REDUCED_LONG(ax, n, PI_0, PI_1, PI_2), (as_uint(moved) + 1) << 31);
}
WEFT_FN float half_tan(float x) {
  struct rounded32 n = round_product(x, TWO_BY_PI_0);
  float r = REDUCED_LONG(x, n.value, HALF_PI_0, HALF_PI_1, HALF_PI_2), z = r * r;
  float t = mul_add(r * z, POLY32(z, HALF_TAN_POLY), r);
  return n.number & 1 ? -1 / t : t;
}

/* --- One or two instructions in full already ------------------------------------------------- */

WEFT_FN float half_divide(float x, float y) {
  return x / y;
}
WEFT_FN float half_recip(float x) {
  return 1 / x;
}
WEFT_FN float half_sqrt(float x) {
  return f32_sqrt(x);
}
WEFT_FN float half_rsqrt(float x) {
#ifdef WEFT_HAS_AVX512
  return __weft_estimate_rsqrt_f(x);
#else
  return 1 / f32_sqrt(x);
#endif
}
