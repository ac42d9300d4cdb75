// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --isa=x86-64-v3 --spmd=serial --passes=import,target-attributes,inline,work-item-ids,private-arguments,simplify,work-groups,vectorise,spmd-segments
// What docs/vectoriser_example.md shows of segments.

kernel void scale(global float *data, global const float *factor, int width) {
  int i = get_global_id(0);
  data[i] *= factor[i / width];
}

// CHECK: define internal void @weft_kernel_scale.item0(
// CHECK: sdiv i32 %{{.*}}, %width
// CHECK: define {{.*}}void @weft_kernel_scale.item0.segment({{.*}}, i32 [[QUOTIENT:%[^ ]*]])
// CHECK-NOT: div
// CHECK: [[INDEX:%.*]] = sext i32 [[QUOTIENT]] to i64
// CHECK-NEXT: [[AT:%.*]] = getelementptr inbounds float, ptr addrspace(1) %factor, i64 [[INDEX]]
// CHECK-NEXT: load float, ptr addrspace(1) [[AT]]
// CHECK: define {{.*}}{ i1, i32 } @weft_kernel_scale.item0.find(i64 [[X:%[^,]*]],{{.*}} i64 [[END:%[^,]*]])
// CHECK-NEXT: [[COLUMNS:%.*]] = sub i64 [[END]], [[X]]
// CHECK-NEXT: [[REST:%.*]] = sub i64 [[COLUMNS]], 1
// CHECK: [[POSITIVE:%.*]] = icmp sgt i32 [[WIDTH:%.*]], 0
// CHECK: [[BY:%.*]] = select i1 [[POSITIVE]], i32 [[WIDTH]], i32 1
// CHECK-NEXT: [[DIVIDED:%.*]] = udiv i32 [[ID:%.*]], [[BY]]
// CHECK-NEXT: [[MULTIPLE:%.*]] = mul i32 [[DIVIDED]], [[BY]]
// CHECK-NEXT: [[REMAINDER:%.*]] = sub i32 [[ID]], [[MULTIPLE]]
// CHECK-NEXT: [[OTHERS:%.*]] = trunc i64 [[REST]] to i32
// CHECK-NEXT: [[LEFT:%.*]] = sub i32 [[BY]], [[REMAINDER]]
// CHECK-NEXT: icmp ugt i32 [[LEFT]], [[OTHERS]]
