/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_BUILTINS_MATH64_H
#define WEFT_BUILTINS_MATH64_H

/*
 * The fast cores of the functions in double: straight lines of selects, so that a loop over them becomes vectors, with
 * errors of one to three units of the last place. math64_tables.h holds the coefficients and their error bounds.
 *
 * Constants to be multiplied by an integer are cut to 33 bits where the ISA level may have no fma: the product of an
 * integer below 2^20 is exact then.
 */

#include "builtins/math.h"
#include "builtins/math64_tables.h"

#define SIGN_BIT 0x8000000000000000UL

/* Estrin's scheme: pairs, then pairs of pairs; its longest chain is as long as the number of bits of the degree. */
#define WEFT_ESTRIN(x, ...)                                                                                            \
  ({                                                                                                                   \
    double c_[] = {__VA_ARGS__};                                                                                       \
    double x_ = (x);                                                                                                   \
    const int n_ = sizeof c_ / sizeof *c_;                                                                             \
    _Pragma("unroll") for (int left_ = n_; left_ > 1; left_ = (left_ + 1) / 2) {                                       \
      _Pragma("unroll") for (int i_ = 0; i_ < left_ / 2; ++i_) c_[i_] = mul_add(c_[2 * i_ + 1], x_, c_[2 * i_]);       \
      if (left_ & 1)                                                                                                   \
        c_[left_ / 2] = c_[left_ - 1];                                                                                 \
      x_ *= x_;                                                                                                        \
    }                                                                                                                  \
    c_[0];                                                                                                             \
  })

/* NaN stays. */
WEFT_INLINE double clamp_to(double x, double low, double high) {
  double below = high < x ? high : x;
  return low > below ? low : below;
}

/* a * b - product, where product is a * b rounded */
WEFT_INLINE double product_error(double a, double b, double product) {
#ifdef WEFT_HAS_FMA
  return __builtin_elementwise_fma(a, b, -product);
#else
  return two_product(a, b).lo;
#endif
}

/* --- Integers and scales --------------------------------------------------------------------- */

/* The integer nearest to x * factor, |x * factor| < 2^31: as a number, and in the low bits of `bits`. No conversion:
 * those of 64 bits are slow before AVX-512, and of NaN undefined. */
struct whole {
  double value;
  ulong bits;
};
WEFT_INLINE struct whole nearest_whole(double x, double factor) {
  double moved = mul_add(x, factor, 0x1.8p52);
  struct whole n = {moved - 0x1.8p52, as_ulong(moved)};
  return n;
}
/* 2^(n + offset), in the range of normal numbers */
WEFT_INLINE double power_of_whole(struct whole n, int offset) {
  return as_double((n.bits + (ulong)(1023 + offset)) << 52);
}
/* x * 2^n with one rounding for x in [1/2, 2], |n| < 2046; a denormal result is rounded twice below AVX-512. */
WEFT_INLINE double scale_whole(double x, struct whole n) {
#ifdef WEFT_HAS_AVX512
  return __builtin_elementwise_ldexp(x, (int)n.bits);
#else
  ulong both = n.bits + 2046, first = both >> 1;
  return x * as_double(first << 52) * as_double((both - first) << 52);
#endif
}

/* --- Exponentials ---------------------------------------------------------------------------- */

/* x = n ln 2 + r, |r| <= 0.347; e^r - 1 */
struct exponential {
  struct whole n;
  double minus_one;
};
/* e^x; `low` is added to x. For |x| < 2^20. */
WEFT_INLINE struct exponential exponential_of(double x, double low) {
  struct exponential e;
  e.n = nearest_whole(x, 0x1.71547652b82fep+0);
  double r = mul_add(-e.n.value, 0x1.62e42fef00000p-1, x);
  r = mul_add(-e.n.value, 0x1.473de6af278edp-34, r) + low;
  e.minus_one = mul_add(r * r, WEFT_ESTRIN(r, WEFT_EXP_COEFFICIENTS), r);
  return e;
}
WEFT_INLINE double exp_of(double x, double low) {
  struct exponential e = exponential_of(clamp_to(x, -750, 712), low);
  return scale_whole(1 + e.minus_one, e.n);
}
/* 2^(high + low), |low| < 1/8 */
WEFT_INLINE double exp2_of(double high, double low) {
  double limited = clamp_to(high, -1100, 1100);
  struct whole n = nearest_whole(limited, 1);
  double r = (limited - n.value) + (limited == high ? low : 0);
  return scale_whole(mul_add(r, WEFT_ESTRIN(r, WEFT_EXP2_COEFFICIENTS), 1), n);
}

/* --- Logarithms ------------------------------------------------------------------------------ */

/* x = (1 + f) 2^e, 1 + f in [sqrt 1/2, sqrt 2), for x > 0 finite; some number for others. */
struct parts {
  double f, e;
};
WEFT_INLINE struct parts parts_of_number(double x) {
  bool denormal = x < 0x1p-1022;
  ulong moved = as_ulong(denormal ? x * 0x1p54 : x) + (0x3ff0000000000000UL - 0x3fe6a09e667f3bcdUL);
  struct parts p;
  /* The exponent as the last bits of 2^52 + exponent. */
  p.e = as_double(moved >> 52 | 0x4330000000000000UL) - (denormal ? 0x1p52 + 1023 + 54 : 0x1p52 + 1023);
  p.f = as_double((moved & 0x000fffffffffffffUL) + 0x3fe6a09e667f3bcdUL) - 1;
  return p;
}

/* ln(1 + f), as f - rest: f is the larger and may be exact. */
WEFT_INLINE double log1p_rest(double f, double more) {
  double s = f / (2 + f), z = s * s, half_square = 0.5 * f * f;
  double series = z * WEFT_ESTRIN(z, WEFT_LOG_COEFFICIENTS);
  return half_square - mul_add(s, half_square + series, more);
}
WEFT_INLINE double log1p_reduced(double f) {
  return f - log1p_rest(f, 0);
}
/* ln((1 + f) 2^e) */
WEFT_INLINE double log_of(struct parts p) {
  return mul_add(p.e, 0x1.62e42fef00000p-1, p.f - log1p_rest(p.f, p.e * 0x1.473de6af278edp-34));
}
/* e and f of 1 + x exactly, x > -1 */
WEFT_INLINE struct parts parts_of_one_plus(double x) {
  struct pair sum = two_sum(1, x);
  struct parts p = parts_of_number(sum.hi);
  /* f takes what the sum lost: for e = 0 it is x. 2^(1 - e) by its encoding; for e = 1024, where nothing is lost, 0. */
  ulong e = as_ulong(p.e + 0x1.8p52);
  p.f += sum.lo * (0.5 * as_double(0x4000000000000000UL - (e << 52)));
  return p;
}

/* --- Logarithm and power to 64 bits ---------------------------------------------------------- */

/* log2 x for x > 0 finite, with an error of 2^-64 or so, relative */
WEFT_INLINE struct pair log2_pair(double x) {
  struct parts p = parts_of_number(x);
  double d = 2 + p.f, d_low = p.f - (d - 2);
  double inverse = 1 / d, s = p.f * inverse;
#ifdef WEFT_HAS_FMA
  double rest = __builtin_elementwise_fma(-s, d, p.f);
#else
  struct pair back = two_product(s, d);
  double rest = (p.f - back.hi) - back.lo;
#endif
  double s_low = inverse * mul_add(-s, d_low, rest);
  double z = s * s, z_low = mul_add(2 * s, s_low, product_error(s, s, z));
  /* log2 = s (2 / ln 2 + z (2 / (3 ln 2) + z P(z))) */
  double q = z * WEFT_ESTRIN(z, WEFT_LOG2_PAIR_COEFFICIENTS);
  double w = 0x1.ec709dc3a03fdp-1 + q, w_low = ((0x1.ec709dc3a03fdp-1 - w) + q) + 0x1.d27f05548af0cp-55;
  double u = s * z, u_low = mul_add(s, z_low, mul_add(s_low, z, product_error(s, z, u)));
  double v = u * w, v_low = mul_add(u, w_low, mul_add(u_low, w, product_error(u, w, v)));
  double a = s * 0x1.71547652b82fep+1;
  double a_low = mul_add(s_low, 0x1.71547652b82fep+1,
                         mul_add(s, 0x1.777d0ffda0d24p-55, product_error(s, 0x1.71547652b82fep+1, a)));
  struct pair m = quick_sum(a, v), sum = quick_sum(p.e, m.hi);
  return quick_sum(sum.hi, sum.lo + (m.lo + (a_low + v_low)));
}

/* x^(y + y_low) for x > 0 finite; |y_low| at most half a unit of y's last place */
WEFT_INLINE double power_of(double x, double y, double y_low) {
  /* Beyond, the result is 0, 1 or infinity, and products would overflow. */
  double limited = clamp_to(y, -0x1p80, 0x1p80);
  struct pair l = log2_pair(x);
  double high = limited * l.hi;
  double low = mul_add(limited, l.lo, mul_add(y_low, l.hi, product_error(limited, l.hi, high)));
  return exp2_of(high, low);
}

#endif
