/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Commands that read, write, copy, fill, map and migrate buffers, and native kernels. */
#include "icd/transfer_check.h"

/* What reads and writes check behind their regions; a failed event makes a blocking call fail at once. */
static cl_int check_host_access(cl_command_queue queue, cl_mem buffer, bool allowed, cl_bool blocking,
                                cl_uint num_events, const cl_event *events) {
  cl_int error = weft_check_aligned(queue, buffer);
  if (error)
    return error;
  if (!allowed)
    return CL_INVALID_OPERATION;
  return blocking ? weft_check_wait_status(num_events, events) : CL_SUCCESS;
}

/* What each command between a buffer and the host begins with. */
static cl_int check_host_transfer(cl_command_queue queue, cl_mem buffer, cl_uint num_events, const cl_event *events) {
  cl_int error = weft_check_enqueue(queue, num_events, events);
  return error ? error : weft_check_buffer(queue, buffer);
}

/* Both sides are there and their regions checked; `reads` from the buffer. */
static cl_int transfer_host(cl_command_queue queue, cl_command_type type, bool reads, cl_bool blocking,
                            struct weft_side *device, struct weft_side *host, const size_t region[3],
                            cl_uint num_events, const cl_event *events, cl_event *event) {
  if (!host->host)
    return CL_INVALID_VALUE;
  bool allowed = reads ? weft_host_may_read(device->mem) : weft_host_may_write(device->mem);
  cl_int error = check_host_access(queue, device->mem, allowed, blocking, num_events, events);
  if (error)
    return error;
  return weft_transfer_enqueue_sides(queue, type, blocking, reads ? host : device, reads ? device : host, region,
                                     num_events, events, event);
}

/* Reads and writes of one stretch; which of them, the type says. */
static cl_int enqueue_host(cl_command_queue queue, cl_command_type type, cl_mem buffer, cl_bool blocking, size_t offset,
                           size_t size, void *ptr, cl_uint num_events, const cl_event *events, cl_event *event) {
  cl_int error = check_host_transfer(queue, buffer, num_events, events);
  if (error)
    return error;
  if (!weft_range_fits(offset, size, buffer->size))
    return CL_INVALID_VALUE;
  struct weft_side device = {.mem = buffer, .offset = offset, .row_pitch = size, .slice_pitch = size};
  struct weft_side host = {.host = ptr, .row_pitch = size, .slice_pitch = size};
  return transfer_host(queue, type, type == CL_COMMAND_READ_BUFFER, blocking, &device, &host,
                       (const size_t[3]){size, 1, 1}, num_events, events, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer,
                                                    cl_bool blocking_read, size_t offset, size_t size, void *ptr,
                                                    cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                    cl_event *event) {
  return enqueue_host(command_queue, CL_COMMAND_READ_BUFFER, buffer, blocking_read, offset, size, ptr,
                      num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer,
                                                     cl_bool blocking_write, size_t offset, size_t size,
                                                     const void *ptr, cl_uint num_events_in_wait_list,
                                                     const cl_event *event_wait_list, cl_event *event) {
  return enqueue_host(command_queue, CL_COMMAND_WRITE_BUFFER, buffer, blocking_write, offset, size, (void *)ptr,
                      num_events_in_wait_list, event_wait_list, event);
}

/* Reads and writes; which of them, the type says. */
static cl_int enqueue_host_rect(cl_command_queue queue, cl_command_type type, cl_mem buffer, cl_bool blocking,
                                const struct weft_rect *buffer_rect, const struct weft_rect *host_rect,
                                const size_t *region, void *ptr, cl_uint num_events, const cl_event *events,
                                cl_event *event) {
  cl_int error = check_host_transfer(queue, buffer, num_events, events);
  if (error)
    return error;
  struct weft_side device = {.mem = buffer}, host = {.host = ptr};
  error = weft_check_side(&device, buffer_rect, region);
  if (error)
    return error;
  error = weft_check_side(&host, host_rect, region);
  if (error)
    return error;
  return transfer_host(queue, type, type == CL_COMMAND_READ_BUFFER_RECT, blocking, &device, &host, region, num_events,
                       events, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReadBufferRect(cl_command_queue command_queue, cl_mem buffer,
                                                        cl_bool blocking_read, const size_t *buffer_origin,
                                                        const size_t *host_origin, const size_t *region,
                                                        size_t buffer_row_pitch, size_t buffer_slice_pitch,
                                                        size_t host_row_pitch, size_t host_slice_pitch, void *ptr,
                                                        cl_uint num_events_in_wait_list,
                                                        const cl_event *event_wait_list, cl_event *event) {
  return enqueue_host_rect(command_queue, CL_COMMAND_READ_BUFFER_RECT, buffer, blocking_read,
                           &(struct weft_rect){buffer_origin, buffer_row_pitch, buffer_slice_pitch},
                           &(struct weft_rect){host_origin, host_row_pitch, host_slice_pitch}, region, ptr,
                           num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWriteBufferRect(cl_command_queue command_queue, cl_mem buffer,
                                                         cl_bool blocking_write, const size_t *buffer_origin,
                                                         const size_t *host_origin, const size_t *region,
                                                         size_t buffer_row_pitch, size_t buffer_slice_pitch,
                                                         size_t host_row_pitch, size_t host_slice_pitch,
                                                         const void *ptr, cl_uint num_events_in_wait_list,
                                                         const cl_event *event_wait_list, cl_event *event) {
  return enqueue_host_rect(command_queue, CL_COMMAND_WRITE_BUFFER_RECT, buffer, blocking_write,
                           &(struct weft_rect){buffer_origin, buffer_row_pitch, buffer_slice_pitch},
                           &(struct weft_rect){host_origin, host_row_pitch, host_slice_pitch}, region, (void *)ptr,
                           num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer,
                                                    cl_mem dst_buffer, size_t src_offset, size_t dst_offset,
                                                    size_t size, cl_uint num_events_in_wait_list,
                                                    const cl_event *event_wait_list, cl_event *event) {
  struct weft_transfer transfer;
  cl_int error = weft_check_enqueue(command_queue, num_events_in_wait_list, event_wait_list);
  if (!error)
    error = weft_check_copy_buffer(command_queue, src_buffer, dst_buffer, src_offset, dst_offset, size, &transfer);
  return error ? error
               : weft_transfer_enqueue(command_queue, &transfer, CL_FALSE, num_events_in_wait_list, event_wait_list,
                                       event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyBufferRect(
    cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer, const size_t *src_origin,
    const size_t *dst_origin, const size_t *region, size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch,
    size_t dst_slice_pitch, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  struct weft_transfer transfer;
  cl_int error = weft_check_enqueue(command_queue, num_events_in_wait_list, event_wait_list);
  if (!error)
    error = weft_check_copy_buffer_rect(
        command_queue, src_buffer, dst_buffer, &(struct weft_rect){src_origin, src_row_pitch, src_slice_pitch},
        &(struct weft_rect){dst_origin, dst_row_pitch, dst_slice_pitch}, region, &transfer);
  return error ? error
               : weft_transfer_enqueue(command_queue, &transfer, CL_FALSE, num_events_in_wait_list, event_wait_list,
                                       event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer, const void *pattern,
                                                    size_t pattern_size, size_t offset, size_t size,
                                                    cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                    cl_event *event) {
  struct weft_fill fill;
  cl_int error = weft_check_enqueue(command_queue, num_events_in_wait_list, event_wait_list);
  if (!error)
    error = weft_check_fill_buffer(command_queue, buffer, pattern, pattern_size, offset, size, &fill);
  return error ? error
               : weft_transfer_enqueue_fill(command_queue, &fill, num_events_in_wait_list, event_wait_list, event);
}

static cl_int map_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags, size_t offset,
                         size_t size, cl_uint num_events, const cl_event *events, cl_event *event, void **out) {
  cl_int error = weft_check_enqueue(queue, num_events, events);
  if (error)
    return error;
  error = weft_check_buffer(queue, buffer);
  if (error)
    return error;
  if (size == 0 || !weft_range_fits(offset, size, buffer->size))
    return CL_INVALID_VALUE;
  if (!weft_map_flags_valid(flags))
    return CL_INVALID_VALUE;
  error = check_host_access(queue, buffer, weft_host_may_map(buffer, flags), blocking, num_events, events);
  if (error)
    return error;
  const struct weft_box box = {offset, {size, 1, 1}, size, size};
  return weft_mem_map(queue, CL_COMMAND_MAP_BUFFER, buffer, blocking, flags, &box, num_events, events, event, out);
}

CL_API_ENTRY void *CL_API_CALL clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_map,
                                                  cl_map_flags map_flags, size_t offset, size_t size,
                                                  cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                  cl_event *event, cl_int *errcode_ret) {
  void *mapped = NULL;
  cl_int error = map_buffer(command_queue, buffer, blocking_map, map_flags, offset, size, num_events_in_wait_list,
                            event_wait_list, event, &mapped);
  return weft_created(errcode_ret, error, mapped);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj, void *mapped_ptr,
                                                        cl_uint num_events_in_wait_list,
                                                        const cl_event *event_wait_list, cl_event *event) {
  cl_int error = weft_check_enqueue(command_queue, num_events_in_wait_list, event_wait_list);
  if (error)
    return error;
  if (!weft_is_mem(memobj) || memobj->type == CL_MEM_OBJECT_PIPE)
    return CL_INVALID_MEM_OBJECT;
  if (memobj->context != command_queue->context)
    return CL_INVALID_CONTEXT;
  return weft_mem_unmap(command_queue, memobj, mapped_ptr, num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueMigrateMemObjects(cl_command_queue command_queue, cl_uint num_mem_objects,
                                                           const cl_mem *mem_objects, cl_mem_migration_flags flags,
                                                           cl_uint num_events_in_wait_list,
                                                           const cl_event *event_wait_list, cl_event *event) {
  cl_int error = weft_check_enqueue(command_queue, num_events_in_wait_list, event_wait_list);
  if (error)
    return error;
  if (num_mem_objects == 0 || !mem_objects || (flags & ~(cl_mem_migration_flags)WEFT_MIGRATE_FLAGS))
    return CL_INVALID_VALUE;
  for (cl_uint i = 0; i < num_mem_objects; i++) {
    if (!weft_is_mem(mem_objects[i]))
      return CL_INVALID_MEM_OBJECT;
    if (mem_objects[i]->context != command_queue->context)
      return CL_INVALID_CONTEXT;
  }
  return weft_transfer_enqueue_migrate(command_queue, num_mem_objects, mem_objects, num_events_in_wait_list,
                                       event_wait_list, event);
}

/* Each memory object's handle lies whole within the arguments. */
static bool locations_fit(const void *args, size_t size, cl_uint count, const void **locations) {
  for (cl_uint i = 0; i < count; i++) {
    uintptr_t start = (uintptr_t)args, at = (uintptr_t)locations[i];
    if (at < start || !weft_range_fits(at - start, sizeof(cl_mem), size))
      return false;
  }
  return true;
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueNativeKernel(cl_command_queue command_queue,
                                                      void(CL_CALLBACK *user_func)(void *), void *args, size_t cb_args,
                                                      cl_uint num_mem_objects, const cl_mem *mem_list,
                                                      const void **args_mem_loc, cl_uint num_events_in_wait_list,
                                                      const cl_event *event_wait_list, cl_event *event) {
  cl_int error = weft_check_enqueue(command_queue, num_events_in_wait_list, event_wait_list);
  if (error)
    return error;
  if (!user_func || (args != NULL) != (cb_args > 0))
    return CL_INVALID_VALUE;
  bool has_mems = num_mem_objects > 0;
  if ((has_mems && !args) || has_mems != (mem_list != NULL) || has_mems != (args_mem_loc != NULL))
    return CL_INVALID_VALUE;
  if (!locations_fit(args, cb_args, num_mem_objects, args_mem_loc))
    return CL_INVALID_VALUE;
  /* A command's relocations have 32-bit offsets. */
  if (cb_args > UINT32_MAX)
    return CL_OUT_OF_RESOURCES;
  for (cl_uint i = 0; i < num_mem_objects; i++) {
    error = mem_list[i] ? weft_check_buffer(command_queue, mem_list[i]) : CL_SUCCESS;
    if (error)
      return error;
  }
  return weft_native_enqueue(command_queue, user_func, args, cb_args, num_mem_objects, mem_list, args_mem_loc,
                             num_events_in_wait_list, event_wait_list, event);
}
