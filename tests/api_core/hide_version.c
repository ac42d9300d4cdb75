/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A version of the language is listed, and may be asked for, only where all of it is there. */
#include <stdlib.h>

#include "tests/api_core/info.h"

static bool lists(cl_version version) {
  cl_name_version list[16];
  size_t bytes = 0;
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_OPENCL_C_ALL_VERSIONS, sizeof list, list, &bytes));
  for (size_t i = 0; i < bytes / sizeof *list; i++)
    if (list[i].version == version)
      return true;
  return false;
}

static void listed(void) {
  CHECK(!test_has_c_feature("__opencl_c_pipes"));
  CHECK(lists(CL_MAKE_VERSION(3, 0, 0)));
  CHECK(!lists(CL_MAKE_VERSION(2, 0, 0)));
  CHECK(lists(CL_MAKE_VERSION(1, 2, 0)));
  CHECK(!test_has_extension("cl_ext_cxx_for_opencl"));
  cl_version version;
  CHECK_ERR(clGetDeviceInfo(test.device, CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT, sizeof version, &version, NULL),
            CL_INVALID_VALUE);
}

static void asked_for(void) {
  static const char *const refused[] = {"-cl-std=CL2.0", "-cl-std=CLC++", "-cl-std=CLC++2021"};
  cl_int error;
  const char *source = "#ifdef __opencl_c_pipes\n#error hidden\n#endif\nkernel void k(void) {}\n";
  cl_program program = clCreateProgramWithSource(test.context, 1, &source, NULL, &error);
  CHECK_CL(error);
  for (size_t i = 0; i < TEST_COUNT(refused); i++) {
    CHECK_ERR(clBuildProgram(program, 1, &test.device, refused[i], NULL, NULL), CL_INVALID_BUILD_OPTIONS);
    CHECK_ERR(clCompileProgram(program, 1, &test.device, refused[i], 0, NULL, NULL, NULL, NULL),
              CL_INVALID_COMPILER_OPTIONS);
  }
  CHECK_CL(clBuildProgram(program, 1, &test.device, "-cl-std=CL3.0", NULL, NULL));
  CHECK_CL(clReleaseProgram(program));
}

static const struct test_case cases[] = {{"listed", listed}, {"asked_for", asked_for}};

int main(int argc, char **argv) {
  setenv("WEFT_HIDE_EXTENSIONS", "__opencl_c_pipes", 1);
  return test_run(argc, argv, cases, TEST_COUNT(cases));
}
