// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Error functions in float.
#include "builtins/math32.h"

/* x P(x^2) up to 1, 1 - 2^-Q(x) beyond; from 4 on that is 1. */
WEFT_FN float erf(float x) {
  float ax = f32_abs(x);
  float z = ax * ax;
  float inner = ax * POLY32(z, ERF_SMALL_POLY);
  float limited = ax > 4 ? 4.0f : ax;
  float q = POLY32(limited, ERF_LARGE_POLY);
  struct rounded32 n = round_product(q, 1.0f);
  /* 2^-26 at the least */
  float outer = 1 - POLY32(n.value - q, EXP2_POLY) * f32_power_of_two(-n.number);
  return f32_copysign(ax > 1 ? outer : inner, x);
}

/* For x >= 0: e^(-x^2) R((x - 4) / (x + 4)) / (1 + 2 x). Below 0: 2 less that of |x|. */
WEFT_FN float erfc(float x) {
  float ax = f32_abs(x);
  ax = ax > 10.25f ? 10.25f : ax;
  float square = ax * ax, rest = exact_mul_add(ax, ax, -square);
  struct rounded32 n = round_product(square, -LOG2E_0);
  float r = mul_add(n.value, -LN2_1, exact_mul_add(n.value, -LN2_0, -square)) - rest;
  float a = ax + 4, b = mul_add(2, ax, 1);
  float inverse = 1 / (a * b);
  float t = (ax - 4) * b * inverse;
  float scaled = POLY32(t, ERFC_POLY) * (a * inverse) * POLY32(r, EXP_POLY);
  /* Beside 2 it does not count either. */
  float result = f32_scale(scaled, n.number, x > 10.1f || x < -6);
  return x < 0 ? 2 - result : result;
}
