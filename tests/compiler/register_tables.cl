// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --isa=x86-64-v4 --spmd=auto
// Constant arrays that registers hold are read by permutations; larger ones by gathers.

constant int direction[8] = {1, 1, 0, -1, -1, -1, 0, 1};
constant float gain[20] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20};
constant uchar bits[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
constant float many[33] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20};

// CHECK-LABEL: weft_kernel_steps:
// CHECK-NOT: gather
// CHECK: vpermd
kernel void steps(global const uchar *c, global int *o) {
  size_t i = get_global_id(0);
  o[i] = direction[c[i] & 7];
}

// CHECK-LABEL: weft_kernel_gains:
// CHECK-NOT: gather
// CHECK: vpermi2d
kernel void gains(global const int *c, global float *o) {
  size_t i = get_global_id(0);
  o[i] = o[i] * gain[c[i]] + gain[c[i] - 1];
}

// CHECK-LABEL: weft_kernel_count:
// CHECK-NOT: gather
// CHECK: vpshufb
kernel void count(global const uchar *c, global uchar *o) {
  size_t i = get_global_id(0);
  o[i] = bits[c[i] & 15] + bits[c[i] >> 4];
}

// A table of the kernel's own.
// CHECK-LABEL: weft_kernel_own:
// CHECK-NOT: gather
// CHECK: vpermd
kernel void own(global const int *c, global float *o) {
  const float weights[6] = {1, 0.5f, 0.25f, 0.125f, 7, 9};
  size_t i = get_global_id(0);
  o[i] = weights[c[i]];
}

// CHECK-LABEL: weft_kernel_larger:
// CHECK: vgatherdps
kernel void larger(global const int *c, global float *o) {
  size_t i = get_global_id(0);
  o[i] = many[c[i]];
}
