/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Maps of parts of images: pointers and pitches, contents both ways, overlaps, counts. */
#include <string.h>

#include "tests/api_images/images.h"

static const cl_image_format rgba = {CL_RGBA, CL_UNORM_INT8};

static void unmap(cl_mem mem, void *mapped) {
  CHECK_CL(clEnqueueUnmapMemObject(test.queue, mem, mapped, 0, NULL, NULL));
}

static unsigned char *map(cl_mem image, cl_map_flags flags, const size_t origin[3], const size_t region[3], size_t *row,
                          size_t *slice) {
  cl_int error = 1;
  *row = *slice = 77;
  void *mapped =
      clEnqueueMapImage(test.queue, image, CL_TRUE, flags, origin, region, row, slice, 0, NULL, NULL, &error);
  CHECK_CL(error);
  CHECK(mapped != NULL);
  return mapped;
}

static void parts(void) {
  uint32_t state = 17;
  for (int i = 0; i < NUM_SHAPES; i++)
    for (int pitched = 0; pitched < 2; pitched++) {
      const struct shape *shape = &shapes[i];
      size_t extent[3], row = (shape->width + 2) * 4, slice = row * (shape->height + 1), total, got;
      size_t image_row, image_slice, size = texels_of(shape) * 4;
      const size_t zero[3] = {0};
      bool slices = has_slices(shape->type);
      total = slices ? slice * shape->depth * shape->layers : row * shape->height;
      unsigned char *memory = test_alloc(total), *model = test_alloc(size);
      cl_mem image = pitched ? make_image(CL_MEM_USE_HOST_PTR, rgba, shape, row, slices ? slice : 0, memory)
                             : make_image(0, rgba, shape, 0, 0, NULL);
      extent_of(shape, extent);
      test_fill(model, size, 4);
      CHECK_CL(clEnqueueWriteImage(test.queue, image, CL_TRUE, zero, extent, 0, 0, model, 0, NULL, NULL));
      for (int round = 0; round < 20; round++) {
        size_t origin[3], region[3];
        random_part(&state, extent, origin, region);
        bool writes = round % 2;
        unsigned char *mapped =
            map(image, writes ? CL_MAP_WRITE : CL_MAP_READ, origin, region, &image_row, &image_slice);
        CHECK_CL(clGetImageInfo(image, CL_IMAGE_ROW_PITCH, sizeof got, &got, NULL));
        CHECK(image_row >= region[0] * 4);
        CHECK(!pitched || image_row == got);
        CHECK(slices ? image_slice >= image_row : image_slice == 0);
        size_t at_row = shape->type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? image_slice : image_row;
        if (pitched) /* derived from the application's pointer */
          CHECK(mapped == memory + origin[0] * 4 + origin[1] * at_row + origin[2] * image_slice);
        for (size_t z = 0; z < region[2]; z++)
          for (size_t y = 0; y < region[1]; y++) {
            unsigned char *in_image = mapped + z * image_slice + y * at_row;
            unsigned char *in_model =
                model + (((origin[2] + z) * extent[1] + origin[1] + y) * extent[0] + origin[0]) * 4;
            if (writes) {
              test_fill(in_image, region[0] * 4, state + (uint32_t)(y + z));
              memcpy(in_model, in_image, region[0] * 4);
            } else {
              check_same(in_image, in_model, region[0] * 4, "the mapped part");
            }
          }
        unmap(image, mapped);
      }
      check_same(texels(image, shape, 4), model, size, "the image");
    }
}

/* Two maps for writing may not share a texel; all else may be mapped at a time. */
static void overlaps(void) {
  uint32_t state = 5;
  int refused = 0, allowed = 0;
  for (int i = 0; i < NUM_SHAPES; i++) {
    cl_mem image = make_image(0, rgba, &shapes[i], 0, 0, NULL);
    size_t extent[3], row, slice;
    extent_of(&shapes[i], extent);
    for (int round = 0; round < 60; round++) {
      size_t a[3], b[3], region_a[3], region_b[3];
      bool overlap = true;
      cl_int error;
      random_part(&state, extent, a, region_a);
      random_part(&state, extent, b, region_b);
      for (int d = 0; d < 3; d++)
        overlap = overlap && a[d] < b[d] + region_b[d] && b[d] < a[d] + region_a[d];
      void *first = map(image, CL_MAP_WRITE, a, region_a, &row, &slice);
      void *second = clEnqueueMapImage(test.queue, image, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, b, region_b, &row,
                                       &slice, 0, NULL, NULL, &error);
      CHECK_ERR(error, overlap ? CL_INVALID_OPERATION : CL_SUCCESS);
      CHECK_EQ(mem_info(image, CL_MEM_MAP_COUNT, sizeof(cl_uint)), overlap ? 1 : 2);
      void *third = map(image, CL_MAP_READ, b, region_b, &row, &slice);
      unmap(image, third);
      if (second)
        unmap(image, second);
      unmap(image, first);
      CHECK_EQ(mem_info(image, CL_MEM_MAP_COUNT, sizeof(cl_uint)), 0);
      refused += overlap;
      allowed += !overlap;
    }
  }
  CHECK(refused > 30 && allowed > 30);
}

/* Maps through a buffer and through its image see each other. */
static void overlaps_with_the_buffer(void) {
  cl_mem buffer = make_buffer(0, 400, NULL);
  cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 100, .mem_object = buffer};
  cl_int error;
  cl_mem image = keep_image(clCreateImage(test.context, 0, &rgba, &desc, NULL, &error));
  size_t row, slice;
  void *mapped = map(image, CL_MAP_WRITE, (const size_t[]){10, 0, 0}, (const size_t[]){5, 1, 1}, &row, &slice);
  clEnqueueMapBuffer(test.queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 41, 0, NULL, NULL, &error);
  CHECK_ERR(error, CL_INVALID_OPERATION);
  clEnqueueMapBuffer(test.queue, buffer, CL_TRUE, CL_MAP_WRITE, 59, 41, 0, NULL, NULL, &error);
  CHECK_ERR(error, CL_INVALID_OPERATION);
  void *before = clEnqueueMapBuffer(test.queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 40, 0, NULL, NULL, &error);
  CHECK_CL(error);
  void *after = clEnqueueMapBuffer(test.queue, buffer, CL_TRUE, CL_MAP_WRITE, 60, 340, 0, NULL, NULL, &error);
  CHECK_CL(error);
  CHECK((char *)mapped == (char *)before + 40);
  unmap(buffer, before);
  unmap(buffer, after);
  unmap(image, mapped);
}

static void arguments(void) {
  const size_t zero[3] = {0}, one[3] = {1, 1, 1};
  for (int i = 0; i < NUM_SHAPES; i++) {
    cl_mem image = make_image(0, rgba, &shapes[i], 0, 0, NULL);
    size_t row, slice;
    cl_int error;
    CREATE_GIVES(CL_INVALID_VALUE, clEnqueueMapImage(test.queue, image, CL_TRUE, CL_MAP_READ, zero, one, NULL, &slice,
                                                     0, NULL, NULL, &refused));
    CREATE_GIVES(CL_INVALID_VALUE,
                 clEnqueueMapImage(test.queue, image, CL_TRUE, 8, zero, one, &row, &slice, 0, NULL, NULL, &refused));
    CREATE_GIVES(CL_INVALID_VALUE,
                 clEnqueueMapImage(test.queue, image, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, zero, one,
                                   &row, &slice, 0, NULL, NULL, &refused));
    void *mapped =
        clEnqueueMapImage(test.queue, image, CL_TRUE, CL_MAP_READ, zero, one, &row, NULL, 0, NULL, NULL, &error);
    CHECK_ERR(error, has_slices(shapes[i].type) ? CL_INVALID_VALUE : CL_SUCCESS);
    if (mapped)
      unmap(image, mapped);
    CHECK_ERR(clEnqueueUnmapMemObject(test.queue, image, &row, 0, NULL, NULL), CL_INVALID_VALUE);
    CHECK_ERR(clEnqueueUnmapMemObject(test.queue, image, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
  }
}

/* A map waits its turn; one that fails leaves nothing mapped. */
static void events(void) {
  cl_mem image = make_image(0, rgba, &shapes[3], 0, 0, NULL);
  const size_t zero[3] = {0}, all[3] = {17, 11, 1};
  cl_event start = make_user_event(), done, unmapped;
  size_t row;
  cl_int error, status;
  cl_command_type type;
  unsigned char *mapped =
      clEnqueueMapImage(test.queue, image, CL_FALSE, CL_MAP_WRITE, zero, all, &row, NULL, 1, &start, &done, &error);
  CHECK_CL(error);
  keep_event(done);
  CHECK_CL(clGetEventInfo(done, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
  CHECK_EQ(type, CL_COMMAND_MAP_IMAGE);
  CHECK_CL(clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
  CHECK(status > CL_COMPLETE);
  complete(start, CL_COMPLETE);
  CHECK_CL(clWaitForEvents(1, &done));
  memset(mapped, 3, row);
  CHECK_CL(clEnqueueUnmapMemObject(test.queue, image, mapped, 0, NULL, &unmapped));
  keep_event(unmapped);
  CHECK_CL(clGetEventInfo(unmapped, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
  CHECK_EQ(type, CL_COMMAND_UNMAP_MEM_OBJECT);
  CHECK_EQ(texels(image, &shapes[3], 4)[5], 3);
  cl_event failing = make_user_event();
  clEnqueueMapImage(test.queue, image, CL_FALSE, CL_MAP_WRITE, zero, all, &row, NULL, 1, &failing, NULL, &error);
  CHECK_CL(error);
  complete(failing, -5);
  clFinish(test.queue);
  CHECK_EQ(mem_info(image, CL_MEM_MAP_COUNT, sizeof(cl_uint)), 0);
  CREATE_GIVES(
      CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
      clEnqueueMapImage(test.queue, image, CL_TRUE, CL_MAP_READ, zero, all, &row, NULL, 1, &failing, NULL, &refused));
}

static const struct test_case cases[] = {
    {"parts", parts},         {"overlaps", overlaps}, {"overlaps_with_the_buffer", overlaps_with_the_buffer},
    {"arguments", arguments}, {"events", events},
};
TEST_MAIN(cases)
