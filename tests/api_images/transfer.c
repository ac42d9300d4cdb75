/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reads, writes, copies and fills of parts of images of every type, with pitches and offsets, against a model that
 * keeps texels in a plain array; and what these commands refuse.
 */
#include <string.h>

#include "tests/api_images/images.h"

/* One format for each size of a texel. */
static const cl_image_format formats[] = {
    {CL_R, CL_UNSIGNED_INT8},     {CL_RG, CL_UNORM_INT8},       {CL_BGRA, CL_UNORM_INT8},
    {CL_RGBA, CL_UNSIGNED_INT16}, {CL_RGBA, CL_UNSIGNED_INT32},
};

struct model {
  struct shape shape;
  size_t extent[3], element;
  unsigned char *data;
  cl_mem image;
};

static unsigned char *texel(const struct model *model, size_t x, size_t y, size_t z) {
  return model->data + ((z * model->extent[1] + y) * model->extent[0] + x) * model->element;
}

/* An image of random texels. With `pitched` it lies in memory of the application's, with gaps. */
static struct model make_model(const struct shape *shape, cl_image_format format, bool pitched, uint32_t seed) {
  struct model model = {.shape = *shape, .element = element_size(format)};
  extent_of(shape, model.extent);
  size_t size = texels_of(shape) * model.element;
  model.data = test_alloc(size);
  test_fill(model.data, size, seed);
  if (pitched) {
    size_t row = (shape->width + 3) * model.element;
    size_t slice = has_slices(shape->type) ? row * (shape->height + 2) : row * shape->height;
    model.image = make_image(CL_MEM_USE_HOST_PTR, format, shape, row, has_slices(shape->type) ? slice : 0,
                             test_alloc(slice * shape->depth * shape->layers));
  } else {
    model.image = make_image(0, format, shape, 0, 0, NULL);
  }
  const size_t origin[3] = {0};
  CHECK_CL(
      clEnqueueWriteImage(test.queue, model.image, CL_TRUE, origin, model.extent, 0, 0, model.data, 0, NULL, NULL));
  return model;
}

static void check_model(const struct model *model, const char *what) {
  unsigned char *got = texels(model->image, &model->shape, model->element);
  if (memcmp(got, model->data, texels_of(&model->shape) * model->element))
    FAIL("%s leaves the wrong texels in a %s image of %zu bytes each", what, type_name(model->shape.type),
         model->element);
}

/* Memory of the host's that holds a part with random pitches, 0 for some of them. */
struct host {
  size_t row, slice;       /* as given */
  size_t at_row, at_slice; /* as they act on the second and third coordinate */
  size_t size;
  unsigned char *data;
};

static struct host make_host(uint32_t *state, const struct model *model, const size_t region[3]) {
  struct host host = {0};
  bool layers_are_rows = model->shape.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  size_t row = region[0] * model->element, rows = layers_are_rows ? 1 : region[1];
  if (random_below(state, 2)) {
    row += model->element * random_below(state, 4);
    host.row = row;
  }
  size_t slice = row * rows;
  if (has_slices(model->shape.type) && random_below(state, 2)) {
    slice += row * random_below(state, 3);
    host.slice = slice;
  }
  host.at_row = layers_are_rows ? slice : row;
  host.at_slice = slice;
  host.size = slice * (layers_are_rows ? region[1] : region[2]);
  host.data = test_alloc(host.size);
  test_fill(host.data, host.size, *state);
  return host;
}

static void try_write(uint32_t *state, struct model *model) {
  size_t origin[3], region[3];
  random_part(state, model->extent, origin, region);
  struct host host = make_host(state, model, region);
  bool blocking = random_below(state, 2);
  CHECK_CL(clEnqueueWriteImage(test.queue, model->image, blocking, origin, region, host.row, host.slice, host.data, 0,
                               NULL, NULL));
  for (size_t z = 0; z < region[2]; z++)
    for (size_t y = 0; y < region[1]; y++)
      memcpy(texel(model, origin[0], origin[1] + y, origin[2] + z), host.data + z * host.at_slice + y * host.at_row,
             region[0] * model->element);
}

static void try_read(uint32_t *state, struct model *model) {
  size_t origin[3], region[3];
  random_part(state, model->extent, origin, region);
  struct host host = make_host(state, model, region);
  unsigned char *want = test_alloc(host.size);
  memcpy(want, host.data, host.size); /* gaps stay as they are */
  for (size_t z = 0; z < region[2]; z++)
    for (size_t y = 0; y < region[1]; y++)
      memcpy(want + z * host.at_slice + y * host.at_row, texel(model, origin[0], origin[1] + y, origin[2] + z),
             region[0] * model->element);
  CHECK_CL(clEnqueueReadImage(test.queue, model->image, CL_FALSE, origin, region, host.row, host.slice, host.data, 0,
                              NULL, NULL));
  CHECK_CL(clFinish(test.queue));
  check_same(host.data, want, host.size, "clEnqueueReadImage");
}

/* The region has to lie in both. */
static void try_copy(uint32_t *state, const struct model *from, struct model *to) {
  size_t smaller[3], src[3], dst[3], region[3], ignored[3];
  for (int d = 0; d < 3; d++)
    smaller[d] = from->extent[d] < to->extent[d] ? from->extent[d] : to->extent[d];
  random_part(state, smaller, ignored, region);
  for (int d = 0; d < 3; d++) {
    src[d] = random_below(state, (uint32_t)(from->extent[d] - region[d] + 1));
    dst[d] = random_below(state, (uint32_t)(to->extent[d] - region[d] + 1));
  }
  CHECK_CL(clEnqueueCopyImage(test.queue, from->image, to->image, src, dst, region, 0, NULL, NULL));
  for (size_t z = 0; z < region[2]; z++)
    for (size_t y = 0; y < region[1]; y++)
      memcpy(texel(to, dst[0], dst[1] + y, dst[2] + z), texel(from, src[0], src[1] + y, src[2] + z),
             region[0] * to->element);
}

static void try_buffer(uint32_t *state, struct model *model) {
  size_t origin[3], region[3];
  random_part(state, model->extent, origin, region);
  size_t bytes = region[0] * region[1] * region[2] * model->element, offset = random_below(state, 40);
  size_t total = offset + bytes + random_below(state, 9), row = region[0] * model->element;
  cl_mem buffer = make_filled(total, *state);
  unsigned char *data = contents(buffer, total);
  bool to_image = random_below(state, 2);
  if (to_image)
    CHECK_CL(clEnqueueCopyBufferToImage(test.queue, buffer, model->image, offset, origin, region, 0, NULL, NULL));
  else
    CHECK_CL(clEnqueueCopyImageToBuffer(test.queue, model->image, buffer, origin, region, offset, 0, NULL, NULL));
  for (size_t z = 0; z < region[2]; z++)
    for (size_t y = 0; y < region[1]; y++) {
      unsigned char *in_image = texel(model, origin[0], origin[1] + y, origin[2] + z);
      unsigned char *in_buffer = data + offset + (z * region[1] + y) * row;
      if (to_image)
        memcpy(in_image, in_buffer, row);
      else
        memcpy(in_buffer, in_image, row);
    }
  check_same(contents(buffer, total), data, total, "the buffer");
}

/* What a colour becomes is the subject of fill.c; here, where. */
static void try_fill(uint32_t *state, struct model *model) {
  size_t origin[3], region[3];
  cl_uint color[4];
  random_part(state, model->extent, origin, region);
  for (int i = 0; i < 4; i++)
    color[i] = random_below(state, 256);
  const float as_float[4] = {(float)color[0] / 255, (float)color[1] / 255, (float)color[2] / 255,
                             (float)color[3] / 255};
  cl_image_format format;
  CHECK_CL(clGetImageInfo(model->image, CL_IMAGE_FORMAT, sizeof format, &format, NULL));
  CHECK_CL(clEnqueueFillImage(test.queue, model->image, is_unsigned(format) ? (const void *)color : as_float, origin,
                              region, 0, NULL, NULL));
  unsigned char filled[16] = {0};
  unsigned channel = (unsigned)(model->element / (format.image_channel_order == CL_R    ? 1
                                                  : format.image_channel_order == CL_RG ? 2
                                                                                        : 4));
  for (unsigned i = 0; i * channel < model->element; i++)
    filled[i * channel] = (unsigned char)color[format.image_channel_order == CL_BGRA && i < 3 ? 2 - i : i];
  for (size_t z = 0; z < region[2]; z++)
    for (size_t y = 0; y < region[1]; y++)
      for (size_t x = 0; x < region[0]; x++)
        memcpy(texel(model, origin[0] + x, origin[1] + y, origin[2] + z), filled, model->element);
}

static void try_all(cl_image_format format, bool pitched, uint32_t seed) {
  size_t mark = test_mark();
  struct model models[NUM_SHAPES];
  uint32_t state = seed;
  for (int i = 0; i < NUM_SHAPES; i++)
    models[i] = make_model(&shapes[i], format, pitched, seed + (uint32_t)i);
  for (int round = 0; round < 12; round++)
    for (int i = 0; i < NUM_SHAPES; i++) {
      try_write(&state, &models[i]);
      try_read(&state, &models[i]);
      try_buffer(&state, &models[i]);
      try_fill(&state, &models[i]);
      for (int k = 0; k < NUM_SHAPES; k++)
        if (k != i)
          try_copy(&state, &models[i], &models[k]);
    }
  for (int i = 0; i < NUM_SHAPES; i++)
    check_model(&models[i], "a row of commands");
  test_release_to(mark);
}

static void parts(void) {
  for (size_t i = 0; i < TEST_COUNT(formats); i++)
    try_all(formats[i], false, 100 * (uint32_t)i + 7);
}

static void parts_of_pitched_images(void) {
  for (size_t i = 0; i < TEST_COUNT(formats); i++)
    try_all(formats[i], true, 100 * (uint32_t)i + 8);
}

/* Each format of each type holds what is written: no bit is lost on the way. */
static void every_format_keeps_its_texels(void) {
  for (int i = 0; i < NUM_SHAPES; i++) {
    cl_image_format *all;
    cl_uint count = formats_of(CL_MEM_READ_ONLY, shapes[i].type, &all);
    CHECK(count >= 40);
    for (cl_uint k = 0; k < count; k++) {
      size_t mark = test_mark();
      struct model model = make_model(&shapes[i], all[k], k % 2, k + 1);
      check_model(&model, "a write");
      test_release_to(mark);
    }
  }
}

/* Larger than what is copied on the calling thread, in rows and as a whole. */
static void large_images(void) {
  const struct shape large = {CL_MEM_OBJECT_IMAGE2D_ARRAY, 301, 211, 1, 11};
  struct model a = make_model(&large, formats[3], false, 3), b = make_model(&large, formats[3], true, 4);
  uint32_t state = 99;
  for (int round = 0; round < 4; round++) {
    try_write(&state, &a);
    try_fill(&state, &b);
    try_copy(&state, &a, &b);
    try_read(&state, &b);
    try_buffer(&state, &b);
  }
  check_model(&a, "a row of commands");
  check_model(&b, "a row of commands");
}

/* Within one image parts may touch, but not overlap. */
static void copies_within_an_image(void) {
  int copied = 0, refused = 0;
  for (int i = 0; i < NUM_SHAPES; i++) {
    struct model model = make_model(&shapes[i], formats[2], i % 2, 5);
    uint32_t state = 31 + (uint32_t)i;
    for (int round = 0; round < 150; round++) {
      size_t src[3], dst[3], region[3], half[3], ignored[3];
      bool overlap = true;
      for (int d = 0; d < 3; d++)
        half[d] = (model.extent[d] + 1) / 2;
      random_part(&state, half, ignored, region);
      for (int d = 0; d < 3; d++) {
        src[d] = random_below(&state, (uint32_t)(model.extent[d] - region[d] + 1));
        dst[d] = random_below(&state, (uint32_t)(model.extent[d] - region[d] + 1));
        overlap = overlap && src[d] < dst[d] + region[d] && dst[d] < src[d] + region[d];
      }
      CHECK_ERR(clEnqueueCopyImage(test.queue, model.image, model.image, src, dst, region, 0, NULL, NULL),
                overlap ? CL_MEM_COPY_OVERLAP : CL_SUCCESS);
      refused += overlap;
      if (overlap)
        continue;
      copied++;
      for (size_t z = 0; z < region[2]; z++)
        for (size_t y = 0; y < region[1]; y++)
          memcpy(texel(&model, dst[0], dst[1] + y, dst[2] + z), texel(&model, src[0], src[1] + y, src[2] + z),
                 region[0] * model.element);
    }
    check_model(&model, "copying within the image");
  }
  CHECK(copied > 100 && refused > 100);
}

/* Commands wait for their events, report their types, and fail with what they waited for. */
static void events(void) {
  struct model a = make_model(&shapes[3], formats[2], false, 6), b = make_model(&shapes[3], formats[2], false, 7);
  const size_t origin[3] = {0};
  const cl_uint color[4] = {0};
  unsigned char *data = test_alloc(texels_of(&a.shape) * 4);
  cl_mem buffer = make_buffer(0, texels_of(&a.shape) * 4, NULL);
  cl_event start = make_user_event(), done[6];
  CHECK_CL(clEnqueueWriteImage(test.queue, a.image, CL_FALSE, origin, a.extent, 0, 0, data, 1, &start, &done[0]));
  CHECK_CL(clEnqueueCopyImage(test.queue, a.image, b.image, origin, origin, a.extent, 1, &done[0], &done[1]));
  CHECK_CL(clEnqueueCopyImageToBuffer(test.queue, b.image, buffer, origin, a.extent, 0, 1, &done[1], &done[2]));
  CHECK_CL(clEnqueueCopyBufferToImage(test.queue, buffer, a.image, 0, origin, a.extent, 1, &done[2], &done[3]));
  CHECK_CL(clEnqueueFillImage(test.queue, b.image, color, origin, b.extent, 1, &done[3], &done[4]));
  CHECK_CL(clEnqueueReadImage(test.queue, a.image, CL_FALSE, origin, a.extent, 0, 0, data, 1, &done[4], &done[5]));
  static const cl_command_type types[] = {CL_COMMAND_WRITE_IMAGE,          CL_COMMAND_COPY_IMAGE,
                                          CL_COMMAND_COPY_IMAGE_TO_BUFFER, CL_COMMAND_COPY_BUFFER_TO_IMAGE,
                                          CL_COMMAND_FILL_IMAGE,           CL_COMMAND_READ_IMAGE};
  for (int i = 0; i < 6; i++) {
    cl_command_type type;
    cl_int status;
    keep_event(done[i]);
    CHECK_CL(clGetEventInfo(done[i], CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
    CHECK_EQ(type, types[i]);
    CHECK_CL(clGetEventInfo(done[i], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    CHECK(status == CL_QUEUED || status == CL_SUBMITTED);
  }
  complete(start, -7);
  clFinish(test.queue);
  for (int i = 0; i < 6; i++) {
    cl_int status;
    CHECK_CL(clGetEventInfo(done[i], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    CHECK(status < 0);
  }
  check_model(&a, "a command that did not run");
  CHECK_ERR(clEnqueueReadImage(test.queue, a.image, CL_TRUE, origin, a.extent, 0, 0, data, 1, &start, NULL),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK_ERR(clEnqueueWriteImage(test.queue, a.image, CL_TRUE, origin, a.extent, 0, 0, data, 1, &start, NULL),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

/* The arguments that all commands have, by one function each. */
static cl_mem other_image, other_buffer;
static unsigned char host_data[4096];

static cl_int do_read(cl_command_queue queue, cl_mem image, const size_t *origin, const size_t *region, cl_uint num,
                      const cl_event *events) {
  return clEnqueueReadImage(queue, image, CL_FALSE, origin, region, 0, 0, host_data, num, events, NULL);
}
static cl_int do_write(cl_command_queue queue, cl_mem image, const size_t *origin, const size_t *region, cl_uint num,
                       const cl_event *events) {
  return clEnqueueWriteImage(queue, image, CL_FALSE, origin, region, 0, 0, host_data, num, events, NULL);
}
static cl_int do_fill(cl_command_queue queue, cl_mem image, const size_t *origin, const size_t *region, cl_uint num,
                      const cl_event *events) {
  return clEnqueueFillImage(queue, image, host_data, origin, region, num, events, NULL);
}
static cl_int do_copy_from(cl_command_queue queue, cl_mem image, const size_t *origin, const size_t *region,
                           cl_uint num, const cl_event *events) {
  const size_t zero[3] = {0};
  return clEnqueueCopyImage(queue, image, other_image, origin, zero, region, num, events, NULL);
}
static cl_int do_copy_to(cl_command_queue queue, cl_mem image, const size_t *origin, const size_t *region, cl_uint num,
                         const cl_event *events) {
  const size_t zero[3] = {0};
  return clEnqueueCopyImage(queue, other_image, image, zero, origin, region, num, events, NULL);
}
static cl_int do_to_buffer(cl_command_queue queue, cl_mem image, const size_t *origin, const size_t *region,
                           cl_uint num, const cl_event *events) {
  return clEnqueueCopyImageToBuffer(queue, image, other_buffer, origin, region, 0, num, events, NULL);
}
static cl_int do_from_buffer(cl_command_queue queue, cl_mem image, const size_t *origin, const size_t *region,
                             cl_uint num, const cl_event *events) {
  return clEnqueueCopyBufferToImage(queue, other_buffer, image, 0, origin, region, num, events, NULL);
}
static cl_int do_map(cl_command_queue queue, cl_mem image, const size_t *origin, const size_t *region, cl_uint num,
                     const cl_event *events) {
  cl_int error = 1;
  size_t row, slice;
  void *mapped =
      clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, origin, region, &row, &slice, num, events, NULL, &error);
  CHECK((mapped != NULL) == (error == CL_SUCCESS));
  return error ? error : clEnqueueUnmapMemObject(queue, image, mapped, 0, NULL, NULL);
}

static void what_all_commands_refuse(void) {
  static cl_int (*const commands[])(cl_command_queue, cl_mem, const size_t *, const size_t *, cl_uint,
                                    const cl_event *) = {do_read,    do_write,     do_fill,        do_copy_from,
                                                         do_copy_to, do_to_buffer, do_from_buffer, do_map};
  const size_t zero[3] = {0}, one[3] = {1, 1, 1};
  cl_context context = make_context();
  cl_int error;
  cl_image_desc desc = descriptor(&shapes[3]);
  cl_mem foreign = keep_image(clCreateImage(context, 0, &formats[2], &desc, NULL, &error));
  cl_event bad_event = (cl_event)test.context;
  other_image = make_image(0, formats[2], &shapes[5], 0, 0, NULL);
  other_buffer = make_buffer(0, 4096, NULL);
  for (size_t c = 0; c < TEST_COUNT(commands); c++) {
    for (int i = 0; i < NUM_SHAPES; i++) {
      cl_mem image = make_image(0, formats[2], &shapes[i], 0, 0, NULL);
      size_t extent[3];
      extent_of(&shapes[i], extent);
      CHECK_CL(commands[c](test.queue, image, zero, one, 0, NULL));
      CHECK_ERR(commands[c]((cl_command_queue)test.context, image, zero, one, 0, NULL), CL_INVALID_COMMAND_QUEUE);
      CHECK_ERR(commands[c](test.queue, image, NULL, one, 0, NULL), CL_INVALID_VALUE);
      CHECK_ERR(commands[c](test.queue, image, zero, NULL, 0, NULL), CL_INVALID_VALUE);
      CHECK_ERR(commands[c](test.queue, image, zero, one, 1, NULL), CL_INVALID_EVENT_WAIT_LIST);
      CHECK_ERR(commands[c](test.queue, image, zero, one, 0, &bad_event), CL_INVALID_EVENT_WAIT_LIST);
      CHECK_ERR(commands[c](test.queue, image, zero, one, 1, &bad_event), CL_INVALID_EVENT_WAIT_LIST);
      for (int d = 0; d < 3; d++) {
        size_t origin[3] = {0}, region[3] = {1, 1, 1};
        region[d] = 0;
        CHECK_ERR(commands[c](test.queue, image, origin, region, 0, NULL), CL_INVALID_VALUE);
        region[d] = extent[d] + 1;
        CHECK_ERR(commands[c](test.queue, image, origin, region, 0, NULL), CL_INVALID_VALUE);
        region[d] = 1;
        origin[d] = extent[d]; /* also 1 where there is no such dimension */
        CHECK_ERR(commands[c](test.queue, image, origin, region, 0, NULL), CL_INVALID_VALUE);
        origin[d] = SIZE_MAX;
        CHECK_ERR(commands[c](test.queue, image, origin, region, 0, NULL), CL_INVALID_VALUE);
        region[d] = SIZE_MAX;
        origin[d] = 1;
        CHECK_ERR(commands[c](test.queue, image, origin, region, 0, NULL), CL_INVALID_VALUE);
      }
    }
    CHECK_ERR(commands[c](test.queue, foreign, zero, one, 0, NULL), CL_INVALID_CONTEXT);
    CHECK_ERR(commands[c](test.queue, other_buffer, zero, one, 0, NULL), CL_INVALID_MEM_OBJECT);
    CHECK_ERR(commands[c](test.queue, NULL, zero, one, 0, NULL), CL_INVALID_MEM_OBJECT);
    CHECK_ERR(commands[c](test.queue, (cl_mem)test.context, zero, one, 0, NULL), CL_INVALID_MEM_OBJECT);
  }
}

static void pitches_that_are_refused(void) {
  for (int i = 0; i < NUM_SHAPES; i++) {
    cl_mem image = make_image(0, formats[2], &shapes[i], 0, 0, NULL);
    const size_t zero[3] = {0};
    size_t all[3];
    extent_of(&shapes[i], all);
    bool slices = has_slices(shapes[i].type);
    size_t row = all[0] * 4, slice = slices ? row * shapes[i].height : 0;
#define BOTH(want, row_pitch, slice_pitch, ptr)                                                                        \
  CHECK_ERR(clEnqueueReadImage(test.queue, image, CL_TRUE, zero, all, row_pitch, slice_pitch, ptr, 0, NULL, NULL),     \
            want);                                                                                                     \
  CHECK_ERR(clEnqueueWriteImage(test.queue, image, CL_TRUE, zero, all, row_pitch, slice_pitch, ptr, 0, NULL, NULL),    \
            want)
    BOTH(CL_SUCCESS, row, slice, host_data);
    BOTH(CL_INVALID_VALUE, row - 1, slice, host_data);
    BOTH(CL_INVALID_VALUE, row, slice, NULL);
    BOTH(CL_INVALID_VALUE, row, slices ? slice - 1 : row, host_data);
    if (all[1] > 1 && shapes[i].type != CL_MEM_OBJECT_IMAGE1D_ARRAY) {
      BOTH(CL_INVALID_VALUE, SIZE_MAX / 2, 0, host_data);
    }
    if (slices) {
      BOTH(CL_INVALID_VALUE, row, SIZE_MAX / 2, host_data);
    }
  }
}

static void access_of_the_host(void) {
  static const struct {
    cl_mem_flags flags;
    bool reads, writes;
  } cases[] = {{CL_MEM_HOST_READ_ONLY, true, false},
               {CL_MEM_HOST_WRITE_ONLY, false, true},
               {CL_MEM_HOST_NO_ACCESS, false, false}};
  const size_t zero[3] = {0}, one[3] = {1, 1, 1};
  for (size_t i = 0; i < TEST_COUNT(cases); i++) {
    cl_mem image = make_image(cases[i].flags, formats[2], &shapes[3], 0, 0, NULL);
    cl_int read = cases[i].reads ? CL_SUCCESS : CL_INVALID_OPERATION;
    cl_int write = cases[i].writes ? CL_SUCCESS : CL_INVALID_OPERATION;
    CHECK_ERR(do_read(test.queue, image, zero, one, 0, NULL), read);
    CHECK_ERR(do_write(test.queue, image, zero, one, 0, NULL), write);
    /* the commands of the device ignore it */
    CHECK_CL(do_fill(test.queue, image, zero, one, 0, NULL));
    other_image = make_image(0, formats[2], &shapes[5], 0, 0, NULL);
    other_buffer = make_buffer(0, 4096, NULL);
    CHECK_CL(do_copy_to(test.queue, image, zero, one, 0, NULL));
    CHECK_CL(do_to_buffer(test.queue, image, zero, one, 0, NULL));
    static const cl_map_flags maps[] = {CL_MAP_READ, CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION,
                                        CL_MAP_READ | CL_MAP_WRITE};
    for (size_t k = 0; k < TEST_COUNT(maps); k++) {
      cl_int want = (maps[k] & CL_MAP_READ ? read : 0) | (maps[k] & ~(cl_map_flags)CL_MAP_READ ? write : 0), error;
      size_t row;
      void *mapped =
          clEnqueueMapImage(test.queue, image, CL_TRUE, maps[k], zero, one, &row, NULL, 0, NULL, NULL, &error);
      CHECK_ERR(error, want);
      if (mapped)
        CHECK_CL(clEnqueueUnmapMemObject(test.queue, image, mapped, 0, NULL, NULL));
    }
  }
}

static void what_copies_refuse(void) {
  const size_t zero[3] = {0}, one[3] = {1, 1, 1}, all[3] = {17, 11, 1};
  cl_mem image = make_image(0, formats[2], &shapes[3], 0, 0, NULL);
  cl_mem other = make_image(0, (cl_image_format){CL_RGBA, CL_UNORM_INT8}, &shapes[3], 0, 0, NULL);
  cl_mem buffer = make_buffer(0, 17 * 11 * 4 + 3, NULL);
  CHECK_ERR(clEnqueueCopyImage(test.queue, image, other, zero, zero, one, 0, NULL, NULL), CL_IMAGE_FORMAT_MISMATCH);
  CHECK_ERR(clEnqueueFillImage(test.queue, image, NULL, zero, one, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_CL(clEnqueueCopyImageToBuffer(test.queue, image, buffer, zero, all, 3, 0, NULL, NULL));
  CHECK_ERR(clEnqueueCopyImageToBuffer(test.queue, image, buffer, zero, all, 4, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueCopyImageToBuffer(test.queue, image, buffer, zero, all, SIZE_MAX, 0, NULL, NULL),
            CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueCopyBufferToImage(test.queue, buffer, image, 4, zero, all, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueCopyImageToBuffer(test.queue, image, image, zero, all, 0, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
  cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 20, .mem_object = buffer};
  cl_int error;
  cl_mem of_buffer = keep_image(clCreateImage(test.context, 0, &formats[2], &desc, NULL, &error));
  CHECK_ERR(clEnqueueCopyImageToBuffer(test.queue, of_buffer, buffer, zero, one, 400, 0, NULL, NULL),
            CL_INVALID_MEM_OBJECT);
  CHECK_ERR(clEnqueueCopyBufferToImage(test.queue, buffer, of_buffer, 400, zero, one, 0, NULL, NULL),
            CL_INVALID_MEM_OBJECT);
}

static const struct test_case cases[] = {
    {"parts", parts},
    {"parts_of_pitched_images", parts_of_pitched_images},
    {"every_format_keeps_its_texels", every_format_keeps_its_texels},
    {"large_images", large_images},
    {"copies_within_an_image", copies_within_an_image},
    {"events", events},
    {"what_all_commands_refuse", what_all_commands_refuse},
    {"pitches_that_are_refused", pitches_that_are_refused},
    {"access_of_the_host", access_of_the_host},
    {"what_copies_refuse", what_copies_refuse},
};
TEST_MAIN(cases)
