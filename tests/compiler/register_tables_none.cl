// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --isa=x86-64-v2 --spmd=auto
// Where registers cannot be permuted by what is known only when it runs, constant arrays are memory.

constant int direction[8] = {1, 1, 0, -1, -1, -1, 0, 1};
constant uchar bits[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

// CHECK-LABEL: weft_kernel_steps:
// CHECK: retq
kernel void steps(global const uchar *c, global int *o) {
  size_t i = get_global_id(0);
  o[i] = direction[c[i] & 7];
}

// CHECK-LABEL: weft_kernel_count:
// CHECK: retq
kernel void count(global const uchar *c, global uchar *o) {
  size_t i = get_global_id(0);
  o[i] = bits[c[i] & 15] + bits[c[i] >> 4];
}
