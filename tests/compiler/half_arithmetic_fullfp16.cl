// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --isa=aarch64 --cpu=neoverse-n1 --spmd=force --spmd-lanes=8 --spmd-parts=1 --spmd-tail=scalar
// --std=CL3.0 Where the processor has halves (FEAT_FP16), they stay halves: nothing is converted.

// CHECK-LABEL: weft_kernel_horner:
// CHECK-NOT: fcvt
// CHECK: fmla v{{[0-9]+}}.8h
// CHECK-NOT: fcvt
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void horner(uint rounds, global const half *in, global half *out) {
  size_t id = get_global_id(0);
  half x = in[id], y = 0;
#pragma unroll 1
  for (uint i = 0; i < rounds; i++)
    y = y * x + (half)0.5f;
  out[id] = y;
}

// CHECK-LABEL: weft_kernel_apart:
// CHECK: fsub v{{[0-9]+}}.8h
// CHECK: fdiv v{{[0-9]+}}.8h
// CHECK-NOT: fcvt
kernel void apart(global const half *in, global half *out) {
  size_t id = get_global_id(0);
  half x = in[id], y = out[id];
  out[id] = (x - y) / y;
}
