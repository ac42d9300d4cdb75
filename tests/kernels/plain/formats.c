/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "tests/kernels/plain/formats.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"

const struct format formats[FORMATS] = {{"half", "short", "cl_khr_fp16", 2, 11, -14},
                                        {"float", "int", NULL, 4, 24, -126},
                                        {"double", "long", "cl_khr_fp64", 8, 53, -1022}};

const char format_with_half[] = "#ifdef cl_khr_fp16\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#endif\n";

bool format_is_there(const struct format *format) {
  return !format->extension || test_has_extension(format->extension);
}

void format_need(const struct format *format) {
  if (!format_is_there(format))
    test_skip("no %s", format->name);
}

const char *format_spelt(char *room, const char *type, int width) {
  sprintf(room, width == 1 ? "%s" : "%s%d", type, width);
  return room;
}

double half_value(unsigned bits) {
  int e = bits >> 10 & 31;
  double x = e == 31 ? (bits & 1023 ? NAN : INFINITY)
             : e     ? ldexp((bits & 1023) + 1024, e - 25)
                     : ldexp(bits & 1023, -24);
  return bits & 0x8000 ? -x : x;
}

/* The largest half whose magnitude is at most |x|. */
static unsigned below(double x) {
  unsigned low = 0, high = 0x7c00; /* low <= |x| < high, but for infinity */
  double magnitude = fabs(x);
  if (magnitude == INFINITY)
    return 0x7c00;
  while (high - low > 1) {
    unsigned middle = (low + high) / 2;
    if (half_value(middle) <= magnitude)
      low = middle;
    else
      high = middle;
  }
  return low;
}

unsigned half_rounded(double x, char mode) {
  if (isnan(x))
    return 0x7e00;
  unsigned low = below(x), sign = signbit(x) ? 0x8000 : 0;
  double magnitude = fabs(x), under = half_value(low);
  if (magnitude == under)
    return sign | low;
  bool up;
  double above = low == 0x7bff ? 65536 : half_value(low + 1);
  switch (mode) {
  case 'p':
    up = !sign;
    break;
  case 'n':
    up = sign != 0;
    break;
  case 'z':
    up = false;
    break;
  default: /* of two as near, the even one */
    up = magnitude - under > above - magnitude || (magnitude - under == above - magnitude && (low & 1));
  }
  return sign | (low + up);
}

double format_rounded(const struct format *format, double x) {
  switch (format->size) {
  case 2:
    return half_value(half_rounded(x, 'e'));
  case 4:
    return (float)x;
  default:
    return x;
  }
}

void format_put(const struct format *format, void *array, size_t at, double x) {
  char *to = (char *)array + at * format->size;
  cl_half h;
  float f;
  switch (format->size) {
  case 2:
    h = (cl_half)half_rounded(x, 'e');
    memcpy(to, &h, sizeof h);
    return;
  case 4:
    f = (float)x;
    memcpy(to, &f, sizeof f);
    return;
  default:
    memcpy(to, &x, sizeof x);
  }
}

double format_get(const struct format *format, const void *array, size_t at) {
  const char *from = (const char *)array + at * format->size;
  cl_half h;
  float f;
  double d;
  switch (format->size) {
  case 2:
    memcpy(&h, from, sizeof h);
    return half_value(h);
  case 4:
    memcpy(&f, from, sizeof f);
    return f;
  default:
    memcpy(&d, from, sizeof d);
    return d;
  }
}

double format_ulps(const struct format *format, double got, long double want) {
  if (isnan(got) && isnan(want))
    return 0;
  if (isinf(got) || isinf(want) || isnan(got) || isnan(want))
    return got == want ? 0 : INFINITY;
  int e = want == 0 || ilogbl(want) < format->least ? format->least : ilogbl(want);
  return (double)(fabsl((long double)got - want) / ldexpl(1, e + 1 - format->digits));
}

bool format_same(double got, double want) {
  return (got == want && signbit(got) == signbit(want)) || (isnan(got) && isnan(want));
}
