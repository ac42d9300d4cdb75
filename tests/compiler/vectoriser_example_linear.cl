// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --isa=x86-64-v3 --spmd=serial --passes=import,target-attributes,inline,work-item-ids,private-arguments,simplify,work-groups,vectorise,spmd-canonicalise,spmd-linearise
// The kernel of vectoriser_example.cl: what docs/vectoriser_example.md shows of linearise.

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

// CHECK: define internal void @weft_kernel_sums.item0(
// CHECK: [[ACTIVE:%.*]] = call i1 @weft.spmd.active()
// CHECK: [[BELOW:%.*]] = icmp sgt i32 %w,
// CHECK-NEXT: [[IN:%.*]] = select i1 [[ACTIVE]], i1 [[BELOW]], i1 false
// CHECK-NEXT: [[ANY:%.*]] = call i1 @weft.spmd.any(i1 [[IN]])
// CHECK-NEXT: br i1 [[ANY]],
// CHECK: {{^}}for.cond.cleanup{{(.i)?}}:
// CHECK: call void @weft.spmd.mask(i1 [[IN]])
// CHECK-NEXT: [[NEGATIVE:%.*]] = fcmp olt float
// CHECK-NEXT: [[BOTH:%.*]] = select i1 [[IN]], i1 [[NEGATIVE]], i1 false
// CHECK-NEXT: [[SOME:%.*]] = call i1 @weft.spmd.any(i1 [[BOTH]])
// CHECK-NEXT: br i1 [[SOME]], label %if.then8{{.*}}, label %if.end
// CHECK: call void @weft.spmd.mask(i1 [[BOTH]])
// CHECK-NEXT: store i32 1, ptr addrspace(1) %low
// CHECK: {{^}}for.body{{(.i)?}}:
// CHECK: call void @weft.spmd.mask(i1 [[IN]])
// CHECK: load float, ptr addrspace(1)
