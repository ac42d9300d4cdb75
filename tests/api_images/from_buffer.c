/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cl_ext_image_requirements_info and cl_ext_image_from_buffer: images of every type that are a buffer's bytes, and what
 * they ask for. */
#include <stdio.h>
#include <string.h>

#include "tests/api_images/images.h"

static const cl_image_format rgba = {CL_RGBA, CL_UNSIGNED_INT8};
static clGetImageRequirementsInfoEXT_fn query;

static void need_query(void) {
  if (!test_has_extension("cl_ext_image_requirements_info"))
    test_skip("no cl_ext_image_requirements_info");
  query = (clGetImageRequirementsInfoEXT_fn)clGetExtensionFunctionAddressForPlatform(test.platform,
                                                                                     "clGetImageRequirementsInfoEXT");
  CHECK(query);
}

static void need_images_of_buffers(void) {
  need_query();
  if (!test_has_extension("cl_ext_image_from_buffer"))
    test_skip("no cl_ext_image_from_buffer");
}

static size_t size_of(cl_mem_flags flags, const cl_image_format *format, const cl_image_desc *desc,
                      cl_image_requirements_info_ext name) {
  size_t value = 0, size = 0;
  CHECK_CL(query(test.context, NULL, flags, format, desc, name, sizeof value, &value, &size));
  CHECK_EQ(size, sizeof value);
  return value;
}

static cl_uint most(cl_mem_flags flags, const cl_image_format *format, const cl_image_desc *desc,
                    cl_image_requirements_info_ext name) {
  cl_uint value = 0;
  size_t size = 0;
  CHECK_CL(query(test.context, NULL, flags, format, desc, name, sizeof value, &value, &size));
  CHECK_EQ(size, sizeof value);
  return value;
}

static const cl_image_requirements_info_ext alignments[] = {CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT,
                                                            CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT,
                                                            CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT};
static const cl_mem_flags uses[] = {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE,
                                    CL_MEM_KERNEL_READ_AND_WRITE};

/* Powers of two; what is told when less is told suffices for all. */
static void alignment(void) {
  need_query();
  size_t num = test_has_extension("cl_ext_image_from_buffer") ? 3 : 2;
  for (size_t a = 0; a < num; a++) {
    size_t any = size_of(0, NULL, NULL, alignments[a]);
    for (size_t u = 0; u < TEST_COUNT(uses); u++)
      for (int s = 0; s < NUM_SHAPES; s++) {
        cl_image_format *formats;
        cl_image_desc desc = descriptor(&shapes[s]);
        cl_uint count = formats_of(uses[u], shapes[s].type, &formats);
        size_t of_type = size_of(uses[u], NULL, &desc, alignments[a]);
        CHECK(of_type && !(of_type & (of_type - 1)) && of_type <= any);
        for (cl_uint f = 0; f < count; f++) {
          size_t value = size_of(uses[u], &formats[f], &desc, alignments[a]);
          CHECK(value && !(value & (value - 1)) && value <= of_type);
          CHECK(value <= size_of(0, &formats[f], NULL, alignments[a]));
          if (shapes[s].type != CL_MEM_OBJECT_IMAGE2D || !test_has_extension("cl_khr_image2d_from_buffer"))
            continue;
          size_t texels =
              test_device_uint(a ? CL_DEVICE_IMAGE_PITCH_ALIGNMENT : CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT);
          CHECK(a == 2 || value <= texels * element_size(formats[f]));
        }
      }
  }
}

/* Whatever is told, an image of so much can be made but for memory, and not of more than the device takes. */
static void largest(void) {
  static const struct {
    cl_image_requirements_info_ext name;
    size_t member; /* of cl_image_desc */
    cl_device_info of_2d, of_3d;
  } queries[] = {
      {CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, offsetof(cl_image_desc, image_width), CL_DEVICE_IMAGE2D_MAX_WIDTH,
       CL_DEVICE_IMAGE3D_MAX_WIDTH},
      {CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT, offsetof(cl_image_desc, image_height), CL_DEVICE_IMAGE2D_MAX_HEIGHT,
       CL_DEVICE_IMAGE3D_MAX_HEIGHT},
      {CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT, offsetof(cl_image_desc, image_depth), 0, CL_DEVICE_IMAGE3D_MAX_DEPTH},
      {CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT, offsetof(cl_image_desc, image_array_size),
       CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, 0},
  };
  need_query();
  for (size_t q = 0; q < TEST_COUNT(queries); q++) {
    cl_uint any = most(0, NULL, NULL, queries[q].name);
    CHECK(any > 0);
    const cl_image_desc untold = {0};
    CHECK_EQ(most(CL_MEM_READ_WRITE, NULL, &untold, queries[q].name), any);
    for (int s = 0; s < NUM_SHAPES; s++) {
      cl_mem_object_type type = shapes[s].type;
      bool is_3d = type == CL_MEM_OBJECT_IMAGE3D, layers = has_slices(type) && !is_3d;
      bool there = q == 0 ||
                   (q == 1 && (is_3d || type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY)) ||
                   (q == 2 && is_3d) || (q == 3 && layers);
      cl_image_desc desc = {.image_type = type};
      cl_uint value = 0;
      if (!there) {
        CHECK_ERR(query(test.context, NULL, 0, &rgba, &desc, queries[q].name, sizeof value, &value, NULL),
                  CL_INVALID_IMAGE_DESCRIPTOR);
        continue;
      }
      cl_device_info limit = type == CL_MEM_OBJECT_IMAGE1D_BUFFER ? CL_DEVICE_IMAGE_MAX_BUFFER_SIZE
                             : is_3d                              ? queries[q].of_3d
                                                                  : queries[q].of_2d;
      value = most(CL_MEM_READ_ONLY, NULL, &desc, queries[q].name);
      CHECK(value >= any && value <= test_device_size(limit));
      /* With everything told it can be made. */
      desc = descriptor(&shapes[s]);
      memset((char *)&desc + queries[q].member, 0, sizeof(size_t));
      size_t told = most(0, &rgba, &desc, queries[q].name);
      CHECK(told > 0 && told <= test_device_size(limit));
      memcpy((char *)&desc + queries[q].member, &told, sizeof told);
      CHECK(size_of(0, &rgba, &desc, CL_IMAGE_REQUIREMENTS_SIZE_EXT) <=
            test_device_ulong(CL_DEVICE_MAX_MEM_ALLOC_SIZE));
    }
  }
}

static void errors(void) {
  need_query();
  cl_image_desc desc = descriptor(&shapes[3]), bad = desc;
  const cl_image_requirements_info_ext row = CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT,
                                       size = CL_IMAGE_REQUIREMENTS_SIZE_EXT;
  const cl_image_format invalid = {CL_INTENSITY, CL_UNORM_SHORT_555};
  const cl_mem_properties none[] = {0}, unknown[] = {0x1234, 1, 0};
  size_t value;
  CHECK_ERR(query(NULL, NULL, 0, &rgba, &desc, row, sizeof value, &value, NULL), CL_INVALID_CONTEXT);
  CHECK_ERR(query((cl_context)test.queue, NULL, 0, &rgba, &desc, row, sizeof value, &value, NULL), CL_INVALID_CONTEXT);
  CHECK_CL(query(test.context, none, 0, &rgba, &desc, row, sizeof value, &value, NULL));
  CHECK_ERR(query(test.context, unknown, 0, &rgba, &desc, row, sizeof value, &value, NULL), CL_INVALID_PROPERTY);
  CHECK_ERR(query(test.context, NULL, ~(cl_mem_flags)0, &rgba, &desc, row, sizeof value, &value, NULL),
            CL_INVALID_VALUE);
  CHECK_ERR(
      query(test.context, NULL, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, &rgba, &desc, row, sizeof value, &value, NULL),
      CL_INVALID_VALUE);
  CHECK_ERR(query(test.context, NULL, 0, &invalid, &desc, row, sizeof value, &value, NULL),
            CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  CHECK_ERR(query(test.context, NULL, 0, NULL, &desc, size, sizeof value, &value, NULL), CL_INVALID_VALUE);
  CHECK_ERR(query(test.context, NULL, 0, &rgba, NULL, size, sizeof value, &value, NULL), CL_INVALID_VALUE);
  CHECK_ERR(query(test.context, NULL, 0, &rgba, &desc, size, sizeof value - 1, &value, NULL), CL_INVALID_VALUE);
  CHECK_ERR(query(test.context, NULL, 0, &rgba, &desc, CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, 3, &value, NULL),
            CL_INVALID_VALUE);
  CHECK_ERR(query(test.context, NULL, 0, &rgba, &desc, CL_IMAGE_FORMAT, sizeof value, &value, NULL), CL_INVALID_VALUE);
  CHECK_CL(query(test.context, NULL, 0, &rgba, &desc, size, 0, NULL, &value));
  CHECK_EQ(value, sizeof value);
  for (int i = 0; i < 8; i++) {
    bad = desc;
    switch (i) {
    case 0:
      bad.image_type = CL_MEM_OBJECT_BUFFER;
      break;
    case 1:
      bad.image_width = 0;
      break;
    case 2:
      bad.image_height = SIZE_MAX;
      break;
    case 3:
      bad.image_row_pitch = 17 * 4 + 1;
      break;
    case 4:
      bad.image_row_pitch = 16 * 4;
      break;
    case 5:
      bad.image_slice_pitch = 17 * 4 * 11;
      break;
    case 6:
      bad.num_mip_levels = 2;
      break;
    default:
      bad.mem_object = (cl_mem)test.context;
    }
    CHECK_ERR(query(test.context, NULL, 0, &rgba, &bad, row, sizeof value, &value, NULL), CL_INVALID_IMAGE_DESCRIPTOR);
  }
}

/* The image's texels as the buffer has them. */
static void check_texels(cl_mem image, cl_mem buffer, const struct shape *shape, size_t element, size_t row,
                         size_t slice, size_t size) {
  size_t zero[3] = {0}, extent[3], count = texels_of(shape);
  extent_of(shape, extent);
  unsigned char *data = test_alloc(count * element), *want = contents(buffer, size);
  test_fill(data, count * element, 77);
  CHECK_CL(clEnqueueWriteImage(test.queue, image, CL_TRUE, zero, extent, 0, 0, data, 0, NULL, NULL));
  size_t step = shape->type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? slice : row;
  for (size_t z = 0; z < extent[2]; z++)
    for (size_t y = 0; y < extent[1]; y++)
      memcpy(want + z * slice + y * step, data + (z * extent[1] + y) * extent[0] * element, extent[0] * element);
  check_same(contents(buffer, size), want, size, "the buffer");
  test_fill(want, size, 78);
  CHECK_CL(clEnqueueWriteBuffer(test.queue, buffer, CL_TRUE, 0, size, want, 0, NULL, NULL));
  CHECK_CL(clEnqueueReadImage(test.queue, image, CL_TRUE, zero, extent, 0, 0, data, 0, NULL, NULL));
  for (size_t z = 0; z < extent[2]; z++)
    for (size_t y = 0; y < extent[1]; y++)
      check_same(data + (z * extent[1] + y) * extent[0] * element, want + z * slice + y * step, extent[0] * element,
                 "the image");
}

/* Every type, of a whole buffer and of a part of one, with rows and slices that touch and that do not. */
static void every_type(void) {
  static const cl_image_format formats[] = {{CL_RGBA, CL_UNORM_INT8}, {CL_R, CL_UNSIGNED_INT8}, {CL_RGBA, CL_FLOAT}};
  need_images_of_buffers();
  for (size_t f = 0; f < TEST_COUNT(formats); f++)
    for (int s = 0; s < NUM_SHAPES; s++)
      for (int padded = 0; padded < 3; padded++) {
        const struct shape *shape = &shapes[s];
        size_t element = element_size(formats[f]);
        cl_image_desc desc = descriptor(shape);
        size_t align = size_of(0, &formats[f], &desc, CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT), pitch;
        size_t row = (shape->width * element + align - 1) / align * align + (padded ? 2 * align : 0);
        size_t slice = row * (shape->height + (padded == 2 && has_slices(shape->type) ? 2 : 0));
        if (padded)
          desc.image_row_pitch = row;
        if (padded == 2 && has_slices(shape->type))
          desc.image_slice_pitch = slice;
        size_t size = slice * shape->depth * shape->layers, origin = base_align();
        CHECK_EQ(size_of(CL_MEM_READ_WRITE, &formats[f], &desc, CL_IMAGE_REQUIREMENTS_SIZE_EXT), size);
        cl_mem whole = make_buffer(0, origin + size, NULL), part = make_sub_buffer(whole, 0, origin, size), got;
        for (int of_part = 0; of_part < 2; of_part++) {
          cl_int error = 1;
          desc.mem_object = of_part ? part : whole;
          cl_mem image = clCreateImage(test.context, 0, &formats[f], &desc, NULL, &error);
          CHECK_CL(error);
          keep_image(image);
          CHECK_EQ(mem_info(image, CL_MEM_SIZE, sizeof(size_t)), size);
          CHECK_EQ(mem_info(image, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(cl_mem)), (uintptr_t)desc.mem_object);
          CHECK_CL(clGetImageInfo(image, CL_IMAGE_BUFFER, sizeof got, &got, NULL));
          CHECK(got == desc.mem_object);
          CHECK_CL(clGetImageInfo(image, CL_IMAGE_ROW_PITCH, sizeof pitch, &pitch, NULL));
          CHECK_EQ(pitch, row);
          CHECK_CL(clGetImageInfo(image, CL_IMAGE_SLICE_PITCH, sizeof pitch, &pitch, NULL));
          CHECK_EQ(pitch, has_slices(shape->type) ? slice : 0);
          check_texels(image, desc.mem_object, shape, element, row, slice, size);
        }
      }
}

/* A kernel sees the same texels through each as through the buffer. */
static void in_kernels(void) {
  need_images_of_buffers();
  cl_program program = test_build("", CL(
                                          kernel void k0(read_only image1d_t i, global uint4 * out) {
                                            int x = get_global_id(0);
                                            out[x] = read_imageui(i, x);
                                          } kernel void k2(read_only image1d_array_t i, global uint4 * out) {
                                            int x = get_global_id(0);
                                            int w = get_image_width(i);
                                            out[x] = read_imageui(i, (int2)(x % w, x / w));
                                          } kernel void k4(read_only image2d_array_t i, global uint4 * out) {
                                            int x = get_global_id(0);
                                            int w = get_image_width(i);
                                            int h = get_image_height(i);
                                            out[x] = read_imageui(i, (int4)(x % w, x / w % h, x / w / h, 0));
                                          } kernel void k5(read_only image3d_t i, global uint4 * out) {
                                            int x = get_global_id(0);
                                            int w = get_image_width(i);
                                            int h = get_image_height(i);
                                            out[x] = read_imageui(i, (int4)(x % w, x / w % h, x / w / h, 0));
                                          }));
  static const int tried[] = {0, 2, 4, 5};
  for (size_t t = 0; t < TEST_COUNT(tried); t++) {
    const struct shape *shape = &shapes[tried[t]];
    char name[8];
    snprintf(name, sizeof name, "k%d", tried[t]);
    size_t count = texels_of(shape), row = shape->width * 4 + 64, slice = row * (shape->height + 1);
    size_t size = slice * shape->depth * shape->layers, origin = base_align(), extent[3];
    cl_mem parent = make_filled(origin + size, 5), part = make_sub_buffer(parent, 0, origin, size);
    unsigned char *bytes = contents(part, size);
    cl_image_desc desc = descriptor(shape);
    desc.image_row_pitch = row;
    desc.image_slice_pitch = has_slices(shape->type) ? slice : 0;
    desc.mem_object = part;
    cl_int error;
    cl_mem image = clCreateImage(test.context, 0, &rgba, &desc, NULL, &error);
    CHECK_CL(error);
    keep_image(image);
    cl_mem out = make_buffer(0, count * 16, NULL);
    cl_kernel kernel = test_kernel(program, name);
    SET_ARGS(kernel, ARG(image), ARG(out));
    test_launch(kernel, 1, NULL, &count, NULL);
    cl_uint *got = (cl_uint *)(void *)contents(out, count * 16);
    extent_of(shape, extent);
    size_t step = shape->type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? slice : row;
    for (size_t i = 0; i < count; i++) {
      size_t x = i % extent[0], y = i / extent[0] % extent[1], z = i / extent[0] / extent[1];
      for (size_t c = 0; c < 4; c++)
        CHECK_EQ(got[4 * i + c], bytes[z * slice + y * step + 4 * x + c]);
    }
  }
}

static void refused(void) {
  need_images_of_buffers();
  for (int s = 0; s < NUM_SHAPES; s++) {
    const struct shape *shape = &shapes[s];
    if (shape->type == CL_MEM_OBJECT_IMAGE1D_BUFFER || shape->type == CL_MEM_OBJECT_IMAGE2D) /* see share.c */
      continue;
    size_t row = shape->width * 4, slice = row * shape->height, size = slice * shape->depth * shape->layers;
    cl_image_desc desc = descriptor(shape);
    cl_mem buffer = make_buffer(0, 4 * size, NULL), small = make_buffer(0, size - 1, NULL);
    desc.mem_object = small;
    CREATE_GIVES(CL_INVALID_IMAGE_SIZE, clCreateImage(test.context, 0, &rgba, &desc, NULL, &refused));
    desc.mem_object = buffer;
    desc.image_row_pitch = row + 1;
    CREATE_GIVES(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, clCreateImage(test.context, 0, &rgba, &desc, NULL, &refused));
    desc.image_row_pitch = row - 4;
    CREATE_GIVES(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, clCreateImage(test.context, 0, &rgba, &desc, NULL, &refused));
    desc.image_row_pitch = row;
    desc.image_slice_pitch = has_slices(shape->type) ? slice + 1 : slice;
    CREATE_GIVES(has_slices(shape->type) ? CL_INVALID_IMAGE_FORMAT_DESCRIPTOR : CL_INVALID_IMAGE_DESCRIPTOR,
                 clCreateImage(test.context, 0, &rgba, &desc, NULL, &refused));
    desc.image_slice_pitch = has_slices(shape->type) ? slice - row / 2 : 0;
    if (has_slices(shape->type))
      CREATE_GIVES(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, clCreateImage(test.context, 0, &rgba, &desc, NULL, &refused));
    desc.image_slice_pitch = 0;
    CREATE_GIVES(CL_INVALID_VALUE, clCreateImage(test.context, CL_MEM_COPY_HOST_PTR, &rgba, &desc, &desc, &refused));
    CREATE_GIVES(CL_INVALID_HOST_PTR, clCreateImage(test.context, 0, &rgba, &desc, &desc, &refused));
    size_t align = size_of(0, &rgba, &desc, CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT);
    char *room = test_alloc(size + 2 * align), *aligned = room + (align - (uintptr_t)room % align) % align;
    desc.mem_object = make_buffer(CL_MEM_USE_HOST_PTR, size, aligned + 1);
    if (align > 1)
      CREATE_GIVES(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, clCreateImage(test.context, 0, &rgba, &desc, NULL, &refused));
  }
}

static const struct test_case cases[] = {
    {"alignment", alignment},   {"largest", largest},       {"errors", errors},
    {"every_type", every_type}, {"in_kernels", in_kernels}, {"refused", refused},
};
TEST_MAIN(cases)
