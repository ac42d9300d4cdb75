// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --spmd=off
// Nor does the code generator add up, which would count from zero.

// CHECK: weft_kernel_around:
// CHECK: vmulss{{[[:space:]]+}}4(%r
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
