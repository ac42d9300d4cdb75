/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_SAMPLER_H
#define WEFT_RUNTIME_SAMPLER_H

/* cl_sampler: three choices. A kernel takes them by value when the argument is set, as 32 bits. */

#include "runtime/context.h"
#include "runtime/object.h"

struct _cl_sampler {
  struct weft_object object;
  cl_context context; /* a reference */
  cl_bool normalized;
  cl_addressing_mode addressing;
  cl_filter_mode filter;
  cl_sampler_properties *properties; /* as given, 0-terminated; NULL: none given */
  size_t properties_size;            /* bytes, with the terminator */
};

/* The arguments have been checked. CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_sampler_create(cl_context context, cl_bool normalized,
                                                               cl_addressing_mode addressing, cl_filter_mode filter,
                                                               const cl_sampler_properties *properties,
                                                               size_t properties_size, cl_sampler *out);
/* As compiler/kernel_abi.h says. */
uint32_t weft_sampler_bits(cl_sampler sampler);

#endif
