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

/* a * b - product, where product is near a * b */
WEFT_INLINE double product_error(double a, double b, double product) {
#ifdef WEFT_HAS_FMA
  return __builtin_elementwise_fma(a, b, -product);
#else
  struct pair p = two_product(a, b);
  return (p.hi - product) + p.lo;
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
/* x * 2^n with one rounding for x in [1/2, 2], |n| < 2046; a denormal result is rounded twice below AVX-512. 0 where the
 * caller knows that the result is: see f32_scale. */
WEFT_INLINE double scale_whole(double x, struct whole n, bool vanishes) {
#ifdef WEFT_HAS_AVX512
  return vanishes ? 0 : __builtin_elementwise_ldexp(x, (int)n.bits);
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
/* For |x| < 2^20. */
WEFT_INLINE struct whole exp_steps(double x) {
  return nearest_whole(x, 0x1.71547652b82fep+0);
}
WEFT_INLINE double exp_rest(double x, struct whole n) {
  return mul_add(-n.value, 0x1.473de6af278edp-34, mul_add(-n.value, 0x1.62e42fef00000p-1, x));
}
WEFT_INLINE double expm1_of_rest(double r) {
  return mul_add(r * r, WEFT_ESTRIN(r, WEFT_EXP_COEFFICIENTS), r);
}
WEFT_INLINE struct exponential exponential_of(double x) {
  struct exponential e;
  e.n = exp_steps(x);
  e.minus_one = expm1_of_rest(exp_rest(x, e.n));
  return e;
}
/* ... of x + low */
WEFT_INLINE struct exponential exponential_of(double x, double low) {
  struct exponential e;
  e.n = exp_steps(x);
  e.minus_one = expm1_of_rest(exp_rest(x, e.n) + low);
  return e;
}
/* 2^r, |r| <= 1/2 and a little */
WEFT_INLINE double exp2_reduced(double r) {
  return mul_add(r, WEFT_ESTRIN(r, WEFT_EXP2_COEFFICIENTS), 1);
}
/* 2^(high + low), |low| < 1/8 */
WEFT_INLINE double exp2_of(double high, double low) {
  double limited = clamp_to(high, -1100, 1100);
  struct whole n = nearest_whole(limited, 1);
  return scale_whole(exp2_reduced((limited - n.value) + (limited == high ? low : 0)), n, high < -1077);
}

/* --- Logarithms ------------------------------------------------------------------------------ */

/* x = (1 + f) 2^e, 1 + f in [sqrt 1/2, sqrt 2), for x > 0 finite; some number for others. */
struct parts {
  double f, e;
};
WEFT_INLINE struct parts parts_of_normal(double x, double bias) {
  ulong moved = as_ulong(x) + (0x3ff0000000000000UL - 0x3fe6a09e667f3bcdUL);
  struct parts p;
  /* The exponent as the last bits of 2^52 + exponent. */
  p.e = as_double(moved >> 52 | 0x4330000000000000UL) - (0x1p52 + bias);
  p.f = as_double((moved & 0x000fffffffffffffUL) + 0x3fe6a09e667f3bcdUL) - 1;
  return p;
}
WEFT_INLINE struct parts parts_of_normal(double x) {
  return parts_of_normal(x, 1023);
}
WEFT_INLINE struct parts parts_of_number(double x) {
  /* A denormal number's bits are x 2^1074; a product with it would take processors a hundred cycles. */
  bool denormal = x < 0x1p-1022;
  double number = as_double(as_ulong(x) | 0x4330000000000000UL) - 0x1p52;
  return parts_of_normal(denormal ? number : x, denormal ? 1023 + 1074 : 1023);
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

/* --- Logarithms beyond double, and powers ------------------------------------------------------ */

/* log2((1 + f) 2^e) as a sum of two, with an error of 2^-61 of it */
struct log2_terms {
  double s, s_low, inverse; /* s = f / (2 + f), and 1 / (2 + f) */
};
WEFT_INLINE struct log2_terms log2_terms_of(double f) {
  double d = 2 + f, d_low = f - (d - 2);
  struct log2_terms t;
  t.inverse = 1 / d;
  t.s = f * t.inverse;
#ifdef WEFT_HAS_FMA
  double rest = __builtin_elementwise_fma(-t.s, d, f);
#else
  struct pair back = two_product(t.s, d);
  double rest = (f - back.hi) - back.lo;
#endif
  t.s_low = t.inverse * mul_add(-t.s, d_low, rest);
  return t;
}
/* ... from the cubic and further terms v. The sum of its parts is not rounded: low may be a few last places. */
WEFT_INLINE struct pair log2_sum(struct log2_terms t, double e, double v, double v_low) {
  double a = t.s * 0x1.71547652b82fep+1;
  double a_low = mul_add(t.s_low, 0x1.71547652b82fep+1,
                         mul_add(t.s, 0x1.777d0ffda0d24p-55, product_error(t.s, 0x1.71547652b82fep+1, a)));
  struct pair m = quick_sum(a, v), sum = quick_sum(e, m.hi);
  return pair_of(sum.hi, sum.lo + (m.lo + (a_low + v_low)));
}
WEFT_INLINE struct pair log2_of(struct parts p) {
  struct log2_terms t = log2_terms_of(p.f);
  double s = t.s, s_low = t.s_low;
  double z = s * s, z_low = mul_add(2 * s, s_low, product_error(s, s, z));
  /* log2 = s (2 / ln 2 + z (2 / (3 ln 2) + z P(z))): the factor w is so small a part that it may be rounded. */
  double w = mul_add(z, WEFT_ESTRIN(z, WEFT_LOG2_PAIR_COEFFICIENTS), 0x1.ec709dc3a03fdp-1);
  double u = s * z, u_low = mul_add(s, z_low, mul_add(s_low, z, product_error(s, z, u)));
  double v = u * w;
  return log2_sum(t, p.e, v, mul_add(u_low, w, product_error(u, w, v)));
}

/* y * l, rounded, and what that lacks; |y_low| is at most half a unit of y's last place. */
WEFT_INLINE struct pair power_exponent(struct pair l, double y, double y_low) {
  double high = y * l.hi;
  return pair_of(high, mul_add(y, l.lo, mul_add(y_low, l.hi, product_error(y, l.hi, high))));
}
WEFT_INLINE struct pair power_exponent(struct pair l, double y) {
  double high = y * l.hi;
  return pair_of(high, mul_add(y, l.lo, product_error(y, l.hi, high)));
}
/* 2^(high + low) for |high| <= 1020 */
WEFT_INLINE double power_result(struct pair exponent) {
  struct whole n = nearest_whole(exponent.hi, 1);
  double result = exp2_reduced((exponent.hi - n.value) + exponent.lo);
  return as_double(as_ulong(result) + (n.bits << 52));
}
#define LARGEST_FAST_EXPONENT 1020.0

/* x^(y + y_low) for any x > 0 finite, and any y. */
WEFT_INLINE double any_power(double x, double y, double y_low) {
  /* Beyond, the result is 0, 1 or infinity, and products would overflow. */
  double limited = clamp_to(y, -0x1p80, 0x1p80);
  struct pair exponent = power_exponent(log2_of(parts_of_number(x)), limited, y_low);
  return exp2_of(exponent.hi, exponent.lo);
}

#endif
