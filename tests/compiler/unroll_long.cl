// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --isa=x86-64-v4 --spmd=off
// Loops are unrolled whole as far as LLVM may think them short enough, longer ones if they ask for it.

#define STEP s = s * 31 + in[s & 255];
#define STEPS8 STEP STEP STEP STEP STEP STEP STEP STEP
#define STEPS64 STEPS8 STEPS8 STEPS8 STEPS8 STEPS8 STEPS8 STEPS8 STEPS8

// CHECK-LABEL: define void @weft_kernel_short_loop(
// CHECK-NOT: icmp {{.*}} 3{{$}}
// CHECK-LABEL: define void @weft_kernel_long_loop(
// CHECK: icmp {{.*}} 3{{$}}
// CHECK-LABEL: define void @weft_kernel_asked(
// CHECK-NOT: icmp {{.*}} 3{{$}}
kernel void short_loop(global int *o, global const int *in) {
  uint s = get_global_id(0);
  for (int j = 0; j < 3; j++) {
    STEPS8
  }
  o[0] = s;
}

kernel void long_loop(global int *o, global const int *in) {
  uint s = get_global_id(0);
  for (int j = 0; j < 3; j++) {
    STEPS64 STEPS64 STEPS64 STEPS64
  }
  o[0] = s;
}

kernel void asked(global int *o, global const int *in) {
  uint s = get_global_id(0);
  __attribute__((opencl_unroll_hint)) for (int j = 0; j < 3; j++) {
    STEPS64 STEPS64 STEPS64 STEPS64
  }
  o[0] = s;
}
