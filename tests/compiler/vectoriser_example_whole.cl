// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --isa=x86-64-v3 --spmd=auto --passes=import,target-attributes,inline,work-item-ids,local-memory,private-arguments,simplify,work-groups,vectorise,whole-groups
// The kernel that docs/regions.md follows: what the page shows of its packets, the copy for whole groups and the entry.

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

// CHECK: define internal void @weft_kernel_mirror.any(

// CHECK: define internal void @weft_kernel_mirror.whole(
// CHECK: %whole_size = and i64 %full_size, -8
// CHECK: [[LOCAL:%.*]] = addrspacecast
// CHECK: [[V:%.*]] = load <8 x i32>, ptr addrspace(1)
// CHECK-NEXT: [[T:%.*]] = getelementptr i32, ptr addrspace(3) %{{.*}}, i64 %packet.x
// CHECK-NEXT: store <8 x i32> [[V]], ptr addrspace(3) [[T]]
// CHECK-NEXT: [[ROW:%.*]] = getelementptr inbounds nuw [4 x i8], ptr %frame, i64
// CHECK-NEXT: [[ENTRY:%.*]] = getelementptr [4 x i8], ptr [[ROW]], i64 %packet.x
// CHECK-NEXT: store <8 x i32> [[V]], ptr [[ENTRY]]
// CHECK: icmp ne i64 %{{.*}}, %whole_size
// CHECK: {{^}}region.1:
// CHECK: {{^}}packet{{[0-9]+}}:
// CHECK: [[V1:%.*]] = load <8 x i32>, ptr %{{.*}}
// CHECK: [[AT:%.*]] = getelementptr i8, ptr addrspace(3) %{{.*}}, i64 -28
// CHECK-NEXT: [[LOADED:%.*]] = load <8 x i32>, ptr addrspace(3) [[AT]]
// CHECK-NEXT: [[TURNED:%.*]] = shufflevector <8 x i32> [[LOADED]], <8 x i32> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
// CHECK-NEXT: add nsw <8 x i32> [[V1]], [[TURNED]]

// CHECK: define void @weft_kernel_mirror(
// CHECK: [[REST:%.*]] = and i64 %{{.*}}, 7
// CHECK-NEXT: icmp eq i64 [[REST]], 0
// CHECK: %wholes = select i1 %{{.*}}, i64 %{{.*}}, i64 0
// CHECK: call void @weft_kernel_mirror.whole({{.*}}, i64 %wholes,
// CHECK: [[OTHERS:%.*]] = sub i64 %{{.*}}, %wholes
// CHECK: call void @weft_kernel_mirror.any(ptr %{{.*}}, ptr %rest, i64 [[OTHERS]],
