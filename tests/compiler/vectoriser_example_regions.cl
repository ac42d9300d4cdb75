// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --isa=x86-64-v3 --spmd=auto --passes=import,target-attributes,inline,work-item-ids,local-memory,private-arguments,simplify,work-groups
// The kernel that docs/regions.md follows: what the page shows of its regions and its row.

// As in builtins/work_group.cl.
void __weft_barrier(void) __attribute__((convergent));
#define barrier(flags) __weft_barrier()

kernel void mirror(global const int *in, global int *out) {
  local int t[256];
  size_t l = get_local_id(0), last = get_local_size(0) - 1;
  int v = in[get_global_id(0)];
  t[l] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = v + t[last - l];
}

// CHECK-LABEL: define void @weft_kernel_mirror(
// CHECK: [[SLOT:%.*slot]] = alloca i32, align 4, !weft.variable
// CHECK: [[LOCAL:%.*]] = addrspacecast ptr %local to ptr addrspace(3)
// CHECK: %full_size = load i64, {{.*}}!weft.size
// CHECK: %padded_items = and i64 %{{.*}}, -64
// CHECK-NOT: @__weft_barrier

// What is before the barrier, and v's row.
// CHECK: {{^}}region.0:
// CHECK: {{^}}item:
// CHECK-NEXT: %local_id.x = phi
// CHECK-NEXT: [[ITEM:%.*]] = add nuw nsw i64 %{{.*}}, %local_id.x
// CHECK: %gid = add nuw nsw i64 %group_base, %local_id.x
// CHECK-NEXT: [[FROM:%.*]] = getelementptr inbounds nuw i32, ptr addrspace(1) %in, i64 %gid
// CHECK-NEXT: [[V:%.*]] = load i32, ptr addrspace(1) [[FROM]]
// CHECK-NEXT: store i32 [[V]], ptr [[SLOT]]
// CHECK-NEXT: [[TO:%.*]] = getelementptr inbounds nuw i32, ptr addrspace(3) [[LOCAL]], i64 %local_id.x
// CHECK-NEXT: store i32 [[V]], ptr addrspace(3) [[TO]]
// CHECK-NEXT: [[KEPT:%.*]] = load i32, ptr [[SLOT]]
// CHECK: [[ROW:%.*]] = getelementptr inbounds i8, ptr %frame, i64
// CHECK-NEXT: [[ENTRY:%.*]] = getelementptr inbounds [4 x i8], ptr [[ROW]], i64 [[ITEM]]
// CHECK-NEXT: store i32 [[KEPT]], ptr [[ENTRY]]
// CHECK-NEXT: store i32 1, ptr %next
// CHECK: br i1 %{{.*}}, label %item, label %y.next, {{.*}}!weft.items

// What is behind it: the row is loaded, the id computed again.
// CHECK: {{^}}region.1:
// CHECK: {{^}}item{{[0-9]+}}:
// CHECK-NEXT: [[ID:%local_id.x.*]] = phi
// CHECK-NEXT: [[ITEM1:%.*]] = add nuw nsw i64 %{{.*}}, [[ID]]
// CHECK: [[ROW1:%.*]] = getelementptr inbounds i8, ptr %frame, i64
// CHECK-NEXT: [[ENTRY1:%.*]] = getelementptr inbounds [4 x i8], ptr [[ROW1]], i64 [[ITEM1]]
// CHECK-NEXT: [[V1:%.*]] = load i32, ptr [[ENTRY1]]
// CHECK-NEXT: store i32 [[V1]], ptr [[SLOT]]
// CHECK: {{^}}resume:
// CHECK-NEXT: [[DOWN:%.*]] = xor i64 [[ID]], -1
// CHECK-NEXT: [[END:%.*]] = getelementptr i32, ptr addrspace(3) [[LOCAL]], i64 %local_size
// CHECK-NEXT: [[AT:%.*]] = getelementptr i32, ptr addrspace(3) [[END]], i64 [[DOWN]]
// CHECK-NEXT: load i32, ptr addrspace(3) [[AT]]
// CHECK: [[GID:%.*]] = add nuw nsw i64 %group_base, [[ID]]
// CHECK-NEXT: getelementptr inbounds nuw i32, ptr addrspace(1) %out, i64 [[GID]]
// CHECK: store i32 0, ptr %next
