// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hyperbolic functions, error functions and gamma functions in double (OpenCL C 6.15.2).
#include "builtins/math.h"

WEFT_OVERLOAD double expm1(double x);
WEFT_OVERLOAD double log1p(double x);
WEFT_OVERLOAD double log(double x);
WEFT_OVERLOAD double sinpi(double x);

WEFT_FN double sinh(double x) {
  double ax = magnitude(x);
  double e = expm1(ax < 30 ? ax : 30);
  double small = 0.5 * (e + e / (e + 1));
  double large = exp_pair(pair_of(ax, 0), -1);
  return is_nan(x) || ax < 0x1p-27 ? x : with_sign(ax < 22 ? small : large, x);
}

WEFT_FN double cosh(double x) {
  double ax = magnitude(x);
  double e = exp_pair(pair_of(ax < 30 ? ax : 30, 0), -1);
  double large = exp_pair(pair_of(ax, 0), -1);
  return is_nan(x) ? x : ax < 22 ? e + 0.25 / e : large;
}

WEFT_FN double tanh(double x) {
  double ax = magnitude(x);
  double e = expm1(ax < 22 ? 2 * ax : 44);
  return is_nan(x) || ax < 0x1p-27 ? x : with_sign(e / (e + 2), x);
}

WEFT_FN double asinh(double x) {
  double ax = magnitude(x);
  double b = ax < 0x1p30 ? ax : 1;
  double small = log1p(b + b * b / (1 + root(1 + b * b)));
  double large = log(ax) + 0x1.62e42fefa39efp-1;
  return is_nan(x) || ax < 0x1p-27 ? x : with_sign(ax < 0x1p30 ? small : large, x);
}

WEFT_FN double acosh(double x) {
  double t = (x < 0x1p30 ? x : 2) - 1;
  double small = log1p(t + root(2 * t + t * t));
  double large = log(x) + 0x1.62e42fefa39efp-1;
  return is_nan(x) ? x : x < 1 ? WEFT_NAN : x < 0x1p30 ? small : large;
}

WEFT_FN double atanh(double x) {
  double ax = magnitude(x);
  double result = 0.5 * log1p(2 * ax / (1 - ax));
  return is_nan(x) || ax < 0x1p-27 ? x : ax > 1 ? WEFT_NAN : with_sign(result, x);
}

/* --- Error functions ------------------------------------------------------------------------ */

/* erfc x for x >= 0: e^(-x^2) times a smooth function, fitted as (1 + 2 x) e^(x^2) erfc x over (x - 4) / (x + 4). */
WEFT_INLINE double erfc_positive(double x) {
  double b = x < 28 ? x : 28;
  double t = (b - 4) / (b + 4);
  double p = WEFT_POLY(t, 0x1.3ba5916e9fd7fp+0, -0x1.1df1ad154a28ep-3, 0x1.f7f5df66fd7b3p-7, 0x1.16ecefcfa539dp-4,
                       -0x1.9ddb23c3e90aep-4, 0x1.7fee004e123f1p-4, -0x1.0fb06dfe49472p-4, 0x1.3079edf686100p-5,
                       -0x1.0962388525f1bp-6, 0x1.49c67284ef4b7p-8, -0x1.8d4a99b8c1ccdp-11, -0x1.a1df243fe6b18p-13,
                       0x1.3be036a21542cp-13, -0x1.995977785c4cdp-16, -0x1.7882800927724p-17, 0x1.7f2bda679cbc8p-18,
                       0x1.38b1fc7a351fdp-22, -0x1.bb585943bd3bap-21, 0x1.50730dbec959cp-24, 0x1.dd44dfe0617cap-24,
                       -0x1.6b8dadd515737p-26, -0x1.0988421f43f0fp-26, 0x1.d165507d6bd95p-29, 0x1.1ec63af0232d8p-29,
                       -0x1.41407e234b9c2p-32, -0x1.92472712dc100p-33);
  struct pair square = two_product(b, b);
  /* Scaled up while the factors meet, so that a denormal result is rounded once. */
  double e = exp_pair(pair_of(-square.hi, -square.lo), 200);
  return e * (p / (1 + 2 * b)) * 0x1p-200;
}

WEFT_FN double erfc(double x) {
  double tail = erfc_positive(magnitude(x));
  return is_nan(x) ? x : x < 0 ? 2 - tail : tail;
}

WEFT_FN double erf(double x) {
  double ax = magnitude(x), b = ax < 1 ? ax : 1, z = b * b;
  double small =
      b * WEFT_POLY(z, 0x1.20dd750429b6dp+0, -0x1.812746b0379e7p-2, 0x1.ce2f21a042be2p-4, -0x1.b82ce31288b47p-6,
                    0x1.565bcd0e6a2eep-8, -0x1.c02db40035f1ep-11, 0x1.f9a326f7ac5b1p-14, -0x1.f4d25bf9af03ap-17,
                    0x1.b9e6c38e5cf3dp-20, -0x1.5f73c3bf14b91p-23, 0x1.fcbb312b48443p-27, -0x1.517ce02f1265fp-30,
                    0x1.9a0fcb5e22c5bp-34, -0x1.b40e7abf9f000p-38, 0x1.3c01fd3a74542p-42);
  double result = ax < 1 ? small : 1 - erfc_positive(ax);
  return is_nan(x) ? x : with_sign(result, x);
}

/* --- Gamma functions ------------------------------------------------------------------------ */

struct gamma {
  struct pair log_shifted; /* ln Gamma(x + n) */
  struct pair product;     /* x (x + 1) ... (x + n - 1), or 1 */
};

/* For x >= 0.5: recurrence up to 24, then Stirling's series. For x < 2^60. */
WEFT_INLINE struct gamma gamma_parts(double x) {
  struct gamma g;
  g.product = pair_of(1, 0);
  struct pair y = pair_of(x, 0);
  for (int i = 0; i < 24 && y.hi < 24; ++i) {
    g.product = pair_mul(g.product, y);
    y = pair_add(y, pair_of(1, 0));
  }
  double inverse = 1 / y.hi, z = inverse * inverse;
  double series = inverse * WEFT_POLY(z, 1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188, -691.0 / 360360,
                                      1.0 / 156, -3617.0 / 122400);
  /* ln of y.hi + y.lo */
  struct pair l = log_pair(y.hi);
  l = quick_sum(l.hi, l.lo + y.lo * inverse);
  struct pair product = pair_mul(pair_add(y, pair_of(-0.5, 0)), l);
  struct pair sum = pair_add(product, pair_of(-y.hi, -y.lo));
  sum = pair_add(sum, pair_of(0x1.d67f1c864beb5p-1, -0x1.65b5a1b7ff5dfp-55));
  g.log_shifted = pair_add(sum, pair_of(series, 0));
  return g;
}

WEFT_OVERLOAD double tgamma(double x) {
  bool reflect = x < 0.5;
  double y = reflect ? 1 - x : x; /* off by a rounding only where a power of two swallows it */
  y = y > 200 ? 200 : is_nan(y) ? 1 : y;
  struct gamma g = gamma_parts(y);
  double positive = exp_pair(g.log_shifted, 0);
  struct pair lost = two_sum(1, -x); /* 1 - x exactly: Gamma(y + lo) = Gamma(y) (1 + lo psi(y)) */
  double psi = log(y) - 0.5 / y;
  if (!reflect) {
    double result = positive / g.product.hi;
    return is_nan(x) ? x : x > 171.7 ? WEFT_INF : result;
  }
  /* Gamma(x) = pi / (sin(pi x) Gamma(1 - x)), scaled since the last factor may be beyond the range alone. */
  struct pair negative = pair_of(-g.log_shifted.hi, -g.log_shifted.lo);
  double result = exp_pair(negative, 300) * g.product.hi * (1 - lost.lo * psi);
  result = result * (0x1.921fb54442d18p+1 / sinpi(x)) * 0x1p-300;
  if (is_nan(x))
    return x;
  if (x == 0)
    return with_sign(WEFT_INF, x);
  if (__builtin_elementwise_trunc(x) == x) /* also -infinity */
    return WEFT_NAN;
  if (magnitude(x) < 0x1p-54)
    return 1 / x;
  return x < -190 ? with_sign(0, sinpi(x)) : result;
}

/* ln |Gamma(x)|, and Gamma's sign */
WEFT_INLINE double lgamma_signed(double x, int *sign) {
  bool reflect = x < 0.5;
  double y = reflect ? 1 - x : x;
  double b = y < 0x1p60 ? y : 0x1p60;
  b = is_nan(b) ? 1 : b;
  struct gamma g = gamma_parts(b);
  struct pair l = log_pair(g.product.hi);
  l.lo += g.product.lo / g.product.hi;
  struct pair result = pair_add(g.log_shifted, pair_of(-l.hi, -l.lo));
  double large = y * (log(y) - 1);
  double positive = y < 0x1p60 ? result.hi : large;
  double s = sinpi(x);
  *sign = !reflect || s > 0 || is_nan(x) ? 1 : -1;
  if (is_nan(x))
    return x;
  if (!reflect)
    return x == 1 || x == 2 ? 0 : positive;
  if (x == 0)
    *sign = as_long(x) < 0 ? -1 : 1;
  if (__builtin_elementwise_trunc(x) == x) {
    *sign = x == 0 ? *sign : 1;
    return WEFT_INF;
  }
  if (magnitude(x) < 0x1p-60)
    return -log(magnitude(x));
  struct pair reflected = log_pair(0x1.921fb54442d18p+1 / magnitude(s));
  return pair_add(reflected, pair_of(-result.hi, -result.lo)).hi;
}

WEFT_OVERLOAD double lgamma(double x) {
  int sign;
  return lgamma_signed(x, &sign);
}

/* Pointers of other address spaces are made from this one in math_pointers.cl. */
WEFT_OVERLOAD double lgamma_r(double x, private int *sign) {
  int s;
  double result = lgamma_signed(x, &s);
  *sign = s;
  return result;
}
