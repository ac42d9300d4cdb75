/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* OpenCL 3.0 section 5.9.4, clGetKernelSubGroupInfo; cl_khr_subgroups and cl_intel_required_subgroup_size ask through
 * it too. */
#include "icd/info.h"
#include "icd/validate.h"
#include "runtime/extensions.h"
#include "runtime/kernel.h"

/* Work-items of a group of the local size that the caller names; 0 if it is none. */
static size_t items_of(size_t input_size, const size_t *local) {
  size_t items = 1;
  if (!local || !input_size || input_size % sizeof(size_t) || input_size > 3 * sizeof(size_t))
    return 0;
  for (size_t d = 0; d < input_size / sizeof(size_t); d++)
    if (__builtin_mul_overflow(items, local[d], &items))
      return 0;
  return items;
}

/* A local size of `count` full sub-groups in one dimension, and ones; zeros if no launch can have it. */
static cl_int local_size_for(const struct weft_kernel_device *on, cl_device_id device, size_t input_size,
                             const size_t *count, const struct weft_info *out) {
  size_t dims = out->size / sizeof(size_t), local[3] = {0};
  if (!count || input_size != sizeof(size_t))
    return CL_INVALID_VALUE;
  if (!out->value)
    dims = 1;
  if (dims < 1 || dims > 3)
    return CL_INVALID_VALUE;
  size_t items = weft_kernel_local_size_for(on, device, *count);
  for (size_t d = 0; items && d < dims; d++)
    local[d] = d ? 1 : items;
  return weft_info_array(out, local, dims);
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device,
                                                        cl_kernel_sub_group_info param_name, size_t input_value_size,
                                                        const void *input_value, size_t param_value_size,
                                                        void *param_value, size_t *param_value_size_ret) {
  if (!weft_is_kernel(kernel))
    return CL_INVALID_KERNEL;
  const struct weft_kernel_device *on;
  cl_int error = weft_find_kernel_device(kernel, &device, &on);
  if (error)
    return error;
  if (!weft_extensions_has("__opencl_c_subgroups"))
    return CL_INVALID_OPERATION;
  struct weft_info out = {param_value_size, param_value, param_value_size_ret};
  size_t width = weft_kernel_sub_group_size(on), items;
  switch (param_name) {
  case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
    items = items_of(input_value_size, input_value);
    return items ? weft_info_put(&out, size_t, width) : CL_INVALID_VALUE;
  case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE:
    items = items_of(input_value_size, input_value);
    return items ? weft_info_put(&out, size_t, items / width + (items % width != 0)) : CL_INVALID_VALUE;
  case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT:
    error = weft_find_kernel_code(kernel, device, &on);
    return error ? error : local_size_for(on, device, input_value_size, input_value, &out);
  case CL_KERNEL_MAX_NUM_SUB_GROUPS:
    error = weft_find_kernel_code(kernel, device, &on);
    return error ? error : weft_info_put(&out, size_t, weft_kernel_max_sub_groups(on, device));
  case CL_KERNEL_COMPILE_NUM_SUB_GROUPS: /* SPIR-V alone can say it */
    return weft_info_put(&out, size_t, on->info->required_sub_groups);
  case CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL:
    if (!weft_extensions_has("cl_intel_required_subgroup_size"))
      return CL_INVALID_VALUE;
    return weft_info_put(&out, size_t, on->info->required_sub_group_size);
  default:
    return CL_INVALID_VALUE;
  }
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelSubGroupInfoKHR(cl_kernel kernel, cl_device_id device,
                                                           cl_kernel_sub_group_info param_name, size_t input_value_size,
                                                           const void *input_value, size_t param_value_size,
                                                           void *param_value, size_t *param_value_size_ret) {
  return clGetKernelSubGroupInfo(kernel, device, param_name, input_value_size, input_value, param_value_size,
                                 param_value, param_value_size_ret);
}
