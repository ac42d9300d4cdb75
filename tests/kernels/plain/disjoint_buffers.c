/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Loops whose sums stand in memory, in launches whose buffers are apart and in launches whose buffers are one, overlap
 * or are unknown: results are those of a build without optimiser. Where buffers may be shared, each work-item reads and
 * writes elements of its own alone, those whose index is its id in a multiple of the work-items.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/harness/test.h"

enum { WIDTH = 37, HEIGHT = 5, ITEMS = WIDTH * HEIGHT, TURNS = 9, ROWS = TURNS + 2 };

#define HEAD(name)                                                                                                     \
  "kernel void " #name "(global int *c, global int *a, global int *b, int n) {\n"                                      \
  "  int w = get_global_size(0), t = w * (int)get_global_size(1), i = get_global_id(1) * w + get_global_id(0);\n"
#define KERNEL(name, shares, ...) {#name, HEAD(name) #__VA_ARGS__ "}\n", shares}

static const struct sum_kernel {
  const char *name, *source;
  bool may_share;
} kernels[] = {
    KERNEL(columns, true, for (int k = 0; k < n; k++) c[i] += a[i + (n - 1 - k) * t] * b[i + k * t];),
    KERNEL(once, true, c[i] *= 3; for (int k = n; k > 0; k--) c[i] = max(c[i], a[i + (k - 1) * t] + k);),
    KERNEL(nested, true, for (int j = 0; j < 3; j++) for (int k = 0; k < n; k++) c[i] += a[i + (k ^ j) % n * t] - j;),
    KERNEL(short_loop, true, for (int k = 0; k < 3; k++) c[i + 2 * t] -= a[i + (2 - k) * t] * (k + 1);),
    KERNEL(two, true, for (int k = 0; k < n; k++) {
      c[i] += a[i + k * t];
      b[i + t] ^= a[i + (n - 1 - k) * t] + c[i];
    }),
    KERNEL(chosen, true, global int *p = i & 1 ? a : b; for (int k = 0; k < n; k++) c[i] += p[i + (n - 1 - k) * t];),
    KERNEL(far_too, true, for (int k = 0; k < n; k++) {
      c[i] += b[i + k * t];
      c[i + k * t] ^= a[i];
    }),
    KERNEL(leaves, true, for (int k = 0; k < n; k++) {
      if (b[i + k * t] % 7 == 3)
        break;
      c[i] += a[i + (n - 1 - k) * t];
    }),
    KERNEL(guarded, true, if (i % 3) for (int k = 0; k < n; k++) if (b[i + k * t] & 2) c[i] += a[i + (n - 1 - k) * t];
           else c[i] -= 5;),
    KERNEL(halves, true, for (int k = 0; k < n; k++) { /* as another type */
      c[i] += ((global short *)a)[2 * (i + (n - 1 - k) * t)] + b[i + k * t];
      ((global short *)(c + i))[1] ^= 1;
    }),
    KERNEL(rows, false, for (int k = 0; k < n; k++) c[i] += a[get_global_id(1) * n + k] * b[k * w + get_global_id(0)];),
    KERNEL(uniform, false, for (int k = 0; k < n; k++) c[i] += a[k]; for (int k = 0; k < n; k++) c[i] -= b[k] * i;),
};

enum how { BUFFERS, SUB_BUFFERS, SVM, HOST };
/* Where the arguments lead to. */
static const struct setting {
  const char *name;
  enum how how;
  bool shares;
  unsigned parts[3]; /* of the memory, for c, a and b */
} settings[] = {
    {"buffers", BUFFERS, false, {0, 1, 2}},
    {"one buffer for what is read", BUFFERS, false, {0, 1, 1}},
    {"one buffer for all", BUFFERS, true, {0, 0, 0}},
    {"sub-buffers that are apart", SUB_BUFFERS, false, {0, 1, 2}},
    {"sub-buffers of the same bytes", SUB_BUFFERS, true, {1, 0, 1}},
    {"pointers into one allocation", SVM, false, {2, 1, 0}},
    {"pointers that are the same", SVM, true, {1, 1, 0}},
    {"memory of the host that is apart", HOST, false, {0, 1, 2}},
    {"memory of the host that is the same", HOST, true, {0, 1, 0}},
};
enum { PART = ROWS * 256, PARTS = 3 }; /* elements of a part; sub-buffers begin at multiples of 1024 bytes */

/* One argument for each part. */
static cl_mem part_of(enum how how, cl_mem parent, unsigned part, int *data) {
  cl_int error;
  cl_buffer_region region = {part * PART * sizeof(int), PART * sizeof(int)};
  cl_mem mem = how == SUB_BUFFERS
                   ? clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error)
                   : clCreateBuffer(test.context, CL_MEM_COPY_HOST_PTR, region.size, data + part * PART, &error);
  CHECK_CL(error);
  return mem;
}

static void run(cl_kernel kernel, const size_t global[2], const size_t *local) {
  CHECK_CL(clSetKernelArg(kernel, 3, sizeof(cl_int), &(cl_int){TURNS}));
  CHECK_CL(clEnqueueNDRangeKernel(test.queue, kernel, 2, NULL, global, local, 0, NULL, NULL));
  CHECK_CL(clFinish(test.queue));
}

static void run_on_buffers(cl_kernel kernel, const struct setting *setting, const size_t *local, int *data) {
  static const size_t global[2] = {WIDTH, HEIGHT};
  const size_t bytes = PARTS * PART * sizeof(int);
  cl_int error;
  cl_mem parent = clCreateBuffer(test.context, CL_MEM_COPY_HOST_PTR, bytes, data, &error), parts[PARTS];
  CHECK_CL(error);
  for (unsigned i = 0; i < PARTS; i++)
    parts[i] = part_of(setting->how, parent, i, data);
  for (cl_uint i = 0; i < 3; i++)
    CHECK_CL(clSetKernelArg(kernel, i, sizeof(cl_mem), &parts[setting->parts[i]]));
  run(kernel, global, local);
  for (unsigned i = 0; i < PARTS; i++)
    CHECK_CL(clEnqueueReadBuffer(test.queue, parts[i], CL_TRUE, 0, PART * sizeof(int), data + i * PART, 0, NULL, NULL));
  for (unsigned i = 0; i < PARTS; i++)
    clReleaseMemObject(parts[i]);
  clReleaseMemObject(parent);
}

static void run_on_pointers(cl_kernel kernel, const struct setting *setting, const size_t *local, int *data) {
  static const size_t global[2] = {WIDTH, HEIGHT};
  const size_t bytes = PARTS * PART * sizeof(int);
  int *memory = setting->how == SVM
                    ? clSVMAlloc(test.context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, bytes, 0)
                    : malloc(bytes);
  CHECK(memory);
  memcpy(memory, data, bytes);
  for (cl_uint i = 0; i < 3; i++)
    CHECK_CL(clSetKernelArgSVMPointer(kernel, i, memory + setting->parts[i] * PART));
  run(kernel, global, local);
  memcpy(data, memory, bytes);
  if (setting->how == SVM)
    clSVMFree(test.context, memory);
  else
    free(memory);
}

static void run_setting(cl_kernel kernel, const struct setting *setting, const size_t *local, int *data) {
  for (unsigned i = 0; i < PARTS * PART; i++)
    data[i] = (int)(test_hash(i + 77) % 1000) - 500;
  (setting->how >= SVM ? run_on_pointers : run_on_buffers)(kernel, setting, local, data);
}

static void check_kernel(const struct sum_kernel *sum) {
  static const size_t groups[][2] = {{WIDTH, 1}, {1, HEIGHT}, {WIDTH, HEIGHT}};
  static int data[PARTS * PART], expected[PARTS * PART];
  cl_kernel optimised = test_kernel(test_build("", sum->source), sum->name),
            plain = test_kernel(test_build("-cl-opt-disable", sum->source), sum->name);
  for (size_t s = 0; s < TEST_COUNT(settings); s++)
    if (!settings[s].shares || sum->may_share) {
      run_setting(plain, &settings[s], groups[2], expected);
      for (size_t g = 0; g < TEST_COUNT(groups); g++) {
        run_setting(optimised, &settings[s], groups[g], data);
        size_t differs = test_differ(data, expected, sizeof(data));
        if (differs < sizeof(data))
          FAIL("%s, %s, groups of %zu x %zu: element %zu is %d, not %d", sum->name, settings[s].name, groups[g][0],
               groups[g][1], differs / 4, data[differs / 4], expected[differs / 4]);
      }
    }
}

static void sums(void) {
  for (size_t i = 0; i < TEST_COUNT(kernels); i++)
    check_kernel(&kernels[i]);
}

/* A null pointer leads nowhere, so it is apart from all else. */
static void null_pointers(void) {
  static const size_t global[2] = {WIDTH, HEIGHT};
  cl_kernel kernel = test_kernel(test_build("", HEAD(k) "if (a) for (int k = 0; k < n; k++) c[i] += a[i + k * t];"
                                                        "else for (int k = 0; k < n; k++) c[i] += k + b[i]; }"),
                                 "k");
  struct test_buffer c = test_buffer(ITEMS * 4, TEST_END, CL_MEM_READ_WRITE, 0),
                     b = test_buffer(ITEMS * 4, TEST_END, CL_MEM_READ_WRITE, 5);
  SET_ARGS(kernel, ARG_BUFFER(c), {sizeof(cl_mem), NULL}, ARG_BUFFER(b), ARG_INT(TURNS));
  test_launch(kernel, 2, NULL, global, NULL);
  test_buffer_sync(&c);
  for (int i = 0; i < ITEMS; i++)
    CHECK_EQ(((uint32_t *)c.data)[i], ((uint32_t *)b.data)[i] * TURNS + TURNS * (TURNS - 1) / 2);
}

static const struct test_case cases[] = {{"sums", sums}, {"null_pointers", null_pointers}};
TEST_MAIN(cases)
