/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_KERNELS_PLAIN_FORMATS_H
#define WEFT_TESTS_KERNELS_PLAIN_FORMATS_H

/* The floating-point types of kernels as tests see them from the host, where each value is a double. */

#include <stdbool.h>
#include <stddef.h>

struct format {
  const char *name, *truth; /* and the type of comparisons of vectors */
  const char *extension;    /* NULL: always there */
  size_t size;
  int digits, least; /* of the significand; exponent of the smallest normal number */
};
enum { HALF, FLOAT, DOUBLE, FORMATS };
extern const struct format formats[FORMATS];

/* Skips the case where the device lacks the type. */
void format_need(const struct format *format);
bool format_is_there(const struct format *format);
/* The nearest number of the type, of two as near the even one. */
double format_rounded(const struct format *format, double x);
/* Elements of arrays. */
void format_put(const struct format *format, void *array, size_t at, double x);
double format_get(const struct format *format, const void *array, size_t at);
/* |got - want| in units of the last place that `want` has in the type. */
double format_ulps(const struct format *format, double got, long double want);
/* The same number, zeros with their signs, or both NaN. */
bool format_same(double got, double want);

/* Halves by search among all of them: `mode` is 'e' (nearest even), 'z', 'p' or 'n'. */
double half_value(unsigned bits);
unsigned half_rounded(double x, char mode);

/* Before its first line a program that computes in half has to say so. */
extern const char format_with_half[];
/* "half4" and its like; "half" for a width of 1. */
const char *format_spelt(char *room, const char *type, int width);

#endif
