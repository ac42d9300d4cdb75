/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "icd/transfer_check.h"

#include <string.h>

#include "runtime/allocation.h"
#include "runtime/extensions.h"
#include "runtime/image.h"

/* A stretch of a buffer, which fits. */
static struct weft_side stretch(cl_mem buffer, size_t offset, size_t size) {
  return (struct weft_side){.mem = buffer, .offset = offset, .row_pitch = size, .slice_pitch = size};
}

static struct weft_side stretch_at(const void *address, size_t size) {
  return (struct weft_side){.host = (char *)address, .row_pitch = size, .slice_pitch = size};
}

/* Both buffers of a copy. */
static cl_int check_buffers(cl_command_queue queue, cl_mem src, cl_mem dst) {
  cl_int error = weft_check_buffer(queue, src);
  if (!error)
    error = weft_check_buffer(queue, dst);
  if (!error)
    error = weft_check_mutable(dst);
  if (!error)
    error = weft_check_aligned(queue, src);
  return error ? error : weft_check_aligned(queue, dst);
}

cl_int weft_check_copy_buffer(cl_command_queue queue, cl_mem src, cl_mem dst, size_t src_offset, size_t dst_offset,
                              size_t size, struct weft_transfer *out) {
  cl_int error = check_buffers(queue, src, dst);
  if (error)
    return error;
  if (!weft_range_fits(src_offset, size, src->size) || !weft_range_fits(dst_offset, size, dst->size))
    return CL_INVALID_VALUE;
  *out = (struct weft_transfer){
      CL_COMMAND_COPY_BUFFER, stretch(dst, dst_offset, size), stretch(src, src_offset, size), {size, 1, 1}};
  return weft_sides_overlap(&out->src, &out->dst, out->region) ? CL_MEM_COPY_OVERLAP : CL_SUCCESS;
}

cl_int weft_check_side(struct weft_side *side, const struct weft_rect *rect, const size_t *region) {
  if (!rect->origin || !region)
    return CL_INVALID_VALUE;
  side->row_pitch = rect->row_pitch;
  side->slice_pitch = rect->slice_pitch;
  return weft_check_rect(rect->origin, region, &side->row_pitch, &side->slice_pitch,
                         side->mem ? side->mem->size : SIZE_MAX, &side->offset);
}

cl_int weft_check_copy_buffer_rect(cl_command_queue queue, cl_mem src, cl_mem dst, const struct weft_rect *src_rect,
                                   const struct weft_rect *dst_rect, const size_t *region, struct weft_transfer *out) {
  cl_int error = check_buffers(queue, src, dst);
  if (error)
    return error;
  *out = (struct weft_transfer){.type = CL_COMMAND_COPY_BUFFER_RECT, .src.mem = src, .dst.mem = dst};
  error = weft_check_side(&out->src, src_rect, region);
  if (error)
    return error;
  error = weft_check_side(&out->dst, dst_rect, region);
  if (error)
    return error;
  memcpy(out->region, region, sizeof(out->region));
  /* CL_INVALID_VALUE: within one object both sides have the same pitches */
  if (src == dst && (out->src.row_pitch != out->dst.row_pitch || out->src.slice_pitch != out->dst.slice_pitch))
    return CL_INVALID_VALUE;
  return weft_sides_overlap(&out->src, &out->dst, region) ? CL_MEM_COPY_OVERLAP : CL_SUCCESS;
}

static void put_pattern(struct weft_fill *fill, const void *pattern, size_t size) {
  memcpy(fill->pattern, pattern, size);
  fill->pattern_size = size;
}

cl_int weft_check_fill_buffer(cl_command_queue queue, cl_mem buffer, const void *pattern, size_t pattern_size,
                              size_t offset, size_t size, struct weft_fill *out) {
  cl_int error = weft_check_buffer(queue, buffer);
  if (!error)
    error = weft_check_mutable(buffer);
  if (error)
    return error;
  if (!weft_pattern_valid(pattern, pattern_size))
    return CL_INVALID_VALUE;
  if (!weft_range_fits(offset, size, buffer->size) || offset % pattern_size || size % pattern_size)
    return CL_INVALID_VALUE;
  *out =
      (struct weft_fill){.type = CL_COMMAND_FILL_BUFFER, .dst = stretch(buffer, offset, size), .region = {size, 1, 1}};
  put_pattern(out, pattern, pattern_size);
  return weft_check_aligned(queue, buffer);
}

cl_int weft_check_image(cl_command_queue queue, cl_mem image) {
  if (!weft_is_mem(image))
    return CL_INVALID_MEM_OBJECT;
  if (!weft_device_has_images(queue->device))
    return CL_INVALID_OPERATION;
  if (!weft_mem_is_image(image))
    return CL_INVALID_MEM_OBJECT;
  return image->context == queue->context ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

cl_int weft_check_image_part(cl_mem image, const size_t *origin, const size_t *region) {
  if (!origin || !region)
    return CL_INVALID_VALUE;
  size_t at[3], number = weft_image_split_origin(weft_image_of(image), origin, at);
  if (number && number >= weft_image_of(image)->num_mip_levels)
    return CL_INVALID_MIP_LEVEL;
  struct weft_image_level level = weft_image_level(weft_image_of(image), number);
  /* CL_INVALID_VALUE: no texels, outside the level, or in dimensions that the image has not */
  for (int d = 0; d < 3; d++)
    if (region[d] == 0 || !weft_range_fits(at[d], region[d], level.extent[d]))
      return CL_INVALID_VALUE;
  return CL_SUCCESS;
}

/* Parts of one image, in texels: those of raw formats may share bytes and be apart. */
static bool parts_overlap(const struct weft_image *image, const size_t *origin_a, const size_t *origin_b,
                          const size_t region[3]) {
  size_t a[3], b[3];
  if (weft_image_split_origin(image, origin_a, a) != weft_image_split_origin(image, origin_b, b))
    return false;
  for (int d = 0; d < 3; d++)
    if (a[d] < b[d] ? b[d] - a[d] >= region[d] : a[d] - b[d] >= region[d])
      return false;
  return true;
}

cl_int weft_check_copy_image(cl_command_queue queue, cl_mem src, cl_mem dst, const size_t *src_origin,
                             const size_t *dst_origin, const size_t *region, struct weft_transfer *out) {
  cl_int error = weft_check_image(queue, src);
  if (error)
    return error;
  error = weft_check_image(queue, dst);
  if (!error)
    error = weft_check_mutable(dst);
  if (error)
    return error;
  if (weft_image_of(src)->format != weft_image_of(dst)->format)
    return CL_IMAGE_FORMAT_MISMATCH;
  error = weft_check_image_part(src, src_origin, region);
  if (error)
    return error;
  error = weft_check_image_part(dst, dst_origin, region);
  if (error)
    return error;
  out->type = CL_COMMAND_COPY_IMAGE;
  size_t bytes[3];
  out->src = weft_image_side(src, src_origin, region, out->region);
  out->dst = weft_image_side(dst, dst_origin, region, bytes);
  out->region[0] = bytes[0] > out->region[0] ? bytes[0] : out->region[0];
  bool overlap = src == dst && out->src.bits ? parts_overlap(weft_image_of(src), src_origin, dst_origin, region)
                                             : weft_sides_overlap(&out->src, &out->dst, out->region);
  weft_image_settle(weft_image_of(src)->format, region, &out->dst, &out->src, out->region);
  return overlap ? CL_MEM_COPY_OVERLAP : CL_SUCCESS;
}

cl_int weft_check_copy_image_buffer(cl_command_queue queue, cl_command_type type, cl_mem image, cl_mem buffer,
                                    const size_t *origin, const size_t *region, size_t offset,
                                    struct weft_transfer *out) {
  cl_int error = weft_check_image(queue, image);
  if (error)
    return error;
  bool reads = type == CL_COMMAND_COPY_IMAGE_TO_BUFFER;
  error = weft_check_buffer(queue, buffer);
  if (!error)
    error = weft_check_mutable(reads ? buffer : image);
  if (error)
    return error;
  /* CL_INVALID_MEM_OBJECT: a 1D image buffer and the buffer that it was made of */
  if (image->type == CL_MEM_OBJECT_IMAGE1D_BUFFER && image->parent == buffer)
    return CL_INVALID_MEM_OBJECT;
  error = weft_check_image_part(image, origin, region);
  if (error)
    return error;
  struct weft_side of_image = weft_image_side(image, origin, region, out->region);
  /* No more than the image has, so that nothing overflows. */
  size_t row = weft_image_format_bytes(weft_image_of(image)->format, region[0]), slice = row * out->region[1];
  struct weft_side of_buffer = {.mem = buffer, .offset = offset, .row_pitch = row, .slice_pitch = slice};
  if (!weft_range_fits(offset, slice * out->region[2], buffer->size))
    return CL_INVALID_VALUE;
  out->type = type;
  out->dst = reads ? of_buffer : of_image;
  out->src = reads ? of_image : of_buffer;
  weft_image_settle(weft_image_of(image)->format, region, &out->dst, &out->src, out->region);
  return weft_check_aligned(queue, buffer);
}

cl_int weft_check_fill_image(cl_command_queue queue, cl_mem image, const void *color, const size_t *origin,
                             const size_t *region, struct weft_fill *out) {
  cl_int error = weft_check_image(queue, image);
  if (error)
    return error;
  error = weft_check_image_part(image, origin, region);
  if (error)
    return error;
  if (!color)
    return CL_INVALID_VALUE;
  error = weft_check_mutable(image);
  if (error)
    return error;
  *out = weft_image_fill(image, color, origin, region);
  return CL_SUCCESS;
}

/* Commands on shared virtual memory that have no bytes need no address (cl_khr_unified_svm, its changes to
 * clEnqueueSVMMemcpy and clEnqueueSVMMemFill); those of other interfaces do. */
static bool lacks_address(cl_command_type type, const void *address, size_t size) {
  bool may_be_null = !size && (type == CL_COMMAND_SVM_MEMCPY || type == CL_COMMAND_SVM_MEMFILL) &&
                     weft_extensions_has("cl_khr_unified_svm");
  return !address && !may_be_null;
}

cl_int weft_check_address_copy(cl_command_type type, void *to, const void *from, size_t size,
                               struct weft_transfer *out) {
  if (lacks_address(type, to, size) || lacks_address(type, from, size))
    return CL_INVALID_VALUE;
  if (weft_ranges_overlap(to, from, size))
    return CL_MEM_COPY_OVERLAP;
  *out = (struct weft_transfer){type, stretch_at(to, size), stretch_at(from, size), {size, 1, 1}};
  return CL_SUCCESS;
}

cl_int weft_check_address_fill(cl_command_type type, void *to, const void *pattern, size_t pattern_size, size_t size,
                               struct weft_fill *out) {
  if (lacks_address(type, to, size) || !weft_pattern_valid(pattern, pattern_size))
    return CL_INVALID_VALUE;
  if ((uintptr_t)to % pattern_size || size % pattern_size)
    return CL_INVALID_VALUE;
  *out = (struct weft_fill){.type = type, .dst = stretch_at(to, size), .region = {size, 1, 1}};
  put_pattern(out, pattern, pattern_size);
  return CL_SUCCESS;
}

cl_int weft_enqueue_address_copy(cl_command_queue queue, cl_command_type type, cl_bool blocking, void *to,
                                 const void *from, size_t size, cl_uint num_events, const cl_event *events,
                                 cl_event *event) {
  struct weft_transfer transfer;
  cl_int error = weft_check_address_copy(type, to, from, size, &transfer);
  if (!error && blocking)
    error = weft_check_wait_status(num_events, events);
  return error ? error : weft_transfer_enqueue(queue, &transfer, blocking, num_events, events, event);
}

cl_int weft_enqueue_address_fill(cl_command_queue queue, cl_command_type type, void *to, const void *pattern,
                                 size_t pattern_size, size_t size, cl_uint num_events, const cl_event *events,
                                 cl_event *event) {
  struct weft_fill fill;
  cl_int error = weft_check_address_fill(type, to, pattern, pattern_size, size, &fill);
  return error ? error : weft_transfer_enqueue_fill(queue, &fill, num_events, events, event);
}

cl_int weft_check_address_context(cl_context context, const void *pointer) {
  cl_context owner = weft_allocation_find(pointer).context;
  return !owner || owner == context ? CL_SUCCESS : CL_INVALID_CONTEXT;
}
