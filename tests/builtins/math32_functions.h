/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_BUILTINS_MATH32_FUNCTIONS_H
#define WEFT_TESTS_BUILTINS_MATH32_FUNCTIONS_H

/* The functions of float and half that math32.c looks at: symbols, references, limits of OpenCL C section 7.4. */

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef _Float16 half_type;

enum kind { OF_FLOAT, OF_TWO_FLOATS, OF_FLOAT_AND_INT, OF_HALF, OF_TWO_HALVES, OF_HALF_AND_INT };

/* Of special values, all functions but relaxed ones keep what the specification says, signs of zero included. Of half_
 * functions denormal arguments and results may count as zero, and finite arguments beyond low and high have results of
 * at most `absolute`. */
enum rule { FULL, RELAXED, HALF_PREFIX };

struct check {
  const char *name;
  enum kind kind;
  union {
    float (*of_float)(float);
    float (*of_two_floats)(float, float);
    float (*of_float_and_int)(float, int);
    half_type (*of_half)(half_type);
    half_type (*of_two_halves)(half_type, half_type);
    half_type (*of_half_and_int)(half_type, int);
  } call;
  union {
    double (*of_one)(double);
    double (*of_two)(double, double);
    double (*with_int)(double, int);
  } reference;
  double limit;     /* in units of the last place */
  double absolute;  /* relaxed: this much instead, for arguments between the two below; half_: a bound of results */
  double slope;     /* plus floor(|slope x|), if not 0 */
  double low, high; /* the arguments that count, if low < high */
  enum rule rule;
  double absolute_low, absolute_high;
};
extern const struct check checks[];
extern const size_t check_count;

#endif
