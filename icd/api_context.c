/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* OpenCL 3.0 section 4.4: contexts. */
#include "icd/info.h"
#include "icd/validate.h"
#include "runtime/context.h"
#include "runtime/extensions.h"
#include "runtime/platform.h"

/* Known names: the platform, whether the application synchronises with other APIs itself, and what memory is zeroed.
 * Writes the list's size in bytes, terminator included. */
static cl_int check_properties(const cl_context_properties *properties, size_t *size) {
  bool platform = false, interop = false, initialize = false, terminate = false;
  size_t i = 0;
  *size = 0;
  if (!properties)
    return CL_SUCCESS;
  for (; properties[i]; i += 2) {
    cl_context_properties value = properties[i + 1];
    switch (properties[i]) {
    case CL_CONTEXT_PLATFORM:
      if (!weft_is_platform((cl_platform_id)value))
        return CL_INVALID_PLATFORM;
      if (platform)
        return CL_INVALID_PROPERTY;
      platform = true;
      break;
    case CL_CONTEXT_INTEROP_USER_SYNC:
      if (interop || (value != CL_TRUE && value != CL_FALSE))
        return CL_INVALID_PROPERTY;
      interop = true;
      break;
    case CL_CONTEXT_MEMORY_INITIALIZE_KHR:
      if (initialize || (value & ~(cl_context_properties)(WEFT_INITIALIZE_LOCAL | WEFT_INITIALIZE_PRIVATE)) ||
          !weft_extensions_has("cl_khr_initialize_memory"))
        return CL_INVALID_PROPERTY;
      initialize = true;
      break;
    case CL_CONTEXT_TERMINATE_KHR:
    case WEFT_CONTEXT_TERMINATE_1_2:
      if (terminate || (value != CL_TRUE && value != CL_FALSE) || !weft_extensions_has("cl_khr_terminate_context"))
        return CL_INVALID_PROPERTY;
      terminate = true;
      break;
    default:
      return CL_INVALID_PROPERTY;
    }
  }
  *size = (i + 1) * sizeof *properties;
  return CL_SUCCESS;
}

CL_API_ENTRY cl_context CL_API_CALL clCreateContext(
    const cl_context_properties *properties, cl_uint num_devices, const cl_device_id *devices,
    void(CL_CALLBACK *pfn_notify)(const char *, const void *, size_t, void *), void *user_data, cl_int *errcode_ret) {
  cl_context context = NULL;
  size_t size;
  cl_int error = check_properties(properties, &size);
  if (!error && (!devices || num_devices == 0 || (!pfn_notify && user_data)))
    error = CL_INVALID_VALUE;
  if (!error)
    error = weft_check_device_list(num_devices, devices);
  if (!error)
    error = weft_context_create(properties, size, num_devices, devices, pfn_notify, user_data, &context);
  return weft_created(errcode_ret, error, context);
}

CL_API_ENTRY cl_context CL_API_CALL clCreateContextFromType(
    const cl_context_properties *properties, cl_device_type device_type,
    void(CL_CALLBACK *pfn_notify)(const char *, const void *, size_t, void *), void *user_data, cl_int *errcode_ret) {
  cl_device_id devices[WEFT_MAX_ROOT_DEVICES];
  cl_context context = NULL;
  cl_uint count;
  size_t size;
  cl_int error = check_properties(properties, &size);
  if (!error && !pfn_notify && user_data)
    error = CL_INVALID_VALUE;
  if (!error)
    error = clGetDeviceIDs(&weft_platform, device_type, WEFT_MAX_ROOT_DEVICES, devices, &count);
  if (!error)
    error = weft_context_create(properties, size, count, devices, pfn_notify, user_data, &context);
  return weft_created(errcode_ret, error, context);
}

CL_API_ENTRY cl_int CL_API_CALL clRetainContext(cl_context context) {
  if (!weft_is_context(context))
    return CL_INVALID_CONTEXT;
  weft_object_retain(&context->object);
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseContext(cl_context context) {
  if (!weft_is_context(context))
    return CL_INVALID_CONTEXT;
  return weft_object_release(&context->object, NULL) ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

CL_API_ENTRY cl_int CL_API_CALL clGetContextInfo(cl_context context, cl_context_info param_name,
                                                 size_t param_value_size, void *param_value,
                                                 size_t *param_value_size_ret) {
  const struct weft_info out = {param_value_size, param_value, param_value_size_ret};
  if (!weft_is_context(context))
    return CL_INVALID_CONTEXT;
  switch (param_name) {
  case CL_CONTEXT_REFERENCE_COUNT:
    return weft_info_put(&out, cl_uint, weft_object_count(&context->object));
  case CL_CONTEXT_NUM_DEVICES:
    return weft_info_put(&out, cl_uint, context->num_devices);
  case CL_CONTEXT_DEVICES:
    return weft_info_array(&out, context->devices, context->num_devices);
  case CL_CONTEXT_PROPERTIES:
    return weft_info_bytes(&out, context->properties, context->properties_size);
  default:
    return CL_INVALID_VALUE;
  }
}

CL_API_ENTRY cl_int CL_API_CALL clSetContextDestructorCallback(cl_context context,
                                                               void(CL_CALLBACK *pfn_notify)(cl_context, void *),
                                                               void *user_data) {
  cl_int error = weft_check_context(context);
  if (error)
    return error;
  if (!pfn_notify)
    return CL_INVALID_VALUE;
  return weft_context_add_destructor(context, pfn_notify, user_data);
}

/* cl_khr_terminate_context */
CL_API_ENTRY cl_int CL_API_CALL clTerminateContextKHR(cl_context context) {
  cl_int error = weft_check_context(context);
  if (error)
    return error;
  return context->terminable ? weft_context_terminate(context) : CL_INVALID_OPERATION;
}
