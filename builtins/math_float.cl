// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of float that have no cores of their own (those are in math32_*.cl): double ones, rounded once. Also
// half_ functions.
#include "builtins/math_functions.h"

WEFT_DECLARE(double)
WEFT_DECLARE(float)

#define CURVE(name)                                                                                                    \
  WEFT_OVERLOAD float name(float x) {                                                                                  \
    return (float)name((double)x);                                                                                     \
  }
CURVE(tgamma)
CURVE(lgamma)

WEFT_OVERLOAD float lgamma_r(float x, private int *sign) {
  int s;
  float result = (float)lgamma_r((double)x, &s);
  *sign = s;
  return result;
}

/* half_ functions may be wrong by 8192 units in the last place, and are not: they have to take NaN, zero and infinity
 * as the others do. */
#define HALF(name)                                                                                                     \
  WEFT_FN float half_##name(float x) {                                                                                 \
    return name(x);                                                                                                    \
  }
HALF(cos)
HALF(exp)
HALF(exp2)
HALF(exp10)
HALF(log)
HALF(log2)
HALF(log10)
HALF(rsqrt)
HALF(sin)
HALF(sqrt)
HALF(tan)
WEFT_FN float half_divide(float x, float y) {
  return x / y;
}
WEFT_FN float half_recip(float x) {
  return 1 / x;
}
WEFT_FN float half_powr(float x, float y) {
  return powr(x, y);
}
