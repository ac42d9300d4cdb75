// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inverse trigonometric functions in float.
#include "builtins/math32.h"

#define PI_FLOAT 0x1.921fb6p1f
#define HALF_PI_FLOAT 0x1.921fb6p0f
#define HALF_PI_REST -0x1.777a5cp-25f /* what it lacks to pi/2 */

/* With s = |x| up to 1/2, and sqrt((1 - |x|) / 2) beyond: arcsine of s. */
struct arc {
  float value;
  bool outer;
};
WEFT_INLINE struct arc arcsine(float ax) {
  struct arc a;
  a.outer = ax > 0.5f;
  float z = a.outer ? mul_add(-0.5f, ax, 0.5f) : ax * ax;
  float s = a.outer ? f32_sqrt(z) : ax;
  a.value = mul_add(s * z, POLY32(z, ASIN_POLY), s);
  return a;
}
WEFT_FN float asin(float x) {
  struct arc a = arcsine(f32_abs(x));
  float outer = mul_add(-2, a.value, HALF_PI_FLOAT);
  return f32_copysign(a.outer ? outer : a.value, x);
}
WEFT_FN float acos(float x) {
  struct arc a = arcsine(f32_abs(x));
  float twice = 2 * a.value;
  float outer = x < 0 ? PI_FLOAT - twice : twice;
  float inner = HALF_PI_FLOAT - (f32_copysign(a.value, x) - HALF_PI_REST);
  return a.outer ? outer : inner;
}
WEFT_FN float asinpi(float x) {
  struct arc a = arcsine(f32_abs(x));
  float part = a.value * ONE_BY_PI_0;
  return f32_copysign(a.outer ? mul_add(-2, part, 0.5f) : part, x);
}
WEFT_FN float acospi(float x) {
  struct arc a = arcsine(f32_abs(x));
  float part = a.value * ONE_BY_PI_0;
  float outer = x < 0 ? mul_add(-2, part, 1) : 2 * part;
  return a.outer ? outer : 0.5f - f32_copysign(part, x);
}

/* Arctangent of t from 0 to 1. */
WEFT_INLINE float arctangent(float t) {
  float z = t * t;
  return mul_add(t * z, POLY32(z, ATAN_POLY), t);
}
WEFT_FN float atan(float x) {
  // Beyond 1, pi/2 and the rest that its rounding left, plus the arctangent of -1 / |x|.
  float ax = f32_abs(x);
  bool outer = ax > 1;
  float t = outer ? -1 / ax : ax;
  float z = t * t;
  float a = t + mul_add(t * z, POLY32(z, ATAN_POLY), outer ? HALF_PI_REST : 0);
  return f32_copysign(outer ? HALF_PI_FLOAT + a : a, x);
}
WEFT_FN float atanpi(float x) {
  float ax = f32_abs(x);
  bool outer = ax > 1;
  float a = arctangent(outer ? 1 / ax : ax) * ONE_BY_PI_0;
  return f32_copysign(outer ? 0.5f - a : a, x);
}

/* The smaller of both over the larger; equal ones (infinities, too) make 1, zeros 0. */
WEFT_INLINE float smaller_ratio(float ay, float ax) {
  float large = ay > ax ? ay : ax, small = ay > ax ? ax : ay;
  float t = small / large;
  return small == large ? (small == 0 ? 0.0f : 1.0f) : t;
}
WEFT_FN float atan2(float y, float x) {
  float ay = f32_abs(y), ax = f32_abs(x);
  float a = arctangent(smaller_ratio(ay, ax));
  a = ay > ax ? HALF_PI_FLOAT - a : a;
  a = as_int(x) < 0 ? PI_FLOAT - a : a;
  return x != x || y != y ? x + y : f32_copysign(a, y);
}
WEFT_FN float atan2pi(float y, float x) {
  float ay = f32_abs(y), ax = f32_abs(x);
  float a = arctangent(smaller_ratio(ay, ax)) * ONE_BY_PI_0;
  a = ay > ax ? 0.5f - a : a;
  a = as_int(x) < 0 ? 1 - a : a;
  return x != x || y != y ? x + y : f32_copysign(a, y);
}
