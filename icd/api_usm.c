/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cl_intel_unified_shared_memory 1.1.0 (docs/memory_by_pointer.md). Host, device and shared memory are one: what
 * differs is what queries answer. The functions are found by name. */
#include "icd/info.h"
#include "icd/transfer_check.h"
#include "runtime/allocation.h"
#include "runtime/kernel.h"
#include "runtime/queue.h"

#define PLACEMENT_FLAGS (CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL | CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL)

/* CL_INVALID_PROPERTY: an unknown name, one that comes twice, or flags that do not go with the kind of memory. */
static cl_int read_properties(const cl_mem_properties_intel *properties, struct weft_allocation_facts *asked) {
  bool has_flags = false;
  for (; properties && properties[0]; properties += 2) {
    if (properties[0] != CL_MEM_ALLOC_FLAGS_INTEL || has_flags)
      return CL_INVALID_PROPERTY;
    has_flags = true;
    asked->flags = (cl_bitfield)properties[1];
  }
  cl_bitfield placement = asked->flags & PLACEMENT_FLAGS;
  if (asked->flags & ~(cl_bitfield)(PLACEMENT_FLAGS | CL_MEM_ALLOC_WRITE_COMBINED_INTEL))
    return CL_INVALID_PROPERTY;
  if (placement && (asked->kind != WEFT_ALLOCATION_SHARED || placement == PLACEMENT_FLAGS))
    return CL_INVALID_PROPERTY;
  return CL_SUCCESS;
}

static cl_int check_for(cl_device_id device, size_t size, cl_uint alignment) {
  if (alignment > device->caps->mem_base_align)
    return CL_INVALID_VALUE;
  return size > device->caps->max_alloc_size ? CL_INVALID_BUFFER_SIZE : CL_SUCCESS;
}

static cl_int allocate(struct weft_allocation_facts *asked, const cl_mem_properties_intel *properties,
                       cl_uint alignment, void **out) {
  cl_context context = asked->context;
  cl_int refused = weft_check_context(context);
  if (refused)
    return refused;
  bool needs_device = asked->kind == WEFT_ALLOCATION_DEVICE;
  if ((needs_device || asked->device) &&
      (!weft_is_device(asked->device) || !weft_context_has_device(context, asked->device)))
    return CL_INVALID_DEVICE;
  if (alignment & (alignment - 1))
    return CL_INVALID_VALUE;
  cl_int error = CL_SUCCESS;
  if (asked->device)
    error = check_for(asked->device, asked->size, alignment);
  for (cl_uint i = 0; i < context->num_devices && !asked->device && !error; i++)
    error = check_for(context->devices[i], asked->size, alignment);
  if (error == CL_INVALID_VALUE)
    return error;
  cl_int wrong = read_properties(properties, asked);
  if (wrong)
    return wrong;
  if (error || !asked->size)
    return CL_INVALID_BUFFER_SIZE;
  error = weft_allocation_create(asked, out);
  return error == CL_MEM_OBJECT_ALLOCATION_FAILURE ? CL_OUT_OF_RESOURCES : error;
}

CL_API_ENTRY void *CL_API_CALL clHostMemAllocINTEL(cl_context context, const cl_mem_properties_intel *properties,
                                                   size_t size, cl_uint alignment, cl_int *errcode_ret) {
  struct weft_allocation_facts asked = {.context = context, .kind = WEFT_ALLOCATION_HOST, .size = size};
  void *memory = NULL;
  cl_int error = allocate(&asked, properties, alignment, &memory);
  return weft_created(errcode_ret, error, memory);
}

CL_API_ENTRY void *CL_API_CALL clDeviceMemAllocINTEL(cl_context context, cl_device_id device,
                                                     const cl_mem_properties_intel *properties, size_t size,
                                                     cl_uint alignment, cl_int *errcode_ret) {
  struct weft_allocation_facts asked = {
      .context = context, .kind = WEFT_ALLOCATION_DEVICE, .device = device, .size = size};
  void *memory = NULL;
  cl_int error = allocate(&asked, properties, alignment, &memory);
  return weft_created(errcode_ret, error, memory);
}

CL_API_ENTRY void *CL_API_CALL clSharedMemAllocINTEL(cl_context context, cl_device_id device,
                                                     const cl_mem_properties_intel *properties, size_t size,
                                                     cl_uint alignment, cl_int *errcode_ret) {
  struct weft_allocation_facts asked = {
      .context = context, .kind = WEFT_ALLOCATION_SHARED, .device = device, .size = size};
  void *memory = NULL;
  cl_int error = allocate(&asked, properties, alignment, &memory);
  return weft_created(errcode_ret, error, memory);
}

CL_API_ENTRY cl_int CL_API_CALL clMemFreeINTEL(cl_context context, void *ptr) {
  if (!weft_is_context(context))
    return CL_INVALID_CONTEXT;
  return !ptr || weft_allocation_free(context, ptr, /*svm=*/false) ? CL_SUCCESS : CL_INVALID_VALUE;
}

/* Any command may use any allocation by way of pointers in memory: all that were enqueued are waited for. */
CL_API_ENTRY cl_int CL_API_CALL clMemBlockingFreeINTEL(cl_context context, void *ptr) {
  if (!weft_is_context(context))
    return CL_INVALID_CONTEXT;
  if (!ptr)
    return CL_SUCCESS;
  struct weft_allocation_facts facts = weft_allocation_find(ptr);
  if (facts.context != context || facts.kind == WEFT_ALLOCATION_SVM || facts.start != ptr)
    return CL_INVALID_VALUE;
  /* The commands of a terminated context run no more, and memory is given back there too. */
  cl_int error = weft_context_is_terminated(context) ? CL_SUCCESS : weft_context_finish(context);
  return error ? error : clMemFreeINTEL(context, ptr);
}

CL_API_ENTRY cl_int CL_API_CALL clGetMemAllocInfoINTEL(cl_context context, const void *ptr,
                                                       cl_mem_info_intel param_name, size_t param_value_size,
                                                       void *param_value, size_t *param_value_size_ret) {
  static const cl_unified_shared_memory_type_intel types[] = {[WEFT_ALLOCATION_HOST] = CL_MEM_TYPE_HOST_INTEL,
                                                              [WEFT_ALLOCATION_DEVICE] = CL_MEM_TYPE_DEVICE_INTEL,
                                                              [WEFT_ALLOCATION_SHARED] = CL_MEM_TYPE_SHARED_INTEL};
  if (!weft_is_context(context))
    return CL_INVALID_CONTEXT;
  const struct weft_info out = {param_value_size, param_value, param_value_size_ret};
  struct weft_allocation_facts facts = weft_allocation_find(ptr);
  bool is_known = facts.context == context && facts.kind != WEFT_ALLOCATION_SVM;
  if (!is_known)
    facts = (struct weft_allocation_facts){0};
  switch (param_name) {
  case CL_MEM_ALLOC_TYPE_INTEL:
    return weft_info_put(&out, cl_unified_shared_memory_type_intel,
                         is_known ? types[facts.kind] : CL_MEM_TYPE_UNKNOWN_INTEL);
  case CL_MEM_ALLOC_BASE_PTR_INTEL:
    return weft_info_bytes(&out, &facts.start, sizeof facts.start);
  case CL_MEM_ALLOC_SIZE_INTEL:
    return weft_info_put(&out, size_t, facts.size);
  case CL_MEM_ALLOC_DEVICE_INTEL:
    return weft_info_put(&out, cl_device_id, facts.device);
  case CL_MEM_ALLOC_FLAGS_INTEL:
    return weft_info_put(&out, cl_mem_alloc_flags_intel, facts.flags);
  default:
    return CL_INVALID_VALUE;
  }
}

CL_API_ENTRY cl_int CL_API_CALL clSetKernelArgMemPointerINTEL(cl_kernel kernel, cl_uint arg_index,
                                                              const void *arg_value) {
  return weft_is_kernel(kernel) ? weft_kernel_set_pointer(kernel, arg_index, arg_value) : CL_INVALID_KERNEL;
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueMemFillINTEL(cl_command_queue command_queue, void *dst_ptr,
                                                      const void *pattern, size_t pattern_size, size_t size,
                                                      cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                      cl_event *event) {
  cl_int error = weft_check_enqueue(command_queue, num_events_in_wait_list, event_wait_list);
  if (error)
    return error;
  return weft_enqueue_address_fill(command_queue, CL_COMMAND_MEMFILL_INTEL, dst_ptr, pattern, pattern_size, size,
                                   num_events_in_wait_list, event_wait_list, event);
}

/* Deprecated: bytes alone. */
CL_API_ENTRY cl_int CL_API_CALL clEnqueueMemsetINTEL(cl_command_queue command_queue, void *dst_ptr, cl_int value,
                                                     size_t size, cl_uint num_events_in_wait_list,
                                                     const cl_event *event_wait_list, cl_event *event) {
  const cl_uchar byte = (cl_uchar)value;
  return clEnqueueMemFillINTEL(command_queue, dst_ptr, &byte, 1, size, num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueMemcpyINTEL(cl_command_queue command_queue, cl_bool blocking, void *dst_ptr,
                                                     const void *src_ptr, size_t size, cl_uint num_events_in_wait_list,
                                                     const cl_event *event_wait_list, cl_event *event) {
  cl_int error = weft_check_enqueue(command_queue, num_events_in_wait_list, event_wait_list);
  if (error)
    return error;
  return weft_enqueue_address_copy(command_queue, CL_COMMAND_MEMCPY_INTEL, blocking, dst_ptr, src_ptr, size,
                                   num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueMigrateMemINTEL(cl_command_queue command_queue, const void *ptr, size_t size,
                                                         cl_mem_migration_flags flags, cl_uint num_events_in_wait_list,
                                                         const cl_event *event_wait_list, cl_event *event) {
  cl_int error = weft_check_enqueue(command_queue, num_events_in_wait_list, event_wait_list);
  if (error)
    return error;
  if (flags & ~(cl_mem_migration_flags)WEFT_MIGRATE_FLAGS)
    return CL_INVALID_VALUE;
  return weft_allocation_enqueue_nothing(command_queue, CL_COMMAND_MIGRATEMEM_INTEL, CL_FALSE, num_events_in_wait_list,
                                         event_wait_list, event);
}

/* No advice is defined but by other extensions: it is taken and has no effect. */
CL_API_ENTRY cl_int CL_API_CALL clEnqueueMemAdviseINTEL(cl_command_queue command_queue, const void *ptr, size_t size,
                                                        cl_mem_advice_intel advice, cl_uint num_events_in_wait_list,
                                                        const cl_event *event_wait_list, cl_event *event) {
  cl_int error = weft_check_enqueue(command_queue, num_events_in_wait_list, event_wait_list);
  if (error)
    return error;
  return weft_allocation_enqueue_nothing(command_queue, CL_COMMAND_MEMADVISE_INTEL, CL_FALSE, num_events_in_wait_list,
                                         event_wait_list, event);
}
