// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --isa=x86-64-v4 --cpu=znver4 --spmd=force --spmd-lanes=64 --spmd-parts=1 --spmd-tail=scalar
// Many products of bytes are made of products of words by shifts and masks, a few as LLVM likes it.

#define FOUR x = x * x + c; x = x * x + c; x = x * x + c; x = x * x + c;
#define SIXTEEN FOUR FOUR FOUR FOUR

// CHECK-LABEL: weft_kernel_many:
// CHECK-NOT: vpmaddubsw
// CHECK: vpmullw %[[X:zmm[0-9]+]], %[[X]], %zmm
// CHECK: vpsrlw $8, %[[X]]
// CHECK: vpmullw
// CHECK: vpternlog
// CHECK-NOT: vpmaddubsw
// CHECK: .size weft_kernel_many
kernel void many(global uchar *p) {
  size_t id = get_global_id(0);
  uchar x = p[id], c = x >> 1;
  SIXTEEN FOUR
  p[id] = x;
}

// CHECK-LABEL: weft_kernel_few:
// CHECK: vpmaddubsw
kernel void few(global uchar *p) {
  size_t id = get_global_id(0);
  uchar x = p[id], c = x >> 1;
  FOUR
  p[id] = x;
}
