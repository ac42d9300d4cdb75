/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* OpenCL 3.0 section 5.4: pipes. */
#include "icd/info.h"
#include "icd/validate.h"
#include "runtime/extensions.h"
#include "runtime/pipe.h"

#define PIPE_FLAGS (CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS)

static cl_int create_pipe(cl_context context, cl_mem_flags flags, cl_uint packet_size, cl_uint max_packets,
                          const cl_pipe_properties *properties, cl_mem *out) {
  cl_int refused = weft_check_context(context);
  if (refused)
    return refused;
  /* CL_INVALID_OPERATION: no device of the context has pipes */
  if (!weft_extensions_has("__opencl_c_pipes"))
    return CL_INVALID_OPERATION;
  /* CL_INVALID_VALUE: flags that are not for pipes; there are no properties */
  if ((flags & ~(cl_mem_flags)PIPE_FLAGS) || properties)
    return CL_INVALID_VALUE;
  if (packet_size == 0 || packet_size > WEFT_PIPE_MAX_PACKET_SIZE || max_packets == 0)
    return CL_INVALID_PIPE_SIZE;
  return weft_pipe_create(context, flags ? flags : PIPE_FLAGS, packet_size, max_packets, out);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint pipe_packet_size,
                                             cl_uint pipe_max_packets, const cl_pipe_properties *properties,
                                             cl_int *errcode_ret) {
  cl_mem mem = NULL;
  cl_int error = create_pipe(context, flags, pipe_packet_size, pipe_max_packets, properties, &mem);
  return weft_created(errcode_ret, error, mem);
}

CL_API_ENTRY cl_int CL_API_CALL clGetPipeInfo(cl_mem pipe, cl_pipe_info param_name, size_t param_value_size,
                                              void *param_value, size_t *param_value_size_ret) {
  if (!weft_is_mem(pipe) || !weft_mem_is_pipe(pipe))
    return CL_INVALID_MEM_OBJECT;
  const struct weft_info out = {param_value_size, param_value, param_value_size_ret};
  switch (param_name) {
  case CL_PIPE_PACKET_SIZE:
    return weft_info_put(&out, cl_uint, weft_pipe_packet_size(pipe));
  case CL_PIPE_MAX_PACKETS:
    return weft_info_put(&out, cl_uint, weft_pipe_max_packets(pipe));
  case CL_PIPE_PROPERTIES: /* none can be given */
    return weft_info_bytes(&out, NULL, 0);
  default:
    return CL_INVALID_VALUE;
  }
}
