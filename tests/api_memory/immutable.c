/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cl_ext_immutable_memory_objects: made with their contents, read by everything, changed by nothing. */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/api_memory/objects.h"

#ifndef CL_MEM_IMMUTABLE_EXT
#define CL_MEM_IMMUTABLE_EXT (1 << 6)
#endif

enum { SIZE = 4096, WIDTH = 16, HEIGHT = 16 };

static const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
static const size_t zero[3], whole[3] = {WIDTH, HEIGHT, 1};

static void need_extension(void) {
  if (!test_has_extension("cl_ext_immutable_memory_objects"))
    test_skip("no cl_ext_immutable_memory_objects");
}

static cl_image_desc desc_of(cl_mem parent) {
  return (cl_image_desc){.image_type = CL_MEM_OBJECT_IMAGE2D,
                         .image_width = WIDTH,
                         .image_height = HEIGHT,
                         .image_row_pitch = 0,
                         .mem_object = parent};
}

/* How the flags of a new object may be, and how not. */
struct flags {
  cl_mem_flags flags;
  bool data; /* with a host pointer */
  cl_int want;
};

static void creation(void) {
  need_extension();
  static char data[SIZE];
  static const struct flags list[] = {
      {CL_MEM_IMMUTABLE_EXT | CL_MEM_USE_HOST_PTR, true, CL_SUCCESS},
      {CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR, true, CL_SUCCESS},
      {CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, true, CL_SUCCESS},
      {CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR | CL_MEM_READ_ONLY, true, CL_SUCCESS},
      {CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_READ_ONLY, true, CL_SUCCESS},
      {CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_NO_ACCESS, true, CL_SUCCESS},
      {CL_MEM_IMMUTABLE_EXT, false, CL_INVALID_VALUE},
      {CL_MEM_IMMUTABLE_EXT | CL_MEM_READ_ONLY, false, CL_INVALID_VALUE},
      {CL_MEM_IMMUTABLE_EXT | CL_MEM_ALLOC_HOST_PTR, false, CL_INVALID_VALUE},
      {CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR | CL_MEM_READ_WRITE, true, CL_INVALID_VALUE},
      {CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR | CL_MEM_WRITE_ONLY, true, CL_INVALID_VALUE},
      {CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_WRITE_ONLY, true, CL_INVALID_VALUE},
      {CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR, false, CL_INVALID_HOST_PTR},
  };
  for (size_t i = 0; i < TEST_COUNT(list); i++) {
    cl_int error, of_image;
    cl_mem buffer = clCreateBuffer(test.context, list[i].flags, SIZE, list[i].data ? data : NULL, &error);
    cl_image_desc desc = desc_of(NULL);
    cl_mem image = clCreateImage(test.context, list[i].flags, &format, &desc, list[i].data ? data : NULL, &of_image);
    if (error != list[i].want || of_image != list[i].want)
      FAIL("flags %#llx give %d and %d, not %d", (unsigned long long)list[i].flags, error, of_image, list[i].want);
    cl_mem_flags said = 0;
    if (buffer) {
      CHECK_CL(clGetMemObjectInfo(buffer, CL_MEM_FLAGS, sizeof said, &said, NULL));
      CHECK_EQ(said, list[i].flags);
      CHECK_CL(clReleaseMemObject(buffer));
      CHECK_CL(clReleaseMemObject(image));
    }
  }
  cl_int error;
  CHECK(!clCreatePipe(test.context, CL_MEM_IMMUTABLE_EXT | CL_MEM_HOST_NO_ACCESS, 4, 4, NULL, &error));
  CHECK(error == CL_INVALID_VALUE || error == CL_INVALID_OPERATION);
  CHECK(!clSVMAlloc(test.context, CL_MEM_IMMUTABLE_EXT, SIZE, 0));
}

static void check_sub(cl_mem parent, cl_mem_flags flags, cl_int want, cl_mem_flags result) {
  cl_int error;
  cl_mem sub = clCreateSubBuffer(parent, flags, CL_BUFFER_CREATE_TYPE_REGION, &(cl_buffer_region){0, SIZE}, &error);
  CHECK_ERR(error, want);
  if (error)
    return;
  cl_mem_flags said = 0;
  CHECK_CL(clGetMemObjectInfo(sub, CL_MEM_FLAGS, sizeof said, &said, NULL));
  CHECK_EQ(said, result);
  cl_int value = 0;
  error = clEnqueueFillBuffer(test.queue, sub, &value, sizeof value, 0, SIZE, 0, NULL, NULL);
  CHECK_CL(clReleaseMemObject(sub));
  CHECK_ERR(error, CL_INVALID_OPERATION);
}

static void check_image_of(cl_mem parent, cl_mem_flags flags, cl_int want) {
  cl_int error;
  cl_image_desc desc = desc_of(parent);
  desc.image_row_pitch = test_device_uint(CL_DEVICE_IMAGE_PITCH_ALIGNMENT) * 4;
  cl_mem image = clCreateImage(test.context, flags, &format, &desc, NULL, &error);
  CHECK_ERR(error, want);
  if (error)
    return;
  error = clEnqueueFillImage(test.queue, image, (cl_uint[4]){1, 2, 3, 4}, zero, whole, 0, NULL, NULL);
  CHECK_CL(clReleaseMemObject(image));
  CHECK_ERR(error, CL_INVALID_OPERATION);
}

/* What is made of an immutable object is immutable too; of others it may be. */
static void parts(void) {
  need_extension();
  static char data[SIZE];
  cl_int error;
  cl_mem parent = clCreateBuffer(test.context, CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR, SIZE, data, &error);
  CHECK_CL(error);
  cl_mem other = clCreateBuffer(test.context, CL_MEM_COPY_HOST_PTR, SIZE, data, &error);
  CHECK_CL(error);
  const cl_mem_flags own = CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR;
  check_sub(parent, 0, CL_SUCCESS, own);
  check_sub(parent, CL_MEM_IMMUTABLE_EXT, CL_SUCCESS, own);
  check_sub(parent, CL_MEM_READ_ONLY, CL_SUCCESS, own | CL_MEM_READ_ONLY);
  check_sub(parent, CL_MEM_HOST_READ_ONLY, CL_SUCCESS, own | CL_MEM_HOST_READ_ONLY);
  check_sub(parent, CL_MEM_READ_WRITE, CL_INVALID_VALUE, 0);
  check_sub(parent, CL_MEM_WRITE_ONLY, CL_INVALID_VALUE, 0);
  check_sub(parent, CL_MEM_HOST_WRITE_ONLY, CL_INVALID_VALUE, 0);
  check_sub(other, CL_MEM_IMMUTABLE_EXT, CL_SUCCESS, own);
  check_sub(other, CL_MEM_IMMUTABLE_EXT | CL_MEM_READ_WRITE, CL_INVALID_VALUE, 0);
  if (test_has_extension("cl_khr_image2d_from_buffer") &&
      test_device_uint(CL_DEVICE_IMAGE_PITCH_ALIGNMENT) * 4 * HEIGHT <= SIZE &&
      test_device_uint(CL_DEVICE_IMAGE_PITCH_ALIGNMENT) >= WIDTH) {
    check_image_of(parent, CL_MEM_IMMUTABLE_EXT, CL_SUCCESS);
    check_image_of(parent, CL_MEM_IMMUTABLE_EXT | CL_MEM_READ_ONLY, CL_SUCCESS);
    check_image_of(parent, 0, CL_INVALID_VALUE);
    check_image_of(parent, CL_MEM_READ_ONLY, CL_INVALID_VALUE);
    check_image_of(parent, CL_MEM_IMMUTABLE_EXT | CL_MEM_READ_WRITE, CL_INVALID_VALUE);
    check_image_of(other, CL_MEM_IMMUTABLE_EXT, CL_SUCCESS);
  }
  CHECK_CL(clReleaseMemObject(parent));
  CHECK_CL(clReleaseMemObject(other));
}

/* Every command that would change it is refused, and those that read it work: it lies in memory that cannot be written.
 */
static void commands(void) {
  need_extension();
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  cl_uchar *data = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(data != MAP_FAILED && page >= SIZE);
  cl_uchar copy[SIZE], got[SIZE];
  test_fill(data, SIZE, 1);
  memcpy(copy, data, SIZE);
  CHECK(mprotect(data, page, PROT_READ) == 0);
  const cl_mem_flags flags = CL_MEM_IMMUTABLE_EXT | CL_MEM_USE_HOST_PTR;
  cl_int error;
  cl_image_desc desc = desc_of(NULL);
  cl_mem buffer = clCreateBuffer(test.context, flags, SIZE, data, &error);
  CHECK_CL(error);
  cl_mem image = clCreateImage(test.context, flags, &format, &desc, data, &error);
  CHECK_CL(error);
  cl_mem other = clCreateBuffer(test.context, 0, SIZE, NULL, &error);
  CHECK_CL(error);
  cl_mem other_image = clCreateImage(test.context, 0, &format, &desc, NULL, &error);
  CHECK_CL(error);
  cl_command_queue q = test.queue;
  const size_t rows[3] = {64, 16, 1};
  CHECK_ERR(clEnqueueWriteBuffer(q, buffer, CL_TRUE, 0, 16, copy, 0, NULL, NULL), CL_INVALID_OPERATION);
  CHECK_ERR(clEnqueueWriteBufferRect(q, buffer, CL_TRUE, zero, zero, rows, 0, 0, 0, 0, copy, 0, NULL, NULL),
            CL_INVALID_OPERATION);
  CHECK_ERR(clEnqueueFillBuffer(q, buffer, copy, 1, 0, 16, 0, NULL, NULL), CL_INVALID_OPERATION);
  CHECK_ERR(clEnqueueCopyBuffer(q, other, buffer, 0, 0, 16, 0, NULL, NULL), CL_INVALID_OPERATION);
  CHECK_ERR(clEnqueueCopyBufferRect(q, other, buffer, zero, zero, rows, 0, 0, 0, 0, 0, NULL, NULL),
            CL_INVALID_OPERATION);
  CHECK_ERR(clEnqueueCopyImageToBuffer(q, other_image, buffer, zero, whole, 0, 0, NULL, NULL), CL_INVALID_OPERATION);
  CHECK_ERR(clEnqueueWriteImage(q, image, CL_TRUE, zero, whole, 0, 0, copy, 0, NULL, NULL), CL_INVALID_OPERATION);
  CHECK_ERR(clEnqueueFillImage(q, image, (cl_uint[4]){0}, zero, whole, 0, NULL, NULL), CL_INVALID_OPERATION);
  CHECK_ERR(clEnqueueCopyImage(q, other_image, image, zero, zero, whole, 0, NULL, NULL), CL_INVALID_OPERATION);
  CHECK_ERR(clEnqueueCopyBufferToImage(q, other, image, 0, zero, whole, 0, NULL, NULL), CL_INVALID_OPERATION);
  static const cl_map_flags writes[] = {CL_MAP_WRITE, CL_MAP_READ | CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION};
  for (size_t i = 0; i < TEST_COUNT(writes); i++) {
    size_t row;
    CHECK(!clEnqueueMapBuffer(q, buffer, CL_TRUE, writes[i], 0, SIZE, 0, NULL, NULL, &error));
    CHECK_ERR(error, CL_INVALID_OPERATION);
    CHECK(!clEnqueueMapImage(q, image, CL_TRUE, writes[i], zero, whole, &row, NULL, 0, NULL, NULL, &error));
    CHECK_ERR(error, CL_INVALID_OPERATION);
    /* Before what is wrong with the pitches. */
    CHECK(!clEnqueueMapImage(q, image, CL_TRUE, writes[i], zero, whole, NULL, NULL, 0, NULL, NULL, &error));
    CHECK_ERR(error, CL_INVALID_OPERATION);
  }

  CHECK_CL(clEnqueueReadBuffer(q, buffer, CL_TRUE, 0, SIZE, got, 0, NULL, NULL));
  CHECK(!memcmp(got, copy, SIZE));
  CHECK_CL(clEnqueueReadImage(q, image, CL_TRUE, zero, whole, 0, 0, got, 0, NULL, NULL));
  CHECK(!memcmp(got, copy, (size_t)WIDTH * HEIGHT * 4));
  CHECK_CL(clEnqueueCopyBuffer(q, buffer, other, 0, 0, SIZE, 0, NULL, NULL));
  CHECK_CL(clEnqueueReadBuffer(q, other, CL_TRUE, 0, SIZE, got, 0, NULL, NULL));
  CHECK(!memcmp(got, copy, SIZE));
  CHECK_CL(clEnqueueCopyBufferToImage(q, buffer, other_image, 0, zero, whole, 0, NULL, NULL));
  CHECK_CL(clEnqueueCopyImage(q, image, other_image, zero, zero, whole, 0, NULL, NULL));
  CHECK_CL(clEnqueueCopyImageToBuffer(q, image, other, zero, whole, 0, 0, NULL, NULL));
  CHECK_CL(clEnqueueMigrateMemObjects(q, 1, &buffer, 0, 0, NULL, NULL));
  void *mapped = clEnqueueMapBuffer(q, buffer, CL_TRUE, CL_MAP_READ, 0, SIZE, 0, NULL, NULL, &error);
  CHECK_CL(error);
  CHECK(!memcmp(mapped, copy, SIZE));
  CHECK_CL(clEnqueueUnmapMemObject(q, buffer, mapped, 0, NULL, NULL));
  CHECK_CL(clFinish(q));
  CHECK(!memcmp(data, copy, SIZE));
  CHECK_CL(clReleaseMemObject(buffer));
  CHECK_CL(clReleaseMemObject(image));
  CHECK_CL(clReleaseMemObject(other));
  CHECK_CL(clReleaseMemObject(other_image));
  munmap(data, page);
}

/* Kernels get it where they cannot write. */
static void arguments(void) {
  need_extension();
  cl_uchar data[SIZE], got[SIZE / 4];
  test_fill(data, SIZE, 3);
  const cl_mem_flags flags = CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR;
  cl_int error;
  cl_image_desc desc = desc_of(NULL);
  cl_mem buffer = clCreateBuffer(test.context, flags, SIZE, data, &error);
  CHECK_CL(error);
  cl_mem image = clCreateImage(test.context, flags, &format, &desc, data, &error);
  CHECK_CL(error);
  cl_mem out = clCreateBuffer(test.context, 0, sizeof got, NULL, &error);
  CHECK_CL(error);
  cl_kernel kernel =
      test_kernel(test_build("", CL(kernel void k(global uchar * out, global const uchar *a, constant uchar *b,
                                                  read_only image2d_t c, write_only image2d_t d) {
                               int i = get_global_id(0);
                               out[i] = a[i] + b[i] + read_imageui(c, (int2)(i % 16, i / 16)).x;
                             })),
                  "k");
  CHECK_CL(clSetKernelArg(kernel, 1, sizeof buffer, &buffer));
  CHECK_CL(clSetKernelArg(kernel, 2, sizeof buffer, &buffer));
  CHECK_CL(clSetKernelArg(kernel, 3, sizeof image, &image));
  CHECK_ERR(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), CL_INVALID_ARG_VALUE);
  CHECK_ERR(clSetKernelArg(kernel, 4, sizeof image, &image), CL_INVALID_ARG_VALUE);
  cl_mem other_image = clCreateImage(test.context, 0, &format, &desc, NULL, &error);
  CHECK_CL(error);
  CHECK_CL(clSetKernelArg(kernel, 0, sizeof out, &out));
  CHECK_CL(clSetKernelArg(kernel, 4, sizeof other_image, &other_image));
  test_launch(kernel, 1, NULL, (const size_t[]){WIDTH * HEIGHT}, NULL);
  CHECK_CL(clEnqueueReadBuffer(test.queue, out, CL_TRUE, 0, WIDTH * HEIGHT, got, 0, NULL, NULL));
  for (size_t i = 0; i < WIDTH * HEIGHT; i++)
    CHECK_EQ(got[i], (cl_uchar)(2 * data[i] + data[4 * i]));
  CHECK_CL(clReleaseMemObject(buffer));
  CHECK_CL(clReleaseMemObject(image));
  CHECK_CL(clReleaseMemObject(out));
  CHECK_CL(clReleaseMemObject(other_image));
}

/* Formats of images that are read are formats of immutable ones. */
static void formats(void) {
  need_extension();
  cl_uint immutable = 0, reading = 0;
  CHECK_CL(clGetSupportedImageFormats(test.context, CL_MEM_IMMUTABLE_EXT, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &immutable));
  CHECK_CL(clGetSupportedImageFormats(test.context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &reading));
  CHECK(immutable >= reading);
  CHECK_ERR(clGetSupportedImageFormats(test.context, CL_MEM_IMMUTABLE_EXT | CL_MEM_KERNEL_READ_AND_WRITE,
                                       CL_MEM_OBJECT_IMAGE2D, 0, NULL, &reading),
            CL_INVALID_VALUE);
}

static const struct test_case cases[] = {
    {"creation", creation}, {"parts", parts}, {"commands", commands}, {"arguments", arguments}, {"formats", formats},
};
TEST_MAIN(cases)
