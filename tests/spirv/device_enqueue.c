/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels that enqueue kernels, from SPIR-V (modules/device_enqueue.spvasm) and from the source that the module was
 * made of. */
#include <stdio.h>
#include <string.h>

#include "tests/harness/pool.h"
#include "tests/spirv/modules.h"

enum { WORDS = 80 };

static const char *source(void) {
  FILE *file = fopen(SOURCES "/device_enqueue.cl", "rb");
  if (!file)
    FAIL("the source cannot be opened");
  char *text = test_alloc(1 << 16);
  text[fread(text, 1, (1 << 16) - 1, file)] = 0;
  fclose(file);
  return text;
}

static cl_program from_module(void) {
  return build_module("device_enqueue", "");
}

static cl_program from_source(void) {
  return test_build("-cl-std=CL3.0", source());
}

static cl_program (*const ways[])(void) = {from_module, from_source};

/* One work-item of a kernel(global int *, second). */
static void run(cl_program program, const char *name, size_t size, const void *second, cl_int *out) {
  memset(out, 0xff, WORDS * sizeof(*out));
  cl_mem buffer = buffer_of(out, WORDS * sizeof(*out));
  cl_kernel kernel = test_kernel(program, name);
  CHECK_CL(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer));
  if (second)
    CHECK_CL(clSetKernelArg(kernel, 1, size, second));
  test_launch(kernel, 1, NULL, (const size_t[]){1}, NULL);
  read_back(buffer, out, WORDS * sizeof(*out));
}

static void check_basic(cl_program program) {
  const cl_int n = 12;
  cl_int out[WORDS];
  run(program, "basic", sizeof(n), &n, out);
  for (int i = 0; i < WORDS; i++)
    CHECK_EQ(out[i], i < 3 || i >= 3 + n ? -1 : n + 200 + 1000 * ((i - 3) % 2));
}

static void basic(void) {
  default_device_queue();
  for (size_t w = 0; w < TEST_COUNT(ways); w++)
    check_basic(ways[w]());
}

static void locals(void) {
  default_device_queue();
  for (size_t w = 0; w < TEST_COUNT(ways); w++) {
    const cl_uint items = 16;
    cl_int out[WORDS];
    run(ways[w](), "locals", sizeof(items), &items, out);
    for (cl_uint i = 0; i < WORDS; i++)
      CHECK_EQ(out[i], i < 64 ? 11 * (cl_int)(items - 1 - i % items) : -1);
  }
}

static void events(void) {
  cl_command_queue queue = default_device_queue();
  for (size_t w = 0; w < TEST_COUNT(ways); w++) {
    cl_int out[WORDS], want[] = {41, 42, 43, 40, 0, -1};
    run(ways[w](), "events", sizeof(queue), &queue, out);
    for (size_t i = 0; i < TEST_COUNT(want); i++)
      CHECK_EQ(out[i], want[i]);
  }
}

static void queries(void) {
  default_device_queue();
  cl_int out[2][WORDS];
  for (size_t w = 0; w < TEST_COUNT(ways); w++)
    run(ways[w](), "queries", 0, NULL, out[w]);
  for (int i = 0; i < 6; i++) {
    CHECK(out[0][i] > 0);
    CHECK_EQ(out[0][i], out[1][i]);
  }
  CHECK_EQ(out[0][6], -1);
  CHECK(out[0][0] <= (cl_int)test_device_size(CL_DEVICE_MAX_WORK_GROUP_SIZE));
  CHECK(out[0][3] * out[0][4] >= 48);
}

static void nested(void) {
  default_device_queue();
  for (size_t w = 0; w < TEST_COUNT(ways); w++) {
    const cl_int n = 21;
    cl_int out[WORDS];
    run(ways[w](), "nested", sizeof(n), &n, out);
    CHECK_EQ(out[0], 21);
    CHECK_EQ(out[1], 42);
    CHECK_EQ(out[2], -1);
  }
}

/* Kernels of blocks are not the application's. */
static void hidden(void) {
  default_device_queue();
  size_t count;
  char names[256];
  cl_program program = from_module();
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof(count), &count, NULL));
  CHECK_EQ(count, 5);
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof(names), names, NULL));
  CHECK(!strstr(names, "block") && !strstr(names, "inner"));
  cl_int error;
  CHECK(!clCreateKernel(program, "__basic_block_invoke_kernel", &error));
  CHECK_ERR(error, CL_INVALID_KERNEL_NAME);
}

/* A program of the module and of source that has blocks, too; its binary. */
static void linked(void) {
  default_device_queue();
  struct module module = read_module("device_enqueue");
  const char *other = CL(kernel void own(global int *out, int n) {
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(n), ^{
      out[get_global_id(0)] = n;
    });
  });
  cl_int error;
  cl_program parts[2] = {create_program(module.words, module.size, &error)};
  CHECK_CL(error);
  parts[1] = clCreateProgramWithSource(test.context, 1, &other, NULL, &error);
  CHECK_CL(error);
  test_pool_add(release_program, parts[1], 0);
  for (int p = 0; p < 2; p++)
    CHECK_CL(clCompileProgram(parts[p], 0, NULL, p ? "-cl-std=CL3.0" : "", 0, NULL, NULL, NULL, NULL));
  cl_program program = clLinkProgram(test.context, 0, NULL, NULL, 2, parts, NULL, NULL, &error);
  CHECK_CL(error);
  test_pool_add(release_program, program, 0);
  cl_program again = program_again(program);
  cl_program both[] = {program, again};
  for (int p = 0; p < 2; p++) {
    check_basic(both[p]);
    const cl_int n = 5;
    cl_int out[WORDS];
    run(both[p], "own", sizeof(n), &n, out);
    for (int i = 0; i < WORDS; i++)
      CHECK_EQ(out[i], i < n ? n : -1);
  }
}

static const struct test_case cases[] = {
    {"basic", basic},   {"locals", locals}, {"events", events}, {"queries", queries},
    {"nested", nested}, {"hidden", hidden}, {"linked", linked},
};
TEST_MAIN(cases)
