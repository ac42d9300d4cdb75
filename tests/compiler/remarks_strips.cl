// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --isa=x86-64-v4 --spmd=auto --remarks
// LOG
// Kernels whose neighbours in y or z share lines that those in x have apart, and that ask nothing of groups, go in
// strips, of 16 columns whatever their type, fewer where a work-item writes several such lines. Strides within a line,
// loops, and groups that matter have none.

// CHECK: weft: kernel 'writes_columns' region 0: along y, 16 lanes, 1 parts, {{.*}}strips along x
// CHECK: weft: kernel 'bytes' region 0: 16 lanes, 1 parts, {{.*}}strips along y
// CHECK: weft: kernel 'clamped' region 0: 16 lanes, {{.*}}strips along y
// CHECK: weft: kernel 'lanes_in_y' region 0: along y, {{.*}}strips along x
// CHECK: weft: kernel 'blocks' region 0: 4 lanes, 1 parts, {{.*}}strips along y
// CHECK: weft: kernel 'one_line' region 0: 16 lanes, 1 parts, {{.*}}strips along y
// CHECK: weft: kernel 'channels_last' region 0: 16 lanes, {{.*}}strips along z
// CHECK: weft: kernel 'known_pitch' region 0: 16 lanes, {{.*}}strips along y
// CHECK-NOT: {{within_a_line|own_lines|loops|looks|required}}{{.*}}strips
#define X get_global_id(0)
#define Y get_global_id(1)
#define Z get_global_id(2)
kernel void writes_columns(global float *out, global const float *in, uint w, uint h) {
  uint x = X, y = Y;
  if (x < w && y < h)
    out[y + h * x] = in[x + w * y];
}

kernel void bytes(global uchar *out, global const uchar *in, int w, int h) {
  out[X * h + Y] = in[Y * w + X];
}

kernel void clamped(global float *out, global const float *in, int w, int h) {
  int x = X, y = Y, down = y < h - 1 ? y + 1 : y;
  out[y * w + x] = in[x * h + down] + in[(x > 0 ? x - 1 : x) * h + y];
}

kernel void lanes_in_y(global float *out, global const float *in, int w, int h) {
  out[X * h + Y] = in[Y * w + X] + in[X * h + Y] + out[X * h + Y] * 2;
}

kernel void blocks(global float4 *out, global const float4 *in, int w, int h) {
  int x = X, y = Y, at = 4 * x * h + y;
  float4 a = in[4 * y * w + x], b = in[(4 * y + 1) * w + x], c = in[(4 * y + 2) * w + x], d = in[(4 * y + 3) * w + x];
  out[at] = (float4)(a.x, b.x, c.x, d.x);
  out[at + h] = (float4)(a.y, b.y, c.y, d.y);
  out[at + 2 * h] = (float4)(a.z, b.z, c.z, d.z);
  out[at + 3 * h] = (float4)(a.w, b.w, c.w, d.w);
}

kernel void one_line(global float *out, global const float *in, int w, long h) {
  global const float *row = in + X * h + Y;
  out[Y * w + X] = row[0] + row[1] * row[2];
}

kernel void channels_last(global float *out, global const float *in, int w, int h, int c) {
  int x = X, y = Y, z = Z;
  out[(y * w + x) * c + z] = in[(z * h + y) * w + x];
}

kernel void known_pitch(global float *out, global const float *in) {
  out[Y * 1024 + X] = in[X * 1024 + Y];
}

kernel void within_a_line(global float *out, global const float *in, int w) {
  out[Y * w + X] = in[Y * w + X] + in[X * 4 + Y];
}

kernel void own_lines(global float *out, global const float *in, int w, int h) {
  out[Y * w + X] = in[(X * h + Y) * 16];
}

kernel void loops(global float *out, global const float *in, int w, int h, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++)
    sum += in[X * h + Y + i];
  out[Y * w + X] = sum;
}

kernel void looks(global float *out, global const float *in, int w, int h) {
  out[Y * w + X] = in[X * h + Y] + get_local_id(1);
}

kernel __attribute__((reqd_work_group_size(16, 16, 1))) void required(global float *out, global const float *in, int w, int h) {
  out[Y * w + X] = in[X * h + Y];
}
