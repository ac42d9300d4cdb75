// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --isa=x86-64-v4 --spmd=auto
// Regions that are functions of their own still run in packets, and their private memory is theirs.

void __weft_barrier(void) __attribute__((convergent));
#define STEP                                                                                                           \
  t[l] = x;                                                                                                            \
  __weft_barrier();                                                                                                    \
  x += t[63 - l] * 3;                                                                                                  \
  __weft_barrier();
#define STEPS8 STEP STEP STEP STEP STEP STEP STEP STEP

// CHECK-LABEL: define void @weft_kernel_many(
// CHECK-NOT: alloca [
// CHECK: call {{.*}}void @weft_kernel_many.region
// CHECK: define internal {{.*}}@weft_kernel_many.region
// CHECK: <16 x i32>
kernel void many(global int *o, global const int *at) {
  local int t[64];
  int l = get_local_id(0), x = l, p[64];
  for (int i = 0; i < 64; i++)
    p[at[l * 64 + i] & 63] = i;
  x += p[at[l] & 63];
  STEPS8 STEPS8 STEPS8 STEPS8 o[l] = x;
}
