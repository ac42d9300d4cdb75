// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --isa=x86-64-v4 --spmd=auto
// Loops over packets are left as they are, a work-item's own short loops are not.

// CHECK-LABEL: define void @weft_kernel_sums(
// CHECK-NOT: lsr.iv
// CHECK: load <16 x float>
// CHECK-LABEL: define void @weft_kernel_column(
// CHECK: lsr.iv
// CHECK: load <16 x float>
kernel void sums(global const float *a, global const float *b, global float *o, global float *p) {
  size_t x = get_global_id(0);
  o[x] = a[x] * 2 + b[x];
  p[x] = a[x] + b[x];
}

kernel void column(global const float *a, global float *o, int n, int m) {
  size_t x = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += a[k * m + x];
  o[x] = sum;
}
