/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* OpenCL 3.1 section 4.1: querying the platform. clGetPlatformIDs is in dispatch.c. */
#include "icd/cl_command_buffer.h"
#include "icd/exports.h"
#include "icd/handle_types.h"
#include "icd/info.h"
#include "icd/svm_types.h"
#include "icd/validate.h"
#include "icd/version.h"
#include "runtime/extensions.h"
#include "runtime/platform.h"

CL_API_ENTRY cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name,
                                                  size_t param_value_size, void *param_value,
                                                  size_t *param_value_size_ret) {
  const struct weft_info out = {param_value_size, param_value, param_value_size_ret};
  const struct weft_extensions *extensions = weft_extensions();
  /* NULL means the one platform there is. */
  if (platform && !weft_is_platform(platform))
    return CL_INVALID_PLATFORM;
  switch (param_name) {
  case CL_PLATFORM_PROFILE:
    return weft_info_string(&out, "FULL_PROFILE");
  case CL_PLATFORM_VERSION:
    return weft_info_string(&out, WEFT_OPENCL_TEXT(extensions->opencl_version));
  case CL_PLATFORM_NUMERIC_VERSION:
    return weft_info_put(&out, cl_version, WEFT_OPENCL_NUMERIC(extensions->opencl_version));
  case CL_PLATFORM_NAME:
    return weft_info_string(&out, "Weft");
  case CL_PLATFORM_VENDOR:
    return weft_info_string(&out, WEFT_VENDOR);
  case CL_PLATFORM_EXTENSIONS:
    return weft_info_string(&out, extensions->platform.text);
  case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
    return weft_info_array(&out, extensions->platform.items, extensions->platform.count);
  case CL_PLATFORM_HOST_TIMER_RESOLUTION:
    return weft_info_put(&out, cl_ulong, 1);
  case CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR:
    return weft_info_put(&out, cl_platform_command_buffer_capabilities_khr,
                         CL_COMMAND_BUFFER_PLATFORM_UNIVERSAL_SYNC_KHR | CL_COMMAND_BUFFER_PLATFORM_REMAP_QUEUES_KHR |
                             CL_COMMAND_BUFFER_PLATFORM_AUTOMATIC_REMAP_KHR);
  case CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR:
    return weft_memory_imports(&out);
  case CL_PLATFORM_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR:
    return weft_semaphore_imports(&out);
  case CL_PLATFORM_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
    return weft_semaphore_exports(&out);
  case CL_PLATFORM_SEMAPHORE_TYPES_KHR:
    return weft_info_put(&out, cl_semaphore_type_khr, CL_SEMAPHORE_TYPE_BINARY_KHR);
  case CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR:
    if (!weft_extensions_has("cl_khr_unified_svm"))
      return CL_INVALID_VALUE;
    return weft_info_array(&out, weft_svm_types, WEFT_SVM_NUM_TYPES);
  case CL_PLATFORM_ICD_SUFFIX_KHR:
    return weft_info_string(&out, "WEFT");
  default:
    return CL_INVALID_VALUE;
  }
}
