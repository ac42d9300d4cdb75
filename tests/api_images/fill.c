/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fills: what a colour becomes in each format of each type, and that nothing else changes. */
#include <string.h>

#include "tests/api_images/images.h"

static void check_fill(cl_image_format format, const struct shape *shape, const void *color, uint32_t *state) {
  size_t mark = test_mark(), element = element_size(format), extent[3], origin[3], region[3];
  size_t size = texels_of(shape) * element;
  const size_t zero[3] = {0};
  unsigned char *before = test_alloc(size);
  extent_of(shape, extent);
  test_fill(before, size, *state);
  cl_mem image = make_image(0, format, shape, 0, 0, NULL);
  CHECK_CL(clEnqueueWriteImage(test.queue, image, CL_TRUE, zero, extent, 0, 0, before, 0, NULL, NULL));
  random_part(state, extent, origin, region);
  CHECK_CL(clEnqueueFillImage(test.queue, image, color, origin, region, 0, NULL, NULL));
  const unsigned char *after = texels(image, shape, element), *first = NULL;
  for (size_t i = 0; i < texels_of(shape); i++) {
    const size_t at[3] = {i % extent[0], i / extent[0] % extent[1], i / extent[0] / extent[1]};
    bool inside = true;
    for (int d = 0; d < 3; d++)
      inside = inside && at[d] >= origin[d] && at[d] - origin[d] < region[d];
    if (inside && !first)
      first = after + i * element;
    if (memcmp(after + i * element, inside ? first : before + i * element, element))
      FAIL("%#x/%#x in a %s image: texel %zu is wrong", format.image_channel_order, format.image_channel_data_type,
           type_name(shape->type), i);
  }
  CHECK(first != NULL);
  if (!is_texel_of(format, color, first))
    FAIL("%#x/%#x in a %s image: the texel is none of that colour", format.image_channel_order,
         format.image_channel_data_type, type_name(shape->type));
  test_release_to(mark);
}

static void every_format(void) {
  static const float colors[][4] = {{0.2f, 0.7f, 0.0f, 1.0f}, {1.5f, -0.3f, 0.5f, 0.004f}, {-1, 0.9f, 0.0031f, 0.25f}};
  static const cl_int ints[][4] = {{1, -2, 127, -128}, {300, -300, 40000, -40000}, {INT32_MAX, INT32_MIN, 0, 77}};
  uint32_t state = 1;
  for (int i = 0; i < NUM_SHAPES; i++) {
    cl_image_format *formats;
    cl_uint count = formats_of(CL_MEM_READ_WRITE, shapes[i].type, &formats);
    CHECK(count >= 40);
    for (cl_uint k = 0; k < count; k++) {
      bool integers = is_signed(formats[k]) || is_unsigned(formats[k]);
      for (size_t c = 0; c < TEST_COUNT(colors); c++)
        check_fill(formats[k], &shapes[i], integers ? (const void *)ints[c] : colors[c], &state);
    }
  }
}

/* The colour of a depth image is one value: what lies behind it is not read. */
static void depth_takes_one_value(void) {
  const cl_image_format format = {CL_DEPTH, CL_FLOAT};
  struct test_buffer memory = test_buffer(sizeof(float), TEST_END, 0, 0);
  const float depth = 0.625f;
  uint32_t state = 5;
  memcpy(memory.data, &depth, sizeof depth);
  check_fill(format, &shapes[3], memory.data, &state);
}

static const struct test_case cases[] = {
    {"every_format", every_format},
    {"depth_takes_one_value", depth_takes_one_value},
};
TEST_MAIN(cases)
