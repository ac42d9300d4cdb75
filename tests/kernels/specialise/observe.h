/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_KERNELS_SPECIALISE_OBSERVE_H
#define WEFT_TESTS_KERNELS_SPECIALISE_OBSERVE_H

/* What Weft logs of the copies that it makes of kernels, and images to make it do so. */

#include "tests/harness/test.h"

/* Has WEFT_LOG=info written to standard error, where it still appears. To be called first in main(). */
void observe(void);

#define COMPILED ": a copy, "
#define CACHED ": a copy from the cache, "
/* Lines with this text up to now. */
unsigned observed(const char *text);
/* Waits for so many; the test as a whole has a time limit. */
void wait_for(const char *text, unsigned count);

struct test_image {
  cl_mem mem;
  cl_image_format format;
  size_t texel; /* bytes */
};
enum { WIDTH = 29, HEIGHT = 11 }; /* of images */

size_t texel_size(cl_image_format format);
/* With random texels, none of them a NaN; released with the case. */
struct test_image random_image(cl_image_format format, cl_mem_flags flags, uint32_t seed);
/* All its bytes, until the case ends. */
unsigned char *read_image(const struct test_image *image);
cl_sampler sampler(cl_bool normalized, cl_addressing_mode mode, cl_filter_mode filter);

#endif
