/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * convert_<type>[_sat][_<mode>] between all integer and floating-point types, and half's conversions through vload_half
 * and vstore_half, against references in long double, which holds every value of every type. Conversions from half
 * look at every half.
 */
#include <fenv.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conversions.h" /* generated */

typedef long double wide;

static uint64_t seed = 0x2545f4914f6cdd1du;
static uint64_t next_random(void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed * 0x9e3779b97f4a7c15u;
}

static wide value_of_half(uint16_t bits) {
  int e = bits >> 10 & 31;
  wide m = bits & 0x3ff;
  wide x = e == 31 ? (m ? (wide)NAN : (wide)INFINITY) : e ? ldexpl(m + 1024, e - 25) : ldexpl(m, -24);
  return bits & 0x8000 ? -x : x;
}

/* Halves, the middle between two of them, and their neighbours: in a type with fewer digits they round to halves. */
static wide near_half(uint64_t bits) {
  uint16_t low = (uint16_t)(bits & 0x7fff) < 0x7c00 ? (uint16_t)(bits & 0x7fff) : 0x7bff;
  wide x = value_of_half(low), next = low == 0x7bff ? 65536 : value_of_half((uint16_t)(low + 1));
  x = bits >> 16 & 1 ? (x + next) / 2 : x;
  wide step = ldexpl(x == 0 ? 0x1p-25L : x, -(int)(bits >> 20 & 31) - 10);
  return x + (wide)((int)(bits >> 18 & 3) % 3 - 1) * step;
}

/* Mostly around powers of two, limits and halves, where conversions turn. */
static wide any_value(void) {
  uint64_t bits = next_random();
  wide x;
  switch (bits >> 61) {
  case 0: {
    static const wide special[] = {0, 0.5L, 1, 1.5L, 2.5L, INFINITY, NAN, 65504, 65520, 65519.99L, 0x1p-24L, 0x1p-25L};
    x = special[bits % (sizeof special / sizeof *special)];
    break;
  }
  case 1: {
    double d;
    memcpy(&d, &bits, sizeof d);
    x = d;
    break;
  }
  case 2:
    x = (wide)(bits >> (next_random() & 63));
    break;
  case 3: { /* near a power of two, in quarters */
    int e = (int)(bits & 63) + 1;
    x = ldexpl(1, e) + (wide)((int)(bits >> 8 & 31) - 16) / 4;
    break;
  }
  case 4: /* half's range and below */
    x = ldexpl((wide)(bits & 0xffffff), -24 - (int)(bits >> 32 & 31));
    break;
  case 5:
    x = near_half(next_random());
    break;
  default:
    x = ldexpl((wide)(bits >> 11), -(int)(next_random() % 120));
  }
  return next_random() & 1 ? -x : x;
}

static int failures;
static uint64_t checks;

static wide integral(wide x, char mode) {
  switch (mode) {
  case 'e':
    return rintl(x);
  case 'p':
    return ceill(x);
  case 'n':
    return floorl(x);
  default:
    return truncl(x);
  }
}

/* The value of a type with `digits` and exponents down to `smallest` on this side of x. */
static wide rounded(wide x, char mode, int digits, int smallest, wide largest) {
  if (!isfinite(x) || x == 0)
    return x;
  int e = ilogbl(x) < smallest ? smallest : ilogbl(x);
  wide unit = ldexpl(1, e + 1 - digits);
  wide r = integral(x / unit, mode == ' ' ? 'e' : mode) * unit;
  r = copysignl(r, x);
  if (fabsl(r) > largest) {
    bool infinite = mode == ' ' || mode == 'e' || (mode == 'p' && x > 0) || (mode == 'n' && x < 0);
    r = copysignl(infinite ? (wide)INFINITY : largest, x);
  }
  return r;
}

static void check(const char *name, wide x, wide value, wide expected) {
  ++checks;
  if ((isnan(value) && isnan(expected)) || (value == expected && !!signbit(value) == !!signbit(expected)))
    return;
  if (failures++ < 40)
    printf("%s(%La) is %La, not %La\n", name, x, value, expected);
}

#define IS_FLOATING(T) ((T)0.5 != 0)
#define IS_SIGNED(T) ((T) - 1 < (T)1)
#define LOWEST(T) (IS_SIGNED(T) ? -ldexpl(1, (int)sizeof(T) * 8 - 1) : 0.0L)
#define HIGHEST(T) (ldexpl(1, (int)sizeof(T) * 8 - (IS_SIGNED(T) ? 1 : 0)) - 1)

/* A source value of type T: any_value() brought into its range. */
#define SOURCE(T, x)                                                                                                   \
  (IS_FLOATING(T)     ? (T)(x)                                                                                         \
   : isnan(x)         ? (T)0                                                                                           \
   : (x) < LOWEST(T)  ? (T)LOWEST(T)                                                                                   \
   : (x) > HIGHEST(T) ? (T)HIGHEST(T)                                                                                  \
                      : (T)(x))

#define IS_HALF(T) (IS_FLOATING(T) && sizeof(T) == 2)
/* What a variable of type T holds: halves by their encoding, not by a conversion of the host. */
#define VALUE(T, variable) (IS_HALF(T) ? value_of_half(first_bits(&(variable))) : (wide)(variable))
static uint16_t first_bits(const void *from) {
  uint16_t bits;
  memcpy(&bits, from, sizeof bits);
  return bits;
}

static void put_bits(void *to, uint16_t bits) {
  memcpy(to, &bits, sizeof bits);
}

/* Every half, or fewer of them where the test is asked for fewer rounds. */
static int rounds;
#define HALF_STEP (rounds < 2000 ? 61 : 1)

#define CHECK(function, D, S, src, sat, mode)                                                                          \
  for (int i = 0; i < (IS_HALF(S) ? 0x10000 : rounds); i += IS_HALF(S) ? HALF_STEP : 1) {                              \
    uint16_t bits = (uint16_t)i;                                                                                       \
    S source;                                                                                                          \
    if (IS_HALF(S)) {                                                                                                  \
      put_bits(&source, bits);                                                                                         \
    } else {                                                                                                           \
      wide x = any_value();                                                                                            \
      source = SOURCE(S, x);                                                                                           \
    }                                                                                                                  \
    wide exact = VALUE(S, source), expected;                                                                           \
    if (IS_FLOATING(D)) {                                                                                              \
      expected = sizeof(D) == 8   ? rounded(exact, mode, 53, -1022, DBL_MAX)                                           \
                 : sizeof(D) == 4 ? rounded(exact, mode, 24, -126, FLT_MAX)                                            \
                                  : rounded(exact, mode, 11, -14, 65504);                                              \
    } else if (!IS_FLOATING(S) && !(sat)) {                                                                            \
      expected = (wide)(D)source;                                                                                      \
    } else {                                                                                                           \
      expected = integral(exact, mode);                                                                                \
      expected = isnan(exact) ? 0 : expected < LOWEST(D) ? LOWEST(D) : expected > HIGHEST(D) ? HIGHEST(D) : expected;  \
      expected = expected == 0 ? 0 : expected;                                                                         \
    }                                                                                                                  \
    D result = function(source);                                                                                       \
    check(#function, exact, VALUE(D, result), expected);                                                               \
  }

/* --- half ------------------------------------------------------------------------------------ */

float vload_half_(size_t offset, const void *p) __asm__("_Z10vload_halfmPKDh");
#define STORES(M)                                                                                                      \
  M(11, vstore_half, , ' ')                                                                                            \
  M(15, vstore_half, _rte, 'e')                                                                                        \
  M(15, vstore_half, _rtz, 'z') M(15, vstore_half, _rtp, 'p') M(15, vstore_half, _rtn, 'n')
#define DECLARE_STORES(length, name, suffix, mode)                                                                     \
  void store##suffix##_f(float, size_t, void *) __asm__("_Z" #length #name #suffix "fmPDh");                           \
  void store##suffix##_d(double, size_t, void *) __asm__("_Z" #length #name #suffix "dmPDh");
STORES(DECLARE_STORES)

#define CHECK_STORES(length, name, suffix, mode)                                                                       \
  for (int i = 0; i < rounds; ++i) {                                                                                   \
    wide x = any_value();                                                                                              \
    uint16_t room[3] = {0x1234, 0, 0x5678};                                                                            \
    float f = (float)x;                                                                                                \
    store##suffix##_f(f, 1, room);                                                                                     \
    check(#name #suffix " float", f, value_of_half(room[1]), rounded(f, mode, 11, -14, 65504));                        \
    double d = (double)x;                                                                                              \
    store##suffix##_d(d, 1, room);                                                                                     \
    check(#name #suffix " double", d, value_of_half(room[1]), rounded(d, mode, 11, -14, 65504));                       \
    check(#name " neighbours", 0, room[0] + room[2], 0x1234 + 0x5678);                                                 \
  }

int main(void) {
#ifdef WEFT_TEST_ISA
  if (!__builtin_cpu_supports(WEFT_TEST_ISA)) {
    printf("no %s here\n", WEFT_TEST_ISA);
    return 77;
  }
#endif
  rounds = getenv("WEFT_TEST_ROUNDS") ? atoi(getenv("WEFT_TEST_ROUNDS")) : 2000;
  CONVERSIONS(CHECK)
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    uint16_t h = (uint16_t)bits;
    check("vload_half", bits, vload_half_(0, &h), value_of_half(h));
  }
  rounds *= 20;
  STORES(CHECK_STORES)
  printf("%llu checks, %d failures\n", (unsigned long long)checks, failures);
  return failures != 0;
}
