// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mathematical functions in half: those in float, rounded once more. Where that could round
// wrongly and exactness is asked for, in double.
#include "builtins/half.h"
#include "builtins/math_functions.h"

WEFT_DECLARE(double)
WEFT_DECLARE(float)

#define WIDE(x) float_of_half(as_ushort(x))
#define NARROW(x) as_half(nearest_half(x))

#define OF_ONE(name)                                                                                                   \
  WEFT_OVERLOAD half name(half x) {                                                                                    \
    return NARROW(name(WIDE(x)));                                                                                      \
  }
#define OF_TWO(name)                                                                                                   \
  WEFT_OVERLOAD half name(half x, half y) {                                                                            \
    return NARROW(name(WIDE(x), WIDE(y)));                                                                             \
  }
#define WITH_INT(name)                                                                                                 \
  WEFT_OVERLOAD half name(half x, int n) {                                                                             \
    return NARROW(name(WIDE(x), n));                                                                                   \
  }
#define EXACT_OF_TWO(M) M(copysign) M(fmax) M(fmin) M(maxmag) M(minmag) M(fmod) M(remainder) M(hypot)
WEFT_FOR_CURVES(OF_ONE)
WEFT_FOR_EXACT(OF_ONE)
WEFT_FOR_CURVES_OF_TWO(OF_TWO)
EXACT_OF_TWO(OF_TWO)
WEFT_FOR_CURVES_WITH_INT(WITH_INT)
WITH_INT(ldexp)

WEFT_OVERLOAD half mad(half a, half b, half c) {
  return NARROW(WIDE(a) * WIDE(b) + WIDE(c));
}
/* Products are exact in float, their sums in double all but: the part lost makes the last bit odd. */
WEFT_OVERLOAD half fma(half a, half b, half c) {
  double x = (double)(WIDE(a) * WIDE(b)), y = (double)WIDE(c);
  double sum = x + y, part = sum - x;
  double lost = (x - (sum - part)) + (y - part);
  long bits = as_long(sum);
  if (lost != 0 && __builtin_elementwise_abs(sum) < (double)INFINITY && !(bits & 1))
    bits += ((lost > 0) == (bits >= 0)) ? 1 : -1;
  return NARROW(as_double(bits));
}
WEFT_OVERLOAD half fdim(half x, half y) {
  return NARROW(fdim(WIDE(x), WIDE(y)));
}
WEFT_OVERLOAD int ilogb(half x) {
  return ilogb(WIDE(x));
}
WEFT_OVERLOAD half nan(ushort code) {
  return as_half((ushort)(0x7e00 | (code & 0x1ff)));
}
WEFT_OVERLOAD half nextafter(half x, half y) {
  float fx = WIDE(x), fy = WIDE(y);
  short bits = as_short(x);
  short next = (short)(bits + (((fx < fy) == (bits >= 0)) ? 1 : -1));
  short from_zero = (short)((as_short(y) & SHRT_MIN) | 1);
  return fx != fx ? x : fy != fy || fx == fy ? y : as_half((short)(fx == 0 ? from_zero : next));
}

WEFT_OVERLOAD half frexp(half x, private int *exponent) {
  int e;
  half result = NARROW(frexp(WIDE(x), &e));
  *exponent = e;
  return result;
}
WEFT_OVERLOAD half modf(half x, private half *integral) {
  float whole;
  half result = NARROW(modf(WIDE(x), &whole));
  *integral = NARROW(whole);
  return result;
}
WEFT_OVERLOAD half fract(half x, private half *whole) {
  float below;
  ushort rest = nearest_half(fract(WIDE(x), &below));
  *whole = NARROW(below);
  return as_half((ushort)(rest == 0x3c00 ? 0x3bff : rest)); /* never 1 */
}
WEFT_OVERLOAD half remquo(half x, half y, private int *quotient) {
  int q;
  half result = NARROW(remquo(WIDE(x), WIDE(y), &q));
  *quotient = q;
  return result;
}
WEFT_OVERLOAD half lgamma_r(half x, private int *sign) {
  int s;
  half result = NARROW(lgamma_r(WIDE(x), &s));
  *sign = s;
  return result;
}
WEFT_OVERLOAD half sincos(half x, private half *cosine) {
  float c;
  half result = NARROW(sincos(WIDE(x), &c));
  *cosine = NARROW(c);
  return result;
}
