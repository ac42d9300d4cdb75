/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Images with a storage of their own: what they are made of, what they say of themselves, what is refused; the lists of
 * formats, and what the device says. */
#include <string.h>

#include "tests/api_images/images.h"

static const cl_image_format rgba = {CL_RGBA, CL_UNORM_INT8};

static size_t image_size_t(cl_mem image, cl_image_info what) {
  size_t value = SIZE_MAX, size = 0;
  CHECK_CL(clGetImageInfo(image, what, 0, NULL, &size));
  CHECK_EQ(size, sizeof value);
  CHECK_ERR(clGetImageInfo(image, what, sizeof value - 1, &value, NULL), CL_INVALID_VALUE);
  CHECK_CL(clGetImageInfo(image, what, sizeof value, &value, NULL));
  return value;
}

static void check_info(cl_mem image, const struct shape *shape, cl_image_format format, size_t row, size_t slice) {
  cl_mem_object_type type = shape->type;
  cl_image_format got;
  cl_uint count = 7;
  cl_mem buffer = (cl_mem)&got;
  CHECK_CL(clGetImageInfo(image, CL_IMAGE_FORMAT, sizeof got, &got, NULL));
  CHECK(got.image_channel_order == format.image_channel_order &&
        got.image_channel_data_type == format.image_channel_data_type);
  CHECK_EQ(image_size_t(image, CL_IMAGE_ELEMENT_SIZE), element_size(format));
  CHECK_EQ(image_size_t(image, CL_IMAGE_ROW_PITCH), row);
  CHECK_EQ(image_size_t(image, CL_IMAGE_SLICE_PITCH), has_slices(type) ? slice : 0);
  CHECK_EQ(image_size_t(image, CL_IMAGE_WIDTH), shape->width);
  CHECK_EQ(image_size_t(image, CL_IMAGE_HEIGHT),
           type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY || type == CL_MEM_OBJECT_IMAGE3D
               ? shape->height
               : 0);
  CHECK_EQ(image_size_t(image, CL_IMAGE_DEPTH), type == CL_MEM_OBJECT_IMAGE3D ? shape->depth : 0);
  CHECK_EQ(image_size_t(image, CL_IMAGE_ARRAY_SIZE),
           type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY ? shape->layers : 0);
  CHECK_CL(clGetImageInfo(image, CL_IMAGE_NUM_MIP_LEVELS, sizeof count, &count, NULL));
  CHECK_EQ(count, 0);
  count = 7;
  CHECK_CL(clGetImageInfo(image, CL_IMAGE_NUM_SAMPLES, sizeof count, &count, NULL));
  CHECK_EQ(count, 0);
  CHECK_CL(clGetImageInfo(image, CL_IMAGE_BUFFER, sizeof buffer, &buffer, NULL));
  CHECK((buffer != NULL) == (type == CL_MEM_OBJECT_IMAGE1D_BUFFER));
  CHECK_ERR(clGetImageInfo(image, CL_MEM_TYPE, sizeof got, &got, NULL), CL_INVALID_VALUE);
  CHECK_EQ(mem_info(image, CL_MEM_TYPE, sizeof(cl_mem_object_type)), type);
  CHECK_EQ(mem_info(image, CL_MEM_OFFSET, sizeof(size_t)), 0);
  CHECK_EQ(mem_info(image, CL_MEM_REFERENCE_COUNT, sizeof(cl_uint)), 1);
  CHECK_EQ(mem_info(image, CL_MEM_MAP_COUNT, sizeof(cl_uint)), 0);
  CHECK_EQ(mem_info(image, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(cl_mem)), (uintptr_t)buffer);
  CHECK_EQ(mem_info(image, CL_MEM_CONTEXT, sizeof(cl_context)), (uintptr_t)test.context);
  CHECK(mem_info(image, CL_MEM_SIZE, sizeof(size_t)) >= texels_of(shape) * element_size(format));
}

static void every_format_of_every_type(void) {
  for (int i = 0; i < NUM_SHAPES; i++) {
    cl_image_format *formats;
    cl_uint count = formats_of(CL_MEM_READ_ONLY, shapes[i].type, &formats);
    for (cl_uint k = 0; k < count; k++) {
      size_t mark = test_mark(), row = shapes[i].width * element_size(formats[k]);
      cl_mem image = make_image(CL_MEM_READ_ONLY, formats[k], &shapes[i], 0, 0, NULL);
      check_info(image, &shapes[i], formats[k], row, row * shapes[i].height);
      CHECK_EQ(mem_info(image, CL_MEM_FLAGS, sizeof(cl_mem_flags)), CL_MEM_READ_ONLY);
      test_release_to(mark);
    }
  }
}

/* The application's pitches stand, its memory is copied or used. */
static void data_of_the_host(void) {
  for (int i = 0; i < NUM_SHAPES; i++)
    for (int padded = 0; padded < 2; padded++)
      for (int used = 0; used < 2; used++) {
        const struct shape *shape = &shapes[i];
        size_t row = (shape->width + (padded ? 5 : 0)) * 4, slice = row * (shape->height + (padded ? 1 : 0));
        bool slices = has_slices(shape->type);
        if (!slices)
          slice = row * shape->height;
        size_t size = slice * shape->depth * shape->layers, extent[3];
        unsigned char *data = test_alloc(size);
        cl_mem_flags flags = used ? CL_MEM_USE_HOST_PTR : CL_MEM_COPY_HOST_PTR;
        test_fill(data, size, 1);
        cl_mem image = make_image(flags, rgba, shape, padded ? row : 0, padded && slices ? slice : 0, data);
        check_info(image, shape, rgba, row, slice);
        CHECK_EQ(mem_info(image, CL_MEM_HOST_PTR, sizeof(void *)), used ? (uintptr_t)data : 0);
        CHECK_EQ(mem_info(image, CL_MEM_FLAGS, sizeof(cl_mem_flags)) & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR),
                 flags);
        extent_of(shape, extent);
        const unsigned char *got = texels(image, shape, 4);
        size_t pitch = shape->type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? slice : row;
        for (size_t z = 0; z < extent[2]; z++)
          for (size_t y = 0; y < extent[1]; y++)
            check_same(got + (z * extent[1] + y) * extent[0] * 4, data + z * slice + y * pitch, extent[0] * 4,
                       "the image");
      }
}

static void flags(void) {
  static const cl_mem_flags bad[] = {CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY,
                                     CL_MEM_READ_WRITE | CL_MEM_READ_ONLY,
                                     CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY,
                                     CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS,
                                     CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR,
                                     CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR,
                                     CL_MEM_KERNEL_READ_AND_WRITE, /* a question to clGetSupportedImageFormats alone */
                                     (cl_mem_flags)1 << 40};
  static const cl_mem_flags good[] = {0,
                                      CL_MEM_READ_WRITE,
                                      CL_MEM_WRITE_ONLY,
                                      CL_MEM_ALLOC_HOST_PTR,
                                      CL_MEM_READ_ONLY | CL_MEM_HOST_WRITE_ONLY,
                                      CL_MEM_HOST_NO_ACCESS};
  cl_image_desc desc = descriptor(&shapes[3]);
  char data[17 * 11 * 4];
  for (size_t i = 0; i < TEST_COUNT(bad); i++)
    CREATE_GIVES(CL_INVALID_VALUE, clCreateImage(test.context, bad[i], &rgba, &desc, data, &refused));
  for (size_t i = 0; i < TEST_COUNT(good); i++)
    CHECK_EQ(mem_info(make_image(good[i], rgba, &shapes[3], 0, 0, NULL), CL_MEM_FLAGS, sizeof(cl_mem_flags)), good[i]);
  CREATE_GIVES(CL_INVALID_HOST_PTR, clCreateImage(test.context, CL_MEM_USE_HOST_PTR, &rgba, &desc, NULL, &refused));
  CREATE_GIVES(CL_INVALID_HOST_PTR, clCreateImage(test.context, CL_MEM_COPY_HOST_PTR, &rgba, &desc, NULL, &refused));
  CREATE_GIVES(CL_INVALID_HOST_PTR, clCreateImage(test.context, 0, &rgba, &desc, data, &refused));
  CREATE_GIVES(CL_INVALID_HOST_PTR, clCreateImage(test.context, CL_MEM_ALLOC_HOST_PTR, &rgba, &desc, data, &refused));
}

static void formats_that_are_refused(void) {
  static const cl_image_format invalid[] = {
      {CL_RGB, CL_UNORM_INT8},        {CL_R, CL_UNORM_SHORT_565}, {CL_RGBA, CL_UNORM_INT_101010},
      {CL_DEPTH, CL_HALF_FLOAT},      {CL_sRGBA, CL_FLOAT},       {CL_LUMINANCE, CL_UNSIGNED_INT8},
      {CL_INTENSITY, CL_SIGNED_INT8}, {0, CL_UNORM_INT8},         {CL_RGBA, 0},
      {CL_UNORM_INT8, CL_RGBA},
  };
  cl_image_desc desc = descriptor(&shapes[3]);
  CREATE_GIVES(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, clCreateImage(test.context, 0, NULL, &desc, NULL, &refused));
  for (size_t i = 0; i < TEST_COUNT(invalid); i++)
    CREATE_GIVES(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                 clCreateImage(test.context, 0, &invalid[i], &desc, NULL, &refused));
  /* valid, but none of ours; depth is for 2D alone */
  static const cl_image_format unsupported[] = {{CL_RGB, CL_UNORM_SHORT_565}, {CL_Rx, CL_UNORM_INT8}};
  if (test.is_weft)
    for (size_t i = 0; i < TEST_COUNT(unsupported); i++)
      CREATE_GIVES(CL_IMAGE_FORMAT_NOT_SUPPORTED,
                   clCreateImage(test.context, 0, &unsupported[i], &desc, NULL, &refused));
  desc = descriptor(&shapes[5]);
  CREATE_GIVES(CL_IMAGE_FORMAT_NOT_SUPPORTED,
               clCreateImage(test.context, 0, &(cl_image_format){CL_DEPTH, CL_FLOAT}, &desc, NULL, &refused));
}

static void descriptors_that_are_refused(void) {
  CREATE_GIVES(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(test.context, 0, &rgba, NULL, NULL, &refused));
  CREATE_GIVES(CL_INVALID_CONTEXT, clCreateImage(NULL, 0, &rgba, &(cl_image_desc){0}, NULL, &refused));
  CREATE_GIVES(CL_INVALID_CONTEXT,
               clCreateImage((cl_context)test.queue, 0, &rgba, &(cl_image_desc){0}, NULL, &refused));
  static const cl_mem_object_type types[] = {CL_MEM_OBJECT_BUFFER, CL_MEM_OBJECT_PIPE, 0};
  for (size_t i = 0; i < TEST_COUNT(types); i++) {
    cl_image_desc desc = descriptor(&shapes[3]);
    desc.image_type = types[i];
    CREATE_GIVES(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(test.context, 0, &rgba, &desc, NULL, &refused));
  }
  cl_image_desc desc = descriptor(&shapes[3]);
  desc.num_samples = 4;
  CREATE_GIVES(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(test.context, 0, &rgba, &desc, NULL, &refused));
  for (int i = 0; i < NUM_SHAPES; i++) {
    desc = descriptor(&shapes[i]);
    if (shapes[i].type != CL_MEM_OBJECT_IMAGE2D) {
      desc.mem_object = make_image(0, rgba, &shapes[i], 0, 0, NULL);
      CREATE_GIVES(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(test.context, 0, &rgba, &desc, NULL, &refused));
    }
  }
  const cl_mem_properties none[] = {0}, unknown[] = {0x1234, 1, 0};
  desc = descriptor(&shapes[3]);
  CREATE_GIVES(CL_INVALID_PROPERTY,
               clCreateImageWithProperties(test.context, unknown, 0, &rgba, &desc, NULL, &refused));
  cl_int error;
  cl_mem image = keep_image(clCreateImageWithProperties(test.context, none, 0, &rgba, &desc, NULL, &error));
  size_t size = 7;
  CHECK_CL(clGetMemObjectInfo(image, CL_MEM_PROPERTIES, 0, NULL, &size));
  CHECK_EQ(size, sizeof none);
  image = keep_image(clCreateImageWithProperties(test.context, NULL, 0, &rgba, &desc, NULL, NULL));
  CHECK_CL(clGetMemObjectInfo(image, CL_MEM_PROPERTIES, 0, NULL, &size));
  CHECK_EQ(size, 0);
  CHECK_ERR(clGetImageInfo(make_buffer(0, 64, NULL), CL_IMAGE_WIDTH, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(clGetImageInfo(NULL, CL_IMAGE_WIDTH, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
}

static void sizes(void) {
  size_t w2 = test_device_size(CL_DEVICE_IMAGE2D_MAX_WIDTH), h2 = test_device_size(CL_DEVICE_IMAGE2D_MAX_HEIGHT);
  size_t w3 = test_device_size(CL_DEVICE_IMAGE3D_MAX_WIDTH), h3 = test_device_size(CL_DEVICE_IMAGE3D_MAX_HEIGHT);
  size_t d3 = test_device_size(CL_DEVICE_IMAGE3D_MAX_DEPTH), layers = test_device_size(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE);
  const cl_image_format r = {CL_R, CL_UNORM_INT8};
  const struct shape largest[] = {
      {CL_MEM_OBJECT_IMAGE1D, w2, 1, 1, 1},       {CL_MEM_OBJECT_IMAGE2D, w2, 1, 1, 1},
      {CL_MEM_OBJECT_IMAGE2D, 1, h2, 1, 1},       {CL_MEM_OBJECT_IMAGE2D_ARRAY, w2, 1, 1, 1},
      {CL_MEM_OBJECT_IMAGE2D_ARRAY, 1, h2, 1, 1}, {CL_MEM_OBJECT_IMAGE2D_ARRAY, 1, 1, 1, layers},
      {CL_MEM_OBJECT_IMAGE1D_ARRAY, w2, 1, 1, 1}, {CL_MEM_OBJECT_IMAGE1D_ARRAY, 1, 1, 1, layers},
      {CL_MEM_OBJECT_IMAGE3D, w3, 1, 1, 1},       {CL_MEM_OBJECT_IMAGE3D, 1, h3, 1, 1},
      {CL_MEM_OBJECT_IMAGE3D, 1, 1, d3, 1},
  };
  for (size_t i = 0; i < TEST_COUNT(largest); i++) {
    struct shape shape = largest[i];
    make_image(0, r, &shape, 0, 0, NULL);
    size_t *dimension = shape.width > 1    ? &shape.width
                        : shape.height > 1 ? &shape.height
                        : shape.depth > 1  ? &shape.depth
                                           : &shape.layers;
    size_t most = *dimension;
    const size_t bad[] = {0, most + 1, SIZE_MAX};
    for (size_t k = 0; k < TEST_COUNT(bad); k++) {
      *dimension = bad[k];
      cl_image_desc desc = descriptor(&shape);
      CREATE_GIVES(CL_INVALID_IMAGE_SIZE, clCreateImage(test.context, 0, &r, &desc, NULL, &refused));
    }
  }
  /* the whole may be more than there is */
  const struct shape huge = {CL_MEM_OBJECT_IMAGE2D_ARRAY, w2, h2, 1, layers};
  cl_image_desc desc = descriptor(&huge);
  CREATE_GIVES(CL_MEM_OBJECT_ALLOCATION_FAILURE,
               clCreateImage(test.context, 0, &(cl_image_format){CL_RGBA, CL_FLOAT}, &desc, NULL, &refused));
}

static void pitches_that_are_refused(void) {
  char *data = test_alloc(100000);
  for (int i = 0; i < NUM_SHAPES; i++) {
    const struct shape *shape = &shapes[i];
    size_t row = shape->width * 4;
    if (shape->type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
      continue;
    cl_image_desc desc = descriptor(shape);
    desc.image_row_pitch = row;
    CREATE_GIVES(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(test.context, 0, &rgba, &desc, NULL, &refused));
    desc.image_row_pitch = 0;
    desc.image_slice_pitch = row * shape->height;
    CREATE_GIVES(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(test.context, 0, &rgba, &desc, NULL, &refused));
    desc.image_slice_pitch = 0;
    const size_t bad_rows[] = {row - 4, row + 1, 4, SIZE_MAX};
    for (size_t k = 0; k < TEST_COUNT(bad_rows); k++) {
      desc.image_row_pitch = bad_rows[k];
      CREATE_GIVES(CL_INVALID_IMAGE_DESCRIPTOR,
                   clCreateImage(test.context, CL_MEM_COPY_HOST_PTR, &rgba, &desc, data, &refused));
    }
    if (!has_slices(shape->type))
      continue;
    desc.image_row_pitch = row + 4;
    size_t slice = (row + 4) * shape->height;
    const size_t bad_slices[] = {slice - row - 4, slice + 4, slice - 1, 1};
    for (size_t k = 0; k < TEST_COUNT(bad_slices); k++) {
      desc.image_slice_pitch = bad_slices[k];
      if (bad_slices[k])
        CREATE_GIVES(CL_INVALID_IMAGE_DESCRIPTOR,
                     clCreateImage(test.context, CL_MEM_COPY_HOST_PTR, &rgba, &desc, data, &refused));
    }
    /* the size overflows */
    desc.image_slice_pitch = (SIZE_MAX / 2) / (row + 4) * (row + 4);
    CREATE_GIVES(CL_INVALID_IMAGE_SIZE,
                 clCreateImage(test.context, CL_MEM_COPY_HOST_PTR, &rgba, &desc, data, &refused));
  }
}

static void the_functions_of_1_0(void) {
  size_t row = 17 * 4;
  char *data = test_alloc(100000);
  cl_int error = 1;
  cl_mem image = keep_image(clCreateImage2D(test.context, 0, &rgba, 17, 11, 0, NULL, &error));
  CHECK_CL(error);
  check_info(image, &(struct shape){CL_MEM_OBJECT_IMAGE2D, 17, 11, 1, 1}, rgba, row, 0);
  image = keep_image(clCreateImage3D(test.context, CL_MEM_USE_HOST_PTR, &rgba, 11, 8, 6, 48, 480, data, &error));
  CHECK_CL(error);
  check_info(image, &(struct shape){CL_MEM_OBJECT_IMAGE3D, 11, 8, 6, 1}, rgba, 48, 480);
  CREATE_GIVES(CL_INVALID_IMAGE_SIZE, clCreateImage2D(test.context, 0, &rgba, 0, 11, 0, NULL, &refused));
  CREATE_GIVES(CL_INVALID_IMAGE_SIZE, clCreateImage2D(test.context, 0, &rgba, 17, 0, 0, NULL, &refused));
  CREATE_GIVES(CL_INVALID_IMAGE_SIZE, clCreateImage2D(test.context, 0, &rgba, 17, 11, row, NULL, &refused));
  CREATE_GIVES(CL_INVALID_IMAGE_SIZE,
               clCreateImage2D(test.context, CL_MEM_COPY_HOST_PTR, &rgba, 17, 11, row - 4, data, &refused));
  CREATE_GIVES(CL_INVALID_IMAGE_SIZE, clCreateImage3D(test.context, 0, &rgba, 11, 8, 1, 0, 0, NULL, &refused));
  CREATE_GIVES(CL_INVALID_IMAGE_SIZE, clCreateImage3D(test.context, 0, &rgba, 11, 8, 0, 0, 0, NULL, &refused));
  CREATE_GIVES(CL_INVALID_IMAGE_SIZE,
               clCreateImage3D(test.context, CL_MEM_COPY_HOST_PTR, &rgba, 11, 8, 6, 44, 44 * 8 - 1, data, &refused));
  CREATE_GIVES(CL_INVALID_CONTEXT, clCreateImage2D(NULL, 0, &rgba, 17, 11, 0, NULL, &refused));
  CREATE_GIVES(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, clCreateImage2D(test.context, 0, NULL, 17, 11, 0, NULL, &refused));
  CREATE_GIVES(CL_INVALID_VALUE, clCreateImage3D(test.context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, &rgba, 11, 8, 6, 0,
                                                 0, NULL, &refused));
  CREATE_GIVES(CL_INVALID_HOST_PTR, clCreateImage2D(test.context, 0, &rgba, 17, 11, 0, data, &refused));
  cl_context none = (cl_context)test.queue;
  CREATE_GIVES(CL_INVALID_CONTEXT, clCreateImage2D(none, 0, &rgba, 17, 11, 0, NULL, &refused));
  CREATE_GIVES(CL_INVALID_CONTEXT, clCreateImage3D(none, 0, &rgba, 11, 8, 6, 0, 0, NULL, &refused));
  CREATE_GIVES(CL_INVALID_VALUE,
               clCreateImage2D(test.context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, &rgba, 17, 11, 0, NULL, &refused));
  CREATE_GIVES(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
               clCreateImage3D(test.context, 0, NULL, 11, 8, 6, 0, 0, NULL, &refused));
  CREATE_GIVES(CL_INVALID_HOST_PTR, clCreateImage3D(test.context, 0, &rgba, 11, 8, 6, 0, 0, data, &refused));
  if (!test.is_weft)
    return;
  const cl_image_format packed = {CL_RGB, CL_UNORM_SHORT_565};
  CREATE_GIVES(CL_IMAGE_FORMAT_NOT_SUPPORTED, clCreateImage2D(test.context, 0, &packed, 17, 11, 0, NULL, &refused));
  CREATE_GIVES(CL_IMAGE_FORMAT_NOT_SUPPORTED,
               clCreateImage3D(test.context, 0, &packed, 11, 8, 6, 0, 0, NULL, &refused));
}

/* With a list of properties that is empty: as without. */
static void with_properties(void) {
  const cl_mem_properties none[] = {0};
  const cl_image_format nonsense = {CL_RGBA, CL_RGBA}, packed = {CL_RGB, CL_UNORM_SHORT_565};
  const struct shape plain = {CL_MEM_OBJECT_IMAGE2D, 17, 11, 1, 1};
  cl_image_desc desc = descriptor(&plain), empty = desc, linked = desc;
  empty.image_width = 0;
  linked.mem_object = (cl_mem)test.context;
#define GIVES(want, context, flags, format, desc, host_ptr)                                                            \
  CREATE_GIVES(want, clCreateImageWithProperties(context, none, flags, format, desc, host_ptr, &refused))
  GIVES(CL_INVALID_CONTEXT, (cl_context)test.queue, 0, &rgba, &desc, NULL);
  GIVES(CL_INVALID_VALUE, test.context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, &rgba, &desc, NULL);
  GIVES(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, test.context, 0, &nonsense, &desc, NULL);
  GIVES(CL_INVALID_IMAGE_DESCRIPTOR, test.context, 0, &rgba, NULL, NULL);
  GIVES(CL_INVALID_IMAGE_DESCRIPTOR, test.context, 0, &rgba, &linked, NULL);
  GIVES(CL_INVALID_IMAGE_SIZE, test.context, 0, &rgba, &empty, NULL);
  GIVES(CL_INVALID_HOST_PTR, test.context, CL_MEM_USE_HOST_PTR, &rgba, &desc, NULL);
  if (test.is_weft)
    GIVES(CL_IMAGE_FORMAT_NOT_SUPPORTED, test.context, 0, &packed, &desc, NULL);
#undef GIVES
}

static bool contains(const cl_image_format *formats, cl_uint count, cl_channel_order order, cl_channel_type type) {
  for (cl_uint i = 0; i < count; i++)
    if (formats[i].image_channel_order == order && formats[i].image_channel_data_type == type)
      return true;
  return false;
}

/* The minimum lists of the specification, and what depends on the flags. */
static void lists_of_formats(void) {
  static const cl_channel_type required[] = {CL_UNORM_INT8,    CL_SIGNED_INT8,    CL_SIGNED_INT16,   CL_SIGNED_INT32,
                                             CL_UNSIGNED_INT8, CL_UNSIGNED_INT16, CL_UNSIGNED_INT32, CL_HALF_FLOAT,
                                             CL_FLOAT,         CL_UNORM_INT16};
  static const cl_mem_flags uses[] = {0, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE,
                                      CL_MEM_KERNEL_READ_AND_WRITE};
  bool depth = test_has_extension("cl_khr_depth_images");
  for (int i = 0; i < NUM_SHAPES; i++)
    for (size_t u = 0; u < TEST_COUNT(uses); u++) {
      cl_image_format *formats;
      cl_uint count = formats_of(uses[u], shapes[i].type, &formats);
      bool both = uses[u] == CL_MEM_KERNEL_READ_AND_WRITE;
      for (size_t k = 0; k < TEST_COUNT(required) - both; k++)
        CHECK(contains(formats, count, CL_RGBA, required[k]));
      for (size_t k = 0; k < TEST_COUNT(required) - 1 && both; k++)
        CHECK(contains(formats, count, CL_R, required[k]));
      CHECK(both || contains(formats, count, CL_BGRA, CL_UNORM_INT8));
      bool is_2d = shapes[i].type == CL_MEM_OBJECT_IMAGE2D || shapes[i].type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
      CHECK_EQ(contains(formats, count, CL_DEPTH, CL_FLOAT), depth && is_2d);
      CHECK_EQ(contains(formats, count, CL_DEPTH, CL_UNORM_INT16), depth && is_2d);
      if (uses[u] == CL_MEM_WRITE_ONLY)
        CHECK_EQ(contains(formats, count, CL_sRGBA, CL_UNORM_INT8), test_has_extension("cl_khr_srgb_image_writes"));
      /* no more than fit */
      cl_image_format few[3] = {{0, 0}, {0, 0}, {77, 77}};
      CHECK_CL(clGetSupportedImageFormats(test.context, uses[u], shapes[i].type, 2, few, NULL));
      CHECK(few[1].image_channel_order == formats[1].image_channel_order && few[2].image_channel_order == 77);
    }
  cl_uint count;
  CHECK_ERR(clGetSupportedImageFormats(NULL, 0, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count), CL_INVALID_CONTEXT);
  CHECK_ERR(clGetSupportedImageFormats((cl_context)test.queue, 0, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count),
            CL_INVALID_CONTEXT);
  CHECK_ERR(clGetSupportedImageFormats(test.context, 0, CL_MEM_OBJECT_BUFFER, 0, NULL, &count), CL_INVALID_VALUE);
  CHECK_ERR(clGetSupportedImageFormats(test.context, 0, CL_MEM_OBJECT_PIPE, 0, NULL, &count), CL_INVALID_VALUE);
  CHECK_ERR(clGetSupportedImageFormats(test.context, (cl_mem_flags)1 << 40, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count),
            CL_INVALID_VALUE);
  CHECK_ERR(clGetSupportedImageFormats(test.context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, CL_MEM_OBJECT_IMAGE2D, 0,
                                       NULL, &count),
            CL_INVALID_VALUE);
  cl_image_format one;
  CHECK_ERR(clGetSupportedImageFormats(test.context, 0, CL_MEM_OBJECT_IMAGE2D, 0, &one, &count), CL_INVALID_VALUE);
}

/* The minima of the table "Device Queries". */
static void what_the_device_says(void) {
  CHECK_EQ(test_device_uint(CL_DEVICE_IMAGE_SUPPORT), CL_TRUE);
  CHECK(test_device_uint(CL_DEVICE_MAX_READ_IMAGE_ARGS) >= 128);
  CHECK(test_device_uint(CL_DEVICE_MAX_WRITE_IMAGE_ARGS) >= 64);
  CHECK(test_device_uint(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS) >= 64);
  CHECK(test_device_uint(CL_DEVICE_MAX_SAMPLERS) >= 16);
  CHECK(test_device_size(CL_DEVICE_IMAGE2D_MAX_WIDTH) >= 8192);
  CHECK(test_device_size(CL_DEVICE_IMAGE2D_MAX_HEIGHT) >= 8192);
  CHECK(test_device_size(CL_DEVICE_IMAGE3D_MAX_WIDTH) >= 2048);
  CHECK(test_device_size(CL_DEVICE_IMAGE3D_MAX_HEIGHT) >= 2048);
  CHECK(test_device_size(CL_DEVICE_IMAGE3D_MAX_DEPTH) >= 2048);
  CHECK(test_device_size(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE) >= 65536);
  CHECK(test_device_size(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE) >= 2048);
  cl_uint pitch = test_device_uint(CL_DEVICE_IMAGE_PITCH_ALIGNMENT);
  cl_uint base = test_device_uint(CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT);
  CHECK(pitch && (pitch & (pitch - 1)) == 0 && base && (base & (base - 1)) == 0);
  CHECK(test_has_extension("cl_khr_image2d_from_buffer"));
  CHECK_EQ(test_has_extension("cl_khr_3d_image_writes"), test_has_c_feature("__opencl_c_3d_image_writes"));
  CHECK(test_has_c_feature("__opencl_c_images") && test_has_c_feature("__opencl_c_read_write_images"));
  CHECK((size_t)test_device_uint(CL_DEVICE_MAX_READ_IMAGE_ARGS) * sizeof(cl_mem) <=
        test_device_size(CL_DEVICE_MAX_PARAMETER_SIZE));
}

static cl_uint order_of_calls, calls[3];

static void CL_CALLBACK note_call(cl_mem image, void *user) {
  (void)image;
  *(cl_uint *)user = ++order_of_calls;
}

/* Commands keep an image alive; at its end callbacks run in reverse order. */
static void lifetime(void) {
  cl_image_desc desc = descriptor(&shapes[3]);
  cl_int error;
  const size_t zero[3] = {0}, all[3] = {17, 11, 1};
  unsigned char *data = test_alloc(17 * 11 * 4);
  cl_event start = make_user_event();
  cl_mem image = clCreateImage(test.context, 0, &rgba, &desc, NULL, &error);
  CHECK_CL(error);
  order_of_calls = 0;
  memset(calls, 0, sizeof calls);
  for (int i = 0; i < 3; i++)
    CHECK_CL(clSetMemObjectDestructorCallback(image, note_call, &calls[i]));
  CHECK_CL(clRetainMemObject(image));
  CHECK_CL(clReleaseMemObject(image));
  CHECK_CL(clEnqueueMigrateMemObjects(test.queue, 1, &image, CL_MIGRATE_MEM_OBJECT_HOST, 1, &start, NULL));
  CHECK_CL(clEnqueueReadImage(test.queue, image, CL_FALSE, zero, all, 0, 0, data, 0, NULL, NULL));
  CHECK_CL(clReleaseMemObject(image));
  CHECK_EQ(calls[0], 0);
  complete(start, CL_COMPLETE);
  CHECK_CL(clFinish(test.queue));
  for (int tries = 0; tries < 1000 && !calls[0]; tries++)
    CHECK_CL(clFinish(test.queue));
  CHECK(calls[0] == 3 && calls[1] == 2 && calls[2] == 1);
}

static const struct test_case cases[] = {
    {"every_format_of_every_type", every_format_of_every_type},
    {"data_of_the_host", data_of_the_host},
    {"flags", flags},
    {"formats_that_are_refused", formats_that_are_refused},
    {"descriptors_that_are_refused", descriptors_that_are_refused},
    {"sizes", sizes},
    {"pitches_that_are_refused", pitches_that_are_refused},
    {"the_functions_of_1_0", the_functions_of_1_0},
    {"with_properties", with_properties},
    {"lists_of_formats", lists_of_formats},
    {"what_the_device_says", what_the_device_says},
    {"lifetime", lifetime},
};
TEST_MAIN(cases)
