/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Addresses as arguments, and such that kernels find in memory. */
#include <stdlib.h>
#include <string.h>

#include "tests/harness/test.h"

static void needs_svm(cl_device_svm_capabilities wanted) {
  cl_device_svm_capabilities has = 0;
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_SVM_CAPABILITIES, sizeof has, &has, NULL));
  if ((has & wanted) != wanted)
    test_skip("the device has not this kind of shared virtual memory");
}

static void *allocate(size_t size) {
  void *memory = clSVMAlloc(test.context, CL_MEM_READ_WRITE, size, 0);
  CHECK(memory != NULL);
  CHECK_CL(clEnqueueSVMMap(test.queue, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, memory, size, 0, NULL, NULL));
  return memory;
}

/* The kernel may use what the host has written. */
static void hand_over(void *memory) {
  CHECK_CL(clEnqueueSVMUnmap(test.queue, memory, 0, NULL, NULL));
}

static void take_back(void *memory, size_t size) {
  CHECK_CL(clEnqueueSVMMap(test.queue, CL_TRUE, CL_MAP_READ, memory, size, 0, NULL, NULL));
}

static void run(cl_kernel kernel, size_t items) {
  CHECK_CL(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
}

static cl_kernel add_kernel(void) {
  return test_kernel(test_build("", CL(kernel void add(global int *out, constant int *in, int n) {
                                  size_t i = get_global_id(0);
                                  out[i] += in[i % 64] * n;
                                })),
                     "add");
}

/* Whole allocations, addresses in the middle of one, and buffers beside them. */
static void arguments(void) {
  enum { N = 3000 };
  needs_svm(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
  cl_int *out = allocate(N * sizeof *out), *in = allocate(164 * sizeof *in), n = 3, error;
  for (int i = 0; i < N; i++)
    out[i] = i;
  for (int i = 0; i < 164; i++)
    in[i] = 1000 * i;
  hand_over(out);
  hand_over(in);
  cl_kernel kernel = add_kernel();
  CHECK_CL(clSetKernelArgSVMPointer(kernel, 0, out));
  CHECK_CL(clSetKernelArgSVMPointer(kernel, 1, in));
  CHECK_CL(clSetKernelArg(kernel, 2, sizeof n, &n));
  run(kernel, N);
  CHECK_CL(clSetKernelArgSVMPointer(kernel, 0, out + 7)); /* the launch before has its own */
  CHECK_CL(clSetKernelArgSVMPointer(kernel, 1, in + 100));
  run(kernel, N - 7);
  cl_mem buffer = clCreateBuffer(test.context, CL_MEM_COPY_HOST_PTR, 64 * sizeof *in, (cl_int[64]){[5] = 9}, &error);
  CHECK_CL(error);
  CHECK_CL(clSetKernelArg(kernel, 1, sizeof buffer, &buffer)); /* an object again */
  run(kernel, N - 7);
  CHECK_CL(clReleaseMemObject(buffer));
  take_back(out, N * sizeof *out);
  for (int i = 0; i < N; i++) {
    int want = i + 3 * 1000 * (i % 64);
    if (i >= 7)
      want += 3 * 1000 * ((i - 7) % 64 + 100) + ((i - 7) % 64 == 5 ? 27 : 0);
    CHECK_EQ(out[i], want);
  }
  clSVMFree(test.context, out);
  clSVMFree(test.context, in);
}

/* A clone has its own copy of what was set. */
static void clones(void) {
  needs_svm(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
  cl_int *a = allocate(256), *b = allocate(256), n = 1, error;
  for (int i = 0; i < 64; i++)
    a[i] = b[i] = i;
  hand_over(a);
  hand_over(b);
  cl_kernel kernel = add_kernel();
  CHECK_CL(clSetKernelArgSVMPointer(kernel, 0, a));
  CHECK_CL(clSetKernelArgSVMPointer(kernel, 1, b));
  CHECK_CL(clSetKernelArg(kernel, 2, sizeof n, &n));
  cl_kernel clone = clCloneKernel(kernel, &error);
  CHECK_CL(error);
  CHECK_CL(clSetKernelArgSVMPointer(kernel, 0, NULL));
  run(clone, 64);
  CHECK_CL(clReleaseKernel(clone));
  take_back(a, 256);
  for (int i = 0; i < 64; i++)
    CHECK_EQ(a[i], 2 * i);
  clSVMFree(test.context, a);
  clSVMFree(test.context, b);
}

static void null_pointers(void) {
  needs_svm(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
  cl_int *out = allocate(8);
  out[0] = out[1] = 5;
  hand_over(out);
  cl_kernel kernel = test_kernel(
      test_build("", CL(kernel void is_null(global int *out, global int *p) { out[p == 0] = p ? p[0] + 1 : -1; })),
      "is_null");
  CHECK_CL(clSetKernelArgSVMPointer(kernel, 0, out));
  CHECK_CL(clSetKernelArgSVMPointer(kernel, 1, NULL));
  run(kernel, 1);
  CHECK_CL(clSetKernelArgSVMPointer(kernel, 1, out));
  run(kernel, 1);
  take_back(out, 8);
  CHECK_EQ(out[0], 6);
  CHECK_EQ(out[1], -1);
  clSVMFree(test.context, out);
}

struct node {
  struct node *next;
  cl_int value;
};

/* A list of the host's, of nodes in three allocations, walked and lengthened by kernels. */
static void lists(void) {
  enum { LISTS = 100, LENGTH = 30 };
  needs_svm(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
  struct node **heads = allocate(LISTS * sizeof *heads), *some = allocate(LISTS * LENGTH * sizeof *some),
              *more = allocate(LISTS * sizeof *more);
  cl_int *sums = allocate(LISTS * sizeof *sums);
  for (int l = 0; l < LISTS; l++) {
    heads[l] = NULL;
    for (int i = 0; i < l % LENGTH; i++) {
      struct node *node = &some[i * LISTS + l];
      *node = (struct node){heads[l], l + i};
      heads[l] = node;
    }
  }
  void *all[4] = {heads, some, more, sums};
  for (int i = 0; i < 4; i++)
    hand_over(all[i]);
  cl_program program = test_build(
      "-cl-std=CL2.0", CL(
                           struct node {
                             global struct node *next;
                             int value;
                           };
                           kernel void push(global struct node * global * heads, global struct node * nodes) {
                             size_t i = get_global_id(0);
                             nodes[i].next = heads[i];
                             nodes[i].value = 1000;
                             heads[i] = &nodes[i];
                           } kernel void sum(global struct node * global * heads, global int *sums) {
                             size_t i = get_global_id(0);
                             int sum = 0;
                             for (global struct node *n = heads[i]; n; n = n->next)
                               sum += n->value;
                             sums[i] = sum;
                           }));
  cl_kernel push = test_kernel(program, "push"), sum = test_kernel(program, "sum");
  CHECK_CL(clSetKernelArgSVMPointer(push, 0, heads));
  CHECK_CL(clSetKernelArgSVMPointer(push, 1, more));
  CHECK_CL(clSetKernelExecInfo(push, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof all, all));
  CHECK_CL(clSetKernelArgSVMPointer(sum, 0, heads));
  CHECK_CL(clSetKernelArgSVMPointer(sum, 1, sums));
  CHECK_CL(clSetKernelExecInfo(sum, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof all, all));
  run(push, LISTS);
  run(sum, LISTS);
  take_back(sums, LISTS * sizeof *sums);
  take_back(heads, LISTS * sizeof *heads);
  take_back(more, LISTS * sizeof *more);
  for (int l = 0; l < LISTS; l++) {
    int want = 1000;
    for (int i = 0; i < l % LENGTH; i++)
      want += l + i;
    CHECK_EQ(sums[l], want);
    CHECK(heads[l] == &more[l] && more[l].value == 1000);
  }
  for (int i = 0; i < 4; i++)
    clSVMFree(test.context, all[i]);
}

/* Memory of the C library, of the stack and of the program. */
static cl_int of_program[64];
static void system_memory(void) {
  needs_svm(CL_DEVICE_SVM_FINE_GRAIN_SYSTEM);
  cl_int *heap = malloc(64 * sizeof *heap), stack[64], n = 1;
  cl_bool on = CL_TRUE;
  CHECK(heap != NULL);
  for (int i = 0; i < 64; i++) {
    heap[i] = 1 + i;
    stack[i] = 100 * i;
    of_program[i] = 5;
  }
  cl_kernel kernel = add_kernel();
  CHECK_CL(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof on, &on));
  CHECK_CL(clSetKernelArg(kernel, 2, sizeof n, &n));
  CHECK_CL(clSetKernelArgSVMPointer(kernel, 0, of_program));
  CHECK_CL(clSetKernelArgSVMPointer(kernel, 1, stack));
  run(kernel, 64);
  CHECK_CL(clSetKernelArgSVMPointer(kernel, 1, heap));
  run(kernel, 64);
  CHECK_CL(clFinish(test.queue));
  for (int i = 0; i < 64; i++)
    CHECK_EQ(of_program[i], 5 + 100 * i + 1 + i);
  CHECK_CL(clEnqueueSVMMemcpy(test.queue, CL_TRUE, stack, heap, sizeof stack, 0, NULL, NULL));
  CHECK_EQ(stack[63], 64);
  free(heap);
}

static void errors(void) {
  needs_svm(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
  cl_kernel kernel =
      test_kernel(test_build("", CL(kernel void k(global int *p, local int *l, int n, read_only image2d_t i) {
                               l[0] = n;
                               p[0] = l[0] + get_image_width(i);
                             })),
                  "k");
  cl_int word = 0;
  cl_bool on = CL_TRUE;
  void *pointer = &word;
  CHECK_ERR(clSetKernelArgSVMPointer(NULL, 0, &word), CL_INVALID_KERNEL);
  CHECK_ERR(clSetKernelArgSVMPointer(kernel, 4, &word), CL_INVALID_ARG_INDEX);
  for (cl_uint i = 1; i < 4; i++)
    CHECK_ERR(clSetKernelArgSVMPointer(kernel, i, &word), CL_INVALID_ARG_VALUE);
  CHECK_ERR(clSetKernelExecInfo(NULL, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointer, &pointer), CL_INVALID_KERNEL);
  CHECK_ERR(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointer, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointer - 1, &pointer), CL_INVALID_VALUE);
  CHECK_CL(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, NULL));
  CHECK_ERR(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, 1, &on), CL_INVALID_VALUE);
  CHECK_ERR(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof on, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clSetKernelExecInfo(kernel, 0xdead, sizeof on, &on), CL_INVALID_VALUE);
  /* Nothing of it counts as set. */
  size_t one = 1;
  CHECK_ERR(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
}

static const struct test_case cases[] = {{"arguments", arguments},         {"clones", clones},
                                         {"null_pointers", null_pointers}, {"lists", lists},
                                         {"system_memory", system_memory}, {"errors", errors}};
TEST_MAIN(cases)
