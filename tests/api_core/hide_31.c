/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Without one of the extensions that OpenCL 3.1 demands, platform, device and language are 3.0, and behave so. */
#include <stdlib.h>

#include "tests/api_core/info.h"

static void versions(void) {
  char text[256];
  cl_version version;
  CHECK(!test_has_extension("cl_khr_subgroup_rotate"));
  CHECK_CL(clGetPlatformInfo(test.platform, CL_PLATFORM_VERSION, sizeof text, text, NULL));
  CHECK(strncmp(text, "OpenCL 3.0 ", 11) == 0);
  CHECK_CL(clGetPlatformInfo(test.platform, CL_PLATFORM_NUMERIC_VERSION, sizeof version, &version, NULL));
  CHECK_EQ(version, CL_MAKE_VERSION(3, 0, 0));
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_VERSION, sizeof text, text, NULL));
  CHECK(strncmp(text, "OpenCL 3.0 ", 11) == 0);
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_NUMERIC_VERSION, sizeof version, &version, NULL));
  CHECK_EQ(version, CL_MAKE_VERSION(3, 0, 0));
  cl_name_version list[16];
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_OPENCL_C_ALL_VERSIONS, sizeof list, list, NULL));
  CHECK_EQ(list[0].version, CL_MAKE_VERSION(3, 0, 0));
}

static void language(void) {
  cl_int error;
  const char *source = "#if __OPENCL_VERSION__ != 300 || __OPENCL_C_VERSION__ != 300\n#error version\n#endif\n"
                       "kernel void k(void) {}\n";
  cl_program program = clCreateProgramWithSource(test.context, 1, &source, NULL, &error);
  CHECK_CL(error);
  CHECK_ERR(clBuildProgram(program, 1, &test.device, "-cl-std=CL3.1", NULL, NULL), CL_INVALID_BUILD_OPTIONS);
  CHECK_ERR(clCompileProgram(program, 1, &test.device, "-cl-std=CL3.1", 0, NULL, NULL, NULL, NULL),
            CL_INVALID_COMPILER_OPTIONS);
  CHECK_CL(clBuildProgram(program, 1, &test.device, "-cl-std=CL3.0", NULL, NULL));
  CHECK_CL(clReleaseProgram(program));
}

static void no_local_memory(void) {
  cl_kernel kernel = test_kernel(test_build("", "kernel void k(local int *p) {}"), "k");
  CHECK_ERR(clSetKernelArg(kernel, 0, 0, NULL), CL_INVALID_ARG_SIZE);
}

static const struct test_case cases[] = {
    {"versions", versions}, {"language", language}, {"no_local_memory", no_local_memory}};

int main(int argc, char **argv) {
  setenv("WEFT_HIDE_EXTENSIONS", "cl_khr_subgroup_rotate", 1);
  return test_run(argc, argv, cases, TEST_COUNT(cases));
}
