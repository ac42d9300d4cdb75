/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Entry points of features that no device has: the specification's error, never success, and bad handles first. */
#include <CL/cl_egl.h>
#include <CL/cl_gl.h>

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
  CHECK_ERR(clGetSupportedImageFormats(test.context, (cl_mem_flags)1 << 40, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count),
            CL_INVALID_VALUE);
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

/* Programs of built-in kernels, release callbacks; queues on the device. */
static void programs_and_device_queues(void) {
  CREATE_GIVES(CL_INVALID_VALUE,
               clCreateProgramWithBuiltInKernels(test.context, 1, &test.device, "some_kernel", &error));
  CREATE_GIVES(CL_INVALID_VALUE, clCreateProgramWithBuiltInKernels(test.context, 1, &test.device, NULL, &error));
  CREATE_GIVES(CL_INVALID_CONTEXT,
               clCreateProgramWithBuiltInKernels(bad_context(), 1, &test.device, "some_kernel", &error));
  CHECK_ERR(clSetDefaultDeviceCommandQueue(test.context, test.device, test.queue), CL_INVALID_OPERATION);
  CHECK_ERR(clSetDefaultDeviceCommandQueue(bad_context(), test.device, test.queue), CL_INVALID_CONTEXT);
  CHECK_ERR(clSetDefaultDeviceCommandQueue(test.context, (cl_device_id)test.queue, test.queue), CL_INVALID_DEVICE);
}

/* Neither sharing is reported, but programs that link to the loader's functions call them. */
static void sharing(void) {
  cl_mem mem = buffer(), bad = (cl_mem)test.context;
  const cl_context_properties none[] = {0};
  cl_uint type, name;
  CREATE_GIVES(CL_INVALID_OPERATION, clCreateFromGLBuffer(test.context, 0, 1, &error));
  CREATE_GIVES(CL_INVALID_CONTEXT, clCreateFromGLBuffer(bad_context(), 0, 1, &error));
  CREATE_GIVES(CL_INVALID_OPERATION, clCreateFromGLTexture(test.context, 0, 1, 0, 1, &error));
  CREATE_GIVES(CL_INVALID_OPERATION, clCreateFromGLTexture2D(test.context, 0, 1, 0, 1, &error));
  CREATE_GIVES(CL_INVALID_OPERATION, clCreateFromGLTexture3D(test.context, 0, 1, 0, 1, &error));
  CREATE_GIVES(CL_INVALID_OPERATION, clCreateFromGLRenderbuffer(test.context, 0, 1, &error));
  CHECK_ERR(clGetGLObjectInfo(mem, &type, &name), CL_INVALID_GL_OBJECT);
  CHECK_ERR(clGetGLObjectInfo(bad, &type, &name), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(clGetGLTextureInfo(mem, CL_GL_MIPMAP_LEVEL, 0, NULL, NULL), CL_INVALID_GL_OBJECT);
  CHECK_ERR(clGetGLTextureInfo(bad, CL_GL_MIPMAP_LEVEL, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(clEnqueueAcquireGLObjects(test.queue, 1, &mem, 0, NULL, NULL), CL_INVALID_OPERATION);
  CHECK_ERR(clEnqueueAcquireGLObjects(bad_queue(), 1, &mem, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clEnqueueReleaseGLObjects(test.queue, 1, &mem, 0, NULL, NULL), CL_INVALID_OPERATION);
  CHECK(clGetGLContextInfoKHR(none, CL_DEVICES_FOR_GL_CONTEXT_KHR, 0, NULL, NULL) != CL_SUCCESS);
  CREATE_GIVES(CL_INVALID_OPERATION, clCreateFromEGLImageKHR(test.context, NULL, NULL, 0, NULL, &error));
  CHECK_ERR(clEnqueueAcquireEGLObjectsKHR(test.queue, 1, &mem, 0, NULL, NULL), CL_INVALID_OPERATION);
  CHECK_ERR(clEnqueueReleaseEGLObjectsKHR(test.queue, 1, &mem, 0, NULL, NULL), CL_INVALID_OPERATION);
  CREATE_GIVES(CL_INVALID_OPERATION, clCreateEventFromEGLSyncKHR(test.context, NULL, NULL, &error));
  CHECK_CL(clReleaseMemObject(mem));
}

static const struct test_case cases[] = {
    {"images", images},
    {"image_commands", image_commands},
    {"samplers", samplers},
    {"shared_virtual_memory", shared_virtual_memory},
    {"programs_and_device_queues", programs_and_device_queues},
    {"sharing", sharing},
};
TEST_MAIN(cases)
