// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --isa=x86-64-v3 --spmd=off --std=CL3.0
// Loops are not rewritten to have sums for products: x86's addresses hold most of them, and finding out takes long.

// CHECK-LABEL: weft_kernel_sum:
// CHECK: imull
// CHECK-NOT: .LBB
// CHECK: vfmadd
kernel void sum(global const float *a, global const float *b, global float *out, uint n, uint m) {
  float s = 0;
  __attribute__((opencl_unroll_hint(1))) for (uint j = 0; j < n; j++) s += a[j] * b[j * m];
  out[get_global_id(0)] = s;
}
