// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exponentials, logarithms and powers in double (OpenCL C 6.15.2).
#include "builtins/math.h"

WEFT_FN double exp(double x) {
  return exp_pair(pair_of(x, 0), 0);
}

WEFT_FN double exp2(double x) {
  double clamped = x > 1200 ? 1200 : x < -1200 ? -1200 : x;
  clamped = is_nan(x) ? 0 : clamped;
  double n = round_even(clamped);
  struct pair p = expm1_reduced(pair_scale(pair_of(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56), clamped - n));
  double result = scale_by(1 + p.hi, (long)n);
  return is_nan(x) ? x : result;
}

WEFT_FN double exp10(double x) {
  double clamped = x > 400 ? 400 : x < -400 ? -400 : x;
  struct pair a = pair_scale(pair_of(0x1.26bb1bbb55516p+1, -0x1.f48ad494ea3e9p-53), clamped);
  return is_nan(x) ? x : exp_pair(a, 0);
}

WEFT_FN double expm1(double x) {
  double clamped = x > 710 ? 710 : x < -50 ? -50 : x;
  clamped = is_nan(x) ? 0 : clamped;
  double n = round_even(clamped * 0x1.71547652b82fep+0);
  struct pair p = expm1_reduced(exp_reduce(pair_of(clamped, 0), n));
  /* 2^n (1 + p) - 1, at half the scale so that 2^1024 is no infinity. */
  double power = power_of_two((long)n - 1);
  struct pair sum = two_sum(power - 0.5, power * p.hi);
  double result = 2 * (sum.hi + (sum.lo + power * p.lo));
  /* Below this the sum would lose the sign of zero, and denormals. */
  return is_nan(x) || magnitude(x) < 0x1p-54 ? x : result;
}

WEFT_FN double log(double x) {
  return log_special(x, log_pair(x).hi);
}

WEFT_FN double log2(double x) {
  struct split s = split_number(x);
  struct pair m = pair_mul(log_mantissa(s.mantissa), pair_of(0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56));
  return log_special(x, (double)s.exponent + m.hi);
}

WEFT_FN double log10(double x) {
  return log_special(x, pair_mul(log_pair(x), pair_of(0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57)).hi);
}

WEFT_FN double log1p(double x) {
  struct pair sum = two_sum(1, x);
  struct pair l = log_pair(sum.hi);
  double result = l.hi + (l.lo + sum.lo / sum.hi);
  return magnitude(x) < 0x1p-54 ? x : log_special(sum.hi, result);
}

/* |x|^y for finite x > 0 */
WEFT_INLINE double power(double x, struct pair y) {
  /* Beyond 2^80 the result is 0, 1 or infinity, and products could overflow. */
  double limit = y.hi > 0x1p80 ? 0x1p80 : y.hi < -0x1p80 ? -0x1p80 : y.hi;
  struct pair l = log_pair(x);
  struct pair product = pair_mul(l, pair_of(limit, limit == y.hi ? y.lo : 0));
  return exp_pair(product, 0);
}

WEFT_INLINE bool is_integer(double y) {
  return __builtin_elementwise_trunc(y) == y;
}
WEFT_INLINE bool is_odd(double y) {
  return is_integer(y) && !is_integer(y * 0.5) && magnitude(y) < 0x1p53;
}

WEFT_OVERLOAD double pow(double x, double y) {
  double ax = magnitude(x);
  bool odd = is_odd(y);
  double result = power(ax, pair_of(y, 0));
  if (ax == 0 || ax == WEFT_INF)
    result = (ax == 0) == (y < 0) ? WEFT_INF : 0;
  if (magnitude(y) == WEFT_INF)
    result = ax == 1 ? 1 : (ax > 1) == (y > 0) ? WEFT_INF : 0;
  else if (x < 0 && !is_integer(y) && ax != WEFT_INF)
    result = WEFT_NAN;
  if (odd)
    result = with_sign(result, x);
  if (is_nan(x) || is_nan(y))
    result = x + y;
  return x == 1 || y == 0 ? 1 : result;
}

WEFT_OVERLOAD double pown(double x, int n) {
  return pow(x, (double)n);
}

WEFT_OVERLOAD double powr(double x, double y) {
  double result = pow(x, y);
  if (x < 0 || (x == 0 && y == 0) || (x == WEFT_INF && y == 0) || (x == 1 && magnitude(y) == WEFT_INF))
    return WEFT_NAN;
  if (x == 0) /* also -0 */
    return is_nan(y) ? y : y < 0 ? WEFT_INF : 0;
  return is_nan(x) ? x : is_nan(y) ? y : result;
}

/* e^(ln |x| / n), with x's sign */
WEFT_INLINE double root_of(double x, double n) {
  double ax = magnitude(x);
  double result = exp_pair(pair_div(log_pair(ax), pair_of(n, 0)), 0);
  return with_sign(result, x);
}

WEFT_OVERLOAD double rootn(double x, int n) {
  bool odd = n & 1;
  double result = root_of(x, n == 0 ? 1 : (double)n);
  if (n == 0 || is_nan(x) || (x < 0 && !odd))
    return WEFT_NAN;
  if (x == 0)
    return n < 0 ? (odd ? with_sign(WEFT_INF, x) : WEFT_INF) : (odd ? x : 0);
  if (magnitude(x) == WEFT_INF)
    return n < 0 ? (odd ? with_sign(0, x) : 0) : x;
  return result;
}

WEFT_FN double cbrt(double x) {
  return x == 0 || magnitude(x) == WEFT_INF || is_nan(x) ? x : root_of(x, 3);
}
