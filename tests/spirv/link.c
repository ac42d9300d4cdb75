/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs from SPIR-V linked with others, their binaries, what is known of their kernels, build options. */
#include <stdio.h>
#include <string.h>

#include "tests/harness/pool.h"
#include "tests/spirv/modules.h"

static cl_program compiled(cl_program program) {
  cl_int error = clCompileProgram(program, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL);
  if (error)
    FAIL("clCompileProgram gives %s:\n%s", test_error_name(error), log_of(program));
  return program;
}

static cl_program compiled_module(const char *name) {
  struct module module = read_module(name);
  cl_int error;
  cl_program program = create_program(module.words, module.size, &error);
  CHECK_CL(error);
  return compiled(program);
}

static cl_program compiled_source(const char *source) {
  cl_int error;
  cl_program program = clCreateProgramWithSource(test.context, 1, &source, NULL, &error);
  CHECK_CL(error);
  test_pool_add(release_program, program, 0);
  return compiled(program);
}

static cl_program linked(cl_program one, cl_program two) {
  cl_program programs[] = {one, two};
  cl_int error;
  cl_program program = clLinkProgram(test.context, 0, NULL, NULL, 2, programs, NULL, NULL, &error);
  CHECK(program);
  test_pool_add(release_program, program, 0);
  if (error)
    FAIL("clLinkProgram gives %s:\n%s", test_error_name(error), log_of(program));
  CHECK(!*log_of(program)); /* nothing to warn of: both are of one form */
  return program;
}

static void check_caller(cl_program program) {
  cl_int values[4] = {21, 0, 0, 0};
  cl_mem in = buffer_of(values, sizeof(values)), out = buffer_of(NULL, sizeof(values));
  cl_kernel kernel = test_kernel(program, "caller");
  CHECK_CL(clSetKernelArg(kernel, 2, 64, NULL));
  CHECK_CL(clSetKernelArg(kernel, 0, sizeof(out), &out));
  CHECK_CL(clSetKernelArg(kernel, 1, sizeof(in), &in));
  test_launch(kernel, 1, NULL, (const size_t[]){4}, NULL);
  read_back(out, values, sizeof(values));
  for (int i = 0; i < 4; i++)
    CHECK_EQ(values[i], 42);
}

static void with_source(void) {
  need_spirv();
  check_caller(linked(compiled_module("caller"), compiled_source(CL(int twice(int x) { return 2 * x; }))));
}

/* The module exports a function that source calls. */
static void from_source(void) {
  need_spirv();
  cl_program source = compiled_source(CL(
      int thrice(int x);
      int twice(int x) { return thrice(x) - x; } kernel void other(global int *p) { p[0] = thrice(14); }));
  cl_program program = linked(source, compiled_module("caller"));
  check_caller(program);
  cl_int value = 0;
  cl_mem out = buffer_of(NULL, 4);
  LAUNCH(test_kernel(program, "other"), 1, 1, ARG(out));
  read_back(out, &value, 4);
  CHECK_EQ(value, 42);
}

static void unresolved(void) {
  need_spirv();
  struct module module = read_module("caller");
  cl_int error;
  cl_program program = create_program(module.words, module.size, &error);
  CHECK_CL(error);
  CHECK_ERR(clBuildProgram(program, 0, NULL, NULL, NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
  CHECK(strstr(log_of(program), "twice"));
}

static void through_a_binary(void) {
  need_spirv();
  cl_program program = linked(compiled_module("caller"), compiled_source(CL(int twice(int x) { return 2 * x; })));
  size_t size;
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, NULL));
  unsigned char *binary = test_alloc(size);
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(binary), &binary, NULL));
  cl_int error;
  const unsigned char *given = binary;
  cl_program again = clCreateProgramWithBinary(test.context, 1, &test.device, &size, &given, NULL, &error);
  CHECK_CL(error);
  test_pool_add(release_program, again, 0);
  CHECK_CL(clBuildProgram(again, 0, NULL, NULL, NULL, NULL));
  check_caller(again);
}

static void check_argument(cl_kernel kernel, cl_uint index, const char *name, const char *type,
                           cl_kernel_arg_address_qualifier space) {
  char text[64];
  cl_kernel_arg_address_qualifier address;
  CHECK_CL(clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_NAME, sizeof(text), text, NULL));
  if (strcmp(text, name) != 0)
    FAIL("argument %u is called '%s', not '%s'", index, text, name);
  CHECK_CL(clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_NAME, sizeof(text), text, NULL));
  if (strcmp(text, type) != 0)
    FAIL("argument %u has type '%s', not '%s'", index, text, type);
  CHECK_CL(clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(address), &address, NULL));
  CHECK_EQ(address, space);
}

/* SPIR-V for OpenCL knows no sign of integers: int and uint are one type. */
static void kernel_information(void) {
  need_spirv();
  cl_program program = linked(compiled_module("caller"), compiled_source(CL(int twice(int x) { return 2 * x; })));
  cl_kernel kernel = test_kernel(program, "caller");
  check_argument(kernel, 0, "out", "int*", CL_KERNEL_ARG_ADDRESS_GLOBAL);
  check_argument(kernel, 1, "in", "int*", CL_KERNEL_ARG_ADDRESS_CONSTANT);
  check_argument(kernel, 2, "unused", "int*", CL_KERNEL_ARG_ADDRESS_LOCAL);
  size_t sizes[3];
  CHECK_CL(
      clGetKernelWorkGroupInfo(kernel, test.device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof(sizes), sizes, NULL));
  CHECK_EQ(sizes[0], 4);
  CHECK_EQ(sizes[1], 1);
  CHECK_EQ(sizes[2], 1);
  char text[128];
  CHECK_CL(clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, sizeof(text), text, NULL));
  CHECK(strstr(text, "reqd_work_group_size(4,1,1)"));
}

/* Denormals of the sum are kept, or flushed where the options ask for it. */
static void build_options(void) {
  need_spirv();
  const struct {
    const char *options;
    float want;
  } tries[] = {{"", 3e-39f}, {"-cl-denorms-are-zero", 0}, {"-cl-fast-relaxed-math -cl-mad-enable", 3e-39f}};
  for (size_t i = 0; i < TEST_COUNT(tries); i++) {
    float a = 1e-39f, b = 2e-39f, sum = -1;
    cl_mem first = buffer_of(&a, 4), second = buffer_of(&b, 4), out = buffer_of(&sum, 4);
    LAUNCH(test_kernel(build_module("add", tries[i].options), "add"), 1, 1, ARG(first), ARG(second), ARG(out));
    read_back(out, &sum, 4);
    if (i < 2 && sum != tries[i].want)
      FAIL("'%s' gives %g, not %g", tries[i].options, (double)sum, (double)tries[i].want);
  }
  struct module module = read_module("add");
  cl_int error;
  cl_program program = create_program(module.words, module.size, &error);
  CHECK_ERR(clBuildProgram(program, 0, NULL, "-no-such-option", NULL, NULL), CL_INVALID_BUILD_OPTIONS);
}

/* What SPIR-V 1.4 brought. */
static void operations14(void) {
  need_spirv();
  char text[256];
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_IL_VERSION, sizeof(text), text, NULL));
  CHECK(strstr(text, "SPIR-V_1.4"));
  cl_program program = build_module("operations14", NULL);
  for (int same = 0; same < 2; same++) {
    cl_ulong results[6];
    cl_uint words[64] = {40, 1, 1}, zero[64] = {0};
    cl_mem out = buffer_of(NULL, sizeof(results)), a = buffer_of(words, sizeof(words));
    cl_mem b = same ? a : buffer_of(zero, sizeof(zero));
    LAUNCH(test_kernel(program, "operations"), 1, 1, ARG(out), ARG(a), ARG(b));
    read_back(out, results, sizeof(results));
    CHECK_EQ(results[0], same);
    CHECK_EQ(results[1], !same);
    CHECK_EQ(results[2], 5);
    CHECK_EQ(results[3], -4);
    CHECK_EQ(results[4], 42);
    CHECK_EQ(results[5], 0);
    read_back(b, zero, sizeof(zero));
    CHECK_EQ(zero[0], 40);
    CHECK_EQ(zero[1], same);
  }
}

/* Of vectors of one length and of two. */
static void vector_shuffles(void) {
  need_spirv();
  const cl_uint a[4] = {10, 11, 12, 13},
                want[4][4] = {{11, 10, 13, 10}, {9, 0, 13, 7}, {13, 10, 11, 12}, {11, 10, 11, 10}};
  cl_uint got[4][4];
  cl_mem in = buffer_of(a, sizeof(a)), out = buffer_of(NULL, sizeof(got));
  LAUNCH(test_kernel(build_module("vector_shuffles", NULL), "shuffles"), 1, 1, ARG(out), ARG(in));
  read_back(out, got, sizeof(got));
  for (int i = 0; i < 16; i++)
    if (i != 5) /* may be anything */
      CHECK_EQ(got[i / 4][i % 4], want[i / 4][i % 4]);
}

/* Sizes of groups that specialisation constants tell. */
static void local_size_id(void) {
  need_spirv();
  struct module module = read_module("local_size_id");
  for (cl_uint x = 8; x >= 4; x -= 4) {
    cl_int error;
    cl_program program = create_program(module.words, module.size, &error);
    CHECK_CL(error);
    if (x != 8) /* the default */
      CHECK_CL(clSetProgramSpecializationConstant(program, 3, sizeof(x), &x));
    CHECK_CL(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    cl_kernel sized = test_kernel(program, "sized"), hinted = test_kernel(program, "hinted");
    size_t size[3], global[2] = {3 * x, 6 * x}, count;
    CHECK_CL(clGetKernelWorkGroupInfo(sized, test.device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof size, size, NULL));
    CHECK(size[0] == x && size[1] == 2 * x && size[2] == 1);
    cl_uint out[24 * 48];
    cl_mem buffer = buffer_of(NULL, sizeof out);
    SET_ARGS(sized, ARG(buffer));
    test_launch(sized, 2, NULL, global, size);
    CHECK_ERR(clEnqueueNDRangeKernel(test.queue, sized, 2, NULL, global, (const size_t[]){x, x}, 0, NULL, NULL),
              CL_INVALID_WORK_GROUP_SIZE);
    read_back(buffer, out, sizeof out);
    for (size_t i = 0; i < global[0] * global[1]; i++)
      CHECK_EQ(out[i], x);
    char text[200], want[64];
    snprintf(want, sizeof want, "work_group_size_hint(%u,%u,1)", x, 2 * x);
    CHECK_CL(clGetKernelInfo(hinted, CL_KERNEL_ATTRIBUTES, sizeof text, text, NULL));
    CHECK(strstr(text, want));
    CHECK_CL(clGetKernelWorkGroupInfo(hinted, test.device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof size, size, NULL));
    CHECK(size[0] == 0 && size[1] == 0 && size[2] == 0);
    CHECK_CL(clGetKernelSubGroupInfo(hinted, test.device, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 0, NULL, sizeof count,
                                     &count, NULL));
    CHECK_EQ(count, 2);
  }
}

static const struct test_case cases[] = {
    {"with_source", with_source},
    {"from_source", from_source},
    {"unresolved", unresolved},
    {"through_a_binary", through_a_binary},
    {"kernel_information", kernel_information},
    {"build_options", build_options},
    {"operations14", operations14},
    {"vector_shuffles", vector_shuffles},
    {"local_size_id", local_size_id},
};
TEST_MAIN(cases)
