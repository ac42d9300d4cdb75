// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --isa=x86-64-v4 --spmd=force
// Lanes of which loaded values say that they have nothing to store have a place of their own, without a branch for each of
// them; what ids say, the processor foresees.

// CHECK-LABEL: @weft_kernel_by_data(
// CHECK: [[SPARE:%[0-9]+]] = call ptr asm "", "=r,0"
// CHECK: [[FIRST:%[0-9]+]] = select i1 {{%.*}}, ptr {{%.*}}, ptr [[SPARE]]
// CHECK-NOT: br
// CHECK: store <2 x i32> {{%.*}}, ptr [[FIRST]]
// CHECK-NOT: br
// CHECK: [[LATER:%[0-9]+]] = select i1 {{%.*}}, ptr {{%.*}}, ptr [[SPARE]]
// CHECK-NOT: br
// CHECK: store <2 x i32> {{%.*}}, ptr [[LATER]]
kernel void by_data(global const int *in, global int *out, global int2 *place) {
  int i = get_global_id(0);
  int a = in[i], b = in[i + 1];
  global int2 *to = place + out[i];
  if (a > 3) {
    to->x = a;
    to->y = b;
  }
}

// CHECK-LABEL: @weft_kernel_by_ids(
// CHECK-NOT: call ptr asm
kernel void by_ids(global const int *in, global int *out, global int2 *place, int n) {
  int i = get_global_id(0);
  int a = in[i], b = in[i + 1];
  global int2 *to = place + out[i];
  if (i * i < n) {
    to->x = a;
    to->y = b;
  }
}
