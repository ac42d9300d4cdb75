// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --isa=x86-64-v2 -cl-fast-relaxed-math
// Without fma an estimate of a quotient cannot be made good enough.
kernel void k(global float *a, global const float *b) {
  size_t i = get_global_id(0);
  a[i] = a[i] / b[i];
}
// CHECK-NOT: rcp
// CHECK: divps
