/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Queries of programs and of their builds. */
#include <string.h>

#include "base/alloc.h"
#include "icd/info.h"
#include "icd/validate.h"
#include "runtime/program.h"

static cl_int devices_info(cl_program program, const struct weft_info *out) {
  cl_device_id *list = weft_calloc(program->num_devices, sizeof(*list));
  if (!list)
    return CL_OUT_OF_HOST_MEMORY;
  for (cl_uint i = 0; i < program->num_devices; i++)
    list[i] = program->devices[i].device;
  cl_int error = weft_info_array(out, list, program->num_devices);
  weft_free(list);
  return error;
}

static cl_int binary_sizes(cl_program program, const struct weft_info *out) {
  size_t *list = weft_calloc(program->num_devices, sizeof(*list));
  if (!list)
    return CL_OUT_OF_HOST_MEMORY;
  for (cl_uint i = 0; i < program->num_devices; i++) {
    struct weft_binary *binary = weft_program_device_binary(program, i);
    list[i] = binary ? binary->file.size : 0;
    weft_binary_unref(&binary);
  }
  cl_int error = weft_info_array(out, list, program->num_devices);
  weft_free(list);
  return error;
}

/* Written through the application's pointers; one that is NULL skips its device. */
static cl_int binaries(cl_program program, const struct weft_info *out) {
  size_t size = program->num_devices * sizeof(unsigned char *);
  if (out->value && out->size < size)
    return CL_INVALID_VALUE;
  unsigned char **list = out->value;
  for (cl_uint i = 0; i < program->num_devices && list; i++) {
    struct weft_binary *binary = weft_program_device_binary(program, i);
    if (binary && list[i])
      memcpy(list[i], binary->file.data, binary->file.size);
    weft_binary_unref(&binary);
  }
  if (out->size_ret)
    *out->size_ret = size;
  return CL_SUCCESS;
}

static cl_int kernel_names(const struct weft_binary *binary, const struct weft_info *out) {
  size_t size = 1;
  for (size_t i = 0; i < weft_binary_num_kernels(binary); i++)
    size += strlen(binary->kernels[i].name) + 1;
  char *names = weft_alloc(size), *at = names;
  if (!names)
    return CL_OUT_OF_HOST_MEMORY;
  for (size_t i = 0; i < weft_binary_num_kernels(binary); i++) {
    size_t length = strlen(binary->kernels[i].name);
    if (i)
      *at++ = ';';
    memcpy(at, binary->kernels[i].name, length);
    at += length;
  }
  *at = 0;
  cl_int error = weft_info_string(out, names);
  weft_free(names);
  return error;
}

/* What only a program that was built can tell. */
static cl_int executable_info(cl_program program, cl_program_info name, const struct weft_info *out) {
  struct weft_binary *binary = weft_program_executable_binary(program);
  if (!binary)
    return CL_INVALID_PROGRAM_EXECUTABLE;
  cl_int error;
  if (name == CL_PROGRAM_NUM_KERNELS)
    error = weft_info_put(out, size_t, weft_binary_num_kernels(binary));
  else if (name == CL_PROGRAM_KERNEL_NAMES)
    error = kernel_names(binary, out);
  else if (name == CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT)
    error = weft_info_put(out, cl_bool, binary->has_constructors);
  else
    error = weft_info_put(out, cl_bool, CL_FALSE); /* destructors of program-scope objects do not run */
  weft_binary_unref(&binary);
  return error;
}

CL_API_ENTRY cl_int CL_API_CALL clGetProgramInfo(cl_program program, cl_program_info param_name,
                                                 size_t param_value_size, void *param_value,
                                                 size_t *param_value_size_ret) {
  if (!weft_is_program(program))
    return CL_INVALID_PROGRAM;
  struct weft_info out = {param_value_size, param_value, param_value_size_ret};
  switch (param_name) {
  case CL_PROGRAM_REFERENCE_COUNT:
    return weft_info_put(&out, cl_uint, weft_object_count(&program->object));
  case CL_PROGRAM_CONTEXT:
    return weft_info_put(&out, cl_context, program->context);
  case CL_PROGRAM_NUM_DEVICES:
    return weft_info_put(&out, cl_uint, program->num_devices);
  case CL_PROGRAM_DEVICES:
    return devices_info(program, &out);
  case CL_PROGRAM_SOURCE:
    return weft_info_bytes(&out, program->source ? program->source : "", program->source_size + 1);
  case CL_PROGRAM_IL:
    return weft_info_bytes(&out, program->il, program->il_size);
  case CL_PROGRAM_BINARY_SIZES:
    return binary_sizes(program, &out);
  case CL_PROGRAM_BINARIES:
    return binaries(program, &out);
  case CL_PROGRAM_NUM_KERNELS:
  case CL_PROGRAM_KERNEL_NAMES:
  case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
  case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT:
    return executable_info(program, param_name, &out);
  default:
    return CL_INVALID_VALUE;
  }
}

CL_API_ENTRY cl_int CL_API_CALL clGetProgramBuildInfo(cl_program program, cl_device_id device,
                                                      cl_program_build_info param_name, size_t param_value_size,
                                                      void *param_value, size_t *param_value_size_ret) {
  if (!weft_is_program(program))
    return CL_INVALID_PROGRAM;
  if (!weft_is_device(device) || !weft_program_find_device(program, device))
    return CL_INVALID_DEVICE;
  struct weft_info out = {param_value_size, param_value, param_value_size_ret};
  struct weft_build_info info;
  cl_int error = weft_program_build_info(program, device, &info);
  if (error)
    return error;
  switch (param_name) {
  case CL_PROGRAM_BUILD_STATUS:
    error = weft_info_put(&out, cl_build_status, info.status);
    break;
  case CL_PROGRAM_BUILD_OPTIONS:
    error = weft_info_string(&out, info.options);
    break;
  case CL_PROGRAM_BUILD_LOG:
    error = weft_info_string(&out, info.log);
    break;
  case CL_PROGRAM_BINARY_TYPE:
    error = weft_info_put(&out, cl_program_binary_type, info.type);
    break;
  case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
    error = weft_info_put(&out, size_t, info.global_variables_size);
    break;
  default:
    error = CL_INVALID_VALUE;
  }
  weft_build_info_free(&info);
  return error;
}
