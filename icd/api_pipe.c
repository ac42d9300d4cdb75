/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* OpenCL 3.0 section 5.4: pipes. CL_DEVICE_PIPE_SUPPORT is false: none can be made, none exists. */
#include "icd/validate.h"

CL_API_ENTRY cl_mem CL_API_CALL clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint pipe_packet_size,
                                             cl_uint pipe_max_packets, const cl_pipe_properties *properties,
                                             cl_int *errcode_ret) {
  cl_int error = weft_is_context(context) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT;
  return weft_created(errcode_ret, error, (cl_mem)NULL);
}

CL_API_ENTRY cl_int CL_API_CALL clGetPipeInfo(cl_mem pipe, cl_pipe_info param_name, size_t param_value_size,
                                              void *param_value, size_t *param_value_size_ret) {
  return CL_INVALID_MEM_OBJECT;
}
