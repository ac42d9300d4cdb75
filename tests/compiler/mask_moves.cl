// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --isa=x86-64-v4 --cpu=sapphirerapids --spmd=force --spmd-parts=4 --spmd-tail=masked
// Masks of eight bytes: their registers' upper bits are cleared by what is no copy, so that a mask that goes to memory
// is cleared there as well.

// CHECK-LABEL: weft_kernel_bytes:
// CHECK-NOT: kmovb %k{{[0-9]}}, %k
// CHECK: kandb [[FROM:%k[0-9]]], [[FROM]], [[TO:%k[0-9]]]
// CHECK-NEXT: kmovw [[TO]], {{.*}}(%rsp)
// CHECK-NOT: kmovb %k{{[0-9]}}, %k
kernel void bytes(global const uchar *in, global ulong *longs, global uchar *out, uint n, ulong by) {
  ulong g = get_global_id(0);
  if ((char)1 < as_char(in[1 * n + g]))
    return;
  longs[1 * n + g] = 1ul >> (g + by);
  out[1 * n + g] ^= (uchar)1;
}
