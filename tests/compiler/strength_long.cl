// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --isa=x86-64-v4 --spmd=force --spmd-lanes=32 --spmd-parts=1 --spmd-tail=scalar --std=CL3.0
// In a loop of hundreds of instructions, as where halves are loaded and stored lane by lane, a multiplication for an
// address is nothing: no pointers are made that go along with it. In a short loop they are.

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define WALK                                                                                                           \
  for (int i = get_local_id(0); i < n; i += get_local_size(0))                                                         \
    *(global half *)(out + i * to) = -*(global const half *)(in + i * from);

// CHECK-LABEL: define void @weft_kernel_lane_by_lane(
// CHECK-NOT: lsr.iv
// CHECK: {{^}}}
kernel void lane_by_lane(global const char *in, global char *out, int n, ulong from, ulong to) {
  WALK
}

// CHECK-LABEL: define void @weft_kernel_alone(
// CHECK: lsr.iv
kernel void alone(global const float *in, global float *out, int n, long step) {
  float s = 0;
#pragma unroll 1
  for (long i = 0; i < n; i++)
    s = s * 0.5f + in[i * step];
  out[get_global_id(0)] = s;
}
