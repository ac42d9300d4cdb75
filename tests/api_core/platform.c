/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The platform: what it says, how its entry points are found, what it hides. */
#include "tests/api_core/info.h"

static const cl_platform_info queries[] = {
    CL_PLATFORM_PROFILE,
    CL_PLATFORM_VERSION,
    CL_PLATFORM_NUMERIC_VERSION,
    CL_PLATFORM_NAME,
    CL_PLATFORM_VENDOR,
    CL_PLATFORM_EXTENSIONS,
    CL_PLATFORM_EXTENSIONS_WITH_VERSION,
    CL_PLATFORM_HOST_TIMER_RESOLUTION,
    CL_PLATFORM_ICD_SUFFIX_KHR,
};

static void info_protocol(void) {
  for (size_t i = 0; i < TEST_COUNT(queries); i++)
    CHECK_INFO_PROTOCOL(clGetPlatformInfo(test.platform, queries[i], size, value, size_ret));
}

static void names_that_stay(void) {
  char text[256];
  CHECK_CL(clGetPlatformInfo(test.platform, CL_PLATFORM_NAME, sizeof text, text, NULL));
  CHECK(strcmp(text, "Weft") == 0);
  CHECK_CL(clGetPlatformInfo(test.platform, CL_PLATFORM_ICD_SUFFIX_KHR, sizeof text, text, NULL));
  CHECK(strcmp(text, "WEFT") == 0);
  CHECK_CL(clGetPlatformInfo(test.platform, CL_PLATFORM_VERSION, sizeof text, text, NULL));
  cl_version version;
  CHECK_CL(clGetPlatformInfo(test.platform, CL_PLATFORM_NUMERIC_VERSION, sizeof version, &version, NULL));
  bool is_31 = test_has_extension("cl_khr_il_program"); /* which every device of 3.1 has */
  CHECK(strncmp(text, is_31 ? "OpenCL 3.1 " : "OpenCL 3.0 ", 11) == 0);
  CHECK_EQ(version, CL_MAKE_VERSION(3, is_31, 0));
}

static void unknown_query(void) {
  size_t size;
  CHECK_ERR(clGetPlatformInfo(test.platform, 0xdead, 0, NULL, &size), CL_INVALID_VALUE);
  CHECK_ERR(clGetPlatformInfo(test.platform, CL_DEVICE_NAME, 0, NULL, &size), CL_INVALID_VALUE);
}

static void foreign_handle(void) {
  size_t size;
  CHECK_ERR(clGetPlatformInfo((cl_platform_id)test.device, CL_PLATFORM_NAME, 0, NULL, &size), CL_INVALID_PLATFORM);
}

static void device_ids(void) {
  static const cl_device_type ours[] = {CL_DEVICE_TYPE_ALL, CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_DEFAULT,
                                        CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU};
  static const cl_device_type others[] = {CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ACCELERATOR, CL_DEVICE_TYPE_CUSTOM};
  cl_device_id device;
  cl_uint count;
  for (size_t i = 0; i < TEST_COUNT(ours); i++) {
    count = 0;
    CHECK_CL(clGetDeviceIDs(test.platform, ours[i], 0, NULL, &count));
    CHECK(count >= 1);
    CHECK_CL(clGetDeviceIDs(test.platform, ours[i], 1, &device, NULL));
    CHECK(device == test.device);
  }
  for (size_t i = 0; i < TEST_COUNT(others); i++)
    CHECK_ERR(clGetDeviceIDs(test.platform, others[i], 0, NULL, &count), CL_DEVICE_NOT_FOUND);
  CHECK_ERR(clGetDeviceIDs(test.platform, 0, 0, NULL, &count), CL_INVALID_DEVICE_TYPE);
  CHECK_ERR(clGetDeviceIDs(test.platform, (cl_device_type)1 << 40, 0, NULL, &count), CL_INVALID_DEVICE_TYPE);
  CHECK_ERR(clGetDeviceIDs(test.platform, CL_DEVICE_TYPE_ALL, 0, &device, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clGetDeviceIDs(test.platform, CL_DEVICE_TYPE_ALL, 0, NULL, NULL), CL_INVALID_VALUE);
}

/* Newer entry points, which old loaders do not know, come by name. */
static void functions_by_name(void) {
  static const char *const known[] = {"clGetKernelSuggestedLocalWorkSizeKHR", "clGetKernelSuggestedLocalWorkSize",
                                      "clCreateCommandQueueWithPropertiesKHR", "clCreateSubDevices",
                                      "clSetContextDestructorCallback"};
  for (size_t i = 0; i < TEST_COUNT(known); i++)
    CHECK(clGetExtensionFunctionAddressForPlatform(test.platform, known[i]) != NULL);
  CHECK(clGetExtensionFunctionAddressForPlatform(test.platform, "clNoSuchFunction") == NULL);
  CHECK(clGetExtensionFunctionAddressForPlatform(test.platform, "") == NULL);
}

/* The list with versions and the string are the same list. */
static void extension_lists_agree(void) {
  char text[16384];
  cl_name_version list[96];
  size_t size, length = 0;
  CHECK_CL(clGetPlatformInfo(test.platform, CL_PLATFORM_EXTENSIONS, sizeof text, text, NULL));
  CHECK_CL(clGetPlatformInfo(test.platform, CL_PLATFORM_EXTENSIONS_WITH_VERSION, sizeof list, list, &size));
  for (size_t i = 0; i < size / sizeof *list; i++) {
    if (i)
      CHECK_EQ(text[length++], ' ');
    CHECK(strncmp(text + length, list[i].name, strlen(list[i].name)) == 0);
    length += strlen(list[i].name);
    if (strcmp(list[i].name, "cl_khr_icd") == 0)
      CHECK_EQ(list[i].version, CL_MAKE_VERSION(2, 0, 1));
  }
  CHECK_EQ(text[length], 0);
  CHECK(strstr(text, "cl_khr_icd"));
}

static const struct test_case cases[] = {
    {"info_protocol", info_protocol},
    {"names_that_stay", names_that_stay},
    {"unknown_query", unknown_query},
    {"foreign_handle", foreign_handle},
    {"device_ids", device_ids},
    {"functions_by_name", functions_by_name},
    {"extension_lists_agree", extension_lists_agree},
};
TEST_MAIN(cases)
