/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "tests/api_images/images.h"

#include <string.h>

#include "tests/harness/pool.h"

const struct shape shapes[NUM_SHAPES] = {
    {CL_MEM_OBJECT_IMAGE1D, 37, 1, 1, 1},       {CL_MEM_OBJECT_IMAGE1D_BUFFER, 41, 1, 1, 1},
    {CL_MEM_OBJECT_IMAGE1D_ARRAY, 19, 1, 1, 7}, {CL_MEM_OBJECT_IMAGE2D, 17, 11, 1, 1},
    {CL_MEM_OBJECT_IMAGE2D_ARRAY, 13, 9, 1, 5}, {CL_MEM_OBJECT_IMAGE3D, 11, 8, 6, 1},
};

const char *type_name(cl_mem_object_type type) {
  switch (type) {
  case CL_MEM_OBJECT_IMAGE1D:
    return "1D";
  case CL_MEM_OBJECT_IMAGE1D_BUFFER:
    return "1D buffer";
  case CL_MEM_OBJECT_IMAGE1D_ARRAY:
    return "1D array";
  case CL_MEM_OBJECT_IMAGE2D:
    return "2D";
  case CL_MEM_OBJECT_IMAGE2D_ARRAY:
    return "2D array";
  default:
    return "3D";
  }
}

bool has_slices(cl_mem_object_type type) {
  return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY || type == CL_MEM_OBJECT_IMAGE3D;
}

void extent_of(const struct shape *shape, size_t extent[3]) {
  bool rows_are_layers = shape->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  extent[0] = shape->width;
  extent[1] = rows_are_layers ? shape->layers : shape->height;
  extent[2] = rows_are_layers ? 1 : shape->depth * shape->layers;
}

size_t texels_of(const struct shape *shape) {
  return shape->width * shape->height * shape->depth * shape->layers;
}

cl_image_desc descriptor(const struct shape *shape) {
  return (cl_image_desc){.image_type = shape->type,
                         .image_width = shape->width,
                         .image_height = shape->height,
                         .image_depth = shape->depth,
                         .image_array_size = shape->layers};
}

static void release_image(void *object, size_t size) {
  (void)size;
  clReleaseMemObject(object);
}

cl_mem keep_image(cl_mem image) {
  CHECK(image != NULL);
  test_pool_add(release_image, image, 0);
  return image;
}

cl_mem make_image(cl_mem_flags flags, cl_image_format format, const struct shape *shape, size_t row_pitch,
                  size_t slice_pitch, void *host_ptr) {
  cl_int error = CL_SUCCESS;
  cl_image_desc desc = descriptor(shape);
  desc.image_row_pitch = row_pitch;
  desc.image_slice_pitch = slice_pitch;
  if (shape->type == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
    desc.mem_object = make_buffer(flags, row_pitch ? row_pitch : shape->width * element_size(format), host_ptr);
    host_ptr = NULL;
    flags &= ~(cl_mem_flags)(CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR);
  }
  cl_mem image = clCreateImage(test.context, flags, &format, &desc, host_ptr, &error);
  if (error)
    FAIL("a %s image of %#x/%#x gives %s", type_name(shape->type), format.image_channel_order,
         format.image_channel_data_type, test_error_name(error));
  return keep_image(image);
}

static unsigned channels_of(cl_channel_order order) {
  switch (order) {
  case CL_RG:
  case CL_RA:
    return 2;
  case CL_RGBA:
  case CL_BGRA:
  case CL_ARGB:
  case CL_sRGBA:
  case CL_sBGRA:
    return 4;
  default:
    return 1;
  }
}

static unsigned bytes_of(cl_channel_type type) {
  switch (type) {
  case CL_SIGNED_INT32:
  case CL_UNSIGNED_INT32:
  case CL_FLOAT:
    return 4;
  case CL_HALF_FLOAT:
  case CL_UNORM_INT16:
  case CL_SNORM_INT16:
  case CL_SIGNED_INT16:
  case CL_UNSIGNED_INT16:
    return 2;
  default:
    return 1;
  }
}

size_t element_size(cl_image_format format) {
  if (format.image_channel_data_type == CL_UNORM_INT_2_101010_EXT)
    return 4;
  return channels_of(format.image_channel_order) * bytes_of(format.image_channel_data_type);
}

bool is_raw(cl_image_format format) {
  return format.image_channel_data_type == CL_UNSIGNED_INT_RAW10_EXT ||
         format.image_channel_data_type == CL_UNSIGNED_INT_RAW12_EXT;
}

cl_uint formats_of(cl_mem_flags flags, cl_mem_object_type type, cl_image_format **formats) {
  cl_uint count = 0;
  CHECK_CL(clGetSupportedImageFormats(test.context, flags, type, 0, NULL, &count));
  *formats = test_alloc((count + 1) * sizeof **formats);
  if (count)
    CHECK_CL(clGetSupportedImageFormats(test.context, flags, type, count, *formats, NULL));
  cl_uint kept = 0;
  for (cl_uint i = 0; i < count; i++)
    if (!is_raw((*formats)[i]))
      (*formats)[kept++] = (*formats)[i];
  return kept;
}

unsigned char *texels(cl_mem image, const struct shape *shape, size_t element) {
  const size_t origin[3] = {0};
  size_t extent[3];
  extent_of(shape, extent);
  unsigned char *data = test_alloc(texels_of(shape) * element);
  CHECK_CL(clEnqueueReadImage(test.queue, image, CL_TRUE, origin, extent, 0, 0, data, 0, NULL, NULL));
  return data;
}

bool is_signed(cl_image_format format) {
  return format.image_channel_data_type >= CL_SIGNED_INT8 && format.image_channel_data_type <= CL_SIGNED_INT32;
}

bool is_unsigned(cl_image_format format) {
  return format.image_channel_data_type >= CL_UNSIGNED_INT8 && format.image_channel_data_type <= CL_UNSIGNED_INT32;
}

uint32_t random_below(uint32_t *state, uint32_t limit) {
  *state = test_hash(*state + 1);
  return *state % limit;
}

void random_part(uint32_t *state, const size_t extent[3], size_t origin[3], size_t region[3]) {
  for (int d = 0; d < 3; d++) {
    origin[d] = random_below(state, (uint32_t)extent[d]);
    region[d] = 1 + random_below(state, (uint32_t)(extent[d] - origin[d]));
  }
}
