/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/sampler.h"

#include "runtime/alloc.h"

/* Accepts half-built objects. */
static void destroy(struct weft_object *object) {
  cl_sampler sampler = (cl_sampler)object;
  WEFT_UNREF(&sampler->context);
  weft_free(sampler->properties);
  weft_free(sampler);
}

cl_int weft_sampler_create(cl_context context, cl_bool normalized, cl_addressing_mode addressing, cl_filter_mode filter,
                           const cl_sampler_properties *properties, size_t properties_size, cl_sampler *out) {
  cl_sampler sampler = weft_zalloc(sizeof *sampler);
  if (!sampler)
    return CL_OUT_OF_HOST_MEMORY;
  weft_object_init(&sampler->object, WEFT_CLASS_SAMPLER, destroy);
  sampler->context = WEFT_REF(context);
  sampler->normalized = normalized;
  sampler->addressing = addressing;
  sampler->filter = filter;
  if (properties_size) {
    sampler->properties = weft_memdup(properties, properties_size);
    if (!sampler->properties) {
      weft_object_release(&sampler->object, NULL);
      return CL_OUT_OF_HOST_MEMORY;
    }
    sampler->properties_size = properties_size;
  }
  *out = sampler;
  return CL_SUCCESS;
}

uint32_t weft_sampler_bits(cl_sampler sampler) {
  uint32_t bits = sampler->normalized ? 1 : 0;
  switch (sampler->addressing) {
  case CL_ADDRESS_CLAMP_TO_EDGE:
    bits |= 2;
    break;
  case CL_ADDRESS_CLAMP:
    bits |= 4;
    break;
  case CL_ADDRESS_REPEAT:
    bits |= 6;
    break;
  case CL_ADDRESS_MIRRORED_REPEAT:
    bits |= 8;
    break;
  default: /* none */
    break;
  }
  return bits | (sampler->filter == CL_FILTER_LINEAR ? 0x20 : 0x10);
}
