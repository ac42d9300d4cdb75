// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trigonometric functions in float. Up to 2^17 the multiple of pi or pi/2 is subtracted in three pieces; beyond, out of
// line, by multiplication with the bits of 2/pi that count.
#include "builtins/math32.h"

#define HUGE_ANGLE 0x1p17f

/* --- Huge arguments ------------------------------------------------------------------------- */

/* |x| = (quadrant + rest) pi/2 with |rest| <= 1/2, for finite x of at least 2^10; rest comes back times pi/2. */
struct angle {
  float rest;
  uint quadrant;
};
WEFT_INLINE struct angle reduce_huge(float x) {
  /* The fraction of 2/pi behind 64 zeros. */
  static constant const ulong digits[] = {0, 0xa2f9836e4e441529UL, 0xfc2757d1f534ddc0UL, 0xdb6295993c439041UL,
                                          0xfe5163abdebbc561UL};
  uint bits = as_uint(x) & 0x7fffffff;
  ulong m = (bits & 0x007fffff) | 0x00800000;
  /* x = m 2^s. Of 2^s 2/pi only what is below 4 matters: 128 bits from there on. */
  int start = 64 + (int)(bits >> 23) - 150 - 2;
  int word = start >> 6, shift = start & 63;
  ulong a = digits[word], b = digits[word + 1], c = digits[word + 2];
  ulong high = shift ? a << shift | b >> (64 - shift) : a, low = shift ? b << shift | c >> (64 - shift) : b;
  ulong product = m * high + (ulong)(((unsigned _BitInt(128))m * low) >> 64);
  ulong quadrant = (product + (1UL << 61)) >> 62;
  long rest = (long)(product - (quadrant << 62));
  struct angle angle = {(float)((double)rest * 0x1.921fb54442d18p-62), (uint)quadrant};
  return angle;
}

/* --- Polynomials ---------------------------------------------------------------------------- */

WEFT_INLINE float sine_near(float r) { /* |r| up to pi/4 */
  float z = r * r;
  return mul_add(r * z, POLY32(z, SIN_POLY), r);
}
WEFT_INLINE float cosine_near(float r) {
  return POLY32(r * r, COS_POLY);
}
/* |r| up to pi/2; the sign of the result is flipped where the highest bit of `sign` is set. Of |r|, for -0: the
 * polynomial is negative, and the sum of 0 and -0 would be 0. */
WEFT_INLINE float sine_wide(float r, uint sign) {
  float ar = f32_abs(r), z = r * r, s = mul_add(ar * z, POLY32(z, SIN_WIDE_POLY), ar);
  return f32_flip(s > 1 ? 1.0f : s, as_uint(r) ^ sign); /* as rounding may have it */
}
WEFT_INLINE float tangent_near(float r, uint quadrant) {
  float z = r * r;
  float t = mul_add(r * z, POLY32(z, TAN_POLY), r);
  return quadrant & 1 ? -1 / t : t;
}
/* sin of (quadrant + rest) */
WEFT_INLINE float sine_in(float rest, uint quadrant) {
  return f32_flip(quadrant & 1 ? cosine_near(rest) : sine_near(rest), quadrant << 30);
}

COLD_PATH float __weft_cold_sin_f(float x) {
  if (!(f32_abs(x) < INFINITY))
    return NAN;
  struct angle a = reduce_huge(x);
  return f32_flip(sine_in(a.rest, a.quadrant), as_uint(x));
}
COLD_PATH float __weft_cold_cos_f(float x) {
  if (!(f32_abs(x) < INFINITY))
    return NAN;
  struct angle a = reduce_huge(x);
  return sine_in(a.rest, a.quadrant + 1);
}
COLD_PATH float __weft_cold_tan_f(float x) {
  if (!(f32_abs(x) < INFINITY))
    return NAN;
  struct angle a = reduce_huge(x);
  return f32_flip(tangent_near(a.rest, a.quadrant), as_uint(x));
}

/* --- sin, cos, tan -------------------------------------------------------------------------- */

WEFT_INLINE float minus_half_pi_times(float n, float x) {
  return mul_add(n, -HALF_PI_2, exact_mul_add(n, -HALF_PI_1, exact_mul_add(n, -HALF_PI_0, x)));
}

WEFT_FN float sin(float x) {
  struct rounded32 n = round_product(x, ONE_BY_PI_0);
  float result = sine_wide(minus_pi_times(n.value, x), (uint)n.number << 31);
  if (RARELY(!(f32_abs(x) < HUGE_ANGLE)))
    result = __weft_cold_sin_f(x);
  return result;
}
WEFT_FN float cos(float x) {
  /* x = (n + 1/2) pi + r: the cosine is -sin r for even n. */
  float ax = f32_abs(x);
  float moved = mul_add(ax, ONE_BY_PI_0, -0.5f) + 0x1.8p23f;
  float n = moved - 0x1.8p23f + 0.5f;
  float result = sine_wide(minus_pi_times(n, ax), (as_uint(moved) + 1) << 31);
  if (RARELY(!(ax < HUGE_ANGLE)))
    result = __weft_cold_cos_f(x);
  return result;
}
WEFT_FN float tan(float x) {
  struct rounded32 n = round_product(x, TWO_BY_PI_0);
  float result = tangent_near(minus_half_pi_times(n.value, x), (uint)n.number);
  if (RARELY(!(f32_abs(x) < HUGE_ANGLE)))
    result = __weft_cold_tan_f(x);
  return result;
}
/* Those of sin() and cos(), bit for bit. */
WEFT_OVERLOAD float sincos(float x, private float *cosine) {
  *cosine = cos(x);
  return sin(x);
}

/* --- sinpi, cospi, tanpi -------------------------------------------------------------------- */

/* sin(pi r) for |r| up to 1/2 */
WEFT_INLINE float sine_of_pi_times(float r) {
  return r * POLY32(r * r, SINPI_POLY);
}

WEFT_FN float sinpi(float x) {
  float y = x - 2 * __builtin_elementwise_rint(x * 0.5f); /* exact, in [-1, 1] */
  float n = __builtin_elementwise_rint(y), r = y - n;
  float result = sine_of_pi_times(r);
  result = n != 0 ? -result : result;
  return r == 0 ? f32_copysign(0.0f, x) : result;
}
WEFT_FN float cospi(float x) {
  float y = x - 2 * __builtin_elementwise_rint(x * 0.5f);
  return sine_of_pi_times(0.5f - f32_abs(y));
}
/* Odd multiples of 1/2 are infinite; the sign of that and of zero tells odd from even. */
WEFT_FN float tanpi(float x) {
  float y = x - 2 * __builtin_elementwise_rint(x * 0.5f);
  float n = __builtin_elementwise_rint(y), r = y - n;
  float ar = f32_abs(r);
  bool outer = ar > 0.25f;
  float s = outer ? 0.5f - ar : ar;
  float t = s * POLY32(s * s, TANPI_POLY);
  float result = f32_copysign(outer ? 1 / t : t, r);
  float zero = f32_flip(f32_copysign(0.0f, x), n != 0 ? 0x80000000u : 0);
  float pole = f32_copysign(INFINITY, y);
  return r == 0 ? zero : ar == 0.5f ? pole : result;
}
