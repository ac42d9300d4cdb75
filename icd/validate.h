/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_ICD_VALIDATE_H
#define WEFT_ICD_VALIDATE_H

/*
 * Checks that several entry points share. None of them changes an object, none overflows.
 * Handles: weft_is_context(h) and the like accept NULL and answer false for anything that is not a live object of
 * ours of that class.
 */

#include "icd/cl_newer.h"
#include "runtime/object.h"

/* A macro rather than functions: the API structs' definitions need not be known, all begin with struct weft_object. */
#define WEFT_IS(handle, class) weft_object_is((const struct weft_object *)(handle), (class))

static inline bool weft_is_platform(cl_platform_id handle) {
  return WEFT_IS(handle, WEFT_CLASS_PLATFORM);
}
static inline bool weft_is_device(cl_device_id handle) {
  return WEFT_IS(handle, WEFT_CLASS_DEVICE);
}
static inline bool weft_is_context(cl_context handle) {
  return WEFT_IS(handle, WEFT_CLASS_CONTEXT);
}
static inline bool weft_is_queue(cl_command_queue handle) {
  return WEFT_IS(handle, WEFT_CLASS_QUEUE);
}
/* A queue that the host enqueues to, not one on a device. */
bool weft_is_host_queue(cl_command_queue handle);
static inline bool weft_is_mem(cl_mem handle) {
  return WEFT_IS(handle, WEFT_CLASS_MEM);
}
static inline bool weft_is_sampler(cl_sampler handle) {
  return WEFT_IS(handle, WEFT_CLASS_SAMPLER);
}
static inline bool weft_is_program(cl_program handle) {
  return WEFT_IS(handle, WEFT_CLASS_PROGRAM);
}
static inline bool weft_is_kernel(cl_kernel handle) {
  return WEFT_IS(handle, WEFT_CLASS_KERNEL);
}
static inline bool weft_is_event(cl_event handle) {
  return WEFT_IS(handle, WEFT_CLASS_EVENT);
}
static inline bool weft_is_command_buffer(cl_command_buffer_khr handle) {
  return WEFT_IS(handle, WEFT_CLASS_COMMAND_BUFFER);
}
static inline bool weft_is_mutable_command(cl_mutable_command_khr handle) {
  return WEFT_IS(handle, WEFT_CLASS_MUTABLE_COMMAND);
}
static inline bool weft_is_semaphore(cl_semaphore_khr handle) {
  return WEFT_IS(handle, WEFT_CLASS_SEMAPHORE);
}

/* For calls that make something in a context, or use it otherwise than by queries, retains and releases:
 * CL_INVALID_CONTEXT, CL_CONTEXT_TERMINATED_KHR. */
cl_int weft_check_context(cl_context handle);
/* A queue to enqueue to: CL_INVALID_COMMAND_QUEUE, CL_CONTEXT_TERMINATED_KHR. */
cl_int weft_check_queue(cl_command_queue handle);

/* Results of entry points that create: `return weft_created(errcode_ret, error, object);` gives NULL where error != 0.
 */
#define weft_created(errcode_ret, error, object)                                                                       \
  ((errcode_ret) ? (void)(*(errcode_ret) = (error)) : (void)0, (error) == CL_SUCCESS ? (object) : NULL)

/* The wait list of an enqueue call. CL_INVALID_EVENT_WAIT_LIST; CL_INVALID_CONTEXT where an event is of another
 * context. */
cl_int weft_check_wait_list(cl_context context, cl_uint num_events, const cl_event *events);
/* For blocking calls: CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST where an event has failed already. */
cl_int weft_check_wait_status(cl_uint num_events, const cl_event *events);
/* Queue and wait list together, the head of most enqueue calls: CL_INVALID_COMMAND_QUEUE, then the above. */
cl_int weft_check_enqueue(cl_command_queue queue, cl_uint num_events, const cl_event *events);

/* What a kernel runs on `*device`, which becomes the kernel's only device where it is NULL. CL_INVALID_DEVICE. */
struct weft_kernel_device;
cl_int weft_find_kernel_device(cl_kernel kernel, cl_device_id *device, const struct weft_kernel_device **on);
/* What only the kernel's code tells: made if need be. CL_OUT_OF_RESOURCES: it cannot be compiled. */
cl_int weft_find_kernel_code(cl_kernel kernel, cl_device_id device, const struct weft_kernel_device **on);

/* Kernel and queue belong together, and the kernel is built for the queue's device: CL_INVALID_KERNEL,
 * CL_INVALID_CONTEXT, CL_INVALID_PROGRAM_EXECUTABLE. */
cl_int weft_check_launch(cl_command_queue queue, cl_kernel kernel, const struct weft_kernel_device **on);

/* clSetKernelExecInfo behind its check of the handle: CL_INVALID_VALUE. */
cl_int weft_set_exec_info(cl_kernel kernel, cl_kernel_exec_info param_name, size_t param_value_size,
                          const void *param_value);

/* A list of devices that may be absent (0, NULL). CL_INVALID_VALUE where count and list disagree, CL_INVALID_DEVICE. */
cl_int weft_check_device_list(cl_uint num_devices, const cl_device_id *devices);

/* Whether memory of so many bytes is no more than one of the context's devices allocates. */
bool weft_any_device_allocates(cl_context context, size_t size);

/* At most one bit of `group` is set in `flags`. */
static inline bool weft_at_most_one(cl_bitfield flags, cl_bitfield group) {
  cl_bitfield set = flags & group;
  return (set & (set - 1)) == 0;
}
/* Bits of clCreateBuffer's flags: known ones, no contradictions (CL_INVALID_VALUE). What is immutable is not written.
 */
cl_int weft_check_buffer_flags(cl_mem_flags flags);
/* cl_ext_immutable_memory_objects: what a new object that is immutable holds comes from a host pointer
 * (CL_INVALID_VALUE). `flags` as checked by weft_check_buffer_flags(). */
cl_int weft_check_immutable_source(cl_mem_flags flags);

/* What a sub-buffer, or an image of a memory object, asks for may narrow its parent's access, never widen it. */
bool weft_flags_narrow(cl_mem_flags parent, cl_mem_flags sub);

/* [offset, offset + length) lies within size. */
static inline bool weft_range_fits(size_t offset, size_t length, size_t size) {
  return offset <= size && length <= size - offset;
}

/* One side of a rectangular transfer. Pitches of 0 are replaced by their defaults. Writes the byte offset of the
 * first byte to `offset`. `size` is the buffer's, SIZE_MAX for host memory. CL_INVALID_VALUE where the pitches are too
 * small or do not divide, where a region is 0 or where the region leaves the buffer. */
cl_int weft_check_rect(const size_t origin[3], const size_t region[3], size_t *row_pitch, size_t *slice_pitch,
                       size_t size, size_t *offset);

#endif
