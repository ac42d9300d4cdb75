// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --isa=x86-64-v3 --spmd=auto --cpu=znver3 --std=CL3.0
// Eight sums of products are half of the registers: a turn is not repeated, and no sum leaves its register.

// CHECK-LABEL: weft_kernel_product:
// CHECK-NOT: vfmadd213
// CHECK-COUNT-8: vfmadd231ps
// CHECK-NOT: {{vfmadd|rsp}}
// CHECK: jne
kernel void product(uint n, global const float *a, global const float *b, global float *c) {
  size_t x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (uint k = 0; k < n; k++)
    sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}
