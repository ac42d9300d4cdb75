/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* OpenCL 3.0 section 5.6: shared virtual memory. Devices see the process's own memory, so that allocations and system
 * memory are used alike (docs/memory_by_pointer.md). */
#include "icd/svm_types.h"
#include "icd/transfer_check.h"
#include "runtime/allocation.h"
#include "runtime/queue.h"

#define ACCESS_FLAGS (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY)

static bool flags_valid(cl_svm_mem_flags flags) {
  cl_svm_mem_flags access = flags & ACCESS_FLAGS;
  if (flags & ~(cl_svm_mem_flags)(ACCESS_FLAGS | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS))
    return false;
  if ((flags & CL_MEM_SVM_ATOMICS) && !(flags & CL_MEM_SVM_FINE_GRAIN_BUFFER))
    return false;
  return (access & (access - 1)) == 0;
}

CL_API_ENTRY void *CL_API_CALL clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment) {
  if (weft_check_context(context) || !flags_valid(flags) || !size || (alignment & (alignment - 1)))
    return NULL;
  for (cl_uint i = 0; i < context->num_devices; i++) {
    const struct weft_hw_caps *caps = context->devices[i]->caps;
    if (size > caps->max_alloc_size || alignment > caps->mem_base_align)
      return NULL;
  }
  const struct weft_allocation_facts asked = {
      .context = context, .kind = WEFT_ALLOCATION_SVM, .svm_type = WEFT_SVM_SHARED, .size = size, .flags = flags};
  void *memory = NULL;
  return weft_allocation_create(&asked, &memory) ? NULL : memory;
}

CL_API_ENTRY void CL_API_CALL clSVMFree(cl_context context, void *svm_pointer) {
  if (weft_is_context(context) && svm_pointer)
    weft_allocation_free(context, svm_pointer, /*svm=*/true);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueSVMFree(cl_command_queue command_queue, cl_uint num_svm_pointers, void *svm_pointers[],
                 void(CL_CALLBACK *pfn_free_func)(cl_command_queue, cl_uint, void *[], void *), void *user_data,
                 cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  cl_int error = weft_check_enqueue(command_queue, num_events_in_wait_list, event_wait_list);
  if (error)
    return error;
  if ((num_svm_pointers == 0) != (svm_pointers == NULL))
    return CL_INVALID_VALUE;
  return weft_allocation_enqueue_free(command_queue, CL_COMMAND_SVM_FREE, num_svm_pointers, svm_pointers, pfn_free_func,
                                      user_data, num_events_in_wait_list, event_wait_list, event);
}

/* weft_check_enqueue() of a command to an address. CL_INVALID_CONTEXT: an allocation of another context. */
static cl_int check_enqueue(cl_command_queue queue, const void *address, cl_uint num_events, const cl_event *events) {
  cl_int error = weft_check_enqueue(queue, num_events, events);
  return error ? error : weft_check_address_context(queue->context, address);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool blocking_copy, void *dst_ptr,
                                                   const void *src_ptr, size_t size, cl_uint num_events_in_wait_list,
                                                   const cl_event *event_wait_list, cl_event *event) {
  cl_int error = check_enqueue(command_queue, dst_ptr, num_events_in_wait_list, event_wait_list);
  if (!error)
    error = weft_check_address_context(command_queue->context, src_ptr);
  if (error)
    return error;
  return weft_enqueue_address_copy(command_queue, CL_COMMAND_SVM_MEMCPY, blocking_copy, dst_ptr, src_ptr, size,
                                   num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMemFill(cl_command_queue command_queue, void *svm_ptr, const void *pattern,
                                                    size_t pattern_size, size_t size, cl_uint num_events_in_wait_list,
                                                    const cl_event *event_wait_list, cl_event *event) {
  cl_int error = check_enqueue(command_queue, svm_ptr, num_events_in_wait_list, event_wait_list);
  if (error)
    return error;
  return weft_enqueue_address_fill(command_queue, CL_COMMAND_SVM_MEMFILL, svm_ptr, pattern, pattern_size, size,
                                   num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMap(cl_command_queue command_queue, cl_bool blocking_map,
                                                cl_map_flags flags, void *svm_ptr, size_t size,
                                                cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                cl_event *event) {
  cl_int error = check_enqueue(command_queue, svm_ptr, num_events_in_wait_list, event_wait_list);
  if (error)
    return error;
  if (!svm_ptr || !size || !weft_map_flags_valid(flags))
    return CL_INVALID_VALUE;
  if (blocking_map) {
    error = weft_check_wait_status(num_events_in_wait_list, event_wait_list);
    if (error)
      return error;
  }
  return weft_allocation_enqueue_nothing(command_queue, CL_COMMAND_SVM_MAP, blocking_map, num_events_in_wait_list,
                                         event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMUnmap(cl_command_queue command_queue, void *svm_ptr,
                                                  cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                  cl_event *event) {
  cl_int error = check_enqueue(command_queue, svm_ptr, num_events_in_wait_list, event_wait_list);
  if (error)
    return error;
  if (!svm_ptr)
    return CL_INVALID_VALUE;
  return weft_allocation_enqueue_nothing(command_queue, CL_COMMAND_SVM_UNMAP, CL_FALSE, num_events_in_wait_list,
                                         event_wait_list, event);
}

/* CL_INVALID_VALUE: a range that no allocation holds. */
static cl_int check_range(cl_command_queue queue, const char *pointer, size_t size) {
  struct weft_allocation_facts svm = weft_allocation_find(pointer);
  if (svm.context && svm.context != queue->context)
    return CL_INVALID_CONTEXT;
  if (size && (!svm.context || !weft_range_fits((size_t)(pointer - svm.start), size, svm.size)))
    return CL_INVALID_VALUE;
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint num_svm_pointers,
                                                       const void **svm_pointers, const size_t *sizes,
                                                       cl_mem_migration_flags flags, cl_uint num_events_in_wait_list,
                                                       const cl_event *event_wait_list, cl_event *event) {
  cl_int error = weft_check_enqueue(command_queue, num_events_in_wait_list, event_wait_list);
  if (error)
    return error;
  if (!num_svm_pointers || !svm_pointers || (flags & ~(cl_mem_migration_flags)WEFT_MIGRATE_FLAGS))
    return CL_INVALID_VALUE;
  for (cl_uint i = 0; i < num_svm_pointers && !error; i++)
    error = check_range(command_queue, svm_pointers[i], sizes ? sizes[i] : 0);
  if (error)
    return error;
  return weft_allocation_enqueue_nothing(command_queue, CL_COMMAND_SVM_MIGRATE_MEM, CL_FALSE, num_events_in_wait_list,
                                         event_wait_list, event);
}
