/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_BUILTINS_CONVERT_H
#define WEFT_BUILTINS_CONVERT_H

/*
 * What gen_convert.py's functions are made of (OpenCL C 6.3.3). No conversion depends on the
 * floating-point environment, none is poison: values out of range saturate and NaN becomes 0 also where the
 * specification leaves the result open.
 */

#include "builtins/half.h"

#define WEFT_TO_INTEGRAL_RTE(x) __builtin_elementwise_roundeven(x)
#define WEFT_TO_INTEGRAL_RTZ(x) __builtin_elementwise_trunc(x)
#define WEFT_TO_INTEGRAL_RTP(x) __builtin_elementwise_ceil(x)
#define WEFT_TO_INTEGRAL_RTN(x) __builtin_elementwise_floor(x)

/* S floating-point (float or double); `limit` is the first power of two above D's range, as an S. */
#define WEFT_FLOAT_TO_INTEGER(name, D, FROM, S, READ, MODE, smallest, largest, limit)                                  \
  WEFT_FN D name(FROM source) {                                                                                        \
    S x = WEFT_TO_INTEGRAL_##MODE(READ(source));                                                                       \
    bool low = x < (S)(smallest), high = x >= (limit);                                                                 \
    S inside = (low | high | (x != x)) ? (S)0 : x;                                                                     \
    return high ? (largest) : low ? (smallest) : (D)inside;                                                            \
  }

#define WEFT_INTEGER_TO_INTEGER(name, D, S)                                                                            \
  WEFT_FN D name(S x) {                                                                                                \
    return (D)x;                                                                                                       \
  }
/* Compared in long or ulong: `low` is left out (0) where S cannot be below D, and so is `high`. */
#define WEFT_INTEGER_TO_INTEGER_SAT(name, D, S, low, high, smallest, largest)                                          \
  WEFT_FN D name(S x) {                                                                                                \
    return (high) ? (D)(largest) : (low) ? (D)(smallest) : (D)x;                                                       \
  }

/* The floating-point value `nearest` of bits I, moved to the neighbour that the mode asks for. */
#define WEFT_FIX_ROUNDING(F, I)                                                                                        \
  WEFT_INLINE F fix_rounding(F nearest, bool low, bool high, enum weft_rounding mode) {                                \
    I bits = as_##I(nearest);                                                                                          \
    bool negative = bits < 0;                                                                                          \
    bool away = mode == WEFT_RTP ? !negative & low : mode == WEFT_RTN ? negative & high : false;                       \
    bool back = mode == WEFT_RTP ? negative & low : mode == WEFT_RTN ? !negative & high : (negative ? low : high);     \
    return as_##F(bits + (I)away - (I)back);                                                                           \
  }
WEFT_FIX_ROUNDING(float, int)

/* Integers too long for the significand of P bits are cut, and stepped away from zero where the mode says so. */
#define WEFT_INTEGER_TO_FLOAT(F, I, P)                                                                                 \
  WEFT_INLINE F directed_##F(ulong magnitude, bool negative, enum weft_rounding mode) {                                \
    int excess = 64 - P - (int)__builtin_elementwise_clzg(magnitude, (ulong)64);                                       \
    ulong cut = excess > 0 ? magnitude >> excess << excess : magnitude;                                                \
    bool away = cut != magnitude && mode == (negative ? WEFT_RTN : WEFT_RTP);                                          \
    F result = as_##F(as_##I((F)cut) + (I)away);                                                                       \
    return negative ? -result : result;                                                                                \
  }
WEFT_INTEGER_TO_FLOAT(float, int, 24)
WEFT_INTEGER_TO_FLOAT(double, long, 53)

WEFT_INLINE float float_of_double(double x, enum weft_rounding mode) {
  float nearest = (float)x;
  return fix_rounding(nearest, (double)nearest<x, (double)nearest> x, mode);
}

#endif
