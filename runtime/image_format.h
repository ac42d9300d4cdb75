/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_IMAGE_FORMAT_H
#define WEFT_RUNTIME_IMAGE_FORMAT_H

/* The image formats of image_formats.def: what they are, where they may be used, and texels of them. */

#include <CL/cl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  WEFT_IMAGE_READ = 1,       /* read_only */
  WEFT_IMAGE_WRITE = 2,      /* write_only */
  WEFT_IMAGE_READ_WRITE = 4, /* read_write */
};

struct weft_image_format {
  cl_image_format name;
  uint8_t size; /* bytes of a texel, or of a block of texels that share bytes */
  uint8_t block_log2; /* texels of a block: 1 << block_log2; 0 but for raw formats */
  bool only_2d; /* 2D images and 2D arrays alone */
  uint8_t uses; /* WEFT_IMAGE_* */
};

#define WEFT_IMAGE_FORMATS 89
extern const struct weft_image_format weft_image_formats[WEFT_IMAGE_FORMATS];

/* The row of a format, or NULL: there is none. */
const struct weft_image_format *weft_image_format_find(const cl_image_format *name);
static inline uint32_t weft_image_format_row(const struct weft_image_format *format) {
  return (uint32_t)(format - weft_image_formats);
}
static inline size_t weft_image_format_block(const struct weft_image_format *format) {
  return (size_t)1 << format->block_log2;
}
/* Bits of a texel that shares bytes with others; 0: it has whole bytes. */
static inline unsigned weft_image_format_bits(const struct weft_image_format *format) {
  return format->block_log2 ? 8 + (8u >> format->block_log2) : 0;
}
/* Bytes that `texels` of a row take from the first one of a block on. */
static inline size_t weft_image_format_bytes(const struct weft_image_format *format, size_t texels) {
  return ((texels >> format->block_log2) + ((texels & (weft_image_format_block(format) - 1)) != 0)) * format->size;
}
/* Images of that type may have the format. `uses`: all that is asked for, 0: nothing special. */
bool weft_image_format_serves(const struct weft_image_format *format, cl_mem_object_type type, unsigned uses);
/* The channel order and type are ones of OpenCL that may stand together, whether we have them or not. */
bool weft_image_format_is_valid(const cl_image_format *name);

/* A texel of `color`, which is four cl_float, cl_int or cl_uint in the order RGBA as the channel type asks for, one
 * cl_float for CL_DEPTH. Writes `size` bytes; of a texel that shares bytes its number, as uint16_t. */
void weft_image_format_pack(const struct weft_image_format *format, const void *color, void *texel);

#endif
