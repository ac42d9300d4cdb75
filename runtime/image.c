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
  return !__builtin_mul_overflow(shape->slice_pitch, shape->depth * shape->layers, &shape->size);
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
  bool rows_are_layers = shape->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  image->extent[0] = shape->width;
  image->extent[1] = rows_are_layers ? shape->layers : shape->height;
  image->extent[2] = rows_are_layers ? 1 : shape->depth * shape->layers;
  image->row_stride = rows_are_layers ? shape->slice_pitch : shape->row_pitch;
  image->slice_stride = rows_are_layers ? shape->size : shape->slice_pitch;
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

struct weft_side weft_image_side(cl_mem mem, const size_t origin[3], const size_t region[3], size_t bytes[3]) {
  const struct weft_image *image = weft_image_of(mem);
  const struct weft_image_format *format = image->format;
  size_t phase = origin[0] & (weft_image_format_block(format) - 1);
  bytes[0] = weft_image_format_bytes(format, phase + region[0]);
  bytes[1] = region[1];
  bytes[2] = region[2];
  return (struct weft_side){
      .mem = mem,
      .offset = (origin[0] >> format->block_log2) * format->size + origin[1] * image->row_stride +
                origin[2] * image->slice_stride,
      .row_pitch = image->row_stride,
      .slice_pitch = image->slice_stride,
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
  };
}

struct weft_fill weft_image_fill(cl_mem image, const void *color, const size_t origin[3], const size_t region[3]) {
  const struct weft_image_format *format = weft_image_of(image)->format;
  struct weft_fill fill = {.type = CL_COMMAND_FILL_IMAGE,
                           .pattern_size = format->block_log2 ? sizeof(uint16_t) : format->size};
  fill.dst = weft_image_side(image, origin, region, fill.region);
  if (format->block_log2)
    fill.region[0] = region[0];
  weft_image_format_pack(format, color, fill.pattern);
  return fill;
}
