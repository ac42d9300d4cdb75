// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --isa=x86-64-v2 --spmd=auto --passes=import,target-attributes,inline,work-item-ids,private-arguments,simplify,work-groups,vectorise
// Packets of two vectors with 128 bits beside each other: eight floats, 32 bytes.

// CHECK-LABEL: define {{.*}}@weft_kernel_floats(
// CHECK: load <8 x float>
// CHECK: store <8 x float>
kernel void floats(global float *a, global const float *b) {
  size_t x = get_global_id(0);
  a[x] += b[x];
}

// CHECK-LABEL: define {{.*}}@weft_kernel_bytes(
// CHECK: load <32 x i8>
// CHECK: store <32 x i8>
kernel void bytes(global uchar *a, global const uchar *b) {
  size_t x = get_global_id(0);
  a[x] += b[x];
}
