// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --isa=x86-64-v3 --spmd=force --spmd-lanes=8 --spmd-parts=1
// Where packets have full vectors, nobody looks for vectors in what is left for single work-items.

// CHECK-LABEL: define {{.*}}@weft_kernel_four(
// CHECK: <8 x float>
// CHECK-NOT: {{fmul <4 x float>|v4f32}}
// CHECK: "weft.spmd.all-packets"
kernel void four(global const float *in, global float *out, int n) {
  size_t i = get_global_id(0) * n;
  float a = in[i], b = in[i + 1], c = in[i + 2], d = in[i + 3];
  out[i] = a * 3 + 1;
  out[i + 1] = b * 3 + 1;
  out[i + 2] = c * 3 + 1;
  out[i + 3] = d * 3 + 1;
}
