/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where no device has images the calls say so, after they have looked at their other arguments. */
#include "tests/api_images/images.h"

static void no_images(void) {
  const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
  cl_image_desc desc = descriptor(&shapes[3]);
  cl_uint count = 77;
  CREATE_GIVES(CL_INVALID_OPERATION, clCreateImage(test.context, 0, &format, &desc, NULL, &refused));
  CREATE_GIVES(CL_INVALID_CONTEXT, clCreateImage(NULL, 0, &format, &desc, NULL, &refused));
  CREATE_GIVES(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, clCreateImage(test.context, 0, NULL, &desc, NULL, &refused));
  CREATE_GIVES(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(test.context, 0, &format, NULL, NULL, &refused));
  CREATE_GIVES(CL_INVALID_OPERATION,
               clCreateImageWithProperties(test.context, NULL, 0, &format, &desc, NULL, &refused));
  CREATE_GIVES(CL_INVALID_OPERATION, clCreateImage2D(test.context, 0, &format, 4, 4, 0, NULL, &refused));
  CREATE_GIVES(CL_INVALID_OPERATION, clCreateImage3D(test.context, 0, &format, 4, 4, 4, 0, 0, NULL, &refused));
  CHECK_CL(clGetSupportedImageFormats(test.context, 0, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count));
  CHECK_EQ(count, 0);
  CREATE_GIVES(CL_INVALID_OPERATION,
               clCreateSampler(test.context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &refused));
  CREATE_GIVES(CL_INVALID_OPERATION, clCreateSamplerWithProperties(test.context, NULL, &refused));
}

static void no_commands(void) {
  const size_t zero[3] = {0}, one[3] = {1, 1, 1};
  char data[64];
  cl_mem mem = make_buffer(0, 64, NULL), bad = (cl_mem)test.context;
  CHECK_ERR(clGetImageInfo(mem, CL_IMAGE_WIDTH, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(clEnqueueReadImage(test.queue, mem, CL_TRUE, zero, one, 0, 0, data, 0, NULL, NULL), CL_INVALID_OPERATION);
  CHECK_ERR(clEnqueueReadImage(test.queue, bad, CL_TRUE, zero, one, 0, 0, data, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(clEnqueueReadImage((cl_command_queue)test.context, mem, CL_TRUE, zero, one, 0, 0, data, 0, NULL, NULL),
            CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clEnqueueWriteImage(test.queue, mem, CL_TRUE, zero, one, 0, 0, data, 0, NULL, NULL), CL_INVALID_OPERATION);
  CHECK_ERR(clEnqueueFillImage(test.queue, mem, data, zero, one, 0, NULL, NULL), CL_INVALID_OPERATION);
  CHECK_ERR(clEnqueueCopyImage(test.queue, mem, mem, zero, zero, one, 0, NULL, NULL), CL_INVALID_OPERATION);
  CHECK_ERR(clEnqueueCopyImageToBuffer(test.queue, mem, mem, zero, one, 0, 0, NULL, NULL), CL_INVALID_OPERATION);
  CHECK_ERR(clEnqueueCopyBufferToImage(test.queue, mem, mem, 0, zero, one, 0, NULL, NULL), CL_INVALID_OPERATION);
  CREATE_GIVES(CL_INVALID_OPERATION, clEnqueueMapImage(test.queue, mem, CL_TRUE, CL_MAP_READ, zero, one, NULL, NULL, 0,
                                                       NULL, NULL, &refused));
}

static void what_the_device_says(void) {
  static const cl_device_info uints[] = {CL_DEVICE_IMAGE_SUPPORT,
                                         CL_DEVICE_MAX_READ_IMAGE_ARGS,
                                         CL_DEVICE_MAX_WRITE_IMAGE_ARGS,
                                         CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS,
                                         CL_DEVICE_MAX_SAMPLERS,
                                         CL_DEVICE_IMAGE_PITCH_ALIGNMENT,
                                         CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT};
  static const cl_device_info sizes[] = {CL_DEVICE_IMAGE2D_MAX_WIDTH,   CL_DEVICE_IMAGE2D_MAX_HEIGHT,
                                         CL_DEVICE_IMAGE3D_MAX_WIDTH,   CL_DEVICE_IMAGE3D_MAX_HEIGHT,
                                         CL_DEVICE_IMAGE3D_MAX_DEPTH,   CL_DEVICE_IMAGE_MAX_BUFFER_SIZE,
                                         CL_DEVICE_IMAGE_MAX_ARRAY_SIZE};
  CHECK(!test_has_c_feature("__opencl_c_images"));
  for (size_t i = 0; i < TEST_COUNT(uints); i++)
    CHECK_EQ(test_device_uint(uints[i]), 0);
  for (size_t i = 0; i < TEST_COUNT(sizes); i++)
    CHECK_EQ(test_device_size(sizes[i]), 0);
}

static const struct test_case cases[] = {
    {"no_images", no_images},
    {"no_commands", no_commands},
    {"what_the_device_says", what_the_device_says},
};
TEST_MAIN(cases)
