/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Program binaries: what CL_PROGRAM_BINARIES gives comes back, what is no binary of ours does not. */
#include <string.h>

#include "tests/api_program/objects.h"

static void executable(void) {
  cl_program made = test_build("-DUNUSED=1", SCALE_SOURCE);
  struct binary binary = get_binary(made);
  cl_int status = 1, error = 1;
  cl_program program = keep_program(from_binary(binary, &status, &error));
  CHECK_CL(error);
  CHECK_CL(status);
  CHECK_EQ(build_status(program), CL_BUILD_NONE);
  CHECK_EQ(binary_type(program), CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  CHECK(!clCreateKernel(program, "scale", &error));
  CHECK_ERR(error, CL_INVALID_PROGRAM_EXECUTABLE);
  size_t size = 0;
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, NULL, &size));
  CHECK_EQ(size, 1); /* no source is kept */

  CHECK_CL(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
  CHECK_EQ(build_status(program), CL_BUILD_SUCCESS);
  CHECK(strcmp(build_text(program, CL_PROGRAM_BUILD_OPTIONS), "-DUNUSED=1") == 0); /* as it was built */
  CHECK(strcmp(program_text(program, CL_PROGRAM_KERNEL_NAMES), "scale") == 0);
  check_scale(program);
  struct binary again = get_binary(program);
  CHECK(again.size == binary.size && memcmp(again.data, binary.data, binary.size) == 0);
  CHECK_ERR(clCompileProgram(program, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL), CL_INVALID_OPERATION);
}

/* A build's code is the same in whatever builds the process has made before. This kernel's depends on a limit of LLVM's
 * that the compiler sets and that the linker at the end of a build would set back (compiler/codegen/target.cpp). */
static void repeated(void) {
  static const char source[] = "kernel void far(global int *restrict out, global const int *restrict in) {\n"
                               "  local int row[64];\n"
                               "  size_t i = get_local_id(0);\n"
                               "  int x = in[i], y = x;\n"
                               "  row[i] = x;\n"
                               "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                               "  for (int k = 0; k < 12; k++)\n"
                               "    y = (y ^ row[(i + k) & 63]) * (k + 3) + (y >> 3);\n"
                               "  out[i] = y;\n"
                               "  out[i + 64] = y + row[(i + 1) & 63] + row[i];\n"
                               "}\n";
  struct binary first = get_binary(test_build("", source)), second = get_binary(test_build("", source));
  CHECK(first.size == second.size && memcmp(first.data, second.data, first.size) == 0);
}

static void argument_information(void) {
  struct binary binary = get_binary(test_build("-cl-kernel-arg-info", SCALE_SOURCE));
  cl_int error;
  cl_program program = keep_program(from_binary(binary, NULL, &error));
  CHECK_CL(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
  char name[32] = "", type[32] = "";
  cl_kernel kernel = test_kernel(program, "scale");
  CHECK_CL(clGetKernelArgInfo(kernel, 2, CL_KERNEL_ARG_NAME, sizeof(name), name, NULL));
  CHECK_CL(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_TYPE_NAME, sizeof(type), type, NULL));
  CHECK(strcmp(name, "factor") == 0);
  CHECK(strcmp(type, "int*") == 0);
}

static void compiled(void) {
  cl_program made = make_program(SCALE_SOURCE);
  CHECK_CL(clCompileProgram(made, 0, NULL, "", 0, NULL, NULL, NULL, NULL));
  struct binary binary = get_binary(made);
  cl_int error;
  cl_program program = keep_program(from_binary(binary, NULL, &error));
  CHECK_CL(error);
  CHECK_EQ(binary_type(program), CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  CHECK_ERR(clBuildProgram(program, 0, NULL, NULL, NULL, NULL), CL_INVALID_BINARY);
  cl_program linked = keep_program(clLinkProgram(test.context, 0, NULL, "", 1, &program, NULL, NULL, &error));
  CHECK_CL(error);
  check_scale(linked);
}

static void refused(struct binary binary) {
  cl_int status = 1, error = 1;
  CHECK(!from_binary(binary, &status, &error));
  CHECK_ERR(error, CL_INVALID_BINARY);
  CHECK_ERR(status, CL_INVALID_BINARY);
}

static void torn(void) {
  struct binary binary = get_binary(test_build("", SCALE_SOURCE));
  for (size_t size = 1; size < binary.size; size = size * 5 / 4 + 1)
    refused((struct binary){binary.data, size});
  for (size_t at = 0; at < binary.size; at += 1 + at / 40) {
    binary.data[at] ^= 0x40;
    refused(binary);
    binary.data[at] ^= 0x40;
  }
  cl_int error;
  keep_program(from_binary(binary, NULL, &error));
  CHECK_CL(error);
}

static void foreign(void) {
  unsigned char elf[256] = "\177ELF\2\1\1", zeros[256] = {0};
  refused((struct binary){elf, sizeof(elf)});
  refused((struct binary){zeros, sizeof(zeros)});
  refused((struct binary){zeros, 1});
}

static void arguments(void) {
  struct binary binary = get_binary(test_build("", SCALE_SOURCE));
  const unsigned char *data = binary.data, *none = NULL;
  size_t zero = 0;
  cl_int status = 1, error;
  cl_device_id wrong = (cl_device_id)test.queue;
#define GIVES(want, ...)                                                                                               \
  do {                                                                                                                 \
    error = 1;                                                                                                         \
    CHECK(!clCreateProgramWithBinary(__VA_ARGS__, &error));                                                            \
    CHECK_ERR(error, (want));                                                                                          \
  } while (0)
  GIVES(CL_INVALID_CONTEXT, NULL, 1, &test.device, &binary.size, &data, &status);
  GIVES(CL_INVALID_VALUE, test.context, 0, &test.device, &binary.size, &data, &status);
  GIVES(CL_INVALID_VALUE, test.context, 1, NULL, &binary.size, &data, &status);
  GIVES(CL_INVALID_DEVICE, test.context, 1, &wrong, &binary.size, &data, &status);
  GIVES(CL_INVALID_VALUE, test.context, 1, &test.device, NULL, &data, &status);
  GIVES(CL_INVALID_VALUE, test.context, 1, &test.device, &binary.size, NULL, &status);
  CHECK_EQ(status, 1);
  GIVES(CL_INVALID_VALUE, test.context, 1, &test.device, &zero, &data, &status);
  CHECK_ERR(status, CL_INVALID_VALUE);
  GIVES(CL_INVALID_VALUE, test.context, 1, &test.device, &binary.size, &none, &status);
  CHECK_ERR(status, CL_INVALID_VALUE);
  /* The query skips a device whose pointer is NULL, and checks its size */
  cl_program program = test_build("", SCALE_SOURCE);
  unsigned char *skip = NULL;
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(skip), &skip, NULL));
  CHECK_ERR(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(skip) - 1, &skip, NULL), CL_INVALID_VALUE);
}

static const struct test_case cases[] = {
    {"executable", executable}, {"repeated", repeated}, {"argument_information", argument_information},
    {"compiled", compiled},     {"torn", torn},         {"foreign", foreign},
    {"arguments", arguments},
};
TEST_MAIN(cases)
