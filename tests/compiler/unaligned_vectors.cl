// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --isa=x86-64-v2 --spmd=off
// A pointer's type does not prove that a vector is aligned; that it lies in local memory, which is, does.
// CHECK-LABEL: weft_kernel_cast:
// CHECK: movups {{.*}}(%r{{.*}}), %xmm
// CHECK-NOT: movaps {{.*}}(%r
// CHECK-LABEL: weft_kernel_variable:
// CHECK: movaps %xmm{{[0-9]+}}, {{[0-9]*}}(%r
kernel void cast(global float4 *to, global const float4 *from) {
  *to = *from;
}
kernel void variable(global float4 *to, float4 x, int i) {
  local float4 t[2];
  t[i & 1] = x;
  *to = t[0];
}
