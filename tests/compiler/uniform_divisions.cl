// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --isa=x86-64-v4 --cpu=znver4 --spmd=off
// A remainder that is the same for all work-items is taken out of the loop that LLVM makes vectors of: there it would
// be computed if the first of them wants it, for all of them.

// CHECK-LABEL: define void @weft_kernel_chosen(
// CHECK-NOT: vector.body
// CHECK: urem i32
// CHECK: vector.body
// CHECK-NOT: urem
// CHECK: {{^\}$}}
kernel void chosen(global const uint *in, global uint *out, uint n) {
  uint size = get_local_size(0);
  size_t x = get_global_id(0);
  out[x] = (in[x] & 4) ? in[size % n] : 0;
}

// Where it must stay in the loop there are no vectors of that loop.
// CHECK-LABEL: define void @weft_kernel_loaded(
// CHECK-NOT: vector.body
// CHECK: {{^\}$}}
kernel void loaded(global const uint *in, global uint *out, global const uint *n) {
  uint size = get_local_size(0);
  size_t x = get_global_id(0);
  uint by = n[0] | 1;
  out[x] = (in[x] & 4) ? in[size % by] : by;
}
