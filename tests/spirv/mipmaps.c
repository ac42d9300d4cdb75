/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What cl_khr_mipmap_image and cl_khr_mipmap_image_writes ask of SPIR-V: operands that name mip levels. */
#include <string.h>

#include "tests/harness/pool.h"
#include "tests/spirv/modules.h"

enum { WIDTH = 13, HEIGHT = 6, LAYERS = 5, LEVELS = 4 };

static void release_image(void *object, size_t size) {
  (void)size;
  clReleaseMemObject(object);
}

static cl_mem image_of(cl_mem_object_type type) {
  const cl_image_format format = {CL_RGBA, CL_FLOAT};
  const cl_image_desc desc = {.image_type = type,
                              .image_width = WIDTH,
                              .image_height = HEIGHT,
                              .image_array_size = LAYERS,
                              .num_mip_levels = LEVELS};
  cl_int error;
  cl_mem image = clCreateImage(test.context, CL_MEM_READ_WRITE, &format, &desc, NULL, &error);
  CHECK_CL(error);
  test_pool_add(release_image, image, 0);
  return image;
}

static cl_uint halved(cl_uint size, cl_uint times) {
  return size >> times ? size >> times : 1;
}

/* Level n holds the number 10 * n. */
static void fill_levels(cl_mem image) {
  for (cl_uint level = 0; level < LEVELS; level++) {
    const float color[4] = {10.0f * (float)level, 1, 2, 3};
    const size_t origin[3] = {0, 0, level}, region[3] = {halved(WIDTH, level), halved(HEIGHT, level), 1};
    CHECK_CL(clEnqueueFillImage(test.queue, image, color, origin, region, 0, NULL, NULL));
  }
}

static void check_size(const cl_uint *got, cl_uint level, const char *what) {
  if (got[0] != halved(WIDTH, level) || got[1] != halved(HEIGHT, level))
    FAIL("%s: level %u has the size (%u, %u)", what, level, got[0], got[1]);
}

static void check_number(float got, float want, const char *what) {
  if (got < want - 0.01f || got > want + 0.01f)
    FAIL("%s is %f, not %f", what, (double)got, (double)want);
}

static void levels(void) {
  need_spirv();
  if (!test_has_extension("cl_khr_mipmap_image_writes"))
    test_skip("no cl_khr_mipmap_image_writes");
  cl_mem in = image_of(CL_MEM_OBJECT_IMAGE2D), layers = image_of(CL_MEM_OBJECT_IMAGE2D_ARRAY);
  fill_levels(in);
  const cl_sampler_properties list[] = {CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_CLAMP_TO_EDGE,
                                        CL_SAMPLER_MIP_FILTER_MODE, CL_FILTER_LINEAR, 0};
  cl_int error;
  cl_sampler sampler = clCreateSamplerWithProperties(test.context, list, &error);
  CHECK_CL(error);
  cl_kernel kernel = test_kernel(build_module("mip_levels", ""), "levels");
  for (cl_uint level = 0; level < LEVELS; level++) {
    cl_uint sizes[4][4] = {{0}};
    float colors[3][4] = {{0}}, lod = (float)level + 0.25f, written[4];
    cl_mem out = image_of(CL_MEM_OBJECT_IMAGE2D);
    cl_mem to = buffer_of(sizes, sizeof sizes), of = buffer_of(colors, sizeof colors);
    LAUNCH(kernel, 1, 1, ARG(in), ARG(layers), ARG(sampler), ARG(out), ARG(lod), ARG_UINT(level), ARG_ULONG(level),
           ARG(to), ARG(of));
    read_back(to, sizes, sizeof sizes);
    read_back(of, colors, sizeof colors);
    CHECK_EQ(sizes[0][0], LEVELS);
    check_size(sizes[0] + 1, 1, "a constant");
    check_size(sizes[1], level, "an argument");
    check_size(sizes[2], level, "64 bits");
    check_size(sizes[3], level, "an array");
    CHECK_EQ(sizes[3][2], LAYERS);
    check_number(colors[0][0], level == LEVELS - 1 ? 30.0f : 10 * lod, "a sample");
    check_number(colors[1][0], 27.004f, "a sample by steps"); /* 10 * log2(13 / 2) */
    check_number(colors[2][0], 10.0f * (float)level, "a texel");
    const size_t origin[3] = {0, 0, level}, one[3] = {1, 1, 1};
    CHECK_CL(clEnqueueReadImage(test.queue, out, CL_TRUE, origin, one, 0, 0, written, 0, NULL, NULL));
    CHECK(memcmp(written, colors[2], sizeof written) == 0);
  }
  CHECK_CL(clReleaseSampler(sampler));
}

static const struct test_case cases[] = {{"levels", levels}};
TEST_MAIN(cases)
