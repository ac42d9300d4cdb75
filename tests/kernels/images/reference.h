/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_KERNELS_IMAGES_REFERENCE_H
#define WEFT_TESTS_KERNELS_IMAGES_REFERENCE_H

/* Images after the specification's text (OpenCL C, "Image Addressing and Filtering"), in double and one texel at a
 * time. */

#include "tests/kernels/images/harness.h"

/* How a kernel sees a format's numbers: by the functions that end in f, i, ui and, other than seen_as() says, h. */
enum seen { SEEN_FLOAT, SEEN_SIGNED, SEEN_UNSIGNED, SEEN_HALF, SEENS };
enum seen seen_as(const struct format *format);
/* Whether images of the shape may have the format and these functions take them. */
bool can_be_seen(const struct format *format, const struct shape_info *shape, enum seen seen);

/* Half precision; to it, to the nearest and to even from the middle. */
double reference_half_value(uint16_t bits);
uint16_t reference_half_bits(double value);

/* A texel's colour: floating-point values, or integers as doubles. */
void reference_color(const unsigned char *texel, const struct format *format, double color[4]);

/* What read_image with this sampler gives. `integer`: the coordinates are integers. */
void reference_read(const struct image *image, enum shape shape, const struct format *format, uint32_t sampler,
                    const double *coordinate, bool integer, double color[4]);

/*
 * Whether a texel may hold what was written: channels at most 0.6 of a unit off where the format is normalised, and the
 * nearest otherwise.
 */
bool reference_written(const unsigned char *texel, const struct format *format, const double color[4]);

#endif
