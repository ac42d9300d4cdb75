// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --isa=x86-64-v3 --spmd=off
// A counter of 32 bits and its last two bits: LLVM 22 checks that the first does not wrap and takes k[i & 3] for k[i].
// CHECK-LABEL: define void @weft_kernel_key(
// CHECK-NOT: load <{{[0-9]+}} x i8>, ptr %{{[0-9a-z.]*k}}
// CHECK: and i{{(32|64)}} %{{.*}}, 3
// CHECK: {{^\}$}}
kernel void key(global uchar *b, global const uchar *k, ulong n) {
  global uchar *own = b + get_global_id(0) * 64;
  for (uint i = 0; i < n; i++)
    own[i] ^= k[i & 3];
}

// A counter of one width is checked, and stays one of the vectoriser's.
// CHECK-LABEL: define void @weft_kernel_one(
// CHECK: vector.body
// CHECK: load <{{[0-9]+}} x i8>
// CHECK: {{^\}$}}
kernel void one(global uchar *restrict b, global const uchar *restrict k, ulong n) {
  global uchar *own = b + get_global_id(0) * 64;
  for (uint i = 0; i < n; i++)
    own[i] ^= k[i];
}
