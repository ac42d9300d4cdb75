// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --isa=x86-64-v3 --spmd=off
// Bytes times the remainders of others: not zero.

// CHECK-LABEL: weft_kernel_products:
// CHECK-NOT: movq $0, (
// CHECK: vpmul
// CHECK: vpmul
// CHECK-LABEL: .Lfunc_end
kernel void products(global const uchar8 *in, global const uchar8 *by, global uchar8 *out) {
  size_t g = get_global_id(0);
  out[g] = in[g] * (by[g] % (uchar8)7).s76543210;
}
