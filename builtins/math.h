/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_BUILTINS_MATH_H
#define WEFT_BUILTINS_MATH_H

/*
 * Cores of the mathematical functions, in double. A `pair` is an unevaluated sum of two doubles of about 106 bits; hi
 * is the sum rounded. float functions are double ones rounded once, half functions float ones.
 *
 * All is branch-free but for rare paths and table-free but for the digits of 2/pi, so that a vectoriser can
 * widen it. Coefficients without a name are Taylor's or a Chebyshev fit made with 200 bits.
 */

#include "builtins/weft.h"

struct pair {
  double hi, lo;
};

#define WEFT_INF ((double)INFINITY)
#define WEFT_NAN ((double)NAN)

WEFT_INLINE double magnitude(double x) {
  return __builtin_elementwise_abs(x);
}
WEFT_INLINE double with_sign(double x, double sign) {
  return __builtin_elementwise_copysign(x, sign);
}
WEFT_INLINE double round_even(double x) {
  return __builtin_elementwise_roundeven(x);
}
WEFT_INLINE double root(double x) {
  return __builtin_elementwise_sqrt(x);
}
WEFT_INLINE bool is_nan(double x) {
  return x != x;
}

/* --- Sums and products in two doubles ------------------------------------------------------- */

WEFT_INLINE struct pair pair_of(double hi, double lo) {
  struct pair p = {hi, lo};
  return p;
}
/* |a| >= |b|, or a = 0 */
WEFT_INLINE struct pair quick_sum(double a, double b) {
  double hi = a + b;
  return pair_of(hi, b - (hi - a));
}
WEFT_INLINE struct pair two_sum(double a, double b) {
  double hi = a + b, part = hi - a;
  return pair_of(hi, (a - (hi - part)) + (b - part));
}
#ifdef WEFT_HAS_FMA
/* a * b + c for polynomials: fused where that is one instruction. */
WEFT_INLINE double mul_add(double a, double b, double c) {
  return __builtin_elementwise_fma(a, b, c);
}
WEFT_INLINE struct pair two_product(double a, double b) {
  double hi = a * b;
  return pair_of(hi, __builtin_elementwise_fma(a, b, -hi));
}
#else
WEFT_INLINE double mul_add(double a, double b, double c) {
  return a * b + c;
}
/* The upper 26 bits. Products of halves are exact (Dekker); operands stay below 2^996 in this folder. */
WEFT_INLINE double upper_half(double x) {
  return as_double(as_ulong(x) & 0xfffffffff8000000UL);
}
WEFT_INLINE struct pair two_product(double a, double b) {
  double hi = a * b;
  double a1 = upper_half(a), a2 = a - a1, b1 = upper_half(b), b2 = b - b1;
  return pair_of(hi, ((a1 * b1 - hi) + a1 * b2 + a2 * b1) + a2 * b2);
}
#endif

WEFT_INLINE struct pair pair_add(struct pair a, struct pair b) {
  struct pair s = two_sum(a.hi, b.hi);
  return quick_sum(s.hi, s.lo + (a.lo + b.lo));
}
WEFT_INLINE struct pair pair_mul(struct pair a, struct pair b) {
  struct pair p = two_product(a.hi, b.hi);
  return quick_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}
WEFT_INLINE struct pair pair_scale(struct pair a, double b) {
  struct pair p = two_product(a.hi, b);
  return quick_sum(p.hi, p.lo + a.lo * b);
}
WEFT_INLINE struct pair pair_div(struct pair a, struct pair b) {
  double q = a.hi / b.hi;
  struct pair p = two_product(q, b.hi);
  return quick_sum(q, ((a.hi - p.hi) - p.lo + a.lo - q * b.lo) / b.hi);
}

/* Horner's scheme; coefficients from the constant on. */
#define WEFT_POLY(x, ...)                                                                                              \
  ({                                                                                                                   \
    const double c_[] = {__VA_ARGS__};                                                                                 \
    const double x_ = (x);                                                                                             \
    double sum_ = c_[sizeof c_ / sizeof *c_ - 1];                                                                      \
    _Pragma("unroll") for (int i_ = (int)(sizeof c_ / sizeof *c_) - 2; i_ >= 0; --i_) sum_ =                           \
        mul_add(sum_, x_, c_[i_]);                                                                                     \
    sum_;                                                                                                              \
  })

/* --- Logarithm ------------------------------------------------------------------------------ */

/* ln x for x > 0 finite (others: some number), x = mantissa * 2^exponent with mantissa in [sqrt 1/2, sqrt 2). */
struct split {
  double mantissa;
  long exponent;
};
WEFT_INLINE struct split split_number(double x) {
  bool denormal = x < 0x1p-1022;
  ulong bits = as_ulong(denormal ? x * 0x1p54 : x);
  /* Moves the border between exponents from 1 to sqrt 1/2. */
  ulong moved = bits + (0x3ff0000000000000UL - 0x3fe6a09e667f3bcdUL);
  struct split s;
  s.exponent = (long)(moved >> 52) - 1023 - (denormal ? 54 : 0);
  s.mantissa = as_double((moved & 0x000fffffffffffffUL) + 0x3fe6a09e667f3bcdUL);
  return s;
}

/* ln m for a mantissa, relative error about 2^-64 */
WEFT_INLINE struct pair log_mantissa(double m) {
  /* s = (m - 1) / (m + 1), ln m = 2 s (1 + z / 3 + z^2 / 5 + ...), z = s^2 < 0.0295 */
  struct pair s = pair_div(pair_of(m - 1, 0), two_sum(m, 1));
  struct pair z = pair_mul(s, s);
  double tail = WEFT_POLY(z.hi, 1.0 / 7, 1.0 / 9, 1.0 / 11, 1.0 / 13, 1.0 / 15, 1.0 / 17, 1.0 / 19, 1.0 / 21, 1.0 / 23,
                          1.0 / 25, 1.0 / 27);
  struct pair inner = quick_sum(1.0 / 3, 0x1.5555555555555p-56 + z.hi * (0.2 + z.hi * tail));
  struct pair series = pair_mul(z, inner);
  struct pair sum = quick_sum(1, series.hi);
  sum.lo += series.lo;
  s.hi *= 2;
  s.lo *= 2;
  return pair_mul(s, sum);
}

WEFT_INLINE struct pair log_pair(double x) {
  struct split s = split_number(x);
  double e = (double)s.exponent;
  struct pair m = log_mantissa(s.mantissa);
  struct pair high = quick_sum(e * 0x1.62e42fee00000p-1, m.hi);
  struct pair low = two_product(e, 0x1.a39ef35793c76p-33);
  struct pair sum = two_sum(high.hi, low.hi);
  struct pair result = quick_sum(sum.hi, sum.lo + (high.lo + low.lo + m.lo + e * 0x1.cc01f97b57a07p-87));
  return s.exponent == 0 ? m : result;
}

#endif
