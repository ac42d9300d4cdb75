/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Functions of float and half against the C library's in double: every n-th encoding of float, every one of half, and
 * for two arguments all pairs of special values and many others. The reference is a double function of glibc, wrong by
 * some units in double's last place and so by less than 2^-25 of float's: limits are checked with 0.001 to spare.
 *
 *   builtins-math32-ISA [--stride N] [--threads N] [--table] [function]...
 *
 * --stride 1 (or WEFT_TEST_MATH_WHOLE=1) looks at all floats, at all pairs of halves and at all halves with all
 * integers of 16 bits; the default is a prime that takes seconds. --table prints every function's largest error, for
 * docs/math.md. A function with two results has two checks, "modf" and "modf:whole"; its name asks for both.
 */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/builtins/math32_functions.h"

/* --- Errors ------------------------------------------------------------------------------------- */

/* Infinity counts as the power of two behind the largest number, on both sides. */
struct format {
  int digits, smallest;
  double infinity;
};
static const struct format float_format = {24, -126, 0x1p128}, half_format = {11, -14, 0x1p16};

/* ilogb of a normal number and ldexp(1, n), which is most of the time of a whole run. */
static int exponent_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return (int)(bits >> 52 & 0x7ff) - 1023;
}
static double power_of_two(int n) {
  uint64_t bits = (uint64_t)(n + 1023) << 52;
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* |value - reference| in units of the last place that the reference has in this format. */
static double ulps(double value, double reference, const struct format *format) {
  if (isnan(reference) || isnan(value))
    return isnan(reference) && isnan(value) ? 0 : INFINITY;
  if (value == reference)
    return 0;
  double next = format->infinity;
  if (fabs(reference) > next)
    reference = copysign(next, reference);
  if (isinf(value))
    value = copysign(next, value);
  int exponent = exponent_of(reference);
  exponent = exponent < format->smallest ? format->smallest : exponent;
  if (fabs(reference) == next)
    exponent -= 1;
  return fabs(value - reference) * power_of_two(format->digits - 1 - exponent);
}

/* Where the largest error was, and the largest error of those points that have an absolute limit. */
struct worst {
  double error, value, reference, x, y;
  double absolute;
};
static void join(struct worst *all, const struct worst *one) {
  double absolute = fmax(all->absolute, one->absolute);
  if (one->error > all->error)
    *all = *one;
  all->absolute = absolute;
}

static bool is_special(double x) {
  return x == 0 || !isfinite(x);
}
/* What the specification leaves open: which of 0 and -0 is larger, and whether erfc(0) is quite 1. */
static bool is_open(const struct check *check, double x, double y) {
  static const char *const extremes[] = {"fmax", "fmin", "maxmag", "minmag"};
  for (int i = 0; i < 4; i++)
    if (!strcmp(check->name, extremes[i]))
      return x == 0 && y == 0;
  return !strcmp(check->name, "erfc") && x == 0;
}
/* Zero, one and infinity by their bits, where an argument is zero, infinite or NaN, or the result is zero. */
static bool is_wrong_edge(const struct check *check, double value, double reference, double x, double y) {
  if (isnan(reference) || isnan(value))
    return !isnan(reference) || !isnan(value);
  bool has_y = check->kind == OF_TWO_FLOATS || check->kind == OF_TWO_HALVES;
  bool exact = is_special(reference) || fabs(reference) == 1;
  if (reference != 0 && !(exact && (is_special(x) || (has_y && is_special(y)))))
    return false;
  bool wrong = value != reference || !!signbit(value) != !!signbit(reference);
  return wrong && !is_open(check, x, y);
}

/* What half_ functions may do to denormal numbers: with arguments of zero for them, and results of zero. */
static double half_prefix_error(const struct check *check, double value, double reference_here, double x, double y) {
  const double xs[] = {x, 0.0, -0.0}, ys[] = {y, 0.0, -0.0};
  int x_count = x != 0 && fabs(x) < 0x1p-126 ? 3 : 1, y_count = y != 0 && fabs(y) < 0x1p-126 ? 3 : 1;
  double least = INFINITY;
  for (int i = 0; i < x_count; i++)
    for (int j = 0; j < y_count; j++) {
      bool two = check->kind == OF_TWO_FLOATS;
      double reference = i + j == 0 ? reference_here
                         : two      ? check->reference.of_two(xs[i], ys[j])
                                    : check->reference.of_one(xs[i]);
      bool flushed = value == 0 && fabs(reference) < 0x1p-126 * (1 + 0x1p-11) && reference != 0;
      double error = flushed                                                ? 0
                     : is_wrong_edge(check, value, reference, xs[i], ys[j]) ? INFINITY
                                                                            : ulps(value, reference, &float_format);
      least = fmin(least, error);
    }
  return least;
}

/* The error that counts against the limit. Relaxed functions have a range, limits of other kinds, and need not care for
 * denormal numbers, infinity and NaN; where the limit is absolute, the error goes to `absolute` instead. */
static double weigh(const struct check *check, double value, double reference, double x, double y,
                    const struct format *format, double *absolute) {
  if (check->rule == HALF_PREFIX) {
    if (check->low < check->high && isfinite(x) && !(x >= check->low && x <= check->high))
      return fabs(value) <= check->absolute ? 0 : INFINITY;
    return half_prefix_error(check, value, reference, x, y);
  }
  double error = ulps(value, reference, format);
  if (check->rule == FULL)
    return is_wrong_edge(check, value, reference, x, y) ? INFINITY : error;
  double size = fabs(reference);
  /* Exponentials beyond the range of float. */
  if (check->kind == OF_FLOAT && isfinite(x) && (size > 0x1p129 || (size < 0x1p-151 && size > 0)) && x != 0)
    return value == (size > 1 ? INFINITY : 0) ? 0 : INFINITY;
  bool counts = x >= check->low && x <= check->high && (size == 0 || (size >= 0x1p-126 && size <= (double)FLT_MAX));
  counts = counts && (check->kind == OF_FLOAT || x != 0) && isfinite(y);
  if (!counts || (x != 0 && fabs(x) < 0x1p-126))
    return 0;
  if (check->absolute > 0 && x >= check->absolute_low && x <= check->absolute_high) {
    *absolute = isfinite(value) ? fabs(value - reference) : INFINITY;
    return 0;
  }
  return fmax(0, error - floor(fabs(check->slope * x)));
}

static void measure(struct worst *worst, const struct check *check, double value, double reference, double x, double y,
                    const struct format *format) {
  double absolute = 0, error = weigh(check, value, reference, x, y, format, &absolute);
  if (absolute > worst->absolute)
    worst->absolute = absolute;
  if (absolute > check->absolute)
    error = INFINITY;
  if (error > worst->error) {
    absolute = worst->absolute;
    *worst = (struct worst){error, value, reference, x, y, absolute};
  }
}

/* --- Values ------------------------------------------------------------------------------------- */

static float float_of(uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}
static half_type half_of(uint16_t bits) {
  half_type x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static const float special[] = {0x0p0f,         0x1p-149f,     0x1.8p-148f,    0x1.fffffcp-127f,
                                0x1p-126f,      0x1p-100f,     0x1p-64f,       0x1p-30f,
                                0x1p-24f,       0x1p-12f,      0.1f,           0.25f,
                                0x1.5555p-2f,   0.5f,          0x1.6a09e6p-1f, 0x1.fffffep-1f,
                                1.0f,           0x1.000002p0f, 0x1.6a09e8p0f,  1.5f,
                                0x1.921fb6p0f,  0x1.fffffep0f, 2.0f,           0x1.000002p1f,
                                2.5f,           0x1.6a0c22p1f, /* log10 in parts of ln 2 and ln x */
                                3.0f,           0x1.921fb6p1f, 4.0f,           5.0f,
                                7.0f,           8.0f,          10.0f,          16.0f,
                                31.0f,          33.0f,         64.0f,          88.72283f,
                                127.0f,         128.0f,        149.0f,         150.0f,
                                1000.5f,        0x1p16f,       0x1.fffffep21f, 0x1p22f,
                                0x1.800002p22f, 0x1p23f,       0x1.000002p23f, 0x1p24f,
                                0x1.000002p24f, 0x1p25f,       0x1p31f,        0x1p32f,
                                0x1p63f,        0x1p64f,       0x1p100f,       0x1p126f,
                                0x1p127f,       FLT_MAX,       INFINITY,       NAN};
enum { SPECIALS = 2 * sizeof special / sizeof special[0] };
static float special_float(uint64_t i) {
  float x = special[i % (SPECIALS / 2)];
  return i >= SPECIALS / 2 ? -x : x;
}

/* The float nearest to each multiple of pi/2 up to 2^16, where reduction cancels most digits. */
enum { QUADRANTS = 41721 };
static float quadrant_float(uint64_t i) {
  float x = (float)((double)(i + 1) * 1.57079632679489661923);
  return i & 1 ? -x : x;
}

static uint64_t random_word(uint64_t i) {
  uint64_t z = (i + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

/* Pair i: first all of special values, then any encodings, neighbours of one, ordinary magnitudes. */
static void pair_of(uint64_t i, float *x, float *y) {
  if (i < (uint64_t)SPECIALS * SPECIALS) {
    *x = special_float(i % SPECIALS);
    *y = special_float(i / SPECIALS);
    return;
  }
  uint64_t r = random_word(i);
  *x = float_of((uint32_t)r);
  *y = float_of((uint32_t)(r >> 32));
  float exponent = (float)((int)(r >> 57) - 64) / 8;
  switch (i % 5) {
  case 0: /* any encodings */
    break;
  case 1: /* powers that stay finite: y about 100 / log2 x */
    *x = fabsf(*x);
    if (*x > 0 && *x < INFINITY && *x != 1)
      *y = (float)((double)(int32_t)(r >> 32) * 0x1p-31 * 152 / log2((double)*x));
    break;
  case 2:
    *x = ldexpf(1 + (float)(r & 0x7fffff) * 0x1p-23f, (int)(r >> 60) - 8);
    *y = ldexpf(1 + (float)(r >> 32 & 0x7fffff) * 0x1p-23f, (int)exponent);
    *y = r >> 59 & 1 ? -*y : *y;
    *x = r >> 58 & 1 ? -*x : *x;
    break;
  case 3: /* near one, integers */
    *x = float_of(0x3f800000u + (uint32_t)((int32_t)r >> (8 + (r >> 60))));
    *y = (float)((int32_t)(r >> 32) >> (r >> 40 & 31));
    break;
  default: /* of like magnitude, integral ratios too */
    *y = float_of(0x3f000000u + (uint32_t)(r >> 40));
    *x = r & 1 ? *y * (float)((int)(r >> 20 & 0xffff) - 0x8000) / 2
               : float_of(0x3f000000u + (uint32_t)(r >> 16 & 0xffffff) * 2);
  }
}

/* --- Running ------------------------------------------------------------------------------------ */

static uint64_t stride = 10007, pairs = 400000;

/* Arguments of two halves, all of them or edges and some others. */
static void halves_of(uint64_t i, half_type *a, half_type *b) {
  uint64_t r = stride == 1 ? i : random_word(i);
  *a = half_of((uint16_t)r);
  *b = half_of((uint16_t)(r >> 16));
  if (stride != 1 && i < 64 * 64) { /* zeros, infinities, NaN, one, and their neighbours */
    static const uint16_t edges[] = {0x0000, 0x7c00, 0x7e00, 0x3c00, 0x0001, 0x7bff, 0x0400, 0x4000};
    *a = half_of((uint16_t)((edges[i & 7] + (i >> 3 & 3) % 3) ^ (i >> 5 & 1) << 15));
    *b = half_of((uint16_t)((edges[i >> 6 & 7] + (i >> 9 & 3) % 3) ^ (i >> 11 & 1) << 15));
  }
}

/* Every half goes with each of these integers and with others: all of 16 bits, or a few. */
static const int integers[] = {0,      1,       -1,       2,       -2,          3,       -3,
                               0x7fff, 0x10000, -0x10000, INT_MAX, INT_MAX - 1, INT_MIN, INT_MIN + 1};
enum { INTEGERS = sizeof integers / sizeof integers[0], OTHER_INTEGERS = 6 };
static uint64_t integers_of_half(void) {
  return INTEGERS + (stride == 1 ? 0x10000 : OTHER_INTEGERS);
}
static int integer_of(uint64_t i) {
  uint64_t turn = i >> 16, r = random_word(i);
  if (turn < INTEGERS)
    return integers[turn];
  if (stride == 1)
    return (int)(turn - INTEGERS) - 0x8000;
  return turn & 1 ? (int)(int8_t)r >> (r >> 8 & 7) : (int)(int32_t)(uint32_t)(r >> 16) >> (r >> 56 & 31);
}

struct job {
  const struct check *check;
  _Atomic uint64_t next;
  uint64_t end;
  pthread_mutex_t lock;
  struct worst worst;
};

static void look(const struct check *check, uint64_t i, struct worst *worst) {
  float x, y, result;
  double reference;
  int n;
  switch (check->kind) {
  case OF_FLOAT:
    x = i < SPECIALS               ? special_float(i)
        : i < SPECIALS + QUADRANTS ? quadrant_float(i - SPECIALS)
                                   : float_of((uint32_t)((i - SPECIALS - QUADRANTS) * stride));
    result = check->call.of_float(x);
    reference = check->reference.of_one((double)x);
    measure(worst, check, (double)result, reference, (double)x, 0, &float_format);
    break;
  case OF_HALF: {
    half_type h = half_of((uint16_t)i);
    double value = (double)check->call.of_half(h);
    reference = check->reference.of_one((double)h);
    measure(worst, check, value, reference, (double)h, 0, &half_format);
    break;
  }
  case OF_TWO_FLOATS:
    pair_of(i, &x, &y);
    result = check->call.of_two_floats(x, y);
    reference = check->reference.of_two((double)x, (double)y);
    measure(worst, check, (double)result, reference, (double)x, (double)y, &float_format);
    break;
  case OF_TWO_HALVES: {
    half_type a, b;
    halves_of(i, &a, &b);
    double value = (double)check->call.of_two_halves(a, b);
    reference = check->reference.of_two((double)a, (double)b);
    measure(worst, check, value, reference, (double)a, (double)b, &half_format);
    break;
  }
  case OF_FLOAT_AND_INT:
    pair_of(i, &x, &y);
    n = y >= -0x1p31f && y < 0x1p31f ? (int)y : INT_MIN + (int)(random_word(i) & 1) * INT_MAX;
    n = i % 7 ? n : (int)(random_word(i) >> 32);
    result = check->call.of_float_and_int(x, n);
    reference = check->reference.with_int((double)x, n);
    measure(worst, check, (double)result, reference, (double)x, n, &float_format);
    break;
  case OF_HALF_AND_INT: {
    half_type h = half_of((uint16_t)i);
    n = integer_of(i);
    double value = (double)check->call.of_half_and_int(h, n);
    reference = check->reference.with_int((double)h, n);
    measure(worst, check, value, reference, (double)h, n, &half_format);
    break;
  }
  }
}

static void *work(void *argument) {
  struct job *job = argument;
  struct worst worst = {0};
  const uint64_t piece = 1 << 16;
  for (uint64_t from; (from = atomic_fetch_add(&job->next, piece)) < job->end;)
    for (uint64_t i = from; i < from + piece && i < job->end; i++)
      look(job->check, i, &worst);
  pthread_mutex_lock(&job->lock);
  join(&job->worst, &worst);
  pthread_mutex_unlock(&job->lock);
  return NULL;
}

static struct worst run(const struct check *check, unsigned threads) {
  struct job job = {.check = check, .lock = PTHREAD_MUTEX_INITIALIZER};
  switch (check->kind) {
  case OF_FLOAT:
    job.end = SPECIALS + QUADRANTS + ((uint64_t)1 << 32) / stride + 1;
    break;
  case OF_HALF:
    job.end = (uint64_t)1 << 16;
    break;
  case OF_HALF_AND_INT:
    job.end = integers_of_half() << 16;
    break;
  case OF_TWO_HALVES:
    job.end = stride == 1 ? (uint64_t)1 << 32 : pairs;
    break;
  default:
    job.end = pairs;
  }
  pthread_t others[256];
  unsigned started = 0;
  while (started + 1 < threads && started < 256 && !pthread_create(&others[started], NULL, work, &job))
    started++;
  work(&job);
  for (unsigned i = 0; i < started; i++)
    pthread_join(others[i], NULL);
  return job.worst;
}

static bool wanted(const char *name, char **names, int count) {
  for (int i = 0; i < count; i++)
    if (!strcmp(name, names[i]) || (!strncmp(name, names[i], strcspn(name, ":")) && !names[i][strcspn(name, ":")]))
      return true;
  return count == 0;
}

int main(int argc, char **argv) {
#ifdef WEFT_TEST_ISA
  if (!__builtin_cpu_supports(WEFT_TEST_ISA)) {
    printf("no %s here\n", WEFT_TEST_ISA);
    return 77;
  }
#endif
  const char *whole = getenv("WEFT_TEST_MATH_WHOLE");
  if (whole && strcmp(whole, "0") != 0)
    stride = 1;
  bool table = false;
  unsigned threads = 1;
  int first = 1;
  for (; first < argc && argv[first][0] == '-'; first++) {
    if (!strcmp(argv[first], "--table"))
      table = true;
    else if (!strcmp(argv[first], "--stride") && first + 1 < argc)
      stride = strtoull(argv[++first], NULL, 0);
    else if (!strcmp(argv[first], "--threads") && first + 1 < argc)
      threads = (unsigned)strtoul(argv[++first], NULL, 0);
    else
      return 2;
  }
  if (!stride)
    return 2;
  if (stride < 100)
    pairs = ((uint64_t)1 << 32) / stride / 4;
  else if (stride > 50000)
    pairs /= 2;
  int failures = 0, seen = 0;
  for (size_t i = 0; i < check_count; i++) {
    const struct check *check = &checks[i];
    if (!wanted(check->name, argv + first, argc - first))
      continue;
    seen++;
    struct worst worst = run(check, threads);
    bool bad = !(worst.error <= check->limit + (check->limit > 0 ? 0.001 : 0));
    failures += bad;
    if (bad || table) {
      printf("%-15s %-5s %8.3f of %g%s at %a, %a: %a, not %a", check->name,
             check->kind == OF_HALF || check->kind == OF_TWO_HALVES || check->kind == OF_HALF_AND_INT ? "half"
                                                                                                      : "float",
             worst.error, check->limit, bad ? " <---" : "", worst.x, worst.y, worst.value, worst.reference);
      if (check->absolute_low < check->absolute_high)
        printf(", absolute 2^%.2f of 2^%g from %g to %g", log2(worst.absolute), log2(check->absolute),
               check->absolute_low, check->absolute_high);
      printf("\n");
    }
    fflush(stdout);
  }
  printf("%d functions, %d beyond their limits\n", seen, failures);
  return failures != 0 || seen == 0;
}
