/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_SAMPLER_H
#define WEFT_RUNTIME_SAMPLER_H

/* cl_sampler: a few choices. A kernel takes them by value when the argument is set, as 32 bits. */

#include "runtime/context.h"
#include "runtime/object.h"

struct weft_sampler_choices {
  cl_bool normalized;
  cl_addressing_mode addressing;
  cl_filter_mode filter, mip_filter;
  cl_float lod_min, lod_max; /* no NaN, the first not the larger one */
};

struct _cl_sampler {
  struct weft_object object;
  cl_context context; /* a reference */
  struct weft_sampler_choices choices;
  cl_sampler_properties *properties; /* as given, 0-terminated; NULL: none given */
  size_t properties_size;            /* bytes, with the terminator */
};

/* The arguments have been checked. CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_sampler_create(cl_context context,
                                                               const struct weft_sampler_choices *choices,
                                                               const cl_sampler_properties *properties,
                                                               size_t properties_size, cl_sampler *out);
/* As compiler/kernel_abi.h says: levels of detail to the nearest 1/256, from 0 to where there is no limit. */
uint32_t weft_sampler_bits(cl_sampler sampler);

#endif
