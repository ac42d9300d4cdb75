/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Without a translator there is no intermediate language. */
#include <string.h>

#include "tests/spirv/modules.h"

static void nothing_is_reported(void) {
  char text[256] = "x";
  size_t size = 1;
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_IL_VERSION, sizeof(text), text, NULL));
  CHECK(!*text);
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_ILS_WITH_VERSION, 0, NULL, &size));
  CHECK_EQ(size, 0);
  CHECK(!test_has_extension("cl_khr_il_program"));
  CHECK(!test_has_extension("cl_khr_expect_assume"));
  CHECK(!test_has_extension("cl_khr_spirv_queries"));
  CHECK_ERR(clGetDeviceInfo(test.device, 0x12bb /* CL_DEVICE_SPIRV_CAPABILITIES_KHR */, 0, NULL, &size),
            CL_INVALID_VALUE);
  /* OpenCL 3.1 has SPIR-V in every device. */
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_VERSION, sizeof(text), text, NULL));
  CHECK(strncmp(text, "OpenCL 3.0 ", 11) == 0);
}

static void creation_is_refused(void) {
  struct module module = read_module("add");
  cl_int error;
  create_program(module.words, module.size, &error);
  CHECK_ERR(error, CL_INVALID_OPERATION);
  CHECK(clCreateProgramWithIL((cl_context)test.queue, module.words, module.size, &error) == NULL);
  CHECK_ERR(error, CL_INVALID_CONTEXT);
  cl_program program = test_build("", "kernel void k(global int *p) { p[0] = 1; }");
  const cl_uint value = 1;
  CHECK_ERR(clSetProgramSpecializationConstant(program, 0, sizeof(value), &value), CL_INVALID_OPERATION);
  CHECK_ERR(clSetProgramSpecializationConstant((cl_program)test.queue, 0, sizeof(value), &value), CL_INVALID_PROGRAM);
}

static const struct test_case cases[] = {
    {"nothing_is_reported", nothing_is_reported},
    {"creation_is_refused", creation_is_refused},
};
TEST_MAIN(cases)
