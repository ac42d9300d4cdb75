// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mathematical functions in float: those in double, rounded once. Also native_ and half_ functions, which
// may be less exact, and are not.
#include "builtins/math_functions.h"

WEFT_DECLARE(double)
WEFT_DECLARE(float)

#define CURVE(name)                                                                                                    \
  WEFT_OVERLOAD float name(float x) {                                                                                  \
    return (float)name((double)x);                                                                                     \
  }
#define CURVE_OF_TWO(name)                                                                                             \
  WEFT_OVERLOAD float name(float x, float y) {                                                                         \
    return (float)name((double)x, (double)y);                                                                          \
  }
#define CURVE_WITH_INT(name)                                                                                           \
  WEFT_OVERLOAD float name(float x, int n) {                                                                           \
    return (float)name((double)x, n);                                                                                  \
  }
WEFT_FOR_CURVES(CURVE)
WEFT_FOR_CURVES_OF_TWO(CURVE_OF_TWO)
WEFT_FOR_CURVES_WITH_INT(CURVE_WITH_INT)

WEFT_OVERLOAD float sincos(float x, private float *cosine) {
  double c;
  double s = sincos((double)x, &c);
  *cosine = (float)c;
  return (float)s;
}
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
