// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trigonometric functions and their inverses in double (OpenCL C 6.15.2).
#include "builtins/math64.h"

/* --- Arguments beyond the fast paths ---------------------------------------------------------- */

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
 * window of 192 digits of 2/pi starts where digits first contribute less than 8 times m's last place. For x >= 2^17,
 * finite.
 */
static struct angle reduce_huge(double x) {
  ulong bits = as_ulong(x);
  ulong m = (bits & 0x000fffffffffffffUL) | 0x0010000000000000UL;
  int e = (int)((bits >> 52) & 0x7ff) - 1075;
  int start = e - 3; /* the window's first digit; x >= 2^17 makes it -38 at least */
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
  return a;
}

/* --- Cores ------------------------------------------------------------------------------------ */

/* sin r, |r| <= pi/2 and a little; never beyond 1 */
WEFT_INLINE double sin_half(double r) {
  double z = r * r;
  /* The first coefficient last: so the others' errors do not count. */
  double p = mul_add(z, WEFT_ESTRIN(z, WEFT_SIN_COEFFICIENTS), -0x1.5555555555555p-3);
  return clamp_to(mul_add(r * z, p, r), -1, 1);
}
/* sin and cos of |r| <= pi/4 and a little; `low` is added to r. */
WEFT_INLINE double sin_quarter(double r, double low) {
  double z = r * r;
  return r + mul_add(r * z, WEFT_ESTRIN(z, WEFT_SIN_QUARTER_COEFFICIENTS), low);
}
WEFT_INLINE double cos_quarter(double r, double low) {
  double z = r * r, h = 0.5 * z, w = 1 - h;
  double rest = mul_add(z * z, WEFT_ESTRIN(z, WEFT_COS_QUARTER_COEFFICIENTS), -(r * low));
  return w + (((1 - w) - h) + rest);
}

static double sin_of_quadrant(struct angle a, int more) {
  int quadrant = a.quadrant + more;
  double value = quadrant & 1 ? cos_quarter(a.r.hi, a.r.lo) : sin_quarter(a.r.hi, a.r.lo);
  return quadrant & 2 ? -value : value;
}
static double tan_of_quadrant(struct angle a) {
  double s = sin_quarter(a.r.hi, a.r.lo), c = cos_quarter(a.r.hi, a.r.lo);
  return a.quadrant & 1 ? -c / s : s / c;
}

__attribute__((const, noinline)) double __weft_cold_sin_d(double x) {
  double ax = magnitude(x);
  if (!(ax < WEFT_INF))
    return WEFT_NAN;
  double result = sin_of_quadrant(reduce_huge(ax), 0);
  return x < 0 ? -result : result;
}
__attribute__((const, noinline)) double __weft_cold_cos_d(double x) {
  double ax = magnitude(x);
  return ax < WEFT_INF ? sin_of_quadrant(reduce_huge(ax), 1) : WEFT_NAN;
}
__attribute__((const, noinline)) double __weft_cold_tan_d(double x) {
  double ax = magnitude(x);
  if (!(ax < WEFT_INF))
    return WEFT_NAN;
  double result = tan_of_quadrant(reduce_huge(ax));
  return x < 0 ? -result : result;
}

/*
 * x - n * unit * pi/2, for |x| below FAST_LIMIT. With fma each product is exact, and so is the first difference: three
 * parts of 53 bits leave an error of one unit of the result's last place even for the x nearest to a multiple. Without,
 * the parts are cut to 33 bits.
 */
#ifdef WEFT_HAS_FMA
#define FAST_LIMIT 0x1p30
WEFT_INLINE double reduce_by(double x, double n, double unit) {
  double r = __builtin_elementwise_fma(-n, unit * 0x1.921fb54442d18p+0, x);
  r = __builtin_elementwise_fma(-n, unit * 0x1.1a62633145c07p-54, r);
  return __builtin_elementwise_fma(n, unit * 0x1.f1976b7ed8fbcp-110, r);
}
#else
#define FAST_LIMIT 0x1p18
WEFT_INLINE double reduce_by(double x, double n, double unit) {
  double r = x - n * (unit * 0x1.921fb54400000p+0);
  r -= n * (unit * 0x1.0b4611a600000p-34);
  r -= n * (unit * 0x1.3198a2e000000p-69);
  return r - n * (unit * 0x1.b839a252049c1p-104);
}
#endif

WEFT_INLINE double flip_sign(double x, ulong bits) {
  return as_double(as_ulong(x) ^ (bits & SIGN_BIT));
}

WEFT_FN double sin(double x) {
  double ax = magnitude(x);
  struct whole n = nearest_whole(ax, 0x1.45f306dc9c883p-2);
  double s = sin_half(reduce_by(ax, n.value, 2));
  double result = flip_sign(s, (n.bits << 63) ^ as_ulong(x));
  if (__builtin_expect(!(ax < FAST_LIMIT), 0))
    result = __weft_cold_sin_d(x);
  return result;
}
WEFT_FN double cos(double x) {
  double ax = magnitude(x);
  /* x = (n + 1/2) pi + r: the cosine is -(-1)^n sin r. */
  struct whole n = nearest_whole(mul_add(ax, 0x1.45f306dc9c883p-2, -0.5), 1);
  double s = sin_half(reduce_by(ax, mul_add(n.value, 2, 1), 1));
  double result = flip_sign(s, (n.bits << 63) ^ SIGN_BIT);
  if (__builtin_expect(!(ax < FAST_LIMIT), 0))
    result = __weft_cold_cos_d(x);
  return result;
}
WEFT_FN double tan(double x) {
  double ax = magnitude(x);
  struct whole n = nearest_whole(ax, 0x1.45f306dc9c883p-1);
  double r = reduce_by(ax, n.value, 1);
  double s = sin_quarter(r, 0), c = cos_quarter(r, 0);
  bool odd = n.bits & 1;
  double result = flip_sign((odd ? c : s) / (odd ? s : c), (n.bits << 63) ^ as_ulong(x));
  if (__builtin_expect(!(ax < FAST_LIMIT), 0))
    result = __weft_cold_tan_d(x);
  return result;
}
WEFT_FN double sincos(double x, private double *cosine) {
  *cosine = cos(x);
  return sin(x);
}

/* --- Of pi times x ---------------------------------------------------------------------------- */

#define PI 0x1.921fb54442d18p+1

WEFT_FN double sinpi(double x) {
  double ax = magnitude(x);
  double y = ax - 2 * round_even(0.5 * ax), ay = magnitude(y); /* at most 1; all exact */
  double u = 1 - ay < ay ? 1 - ay : ay;
  /* Zeros have x's sign. */
  return flip_sign(sin_half(PI * u), (u == 0 ? 0 : as_ulong(y)) ^ as_ulong(x));
}
WEFT_FN double cospi(double x) {
  double ax = magnitude(x);
  return sin_half(PI * (0.5 - magnitude(ax - 2 * round_even(0.5 * ax))));
}
WEFT_FN double tanpi(double x) {
  double ax = magnitude(x);
  double n = round_even(ax), y = ax - n, ay = magnitude(y);
  bool far = ay > 0.25;
  double r = PI * (far ? 0.5 - ay : ay);
  double s = sin_quarter(r, 0), c = cos_quarter(r, 0);
  /* A zero's sign changes with each integer; y's sign is the pole's. */
  bool odd = round_even(0.5 * n) != 0.5 * n;
  ulong sign = y == 0 ? (odd ? SIGN_BIT : 0) : as_ulong(y);
  return flip_sign((far ? c : s) / (far ? s : c), sign ^ as_ulong(x));
}

/* --- Inverses ------------------------------------------------------------------------------- */

#define PI_2 0x1.921fb54442d18p+0
#define PI_2_LOW 0x1.1a62633145c07p-54
#define INVERSE_PI 0x1.45f306dc9c883p-2

/*
 * The angle of the quotient of magnitudes y / x as eighths * pi/4 + rest (a rest with a sign). For finite x and y with
 * no overflow in their sum, not both 0.
 */
struct octant {
  double eighths, rest;
};
WEFT_INLINE struct octant octant_of(double y, double x) {
  bool steep = y > x;
  double top = steep ? x : y, bottom = steep ? y : x;
  /* tan(a - pi/4) = (tan a - 1) / (tan a + 1) */
  bool upper = top > bottom * 0.41421356237309503;
  double t = (upper ? top - bottom : top) / (upper ? top + bottom : bottom);
  double z = t * t;
  struct octant o;
  o.rest = mul_add(t * z, WEFT_ESTRIN(z, WEFT_ATAN_COEFFICIENTS), t);
  o.eighths = upper ? 1 : 0;
  o.rest = steep ? -o.rest : o.rest;
  o.eighths = steep ? 2 - o.eighths : o.eighths;
  return o;
}
WEFT_INLINE double angle_of(struct octant o) {
  return mul_add(o.eighths, 0.5 * PI_2, mul_add(o.eighths, 0.5 * PI_2_LOW, o.rest));
}
WEFT_INLINE double angle_over_pi(struct octant o) {
  return mul_add(o.eighths, 0.25, o.rest * INVERSE_PI);
}

/* For any x and y; of magnitudes and x's sign. */
WEFT_INLINE struct octant octant_of_all(double y, double x) {
  double ay = magnitude(y), ax = magnitude(x);
  bool steep = ay > ax;
  double large = steep ? ay : ax;
  /* Sums must not overflow nor products be denormal; 0/0 is 0, infinity over infinity 1. */
  double scale = large > 0x1p1000 ? 0.5 : large < 0x1p-1000 ? 0x1p60 : 1;
  bool infinite = large == WEFT_INF, zero = large == 0;
  ay = infinite ? (ay == WEFT_INF ? 1 : 0) : ay * scale;
  ax = infinite ? (ax == WEFT_INF ? 1 : 0) : zero ? 1 : ax * scale;
  struct octant o = octant_of(ay, ax);
  bool left = as_long(x) < 0;
  o.eighths = left ? 4 - o.eighths : o.eighths;
  o.rest = left ? -o.rest : o.rest;
  return o;
}

WEFT_FN double atan2(double y, double x) {
  double result = with_sign(angle_of(octant_of_all(y, x)), y);
  return is_nan(x) || is_nan(y) ? x + y : result;
}
WEFT_FN double atan2pi(double y, double x) {
  double result = with_sign(angle_over_pi(octant_of_all(y, x)), y);
  return is_nan(x) || is_nan(y) ? x + y : result;
}
WEFT_FN double atan(double x) {
  return with_sign(angle_of(octant_of(magnitude(x), 1)), x);
}
WEFT_FN double atanpi(double x) {
  return with_sign(angle_over_pi(octant_of(magnitude(x), 1)), x);
}

/* asin ax for ax <= 1/2, else asin sqrt((1 - ax) / 2), which is half of acos ax; NaN for ax > 1 */
WEFT_INLINE double asin_part(double ax, bool far) {
  double z = far ? mul_add(ax, -0.5, 0.5) : ax * ax, s = far ? root(z) : ax;
  return mul_add(s * z, WEFT_ESTRIN(z, WEFT_ASIN_COEFFICIENTS), s);
}
WEFT_FN double asin(double x) {
  double ax = magnitude(x);
  bool far = ax > 0.5;
  double part = asin_part(ax, far);
  return with_sign(far ? mul_add(part, -2, PI_2_LOW) + PI_2 : part, x);
}
WEFT_FN double asinpi(double x) {
  double ax = magnitude(x);
  bool far = ax > 0.5;
  double part = asin_part(ax, far);
  return with_sign(far ? mul_add(part, -2 * INVERSE_PI, 0.5) : part * INVERSE_PI, x);
}
/* acos x = halves * pi/2 + result */
WEFT_INLINE double acos_part(double x, double *halves) {
  double ax = magnitude(x);
  bool far = ax > 0.5;
  double part = asin_part(ax, far);
  *halves = far ? (x < 0 ? 2 : 0) : 1;
  return far ? (x < 0 ? -2 * part : 2 * part) : -with_sign(part, x);
}
WEFT_FN double acos(double x) {
  double halves, part = acos_part(x, &halves);
  return mul_add(halves, PI_2, mul_add(halves, PI_2_LOW, part));
}
WEFT_FN double acospi(double x) {
  double halves, part = acos_part(x, &halves);
  return mul_add(part, INVERSE_PI, halves * 0.5);
}
