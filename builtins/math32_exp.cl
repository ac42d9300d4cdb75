// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exponentials and hyperbolic functions in float. x = n ln 2 + r with |r| <= ln 2 / 2; NaN goes all the way through.
#include "builtins/math32.h"

WEFT_FN float exp(float x) {
  bool vanishes = x < -103.98f;
  x = clamp_range(x, -104.0f, 89.0f);
  struct rounded32 n = round_product(x, LOG2E_0);
  float r = mul_add(n.value, -LN2_1, exact_mul_add(n.value, -LN2_0, x));
  return f32_scale(POLY32(r, EXP_POLY), n.number, vanishes);
}
WEFT_FN float exp2(float x) {
  bool vanishes = x < -150.0f;
  x = clamp_range(x, -151.0f, 129.0f);
  struct rounded32 n = round_product(x, 1.0f);
  return f32_scale(POLY32(x - n.value, EXP2_POLY), n.number, vanishes);
}
WEFT_FN float exp10(float x) {
  bool vanishes = x < -45.2f;
  x = clamp_range(x, -46.0f, 39.0f);
  struct rounded32 n = round_product(x, 0x1.a934f0p1f);
  float r = mul_add(n.value, -LOG10_2_1, exact_mul_add(n.value, -LOG10_2_0, x));
  return f32_scale(POLY32(r, EXP10_POLY), n.number, vanishes);
}

/* 2^n e^r - 1 as 2 (2^(n-1) (e^r - 1) + (2^(n-1) - 1/2)): n reaches 128. */
WEFT_FN float expm1(float x) {
  float limited = clamp_range(x, -18.0f, 89.0f);
  struct rounded32 n = round_product(limited, LOG2E_0);
  float r = mul_add(n.value, -LN2_1, exact_mul_add(n.value, -LN2_0, limited));
  float scale = f32_power_of_two(n.number - 1);
  float part = mul_add(r * r, POLY32(r, EXPM1_POLY), r);
  float result = 2 * mul_add(scale, part, scale - 0.5f);
  return f32_abs(x) < 0x1p-100f ? x : result;
}

/* With E = 2^(n-1), F = 2^(-n-1): sinh(n ln 2 + r) = (E - F) cosh r + (E + F) sinh r, and cosh with E and F swapped;
 * nothing cancels much. Here for |x|: sinh r, cosh r, E / 4 and F / 4. Up to 89.5 or so the result is finite:
 * n reaches 129. Below, 2^(-n-2) would be denormal and counts no more. */
struct hyperbolic32 {
  float sinh, cosh, up, down;
};
WEFT_INLINE struct hyperbolic32 hyperbolic_parts(float x) {
  float ax = clamp_range(f32_abs(x), 0, 90.0f);
  struct rounded32 n = round_product(ax, LOG2E_0);
  float r = mul_add(n.value, -LN2_1, exact_mul_add(n.value, -LN2_0, ax));
  float z = r * r;
  struct hyperbolic32 h = {mul_add(z * r, POLY32(z, SINH_POLY), r), POLY32(z, COSH_POLY),
                           f32_power_of_two(n.number - 3), n.number > 100 ? 0.0f : f32_power_of_two(-3 - n.number)};
  return h;
}
WEFT_FN float sinh(float x) {
  struct hyperbolic32 h = hyperbolic_parts(x);
  float result = 4 * mul_add(h.up - h.down, h.cosh, (h.up + h.down) * h.sinh);
  return f32_abs(x) < 0x1p-12f ? x : f32_copysign(result, x);
}
WEFT_FN float cosh(float x) {
  struct hyperbolic32 h = hyperbolic_parts(x);
  return 4 * mul_add(h.up + h.down, h.cosh, (h.up - h.down) * h.sinh);
}
WEFT_FN float tanh(float x) {
  float ax = clamp_range(f32_abs(x), 0, 10.0f);
  struct rounded32 n = round_product(ax, LOG2E_0);
  float r = mul_add(n.value, -LN2_1, exact_mul_add(n.value, -LN2_0, ax));
  float z = r * r;
  /* Exact, so that it stays within its limit without fma too. */
  float s = exact_mul_add(z * r, POLY32(z, SINH_POLY), r), c = POLY32(z, COSH_POLY);
  float up = f32_power_of_two(n.number - 1), down = f32_power_of_two(-1 - n.number);
  float sum = up + down, difference = up - down;
  float result = exact_mul_add(difference, c, sum * s) / exact_mul_add(sum, c, difference * s);
  return f32_abs(x) < 0x1p-12f ? x : f32_copysign(result, x);
}
