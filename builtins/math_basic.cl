// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rounding, parts of numbers, minima and maxima (OpenCL C 6.15.2), exact in float and double.
#include "builtins/math_fma.h"

/* A NaN loses against a number; by ARM's shorter instruction, one that signals does not. */
#ifdef WEFT_IS_AARCH64
#define LESSER(x, y) __builtin_elementwise_minimumnum(x, y)
#define GREATER(x, y) __builtin_elementwise_maximumnum(x, y)
#else
#define LESSER(x, y) __builtin_elementwise_minnum(x, y)
#define GREATER(x, y) __builtin_elementwise_maxnum(x, y)
#endif

/* F the type, I its bits signed, U unsigned; P bits of significand with the hidden one, BIAS. */
#define ROUNDING(F)                                                                                                    \
  WEFT_FN F fabs(F x) {                                                                                                \
    return __builtin_elementwise_abs(x);                                                                               \
  }                                                                                                                    \
  WEFT_FN F ceil(F x) {                                                                                                \
    return __builtin_elementwise_ceil(x);                                                                              \
  }                                                                                                                    \
  WEFT_FN F floor(F x) {                                                                                               \
    return __builtin_elementwise_floor(x);                                                                             \
  }                                                                                                                    \
  WEFT_FN F trunc(F x) {                                                                                               \
    return __builtin_elementwise_trunc(x);                                                                             \
  }                                                                                                                    \
  WEFT_FN F rint(F x) {                                                                                                \
    return __builtin_elementwise_roundeven(x);                                                                         \
  }                                                                                                                    \
  /* Halves away from zero: x plus the number before 1/2 cannot round up to the next integer by itself. */             \
  WEFT_FN F round(F x) {                                                                                               \
    return __builtin_elementwise_trunc(x + __builtin_elementwise_copysign((F)BEFORE_HALF_##F, x));                     \
  }                                                                                                                    \
  WEFT_FN F copysign(F x, F y) {                                                                                       \
    return __builtin_elementwise_copysign(x, y);                                                                       \
  }                                                                                                                    \
  WEFT_FN F sqrt(F x) {                                                                                                \
    return __builtin_elementwise_sqrt(x);                                                                              \
  }                                                                                                                    \
  WEFT_FN F fma(F a, F b, F c) {                                                                                       \
    return fused(a, b, c);                                                                                             \
  }                                                                                                                    \
  WEFT_FN F fmax(F x, F y) {                                                                                           \
    return GREATER(x, y);                                                                                              \
  }                                                                                                                    \
  WEFT_FN F fmin(F x, F y) {                                                                                           \
    return LESSER(x, y);                                                                                               \
  }                                                                                                                    \
  WEFT_FN F fdim(F x, F y) {                                                                                           \
    return x <= y ? (F)0 : x - y; /* also NaN */                                                                       \
  }                                                                                                                    \
  WEFT_FN F maxmag(F x, F y) {                                                                                         \
    F ax = fabs(x), ay = fabs(y);                                                                                      \
    return ax > ay ? x : ay > ax ? y : fmax(x, y);                                                                     \
  }                                                                                                                    \
  WEFT_FN F minmag(F x, F y) {                                                                                         \
    F ax = fabs(x), ay = fabs(y);                                                                                      \
    return ax < ay ? x : ay < ax ? y : fmin(x, y);                                                                     \
  }
#define BEFORE_HALF_float 0x1.fffffep-2f
#define BEFORE_HALF_double 0x1.fffffffffffffp-2
ROUNDING(float)
ROUNDING(double)

#ifdef WEFT_HAS_FMA
#define MAD(a, b, c) fused(a, b, c)
#else
#define MAD(a, b, c) ((a) * (b) + (c))
#endif
WEFT_FN float mad(float a, float b, float c) {
  return MAD(a, b, c);
}
WEFT_FN double mad(double a, double b, double c) {
  return MAD(a, b, c);
}

#ifdef WEFT_HAS_AVX512
/* One instruction. */
#define LDEXP(F, U, P, BIAS)                                                                                           \
  WEFT_FN F ldexp(F x, int n) {                                                                                        \
    return __builtin_elementwise_ldexp(x, n);                                                                          \
  }
#else
#define LDEXP(F, U, P, BIAS)                                                                                           \
  /* By the encoding: the significand with its hidden bit, shifted right and rounded where the result is denormal. */  \
  WEFT_FN F ldexp(F x, int n) {                                                                                        \
    F ax = __builtin_elementwise_abs(x);                                                                               \
    bool usual = ax > 0 && ax < (F)INFINITY;                                                                           \
    n = n > 3 * BIAS ? 3 * BIAS : n < -3 * BIAS ? -3 * BIAS : n;                                                       \
    int exponent = exponent_of(x) + n;                                                                                 \
    int in_range = exponent > BIAS ? BIAS : exponent < 1 - BIAS ? 1 - BIAS : exponent;                                 \
    U bits = as_##U(significand_of(x, in_range));                                                                      \
    U sign = bits & ((U)1 << (sizeof(U) * 8 - 1));                                                                     \
    U fraction = (bits & (((U)1 << (P - 1)) - 1)) | (U)1 << (P - 1);                                                   \
    int shift = in_range - exponent;                                                                                   \
    shift = shift < 0 ? 0 : shift > P + 1 ? P + 1 : shift;                                                             \
    U half_unit = ((U)1 << shift) >> 1, kept = fraction >> shift;                                                      \
    U rest = fraction & (((U)1 << shift) - 1);                                                                         \
    kept += rest > half_unit || (rest == half_unit && shift && (kept & 1));                                            \
    F small = as_##F(sign | kept);                                                                                     \
    F large = exponent > BIAS ? __builtin_elementwise_copysign((F)INFINITY, x) : as_##F(bits);                         \
    return !usual ? x : shift ? small : large;                                                                         \
  }
#endif
#define SMALLEST_float 0x1p-126f
#define SMALLEST_double 0x1p-1022
#define PARTS(F, I, U, P, BIAS)                                                                                        \
  WEFT_FN F nan(U code) {                                                                                              \
    return as_##F(((U)(2 * BIAS + 1) << (P - 1)) | ((U)1 << (P - 2)) | (code & (((U)1 << (P - 2)) - 1)));              \
  }                                                                                                                    \
  WEFT_FN F nextafter(F x, F y) {                                                                                      \
    I bits = as_##I(x);                                                                                                \
    /* Away from zero where y lies farther out. */                                                                     \
    I next = bits + (((x < y) == (bits >= 0)) ? 1 : -1);                                                               \
    F from_zero = __builtin_elementwise_copysign(as_##F((I)1), y);                                                     \
    return x != x || y != y ? x + y : x == y ? y : x == 0 ? from_zero : as_##F(next);                                  \
  }                                                                                                                    \
  /* A denormal number as a normal one, by 2^P more. */                                                                \
  WEFT_INLINE F normal_of(F x) {                                                                                       \
    return __builtin_elementwise_abs(x) < SMALLEST_##F ? x * (F)((ulong)1 << P) : x;                                   \
  }                                                                                                                    \
  /* The exponent of a finite number other than 0. */                                                                  \
  WEFT_INLINE int exponent_of(F x) {                                                                                   \
    int field = (int)((as_##U(normal_of(x)) << 1) >> P);                                                               \
    return field - (__builtin_elementwise_abs(x) < SMALLEST_##F ? BIAS + P : BIAS);                                    \
  }                                                                                                                    \
  WEFT_FN int ilogb(F x) {                                                                                             \
    U bits = as_##U(x) << 1 >> 1;                                                                                      \
    int special = bits == 0 ? FP_ILOGB0 : bits == ((U)(2 * BIAS + 1) << (P - 1)) ? INT_MAX : FP_ILOGBNAN;              \
    return bits == 0 || bits >> (P - 1) == 2 * BIAS + 1 ? special : exponent_of(x);                                    \
  }                                                                                                                    \
  WEFT_FN F logb(F x) {                                                                                                \
    F ax = __builtin_elementwise_abs(x);                                                                               \
    return ax == 0 ? -(F)INFINITY : ax < (F)INFINITY ? (F)exponent_of(x) : ax;                                         \
  }                                                                                                                    \
  /* The significand with a given exponent, for a finite number other than 0. */                                       \
  WEFT_INLINE F significand_of(F x, int exponent) {                                                                    \
    const U kept = ((U)1 << (sizeof(U) * 8 - 1)) | (((U)1 << (P - 1)) - 1);                                            \
    return as_##F((as_##U(normal_of(x)) & kept) | (U)(exponent + BIAS) << (P - 1));                                    \
  }                                                                                                                    \
  LDEXP(F, U, P, BIAS)                                                                                                 \
  WEFT_OVERLOAD F frexp(F x, private int *exponent) {                                                                  \
    F ax = __builtin_elementwise_abs(x);                                                                               \
    bool usual = ax > 0 && ax < (F)INFINITY;                                                                           \
    *exponent = usual ? exponent_of(x) + 1 : 0;                                                                        \
    return usual ? significand_of(x, -1) : x;                                                                          \
  }                                                                                                                    \
  WEFT_OVERLOAD F modf(F x, private F *integral) {                                                                     \
    F whole = __builtin_elementwise_trunc(x);                                                                          \
    *integral = whole;                                                                                                 \
    F rest = __builtin_elementwise_abs(x) == (F)INFINITY ? (F)0 : x - whole;                                           \
    return __builtin_elementwise_copysign(rest, x);                                                                    \
  }                                                                                                                    \
  WEFT_OVERLOAD F fract(F x, private F *whole) {                                                                       \
    F below = __builtin_elementwise_floor(x);                                                                          \
    *whole = below;                                                                                                    \
    F rest = x - below;                                                                                                \
    rest = rest < (F)1 ? rest : BEFORE_ONE_##F;                                                                        \
    return x != x                                        ? x                                                           \
           : __builtin_elementwise_abs(x) == (F)INFINITY ? __builtin_elementwise_copysign((F)0, x)                     \
           : x == 0                                      ? x                                                           \
                                                         : rest;                                                       \
  }
#define BEFORE_ONE_float 0x1.fffffep-1f
#define BEFORE_ONE_double 0x1.fffffffffffffp-1
PARTS(float, int, uint, 24, 127)
PARTS(double, long, ulong, 53, 1023)

/* --- Remainders ------------------------------------------------------------------------------- */

WEFT_INLINE bool signbit_of(float x) {
  return as_int(x) < 0;
}
WEFT_INLINE bool signbit_of(double x) {
  return as_long(x) < 0;
}

/* Long division, STEP bits of the quotient a round: for any quotient, and what has none. */
#define DIVISION(F, U, P, STEP)                                                                                        \
  /* x = q * y + rest exactly, 0 <= rest < |y|, for magnitudes; the low bits of q. */                                  \
  WEFT_INLINE F divide(F x, F y, uint *quotient) {                                                                     \
    F ax = __builtin_elementwise_abs(x), ay = __builtin_elementwise_abs(y);                                            \
    if (ax < ay) {                                                                                                     \
      *quotient = 0;                                                                                                   \
      return ax;                                                                                                       \
    }                                                                                                                  \
    int ex = exponent_of(ax), ey = exponent_of(ay);                                                                    \
    const U fraction = ((U)1 << (P - 1)) - 1, hidden = (U)1 << (P - 1);                                                \
    ulong rest = (as_##U(significand_of(ax, 0)) & fraction) | hidden;                                                  \
    const ulong divisor = (as_##U(significand_of(ay, 0)) & fraction) | hidden;                                         \
    uint q = (uint)(rest / divisor);                                                                                   \
    rest %= divisor;                                                                                                   \
    for (int left = ex - ey; left > 0;) {                                                                              \
      int step = left < STEP ? left : STEP;                                                                            \
      rest <<= step;                                                                                                   \
      q = (step < 32 ? q << step : 0) + (uint)(rest / divisor);                                                        \
      rest %= divisor;                                                                                                 \
      left -= step;                                                                                                    \
    }                                                                                                                  \
    *quotient = q;                                                                                                     \
    /* Exact: a multiple of y's last place below y. */                                                                 \
    return ldexp((F)rest, ey - (P - 1));                                                                               \
  }                                                                                                                    \
  static __attribute__((noinline, overloadable)) F long_fmod(F x, F y) {                                               \
    uint quotient;                                                                                                     \
    F ax = __builtin_elementwise_abs(x), ay = __builtin_elementwise_abs(y);                                            \
    if (!(ax < (F)INFINITY) || ay == 0 || y != y)                                                                      \
      return x != x ? x : y != y ? y : (F)NAN;                                                                         \
    return ay == (F)INFINITY ? x : __builtin_elementwise_copysign(divide(x, y, &quotient), x);                         \
  }                                                                                                                    \
  /* The remainder to the nearest quotient; halves go to the even one. */                                              \
  WEFT_INLINE F nearest_remainder(F x, F y, int *low_quotient) {                                                       \
    *low_quotient = 0;                                                                                                 \
    F ax = __builtin_elementwise_abs(x), ay = __builtin_elementwise_abs(y);                                            \
    if (!(ax < (F)INFINITY) || ay == 0 || y != y)                                                                      \
      return x != x ? x : y != y ? y : (F)NAN;                                                                         \
    if (ay == (F)INFINITY)                                                                                             \
      return x;                                                                                                        \
    uint quotient;                                                                                                     \
    F rest = divide(x, y, &quotient);                                                                                  \
    F other = ay - rest; /* exact enough to compare: of the same scale */                                              \
    if (rest > other || (rest == other && (quotient & 1))) {                                                           \
      ++quotient;                                                                                                      \
      rest = -other;                                                                                                   \
    }                                                                                                                  \
    int low = (int)(quotient & 0x7f);                                                                                  \
    *low_quotient = signbit_of(x) != signbit_of(y) ? -low : low;                                                       \
    return signbit_of(x) ? -rest : rest;                                                                               \
  }
DIVISION(float, uint, 24, 32)
DIVISION(double, ulong, 53, 11)

#define COLD_DIVISION(F, S)                                                                                            \
  __attribute__((const, noinline)) F __weft_cold_fmod_##S(F x, F y) {                                                  \
    return long_fmod(x, y);                                                                                            \
  }                                                                                                                    \
  __attribute__((const, noinline)) F __weft_cold_remainder_##S(F x, F y) {                                             \
    int quotient;                                                                                                      \
    return nearest_remainder(x, y, &quotient);                                                                         \
  }                                                                                                                    \
  __attribute__((const, noinline)) int __weft_cold_quotient_##S(F x, F y) {                                            \
    int quotient;                                                                                                      \
    nearest_remainder(x, y, &quotient);                                                                                \
    return quotient;                                                                                                   \
  }
COLD_DIVISION(float, f)
COLD_DIVISION(double, d)

#ifdef WEFT_HAS_FMA
/*
 * Quotients below 2^52 are known but for one unit, and x - q y is exact in one fma for each of the three: it is a
 * multiple of the last place of x or y, and not much larger than y. Zero, infinity and NaN have no such quotient.
 */
#define SHORT_QUOTIENT 0x1p52
WEFT_FN double fmod(double x, double y) {
  double ax = __builtin_elementwise_abs(x), ay = __builtin_elementwise_abs(y);
  double ratio = ax / ay;
  double rest = __builtin_elementwise_fma(-__builtin_elementwise_trunc(ratio), ay, ax);
  rest = rest < 0 ? rest + ay : rest;
  double result = __builtin_elementwise_copysign(rest, x);
  if (__builtin_expect(!(ratio < SHORT_QUOTIENT && ay < (double)INFINITY), 0))
    result = __weft_cold_fmod_d(x, y);
  return result;
}
struct remainder {
  double rest, quotient; /* of magnitudes */
};
WEFT_INLINE struct remainder short_remainder(double ax, double ay, double ratio) {
  double q = __builtin_elementwise_roundeven(ratio);
  double rest = __builtin_elementwise_fma(-q, ay, ax), size = __builtin_elementwise_abs(rest);
  /* The rounded ratio may have met a half that it is not. ay - size is exact where it matters. */
  bool over = size > ay - size;
  /* A tie is exact and went to the even quotient. */
  struct remainder r;
  double sign = __builtin_elementwise_copysign(1.0, rest);
  r.rest = over ? rest - __builtin_elementwise_copysign(ay, rest) : rest;
  r.quotient = over ? q + sign : q;
  return r;
}
WEFT_FN double remainder(double x, double y) {
  double ax = __builtin_elementwise_abs(x), ay = __builtin_elementwise_abs(y);
  double ratio = ax / ay;
  struct remainder r = short_remainder(ax, ay, ratio);
  double result = signbit_of(x) ? -r.rest : r.rest;
  if (__builtin_expect(!(ratio < SHORT_QUOTIENT && ay < (double)INFINITY), 0))
    result = __weft_cold_remainder_d(x, y);
  return result;
}
WEFT_FN double remquo(double x, double y, private int *quotient) {
  double ax = __builtin_elementwise_abs(x), ay = __builtin_elementwise_abs(y);
  double ratio = ax / ay;
  struct remainder r = short_remainder(ax, ay, ratio);
  double result = signbit_of(x) ? -r.rest : r.rest;
  /* Its last seven bits; with the usual trick, since it may have more than an int. */
  int low = (int)(as_ulong((r.quotient - 128 * __builtin_elementwise_trunc(r.quotient * 0x1p-7)) + 0x1.8p52) & 0x7f);
  low = signbit_of(x) != signbit_of(y) ? -low : low;
  if (__builtin_expect(!(ratio < SHORT_QUOTIENT && ay < (double)INFINITY), 0)) {
    result = __weft_cold_remainder_d(x, y);
    low = __weft_cold_quotient_d(x, y);
  }
  *quotient = low;
  return result;
}
#else
WEFT_OVERLOAD double fmod(double x, double y) {
  return long_fmod(x, y);
}
WEFT_OVERLOAD double remainder(double x, double y) {
  return __weft_cold_remainder_d(x, y);
}
WEFT_OVERLOAD double remquo(double x, double y, private int *quotient) {
  *quotient = __weft_cold_quotient_d(x, y);
  return __weft_cold_remainder_d(x, y);
}
#endif

/* The root of a sum of squares that may not overflow nor lose digits. */
__attribute__((const, noinline)) double __weft_cold_hypot_d(double large, double small) {
  if (large == (double)INFINITY || small == (double)INFINITY)
    return (double)INFINITY;
  double scale = large > 1 ? 0x1p-600 : 0x1p600, unscale = large > 1 ? 0x1p600 : 0x1p-600;
  large *= scale;
  small *= scale;
  return __builtin_elementwise_sqrt(large * large + small * small) * unscale;
}
WEFT_FN double hypot(double x, double y) {
  double ax = __builtin_elementwise_abs(x), ay = __builtin_elementwise_abs(y);
  double large = ax > ay ? ax : ay, small = ax > ay ? ay : ax;
  double result = __builtin_elementwise_sqrt(MAD(large, large, small * small));
  /* Below 2^-479 but not 0, by encodings; NaN is beyond. */
  bool tiny = as_ulong(large) - 1 < 0x2200000000000000UL;
  if (__builtin_expect(tiny | !(large < 0x1p500), 0))
    result = __weft_cold_hypot_d(large, small);
  return result;
}
