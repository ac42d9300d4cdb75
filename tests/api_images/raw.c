/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cl_ext_image_raw10_raw12: texels of 10 and 12 bits that share bytes. Commands and kernels against a model that keeps a
 * number for each texel and puts bytes together bit by bit, after the extension's tables.
 */
#include <string.h>

#include "tests/api_images/images.h"

static const cl_image_format formats[2] = {{CL_R, CL_UNSIGNED_INT_RAW10_EXT}, {CL_R, CL_UNSIGNED_INT_RAW12_EXT}};
static const unsigned widths[2] = {10, 12}, blocks[2] = {4, 2};

/* One of each type, of whole blocks. */
static const struct shape raw_shapes[NUM_SHAPES] = {
    {CL_MEM_OBJECT_IMAGE1D, 36, 1, 1, 1},       {CL_MEM_OBJECT_IMAGE1D_BUFFER, 44, 1, 1, 1},
    {CL_MEM_OBJECT_IMAGE1D_ARRAY, 20, 1, 1, 7}, {CL_MEM_OBJECT_IMAGE2D, 16, 11, 1, 1},
    {CL_MEM_OBJECT_IMAGE2D_ARRAY, 12, 9, 1, 5}, {CL_MEM_OBJECT_IMAGE3D, 12, 8, 6, 1},
};

/* Bytes that n texels take from the first one of a block on. */
static size_t bytes_of(int f, size_t n) {
  return (n + blocks[f] - 1) / blocks[f] * (blocks[f] + 1);
}

static bool *bit_of(bool *bit, const unsigned char *row, int f, size_t x, unsigned j) {
  unsigned low = widths[f] - 8, at = (unsigned)(x % blocks[f]);
  const unsigned char *block = row + x / blocks[f] * (blocks[f] + 1);
  *bit = j >= low ? block[at] >> (j - low) & 1 : block[blocks[f]] >> (at * low + j) & 1;
  return bit;
}

static uint32_t get(const unsigned char *row, int f, size_t x) {
  uint32_t number = 0;
  for (unsigned j = 0; j < widths[f]; j++) {
    bool bit;
    number |= (uint32_t)*bit_of(&bit, row, f, x, j) << j;
  }
  return number;
}

static void put(unsigned char *row, int f, size_t x, uint32_t number) {
  unsigned low = widths[f] - 8, at = (unsigned)(x % blocks[f]);
  unsigned char *block = row + x / blocks[f] * (blocks[f] + 1);
  for (unsigned j = 0; j < widths[f]; j++) {
    unsigned char *byte = j >= low ? &block[at] : &block[blocks[f]];
    unsigned shift = j >= low ? j - low : at * low + j;
    *byte = (unsigned char)((*byte & ~(1u << shift)) | (number >> j & 1) << shift);
  }
}

struct model {
  int f;
  const struct shape *shape;
  size_t extent[3];
  uint32_t *numbers; /* of each texel */
  cl_mem image;
};

static uint32_t *number_at(const struct model *m, size_t x, size_t y, size_t z) {
  return &m->numbers[(z * m->extent[1] + y) * m->extent[0] + x];
}

static cl_mem make_raw(cl_mem_flags flags, int f, const struct shape *shape, size_t row, size_t slice, void *host_ptr) {
  cl_image_desc desc = descriptor(shape);
  cl_int error;
  if (shape->type == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
    desc.mem_object = make_buffer(0, bytes_of(f, shape->width), NULL);
    flags = row = slice = 0;
    host_ptr = NULL;
  }
  desc.image_row_pitch = row;
  desc.image_slice_pitch = has_slices(shape->type) ? slice : 0;
  cl_mem image = clCreateImage(test.context, flags, &formats[f], &desc, host_ptr, &error);
  CHECK_CL(error);
  return keep_image(image);
}

static struct model make_model(int f, const struct shape *shape, bool pitched, uint32_t *state) {
  struct model m = {.f = f, .shape = shape};
  const size_t zero[3] = {0};
  extent_of(shape, m.extent);
  m.numbers = test_alloc(texels_of(shape) * sizeof(uint32_t));
  size_t row = bytes_of(f, shape->width), rows = texels_of(shape) / shape->width;
  unsigned char *data = test_alloc(row * rows);
  for (size_t i = 0; i < texels_of(shape); i++) {
    m.numbers[i] = random_below(state, 1u << widths[f]);
    put(data + i / shape->width * row, f, i % shape->width, m.numbers[i]);
  }
  size_t far = row + 7, slice = far * (shape->height + 1); /* a row may begin at any byte */
  m.image = pitched ? make_raw(CL_MEM_USE_HOST_PTR, f, shape, far, slice,
                               test_alloc(slice * shape->depth * shape->layers))
                    : make_raw(0, f, shape, 0, 0, NULL);
  CHECK_CL(clEnqueueWriteImage(test.queue, m.image, CL_TRUE, zero, m.extent, 0, 0, data, 0, NULL, NULL));
  return m;
}

static void check_model(const struct model *m, const char *what) {
  const size_t zero[3] = {0};
  size_t row = bytes_of(m->f, m->shape->width);
  unsigned char *data = test_alloc(row * (texels_of(m->shape) / m->shape->width));
  CHECK_CL(clEnqueueReadImage(test.queue, m->image, CL_TRUE, zero, m->extent, 0, 0, data, 0, NULL, NULL));
  for (size_t i = 0; i < texels_of(m->shape); i++) {
    uint32_t got = get(data + i / m->shape->width * row, m->f, i % m->shape->width);
    if (got != m->numbers[i])
      FAIL("%s of %u bits in a %s image: texel %zu is %u, not %u", what, widths[m->f], type_name(m->shape->type), i, got,
           m->numbers[i]);
  }
}

/* Host memory of a part: rows behind one another, with a gap where the image's type has rows. */
static void try_host(uint32_t *state, struct model *m, bool writes) {
  size_t origin[3], region[3];
  random_part(state, m->extent, origin, region);
  bool layers_are_rows = m->shape->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  size_t row = bytes_of(m->f, region[0]) + random_below(state, 3), rows = layers_are_rows ? 1 : region[1];
  size_t slice = has_slices(m->shape->type) ? row * (rows + 1) : row * rows;
  size_t at_row = layers_are_rows ? slice : row, size = slice * (layers_are_rows ? region[1] : region[2]);
  unsigned char *data = test_alloc(size), *want = test_alloc(size);
  test_fill(data, size, *state);
  memcpy(want, data, size);
  for (size_t i = 0; i < region[0] * region[1] * region[2]; i++) {
    size_t x = i % region[0], y = i / region[0] % region[1], z = i / region[0] / region[1];
    uint32_t *number = number_at(m, origin[0] + x, origin[1] + y, origin[2] + z);
    if (writes)
      *number = get(data + z * slice + y * at_row, m->f, x);
    else
      put(want + z * slice + y * at_row, m->f, x, *number);
  }
  cl_bool blocking = random_below(state, 2);
  size_t slice_pitch = has_slices(m->shape->type) ? slice : 0;
  if (writes)
    CHECK_CL(clEnqueueWriteImage(test.queue, m->image, blocking, origin, region, row, slice_pitch, data, 0, NULL, NULL));
  else
    CHECK_CL(clEnqueueReadImage(test.queue, m->image, blocking, origin, region, row, slice_pitch, data, 0, NULL, NULL));
  CHECK_CL(clFinish(test.queue));
  check_same(data, want, size, "host memory"); /* bits of no texel too */
}

static void try_copy(uint32_t *state, const struct model *from, struct model *to) {
  size_t src[3], dst[3], region[3], smaller[3];
  for (int d = 0; d < 3; d++)
    smaller[d] = from->extent[d] < to->extent[d] ? from->extent[d] : to->extent[d];
  random_part(state, smaller, src, region);
  for (int d = 0; d < 3; d++)
    dst[d] = random_below(state, (uint32_t)(to->extent[d] - region[d] + 1));
  CHECK_CL(clEnqueueCopyImage(test.queue, from->image, to->image, src, dst, region, 0, NULL, NULL));
  for (size_t z = 0; z < region[2]; z++)
    for (size_t y = 0; y < region[1]; y++)
      memcpy(number_at(to, dst[0], dst[1] + y, dst[2] + z), number_at(from, src[0], src[1] + y, src[2] + z),
             region[0] * sizeof(uint32_t));
}

static void try_buffer(uint32_t *state, struct model *m, bool to_image) {
  size_t origin[3], region[3];
  random_part(state, m->extent, origin, region);
  size_t row = bytes_of(m->f, region[0]), rows = region[1] * region[2], offset = random_below(state, 9);
  size_t size = offset + row * rows;
  cl_mem buffer = make_filled(size, *state);
  unsigned char *data = contents(buffer, size);
  for (size_t i = 0; i < region[0] * rows; i++) {
    size_t x = i % region[0], y = i / region[0];
    uint32_t *number = number_at(m, origin[0] + x, origin[1] + y % region[1], origin[2] + y / region[1]);
    if (to_image)
      *number = get(data + offset + y * row, m->f, x);
    else
      put(data + offset + y * row, m->f, x, *number);
  }
  if (to_image)
    CHECK_CL(clEnqueueCopyBufferToImage(test.queue, buffer, m->image, offset, origin, region, 0, NULL, NULL));
  else
    CHECK_CL(clEnqueueCopyImageToBuffer(test.queue, m->image, buffer, origin, region, offset, 0, NULL, NULL));
  check_same(contents(buffer, size), data, size, "the buffer");
  CHECK_ERR(clEnqueueCopyImageToBuffer(test.queue, m->image, buffer, origin, region, offset + 1, 0, NULL, NULL),
            CL_INVALID_VALUE);
}

static void try_fill(uint32_t *state, struct model *m) {
  size_t origin[3], region[3];
  random_part(state, m->extent, origin, region);
  cl_uint color[4] = {random_below(state, 1u << 13), 5, 6, 7}, most = (1u << widths[m->f]) - 1;
  CHECK_CL(clEnqueueFillImage(test.queue, m->image, color, origin, region, 0, NULL, NULL));
  for (size_t i = 0; i < region[0] * region[1] * region[2]; i++)
    *number_at(m, origin[0] + i % region[0], origin[1] + i / region[0] % region[1],
               origin[2] + i / region[0] / region[1]) = color[0] < most ? color[0] : most;
}

static void parts(void) {
  uint32_t state = 3;
  for (int i = 0; i < NUM_SHAPES; i++)
    for (int f = 0; f < 2; f++)
      for (int pitched = 0; pitched < 2; pitched++) {
        size_t mark = test_mark();
        struct model a = make_model(f, &raw_shapes[i], pitched, &state);
        struct model b = make_model(f, &raw_shapes[(i + 3) % NUM_SHAPES], false, &state);
        check_model(&a, "a write");
        for (int round = 0; round < 25; round++) {
          try_host(&state, &a, true);
          check_model(&a, "clEnqueueWriteImage");
          try_host(&state, &a, false);
          try_copy(&state, &a, &b);
          try_copy(&state, &b, &a);
          check_model(&b, "clEnqueueCopyImage");
          check_model(&a, "clEnqueueCopyImage back");
          try_buffer(&state, &a, true);
          check_model(&a, "clEnqueueCopyBufferToImage");
          try_buffer(&state, &a, false);
          try_fill(&state, &a);
          check_model(&a, "clEnqueueFillImage");
        }
        test_release_to(mark);
      }
}

/* Texels that share bytes are apart nevertheless. */
static void copies_within_an_image(void) {
  uint32_t state = 9;
  for (int f = 0; f < 2; f++) {
    struct model m = make_model(f, &raw_shapes[3], false, &state);
    const size_t src[3] = {4, 2, 0}, next[3] = {5, 2, 0}, one[3] = {1, 3, 1}, two[3] = {2, 3, 1};
    CHECK_CL(clEnqueueCopyImage(test.queue, m.image, m.image, src, next, one, 0, NULL, NULL));
    for (size_t y = 2; y < 5; y++)
      *number_at(&m, 5, y, 0) = *number_at(&m, 4, y, 0);
    check_model(&m, "a copy to the neighbour");
    CHECK_ERR(clEnqueueCopyImage(test.queue, m.image, m.image, src, next, two, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
    CHECK_ERR(clEnqueueCopyImage(test.queue, m.image, m.image, src, src, one, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
  }
}

/* A map begins at a block, since an address is no smaller than a byte. */
static void maps(void) {
  uint32_t state = 5;
  for (int f = 0; f < 2; f++) {
    struct model m = make_model(f, &raw_shapes[3], true, &state);
    const size_t origin[3] = {blocks[f], 3, 0}, within[3] = {blocks[f] + 1, 3, 0}, region[3] = {3, 4, 1};
    size_t row;
    cl_int error;
    unsigned char *at = clEnqueueMapImage(test.queue, m.image, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, origin, region, &row,
                                          NULL, 0, NULL, NULL, &error);
    CHECK_CL(error);
    for (size_t i = 0; i < 12; i++) {
      CHECK_EQ(get(at + i / 3 * row, f, i % 3), *number_at(&m, blocks[f] + i % 3, 3 + i / 3, 0));
      *number_at(&m, blocks[f] + i % 3, 3 + i / 3, 0) = (uint32_t)i * 77;
      put(at + i / 3 * row, f, i % 3, (uint32_t)i * 77);
    }
    CHECK_CL(clEnqueueUnmapMemObject(test.queue, m.image, at, 0, NULL, NULL));
    check_model(&m, "a map");
    CHECK(!clEnqueueMapImage(test.queue, m.image, CL_TRUE, CL_MAP_READ, within, region, &row, NULL, 0, NULL, NULL,
                             &error));
    CHECK_ERR(error, CL_INVALID_VALUE);
  }
}

static const char source[] =
    CL(kernel void read_1d(read_only image1d_t i, global uint4 *out) {
      int x = get_global_id(0);
      out[x] = read_imageui(i, x);
    }) CL(kernel void write_1d(write_only image1d_t i, global const uint *in) {
      int x = get_global_id(0);
      write_imageui(i, x, (uint4)(in[x], 1, 2, 3));
    }) CL(kernel void read_1d_buffer(read_only image1d_buffer_t i, global uint4 *out) {
      int x = get_global_id(0);
      out[x] = read_imageui(i, x);
    }) CL(kernel void write_1d_buffer(write_only image1d_buffer_t i, global const uint *in) {
      int x = get_global_id(0);
      write_imageui(i, x, (uint4)(in[x], 1, 2, 3));
    }) CL(size_t at(void) {
      return (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);
    }) CL(int2 xy(void) { return (int2)(get_global_id(0), get_global_id(1)); })
        CL(int4 xyz(void) { return (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0); })
            CL(kernel void read_1d_array(read_only image1d_array_t i, global uint4 *out) {
              out[at()] = read_imageui(i, xy());
            }) CL(kernel void write_1d_array(write_only image1d_array_t i, global const uint *in) {
              write_imageui(i, xy(), (uint4)(in[at()], 1, 2, 3));
            }) CL(kernel void read_2d(read_only image2d_t i, global uint4 *out) {
              out[at()] = read_imageui(i, xy());
            }) CL(kernel void write_2d(write_only image2d_t i, global const uint *in) {
              write_imageui(i, xy(), (uint4)(in[at()], 1, 2, 3));
            }) CL(kernel void read_2d_array(read_only image2d_array_t i, global uint4 *out) {
              out[at()] = read_imageui(i, xyz());
            }) CL(kernel void write_2d_array(write_only image2d_array_t i, global const uint *in) {
              write_imageui(i, xyz(), (uint4)(in[at()], 1, 2, 3));
            }) CL(kernel void read_3d(read_only image3d_t i, global uint4 *out) {
              out[at()] = read_imageui(i, xyz());
            }) CL(kernel void write_3d(write_only image3d_t i, global const uint *in) {
              write_imageui(i, xyz(), (uint4)(in[at()], 1, 2, 3));
            }) CL(kernel void negate(read_write image2d_t i, global int *what) {
              what[0] = get_image_channel_data_type(i) == CLK_UNSIGNED_INT_RAW10_EXT ? 10
                        : get_image_channel_data_type(i) == CLK_UNSIGNED_INT_RAW12_EXT ? 12 : 0;
              write_imageui(i, xy(), read_imageui(i, xy()) ^ 255);
            }) CL(kernel void sampled(read_only image2d_t i, sampler_t s, global const float2 *c, global uint4 *out) {
              out[get_global_id(0)] = read_imageui(i, s, c[get_global_id(0)]);
            });

static const char *const names[NUM_SHAPES] = {"1d", "1d_buffer", "1d_array", "2d", "2d_array", "3d"};

static cl_kernel kernel_of(cl_program program, const char *verb, int shape) {
  char name[40];
  strcat(strcpy(name, verb), names[shape]);
  return test_kernel(program, name);
}

/* Copies for the format that are vectors, and code for any format, one work-item at a time. */
static const char *const options[] = {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable"};

static void kernels(void) {
  uint32_t state = 77;
  for (size_t o = 0; o < TEST_COUNT(options); o++) {
    cl_program program = test_build(options[o], source);
    for (int round = 0; round < 3; round++) /* later launches run the copy made for the format */
      for (int i = 0; i < NUM_SHAPES; i++)
        for (int f = 0; f < 2; f++) {
          size_t mark = test_mark(), count = texels_of(&raw_shapes[i]);
          struct model m = make_model(f, &raw_shapes[i], round == 1, &state);
          cl_uint most = (1u << widths[f]) - 1, *numbers = test_alloc(count * 4);
          cl_mem out = make_buffer(0, count * 16, NULL);
          cl_kernel reader = kernel_of(program, "read_", i), writer = kernel_of(program, "write_", i);
          SET_ARGS(reader, ARG(m.image), ARG(out));
          test_launch(reader, 3, NULL, m.extent, NULL);
          const unsigned char *got = contents(out, count * 16);
          for (size_t k = 0; k < count; k++)
            check_same(got + 16 * k, (const cl_uint[4]){m.numbers[k], 0, 0, 1}, 16, names[i]);
          for (size_t k = 0; k < count; k++) {
            numbers[k] = random_below(&state, 1u << 14); /* what is too large becomes the largest */
            m.numbers[k] = numbers[k] < most ? numbers[k] : most;
          }
          cl_mem in = make_buffer(CL_MEM_COPY_HOST_PTR, count * 4, numbers);
          SET_ARGS(writer, ARG(m.image), ARG(in));
          /* groups of one work-item: neighbours in a block are written by threads of their own */
          test_launch(writer, 3, NULL, m.extent, round == 2 ? (const size_t[]){1, 1, 1} : NULL);
          check_model(&m, "write_imageui");
          test_release_to(mark);
        }
  }
}

static void read_write_and_samplers(void) {
  uint32_t state = 78;
  for (size_t o = 0; o < TEST_COUNT(options); o++) {
    cl_program program = test_build(options[o], source);
    for (int f = 0; f < 2; f++) {
      struct model m = make_model(f, &raw_shapes[3], false, &state);
      cl_kernel negate = test_kernel(program, "negate"), sampled = test_kernel(program, "sampled");
      cl_mem what = make_buffer(0, 4, NULL);
      SET_ARGS(negate, ARG(m.image), ARG(what));
      test_launch(negate, 2, NULL, m.extent, NULL);
      for (size_t i = 0; i < texels_of(m.shape); i++)
        m.numbers[i] ^= 255;
      check_model(&m, "reads and writes of one kernel");
      check_same(contents(what, 4), &widths[f], 4, "the channel type");
      const float where[][2] = {{0.5f, 0.5f}, {5.25f, 7.75f}, {15.9f, 10.5f}, {-1.0f, 3.0f}, {16.0f, 3.0f}};
      const cl_uint want[][4] = {{*number_at(&m, 0, 0, 0), 0, 0, 1},
                                 {*number_at(&m, 5, 7, 0), 0, 0, 1},
                                 {*number_at(&m, 15, 10, 0), 0, 0, 1},
                                 {0, 0, 0, 1},
                                 {0, 0, 0, 1}};
      cl_mem at = make_buffer(CL_MEM_COPY_HOST_PTR, sizeof where, (void *)where);
      cl_mem out = make_buffer(0, sizeof want, NULL);
      cl_int error;
      cl_sampler sampler = clCreateSampler(test.context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error);
      CHECK_CL(error);
      SET_ARGS(sampled, ARG(m.image), ARG(sampler), ARG(at), ARG(out));
      test_launch(sampled, 1, NULL, (const size_t[]){TEST_COUNT(where)}, NULL);
      check_same(contents(out, sizeof want), want, sizeof want, "sampled texels");
      CHECK_CL(clReleaseSampler(sampler));
    }
  }
}

/* A camera's buffer: lines of whole bytes, whatever their number. */
static void of_a_buffer(void) {
  for (int f = 0; f < 2; f++) {
    size_t line = bytes_of(f, 16) + 3, size, align, unit = test_device_uint(CL_DEVICE_IMAGE_PITCH_ALIGNMENT);
    if (unit != 1)
      test_skip("pitches of any number of bytes");
    cl_mem buffer = make_filled(line * 6, 4);
    unsigned char *data = contents(buffer, line * 6);
    cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D,
                          .image_width = 16,
                          .image_height = 6,
                          .image_row_pitch = line,
                          .mem_object = buffer};
    cl_int error;
    cl_mem image = keep_image(clCreateImage(test.context, 0, &formats[f], &desc, NULL, &error));
    CHECK_CL(error);
    const size_t zero[3] = {0}, all[3] = {16, 6, 1};
    unsigned char *got = test_alloc(bytes_of(f, 16) * 6);
    CHECK_CL(clEnqueueReadImage(test.queue, image, CL_TRUE, zero, all, 0, 0, got, 0, NULL, NULL));
    for (size_t y = 0; y < 6; y++)
      check_same(got + y * bytes_of(f, 16), data + y * line, bytes_of(f, 16), "a line");
    CHECK_CL(clGetImageInfo(image, CL_IMAGE_ELEMENT_SIZE, sizeof size, &size, NULL));
    CHECK_EQ(size, 2); /* whole bytes that hold a texel */
    CHECK_CL(clGetImageInfo(image, CL_IMAGE_ROW_PITCH, sizeof size, &size, NULL));
    CHECK_EQ(size, line);
    desc.image_row_pitch = bytes_of(f, 16) - 1;
    CREATE_GIVES(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                 clCreateImage(test.context, 0, &formats[f], &desc, NULL, &refused));
    desc.image_row_pitch = line + 1;
    CREATE_GIVES(CL_INVALID_IMAGE_SIZE, clCreateImage(test.context, 0, &formats[f], &desc, NULL, &refused));
    if (!test_has_extension("cl_ext_image_requirements_info"))
      continue;
    clGetImageRequirementsInfoEXT_fn requirements = (clGetImageRequirementsInfoEXT_fn)(uintptr_t)
        clGetExtensionFunctionAddressForPlatform(test.platform, "clGetImageRequirementsInfoEXT");
    CHECK(requirements != NULL);
    desc = (cl_image_desc){.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 16, .image_height = 6};
    CHECK_CL(requirements(test.context, NULL, 0, &formats[f], &desc, CL_IMAGE_REQUIREMENTS_SIZE_EXT, sizeof size, &size,
                          NULL));
    CHECK_EQ(size, 6 * bytes_of(f, 16));
    CHECK_CL(requirements(test.context, NULL, 0, &formats[f], NULL, CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT,
                          sizeof align, &align, NULL));
    CHECK_EQ(align, 1);
    desc.image_width++;
    CHECK_ERR(requirements(test.context, NULL, 0, &formats[f], &desc, CL_IMAGE_REQUIREMENTS_SIZE_EXT, sizeof size, &size,
                           NULL),
              CL_INVALID_IMAGE_DESCRIPTOR);
    cl_uint most;
    CHECK_CL(requirements(test.context, NULL, 0, &formats[f], NULL, CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, sizeof most,
                          &most, NULL));
    CHECK(most && most % blocks[f] == 0);
  }
}

static void lists_and_refusals(void) {
  static const cl_mem_flags uses[] = {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE,
                                      CL_MEM_KERNEL_READ_AND_WRITE};
  for (int f = 0; f < 2; f++)
    for (int i = 0; i < NUM_SHAPES; i++) {
      for (size_t u = 0; u < TEST_COUNT(uses); u++) {
        static cl_image_format list[256];
        cl_uint count, found = 0;
        CHECK_CL(clGetSupportedImageFormats(test.context, uses[u], raw_shapes[i].type, 256, list, &count));
        for (cl_uint k = 0; k < count; k++)
          found += !memcmp(&list[k], &formats[f], sizeof *list);
        CHECK_EQ(found, 1);
      }
      struct shape shape = raw_shapes[i];
      cl_image_desc desc = descriptor(&shape);
      if (shape.type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
        desc.mem_object = make_buffer(0, 100, NULL);
      for (desc.image_width = 9; desc.image_width < 12; desc.image_width++)
        if (desc.image_width % blocks[f])
          CREATE_GIVES(CL_INVALID_IMAGE_DESCRIPTOR,
                       clCreateImage(test.context, 0, &formats[f], &desc, NULL, &refused));
    }
  static const cl_channel_order orders[] = {CL_A, CL_RG, CL_RGBA, CL_Rx, CL_INTENSITY, CL_LUMINANCE, CL_DEPTH, CL_RGB};
  cl_image_desc desc = descriptor(&raw_shapes[3]);
  for (int f = 0; f < 2; f++) {
    for (size_t k = 0; k < TEST_COUNT(orders); k++) {
      const cl_image_format wrong = {orders[k], formats[f].image_channel_data_type};
      CREATE_GIVES(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                   clCreateImage(test.context, 0, &wrong, &desc, NULL, &refused));
    }
    unsigned char data[16 * 2 * 11];
    desc.image_row_pitch = bytes_of(f, 16) - 1;
    CREATE_GIVES(CL_INVALID_IMAGE_DESCRIPTOR,
                 clCreateImage(test.context, CL_MEM_COPY_HOST_PTR, &formats[f], &desc, data, &refused));
    desc.image_row_pitch = 0;
  }
}

static void run_if_there(void (*body)(void)) {
  if (!test_has_extension("cl_ext_image_raw10_raw12"))
    test_skip("cl_ext_image_raw10_raw12");
  body();
}
#define CASE(name)                                                                                                     \
  static void case_##name(void) {                                                                                      \
    run_if_there(name);                                                                                                \
  }
CASE(parts)
CASE(copies_within_an_image)
CASE(maps)
CASE(kernels)
CASE(read_write_and_samplers)
CASE(of_a_buffer)
CASE(lists_and_refusals)

static const struct test_case cases[] = {
    {"parts", case_parts},
    {"copies_within_an_image", case_copies_within_an_image},
    {"maps", case_maps},
    {"kernels", case_kernels},
    {"read_write_and_samplers", case_read_write_and_samplers},
    {"of_a_buffer", case_of_a_buffer},
    {"lists_and_refusals", case_lists_and_refusals},
};
TEST_MAIN(cases)
