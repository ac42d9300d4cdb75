// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --isa=x86-64-v3 --spmd=auto --passes=import,target-attributes,inline,work-item-ids,private-arguments,simplify,work-groups
// The kernel of vectoriser_example.cl: what docs/vectoriser_example.md shows of simplify and work-groups.

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
// CHECK-SAME: ptr noalias {{[^,]*}} %launch, ptr noalias {{[^,]*}} %group, i64 %count, ptr noalias {{[^,]*}} %local, ptr noalias {{[^,]*}} %frame)
// CHECK: %next = alloca i32, align 4, !weft.variable
// CHECK: %args = load ptr, ptr {{.*}}, !invariant.load
// CHECK: %in = load ptr addrspace(1), ptr {{.*}}, !invariant.load
// CHECK: call i64 @weft.spmd.columns()
// CHECK: %groups.at_once = select i1
// CHECK: %group_base = add nuw nsw i64 %global_offset, {{.*}}
// CHECK: br label %region.0

// The body, as simplify left it.
// CHECK: {{^}}item:
// CHECK-NEXT: %local_id.x = phi i64 [ 0, %y ], [ [[NEXT:%.*]], %item.next ]
// CHECK: %gid = add nuw nsw i64 %group_base, %local_id.x
// CHECK-NEXT: [[X:%.*]] = trunc i64 %gid to i32
// CHECK-NEXT: [[BELOW:%.*]] = icmp sgt i32 %w, [[X]]
// CHECK-NEXT: br i1 [[BELOW]], label
// CHECK: [[K:%.*]] = phi i32 [ [[INC:%.*]], %for.body{{.*}} ], [ 0,
// CHECK-NEXT: [[S:%.*]] = phi float [ [[ADD:%.*]], %for.body{{.*}} ], [ 0.0{{.*}},
// CHECK-NEXT: icmp slt i32 [[K]], %n
// CHECK: [[ROW:%.*]] = mul nsw i32 [[K]], %w
// CHECK-NEXT: [[SUM:%.*]] = add nsw i32 [[ROW]], [[X]]
// CHECK-NEXT: [[TWICE:%.*]] = shl nsw i32 [[SUM]], 1
// CHECK-NEXT: [[INDEX:%.*]] = sext i32 [[TWICE]] to i64
// CHECK-NEXT: [[AT:%.*]] = getelementptr inbounds float, ptr addrspace(1) %in, i64 [[INDEX]]
// CHECK-NEXT: [[LOADED:%.*]] = load float, ptr addrspace(1) [[AT]]
// CHECK-NEXT: [[ADD]] = fadd float [[S]], [[LOADED]]
// CHECK: %sext = shl i64 %gid, 32
// CHECK-NEXT: ashr exact i64 %sext, 30
// CHECK: store i32 0, ptr %next
// CHECK: {{^}}item.next:
// CHECK-NEXT: [[NEXT]] = add nuw nsw i64 %local_id.x, 1
// CHECK-NEXT: [[MORE:%.*]] = icmp ne i64 [[NEXT]], %local_size
// CHECK-NEXT: br i1 [[MORE]], label %item, label %y.next, {{.*}}!weft.items
