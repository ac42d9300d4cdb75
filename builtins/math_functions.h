/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_BUILTINS_MATH_FUNCTIONS_H
#define WEFT_BUILTINS_MATH_FUNCTIONS_H

/* The mathematical functions by shape, for the modules that make one type's of another's. */

#include "builtins/weft.h"

/* Computed in double for float too. */
#define WEFT_FOR_CURVES(M)                                                                                             \
  M(exp)                                                                                                               \
  M(exp2)                                                                                                              \
  M(exp10)                                                                                                             \
  M(expm1)                                                                                                             \
  M(log)                                                                                                               \
  M(log2)                                                                                                              \
  M(log10)                                                                                                             \
  M(log1p)                                                                                                             \
  M(cbrt)                                                                                                              \
  M(sin)                                                                                                               \
  M(cos)                                                                                                               \
  M(tan)                                                                                                               \
  M(sinpi)                                                                                                             \
  M(cospi)                                                                                                             \
  M(tanpi)                                                                                                             \
  M(asin)                                                                                                              \
  M(acos)                                                                                                              \
  M(atan)                                                                                                              \
  M(asinpi)                                                                                                            \
  M(acospi)                                                                                                            \
  M(atanpi)                                                                                                            \
  M(sinh)                                                                                                              \
  M(cosh)                                                                                                              \
  M(tanh) M(asinh) M(acosh) M(atanh) M(erf) M(erfc) M(tgamma) M(lgamma)
#define WEFT_FOR_CURVES_OF_TWO(M) M(pow) M(powr) M(atan2) M(atan2pi)
#define WEFT_FOR_CURVES_WITH_INT(M) M(pown) M(rootn)

/* Exact in each type, or rounded once. */
#define WEFT_FOR_EXACT(M) M(fabs) M(ceil) M(floor) M(trunc) M(rint) M(round) M(sqrt) M(rsqrt) M(logb)
#define WEFT_FOR_EXACT_OF_TWO(M) M(copysign) M(fmax) M(fmin) M(fdim) M(maxmag) M(minmag) M(fmod) M(remainder) M(hypot)

#define WEFT_DECLARE(T)                                                                                                \
  WEFT_FOR_CURVES(WEFT_DECLARE_##T)                                                                                    \
  WEFT_FOR_EXACT(WEFT_DECLARE_##T)                                                                                     \
  WEFT_FOR_CURVES_OF_TWO(WEFT_DECLARE_TWO_##T)                                                                         \
  WEFT_FOR_EXACT_OF_TWO(WEFT_DECLARE_TWO_##T)                                                                          \
  WEFT_FOR_CURVES_WITH_INT(WEFT_DECLARE_INT_##T)                                                                       \
  WEFT_DECLARE_INT_##T(ldexp) WEFT_OVERLOAD T mad(T, T, T);                                                            \
  WEFT_OVERLOAD T fma(T, T, T);                                                                                        \
  WEFT_OVERLOAD int ilogb(T);                                                                                          \
  WEFT_OVERLOAD T frexp(T, private int *);                                                                             \
  WEFT_OVERLOAD T modf(T, private T *);                                                                                \
  WEFT_OVERLOAD T fract(T, private T *);                                                                               \
  WEFT_OVERLOAD T remquo(T, T, private int *);                                                                         \
  WEFT_OVERLOAD T lgamma_r(T, private int *);                                                                          \
  WEFT_OVERLOAD T sincos(T, private T *);
#define WEFT_DECLARE_half(name) WEFT_OVERLOAD half name(half);
#define WEFT_DECLARE_TWO_half(name) WEFT_OVERLOAD half name(half, half);
#define WEFT_DECLARE_INT_half(name) WEFT_OVERLOAD half name(half, int);
#define WEFT_DECLARE_float(name) WEFT_OVERLOAD float name(float);
#define WEFT_DECLARE_TWO_float(name) WEFT_OVERLOAD float name(float, float);
#define WEFT_DECLARE_INT_float(name) WEFT_OVERLOAD float name(float, int);
#define WEFT_DECLARE_double(name) WEFT_OVERLOAD double name(double);
#define WEFT_DECLARE_TWO_double(name) WEFT_OVERLOAD double name(double, double);
#define WEFT_DECLARE_INT_double(name) WEFT_OVERLOAD double name(double, int);

#endif
