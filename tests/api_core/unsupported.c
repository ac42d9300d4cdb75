/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Entry points of features that no device has: the specification's error, never success, and bad handles first. */
#include <CL/cl_egl.h>
#include <CL/cl_ext.h>
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
  cl_device_id bad = (cl_device_id)test.context;
  CREATE_GIVES(CL_INVALID_DEVICE, clCreateProgramWithBuiltInKernels(test.context, 1, &bad, "some_kernel", &error));
}

/* Neither sharing is reported, but programs that link to the loader's functions call them. */
static void sharing(void) {
  cl_mem mem = buffer(), bad = (cl_mem)test.context;
  cl_context no_context = bad_context();
  cl_uint type, name;
  CREATE_GIVES(CL_INVALID_OPERATION, clCreateFromGLBuffer(test.context, 0, 1, &error));
  CREATE_GIVES(CL_INVALID_OPERATION, clCreateFromGLTexture(test.context, 0, 1, 0, 1, &error));
  CREATE_GIVES(CL_INVALID_OPERATION, clCreateFromGLTexture2D(test.context, 0, 1, 0, 1, &error));
  CREATE_GIVES(CL_INVALID_OPERATION, clCreateFromGLTexture3D(test.context, 0, 1, 0, 1, &error));
  CREATE_GIVES(CL_INVALID_OPERATION, clCreateFromGLRenderbuffer(test.context, 0, 1, &error));
  CREATE_GIVES(CL_INVALID_OPERATION, clCreateFromEGLImageKHR(test.context, NULL, NULL, 0, NULL, &error));
  CREATE_GIVES(CL_INVALID_OPERATION, clCreateEventFromEGLSyncKHR(test.context, NULL, NULL, &error));
  CREATE_GIVES(CL_INVALID_CONTEXT, clCreateFromGLBuffer(no_context, 0, 1, &error));
  CREATE_GIVES(CL_INVALID_CONTEXT, clCreateFromGLTexture(no_context, 0, 1, 0, 1, &error));
  CREATE_GIVES(CL_INVALID_CONTEXT, clCreateFromGLTexture2D(no_context, 0, 1, 0, 1, &error));
  CREATE_GIVES(CL_INVALID_CONTEXT, clCreateFromGLTexture3D(no_context, 0, 1, 0, 1, &error));
  CREATE_GIVES(CL_INVALID_CONTEXT, clCreateFromGLRenderbuffer(no_context, 0, 1, &error));
  CREATE_GIVES(CL_INVALID_CONTEXT, clCreateFromEGLImageKHR(no_context, NULL, NULL, 0, NULL, &error));
  CREATE_GIVES(CL_INVALID_CONTEXT, clCreateEventFromEGLSyncKHR(no_context, NULL, NULL, &error));
  CHECK_ERR(clGetGLObjectInfo(mem, &type, &name), CL_INVALID_GL_OBJECT);
  CHECK_ERR(clGetGLObjectInfo(bad, &type, &name), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(clGetGLTextureInfo(mem, CL_GL_MIPMAP_LEVEL, 0, NULL, NULL), CL_INVALID_GL_OBJECT);
  CHECK_ERR(clGetGLTextureInfo(bad, CL_GL_MIPMAP_LEVEL, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
  CHECK_CL(clReleaseMemObject(mem));
}

/* Those that loaders look up by name, or answer themselves where they are not given a platform. */
static void sharing_by_name(void) {
  const cl_context_properties ours[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)test.platform, 0};
  cl_event(CL_API_CALL * from_sync)(cl_context, cl_GLsync, cl_int *) =
      (__typeof__(from_sync))clGetExtensionFunctionAddressForPlatform(test.platform, "clCreateEventFromGLsyncKHR");
  clGetGLContextInfoKHR_fn info =
      (clGetGLContextInfoKHR_fn)clGetExtensionFunctionAddressForPlatform(test.platform, "clGetGLContextInfoKHR");
  if (!from_sync || !info)
    test_skip("not in the look-up");
  CREATE_GIVES(CL_INVALID_OPERATION, from_sync(test.context, NULL, &error));
  CREATE_GIVES(CL_INVALID_CONTEXT, from_sync(bad_context(), NULL, &error));
  CHECK_ERR(info(ours, CL_DEVICES_FOR_GL_CONTEXT_KHR, 0, NULL, NULL), CL_INVALID_OPERATION);
}

static void shared_objects(void) {
  typedef cl_int(CL_API_CALL * command)(cl_command_queue, cl_uint, const cl_mem *, cl_uint, const cl_event *,
                                        cl_event *);
  static const command commands[] = {clEnqueueAcquireGLObjects, clEnqueueReleaseGLObjects,
                                     clEnqueueAcquireEGLObjectsKHR, clEnqueueReleaseEGLObjectsKHR};
  cl_int error;
  cl_mem mem = buffer();
  cl_context context = clCreateContext(NULL, 1, &test.device, NULL, NULL, &error);
  CHECK_CL(error);
  cl_event other = clCreateUserEvent(context, &error);
  CHECK_CL(error);
  for (size_t i = 0; i < TEST_COUNT(commands); i++) {
    CHECK_ERR(commands[i](test.queue, 1, &mem, 0, NULL, NULL), CL_INVALID_OPERATION);
    CHECK_ERR(commands[i](bad_queue(), 1, &mem, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
    CHECK_ERR(commands[i](test.queue, 1, &mem, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
    CHECK_ERR(commands[i](test.queue, 1, &mem, 1, &other, NULL), CL_INVALID_CONTEXT);
  }
  CHECK_CL(clReleaseEvent(other));
  CHECK_CL(clReleaseContext(context));
  CHECK_CL(clReleaseMemObject(mem));
}

/* cl_ext_device_fission, the forerunner of sub-devices. */
static void device_fission(void) {
  clCreateSubDevicesEXT_fn create =
      (clCreateSubDevicesEXT_fn)clGetExtensionFunctionAddressForPlatform(test.platform, "clCreateSubDevicesEXT");
  clRetainDeviceEXT_fn retain =
      (clRetainDeviceEXT_fn)clGetExtensionFunctionAddressForPlatform(test.platform, "clRetainDeviceEXT");
  clReleaseDeviceEXT_fn release =
      (clReleaseDeviceEXT_fn)clGetExtensionFunctionAddressForPlatform(test.platform, "clReleaseDeviceEXT");
  if (!create || !retain || !release)
    test_skip("not in the look-up");
  const cl_device_partition_property_ext equally[] = {CL_DEVICE_PARTITION_EQUALLY_EXT, 1, CL_PROPERTIES_LIST_END_EXT};
  cl_device_id bad = (cl_device_id)test.context, out;
  cl_uint count;
  CHECK_ERR(create(test.device, equally, 1, &out, &count), CL_INVALID_VALUE);
  CHECK_ERR(create(bad, equally, 1, &out, &count), CL_INVALID_DEVICE);
  CHECK_ERR(retain(bad), CL_INVALID_DEVICE);
  CHECK_ERR(release(bad), CL_INVALID_DEVICE);
  CHECK_CL(retain(test.device));
  CHECK_CL(release(test.device));
}

static const struct test_case cases[] = {
    {"programs", programs},
    {"sharing", sharing},
    {"sharing_by_name", sharing_by_name},
    {"shared_objects", shared_objects},
    {"device_fission", device_fission},
};
TEST_MAIN(cases)
