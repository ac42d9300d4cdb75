// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --isa=x86-64-v4 --spmd=auto --remarks
// LOG
// Flat indices are taken apart in segments of a row, whatever type they have and however programs write it.

// CHECK-DAG: 'rows_int' region 0: {{.*}}in segments{{.*}}loads: 1 contiguous;
kernel void rows_int(global const float *in, global float *out, int width) {
  int i = get_global_id(0);
  int column = i % width, row = i / width;
  out[i] = in[row * 2 * width + column];
}

// CHECK-DAG: 'rows_long' region 0: {{.*}}in segments{{.*}}loads: 1 contiguous;
kernel void rows_long(global const float *in, global float *out, long width, long height) {
  long i = get_global_id(0);
  if (i >= width * height)
    return;
  long column = i % width, row = i / width % height;
  out[i] = in[row * 2 * width + column];
}

// CHECK-DAG: 'rows_size' region 0: {{.*}}in segments{{.*}}loads: 1 contiguous;
kernel void rows_size(global const float *in, global float *out, ulong width) {
  size_t i = get_global_id(0), row = i / width, column = i - row * width;
  out[i] = in[row * 2 * width + column];
}
