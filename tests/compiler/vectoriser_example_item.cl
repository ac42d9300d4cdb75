// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --isa=x86-64-v3 --spmd=serial --passes=import,target-attributes,inline,work-item-ids,private-arguments,simplify,work-groups,vectorise,spmd-segments,spmd-clip
// The kernel of vectoriser_example.cl: what docs/vectoriser_example.md shows of the item function and of clip. There is nothing for segments.

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

// CHECK: define internal void @weft_kernel_sums.item0(i64 range(i64 0, 8192) "weft.item.id"="x" %x, {{.*}}"weft.item.id"="y" %y, {{.*}}"weft.item.id"="z" %z,
// CHECK: %gid = add nuw nsw i64 %group_base, %x
// CHECK-NEXT: [[X:%.*]] = trunc i64 %gid to i32
// CHECK-NEXT: [[BELOW:%.*]] = icmp sgt i32 %w, [[X]]
// CHECK-NEXT: br i1 [[BELOW]], label %for.cond{{.*}}preheader, label %[[EXIT:.*]]
// CHECK: [[W:%.*]] = sext i32 %w to i64
// CHECK-NEXT: [[SHORT:%.*]] = trunc i64 %gid to i32
// CHECK-NEXT: [[LONG:%.*]] = sext i32 [[SHORT]] to i64
// CHECK: [[EXIT]]:
// CHECK-NEXT: store i32 0, ptr %next
// CHECK: [[IV:%.*]] = phi i64 [ 0, %for.body{{.*}}preheader ], [ {{.*}}, %for.body{{.*}} ]
// CHECK-NEXT: [[S:%.*]] = phi float [ 0.0{{.*}}, %for.body{{.*}}preheader ], [ [[ADD:%.*]], %for.body{{.*}} ]
// CHECK-NEXT: [[ROW:%.*]] = mul nsw i64 [[IV]], [[W]]
// CHECK-NEXT: [[SUM:%.*]] = add nsw i64 [[ROW]], [[LONG]]
// CHECK-NEXT: [[INDEX:%.*]] = shl nsw i64 [[SUM]], 3
// CHECK-NEXT: [[AT:%.*]] = getelementptr inbounds i8, ptr addrspace(1) %in, i64 [[INDEX]]
// CHECK-NEXT: [[LOADED:%.*]] = load float, ptr addrspace(1) [[AT]]
// CHECK-NEXT: [[ADD]] = fadd float [[S]], [[LOADED]]
// CHECK-NOT: .segment(

// CHECK: define {{.*}}{ i64, i64, i1 } @weft_kernel_sums.item0.range(
// CHECK: sub i64 2147483648,
// CHECK: ret { i64, i64, i1 }
// CHECK: define {{.*}}void @weft_kernel_sums.item0.above(
// CHECK-NEXT: entry:
// CHECK-NEXT: store i32 0, ptr %next
// CHECK-NEXT: ret void
// CHECK: define {{.*}}void @weft_kernel_sums.item0.inner(
// CHECK-NEXT: entry:
// CHECK-NEXT: %gid = add nuw nsw i64 %group_base, %x
// CHECK-NEXT: icmp sgt i32 %n, 0
// CHECK-NOT: %w,
// CHECK: store i32 0, ptr %next
// CHECK-NEXT: ret void
