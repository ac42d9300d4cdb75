/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Making, building and releasing programs. */
#include "icd/validate.h"
#include "runtime/program.h"
#include "runtime/spirv_translator.h"

/* A device list that may be absent: the count and the list agree, each device is one of the context's. */
static cl_int check_devices(cl_context context, cl_uint num_devices, const cl_device_id *devices) {
  cl_int error = weft_check_device_list(num_devices, devices);
  for (cl_uint i = 0; i < num_devices && !error; i++)
    if (!weft_context_has_device(context, devices[i]))
      error = CL_INVALID_DEVICE;
  return error;
}

/* Likewise, of a program's devices: a sub-device that is none of them may use its parent's build, but has none of its
 * own. */
static cl_int check_program_devices(cl_program program, cl_uint num_devices, const cl_device_id *devices) {
  cl_int error = weft_check_device_list(num_devices, devices);
  for (cl_uint i = 0; i < num_devices && !error; i++) {
    const struct weft_program_device *at = weft_program_find_device(program, devices[i]);
    if (!at || at->device != devices[i])
      error = CL_INVALID_DEVICE;
  }
  return error;
}

static cl_int check_notify(weft_program_notify notify, const void *user) {
  return !notify && user ? CL_INVALID_VALUE : CL_SUCCESS;
}

static cl_int create_with_source(cl_context context, cl_uint count, const char **strings, const size_t *lengths,
                                 cl_program *out) {
  cl_int refused = weft_check_context(context);
  if (refused)
    return refused;
  if (count == 0 || !strings)
    return CL_INVALID_VALUE;
  for (cl_uint i = 0; i < count; i++)
    if (!strings[i])
      return CL_INVALID_VALUE;
  return weft_program_create_source(context, count, strings, lengths, out);
}

CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings,
                                                              const size_t *lengths, cl_int *errcode_ret) {
  cl_program program = NULL;
  cl_int error = create_with_source(context, count, strings, lengths, &program);
  return weft_created(errcode_ret, error, program);
}

static cl_int create_with_binary(cl_context context, cl_uint num_devices, const cl_device_id *device_list,
                                 const size_t *lengths, const unsigned char **binaries, cl_int *binary_status,
                                 cl_program *out) {
  cl_int refused = weft_check_context(context);
  if (refused)
    return refused;
  if (!device_list || num_devices == 0)
    return CL_INVALID_VALUE;
  cl_int error = check_devices(context, num_devices, device_list);
  if (error)
    return error;
  if (!lengths || !binaries)
    return CL_INVALID_VALUE;
  bool missing = false;
  for (cl_uint i = 0; i < num_devices; i++)
    missing |= lengths[i] == 0 || !binaries[i];
  for (cl_uint i = 0; i < num_devices && missing && binary_status; i++)
    binary_status[i] = lengths[i] == 0 || !binaries[i] ? CL_INVALID_VALUE : CL_SUCCESS;
  if (missing)
    return CL_INVALID_VALUE;
  return weft_program_create_binary(context, num_devices, device_list, lengths, binaries, binary_status, out);
}

CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithBinary(cl_context context, cl_uint num_devices,
                                                              const cl_device_id *device_list, const size_t *lengths,
                                                              const unsigned char **binaries, cl_int *binary_status,
                                                              cl_int *errcode_ret) {
  cl_program program = NULL;
  cl_int error = create_with_binary(context, num_devices, device_list, lengths, binaries, binary_status, &program);
  return weft_created(errcode_ret, error, program);
}

/* No device has built-in kernels: every name is one that is not supported. */
CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithBuiltInKernels(cl_context context, cl_uint num_devices,
                                                                      const cl_device_id *device_list,
                                                                      const char *kernel_names, cl_int *errcode_ret) {
  cl_int error = CL_INVALID_VALUE;
  cl_int refused = weft_check_context(context);
  if (refused)
    error = refused;
  else if (device_list && num_devices && kernel_names && check_devices(context, num_devices, device_list))
    error = CL_INVALID_DEVICE;
  return weft_created(errcode_ret, error, (cl_program)NULL);
}

static cl_int create_with_il(cl_context context, const void *il, size_t length, cl_program *out) {
  cl_int refused = weft_check_context(context);
  if (refused)
    return refused;
  if (!weft_spirv_translator())
    return CL_INVALID_OPERATION;
  if (!il || length == 0)
    return CL_INVALID_VALUE;
  return weft_program_create_il(context, il, length, out);
}

CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithIL(cl_context context, const void *il, size_t length,
                                                          cl_int *errcode_ret) {
  cl_program program = NULL;
  cl_int error = create_with_il(context, il, length, &program);
  return weft_created(errcode_ret, error, program);
}

CL_API_ENTRY cl_int CL_API_CALL clSetProgramSpecializationConstant(cl_program program, cl_uint spec_id,
                                                                   size_t spec_size, const void *spec_value) {
  if (!weft_is_program(program))
    return CL_INVALID_PROGRAM;
  if (!weft_spirv_translator())
    return CL_INVALID_OPERATION;
  if (program->origin != WEFT_PROGRAM_IL)
    return CL_INVALID_PROGRAM;
  return weft_program_set_constant(program, spec_id, spec_size, spec_value);
}

/* No device has destructors of program-scope variables. */
CL_API_ENTRY cl_int CL_API_CALL clSetProgramReleaseCallback(cl_program program,
                                                            void(CL_CALLBACK *pfn_notify)(cl_program, void *),
                                                            void *user_data) {
  if (!weft_is_program(program))
    return CL_INVALID_PROGRAM;
  return pfn_notify ? CL_INVALID_OPERATION : CL_INVALID_VALUE;
}

CL_API_ENTRY cl_int CL_API_CALL clRetainProgram(cl_program program) {
  if (!weft_is_program(program))
    return CL_INVALID_PROGRAM;
  weft_object_retain(&program->object);
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseProgram(cl_program program) {
  if (!weft_is_program(program) || !weft_object_release(&program->object, NULL))
    return CL_INVALID_PROGRAM;
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint num_devices, const cl_device_id *device_list,
                                               const char *options, void(CL_CALLBACK *pfn_notify)(cl_program, void *),
                                               void *user_data) {
  if (!weft_is_program(program))
    return CL_INVALID_PROGRAM;
  cl_int error = check_program_devices(program, num_devices, device_list);
  if (!error)
    error = check_notify(pfn_notify, user_data);
  return error ? error : weft_program_build(program, num_devices, device_list, options, pfn_notify, user_data);
}

/* Headers are ignored where the program is from IL, whatever they are. */
static cl_int check_headers(cl_program program, cl_uint count, const cl_program *headers, const char **names) {
  if (program->origin == WEFT_PROGRAM_IL)
    return CL_SUCCESS;
  if ((count == 0) != (headers == NULL) || (count == 0) != (names == NULL))
    return CL_INVALID_VALUE;
  for (cl_uint i = 0; i < count; i++) {
    if (!weft_is_program(headers[i]))
      return CL_INVALID_PROGRAM;
    if (headers[i]->context != program->context)
      return CL_INVALID_CONTEXT;
    if (!names[i])
      return CL_INVALID_VALUE;
  }
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clCompileProgram(cl_program program, cl_uint num_devices,
                                                 const cl_device_id *device_list, const char *options,
                                                 cl_uint num_input_headers, const cl_program *input_headers,
                                                 const char **header_include_names,
                                                 void(CL_CALLBACK *pfn_notify)(cl_program, void *), void *user_data) {
  if (!weft_is_program(program))
    return CL_INVALID_PROGRAM;
  cl_int error = check_program_devices(program, num_devices, device_list);
  if (!error)
    error = check_headers(program, num_input_headers, input_headers, header_include_names);
  if (!error)
    error = check_notify(pfn_notify, user_data);
  if (error)
    return error;
  return weft_program_compile(program, num_devices, device_list, options, num_input_headers, input_headers,
                              header_include_names, pfn_notify, user_data);
}

static cl_int check_link(cl_context context, cl_uint num_devices, const cl_device_id *device_list, cl_uint num_inputs,
                         const cl_program *inputs) {
  cl_int refused = weft_check_context(context);
  if (refused)
    return refused;
  cl_int error = check_devices(context, num_devices, device_list);
  if (error)
    return error;
  if (num_inputs == 0 || !inputs)
    return CL_INVALID_VALUE;
  for (cl_uint i = 0; i < num_inputs; i++) {
    if (!weft_is_program(inputs[i]))
      return CL_INVALID_PROGRAM;
    if (inputs[i]->context != context)
      return CL_INVALID_CONTEXT;
  }
  return CL_SUCCESS;
}

CL_API_ENTRY cl_program CL_API_CALL clLinkProgram(cl_context context, cl_uint num_devices,
                                                  const cl_device_id *device_list, const char *options,
                                                  cl_uint num_input_programs, const cl_program *input_programs,
                                                  void(CL_CALLBACK *pfn_notify)(cl_program, void *), void *user_data,
                                                  cl_int *errcode_ret) {
  cl_program program = NULL;
  cl_int error = check_link(context, num_devices, device_list, num_input_programs, input_programs);
  if (!error)
    error = check_notify(pfn_notify, user_data);
  if (!error)
    error = weft_program_link(context, num_devices, device_list, options, num_input_programs, input_programs,
                              pfn_notify, user_data, &program);
  if (errcode_ret)
    *errcode_ret = error;
  return program; /* a link that failed leaves a program with its log */
}

/* A hint: LLVM stays, since unmapping it would save nothing that its next load does not cost again. */
CL_API_ENTRY cl_int CL_API_CALL clUnloadPlatformCompiler(cl_platform_id platform) {
  return weft_is_platform(platform) ? CL_SUCCESS : CL_INVALID_PLATFORM;
}

CL_API_ENTRY cl_int CL_API_CALL clUnloadCompiler(void) {
  return CL_SUCCESS;
}
