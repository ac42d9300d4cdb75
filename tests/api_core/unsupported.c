/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Entry points of features that no device has: the specification's error, never success, and bad handles first. */
#include "tests/api_core/info.h"

static cl_context bad_context(void) {
  return (cl_context)test.queue;
}
static cl_command_queue bad_queue(void) {
  return (cl_command_queue)test.context;
}

static cl_mem buffer(void) {
  cl_int error;
  cl_mem mem = clCreateBuffer(test.context, 0, 64, NULL, &error);
  CHECK_CL(error);
  return mem;
}

#define CREATE_GIVES(want, call)                                                                                       \
  do {                                                                                                                 \
    cl_int error = 1;                                                                                                  \
    CHECK((call) == NULL);                                                                                             \
    CHECK_ERR(error, (want));                                                                                          \
  } while (0)

static void images(void) {
  const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
  const cl_image_desc descriptor = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
  cl_uint count = 77;
  CREATE_GIVES(CL_INVALID_OPERATION, clCreateImage(test.context, 0, &format, &descriptor, NULL, &error));
  CREATE_GIVES(CL_INVALID_CONTEXT, clCreateImage(bad_context(), 0, &format, &descriptor, NULL, &error));
  CREATE_GIVES(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, clCreateImage(test.context, 0, NULL, &descriptor, NULL, &error));
  CREATE_GIVES(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(test.context, 0, &format, NULL, NULL, &error));
  CREATE_GIVES(CL_INVALID_OPERATION,
               clCreateImageWithProperties(test.context, NULL, 0, &format, &descriptor, NULL, &error));
  CREATE_GIVES(CL_INVALID_OPERATION, clCreateImage2D(test.context, 0, &format, 4, 4, 0, NULL, &error));
  CREATE_GIVES(CL_INVALID_OPERATION, clCreateImage3D(test.context, 0, &format, 4, 4, 4, 0, 0, NULL, &error));
  CHECK_CL(clGetSupportedImageFormats(test.context, 0, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count));
  CHECK_EQ(count, 0);
  CHECK_ERR(clGetSupportedImageFormats(bad_context(), 0, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count), CL_INVALID_CONTEXT);
  CHECK_ERR(clGetSupportedImageFormats(test.context, 0, CL_MEM_OBJECT_BUFFER, 0, NULL, &count), CL_INVALID_VALUE);
}

static void image_commands(void) {
  const size_t zero[3] = {0}, one[3] = {1, 1, 1};
  char data[64];
  cl_mem mem = buffer(), bad = (cl_mem)test.context;
  cl_event bad_event = (cl_event)test.context;
  CHECK_ERR(clGetImageInfo(mem, CL_IMAGE_WIDTH, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(clEnqueueReadImage(test.queue, mem, CL_TRUE, zero, one, 0, 0, data, 0, NULL, NULL), CL_INVALID_OPERATION);
  CHECK_ERR(clEnqueueReadImage(test.queue, bad, CL_TRUE, zero, one, 0, 0, data, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(clEnqueueReadImage(bad_queue(), mem, CL_TRUE, zero, one, 0, 0, data, 0, NULL, NULL),
            CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clEnqueueReadImage(test.queue, mem, CL_TRUE, zero, one, 0, 0, data, 1, &bad_event, NULL),
            CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(clEnqueueWriteImage(test.queue, mem, CL_TRUE, zero, one, 0, 0, data, 0, NULL, NULL), CL_INVALID_OPERATION);
  CHECK_ERR(clEnqueueFillImage(test.queue, mem, data, zero, one, 0, NULL, NULL), CL_INVALID_OPERATION);
  CHECK_ERR(clEnqueueCopyImage(test.queue, mem, mem, zero, zero, one, 0, NULL, NULL), CL_INVALID_OPERATION);
  CHECK_ERR(clEnqueueCopyImageToBuffer(test.queue, mem, mem, zero, one, 0, 0, NULL, NULL), CL_INVALID_OPERATION);
  CHECK_ERR(clEnqueueCopyBufferToImage(test.queue, mem, mem, 0, zero, one, 0, NULL, NULL), CL_INVALID_OPERATION);
  CREATE_GIVES(CL_INVALID_OPERATION,
               clEnqueueMapImage(test.queue, mem, CL_TRUE, CL_MAP_READ, zero, one, NULL, NULL, 0, NULL, NULL, &error));
  CHECK_CL(clReleaseMemObject(mem));
}

static void samplers(void) {
  const cl_sampler_properties properties[] = {CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE, 0};
  cl_sampler sampler = (cl_sampler)test.context;
  CREATE_GIVES(CL_INVALID_OPERATION,
               clCreateSampler(test.context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error));
  CREATE_GIVES(CL_INVALID_CONTEXT,
               clCreateSampler(bad_context(), CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error));
  CREATE_GIVES(CL_INVALID_OPERATION, clCreateSamplerWithProperties(test.context, properties, &error));
  CHECK_ERR(clRetainSampler(sampler), CL_INVALID_SAMPLER);
  CHECK_ERR(clReleaseSampler(sampler), CL_INVALID_SAMPLER);
  CHECK_ERR(clGetSamplerInfo(sampler, CL_SAMPLER_CONTEXT, 0, NULL, NULL), CL_INVALID_SAMPLER);
}

static void pipes(void) {
  cl_mem mem = buffer();
  CREATE_GIVES(CL_INVALID_OPERATION, clCreatePipe(test.context, 0, 4, 16, NULL, &error));
  CREATE_GIVES(CL_INVALID_CONTEXT, clCreatePipe(bad_context(), 0, 4, 16, NULL, &error));
  CHECK_ERR(clGetPipeInfo(mem, CL_PIPE_PACKET_SIZE, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
  CHECK_CL(clReleaseMemObject(mem));
}

static void shared_virtual_memory(void) {
  char data[64] = {0};
  void *pointers[1] = {data};
  const void *sources[1] = {data};
  CHECK(clSVMAlloc(test.context, CL_MEM_READ_WRITE, 64, 0) == NULL);
  clSVMFree(test.context, NULL);
  CHECK_ERR(clEnqueueSVMFree(test.queue, 1, pointers, NULL, NULL, 0, NULL, NULL), CL_INVALID_OPERATION);
  CHECK_ERR(clEnqueueSVMFree(bad_queue(), 1, pointers, NULL, NULL, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clEnqueueSVMMemcpy(test.queue, CL_TRUE, data, data + 32, 8, 0, NULL, NULL), CL_INVALID_OPERATION);
  CHECK_ERR(clEnqueueSVMMemFill(test.queue, data, data, 1, 8, 0, NULL, NULL), CL_INVALID_OPERATION);
  CHECK_ERR(clEnqueueSVMMap(test.queue, CL_TRUE, CL_MAP_READ, data, 8, 0, NULL, NULL), CL_INVALID_OPERATION);
  CHECK_ERR(clEnqueueSVMUnmap(test.queue, data, 0, NULL, NULL), CL_INVALID_OPERATION);
  CHECK_ERR(clEnqueueSVMMigrateMem(test.queue, 1, sources, NULL, 0, 0, NULL, NULL), CL_INVALID_OPERATION);
}

static void intermediate_language(void) {
  const unsigned words[] = {0x07230203, 0x00010000, 0, 1, 0};
  CREATE_GIVES(CL_INVALID_OPERATION, clCreateProgramWithIL(test.context, words, sizeof words, &error));
  CREATE_GIVES(CL_INVALID_CONTEXT, clCreateProgramWithIL(bad_context(), words, sizeof words, &error));
}

static const struct test_case cases[] = {
    {"images", images},
    {"image_commands", image_commands},
    {"samplers", samplers},
    {"pipes", pipes},
    {"shared_virtual_memory", shared_virtual_memory},
    {"intermediate_language", intermediate_language},
};
TEST_MAIN(cases)
