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

/* Programs of built-in kernels. */
static void programs(void) {
  CREATE_GIVES(CL_INVALID_VALUE,
               clCreateProgramWithBuiltInKernels(test.context, 1, &test.device, "some_kernel", &error));
  CREATE_GIVES(CL_INVALID_VALUE, clCreateProgramWithBuiltInKernels(test.context, 1, &test.device, NULL, &error));
  CREATE_GIVES(CL_INVALID_CONTEXT,
               clCreateProgramWithBuiltInKernels(bad_context(), 1, &test.device, "some_kernel", &error));
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
    {"programs", programs},
    {"sharing", sharing},
};
TEST_MAIN(cases)
