/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_BUILTINS_HALF_H
#define WEFT_BUILTINS_HALF_H

/*
 * Conversions to and from binary16 by encoding (ushort). With F16C (levels 3 and up) the hardware converts
 * float, else integer code does; a plain cast would become a library call there. Nobody's hardware converts double
 * without AVX512-FP16.
 */

#include "builtins/weft.h"

enum weft_rounding { WEFT_RTE, WEFT_RTZ, WEFT_RTP, WEFT_RTN };

/* WEFT_TO<N>(value, type): a plain conversion. For vectors, a comparison's -1 keeps its value. */
#define WEFT_TO(v, T) ((T)(v))
#define WEFT_TO2(v, T) __builtin_convertvector(v, T)
#define WEFT_TO3 WEFT_TO2
#define WEFT_TO4 WEFT_TO2
#define WEFT_TO8 WEFT_TO2
#define WEFT_TO16 WEFT_TO2

#ifdef WEFT_HAS_F16C
#define WEFT_HALF_CORES(N)                                                                                             \
  WEFT_INLINE float##N float_of_half(ushort##N bits) {                                                                 \
    return WEFT_TO##N(as_half##N(bits), float##N);                                                                     \
  }                                                                                                                    \
  WEFT_INLINE ushort##N nearest_half(float##N x) {                                                                     \
    return as_ushort##N(WEFT_TO##N(x, half##N));                                                                       \
  }
#else
/* Half's denormals go by value and by a sum whose last place is theirs, so that the mode for float's does not matter.
 */
#define WEFT_HALF_CORES(N)                                                                                             \
  WEFT_INLINE float##N float_of_half(ushort##N bits) {                                                                 \
    uint##N magnitude = WEFT_TO##N(bits, uint##N) & 0x7fffu;                                                           \
    uint##N sign = (WEFT_TO##N(bits, uint##N) & 0x8000u) << 16;                                                        \
    uint##N denormal = as_uint##N(WEFT_TO##N(as_int##N(magnitude), float##N) * 0x1p-24f);                              \
    uint##N normal = (magnitude << 13) + ((127u - 15u) << 23);                                                         \
    uint##N special = (magnitude << 13) | 0x7f800000u;                                                                 \
    special |= magnitude > 0x7c00u ? (uint##N)0x400000u : (uint##N)0;                                                  \
    return as_float##N(sign | (magnitude < 0x0400u ? denormal : magnitude < 0x7c00u ? normal : special));              \
  }                                                                                                                    \
  WEFT_INLINE ushort##N nearest_half(float##N x) {                                                                     \
    uint##N magnitude = as_uint##N(x) & 0x7fffffffu;                                                                   \
    uint##N sign = (as_uint##N(x) >> 16) & 0x8000u;                                                                    \
    uint##N denormal = as_uint##N(as_float##N(magnitude) + 0.5f) - 0x3f000000u;                                        \
    uint##N normal = (magnitude + 0xfffu + ((magnitude >> 13) & 1u) - ((127u - 15u) << 23)) >> 13;                     \
    uint##N special = magnitude > 0x7f800000u ? 0x7e00u | ((magnitude >> 13) & 0x3ffu) : (uint##N)0x7c00u;             \
    return WEFT_TO##N(sign | (magnitude < 0x38800000u   ? denormal                                                     \
                              : magnitude < 0x477ff000u ? normal                                                       \
                                                        : special),                                                    \
                      ushort##N);                                                                                      \
  }
#endif

/* A double becomes a float rounded to odd: what was cut off stays visible in the last bit, so that rounding that
 * again is rounding once. */
#define WEFT_HALF_OF_DOUBLE(N)                                                                                         \
  WEFT_INLINE ushort##N nearest_half(double##N x) {                                                                    \
    float##N nearest = WEFT_TO##N(x, float##N);                                                                        \
    double##N value = WEFT_TO##N(nearest, double##N);                                                                  \
    uint##N bits = as_uint##N(nearest);                                                                                \
    int##N beyond = WEFT_TO##N(__builtin_elementwise_abs(value) > __builtin_elementwise_abs(x), int##N);               \
    int##N exact = WEFT_TO##N(value == x, int##N);                                                                     \
    uint##N odd = (bits - (beyond ? (uint##N)1 : (uint##N)0)) | 1u;                                                    \
    return nearest_half(as_float##N(exact ? bits : odd));                                                              \
  }

/* `mode` is a constant wherever this is inlined. Where the nearest lies on the wrong side, its neighbour is right. */
#define WEFT_ROUND_HALF(T, N)                                                                                          \
  WEFT_INLINE ushort##N half_of(T##N x, enum weft_rounding mode) {                                                     \
    ushort##N nearest = nearest_half(x);                                                                               \
    if (mode == WEFT_RTE)                                                                                              \
      return nearest;                                                                                                  \
    T##N value = WEFT_TO##N(float_of_half(nearest), T##N);                                                             \
    int##N low = WEFT_TO##N(value < x, int##N), high = WEFT_TO##N(value > x, int##N);                                  \
    uint##N up = low ? (uint##N)1 : (uint##N)0, down = high ? (uint##N)1 : (uint##N)0, none = (uint##N)0;              \
    uint##N bits = WEFT_TO##N(nearest, uint##N);                                                                       \
    int##N negative = as_int##N(bits << 16) < 0;                                                                       \
    /* Of the magnitude: a step away from zero, and one back. */                                                       \
    uint##N away = mode == WEFT_RTP ? (negative ? none : up) : mode == WEFT_RTN ? (negative ? down : none) : none;     \
    uint##N back = mode == WEFT_RTP   ? (negative ? up : none)                                                         \
                   : mode == WEFT_RTN ? (negative ? none : down)                                                       \
                                      : (negative ? up : down);                                                        \
    return WEFT_TO##N(bits + away - back, ushort##N);                                                                  \
  }
#define WEFT_HALF(N) WEFT_HALF_CORES(N) WEFT_HALF_OF_DOUBLE(N) WEFT_ROUND_HALF(float, N) WEFT_ROUND_HALF(double, N)
WEFT_HALF()
WEFT_HALF(2)
WEFT_HALF(3)
WEFT_HALF(4)
WEFT_HALF(8)
WEFT_HALF(16)

#endif
