/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* SPIR-V's SubgroupDispatch (modules/sub_group_dispatch.spvasm): what kernels are told of kernels is what their host is
 * told, and what kernels require of their sub-groups holds for each launch. */
#include <string.h>

#include "tests/harness/pool.h"
#include "tests/spirv/modules.h"

enum { KERNELS = 4, THREE = 2, MAX_ITEMS = 4096 };
static const char *const names[KERNELS] = {"plain", "eight", "three", "fixed"};

static size_t sub_group_info(cl_kernel kernel, cl_kernel_sub_group_info name, size_t in_size, const void *in) {
  size_t result = 0;
  CHECK_CL(clGetKernelSubGroupInfo(kernel, test.device, name, in_size, in, sizeof result, &result, NULL));
  return result;
}

static size_t width_of(cl_kernel kernel) {
  return sub_group_info(kernel, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof(size_t), (const size_t[]){1});
}

static size_t required_of(cl_kernel kernel) {
  return sub_group_info(kernel, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 0, NULL);
}

static void queries(void) {
  default_device_queue();
  cl_program program = build_module("sub_group_dispatch", "");
  cl_kernel kernels[KERNELS], ask = test_kernel(program, "ask");
  size_t most[KERNELS];
  for (int k = 0; k < KERNELS; k++) {
    kernels[k] = test_kernel(program, names[k]);
    most[k] = sub_group_info(kernels[k], CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL);
  }
  CHECK(most[1] != most[0]); /* of other widths */
  const size_t ends[] = {0, most[0], most[0] + 1, most[1], most[1] + 1, CL_UINT_MAX / 8, CL_UINT_MAX};
  size_t can[KERNELS] = {0}, cannot[KERNELS] = {0};
  for (size_t i = 0; i < 16 + TEST_COUNT(ends); i++) {
    size_t count = i < 16 ? i : ends[i - 16];
    cl_uint out[2 * KERNELS];
    cl_mem buffer = buffer_of(NULL, sizeof out);
    LAUNCH(ask, 1, 1, ARG(buffer), ARG_UINT((cl_uint)count));
    read_back(buffer, out, sizeof out);
    for (int k = 0; k < KERNELS; k++) {
      size_t local = sub_group_info(kernels[k], CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof count, &count);
      CHECK_EQ(out[k], most[k]);
      CHECK_EQ(out[KERNELS + k], local);
      CHECK(local == 0 || local == count * width_of(kernels[k]));
      CHECK(k != THREE || (local != 0) == (count == 3));
      (local ? can : cannot)[k]++;
    }
  }
  for (int k = 0; k < KERNELS; k++)
    CHECK(can[k] && cannot[k]);
  CHECK_EQ(can[THREE], 1);
  CHECK_EQ(can[3], 1);
}

static void sizes_of_sub_groups(void) {
  need_spirv();
  cl_program program = build_module("sub_group_dispatch", "");
  for (int k = 0; k < KERNELS; k++) {
    cl_kernel kernel = test_kernel(program, names[k]);
    CHECK_EQ(sub_group_info(kernel, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, 0, NULL), k == 1 ? 8 : 0);
    CHECK_EQ(required_of(kernel), k == THREE ? 3 : 0);
    CHECK_EQ(width_of(kernel) == 8, k == 1 || width_of(test_kernel(program, "plain")) == 8);
  }
}

/* One launch of a kernel that requires `count` sub-groups; `whole`: each group has them. */
static cl_int launch(cl_kernel kernel, cl_uint dim, const size_t *global, const size_t *local, size_t count,
                     bool whole) {
  cl_uint out[MAX_ITEMS];
  size_t items = 1;
  for (cl_uint d = 0; d < dim; d++)
    items *= global[d];
  CHECK(items <= MAX_ITEMS);
  memset(out, 0xff, sizeof out);
  cl_mem buffer = buffer_of(out, sizeof out);
  SET_ARGS(kernel, ARG(buffer));
  cl_int error = clEnqueueNDRangeKernel(test.queue, kernel, dim, NULL, global, local, 0, NULL, NULL);
  read_back(buffer, out, sizeof out);
  for (size_t i = 0; i < MAX_ITEMS; i++) {
    if (error || i >= items)
      CHECK_EQ(out[i], CL_UINT_MAX);
    else if (whole)
      CHECK_EQ(out[i], count);
    else
      CHECK(out[i] >= 1 && out[i] <= count);
  }
  return error;
}

#define SIZE(...) ((const size_t[]){__VA_ARGS__})

static void check_required(cl_program program, const char *name, size_t count, bool uniform) {
  cl_kernel kernel = test_kernel(program, name);
  size_t width = width_of(kernel), full = count * width;
  CHECK(width > 1);
  CHECK_EQ(required_of(kernel), count);
  CHECK_CL(launch(kernel, 1, SIZE(full * 4), SIZE(full), count, true));
  CHECK_CL(launch(kernel, 1, SIZE((full - 1) * 4), SIZE(full - 1), count, true));
  CHECK_CL(launch(kernel, 2, SIZE(width * 2, count * 2), SIZE(width, count), count, true));
  CHECK_CL(launch(kernel, 3, SIZE(2, width, count), SIZE(1, width, count), count, true));
  CHECK_ERR(launch(kernel, 1, SIZE((full + 1) * 4), SIZE(full + 1), count, true), CL_INVALID_WORK_GROUP_SIZE);
  CHECK_ERR(launch(kernel, 1, SIZE((full - width) * 4), SIZE(full - width), count, true), CL_INVALID_WORK_GROUP_SIZE);
  CHECK_ERR(launch(kernel, 2, SIZE(width, count + 1), SIZE(width, count + 1), count, true), CL_INVALID_WORK_GROUP_SIZE);
  CHECK_ERR(launch(kernel, 1, SIZE(8), SIZE(1), count, true), CL_INVALID_WORK_GROUP_SIZE);
  /* Nothing to do is no reason for an error. */
  CHECK_CL(launch(kernel, 1, SIZE(0), NULL, count, true));
  /* The runtime's choice: groups that divide the range, in any dimension. */
  CHECK_CL(launch(kernel, 1, SIZE(full * 7), NULL, count, true));
  CHECK_CL(launch(kernel, 1, SIZE((full - 1) * 5), NULL, count, true));
  CHECK_CL(launch(kernel, 2, SIZE(7, full), NULL, count, true));
  CHECK_CL(launch(kernel, 2, SIZE(width, count * 11), NULL, count, true));
  CHECK_CL(launch(kernel, 3, SIZE(1, 5, full), NULL, count, true));
  cl_int error = launch(kernel, 1, SIZE(1021), NULL, count, false);
  if (uniform)
    CHECK_ERR(error, CL_INVALID_WORK_GROUP_SIZE);
  else
    CHECK_CL(error);
}

static void required(void) {
  need_spirv();
  cl_program program = build_module("sub_group_dispatch", "");
  check_required(program, "three", 3, false);
  check_required(program, "by_constant", 3, false);
  check_required(build_module("sub_group_dispatch", "-cl-uniform-work-group-size"), "three", 3, true);
}

static void required_by_constant(void) {
  need_spirv();
  struct module module = read_module("sub_group_dispatch");
  cl_int error;
  cl_program program = create_program(module.words, module.size, &error);
  CHECK_CL(error);
  CHECK_CL(clSetProgramSpecializationConstant(program, 7, sizeof(cl_uint), &(cl_uint){2}));
  CHECK_CL(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
  check_required(program, "by_constant", 4, false);
  check_required(program, "three", 3, false);
  /* More than any group has: each launch is refused. */
  cl_program other = create_program(module.words, module.size, &error);
  CHECK_CL(error);
  CHECK_CL(clSetProgramSpecializationConstant(other, 7, sizeof(cl_uint), &(cl_uint){1u << 30}));
  CHECK_CL(clBuildProgram(other, 0, NULL, NULL, NULL, NULL));
  cl_kernel kernel = test_kernel(other, "by_constant");
  CHECK_EQ(required_of(kernel), (1u << 30) + 2);
  CHECK_ERR(launch(kernel, 1, SIZE(64), NULL, 0, true), CL_INVALID_WORK_GROUP_SIZE);
  CHECK_ERR(launch(kernel, 1, SIZE(64), SIZE(64), 0, true), CL_INVALID_WORK_GROUP_SIZE);
}

/* Through a compiled object, a link and a binary. */
static void kept(void) {
  need_spirv();
  struct module module = read_module("sub_group_dispatch");
  cl_int error;
  cl_program part = create_program(module.words, module.size, &error);
  CHECK_CL(error);
  CHECK_CL(clCompileProgram(part, 0, NULL, "", 0, NULL, NULL, NULL, NULL));
  cl_program program = clLinkProgram(test.context, 0, NULL, NULL, 1, &part, NULL, NULL, &error);
  CHECK_CL(error);
  test_pool_add(release_program, program, 0);
  check_required(program, "three", 3, false);
  cl_program again = program_again(program);
  check_required(again, "three", 3, false);
  CHECK_EQ(required_of(test_kernel(again, "plain")), 0);
}

/* --- Modules that are not as they should be -------------------------------------------------- */

static cl_int build(const struct module *module) {
  cl_int error;
  cl_program program = create_program(module->words, module->size, &error);
  if (!program)
    return error;
  error = clBuildProgram(program, 0, NULL, NULL, NULL, NULL);
  if (error)
    CHECK(*log_of(program));
  return error;
}

/* The word where the first instruction of an opcode begins, with that second operand if not 0. */
static size_t find(const struct module *module, uint32_t opcode, uint32_t second) {
  for (size_t i = 5; i < module->size / 4; i += module->words[i] >> 16)
    if ((module->words[i] & 0xffff) == opcode && (!second || module->words[i + 2] == second))
      return i;
  FAIL("no instruction %u", opcode);
}

/* Each operand of the instructions and modes in turn becomes what it cannot be; then their last one goes. */
static void hostile(void) {
  need_spirv();
  enum { MODE = 16, TYPE_VOID = 19, LOCAL_SIZE = 325, MOST = 326, MODE_ID = 331, SUB_GROUPS = 36 };
  struct module module = read_module("sub_group_dispatch");
  const size_t found[] = {find(&module, LOCAL_SIZE, 0), find(&module, MOST, 0), find(&module, MODE_ID, 0),
                          find(&module, MODE, SUB_GROUPS)};
  const uint32_t nothing = module.words[find(&module, TYPE_VOID, 0) + 1];
  int failed = 0;
  for (size_t f = 0; f < TEST_COUNT(found); f++) {
    uint32_t *at = module.words + found[f], count = *at >> 16;
    const uint32_t wrong[] = {nothing, f == 3 ? CL_UINT_MAX : module.words[3], f == 3 ? 0 : module.words[3] + 1000};
    for (uint32_t w = 1; w < count; w++) {
      uint32_t before = at[w];
      at[w] = wrong[(w + f) % TEST_COUNT(wrong)];
      failed += build(&module) != CL_SUCCESS;
      at[w] = before;
    }
    uint32_t last = at[count - 1];
    at[0] -= 1u << 16;
    at[count - 1] = 1u << 16; /* OpNop */
    failed += build(&module) != CL_SUCCESS;
    at[0] += 1u << 16;
    at[count - 1] = last;
  }
  CHECK(failed >= 10);
  /* What is asked about is a constant, no function. */
  for (size_t f = 0; f < 2; f++) {
    uint32_t *invoke = module.words + found[f] + (f ? 3 : 4), before = *invoke;
    *invoke = module.words[found[f] + (f ? 5 : 6)];
    CHECK_ERR(build(&module), CL_BUILD_PROGRAM_FAILURE);
    *invoke = before;
  }
  CHECK_CL(build(&module));
}

static const struct test_case cases[] = {
    {"queries", queries},   {"sizes_of_sub_groups", sizes_of_sub_groups},
    {"required", required}, {"required_by_constant", required_by_constant},
    {"kept", kept},         {"hostile", hostile},
};
TEST_MAIN(cases)
