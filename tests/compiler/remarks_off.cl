// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --isa=x86-64-v3 --remarks
// LOG
// Without packets remarks say so, and not nothing.

// CHECK: weft: kernel 'twice': scalar: packets are off (--spmd=off, WEFT_SPMD=off)
kernel void twice(global float *p) {
  p[get_global_id(0)] *= 2;
}
