// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=clang -cl-finite-math-only -cl-denorms-are-zero -cl-opt-disable
kernel void k(global float *a) {
  a[2] = a[0] + a[3];
}
// CHECK: fadd nnan ninf float
// CHECK: attributes #{{.*}} = { {{.*}}"weft.denorms-are-zero"{{.*}}"weft.opt-disable"
