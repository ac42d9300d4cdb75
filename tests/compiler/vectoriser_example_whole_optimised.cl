// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --isa=x86-64-v3 --spmd=auto --emit=ir
// The kernel that docs/regions.md follows: what the page shows of its copy for whole groups in the end.

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

// CHECK: define internal {{.*}}void @weft_kernel_mirror.whole(
// CHECK: %whole_size = and i64 %full_size, 16376
// CHECK: [[END:%.*]] = getelementptr i32, ptr %local, i64 %whole_size
// CHECK-NEXT: br label %group

// CHECK: {{^}}packet:
// CHECK: [[V:%.*]] = load <8 x i32>, ptr %{{.*}}, align 4
// CHECK-NEXT: [[T:%.*]] = getelementptr i32, ptr %local, i64 %packet.x
// CHECK-NEXT: store <8 x i32> [[V]], ptr [[T]], align 32
// CHECK-NEXT: [[ENTRY:%.*]] = getelementptr [4 x i8], ptr %frame, i64 %packet.x
// CHECK-NEXT: store <8 x i32> [[V]], ptr [[ENTRY]], align 32
// CHECK-NEXT: [[NEXT:%.*]] = add nuw nsw i64 %packet.x, 8
// CHECK-NEXT: icmp samesign ult i64 [[NEXT]], %whole_size

// CHECK: [[X:%packet.x[0-9]+]] = phi i64
// CHECK-NEXT: [[ENTRY1:%.*]] = getelementptr [4 x i8], ptr %frame, i64 [[X]]
// CHECK-NEXT: [[V1:%.*]] = load <8 x i32>, ptr [[ENTRY1]], align 32
// CHECK-NEXT: [[DOWN:%.*]] = xor i64 [[X]], -1
// CHECK-NEXT: [[FIRST:%.*]] = getelementptr i32, ptr [[END]], i64 [[DOWN]]
// CHECK-NEXT: [[AT:%.*]] = getelementptr i8, ptr [[FIRST]], i64 -28
// CHECK-NEXT: [[LOADED:%.*]] = load <8 x i32>, ptr [[AT]], align 32
// CHECK-NEXT: [[TURNED:%.*]] = shufflevector <8 x i32> [[LOADED]]
// CHECK-NEXT: add nsw <8 x i32> [[TURNED]], [[V1]]
// CHECK-NOT: masked
// CHECK: {{^}}}
