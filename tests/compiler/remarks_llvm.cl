// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --isa=x86-64-v3 --spmd=force --spmd-lanes=8 --spmd-parts=1 --remarks=llvm
// LOG
// What LLVM's passes say stands beside Weft's own.

// CHECK: weft: kernel 'twice' region 0: 8 lanes
// CHECK: <unknown>:0:0: loop not vectorized
kernel void twice(global const float *in, global float *out, int n) {
  size_t i = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += in[i] * k;
  out[i] = sum;
}
