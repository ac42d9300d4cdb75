/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clGetKernelInfo, clGetKernelArgInfo, clGetKernelWorkGroupInfo, clGetKernelSubGroupInfo. */
#include <string.h>

#include <stdio.h>

#include "tests/api_program/objects.h"

static const char *const source = CL(
    kernel __attribute__((reqd_work_group_size(8, 4, 2))) __attribute__((vec_type_hint(float4))) void required(
        global const float4 *restrict in, constant volatile int *c, local uchar *t, unsigned int n) {
    } kernel void plain(global int *p) {} kernel void tile(local int *a, local float4 *b, global float *out) {
      local float scratch[100];
      scratch[get_local_id(0)] = a[0];
      barrier(CLK_LOCAL_MEM_FENCE);
      out[0] = scratch[1] + b[0].x;
    });

static void kernel_info(void) {
  cl_program program = test_build("", source), again = NULL;
  cl_kernel kernel = test_kernel(program, "required");
  char text[128] = "";
  cl_uint count = 0;
  cl_context context = NULL;
  size_t size = 0;
  CHECK_CL(clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof(text), text, &size));
  CHECK(strcmp(text, "required") == 0);
  CHECK_EQ(size, 9);
  CHECK_CL(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof(count), &count, NULL));
  CHECK_EQ(count, 4);
  CHECK_CL(clGetKernelInfo(kernel, CL_KERNEL_CONTEXT, sizeof(context), &context, NULL));
  CHECK(context == test.context);
  CHECK_CL(clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof(again), &again, NULL));
  CHECK(again == program);
  CHECK_CL(clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, sizeof(text), text, NULL));
  CHECK(strstr(text, "reqd_work_group_size(8,4,2)"));
  CHECK_CL(clGetKernelInfo(test_kernel(program, "plain"), CL_KERNEL_ATTRIBUTES, sizeof(text), text, &size));
  CHECK_EQ(size, 1);
  CHECK_ERR(clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, 3, text, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clGetKernelInfo(kernel, 0xdead, sizeof(text), text, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clGetKernelInfo(NULL, CL_KERNEL_NUM_ARGS, sizeof(count), &count, NULL), CL_INVALID_KERNEL);
}

static void argument_info(void) {
  static const struct {
    const char *name, *type;
    cl_kernel_arg_address_qualifier address;
    cl_kernel_arg_type_qualifier qualifier;
  } want[] = {
      {"in", "float4*", CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_RESTRICT},
      {"c", "int*", CL_KERNEL_ARG_ADDRESS_CONSTANT, CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_VOLATILE},
      {"t", "uchar*", CL_KERNEL_ARG_ADDRESS_LOCAL, CL_KERNEL_ARG_TYPE_NONE},
      {"n", "uint", CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_TYPE_NONE},
  };
  cl_kernel kernel = make_kernel("-cl-kernel-arg-info", source, "required");
  for (cl_uint i = 0; i < TEST_COUNT(want); i++) {
    char name[32] = "", type[32] = "";
    cl_kernel_arg_address_qualifier address = 0;
    cl_kernel_arg_access_qualifier access = 0;
    cl_kernel_arg_type_qualifier qualifier = 99;
    CHECK_CL(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_NAME, sizeof(name), name, NULL));
    CHECK_CL(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_TYPE_NAME, sizeof(type), type, NULL));
    CHECK_CL(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(address), &address, NULL));
    CHECK_CL(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof(access), &access, NULL));
    CHECK_CL(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof(qualifier), &qualifier, NULL));
    if (strcmp(name, want[i].name) != 0 || strcmp(type, want[i].type) != 0)
      FAIL("argument %u is '%s %s', not '%s %s'", i, type, name, want[i].type, want[i].name);
    CHECK_EQ(address, want[i].address);
    CHECK_EQ(access, CL_KERNEL_ARG_ACCESS_NONE);
    CHECK_EQ(qualifier, want[i].qualifier);
  }
  char name[2];
  CHECK_ERR(clGetKernelArgInfo(kernel, 4, CL_KERNEL_ARG_NAME, sizeof(name), name, NULL), CL_INVALID_ARG_INDEX);
  CHECK_ERR(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_NAME, 1, name, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clGetKernelArgInfo(kernel, 0, 0xdead, sizeof(name), name, NULL), CL_INVALID_VALUE);
}

static size_t group_size(cl_kernel kernel, cl_kernel_work_group_info what) {
  size_t size = 0;
  CHECK_CL(clGetKernelWorkGroupInfo(kernel, test.device, what, sizeof(size), &size, NULL));
  return size;
}

static cl_ulong group_memory(cl_kernel kernel, cl_kernel_work_group_info what) {
  cl_ulong size = 0;
  CHECK_CL(clGetKernelWorkGroupInfo(kernel, NULL, what, sizeof(size), &size, NULL));
  return size;
}

static void work_group_info(void) {
  cl_program program = test_build("", source);
  cl_kernel plain = test_kernel(program, "plain"), required = test_kernel(program, "required");
  CHECK_EQ(group_size(plain, CL_KERNEL_WORK_GROUP_SIZE), test_device_size(CL_DEVICE_MAX_WORK_GROUP_SIZE));
  CHECK_EQ(group_size(plain, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE),
           test_device_size(CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE));
  size_t sizes[3] = {9, 9, 9};
  CHECK_CL(clGetKernelWorkGroupInfo(plain, NULL, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof(sizes), sizes, NULL));
  CHECK(sizes[0] == 0 && sizes[1] == 0 && sizes[2] == 0);
  CHECK_CL(clGetKernelWorkGroupInfo(required, NULL, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof(sizes), sizes, NULL));
  CHECK(sizes[0] == 8 && sizes[1] == 4 && sizes[2] == 2);
  CHECK_EQ(group_memory(plain, CL_KERNEL_LOCAL_MEM_SIZE), 0);
  size_t ignored;
  CHECK_ERR(clGetKernelWorkGroupInfo(plain, NULL, CL_KERNEL_GLOBAL_WORK_SIZE, sizeof(sizes), sizes, &ignored),
            CL_INVALID_VALUE);
  CHECK_ERR(clGetKernelWorkGroupInfo(plain, NULL, CL_KERNEL_WORK_GROUP_SIZE, 1, sizes, &ignored), CL_INVALID_VALUE);
  CHECK_ERR(
      clGetKernelWorkGroupInfo(plain, (cl_device_id)program, CL_KERNEL_WORK_GROUP_SIZE, sizeof(sizes), sizes, &ignored),
      CL_INVALID_DEVICE);
  CHECK_ERR(clGetKernelWorkGroupInfo(NULL, NULL, CL_KERNEL_WORK_GROUP_SIZE, sizeof(sizes), sizes, &ignored),
            CL_INVALID_KERNEL);
}

static void local_memory(void) {
  cl_kernel kernel = make_kernel("", source, "tile");
  cl_ulong before = group_memory(kernel, CL_KERNEL_LOCAL_MEM_SIZE);
  CHECK(before >= 400 && before < 1024);
  CHECK_CL(clSetKernelArg(kernel, 0, 1000, NULL));
  CHECK_CL(clSetKernelArg(kernel, 1, 2000, NULL));
  cl_ulong after = group_memory(kernel, CL_KERNEL_LOCAL_MEM_SIZE);
  CHECK_EQ(after, (before + 127) / 128 * 128 + 1024 + 2000);
  /* Padding is not what makes them too large. */
  CHECK_CL(clSetKernelArg(kernel, 0, 1001, NULL));
  CHECK_CL(clSetKernelArg(kernel, 1, (256 << 10) - before - 1064, NULL));
  CHECK_EQ(test_device_ulong(CL_DEVICE_LOCAL_MEM_SIZE), 256 << 10);
  after = group_memory(kernel, CL_KERNEL_LOCAL_MEM_SIZE);
  CHECK(after <= 256 << 10 && after >= (256 << 10) - 64);
}

/* Rows that live across a barrier and do not fit: the limit is lower, launches above it are refused, and one at it
 * runs. */
static void large_frames(void) {
  cl_kernel kernel = make_kernel("", CL(kernel void big(global int *p, int n) {
                                   int keep[4096];
                                   for (int i = 0; i < 4096; i++)
                                     keep[i] = i * n;
                                   barrier(CLK_GLOBAL_MEM_FENCE);
                                   int sum = 0;
                                   for (int i = 0; i < 4096; i++)
                                     sum += keep[(i * 7 + n) & 4095];
                                   p[get_global_id(0)] = sum;
                                 }),
                                 "big");
  size_t most = group_size(kernel, CL_KERNEL_WORK_GROUP_SIZE), device = test_device_size(CL_DEVICE_MAX_WORK_GROUP_SIZE);
  CHECK(most >= 1 && most <= device);
  if (most == device)
    test_skip("the arena holds even this");
  cl_mem mem = make_buffer(4 * device);
  SET_ARGS(kernel, ARG(mem), ARG_INT(3));
  CHECK_ERR(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, &device, &device, 0, NULL, NULL),
            CL_INVALID_WORK_GROUP_SIZE);
  size_t above = most + 1;
  CHECK_ERR(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, &above, &above, 0, NULL, NULL),
            CL_INVALID_WORK_GROUP_SIZE);
  test_launch(kernel, 1, NULL, &most, &most);
  cl_int *values = test_alloc(4 * most);
  CHECK_CL(clEnqueueReadBuffer(test.queue, mem, CL_TRUE, 0, 4 * most, values, 0, NULL, NULL));
  for (size_t i = 0; i < most; i++)
    CHECK_EQ(values[i], 3 * (4095 * 4096 / 2));
}

static cl_int sub_group_info(cl_kernel kernel, cl_kernel_sub_group_info name, size_t in_size, const void *in,
                             size_t out_size, size_t *out) {
  size_t size = 0;
  cl_int error = clGetKernelSubGroupInfo(kernel, test.device, name, in_size, in, out_size, out, &size);
  if (!error)
    CHECK_EQ(size, out_size);
  return error;
}

static void sub_groups(void) {
  cl_kernel kernel = make_kernel("-cl-std=CL3.0", source, "plain");
  size_t local[] = {5, 7, 3, 1}, out[4] = {0}, width = 0, most = 0, count = 0;
  CHECK_ERR(sub_group_info(NULL, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL, sizeof(size_t), out), CL_INVALID_KERNEL);
  CHECK_ERR(clGetKernelSubGroupInfo(kernel, (cl_device_id)test.context, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL,
                                    sizeof(size_t), out, NULL),
            CL_INVALID_DEVICE);
  if (!test_has_c_feature("__opencl_c_subgroups")) {
    CHECK_ERR(sub_group_info(kernel, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL, sizeof(size_t), out), CL_INVALID_OPERATION);
    return;
  }
  const cl_kernel_sub_group_info by_range[] = {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                                               CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE};
  for (int i = 0; i < 2; i++) {
    CHECK_ERR(sub_group_info(kernel, by_range[i], 0, local, sizeof(size_t), out), CL_INVALID_VALUE);
    CHECK_ERR(sub_group_info(kernel, by_range[i], 4 * sizeof(size_t), local, sizeof(size_t), out), CL_INVALID_VALUE);
    CHECK_ERR(sub_group_info(kernel, by_range[i], sizeof(size_t) + 1, local, sizeof(size_t), out), CL_INVALID_VALUE);
    CHECK_ERR(sub_group_info(kernel, by_range[i], sizeof(size_t), NULL, sizeof(size_t), out), CL_INVALID_VALUE);
    CHECK_ERR(sub_group_info(kernel, by_range[i], sizeof(size_t), local, sizeof(size_t) - 1, out), CL_INVALID_VALUE);
  }
  CHECK_CL(sub_group_info(kernel, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, 3 * sizeof(size_t), local, sizeof(size_t),
                          &width));
  CHECK(width > 0);
  for (size_t dims = 1, items = 1; dims <= 3; dims++) {
    items *= local[dims - 1];
    CHECK_CL(sub_group_info(kernel, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, dims * sizeof(size_t), local, sizeof(size_t),
                            &count));
    CHECK_EQ(count, (items + width - 1) / width);
  }
  CHECK_CL(sub_group_info(kernel, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL, sizeof(size_t), &most));
  CHECK(most > 0 && most <= test_device_uint(CL_DEVICE_MAX_NUM_SUB_GROUPS));
  CHECK_CL(sub_group_info(kernel, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 0, NULL, sizeof(size_t), &count));
  CHECK_EQ(count, 0);

  count = 3;
  CHECK_ERR(sub_group_info(kernel, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof count, NULL, sizeof(size_t), out),
            CL_INVALID_VALUE);
  CHECK_ERR(sub_group_info(kernel, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, 1, &count, sizeof(size_t), out),
            CL_INVALID_VALUE);
  for (size_t dims = 1; dims <= 3; dims++) {
    CHECK_CL(sub_group_info(kernel, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof count, &count,
                            dims * sizeof(size_t), out));
    for (size_t d = 0; d < dims; d++)
      CHECK_EQ(out[d], d ? 1 : 3 * width);
  }
  count = most + 1;
  CHECK_CL(sub_group_info(kernel, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof count, &count, sizeof(size_t), out));
  CHECK_EQ(out[0], 0);
  CHECK_ERR(sub_group_info(kernel, CL_KERNEL_WORK_GROUP_SIZE, 0, NULL, sizeof(size_t), out), CL_INVALID_VALUE);
}

static void required_sub_groups(void) {
  if (!test_has_extension("cl_intel_required_subgroup_size"))
    test_skip("no required sizes");
  size_t widths[16], bytes = 0, out = 0, local = 100;
  cl_ulong spill;
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_SUB_GROUP_SIZES_INTEL, sizeof widths, widths, &bytes));
  CHECK(bytes > 0);
  for (size_t i = 0; i < bytes / sizeof *widths; i++) {
    char text[200];
    snprintf(text, sizeof text,
             "__attribute__((intel_reqd_sub_group_size(%zu))) kernel void k(global int *x) { *x = 1; }", widths[i]);
    cl_kernel kernel = make_kernel("", text, "k");
    CHECK_CL(sub_group_info(kernel, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, 0, NULL, sizeof out, &out));
    CHECK_EQ(out, widths[i]);
    CHECK_CL(sub_group_info(kernel, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof local, &local, sizeof out, &out));
    CHECK_EQ(out, widths[i]);
    CHECK_CL(clGetKernelWorkGroupInfo(kernel, test.device, CL_KERNEL_SPILL_MEM_SIZE_INTEL, sizeof spill, &spill, NULL));
  }
  CHECK_CL(sub_group_info(make_kernel("", source, "plain"), CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, 0, NULL, sizeof out,
                          &out));
  CHECK_EQ(out, 0);
  /* A launch that is required as well must fit. */
  cl_kernel fixed = make_kernel("",
                                "__attribute__((intel_reqd_sub_group_size(8), reqd_work_group_size(32, 1, 1)))"
                                " kernel void k(global int *x) { *x = 1; }",
                                "k");
  for (size_t count = 3; count <= 5; count++) {
    CHECK_CL(sub_group_info(fixed, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof count, &count, sizeof out, &out));
    CHECK_EQ(out, count == 4 ? 32 : 0);
  }
}

/* The name of cl_khr_subgroups is the same function. */
static void sub_groups_by_old_name(void) {
  typedef cl_int(CL_API_CALL * query_fn)(cl_kernel, cl_device_id, cl_kernel_sub_group_info, size_t, const void *,
                                         size_t, void *, size_t *);
  query_fn query = (query_fn)clGetExtensionFunctionAddressForPlatform(test.platform, "clGetKernelSubGroupInfoKHR");
  if (!query)
    test_skip("not in this loader");
  cl_kernel kernel = make_kernel("", source, "plain");
  size_t local = 64, size = 0, out = 0, core = 0;
  static const cl_kernel_sub_group_info names[] = {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                                                   CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE};
  for (size_t i = 0; i < TEST_COUNT(names); i++) {
    cl_int wanted =
        clGetKernelSubGroupInfo(kernel, test.device, names[i], sizeof local, &local, sizeof core, &core, NULL);
    CHECK_ERR(query(kernel, test.device, names[i], sizeof local, &local, sizeof out, &out, &size), wanted);
    CHECK_EQ(out, core);
  }
  CHECK_ERR(query(NULL, test.device, names[0], sizeof local, &local, sizeof out, &out, NULL), CL_INVALID_KERNEL);
  CHECK_ERR(query((cl_kernel)test.queue, test.device, names[0], sizeof local, &local, sizeof out, &out, NULL),
            CL_INVALID_KERNEL);
  CHECK_ERR(query(kernel, test.device, 0xdead, sizeof local, &local, sizeof out, &out, NULL), CL_INVALID_VALUE);
  CHECK_ERR(query(kernel, (cl_device_id)test.queue, names[0], sizeof local, &local, sizeof out, &out, NULL),
            CL_INVALID_DEVICE);
}

static const struct test_case cases[] = {
    {"kernel_info", kernel_info},
    {"argument_info", argument_info},
    {"work_group_info", work_group_info},
    {"local_memory", local_memory},
    {"large_frames", large_frames},
    {"sub_groups", sub_groups},
    {"sub_groups_by_old_name", sub_groups_by_old_name},
    {"required_sub_groups", required_sub_groups},
};
TEST_MAIN(cases)
