// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --std=CL3.0
// opencl_unroll_hint reaches LLVM through the work-item loops: all rounds, a number of them, none at all.
// Where a loop is left, its rounds are counted, or the bytes that they have read.

// CHECK-LABEL: define void @weft_kernel_plain(
// CHECK: = mul {{.*}} 31
// CHECK: icmp {{.*}} {{300|1200}}
kernel void plain(global int *o, global const int *in) {
  int i = get_global_id(0), s = 0;
  for (int j = 0; j < 300; j++)
    s = (s * 31) ^ in[i * 300 + j];
  o[i] = s;
}

// CHECK-LABEL: define void @weft_kernel_full(
// CHECK-COUNT-300: = mul {{.*}}31
// CHECK-NOT: icmp {{.*}} {{300|1200}}
kernel void full(global int *o, global const int *in) {
  int i = get_global_id(0), s = 0;
  __attribute__((opencl_unroll_hint)) for (int j = 0; j < 300; j++) s = (s * 31) ^ in[i * 300 + j];
  o[i] = s;
}

// CHECK-LABEL: define void @weft_kernel_four(
// CHECK: = mul {{.*}} 31
// CHECK-NOT: br
// CHECK: = mul {{.*}} 31
// CHECK-NOT: br
// CHECK: = mul {{.*}} 31
// CHECK-NOT: br
// CHECK: = mul {{.*}} 31
// CHECK-NOT: = mul
// CHECK: br
kernel void four(global int *o, global const int *in, int n) {
  int i = get_global_id(0), s = 0;
  __attribute__((opencl_unroll_hint(4))) for (int j = 0; j < n; j++) s = (s * 31) ^ in[i + j];
  o[i] = s;
}

// Four rounds would be unrolled without the hint.
// CHECK-LABEL: define void @weft_kernel_never(
// CHECK: = mul {{.*}} 31
// CHECK-NOT: = mul
// CHECK: icmp {{.*}} 4
kernel void never(global int *o, global const int *in) {
  int i = get_global_id(0), s = 0;
  __attribute__((opencl_unroll_hint(1))) for (int j = 0; j < 4; j++) s = (s * 31) ^ in[i * 4 + j];
  o[i] = s;
}

kernel void last(global int *o) {
  o[0] = 1;
}
