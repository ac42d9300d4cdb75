/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Places in objects, of numbers of 32 bits that wrap: the same kernel in buffers of a few bytes, of so many that both
 * halves of the numbers are places in them, in parts of such buffers, and behind pointers.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/harness/test.h"

enum { ITEMS = 200, SMALL = 1 << 16 };
#define LARGE (((size_t)1 << 31) + SMALL)
#define MIDDLE (((size_t)1 << 31) - ITEMS / 2)

/* Work-item i reads byte (from[j] + i) of a for each j, writes one of these, and adds what it finds at (i - back) of b.
 */
static const char source[] =
    CL(kernel void k(global uchar *a, global const uchar *b, global const uint *from, uint back, global uint *said) {
      uint i = get_global_id(0), sum = 0;
      for (uint j = 0; j < 3; j++) {
        sum += a[from[j] + i] << j;
        if (i >= back + j)
          sum += b[i - back - j] * (j + 1);
      }
      said[i] = sum;
      for (uint j = 0; j < 3; j++)
        a[from[j] + i] = (uchar)(sum * 3 + j);
    });

static uint8_t byte_of(size_t i) {
  return (uint8_t)test_hash((unsigned)i + 5);
}

static void check(uint32_t from, uint32_t back, const uint8_t *a, const uint8_t *b, const uint32_t *said) {
  for (uint32_t i = 0; i < ITEMS; i++) {
    uint32_t sum = byte_of(i) * 7;
    for (uint32_t j = 0; j < 3; j++)
      if (i >= back + j)
        sum += b[i - back - j] * (j + 1);
    if (said[i] != sum || a[i] != (uint8_t)(sum * 3 + 2))
      FAIL("from %u, back %u: work-item %u says %u and leaves %u, not %u and %u", from, back, i, said[i], a[i], sum,
           (uint8_t)(sum * 3 + 2));
  }
}

/* In a buffer from its byte `from` on. */
static void in_buffer(cl_mem a, uint32_t from) {
  cl_kernel kernel = test_kernel(test_build("", source), "k");
  uint8_t bytes[ITEMS], others[ITEMS], found[ITEMS];
  uint32_t said[ITEMS];
  for (size_t i = 0; i < ITEMS; i++) {
    bytes[i] = byte_of(i);
    others[i] = byte_of(i + 1000);
  }
  cl_int error;
  const cl_mem_flags copy = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
  cl_mem b = clCreateBuffer(test.context, copy, sizeof(others), others, &error);
  CHECK_CL(error);
  uint32_t places[] = {from, from, from};
  cl_mem place = clCreateBuffer(test.context, copy, sizeof(places), places, &error);
  CHECK_CL(error);
  cl_mem out = clCreateBuffer(test.context, CL_MEM_WRITE_ONLY, sizeof(said), NULL, &error);
  CHECK_CL(error);
  for (uint32_t back = 0; back < 40; back += 13) {
    CHECK_CL(clEnqueueWriteBuffer(test.queue, a, CL_TRUE, from, ITEMS, bytes, 0, NULL, NULL));
    SET_ARGS(kernel, {sizeof(a), &a}, {sizeof(b), &b}, {sizeof(place), &place}, ARG_INT(back), {sizeof(out), &out});
    test_launch(kernel, 1, NULL, (const size_t[]){ITEMS}, NULL);
    CHECK_CL(clEnqueueReadBuffer(test.queue, a, CL_TRUE, from, ITEMS, found, 0, NULL, NULL));
    CHECK_CL(clEnqueueReadBuffer(test.queue, out, CL_TRUE, 0, sizeof(said), said, 0, NULL, NULL));
    check(from, back, found, others, said);
  }
  clReleaseMemObject(b);
  clReleaseMemObject(place);
  clReleaseMemObject(out);
}

static void small(void) {
  cl_int error;
  cl_mem a = clCreateBuffer(test.context, CL_MEM_READ_WRITE, SMALL, NULL, &error);
  CHECK_CL(error);
  in_buffer(a, 0);
  in_buffer(a, SMALL - ITEMS);
  in_buffer(a, 77);
  clReleaseMemObject(a);
}

/* Pages that are not touched take no memory. */
static cl_mem large_buffer(void) {
  cl_ulong most = 0;
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(most), &most, NULL));
  if (most < LARGE)
    test_skip("no such buffers here");
  cl_int error;
  cl_mem a = clCreateBuffer(test.context, CL_MEM_READ_WRITE, LARGE, NULL, &error);
  if (error == CL_MEM_OBJECT_ALLOCATION_FAILURE || error == CL_OUT_OF_RESOURCES || error == CL_OUT_OF_HOST_MEMORY)
    test_skip("no memory for such buffers here");
  CHECK_CL(error);
  return a;
}

static void large(void) {
  cl_mem a = large_buffer();
  in_buffer(a, (uint32_t)MIDDLE);
  in_buffer(a, (uint32_t)(LARGE - ITEMS));
  in_buffer(a, 3);
  clReleaseMemObject(a);
}

static void part_of_large(void) {
  cl_mem a = large_buffer();
  cl_int error;
  cl_buffer_region region = {LARGE - SMALL, SMALL};
  cl_mem part = clCreateSubBuffer(a, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  CHECK_CL(error);
  in_buffer(part, 0);
  in_buffer(part, SMALL - ITEMS);
  clReleaseMemObject(part);
  clReleaseMemObject(a);
}

/* Behind pointers, places may be before them too: of Weft's memory, of which sizes are known, and of the host's. */
static void pointers(void) {
  cl_device_svm_capabilities svm = 0;
  clGetDeviceInfo(test.device, CL_DEVICE_SVM_CAPABILITIES, sizeof(svm), &svm, NULL);
  if (!(svm & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM))
    test_skip("no pointers of the host");
  cl_kernel kernel = test_kernel(test_build("", CL(kernel void k(global int *a, global const int *from) {
                                              int i = get_global_id(0);
                                              for (int j = 0; j < 4; j++)
                                                a[from[j] + i] = a[from[j + 4] + i] * 3 + j;
                                            })),
                                 "k");
  int *memory[2] = {clSVMAlloc(test.context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, SMALL, 0),
                    malloc(SMALL)};
  static const int places[8] = {-2000, -300, 0, 4000, 1000, 700, -1000, -1700};
  for (int m = 0; m < 2; m++) {
    int want[SMALL / 4];
    CHECK(memory[m]);
    for (int i = 0; i < SMALL / 4; i++)
      want[i] = memory[m][i] = (int)test_hash((unsigned)i);
    int *middle = memory[m] + SMALL / 8;
    for (int i = 0; i < ITEMS; i++)
      for (int j = 0; j < 4; j++)
        want[SMALL / 8 + places[j] + i] = (int)((unsigned)want[SMALL / 8 + places[j + 4] + i] * 3u + (unsigned)j);
    CHECK_CL(clSetKernelArgSVMPointer(kernel, 0, middle));
    cl_int error;
    cl_mem from = clCreateBuffer(test.context, CL_MEM_COPY_HOST_PTR, sizeof(places), (void *)places, &error);
    CHECK_CL(error);
    CHECK_CL(clSetKernelArg(kernel, 1, sizeof(from), &from));
    CHECK_CL(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, (const size_t[]){ITEMS}, NULL, 0, NULL, NULL));
    CHECK_CL(clFinish(test.queue));
    CHECK(test_differ(memory[m], want, SMALL) == SMALL);
    clReleaseMemObject(from);
  }
  clSVMFree(test.context, memory[0]);
  free(memory[1]);
}

static const struct test_case cases[] = {
    {"small", small}, {"large", large}, {"part_of_large", part_of_large}, {"pointers", pointers}};
TEST_MAIN(cases)
