/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Images that show the bytes of a buffer or of another image. */
#include <string.h>

#include "tests/api_images/images.h"

static const cl_image_format rgba = {CL_RGBA, CL_UNORM_INT8}, r8 = {CL_R, CL_UNSIGNED_INT8},
                             rgba32 = {CL_RGBA, CL_FLOAT};

static cl_image_desc of_buffer(cl_mem_object_type type, size_t width, size_t height, size_t row, cl_mem buffer) {
  return (cl_image_desc){
      .image_type = type, .image_width = width, .image_height = height, .image_row_pitch = row, .mem_object = buffer};
}

static cl_mem make_of(cl_mem_flags flags, cl_image_format format, const cl_image_desc *desc) {
  cl_int error = 1;
  cl_mem image = clCreateImage(test.context, flags, &format, desc, NULL, &error);
  CHECK_CL(error);
  return keep_image(image);
}

static size_t row_align(cl_image_format format) {
  return test_device_uint(CL_DEVICE_IMAGE_PITCH_ALIGNMENT) * element_size(format);
}

/* What is written through one is read through the other. */
static void check_shared(cl_mem image, cl_mem buffer, size_t element, size_t width, size_t height, size_t row,
                         size_t size) {
  const size_t zero[3] = {0}, all[3] = {width, height, 1};
  unsigned char *data = test_alloc(width * height * element), *want = contents(buffer, size);
  test_fill(data, width * height * element, 77);
  CHECK_CL(clEnqueueWriteImage(test.queue, image, CL_TRUE, zero, all, 0, 0, data, 0, NULL, NULL));
  for (size_t y = 0; y < height; y++)
    memcpy(want + y * row, data + y * width * element, width * element);
  check_same(contents(buffer, size), want, size, "the buffer");
  test_fill(want, size, 78);
  CHECK_CL(clEnqueueWriteBuffer(test.queue, buffer, CL_TRUE, 0, size, want, 0, NULL, NULL));
  CHECK_CL(clEnqueueReadImage(test.queue, image, CL_TRUE, zero, all, 0, 0, data, 0, NULL, NULL));
  for (size_t y = 0; y < height; y++)
    check_same(data + y * width * element, want + y * row, width * element, "the image");
}

static void image_1d_of_buffer(void) {
  static const cl_image_format formats[] = {{CL_RGBA, CL_UNORM_INT8}, {CL_R, CL_UNSIGNED_INT8}, {CL_RGBA, CL_FLOAT}};
  for (size_t i = 0; i < TEST_COUNT(formats); i++) {
    size_t element = element_size(formats[i]), size = 50 * element + element / 2;
    cl_mem buffer = make_buffer(0, size, NULL);
    cl_image_desc desc = of_buffer(CL_MEM_OBJECT_IMAGE1D_BUFFER, 50, 0, 0, buffer);
    cl_mem image = make_of(0, formats[i], &desc), got;
    check_shared(image, buffer, element, 50, 1, 50 * element, size);
    CHECK_EQ(mem_info(image, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(cl_mem)), (uintptr_t)buffer);
    CHECK_CL(clGetImageInfo(image, CL_IMAGE_BUFFER, sizeof got, &got, NULL));
    CHECK(got == buffer);
    desc.image_width = 51;
    CREATE_GIVES(CL_INVALID_IMAGE_SIZE, clCreateImage(test.context, 0, &formats[i], &desc, NULL, &refused));
    desc.image_width = SIZE_MAX / 8;
    CREATE_GIVES(CL_INVALID_IMAGE_SIZE, clCreateImage(test.context, 0, &formats[i], &desc, NULL, &refused));
  }
}

static void image_2d_of_buffer(void) {
  static const cl_image_format formats[] = {{CL_RGBA, CL_UNORM_INT8}, {CL_R, CL_UNSIGNED_INT8}, {CL_RGBA, CL_FLOAT}};
  for (size_t i = 0; i < TEST_COUNT(formats); i++) {
    size_t element = element_size(formats[i]), align = row_align(formats[i]);
    size_t row = (19 * element + align - 1) / align * align + align, size = row * 7 + 5;
    cl_mem buffer = make_buffer(0, size, NULL), got;
    cl_image_desc desc = of_buffer(CL_MEM_OBJECT_IMAGE2D, 19, 7, row, buffer);
    cl_mem image = make_of(0, formats[i], &desc);
    size_t pitch;
    CHECK_CL(clGetImageInfo(image, CL_IMAGE_ROW_PITCH, sizeof pitch, &pitch, NULL));
    CHECK_EQ(pitch, row);
    CHECK_CL(clGetImageInfo(image, CL_IMAGE_BUFFER, sizeof got, &got, NULL));
    CHECK(got == buffer);
    check_shared(image, buffer, element, 19, 7, row, size);
    desc.image_row_pitch = row + 1;
    if (element > 1)
      CREATE_GIVES(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                   clCreateImage(test.context, 0, &formats[i], &desc, NULL, &refused));
    desc.image_row_pitch = 18 * element;
    CREATE_GIVES(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                 clCreateImage(test.context, 0, &formats[i], &desc, NULL, &refused));
    desc.image_row_pitch = row;
    desc.image_height = 8;
    CREATE_GIVES(CL_INVALID_IMAGE_SIZE, clCreateImage(test.context, 0, &formats[i], &desc, NULL, &refused));
    desc.image_height = 7;
    desc.image_slice_pitch = row * 7;
    CREATE_GIVES(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(test.context, 0, &formats[i], &desc, NULL, &refused));
  }
}

/* Rows that touch, where the device's alignment allows that. */
static void default_pitch(void) {
  size_t width = row_align(rgba) * 3;
  cl_mem buffer = make_buffer(0, width * 4 * 5, NULL);
  cl_image_desc desc = of_buffer(CL_MEM_OBJECT_IMAGE2D, width, 5, 0, buffer);
  check_shared(make_of(0, rgba, &desc), buffer, 4, width, 5, width * 4, width * 4 * 5);
}

static void memory_of_the_application(void) {
  size_t base = test_device_uint(CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT) * element_size(rgba32);
  size_t row = row_align(rgba32) * 4;
  char *memory = test_alloc(row * 4 + 2 * base);
  char *aligned = memory + (base - (uintptr_t)memory % base) % base;
  cl_mem good = make_buffer(CL_MEM_USE_HOST_PTR, row * 3, aligned);
  cl_image_desc desc = of_buffer(CL_MEM_OBJECT_IMAGE2D, 4, 3, row, good);
  cl_mem image = make_of(0, rgba32, &desc);
  CHECK_EQ(mem_info(image, CL_MEM_HOST_PTR, sizeof(void *)), (uintptr_t)aligned);
  CHECK(mem_info(image, CL_MEM_FLAGS, sizeof(cl_mem_flags)) & CL_MEM_USE_HOST_PTR);
  desc.mem_object = make_buffer(CL_MEM_USE_HOST_PTR, row * 3, aligned + base / 2);
  CREATE_GIVES(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, clCreateImage(test.context, 0, &rgba32, &desc, NULL, &refused));
}

/* A sub-buffer's image lies where the sub-buffer does. */
static void of_sub_buffers(void) {
  size_t align = base_align(), row = row_align(rgba) * 16, size = align + row * 4;
  cl_mem parent = make_filled(size, 3), sub = make_sub_buffer(parent, 0, align, row * 4);
  unsigned char *want = contents(parent, size);
  const size_t zero[3] = {0}, all[3] = {16, 4, 1};
  cl_image_desc desc = of_buffer(CL_MEM_OBJECT_IMAGE2D, 16, 4, row, sub);
  cl_mem image = make_of(0, rgba, &desc);
  unsigned char got[16 * 4 * 4];
  CHECK_CL(clEnqueueReadImage(test.queue, image, CL_TRUE, zero, all, 0, 0, got, 0, NULL, NULL));
  for (size_t y = 0; y < 4; y++)
    check_same(got + y * 64, want + align + y * row, 64, "the image");
  desc = of_buffer(CL_MEM_OBJECT_IMAGE1D_BUFFER, 16, 0, 0, sub);
  cl_mem line = make_of(0, rgba, &desc);
  CHECK_CL(clEnqueueReadImage(test.queue, line, CL_TRUE, zero, (const size_t[]){16, 1, 1}, 0, 0, got, 0, NULL, NULL));
  check_same(got, want + align, 64, "the image");
  CHECK_EQ(mem_info(image, CL_MEM_OFFSET, sizeof(size_t)), 0);
  /* and an image of that image */
  cl_image_desc view = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 16, .image_height = 4, .mem_object = image};
  cl_mem srgb = make_of(0, (cl_image_format){CL_sRGBA, CL_UNORM_INT8}, &view);
  CHECK_CL(clEnqueueReadImage(test.queue, srgb, CL_TRUE, zero, all, 0, 0, got, 0, NULL, NULL));
  for (size_t y = 0; y < 4; y++)
    check_same(got + y * 64, want + align + y * row, 64, "the view");
}

static void views_of_images(void) {
  static const struct {
    cl_channel_order from, to;
    cl_channel_type type;
    bool allowed;
  } tries[] = {
      {CL_RGBA, CL_sRGBA, CL_UNORM_INT8, true}, {CL_sRGBA, CL_RGBA, CL_UNORM_INT8, true},
      {CL_BGRA, CL_sBGRA, CL_UNORM_INT8, true}, {CL_sBGRA, CL_BGRA, CL_UNORM_INT8, true},
      {CL_R, CL_DEPTH, CL_FLOAT, true},         {CL_R, CL_DEPTH, CL_UNORM_INT16, true},
      {CL_DEPTH, CL_R, CL_FLOAT, false},        {CL_RGBA, CL_BGRA, CL_UNORM_INT8, false},
      {CL_RGBA, CL_RGBA, CL_UNORM_INT8, false}, {CL_sRGBA, CL_sBGRA, CL_UNORM_INT8, false},
      {CL_R, CL_A, CL_UNORM_INT8, false},
  };
  const struct shape *shape = &shapes[3];
  for (size_t i = 0; i < TEST_COUNT(tries); i++) {
    const cl_image_format from = {tries[i].from, tries[i].type}, to = {tries[i].to, tries[i].type};
    cl_mem image = make_image(0, from, shape, 0, 0, NULL);
    cl_image_desc desc = descriptor(shape);
    desc.mem_object = image;
    if (!tries[i].allowed) {
      CREATE_GIVES(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, clCreateImage(test.context, 0, &to, &desc, NULL, &refused));
      continue;
    }
    cl_mem view = make_of(0, to, &desc), none = image;
    size_t element = element_size(from), size = texels_of(shape) * element;
    const size_t zero[3] = {0}, all[3] = {shape->width, shape->height, 1};
    unsigned char *data = test_alloc(size);
    test_fill(data, size, 5);
    CHECK_CL(clEnqueueWriteImage(test.queue, image, CL_TRUE, zero, all, 0, 0, data, 0, NULL, NULL));
    check_same(texels(view, shape, element), data, size, "the view");
    test_fill(data, size, 6);
    CHECK_CL(clEnqueueWriteImage(test.queue, view, CL_TRUE, zero, all, 0, 0, data, 0, NULL, NULL));
    check_same(texels(image, shape, element), data, size, "the image");
    CHECK_EQ(mem_info(view, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(cl_mem)), (uintptr_t)image);
    CHECK_CL(clGetImageInfo(view, CL_IMAGE_BUFFER, sizeof none, &none, NULL));
    CHECK(none == NULL);
  }
}

static void views_that_are_refused(void) {
  const cl_image_format srgb = {CL_sRGBA, CL_UNORM_INT8};
  cl_mem image = make_image(0, rgba, &shapes[3], 0, 0, NULL), array = make_image(0, rgba, &shapes[4], 0, 0, NULL);
  cl_image_desc desc = descriptor(&shapes[3]);
  char data[17 * 11 * 4];
  desc.mem_object = image;
  desc.image_width--;
  CREATE_GIVES(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(test.context, 0, &srgb, &desc, NULL, &refused));
  desc.image_width++;
  desc.image_height++;
  CREATE_GIVES(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(test.context, 0, &srgb, &desc, NULL, &refused));
  desc.image_height--;
  desc.image_row_pitch = 18 * 4;
  CREATE_GIVES(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(test.context, 0, &srgb, &desc, NULL, &refused));
  desc.image_row_pitch = 0;
  CREATE_GIVES(CL_INVALID_HOST_PTR, clCreateImage(test.context, 0, &srgb, &desc, data, &refused));
  desc.mem_object = array;
  CREATE_GIVES(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(test.context, 0, &srgb, &desc, NULL, &refused));
  desc.mem_object = (cl_mem)test.context;
  CREATE_GIVES(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(test.context, 0, &srgb, &desc, NULL, &refused));
  cl_image_desc line = of_buffer(CL_MEM_OBJECT_IMAGE1D_BUFFER, 8, 0, 0, NULL);
  CREATE_GIVES(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(test.context, 0, &rgba, &line, NULL, &refused));
  line.mem_object = image;
  CREATE_GIVES(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(test.context, 0, &rgba, &line, NULL, &refused));
  cl_int error;
  cl_context context = make_context();
  line.mem_object = clCreateBuffer(context, 0, 64, NULL, &error);
  CREATE_GIVES(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(test.context, 0, &rgba, &line, NULL, &refused));
  CHECK_CL(clReleaseMemObject(line.mem_object));
}

/* Access narrows, never widens; what is not said is inherited. */
static void flags(void) {
  static const struct {
    cl_mem_flags parent, image, result; /* result 0: refused */
  } tries[] = {
      {CL_MEM_READ_ONLY, 0, CL_MEM_READ_ONLY},
      {CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_READ_ONLY},
      {CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, CL_MEM_WRITE_ONLY},
      {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, 0},
      {CL_MEM_READ_ONLY, CL_MEM_READ_WRITE, 0},
      {CL_MEM_WRITE_ONLY, CL_MEM_READ_ONLY, 0},
      {CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE, 0},
      {CL_MEM_READ_WRITE | CL_MEM_HOST_READ_ONLY, 0, CL_MEM_READ_WRITE | CL_MEM_HOST_READ_ONLY},
      {CL_MEM_READ_WRITE | CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY, 0},
      {CL_MEM_READ_WRITE | CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY, 0},
      {CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY, 0},
      {CL_MEM_READ_WRITE, CL_MEM_HOST_NO_ACCESS, CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS},
      {CL_MEM_READ_WRITE, CL_MEM_ALLOC_HOST_PTR, 0},
      {CL_MEM_READ_WRITE, CL_MEM_COPY_HOST_PTR, 0},
      {CL_MEM_READ_WRITE, CL_MEM_USE_HOST_PTR, 0},
      {CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, 0, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR},
  };
  for (size_t i = 0; i < TEST_COUNT(tries); i++) {
    cl_image_desc desc = of_buffer(CL_MEM_OBJECT_IMAGE1D_BUFFER, 16, 0, 0, make_buffer(tries[i].parent, 64, NULL));
    if (tries[i].result)
      CHECK_EQ(mem_info(make_of(tries[i].image, rgba, &desc), CL_MEM_FLAGS, sizeof(cl_mem_flags)), tries[i].result);
    else
      CREATE_GIVES(CL_INVALID_VALUE, clCreateImage(test.context, tries[i].image, &rgba, &desc, NULL, &refused));
  }
}

static int ended;
static void CL_CALLBACK note_end(cl_mem mem, void *user) {
  (void)mem;
  ended = ended * 10 + (int)(intptr_t)user;
}

/* The storage stays as long as what shows it. */
static void lifetime(void) {
  cl_int error;
  const size_t zero[3] = {0}, all[3] = {16, 1, 1};
  unsigned char data[64], got[64];
  cl_mem buffer = clCreateBuffer(test.context, 0, 64, NULL, &error);
  CHECK_CL(error);
  cl_image_desc desc = of_buffer(CL_MEM_OBJECT_IMAGE2D, 16, 1, 0, buffer);
  if (test_device_uint(CL_DEVICE_IMAGE_PITCH_ALIGNMENT) > 16)
    test_skip("rows are aligned to more than 16 texels");
  cl_mem image = clCreateImage(test.context, 0, &rgba, &desc, NULL, &error);
  CHECK_CL(error);
  desc.mem_object = image;
  cl_mem view = clCreateImage(test.context, 0, &(cl_image_format){CL_sRGBA, CL_UNORM_INT8}, &desc, NULL, &error);
  CHECK_CL(error);
  ended = 0;
  CHECK_CL(clSetMemObjectDestructorCallback(buffer, note_end, (void *)1));
  CHECK_CL(clSetMemObjectDestructorCallback(image, note_end, (void *)2));
  CHECK_CL(clSetMemObjectDestructorCallback(view, note_end, (void *)3));
  CHECK_CL(clReleaseMemObject(buffer));
  CHECK_CL(clReleaseMemObject(image));
  CHECK_EQ(ended, 0);
  test_fill(data, sizeof data, 9);
  CHECK_CL(clEnqueueWriteImage(test.queue, view, CL_TRUE, zero, all, 0, 0, data, 0, NULL, NULL));
  CHECK_CL(clEnqueueReadImage(test.queue, view, CL_TRUE, zero, all, 0, 0, got, 0, NULL, NULL));
  check_same(got, data, sizeof got, "the view");
  CHECK_CL(clFinish(test.queue));
  CHECK_CL(clReleaseMemObject(view));
  CHECK_EQ(ended, 321);
}

static void one_byte_texels(void) {
  cl_mem buffer = make_buffer(0, row_align(r8) * 5 * 3, NULL);
  cl_image_desc desc = of_buffer(CL_MEM_OBJECT_IMAGE2D, row_align(r8) * 5, 3, 0, buffer);
  check_shared(make_of(0, r8, &desc), buffer, 1, row_align(r8) * 5, 3, row_align(r8) * 5, row_align(r8) * 5 * 3);
}

static const struct test_case cases[] = {
    {"image_1d_of_buffer", image_1d_of_buffer},
    {"image_2d_of_buffer", image_2d_of_buffer},
    {"default_pitch", default_pitch},
    {"one_byte_texels", one_byte_texels},
    {"memory_of_the_application", memory_of_the_application},
    {"of_sub_buffers", of_sub_buffers},
    {"views_of_images", views_of_images},
    {"views_that_are_refused", views_that_are_refused},
    {"flags", flags},
    {"lifetime", lifetime},
};
TEST_MAIN(cases)
