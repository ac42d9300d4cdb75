/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Functions in double of the builtin modules against MPFR, with 128 bits: random encodings, every scale, the ranges
 * where a function bends, the neighbourhood of special values, and hard cases. Limits are the specification's
 * (OpenCL C, relative error as ULPs), errors in the measure of the conformance tests. Exact and correctly rounded
 * functions are compared to the bit, with sums and products of as many bits as they have, rounded once.
 *
 *   math64_mpfr [NAME ...]    WEFT_TEST_ROUNDS: points of each kind (else a short run), WEFT_TEST_SEED,
 *                             WEFT_TEST_VERBOSE: also print what is inside its limit, with the largest error
 */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <mpfr.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BITS 128

/* --- References that MPFR does not have ------------------------------------------------------ */

static int ref_rootn(mpfr_t r, const mpfr_t x, long n) {
  if (n == 0 || (mpfr_sgn(x) < 0 && !(n & 1))) {
    mpfr_set_nan(r);
    return 0;
  }
  return mpfr_rootn_si(r, x, n, MPFR_RNDN);
}
static int ref_powr(mpfr_t r, const mpfr_t x, const mpfr_t y, mpfr_rnd_t rnd) {
  return mpfr_powr(r, x, y, rnd);
}
static int ref_rsqrt(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd) {
  mpfr_rec_sqrt(r, x, rnd);
  return mpfr_zero_p(x) ? mpfr_setsign(r, r, mpfr_signbit(x), rnd) : 0;
}
static int ref_lgamma(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd) {
  int sign;
  return mpfr_lgamma(r, &sign, x, rnd);
}
static int ref_tgamma(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd) {
  /* MPFR's takes minutes where the result is 0 or infinity. */
  if (mpfr_cmp_si(x, 200) > 0 && !mpfr_inf_p(x)) {
    mpfr_set_ui_2exp(r, 1, 2000, rnd);
    return 0;
  }
  if (mpfr_cmp_si(x, -250) < 0 && !mpfr_inf_p(x) && !mpfr_integer_p(x)) {
    mpfr_t n;
    mpfr_init2(n, BITS);
    mpfr_floor(n, x);
    mpfr_div_2ui(n, n, 1, rnd);
    mpfr_set_ui_2exp(r, 1, -4000, rnd);
    if (!mpfr_integer_p(n))
      mpfr_neg(r, r, rnd);
    mpfr_clear(n);
    return 0;
  }
  return mpfr_gamma(r, x, rnd);
}
static int ref_erfc(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd) {
  if (mpfr_cmp_si(x, 40) > 0) {
    mpfr_set_ui_2exp(r, 1, -4000, rnd);
    return mpfr_inf_p(x) ? mpfr_set_ui(r, 0, rnd) : 0;
  }
  return mpfr_erfc(r, x, rnd);
}
static int ref_fmod(mpfr_t r, const mpfr_t x, const mpfr_t y, mpfr_rnd_t rnd) {
  return mpfr_fmod(r, x, y, rnd);
}

static int ref_ceil(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd) {
  return mpfr_ceil(r, x);
}
static int ref_floor(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd) {
  return mpfr_floor(r, x);
}
static int ref_trunc(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd) {
  return mpfr_trunc(r, x);
}
static int ref_round(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd) {
  return mpfr_round(r, x);
}
static int ref_logb(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd) {
  if (mpfr_regular_p(x))
    return mpfr_set_si(r, mpfr_get_exp(x) - 1, rnd);
  if (mpfr_nan_p(x))
    mpfr_set_nan(r);
  else
    mpfr_set_inf(r, mpfr_zero_p(x) ? -1 : 1);
  return 0;
}

/* Which of 0 and -0 is larger. */
static bool sign_is_open;
static int ref_fmax(mpfr_t r, const mpfr_t x, const mpfr_t y, mpfr_rnd_t rnd) {
  sign_is_open = mpfr_zero_p(x) && mpfr_zero_p(y);
  return mpfr_max(r, x, y, rnd);
}
static int ref_fmin(mpfr_t r, const mpfr_t x, const mpfr_t y, mpfr_rnd_t rnd) {
  sign_is_open = mpfr_zero_p(x) && mpfr_zero_p(y);
  return mpfr_min(r, x, y, rnd);
}
static int ref_maxmag(mpfr_t r, const mpfr_t x, const mpfr_t y, mpfr_rnd_t rnd) {
  int order = mpfr_nan_p(x) || mpfr_nan_p(y) ? 0 : mpfr_cmpabs(x, y);
  return order ? mpfr_set(r, order > 0 ? x : y, rnd) : ref_fmax(r, x, y, rnd);
}
static int ref_minmag(mpfr_t r, const mpfr_t x, const mpfr_t y, mpfr_rnd_t rnd) {
  int order = mpfr_nan_p(x) || mpfr_nan_p(y) ? 0 : mpfr_cmpabs(x, y);
  return order ? mpfr_set(r, order < 0 ? x : y, rnd) : ref_fmin(r, x, y, rnd);
}

typedef int unary(mpfr_t, const mpfr_t, mpfr_rnd_t);
typedef int binary(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t);
typedef int with_int(mpfr_t, const mpfr_t, long);

static int ref_pown(mpfr_t r, const mpfr_t x, long n) {
  return mpfr_pow_si(r, x, n, MPFR_RNDN);
}

/* name, its length for the mangling, reference, limit, range of arguments of special interest */
#define UNARY(M)                                                                                                       \
  M(exp, 3, mpfr_exp, 3, -746, 711)                                                                                    \
  M(exp2, 4, mpfr_exp2, 3, -1076, 1025)                                                                                \
  M(exp10, 5, mpfr_exp10, 3, -324, 309)                                                                                \
  M(expm1, 5, mpfr_expm1, 3, -40, 710)                                                                                 \
  M(log, 3, mpfr_log, 3, 0.5, 2)                                                                                       \
  M(log2, 4, mpfr_log2, 3, 0.5, 2)                                                                                     \
  M(log10, 5, mpfr_log10, 3, 0.5, 2)                                                                                   \
  M(log1p, 5, mpfr_log1p, 2, -1, 3)                                                                                    \
  M(cbrt, 4, mpfr_cbrt, 2, 0.5, 16)                                                                                    \
  M(rsqrt, 5, ref_rsqrt, 2, 0.5, 4)                                                                                    \
  M(sin, 3, mpfr_sin, 4, -10, 10)                                                                                      \
  M(cos, 3, mpfr_cos, 4, -10, 10)                                                                                      \
  M(tan, 3, mpfr_tan, 5, -10, 10)                                                                                      \
  M(sinpi, 5, mpfr_sinpi, 4, -4, 4)                                                                                    \
  M(cospi, 5, mpfr_cospi, 4, -4, 4)                                                                                    \
  M(tanpi, 5, mpfr_tanpi, 6, -4, 4)                                                                                    \
  M(asin, 4, mpfr_asin, 4, -1, 1)                                                                                      \
  M(acos, 4, mpfr_acos, 4, -1, 1)                                                                                      \
  M(atan, 4, mpfr_atan, 5, -4, 4)                                                                                      \
  M(asinpi, 6, mpfr_asinpi, 5, -1, 1)                                                                                  \
  M(acospi, 6, mpfr_acospi, 5, -1, 1)                                                                                  \
  M(atanpi, 6, mpfr_atanpi, 5, -4, 4)                                                                                  \
  M(sinh, 4, mpfr_sinh, 4, -711, 711)                                                                                  \
  M(cosh, 4, mpfr_cosh, 4, -711, 711)                                                                                  \
  M(tanh, 4, mpfr_tanh, 5, -23, 23)                                                                                    \
  M(asinh, 5, mpfr_asinh, 4, -4, 4)                                                                                    \
  M(acosh, 5, mpfr_acosh, 4, 1, 4)                                                                                     \
  M(atanh, 5, mpfr_atanh, 5, -1, 1)                                                                                    \
  M(erf, 3, mpfr_erf, 16, -6.5, 6.5)                                                                                   \
  M(erfc, 4, ref_erfc, 16, -6.5, 28)                                                                                   \
  M(tgamma, 6, ref_tgamma, 16, -185, 172)                                                                              \
  M(lgamma, 6, ref_lgamma, 16, -20, 20)                                                                                \
  M(sqrt, 4, mpfr_sqrt, 0.5, 0.5, 4)                                                                                   \
  M(fabs, 4, mpfr_abs, 0, -4, 4)                                                                                       \
  M(ceil, 4, ref_ceil, 0, -100, 100)                                                                                   \
  M(floor, 5, ref_floor, 0, -100, 100)                                                                                 \
  M(trunc, 5, ref_trunc, 0, -100, 100)                                                                                 \
  M(rint, 4, mpfr_rint, 0, -100, 100)                                                                                  \
  M(round, 5, ref_round, 0, -100, 100)                                                                                 \
  M(logb, 4, ref_logb, 0, -100, 100)
#define BINARY(M)                                                                                                      \
  M(pow, 3, mpfr_pow, 16, 0, 50)                                                                                       \
  M(powr, 4, ref_powr, 16, 0, 50)                                                                                      \
  M(atan2, 5, mpfr_atan2, 6, -4, 4)                                                                                    \
  M(atan2pi, 7, mpfr_atan2pi, 6, -4, 4)                                                                                \
  M(hypot, 5, mpfr_hypot, 4, -4, 4)                                                                                    \
  M(fmod, 4, ref_fmod, 0, -100, 100)                                                                                   \
  M(remainder, 9, mpfr_remainder, 0, -100, 100)                                                                        \
  M(fmax, 4, ref_fmax, 0, -4, 4)                                                                                       \
  M(fmin, 4, ref_fmin, 0, -4, 4)                                                                                       \
  M(maxmag, 6, ref_maxmag, 0, -4, 4)                                                                                   \
  M(minmag, 6, ref_minmag, 0, -4, 4)
#define WITH_INT(M)                                                                                                    \
  M(pown, 4, ref_pown, 16, -10, 10)                                                                                    \
  M(rootn, 5, ref_rootn, 16, -10, 10)

#define DECLARE_UNARY(name, length, ...) double weft_##name(double) __asm__("_Z" #length #name "d");
#define DECLARE_BINARY(name, length, ...) double weft_##name(double, double) __asm__("_Z" #length #name "dd");
#define DECLARE_INT(name, length, ...) double weft_##name(double, int) __asm__("_Z" #length #name "di");
UNARY(DECLARE_UNARY)
BINARY(DECLARE_BINARY)
WITH_INT(DECLARE_INT)
double weft_fma(double, double, double) __asm__("_Z3fmaddd");
double weft_fdim(double, double) __asm__("_Z4fdimdd");
double weft_copysign(double, double) __asm__("_Z8copysigndd");
double weft_nextafter(double, double) __asm__("_Z9nextafterdd");
double weft_ldexp(double, int) __asm__("_Z5ldexpdi");
double weft_remquo(double, double, int *) __asm__("_Z6remquoddPi");
double weft_frexp(double, int *) __asm__("_Z5frexpdPi");
double weft_modf(double, double *) __asm__("_Z4modfdPd");
double weft_fract(double, double *) __asm__("_Z5fractdPd");
double weft_sincos(double, double *) __asm__("_Z6sincosdPd");
double weft_lgamma_r(double, int *) __asm__("_Z8lgamma_rdPi");
int weft_ilogb(double) __asm__("_Z5ilogbd");

/* Second results start as what no function gives. */
static double sincos_sine(double x) {
  double cosine = 77;
  return weft_sincos(x, &cosine);
}
static double sincos_cosine(double x) {
  double cosine = 77;
  weft_sincos(x, &cosine);
  return cosine;
}
/* The sign of Gamma counts but where Gamma is not defined; of a wrong one comes a wrong result. */
static int gamma_sign;
static int ref_lgamma_r(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd) {
  int result = mpfr_lgamma(r, &gamma_sign, x, rnd);
  if (mpfr_nan_p(x) || (mpfr_sgn(x) <= 0 && (mpfr_inf_p(x) || mpfr_integer_p(x))))
    gamma_sign = 0;
  return result;
}
static double lgamma_r_with_sign(double x) {
  int sign = 77;
  double result = weft_lgamma_r(x, &sign);
  return gamma_sign && gamma_sign != sign ? (double)NAN : result;
}

/* --- Inputs ----------------------------------------------------------------------------------- */

static uint64_t seed = 0x853c49e6748fea9bu;
static uint64_t next_random(void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed * 0x2545f4914f6cdd1du;
}
static double next_unit(void) {
  return (double)(next_random() >> 11) * 0x1p-53;
}
static double any_encoding(void) {
  uint64_t bits = next_random();
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}
/* Every scale in which something but the limits happens. */
static double any_scale(void) {
  double x = ldexp(1 + next_unit(), (int)(next_random() >> 32) % 121 - 60);
  return next_random() >> 63 ? -x : x;
}

/* Also numbers that lie nearest to multiples of pi/2 in their binade, found by continued fractions. */
static const double hard[] = {0.0,
                              0.25,
                              0.5,
                              0.75,
                              1.0,
                              1.5,
                              2.0,
                              2.5,
                              3.0,
                              4.0,
                              5.0,
                              10.0,
                              0x1p-1074,
                              0x1p-1022,
                              0x1p-1021,
                              0x1p-60,
                              0x1p-54,
                              0x1p-53,
                              0x1p-28,
                              0x1p-27,
                              0x1p28,
                              0x1p31,
                              0x1p32,
                              0x1p52,
                              0x1p53,
                              0x1p54,
                              0x1p63,
                              0x1p64,
                              0x1p1022,
                              0x1p1023,
                              DBL_MAX,
                              INFINITY,
                              0x1.6a09e667f3bcdp-1,
                              0x1.6a09e667f3bccp0,
                              0x1.62e42fefa39efp-1,
                              0x1.62e42fefa39efp-2,
                              0x1.921fb54442d18p-1,
                              0x1.921fb54442d18p0,
                              0x1.921fb54442d18p1,
                              0x1.62e42fefa39efp9,
                              709.782712893384,
                              710.4758600739439,
                              745.1332191019411,
                              171.62437695630272,
                              26.543258430632299,
                              5.9215871957945083,
                              0x1.6ac5b262ca1ffp+849,
                              0x1.6ac5b262ca1ffp+19,
                              0x1.1a62633145c07p-53,
                              0x1.2b75a4ae80b7fp+25,
                              0x1.45f306dc9c883p+4,
                              0x1.c9d8aa1a7ed2cp+21,
                              0x1.5fdbbe9bba775p+2};
#define HARD (sizeof hard / sizeof *hard)
static double near_hard(void) {
  double x = hard[next_random() % HARD];
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  int64_t step = (int64_t)(next_random() >> 62) ? (int64_t)(next_random() >> 60) - 8 : 0;
  if (bits + (uint64_t)step <= 0x7ff0000000000000u)
    bits += (uint64_t)step;
  if (next_random() >> 63)
    bits |= 0x8000000000000000u;
  memcpy(&x, &bits, sizeof x);
  return x;
}
/* The k-th double near k pi/2, for random k below 2^50: reduction's worst comes with most digits cancelled. */
static double near_quadrant(void) {
  double k = floor(ldexp(1 + next_unit(), (int)(next_random() % 50)));
  return (double)((long double)k * 1.570796326794896619231321691639751L);
}

enum kind { ENCODINGS, SCALES, RANGE, NEAR_HARD, QUADRANTS, KINDS };
static double next_input(enum kind kind, double from, double to) {
  switch (kind) {
  case ENCODINGS:
    return any_encoding();
  case SCALES:
    return any_scale();
  case RANGE:
    return from + (to - from) * next_unit();
  case QUADRANTS:
    return near_quadrant();
  default:
    return near_hard();
  }
}

/* --- Errors ----------------------------------------------------------------------------------- */

static mpfr_t reference, difference;

/* Of the last place that counts: the smallest of double, or of 1 for lgamma, which the specification does not limit and
 * which may lose digits where it vanishes. */
static long smallest_exponent = -1021;

/* |value - reference| in units of the reference's last place in double; infinities count as 2^1024. */
static double error_of(double value) {
  if (mpfr_nan_p(reference))
    return isnan(value) ? 0 : INFINITY;
  if (isnan(value))
    return INFINITY;
  if (mpfr_zero_p(reference))
    return value == 0 ? 0 : INFINITY;
  bool beyond = mpfr_inf_p(reference) || mpfr_get_exp(reference) > 1024;
  if (beyond && isinf(value))
    return (mpfr_sgn(reference) > 0) == (value > 0) ? 0 : INFINITY;
  if (beyond)
    mpfr_set_ui_2exp(difference, 1, 1024, MPFR_RNDN);
  else
    mpfr_abs(difference, reference, MPFR_RNDN);
  if (mpfr_sgn(reference) < 0)
    mpfr_neg(difference, difference, MPFR_RNDN);
  long exponent = beyond ? 1024 : mpfr_get_exp(reference);
  if (exponent < smallest_exponent)
    exponent = smallest_exponent;
  if (isinf(value)) {
    /* Correct rounding gives infinity half a unit below 2^1024 already. */
    mpfr_t limit;
    mpfr_init2(limit, BITS);
    mpfr_set_ui_2exp(limit, 1, 1024, MPFR_RNDN);
    if (value < 0)
      mpfr_neg(limit, limit, MPFR_RNDN);
    mpfr_sub(difference, limit, difference, MPFR_RNDN);
    mpfr_clear(limit);
  } else {
    mpfr_sub_d(difference, difference, value, MPFR_RNDN);
  }
  mpfr_mul_2si(difference, difference, 53 - exponent, MPFR_RNDN);
  return fabs(mpfr_get_d(difference, MPFR_RNDN));
}

struct worst {
  double error, x, y, value, expected;
};
static void note(struct worst *w, double value, double x, double y) {
  double error = error_of(value);
  /* The sign of zero, but of results that vanish only by rounding. */
  if (value == 0 && mpfr_zero_p(reference) && !!signbit(value) != !!mpfr_signbit(reference) && !sign_is_open)
    error = INFINITY;
  sign_is_open = false;
  if (!(error <= w->error))
    *w = (struct worst){error, x, y, value, mpfr_get_d(reference, MPFR_RNDN)};
}

static int failures, argument_count;
static char **arguments;
static long rounds = 3000;

static bool wanted(const char *name) {
  for (int i = 1; i < argument_count; ++i)
    if (!strcmp(arguments[i], name))
      return true;
  return argument_count < 2;
}
static void report(const char *name, const struct worst *w, double limit) {
  bool bad = !(w->error <= limit + (limit > 0 ? 1e-9 : 0));
  if (bad || getenv("WEFT_TEST_VERBOSE"))
    printf("%-13s %8.3f of %g at %a, %a: %a, not %a%s\n", name, w->error, limit, w->x, w->y, w->value, w->expected,
           bad ? "  <---" : "");
  failures += bad;
}

static void check_unary(const char *name, double (*f)(double), unary *ref, double limit, double from, double to) {
  struct worst w = {0};
  mpfr_t x;
  mpfr_init2(x, 53);
  smallest_exponent = ref == ref_lgamma || ref == ref_lgamma_r ? 1 : -1021;
  for (int kind = 0; kind < KINDS; ++kind)
    for (long i = 0; i < rounds; ++i) {
      double v = next_input((enum kind)kind, from, to);
      mpfr_set_d(x, v, MPFR_RNDN);
      ref(reference, x, MPFR_RNDN);
      note(&w, f(v), v, 0);
    }
  smallest_exponent = -1021;
  mpfr_clear(x);
  report(name, &w, limit);
}
static void check_binary(const char *name, double (*f)(double, double), binary *ref, double limit, double from,
                         double to) {
  struct worst w = {0};
  mpfr_t x, y;
  mpfr_inits2(53, x, y, (mpfr_ptr)0);
  for (int kind = 0; kind < KINDS; ++kind)
    for (long i = 0; i < rounds; ++i) {
      /* A third of the pairs mixes two kinds. */
      enum kind other = i % 3 ? (enum kind)kind : (enum kind)(next_random() % KINDS);
      double v = next_input((enum kind)kind, from, to), u = next_input(other, from, to);
      if (i % 16 == 5)
        u = i & 16 ? v : -v;
      mpfr_set_d(x, v, MPFR_RNDN);
      mpfr_set_d(y, u, MPFR_RNDN);
      ref(reference, x, y, MPFR_RNDN);
      note(&w, f(v, u), v, u);
    }
  mpfr_clears(x, y, (mpfr_ptr)0);
  report(name, &w, limit);
}
static void check_int(const char *name, double (*f)(double, int), with_int *ref, double limit, double from, double to) {
  struct worst w = {0};
  mpfr_t x;
  mpfr_init2(x, 53);
  for (int kind = 0; kind < KINDS; ++kind)
    for (long i = 0; i < rounds; ++i) {
      double v = next_input((enum kind)kind, from, to);
      int n = (int)((int64_t)next_random() >> (32 + next_random() % 32));
      mpfr_set_d(x, v, MPFR_RNDN);
      ref(reference, x, n);
      note(&w, f(v, n), v, n);
    }
  mpfr_clear(x);
  report(name, &w, limit);
}

/* --- To the bit -------------------------------------------------------------------------------- */

/* More than lie between the first bit of a product of doubles and the last of another. */
#define EXACT_BITS 4400
static mpfr_t exact, px, py, pz; /* the last three hold the arguments */

struct point {
  double x, y, z;
  int n;
};
struct results {
  double first, second;
};
static struct results rounded(double second) {
  return (struct results){mpfr_get_d(exact, MPFR_RNDN), second};
}

static struct results call_fma(struct point p) {
  return (struct results){weft_fma(p.x, p.y, p.z), 0};
}
static struct results want_fma(struct point p) {
  mpfr_fma(exact, px, py, pz, MPFR_RNDN);
  return rounded(0);
}
static struct results call_fdim(struct point p) {
  return (struct results){weft_fdim(p.x, p.y), 0};
}
static struct results want_fdim(struct point p) {
  if (mpfr_lessequal_p(px, py))
    return (struct results){0, 0};
  mpfr_sub(exact, px, py, MPFR_RNDN);
  return rounded(0);
}
static struct results call_copysign(struct point p) {
  return (struct results){weft_copysign(p.x, p.y), 0};
}
static struct results want_copysign(struct point p) {
  mpfr_setsign(exact, px, signbit(p.y), MPFR_RNDN);
  return rounded(0);
}
static struct results call_nextafter(struct point p) {
  return (struct results){weft_nextafter(p.x, p.y), 0};
}
/* A little more than x, rounded up, or a little less, rounded down. */
static struct results want_nextafter(struct point p) {
  if (mpfr_nan_p(px) || mpfr_nan_p(py))
    return (struct results){(double)NAN, 0};
  if (mpfr_equal_p(px, py))
    return (struct results){p.y, 0};
  if (mpfr_inf_p(px))
    return (struct results){copysign(DBL_MAX, p.x), 0};
  bool up = mpfr_less_p(px, py);
  mpfr_set_si_2exp(exact, up ? 1 : -1, -1200, MPFR_RNDN);
  mpfr_add(exact, exact, px, MPFR_RNDN);
  return (struct results){mpfr_get_d(exact, up ? MPFR_RNDU : MPFR_RNDD), 0};
}
static struct results call_ldexp(struct point p) {
  return (struct results){weft_ldexp(p.x, p.n), 0};
}
static struct results want_ldexp(struct point p) {
  mpfr_mul_2si(exact, px, p.n, MPFR_RNDN);
  return rounded(0);
}
static struct results call_ilogb(struct point p) {
  return (struct results){weft_ilogb(p.x), 0};
}
static struct results want_ilogb(struct point p) {
  return (struct results){mpfr_zero_p(px) ? INT_MIN : mpfr_number_p(px) ? (double)(mpfr_get_exp(px) - 1) : INT_MAX, 0};
}
static struct results call_remquo(struct point p) {
  int quotient = 777;
  double rest = weft_remquo(p.x, p.y, &quotient);
  return (struct results){rest, quotient};
}
/* Seven bits of the quotient with its sign, and 0 where there is none. */
static struct results want_remquo(struct point p) {
  long quotient;
  mpfr_remquo(exact, &quotient, px, py, MPFR_RNDN);
  return rounded(mpfr_nan_p(exact) ? 0 : (double)(quotient % 128));
}
static struct results call_frexp(struct point p) {
  int exponent = 7777;
  double fraction = weft_frexp(p.x, &exponent);
  return (struct results){fraction, isfinite(p.x) ? exponent : 0};
}
static struct results want_frexp(struct point p) {
  mpfr_exp_t exponent = 0;
  mpfr_frexp(&exponent, exact, px, MPFR_RNDN);
  return rounded(mpfr_number_p(px) ? (double)exponent : 0);
}
static struct results call_modf(struct point p) {
  double whole = 0.7;
  double fraction = weft_modf(p.x, &whole);
  return (struct results){fraction, whole};
}
static struct results want_modf(struct point p) {
  mpfr_modf(py, exact, px, MPFR_RNDN);
  return rounded(mpfr_get_d(py, MPFR_RNDN));
}
static struct results call_fract(struct point p) {
  double whole = 0.7;
  double fraction = weft_fract(p.x, &whole);
  return (struct results){fraction, whole};
}
static struct results want_fract(struct point p) {
  mpfr_floor(py, px);
  double whole = mpfr_get_d(py, MPFR_RNDN);
  if (!mpfr_regular_p(px))
    return (struct results){mpfr_nan_p(px) ? (double)NAN : copysign(0, p.x), whole};
  mpfr_sub(exact, px, py, MPFR_RNDN);
  return (struct results){fmin(rounded(0).first, 0x1.fffffffffffffp-1), whole};
}

#define EXACTLY(M)                                                                                                     \
  M(fma)                                                                                                               \
  M(fdim)                                                                                                              \
  M(copysign)                                                                                                          \
  M(nextafter)                                                                                                         \
  M(ldexp)                                                                                                             \
  M(ilogb)                                                                                                             \
  M(remquo)                                                                                                            \
  M(frexp)                                                                                                             \
  M(modf)                                                                                                              \
  M(fract)

/* x with few bits, so that products and sums with it may lie halfway between two doubles. */
static double short_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits &= UINT64_MAX << (28 + next_random() % 24);
  memcpy(&x, &bits, sizeof x);
  return x;
}
static struct point next_point(enum kind kind, long i) {
  enum kind other = i % 3 ? kind : (enum kind)(next_random() % KINDS);
  struct point p = {next_input(kind, -100, 100), next_input(other, -100, 100), next_input(other, -100, 100),
                    (int)((int64_t)next_random() >> (32 + next_random() % 32))};
  int scale = (int)(next_random() % 128) - 64;
  switch (next_random() % 8) {
  case 0: /* a sum that cancels */
    p.z = -p.x * p.y;
    break;
  case 1: /* a sum with bits near the last of the result, and far behind it; y in a simple ratio to x */
    p.y = short_of(p.y);
    p.z = ldexp(short_of(p.x * p.y), scale);
    p.x = short_of(p.x);
    break;
  case 2: { /* results that are about to be denormal, and halfway between two */
    p.x = short_of(p.x);
    p.y = short_of(p.y);
    int x_exponent, y_exponent;
    if (isfinite(p.x) && isfinite(p.y)) {
      p.x = frexp(p.x, &x_exponent);
      p.y = ldexp(frexp(p.y, &y_exponent), -1040 + scale);
      p.z = ldexp(short_of(p.z), -1074 - (isfinite(p.z) && p.z != 0 ? ilogb(p.z) : 0) + (scale & 15));
      p.n = -1060 + scale / 2;
    }
    break;
  }
  case 3: /* quotients of halves */
    p.y = short_of(p.y);
    p.x = p.y * (double)((int)(next_random() >> 32) >> (next_random() % 32)) / 2;
    break;
  case 4: { /* numbers next to each other, equal ones */
    uint64_t bits;
    memcpy(&bits, &p.x, sizeof bits);
    bits += next_random() % 3 - 1;
    memcpy(&p.y, &bits, sizeof bits);
    break;
  }
  default:
    break;
  }
  return p;
}

static bool same(double a, double b) {
  return (isnan(a) && isnan(b)) || (a == b && !signbit(a) == !signbit(b));
}
static void check_exactly(const char *name, struct results (*call)(struct point),
                          struct results (*want)(struct point)) {
  long wrong = 0;
  for (int kind = 0; kind < KINDS; ++kind)
    for (long i = 0; i < rounds; ++i) {
      struct point p = next_point((enum kind)kind, i);
      mpfr_set_d(px, p.x, MPFR_RNDN);
      mpfr_set_d(py, p.y, MPFR_RNDN);
      mpfr_set_d(pz, p.z, MPFR_RNDN);
      struct results got = call(p), expected = want(p);
      if ((!same(got.first, expected.first) || !same(got.second, expected.second)) && !wrong++)
        printf("%-13s at %a, %a, %a, %d: %a and %a, not %a and %a  <---\n", name, p.x, p.y, p.z, p.n, got.first,
               got.second, expected.first, expected.second);
    }
  if (wrong || getenv("WEFT_TEST_VERBOSE"))
    printf("%-13s %ld of %ld wrong\n", name, wrong, KINDS * rounds);
  failures += wrong != 0;
}

int main(int argc, char **argv) {
#ifdef WEFT_TEST_ISA
  if (!__builtin_cpu_supports(WEFT_TEST_ISA)) {
    printf("no %s here\n", WEFT_TEST_ISA);
    return 77;
  }
#endif
  argument_count = argc;
  arguments = argv;
  if (getenv("WEFT_TEST_ROUNDS"))
    rounds = atol(getenv("WEFT_TEST_ROUNDS"));
  if (getenv("WEFT_TEST_SEED"))
    seed += strtoull(getenv("WEFT_TEST_SEED"), NULL, 0);
  mpfr_inits2(BITS, reference, difference, (mpfr_ptr)0);
  mpfr_inits2(53, px, py, pz, (mpfr_ptr)0);
  mpfr_init2(exact, EXACT_BITS);
#define CHECK_UNARY(name, length, ref, limit, from, to)                                                                \
  if (wanted(#name))                                                                                                   \
    check_unary(#name, weft_##name, ref, limit, from, to);
#define CHECK_BINARY(name, length, ref, limit, from, to)                                                               \
  if (wanted(#name))                                                                                                   \
    check_binary(#name, weft_##name, ref, limit, from, to);
#define CHECK_INT(name, length, ref, limit, from, to)                                                                  \
  if (wanted(#name))                                                                                                   \
    check_int(#name, weft_##name, ref, limit, from, to);
  UNARY(CHECK_UNARY)
  BINARY(CHECK_BINARY)
#define CHECK_EXACTLY(name)                                                                                            \
  if (wanted(#name))                                                                                                   \
    check_exactly(#name, call_##name, want_##name);
  WITH_INT(CHECK_INT)
  EXACTLY(CHECK_EXACTLY)
  if (wanted("sincos")) {
    check_unary("sincos", sincos_sine, mpfr_sin, 4, -10, 10);
    check_unary("sincos:cosine", sincos_cosine, mpfr_cos, 4, -10, 10);
  }
  if (wanted("lgamma_r"))
    check_unary("lgamma_r", lgamma_r_with_sign, ref_lgamma_r, 16, -20, 20);
  mpfr_clears(reference, difference, exact, px, py, pz, (mpfr_ptr)0);
  mpfr_free_cache();
  printf("%d failures\n", failures);
  return failures != 0;
}
