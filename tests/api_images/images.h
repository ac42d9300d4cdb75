/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_API_IMAGES_IMAGES_H
#define WEFT_TESTS_API_IMAGES_IMAGES_H

/* Images of every kind, and what their texels have to be. */

#include "tests/api_memory/objects.h"

#ifndef CL_UNORM_INT_2_101010_EXT
#define CL_UNORM_INT_2_101010_EXT 0x10E5
#endif
#ifndef CL_UNSIGNED_INT_RAW10_EXT
#define CL_UNSIGNED_INT_RAW10_EXT 0x10E3
#define CL_UNSIGNED_INT_RAW12_EXT 0x10E4
#endif

/* Dimensions that the type has not are 1; layers of an array are `layers`. */
struct shape {
  cl_mem_object_type type;
  size_t width, height, depth, layers;
};
#define NUM_SHAPES 6
extern const struct shape shapes[NUM_SHAPES]; /* one of each type, none of its dimensions alike */

const char *type_name(cl_mem_object_type type);
bool has_slices(cl_mem_object_type type);
/* The image as coordinates of commands see it. */
void extent_of(const struct shape *shape, size_t extent[3]);
size_t texels_of(const struct shape *shape);

cl_image_desc descriptor(const struct shape *shape);
/* Fails the case unless it succeeds; released with the case. A 1D image buffer makes its buffer. */
cl_mem make_image(cl_mem_flags flags, cl_image_format format, const struct shape *shape, size_t row_pitch,
                  size_t slice_pitch, void *host_ptr);
cl_mem keep_image(cl_mem image);
size_t element_size(cl_image_format format); /* from the names of channels and type */

/* Texels of 10 or 12 bits, of which several share bytes: raw.c. */
bool is_raw(cl_image_format format);
/* All formats of a type and a flag whose texels have bytes of their own. */
cl_uint formats_of(cl_mem_flags flags, cl_mem_object_type type, cl_image_format **formats);

/* Every texel, rows and slices without gaps, until the case ends. */
unsigned char *texels(cl_mem image, const struct shape *shape, size_t element);

/* What a fill color of 4 values (1 for depth) may look like as a texel: the nearest values that the channels hold,
 * found by trying all of them. */
bool is_texel_of(cl_image_format format, const void *color, const unsigned char *texel);
bool is_signed(cl_image_format format);
bool is_unsigned(cl_image_format format);

uint32_t random_below(uint32_t *state, uint32_t limit);
void random_part(uint32_t *state, const size_t extent[3], size_t origin[3], size_t region[3]);

#define CREATE_GIVES(want, call)                                                                                       \
  do {                                                                                                                 \
    cl_int refused = 1;                                                                                                \
    CHECK((call) == NULL);                                                                                             \
    CHECK_ERR(refused, (want));                                                                                        \
  } while (0)

#endif
