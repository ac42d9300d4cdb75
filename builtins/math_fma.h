/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_BUILTINS_MATH_FMA_H
#define WEFT_BUILTINS_MATH_FMA_H

/* fma, rounded once: the instruction, or integer code where the ISA level has none (a library would be called). */

#include "builtins/weft.h"

#ifdef WEFT_HAS_FMA
WEFT_INLINE float fused(float a, float b, float c) {
  return __builtin_elementwise_fma(a, b, c);
}
WEFT_INLINE double fused(double a, double b, double c) {
  return __builtin_elementwise_fma(a, b, c);
}
#else

/* The product is exact in double; their sum is rounded to odd, so that rounding to float is the only rounding. */
WEFT_INLINE float fused(float a, float b, float c) {
  double x = (double)a * (double)b, y = (double)c;
  double sum = x + y, part = sum - x;
  double lost = (x - (sum - part)) + (y - part);
  long bits = as_long(sum);
  bool inexact = lost != 0 && __builtin_elementwise_abs(sum) < (double)INFINITY;
  /* To odd: step toward the lost part if the last bit is even. */
  if (inexact && !(bits & 1))
    bits += ((lost > 0) == (bits >= 0)) ? 1 : -1;
  return (float)as_double(bits);
}

typedef unsigned _BitInt(128) weft_wide;

/* m * 2^e with m of 53 bits, for finite x other than 0 */
struct weft_parts {
  ulong m;
  int e;
};
WEFT_INLINE struct weft_parts parts_of(double x) {
  ulong bits = as_ulong(x) & 0x7fffffffffffffffUL;
  struct weft_parts p;
  p.e = (int)(bits >> 52) - 1075;
  p.m = bits & 0x000fffffffffffffUL;
  if (bits >> 52)
    p.m |= 0x0010000000000000UL;
  else {
    int lead = (int)__builtin_elementwise_clzg(p.m, 64UL) - 11;
    p.m <<= lead;
    p.e = -1074 - lead;
  }
  return p;
}

static __attribute__((noinline, overloadable)) double fused(double a, double b, double c) {
  ulong infinite = 0x7ff0000000000000UL, value = 0x7fffffffffffffffUL;
  if ((as_ulong(a) & value) >= infinite || (as_ulong(b) & value) >= infinite || a == 0 || b == 0)
    return a * b + c; /* special, or exact */
  if ((as_ulong(c) & value) >= infinite)
    return c; /* however large the product */
  bool negative = (as_long(a) ^ as_long(b)) < 0, subtract = negative != (as_long(c) < 0);
  struct weft_parts pa = parts_of(a), pb = parts_of(b);
  /* Both with their highest bit at 125; of the lower one, what is shifted out counts as a last bit: it is lost only
   * where the exponents differ so much that no more than one bit can cancel. */
  weft_wide product = (weft_wide)pa.m * pb.m;
  int up = (int)__builtin_clzg(product) - 2;
  product <<= up;
  int e = pa.e + pb.e - up;
  weft_wide addend = 0;
  if (c != 0) {
    struct weft_parts pc = parts_of(c);
    addend = (weft_wide)pc.m << 73;
    int shift = e - (pc.e - 73);
    weft_wide *lower = shift >= 0 ? &addend : &product;
    if (shift < 0) {
      e = pc.e - 73;
      shift = -shift;
    }
    weft_wide kept_bits = shift > 127 ? 0 : *lower >> shift;
    bool lost = shift > 127 || kept_bits << shift != *lower;
    *lower = kept_bits | (lost ? 1 : 0);
  }
  weft_wide sum;
  if (!subtract) {
    sum = product + addend;
  } else if (product >= addend) {
    sum = product - addend;
  } else {
    sum = addend - product;
    negative = !negative;
  }
  if (sum == 0)
    return 0.0;
  int top = 127 - (int)__builtin_clzg(sum);               /* highest bit */
  int last = top - 52 + e < -1074 ? -1074 - e : top - 52; /* lowest bit that stays */
  ulong kept;
  if (last <= 0) {
    kept = (ulong)sum << -last;
  } else if (last > 127) {
    kept = 0;
  } else {
    kept = (ulong)(sum >> last);
    weft_wide rest = sum - ((weft_wide)kept << last), half_way = (weft_wide)1 << (last - 1);
    kept += rest > half_way || (rest == half_way && (kept & 1));
  }
  /* A carry out of the significand is one into the exponent. */
  int biased = last + e + 1075;
  ulong bits = kept >> 52 ? ((ulong)biased << 52) + (kept - 0x0010000000000000UL) : kept;
  if (kept >> 52 && biased >= 0x7ff)
    bits = infinite;
  return as_double(bits | (negative ? 0x8000000000000000UL : 0));
}
#endif

#endif
