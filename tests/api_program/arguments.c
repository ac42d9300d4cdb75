/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clSetKernelArg: every kind, its errors, and that neither an error nor a later call changes what was set. */
#include <string.h>

#include "tests/api_program/objects.h"

typedef struct {
  cl_char a;
  cl_int b;
  cl_double c;
} mixed;

static const char *const source = CL(
    typedef struct {
      char a;
      int b;
      double c;
    } mixed;
    kernel void all(global int *p, constant int *q, local int *t, int n, int3 v, mixed m, char c, ulong l, float16 f) {
      t[0] = n;
      p[0] = t[0] + (q ? q[0] : 1000) + v.z + m.b + (int)m.c + c + (int)(l >> 32) + (int)f.sf;
    });

static cl_kernel all_kernel(void) {
  return make_kernel("-cl-std=CL3.0", source, "all");
}

static void set_all(cl_kernel kernel, cl_mem *p, cl_mem *q) {
  cl_int3 v = {{1, 2, 30, 0}};
  mixed m = {1, 400, 5000.5};
  cl_char c = 7;
  cl_ulong l = (cl_ulong)60000 << 32;
  cl_float16 f;
  memset(&f, 0, sizeof(f));
  f.s[15] = 700000;
  SET_ARGS(kernel, {sizeof(cl_mem), p}, {sizeof(cl_mem), q}, ARG_LOCAL(4), ARG_INT(2), ARG(v), ARG(m), ARG(c), ARG(l),
           ARG(f));
}

static cl_int run(cl_kernel kernel, cl_mem mem) {
  cl_int value = -1;
  test_launch(kernel, 1, NULL, (const size_t[]){1}, NULL);
  CHECK_CL(clEnqueueReadBuffer(test.queue, mem, CL_TRUE, 0, 4, &value, 0, NULL, NULL));
  return value;
}

enum { SUM = 2 + 30 + 400 + 5000 + 7 + 60000 + 700000 };

static void every_kind(void) {
  cl_kernel kernel = all_kernel();
  cl_mem p = make_buffer(4), q = make_buffer(4), none = NULL;
  cl_int hundred_thousand = 10000000;
  CHECK_CL(clEnqueueWriteBuffer(test.queue, q, CL_TRUE, 0, 4, &hundred_thousand, 0, NULL, NULL));
  set_all(kernel, &p, &q);
  CHECK_EQ(run(kernel, p), SUM + hundred_thousand);
  CHECK_CL(clSetKernelArg(kernel, 1, sizeof(cl_mem), NULL)); /* a null pointer, said in either way */
  CHECK_EQ(run(kernel, p), SUM + 1000);
  CHECK_CL(clSetKernelArg(kernel, 1, sizeof(cl_mem), &q));
  CHECK_EQ(run(kernel, p), SUM + hundred_thousand);
  CHECK_CL(clSetKernelArg(kernel, 1, sizeof(cl_mem), &none));
  CHECK_EQ(run(kernel, p), SUM + 1000);
}

static void errors(void) {
  cl_kernel kernel = all_kernel();
  cl_mem p = make_buffer(4), q = NULL, wrong = (cl_mem)test.queue;
  set_all(kernel, &p, &q);
  char bytes[64] = {0};
  CHECK_ERR(clSetKernelArg(NULL, 0, sizeof(p), &p), CL_INVALID_KERNEL);
  CHECK_ERR(clSetKernelArg(kernel, 9, sizeof(p), &p), CL_INVALID_ARG_INDEX);
  CHECK_ERR(clSetKernelArg(kernel, ~0u, sizeof(p), &p), CL_INVALID_ARG_INDEX);
  for (cl_uint i = 0; i < 2; i++) {
    CHECK_ERR(clSetKernelArg(kernel, i, 4, &p), CL_INVALID_ARG_SIZE);
    CHECK_ERR(clSetKernelArg(kernel, i, 0, NULL), CL_INVALID_ARG_SIZE);
    CHECK_ERR(clSetKernelArg(kernel, i, sizeof(wrong), &wrong), CL_INVALID_MEM_OBJECT);
  }
  CHECK_ERR(clSetKernelArg(kernel, 2, 4, bytes), CL_INVALID_ARG_VALUE);
  CHECK_ERR(clSetKernelArg(kernel, 2, 0, bytes), CL_INVALID_ARG_VALUE);
  static const size_t sizes[] = {0, 0, 0, 4, 16, 16, 1, 8, 64};
  for (cl_uint i = 3; i < 9; i++) {
    CHECK_ERR(clSetKernelArg(kernel, i, sizes[i] + 1, bytes), CL_INVALID_ARG_SIZE);
    CHECK_ERR(clSetKernelArg(kernel, i, sizes[i] - 1, bytes), CL_INVALID_ARG_SIZE);
    CHECK_ERR(clSetKernelArg(kernel, i, 0, bytes), CL_INVALID_ARG_SIZE);
    CHECK_ERR(clSetKernelArg(kernel, i, sizes[i], NULL), CL_INVALID_ARG_VALUE);
  }
  CHECK_ERR(clSetKernelArg(kernel, 4, 12, bytes), CL_INVALID_ARG_SIZE); /* a vec3 has four elements */
  CHECK_EQ(run(kernel, p), SUM + 1000);                                 /* nothing of this was taken */

  cl_int error;
  cl_context other = clCreateContext(NULL, 1, &test.device, NULL, NULL, &error);
  CHECK_CL(error);
  cl_mem foreign = clCreateBuffer(other, 0, 4, NULL, &error);
  CHECK_CL(error);
  error = clSetKernelArg(kernel, 0, sizeof(foreign), &foreign);
  clReleaseMemObject(foreign);
  clReleaseContext(other);
  CHECK_ERR(error, CL_INVALID_CONTEXT);
  CHECK_EQ(run(kernel, p), SUM + 1000);
}

/* A launch has its own copy of the arguments, and keeps its buffers. */
static void snapshot(void) {
  cl_int error;
  cl_kernel kernel = make_kernel("", CL(kernel void add(global int *p, int n) { p[0] += n; }), "add");
  cl_mem p = clCreateBuffer(test.context, CL_MEM_COPY_HOST_PTR, 4, &(cl_int){0}, &error), q = make_buffer(4);
  CHECK_CL(error);
  cl_event gate = clCreateUserEvent(test.context, &error);
  CHECK_CL(error);
  for (int i = 1; i <= 5; i++) {
    SET_ARGS(kernel, ARG(p), ARG_INT(i));
    CHECK_CL(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, (const size_t[]){1}, NULL, i == 1,
                                    i == 1 ? &gate : NULL, NULL));
  }
  SET_ARGS(kernel, ARG(q), ARG_INT(1000000));
  CHECK_CL(clEnqueueCopyBuffer(test.queue, p, q, 0, 0, 4, 0, NULL, NULL));
  CHECK_CL(clReleaseMemObject(p));
  CHECK_CL(clSetUserEventStatus(gate, CL_COMPLETE));
  cl_int value = 0;
  CHECK_CL(clEnqueueReadBuffer(test.queue, q, CL_TRUE, 0, 4, &value, 0, NULL, NULL));
  CHECK_EQ(value, 15);
  clReleaseEvent(gate);
}

static const struct test_case cases[] = {{"every_kind", every_kind}, {"errors", errors}, {"snapshot", snapshot}};
TEST_MAIN(cases)
