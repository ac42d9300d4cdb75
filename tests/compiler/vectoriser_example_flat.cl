// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --isa=x86-64-v3 --spmd=auto --spmd-parts=1 --passes=import,target-attributes,inline,work-item-ids,private-arguments,simplify,work-groups,vectorise,flatten
// The kernel of vectoriser_example.cl: what docs/vectoriser_example.md shows of flatten.

kernel void sums(global const float *in, global float *out, global int *low, int w, int n) {
  int x = get_global_id(0);
  if (x < w) {
    float s = 0;
    for (int k = 0; k < n; k++)
      s += in[2 * (k * w + x)];
    if (s < 0)
      *low = 1;
    out[x] = s;
  }
}

// CHECK-LABEL: define void @weft_kernel_sums(
// CHECK-NOT: addrspace
// CHECK: %in = load ptr, ptr
// CHECK-NOT: addrspace
// CHECK: load <8 x float>, ptr %{{.*}}, align 4
// CHECK-NOT: addrspace
// CHECK: call <8 x float> @llvm.masked.load.v8f32.p0(
// CHECK-NOT: addrspace
// CHECK: {{^}}}
