// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --spmd=off
// Addresses that a loop multiplies are added up; what the processor adds up by itself stays in long loops.

// CHECK-LABEL: define void @weft_kernel_column(
// CHECK: [[FROM:%lsr.iv[0-9]*]] = phi ptr {{.*}} %for.body.i
// CHECK: load float, ptr [[FROM]]
// CHECK-LABEL: define void @weft_kernel_around(
// CHECK-NOT: lsr.iv
kernel void column(global const float *a, global float *o, int n, int m) {
  size_t x = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += a[k * m + x];
  o[x] = sum;
}

#define STEP(i) s = (s + a[k - i]) * b[k + i]
kernel void around(global const float *a, global const float *b, global float *o, int n) {
  float s = get_global_id(0);
  for (int k = 16; k < n; k++) {
    STEP(1), STEP(2), STEP(3), STEP(4), STEP(5), STEP(6), STEP(7), STEP(8), STEP(9), STEP(10), STEP(11), STEP(12),
        STEP(13);
    if (s > 100)
      break;
  }
  o[get_global_id(0)] = s;
}
