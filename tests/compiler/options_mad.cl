// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=clang -cl-mad-enable
kernel void k(global float *a) {
  float b = a[0] * a[1];
  a[2] = b + a[3];
}
kernel void strict(global float *a) {
#pragma OPENCL FP_CONTRACT OFF
  float b = a[0] * a[1];
  a[2] = b + a[3];
}
// CHECK-LABEL: @__clang_ocl_kern_imp_k(
// CHECK: fmul contract float
// CHECK: fadd contract float
// CHECK-LABEL: @__clang_ocl_kern_imp_strict(
// CHECK: fmul float
// CHECK: fadd float
