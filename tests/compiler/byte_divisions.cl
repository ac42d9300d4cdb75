// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --isa=x86-64-v3 --spmd=off
// Bytes times the remainders of others: not zero.

// CHECK-LABEL: weft_kernel_products:
// CHECK-NOT: movq $0, (
// CHECK: vpmul
// CHECK: vpmul
// CHECK-LABEL: .Lfunc_end
kernel void products(global const uchar *in, global const uchar *by, global uchar *out) {
  size_t g = get_global_id(0);
  vstore8(vload8(g, in) * (vload8(g, by) % (uchar8)7).s76543210, g, out);
}
