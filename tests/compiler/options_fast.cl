// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=clang -cl-fast-relaxed-math
#ifndef __FAST_RELAXED_MATH__
#error __FAST_RELAXED_MATH__
#endif
kernel void k(global float *a) {
  float b = a[0] * a[1];
  a[2] = b + a[3];
}
// CHECK: fmul fast float
// CHECK: fadd fast float
