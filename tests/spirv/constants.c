/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Specialisation constants: every type, defaults, sizes and ids that are none, values that change between builds. */
#include <string.h>

#include "tests/spirv/modules.h"

enum { RESULTS = 10 };
static const cl_uint id_of_double = 4000000000u;

static void run(cl_program program, cl_ulong *results) {
  memset(results, 0x55, RESULTS * sizeof(*results));
  cl_mem out = buffer_of(results, RESULTS * sizeof(*results));
  LAUNCH(test_kernel(program, "special"), 1, 1, ARG(out));
  read_back(out, results, RESULTS * sizeof(*results));
}

static void check(cl_program program, const cl_ulong *want) {
  cl_ulong got[RESULTS];
  CHECK_CL(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
  run(program, got);
  for (int i = 0; i < RESULTS; i++)
    if (got[i] != want[i])
      FAIL("result %d is %#llx, not %#llx", i, (unsigned long long)got[i], (unsigned long long)want[i]);
}

static cl_program make(void) {
  struct module module = read_module("special");
  cl_int error;
  cl_program program = create_program(module.words, module.size, &error);
  CHECK_CL(error);
  return program;
}

static const cl_ulong defaults[] = {1, 0, 8, 16, 32, 64, 0x3c00, 0x40000000, 0x4008000000000000, 64};

static void default_values(void) {
  need_spirv();
  check(make(), defaults);
}

static void every_type(void) {
  need_spirv();
  cl_program program = make();
  const cl_uchar no = 0, yes = 2, c8 = 0xf1;
  const cl_ushort c16 = 0xf234, f16 = 0xbc00;
  const cl_uint c32 = 0xf2345678;
  const cl_ulong c64 = 0xf23456789abcdef0;
  const float f32 = -1.5f;
  const double f64 = 0.1;
  CHECK_CL(clSetProgramSpecializationConstant(program, 1, sizeof(no), &no));
  CHECK_CL(clSetProgramSpecializationConstant(program, 2, sizeof(yes), &yes));
  CHECK_CL(clSetProgramSpecializationConstant(program, 3, sizeof(c8), &c8));
  CHECK_CL(clSetProgramSpecializationConstant(program, 4, sizeof(c16), &c16));
  CHECK_CL(clSetProgramSpecializationConstant(program, 5, sizeof(c32), &c32));
  CHECK_CL(clSetProgramSpecializationConstant(program, 6, sizeof(c64), &c64));
  CHECK_CL(clSetProgramSpecializationConstant(program, 7, sizeof(f16), &f16));
  CHECK_CL(clSetProgramSpecializationConstant(program, 8, sizeof(f32), &f32));
  CHECK_CL(clSetProgramSpecializationConstant(program, id_of_double, sizeof(f64), &f64));
  const cl_ulong want[] = {0, 1, 0xf1, 0xf234, 0xf2345678, c64, 0xbc00, 0xbfc00000, 0x3fb999999999999a, 0xe468acf0};
  check(program, want);
}

/* The last value counts, at the next build. */
static void changed(void) {
  need_spirv();
  cl_program program = make();
  cl_ulong want[RESULTS];
  memcpy(want, defaults, sizeof(want));
  for (cl_uint value = 100; value < 103; value++) {
    const cl_uint other = 7;
    CHECK_CL(clSetProgramSpecializationConstant(program, 5, sizeof(other), &other));
    CHECK_CL(clSetProgramSpecializationConstant(program, 5, sizeof(value), &value));
    want[4] = value;
    want[9] = 2 * value;
    cl_ulong got[RESULTS];
    CHECK_CL(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    cl_int error;
    cl_kernel kernel = clCreateKernel(program, "special", &error);
    CHECK_CL(error);
    cl_mem out = buffer_of(NULL, sizeof(got));
    CHECK_CL(clSetKernelArg(kernel, 0, sizeof(out), &out));
    test_launch(kernel, 1, NULL, (const size_t[]){1}, NULL);
    CHECK_CL(clReleaseKernel(kernel)); /* no further build while there is one */
    read_back(out, got, sizeof(got));
    CHECK(memcmp(got, want, sizeof(got)) == 0);
  }
  /* What CL_PROGRAM_IL tells is what was given */
  struct module module = read_module("special");
  unsigned char il[8192];
  size_t size;
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_IL, sizeof(il), il, &size));
  CHECK(size == module.size && memcmp(il, module.words, size) == 0);
}

static void errors(void) {
  need_spirv();
  cl_program program = make(), source = test_build("", "kernel void k(global int *p) { p[0] = 1; }");
  const cl_ulong value = 1;
  CHECK_ERR(clSetProgramSpecializationConstant(program, 0, 4, &value), CL_INVALID_SPEC_ID);
  CHECK_ERR(clSetProgramSpecializationConstant(program, 9, 4, &value), CL_INVALID_SPEC_ID);
  CHECK_ERR(clSetProgramSpecializationConstant(program, 1, 4, &value), CL_INVALID_VALUE);
  CHECK_ERR(clSetProgramSpecializationConstant(program, 3, 2, &value), CL_INVALID_VALUE);
  CHECK_ERR(clSetProgramSpecializationConstant(program, 4, 1, &value), CL_INVALID_VALUE);
  CHECK_ERR(clSetProgramSpecializationConstant(program, 5, 8, &value), CL_INVALID_VALUE);
  CHECK_ERR(clSetProgramSpecializationConstant(program, 6, 4, &value), CL_INVALID_VALUE);
  CHECK_ERR(clSetProgramSpecializationConstant(program, 6, 0, &value), CL_INVALID_VALUE);
  CHECK_ERR(clSetProgramSpecializationConstant(program, 6, 8, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clSetProgramSpecializationConstant(source, 6, 8, &value), CL_INVALID_PROGRAM);
  check(program, defaults);
}

static const struct test_case cases[] = {
    {"default_values", default_values},
    {"every_type", every_type},
    {"changed", changed},
    {"errors", errors},
};
TEST_MAIN(cases)
