/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_BUILTINS_MATH32_H
#define WEFT_BUILTINS_MATH32_H

/*
 * What the float functions share. They are branch-free and table-free but for paths that rare arguments need: those
 * are out of line, in functions named __weft_cold_* without side effects, which the compiler knows to call behind a
 * branch on "any lane" in loops that it widens. Multiplications and additions fuse only where mul_add() or
 * exact_mul_add() says so. No float is converted to an integer type by a cast where it may be out of range or NaN:
 * round_to_int() instead.
 *
 * Names: f32_ for cores with more than one user; coefficients are those of math32_coefficients.h.
 */

#include "builtins/math32_coefficients.h"
#include "builtins/weft.h"

#define RARELY(condition) __builtin_expect(!!(condition), 0)
/* A slow path: it has no side effects, and its name starts with __weft_cold_. */
#define COLD_PATH __attribute__((const, noinline))

WEFT_INLINE float f32_abs(float x) {
  return __builtin_elementwise_abs(x);
}
WEFT_INLINE float f32_copysign(float x, float sign) {
  return __builtin_elementwise_copysign(x, sign);
}
WEFT_INLINE float f32_sqrt(float x) {
  return __builtin_elementwise_sqrt(x);
}
/* x with its sign flipped where the highest bit of `sign` is set. */
WEFT_INLINE float f32_flip(float x, uint sign) {
  return as_float(as_uint(x) ^ (sign & 0x80000000u));
}

/* a * b + c where its rounding does not matter, as in polynomials: fused where that is one instruction. */
WEFT_INLINE float mul_add(float a, float b, float c) {
#ifdef WEFT_HAS_FMA
  return __builtin_elementwise_fma(a, b, c);
#else
  return a * b + c;
#endif
}
/* a * b + c where the product must not be rounded. Without the instruction, in double: rounded twice, which is
 * exact where the result is a float. */
WEFT_INLINE float exact_mul_add(float a, float b, float c) {
#ifdef WEFT_HAS_FMA
  return __builtin_elementwise_fma(a, b, c);
#else
  return (float)((double)a * (double)b + (double)c);
#endif
}

/* Horner's scheme; coefficients from the constant on. */
#define POLY32(x, ...)                                                                                                 \
  ({                                                                                                                   \
    const float c_[] = {__VA_ARGS__};                                                                                  \
    const float x_ = (x);                                                                                              \
    float sum_ = c_[sizeof c_ / sizeof *c_ - 1];                                                                       \
    _Pragma("unroll") for (int i_ = (int)(sizeof c_ / sizeof *c_) - 2; i_ >= 0; --i_) sum_ =                           \
        mul_add(sum_, x_, c_[i_]);                                                                                     \
    sum_;                                                                                                              \
  })

/* Into [low, high]; NaN stays. */
WEFT_INLINE float clamp_range(float x, float low, float high) {
  x = x < low ? low : x;
  return x > high ? high : x;
}

/* x - n pi. All pieces of pi are positive, so that -0 stays. */
WEFT_INLINE float minus_pi_times(float n, float x) {
  return mul_add(n, -PI_2, exact_mul_add(n, -PI_1, exact_mul_add(n, -PI_0, x)));
}

/* The nearest integer for |x| < 2^22, as float and as int (its low bits for other x). */
struct rounded32 {
  float value;
  int number;
};
WEFT_INLINE struct rounded32 round_product(float x, float factor) {
  float moved = mul_add(x, factor, 0x1.8p23f);
  struct rounded32 r = {moved - 0x1.8p23f, as_int(moved) - 0x4b400000};
  return r;
}

/* 2^n for -126 <= n <= 127. */
WEFT_INLINE float f32_power_of_two(int n) {
  return as_float((int)((uint)(n + 127) << 23));
}
/* 2^n for whole n from -127, which makes zero, to 128, which makes infinity. */
WEFT_INLINE float f32_power_of_whole(float n) {
  return as_float(as_uint(n + (0x1.8p23f + 127)) << 23);
}
/* x * 2^n for |n| up to 252 and x about 1, rounded once; 0 where the caller knows that the result is. The instruction
 * takes sixty times as long for results that vanish, as of masked elements in a softmax: it is masked there. */
WEFT_INLINE float f32_scale(float x, int n, bool vanishes) {
#ifdef WEFT_HAS_AVX512
  return vanishes ? 0 : __builtin_elementwise_ldexp(x, n);
#else
  int part = n >> 1;
  return x * f32_power_of_two(part) * f32_power_of_two(n - part);
#endif
}

/* x = mantissa * 2^exponent with the mantissa in [sqrt 1/2, sqrt 2), for finite x > 0. exponent is a float. */
struct split32 {
  float mantissa, exponent;
};
WEFT_INLINE struct split32 f32_split(float x) {
  /* A denormal number's bits are x 2^149; a product with it would take processors a hundred cycles. */
  bool denormal = x < 0x1p-126f;
  float number = as_float(as_uint(x) | 0x4b000000u) - 0x1p23f;
  uint moved = as_uint(denormal ? number : x) + (0x3f800000u - 0x3f3504f3u);
  struct split32 s;
  s.exponent = (float)((int)(moved >> 23) - (denormal ? 127 + 149 : 127));
  s.mantissa = as_float((moved & 0x007fffffu) + 0x3f3504f3u);
  return s;
}

#ifdef WEFT_HAS_AVX512
/* 1 / sqrt(x) within 2^-14 of itself: the processor's estimate, which the compiler puts in (codegen/estimates.h). */
__attribute__((const)) float __weft_estimate_rsqrt_f(float x);
#endif
/* 1 / sqrt(x), but for numbers that are no normal ones above zero. By an estimate and a step of Newton's: a root and a
 * division of 512 bits would keep their unit busy for longer. */
WEFT_INLINE float f32_rsqrt_of_normal(float x) {
#ifdef WEFT_HAS_AVX512
  float y = __weft_estimate_rsqrt_f(x);
  return mul_add(y * 0.5f, mul_add(-(x * y), y, 1), y);
#else
  return 1 / f32_sqrt(x);
#endif
}
/* 1 / sqrt(x). The estimate of zero and of infinity is right, and has an error that is no number. */
WEFT_INLINE float f32_rsqrt(float x) {
#ifdef WEFT_HAS_AVX512
  float y = __weft_estimate_rsqrt_f(x);
  float error = mul_add(-(x * y), y, 1);
  return error != error ? y : mul_add(y * 0.5f, error, y);
#else
  return 1 / f32_sqrt(x);
#endif
}
/* Whether the squares that are most of a sum are exact to a float's last bit. Also for the reciprocal of its root. */
WEFT_INLINE bool f32_is_safe_sum(float sum) {
  return sum > 0x1p-96f && sum < 0x1p126f;
}
WEFT_INLINE bool f32_is_positive_normal(float x) {
  return as_uint(x) - 0x00800000u < 0x7f000000u;
}

#endif
