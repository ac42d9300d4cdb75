// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --isa=x86-64-v3 --spmd=force --spmd-lanes=8 --spmd-parts=1 --remarks
// LOG
// Remarks are Weft's: what LLVM has to say, which is more and about other things, is asked for.

// CHECK-NOT: {{.}}
// CHECK: weft: kernel 'twice' region 0: 8 lanes{{.*$}}
// CHECK-NEXT: weft: kernel 'twice' region 0: loop 1: uniform{{$}}
// CHECK-NOT: {{.}}
kernel void twice(global const float *in, global float *out, int n) {
  size_t i = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += in[i] * k;
  out[i] = sum;
}
