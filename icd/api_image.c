/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * OpenCL 3.0 section 5.3: images. No device of ours reports CL_DEVICE_IMAGE_SUPPORT, so no image can be made, none
 * exists to be used, and no format is supported: after the checks of the other arguments, CL_INVALID_OPERATION.
 */
#include "icd/info.h"
#include "icd/validate.h"
#include "runtime/queue.h"

static cl_mem refuse_image(cl_context context, const cl_image_format *format, const void *descriptor,
                           cl_int *errcode_ret) {
  cl_int error = CL_INVALID_OPERATION;
  if (!weft_is_context(context))
    error = CL_INVALID_CONTEXT;
  else if (!format)
    error = CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  else if (!descriptor)
    error = CL_INVALID_IMAGE_DESCRIPTOR;
  return weft_created(errcode_ret, error, (cl_mem)NULL);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage(cl_context context, cl_mem_flags flags,
                                              const cl_image_format *image_format, const cl_image_desc *image_desc,
                                              void *host_ptr, cl_int *errcode_ret) {
  return refuse_image(context, image_format, image_desc, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImageWithProperties(cl_context context, const cl_mem_properties *properties,
                                                            cl_mem_flags flags, const cl_image_format *image_format,
                                                            const cl_image_desc *image_desc, void *host_ptr,
                                                            cl_int *errcode_ret) {
  return refuse_image(context, image_format, image_desc, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage2D(cl_context context, cl_mem_flags flags,
                                                const cl_image_format *image_format, size_t image_width,
                                                size_t image_height, size_t image_row_pitch, void *host_ptr,
                                                cl_int *errcode_ret) {
  return refuse_image(context, image_format, "", errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage3D(cl_context context, cl_mem_flags flags,
                                                const cl_image_format *image_format, size_t image_width,
                                                size_t image_height, size_t image_depth, size_t image_row_pitch,
                                                size_t image_slice_pitch, void *host_ptr, cl_int *errcode_ret) {
  return refuse_image(context, image_format, "", errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
                                                           cl_mem_object_type image_type, cl_uint num_entries,
                                                           cl_image_format *image_formats, cl_uint *num_image_formats) {
  const cl_mem_flags access = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY | CL_MEM_KERNEL_READ_AND_WRITE;
  const cl_mem_flags host = CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS |
                            CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;
  if (!weft_is_context(context))
    return CL_INVALID_CONTEXT;
  if ((flags & ~(access | host)) || !weft_at_most_one(flags, access) || image_type < CL_MEM_OBJECT_IMAGE2D ||
      image_type > CL_MEM_OBJECT_IMAGE1D_BUFFER || (num_entries == 0 && image_formats))
    return CL_INVALID_VALUE;
  if (num_image_formats)
    *num_image_formats = 0;
  return CL_SUCCESS;
}

/* No memory object is an image. */
CL_API_ENTRY cl_int CL_API_CALL clGetImageInfo(cl_mem image, cl_image_info param_name, size_t param_value_size,
                                               void *param_value, size_t *param_value_size_ret) {
  return CL_INVALID_MEM_OBJECT;
}

/* The commands: queue, wait list, memory objects, then that the device has no images. `other` may be NULL. */
static cl_int refuse_command(cl_command_queue queue, cl_mem image, const cl_mem *other, cl_uint num_events,
                             const cl_event *events) {
  cl_int error = weft_check_enqueue(queue, num_events, events);
  if (error)
    return error;
  if (!weft_is_mem(image) || (other && !weft_is_mem(*other)))
    return CL_INVALID_MEM_OBJECT;
  return CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReadImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_read,
                                                   const size_t *origin, const size_t *region, size_t row_pitch,
                                                   size_t slice_pitch, void *ptr, cl_uint num_events_in_wait_list,
                                                   const cl_event *event_wait_list, cl_event *event) {
  return refuse_command(command_queue, image, NULL, num_events_in_wait_list, event_wait_list);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image,
                                                    cl_bool blocking_write, const size_t *origin, const size_t *region,
                                                    size_t input_row_pitch, size_t input_slice_pitch, const void *ptr,
                                                    cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                    cl_event *event) {
  return refuse_command(command_queue, image, NULL, num_events_in_wait_list, event_wait_list);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueFillImage(cl_command_queue command_queue, cl_mem image, const void *fill_color,
                                                   const size_t *origin, const size_t *region,
                                                   cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                   cl_event *event) {
  return refuse_command(command_queue, image, NULL, num_events_in_wait_list, event_wait_list);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image,
                                                   const size_t *src_origin, const size_t *dst_origin,
                                                   const size_t *region, cl_uint num_events_in_wait_list,
                                                   const cl_event *event_wait_list, cl_event *event) {
  return refuse_command(command_queue, src_image, &dst_image, num_events_in_wait_list, event_wait_list);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image,
                                                           cl_mem dst_buffer, const size_t *src_origin,
                                                           const size_t *region, size_t dst_offset,
                                                           cl_uint num_events_in_wait_list,
                                                           const cl_event *event_wait_list, cl_event *event) {
  return refuse_command(command_queue, src_image, &dst_buffer, num_events_in_wait_list, event_wait_list);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer,
                                                           cl_mem dst_image, size_t src_offset,
                                                           const size_t *dst_origin, const size_t *region,
                                                           cl_uint num_events_in_wait_list,
                                                           const cl_event *event_wait_list, cl_event *event) {
  return refuse_command(command_queue, src_buffer, &dst_image, num_events_in_wait_list, event_wait_list);
}

CL_API_ENTRY void *CL_API_CALL clEnqueueMapImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_map,
                                                 cl_map_flags map_flags, const size_t *origin, const size_t *region,
                                                 size_t *image_row_pitch, size_t *image_slice_pitch,
                                                 cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                 cl_event *event, cl_int *errcode_ret) {
  cl_int error = refuse_command(command_queue, image, NULL, num_events_in_wait_list, event_wait_list);
  return weft_created(errcode_ret, error, (void *)NULL);
}
