/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Samplers: every choice, what they say of themselves, what is refused. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "tests/api_images/images.h"

static const cl_addressing_mode modes[] = {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP,
                                           CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT};
static const cl_filter_mode filters[] = {CL_FILTER_NEAREST, CL_FILTER_LINEAR};

static cl_ulong info(cl_sampler sampler, cl_sampler_info what, size_t want_size) {
  cl_ulong value = 0;
  size_t size = 0;
  CHECK_CL(clGetSamplerInfo(sampler, what, 0, NULL, &size));
  CHECK_EQ(size, want_size);
  CHECK_ERR(clGetSamplerInfo(sampler, what, want_size - 1, &value, NULL), CL_INVALID_VALUE);
  CHECK_CL(clGetSamplerInfo(sampler, what, sizeof value, &value, NULL));
  return value;
}

static void check(cl_sampler sampler, cl_bool normalized, cl_addressing_mode mode, cl_filter_mode filter,
                  const cl_sampler_properties *list, size_t list_size) {
  cl_sampler_properties got[16];
  size_t size = 77;
  CHECK_EQ(info(sampler, CL_SAMPLER_NORMALIZED_COORDS, sizeof normalized), normalized);
  CHECK_EQ(info(sampler, CL_SAMPLER_ADDRESSING_MODE, sizeof mode), mode);
  CHECK_EQ(info(sampler, CL_SAMPLER_FILTER_MODE, sizeof filter), filter);
  CHECK_EQ(info(sampler, CL_SAMPLER_REFERENCE_COUNT, sizeof(cl_uint)), 1);
  CHECK_EQ(info(sampler, CL_SAMPLER_CONTEXT, sizeof(cl_context)), (uintptr_t)test.context);
  CHECK_CL(clGetSamplerInfo(sampler, CL_SAMPLER_PROPERTIES, sizeof got, got, &size));
  CHECK_EQ(size, list_size);
  CHECK(!list_size || memcmp(got, list, list_size) == 0);
  CHECK_ERR(clGetSamplerInfo(sampler, CL_SAMPLER_MIP_FILTER_MODE - 7, sizeof got, got, &size), CL_INVALID_VALUE);
}

/* What cl_khr_mipmap_image adds. */
static void check_levels(cl_sampler sampler, cl_filter_mode mode, cl_float least, cl_float most) {
  cl_float got;
  CHECK_EQ(info(sampler, CL_SAMPLER_MIP_FILTER_MODE, sizeof mode), mode);
  info(sampler, CL_SAMPLER_LOD_MIN, sizeof got);
  CHECK_CL(clGetSamplerInfo(sampler, CL_SAMPLER_LOD_MIN, sizeof got, &got, NULL));
  CHECK(got == least);
  CHECK_CL(clGetSamplerInfo(sampler, CL_SAMPLER_LOD_MAX, sizeof got, &got, NULL));
  CHECK(got == most);
}

static cl_sampler_properties bits_of(cl_float number) {
  cl_uint bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

static void levels(void) {
  cl_int error;
  if (!test_has_extension("cl_khr_mipmap_image")) {
    const cl_sampler_properties list[] = {CL_SAMPLER_MIP_FILTER_MODE, CL_FILTER_LINEAR, 0};
    CREATE_GIVES(CL_INVALID_VALUE, clCreateSamplerWithProperties(test.context, list, &refused));
    test_skip("no cl_khr_mipmap_image");
  }
  const cl_sampler_properties list[] = {CL_SAMPLER_LOD_MAX,
                                        bits_of(3.7f),
                                        CL_SAMPLER_ADDRESSING_MODE,
                                        CL_ADDRESS_REPEAT,
                                        CL_SAMPLER_MIP_FILTER_MODE,
                                        CL_FILTER_LINEAR,
                                        CL_SAMPLER_LOD_MIN,
                                        bits_of(-0.3f),
                                        0};
  cl_sampler sampler = clCreateSamplerWithProperties(test.context, list, &error);
  CHECK_CL(error);
  check(sampler, CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST, list, sizeof list);
  check_levels(sampler, CL_FILTER_LINEAR, -0.3f, 3.7f);
  CHECK_CL(clReleaseSampler(sampler));
  sampler = clCreateSampler(test.context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, &error);
  CHECK_CL(error);
  check_levels(sampler, CL_FILTER_NEAREST, 0, FLT_MAX);
  CHECK_CL(clReleaseSampler(sampler));
  const cl_sampler_properties bad[][5] = {
      {CL_SAMPLER_MIP_FILTER_MODE, CL_ADDRESS_CLAMP, 0},
      {CL_SAMPLER_MIP_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_MIP_FILTER_MODE, CL_FILTER_LINEAR, 0},
      {CL_SAMPLER_LOD_MIN, bits_of(NAN), 0},
      {CL_SAMPLER_LOD_MAX, bits_of(NAN), 0},
      {CL_SAMPLER_LOD_MAX, bits_of(-1), 0}, /* less than the default of the least */
      {CL_SAMPLER_LOD_MIN, bits_of(3), CL_SAMPLER_LOD_MAX, bits_of(2), 0},
      {CL_SAMPLER_LOD_MIN, bits_of(3), CL_SAMPLER_LOD_MIN, bits_of(3), 0},
      {CL_SAMPLER_LOD_MIN, (cl_sampler_properties)1 << 32, 0},
  };
  for (size_t i = 0; i < TEST_COUNT(bad); i++)
    CREATE_GIVES(CL_INVALID_VALUE, clCreateSamplerWithProperties(test.context, bad[i], &refused));
}

static void every_choice(void) {
  for (cl_bool normalized = 0; normalized < 2; normalized++)
    for (size_t m = 0; m < TEST_COUNT(modes); m++)
      for (size_t f = 0; f < TEST_COUNT(filters); f++) {
        cl_int error = 1;
        cl_sampler sampler = clCreateSampler(test.context, normalized, modes[m], filters[f], &error);
        CHECK_CL(error);
        check(sampler, normalized, modes[m], filters[f], NULL, 0);
        CHECK_CL(clReleaseSampler(sampler));
        const cl_sampler_properties list[] = {CL_SAMPLER_FILTER_MODE,
                                              filters[f],
                                              CL_SAMPLER_NORMALIZED_COORDS,
                                              normalized,
                                              CL_SAMPLER_ADDRESSING_MODE,
                                              modes[m],
                                              0};
        sampler = clCreateSamplerWithProperties(test.context, list, &error);
        CHECK_CL(error);
        check(sampler, normalized, modes[m], filters[f], list, sizeof list);
        CHECK_CL(clReleaseSampler(sampler));
      }
}

static void defaults(void) {
  const cl_sampler_properties empty[] = {0}, partial[] = {CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_REPEAT, 0};
  cl_sampler sampler = clCreateSamplerWithProperties(test.context, NULL, NULL);
  CHECK(sampler != NULL);
  check(sampler, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, NULL, 0);
  CHECK_CL(clReleaseSampler(sampler));
  sampler = clCreateSamplerWithProperties(test.context, empty, NULL);
  check(sampler, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, empty, sizeof empty);
  CHECK_CL(clReleaseSampler(sampler));
  sampler = clCreateSamplerWithProperties(test.context, partial, NULL);
  check(sampler, CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST, partial, sizeof partial);
  CHECK_CL(clReleaseSampler(sampler));
}

static void what_is_refused(void) {
  static const cl_sampler_properties bad[][5] = {
      {CL_SAMPLER_ADDRESSING_MODE, CL_FILTER_LINEAR, 0},
      {CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_MIRRORED_REPEAT + 1, 0},
      {CL_SAMPLER_ADDRESSING_MODE, ((cl_sampler_properties)1 << 32) + CL_ADDRESS_REPEAT, 0},
      {CL_SAMPLER_FILTER_MODE, CL_ADDRESS_CLAMP, 0},
      {CL_SAMPLER_NORMALIZED_COORDS, 2, 0},
      {CL_SAMPLER_CONTEXT, 1, 0},
      {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0},
  };
  for (size_t i = 0; i < TEST_COUNT(bad); i++)
    CREATE_GIVES(CL_INVALID_VALUE, clCreateSamplerWithProperties(test.context, bad[i], &refused));
  CREATE_GIVES(CL_INVALID_CONTEXT, clCreateSamplerWithProperties(NULL, NULL, &refused));
  CREATE_GIVES(CL_INVALID_CONTEXT, clCreateSamplerWithProperties((cl_context)test.queue, NULL, &refused));
  CREATE_GIVES(CL_INVALID_CONTEXT,
               clCreateSampler((cl_context)test.queue, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, &refused));
  CREATE_GIVES(CL_INVALID_VALUE, clCreateSampler(test.context, 2, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, &refused));
  CREATE_GIVES(CL_INVALID_VALUE, clCreateSampler(test.context, CL_TRUE, 0, CL_FILTER_LINEAR, &refused));
  CREATE_GIVES(CL_INVALID_VALUE, clCreateSampler(test.context, CL_TRUE, CL_ADDRESS_CLAMP, 0, &refused));
  cl_sampler none = (cl_sampler)test.context;
  CHECK_ERR(clRetainSampler(none), CL_INVALID_SAMPLER);
  CHECK_ERR(clReleaseSampler(NULL), CL_INVALID_SAMPLER);
  CHECK_ERR(clReleaseSampler(none), CL_INVALID_SAMPLER);
  CHECK_ERR(clGetSamplerInfo(none, CL_SAMPLER_CONTEXT, 0, NULL, NULL), CL_INVALID_SAMPLER);
}

/* A sampler keeps its context; counts move. */
static void lifetime(void) {
  cl_int error;
  cl_context context = clCreateContext(NULL, 1, &test.device, NULL, NULL, &error);
  CHECK_CL(error);
  cl_sampler sampler = clCreateSamplerWithProperties(context, NULL, &error);
  CHECK_CL(error);
  CHECK_CL(clReleaseContext(context));
  CHECK_EQ(info(sampler, CL_SAMPLER_CONTEXT, sizeof context), (uintptr_t)context);
  CHECK_CL(clRetainSampler(sampler));
  CHECK_EQ(info(sampler, CL_SAMPLER_REFERENCE_COUNT, sizeof(cl_uint)), 2);
  CHECK_CL(clReleaseSampler(sampler));
  CHECK_CL(clReleaseSampler(sampler));
}

static const struct test_case cases[] = {
    {"every_choice", every_choice}, {"defaults", defaults}, {"what_is_refused", what_is_refused}, {"levels", levels},
    {"lifetime", lifetime},
};
TEST_MAIN(cases)
