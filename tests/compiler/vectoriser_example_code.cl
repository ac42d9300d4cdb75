// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --isa=x86-64-v3 --spmd=auto --spmd-parts=1 --emit=asm
// The kernel of vectoriser_example.cl: what docs/vectoriser_example.md shows of the code: the loop's turns that are left over one by one.

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

// CHECK-LABEL: weft_kernel_sums:
// CHECK-COUNT-4: vaddps
// CHECK: jne
// CHECK: vmovups ([[AT:%r[a-z0-9]+]]), [[V:%ymm[0-9]+]]
// CHECK-NEXT: vshufps $216, 28([[AT]]), [[V]], [[V]]
// CHECK-NEXT: vpermpd $216, [[V]], [[V]]
// CHECK-NEXT: vaddps [[V]], [[S:%ymm[0-9]+]], [[S]]
// CHECK-NEXT: addq %r{{[a-z0-9]+}}, [[AT]]
// CHECK-NEXT: decq
// CHECK-NEXT: jne
