/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Queries of kernels. */
#include "icd/info.h"
#include "icd/validate.h"
#include "runtime/extensions.h"
#include "runtime/kernel.h"
#include "runtime/kernel_code.h"

CL_API_ENTRY cl_int CL_API_CALL clGetKernelInfo(cl_kernel kernel, cl_kernel_info param_name, size_t param_value_size,
                                                void *param_value, size_t *param_value_size_ret) {
  if (!weft_is_kernel(kernel))
    return CL_INVALID_KERNEL;
  struct weft_info out = {param_value_size, param_value, param_value_size_ret};
  switch (param_name) {
  case CL_KERNEL_FUNCTION_NAME:
    return weft_info_string(&out, kernel->info->name);
  case CL_KERNEL_NUM_ARGS:
    return weft_info_put(&out, cl_uint, kernel->info->num_args);
  case CL_KERNEL_REFERENCE_COUNT:
    return weft_info_put(&out, cl_uint, weft_object_count(&kernel->object));
  case CL_KERNEL_CONTEXT:
    return weft_info_put(&out, cl_context, kernel->context);
  case CL_KERNEL_PROGRAM:
    return weft_info_put(&out, cl_program, kernel->program);
  case CL_KERNEL_ATTRIBUTES:
    return weft_info_string(&out, kernel->info->attributes);
  default:
    return CL_INVALID_VALUE;
  }
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelArgInfo(cl_kernel kernel, cl_uint arg_index, cl_kernel_arg_info param_name,
                                                   size_t param_value_size, void *param_value,
                                                   size_t *param_value_size_ret) {
  if (!weft_is_kernel(kernel))
    return CL_INVALID_KERNEL;
  if (arg_index >= kernel->info->num_args)
    return CL_INVALID_ARG_INDEX;
  if (!kernel->info->has_arg_info)
    return CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
  const struct weft_arg_info *arg = &kernel->info->args[arg_index];
  struct weft_info out = {param_value_size, param_value, param_value_size_ret};
  switch (param_name) {
  case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
    return weft_info_put(&out, cl_kernel_arg_address_qualifier, arg->address);
  case CL_KERNEL_ARG_ACCESS_QUALIFIER:
    return weft_info_put(&out, cl_kernel_arg_access_qualifier, arg->access);
  case CL_KERNEL_ARG_TYPE_NAME:
    return weft_info_string(&out, arg->type_name);
  case CL_KERNEL_ARG_TYPE_QUALIFIER:
    return weft_info_put(&out, cl_kernel_arg_type_qualifier, arg->type_qualifier);
  case CL_KERNEL_ARG_NAME:
    return weft_info_string(&out, arg->name);
  default:
    return CL_INVALID_VALUE;
  }
}

cl_int weft_find_kernel_device(cl_kernel kernel, cl_device_id *device, const struct weft_kernel_device **on) {
  if (!*device && kernel->num_devices == 1)
    *device = kernel->devices[0].device;
  *on = weft_is_device(*device) ? weft_kernel_find_device(kernel, *device) : NULL;
  return *on ? CL_SUCCESS : CL_INVALID_DEVICE;
}

cl_int weft_find_kernel_code(cl_kernel kernel, cl_device_id device, const struct weft_kernel_device **on) {
  cl_int error = weft_kernel_find_code(kernel, device, on);
  return error == CL_INVALID_PROGRAM_EXECUTABLE ? CL_OUT_OF_RESOURCES : error; /* no error of a query's */
}

/* What only the kernel's code tells. */
static cl_int code_info(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info name, struct weft_info *out) {
  const struct weft_kernel_device *on;
  cl_int error = weft_find_kernel_code(kernel, device, &on);
  if (error)
    return error;
  switch (name) {
  case CL_KERNEL_WORK_GROUP_SIZE:
    return weft_info_put(out, size_t, weft_kernel_work_group_size(on, device));
  case CL_KERNEL_LOCAL_MEM_SIZE:
    return weft_info_put(out, cl_ulong, weft_kernel_local_memory(kernel, on, device));
  case CL_KERNEL_PRIVATE_MEM_SIZE:
    return weft_info_put(out, cl_ulong, on->info->private_size);
  default: /* CL_KERNEL_SPILL_MEM_SIZE_INTEL: registers that the compiler kept on the worker's stack are not counted */
    return weft_info_put(out, cl_ulong, on->info->frame_per_item);
  }
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                                         cl_kernel_work_group_info param_name, size_t param_value_size,
                                                         void *param_value, size_t *param_value_size_ret) {
  if (!weft_is_kernel(kernel))
    return CL_INVALID_KERNEL;
  const struct weft_kernel_device *on;
  cl_int error = weft_find_kernel_device(kernel, &device, &on);
  if (error)
    return error;
  struct weft_info out = {param_value_size, param_value, param_value_size_ret};
  switch (param_name) {
  case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
    return weft_info_array(&out, on->info->reqd_work_group_size, 3);
  case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
    return weft_info_put(&out, size_t, weft_kernel_preferred_multiple(device));
  case CL_KERNEL_SPILL_MEM_SIZE_INTEL:
    if (!weft_extensions_has("cl_intel_required_subgroup_size"))
      return CL_INVALID_VALUE;
    return code_info(kernel, device, param_name, &out);
  case CL_KERNEL_WORK_GROUP_SIZE:
  case CL_KERNEL_LOCAL_MEM_SIZE:
  case CL_KERNEL_PRIVATE_MEM_SIZE:
    return code_info(kernel, device, param_name, &out);
  case CL_KERNEL_GLOBAL_WORK_SIZE: /* of custom devices and built-in kernels alone */
  default:
    return CL_INVALID_VALUE;
  }
}
