/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clEnqueueNDRangeKernel and its kin: index spaces, local sizes given and chosen, and everything that is refused. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "tests/api_program/objects.h"

/* Each work-item counts itself at its place, and writes down what it sees of its group. */
static const char *const source = CL(
    kernel void mark(global int *seen, global uint *sizes, uint4 extent) {
      uint x = get_global_id(0) - get_global_offset(0);
      uint y = get_global_id(1) - get_global_offset(1);
      uint z = get_global_id(2) - get_global_offset(2);
      uint at = (z * extent.y + y) * extent.x + x;
      atomic_inc(&seen[at]);
      sizes[at] = get_local_size(0) + (get_local_size(1) << 10) + (get_local_size(2) << 20);
    } kernel void nothing(void) {} kernel void local_use(local char *a, local char *b) { a[0] = b[0]; } kernel
    __attribute__((reqd_work_group_size(4, 2, 1))) void required(global int *p) {
      p[get_global_id(1) * 8 + get_global_id(0)] = get_local_id(1) * 4 + get_local_id(0);
    });

struct space {
  cl_uint dim;
  size_t offset[3], global[3], local[3]; /* local 0: chosen */
};

static void run_space(cl_kernel kernel, const struct space *space) {
  size_t total = space->global[0] * space->global[1] * space->global[2];
  cl_mem seen = make_buffer(4 * total), sizes = make_buffer(4 * total);
  CHECK_CL(clEnqueueFillBuffer(test.queue, seen, &(cl_int){0}, 4, 0, 4 * total, 0, NULL, NULL));
  cl_uint4 extent = {{(cl_uint)space->global[0], (cl_uint)space->global[1], (cl_uint)space->global[2], 0}};
  SET_ARGS(kernel, ARG(seen), ARG(sizes), ARG(extent));
  test_launch(kernel, space->dim, space->offset, space->global, space->local[0] ? space->local : NULL);
  cl_int *count = test_alloc(4 * total);
  cl_uint *size = test_alloc(4 * total);
  CHECK_CL(clEnqueueReadBuffer(test.queue, seen, CL_TRUE, 0, 4 * total, count, 0, NULL, NULL));
  CHECK_CL(clEnqueueReadBuffer(test.queue, sizes, CL_TRUE, 0, 4 * total, size, 0, NULL, NULL));
  for (size_t i = 0; i < total; i++) {
    if (count[i] != 1)
      FAIL("work-item %zu of %zux%zux%zu ran %d times", i, space->global[0], space->global[1], space->global[2],
           count[i]);
    if (!space->local[0])
      continue;
    size_t at[3] = {i % space->global[0], i / space->global[0] % space->global[1],
                    i / space->global[0] / space->global[1]};
    size_t want = 0;
    for (int d = 0; d < 3; d++) {
      size_t first = at[d] / space->local[d] * space->local[d], left = space->global[d] - first;
      want += (left < space->local[d] ? left : space->local[d]) << 10 * d;
    }
    CHECK_EQ(size[i], want);
  }
}

static void spaces(void) {
  static const struct space table[] = {
      {1, {0, 0, 0}, {1, 1, 1}, {0}},          {1, {0, 0, 0}, {1, 1, 1}, {1, 1, 1}},
      {1, {7, 0, 0}, {1000, 1, 1}, {0}},       {1, {0, 0, 0}, {4096, 1, 1}, {64, 1, 1}},
      {1, {3, 0, 0}, {1009, 1, 1}, {0}},       {2, {0, 0, 0}, {64, 48, 1}, {16, 8, 1}},
      {2, {5, 9, 0}, {37, 41, 1}, {0}},        {2, {0, 0, 0}, {1, 500, 1}, {0}},
      {3, {1, 2, 3}, {8, 9, 10}, {4, 3, 5}},   {3, {0, 0, 0}, {13, 17, 19}, {0}},
      {3, {0, 0, 0}, {1, 1, 300}, {1, 1, 50}}, {3, {0, 0, 0}, {2, 2, 2}, {2, 2, 2}},
  };
  cl_kernel kernel = make_kernel("", source, "mark");
  for (size_t i = 0; i < TEST_COUNT(table); i++)
    run_space(kernel, &table[i]);
}

/* Groups at the ends that are smaller, in up to three dimensions: with OpenCL C 3.0. */
static void non_uniform(void) {
  static const struct space table[] = {
      {1, {0, 0, 0}, {1001, 1, 1}, {64, 1, 1}}, {1, {11, 0, 0}, {5, 1, 1}, {64, 1, 1}},
      {2, {0, 0, 0}, {33, 17, 1}, {16, 8, 1}},  {2, {0, 0, 0}, {32, 17, 1}, {16, 8, 1}},
      {3, {1, 1, 1}, {9, 7, 5}, {4, 4, 4}},     {3, {0, 0, 0}, {16, 7, 5}, {16, 2, 3}},
  };
  cl_kernel kernel = make_kernel("-cl-std=CL3.0", source, "mark");
  for (size_t i = 0; i < TEST_COUNT(table); i++)
    run_space(kernel, &table[i]);
}

static cl_int enqueue(cl_kernel kernel, cl_uint dim, const size_t *offset, const size_t *global, const size_t *local) {
  cl_int error = clEnqueueNDRangeKernel(test.queue, kernel, dim, offset, global, local, 0, NULL, NULL);
  clFinish(test.queue);
  return error;
}

static void uniform_only(void) {
  static const char *const options[] = {"", "-cl-std=CL1.2", "-cl-std=CL3.0 -cl-uniform-work-group-size"};
  for (size_t i = 0; i < TEST_COUNT(options); i++) {
    cl_kernel kernel = make_kernel(options[i], source, "nothing");
    CHECK_ERR(enqueue(kernel, 1, NULL, (size_t[]){100}, (size_t[]){64}), CL_INVALID_WORK_GROUP_SIZE);
    CHECK_ERR(enqueue(kernel, 2, NULL, (size_t[]){64, 9}, (size_t[]){64, 2}), CL_INVALID_WORK_GROUP_SIZE);
    CHECK_CL(enqueue(kernel, 2, NULL, (size_t[]){64, 9}, (size_t[]){64, 3}));
    CHECK_CL(enqueue(kernel, 1, NULL, (size_t[]){1009}, NULL));
  }
  CHECK_CL(enqueue(make_kernel("-cl-std=CL3.0", source, "nothing"), 1, NULL, (size_t[]){100}, (size_t[]){64}));
}

static void errors(void) {
  cl_kernel kernel = make_kernel("", source, "nothing");
  size_t most = test_device_size(CL_DEVICE_MAX_WORK_GROUP_SIZE), global[3] = {64, 64, 64};
  cl_event wrong = (cl_event)test.queue, event = NULL;
  CHECK_ERR(clEnqueueNDRangeKernel(NULL, kernel, 1, NULL, global, NULL, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(clEnqueueNDRangeKernel(test.queue, NULL, 1, NULL, global, NULL, 0, NULL, NULL), CL_INVALID_KERNEL);
  CHECK_ERR(enqueue(kernel, 0, NULL, global, NULL), CL_INVALID_WORK_DIMENSION);
  CHECK_ERR(enqueue(kernel, 4, NULL, global, NULL), CL_INVALID_WORK_DIMENSION);
  CHECK_ERR(enqueue(kernel, 1, (size_t[]){SIZE_MAX - 62}, global, NULL), CL_INVALID_GLOBAL_OFFSET);
  CHECK_ERR(enqueue(kernel, 2, (size_t[]){0, SIZE_MAX}, global, NULL), CL_INVALID_GLOBAL_OFFSET);
  CHECK_ERR(enqueue(kernel, 1, NULL, global, (size_t[]){0}), CL_INVALID_WORK_GROUP_SIZE);
  CHECK_ERR(enqueue(kernel, 2, NULL, global, (size_t[]){8, 0}), CL_INVALID_WORK_GROUP_SIZE);
  CHECK_ERR(enqueue(kernel, 1, NULL, (size_t[]){2 * most}, (size_t[]){2 * most}), CL_INVALID_WORK_ITEM_SIZE);
  CHECK_ERR(enqueue(kernel, 1, NULL, global, (size_t[]){SIZE_MAX}), CL_INVALID_WORK_ITEM_SIZE);
  CHECK_ERR(enqueue(kernel, 2, NULL, (size_t[]){most, 2}, (size_t[]){most, 2}), CL_INVALID_WORK_GROUP_SIZE);
  CHECK_ERR(
      enqueue(kernel, 3, NULL, (size_t[]){(size_t)1 << 30, (size_t)1 << 30, (size_t)1 << 30}, (size_t[]){1, 1, 1}),
      CL_OUT_OF_RESOURCES);
  CHECK_ERR(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, global, NULL, 1, NULL, NULL),
            CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, global, NULL, 1, &wrong, &event),
            CL_INVALID_EVENT_WAIT_LIST);
  CHECK(!event);

  cl_int error;
  cl_context other = clCreateContext(NULL, 1, &test.device, NULL, NULL, &error);
  CHECK_CL(error);
  cl_command_queue queue = clCreateCommandQueueWithProperties(other, test.device, NULL, &error);
  CHECK_CL(error);
  error = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, global, NULL, 0, NULL, NULL);
  clReleaseCommandQueue(queue);
  clReleaseContext(other);
  CHECK_ERR(error, CL_INVALID_CONTEXT);
}

static void unset_arguments(void) {
  cl_kernel kernel = make_kernel("", source, "mark");
  cl_mem mem = make_buffer(64);
  CHECK_ERR(enqueue(kernel, 1, NULL, (size_t[]){1}, NULL), CL_INVALID_KERNEL_ARGS);
  CHECK_CL(clSetKernelArg(kernel, 0, sizeof(mem), &mem));
  CHECK_CL(clSetKernelArg(kernel, 0, sizeof(mem), &mem));
  CHECK_CL(clSetKernelArg(kernel, 1, sizeof(mem), &mem));
  CHECK_ERR(enqueue(kernel, 1, NULL, (size_t[]){1}, NULL), CL_INVALID_KERNEL_ARGS);
}

static void zero_sizes(void) {
  cl_kernel kernel = make_kernel("", source, "nothing");
  cl_event event;
  CHECK_CL(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, NULL, NULL, 0, NULL, &event));
  CHECK_CL(clWaitForEvents(1, &event));
  cl_command_type type = 0;
  CHECK_CL(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL));
  CHECK_EQ(type, CL_COMMAND_NDRANGE_KERNEL);
  clReleaseEvent(event);
  CHECK_CL(enqueue(kernel, 3, NULL, (size_t[]){4, 0, 4}, NULL));
  CHECK_CL(enqueue(kernel, 2, NULL, (size_t[]){0, 4}, (size_t[]){4, 4}));
}

static void required_size(void) {
  cl_kernel kernel = make_kernel("-cl-std=CL3.0", source, "required");
  cl_mem mem = make_buffer(4 * 64);
  SET_ARGS(kernel, ARG(mem));
  CHECK_ERR(enqueue(kernel, 2, NULL, (size_t[]){8, 8}, (size_t[]){8, 1}), CL_INVALID_WORK_GROUP_SIZE);
  CHECK_ERR(enqueue(kernel, 1, NULL, (size_t[]){8}, (size_t[]){8}), CL_INVALID_WORK_GROUP_SIZE);
  CHECK_CL(enqueue(kernel, 2, NULL, (size_t[]){8, 8}, (size_t[]){4, 2}));
  CHECK_CL(enqueue(kernel, 2, NULL, (size_t[]){8, 8}, NULL));
  cl_int values[64];
  CHECK_CL(clEnqueueReadBuffer(test.queue, mem, CL_TRUE, 0, sizeof(values), values, 0, NULL, NULL));
  for (int i = 0; i < 64; i++)
    CHECK_EQ(values[i], i % 8 % 4 + i / 8 % 2 * 4);
}

static void local_memory(void) {
  cl_kernel kernel = make_kernel("", source, "local_use");
  size_t most = (size_t)test_device_ulong(CL_DEVICE_LOCAL_MEM_SIZE);
  SET_ARGS(kernel, ARG_LOCAL(most / 2), ARG_LOCAL(most - most / 2));
  CHECK_CL(enqueue(kernel, 1, NULL, (size_t[]){4}, NULL));
  SET_ARGS(kernel, ARG_LOCAL(most), ARG_LOCAL(1));
  CHECK_ERR(enqueue(kernel, 1, NULL, (size_t[]){4}, NULL), CL_OUT_OF_RESOURCES);
  SET_ARGS(kernel, ARG_LOCAL(SIZE_MAX), ARG_LOCAL(SIZE_MAX));
  CHECK_ERR(enqueue(kernel, 1, NULL, (size_t[]){4}, NULL), CL_OUT_OF_RESOURCES);
}

/* A program of one kernel that declares so many bytes and takes an argument, too. */
static cl_program declare(unsigned bytes, const char **log) {
  char text[1024];
  snprintf(text, sizeof(text),
           "kernel void k(global uint *out, local uchar *more, uint count) {\n"
           "  local uchar data[%u];\n"
           "  for (uint i = get_local_id(0); i < %u; i += get_local_size(0)) data[i] = (uchar)(i * 7);\n"
           "  for (uint i = get_local_id(0); i < count; i += get_local_size(0)) more[i] = (uchar)(i * 11);\n"
           "  barrier(CLK_LOCAL_MEM_FENCE);\n"
           "  uint sum = 0;\n"
           "  for (uint i = get_local_id(0); i < %u; i += get_local_size(0)) sum += data[%u - 1 - i];\n"
           "  for (uint i = get_local_id(0); i < count; i += get_local_size(0)) sum += more[count - 1 - i];\n"
           "  out[get_global_id(0)] = sum;\n"
           "}\n",
           bytes, bytes, bytes, bytes);
  return test_try_build(NULL, text, log);
}

/* Launches it with an argument of so many bytes, and sums up what the work-items found. */
static void declared_and_given(cl_kernel kernel, unsigned declared, unsigned given) {
  enum { ITEMS = 64, GROUPS = 3 };
  struct test_buffer out = test_buffer(ITEMS * GROUPS * sizeof(cl_uint), TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, ITEMS * GROUPS, ITEMS, ARG_BUFFER(out), ARG_LOCAL(given), ARG_UINT(given));
  test_buffer_sync(&out);
  cl_ulong want = 0;
  for (unsigned i = 0; i < declared; i++)
    want += (unsigned char)(i * 7);
  for (unsigned i = 0; i < given; i++)
    want += (unsigned char)(i * 11);
  for (unsigned group = 0; group < GROUPS; group++) {
    cl_ulong sum = 0;
    for (unsigned i = 0; i < ITEMS; i++)
      sum += ((cl_uint *)out.data)[group * ITEMS + i];
    CHECK_EQ(sum, want);
  }
}

/* One rule: what a kernel declares and what it is given, together, may be as much as is reported, and not a byte more.
 * What it declares alone is too much for any launch, and so for the build. */
static void most_local_memory(void) {
  unsigned most = (unsigned)test_device_ulong(CL_DEVICE_LOCAL_MEM_SIZE);
  const unsigned declared[] = {1, 64, most / 2, most / 2 + 1, most - 64, most - 1};
  cl_mem mem = make_buffer(4096);
  for (size_t i = 0; i < TEST_COUNT(declared); i++) {
    cl_program program = declare(declared[i], NULL);
    CHECK(program);
    cl_kernel kernel = test_kernel(program, "k");
    unsigned rest = most - declared[i];
    declared_and_given(kernel, declared[i], rest);
    SET_ARGS(kernel, ARG(mem), ARG_LOCAL(rest + 1), ARG_UINT(0));
    CHECK_ERR(enqueue(kernel, 1, NULL, (size_t[]){64}, (size_t[]){64}), CL_OUT_OF_RESOURCES);
  }
  CHECK(declare(most, NULL));
  if (!test.is_weft)
    return; /* others say so at the launch */
  const char *log;
  CHECK(!declare(most + 1, &log));
  CHECK(strstr(log, "kernel 'k'") && strstr(log, "local memory"));
}

/* Pointers to characters that kernels read as anything else. */
static void local_alignment(void) {
  cl_mem mem = make_buffer(3 * sizeof(cl_ulong));
  cl_kernel kernel = make_kernel("", CL(kernel void where(global ulong * at, local char *a, local char *b) {
                                   local char own[3];
                                   own[0] = a[0] = b[0] = 1;
                                   at[0] = (ulong)own;
                                   at[1] = (ulong)a;
                                   at[2] = (ulong)b;
                                 }),
                                 "where");
  cl_ulong at[3];
  SET_ARGS(kernel, ARG(mem), ARG_LOCAL(5), ARG_LOCAL(7));
  CHECK_CL(enqueue(kernel, 1, NULL, (size_t[]){1}, NULL));
  CHECK_CL(clEnqueueReadBuffer(test.queue, mem, CL_TRUE, 0, sizeof(at), at, 0, NULL, NULL));
  CHECK_EQ(at[1] % 128, 0);
  CHECK_EQ(at[2] - at[1], 128);
  size_t most = (size_t)test_device_ulong(CL_DEVICE_LOCAL_MEM_SIZE);
  SET_ARGS(kernel, ARG(mem), ARG_LOCAL(most - 3 - 7), ARG_LOCAL(7));
  CHECK_CL(enqueue(kernel, 1, NULL, (size_t[]){1}, NULL));
  CHECK_CL(clEnqueueReadBuffer(test.queue, mem, CL_TRUE, 0, sizeof(at), at, 0, NULL, NULL));
  CHECK_EQ(at[2] - at[1], most - 3 - 7);
}

/* OpenCL 3.1: an argument without local memory takes none, however much of it others take. */
static void no_local_memory(void) {
  cl_version version;
  CHECK_CL(clGetPlatformInfo(test.platform, CL_PLATFORM_NUMERIC_VERSION, sizeof(version), &version, NULL));
  if (version < CL_MAKE_VERSION(3, 1, 0))
    test_skip("OpenCL 3.0");
  enum { ITEMS = 48 };
  const char *text =
      CL(kernel void k(global int *out, local int *first, local long16 *none, local int *last, uint has) {
        uint i = get_local_id(0);
        int sum = 0;
        if (has & 1)
          first[i] = i + 1;
        if (has & 2)
          last[i] = 10 * i;
        event_t e = async_work_group_copy((local int *)none, out, 0, 0);
        wait_group_events(1, &e);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (has & 1)
          sum += first[get_local_size(0) - 1 - i];
        if (has & 2)
          sum += last[get_local_size(0) - 1 - i];
        if (has & 4)
          none[i] = 1;
        out[get_global_id(0)] = sum;
      });
  static const char *const options[] = {"", "-cl-opt-disable", "-cl-std=CL3.1"};
  for (size_t o = 0; o < TEST_COUNT(options); o++) {
    cl_kernel kernel = make_kernel(options[o], text, "k");
    for (cl_uint has = 0; has < 4; has++) {
      cl_int out[2 * ITEMS];
      cl_mem mem = make_buffer(sizeof(out));
      cl_ulong size = 0;
      SET_ARGS(kernel, ARG(mem), ARG_LOCAL(512), ARG_LOCAL(0), ARG_LOCAL(512), ARG_UINT(has));
      CHECK_CL(clSetKernelArg(kernel, 1, has & 1 ? ITEMS * 4 : 0, NULL));
      CHECK_CL(clSetKernelArg(kernel, 3, has & 2 ? ITEMS * 4 : 0, NULL));
      CHECK_CL(clGetKernelWorkGroupInfo(kernel, test.device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof(size), &size, NULL));
      CHECK(test.is_weft ? (size > 0) == (has > 0) : true);
      CHECK_CL(enqueue(kernel, 1, NULL, (size_t[]){2 * ITEMS}, (size_t[]){ITEMS}));
      CHECK_CL(clEnqueueReadBuffer(test.queue, mem, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL));
      for (int i = 0; i < 2 * ITEMS; i++)
        CHECK_EQ(out[i], (has & 1 ? ITEMS - i % ITEMS : 0) + (has & 2 ? 10 * (ITEMS - 1 - i % ITEMS) : 0));
    }
    /* All that the device has, on either side of nothing. */
    size_t most = (size_t)test_device_ulong(CL_DEVICE_LOCAL_MEM_SIZE);
    cl_mem mem = make_buffer(4 * ITEMS);
    SET_ARGS(kernel, ARG(mem), ARG_LOCAL(most - 1), ARG_LOCAL(0), ARG_LOCAL(0), ARG_UINT(1));
    CHECK_CL(enqueue(kernel, 1, NULL, (size_t[]){ITEMS}, (size_t[]){ITEMS}));
    SET_ARGS(kernel, ARG(mem), ARG_LOCAL(0), ARG_LOCAL(0), ARG_LOCAL(most - 1), ARG_UINT(2));
    cl_int error;
    cl_kernel clone = clCloneKernel(kernel, &error);
    CHECK_CL(error);
    error = enqueue(clone, 1, NULL, (size_t[]){ITEMS}, (size_t[]){ITEMS});
    clReleaseKernel(clone);
    CHECK_CL(error);
    CHECK_CL(clFinish(test.queue));
  }
}

static void sub_buffers(void) {
  size_t align = test_device_uint(CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
  cl_mem parent = make_buffer(4 * align);
  cl_kernel kernel = make_kernel("", CL(kernel void set(global int *p) { p[0] = 77; }), "set");
  cl_int error, value = 0;
  cl_mem sub = clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &(cl_buffer_region){align, align}, &error);
  CHECK_CL(error);
  SET_ARGS(kernel, ARG(sub));
  CHECK_CL(enqueue(kernel, 1, NULL, (size_t[]){1}, NULL));
  CHECK_CL(clReleaseMemObject(sub));
  CHECK_CL(clEnqueueReadBuffer(test.queue, parent, CL_TRUE, align, 4, &value, 0, NULL, NULL));
  CHECK_EQ(value, 77);
}

/* The choice for a NULL local size divides where it must, fits, and is what the query tells. */
static void suggested(void) {
  static const size_t globals[][3] = {{1, 1, 1},       {7, 1, 1},     {1000, 1, 1}, {1009, 1, 1},
                                      {1 << 20, 1, 1}, {640, 480, 1}, {17, 31, 1},  {1, 1, 999},
                                      {3, 5, 7},       {64, 64, 64},  {1, 8192, 1}, {100003, 2, 1}};
  cl_kernel kernel = make_kernel("", source, "mark");
  cl_mem mem = make_buffer(16);
  cl_uint4 extent = {{0}};
  size_t most = test_device_size(CL_DEVICE_MAX_WORK_GROUP_SIZE), local[3];
  clGetKernelSuggestedLocalWorkSizeKHR_fn suggest =
      (clGetKernelSuggestedLocalWorkSizeKHR_fn)clGetExtensionFunctionAddressForPlatform(
          test.platform, "clGetKernelSuggestedLocalWorkSizeKHR");
  CHECK(suggest);
  CHECK_ERR(suggest(test.queue, kernel, 1, NULL, globals[0], local), CL_INVALID_KERNEL_ARGS);
  SET_ARGS(kernel, ARG(mem), ARG(mem), ARG(extent));
  for (size_t i = 0; i < TEST_COUNT(globals); i++) {
    CHECK_CL(suggest(test.queue, kernel, 3, NULL, globals[i], local));
    CHECK(local[0] >= 1 && local[1] >= 1 && local[2] >= 1);
    CHECK(local[0] * local[1] * local[2] <= most);
    for (int d = 0; d < 3; d++)
      CHECK_EQ(globals[i][d] % local[d], 0);
  }
  CHECK_CL(suggest(test.queue, kernel, 1, NULL, (size_t[]){1 << 20}, local));
  CHECK(local[0] >= test_device_size(CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE));
  cl_kernel required = make_kernel("", source, "required");
  SET_ARGS(required, ARG(mem));
  CHECK_ERR(suggest(test.queue, required, 1, NULL, NULL, local), CL_INVALID_GLOBAL_WORK_SIZE);
  CHECK_CL(suggest(test.queue, required, 2, NULL, (size_t[]){8, 8}, local));
  CHECK(local[0] == 4 && local[1] == 2);
  CHECK_ERR(suggest(NULL, kernel, 1, NULL, globals[0], local), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(suggest(test.queue, NULL, 1, NULL, globals[0], local), CL_INVALID_KERNEL);
  CHECK_ERR(suggest(test.queue, kernel, 4, NULL, globals[0], local), CL_INVALID_WORK_DIMENSION);
  CHECK_ERR(suggest(test.queue, kernel, 1, NULL, NULL, local), CL_INVALID_GLOBAL_WORK_SIZE);
  CHECK_ERR(suggest(test.queue, kernel, 1, NULL, (size_t[]){0}, local), CL_INVALID_GLOBAL_WORK_SIZE);
  CHECK_ERR(suggest(test.queue, kernel, 1, NULL, globals[0], NULL), CL_INVALID_VALUE);
  CHECK_ERR(suggest(test.queue, kernel, 1, (size_t[]){SIZE_MAX}, globals[0], local), CL_INVALID_GLOBAL_OFFSET);
  if (!test_has_c_feature("__opencl_c_device_enqueue"))
    return;
  cl_int error;
  cl_command_queue on_device = clCreateCommandQueueWithProperties(
      test.context, test.device,
      (cl_queue_properties[]){CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0},
      &error);
  CHECK_CL(error);
  error = suggest(on_device, kernel, 1, NULL, globals[0], local);
  CHECK_CL(clReleaseCommandQueue(on_device));
  if (test.is_weft)
    CHECK_ERR(error, CL_INVALID_COMMAND_QUEUE);
}

/* What is together in y wants groups that are long in y, where the range is; each runs once. */
static void chosen_columns(void) {
  if (!test.is_weft)
    test_skip("others choose as they like");
  static const char columns[] = CL(kernel void columns(global int *p, int w, int n) {
    int at = ((int)get_global_id(2) * w + (int)get_global_id(0)) * n + (int)get_global_id(1);
    p[at] = 3 * p[at] + 1;
  });
  cl_kernel kernel = make_kernel("-cl-std=CL3.0", columns, "columns");
  clGetKernelSuggestedLocalWorkSizeKHR_fn suggest =
      (clGetKernelSuggestedLocalWorkSizeKHR_fn)clGetExtensionFunctionAddressForPlatform(
          test.platform, "clGetKernelSuggestedLocalWorkSizeKHR");
  CHECK(suggest);
  enum { W = 96, H = 1000, D = 3 };
  cl_mem mem = make_buffer(W * H * D * sizeof(cl_int));
  SET_ARGS(kernel, ARG(mem), ARG_INT(W), ARG_INT(H));
  size_t step = test_device_size(CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE), local[3];
  CHECK_CL(suggest(test.queue, kernel, 2, NULL, (size_t[]){W, 1024}, local));
  CHECK(local[1] >= step && local[1] >= local[0] && 1024 % local[1] == 0 && W % local[0] == 0);
  CHECK_CL(suggest(test.queue, kernel, 2, NULL, (size_t[]){1024, 1}, local));
  CHECK(local[0] >= step && local[1] == 1);
  CHECK_CL(suggest(test.queue, kernel, 1, NULL, (size_t[]){1024}, local));
  CHECK(local[0] >= step);
  static const size_t locals[][3] = {{0}, {16, 16, 1}, {7, 64, 2}, {1, 200, 1}, {96, 3, 1}};
  for (size_t i = 0; i < TEST_COUNT(locals); i++) {
    size_t mark = test_mark();
    cl_int zero = 0, *got = test_alloc(W * H * D * sizeof(*got));
    CHECK_CL(clEnqueueFillBuffer(test.queue, mem, &zero, sizeof(zero), 0, W * H * D * sizeof(zero), 0, NULL, NULL));
    test_launch(kernel, 3, NULL, (size_t[]){W, H, D}, locals[i][0] ? locals[i] : NULL);
    CHECK_CL(clEnqueueReadBuffer(test.queue, mem, CL_TRUE, 0, W * H * D * sizeof(*got), got, 0, NULL, NULL));
    for (size_t at = 0; at < W * H * D; at++)
      CHECK_EQ(got[at], 1);
    test_release_to(mark);
  }
}

static void tasks(void) {
  cl_kernel kernel =
      make_kernel("", CL(kernel void t(global int *p) { p[0] += get_global_size(0) * 10 + get_local_size(0); }), "t");
  cl_mem mem = make_buffer(4);
  cl_int value = 0;
  CHECK_CL(clEnqueueWriteBuffer(test.queue, mem, CL_TRUE, 0, 4, &value, 0, NULL, NULL));
  SET_ARGS(kernel, ARG(mem));
  cl_event event;
  CHECK_CL(clEnqueueTask(test.queue, kernel, 0, NULL, &event));
  CHECK_CL(clEnqueueReadBuffer(test.queue, mem, CL_TRUE, 0, 4, &value, 0, NULL, NULL));
  CHECK_EQ(value, 11);
  cl_command_type type = 0;
  CHECK_CL(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL));
  CHECK_EQ(type, CL_COMMAND_TASK);
  clReleaseEvent(event);
}

static const struct test_case cases[] = {
    {"spaces", spaces},
    {"non_uniform", non_uniform},
    {"uniform_only", uniform_only},
    {"errors", errors},
    {"unset_arguments", unset_arguments},
    {"zero_sizes", zero_sizes},
    {"required_size", required_size},
    {"local_memory", local_memory},
    {"most_local_memory", most_local_memory},
    {"local_alignment", local_alignment},
    {"no_local_memory", no_local_memory},
    {"sub_buffers", sub_buffers},
    {"suggested", suggested},
    {"chosen_columns", chosen_columns},
    {"tasks", tasks},
};
TEST_MAIN(cases)
