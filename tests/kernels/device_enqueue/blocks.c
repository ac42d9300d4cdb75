/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels that enqueue kernels: what children get, when the parent is complete, nesting, local memory, ranges. */
#include "tests/kernels/device_enqueue/queues.h"

/* Whatever the flags say: clFinish waits for the children, and so does the next command. */
static void children_before_the_end(void) {
  device_queue(CL_QUEUE_ON_DEVICE_DEFAULT);
  static const char *const flags[] = {"NO_WAIT", "WAIT_KERNEL", "WAIT_WORK_GROUP"};
  for (int f = 0; f < 3; f++) {
    char source[1024];
    snprintf(source, sizeof source, "\
kernel void k(global int *out, int n) {\n\
  int i = get_global_id(0);\n\
  void (^child)(void) = ^{ out[i * n + get_global_id(0)] = 100 * i + (int)get_global_id(0); };\n\
  if (enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_%s, ndrange_1D(n), child) != CLK_SUCCESS)\n\
    out[i * n] = -1;\n\
}\n\
kernel void twice(global int *out) { out[get_global_id(0)] *= 2; }\n",
             flags[f]);
    cl_program program = test_build("-cl-std=CL3.0", source);
    cl_kernel kernel = test_kernel(program, "k"), twice = test_kernel(program, "twice");
    struct test_buffer out = test_buffer(50 * 20 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
    const size_t parents = 50, all = 50 * 20;
    SET_ARGS(kernel, ARG_BUFFER(out), ARG_INT(20));
    SET_ARGS(twice, ARG_BUFFER(out));
    CHECK_CL(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, &parents, NULL, 0, NULL, NULL));
    CHECK_CL(clEnqueueNDRangeKernel(test.queue, twice, 1, NULL, &all, NULL, 0, NULL, NULL));
    CHECK_CL(clFinish(test.queue));
    test_buffer_sync(&out);
    for (int i = 0; i < 50; i++)
      for (int j = 0; j < 20; j++)
        CHECK_EQ(INT(out)[i * 20 + j], 2 * (100 * i + j));
  }
}

/* 2^0 + ... + 2^7 children, each adding one, all before the root is complete. */
static void nested(void) {
  device_queue(CL_QUEUE_ON_DEVICE_DEFAULT);
  cl_kernel kernel = build(CL(
      void tree(global int *out, int depth) {
        atomic_inc(&out[depth]);
        if (depth == 7)
          return;
        void (^child)(void) = ^{
          tree(out, depth + 1);
        };
        for (int i = 0; i < 2; i++)
          if (enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), child) != CLK_SUCCESS)
            atomic_inc(&out[8]);
      } kernel void k(global int *out) { tree(out, 0); }));
  struct test_buffer out = test_buffer(9 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, 1, 1, ARG_BUFFER(out));
  test_buffer_sync(&out);
  for (int depth = 0; depth < 8; depth++)
    CHECK_EQ(INT(out)[depth], 1 << depth);
  CHECK_EQ(INT(out)[8], 0);
}

static void many(void) {
  device_queue(CL_QUEUE_ON_DEVICE_DEFAULT);
  cl_kernel kernel = build(CL(kernel void k(global int *out) {
    size_t i = get_global_id(0);
    int value = (int)i * 3;
    long other = (long)i;
    void (^child)(void) = ^{
      out[other] = value + (int)get_global_size(0);
    };
    if (enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), child) != CLK_SUCCESS)
      out[i] = -1;
  }));
  enum { N = 5000 };
  struct test_buffer out = test_buffer(N * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, N, 50, ARG_BUFFER(out));
  test_buffer_sync(&out);
  for (int i = 0; i < N; i++)
    CHECK_EQ(INT(out)[i], 3 * i + 1);
}

/* Local arguments of given sizes, barriers in the child, local variables besides. */
static void local_arguments(void) {
  device_queue(CL_QUEUE_ON_DEVICE_DEFAULT);
  cl_kernel kernel = build(CL(kernel void k(global int *out, int n) {
    void (^child)(local void *, local void *) = ^(local void *a, local void *b) {
      local int own[64];
      size_t i = get_local_id(0);
      size_t size = get_local_size(0);
      ((local int *)a)[i] = (int)i;
      ((local long *)b)[i] = (long)i * 10;
      own[i] = (int)i * 100;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[get_global_id(0)] = ((local int *)a)[size - 1 - i] + (int)((local long *)b)[size - 1 - i] + own[size - 1 - i];
    };
    if (enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(640, (size_t)n), child,
                       (uint)(n * 4), (uint)(n * 8)) != CLK_SUCCESS)
      out[0] = -1;
  }));
  struct test_buffer out = test_buffer(640 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, 1, 1, ARG_BUFFER(out), ARG_INT(64));
  test_buffer_sync(&out);
  for (int i = 0; i < 640; i++)
    CHECK_EQ(INT(out)[i], 111 * (63 - i % 64));
}

static void ranges(void) {
  device_queue(CL_QUEUE_ON_DEVICE_DEFAULT);
  cl_kernel kernel = build(CL(kernel void k(global int *out) {
    void (^child)(void) = ^{
      size_t x = get_global_id(0);
      size_t y = get_global_id(1);
      size_t z = get_global_id(2);
      atomic_add(&out[get_work_dim() - 1], (int)(1 + x * 10 + y * 100 + z * 1000));
      if (get_global_linear_id() == 0)
        out[2 + get_work_dim()] = (int)(get_local_size(0) + 10 * get_local_size(1) + 100 * get_local_size(2));
    };
    queue_t q = get_default_queue();
    const size_t offset2[2] = {1, 2};
    const size_t global2[2] = {6, 4};
    const size_t local2[2] = {3, 2};
    const size_t offset3[3] = {1, 0, 2};
    const size_t global3[3] = {2, 3, 4};
    const size_t local3[3] = {2, 1, 2};
    int error = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(5, 10, 2), child);
    error |= enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_2D(offset2, global2, local2), child);
    error |= enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_3D(offset3, global3, local3), child);
    out[6] = error;
  }));
  struct test_buffer out = test_buffer(7 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, 1, 1, ARG_BUFFER(out));
  test_buffer_sync(&out);
  int want[3] = {0, 0, 0};
  for (int x = 5; x < 15; x++)
    want[0] += 1 + 10 * x;
  for (int y = 2; y < 6; y++)
    for (int x = 1; x < 7; x++)
      want[1] += 1 + 10 * x + 100 * y;
  for (int z = 2; z < 6; z++)
    for (int y = 0; y < 3; y++)
      for (int x = 1; x < 3; x++)
        want[2] += 1 + 10 * x + 100 * y + 1000 * z;
  const cl_int sizes[3] = {2 + 10 + 100, 3 + 20 + 100, 2 + 10 + 200};
  for (int d = 0; d < 3; d++) {
    CHECK_EQ(INT(out)[d], want[d]);
    CHECK_EQ(INT(out)[3 + d], sizes[d]);
  }
  CHECK_EQ(INT(out)[6], 0);
}

/* What cannot be enqueued is refused, and nothing else happens. */
static void refused(void) {
  cl_command_queue queue = device_queue(0);
  cl_kernel kernel = build(CL(kernel void k(global int *out, queue_t q) {
    queue_t none = get_default_queue();
    void (^child)(void) = ^{
      out[9]++;
    };
    void (^with_local)(local void *) = ^(local void *l) {
      out[9]++;
    };
    ndrange_t fine = ndrange_1D(1);
    out[0] = enqueue_kernel(none, CLK_ENQUEUE_FLAGS_NO_WAIT, fine, child);
    out[1] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(100000, 100000), child);
    out[2] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, fine, with_local, 1u << 30);
    out[3] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, fine, with_local, 0u);
    out[4] = enqueue_kernel(q, 77, fine, child);
    out[5] = enqueue_marker(q, 0, NULL, NULL);
    out[6] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(0), child);
    out[7] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, fine, child);
  }));
  struct test_buffer out = test_buffer(10 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, 1, 1, ARG_BUFFER(out), ARG(queue));
  test_buffer_sync(&out);
  for (int i = 0; i < 6; i++)
    CHECK_EQ(INT(out)[i], -101);
  CHECK_EQ(INT(out)[7], 0);
  CHECK_EQ(INT(out)[9], 1);
}

/* Kernels of blocks are nobody's but ours, also in binaries. */
static void hidden(void) {
  device_queue(CL_QUEUE_ON_DEVICE_DEFAULT);
  cl_program program = test_build("-cl-std=CL3.0", CL(kernel void k(global int *out) {
                                    enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{
                                      out[0] = 5;
                                    });
                                  }));
  size_t count = 0, size;
  char names[64] = "";
  cl_uint made = 0;
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, NULL));
  CHECK_EQ(count, 1);
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, NULL));
  CHECK(strcmp(names, "k") == 0);
  CHECK_CL(clCreateKernelsInProgram(program, 0, NULL, &made));
  CHECK_EQ(made, 1);
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
  unsigned char *binary = test_alloc(size);
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
  cl_int error;
  cl_program again =
      clCreateProgramWithBinary(test.context, 1, &test.device, &size, (const unsigned char **)&binary, NULL, &error);
  CHECK_CL(error);
  CHECK_CL(clBuildProgram(again, 1, &test.device, NULL, NULL, NULL));
  struct test_buffer out = test_buffer(4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(test_kernel(again, "k"), 1, 1, ARG_BUFFER(out));
  test_buffer_sync(&out);
  CHECK_EQ(INT(out)[0], 5);
  CHECK_CL(clReleaseProgram(again));
}

static void sizes_of_kernels(void) {
  device_queue(CL_QUEUE_ON_DEVICE_DEFAULT);
  cl_kernel kernel = build(CL(kernel void k(global int *out) {
    void (^child)(void) = ^{
      out[9] = 1;
    };
    void (^with_local)(local void *) = ^(local void *l) {
      out[9] = 1;
    };
    out[0] = (int)get_kernel_work_group_size(child);
    out[1] = (int)get_kernel_preferred_work_group_size_multiple(child);
    out[2] = (int)get_kernel_work_group_size(with_local);
  }));
  struct test_buffer out = test_buffer(10 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, 1, 1, ARG_BUFFER(out));
  test_buffer_sync(&out);
  size_t multiple;
  CHECK_CL(clGetKernelWorkGroupInfo(kernel, test.device, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof multiple,
                                    &multiple, NULL));
  CHECK(INT(out)[0] >= 1 && (size_t)INT(out)[0] <= test_device_size(CL_DEVICE_MAX_WORK_GROUP_SIZE));
  CHECK(INT(out)[2] >= 1);
  CHECK_EQ(INT(out)[1], multiple);
}

static void sub_groups_of_kernels(void) {
  if (!test_has_c_feature("__opencl_c_subgroups"))
    test_skip("no sub-groups");
  device_queue(CL_QUEUE_ON_DEVICE_DEFAULT);
  cl_kernel kernel = build(CL(kernel void k(global int *out) {
    void (^child)(void) = ^{
      if (get_global_id(0) == 0) {
        out[2] = (int)get_num_sub_groups();
        out[3] = (int)get_max_sub_group_size();
      }
    };
    ndrange_t range = ndrange_1D(300, 100);
    out[0] = (int)get_kernel_sub_group_count_for_ndrange(range, child);
    out[1] = (int)get_kernel_max_sub_group_size_for_ndrange(range, child);
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, range, child);
  }));
  struct test_buffer out = test_buffer(4 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, 1, 1, ARG_BUFFER(out));
  test_buffer_sync(&out);
  CHECK(INT(out)[0] > 0 && INT(out)[1] > 0);
  CHECK_EQ(INT(out)[0], INT(out)[2]);
  CHECK_EQ(INT(out)[1], INT(out)[3]);
}

/* Blocks as functions: with arguments, nested, at program scope. */
static void called(void) {
  cl_kernel kernel = build(CL(
      typedef int (^unary)(int); constant unary triple =
                                     ^(int x) {
                                       return 3 * x;
                                     };
      kernel void k(global int *out) {
        int i = (int)get_global_id(0);
        unary add = ^(int x) {
          unary inner = ^(int y) {
            return y + i;
          };
          return inner(x) + 1;
        };
        out[i] = triple(add(10)) + ^(int z) {
          return z * (int)get_global_id(0);
        }(2);
      }));
  struct test_buffer out = test_buffer(100 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, 100, 10, ARG_BUFFER(out));
  test_buffer_sync(&out);
  for (int i = 0; i < 100; i++)
    CHECK_EQ(INT(out)[i], 3 * (10 + i + 1) + 2 * i);
}

/* All that OpenCL C 2.0 must have in one kernel, in that version. */
static void version_20(void) {
  cl_name_version versions[16];
  size_t size = 0;
  bool listed = false;
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_OPENCL_C_ALL_VERSIONS, sizeof versions, versions, &size));
  for (size_t i = 0; i < size / sizeof *versions; i++)
    listed |= versions[i].version == CL_MAKE_VERSION(2, 0, 0);
  CHECK(listed);
  static const char *const features[] = {"__opencl_c_generic_address_space",
                                         "__opencl_c_program_scope_global_variables",
                                         "__opencl_c_pipes",
                                         "__opencl_c_device_enqueue",
                                         "__opencl_c_work_group_collective_functions",
                                         "__opencl_c_images",
                                         "__opencl_c_read_write_images",
                                         "__opencl_c_atomic_order_seq_cst",
                                         "__opencl_c_atomic_scope_device"};
  for (size_t i = 0; i < TEST_COUNT(features); i++)
    if (!test_has_c_feature(features[i]))
      FAIL("%s", features[i]);
  device_queue(CL_QUEUE_ON_DEVICE_DEFAULT);
  cl_program program =
      test_build("-cl-std=CL2.0",
                 "#if __OPENCL_C_VERSION__ != 200\n#error version\n#endif\n" CL(
                     global atomic_int count = 5;
                     int add(int *p, int n) { return *p + n; } kernel void put(write_only pipe int p) {
                       int x = (int)get_global_id(0);
                       write_pipe(p, &x);
                     } kernel void k(read_only pipe int p, global int *out, read_write image2d_t image) {
                       local int l;
                       int x;
                       read_pipe(p, &x);
                       int sum = work_group_reduce_add(x);
                       if (get_local_id(0) == 0)
                         l = sum;
                       work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
                       atomic_fetch_add_explicit(&count, 1, memory_order_relaxed, memory_scope_device);
                       if (get_global_id(0) == 0) {
                         write_imagei(image, (int2)(0, 0), (int4)(1, 2, 3, 4));
                         atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
                         int4 texel = read_imagei(image, (int2)(0, 0));
                         int value = add(&l, texel.w);
                         enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{
                           out[0] = value;
                           out[1] = atomic_load(&count);
                         });
                       }
                     }));
  cl_int error;
  cl_mem pipe = clCreatePipe(test.context, 0, 4, 64, NULL, &error);
  CHECK_CL(error);
  const cl_image_format format = {CL_RGBA, CL_SIGNED_INT32};
  const cl_image_desc descriptor = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
  cl_mem image = clCreateImage(test.context, 0, &format, &descriptor, NULL, &error);
  CHECK_CL(error);
  struct test_buffer out = test_buffer(2 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(test_kernel(program, "put"), 64, 64, ARG(pipe));
  LAUNCH(test_kernel(program, "k"), 64, 64, ARG(pipe), ARG_BUFFER(out), ARG(image));
  test_buffer_sync(&out);
  CHECK_EQ(INT(out)[0], 64 * 63 / 2 + 4);
  CHECK_EQ(INT(out)[1], 5 + 64);
  CHECK_CL(clReleaseMemObject(image));
  CHECK_CL(clReleaseMemObject(pipe));
}

static const struct test_case cases[] = {
    {"children_before_the_end", children_before_the_end},
    {"nested", nested},
    {"many", many},
    {"local_arguments", local_arguments},
    {"ranges", ranges},
    {"refused", refused},
    {"hidden", hidden},
    {"sizes_of_kernels", sizes_of_kernels},
    {"sub_groups_of_kernels", sub_groups_of_kernels},
    {"called", called},
    {"version_20", version_20},
};
TEST_MAIN(cases)
