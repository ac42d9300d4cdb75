// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Common functions (OpenCL C 6.15.4), scalar: the compiler expands vectors.
#include "builtins/weft.h"

/* F a floating-point type, C the type to compute angles in. */
#define COMMON(F, C)                                                                                                   \
  WEFT_FN F max(F x, F y) {                                                                                            \
    return x < y ? y : x;                                                                                              \
  }                                                                                                                    \
  WEFT_FN F min(F x, F y) {                                                                                            \
    return y < x ? y : x;                                                                                              \
  }                                                                                                                    \
  WEFT_FN F clamp(F x, F low, F high) {                                                                                \
    return min(max(x, low), high);                                                                                     \
  }                                                                                                                    \
  WEFT_FN F degrees(F radians) {                                                                                       \
    return (F)((C)radians * (C)57.29577951308232087679815);                                                            \
  }                                                                                                                    \
  WEFT_FN F radians(F degrees) {                                                                                       \
    return (F)((C)degrees * (C)0.017453292519943295769237);                                                            \
  }                                                                                                                    \
  WEFT_FN F mix(F x, F y, F a) {                                                                                       \
    return x + (y - x) * a;                                                                                            \
  }                                                                                                                    \
  WEFT_FN F step(F edge, F x) {                                                                                        \
    return x < edge ? (F)0 : (F)1;                                                                                     \
  }                                                                                                                    \
  WEFT_FN F smoothstep(F edge0, F edge1, F x) {                                                                        \
    F t = clamp((x - edge0) / (edge1 - edge0), (F)0, (F)1);                                                            \
    return t * t * ((F)3 - (F)2 * t);                                                                                  \
  }                                                                                                                    \
  WEFT_FN F sign(F x) {                                                                                                \
    F unit = x < (F)0 ? (F) - 1 : (F)1;                                                                                \
    return x != x ? (F)0 : x == (F)0 ? x : unit;                                                                       \
  }

COMMON(half, float)
COMMON(float, float)
COMMON(double, double)
