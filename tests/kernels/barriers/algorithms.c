/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels as programs have them, each against the host's own computation: tree reduction, scan, transpose, bitonic
 * sort, tiled matrix product, histogram, stencil. */
#include <stdlib.h>
#include <string.h>

#include "tests/harness/test.h"

#define INT(buffer) ((cl_int *)(buffer).data)
#define UINT(buffer) ((cl_uint *)(buffer).data)
#define FLOAT(buffer) ((cl_float *)(buffer).data)

static cl_kernel build(const char *source) {
  return test_kernel(test_build(NULL, source), "k");
}

static void reduction(void) {
  static const size_t locals[] = {1, 2, 8, 64, 256, 1024};
  cl_kernel kernel = build(CL(kernel void k(global const uint *in, global uint *out, local uint *x) {
    uint lid = get_local_id(0);
    x[lid] = in[get_global_id(0)];
    for (uint step = get_local_size(0) / 2; step; step /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      if (lid < step)
        x[lid] += x[lid + step];
    }
    if (lid == 0)
      out[get_group_id(0)] = x[0];
  }));
  for (size_t l = 0; l < TEST_COUNT(locals); l++) {
    size_t local = locals[l], n = local * 37;
    struct test_buffer in = test_buffer(n * 4, TEST_END, CL_MEM_READ_ONLY, 1);
    struct test_buffer out = test_buffer(37 * 4, TEST_END, CL_MEM_WRITE_ONLY, 0);
    LAUNCH(kernel, n, local, ARG_BUFFER(in), ARG_BUFFER(out), ARG_LOCAL(local * 4));
    test_buffer_sync(&out);
    for (size_t g = 0; g < 37; g++) {
      cl_uint sum = 0;
      for (size_t i = 0; i < local; i++)
        sum += UINT(in)[g * local + i];
      CHECK_EQ(UINT(out)[g], sum);
    }
  }
}

static void scan(void) {
  cl_kernel kernel = build(CL(kernel void k(global const uint *in, global uint *out, local uint *x) {
    uint lid = get_local_id(0);
    uint n = get_local_size(0);
    local uint *from = x;
    local uint *to = x + n;
    from[lid] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < n; step *= 2) {
      to[lid] = lid >= step ? from[lid] + from[lid - step] : from[lid];
      barrier(CLK_LOCAL_MEM_FENCE);
      local uint *t = from;
      from = to;
      to = t;
    }
    out[get_global_id(0)] = from[lid];
  }));
  for (size_t local = 1; local <= 300; local = local * 3 / 2 + 1) {
    struct test_buffer in = test_buffer(5 * local * 4, TEST_END, CL_MEM_READ_ONLY, 1);
    struct test_buffer out = test_buffer(in.size, TEST_END, CL_MEM_WRITE_ONLY, 0);
    LAUNCH(kernel, 5 * local, local, ARG_BUFFER(in), ARG_BUFFER(out), ARG_LOCAL(2 * local * 4));
    test_buffer_sync(&out);
    cl_uint sum = 0;
    for (size_t i = 0; i < 5 * local; i++) {
      sum = i % local ? sum + UINT(in)[i] : UINT(in)[i];
      CHECK_EQ(UINT(out)[i], sum);
    }
  }
}

/* Blelloch's: up and down sweeps with the steps of a loop that both have barriers in. */
static void exclusive_scan(void) {
  cl_kernel kernel = build(CL(kernel void k(global uint * data) {
    local uint x[256];
    uint lid = get_local_id(0);
    uint offset = 1;
    x[2 * lid] = data[256 * get_group_id(0) + 2 * lid];
    x[2 * lid + 1] = data[256 * get_group_id(0) + 2 * lid + 1];
    for (uint d = 128; d > 0; d >>= 1) {
      barrier(CLK_LOCAL_MEM_FENCE);
      if (lid < d)
        x[offset * (2 * lid + 2) - 1] += x[offset * (2 * lid + 1) - 1];
      offset *= 2;
    }
    if (lid == 0)
      x[255] = 0;
    for (uint d = 1; d < 256; d *= 2) {
      offset >>= 1;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (lid < d) {
        uint a = offset * (2 * lid + 1) - 1;
        uint b = offset * (2 * lid + 2) - 1;
        uint t = x[a];
        x[a] = x[b];
        x[b] += t;
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    data[256 * get_group_id(0) + 2 * lid] = x[2 * lid];
    data[256 * get_group_id(0) + 2 * lid + 1] = x[2 * lid + 1];
  }));
  struct test_buffer data = test_buffer(7 * 256 * 4, TEST_END, CL_MEM_READ_WRITE, 3);
  cl_uint *in = test_alloc(data.size);
  memcpy(in, data.data, data.size);
  LAUNCH(kernel, 7 * 128, 128, ARG_BUFFER(data));
  test_buffer_sync(&data);
  cl_uint sum = 0;
  for (size_t i = 0; i < 7 * 256; i++) {
    sum = i % 256 ? sum : 0;
    CHECK_EQ(UINT(data)[i], sum);
    sum += in[i];
  }
}

static void transpose(void) {
  cl_kernel kernel = build(CL(kernel void k(global const int *in, global int *out, int width, int height) {
    local int tile[16][17];
    int x = get_global_id(0);
    int y = get_global_id(1);
    if (x < width && y < height)
      tile[get_local_id(1)][get_local_id(0)] = in[y * width + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    x = get_group_id(1) * 16 + get_local_id(0);
    y = get_group_id(0) * 16 + get_local_id(1);
    if (x < height && y < width)
      out[y * height + x] = tile[get_local_id(0)][get_local_id(1)];
  }));
  const size_t width = 75, height = 50;
  struct test_buffer in = test_buffer(width * height * 4, TEST_END, CL_MEM_READ_ONLY, 4);
  struct test_buffer out = test_buffer(width * height * 4, TEST_START, CL_MEM_WRITE_ONLY, 0);
  SET_ARGS(kernel, ARG_BUFFER(in), ARG_BUFFER(out), ARG_INT(width), ARG_INT(height));
  test_launch(kernel, 2, NULL, (size_t[]){80, 64}, (size_t[]){16, 16});
  test_buffer_sync(&out);
  for (size_t y = 0; y < height; y++)
    for (size_t x = 0; x < width; x++)
      CHECK_EQ(INT(out)[x * height + y], INT(in)[y * width + x]);
}

static int ascending(const void *a, const void *b) {
  return (*(const cl_int *)a > *(const cl_int *)b) - (*(const cl_int *)a < *(const cl_int *)b);
}

static void bitonic_sort(void) {
  cl_kernel kernel = build(CL(kernel void k(global int *data) {
    local int x[512];
    int lid = get_local_id(0);
    int first = get_group_id(0) * 512;
    x[lid] = data[first + lid];
    x[lid + 256] = data[first + lid + 256];
    for (int size = 2; size <= 512; size *= 2)
      for (int step = size / 2; step > 0; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int i = 2 * lid - (lid & (step - 1));
        bool up = (i & size) == 0;
        int a = x[i];
        int b = x[i + step];
        if ((a > b) == up) {
          x[i] = b;
          x[i + step] = a;
        }
      }
    barrier(CLK_LOCAL_MEM_FENCE);
    data[first + lid] = x[lid];
    data[first + lid + 256] = x[lid + 256];
  }));
  struct test_buffer data = test_buffer(6 * 512 * 4, TEST_END, CL_MEM_READ_WRITE, 5);
  cl_int *want = test_alloc(data.size);
  memcpy(want, data.data, data.size);
  for (size_t g = 0; g < 6; g++)
    qsort(want + g * 512, 512, 4, ascending);
  LAUNCH(kernel, 6 * 256, 256, ARG_BUFFER(data));
  test_buffer_sync(&data);
  CHECK_EQ(test_differ(data.data, want, data.size), data.size);
}

static void matrix_product(void) {
  cl_kernel kernel = build(CL(kernel void k(global const int *a, global const int *b, global int *c, int n) {
    local int ta[8][8];
    local int tb[8][8];
    int x = get_local_id(0);
    int y = get_local_id(1);
    int row = get_global_id(1);
    int column = get_global_id(0);
    int sum = 0;
    for (int t = 0; t < n / 8; t++) {
      ta[y][x] = a[row * n + t * 8 + x];
      tb[y][x] = b[(t * 8 + y) * n + column];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int i = 0; i < 8; i++)
        sum += ta[y][i] * tb[i][x];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
  }));
  const size_t n = 48;
  struct test_buffer a = test_buffer(n * n * 4, TEST_END, CL_MEM_READ_ONLY, 6);
  struct test_buffer b = test_buffer(n * n * 4, TEST_END, CL_MEM_READ_ONLY, 7);
  struct test_buffer c = test_buffer(n * n * 4, TEST_START, CL_MEM_WRITE_ONLY, 0);
  SET_ARGS(kernel, ARG_BUFFER(a), ARG_BUFFER(b), ARG_BUFFER(c), ARG_INT(n));
  test_launch(kernel, 2, NULL, (size_t[]){n, n}, (size_t[]){8, 8});
  test_buffer_sync(&c);
  for (size_t y = 0; y < n; y++)
    for (size_t x = 0; x < n; x++) {
      cl_uint sum = 0;
      for (size_t i = 0; i < n; i++)
        sum += UINT(a)[y * n + i] * UINT(b)[i * n + x];
      CHECK_EQ(UINT(c)[y * n + x], sum);
    }
}

/* Counts in local memory by atomics, added to the global ones likewise. */
static void histogram(void) {
  cl_kernel kernel = build(CL(kernel void k(global const uchar *in, global uint *out, uint n) {
    local uint count[256];
    for (uint i = get_local_id(0); i < 256; i += get_local_size(0))
      count[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
      atomic_inc(&count[in[i]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_local_id(0); i < 256; i += get_local_size(0))
      if (count[i])
        atomic_add(&out[i], count[i]);
  }));
  const size_t n = 100001;
  struct test_buffer in = test_buffer(n, TEST_END, CL_MEM_READ_ONLY, 8);
  struct test_buffer out = test_buffer(256 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  cl_uint want[256] = {0};
  for (size_t i = 0; i < n; i++)
    want[in.data[i]]++;
  LAUNCH(kernel, 40 * 50, 50, ARG_BUFFER(in), ARG_BUFFER(out), ARG_UINT(n));
  test_buffer_sync(&out);
  CHECK_EQ(test_differ(out.data, want, sizeof want), sizeof want);
}

/* A row at a time with its neighbours in local memory, floats. */
static void stencil(void) {
  cl_kernel kernel = build(CL(kernel void k(global const float *in, global float *out, int n, local float *x) {
    int lid = get_local_id(0);
    int size = get_local_size(0);
    for (int row = 0; row < n; row++) {
      int at = row * (int)get_global_size(0) + (int)get_global_id(0);
      x[lid + 1] = in[at];
      if (lid == 0)
        x[0] = 0;
      if (lid == size - 1)
        x[size + 1] = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[at] = x[lid] + 2 * x[lid + 1] + x[lid + 2];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }));
  const size_t width = 96, local = 32, rows = 9;
  struct test_buffer in = test_buffer(width * rows * 4, TEST_END, CL_MEM_READ_ONLY, 0);
  struct test_buffer out = test_buffer(in.size, TEST_END, CL_MEM_WRITE_ONLY, 0);
  cl_float *numbers = test_alloc(in.size);
  for (size_t i = 0; i < width * rows; i++)
    numbers[i] = (cl_float)(test_hash((uint32_t)i) % 1000);
  test_buffer_write(&in, numbers);
  LAUNCH(kernel, width, local, ARG_BUFFER(in), ARG_BUFFER(out), ARG_INT(rows), ARG_LOCAL((local + 2) * 4));
  test_buffer_sync(&out);
  for (size_t i = 0; i < width * rows; i++) {
    float left = i % local ? numbers[i - 1] : 0, right = i % local < local - 1 ? numbers[i + 1] : 0;
    CHECK(FLOAT(out)[i] == left + 2 * numbers[i] + right);
  }
}

static const struct test_case cases[] = {
    {"reduction", reduction},           {"scan", scan},
    {"exclusive_scan", exclusive_scan}, {"transpose", transpose},
    {"bitonic_sort", bitonic_sort},     {"matrix_product", matrix_product},
    {"histogram", histogram},           {"stencil", stencil},
};
TEST_MAIN(cases)
