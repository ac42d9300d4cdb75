// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Powers and roots in float. x^y = 2^(y log2 x) with the logarithm and its product as unevaluated sums of two floats,
// good to about 2^-31: the product may reach 150. Zero, infinity and NaN are out of line.
#include "builtins/math32.h"
#include "builtins/pown.h"

struct pair32 {
  float hi, lo;
};

/* log2 of finite x > 0. With s = (m - 1) / (m + 1): s 2 / ln 2 + s^3 P(s^2). */
WEFT_INLINE struct pair32 log2_pair(float x) {
  struct split32 parts = f32_split(x);
  float m = parts.mantissa, f = m - 1;
  float d = m + 1, d_rest = m - (d - 1);
  float inverse = 1 / d;
  float s = f * inverse;
  float s_rest = mul_add(-s, d_rest, exact_mul_add(-s, d, f)) * inverse;
  float z = s * s;
  float p = s * TWO_LOG2E_0;
  float rest = exact_mul_add(s, TWO_LOG2E_0, -p);
  rest = mul_add(s, TWO_LOG2E_1, rest);
  rest = mul_add(s_rest, TWO_LOG2E_0, rest);
  rest = mul_add(s * z, POLY32(z, POW_LOG_POLY), rest);
  /* The exponent is 0 or the larger one. */
  struct pair32 sum;
  sum.hi = parts.exponent + p;
  sum.lo = p - (sum.hi - parts.exponent) + rest;
  return sum;
}

/* ax^(y + y_rest) for finite ax > 0 and y */
WEFT_INLINE float power(float ax, float y, float y_rest) {
  struct pair32 l = log2_pair(ax);
  float p = y * l.hi;
  float rest = mul_add(y, l.lo, exact_mul_add(y, l.hi, -p));
  rest = mul_add(y_rest, l.hi, rest);
  bool inside = f32_abs(p) < 160;
  p = p < -160 ? -160 : p;
  p = p > 160 ? 160 : p;
  rest = inside ? rest : 0; /* of an infinite product, NaN */
  struct rounded32 n = round_product(p + rest, 1.0f); /* rest may reach 1 */
  return f32_scale(POLY32(p - n.value + rest, EXP2_POLY), n.number, p < -152);
}

/* Whether x is a positive number, however small. */
WEFT_INLINE bool is_positive(float x) {
  return as_uint(x) - 1u < 0x7f7fffffu;
}

/* 0 or infinity to a power other than 0 */
WEFT_INLINE float power_of_bound(float ax, bool positive_power) {
  return (ax == 0) == positive_power ? 0.0f : INFINITY;
}

WEFT_INLINE bool is_odd(float y) {
  float part = y * 0.5f;
  return __builtin_elementwise_rint(y) == y && __builtin_elementwise_rint(part) != part;
}

COLD_PATH float __weft_cold_pow_f(float x, float y) {
  float ax = f32_abs(x);
  if (y == 0 || x == 1)
    return 1;
  if (x != x || y != y)
    return NAN;
  if (f32_abs(y) == INFINITY)
    return ax == 1 ? 1 : (ax > 1) == (y > 0) ? INFINITY : 0;
  float result = power_of_bound(ax, y > 0);
  return as_int(x) < 0 && is_odd(y) ? -result : result;
}
WEFT_FN float pow(float x, float y) {
  float ax = f32_abs(x);
  float result = power(ax, y, 0);
  bool whole = __builtin_elementwise_rint(y) == y;
  float part = y * 0.5f;
  bool odd = __builtin_elementwise_rint(part) != part;
  float of_negative = whole ? (odd ? -result : result) : NAN;
  result = x < 0 ? of_negative : result;
  if (RARELY(!(is_positive(ax) && f32_abs(y) < INFINITY)))
    result = __weft_cold_pow_f(x, y);
  return result;
}

COLD_PATH float __weft_cold_powr_f(float x, float y) {
  if (x != x || y != y || x < 0)
    return NAN;
  if (x == 0 || x == INFINITY)
    return y == 0 ? NAN : power_of_bound(x, y > 0);
  return x == 1 ? NAN : (x > 1) == (y > 0) ? INFINITY : 0; /* y is infinite */
}
WEFT_FN float powr(float x, float y) {
  float result = power(x, y, 0);
  if (RARELY(!(is_positive(x) && f32_abs(y) < INFINITY)))
    result = __weft_cold_powr_f(x, y);
  return result;
}

COLD_PATH float __weft_cold_pown_f(float x, int n) {
  if (n == 0)
    return 1;
  if (x != x)
    return x;
  float result = power_of_bound(f32_abs(x), n > 0);
  return n & 1 ? f32_copysign(result, x) : result;
}
/* n in two floats */
WEFT_INLINE struct pair32 pair_of(int n) {
  struct pair32 p = {(float)(n & ~0xff), (float)(n & 0xff)};
  return p;
}
WEFT_INLINE float any_pown(float x, int n) {
  float ax = f32_abs(x);
  struct pair32 y = pair_of(n);
  float sum = y.hi + y.lo;
  float result = power(ax, sum, y.lo - (sum - y.hi));
  result = f32_flip(result, as_uint(x) & (uint)n << 31);
  if (RARELY(!is_positive(ax)))
    result = __weft_cold_pown_f(x, n);
  return result;
}
#define IS_NORMAL(x) f32_is_positive_normal(f32_abs(x))
POWN(float, IS_NORMAL, any_pown)

COLD_PATH float __weft_cold_rootn_f(float x, int n) {
  if (n == 0 || x != x || (x < 0 && !(n & 1)))
    return NAN;
  float result = power_of_bound(f32_abs(x), n > 0);
  return n & 1 ? f32_copysign(result, x) : result;
}
WEFT_FN float rootn(float x, int n) {
  float ax = f32_abs(x);
  struct pair32 y = pair_of(n);
  float sum = y.hi + y.lo;
  float lost = y.lo - (sum - y.hi);
  float inverse = 1 / sum;
  float rest = mul_add(-inverse, lost, exact_mul_add(-inverse, sum, 1)) * inverse;
  float result = power(ax, inverse, rest);
  float of_negative = n & 1 ? -result : NAN;
  result = x < 0 ? of_negative : result;
  if (RARELY(!is_positive(ax) || n == 0))
    result = __weft_cold_rootn_f(x, n);
  return result;
}

/* From an inverse cube root y by the encoding, two steps of iteration; the last one on the root itself. */
WEFT_FN float cbrt(float x) {
  float ax = f32_abs(x);
  bool denormal = ax < 0x1p-126f;
  float a = denormal ? ax * 0x1p24f : ax;
  float third = mul_add((float)(as_int(a) >> 8), 1.0f / 3, 0x1.8p23f);
  float y = as_float(0x54a2fa8c - ((as_int(third) - 0x4b400000) << 8));
  float error = mul_add(-(a * y), y * y, 1);
  float step = mul_add(error, mul_add(error, 14.0f / 81, 2.0f / 9), 1.0f / 3);
  y = mul_add(y * error, step, y);
  float square = y * y, root = a * square;
  error = exact_mul_add(-(root * root), root, a);
  root = mul_add(error, square * (1.0f / 3), root);
  root = denormal ? root * 0x1p-8f : root;
  return ax > 0 && ax < INFINITY ? f32_copysign(root, x) : x;
}

WEFT_FN float rsqrt(float x) {
  return f32_rsqrt(x);
}

/* Squares stay within floats' range and above its smallest numbers. */
COLD_PATH float __weft_cold_hypot_f(float x, float y) {
  float ax = f32_abs(x), ay = f32_abs(y);
  float large = ax > ay ? ax : ay, small = ax > ay ? ay : ax;
  bool high = large > 0x1p60f, low = large < 0x1p-40f;
  float scale = high ? 0x1p-70f : low ? 0x1p100f : 1.0f, back = high ? 0x1p70f : low ? 0x1p-100f : 1.0f;
  large *= scale;
  small *= scale;
  float result = f32_sqrt(mul_add(large, large, small * small)) * back;
  return ax == INFINITY || ay == INFINITY ? INFINITY : x != x ? x : result;
}
WEFT_FN float hypot(float x, float y) {
  float sum = mul_add(x, x, y * y), result = f32_sqrt(sum);
  if (RARELY(!f32_is_safe_sum(sum)))
    if ((as_uint(x) | as_uint(y)) << 1) /* not both are zero */
      result = __weft_cold_hypot_f(x, y);
  return result;
}
