/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Byte counts and alignments: each length around the widths of the blocks that a copy is made of, each pair of
 * misalignments, tiles as large as local memory, strides of gigabytes. */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "tests/kernels/async/extended.h"

/* COUNT is what the compiler sees of n. */
static const char bytes_source[] = CL(
    kernel void in(global const uchar *src, global uchar *dump, uint n, uint from, uint to, uint size,
                   local uchar *tile) {
      for (size_t i = get_local_id(0); i < size; i += get_local_size(0))
        tile[i] = 0xa5;
      barrier(CLK_LOCAL_MEM_FENCE);
      event_t e = async_work_group_copy(tile + to, src + from, COUNT, 0);
      wait_group_events(1, &e);
      for (size_t i = get_local_id(0); i < size; i += get_local_size(0))
        dump[i] = tile[i];
    } kernel void out(global uchar *dst, global const uchar *source, uint n, uint to, uint from, uint size,
                      local uchar *tile) {
      for (size_t i = get_local_id(0); i < size; i += get_local_size(0))
        tile[i] = source[i];
      barrier(CLK_LOCAL_MEM_FENCE);
      event_t e = async_work_group_copy(dst + to, tile + from, COUNT, 0);
      wait_group_events(1, &e);
    });

struct kernels {
  cl_kernel in, out;
};

static struct kernels build(const char *options) {
  cl_program program = test_build(options, bytes_source);
  return (struct kernels){test_kernel(program, "in"), test_kernel(program, "out")};
}

static void check(struct kernels kernels, size_t n, size_t global, size_t local, enum test_place place) {
  size_t mark = test_mark(), tile = local + n + 40;
  struct test_buffer side = test_buffer(global + n + (n ? 0 : 1), place, CL_MEM_READ_WRITE, 1);
  struct test_buffer dump = test_buffer(tile, TEST_END, CL_MEM_READ_WRITE, 0);
  unsigned char *want = test_alloc(tile + side.size);
  memset(want, 0xa5, tile);
  memcpy(want + local, side.data + global, n);
  test_buffer_protect(&side, true);
  LAUNCH(kernels.in, 8, 8, ARG_BUFFER(side), ARG_BUFFER(dump), ARG_UINT(n), ARG_UINT(global), ARG_UINT(local),
         ARG_UINT(tile), ARG_LOCAL(tile));
  test_buffer_protect(&side, false);
  test_buffer_sync(&dump);
  size_t byte = test_differ(dump.data, want, tile);
  if (byte != tile)
    FAIL("global to local: byte %zu is wrong: %zu bytes from %zu to %zu", byte, n, global, local);

  struct test_buffer source = test_buffer(tile, TEST_END, CL_MEM_READ_ONLY, 2);
  memcpy(want, side.data, side.size);
  memcpy(want + global, source.data + local, n);
  LAUNCH(kernels.out, 8, 8, ARG_BUFFER(side), ARG_BUFFER(source), ARG_UINT(n), ARG_UINT(global), ARG_UINT(local),
         ARG_UINT(tile), ARG_LOCAL(tile));
  test_buffer_sync(&side);
  byte = test_differ(side.data, want, side.size);
  if (byte != side.size)
    FAIL("local to global: byte %zu is wrong: %zu bytes from %zu to %zu", byte, n, local, global);
  test_release_to(mark);
}

static void lengths(void) {
  static const size_t more[] = {511, 512, 513, 1023, 1025, 4095, 4096, 4097, 8191, 16385, 32768, 40001};
  struct kernels kernels = build("-DCOUNT=n");
  for (size_t n = 0; n <= 300; n++) {
    check(kernels, n, 0, 0, TEST_END);
    check(kernels, n, n % 5, n % 3, TEST_START);
  }
  for (size_t i = 0; i < TEST_COUNT(more); i++) {
    check(kernels, more[i], 0, 0, TEST_START);
    check(kernels, more[i], i, 7, TEST_END);
  }
}

/* Counts that the compiler knows. */
static void known_lengths(void) {
  static const unsigned lengths[] = {0,  1,  2,  3,  4,  7,  8,   15,  16,  17,  23,  32,  33,
                                     48, 63, 64, 65, 96, 97, 100, 127, 128, 129, 192, 256, 1000};
  for (size_t i = 0; i < TEST_COUNT(lengths); i++) {
    char options[64];
    snprintf(options, sizeof(options), "-DCOUNT=%u%s", lengths[i], i % 8 == 1 ? " -cl-opt-disable" : "");
    struct kernels kernels = build(options);
    check(kernels, lengths[i], 0, 0, TEST_END);
    check(kernels, lengths[i], 0, 0, TEST_START);
    check(kernels, lengths[i], i % 5 + 1, i % 3 + 1, TEST_END);
  }
}

static void misalignments(void) {
  static const size_t lengths[] = {1, 33, 64, 200, 1000};
  struct kernels kernels = build("-DCOUNT=n");
  for (size_t global = 0; global < 64; global += global < 34 ? 1 : 5)
    for (size_t local = 0; local < 64; local += local < 34 ? 1 : 7)
      check(kernels, lengths[(global * 3 + local) % TEST_COUNT(lengths)], global, local,
            local & 1 ? TEST_END : TEST_START);
}

/* As much local memory as there is. */
static void whole_local_memory(void) {
  struct kernels kernels = build("-DCOUNT=n");
  size_t size = test_device_ulong(CL_DEVICE_LOCAL_MEM_SIZE);
  check(kernels, size - 40, 3, 0, TEST_END);
  check(kernels, size - 40 - 9, 0, 9, TEST_START);
}

/* Two elements more than 2 GiB apart, two lines and two planes likewise. Only the pages touched exist. */
static const char far_source[] = CL(
    kernel void in(global const uint *src, global uint *out, ulong stride, local uint *tile) {
      event_t e = async_work_group_strided_copy(tile, src, 2, stride, 0);
      e = async_work_group_copy_2D2D(tile, 2, src, 0, 4, 3, 2, stride, 3, e);
      e = async_work_group_copy_3D3D(tile, 8, src, 0, 4, 3, 1, 2, 3, stride, 3, 3, e);
      wait_group_events(1, &e);
      if (get_local_id(0) == 0)
        for (int i = 0; i < 14; i++)
          out[i] = tile[i];
    } kernel void out(global uint *dst, global const uint *in, ulong stride, local uint *tile) {
      if (get_local_id(0) == 0)
        for (int i = 0; i < 14; i++)
          tile[i] = in[i];
      barrier(CLK_LOCAL_MEM_FENCE);
      event_t e = async_work_group_strided_copy(dst, tile, 2, stride, 0);
      e = async_work_group_copy_2D2D(dst, 1, tile, 2, 4, 3, 2, 3, stride, e);
      e = async_work_group_copy_3D3D(dst, 4, tile, 8, 4, 3, 1, 2, 3, 3, 3, stride, e);
      wait_group_events(1, &e);
    });

static void strides_of_gigabytes(void) {
  const size_t stride = ((size_t)1 << 29) + 1025, size = (stride + 64) * 4;
  if (test_device_ulong(CL_DEVICE_MAX_MEM_ALLOC_SIZE) < size)
    test_skip("buffers may not be that large");
  cl_uint *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    test_skip("no address space for it");
  cl_program program = extended_build(NULL, far_source);
  cl_int error;
  cl_mem far = clCreateBuffer(test.context, CL_MEM_USE_HOST_PTR, size, memory, &error);
  if (error) {
    munmap(memory, size);
    FAIL("clCreateBuffer of %zu bytes gives %s", size, test_error_name(error));
  }
  for (cl_uint i = 0; i < 8; i++) {
    memory[i] = 100 + i;
    memory[stride + i] = 200 + i;
  }
  struct test_buffer out = test_buffer(14 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  cl_kernel in_kernel = test_kernel(program, "in"), out_kernel = test_kernel(program, "out");
  LAUNCH(in_kernel, 4, 4, ARG(far), ARG_BUFFER(out), ARG_ULONG(stride), ARG_LOCAL(64));
  test_buffer_sync(&out);
  const cl_uint want[14] = {100, 200, 100, 101, 102, 200, 201, 202, 100, 101, 102, 200, 201, 202};
  bool in_right = !memcmp(out.data, want, sizeof want);
  LAUNCH(out_kernel, 4, 4, ARG(far), ARG_BUFFER(out), ARG_ULONG(stride), ARG_LOCAL(64));
  const cl_uint near_want[8] = {100, 100, 101, 102, 100, 101, 102, 107};
  const cl_uint far_want[8] = {200, 200, 201, 202, 200, 201, 202, 207};
  bool out_right = !memcmp(memory, near_want, sizeof near_want) && !memcmp(memory + stride, far_want, sizeof far_want);
  clReleaseMemObject(far);
  munmap(memory, size);
  CHECK(in_right);
  CHECK(out_right);
}

static void gigabytes(void) {
  if (!test.is_weft)
    test_skip("the driver may copy the host's memory");
  strides_of_gigabytes();
}

static const struct test_case cases[] = {
    {"lengths", lengths},
    {"known_lengths", known_lengths},
    {"misalignments", misalignments},
    {"whole_local_memory", whole_local_memory},
    {"gigabytes", gigabytes},
};
TEST_MAIN(cases)
