// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --isa=x86-64-v3 --spmd=auto --remarks --std=CL3.0
// LOG
// A guard on y has one answer for a row, so that packets of several rows share what the rows do.

// CHECK: weft: kernel 'product' region 0: 8 lanes, 4 parts in y,
kernel void product(global const float *a, global const float *b, global float *c, int m, int n, int depth) {
  int x = get_global_id(0), y = get_global_id(1);
  if (y < m && x < n) {
    float sum = 0;
    for (int k = 0; k < depth; k++)
      sum += a[y * depth + k] * b[k * n + x];
    c[y * n + x] = sum;
  }
}

// Early returns are the same; squares of distances between points of two sets share the points of a column.
// CHECK: weft: kernel 'distances' region 0: 8 lanes, {{[248]}} parts in y,
kernel void distances(global const float *left, global const float *right, global float *out, uint m, uint n, uint axes) {
  size_t x = get_global_id(0), y = get_global_id(1);
  if (y >= m)
    return;
  if (x >= n)
    return;
  float sum = 0;
  for (uint k = 0; k < axes; k++) {
    float d = left[y * axes + k] - right[k * n + x];
    sum += d * d;
  }
  out[y * n + x] = sum;
}

// What the memory says is no guard: the parts lie along x.
// CHECK: weft: kernel 'chosen' region 0: 8 lanes, 4 parts, masked
kernel void chosen(global const float *a, global const float *b, global float *c, global const int *is, int n, int depth) {
  int x = get_global_id(0), y = get_global_id(1);
  if (is[y]) {
    float sum = 0;
    for (int k = 0; k < depth; k++)
      sum += a[y * depth + k] * b[k * n + x];
    c[y * n + x] = sum;
  }
}
