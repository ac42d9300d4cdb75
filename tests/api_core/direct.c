/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a loader answers by itself, asked of the platform: handles that are NULL, lists that are empty, platforms that
 * are none. The functions are found by name as a loader finds them, by way of the table that every object begins with.
 */
#include <CL/cl_icd.h>

#include "tests/api_core/info.h"

typedef cl_int(CL_API_CALL *get_platforms)(cl_uint, cl_platform_id *, cl_uint *);
typedef void *(CL_API_CALL *get_function)(const char *);
typedef void *(CL_API_CALL *get_function_for)(cl_platform_id, const char *);
typedef cl_int(CL_API_CALL *set_data)(cl_platform_id, void *);

/* Of the type of the declaration in the headers. */
#define DIRECT(function) ((__typeof__(&function))find(#function))

static void *find(const char *name) {
  const cl_icd_dispatch *table = *(const cl_icd_dispatch *const *)(const void *)test.platform;
  void *found = table->clGetExtensionFunctionAddressForPlatform(test.platform, name);
  if (!found)
    FAIL("%s is not found by name", name);
  return found;
}

static void need_weft(void) {
  if (!test.is_weft)
    test_skip("others may look up less by name");
}

static void platforms(void) {
  need_weft();
  static const char *const names[] = {"clGetPlatformIDs", "clIcdGetPlatformIDsKHR"};
  for (size_t i = 0; i < TEST_COUNT(names); i++) {
    get_platforms get = (get_platforms)find(names[i]);
    cl_platform_id platform = NULL;
    cl_uint count = 0;
    CHECK_ERR(get(0, NULL, NULL), CL_INVALID_VALUE);
    CHECK_ERR(get(0, &platform, &count), CL_INVALID_VALUE);
    CHECK(!platform && !count);
    CHECK_CL(get(1, &platform, &count));
    CHECK(platform == test.platform && count == 1);
  }
  cl_uint count;
  size_t size;
  int data;
  cl_platform_id bad = (cl_platform_id)test.device;
  CHECK_ERR(DIRECT(clGetDeviceIDs)(bad, CL_DEVICE_TYPE_ALL, 0, NULL, &count), CL_INVALID_PLATFORM);
  CHECK_ERR(DIRECT(clGetPlatformInfo)(bad, CL_PLATFORM_NAME, 0, NULL, &size), CL_INVALID_PLATFORM);
  CHECK_ERR(DIRECT(clUnloadPlatformCompiler)(bad), CL_INVALID_PLATFORM);
  CHECK_ERR(DIRECT(clUnloadPlatformCompiler)(NULL), CL_INVALID_PLATFORM);
  set_data set = (set_data)find("clIcdSetPlatformDispatchDataKHR");
  CHECK_ERR(set(bad, &data), CL_INVALID_PLATFORM);
  CHECK_ERR(set(NULL, &data), CL_INVALID_PLATFORM);
}

static void names(void) {
  need_weft();
  static const char *const unknown[] = {"clNoSuchFunction", "", NULL};
  get_function get = (get_function)find("clGetExtensionFunctionAddress");
  for (size_t i = 0; i < TEST_COUNT(unknown); i++)
    CHECK(!get(unknown[i]));
  CHECK(get("clCreateBuffer"));
  static const char *const by_platform[] = {"clGetExtensionFunctionAddressForPlatform",
                                            "clIcdGetFunctionAddressForPlatformKHR"};
  for (size_t i = 0; i < TEST_COUNT(by_platform); i++) {
    get_function_for get_for = (get_function_for)find(by_platform[i]);
    CHECK(!get_for(test.platform, "clNoSuchFunction") && !get_for(test.platform, NULL));
    CHECK(!get_for((cl_platform_id)test.device, "clCreateBuffer") && !get_for(NULL, "clCreateBuffer"));
    CHECK(get_for(test.platform, "clCreateBuffer"));
  }
}

#define CREATE_GIVES(want, call)                                                                                       \
  do {                                                                                                                 \
    cl_int error = 1;                                                                                                  \
    CHECK((call) == NULL);                                                                                             \
    CHECK_ERR(error, (want));                                                                                          \
  } while (0)

static void contexts(void) {
  need_weft();
  __typeof__(&clCreateContext) create = DIRECT(clCreateContext);
  __typeof__(&clCreateContextFromType) from_type = DIRECT(clCreateContextFromType);
  cl_device_id bad[] = {test.device, (cl_device_id)test.platform}, none = NULL;
  const cl_context_properties foreign[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)test.device, 0};
  const cl_context_properties null[] = {CL_CONTEXT_PLATFORM, 0, 0};
  const cl_context_properties unknown[] = {0x7777, 0, 0};
  const cl_context_properties twice[] = {CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE,
                                         0};
  CREATE_GIVES(CL_INVALID_PLATFORM, create(foreign, 1, &test.device, NULL, NULL, &error));
  CREATE_GIVES(CL_INVALID_PLATFORM, create(null, 1, &test.device, NULL, NULL, &error));
  CREATE_GIVES(CL_INVALID_DEVICE, create(NULL, 2, bad, NULL, NULL, &error));
  CREATE_GIVES(CL_INVALID_DEVICE, create(NULL, 1, &none, NULL, NULL, &error));
  CREATE_GIVES(CL_INVALID_VALUE, create(NULL, 1, NULL, NULL, NULL, &error));
  CREATE_GIVES(CL_INVALID_PLATFORM, from_type(foreign, CL_DEVICE_TYPE_ALL, NULL, NULL, &error));
  CREATE_GIVES(CL_INVALID_PLATFORM, from_type(null, CL_DEVICE_TYPE_ALL, NULL, NULL, &error));
  CREATE_GIVES(CL_INVALID_PROPERTY, from_type(unknown, CL_DEVICE_TYPE_ALL, NULL, NULL, &error));
  CREATE_GIVES(CL_INVALID_PROPERTY, from_type(twice, CL_DEVICE_TYPE_ALL, NULL, NULL, &error));
}

static void null_handles(void) {
  need_weft();
  size_t size;
  cl_int error = 1;
  CHECK_ERR(DIRECT(clWaitForEvents)(0, NULL), CL_INVALID_VALUE);
  CHECK_ERR(DIRECT(clWaitForEvents)(0, &(cl_event){NULL}), CL_INVALID_VALUE);
  CHECK_ERR(DIRECT(clWaitForEvents)(1, &(cl_event){NULL}), CL_INVALID_EVENT);
  CHECK_ERR(DIRECT(clRetainDevice)(NULL), CL_INVALID_DEVICE);
  CHECK_ERR(DIRECT(clRetainContext)(NULL), CL_INVALID_CONTEXT);
  CHECK_ERR(DIRECT(clRetainCommandQueue)(NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(DIRECT(clRetainMemObject)(NULL), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(DIRECT(clRetainSampler)(NULL), CL_INVALID_SAMPLER);
  CHECK_ERR(DIRECT(clRetainProgram)(NULL), CL_INVALID_PROGRAM);
  CHECK_ERR(DIRECT(clRetainKernel)(NULL), CL_INVALID_KERNEL);
  CHECK_ERR(DIRECT(clRetainEvent)(NULL), CL_INVALID_EVENT);
  CHECK_ERR(DIRECT(clReleaseContext)(NULL), CL_INVALID_CONTEXT);
  CHECK_ERR(DIRECT(clFinish)(NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(DIRECT(clGetMemObjectInfo)(NULL, CL_MEM_SIZE, 0, NULL, &size), CL_INVALID_MEM_OBJECT);
  CHECK(!DIRECT(clCreateBuffer)(NULL, 0, 16, NULL, &error));
  CHECK_ERR(error, CL_INVALID_CONTEXT);
  CHECK(!DIRECT(clSVMAlloc)(NULL, CL_MEM_READ_WRITE, 16, 0));
  DIRECT(clSVMFree)(NULL, &size); /* nothing to tell by */
}

static const struct test_case cases[] = {
    {"platforms", platforms}, {"names", names}, {"contexts", contexts}, {"null_handles", null_handles}};
TEST_MAIN(cases)
