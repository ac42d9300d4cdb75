/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cl_khr_command_buffer: the clCommand functions. Each checks what its clEnqueue function does, by the same checks,
 * with what is recorded into in the place of queue and wait list. */
#include "icd/cl_command_buffer.h"
#include "icd/properties.h"
#include "icd/transfer_check.h"
#include "runtime/command_buffer.h"
#include "runtime/extensions.h"

/* What each of them begins with: CL_INVALID_COMMAND_BUFFER_KHR, CL_INVALID_OPERATION, CL_INVALID_COMMAND_QUEUE,
 * CL_INVALID_CONTEXT, CL_INVALID_SYNC_POINT_WAIT_LIST_KHR. Properties are left to the caller. */
static cl_int check_recording(WEFT_INTO, WEFT_SYNC, struct weft_recording *out) {
  if (!weft_is_command_buffer(command_buffer))
    return CL_INVALID_COMMAND_BUFFER_KHR;
  if (command_buffer->state != WEFT_RECORDING)
    return CL_INVALID_OPERATION;
  cl_uint queue = 0;
  cl_int refused = weft_check_context(command_buffer->context);
  if (refused)
    return refused;
  if (command_queue) {
    if (!weft_is_queue(command_queue) || !weft_extensions_has("cl_khr_command_buffer_multi_device"))
      return CL_INVALID_COMMAND_QUEUE;
    if (command_queue->context != command_buffer->context)
      return CL_INVALID_CONTEXT;
    while (queue < command_buffer->num_queues && command_buffer->queues[queue] != command_queue)
      queue++;
  } else if (command_buffer->num_queues > 1) {
    return CL_INVALID_COMMAND_QUEUE;
  }
  if (queue == command_buffer->num_queues)
    return CL_INVALID_COMMAND_QUEUE;
  if ((num_sync_points_in_wait_list == 0) != (sync_point_wait_list == NULL))
    return CL_INVALID_SYNC_POINT_WAIT_LIST_KHR;
  for (cl_uint i = 0; i < num_sync_points_in_wait_list; i++)
    if (!sync_point_wait_list[i] || sync_point_wait_list[i] > command_buffer->num_commands)
      return CL_INVALID_SYNC_POINT_WAIT_LIST_KHR;
  *out = (struct weft_recording){.buffer = command_buffer,
                                 .queue = queue,
                                 .properties = properties,
                                 .num_waits = num_sync_points_in_wait_list,
                                 .waits = sync_point_wait_list,
                                 .sync_point = sync_point,
                                 .handle = mutable_handle};
  return CL_SUCCESS;
}

/* Commands that have no properties and give no handle: the above, and CL_INVALID_VALUE. */
static cl_int check_plain(WEFT_INTO, WEFT_SYNC, struct weft_recording *out) {
  cl_int error = check_recording(command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                                 sync_point_wait_list, sync_point, mutable_handle, out);
  if (error)
    return error;
  if (mutable_handle || !weft_properties_parse(properties, NULL, 0, &out->properties_size))
    return CL_INVALID_VALUE;
  return CL_SUCCESS;
}

#define CHECK_PLAIN(out)                                                                                               \
  check_plain(command_buffer, command_queue, properties, num_sync_points_in_wait_list, sync_point_wait_list,           \
              sync_point, mutable_handle, (out))

/* The queue that says context and device. */
static cl_command_queue queue_of(const struct weft_recording *to) {
  return to->buffer->queues[to->queue];
}

CL_API_ENTRY cl_int CL_API_CALL weft_clCommandBarrierWithWaitListKHR(WEFT_INTO, WEFT_SYNC) {
  struct weft_recording to;
  cl_int error = CHECK_PLAIN(&to);
  return error ? error : weft_record_barrier(&to);
}

CL_API_ENTRY cl_int CL_API_CALL weft_clCommandCopyBufferKHR(WEFT_INTO, cl_mem src_buffer, cl_mem dst_buffer,
                                                            size_t src_offset, size_t dst_offset, size_t size,
                                                            WEFT_SYNC) {
  struct weft_recording to;
  struct weft_transfer transfer;
  cl_int error = CHECK_PLAIN(&to);
  if (!error)
    error = weft_check_copy_buffer(queue_of(&to), src_buffer, dst_buffer, src_offset, dst_offset, size, &transfer);
  return error ? error : weft_record_transfer(&to, &transfer);
}

CL_API_ENTRY cl_int CL_API_CALL weft_clCommandCopyBufferRectKHR(WEFT_INTO, cl_mem src_buffer, cl_mem dst_buffer,
                                                                const size_t *src_origin, const size_t *dst_origin,
                                                                const size_t *region, size_t src_row_pitch,
                                                                size_t src_slice_pitch, size_t dst_row_pitch,
                                                                size_t dst_slice_pitch, WEFT_SYNC) {
  struct weft_recording to;
  struct weft_transfer transfer;
  cl_int error = CHECK_PLAIN(&to);
  if (!error)
    error = weft_check_copy_buffer_rect(
        queue_of(&to), src_buffer, dst_buffer, &(struct weft_rect){src_origin, src_row_pitch, src_slice_pitch},
        &(struct weft_rect){dst_origin, dst_row_pitch, dst_slice_pitch}, region, &transfer);
  return error ? error : weft_record_transfer(&to, &transfer);
}

CL_API_ENTRY cl_int CL_API_CALL weft_clCommandCopyBufferToImageKHR(WEFT_INTO, cl_mem src_buffer, cl_mem dst_image,
                                                                   size_t src_offset, const size_t *dst_origin,
                                                                   const size_t *region, WEFT_SYNC) {
  struct weft_recording to;
  struct weft_transfer transfer;
  cl_int error = CHECK_PLAIN(&to);
  if (!error)
    error = weft_check_copy_image_buffer(queue_of(&to), CL_COMMAND_COPY_BUFFER_TO_IMAGE, dst_image, src_buffer,
                                         dst_origin, region, src_offset, &transfer);
  return error ? error : weft_record_transfer(&to, &transfer);
}

CL_API_ENTRY cl_int CL_API_CALL weft_clCommandCopyImageKHR(WEFT_INTO, cl_mem src_image, cl_mem dst_image,
                                                           const size_t *src_origin, const size_t *dst_origin,
                                                           const size_t *region, WEFT_SYNC) {
  struct weft_recording to;
  struct weft_transfer transfer;
  cl_int error = CHECK_PLAIN(&to);
  if (!error)
    error = weft_check_copy_image(queue_of(&to), src_image, dst_image, src_origin, dst_origin, region, &transfer);
  return error ? error : weft_record_transfer(&to, &transfer);
}

CL_API_ENTRY cl_int CL_API_CALL weft_clCommandCopyImageToBufferKHR(WEFT_INTO, cl_mem src_image, cl_mem dst_buffer,
                                                                   const size_t *src_origin, const size_t *region,
                                                                   size_t dst_offset, WEFT_SYNC) {
  struct weft_recording to;
  struct weft_transfer transfer;
  cl_int error = CHECK_PLAIN(&to);
  if (!error)
    error = weft_check_copy_image_buffer(queue_of(&to), CL_COMMAND_COPY_IMAGE_TO_BUFFER, src_image, dst_buffer,
                                         src_origin, region, dst_offset, &transfer);
  return error ? error : weft_record_transfer(&to, &transfer);
}

CL_API_ENTRY cl_int CL_API_CALL weft_clCommandFillBufferKHR(WEFT_INTO, cl_mem buffer, const void *pattern,
                                                            size_t pattern_size, size_t offset, size_t size,
                                                            WEFT_SYNC) {
  struct weft_recording to;
  struct weft_fill fill;
  cl_int error = CHECK_PLAIN(&to);
  if (!error)
    error = weft_check_fill_buffer(queue_of(&to), buffer, pattern, pattern_size, offset, size, &fill);
  return error ? error : weft_record_fill(&to, &fill);
}

CL_API_ENTRY cl_int CL_API_CALL weft_clCommandFillImageKHR(WEFT_INTO, cl_mem image, const void *fill_color,
                                                           const size_t *origin, const size_t *region, WEFT_SYNC) {
  struct weft_recording to;
  struct weft_fill fill;
  cl_int error = CHECK_PLAIN(&to);
  if (!error)
    error = weft_check_fill_image(queue_of(&to), image, fill_color, origin, region, &fill);
  return error ? error : weft_record_fill(&to, &fill);
}

CL_API_ENTRY cl_int CL_API_CALL weft_clCommandSVMMemcpyKHR(WEFT_INTO, void *dst_ptr, const void *src_ptr, size_t size,
                                                           WEFT_SYNC) {
  struct weft_recording to;
  struct weft_transfer transfer;
  cl_int error = CHECK_PLAIN(&to);
  if (!error)
    error = weft_check_address_context(to.buffer->context, dst_ptr);
  if (!error)
    error = weft_check_address_context(to.buffer->context, src_ptr);
  if (!error)
    error = weft_check_address_copy(CL_COMMAND_SVM_MEMCPY, dst_ptr, src_ptr, size, &transfer);
  return error ? error : weft_record_transfer(&to, &transfer);
}

CL_API_ENTRY cl_int CL_API_CALL weft_clCommandSVMMemFillKHR(WEFT_INTO, void *svm_ptr, const void *pattern,
                                                            size_t pattern_size, size_t size, WEFT_SYNC) {
  struct weft_recording to;
  struct weft_fill fill;
  cl_int error = CHECK_PLAIN(&to);
  if (!error)
    error = weft_check_address_context(to.buffer->context, svm_ptr);
  if (!error)
    error = weft_check_address_fill(CL_COMMAND_SVM_MEMFILL, svm_ptr, pattern, pattern_size, size, &fill);
  return error ? error : weft_record_fill(&to, &fill);
}

/* What a launch's properties say. */
struct dispatch_properties {
  cl_properties fields, asserts;
};

static cl_int parse(const cl_properties *list, struct dispatch_properties *out, size_t *size) {
  const struct weft_property known[] = {
      {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, WEFT_MUTABLE_FIELDS, &out->fields},
      {CL_MUTABLE_DISPATCH_ASSERTS_KHR, CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR, &out->asserts},
  };
  return weft_properties_parse(list, known, sizeof(known) / sizeof(*known), size) ? CL_SUCCESS : CL_INVALID_VALUE;
}

static bool has_property(const cl_properties *list, cl_properties name) {
  for (; list && *list; list += 2)
    if (*list == name)
      return true;
  return false;
}

CL_API_ENTRY cl_int CL_API_CALL weft_clCommandNDRangeKernelKHR(WEFT_INTO, cl_kernel kernel, cl_uint work_dim,
                                                               const size_t *global_work_offset,
                                                               const size_t *global_work_size,
                                                               const size_t *local_work_size, WEFT_SYNC) {
  struct weft_recording to;
  struct dispatch_properties asked = {WEFT_MUTABLE_FIELDS, 0};
  struct weft_ndrange range;
  const struct weft_kernel_device *on = NULL;
  cl_int error = check_recording(command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                                 sync_point_wait_list, sync_point, mutable_handle, &to);
  if (!error)
    error = parse(properties, &asked, &to.properties_size);
  if (error)
    return error;
  /* The range of groups is known beforehand where it is said that it will not grow. */
  if ((asked.asserts || command_buffer->asserts_no_groups) && !local_work_size)
    return CL_INVALID_VALUE;
  error = weft_check_launch(queue_of(&to), kernel, &on);
  if (!error)
    error = weft_ndrange_init(on, queue_of(&to)->device, work_dim, global_work_offset, global_work_size,
                              local_work_size, &range);
  if (error)
    return error;
  bool may_lack = command_buffer->is_mutable && (asked.fields & CL_MUTABLE_DISPATCH_ARGUMENTS_KHR) &&
                  has_property(properties, CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR);
  return weft_record_ndrange(&to, kernel, &range, local_work_size != NULL, asked.fields, may_lack);
}
