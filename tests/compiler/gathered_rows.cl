// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --isa=x86-64-v4 --spmd=force --spmd-lanes=16 --spmd-parts=1
// Pairs of numbers that lanes read from anywhere are one gather of numbers of twice their size.

// CHECK-LABEL: define {{.*}}@weft_kernel_bits(
// CHECK: call <16 x i64> @llvm.masked.gather.v16i64
// CHECK-NOT: insertelement {{.*}} i32
// CHECK: shufflevector <32 x i32>
// CHECK-LABEL: define {{.*}}@weft_kernel_complex(
kernel void bits(global const uint *in, global uint *out, uint width) {
  uint i = get_global_id(0), at = out[i] * width;
  ulong two = (ulong)in[(at >> 5) + 1] << 32 | in[at >> 5];
  out[i] = (uint)(two >> (at & 31)) & 255;
}

// CHECK: call <16 x i64> @llvm.masked.gather.v16i64
// CHECK: shufflevector <32 x float>
kernel void complex(global const float2 *in, constant float2 *with, global float2 *out, int count, int step) {
  int i = get_global_id(0);
  float2 sum = 0;
  for (int k = 0; k < count; k++) {
    float2 u = in[i * step + k], v = with[k];
    sum.x += u.x * v.x - u.y * v.y;
    sum.y += u.x * v.y + u.y * v.x;
  }
  out[i] = sum;
}
