// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of float that have no cores of their own (those are in math32_*.cl): double ones, rounded once.
#include "builtins/math32_coefficients.h"
#include "builtins/math_functions.h"

WEFT_DECLARE(double)
WEFT_DECLARE(float)

#define CURVE(name)                                                                                                    \
  WEFT_OVERLOAD float name(float x) {                                                                                  \
    return (float)name((double)x);                                                                                     \
  }
CURVE(tgamma)

/* ln Gamma(x) for x > 0: Stirling's series at z = x, or at x + 8 less ln(x (x + 1) ... (x + 7)). Near its roots, 1 and 2,
 * the result is as small as 2^-25: parts as large as 20 leave 2^-50 wrong of that, so the series has to be as good. */
WEFT_INLINE double stirling(double x) {
  bool small = x < 8;
  double z = small ? x + 8 : x;
  double product = x * (x + 1) * ((x + 2) * (x + 3)) * ((x + 4) * (x + 5) * ((x + 6) * (x + 7)));
  double inverse = 1 / z, square = inverse * inverse;
  const double c[] = {STIRLING_POLY};
  double series = inverse * (c[0] + square * (c[1] + square * (c[2] + square * (c[3] + square * c[4]))));
  double result = (z - 0.5) * log(z) - z + 0x1.d67f1c864beb5p-1 + series;
  return result - log(small ? product : 1.0);
}
__attribute__((const, noinline)) float __weft_cold_lgamma_f(float x) {
  return (float)lgamma((double)x);
}
WEFT_FN float lgamma(float x) {
  float result = (float)stirling((double)x);
  result = x == 1 || x == 2 ? 0.0f : result;
  if (__builtin_expect(!(x > 0 && x < (float)INFINITY), 0))
    result = __weft_cold_lgamma_f(x);
  return result;
}
/* Gamma is negative where x < 0 lies above an odd integer. */
WEFT_OVERLOAD float lgamma_r(float x, private int *sign) {
  float below = __builtin_elementwise_floor(x), part = below * 0.5f;
  bool negative = x < 0 && below != x && __builtin_elementwise_floor(part) != part;
  *sign = negative ? -1 : 1;
  return lgamma(x);
}
