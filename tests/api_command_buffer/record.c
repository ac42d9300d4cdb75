/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Every command that can be recorded, replayed several times, against what its clEnqueue function does. */
#include <stdlib.h>
#include <string.h>

#include "tests/api_command_buffer/commands.h"

enum { SIZE = 4096, REPLAYS = 3 };

/* Replays and checks that `got` holds `want`, from other contents each time. */
static void check_replays(cl_command_buffer_khr buffer, cl_mem got, const void *want, size_t size) {
  unsigned char *before = test_alloc(size);
  for (cl_uint i = 0; i < REPLAYS; i++) {
    test_fill(before, size, 77 + i);
    CHECK_CL(clEnqueueWriteBuffer(test.queue, got, CL_TRUE, 0, size, before, 0, NULL, NULL));
    replay(buffer);
    check_same(contents(got, size), want, size, "the buffer after a replay");
  }
}

static void copies(void) {
  cl_command_buffer_khr buffer = make_commands(test.queue, NULL);
  cl_mem from = make_filled(SIZE, 5), to = make_filled(SIZE, 6), plain = make_filled(SIZE, 6);
  CHECK_CL(cb.fill(ON(buffer), to, "x", 1, 0, SIZE, FREE));
  CHECK_CL(cb.copy(ON(buffer), from, to, 17, 100, 1001, FREE));
  CHECK_CL(cb.finalize(buffer));
  CHECK_CL(clEnqueueFillBuffer(test.queue, plain, "x", 1, 0, SIZE, 0, NULL, NULL));
  CHECK_CL(clEnqueueCopyBuffer(test.queue, from, plain, 17, 100, 1001, 0, NULL, NULL));
  CHECK_CL(clFinish(test.queue));
  check_replays(buffer, to, contents(plain, SIZE), SIZE);
}

static void rectangles(void) {
  cl_command_buffer_khr buffer = make_commands(test.queue, NULL);
  cl_mem from = make_filled(SIZE, 5), to = make_filled(SIZE, 6), plain = make_filled(SIZE, 6);
  const size_t src[3] = {3, 1, 2}, dst[3] = {8, 2, 0}, region[3] = {13, 5, 4};
  const cl_uint four = 0x12345678;
  CHECK_CL(cb.fill(ON(buffer), to, &four, 4, 0, SIZE, FREE));
  CHECK_CL(cb.copy_rect(ON(buffer), from, to, src, dst, region, 32, 320, 40, 400, FREE));
  CHECK_CL(cb.finalize(buffer));
  CHECK_CL(clEnqueueFillBuffer(test.queue, plain, &four, 4, 0, SIZE, 0, NULL, NULL));
  CHECK_CL(clEnqueueCopyBufferRect(test.queue, from, plain, src, dst, region, 32, 320, 40, 400, 0, NULL, NULL));
  CHECK_CL(clFinish(test.queue));
  check_replays(buffer, to, contents(plain, SIZE), SIZE);
}

static cl_mem make_image(void) {
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 16, .image_height = 8};
  cl_int error;
  cl_mem image = clCreateImage(test.context, CL_MEM_READ_WRITE, &format, &desc, NULL, &error);
  CHECK_CL(error);
  return image;
}

static void images(void) {
  cl_bool has = CL_FALSE;
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_IMAGE_SUPPORT, sizeof has, &has, NULL));
  if (!has)
    test_skip("no images");
  cl_command_buffer_khr buffer = make_commands(test.queue, NULL);
  enum { BYTES = 16 * 8 * 4 };
  cl_mem from = make_filled(BYTES, 5), to = make_filled(BYTES, 6), a = make_image(), b = make_image();
  const size_t zero[3] = {0}, whole[3] = {16, 8, 1}, at[3] = {2, 3, 0}, part[3] = {5, 4, 1};
  const cl_uint color[4] = {1, 2, 3, 4};
  CHECK_CL(cb.to_image(ON(buffer), from, a, 0, zero, whole, FREE));
  CHECK_CL(cb.fill_image(ON(buffer), b, color, zero, whole, FREE));
  CHECK_CL(cb.copy_image(ON(buffer), a, b, zero, at, part, FREE));
  CHECK_CL(cb.from_image(ON(buffer), b, to, zero, whole, 0, FREE));
  CHECK_CL(cb.finalize(buffer));
  /* The buffer keeps them. */
  CHECK_CL(clReleaseMemObject(a));
  CHECK_CL(clReleaseMemObject(b));
  const unsigned char *source = contents(from, BYTES);
  unsigned char *want = test_alloc(BYTES);
  for (size_t i = 0; i < BYTES; i++)
    want[i] = (unsigned char)(1 + i % 4);
  for (size_t y = 0; y < 4; y++)
    memcpy(want + ((y + 3) * 16 + 2) * 4, source + y * 16 * 4, 5 * 4);
  check_replays(buffer, to, want, BYTES);
}

static void svm(void) {
  cl_device_svm_capabilities has = 0;
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_SVM_CAPABILITIES, sizeof has, &has, NULL));
  if (!(has & CL_DEVICE_SVM_FINE_GRAIN_BUFFER))
    test_skip("no fine-grained shared virtual memory");
  cl_command_buffer_khr buffer = make_commands(test.queue, NULL);
  const cl_svm_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER;
  unsigned char *a = clSVMAlloc(test.context, flags, SIZE, 0), *b = clSVMAlloc(test.context, flags, SIZE, 0);
  CHECK(a && b);
  const cl_ushort pattern = 0x0201;
  CHECK_CL(cb.svm_fill(ON(buffer), a, &pattern, 2, SIZE, FREE));
  CHECK_CL(cb.svm_copy(ON(buffer), b + 1, a, SIZE - 2, FREE));
  if (test_has_extension("cl_khr_unified_svm")) { /* what has no bytes needs no address */
    CHECK_CL(cb.svm_copy(ON(buffer), NULL, a, 0, FREE));
    CHECK_CL(cb.svm_copy(ON(buffer), a, NULL, 0, FREE));
    CHECK_CL(cb.svm_fill(ON(buffer), NULL, &pattern, 2, 0, FREE));
  }
  CHECK_CL(cb.finalize(buffer));
  for (int i = 0; i < REPLAYS; i++) {
    test_fill(a, SIZE, 3);
    memset(b, 9, SIZE);
    replay(buffer);
    CHECK_EQ(b[0], 9);
    CHECK_EQ(b[SIZE - 1], 9);
    check_same(b + 1, a, SIZE - 2, "the copy");
    CHECK_EQ(a[1], 2);
  }
  clSVMFree(test.context, a);
  clSVMFree(test.context, b);
}

static const char kernels_source[] = CL(
    kernel void add(global uint *a, uint x, local uint *t) {
      t[get_local_id(0)] = a[get_global_id(0)] + x;
      barrier(CLK_LOCAL_MEM_FENCE);
      a[get_global_id(0)] = t[get_local_id(0)] + (uint)get_global_offset(0);
    } kernel void twice(global uint *a) { a[get_global_id(0)] *= 2; } kernel void point(global const ulong *addresses,
                                                                                        global uint *out) {
      out[get_global_id(0)] = *(global uint *)addresses[0];
    });

/* What is set after recording changes nothing, and the application may drop kernel and buffers' handles but arguments.
 */
static void launches(void) {
  cl_command_buffer_khr buffer = make_commands(test.queue, NULL);
  cl_program program = test_build(NULL, kernels_source);
  cl_int error;
  cl_kernel add = clCreateKernel(program, "add", &error), twice = clCreateKernel(program, "twice", &error);
  CHECK_CL(error);
  cl_mem a = make_buffer(CL_MEM_READ_WRITE, 64 * 4, NULL), other = make_buffer(CL_MEM_READ_WRITE, 64 * 4, NULL);
  const cl_uint zero = 0;
  size_t global = 64, local = 16, offset = 0;
  CHECK_CL(cb.fill(ON(buffer), a, &zero, 4, 0, 64 * 4, FREE));
  SET_ARGS(add, ARG(a), ARG_UINT(5), ARG_LOCAL(16 * 4));
  CHECK_CL(cb.launch(ON(buffer), add, 1, NULL, &global, &local, FREE));
  SET_ARGS(add, ARG(a), ARG_UINT(100), ARG_LOCAL(16 * 4));
  CHECK_CL(cb.launch(ON(buffer), add, 1, &offset, &global, &local, FREE));
  SET_ARGS(add, ARG(other), ARG_UINT(7), ARG_LOCAL(8));
  SET_ARGS(twice, ARG(a));
  CHECK_CL(cb.launch(ON(buffer), twice, 1, NULL, &global, NULL, FREE));
  SET_ARGS(twice, ARG(other));
  CHECK_CL(clReleaseKernel(add));
  CHECK_CL(clReleaseKernel(twice));
  CHECK_CL(cb.finalize(buffer));
  cl_uint want[64];
  for (int i = 0; i < 64; i++)
    want[i] = 210;
  check_replays(buffer, a, want, sizeof want);
}

/* A launch of nothing, and a buffer of nothing. */
static void empty(void) {
  cl_command_buffer_khr none = make_commands(test.queue, NULL), nothing = make_commands(test.queue, NULL);
  CHECK_CL(cb.finalize(none));
  replay(none);
  cl_kernel twice = test_kernel(test_build(NULL, kernels_source), "twice");
  cl_mem a = make_filled(64, 4);
  SET_ARGS(twice, ARG(a));
  const size_t zero = 0;
  CHECK_CL(cb.launch(ON(nothing), twice, 1, NULL, &zero, NULL, FREE));
  CHECK_CL(cb.barrier(ON(nothing), FREE));
  CHECK_CL(cb.finalize(nothing));
  replay(nothing);
  replay(nothing);
}

/* Pointers, and images with samplers, are part of what is recorded. */
static void pointers(void) {
  cl_device_svm_capabilities has = 0;
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_SVM_CAPABILITIES, sizeof has, &has, NULL));
  if (!(has & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM))
    test_skip("no system memory in kernels");
  cl_command_buffer_khr buffer = make_commands(test.queue, NULL);
  cl_kernel point = test_kernel(test_build(NULL, kernels_source), "point");
  cl_uint value = 1, out[8] = {0};
  cl_ulong address = (uintptr_t)&value;
  CHECK_CL(clSetKernelArgSVMPointer(point, 0, &address));
  CHECK_CL(clSetKernelArgSVMPointer(point, 1, out));
  const size_t global = 8;
  CHECK_CL(cb.launch(ON(buffer), point, 1, NULL, &global, NULL, FREE));
  CHECK_CL(clSetKernelArgSVMPointer(point, 1, &address));
  CHECK_CL(cb.finalize(buffer));
  for (value = 1; value < 4; value++) {
    replay(buffer);
    for (int i = 0; i < 8; i++)
      CHECK_EQ(out[i], value);
  }
}

static const char block_source[] = CL(
    kernel void parent(global uint *a) {
      if (get_global_id(0) == 0)
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(16), ^{
          a[get_global_id(0)] += 3;
        });
    } kernel void twice(global uint *a) { a[get_global_id(0)] *= 2; });

/* What a kernel has enqueued has ended before what waits for the kernel begins. */
static void kernels_that_enqueue(void) {
  if (!test_has_c_feature("__opencl_c_device_enqueue"))
    test_skip("no device-side enqueue");
  cl_command_buffer_khr buffer = make_commands(test.queue, NULL);
  cl_int error;
  const cl_queue_properties on_device[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT, 0};
  cl_command_queue queue = clCreateCommandQueueWithProperties(test.context, test.device, on_device, &error);
  CHECK_CL(error);
  cl_program program = test_build("-cl-std=CL3.0", block_source);
  cl_kernel parent = test_kernel(program, "parent"), twice = test_kernel(program, "twice");
  cl_mem a = make_buffer(CL_MEM_READ_WRITE, 16 * 4, NULL);
  const cl_uint zero = 0;
  const size_t global = 16;
  SET_ARGS(parent, ARG(a));
  SET_ARGS(twice, ARG(a));
  CHECK_CL(cb.fill(ON(buffer), a, &zero, 4, 0, 64, FREE));
  CHECK_CL(cb.launch(ON(buffer), parent, 1, NULL, &global, NULL, FREE));
  CHECK_CL(cb.launch(ON(buffer), twice, 1, NULL, &global, NULL, FREE));
  CHECK_CL(cb.launch(ON(buffer), parent, 1, NULL, &global, NULL, FREE));
  CHECK_CL(cb.finalize(buffer));
  cl_uint want[16];
  for (int i = 0; i < 16; i++)
    want[i] = 9;
  check_replays(buffer, a, want, sizeof want);
  CHECK_CL(clReleaseCommandQueue(queue));
}

/* The copies that Weft makes of kernels for their groups' size come while replays run. */
static void long_use(void) {
  cl_command_buffer_khr buffer = make_commands(test.queue, NULL);
  cl_kernel add = test_kernel(test_build(NULL, kernels_source), "add");
  enum { ITEMS = 1 << 14 };
  cl_mem a = make_buffer(CL_MEM_READ_WRITE, ITEMS * 4, NULL);
  const cl_uint zero = 0;
  const size_t global = ITEMS, local = 64;
  CHECK_CL(cb.fill(ON(buffer), a, &zero, 4, 0, ITEMS * 4, FREE));
  SET_ARGS(add, ARG(a), ARG_UINT(1), ARG_LOCAL(64 * 4));
  for (int i = 0; i < 8; i++)
    CHECK_CL(cb.launch(ON(buffer), add, 1, NULL, &global, &local, FREE));
  CHECK_CL(cb.finalize(buffer));
  for (int i = 0; i < 100; i++)
    CHECK_CL(cb.enqueue(0, NULL, buffer, 0, NULL, NULL));
  CHECK_CL(clFinish(test.queue));
  const cl_uint *got = (const cl_uint *)contents(a, ITEMS * 4);
  for (int i = 0; i < ITEMS; i++)
    CHECK_EQ(got[i], 8);
}

static const struct test_case cases[] = {
    {"copies", copies},     {"rectangles", rectangles}, {"images", images},     {"svm", svm},
    {"launches", launches}, {"empty", empty},           {"pointers", pointers}, {"enqueue", kernels_that_enqueue},
    {"long_use", long_use},
};
TEST_MAIN(cases)
