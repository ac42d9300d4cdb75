/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An application's first steps through the loader, the platform found once or, by two .icd files, twice. */
#include <string.h>

#include "tests/harness/test.h"

static void platform_text(cl_platform_info what, char *text, size_t size) {
  CHECK_CL(clGetPlatformInfo(test.platform, what, size, text, NULL));
}

static void says_who_it_is(void) {
  char text[4096];
  platform_text(CL_PLATFORM_NAME, text, sizeof text);
  CHECK(!strcmp(text, "Weft"));
  platform_text(CL_PLATFORM_VERSION, text, sizeof text);
  CHECK(!strncmp(text, test_has_extension("cl_khr_il_program") ? "OpenCL 3.1 " : "OpenCL 3.0 ", 11));
  platform_text(CL_PLATFORM_ICD_SUFFIX_KHR, text, sizeof text);
  CHECK(!strcmp(text, "WEFT"));
  platform_text(CL_PLATFORM_EXTENSIONS, text, sizeof text);
  CHECK(strstr(text, "cl_khr_icd"));
  platform_text(CL_PLATFORM_PROFILE, text, sizeof text);
  CHECK(!strcmp(text, "FULL_PROFILE"));
}

static void vector_addition(void) {
  cl_kernel kernel =
      test_kernel(test_build(NULL, CL(kernel void add(global const float *a, global const float *b, global float *c) {
                               size_t i = get_global_id(0);
                               c[i] = a[i] + b[i];
                             })),
                  "add");
  const size_t n = 100000;
  struct test_buffer a = test_buffer(n * 4, TEST_END, CL_MEM_READ_ONLY, 0);
  struct test_buffer b = test_buffer(n * 4, TEST_END, CL_MEM_READ_ONLY, 0);
  struct test_buffer c = test_buffer(n * 4, TEST_END, CL_MEM_WRITE_ONLY, 0);
  cl_float *numbers = test_alloc(n * 4);
  for (size_t i = 0; i < n; i++)
    numbers[i] = (cl_float)i;
  test_buffer_write(&a, numbers);
  for (size_t i = 0; i < n; i++)
    numbers[i] = 0.5f * (cl_float)i;
  test_buffer_write(&b, numbers);
  SET_ARGS(kernel, ARG_BUFFER(a), ARG_BUFFER(b), ARG_BUFFER(c));
  test_launch(kernel, 1, NULL, &n, NULL);
  test_buffer_sync(&c);
  for (size_t i = 0; i < n; i++)
    CHECK(((cl_float *)c.data)[i] == (cl_float)i + 0.5f * (cl_float)i);
}

/* What programs of OpenCL 1.x call. */
static void old_entry_points(void) {
  cl_int error;
  cl_command_queue queue = clCreateCommandQueue(test.context, test.device, CL_QUEUE_PROFILING_ENABLE, &error);
  CHECK_CL(error);
  cl_kernel kernel = test_kernel(test_build(NULL, CL(kernel void k(global int *x) { x[0] = 42; })), "k");
  struct test_buffer x = test_buffer(4, TEST_END, CL_MEM_READ_WRITE, 0);
  cl_event event, marker;
  SET_ARGS(kernel, ARG_BUFFER(x));
  CHECK_CL(clEnqueueTask(queue, kernel, 0, NULL, &event));
  CHECK_CL(clEnqueueWaitForEvents(queue, 1, &event));
  CHECK_CL(clEnqueueMarker(queue, &marker));
  CHECK_CL(clEnqueueBarrier(queue));
  CHECK_CL(clWaitForEvents(1, &marker));
  CHECK_CL(clUnloadCompiler());
  CHECK_CL(clReleaseEvent(event));
  CHECK_CL(clReleaseEvent(marker));
  CHECK_CL(clReleaseCommandQueue(queue));
  test_buffer_sync(&x);
  CHECK_EQ(*(cl_int *)x.data, 42);
}

static void extension_functions(void) {
  static const char *const names[] = {"clGetKernelSuggestedLocalWorkSizeKHR", "clGetKernelSuggestedLocalWorkSize",
                                      "clCreateCommandQueueWithPropertiesKHR"};
  for (size_t i = 0; i < TEST_COUNT(names); i++)
    if (!clGetExtensionFunctionAddressForPlatform(test.platform, names[i]))
      FAIL("no %s", names[i]);
  CHECK(!clGetExtensionFunctionAddressForPlatform(test.platform, "clNoSuchFunctionKHR"));
}

static void devices_of_all_platforms(void) {
  cl_platform_id platforms[8];
  cl_uint count = 0, devices = 0, weft = 0;
  char name[64];
  CHECK_CL(clGetPlatformIDs(8, platforms, &count));
  for (cl_uint i = 0; i < count; i++) {
    CHECK_CL(clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, NULL));
    weft += !strcmp(name, "Weft");
    CHECK_CL(clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 0, NULL, &devices));
    CHECK_EQ(devices, 1);
  }
  CHECK(weft >= 1);
}

static const struct test_case cases[] = {
    {"says_who_it_is", says_who_it_is},
    {"vector_addition", vector_addition},
    {"old_entry_points", old_entry_points},
    {"extension_functions", extension_functions},
    {"devices_of_all_platforms", devices_of_all_platforms},
};
TEST_MAIN(cases)
