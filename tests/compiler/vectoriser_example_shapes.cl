// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --isa=x86-64-v3 --spmd=serial --passes=import,target-attributes,inline,work-item-ids,private-arguments,simplify,work-groups,vectorise,spmd-canonicalise,spmd-divergence,spmd-shapes
// The kernel of vectoriser_example.cl: what docs/vectoriser_example.md shows of canonicalise, divergence and shapes.

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

// CHECK: define internal void @weft_kernel_sums.item0({{.*}}%x.linear.1,
// CHECK: %gid.linear.1 = add nuw nsw i64 %group_base.uniform, %x.linear.1, !weft.divergent
// CHECK: [[BELOW:%cmp.*varying]] = icmp sgt i32 %w.uniform, {{.*}}, !weft.divergent
// CHECK-NEXT: br i1 [[BELOW]], {{.*}}, !weft.divergent
// CHECK: [[SHORT:%.*linear.1.signed]] = trunc i64 %gid.linear.1 to i32
// CHECK-NEXT: {{%.*}}.linear.1 = sext i32 [[SHORT]] to i64
// CHECK: {{^}}for.cond.cleanup{{.*}}loopexit:
// CHECK-NEXT: lcssa.varying = phi float [ [[ADD:%.*]], %for.body{{.*}} ]
// CHECK: [[NEGATIVE:%.*varying]] = fcmp olt float {{.*}}, !weft.divergent
// CHECK-NEXT: br i1 [[NEGATIVE]], {{.*}}, !weft.divergent
// CHECK: {{%.*}}uniform = phi i64 [ 0, %for.body{{.*}}preheader ]
// CHECK: [[AT:%.*linear.8]] = getelementptr inbounds i8, ptr addrspace(1) %in.uniform,
// CHECK-NEXT: [[LOADED:%.*varying.*]] = load float, ptr addrspace(1) [[AT]]
// CHECK-NEXT: [[ADD]] = fadd float {{.*}}, [[LOADED]]
// CHECK: [[LAST:%.*uniform]] = icmp eq i64
// CHECK-NEXT: br i1 [[LAST]], label %for.cond.cleanup{{.*}}loopexit, label %for.body{{[^!]*$}}
// CHECK: {{^}}return:
// CHECK-NEXT: ret void
