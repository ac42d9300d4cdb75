// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --isa=x86-64-v3 --spmd=auto --remarks
// LOG
// The kernel of vectoriser_example.cl: the parts that docs/vectoriser_example.md says it has if they are not limited.

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

// CHECK: weft: kernel 'sums' region 0: 8 lanes, 4 parts, {{.*}}, 7.0 of 84.7 cycles;
