/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Commands that read, write, copy, fill and map images. */
#include "icd/transfer_check.h"
#include "runtime/image.h"

/* Queue, wait list, image and part together. */
static cl_int check_command(cl_command_queue queue, cl_mem image, const size_t *origin, const size_t *region,
                            cl_uint num_events, const cl_event *events) {
  cl_int error = weft_check_enqueue(queue, num_events, events);
  if (error)
    return error;
  error = weft_check_image(queue, image);
  return error ? error : weft_check_image_part(image, origin, region);
}

/* Host memory as the other side of a part of an image. Pitches of 0 stand for rows and slices that touch. Where the
 * part has but one row or slice, the pitch says nothing and is the image's. */
static cl_int host_side(cl_mem mem, const size_t region[3], size_t row, size_t slice, const struct weft_side *device,
                        void *ptr, struct weft_side *out) {
  const struct weft_image *image = weft_image_of(mem);
  bool rows_are_layers = mem->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  size_t least_row = weft_image_format_bytes(image->format, region[0]), least_slice, size;
  if (slice && !weft_image_type_has_slices(mem->type))
    return CL_INVALID_VALUE;
  if (!row)
    row = least_row;
  if (row < least_row || __builtin_mul_overflow(row, rows_are_layers ? 1 : region[1], &least_slice))
    return CL_INVALID_VALUE;
  if (!slice)
    slice = least_slice;
  if (slice < least_slice || __builtin_mul_overflow(slice, rows_are_layers ? region[1] : region[2], &size))
    return CL_INVALID_VALUE;
  *out = (struct weft_side){.host = ptr, .row_pitch = rows_are_layers ? slice : row, .slice_pitch = slice};
  if (region[1] == 1)
    out->row_pitch = device->row_pitch;
  if (region[2] == 1)
    out->slice_pitch = device->slice_pitch;
  return ptr ? CL_SUCCESS : CL_INVALID_VALUE;
}

/* Reads and writes; which of them, the type says. */
static cl_int enqueue_host(cl_command_queue queue, cl_command_type type, cl_mem image, cl_bool blocking,
                           const size_t *origin, const size_t *region, size_t row_pitch, size_t slice_pitch, void *ptr,
                           cl_uint num_events, const cl_event *events, cl_event *event) {
  cl_int error = check_command(queue, image, origin, region, num_events, events);
  if (error)
    return error;
  size_t bytes[3];
  struct weft_side device = weft_image_side(image, origin, region, bytes), host;
  error = host_side(image, region, row_pitch, slice_pitch, &device, ptr, &host);
  if (error)
    return error;
  weft_image_settle(weft_image_of(image)->format, region, &host, &device, bytes);
  bool reads = type == CL_COMMAND_READ_IMAGE;
  if (!(reads ? weft_host_may_read(image) : weft_host_may_write(image)))
    return CL_INVALID_OPERATION;
  error = blocking ? weft_check_wait_status(num_events, events) : CL_SUCCESS;
  if (error)
    return error;
  return weft_transfer_enqueue_sides(queue, type, blocking, reads ? &host : &device, reads ? &device : &host, bytes,
                                     num_events, events, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReadImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_read,
                                                   const size_t *origin, const size_t *region, size_t row_pitch,
                                                   size_t slice_pitch, void *ptr, cl_uint num_events_in_wait_list,
                                                   const cl_event *event_wait_list, cl_event *event) {
  return enqueue_host(command_queue, CL_COMMAND_READ_IMAGE, image, blocking_read, origin, region, row_pitch,
                      slice_pitch, ptr, num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image,
                                                    cl_bool blocking_write, const size_t *origin, const size_t *region,
                                                    size_t input_row_pitch, size_t input_slice_pitch, const void *ptr,
                                                    cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                    cl_event *event) {
  return enqueue_host(command_queue, CL_COMMAND_WRITE_IMAGE, image, blocking_write, origin, region, input_row_pitch,
                      input_slice_pitch, (void *)ptr, num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueFillImage(cl_command_queue command_queue, cl_mem image, const void *fill_color,
                                                   const size_t *origin, const size_t *region,
                                                   cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                   cl_event *event) {
  struct weft_fill fill;
  cl_int error = weft_check_enqueue(command_queue, num_events_in_wait_list, event_wait_list);
  if (!error)
    error = weft_check_fill_image(command_queue, image, fill_color, origin, region, &fill);
  return error ? error
               : weft_transfer_enqueue_fill(command_queue, &fill, num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image,
                                                   const size_t *src_origin, const size_t *dst_origin,
                                                   const size_t *region, cl_uint num_events_in_wait_list,
                                                   const cl_event *event_wait_list, cl_event *event) {
  struct weft_transfer transfer;
  cl_int error = weft_check_enqueue(command_queue, num_events_in_wait_list, event_wait_list);
  if (!error)
    error = weft_check_copy_image(command_queue, src_image, dst_image, src_origin, dst_origin, region, &transfer);
  return error ? error
               : weft_transfer_enqueue(command_queue, &transfer, CL_FALSE, num_events_in_wait_list, event_wait_list,
                                       event);
}

/* Which way, the type says. */
static cl_int enqueue_with_buffer(cl_command_queue queue, cl_command_type type, cl_mem image, cl_mem buffer,
                                  const size_t *origin, const size_t *region, size_t offset, cl_uint num_events,
                                  const cl_event *events, cl_event *event) {
  struct weft_transfer transfer;
  cl_int error = weft_check_enqueue(queue, num_events, events);
  if (!error)
    error = weft_check_copy_image_buffer(queue, type, image, buffer, origin, region, offset, &transfer);
  return error ? error : weft_transfer_enqueue(queue, &transfer, CL_FALSE, num_events, events, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image,
                                                           cl_mem dst_buffer, const size_t *src_origin,
                                                           const size_t *region, size_t dst_offset,
                                                           cl_uint num_events_in_wait_list,
                                                           const cl_event *event_wait_list, cl_event *event) {
  return enqueue_with_buffer(command_queue, CL_COMMAND_COPY_IMAGE_TO_BUFFER, src_image, dst_buffer, src_origin, region,
                             dst_offset, num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer,
                                                           cl_mem dst_image, size_t src_offset,
                                                           const size_t *dst_origin, const size_t *region,
                                                           cl_uint num_events_in_wait_list,
                                                           const cl_event *event_wait_list, cl_event *event) {
  return enqueue_with_buffer(command_queue, CL_COMMAND_COPY_BUFFER_TO_IMAGE, dst_image, src_buffer, dst_origin, region,
                             src_offset, num_events_in_wait_list, event_wait_list, event);
}

static cl_int map_image(cl_command_queue queue, cl_mem image, cl_bool blocking, cl_map_flags flags,
                        const size_t *origin, const size_t *region, size_t *row_pitch, size_t *slice_pitch,
                        cl_uint num_events, const cl_event *events, cl_event *event, void **out) {
  cl_int error = check_command(queue, image, origin, region, num_events, events);
  if (error)
    return error;
  bool has_slices = weft_image_type_has_slices(image->type);
  if (!weft_map_flags_valid(flags))
    return CL_INVALID_VALUE;
  if (!weft_host_may_map(image, flags))
    return CL_INVALID_OPERATION;
  if (!row_pitch || (has_slices && !slice_pitch))
    return CL_INVALID_VALUE;
  error = blocking ? weft_check_wait_status(num_events, events) : CL_SUCCESS;
  if (error)
    return error;
  size_t bytes[3];
  struct weft_side side = weft_image_side(image, origin, region, bytes);
  /* CL_INVALID_VALUE: no address belongs to a texel within a block */
  if (side.phase)
    return CL_INVALID_VALUE;
  struct weft_box box = weft_side_box(&side, bytes);
  error = weft_mem_map(queue, CL_COMMAND_MAP_IMAGE, image, blocking, flags, &box, num_events, events, event, out);
  if (error)
    return error;
  size_t at[3];
  struct weft_image_level level =
      weft_image_level(weft_image_of(image), weft_image_split_origin(weft_image_of(image), origin, at));
  *row_pitch = level.row_pitch;
  if (slice_pitch)
    *slice_pitch = has_slices ? level.slice_pitch : 0;
  return CL_SUCCESS;
}

CL_API_ENTRY void *CL_API_CALL clEnqueueMapImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_map,
                                                 cl_map_flags map_flags, const size_t *origin, const size_t *region,
                                                 size_t *image_row_pitch, size_t *image_slice_pitch,
                                                 cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                 cl_event *event, cl_int *errcode_ret) {
  void *mapped = NULL;
  cl_int error = map_image(command_queue, image, blocking_map, map_flags, origin, region, image_row_pitch,
                           image_slice_pitch, num_events_in_wait_list, event_wait_list, event, &mapped);
  return weft_created(errcode_ret, error, mapped);
}
