// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --isa=x86-64-v4 --cpu=sapphirerapids --spmd=auto
// Operands in memory of what is computed under a mask are read under the mask, in full packets and at the end of the
// row.

// CHECK-LABEL: weft_kernel_product:
// CHECK: vmovdqu64 {{.*}}, [[A:%zmm[0-9]+]] {%k{{[1-7]}}} {z}
// CHECK-NEXT: vfmadd231pd {{.*}}, [[A]] {%k
// CHECK: vmovdqu64 {{.*}}, [[B:%zmm[0-9]+]] {%k{{[1-7]}}} {z}
// CHECK-NEXT: vfmadd231pd {{.*}}, [[B]] {%k
kernel void product(global const double *in, global const uint *c, global double *out, double x, double y) {
  size_t g = get_global_id(0);
  out[g] = (c[g] & 8) ? x * y + in[g] : 0;
}

// CHECK-LABEL: weft_kernel_sum:
// CHECK-COUNT-2: vmovdqu32 {{.*}}(%{{.*}}), %zmm{{[0-9]+}} {%k{{[1-7]}}} {z}
// CHECK-NOT: vaddps (%
kernel void sum(global const float *in, global const uint *c, global float *out, float x) {
  size_t g = get_global_id(0);
  out[g] = (c[g] & 8) ? x + in[g] : x;
}
