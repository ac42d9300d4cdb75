// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --isa=x86-64-v3 --spmd=auto --spmd-parts=1 --passes=import,target-attributes,inline,work-item-ids,private-arguments,simplify,work-groups,vectorise
// The kernel that docs/vectoriser_example.md follows through the vectoriser's steps: what the page shows of its packets and loops.
// vectoriser_example_*.cl are for the other steps, with the same kernel where they need no other.

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

// The guard: the first column's id and the number of columns, in 32 bits and in 64.
// CHECK-LABEL: define {{.*}}@weft_kernel_sums(
// CHECK: {{^}}row:
// CHECK: [[SUM:%.*]] = add i64 {{.*}}
// CHECK-NEXT: [[SHORT:%.*]] = trunc i64 [[SUM]] to i32
// CHECK-NEXT: [[LONG:%.*]] = sext i32 [[SHORT]] to i64
// CHECK-NEXT: icmp eq i64 [[LONG]], [[SUM]]
// CHECK: %limit = select i1 [[GUARD:%.*]], i64 %local_size, i64 0

// The range of columns where x < w: full packets begin and end in it, masked ones need not run behind it.
// CHECK: [[FIRST:%.*]] = extractvalue { i64, i64, i1 } [[RANGE:%.*]], 0
// CHECK-NEXT: [[LAST:%.*]] = extractvalue { i64, i64, i1 } [[RANGE]], 1
// CHECK-NEXT: [[KNOWN:%.*]] = extractvalue { i64, i64, i1 } [[RANGE]], 2
// CHECK-NEXT: [[HIGH:%.*]] = call i64 @llvm.umax.i64(i64 [[FIRST]], i64 [[LAST]])
// CHECK-NEXT: [[WITHIN:%.*]] = call i64 @llvm.umin.i64(i64 %limit, i64 [[HIGH]])
// CHECK-NEXT: [[TO:%.*]] = select i1 [[KNOWN]], i64 [[WITHIN]], i64 %limit
// CHECK: [[UP:%.*]] = add i64 [[FIRST]], 7
// CHECK-NEXT: [[BEGIN:%.*]] = and i64 [[UP]], -8
// CHECK-NEXT: [[END:%.*]] = and i64 [[LAST]], -8
// CHECK-NEXT: [[HAS:%.*]] = icmp ult i64 [[BEGIN]], [[END]]
// CHECK-NEXT: [[RUNS:%.*]] = and i1 [[HAS]], [[GUARD]]
// CHECK-NEXT: %full.first = select i1 [[RUNS]], i64 [[BEGIN]], i64 0
// CHECK-NEXT: %full.last = select i1 [[RUNS]], i64 [[END]], i64 0

// The full packet: no masks, two vectors and two shuffles for the stride, nothing read behind the last element.
// CHECK: {{^}}packet:
// CHECK: %packet.x = phi i64 [ %full.first, %side.done ], [ [[NEXT:%.*]], %{{.*}} ]
// CHECK-NOT: masked
// CHECK: fcmp olt <8 x float>
// CHECK-NEXT: bitcast <8 x i1>
// CHECK-NEXT: icmp ne i8
// CHECK: store i32 1, ptr addrspace(1) %low
// CHECK: [[A:%.*]] = load <8 x float>, ptr addrspace(1) [[AT:%.*]], align 4
// CHECK-NEXT: [[LAST:%.*]] = getelementptr i8, ptr addrspace(1) [[AT]], i64 28
// CHECK-NEXT: [[B:%.*]] = load <8 x float>, ptr addrspace(1) [[LAST]], align 4
// CHECK-NEXT: [[HALF:%.*]] = shufflevector <8 x float> [[A]]
// CHECK-NEXT: [[ALL:%.*]] = shufflevector <8 x float> [[HALF]], <8 x float> [[B]]
// CHECK-NEXT: fadd <8 x float> %{{.*}}, [[ALL]]
// CHECK: store <8 x float>
// CHECK-NEXT: [[NEXT]] = add nuw nsw i64 %packet.x, 8

// The masked one: lanes that are there and in the range.
// CHECK: {{^}}packet.done:
// CHECK: [[BEHIND:%.*]] = select i1 %{{.*}}, i64 %full.last, i64 0
// CHECK-NEXT: icmp ult i64 [[BEHIND]], [[TO]]
// CHECK: {{^}}masked:
// CHECK: %masked.x = phi i64 [ [[BEHIND]], %packet.done ],
// CHECK: [[ACTIVE:%active.*]] = icmp ult <8 x i32>
// CHECK: [[BELOW:%.*]] = icmp sgt <8 x i32>
// CHECK-NEXT: [[MASK:%.*]] = select <8 x i1> [[ACTIVE]], <8 x i1> [[BELOW]], <8 x i1> zeroinitializer
// CHECK: select <8 x i1> [[MASK]], <8 x i1> %{{.*}}, <8 x i1> zeroinitializer
// CHECK: call void @llvm.masked.store.v8f32{{.*}}, <8 x i1> [[MASK]])
// CHECK: shufflevector <8 x i1> [[MASK]], <8 x i1> zeroinitializer,
// CHECK-NEXT: call <8 x float> @llvm.masked.load.v8f32

// And the loop as it was, where the guard said no.
// CHECK: {{^}}masked.done:
// CHECK-NEXT: [[REST:%.*]] = icmp ult i64 %limit, %local_size
// CHECK-NEXT: br i1 [[REST]], label %scalar, label %y.next
// CHECK: {{^}}scalar:
// CHECK: fadd float
