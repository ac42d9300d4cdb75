/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Groups of every shape and place: remainders in each dimension, offsets, one work-item, thousands of them; buffers cut
 * out of others and buffers over the host's memory at any address. */
#include "tests/kernels/async/flip.h"

static const char all_four[] = CL(kernel void k(ARGS) {
  START;
  event_t e = async_work_group_copy(a, src, 25, 0);
  e = async_work_group_strided_copy(a + 25, src + 25, 25, 1, e);
  event_t f = async_work_group_copy_2D2D(a, 50, src, 50, 4, 5, 5, 5, 5, 0);
  f = async_work_group_copy_3D3D(a + 75, 0, src, 75, sizeof(int), 5, 1, 5, 5, 5, 5, 5, f);
  event_t both[2];
  both[0] = e;
  both[1] = f;
  wait_group_events(2, both);
  turn(b, a);
  e = async_work_group_copy_3D3D(dst, 0, b, 0, 4, 5, 5, 2, 5, 25, 5, 25, 0);
  e = async_work_group_copy_2D2D(dst, 50, b, 50, 4, 1, 25, 1, 1, e);
  e = async_work_group_strided_copy(dst + 75, b + 75, 10, 1, e);
  e = async_work_group_copy(dst + 85, b + 85, 15, e);
  wait_group_events(1, &e);
});

static void even(void) {
  flip_run(NULL, all_four, false);
}

static void uneven(void) {
  if (!test_has_c_feature("__opencl_c_work_group_collective_functions") && !test.is_weft)
    test_skip("non-uniform groups are not sure to be there");
  flip_run("-cl-std=CL3.0", all_four, true);
}

/* Each number of work-items left over, in one dimension. */
static void remainders(void) {
  cl_program program =
      test_build("-cl-std=CL3.0", CL(kernel void k(global const uchar *src, global uchar *dst, local uchar *tile) {
                   size_t n = get_local_size(0), first = get_group_id(0) * get_enqueued_local_size(0);
                   event_t e = async_work_group_copy(tile, src + first, n, 0);
                   wait_group_events(1, &e);
                   uchar other = tile[n - 1 - get_local_id(0)];
                   barrier(CLK_LOCAL_MEM_FENCE);
                   tile[get_local_id(0)] = other;
                   barrier(CLK_LOCAL_MEM_FENCE);
                   e = async_work_group_copy(dst + first, tile, n, 0);
                   wait_group_events(1, &e);
                 }));
  cl_kernel kernel = test_kernel(program, "k");
  for (size_t local = 1; local <= 17; local++)
    for (size_t rest = 0; rest < local; rest++) {
      size_t mark = test_mark(), n = 3 * local + rest;
      struct test_buffer src = test_buffer(n, TEST_END, CL_MEM_READ_ONLY, 5);
      struct test_buffer dst = test_buffer(n, TEST_END, CL_MEM_WRITE_ONLY, 0);
      LAUNCH(kernel, n, local, ARG_BUFFER(src), ARG_BUFFER(dst), ARG_LOCAL(local));
      test_buffer_sync(&dst);
      for (size_t i = 0; i < n; i++) {
        size_t first = i / local * local, size = n - first < local ? n - first : local;
        CHECK_EQ(dst.data[i], src.data[first + size - 1 - (i - first)]);
      }
      test_release_to(mark);
    }
}

static const char by_group[] = CL(kernel void k(global const float4 *src, global float4 *dst, uint n, local float4 *x) {
  size_t group = get_group_id(0);
  event_t e = async_work_group_copy(x, src + group * n, n, 0);
  wait_group_events(1, &e);
  e = async_work_group_copy(dst + group * n, x, n, 0);
  wait_group_events(1, &e);
});

static void largest_group(void) {
  cl_kernel kernel = test_kernel(test_build(NULL, by_group), "k");
  size_t local;
  CHECK_CL(clGetKernelWorkGroupInfo(kernel, test.device, CL_KERNEL_WORK_GROUP_SIZE, sizeof local, &local, NULL));
  struct test_buffer src = test_buffer(2 * 1000 * 16, TEST_END, CL_MEM_READ_ONLY, 5);
  struct test_buffer dst = test_buffer(2 * 1000 * 16, TEST_END, CL_MEM_WRITE_ONLY, 0);
  LAUNCH(kernel, 2 * local, local, ARG_BUFFER(src), ARG_BUFFER(dst), ARG_UINT(1000), ARG_LOCAL(16000));
  test_buffer_sync(&dst);
  CHECK_EQ(test_differ(dst.data, src.data, dst.size), dst.size);
}

static void many_groups(void) {
  cl_kernel kernel = test_kernel(test_build(NULL, by_group), "k");
  struct test_buffer src = test_buffer(5000 * 3 * 16, TEST_END, CL_MEM_READ_ONLY, 6);
  struct test_buffer dst = test_buffer(5000 * 3 * 16, TEST_START, CL_MEM_WRITE_ONLY, 0);
  LAUNCH(kernel, 5000 * 4, 4, ARG_BUFFER(src), ARG_BUFFER(dst), ARG_UINT(3), ARG_LOCAL(48));
  test_buffer_sync(&dst);
  CHECK_EQ(test_differ(dst.data, src.data, dst.size), dst.size);
}

/* Group numbers, and so the places copied to, do not depend on the offset. */
static void global_offset(void) {
  cl_kernel kernel = test_kernel(test_build(NULL, by_group), "k");
  struct test_buffer src = test_buffer(6 * 7 * 16, TEST_END, CL_MEM_READ_ONLY, 7);
  struct test_buffer dst = test_buffer(6 * 7 * 16, TEST_END, CL_MEM_WRITE_ONLY, 0);
  SET_ARGS(kernel, ARG_BUFFER(src), ARG_BUFFER(dst), ARG_UINT(7), ARG_LOCAL(7 * 16));
  test_launch(kernel, 1, (size_t[]){1001}, (size_t[]){6 * 5}, (size_t[]){5});
  test_buffer_sync(&dst);
  CHECK_EQ(test_differ(dst.data, src.data, dst.size), dst.size);
}

static void sub_buffers(void) {
  cl_kernel kernel = test_kernel(test_build(NULL, by_group), "k");
  size_t align = test_device_uint(CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
  struct test_buffer src = test_buffer(4 * align + 160, TEST_END, CL_MEM_READ_ONLY, 8);
  struct test_buffer dst = test_buffer(4 * align + 160, TEST_END, CL_MEM_READ_WRITE, 9);
  unsigned char *want = test_alloc(dst.size);
  memcpy(want, dst.data, dst.size);
  memcpy(want + align, src.data + 3 * align, 160);
  cl_int error;
  cl_mem from =
      clCreateSubBuffer(src.mem, 0, CL_BUFFER_CREATE_TYPE_REGION, &(cl_buffer_region){3 * align, 160}, &error);
  CHECK_CL(error);
  cl_mem to = clCreateSubBuffer(dst.mem, 0, CL_BUFFER_CREATE_TYPE_REGION, &(cl_buffer_region){align, 160}, &error);
  CHECK_CL(error);
  LAUNCH(kernel, 2 * 3, 3, ARG(from), ARG(to), ARG_UINT(5), ARG_LOCAL(80));
  clReleaseMemObject(from);
  clReleaseMemObject(to);
  test_buffer_sync(&dst);
  CHECK_EQ(test_differ(dst.data, want, dst.size), dst.size);
}

/* The host's memory need not be aligned to the element moved: a copy reads and writes bytes. */
static void odd_host_pointers(void) {
  cl_kernel kernel = test_kernel(test_build(NULL, by_group), "k");
  if (!test.is_weft)
    test_skip("the driver may ask for more alignment");
  for (size_t skew = 1; skew < 32; skew += 3) {
    unsigned char *in = test_alloc(512), *out = test_alloc(512), *want = test_alloc(512);
    cl_int error;
    test_fill(in, 512, 3);
    test_fill(out, 512, 4);
    memcpy(want, out, 512);
    memcpy(want + 33 - skew, in + skew, 320);
    cl_mem src = clCreateBuffer(test.context, CL_MEM_USE_HOST_PTR, 320, in + skew, &error);
    CHECK_CL(error);
    cl_mem dst = clCreateBuffer(test.context, CL_MEM_USE_HOST_PTR, 320, out + 33 - skew, &error);
    CHECK_CL(error);
    LAUNCH(kernel, 2 * 3, 3, ARG(src), ARG(dst), ARG_UINT(10), ARG_LOCAL(160));
    clEnqueueMapBuffer(test.queue, dst, CL_TRUE, CL_MAP_READ, 0, 320, 0, NULL, NULL, &error);
    CHECK_CL(error);
    CHECK_CL(clEnqueueUnmapMemObject(test.queue, dst, out + 33 - skew, 0, NULL, NULL));
    CHECK_CL(clFinish(test.queue));
    clReleaseMemObject(src);
    clReleaseMemObject(dst);
    CHECK_EQ(test_differ(out, want, 512), 512);
  }
}

static const struct test_case cases[] = {
    {"even", even},
    {"uneven", uneven},
    {"remainders", remainders},
    {"largest_group", largest_group},
    {"many_groups", many_groups},
    {"global_offset", global_offset},
    {"sub_buffers", sub_buffers},
    {"odd_host_pointers", odd_host_pointers},
};
TEST_MAIN(cases)
