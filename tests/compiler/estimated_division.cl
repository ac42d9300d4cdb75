// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --isa=x86-64-v4 --spmd=auto
// A division that may be by a reciprocal is the processor's estimate and a step, also where something may be infinite;
// any other is one.

// CHECK-LABEL: reciprocal:
// CHECK: vrcp14ps %z
// CHECK: vfn{{m|a}}{{.*}}ps
// CHECK: vcmp{{[lg]}}tps
// CHECK: vfmadd{{.*}}{%k
kernel void reciprocal(global const float *a, global const float *b, global float *c) {
#pragma clang fp reciprocal(on)
  size_t i = get_global_id(0);
  c[i] = a[i] / b[i];
}

// CHECK-LABEL: quotient:
// CHECK-NOT: vrcp14ps
// CHECK: vdivps {{.*}}%zmm
kernel void quotient(global const float *a, global const float *b, global float *c) {
  size_t i = get_global_id(0);
  c[i] = a[i] / b[i];
}
