/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a launch hands over: kernels find the texels that the host wrote in images of every type, with pitches, at
 * offsets, shared with buffers, and the other way round; samplers of the host choose how they are read.
 */
#include <string.h>

#include "tests/api_images/images.h"

static const cl_image_format formats[] = {
    {CL_R, CL_UNSIGNED_INT8}, {CL_RGBA, CL_UNSIGNED_INT8}, {CL_RG, CL_UNSIGNED_INT16}, {CL_RGBA, CL_UNSIGNED_INT32}};

/* One kernel that reads and one that writes for each type; out[0] to out[3] tell the size. */
static const char source[] = CL(kernel void read_1d(read_only image1d_t image, global uint4 *out, global int *size) {
  size[0] = get_image_width(image), size[1] = size[2] = size[3] = 1;
  out[get_global_id(0)] = read_imageui(image, (int)get_global_id(0));
}) CL(kernel void write_1d(write_only image1d_t image, global const uint4 *in) {
  write_imageui(image, (int)get_global_id(0), in[get_global_id(0)]);
}) CL(kernel void read_1d_buffer(read_only image1d_buffer_t image, global uint4 *out, global int *size) {
  size[0] = get_image_width(image), size[1] = size[2] = size[3] = 1;
  out[get_global_id(0)] = read_imageui(image, (int)get_global_id(0));
}) CL(kernel void write_1d_buffer(write_only image1d_buffer_t image, global const uint4 *in) {
  write_imageui(image, (int)get_global_id(0), in[get_global_id(0)]);
}) CL(size_t at2(void) { return get_global_id(1) * get_global_size(0) + get_global_id(0); })
    CL(size_t at3(void) { return get_global_id(2) * get_global_size(1) * get_global_size(0) + at2(); })
        CL(int2 xy(void) { return (int2)(get_global_id(0), get_global_id(1)); })
            CL(int4 xyz(void) { return (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0); })
                CL(kernel void read_1d_array(read_only image1d_array_t image, global uint4 *out, global int *size) {
                  size[0] = get_image_width(image), size[1] = size[2] = 1, size[3] = (int)get_image_array_size(image);
                  out[at2()] = read_imageui(image, xy());
                }) CL(kernel void write_1d_array(write_only image1d_array_t image, global const uint4 *in) {
                  write_imageui(image, xy(), in[at2()]);
                }) CL(kernel void read_2d(read_only image2d_t image, global uint4 *out, global int *size) {
                  size[0] = get_image_width(image), size[1] = get_image_height(image), size[2] = size[3] = 1;
                  out[at2()] = read_imageui(image, xy());
                }) CL(kernel void write_2d(write_only image2d_t image, global const uint4 *in) {
                  write_imageui(image, xy(), in[at2()]);
                }) CL(kernel void read_2d_array(read_only image2d_array_t image, global uint4 *out, global int *size) {
                  size[0] = get_image_width(image), size[1] = get_image_height(image), size[2] = 1;
                  size[3] = (int)get_image_array_size(image);
                  out[at3()] = read_imageui(image, xyz());
                }) CL(kernel void write_2d_array(write_only image2d_array_t image, global const uint4 *in) {
                  write_imageui(image, xyz(), in[at3()]);
                }) CL(kernel void read_3d(read_only image3d_t image, global uint4 *out, global int *size) {
                  size[0] = get_image_width(image), size[1] = get_image_height(image), size[2] = get_image_depth(image);
                  size[3] = 1;
                  out[at3()] = read_imageui(image, xyz());
                }) CL(kernel void write_3d(write_only image3d_t image, global const uint4 *in) {
                  write_imageui(image, xyz(), in[at3()]);
                });

static const char read_write_source[] = CL(kernel void add(read_write image2d_t image, uint n) {
  uint4 texel = read_imageui(image, (int2)(get_global_id(0), get_global_id(1)));
  write_imageui(image, (int2)(get_global_id(0), get_global_id(1)), texel + n);
});

static const char sample_source[] =
    CL(kernel void sample(read_only image2d_t image, sampler_t how, global const float2 *where, global float4 *out) {
      out[get_global_id(0)] = read_imagef(image, how, where[get_global_id(0)]);
    });

static const char *const names[NUM_SHAPES] = {"1d", "1d_buffer", "1d_array", "2d", "2d_array", "3d"};

static cl_program program(const char *text) {
  return test_build("-cl-std=CL3.0", text);
}

static cl_kernel kernel_of(cl_program from, const char *verb, int shape) {
  char name[40];
  strcpy(name, verb);
  strcat(name, names[shape]);
  return test_kernel(from, name);
}

/* A channel that the format has not reads as 0, the last one as 1. */
static void as_numbers(cl_image_format format, const unsigned char *texel, cl_uint out[4]) {
  unsigned channels = format.image_channel_order == CL_R ? 1 : format.image_channel_order == CL_RG ? 2 : 4;
  size_t bytes = element_size(format) / channels;
  out[0] = out[1] = out[2] = 0;
  out[3] = 1;
  for (unsigned i = 0; i < channels; i++) {
    out[i] = 0;
    memcpy(&out[i], texel + i * bytes, bytes);
  }
}

static void check_reads(cl_program from, cl_mem image, int shape, cl_image_format format, const unsigned char *data) {
  const struct shape *of = &shapes[shape];
  size_t extent[3], count = texels_of(of);
  cl_kernel kernel = kernel_of(from, "read_", shape);
  cl_mem out = make_buffer(0, count * 16, NULL), size = make_buffer(0, 16, NULL);
  extent_of(of, extent);
  SET_ARGS(kernel, ARG(image), ARG(out), ARG(size));
  test_launch(kernel, 3, NULL, extent, NULL);
  const unsigned char *got = contents(out, count * 16);
  const cl_int want_size[4] = {(cl_int)of->width, (cl_int)of->height, (cl_int)of->depth, (cl_int)of->layers};
  check_same(contents(size, 16), want_size, 16, names[shape]);
  for (size_t i = 0; i < count; i++) {
    cl_uint want[4];
    as_numbers(format, data + i * element_size(format), want);
    check_same(got + 16 * i, want, 16, names[shape]);
  }
}

static void check_writes(cl_program from, cl_mem image, int shape, cl_image_format format) {
  const struct shape *of = &shapes[shape];
  size_t extent[3], count = texels_of(of), element = element_size(format);
  cl_kernel kernel = kernel_of(from, "write_", shape);
  cl_uint *numbers = test_alloc(count * 16);
  unsigned char *data = test_alloc(count * element);
  test_fill(data, count * element, 12);
  for (size_t i = 0; i < count; i++)
    as_numbers(format, data + i * element, numbers + 4 * i);
  cl_mem in = make_buffer(CL_MEM_COPY_HOST_PTR, count * 16, numbers);
  extent_of(of, extent);
  SET_ARGS(kernel, ARG(image), ARG(in));
  test_launch(kernel, 3, NULL, extent, NULL);
  check_same(texels(image, of, element), data, count * element, names[shape]);
}

static void every_type(void) {
  cl_program from = program(source);
  for (int i = 0; i < NUM_SHAPES; i++)
    for (size_t f = 0; f < TEST_COUNT(formats); f++)
      for (int pitched = 0; pitched < 2; pitched++) {
        size_t mark = test_mark();
        const struct shape *shape = &shapes[i];
        size_t element = element_size(formats[f]), row = (shape->width + 3) * element, extent[3];
        size_t slice = row * (shape->height + 2), size = texels_of(shape) * element;
        const size_t zero[3] = {0};
        bool slices = has_slices(shape->type);
        /* one byte off: nothing promises that texels are aligned */
        unsigned char *memory = test_alloc(slice * shape->depth * shape->layers + 1), *data = test_alloc(size);
        cl_mem image = pitched ? make_image(CL_MEM_USE_HOST_PTR, formats[f], shape, row, slices ? slice : 0, memory + 1)
                               : make_image(0, formats[f], shape, 0, 0, NULL);
        extent_of(shape, extent);
        test_fill(data, size, (uint32_t)(i + 1));
        CHECK_CL(clEnqueueWriteImage(test.queue, image, CL_TRUE, zero, extent, 0, 0, data, 0, NULL, NULL));
        check_reads(from, image, i, formats[f], data);
        check_writes(from, image, i, formats[f]);
        test_release_to(mark);
      }
}

/* A kernel that reads and writes one image, whose texels lie in a sub-buffer. */
static void read_write_in_a_sub_buffer(void) {
  const cl_image_format rgba = formats[1];
  size_t align = base_align(), row = 20 * 4 * (size_t)test_device_uint(CL_DEVICE_IMAGE_PITCH_ALIGNMENT);
  size_t size = align + row * 5 + align;
  cl_mem parent = make_filled(size, 21), sub = make_sub_buffer(parent, 0, align, row * 5);
  cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D,
                        .image_width = 17,
                        .image_height = 5,
                        .image_row_pitch = row,
                        .mem_object = sub};
  cl_mem image = keep_image(clCreateImage(test.context, 0, &rgba, &desc, NULL, NULL));
  unsigned char *want = contents(parent, size);
  cl_uint n = 3;
  for (size_t y = 0; y < 5; y++)
    for (size_t x = 0; x < 17 * 4; x++) {
      unsigned char *at = want + align + y * row + x;
      *at = *at > 252 ? 255 : (unsigned char)(*at + 3);
    }
  cl_kernel kernel = test_kernel(program(read_write_source), "add");
  SET_ARGS(kernel, ARG(image), ARG(n));
  test_launch(kernel, 2, NULL, (const size_t[]){17, 5}, NULL);
  check_same(contents(parent, size), want, size, "the buffer");
}

/* Texels of 1.0 (left) and 0.5 (right); each way of reading gives another value somewhere. */
static void samplers(void) {
  static const struct {
    cl_bool normalized;
    cl_addressing_mode mode;
    cl_filter_mode filter;
    float x, want;
  } tries[] = {
      {CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, 0.5f, 1},
      {CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, 1.5f, 0.5f},
      {CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, 2.5f, 0},
      {CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, 2.5f, 0.5f},
      {CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, 1.0f, 0.75f},
      {CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, 0.75f, 0.5f},
      {CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, 1.25f, 0},
      {CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST, 1.25f, 1},
      {CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_NEAREST, 1.25f, 0.5f},
      {CL_TRUE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, 0.5f, 0.75f},
      {CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, 1.0f, 0.25f},
      {CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR, 1.0f, 0.75f},
  };
  const float data[8] = {1, 1, 1, 1, 0.5f, 0.5f, 0.5f, 0.5f};
  const cl_image_format rgba = {CL_RGBA, CL_FLOAT};
  const struct shape two = {CL_MEM_OBJECT_IMAGE2D, 2, 1, 1, 1};
  cl_mem image = make_image(CL_MEM_COPY_HOST_PTR, rgba, &two, 0, 0, (void *)data);
  cl_kernel kernel = test_kernel(program(sample_source), "sample");
  for (size_t i = 0; i < TEST_COUNT(tries); i++) {
    cl_int error;
    cl_sampler sampler = clCreateSampler(test.context, tries[i].normalized, tries[i].mode, tries[i].filter, &error);
    CHECK_CL(error);
    float where[2] = {tries[i].x, 0.5f}, got[4];
    cl_mem at = make_buffer(CL_MEM_COPY_HOST_PTR, sizeof where, where), out = make_buffer(0, 16, NULL);
    SET_ARGS(kernel, ARG(image), ARG(sampler), ARG(at), ARG(out));
    CHECK_CL(clReleaseSampler(sampler)); /* the argument is a copy */
    test_launch(kernel, 1, NULL, (const size_t[]){1}, NULL);
    memcpy(got, contents(out, 16), 16);
    if (got[0] < tries[i].want - 0.01f || got[0] > tries[i].want + 0.01f)
      FAIL("try %zu reads %f, not %f", i, (double)got[0], (double)tries[i].want);
  }
}

static const struct test_case cases[] = {
    {"every_type", every_type},
    {"read_write_in_a_sub_buffer", read_write_in_a_sub_buffer},
    {"samplers", samplers},
};
TEST_MAIN(cases)
