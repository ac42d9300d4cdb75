// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trigonometric functions and their inverses in double (OpenCL C 6.15.2).
#include "builtins/math.h"

struct angle {
  struct pair r; /* |r| <= pi/4 and a little */
  int quadrant;  /* x = quadrant * pi/2 + r, modulo 2 pi */
};

/* The binary digits of 2/pi behind the point. */
constant ulong two_over_pi[20] = {
    0xa2f9836e4e441529UL, 0xfc2757d1f534ddc0UL, 0xdb6295993c439041UL, 0xfe5163abdebbc561UL, 0xb7246e3a424dd2e0UL,
    0x06492eea09d1921cUL, 0xfe1deb1cb129a73eUL, 0xe88235f52ebb4484UL, 0xe99c7026b45f7e41UL, 0x3991d639835339f4UL,
    0x9c845f8bbdf9283bUL, 0x1ff897ffde05980fUL, 0xef2f118b5a0a6d1fUL, 0x6d367ecf27cb09b7UL, 0x4f463f669e5fea2dUL,
    0x7527bac7ebe5f17bUL, 0x3d0739f78a5292eaUL, 0x6bfb5fb11f8d5d08UL, 0x56033046fc7b6babUL, 0xf0cfbc209af4361dUL};

/*
 * Payne and Hanek: x = m * 2^e with an integer m; of the product m * 2/pi * 2^e only the bits below 8 matter. The
 * window of 192 digits of 2/pi starts where digits first contribute less than 8 times m's last place.
 */
static __attribute__((noinline)) struct angle reduce_huge(double x) {
  ulong bits = as_ulong(x);
  ulong m = (bits & 0x000fffffffffffffUL) | 0x0010000000000000UL;
  int e = (int)((bits >> 52) & 0x7ff) - 1075;
  int start = e - 3; /* the window's first digit; x >= 2^20 makes it -35 at least */
  int down = start < 0 ? -start : 0;
  start = start < 0 ? 0 : start > 1020 ? 1020 : start;
  int word = start >> 6, shift = start & 63;
  ulong w[3];
  for (int i = 0; i < 3; ++i)
    w[i] = two_over_pi[word + i] << shift | (shift ? two_over_pi[word + i + 1] >> (64 - shift) : 0);
  typedef unsigned _BitInt(128) wide;
  wide low = (wide)m * w[2], middle = (wide)m * w[1] + (ulong)(low >> 64);
  wide high_part = (wide)m * w[0] + (ulong)(middle >> 64);
  ulong p2 = (ulong)middle, p1 = (ulong)high_part;
  /* p1.p2: three integer bits, then the fraction; all lower where the window could not start early enough. */
  if (down) {
    p2 = p2 >> down | p1 << (64 - down);
    p1 = p1 >> down | (ulong)(high_part >> 64) << (64 - down);
  }
  int quadrant = (int)((p1 + (1UL << 60)) >> 61);
  long fraction = (long)(p1 << 3 | p2 >> 61); /* of a quadrant, times 2^64; from -1/2 */
  ulong rest = p2 << 3;
  double high = (double)(fraction & ~0x7ffL);
  double low_part = (double)(fraction & 0x7ffL) + (double)(rest >> 11) * 0x1p-53;
  struct pair f = quick_sum(high * 0x1p-64, low_part * 0x1p-64);
  struct angle a;
  a.r = pair_mul(f, pair_of(0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54));
  a.quadrant = quadrant;
  if (as_long(x) < 0) {
    a.r.hi = -a.r.hi;
    a.r.lo = -a.r.lo;
    a.quadrant = -quadrant;
  }
  return a;
}

/* Infinity and NaN become NaN. */
WEFT_INLINE struct angle reduce(double x) {
  double ax = magnitude(x);
  if (ax >= 0x1p20 && ax < WEFT_INF)
    return reduce_huge(x);
  double limited = ax < 0x1p20 ? x : 0;
  double n = round_even(limited * 0x1.45f306dc9c883p-1);
  /* Parts of pi/2 of 33 bits: n times each is exact. */
  struct pair r = two_sum(limited - n * 0x1.921fb54400000p+0, -n * 0x1.0b4611a600000p-34);
  struct pair s = two_sum(r.hi, -n * 0x1.3198a2e000000p-69);
  struct angle a;
  a.r = quick_sum(s.hi, s.lo + r.lo - n * 0x1.b839a252049c1p-104);
  a.r.hi = ax < WEFT_INF ? a.r.hi : WEFT_NAN;
  a.quadrant = (int)n;
  return a;
}

WEFT_INLINE double sin_reduced(struct pair r) {
  double z = r.hi * r.hi;
  double tail = WEFT_POLY(z, -1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880, -1.0 / 39916800, 1.0 / 6227020800.0,
                          -1.0 / 1307674368000.0, 1.0 / 355687428096000.0, -1.0 / 121645100408832000.0);
  return r.hi + (r.hi * z * tail + r.lo * (1 - 0.5 * z));
}
WEFT_INLINE double cos_reduced(struct pair r) {
  struct pair z = two_product(r.hi, r.hi);
  double tail = WEFT_POLY(z.hi, 1.0 / 24, -1.0 / 720, 1.0 / 40320, -1.0 / 3628800, 1.0 / 479001600,
                          -1.0 / 87178291200.0, 1.0 / 20922789888000.0, -1.0 / 6402373705728000.0);
  struct pair sum = quick_sum(1, -0.5 * z.hi);
  return sum.hi + (sum.lo - 0.5 * z.lo + z.hi * z.hi * tail - r.hi * r.lo);
}
WEFT_INLINE double sin_of(struct angle a) {
  double value = a.quadrant & 1 ? cos_reduced(a.r) : sin_reduced(a.r);
  return a.quadrant & 2 ? -value : value;
}
WEFT_INLINE double cos_of(struct angle a) {
  a.quadrant += 1;
  return sin_of(a);
}
WEFT_INLINE double tan_of(struct angle a) {
  double s = sin_reduced(a.r), c = cos_reduced(a.r);
  return a.quadrant & 1 ? -c / s : s / c;
}

WEFT_FN double sin(double x) {
  /* Keeps -0 and denormals. */
  return magnitude(x) < 0x1p-27 ? x : sin_of(reduce(x));
}
WEFT_FN double cos(double x) {
  return cos_of(reduce(x));
}
WEFT_FN double tan(double x) {
  return magnitude(x) < 0x1p-27 ? x : tan_of(reduce(x));
}

WEFT_FN double sincos(double x, private double *cosine) {
  struct angle a = reduce(x);
  *cosine = cos_of(a);
  return magnitude(x) < 0x1p-27 ? x : sin_of(a);
}

/* x = n / 2 + r with |r| <= 1/4, exactly; the angle is pi * x. */
WEFT_INLINE struct angle reduce_pi(double x) {
  double ax = magnitude(x);
  double limited = ax < 0x1p53 ? x : 0; /* beyond, all are even integers */
  double n = round_even(limited * 2);
  struct angle a;
  a.r = pair_scale(pair_of(0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53), limited - n * 0.5);
  a.r.hi = ax < WEFT_INF ? a.r.hi : WEFT_NAN;
  a.quadrant = (int)((long)n & 3);
  return a;
}
WEFT_FN double sinpi(double x) {
  double result = sin_of(reduce_pi(x));
  /* Zeros have x's sign; pi times a denormal must not pass through a pair. */
  return magnitude(x) < 0x1p-60 ? 0x1.921fb54442d18p+1 * x : result == 0 ? with_sign(0, x) : result;
}
WEFT_FN double cospi(double x) {
  double result = cos_of(reduce_pi(x));
  return result == 0 ? 0 : result;
}
WEFT_FN double tanpi(double x) {
  struct angle a = reduce_pi(x);
  double result = tan_of(a);
  /* tanpi(n) is +0 for even and -0 for odd n > 0, tanpi(n + 1/2) infinity, positive for even n; odd function. */
  double zero = a.quadrant & 2 ? -0.0 : 0.0, pole = a.quadrant & 2 ? -WEFT_INF : WEFT_INF;
  result = a.r.hi == 0 ? (a.quadrant & 1 ? pole : with_sign(zero, as_double(as_long(zero) ^ (as_long(x) & LONG_MIN))))
                       : result;
  return magnitude(x) < 0x1p-60 ? 0x1.921fb54442d18p+1 * x : result;
}

/* --- Inverses ------------------------------------------------------------------------------- */

#define PI_2 pair_of(0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54)

/* (atan t - t) / t for |t| <= tan(pi/8) */
WEFT_INLINE double atan_tail(double t) {
  double z = t * t;
  return z * WEFT_POLY(z, -0x1.5555555555555p-2, 0x1.9999999999997p-3, -0x1.24924924920acp-3, 0x1.c71c71c6dda8cp-4,
                       -0x1.745d17355fb40p-4, 0x1.3b13aea92b800p-4, -0x1.1110ced7ae904p-4, 0x1.e1d8e7e3671b7p-5,
                       -0x1.aebd0d9afbb7ap-5, 0x1.829c6fefc6aacp-5, -0x1.503a72dea3f41p-5, 0x1.f5e70778c399ap-6,
                       -0x1.c80183a6f4d8cp-7);
}

/* atan of the quotient y / x of magnitudes, y <= x, as a pair; 0 / 0 is 0 */
WEFT_INLINE struct pair atan_quotient(double y, double x) {
  /* tan(a - pi/4) = (tan a - 1) / (tan a + 1) */
  bool upper = y > x * 0.41421356237309503;
  struct pair top = upper ? two_sum(y, -x) : pair_of(y, 0);
  struct pair bottom = upper ? two_sum(y, x) : pair_of(x, 0);
  double t = top.hi / bottom.hi;
  struct pair back = two_product(t, bottom.hi);
  double lo = ((top.hi - back.hi) - back.lo + top.lo - t * bottom.lo) / bottom.hi;
  t = bottom.hi == 0 ? 0 : t;
  lo = bottom.hi == 0 ? 0 : lo;
  struct pair small = quick_sum(t, t * atan_tail(t) + lo);
  struct pair shifted = pair_add(pair_of(0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55), small);
  return upper ? shifted : small;
}

WEFT_INLINE struct pair atan_pair(double y, double x) {
  double ay = magnitude(y), ax = magnitude(x);
  bool steep = ay > ax;
  double top = steep ? ax : ay, bottom = steep ? ay : ax;
  /* Away from the ends of the range, where the quotient's parts would vanish or overflow. */
  double scale = bottom > 0x1p900 ? 0x1p-200 : bottom < 0x1p-800 ? 0x1p200 : 1;
  bool both_infinite = top == WEFT_INF, infinite = bottom == WEFT_INF;
  top = both_infinite ? 1 : infinite ? 0 : top * scale;
  bottom = infinite ? 1 : bottom * scale;
  struct pair a = atan_quotient(top, bottom);
  struct pair from_axis = pair_add(PI_2, pair_of(-a.hi, -a.lo));
  a = steep ? from_axis : a;
  struct pair from_pi = pair_add(pair_of(0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53), pair_of(-a.hi, -a.lo));
  return as_long(x) < 0 ? from_pi : a;
}
/* Both below this, relative to the other, the quotient is the angle: it may be denormal, where pairs are no good. */
WEFT_INLINE bool is_quotient(double y, double x) {
  return x > 0 && magnitude(y) < x * 0x1p-60 && x < WEFT_INF;
}
WEFT_INLINE struct pair over_pi(struct pair a) {
  return pair_mul(a, pair_of(0x1.45f306dc9c883p-2, -0x1.6b01ec5417056p-56));
}

WEFT_FN double atan2(double y, double x) {
  double result = with_sign(atan_pair(y, x).hi, y);
  return is_nan(x) || is_nan(y) ? x + y : is_quotient(y, x) ? y / x : result;
}
WEFT_FN double atan2pi(double y, double x) {
  double result = with_sign(over_pi(atan_pair(y, x)).hi, y);
  return is_nan(x) || is_nan(y) ? x + y : is_quotient(y, x) ? y / x * 0x1.45f306dc9c883p-2 : result;
}
WEFT_FN double atan(double x) {
  double result = with_sign(atan_pair(x, 1).hi, x);
  return is_nan(x) || magnitude(x) < 0x1p-30 ? x : result;
}
WEFT_FN double atanpi(double x) {
  double result = with_sign(over_pi(atan_pair(x, 1)).hi, x);
  return is_nan(x) || magnitude(x) < 0x1p-60 ? x * 0x1.45f306dc9c883p-2 : result;
}

/* asin x for 0 <= x.hi <= 1/2 */
WEFT_INLINE struct pair asin_small(struct pair x) {
  double z = x.hi * x.hi;
  double tail = WEFT_POLY(z, 0x1.5555555555555p-3, 0x1.3333333333388p-4, 0x1.6db6db6dac1e0p-5, 0x1.f1c71c7a52ba3p-6,
                          0x1.6e8ba123e494cp-6, 0x1.1c4efce23019fp-6, 0x1.c990ad3d8fdcap-7, 0x1.7b027ee1dd585p-7,
                          0x1.3b49de7121487p-7, 0x1.31622469ce5adp-7, 0x1.8f193743418ffp-9, 0x1.406192d124629p-6,
                          -0x1.3b416bb7d9257p-6, 0x1.e529c6fce9bb4p-6);
  return quick_sum(x.hi, x.hi * z * tail + x.lo * (1 + 0.5 * z));
}
/* From the angle beside the near axis: asin sqrt((1 - x) / 2), half of acos x. NaN for |x| > 1. */
WEFT_INLINE struct pair half_acos(double ax) {
  struct pair r = asin_small(pair_root((1 - ax) * 0.5));
  r.hi = ax > 1 ? WEFT_NAN : r.hi;
  return r;
}
WEFT_INLINE struct pair asin_pair(double x) {
  double ax = magnitude(x);
  struct pair far = half_acos(ax > 0.5 || is_nan(ax) ? ax : 1);
  struct pair from_top = pair_add(PI_2, pair_of(-2 * far.hi, -2 * far.lo));
  struct pair near = asin_small(pair_of(ax, 0));
  return ax <= 0.5 ? near : from_top;
}
WEFT_INLINE struct pair acos_pair(double x) {
  double ax = magnitude(x);
  struct pair far = half_acos(ax > 0.5 || is_nan(ax) ? ax : 1);
  far.hi *= 2;
  far.lo *= 2;
  struct pair from_pi = pair_add(pair_of(0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53), pair_of(-far.hi, -far.lo));
  struct pair near = asin_small(pair_of(ax <= 0.5 ? ax : 0, 0));
  struct pair middle = pair_add(PI_2, x < 0 ? near : pair_of(-near.hi, -near.lo));
  return ax <= 0.5 ? middle : x < 0 ? from_pi : far;
}

WEFT_FN double asin(double x) {
  double result = with_sign(asin_pair(x).hi, x);
  return magnitude(x) < 0x1p-27 ? x : result;
}
WEFT_FN double acos(double x) {
  return acos_pair(x).hi;
}
WEFT_FN double asinpi(double x) {
  double result = with_sign(over_pi(asin_pair(x)).hi, x);
  return magnitude(x) < 0x1p-60 ? x * 0x1.45f306dc9c883p-2 : result;
}
WEFT_FN double acospi(double x) {
  return over_pi(acos_pair(x)).hi;
}
