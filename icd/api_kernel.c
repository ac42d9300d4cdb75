/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels: making, arguments, launches. */
#include "icd/cl_unified_svm.h"
#include "icd/validate.h"
#include "runtime/extensions.h"
#include "runtime/kernel.h"
#include "runtime/kernel_code.h"
#include "runtime/ndrange.h"

CL_API_ENTRY cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char *kernel_name, cl_int *errcode_ret) {
  cl_kernel kernel = NULL;
  cl_int error = CL_INVALID_PROGRAM;
  if (weft_is_program(program))
    error = weft_check_context(program->context);
  if (!error)
    error = kernel_name ? weft_kernel_create(program, kernel_name, &kernel) : CL_INVALID_VALUE;
  if (!error)
    weft_kernel_ask_for_code(kernel);
  return weft_created(errcode_ret, error, kernel);
}

CL_API_ENTRY cl_int CL_API_CALL clCreateKernelsInProgram(cl_program program, cl_uint num_kernels, cl_kernel *kernels,
                                                         cl_uint *num_kernels_ret) {
  if (!weft_is_program(program))
    return CL_INVALID_PROGRAM;
  cl_int refused = weft_check_context(program->context);
  if (refused)
    return refused;
  struct weft_binary *binary = weft_program_executable_binary(program);
  if (!binary)
    return CL_INVALID_PROGRAM_EXECUTABLE;
  size_t count = weft_binary_num_kernels(binary);
  cl_int error = kernels && num_kernels < count ? CL_INVALID_VALUE : CL_SUCCESS;
  cl_uint made = 0;
  for (; kernels && !error && made < count; made += !error)
    error = weft_kernel_create(program, binary->kernels[made].name, &kernels[made]);
  while (error && made)
    weft_kernel_release(kernels[--made]);
  if (!error && num_kernels_ret)
    *num_kernels_ret = (cl_uint)count;
  weft_binary_unref(&binary);
  return error;
}

CL_API_ENTRY cl_kernel CL_API_CALL clCloneKernel(cl_kernel source_kernel, cl_int *errcode_ret) {
  cl_kernel kernel = NULL;
  cl_int error = weft_is_kernel(source_kernel) ? weft_check_context(source_kernel->context) : CL_INVALID_KERNEL;
  if (!error)
    error = weft_kernel_clone(source_kernel, &kernel);
  return weft_created(errcode_ret, error, kernel);
}

CL_API_ENTRY cl_int CL_API_CALL clRetainKernel(cl_kernel kernel) {
  if (!weft_is_kernel(kernel))
    return CL_INVALID_KERNEL;
  weft_object_retain(&kernel->object);
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseKernel(cl_kernel kernel) {
  return weft_is_kernel(kernel) && weft_kernel_release(kernel) ? CL_SUCCESS : CL_INVALID_KERNEL;
}

CL_API_ENTRY cl_int CL_API_CALL clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size,
                                               const void *arg_value) {
  return weft_is_kernel(kernel) ? weft_kernel_set_arg(kernel, arg_index, arg_size, arg_value) : CL_INVALID_KERNEL;
}

CL_API_ENTRY cl_int CL_API_CALL clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint arg_index, const void *arg_value) {
  return weft_is_kernel(kernel) ? weft_kernel_set_pointer(kernel, arg_index, arg_value) : CL_INVALID_KERNEL;
}

CL_API_ENTRY cl_int CL_API_CALL clSetKernelArgDevicePointerEXT(cl_kernel kernel, cl_uint arg_index,
                                                               cl_mem_device_address_ext arg_value) {
  if (!weft_is_kernel(kernel))
    return CL_INVALID_KERNEL;
  /* CL_INVALID_ARG_INDEX, of arguments that are no pointers too; the value need not be an address at all */
  cl_int error = weft_kernel_set_pointer(kernel, arg_index, (const void *)(uintptr_t)arg_value);
  return error == CL_INVALID_ARG_VALUE ? CL_INVALID_ARG_INDEX : error;
}

cl_int weft_check_launch(cl_command_queue queue, cl_kernel kernel, const struct weft_kernel_device **on) {
  if (!weft_is_kernel(kernel))
    return CL_INVALID_KERNEL;
  if (kernel->context != queue->context)
    return CL_INVALID_CONTEXT;
  return weft_kernel_find_code(kernel, queue->device, on);
}

static cl_int set_pointers(cl_kernel kernel, enum weft_kernel_outside which, size_t size, const void *value) {
  if ((!value && size) || size % sizeof(void *))
    return CL_INVALID_VALUE;
  weft_kernel_set_outside(kernel, which, size != 0);
  return CL_SUCCESS;
}

static cl_int set_flag(cl_kernel kernel, enum weft_kernel_outside which, size_t size, const void *value) {
  if (!value || size != sizeof(cl_bool))
    return CL_INVALID_VALUE;
  weft_kernel_set_outside(kernel, which, *(const cl_bool *)value);
  return CL_SUCCESS;
}

cl_int weft_set_exec_info(cl_kernel kernel, cl_kernel_exec_info param_name, size_t param_value_size,
                          const void *param_value) {
  /* Every address is valid in a kernel, named here or not: what is kept is whether there are any. */
  switch (param_name) {
  case CL_KERNEL_EXEC_INFO_SVM_PTRS:
    return set_pointers(kernel, WEFT_OUTSIDE_SVM, param_value_size, param_value);
  case CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL:
    return set_pointers(kernel, WEFT_OUTSIDE_USM, param_value_size, param_value);
  case CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT:
    if (!weft_extensions_has("cl_ext_buffer_device_address"))
      return CL_INVALID_OPERATION;
    return set_pointers(kernel, WEFT_OUTSIDE_BUFFERS, param_value_size, param_value);
  case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM:
    return set_flag(kernel, WEFT_OUTSIDE_SYSTEM, param_value_size, param_value);
  case CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR:
    if (!weft_extensions_has("cl_khr_unified_svm"))
      return CL_INVALID_VALUE;
    return set_flag(kernel, WEFT_OUTSIDE_ANY_SVM, param_value_size, param_value);
  case CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL:
    return set_flag(kernel, WEFT_OUTSIDE_HOST, param_value_size, param_value);
  case CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL:
    return set_flag(kernel, WEFT_OUTSIDE_DEVICE, param_value_size, param_value);
  case CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL:
    return set_flag(kernel, WEFT_OUTSIDE_SHARED, param_value_size, param_value);
  default:
    return CL_INVALID_VALUE;
  }
}

CL_API_ENTRY cl_int CL_API_CALL clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info param_name,
                                                    size_t param_value_size, const void *param_value) {
  return weft_is_kernel(kernel) ? weft_set_exec_info(kernel, param_name, param_value_size, param_value)
                                : CL_INVALID_KERNEL;
}

static cl_int enqueue(cl_command_queue queue, cl_kernel kernel, cl_command_type type, cl_uint work_dim,
                      const size_t *offset, const size_t *global, const size_t *local, cl_uint num_waits,
                      const cl_event *waits, cl_event *event) {
  cl_int refused = weft_check_queue(queue);
  if (refused)
    return refused;
  const struct weft_kernel_device *on;
  cl_int error = weft_check_launch(queue, kernel, &on);
  if (error)
    return error;
  struct weft_ndrange range;
  error = weft_ndrange_init(on, queue->device, work_dim, offset, global, local, &range);
  if (!error)
    error = weft_check_enqueue(queue, num_waits, waits);
  if (error)
    return error;
  return weft_ndrange_enqueue(queue, kernel, on, &range, type, num_waits, waits, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel,
                                                       cl_uint work_dim, const size_t *global_work_offset,
                                                       const size_t *global_work_size, const size_t *local_work_size,
                                                       cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                       cl_event *event) {
  return enqueue(command_queue, kernel, CL_COMMAND_NDRANGE_KERNEL, work_dim, global_work_offset, global_work_size,
                 local_work_size, num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel,
                                              cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                              cl_event *event) {
  const size_t one = 1;
  return enqueue(command_queue, kernel, CL_COMMAND_TASK, 1, NULL, &one, &one, num_events_in_wait_list, event_wait_list,
                 event);
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSize(cl_command_queue command_queue, cl_kernel kernel,
                                                                  cl_uint work_dim, const size_t *global_work_offset,
                                                                  const size_t *global_work_size,
                                                                  size_t *suggested_local_work_size) {
  if (!weft_is_host_queue(command_queue))
    return CL_INVALID_COMMAND_QUEUE;
  const struct weft_kernel_device *on;
  cl_int error = weft_check_launch(command_queue, kernel, &on);
  if (error)
    return error;
  /* CL_INVALID_GLOBAL_WORK_SIZE: here, unlike in a launch, nothing may be absent or zero */
  for (cl_uint d = 0; d < work_dim && work_dim <= 3; d++)
    if (!global_work_size || !global_work_size[d])
      return CL_INVALID_GLOBAL_WORK_SIZE;
  struct weft_ndrange range;
  error = weft_ndrange_init(on, command_queue->device, work_dim, global_work_offset, global_work_size, NULL, &range);
  if (error)
    return error;
  if (!suggested_local_work_size)
    return CL_INVALID_VALUE;
  error = weft_ndrange_check_args(kernel, command_queue->device);
  for (cl_uint d = 0; d < work_dim && !error; d++)
    suggested_local_work_size[d] = range.local[d];
  return error;
}
