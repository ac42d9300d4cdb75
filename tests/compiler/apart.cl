// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --passes=import,inline,work-item-ids,private-arguments,simplify,work-groups,vectorise --isa=x86-64-v4 --spmd=force --spmd-lanes=8 --spmd-parts=1
// Whether vectors of the language lie lane beside lane in a packet, or are numbers of their own.

// Elements meet: three loads that are one group, no vector of 24.
// CHECK-LABEL: define {{.*}}@weft_kernel_lengths(
// CHECK-NOT: <24 x float>
// CHECK: load <8 x float>
// CHECK-NOT: <24 x float>
kernel void lengths(global const float *in, global float *out) {
  size_t i = get_global_id(0);
  float3 v = (float3)(in[3 * i], in[3 * i + 1], in[3 * i + 2]);
  v *= v.x * v.x + v.y * v.y + v.z * v.z;
  out[3 * i] = v.x;
  out[3 * i + 1] = v.y;
  out[3 * i + 2] = v.z;
}

// Each element on its own, or changing places within its register: as they come from memory.
// CHECK-LABEL: define {{.*}}@weft_kernel_chain(
// CHECK: load <32 x float>
// CHECK-NOT: load <8 x float>
// CHECK: store <32 x float>
kernel void chain(global const float4 *in, global float4 *out) {
  size_t i = get_global_id(0);
  float4 v = in[i];
  v.x = v.x * 3 + 1;
  out[i] = v.wzyx * v + 2;
}
