// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --isa=x86-64-v4 --spmd=off
// Fills of loops become memset, unless the loop has so many stores that LLVM would be long in comparing them.

#define STORE *p++ = 0;
#define STORES8 STORE STORE STORE STORE STORE STORE STORE STORE
#define STORES64 STORES8 STORES8 STORES8 STORES8 STORES8 STORES8 STORES8 STORES8

// CHECK-LABEL: define void @weft_kernel_few(
// CHECK: call void @llvm.memset
// CHECK-LABEL: define void @weft_kernel_many(
// CHECK-NOT: call void @llvm.memset
// CHECK: ret void
kernel void few(global uchar *p, uint n) {
  for (uint i = 0; i < n; i++) {
    STORES64
  }
}

kernel void many(global uchar *p, uint n) {
  for (uint i = 0; i < n; i++) {
    STORES64 STORES64 STORES64 STORES64 STORE
  }
}
