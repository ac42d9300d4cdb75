/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Creating, building and asking about programs from SPIR-V. */
#include <stdio.h>
#include <string.h>

#include "tests/spirv/modules.h"

enum { N = 1000 };

static void check_sums(cl_program program) {
  static float a[N], b[N], sum[N];
  for (int i = 0; i < N; i++) {
    a[i] = (float)i;
    b[i] = 0.5f * (float)i;
    sum[i] = -1;
  }
  cl_mem in = buffer_of(a, sizeof(a)), other = buffer_of(b, sizeof(b)), out = buffer_of(sum, sizeof(sum));
  LAUNCH(test_kernel(program, "add"), N, 8, ARG(in), ARG(other), ARG(out));
  read_back(out, sum, sizeof(sum));
  for (int i = 0; i < N; i++)
    if (sum[i] != a[i] + b[i])
      FAIL("sum %d is %g, not %g", i, (double)sum[i], (double)(a[i] + b[i]));
}

static void vector_addition(void) {
  need_spirv();
  check_sums(build_module("add", NULL));
}

/* The words in the other byte order: the same module. */
static void other_byte_order(void) {
  need_spirv();
  struct module module = read_module("add");
  for (size_t i = 0; i < module.size / 4; i++)
    module.words[i] = __builtin_bswap32(module.words[i]);
  cl_int error;
  cl_program program = create_program(module.words, module.size, &error);
  CHECK_CL(error);
  CHECK_CL(clBuildProgram(program, 0, NULL, "", NULL, NULL));
  check_sums(program);
}

static void versions(void) {
  need_spirv();
  cl_name_version list[16];
  size_t size;
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_ILS_WITH_VERSION, sizeof(list), list, &size));
  char text[256], word[32];
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_IL_VERSION, sizeof(text), text, NULL));
  CHECK(size >= sizeof(*list) && size % sizeof(*list) == 0);
  for (size_t i = 0; i < size / sizeof(*list); i++) {
    CHECK(strcmp(list[i].name, "SPIR-V") == 0);
    snprintf(word, sizeof(word), "SPIR-V_%u.%u", CL_VERSION_MAJOR(list[i].version), CL_VERSION_MINOR(list[i].version));
    if (!strstr(text, word))
      FAIL("%s is not in '%s'", word, text);
  }
  CHECK(test_has_extension("cl_khr_il_program"));
}

static void queries(void) {
  need_spirv();
  struct module module = read_module("add");
  cl_program program = build_module("add", NULL);
  unsigned char il[4096];
  size_t size;
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_IL, sizeof(il), il, &size));
  CHECK_EQ(size, module.size);
  CHECK(memcmp(il, module.words, size) == 0);
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_SOURCE, sizeof(il), il, &size));
  CHECK_EQ(size, 1);
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof(il), il, NULL));
  CHECK(strcmp((char *)il, "add") == 0);
  cl_program_binary_type type;
  CHECK_CL(clGetProgramBuildInfo(program, test.device, CL_PROGRAM_BINARY_TYPE, sizeof(type), &type, NULL));
  CHECK_EQ(type, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
}

static void refused_modules(void) {
  need_spirv();
  struct module module = read_module("add");
  cl_int error;
  create_program(NULL, module.size, &error);
  CHECK_ERR(error, CL_INVALID_VALUE);
  create_program(module.words, 0, &error);
  CHECK_ERR(error, CL_INVALID_VALUE);
  /* Every proper prefix lacks its end, or a part that a module has to have, or the end of its last function */
  for (size_t size = 1; size < module.size; size++) {
    cl_program program = create_program(module.words, size, &error);
    if (program) { /* it ends between two instructions: the build fails */
      CHECK_EQ(size % 4, 0);
    } else {
      CHECK_ERR(error, CL_INVALID_VALUE);
    }
  }
  static const struct {
    unsigned word, value;
  } changes[] = {
      {0, 0x07230204}, /* magic */
      {1, 0x00010700}, /* a version to come */
      {1, 0x00020000}, /* likewise */
      {1, 0x00010001}, /* a bit that is not used */
      {3, 0},          /* bound */
      {3, 1},          /* likewise: every id is too large */
      {3, 0xffffffff}, /* likewise */
      {4, 1},          /* schema */
      {5, 0x00000011}, /* an instruction of no words */
      {5, 0xffff0011}, /* of too many */
      {5, 0x00010011}, /* of too few */
      {14, 1},         /* 32-bit addresses */
  };
  for (size_t i = 0; i < TEST_COUNT(changes); i++) {
    unsigned before = module.words[changes[i].word];
    module.words[changes[i].word] = changes[i].value;
    create_program(module.words, module.size, &error);
    if (error != CL_INVALID_VALUE)
      FAIL("change %zu gives %s", i, test_error_name(error));
    module.words[changes[i].word] = before;
  }
  create_program(module.words, module.size, &error);
  CHECK_CL(error);
  CHECK(clCreateProgramWithIL((cl_context)test.queue, module.words, module.size, &error) == NULL);
  CHECK_ERR(error, CL_INVALID_CONTEXT);
}

/* What only the translator finds: a log, and the application goes on. */
static void broken_inside(void) {
  need_spirv();
  struct module module = read_module("add");
  cl_int error;
  cl_program program = create_program(module.words, module.size - 8, &error);
  CHECK_CL(error);
  CHECK_ERR(clBuildProgram(program, 0, NULL, NULL, NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
  CHECK(*log_of(program));
  cl_build_status status;
  CHECK_CL(clGetProgramBuildInfo(program, test.device, CL_PROGRAM_BUILD_STATUS, sizeof(status), &status, NULL));
  CHECK_EQ(status, CL_BUILD_ERROR);
  check_sums(build_module("add", ""));
}

static const struct test_case cases[] = {
    {"vector_addition", vector_addition},
    {"other_byte_order", other_byte_order},
    {"versions", versions},
    {"queries", queries},
    {"refused_modules", refused_modules},
    {"broken_inside", broken_inside},
};
TEST_MAIN(cases)
