/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* OpenCL 3.0 section 5.7: samplers. Without a device that has images there is none: CL_INVALID_OPERATION. */
#include "icd/validate.h"

static cl_sampler refuse_sampler(cl_context context, cl_int *errcode_ret) {
  cl_int error = weft_is_context(context) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT;
  return weft_created(errcode_ret, error, (cl_sampler)NULL);
}

CL_API_ENTRY cl_sampler CL_API_CALL clCreateSampler(cl_context context, cl_bool normalized_coords,
                                                    cl_addressing_mode addressing_mode, cl_filter_mode filter_mode,
                                                    cl_int *errcode_ret) {
  return refuse_sampler(context, errcode_ret);
}

CL_API_ENTRY cl_sampler CL_API_CALL clCreateSamplerWithProperties(cl_context context,
                                                                  const cl_sampler_properties *sampler_properties,
                                                                  cl_int *errcode_ret) {
  return refuse_sampler(context, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clRetainSampler(cl_sampler sampler) {
  return CL_INVALID_SAMPLER;
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseSampler(cl_sampler sampler) {
  return CL_INVALID_SAMPLER;
}

CL_API_ENTRY cl_int CL_API_CALL clGetSamplerInfo(cl_sampler sampler, cl_sampler_info param_name,
                                                 size_t param_value_size, void *param_value,
                                                 size_t *param_value_size_ret) {
  return CL_INVALID_SAMPLER;
}
