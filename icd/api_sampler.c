/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* OpenCL 3.0 section 5.7: samplers. */
#include "runtime/sampler.h"

#include <float.h>
#include <string.h>

#include "icd/info.h"
#include "icd/validate.h"
#include "runtime/extensions.h"
#include "runtime/image.h"

enum { NORMALIZED = 1, ADDRESSING = 2, FILTER = 4, MIP_FILTER = 8, LOD_MIN = 16, LOD_MAX = 32 }; /* properties seen */

static const struct weft_sampler_choices defaults = {CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, CL_FILTER_NEAREST,
                                                     0,       FLT_MAX};

static bool is_filter(cl_filter_mode mode) {
  return mode == CL_FILTER_NEAREST || mode == CL_FILTER_LINEAR;
}

/* The levels of detail are numbers in order, which excludes NaN. */
static bool choices_are_valid(const struct weft_sampler_choices *choices) {
  return choices->normalized <= CL_TRUE && choices->addressing >= CL_ADDRESS_NONE &&
         choices->addressing <= CL_ADDRESS_MIRRORED_REPEAT && is_filter(choices->filter) &&
         is_filter(choices->mip_filter) && choices->lod_min <= choices->lod_max;
}

static cl_int create_sampler(cl_context context, const struct weft_sampler_choices *choices,
                             const cl_sampler_properties *properties, size_t properties_size, cl_sampler *out) {
  if (!weft_context_has_images(context))
    return CL_INVALID_OPERATION;
  if (!choices_are_valid(choices))
    return CL_INVALID_VALUE;
  return weft_sampler_create(context, choices, properties, properties_size, out);
}

CL_API_ENTRY cl_sampler CL_API_CALL clCreateSampler(cl_context context, cl_bool normalized_coords,
                                                    cl_addressing_mode addressing_mode, cl_filter_mode filter_mode,
                                                    cl_int *errcode_ret) {
  cl_sampler sampler = NULL;
  struct weft_sampler_choices choices = defaults;
  choices.normalized = normalized_coords;
  choices.addressing = addressing_mode;
  choices.filter = filter_mode;
  cl_int error = weft_check_context(context);
  if (!error)
    error = create_sampler(context, &choices, NULL, 0, &sampler);
  return weft_created(errcode_ret, error, sampler);
}

/* A property of type cl_float holds the number's bits. */
static cl_float float_of(cl_sampler_properties value) {
  cl_float number;
  memcpy(&number, &(cl_uint){(cl_uint)value}, sizeof number);
  return number;
}

/* Properties of cl_khr_mipmap_image. */
static bool is_of_mipmaps(cl_sampler_properties name) {
  return name == CL_SAMPLER_MIP_FILTER_MODE || name == CL_SAMPLER_LOD_MIN || name == CL_SAMPLER_LOD_MAX;
}

/* CL_INVALID_VALUE: a name that is none, one given twice, or a value that does not fit into what it is stored in */
static cl_int read_properties(const cl_sampler_properties *list, struct weft_sampler_choices *choices, size_t *size) {
  bool has_mipmaps = weft_extensions_has("cl_khr_mipmap_image");
  unsigned seen = 0, name;
  size_t i = 0;
  for (; list[i]; i += 2) {
    cl_sampler_properties value = list[i + 1];
    if (value > UINT32_MAX || (is_of_mipmaps(list[i]) && !has_mipmaps))
      return CL_INVALID_VALUE;
    switch (list[i]) {
    case CL_SAMPLER_NORMALIZED_COORDS:
      name = NORMALIZED;
      choices->normalized = (cl_bool)value;
      break;
    case CL_SAMPLER_ADDRESSING_MODE:
      name = ADDRESSING;
      choices->addressing = (cl_addressing_mode)value;
      break;
    case CL_SAMPLER_FILTER_MODE:
      name = FILTER;
      choices->filter = (cl_filter_mode)value;
      break;
    case CL_SAMPLER_MIP_FILTER_MODE:
      name = MIP_FILTER;
      choices->mip_filter = (cl_filter_mode)value;
      break;
    case CL_SAMPLER_LOD_MIN:
      name = LOD_MIN;
      choices->lod_min = float_of(value);
      break;
    case CL_SAMPLER_LOD_MAX:
      name = LOD_MAX;
      choices->lod_max = float_of(value);
      break;
    default:
      return CL_INVALID_VALUE;
    }
    if (seen & name)
      return CL_INVALID_VALUE;
    seen |= name;
  }
  *size = (i + 1) * sizeof *list;
  return CL_SUCCESS;
}

static cl_int create_with_properties(cl_context context, const cl_sampler_properties *properties, cl_sampler *out) {
  struct weft_sampler_choices choices = defaults;
  size_t size = 0;
  cl_int refused = weft_check_context(context);
  if (refused)
    return refused;
  cl_int error = properties ? read_properties(properties, &choices, &size) : CL_SUCCESS;
  return error ? error : create_sampler(context, &choices, properties, size, out);
}

CL_API_ENTRY cl_sampler CL_API_CALL clCreateSamplerWithProperties(cl_context context,
                                                                  const cl_sampler_properties *sampler_properties,
                                                                  cl_int *errcode_ret) {
  cl_sampler sampler = NULL;
  cl_int error = create_with_properties(context, sampler_properties, &sampler);
  return weft_created(errcode_ret, error, sampler);
}

CL_API_ENTRY cl_int CL_API_CALL clRetainSampler(cl_sampler sampler) {
  if (!weft_is_sampler(sampler))
    return CL_INVALID_SAMPLER;
  weft_object_retain(&sampler->object);
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseSampler(cl_sampler sampler) {
  if (!weft_is_sampler(sampler) || !weft_object_release(&sampler->object, NULL))
    return CL_INVALID_SAMPLER;
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clGetSamplerInfo(cl_sampler sampler, cl_sampler_info param_name,
                                                 size_t param_value_size, void *param_value,
                                                 size_t *param_value_size_ret) {
  if (!weft_is_sampler(sampler))
    return CL_INVALID_SAMPLER;
  const struct weft_info out = {param_value_size, param_value, param_value_size_ret};
  const struct weft_sampler_choices *choices = &sampler->choices;
  if (is_of_mipmaps(param_name) && !weft_extensions_has("cl_khr_mipmap_image"))
    return CL_INVALID_VALUE;
  switch (param_name) {
  case CL_SAMPLER_REFERENCE_COUNT:
    return weft_info_put(&out, cl_uint, weft_object_count(&sampler->object));
  case CL_SAMPLER_CONTEXT:
    return weft_info_put(&out, cl_context, sampler->context);
  case CL_SAMPLER_NORMALIZED_COORDS:
    return weft_info_put(&out, cl_bool, choices->normalized);
  case CL_SAMPLER_ADDRESSING_MODE:
    return weft_info_put(&out, cl_addressing_mode, choices->addressing);
  case CL_SAMPLER_FILTER_MODE:
    return weft_info_put(&out, cl_filter_mode, choices->filter);
  case CL_SAMPLER_MIP_FILTER_MODE:
    return weft_info_put(&out, cl_filter_mode, choices->mip_filter);
  case CL_SAMPLER_LOD_MIN:
    return weft_info_put(&out, cl_float, choices->lod_min);
  case CL_SAMPLER_LOD_MAX:
    return weft_info_put(&out, cl_float, choices->lod_max);
  case CL_SAMPLER_PROPERTIES:
    return weft_info_bytes(&out, sampler->properties, sampler->properties_size);
  default:
    return CL_INVALID_VALUE;
  }
}
