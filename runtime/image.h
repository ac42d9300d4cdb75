/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_IMAGE_H
#define WEFT_RUNTIME_IMAGE_H

/*
 * Images: memory objects whose bytes are texels in rows and slices. They own their storage as buffers do, or share that
 * of the buffer or image that they were made of (memory.h). The storage is laid out as the application sees it: rows at
 * the row pitch, slices at the slice pitch, so that maps and CL_MEM_USE_HOST_PTR need no copies.
 *
 * Mip levels lie one behind the other, the largest first, each with all its layers. What is said of an image's size and
 * pitches is said of the first; weft_image_level() tells the others'.
 *
 * Coordinates of commands have three parts. Images of fewer dimensions have an extent of 1 in the others; the layers
 * of a 1D array are its second part, those of a 2D array its third.
 */

#include "compiler/kernel_abi.h"
#include "runtime/image_format.h"
#include "runtime/memory.h"
#include "runtime/transfer.h"

struct weft_image {
  struct _cl_mem mem;
  const struct weft_image_format *format;
  size_t width, height, depth, layers; /* 1 where there is none */
  size_t row_pitch, slice_pitch;       /* bytes; never 0: a slice is a plane, a layer, or the whole image */
  cl_uint num_mip_levels;              /* as the application gave it: 0 and 1 are no mipmap */
  size_t level_offset[WEFT_IMAGE_LEVELS_MAX]; /* bytes from the first level to each that there is */
};

/* A mip level as commands see it. */
struct weft_image_level {
  size_t extent[3];                /* of coordinates, texels */
  size_t offset;                   /* bytes from the first level */
  size_t row_stride, slice_stride; /* bytes from one to the next of the second and the third coordinate */
  size_t row_pitch, slice_pitch;   /* as clEnqueueMapImage tells them */
};

static inline const struct weft_image *weft_image_of(cl_mem mem) {
  return (const struct weft_image *)mem; /* weft_mem_is_image() */
}
/* Devices that have images. */
bool weft_device_has_images(cl_device_id device);
bool weft_context_has_images(cl_context context);

/* What of an image_desc each type uses. */
static inline bool weft_image_type_has_height(cl_mem_object_type type) {
  return type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY || type == CL_MEM_OBJECT_IMAGE3D;
}
static inline bool weft_image_type_has_layers(cl_mem_object_type type) {
  return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}
static inline bool weft_image_type_has_slices(cl_mem_object_type type) {
  return type == CL_MEM_OBJECT_IMAGE3D || weft_image_type_has_layers(type);
}

static inline bool weft_image_is_mipmapped(const struct weft_image *image) {
  return image->num_mip_levels > 1;
}
/* Which number of an origin tells the level of a mipmapped image (section "Specifying Mipmap Levels to Image
 * Operations"): the first behind its coordinates. */
static inline int weft_image_level_place(cl_mem_object_type type) {
  return type == CL_MEM_OBJECT_IMAGE1D                                          ? 1
         : type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D ? 2
                                                                                : 3;
}
/* The level that an origin names, and the origin's coordinates. It need not exist. */
size_t weft_image_split_origin(const struct weft_image *image, const size_t *origin, size_t at[3]);
/* A level that there is. */
struct weft_image_level weft_image_level(const struct weft_image *image, size_t level);

/* An image to be made: checked, with 1 for dimensions that there are not and with both pitches. The levels' offsets and
 * the size are those of weft_image_shape_complete(). */
struct weft_image_shape {
  cl_mem_object_type type;
  const struct weft_image_format *format;
  size_t width, height, depth, layers;
  size_t row_pitch, slice_pitch; /* 0: the least */
  cl_uint num_mip_levels;        /* of more than 1 the pitches are the least */
  size_t level_offset[WEFT_IMAGE_LEVELS_MAX];
  size_t size;
};

/* Completes pitches, the levels' offsets and size; false: they overflow. */
bool weft_image_shape_complete(struct weft_image_shape *shape);

/* Makes an image with a storage of its own; the arguments have been checked. Errors: those of weft_buffer_create(). */
__attribute__((warn_unused_result)) cl_int weft_image_create(cl_context context, const cl_mem_properties *properties,
                                                             size_t properties_size, cl_mem_flags flags,
                                                             const struct weft_image_shape *shape, void *host_ptr,
                                                             const struct weft_external *external, cl_mem *out);
/* One that shares the storage of a buffer or an image, from its first byte on. `flags` as given, without what is
 * inherited. CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_image_create_of(cl_mem parent, const cl_mem_properties *properties,
                                                                size_t properties_size, cl_mem_flags flags,
                                                                const struct weft_image_shape *shape, cl_mem *out);

/* The part of an image as one side of a transfer; it lies within its level. `bytes` receives bytes, rows, slices: all
 * bytes that the texels of a row have a part of. */
struct weft_side weft_image_side(cl_mem image, const size_t *origin, const size_t region[3], size_t bytes[3]);
/* Both sides of a transfer of `region` texels are known: where texels of a raw format do not come in whole blocks on
 * both, they are counted in place of bytes (transfer.h). */
void weft_image_settle(const struct weft_image_format *format, const size_t region[3], struct weft_side *dst,
                       struct weft_side *src, size_t bytes[3]);
/* What a launch tells the back end of an image argument. */
struct weft_image_arg weft_image_describe(cl_mem image);

/* The fill of such a part; `color` as weft_image_format_pack() takes it. */
struct weft_fill weft_image_fill(cl_mem image, const void *color, const size_t *origin, const size_t region[3]);

#endif
