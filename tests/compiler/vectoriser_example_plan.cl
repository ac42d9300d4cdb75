// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --isa=x86-64-v3 --spmd=auto --spmd-parts=1 --remarks
// LOG
// The kernel of vectoriser_example.cl: what docs/vectoriser_example.md shows of plan and cost.

kernel void sums(global const float *in, global float *out, global int *low, int w, int n) {
  int x = get_global_id(0);
  if (x < w) {
    float s = 0;
    for (int k = 0; k < n; k++)
      s += in[2 * (k * w + x)];
    if (s < 0)
      *low = 1;
    out[x] = s;
  }
}

// CHECK: weft: kernel 'sums' region 0: 8 lanes, 1 parts, masked tail, clipped, 13.5 of 84.7 cycles; loads: 1 strided; stores: 1 uniform, 1 contiguous{{$}}
// CHECK-NEXT: weft: kernel 'sums' region 0: loop 1: uniform{{$}}
