/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/image.h"

#include <string.h>

#include "runtime/extensions.h"

bool weft_device_has_images(cl_device_id device) {
  return device->caps->image_2d_max[0] && weft_extensions_has("__opencl_c_images");
}

bool weft_context_has_images(cl_context context) {
  for (cl_uint i = 0; i < context->num_devices; i++)
    if (weft_device_has_images(context->devices[i]))
      return true;
  return false;
}

static size_t halved(size_t size, size_t times) {
  return size >> times > 1 ? size >> times : 1;
}

/* Behind the first level, whose size has been found not to overflow: none of the others is larger. */
static bool place_levels(struct weft_image_shape *shape) {
  for (cl_uint level = 1; level < shape->num_mip_levels; level++) {
    size_t row = weft_image_format_bytes(shape->format, halved(shape->width, level));
    size_t slice = row * halved(shape->height, level);
    shape->level_offset[level] = shape->size;
    if (__builtin_add_overflow(shape->size, slice * halved(shape->depth, level) * shape->layers, &shape->size))
      return false;
  }
  return true;
}

bool weft_image_shape_complete(struct weft_image_shape *shape) {
  size_t least;
  if (__builtin_mul_overflow(shape->width >> shape->format->block_log2, (size_t)shape->format->size, &least))
    return false;
  if (!shape->row_pitch)
    shape->row_pitch = least;
  if (__builtin_mul_overflow(shape->row_pitch, shape->height, &least))
    return false;
  if (!shape->slice_pitch)
    shape->slice_pitch = least;
  return !__builtin_mul_overflow(shape->slice_pitch, shape->depth * shape->layers, &shape->size) && place_levels(shape);
}

static struct weft_image *create(cl_context context, cl_mem_flags flags, const struct weft_image_shape *shape) {
  struct weft_image *image =
      (struct weft_image *)weft_mem_create(context, shape->type, sizeof *image, flags, shape->size);
  if (!image)
    return NULL;
  image->format = shape->format;
  image->width = shape->width;
  image->height = shape->height;
  image->depth = shape->depth;
  image->layers = shape->layers;
  image->row_pitch = shape->row_pitch;
  image->slice_pitch = shape->slice_pitch;
  image->num_mip_levels = shape->num_mip_levels;
  memcpy(image->level_offset, shape->level_offset, sizeof image->level_offset);
  return image;
}

cl_int weft_image_create(cl_context context, const cl_mem_properties *properties, size_t properties_size,
                         cl_mem_flags flags, const struct weft_image_shape *shape, void *host_ptr,
                         const struct weft_external *external, cl_mem *out) {
  struct weft_image *image = create(context, flags, shape);
  if (!image)
    return CL_OUT_OF_HOST_MEMORY;
  cl_int error = weft_mem_keep_properties(&image->mem, properties, properties_size);
  if (!error)
    error = weft_mem_allocate(&image->mem, host_ptr, external);
  if (error)
    weft_object_release(&image->mem.object, NULL);
  else
    *out = &image->mem;
  return error;
}

cl_int weft_image_create_of(cl_mem parent, const cl_mem_properties *properties, size_t properties_size,
                            cl_mem_flags flags, const struct weft_image_shape *shape, cl_mem *out) {
  struct weft_image *image = create(parent->context, weft_mem_inherit_flags(parent, flags), shape);
  if (!image)
    return CL_OUT_OF_HOST_MEMORY;
  cl_int error = weft_mem_keep_properties(&image->mem, properties, properties_size);
  if (error) {
    weft_object_release(&image->mem.object, NULL);
    return error;
  }
  weft_mem_share(&image->mem, parent, 0);
  *out = &image->mem;
  return CL_SUCCESS;
}

size_t weft_image_split_origin(const struct weft_image *image, const size_t *origin, size_t at[3]) {
  memcpy(at, origin, 3 * sizeof *at);
  if (!weft_image_is_mipmapped(image))
    return 0;
  int place = weft_image_level_place(image->mem.type);
  if (place < 3)
    at[place] = 0;
  return origin[place];
}

struct weft_image_level weft_image_level(const struct weft_image *image, size_t level) {
  bool rows_are_layers = image->mem.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  size_t width = halved(image->width, level), height = halved(image->height, level),
         depth = halved(image->depth, level);
  size_t row = level ? weft_image_format_bytes(image->format, width) : image->row_pitch;
  size_t slice = level ? row * height : image->slice_pitch;
  return (struct weft_image_level){
      .extent = {width, rows_are_layers ? image->layers : height, rows_are_layers ? 1 : depth * image->layers},
      .offset = image->level_offset[level],
      .row_stride = rows_are_layers ? slice : row,
      .slice_stride = rows_are_layers ? slice * image->layers : slice,
      .row_pitch = row,
      .slice_pitch = slice,
  };
}

struct weft_side weft_image_side(cl_mem mem, const size_t *origin, const size_t region[3], size_t bytes[3]) {
  const struct weft_image *image = weft_image_of(mem);
  const struct weft_image_format *format = image->format;
  size_t at[3];
  struct weft_image_level level = weft_image_level(image, weft_image_split_origin(image, origin, at));
  size_t phase = at[0] & (weft_image_format_block(format) - 1);
  bytes[0] = weft_image_format_bytes(format, phase + region[0]);
  bytes[1] = region[1];
  bytes[2] = region[2];
  return (struct weft_side){
      .mem = mem,
      .offset = level.offset + (at[0] >> format->block_log2) * format->size + at[1] * level.row_stride +
                at[2] * level.slice_stride,
      .row_pitch = level.row_stride,
      .slice_pitch = level.slice_stride,
      .bits = (uint8_t)weft_image_format_bits(format),
      .phase = (uint8_t)phase,
  };
}

void weft_image_settle(const struct weft_image_format *format, const size_t region[3], struct weft_side *dst,
                       struct weft_side *src, size_t bytes[3]) {
  if (!format->block_log2)
    return;
  bool whole = !dst->phase && !src->phase && !(region[0] & (weft_image_format_block(format) - 1));
  dst->bits = src->bits = whole ? 0 : (uint8_t)weft_image_format_bits(format);
  bytes[0] = whole ? weft_image_format_bytes(format, region[0]) : region[0];
}

struct weft_image_arg weft_image_describe(cl_mem mem) {
  const struct weft_image *image = weft_image_of(mem);
  struct weft_place place = weft_mem_place(mem);
  return (struct weft_image_arg){
      .format = weft_image_format_row(image->format),
      .name = image->format->name,
      .mem = place.mem,
      .mem_offset = place.offset,
      .width = image->width,
      .height = image->height,
      .depth = image->depth,
      .layers = image->layers,
      .row_pitch = image->row_pitch,
      .slice_pitch = image->slice_pitch,
      .element_size = image->format->size,
      .block_log2 = image->format->block_log2,
      .num_mip_levels = image->num_mip_levels,
      .level_offset = image->level_offset,
  };
}

struct weft_fill weft_image_fill(cl_mem image, const void *color, const size_t *origin, const size_t region[3]) {
  const struct weft_image_format *format = weft_image_of(image)->format;
  struct weft_fill fill = {.type = CL_COMMAND_FILL_IMAGE,
                           .pattern_size = format->block_log2 ? sizeof(uint16_t) : format->size};
  fill.dst = weft_image_side(image, origin, region, fill.region);
  if (format->block_log2)
    fill.region[0] = region[0];
  weft_image_format_pack(format, color, fill.pattern);
  return fill;
}
