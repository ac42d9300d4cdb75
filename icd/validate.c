/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "icd/validate.h"

#include "icd/cl_newer.h"
#include "runtime/event.h"
#include "runtime/extensions.h"
#include "runtime/memory.h"
#include "runtime/queue.h"

cl_int weft_check_wait_list(cl_context context, cl_uint num_events, const cl_event *events) {
  if ((num_events == 0) != (events == NULL))
    return CL_INVALID_EVENT_WAIT_LIST;
  for (cl_uint i = 0; i < num_events; i++)
    if (!weft_is_event(events[i]))
      return CL_INVALID_EVENT_WAIT_LIST;
  for (cl_uint i = 0; i < num_events; i++)
    if (events[i]->context != context)
      return CL_INVALID_CONTEXT;
  return CL_SUCCESS;
}

cl_int weft_check_wait_status(cl_uint num_events, const cl_event *events) {
  for (cl_uint i = 0; i < num_events; i++)
    if (weft_event_status(events[i]) < 0)
      return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  return CL_SUCCESS;
}

bool weft_is_host_queue(cl_command_queue handle) {
  return weft_is_queue(handle) && !weft_queue_on_device(handle);
}

cl_int weft_check_context(cl_context handle) {
  if (!weft_is_context(handle))
    return CL_INVALID_CONTEXT;
  return weft_context_is_terminated(handle) ? CL_CONTEXT_TERMINATED_KHR : CL_SUCCESS;
}

cl_int weft_check_queue(cl_command_queue handle) {
  if (!weft_is_host_queue(handle))
    return CL_INVALID_COMMAND_QUEUE;
  return weft_context_is_terminated(handle->context) ? CL_CONTEXT_TERMINATED_KHR : CL_SUCCESS;
}

cl_int weft_check_enqueue(cl_command_queue queue, cl_uint num_events, const cl_event *events) {
  cl_int error = weft_check_queue(queue);
  if (error)
    return error;
  return weft_check_wait_list(queue->context, num_events, events);
}

cl_int weft_check_device_list(cl_uint num_devices, const cl_device_id *devices) {
  if ((num_devices == 0) != (devices == NULL))
    return CL_INVALID_VALUE;
  for (cl_uint i = 0; i < num_devices; i++)
    if (!weft_is_device(devices[i]))
      return CL_INVALID_DEVICE;
  return CL_SUCCESS;
}

bool weft_any_device_allocates(cl_context context, size_t size) {
  for (cl_uint i = 0; i < context->num_devices; i++)
    if (size <= context->devices[i]->caps->max_alloc_size)
      return true;
  return false;
}

cl_int weft_check_buffer_flags(cl_mem_flags flags) {
  const cl_mem_flags device_access = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
  const cl_mem_flags host_access = CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS;
  const cl_mem_flags host_pointer = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;
  if (flags & ~(device_access | host_access | host_pointer | CL_MEM_IMMUTABLE_EXT))
    return CL_INVALID_VALUE;
  if ((flags & CL_MEM_IMMUTABLE_EXT) && ((flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_HOST_WRITE_ONLY)) ||
                                         !weft_extensions_has("cl_ext_immutable_memory_objects")))
    return CL_INVALID_VALUE;
  if (!weft_at_most_one(flags, device_access) || !weft_at_most_one(flags, host_access))
    return CL_INVALID_VALUE;
  if ((flags & CL_MEM_USE_HOST_PTR) && (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)))
    return CL_INVALID_VALUE;
  return CL_SUCCESS;
}

_Static_assert(WEFT_MEM_IMMUTABLE == CL_MEM_IMMUTABLE_EXT, "one flag");

cl_int weft_check_immutable_source(cl_mem_flags flags) {
  bool has_source = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
  return (flags & CL_MEM_IMMUTABLE_EXT) && !has_source ? CL_INVALID_VALUE : CL_SUCCESS;
}

bool weft_flags_narrow(cl_mem_flags parent, cl_mem_flags sub) {
  if ((parent & CL_MEM_WRITE_ONLY) && (sub & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY)))
    return false;
  if ((parent & CL_MEM_READ_ONLY) && (sub & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY)))
    return false;
  if ((parent & CL_MEM_HOST_WRITE_ONLY) && (sub & CL_MEM_HOST_READ_ONLY))
    return false;
  if ((parent & CL_MEM_HOST_READ_ONLY) && (sub & CL_MEM_HOST_WRITE_ONLY))
    return false;
  if ((parent & CL_MEM_IMMUTABLE_EXT) && (sub & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_HOST_WRITE_ONLY)))
    return false;
  return !((parent & CL_MEM_HOST_NO_ACCESS) && (sub & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY)));
}

/* *sum += factor * value, false on overflow. */
static bool add_product(size_t *sum, size_t factor, size_t value) {
  size_t product;
  return !__builtin_mul_overflow(factor, value, &product) && !__builtin_add_overflow(*sum, product, sum);
}

cl_int weft_check_rect(const size_t origin[3], const size_t region[3], size_t *row_pitch, size_t *slice_pitch,
                       size_t size, size_t *offset) {
  size_t default_slice, first, extent;
  if (region[0] == 0 || region[1] == 0 || region[2] == 0)
    return CL_INVALID_VALUE;
  if (*row_pitch == 0)
    *row_pitch = region[0];
  if (*row_pitch < region[0] || __builtin_mul_overflow(region[1], *row_pitch, &default_slice))
    return CL_INVALID_VALUE;
  if (*slice_pitch == 0)
    *slice_pitch = default_slice;
  if (*slice_pitch < default_slice || *slice_pitch % *row_pitch != 0)
    return CL_INVALID_VALUE;
  first = origin[0];
  if (!add_product(&first, origin[1], *row_pitch) || !add_product(&first, origin[2], *slice_pitch))
    return CL_INVALID_VALUE;
  /* From the first byte to behind the last row. */
  extent = region[0];
  if (!add_product(&extent, region[1] - 1, *row_pitch) || !add_product(&extent, region[2] - 1, *slice_pitch))
    return CL_INVALID_VALUE;
  if (!weft_range_fits(first, extent, size))
    return CL_INVALID_VALUE;
  *offset = first;
  return CL_SUCCESS;
}
