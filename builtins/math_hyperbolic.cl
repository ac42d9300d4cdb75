// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hyperbolic functions, error functions and gamma functions in double (OpenCL C 6.15.2).
#include "builtins/math64.h"

WEFT_OVERLOAD double sinpi(double x);

/* The larger scales are a quarter of what they could be, so that 2^1025 is no infinity. */
#define LARGEST 710.5

WEFT_FN double sinh(double x) {
  double ax = magnitude(x);
  struct exponential e = exponential_of(LARGEST < ax ? LARGEST : ax);
  double power = power_of_whole(e.n, -2);
  double quarter = mul_add(power, e.minus_one, power - 0.25); /* (e^x - 1) / 4 */
  double result = 2 * (quarter + quarter / mul_add(quarter, 4, 1));
  return ax < 0x1p-28 ? x : with_sign(result, x);
}

WEFT_FN double cosh(double x) {
  double ax = magnitude(x);
  struct exponential e = exponential_of(LARGEST < ax ? LARGEST : ax);
  double power = power_of_whole(e.n, -2);
  double quarter = mul_add(power, e.minus_one, power);
  return 2 * (quarter + 0.0625 / quarter);
}

WEFT_FN double tanh(double x) {
  double ax = magnitude(x);
  struct exponential e = exponential_of(2 * (22 < ax ? 22 : ax));
  double power = power_of_whole(e.n, 0);
  double m = mul_add(power, e.minus_one, power - 1);
  return with_sign(m / (m + 2), x);
}

WEFT_FN double asinh(double x) {
  double ax = magnitude(x);
  bool large = ax >= 0x1p30;
  /* ln(1 + (x + (sqrt(1 + x^2) - 1))), or ln x + ln 2 */
  double square = ax * ax, more = ax + square / (1 + root(1 + square));
  struct parts p = parts_of_one_plus(large ? ax - 1 : more);
  p.e = large ? p.e + 1 : p.e;
  return ax < 0x1p-28 || !(ax < WEFT_INF) ? x : with_sign(log_of(p), x);
}

WEFT_FN double acosh(double x) {
  bool large = x >= 0x1p30;
  double t = x - 1;
  struct parts p = parts_of_one_plus(large ? t : t + root(mul_add(t, t, 2 * t)));
  p.e = large ? p.e + 1 : p.e;
  return x < WEFT_INF ? (x >= 1 ? log_of(p) : WEFT_NAN) : x;
}

WEFT_FN double atanh(double x) {
  double ax = magnitude(x);
  /* (1 + x) / (1 - x) = 2^e top / bottom, the quotient in [sqrt 1/2, sqrt 2]; one division for its logarithm. */
  struct parts p = parts_of_normal(1 - ax);
  double top = 1 + ax, bottom = 1 + p.f;
  bool over = top > bottom * 1.4142135623730951;
  top = over ? 0.5 * top : top;
  double e = over ? 1 - p.e : -p.e;
  double s = (e == 0 ? 2 * ax : top - bottom) / (top + bottom), z = s * s;
  double rest = mul_add(s * z, WEFT_ESTRIN(z, WEFT_LOG_COEFFICIENTS), e * 0x1.473de6af278edp-34);
  double result = 0.5 * mul_add(e, 0x1.62e42fef00000p-1, mul_add(s, 2, rest));
  double outside = ax == 1 ? WEFT_INF : WEFT_NAN;
  return ax < 0x1p-28 ? x : with_sign(ax < 1 ? result : outside, x);
}

/* --- Error functions ------------------------------------------------------------------------ */

/* erfc |x|, 0 where it vanishes, for negative x beside 2: e^(-x^2) times a smooth function, fitted as
 * (1 + 2 x) e^(x^2) erfc x over (x - 4) / (x + 4). */
WEFT_INLINE double erfc_of_magnitude(double x) {
  double ax = magnitude(x), b = 28 < ax ? 28 : ax;
  double first = b + 4, second = mul_add(b, 2, 1), inverse = 1 / (first * second);
  double t = (b - 4) * (second * inverse);
  double p = WEFT_ESTRIN(t, 0x1.3ba5916e9fd7fp+0, -0x1.1df1ad154a28ep-3, 0x1.f7f5df66fd7b3p-7, 0x1.16ecefcfa539dp-4,
                         -0x1.9ddb23c3e90aep-4, 0x1.7fee004e123f1p-4, -0x1.0fb06dfe49472p-4, 0x1.3079edf686100p-5,
                         -0x1.0962388525f1bp-6, 0x1.49c67284ef4b7p-8, -0x1.8d4a99b8c1ccdp-11, -0x1.a1df243fe6b18p-13,
                         0x1.3be036a21542cp-13, -0x1.995977785c4cdp-16, -0x1.7882800927724p-17, 0x1.7f2bda679cbc8p-18,
                         0x1.38b1fc7a351fdp-22, -0x1.bb585943bd3bap-21, 0x1.50730dbec959cp-24, 0x1.dd44dfe0617cap-24,
                         -0x1.6b8dadd515737p-26, -0x1.0988421f43f0fp-26, 0x1.d165507d6bd95p-29, 0x1.1ec63af0232d8p-29,
                         -0x1.41407e234b9c2p-32, -0x1.92472712dc100p-33);
  struct pair square = two_product(b, b);
  struct exponential e = exponential_of(-square.hi, -square.lo);
  return scale_whole((1 + e.minus_one) * (p * (first * inverse)), e.n, x > 27.25 || x < -6);
}

WEFT_FN double erfc(double x) {
  double tail = erfc_of_magnitude(x);
  return x < 0 ? 2 - tail : tail;
}

/* 1 - erfc x = 1 - e^-g(x): g is smooth, near 0 as good as erf itself, and where it grows its error vanishes. */
WEFT_FN double erf(double x) {
  double ax = magnitude(x), b = 5.95 < ax ? 5.95 : ax;
  struct exponential e = exponential_of(-b * WEFT_ESTRIN(b, WEFT_ERF_COEFFICIENTS));
  double power = power_of_whole(e.n, 0);
  return with_sign(mul_add(-power, e.minus_one, 1 - power), x);
}

/* --- Gamma functions ------------------------------------------------------------------------ */

/* y (y + 1) ... (y + 11) of the sum of both, two factors at a time: (y + i) (y + 11 - i) = v + i (11 - i) */
WEFT_INLINE struct pair twelve_factors(double y, double y_low) {
  struct pair v = pair_add(two_product(y, y), two_product(11, y));
  v.lo = mul_add(y_low, mul_add(2, y, 11), v.lo);
  struct pair product = pair_mul(v, pair_add(v, pair_of(10, 0)));
  product = pair_mul(product, pair_add(v, pair_of(18, 0)));
  product = pair_mul(product, pair_add(v, pair_of(24, 0)));
  product = pair_mul(product, pair_add(v, pair_of(28, 0)));
  return pair_mul(product, pair_add(v, pair_of(30, 0)));
}

/*
 * Gamma by Stirling's series for w = y or y + 12, divided by the product y (y + 1) ... (y + 11) for the latter; by
 * reflection for x < 1/2, Gamma(x) = pi / (sin(pi x) Gamma(1 - x)).
 */
WEFT_FN double tgamma(double x) {
  bool reflect = x < 0.5;
  double y = reflect ? 1 - x : x, y_low = reflect ? (1 - y) - x : 0;
  bool far = y > 190;
  y = far ? 190 : y;
  y_low = far ? 0 : y_low;
  bool shift = y < 12;
  double w = shift ? y + 12 : y, w_low = (shift ? y - (w - 12) : 0) + y_low;
  double product = shift ? twelve_factors(y, y_low).hi : 1;
  double inverse = 1 / w, z = inverse * inverse;
  /* log2 of e^series * sqrt(2 pi) */
  double series = inverse * WEFT_ESTRIN(z, 0x1.ec709dc3a03fdp-4, -0x1.06a2764633554p-8, 0x1.2c2762995f3cep-10,
                                        -0x1.c23b13e60edb5p-11, 0x1.3e58514d557eap-10, -0x1.6a9933880c8fdp-9);
  struct pair l = log2_of(parts_of_normal(w));
  double a = (w - 0.5) * l.hi, a_low = mul_add(w - 0.5, l.lo, product_error(w - 0.5, l.hi, a));
  double b = w * 0x1.71547652b82fep+0,
         b_low = mul_add(w, 0x1.777d0ffda0d24p-56, product_error(w, 0x1.71547652b82fep+0, b));
  struct pair sum = quick_sum(a, -b);
  /* Gamma(w + low) = Gamma(w) (1 + low psi(w)) */
  double low = mul_add(w_low, mul_add(inverse, -0x1.71547652b82fep-1, l.hi), series + 0x1.536439a4c6efcp+0);
  low += sum.lo + (a_low - b_low);
  /* Scaled where the factors of a denormal result meet. */
  double up = reflect && y > 100 ? 200 : 0;
  struct pair exponent =
      two_sum(reflect ? up - sum.hi : sum.hi, reflect ? 0x1.a6c873498ddf7p+0 - low : low); /* log2 pi */
  double power = exp2_of(exponent.hi, exponent.lo);
  double top = reflect ? power * product : power, bottom = reflect ? sinpi(x) : product;
  double result = top / bottom * (up == 0 ? 1 : 0x1p-200);
  return reflect && bottom == 0 ? (x == 0 ? with_sign(WEFT_INF, x) : WEFT_NAN) : result;
}

/*
 * ln |Gamma(x)|, and Gamma's sign: as above, in pairs throughout, since it vanishes at 1 and 2 where large parts
 * cancel. One logarithm serves for the product, the sine and, next to 0, for x itself.
 */
WEFT_INLINE double lgamma_signed(double x, int *sign) {
  bool reflect = x < 0.5;
  double ax = magnitude(x), y = reflect ? 1 - x : x;
  bool tiny = ax < 0x1p-60, shift = y < 12;
  double y_low = reflect ? (1 - y) - x : 0;
  double w = shift ? y + 12 : y, w_low = (shift ? y - (w - 12) : 0) + y_low;
  struct pair product = twelve_factors(y, y_low);
  product = pair_of(shift ? product.hi : 1, shift ? product.lo : 0);
  double s = sinpi(x);
  struct pair reflected = pair_scale(product, 0x1.921fb54442d18p+1 / magnitude(s));
  double inner = tiny ? ax : reflect ? reflected.hi : product.hi;
  double inner_low = tiny ? 0 : (reflect ? reflected.lo : product.lo) / inner;
  struct pair log_inner = log_pair(inner);
  log_inner.lo += inner_low;
  double inverse = 1 / w, z = inverse * inverse;
  double series = inverse * WEFT_ESTRIN(z, 1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188, -691.0 / 360360);
  struct pair l = log_pair(w);
  struct pair sum = pair_add(pair_mul(pair_of(w - 0.5, 0), l), pair_of(-w, 0));
  sum = pair_add(sum, pair_of(0x1.d67f1c864beb5p-1, -0x1.65b5a1b7ff5dfp-55));
  sum = pair_add(sum, pair_of(series, w_low * (l.hi - 0.5 * inverse)));
  double positive = pair_add(sum, pair_of(-log_inner.hi, -log_inner.lo)).hi;
  positive = x == 1 || x == 2 ? 0 : positive;
  positive = y > 0x1p60 ? y * (l.hi - 1) : positive;
  positive = y < WEFT_INF ? positive : y; /* NaN too */
  double result = tiny ? -log_inner.hi : reflect ? -positive : positive;
  bool pole = x <= 0 && round_even(x) == x;
  *sign = s < 0 && reflect && !pole ? -1 : x == 0 && as_long(x) < 0 ? -1 : 1;
  return is_nan(x) ? x : pole || ax == WEFT_INF ? WEFT_INF : result;
}

WEFT_FN double lgamma(double x) {
  int sign;
  return lgamma_signed(x, &sign);
}

/* Pointers of other address spaces are made from this one in math_pointers.cl. */
WEFT_FN double lgamma_r(double x, private int *sign) {
  int s;
  double result = lgamma_signed(x, &s);
  *sign = s;
  return result;
}
