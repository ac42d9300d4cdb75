/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cl_khr_mipmap_image and cl_khr_mipmap_image_writes, host side: images that may have levels and those that may not,
 * commands on one level against a model that keeps each level in a plain array, what they refuse, and that launches
 * hand levels and the samplers' properties over. What kernels read and write is tested in tests/kernels/images.
 */
#include <string.h>

#include "tests/api_images/images.h"

enum { MOST_LEVELS = 8, ELEMENT = 4 };

static const cl_image_format rgba = {CL_RGBA, CL_UNSIGNED_INT8};

static void need_mipmaps(void) {
  if (!test_has_extension("cl_khr_mipmap_image"))
    test_skip("no cl_khr_mipmap_image");
}

static bool may_have_levels(const struct shape *shape) {
  return shape->type != CL_MEM_OBJECT_IMAGE1D_BUFFER;
}

static size_t halved(size_t size, cl_uint times) {
  return size >> times ? size >> times : 1;
}

static struct shape level_of(const struct shape *shape, cl_uint level) {
  return (struct shape){shape->type, halved(shape->width, level), halved(shape->height, level),
                        halved(shape->depth, level), shape->layers};
}

/* Down to one texel. */
static cl_uint levels_of(const struct shape *shape) {
  cl_uint levels = 1;
  while ((shape->width | shape->height | shape->depth) >> levels)
    levels++;
  return levels;
}

/* An origin in a level: the level's number stands behind the coordinates. */
static void in_level(const struct shape *shape, cl_uint level, const size_t at[3], size_t origin[4]) {
  memcpy(origin, at, 3 * sizeof *at);
  origin[3] = SIZE_MAX; /* of no meaning where there are fewer coordinates */
  origin[shape->type == CL_MEM_OBJECT_IMAGE1D                                                 ? 1
         : shape->type == CL_MEM_OBJECT_IMAGE1D_ARRAY || shape->type == CL_MEM_OBJECT_IMAGE2D ? 2
                                                                                              : 3] = level;
}

static cl_mem make_levels(cl_mem_flags flags, cl_image_format format, const struct shape *shape, cl_uint levels) {
  cl_int error;
  cl_image_desc desc = descriptor(shape);
  desc.num_mip_levels = levels;
  cl_mem image = clCreateImage(test.context, flags, &format, &desc, NULL, &error);
  if (error)
    FAIL("a %s image with %u levels gives %s", type_name(shape->type), levels, test_error_name(error));
  return keep_image(image);
}

static cl_uint info_of_levels(cl_mem image) {
  cl_uint levels = 77;
  CHECK_CL(clGetImageInfo(image, CL_IMAGE_NUM_MIP_LEVELS, sizeof levels, &levels, NULL));
  return levels;
}

/* --- Creation ------------------------------------------------------------------------------ */

/* Without the extension there is one level, which 0 stands for. */
static void without_the_extension(void) {
  if (test_has_extension("cl_khr_mipmap_image"))
    test_skip("cl_khr_mipmap_image");
  cl_image_desc desc = descriptor(&shapes[3]);
  desc.num_mip_levels = 2;
  CREATE_GIVES(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(test.context, 0, &rgba, &desc, NULL, &refused));
  const cl_sampler_properties list[] = {CL_SAMPLER_LOD_MIN, 0, 0};
  CREATE_GIVES(CL_INVALID_VALUE, clCreateSamplerWithProperties(test.context, list, &refused));
}

static void creation(void) {
  need_mipmaps();
  for (int i = 0; i < NUM_SHAPES; i++) {
    const struct shape *shape = &shapes[i];
    size_t size = 0;
    cl_image_desc desc = descriptor(shape);
    if (!may_have_levels(shape)) {
      desc.mem_object = make_buffer(0, shape->width * ELEMENT, NULL);
      desc.num_mip_levels = 2;
      CREATE_GIVES(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(test.context, 0, &rgba, &desc, NULL, &refused));
      continue;
    }
    for (cl_uint levels = 0; levels <= levels_of(shape); levels++) {
      cl_mem image = make_levels(0, rgba, shape, levels);
      CHECK_EQ(info_of_levels(image), levels);
      if (levels) {
        struct shape last = level_of(shape, levels - 1);
        size += texels_of(&last) * ELEMENT;
        CHECK(mem_info(image, CL_MEM_SIZE, sizeof(size_t)) >= size);
      }
      size_t width;
      CHECK_CL(clGetImageInfo(image, CL_IMAGE_WIDTH, sizeof width, &width, NULL));
      CHECK_EQ(width, shape->width);
    }
    const cl_uint bad[] = {64, CL_UINT_MAX};
    for (size_t k = 0; k < TEST_COUNT(bad); k++) {
      desc.num_mip_levels = bad[k];
      CREATE_GIVES(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(test.context, 0, &rgba, &desc, NULL, &refused));
    }
  }
  /* of the largest size all levels may be there */
  size_t width = test_device_size(CL_DEVICE_IMAGE2D_MAX_WIDTH);
  const struct shape wide = {CL_MEM_OBJECT_IMAGE2D, width, 1, 1, 1};
  make_levels(0, rgba, &wide, levels_of(&wide));
}

/* No text says that levels end with one of a single texel: others of one texel follow. */
static void levels_below_one_texel(void) {
  need_mipmaps();
  const struct shape shape = {CL_MEM_OBJECT_IMAGE2D, 2, 1, 1, 1};
  const size_t one[3] = {1, 1, 1};
  cl_mem image = make_levels(0, rgba, &shape, 4);
  for (cl_uint level = 0; level < 4; level++) {
    const cl_uint color[4] = {level, 7, 8, 9};
    CHECK_CL(clEnqueueFillImage(test.queue, image, color, (const size_t[]){0, 0, level}, one, 0, NULL, NULL));
  }
  for (cl_uint level = 0; level < 4; level++) {
    unsigned char got[2 * ELEMENT];
    const size_t origin[3] = {0, 0, level};
    CHECK_CL(clEnqueueReadImage(test.queue, image, CL_TRUE, origin, one, 0, 0, got, 0, NULL, NULL));
    CHECK_EQ(got[0], level);
    CHECK_ERR(
        clEnqueueReadImage(test.queue, image, CL_TRUE, origin, (const size_t[]){2, 1, 1}, 0, 0, got, 0, NULL, NULL),
        level ? CL_INVALID_VALUE : CL_SUCCESS);
  }
}

static void what_cannot_have_levels(void) {
  need_mipmaps();
  static unsigned char data[17 * 11 * ELEMENT];
  cl_image_desc desc = descriptor(&shapes[3]);
  desc.num_mip_levels = 2;
  CREATE_GIVES(CL_INVALID_VALUE, clCreateImage(test.context, CL_MEM_USE_HOST_PTR, &rgba, &desc, data, &refused));
  CREATE_GIVES(CL_INVALID_VALUE, clCreateImage(test.context, CL_MEM_COPY_HOST_PTR, &rgba, &desc, data, &refused));
  CREATE_GIVES(CL_INVALID_VALUE, clCreateImage(test.context, CL_MEM_COPY_HOST_PTR, &rgba, &desc, NULL, &refused));
  CREATE_GIVES(CL_INVALID_HOST_PTR, clCreateImage(test.context, 0, &rgba, &desc, data, &refused));
  desc.num_samples = 2;
  CREATE_GIVES(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(test.context, 0, &rgba, &desc, NULL, &refused));
  desc.num_samples = 0;
  desc.image_row_pitch = 17 * ELEMENT; /* pitches are those of host memory */
  CREATE_GIVES(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(test.context, 0, &rgba, &desc, NULL, &refused));
  desc.image_row_pitch = 0;
  desc.mem_object = make_buffer(0, 4096, NULL); /* the bytes of a buffer */
  CREATE_GIVES(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(test.context, 0, &rgba, &desc, NULL, &refused));
  desc.num_mip_levels = 1; /* no mipmap */
  CHECK_EQ(info_of_levels(keep_image(clCreateImage(test.context, 0, &rgba, &desc, NULL, NULL))), 1);
  if (!test_has_extension("cl_ext_image_raw10_raw12"))
    return;
  const cl_image_format raw = {CL_R, CL_UNSIGNED_INT_RAW10_EXT}; /* rows have whole blocks of four, in each level */
  make_levels(0, raw, &(struct shape){CL_MEM_OBJECT_IMAGE2D, 16, 4, 1, 1}, 3);
  desc = descriptor(&(struct shape){CL_MEM_OBJECT_IMAGE2D, 16, 4, 1, 1});
  desc.num_mip_levels = 4;
  CREATE_GIVES(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(test.context, 0, &raw, &desc, NULL, &refused));
}

static const char depth_source[] =
    CL(kernel void depths(read_only image2d_depth_t image, sampler_t s, float lod, global float *out) {
      out[0] = read_imagef(image, s, (float2)(0.5f, 0.5f), lod);
      out[1] = get_image_num_mip_levels(image);
    });

/* The API's text excludes them, OpenCL C has functions for them, and the CTS makes them. */
static void depth_images(void) {
  need_mipmaps();
  const cl_image_format depth = {CL_DEPTH, CL_FLOAT};
  const struct shape *shape = &shapes[3];
  cl_int error;
  cl_mem image = make_levels(0, depth, shape, 3), out = make_buffer(0, 8, NULL);
  for (cl_uint level = 0; level < 3; level++) {
    struct shape of = level_of(shape, level);
    size_t origin[4], extent[3];
    const float far = 0.25f * (float)level;
    extent_of(&of, extent);
    in_level(shape, level, (const size_t[3]){0}, origin);
    CHECK_CL(clEnqueueFillImage(test.queue, image, &far, origin, extent, 0, NULL, NULL));
  }
  cl_sampler sampler = clCreateSampler(test.context, CL_TRUE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, &error);
  CHECK_CL(error);
  cl_kernel kernel = test_kernel(test_build("-cl-std=CL3.0", depth_source), "depths");
  for (cl_uint level = 0; level < 3; level++) {
    float lod = (float)level, got[2];
    LAUNCH(kernel, 1, 1, ARG(image), ARG(sampler), ARG(lod), ARG(out));
    memcpy(got, contents(out, 8), 8);
    CHECK(got[0] == 0.25f * lod && got[1] == 3);
  }
  CHECK_CL(clReleaseSampler(sampler));
}

/* Another view of a 2D mipmap has its levels; the mipmap's texels show in each. */
static void views(void) {
  need_mipmaps();
  const cl_image_format linear = {CL_RGBA, CL_UNORM_INT8}, srgb = {CL_sRGBA, CL_UNORM_INT8};
  const struct shape *shape = &shapes[3];
  cl_uint levels = levels_of(shape);
  cl_mem image = make_levels(0, linear, shape, levels);
  cl_image_desc desc = descriptor(shape);
  desc.mem_object = image;
  for (cl_uint other = 0; other < levels; other++) {
    desc.num_mip_levels = other;
    CREATE_GIVES(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(test.context, 0, &srgb, &desc, NULL, &refused));
  }
  desc.num_mip_levels = levels;
  cl_int error;
  cl_mem view = keep_image(clCreateImage(test.context, 0, &srgb, &desc, NULL, &error));
  CHECK_EQ(info_of_levels(view), levels);
  for (cl_uint level = 0; level < levels; level++) {
    struct shape of = level_of(shape, level);
    size_t origin[4], extent[3], size = texels_of(&of) * ELEMENT;
    unsigned char *data = test_alloc(size), *got = test_alloc(size);
    in_level(shape, level, (const size_t[3]){0}, origin);
    extent_of(&of, extent);
    test_fill(data, size, level);
    CHECK_CL(clEnqueueWriteImage(test.queue, image, CL_TRUE, origin, extent, 0, 0, data, 0, NULL, NULL));
    CHECK_CL(clEnqueueReadImage(test.queue, view, CL_TRUE, origin, extent, 0, 0, got, 0, NULL, NULL));
    check_same(got, data, size, "a level of the view");
  }
  /* 0 and 1 both say that there is one level */
  desc.mem_object = make_levels(0, linear, shape, 1);
  desc.num_mip_levels = 0;
  keep_image(clCreateImage(test.context, 0, &srgb, &desc, NULL, NULL));
}

/* --- Commands ------------------------------------------------------------------------------ */

struct model {
  const struct shape *shape;
  cl_uint levels;
  struct shape level[MOST_LEVELS];
  unsigned char *texels[MOST_LEVELS];
  cl_mem image;
};

static unsigned char *texel(const struct model *m, cl_uint level, const size_t origin[3], size_t x, size_t y,
                            size_t z) {
  size_t extent[3];
  extent_of(&m->level[level], extent);
  return m->texels[level] +
         (((origin[2] + z) * extent[1] + origin[1] + y) * extent[0] + origin[0] + x) * (size_t)ELEMENT;
}

static struct model make_model(const struct shape *shape, uint32_t seed) {
  struct model m = {.shape = shape, .levels = levels_of(shape)};
  CHECK(m.levels <= MOST_LEVELS);
  m.image = make_levels(0, rgba, shape, m.levels);
  for (cl_uint level = 0; level < m.levels; level++) {
    m.level[level] = level_of(shape, level);
    size_t origin[4], extent[3], size = texels_of(&m.level[level]) * ELEMENT;
    m.texels[level] = test_alloc(size);
    test_fill(m.texels[level], size, seed + level);
    in_level(shape, level, (const size_t[3]){0}, origin);
    extent_of(&m.level[level], extent);
    CHECK_CL(clEnqueueWriteImage(test.queue, m.image, CL_TRUE, origin, extent, 0, 0, m.texels[level], 0, NULL, NULL));
  }
  return m;
}

static void check_model(const struct model *m, const char *what) {
  for (cl_uint level = 0; level < m->levels; level++) {
    size_t origin[4], extent[3], size = texels_of(&m->level[level]) * ELEMENT;
    unsigned char *got = test_alloc(size);
    in_level(m->shape, level, (const size_t[3]){0}, origin);
    extent_of(&m->level[level], extent);
    CHECK_CL(clEnqueueReadImage(test.queue, m->image, CL_TRUE, origin, extent, 0, 0, got, 0, NULL, NULL));
    if (memcmp(got, m->texels[level], size))
      FAIL("after %s level %u of a %s image differs", what, level, type_name(m->shape->type));
  }
}

/* Between a part of the model and packed texels. */
static void move_part(const struct model *m, cl_uint level, const size_t at[3], const size_t region[3],
                      unsigned char *packed, bool into_model) {
  for (size_t z = 0; z < region[2]; z++)
    for (size_t y = 0; y < region[1]; y++, packed += region[0] * ELEMENT) {
      unsigned char *row = texel(m, level, at, 0, y, z);
      memcpy(into_model ? row : packed, into_model ? packed : row, region[0] * ELEMENT);
    }
}

struct part {
  cl_uint level;
  size_t at[3], region[3], origin[4], size;
};

static struct part random_level_part(const struct model *m, uint32_t *state) {
  struct part p = {.level = random_below(state, m->levels)};
  size_t extent[3];
  extent_of(&m->level[p.level], extent);
  random_part(state, extent, p.at, p.region);
  in_level(m->shape, p.level, p.at, p.origin);
  p.size = p.region[0] * p.region[1] * p.region[2] * ELEMENT;
  return p;
}

static void reads_and_writes(struct model *m, uint32_t *state) {
  struct part p = random_level_part(m, state);
  unsigned char *data = test_alloc(p.size), *got = test_alloc(p.size);
  test_fill(data, p.size, *state);
  move_part(m, p.level, p.at, p.region, data, true);
  CHECK_CL(clEnqueueWriteImage(test.queue, m->image, CL_TRUE, p.origin, p.region, 0, 0, data, 0, NULL, NULL));
  p = random_level_part(m, state);
  data = test_alloc(p.size);
  got = test_alloc(p.size);
  move_part(m, p.level, p.at, p.region, data, false);
  CHECK_CL(clEnqueueReadImage(test.queue, m->image, CL_TRUE, p.origin, p.region, 0, 0, got, 0, NULL, NULL));
  check_same(got, data, p.size, "the part read");
}

static void fills(struct model *m, uint32_t *state) {
  struct part p = random_level_part(m, state);
  const cl_uint color[4] = {random_below(state, 256), random_below(state, 256), 3, 4};
  unsigned char *data = test_alloc(p.size);
  for (size_t i = 0; i < p.size; i++)
    data[i] = (unsigned char)color[i % 4];
  move_part(m, p.level, p.at, p.region, data, true);
  CHECK_CL(clEnqueueFillImage(test.queue, m->image, color, p.origin, p.region, 0, NULL, NULL));
}

static void copies_with_buffers(struct model *m, uint32_t *state) {
  struct part p = random_level_part(m, state);
  cl_mem buffer = make_filled(p.size + 12, *state);
  unsigned char *data = contents(buffer, p.size + 12);
  move_part(m, p.level, p.at, p.region, data + 5, true);
  CHECK_CL(clEnqueueCopyBufferToImage(test.queue, buffer, m->image, 5, p.origin, p.region, 0, NULL, NULL));
  p = random_level_part(m, state);
  buffer = make_filled(p.size + 12, *state);
  data = contents(buffer, p.size + 12);
  move_part(m, p.level, p.at, p.region, data + 7, false);
  CHECK_CL(clEnqueueCopyImageToBuffer(test.queue, m->image, buffer, p.origin, p.region, 7, 0, NULL, NULL));
  check_same(contents(buffer, p.size + 12), data, p.size + 12, "the buffer");
}

/* From one level to another, of this image or of an ordinary one. */
static void copies(struct model *m, uint32_t *state) {
  struct part to = random_level_part(m, state), from = random_level_part(m, state);
  bool ordinary = random_below(state, 3) == 0;
  size_t extent[3], whole[3];
  if (ordinary) {
    from.level = 0;
    memset(from.at, 0, sizeof from.at);
  } else if (from.level == to.level) {
    return;
  }
  extent_of(&m->level[from.level], extent);
  for (int d = 0; d < 3; d++)
    if (to.region[d] > extent[d] - from.at[d])
      to.region[d] = extent[d] - from.at[d];
  extent_of(m->shape, whole);
  unsigned char *data = test_alloc(texels_of(m->shape) * ELEMENT);
  cl_mem source = m->image;
  in_level(m->shape, from.level, from.at, from.origin);
  move_part(m, from.level, from.at, to.region, data, false);
  if (ordinary) {
    const size_t zero[3] = {0};
    source = make_image(0, rgba, m->shape, 0, 0, NULL);
    test_fill(data, to.region[0] * to.region[1] * to.region[2] * ELEMENT, *state);
    CHECK_CL(clEnqueueWriteImage(test.queue, source, CL_TRUE, zero, to.region, 0, 0, data, 0, NULL, NULL));
    memset(from.origin, 0, sizeof from.origin);
  }
  move_part(m, to.level, to.at, to.region, data, true);
  CHECK_CL(clEnqueueCopyImage(test.queue, source, m->image, from.origin, to.origin, to.region, 0, NULL, NULL));
}

static void maps(struct model *m, uint32_t *state) {
  struct part p = random_level_part(m, state);
  size_t row = 77, slice = 77;
  cl_int error;
  bool writes = random_below(state, 2), slices = has_slices(m->shape->type);
  unsigned char *mapped = clEnqueueMapImage(test.queue, m->image, CL_TRUE, writes ? CL_MAP_WRITE : CL_MAP_READ,
                                            p.origin, p.region, &row, &slice, 0, NULL, NULL, &error);
  CHECK_CL(error);
  CHECK(row >= p.region[0] * ELEMENT && (slices ? slice >= row : slice == 0));
  size_t at_row = m->shape->type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? slice : row;
  for (size_t z = 0; z < p.region[2]; z++)
    for (size_t y = 0; y < p.region[1]; y++) {
      unsigned char *in_image = mapped + z * slice + y * at_row, *in_model = texel(m, p.level, p.at, 0, y, z);
      if (writes)
        test_fill(in_image, p.region[0] * ELEMENT, *state + (uint32_t)(y + z));
      else
        check_same(in_image, in_model, p.region[0] * ELEMENT, "the mapped part");
      memcpy(in_model, in_image, p.region[0] * ELEMENT);
    }
  CHECK_CL(clEnqueueUnmapMemObject(test.queue, m->image, mapped, 0, NULL, NULL));
}

static void commands(void) {
  need_mipmaps();
  static const struct {
    const char *name;
    void (*run)(struct model *, uint32_t *);
  } kinds[] = {{"writes", reads_and_writes},
               {"fills", fills},
               {"copies with buffers", copies_with_buffers},
               {"copies", copies},
               {"maps", maps}};
  uint32_t state = 3;
  for (int i = 0; i < NUM_SHAPES; i++) {
    if (!may_have_levels(&shapes[i]))
      continue;
    struct model m = make_model(&shapes[i], (uint32_t)i);
    check_model(&m, "creation");
    for (size_t k = 0; k < TEST_COUNT(kinds); k++) {
      for (int round = 0; round < 12; round++) {
        size_t mark = test_mark();
        kinds[k].run(&m, &state);
        CHECK_CL(clFinish(test.queue));
        test_release_to(mark);
      }
      check_model(&m, kinds[k].name);
    }
  }
}

/* Each command on a level, wherever it names one. */
static void check_refused(const struct model *m, const size_t origin[4], const size_t region[3], cl_int want) {
  const size_t zero[4] = {0};
  static unsigned char data[64];
  static const cl_uint color[4] = {9, 9, 9, 9};
  size_t row, slice;
  cl_mem buffer = make_filled(64, 1), image = m->image;
  CHECK_ERR(clEnqueueReadImage(test.queue, image, CL_TRUE, origin, region, 0, 0, data, 0, NULL, NULL), want);
  CHECK_ERR(clEnqueueWriteImage(test.queue, image, CL_TRUE, origin, region, 0, 0, data, 0, NULL, NULL), want);
  CHECK_ERR(clEnqueueFillImage(test.queue, image, color, origin, region, 0, NULL, NULL), want);
  cl_mem other = make_levels(0, rgba, m->shape, m->levels);
  CHECK_ERR(clEnqueueCopyImage(test.queue, image, other, origin, zero, region, 0, NULL, NULL), want);
  CHECK_ERR(clEnqueueCopyImage(test.queue, other, image, zero, origin, region, 0, NULL, NULL), want);
  CHECK_ERR(clEnqueueCopyImageToBuffer(test.queue, image, buffer, origin, region, 0, 0, NULL, NULL), want);
  CHECK_ERR(clEnqueueCopyBufferToImage(test.queue, buffer, image, 0, origin, region, 0, NULL, NULL), want);
  CREATE_GIVES(want, clEnqueueMapImage(test.queue, image, CL_TRUE, CL_MAP_WRITE, origin, region, &row, &slice, 0, NULL,
                                       NULL, &refused));
}

static void levels_that_are_refused(void) {
  need_mipmaps();
  const size_t zero[3] = {0}, one[3] = {1, 1, 1};
  for (int i = 0; i < NUM_SHAPES; i++) {
    const struct shape *shape = &shapes[i];
    if (!may_have_levels(shape))
      continue;
    struct model m = make_model(shape, 8);
    size_t origin[4];
    const cl_uint bad[] = {m.levels, m.levels + 1, CL_UINT_MAX};
    for (size_t k = 0; k < TEST_COUNT(bad); k++) {
      in_level(shape, bad[k], zero, origin);
      check_refused(&m, origin, one, CL_INVALID_MIP_LEVEL);
    }
    /* within the first level, but not within the third; layers are all in each */
    struct shape third = level_of(shape, 2);
    size_t extent[3], first[3], many[3] = {1, 1, 1};
    extent_of(&third, extent);
    extent_of(shape, first);
    for (int d = 0; d < 3; d++) {
      size_t at[3] = {0};
      if (extent[d] == first[d])
        continue;
      at[d] = extent[d];
      in_level(shape, 2, at, origin);
      check_refused(&m, origin, one, CL_INVALID_VALUE);
      many[d] = extent[d] + 1;
      in_level(shape, 2, zero, origin);
      check_refused(&m, origin, many, CL_INVALID_VALUE);
      many[d] = 1;
    }
    check_model(&m, "refusals");
  }
  /* an ordinary image has no level to name */
  struct model plain = {.shape = &shapes[3], .levels = 1};
  for (cl_uint levels = 0; levels < 2; levels++) {
    plain.image = make_levels(0, rgba, plain.shape, levels);
    check_refused(&plain, (const size_t[4]){0, 0, 1, 0}, one, CL_INVALID_VALUE);
  }
}

/* Levels have no bytes in common, whatever their texels' coordinates. */
static void overlaps(void) {
  need_mipmaps();
  for (int i = 0; i < NUM_SHAPES; i++) {
    const struct shape *shape = &shapes[i];
    if (!may_have_levels(shape))
      continue;
    struct model m = make_model(shape, 5);
    size_t origin[2][4], extent[3], row, slice;
    struct shape last = level_of(shape, 1);
    extent_of(&last, extent);
    in_level(shape, 0, (const size_t[3]){0}, origin[0]);
    in_level(shape, 1, (const size_t[3]){0}, origin[1]);
    CHECK_ERR(clEnqueueCopyImage(test.queue, m.image, m.image, origin[1], origin[1], extent, 0, NULL, NULL),
              CL_MEM_COPY_OVERLAP);
    CHECK_CL(clEnqueueCopyImage(test.queue, m.image, m.image, origin[0], origin[1], extent, 0, NULL, NULL));
    cl_int error;
    void *mapped[2];
    for (int k = 0; k < 2; k++) {
      mapped[k] = clEnqueueMapImage(test.queue, m.image, CL_TRUE, CL_MAP_WRITE, origin[k], extent, &row, &slice, 0,
                                    NULL, NULL, &error);
      CHECK_CL(error);
    }
    CREATE_GIVES(CL_INVALID_OPERATION, clEnqueueMapImage(test.queue, m.image, CL_TRUE, CL_MAP_WRITE, origin[1], extent,
                                                         &row, &slice, 0, NULL, NULL, &refused));
    for (int k = 0; k < 2; k++)
      CHECK_CL(clEnqueueUnmapMemObject(test.queue, m.image, mapped[k], 0, NULL, NULL));
    CHECK_CL(clFinish(test.queue));
  }
}

/* --- Launches ------------------------------------------------------------------------------ */

/* One kernel that writes a level and one that reads it at the middles of texels, for each type. */
static const char source[] = CL(uint4 number(int lod) {
  return (uint4)(get_global_id(0), get_global_id(1), get_global_id(2), lod);
}) CL(size_t place(void) {
  return (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);
}) CL(float mid(uint d) { return (get_global_id(d) + 0.5f) / get_global_size(d); }) CL(int4 at(void) {
  return (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
}) CL(kernel void write_1d(write_only image1d_t image, int lod) {
  write_imageui(image, at().x, lod, number(lod));
}) CL(kernel void write_1d_array(write_only image1d_array_t image, int lod) {
  write_imageui(image, at().xy, lod, number(lod));
}) CL(kernel void write_2d(write_only image2d_t image, int lod) {
  write_imageui(image, at().xy, lod, number(lod));
}) CL(kernel void write_2d_array(write_only image2d_array_t image, int lod) {
  write_imageui(image, at(), lod, number(lod));
}) CL(kernel void write_3d(write_only image3d_t image, int lod) {
  write_imageui(image, at(), lod, number(lod));
}) CL(kernel void read_1d(read_only image1d_t image, sampler_t s, float lod, global uint4 *out, global int *levels) {
  *levels = get_image_num_mip_levels(image);
  out[place()] = read_imageui(image, s, mid(0), lod);
}) CL(kernel void read_1d_array(read_only image1d_array_t image, sampler_t s, float lod, global uint4 *out,
                                global int *levels) {
  *levels = get_image_num_mip_levels(image);
  out[place()] = read_imageui(image, s, (float2)(mid(0), get_global_id(1)), lod);
}) CL(kernel void read_2d(read_only image2d_t image, sampler_t s, float lod, global uint4 *out, global int *levels) {
  *levels = get_image_num_mip_levels(image);
  out[place()] = read_imageui(image, s, (float2)(mid(0), mid(1)), lod);
}) CL(kernel void read_2d_array(read_only image2d_array_t image, sampler_t s, float lod, global uint4 *out,
                                global int *levels) {
  *levels = get_image_num_mip_levels(image);
  out[place()] = read_imageui(image, s, (float4)(mid(0), mid(1), get_global_id(2), 0), lod);
}) CL(kernel void read_3d(read_only image3d_t image, sampler_t s, float lod, global uint4 *out, global int *levels) {
  *levels = get_image_num_mip_levels(image);
  out[place()] = read_imageui(image, s, (float4)(mid(0), mid(1), mid(2), 0), lod);
});

static const char *const names[NUM_SHAPES] = {"1d", NULL, "1d_array", "2d", "2d_array", "3d"};

static cl_sampler make_sampler(const cl_sampler_properties *properties) {
  cl_int error;
  cl_sampler sampler = clCreateSamplerWithProperties(test.context, properties, &error);
  CHECK_CL(error);
  return sampler;
}

static void need_writes(void) {
  need_mipmaps();
  if (!test_has_extension("cl_khr_mipmap_image_writes"))
    test_skip("no cl_khr_mipmap_image_writes");
}

/* A name of two parts. */
static cl_kernel kernel_of(cl_program program, const char *verb, int shape) {
  char name[40];
  strcpy(name, verb);
  strcat(name, names[shape]);
  return test_kernel(program, name);
}

static void write_levels(cl_program program, int i, cl_mem image, cl_uint levels) {
  for (cl_uint level = 0; level < levels; level++) {
    struct shape of = level_of(&shapes[i], level);
    size_t extent[3];
    extent_of(&of, extent);
    cl_kernel kernel = kernel_of(program, "write_", i);
    SET_ARGS(kernel, ARG(image), ARG_INT(level));
    test_launch(kernel, 3, NULL, extent, NULL);
  }
}

/* A kernel's numbers are in the levels that it wrote, as the host and other kernels find them. */
static void launches(void) {
  need_writes();
  cl_program program = test_build("-cl-std=CL3.0", source);
  const cl_sampler_properties nearest[] = {CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_CLAMP_TO_EDGE, 0};
  cl_sampler sampler = make_sampler(nearest);
  for (int i = 0; i < NUM_SHAPES; i++) {
    const struct shape *shape = &shapes[i];
    if (!may_have_levels(shape))
      continue;
    cl_uint levels = levels_of(shape);
    cl_mem image = make_levels(0, rgba, shape, levels);
    write_levels(program, i, image, levels);
    for (cl_uint level = 0; level < levels; level++) {
      struct shape of = level_of(shape, level);
      size_t extent[3], origin[4], count = texels_of(&of);
      extent_of(&of, extent);
      unsigned char *want = test_alloc(count * ELEMENT), *host = test_alloc(count * ELEMENT);
      for (size_t at = 0; at < count; at++) {
        want[4 * at] = (unsigned char)(at % extent[0]);
        want[4 * at + 1] = (unsigned char)(at / extent[0] % extent[1]);
        want[4 * at + 2] = (unsigned char)(at / extent[0] / extent[1]);
        want[4 * at + 3] = (unsigned char)level;
      }
      in_level(shape, level, (const size_t[3]){0}, origin);
      CHECK_CL(clEnqueueReadImage(test.queue, image, CL_TRUE, origin, extent, 0, 0, host, 0, NULL, NULL));
      check_same(host, want, count * ELEMENT, names[i]);
      cl_mem out = make_buffer(0, count * 16, NULL), found = make_buffer(0, 4, NULL);
      cl_float lod = (cl_float)level;
      cl_kernel kernel = kernel_of(program, "read_", i);
      SET_ARGS(kernel, ARG(image), ARG(sampler), ARG(lod), ARG(out), ARG(found));
      test_launch(kernel, 3, NULL, extent, NULL);
      const cl_uint *got = (const cl_uint *)(const void *)contents(out, count * 16);
      for (size_t k = 0; k < count * 4; k++)
        if (got[k] != want[k])
          FAIL("%s, level %u: number %zu is %u, not %u", names[i], level, k, got[k], want[k]);
      CHECK_EQ(*(const cl_int *)(const void *)contents(found, 4), (cl_int)levels);
    }
  }
  CHECK_CL(clReleaseSampler(sampler));
}

static cl_sampler_properties bits_of(cl_float number) {
  cl_uint bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

static const char sample_source[] =
    CL(kernel void sample(read_only image2d_t image, sampler_t s, float lod, global float *out) {
      out[get_global_id(0)] = read_imagef(image, s, (float2)(0.5f, 0.5f), lod).x;
    }) CL(kernel void steps(read_only image2d_t image, sampler_t s, float step, global float *out) {
      float2 across = (float2)(step, 0.0f);
      float2 down = (float2)(0.0f, step);
      out[get_global_id(0)] = read_imagef(image, s, (float2)(0.5f, 0.5f), across, down).x;
    });

/* Level n of an image holds the number 10 * n; what is read tells the level of detail. Some launches, so that copies of
 * kernels for this image and sampler (docs/specialisation.md) come in between. */
static void samplers(void) {
  need_mipmaps();
  static const struct {
    cl_filter_mode mip;
    float least, most, lod, want;
  } tries[] = {
      {CL_FILTER_NEAREST, -5, 50, 0, 0},      {CL_FILTER_NEAREST, -5, 50, 1.25f, 10},
      {CL_FILTER_NEAREST, -5, 50, 1.75f, 20}, {CL_FILTER_NEAREST, -5, 50, -3, 0},
      {CL_FILTER_NEAREST, -5, 50, 30, 40},    {CL_FILTER_LINEAR, -5, 50, 1.25f, 12.5f},
      {CL_FILTER_LINEAR, -5, 50, 9, 40},      {CL_FILTER_LINEAR, -5, 50, -1, 0},
      {CL_FILTER_LINEAR, 0.5f, 2.5f, 0, 5},   {CL_FILTER_LINEAR, 0.5f, 2.5f, 9, 25},
      {CL_FILTER_LINEAR, 0.5f, 2.5f, 1, 10},  {CL_FILTER_NEAREST, 1.75f, 2.25f, 0, 20},
      {CL_FILTER_NEAREST, 0, 1, 4, 10},       {CL_FILTER_LINEAR, 0, 0, 4, 0},
      {CL_FILTER_LINEAR, 7, 9, 0, 40},
  };
  const cl_image_format format = {CL_R, CL_FLOAT};
  const struct shape shape = {CL_MEM_OBJECT_IMAGE2D, 16, 16, 1, 1};
  cl_mem image = make_levels(0, format, &shape, 5), out = make_buffer(0, 4, NULL);
  for (cl_uint level = 0; level < 5; level++) {
    const float color[4] = {10.0f * (float)level, 0, 0, 0};
    const size_t origin[4] = {0, 0, level}, region[3] = {halved(16, level), halved(16, level), 1};
    CHECK_CL(clEnqueueFillImage(test.queue, image, color, origin, region, 0, NULL, NULL));
  }
  cl_program program = test_build("-cl-std=CL3.0", sample_source);
  for (size_t i = 0; i < TEST_COUNT(tries); i++)
    for (cl_filter_mode filter = CL_FILTER_NEAREST; filter <= CL_FILTER_LINEAR; filter++) {
      const cl_sampler_properties list[] = {CL_SAMPLER_NORMALIZED_COORDS,
                                            CL_TRUE,
                                            CL_SAMPLER_ADDRESSING_MODE,
                                            CL_ADDRESS_CLAMP_TO_EDGE,
                                            CL_SAMPLER_FILTER_MODE,
                                            filter,
                                            CL_SAMPLER_MIP_FILTER_MODE_KHR,
                                            tries[i].mip,
                                            CL_SAMPLER_LOD_MIN_KHR,
                                            bits_of(tries[i].least),
                                            CL_SAMPLER_LOD_MAX_KHR,
                                            bits_of(tries[i].most),
                                            0};
      cl_sampler sampler = make_sampler(list);
      cl_kernel kernel = test_kernel(program, "sample"), steps = test_kernel(program, "steps");
      for (int round = 0; round < 6; round++) {
        float lod = tries[i].lod, got;
        LAUNCH(kernel, 1, 1, ARG(image), ARG(sampler), ARG(lod), ARG(out));
        memcpy(&got, contents(out, 4), 4);
        if (got < tries[i].want - 0.05f || got > tries[i].want + 0.05f)
          FAIL("try %zu reads %f, not %f", i, (double)got, (double)tries[i].want);
        /* a step of as many texels; those of fractions are tested in tests/kernels/images */
        if (lod != (float)(int)lod || lod < 0 || lod > 8)
          continue;
        float step = (float)(1 << (int)lod) / 16;
        LAUNCH(steps, 1, 1, ARG(image), ARG(sampler), ARG(step), ARG(out));
        memcpy(&got, contents(out, 4), 4);
        if (got < tries[i].want - 0.05f || got > tries[i].want + 0.05f)
          FAIL("try %zu with steps of %f reads %f, not %f", i, (double)step, (double)got, (double)tries[i].want);
      }
      CHECK_CL(clReleaseSampler(sampler));
    }
}

static const struct test_case cases[] = {
    {"without_the_extension", without_the_extension},
    {"creation", creation},
    {"levels_below_one_texel", levels_below_one_texel},
    {"what_cannot_have_levels", what_cannot_have_levels},
    {"depth_images", depth_images},
    {"views", views},
    {"commands", commands},
    {"levels_that_are_refused", levels_that_are_refused},
    {"overlaps", overlaps},
    {"launches", launches},
    {"samplers", samplers},
};
TEST_MAIN(cases)
