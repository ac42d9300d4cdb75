// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --isa=x86-64-v3 --spmd=force --spmd-lanes=8 --spmd-parts=1 --spmd-tail=scalar --std=CL3.0
// Halves are computed as floats; the factor is converted before the loop, and a sum of a product is one operation.

// CHECK-LABEL: weft_kernel_horner:
// CHECK: vcvtph2ps
// CHECK: {{^}}.LBB
// CHECK: vcvtph2ps %xmm[[Y:[0-9]+]], %ymm[[Y]]
// CHECK-NOT: vcvtph2ps
// CHECK: vfmadd
// CHECK-NEXT: vcvtps2ph $4, %ymm[[Y]], %xmm[[Y]]
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void horner(uint rounds, global const half *in, global half *out) {
  size_t id = get_global_id(0);
  half x = in[id], y = 0;
#pragma unroll 1
  for (uint i = 0; i < rounds; i++)
    y = y * x + (half)0.5f;
  out[id] = y;
}

// Each operation is rounded.
// CHECK-LABEL: weft_kernel_apart:
// CHECK: vsubps
// CHECK-NEXT: vcvtps2ph
// CHECK-NEXT: vcvtph2ps
// CHECK: vdivps
// CHECK-NEXT: vcvtps2ph
kernel void apart(global const half *in, global half *out) {
  size_t id = get_global_id(0);
  half x = in[id], y = out[id];
  out[id] = (x - y) / y;
}

// The lesser of two halves by floats, also where LLVM has found that it is one of two halves.
// CHECK-LABEL: weft_kernel_least:
// CHECK-NOT: {{call.*fmin}}
// CHECK: vminps
// CHECK-NOT: {{call.*fmin}}
kernel void least(global const half *in, global half *out) {
  size_t id = get_global_id(0);
  out[id] = __builtin_elementwise_minnum((float)in[id], (float)out[id]);
}

// What rounds to whole numbers, by vectors of floats.
// CHECK-LABEL: weft_kernel_whole:
// CHECK: vroundps $9, {{.*}}%ymm
// CHECK-NEXT: vcvtps2ph
kernel void whole(global const half *in, global half *out) {
  size_t id = get_global_id(0);
  out[id] = __builtin_elementwise_floor(in[id]);
}
