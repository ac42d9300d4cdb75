// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --isa=x86-64-v4 --spmd=auto --remarks
// LOG
// Loops in which a work-item walks a row of its own are LLVM's to vectorise, where they can be and lanes would gather and
// scatter; what they carry, rows that are short for sure, and columns are for packets.

// CHECK: weft: kernel 'scales' region 0: scalar: it would not pay
// CHECK: weft: kernel 'adds_to_bytes' region 0: scalar: it would not pay
// CHECK: weft: kernel 'down' region 0: scalar: it would not pay
// CHECK: weft: kernel 'in_place' region 0: scalar: it would not pay
// CHECK: weft: kernel 'recurs' region 0: {{[0-9]+}} lanes
// CHECK: weft: kernel 'short_row' region 0: {{[0-9]+}} lanes
// CHECK: weft: kernel 'block' region 0: {{[0-9]+}} lanes
// CHECK: weft: kernel 'columns' region 0: 16 lanes
// CHECK: weft: kernel 'every_other' region 0: 16 lanes
#define ROW get_global_id(0) * n
kernel void scales(global float *out, global const float *in, global const float *by, int n) {
  float factor = by[get_global_id(0)];
  for (int j = 0; j < n; j++)
    out[ROW + j] += factor * in[j];
}

kernel void adds_to_bytes(global uchar *out, global const uchar *in, int n, int least) {
  for (int j = 0; j < n; j++)
    out[ROW + j] = in[ROW + j] > least ? 255 : 0;
}

kernel void down(global int *x, global const int *a, int n) {
  for (int j = n - 1; j > 0; j--)
    x[ROW + j] = x[ROW + j] * 3 + x[ROW + j - 1] * a[ROW + j];
}

// LLVM asks whether x[ROW + n - j - 2] is apart from x[ROW + n - j - 3]: half a gain.
kernel void in_place(global float *x, global const float *a, int n) {
  int row = get_global_id(0);
  for (int j = 0; j < n - 2; j++)
    x[row * n + (n - j - 2)] = (x[row * n + (n - 2 - j)] - x[row * n + (n - 3 - j)] * a[row * n + (n - j - 3)]) /
                               a[row * n + (n - j - 2)];
}

kernel void recurs(global float *x, global const float *a, int n) {
  float v = 1;
  for (int j = 0; j < n; j++) {
    v = (x[ROW + j] - v * a[ROW + j]) / (v + a[ROW + j] * a[j]);
    x[ROW + j] = v;
  }
}

kernel void short_row(global float *out, global const float *in, int n) {
  for (int j = 0; j < 12; j++)
    out[get_global_id(0) * 12 + j] += in[j] * in[get_global_id(0)] + in[get_global_id(0) + j];
}

kernel void block(global float *out, global const float *in, int n, int m) {
  float factor = in[get_global_id(0)];
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      out[(get_global_id(0) * m + i) * n + j] += factor * in[j];
}

kernel void columns(global float *out, global const float *in, int n) {
  for (int j = 0; j < n; j++)
    out[j * n + get_global_id(0)] += in[j] * 2;
}

kernel void every_other(global float *out, global const float *in, int n) {
  float v = in[get_global_id(0)];
  for (int j = 0; j < n; j++)
    out[ROW + 2 * j] = in[j * n + get_global_id(0)] * v + in[(j + 1) * n + get_global_id(0)];
}
