/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/sampler.h"

#include "base/alloc.h"

/* Accepts half-built objects. */
static void destroy(struct weft_object *object) {
  cl_sampler sampler = (cl_sampler)object;
  WEFT_UNREF(&sampler->context);
  weft_free(sampler->properties);
  weft_free(sampler);
}

cl_int weft_sampler_create(cl_context context, const struct weft_sampler_choices *choices,
                           const cl_sampler_properties *properties, size_t properties_size, cl_sampler *out) {
  cl_sampler sampler = weft_zalloc(sizeof *sampler);
  if (!sampler)
    return CL_OUT_OF_HOST_MEMORY;
  weft_object_init(&sampler->object, WEFT_CLASS_SAMPLER, destroy);
  sampler->context = WEFT_REF(context);
  sampler->choices = *choices;
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

#define LOD_STEPS 256
#define LOD_MOST 4095 /* steps; more than any image has levels */

static uint32_t lod_steps(float lod) {
  float steps = lod * LOD_STEPS + 0.5f;
  return steps < 0 ? 0 : steps > LOD_MOST ? LOD_MOST : (uint32_t)steps;
}

uint32_t weft_sampler_bits(cl_sampler sampler) {
  const struct weft_sampler_choices *choices = &sampler->choices;
  uint32_t bits = choices->normalized ? 1 : 0;
  bits |= choices->mip_filter == CL_FILTER_LINEAR ? 0x40 : 0;
  bits |= lod_steps(choices->lod_min) << 7 | (LOD_MOST - lod_steps(choices->lod_max)) << 19;
  switch (choices->addressing) {
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
  return bits | (choices->filter == CL_FILTER_LINEAR ? 0x20 : 0x10);
}
