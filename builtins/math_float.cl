// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of float that have no cores of their own (those are in math32_*.cl): double ones, rounded once. Also
// native_ and half_ functions, which may be less exact, and are not.
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

#define FASTER(name)                                                                                                   \
  WEFT_FN float native_##name(float x) {                                                                               \
    return name(x);                                                                                                    \
  }                                                                                                                    \
  WEFT_FN float half_##name(float x) {                                                                                 \
    return name(x);                                                                                                    \
  }
FASTER(cos)
FASTER(exp)
FASTER(exp2)
FASTER(exp10)
FASTER(log)
FASTER(log2)
FASTER(log10)
FASTER(rsqrt)
FASTER(sin)
FASTER(sqrt)
FASTER(tan)

#define FASTER_OF_TWO(prefix)                                                                                          \
  WEFT_FN float prefix##_divide(float x, float y) {                                                                    \
    return x / y;                                                                                                      \
  }                                                                                                                    \
  WEFT_FN float prefix##_recip(float x) {                                                                              \
    return 1 / x;                                                                                                      \
  }                                                                                                                    \
  WEFT_FN float prefix##_powr(float x, float y) {                                                                      \
    return powr(x, y);                                                                                                 \
  }
FASTER_OF_TWO(native)
FASTER_OF_TWO(half)
