// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Remainders in float. A quotient below 2^22 is known but for one unit, and x - q y is then exact in one operation;
// larger ones, zeros, infinities and NaN are divided at length (math_basic.cl), out of line.
#include "builtins/math32.h"

#define SHORT_QUOTIENT 0x1p22f

COLD_PATH float __weft_cold_fmod_f(float x, float y);
COLD_PATH float __weft_cold_remainder_f(float x, float y);
COLD_PATH int __weft_cold_quotient_f(float x, float y);

WEFT_FN float fmod(float x, float y) {
  float ax = f32_abs(x), ay = f32_abs(y);
  float ratio = ax / ay;
  float rest = exact_mul_add(-__builtin_elementwise_trunc(ratio), ay, ax);
  /* A quotient that was rounded up to the next integer */
  rest = rest < 0 ? rest + ay : rest;
  float result = f32_copysign(rest, x);
  if (RARELY(!(ratio < SHORT_QUOTIENT && ay < INFINITY)))
    result = __weft_cold_fmod_f(x, y);
  return result;
}

struct remainder32 {
  float rest;
  int quotient; /* of magnitudes */
};
WEFT_INLINE struct remainder32 short_remainder(float ax, float ay, float ratio) {
  struct rounded32 q = round_product(ratio, 1.0f);
  float rest = exact_mul_add(-q.value, ay, ax), size = f32_abs(rest);
  /* The rounded ratio may have met a half that it is not; a tie is exact, and went to the even quotient. */
  bool over = size > ay - size;
  struct remainder32 r;
  r.rest = over ? rest - f32_copysign(ay, rest) : rest;
  r.quotient = over ? q.number + (rest < 0 ? -1 : 1) : q.number;
  return r;
}
WEFT_FN float remainder(float x, float y) {
  float ax = f32_abs(x), ay = f32_abs(y);
  float ratio = ax / ay;
  float result = f32_flip(short_remainder(ax, ay, ratio).rest, as_uint(x));
  if (RARELY(!(ratio < SHORT_QUOTIENT && ay < INFINITY)))
    result = __weft_cold_remainder_f(x, y);
  return result;
}
WEFT_OVERLOAD float remquo(float x, float y, private int *quotient) {
  float ax = f32_abs(x), ay = f32_abs(y);
  float ratio = ax / ay;
  struct remainder32 r = short_remainder(ax, ay, ratio);
  float result = f32_flip(r.rest, as_uint(x));
  int low = r.quotient & 0x7f;
  low = as_int(x) < 0 != as_int(y) < 0 ? -low : low;
  if (RARELY(!(ratio < SHORT_QUOTIENT && ay < INFINITY))) {
    result = __weft_cold_remainder_f(x, y);
    low = __weft_cold_quotient_f(x, y);
  }
  *quotient = low;
  return result;
}
