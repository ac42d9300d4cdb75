; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: late/stream-pointers
; OPTIONS: --isa=x86-64-v4
; Factors of sixteen rows: eight pointers and a distance.

; CHECK-LABEL: define void @sixteen(
; CHECK: entry:
; CHECK: [[DISTANCE:%.*]] = shl i64 %n, 5
; CHECK: turn:
; CHECK: [[LAST:%stream[0-9]*]] = phi ptr [ %{{.*}}, %entry ], [ %{{.*}}, %turn ]
; CHECK-COUNT-6: phi ptr
; CHECK: [[FIRST:%stream[0-9]*]] = phi ptr [ %{{.*}}, %entry ], [ [[NEXT:%stream.next[0-9]*]], %turn ]
; CHECK: load float, ptr [[FIRST]]
; CHECK: load float, ptr [[LAST]]
; CHECK: [[BEHIND:%.*]] = getelementptr i8, ptr [[FIRST]], i64 [[DISTANCE]]
; CHECK: load float, ptr [[BEHIND]]
; CHECK: [[BEHIND:%.*]] = getelementptr i8, ptr [[LAST]], i64 [[DISTANCE]]
; CHECK: load float, ptr [[BEHIND]]
; CHECK: [[NEXT]] = getelementptr i8, ptr [[FIRST]], i64 4
; CHECK: ret void
define void @sixteen(ptr %a, ptr %b, i64 %n, i64 %end, ptr %out) {
entry:
  %o0 = mul i64 %n, 0
  %r0 = getelementptr float, ptr %a, i64 %o0
  %o1 = mul i64 %n, 1
  %r1 = getelementptr float, ptr %a, i64 %o1
  %o2 = mul i64 %n, 2
  %r2 = getelementptr float, ptr %a, i64 %o2
  %o3 = mul i64 %n, 3
  %r3 = getelementptr float, ptr %a, i64 %o3
  %o4 = mul i64 %n, 4
  %r4 = getelementptr float, ptr %a, i64 %o4
  %o5 = mul i64 %n, 5
  %r5 = getelementptr float, ptr %a, i64 %o5
  %o6 = mul i64 %n, 6
  %r6 = getelementptr float, ptr %a, i64 %o6
  %o7 = mul i64 %n, 7
  %r7 = getelementptr float, ptr %a, i64 %o7
  %o8 = mul i64 %n, 8
  %r8 = getelementptr float, ptr %a, i64 %o8
  %o9 = mul i64 %n, 9
  %r9 = getelementptr float, ptr %a, i64 %o9
  %o10 = mul i64 %n, 10
  %r10 = getelementptr float, ptr %a, i64 %o10
  %o11 = mul i64 %n, 11
  %r11 = getelementptr float, ptr %a, i64 %o11
  %o12 = mul i64 %n, 12
  %r12 = getelementptr float, ptr %a, i64 %o12
  %o13 = mul i64 %n, 13
  %r13 = getelementptr float, ptr %a, i64 %o13
  %o14 = mul i64 %n, 14
  %r14 = getelementptr float, ptr %a, i64 %o14
  %o15 = mul i64 %n, 15
  %r15 = getelementptr float, ptr %a, i64 %o15
  br label %turn
turn:
  %k = phi i64 [ 0, %entry ], [ %k.next, %turn ]
  %s0 = phi <16 x float> [ zeroinitializer, %entry ], [ %t0, %turn ]
  %s1 = phi <16 x float> [ zeroinitializer, %entry ], [ %t1, %turn ]
  %s2 = phi <16 x float> [ zeroinitializer, %entry ], [ %t2, %turn ]
  %s3 = phi <16 x float> [ zeroinitializer, %entry ], [ %t3, %turn ]
  %s4 = phi <16 x float> [ zeroinitializer, %entry ], [ %t4, %turn ]
  %s5 = phi <16 x float> [ zeroinitializer, %entry ], [ %t5, %turn ]
  %s6 = phi <16 x float> [ zeroinitializer, %entry ], [ %t6, %turn ]
  %s7 = phi <16 x float> [ zeroinitializer, %entry ], [ %t7, %turn ]
  %s8 = phi <16 x float> [ zeroinitializer, %entry ], [ %t8, %turn ]
  %s9 = phi <16 x float> [ zeroinitializer, %entry ], [ %t9, %turn ]
  %s10 = phi <16 x float> [ zeroinitializer, %entry ], [ %t10, %turn ]
  %s11 = phi <16 x float> [ zeroinitializer, %entry ], [ %t11, %turn ]
  %s12 = phi <16 x float> [ zeroinitializer, %entry ], [ %t12, %turn ]
  %s13 = phi <16 x float> [ zeroinitializer, %entry ], [ %t13, %turn ]
  %s14 = phi <16 x float> [ zeroinitializer, %entry ], [ %t14, %turn ]
  %s15 = phi <16 x float> [ zeroinitializer, %entry ], [ %t15, %turn ]
  %q = getelementptr <16 x float>, ptr %b, i64 %k
  %stream = load <16 x float>, ptr %q
  %p0 = getelementptr float, ptr %r0, i64 %k
  %f0 = load float, ptr %p0
  %e0 = insertelement <16 x float> poison, float %f0, i64 0
  %v0 = shufflevector <16 x float> %e0, <16 x float> poison, <16 x i32> zeroinitializer
  %t0 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v0, <16 x float> %stream, <16 x float> %s0)
  %p1 = getelementptr float, ptr %r1, i64 %k
  %f1 = load float, ptr %p1
  %e1 = insertelement <16 x float> poison, float %f1, i64 0
  %v1 = shufflevector <16 x float> %e1, <16 x float> poison, <16 x i32> zeroinitializer
  %t1 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v1, <16 x float> %stream, <16 x float> %s1)
  %p2 = getelementptr float, ptr %r2, i64 %k
  %f2 = load float, ptr %p2
  %e2 = insertelement <16 x float> poison, float %f2, i64 0
  %v2 = shufflevector <16 x float> %e2, <16 x float> poison, <16 x i32> zeroinitializer
  %t2 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v2, <16 x float> %stream, <16 x float> %s2)
  %p3 = getelementptr float, ptr %r3, i64 %k
  %f3 = load float, ptr %p3
  %e3 = insertelement <16 x float> poison, float %f3, i64 0
  %v3 = shufflevector <16 x float> %e3, <16 x float> poison, <16 x i32> zeroinitializer
  %t3 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v3, <16 x float> %stream, <16 x float> %s3)
  %p4 = getelementptr float, ptr %r4, i64 %k
  %f4 = load float, ptr %p4
  %e4 = insertelement <16 x float> poison, float %f4, i64 0
  %v4 = shufflevector <16 x float> %e4, <16 x float> poison, <16 x i32> zeroinitializer
  %t4 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v4, <16 x float> %stream, <16 x float> %s4)
  %p5 = getelementptr float, ptr %r5, i64 %k
  %f5 = load float, ptr %p5
  %e5 = insertelement <16 x float> poison, float %f5, i64 0
  %v5 = shufflevector <16 x float> %e5, <16 x float> poison, <16 x i32> zeroinitializer
  %t5 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v5, <16 x float> %stream, <16 x float> %s5)
  %p6 = getelementptr float, ptr %r6, i64 %k
  %f6 = load float, ptr %p6
  %e6 = insertelement <16 x float> poison, float %f6, i64 0
  %v6 = shufflevector <16 x float> %e6, <16 x float> poison, <16 x i32> zeroinitializer
  %t6 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v6, <16 x float> %stream, <16 x float> %s6)
  %p7 = getelementptr float, ptr %r7, i64 %k
  %f7 = load float, ptr %p7
  %e7 = insertelement <16 x float> poison, float %f7, i64 0
  %v7 = shufflevector <16 x float> %e7, <16 x float> poison, <16 x i32> zeroinitializer
  %t7 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v7, <16 x float> %stream, <16 x float> %s7)
  %p8 = getelementptr float, ptr %r8, i64 %k
  %f8 = load float, ptr %p8
  %e8 = insertelement <16 x float> poison, float %f8, i64 0
  %v8 = shufflevector <16 x float> %e8, <16 x float> poison, <16 x i32> zeroinitializer
  %t8 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v8, <16 x float> %stream, <16 x float> %s8)
  %p9 = getelementptr float, ptr %r9, i64 %k
  %f9 = load float, ptr %p9
  %e9 = insertelement <16 x float> poison, float %f9, i64 0
  %v9 = shufflevector <16 x float> %e9, <16 x float> poison, <16 x i32> zeroinitializer
  %t9 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v9, <16 x float> %stream, <16 x float> %s9)
  %p10 = getelementptr float, ptr %r10, i64 %k
  %f10 = load float, ptr %p10
  %e10 = insertelement <16 x float> poison, float %f10, i64 0
  %v10 = shufflevector <16 x float> %e10, <16 x float> poison, <16 x i32> zeroinitializer
  %t10 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v10, <16 x float> %stream, <16 x float> %s10)
  %p11 = getelementptr float, ptr %r11, i64 %k
  %f11 = load float, ptr %p11
  %e11 = insertelement <16 x float> poison, float %f11, i64 0
  %v11 = shufflevector <16 x float> %e11, <16 x float> poison, <16 x i32> zeroinitializer
  %t11 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v11, <16 x float> %stream, <16 x float> %s11)
  %p12 = getelementptr float, ptr %r12, i64 %k
  %f12 = load float, ptr %p12
  %e12 = insertelement <16 x float> poison, float %f12, i64 0
  %v12 = shufflevector <16 x float> %e12, <16 x float> poison, <16 x i32> zeroinitializer
  %t12 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v12, <16 x float> %stream, <16 x float> %s12)
  %p13 = getelementptr float, ptr %r13, i64 %k
  %f13 = load float, ptr %p13
  %e13 = insertelement <16 x float> poison, float %f13, i64 0
  %v13 = shufflevector <16 x float> %e13, <16 x float> poison, <16 x i32> zeroinitializer
  %t13 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v13, <16 x float> %stream, <16 x float> %s13)
  %p14 = getelementptr float, ptr %r14, i64 %k
  %f14 = load float, ptr %p14
  %e14 = insertelement <16 x float> poison, float %f14, i64 0
  %v14 = shufflevector <16 x float> %e14, <16 x float> poison, <16 x i32> zeroinitializer
  %t14 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v14, <16 x float> %stream, <16 x float> %s14)
  %p15 = getelementptr float, ptr %r15, i64 %k
  %f15 = load float, ptr %p15
  %e15 = insertelement <16 x float> poison, float %f15, i64 0
  %v15 = shufflevector <16 x float> %e15, <16 x float> poison, <16 x i32> zeroinitializer
  %t15 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v15, <16 x float> %stream, <16 x float> %s15)
  %k.next = add i64 %k, 1
  %more = icmp ult i64 %k.next, %end
  br i1 %more, label %turn, label %done
done:
  store <16 x float> %t0, ptr %out
  store <16 x float> %t1, ptr %out
  store <16 x float> %t2, ptr %out
  store <16 x float> %t3, ptr %out
  store <16 x float> %t4, ptr %out
  store <16 x float> %t5, ptr %out
  store <16 x float> %t6, ptr %out
  store <16 x float> %t7, ptr %out
  store <16 x float> %t8, ptr %out
  store <16 x float> %t9, ptr %out
  store <16 x float> %t10, ptr %out
  store <16 x float> %t11, ptr %out
  store <16 x float> %t12, ptr %out
  store <16 x float> %t13, ptr %out
  store <16 x float> %t14, ptr %out
  store <16 x float> %t15, ptr %out
  ret void
}

; Of eight each has a register; a pitch that is known is part of an address; volatile loads and other steps stay.
; CHECK-LABEL: define void @eight(
; CHECK-NOT: phi ptr
; CHECK: ret void
define void @eight(ptr %a, ptr %b, i64 %n, i64 %end, ptr %out) {
entry:
  %o0 = mul i64 %n, 0
  %r0 = getelementptr float, ptr %a, i64 %o0
  %o1 = mul i64 %n, 1
  %r1 = getelementptr float, ptr %a, i64 %o1
  %o2 = mul i64 %n, 2
  %r2 = getelementptr float, ptr %a, i64 %o2
  %o3 = mul i64 %n, 3
  %r3 = getelementptr float, ptr %a, i64 %o3
  %o4 = mul i64 %n, 4
  %r4 = getelementptr float, ptr %a, i64 %o4
  %o5 = mul i64 %n, 5
  %r5 = getelementptr float, ptr %a, i64 %o5
  %o6 = mul i64 %n, 6
  %r6 = getelementptr float, ptr %a, i64 %o6
  %o7 = mul i64 %n, 7
  %r7 = getelementptr float, ptr %a, i64 %o7
  br label %turn
turn:
  %k = phi i64 [ 0, %entry ], [ %k.next, %turn ]
  %s0 = phi <16 x float> [ zeroinitializer, %entry ], [ %t0, %turn ]
  %s1 = phi <16 x float> [ zeroinitializer, %entry ], [ %t1, %turn ]
  %s2 = phi <16 x float> [ zeroinitializer, %entry ], [ %t2, %turn ]
  %s3 = phi <16 x float> [ zeroinitializer, %entry ], [ %t3, %turn ]
  %s4 = phi <16 x float> [ zeroinitializer, %entry ], [ %t4, %turn ]
  %s5 = phi <16 x float> [ zeroinitializer, %entry ], [ %t5, %turn ]
  %s6 = phi <16 x float> [ zeroinitializer, %entry ], [ %t6, %turn ]
  %s7 = phi <16 x float> [ zeroinitializer, %entry ], [ %t7, %turn ]
  %q = getelementptr <16 x float>, ptr %b, i64 %k
  %stream = load <16 x float>, ptr %q
  %p0 = getelementptr float, ptr %r0, i64 %k
  %f0 = load float, ptr %p0
  %e0 = insertelement <16 x float> poison, float %f0, i64 0
  %v0 = shufflevector <16 x float> %e0, <16 x float> poison, <16 x i32> zeroinitializer
  %t0 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v0, <16 x float> %stream, <16 x float> %s0)
  %p1 = getelementptr float, ptr %r1, i64 %k
  %f1 = load float, ptr %p1
  %e1 = insertelement <16 x float> poison, float %f1, i64 0
  %v1 = shufflevector <16 x float> %e1, <16 x float> poison, <16 x i32> zeroinitializer
  %t1 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v1, <16 x float> %stream, <16 x float> %s1)
  %p2 = getelementptr float, ptr %r2, i64 %k
  %f2 = load float, ptr %p2
  %e2 = insertelement <16 x float> poison, float %f2, i64 0
  %v2 = shufflevector <16 x float> %e2, <16 x float> poison, <16 x i32> zeroinitializer
  %t2 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v2, <16 x float> %stream, <16 x float> %s2)
  %p3 = getelementptr float, ptr %r3, i64 %k
  %f3 = load float, ptr %p3
  %e3 = insertelement <16 x float> poison, float %f3, i64 0
  %v3 = shufflevector <16 x float> %e3, <16 x float> poison, <16 x i32> zeroinitializer
  %t3 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v3, <16 x float> %stream, <16 x float> %s3)
  %p4 = getelementptr float, ptr %r4, i64 %k
  %f4 = load float, ptr %p4
  %e4 = insertelement <16 x float> poison, float %f4, i64 0
  %v4 = shufflevector <16 x float> %e4, <16 x float> poison, <16 x i32> zeroinitializer
  %t4 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v4, <16 x float> %stream, <16 x float> %s4)
  %p5 = getelementptr float, ptr %r5, i64 %k
  %f5 = load float, ptr %p5
  %e5 = insertelement <16 x float> poison, float %f5, i64 0
  %v5 = shufflevector <16 x float> %e5, <16 x float> poison, <16 x i32> zeroinitializer
  %t5 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v5, <16 x float> %stream, <16 x float> %s5)
  %p6 = getelementptr float, ptr %r6, i64 %k
  %f6 = load float, ptr %p6
  %e6 = insertelement <16 x float> poison, float %f6, i64 0
  %v6 = shufflevector <16 x float> %e6, <16 x float> poison, <16 x i32> zeroinitializer
  %t6 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v6, <16 x float> %stream, <16 x float> %s6)
  %p7 = getelementptr float, ptr %r7, i64 %k
  %f7 = load float, ptr %p7
  %e7 = insertelement <16 x float> poison, float %f7, i64 0
  %v7 = shufflevector <16 x float> %e7, <16 x float> poison, <16 x i32> zeroinitializer
  %t7 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v7, <16 x float> %stream, <16 x float> %s7)
  %k.next = add i64 %k, 1
  %more = icmp ult i64 %k.next, %end
  br i1 %more, label %turn, label %done
done:
  store <16 x float> %t0, ptr %out
  store <16 x float> %t1, ptr %out
  store <16 x float> %t2, ptr %out
  store <16 x float> %t3, ptr %out
  store <16 x float> %t4, ptr %out
  store <16 x float> %t5, ptr %out
  store <16 x float> %t6, ptr %out
  store <16 x float> %t7, ptr %out
  ret void
}

; CHECK-LABEL: define void @known(
; CHECK-NOT: phi ptr
; CHECK: ret void
define void @known(ptr %a, ptr %b, i64 %n, i64 %end, ptr %out) {
entry:
  %o0 = mul i64 512, 0
  %r0 = getelementptr float, ptr %a, i64 %o0
  %o1 = mul i64 512, 1
  %r1 = getelementptr float, ptr %a, i64 %o1
  %o2 = mul i64 512, 2
  %r2 = getelementptr float, ptr %a, i64 %o2
  %o3 = mul i64 512, 3
  %r3 = getelementptr float, ptr %a, i64 %o3
  %o4 = mul i64 512, 4
  %r4 = getelementptr float, ptr %a, i64 %o4
  %o5 = mul i64 512, 5
  %r5 = getelementptr float, ptr %a, i64 %o5
  %o6 = mul i64 512, 6
  %r6 = getelementptr float, ptr %a, i64 %o6
  %o7 = mul i64 512, 7
  %r7 = getelementptr float, ptr %a, i64 %o7
  %o8 = mul i64 512, 8
  %r8 = getelementptr float, ptr %a, i64 %o8
  %o9 = mul i64 512, 9
  %r9 = getelementptr float, ptr %a, i64 %o9
  %o10 = mul i64 512, 10
  %r10 = getelementptr float, ptr %a, i64 %o10
  %o11 = mul i64 512, 11
  %r11 = getelementptr float, ptr %a, i64 %o11
  %o12 = mul i64 512, 12
  %r12 = getelementptr float, ptr %a, i64 %o12
  %o13 = mul i64 512, 13
  %r13 = getelementptr float, ptr %a, i64 %o13
  %o14 = mul i64 512, 14
  %r14 = getelementptr float, ptr %a, i64 %o14
  %o15 = mul i64 512, 15
  %r15 = getelementptr float, ptr %a, i64 %o15
  br label %turn
turn:
  %k = phi i64 [ 0, %entry ], [ %k.next, %turn ]
  %s0 = phi <16 x float> [ zeroinitializer, %entry ], [ %t0, %turn ]
  %s1 = phi <16 x float> [ zeroinitializer, %entry ], [ %t1, %turn ]
  %s2 = phi <16 x float> [ zeroinitializer, %entry ], [ %t2, %turn ]
  %s3 = phi <16 x float> [ zeroinitializer, %entry ], [ %t3, %turn ]
  %s4 = phi <16 x float> [ zeroinitializer, %entry ], [ %t4, %turn ]
  %s5 = phi <16 x float> [ zeroinitializer, %entry ], [ %t5, %turn ]
  %s6 = phi <16 x float> [ zeroinitializer, %entry ], [ %t6, %turn ]
  %s7 = phi <16 x float> [ zeroinitializer, %entry ], [ %t7, %turn ]
  %s8 = phi <16 x float> [ zeroinitializer, %entry ], [ %t8, %turn ]
  %s9 = phi <16 x float> [ zeroinitializer, %entry ], [ %t9, %turn ]
  %s10 = phi <16 x float> [ zeroinitializer, %entry ], [ %t10, %turn ]
  %s11 = phi <16 x float> [ zeroinitializer, %entry ], [ %t11, %turn ]
  %s12 = phi <16 x float> [ zeroinitializer, %entry ], [ %t12, %turn ]
  %s13 = phi <16 x float> [ zeroinitializer, %entry ], [ %t13, %turn ]
  %s14 = phi <16 x float> [ zeroinitializer, %entry ], [ %t14, %turn ]
  %s15 = phi <16 x float> [ zeroinitializer, %entry ], [ %t15, %turn ]
  %q = getelementptr <16 x float>, ptr %b, i64 %k
  %stream = load <16 x float>, ptr %q
  %p0 = getelementptr float, ptr %r0, i64 %k
  %f0 = load float, ptr %p0
  %e0 = insertelement <16 x float> poison, float %f0, i64 0
  %v0 = shufflevector <16 x float> %e0, <16 x float> poison, <16 x i32> zeroinitializer
  %t0 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v0, <16 x float> %stream, <16 x float> %s0)
  %p1 = getelementptr float, ptr %r1, i64 %k
  %f1 = load float, ptr %p1
  %e1 = insertelement <16 x float> poison, float %f1, i64 0
  %v1 = shufflevector <16 x float> %e1, <16 x float> poison, <16 x i32> zeroinitializer
  %t1 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v1, <16 x float> %stream, <16 x float> %s1)
  %p2 = getelementptr float, ptr %r2, i64 %k
  %f2 = load float, ptr %p2
  %e2 = insertelement <16 x float> poison, float %f2, i64 0
  %v2 = shufflevector <16 x float> %e2, <16 x float> poison, <16 x i32> zeroinitializer
  %t2 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v2, <16 x float> %stream, <16 x float> %s2)
  %p3 = getelementptr float, ptr %r3, i64 %k
  %f3 = load float, ptr %p3
  %e3 = insertelement <16 x float> poison, float %f3, i64 0
  %v3 = shufflevector <16 x float> %e3, <16 x float> poison, <16 x i32> zeroinitializer
  %t3 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v3, <16 x float> %stream, <16 x float> %s3)
  %p4 = getelementptr float, ptr %r4, i64 %k
  %f4 = load float, ptr %p4
  %e4 = insertelement <16 x float> poison, float %f4, i64 0
  %v4 = shufflevector <16 x float> %e4, <16 x float> poison, <16 x i32> zeroinitializer
  %t4 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v4, <16 x float> %stream, <16 x float> %s4)
  %p5 = getelementptr float, ptr %r5, i64 %k
  %f5 = load float, ptr %p5
  %e5 = insertelement <16 x float> poison, float %f5, i64 0
  %v5 = shufflevector <16 x float> %e5, <16 x float> poison, <16 x i32> zeroinitializer
  %t5 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v5, <16 x float> %stream, <16 x float> %s5)
  %p6 = getelementptr float, ptr %r6, i64 %k
  %f6 = load float, ptr %p6
  %e6 = insertelement <16 x float> poison, float %f6, i64 0
  %v6 = shufflevector <16 x float> %e6, <16 x float> poison, <16 x i32> zeroinitializer
  %t6 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v6, <16 x float> %stream, <16 x float> %s6)
  %p7 = getelementptr float, ptr %r7, i64 %k
  %f7 = load float, ptr %p7
  %e7 = insertelement <16 x float> poison, float %f7, i64 0
  %v7 = shufflevector <16 x float> %e7, <16 x float> poison, <16 x i32> zeroinitializer
  %t7 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v7, <16 x float> %stream, <16 x float> %s7)
  %p8 = getelementptr float, ptr %r8, i64 %k
  %f8 = load float, ptr %p8
  %e8 = insertelement <16 x float> poison, float %f8, i64 0
  %v8 = shufflevector <16 x float> %e8, <16 x float> poison, <16 x i32> zeroinitializer
  %t8 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v8, <16 x float> %stream, <16 x float> %s8)
  %p9 = getelementptr float, ptr %r9, i64 %k
  %f9 = load float, ptr %p9
  %e9 = insertelement <16 x float> poison, float %f9, i64 0
  %v9 = shufflevector <16 x float> %e9, <16 x float> poison, <16 x i32> zeroinitializer
  %t9 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v9, <16 x float> %stream, <16 x float> %s9)
  %p10 = getelementptr float, ptr %r10, i64 %k
  %f10 = load float, ptr %p10
  %e10 = insertelement <16 x float> poison, float %f10, i64 0
  %v10 = shufflevector <16 x float> %e10, <16 x float> poison, <16 x i32> zeroinitializer
  %t10 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v10, <16 x float> %stream, <16 x float> %s10)
  %p11 = getelementptr float, ptr %r11, i64 %k
  %f11 = load float, ptr %p11
  %e11 = insertelement <16 x float> poison, float %f11, i64 0
  %v11 = shufflevector <16 x float> %e11, <16 x float> poison, <16 x i32> zeroinitializer
  %t11 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v11, <16 x float> %stream, <16 x float> %s11)
  %p12 = getelementptr float, ptr %r12, i64 %k
  %f12 = load float, ptr %p12
  %e12 = insertelement <16 x float> poison, float %f12, i64 0
  %v12 = shufflevector <16 x float> %e12, <16 x float> poison, <16 x i32> zeroinitializer
  %t12 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v12, <16 x float> %stream, <16 x float> %s12)
  %p13 = getelementptr float, ptr %r13, i64 %k
  %f13 = load float, ptr %p13
  %e13 = insertelement <16 x float> poison, float %f13, i64 0
  %v13 = shufflevector <16 x float> %e13, <16 x float> poison, <16 x i32> zeroinitializer
  %t13 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v13, <16 x float> %stream, <16 x float> %s13)
  %p14 = getelementptr float, ptr %r14, i64 %k
  %f14 = load float, ptr %p14
  %e14 = insertelement <16 x float> poison, float %f14, i64 0
  %v14 = shufflevector <16 x float> %e14, <16 x float> poison, <16 x i32> zeroinitializer
  %t14 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v14, <16 x float> %stream, <16 x float> %s14)
  %p15 = getelementptr float, ptr %r15, i64 %k
  %f15 = load float, ptr %p15
  %e15 = insertelement <16 x float> poison, float %f15, i64 0
  %v15 = shufflevector <16 x float> %e15, <16 x float> poison, <16 x i32> zeroinitializer
  %t15 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v15, <16 x float> %stream, <16 x float> %s15)
  %k.next = add i64 %k, 1
  %more = icmp ult i64 %k.next, %end
  br i1 %more, label %turn, label %done
done:
  store <16 x float> %t0, ptr %out
  store <16 x float> %t1, ptr %out
  store <16 x float> %t2, ptr %out
  store <16 x float> %t3, ptr %out
  store <16 x float> %t4, ptr %out
  store <16 x float> %t5, ptr %out
  store <16 x float> %t6, ptr %out
  store <16 x float> %t7, ptr %out
  store <16 x float> %t8, ptr %out
  store <16 x float> %t9, ptr %out
  store <16 x float> %t10, ptr %out
  store <16 x float> %t11, ptr %out
  store <16 x float> %t12, ptr %out
  store <16 x float> %t13, ptr %out
  store <16 x float> %t14, ptr %out
  store <16 x float> %t15, ptr %out
  ret void
}

; CHECK-LABEL: define void @volatile(
; CHECK-NOT: phi ptr
; CHECK: ret void
define void @volatile(ptr %a, ptr %b, i64 %n, i64 %end, ptr %out) {
entry:
  %o0 = mul i64 %n, 0
  %r0 = getelementptr float, ptr %a, i64 %o0
  %o1 = mul i64 %n, 1
  %r1 = getelementptr float, ptr %a, i64 %o1
  %o2 = mul i64 %n, 2
  %r2 = getelementptr float, ptr %a, i64 %o2
  %o3 = mul i64 %n, 3
  %r3 = getelementptr float, ptr %a, i64 %o3
  %o4 = mul i64 %n, 4
  %r4 = getelementptr float, ptr %a, i64 %o4
  %o5 = mul i64 %n, 5
  %r5 = getelementptr float, ptr %a, i64 %o5
  %o6 = mul i64 %n, 6
  %r6 = getelementptr float, ptr %a, i64 %o6
  %o7 = mul i64 %n, 7
  %r7 = getelementptr float, ptr %a, i64 %o7
  %o8 = mul i64 %n, 8
  %r8 = getelementptr float, ptr %a, i64 %o8
  %o9 = mul i64 %n, 9
  %r9 = getelementptr float, ptr %a, i64 %o9
  %o10 = mul i64 %n, 10
  %r10 = getelementptr float, ptr %a, i64 %o10
  %o11 = mul i64 %n, 11
  %r11 = getelementptr float, ptr %a, i64 %o11
  %o12 = mul i64 %n, 12
  %r12 = getelementptr float, ptr %a, i64 %o12
  %o13 = mul i64 %n, 13
  %r13 = getelementptr float, ptr %a, i64 %o13
  %o14 = mul i64 %n, 14
  %r14 = getelementptr float, ptr %a, i64 %o14
  %o15 = mul i64 %n, 15
  %r15 = getelementptr float, ptr %a, i64 %o15
  br label %turn
turn:
  %k = phi i64 [ 0, %entry ], [ %k.next, %turn ]
  %s0 = phi <16 x float> [ zeroinitializer, %entry ], [ %t0, %turn ]
  %s1 = phi <16 x float> [ zeroinitializer, %entry ], [ %t1, %turn ]
  %s2 = phi <16 x float> [ zeroinitializer, %entry ], [ %t2, %turn ]
  %s3 = phi <16 x float> [ zeroinitializer, %entry ], [ %t3, %turn ]
  %s4 = phi <16 x float> [ zeroinitializer, %entry ], [ %t4, %turn ]
  %s5 = phi <16 x float> [ zeroinitializer, %entry ], [ %t5, %turn ]
  %s6 = phi <16 x float> [ zeroinitializer, %entry ], [ %t6, %turn ]
  %s7 = phi <16 x float> [ zeroinitializer, %entry ], [ %t7, %turn ]
  %s8 = phi <16 x float> [ zeroinitializer, %entry ], [ %t8, %turn ]
  %s9 = phi <16 x float> [ zeroinitializer, %entry ], [ %t9, %turn ]
  %s10 = phi <16 x float> [ zeroinitializer, %entry ], [ %t10, %turn ]
  %s11 = phi <16 x float> [ zeroinitializer, %entry ], [ %t11, %turn ]
  %s12 = phi <16 x float> [ zeroinitializer, %entry ], [ %t12, %turn ]
  %s13 = phi <16 x float> [ zeroinitializer, %entry ], [ %t13, %turn ]
  %s14 = phi <16 x float> [ zeroinitializer, %entry ], [ %t14, %turn ]
  %s15 = phi <16 x float> [ zeroinitializer, %entry ], [ %t15, %turn ]
  %q = getelementptr <16 x float>, ptr %b, i64 %k
  %stream = load <16 x float>, ptr %q
  %p0 = getelementptr float, ptr %r0, i64 %k
  %f0 = load volatile float, ptr %p0
  %e0 = insertelement <16 x float> poison, float %f0, i64 0
  %v0 = shufflevector <16 x float> %e0, <16 x float> poison, <16 x i32> zeroinitializer
  %t0 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v0, <16 x float> %stream, <16 x float> %s0)
  %p1 = getelementptr float, ptr %r1, i64 %k
  %f1 = load volatile float, ptr %p1
  %e1 = insertelement <16 x float> poison, float %f1, i64 0
  %v1 = shufflevector <16 x float> %e1, <16 x float> poison, <16 x i32> zeroinitializer
  %t1 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v1, <16 x float> %stream, <16 x float> %s1)
  %p2 = getelementptr float, ptr %r2, i64 %k
  %f2 = load volatile float, ptr %p2
  %e2 = insertelement <16 x float> poison, float %f2, i64 0
  %v2 = shufflevector <16 x float> %e2, <16 x float> poison, <16 x i32> zeroinitializer
  %t2 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v2, <16 x float> %stream, <16 x float> %s2)
  %p3 = getelementptr float, ptr %r3, i64 %k
  %f3 = load volatile float, ptr %p3
  %e3 = insertelement <16 x float> poison, float %f3, i64 0
  %v3 = shufflevector <16 x float> %e3, <16 x float> poison, <16 x i32> zeroinitializer
  %t3 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v3, <16 x float> %stream, <16 x float> %s3)
  %p4 = getelementptr float, ptr %r4, i64 %k
  %f4 = load volatile float, ptr %p4
  %e4 = insertelement <16 x float> poison, float %f4, i64 0
  %v4 = shufflevector <16 x float> %e4, <16 x float> poison, <16 x i32> zeroinitializer
  %t4 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v4, <16 x float> %stream, <16 x float> %s4)
  %p5 = getelementptr float, ptr %r5, i64 %k
  %f5 = load volatile float, ptr %p5
  %e5 = insertelement <16 x float> poison, float %f5, i64 0
  %v5 = shufflevector <16 x float> %e5, <16 x float> poison, <16 x i32> zeroinitializer
  %t5 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v5, <16 x float> %stream, <16 x float> %s5)
  %p6 = getelementptr float, ptr %r6, i64 %k
  %f6 = load volatile float, ptr %p6
  %e6 = insertelement <16 x float> poison, float %f6, i64 0
  %v6 = shufflevector <16 x float> %e6, <16 x float> poison, <16 x i32> zeroinitializer
  %t6 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v6, <16 x float> %stream, <16 x float> %s6)
  %p7 = getelementptr float, ptr %r7, i64 %k
  %f7 = load volatile float, ptr %p7
  %e7 = insertelement <16 x float> poison, float %f7, i64 0
  %v7 = shufflevector <16 x float> %e7, <16 x float> poison, <16 x i32> zeroinitializer
  %t7 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v7, <16 x float> %stream, <16 x float> %s7)
  %p8 = getelementptr float, ptr %r8, i64 %k
  %f8 = load volatile float, ptr %p8
  %e8 = insertelement <16 x float> poison, float %f8, i64 0
  %v8 = shufflevector <16 x float> %e8, <16 x float> poison, <16 x i32> zeroinitializer
  %t8 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v8, <16 x float> %stream, <16 x float> %s8)
  %p9 = getelementptr float, ptr %r9, i64 %k
  %f9 = load volatile float, ptr %p9
  %e9 = insertelement <16 x float> poison, float %f9, i64 0
  %v9 = shufflevector <16 x float> %e9, <16 x float> poison, <16 x i32> zeroinitializer
  %t9 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v9, <16 x float> %stream, <16 x float> %s9)
  %p10 = getelementptr float, ptr %r10, i64 %k
  %f10 = load volatile float, ptr %p10
  %e10 = insertelement <16 x float> poison, float %f10, i64 0
  %v10 = shufflevector <16 x float> %e10, <16 x float> poison, <16 x i32> zeroinitializer
  %t10 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v10, <16 x float> %stream, <16 x float> %s10)
  %p11 = getelementptr float, ptr %r11, i64 %k
  %f11 = load volatile float, ptr %p11
  %e11 = insertelement <16 x float> poison, float %f11, i64 0
  %v11 = shufflevector <16 x float> %e11, <16 x float> poison, <16 x i32> zeroinitializer
  %t11 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v11, <16 x float> %stream, <16 x float> %s11)
  %p12 = getelementptr float, ptr %r12, i64 %k
  %f12 = load volatile float, ptr %p12
  %e12 = insertelement <16 x float> poison, float %f12, i64 0
  %v12 = shufflevector <16 x float> %e12, <16 x float> poison, <16 x i32> zeroinitializer
  %t12 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v12, <16 x float> %stream, <16 x float> %s12)
  %p13 = getelementptr float, ptr %r13, i64 %k
  %f13 = load volatile float, ptr %p13
  %e13 = insertelement <16 x float> poison, float %f13, i64 0
  %v13 = shufflevector <16 x float> %e13, <16 x float> poison, <16 x i32> zeroinitializer
  %t13 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v13, <16 x float> %stream, <16 x float> %s13)
  %p14 = getelementptr float, ptr %r14, i64 %k
  %f14 = load volatile float, ptr %p14
  %e14 = insertelement <16 x float> poison, float %f14, i64 0
  %v14 = shufflevector <16 x float> %e14, <16 x float> poison, <16 x i32> zeroinitializer
  %t14 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v14, <16 x float> %stream, <16 x float> %s14)
  %p15 = getelementptr float, ptr %r15, i64 %k
  %f15 = load volatile float, ptr %p15
  %e15 = insertelement <16 x float> poison, float %f15, i64 0
  %v15 = shufflevector <16 x float> %e15, <16 x float> poison, <16 x i32> zeroinitializer
  %t15 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v15, <16 x float> %stream, <16 x float> %s15)
  %k.next = add i64 %k, 1
  %more = icmp ult i64 %k.next, %end
  br i1 %more, label %turn, label %done
done:
  store <16 x float> %t0, ptr %out
  store <16 x float> %t1, ptr %out
  store <16 x float> %t2, ptr %out
  store <16 x float> %t3, ptr %out
  store <16 x float> %t4, ptr %out
  store <16 x float> %t5, ptr %out
  store <16 x float> %t6, ptr %out
  store <16 x float> %t7, ptr %out
  store <16 x float> %t8, ptr %out
  store <16 x float> %t9, ptr %out
  store <16 x float> %t10, ptr %out
  store <16 x float> %t11, ptr %out
  store <16 x float> %t12, ptr %out
  store <16 x float> %t13, ptr %out
  store <16 x float> %t14, ptr %out
  store <16 x float> %t15, ptr %out
  ret void
}

; CHECK-LABEL: define void @same(
; CHECK-NOT: phi ptr
; CHECK: ret void
define void @same(ptr %a, ptr %b, i64 %n, i64 %end, ptr %out) {
entry:
  %o0 = mul i64 %n, 0
  %r0 = getelementptr float, ptr %a, i64 %o0
  %o1 = mul i64 %n, 1
  %r1 = getelementptr float, ptr %a, i64 %o1
  %o2 = mul i64 %n, 2
  %r2 = getelementptr float, ptr %a, i64 %o2
  %o3 = mul i64 %n, 3
  %r3 = getelementptr float, ptr %a, i64 %o3
  %o4 = mul i64 %n, 4
  %r4 = getelementptr float, ptr %a, i64 %o4
  %o5 = mul i64 %n, 5
  %r5 = getelementptr float, ptr %a, i64 %o5
  %o6 = mul i64 %n, 6
  %r6 = getelementptr float, ptr %a, i64 %o6
  %o7 = mul i64 %n, 7
  %r7 = getelementptr float, ptr %a, i64 %o7
  %o8 = mul i64 %n, 8
  %r8 = getelementptr float, ptr %a, i64 %o8
  %o9 = mul i64 %n, 9
  %r9 = getelementptr float, ptr %a, i64 %o9
  %o10 = mul i64 %n, 10
  %r10 = getelementptr float, ptr %a, i64 %o10
  %o11 = mul i64 %n, 11
  %r11 = getelementptr float, ptr %a, i64 %o11
  %o12 = mul i64 %n, 12
  %r12 = getelementptr float, ptr %a, i64 %o12
  %o13 = mul i64 %n, 13
  %r13 = getelementptr float, ptr %a, i64 %o13
  %o14 = mul i64 %n, 14
  %r14 = getelementptr float, ptr %a, i64 %o14
  %o15 = mul i64 %n, 15
  %r15 = getelementptr float, ptr %a, i64 %o15
  br label %turn
turn:
  %k = phi i64 [ 0, %entry ], [ %k.next, %turn ]
  %s0 = phi <16 x float> [ zeroinitializer, %entry ], [ %t0, %turn ]
  %s1 = phi <16 x float> [ zeroinitializer, %entry ], [ %t1, %turn ]
  %s2 = phi <16 x float> [ zeroinitializer, %entry ], [ %t2, %turn ]
  %s3 = phi <16 x float> [ zeroinitializer, %entry ], [ %t3, %turn ]
  %s4 = phi <16 x float> [ zeroinitializer, %entry ], [ %t4, %turn ]
  %s5 = phi <16 x float> [ zeroinitializer, %entry ], [ %t5, %turn ]
  %s6 = phi <16 x float> [ zeroinitializer, %entry ], [ %t6, %turn ]
  %s7 = phi <16 x float> [ zeroinitializer, %entry ], [ %t7, %turn ]
  %s8 = phi <16 x float> [ zeroinitializer, %entry ], [ %t8, %turn ]
  %s9 = phi <16 x float> [ zeroinitializer, %entry ], [ %t9, %turn ]
  %s10 = phi <16 x float> [ zeroinitializer, %entry ], [ %t10, %turn ]
  %s11 = phi <16 x float> [ zeroinitializer, %entry ], [ %t11, %turn ]
  %s12 = phi <16 x float> [ zeroinitializer, %entry ], [ %t12, %turn ]
  %s13 = phi <16 x float> [ zeroinitializer, %entry ], [ %t13, %turn ]
  %s14 = phi <16 x float> [ zeroinitializer, %entry ], [ %t14, %turn ]
  %s15 = phi <16 x float> [ zeroinitializer, %entry ], [ %t15, %turn ]
  %q = getelementptr <16 x float>, ptr %b, i64 %k
  %stream = load <16 x float>, ptr %q
  %p0 = getelementptr float, ptr %r0, i64 %k
  %f0 = load float, ptr %r0
  %e0 = insertelement <16 x float> poison, float %f0, i64 0
  %v0 = shufflevector <16 x float> %e0, <16 x float> poison, <16 x i32> zeroinitializer
  %t0 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v0, <16 x float> %stream, <16 x float> %s0)
  %p1 = getelementptr float, ptr %r1, i64 %k
  %f1 = load float, ptr %r1
  %e1 = insertelement <16 x float> poison, float %f1, i64 0
  %v1 = shufflevector <16 x float> %e1, <16 x float> poison, <16 x i32> zeroinitializer
  %t1 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v1, <16 x float> %stream, <16 x float> %s1)
  %p2 = getelementptr float, ptr %r2, i64 %k
  %f2 = load float, ptr %r2
  %e2 = insertelement <16 x float> poison, float %f2, i64 0
  %v2 = shufflevector <16 x float> %e2, <16 x float> poison, <16 x i32> zeroinitializer
  %t2 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v2, <16 x float> %stream, <16 x float> %s2)
  %p3 = getelementptr float, ptr %r3, i64 %k
  %f3 = load float, ptr %r3
  %e3 = insertelement <16 x float> poison, float %f3, i64 0
  %v3 = shufflevector <16 x float> %e3, <16 x float> poison, <16 x i32> zeroinitializer
  %t3 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v3, <16 x float> %stream, <16 x float> %s3)
  %p4 = getelementptr float, ptr %r4, i64 %k
  %f4 = load float, ptr %r4
  %e4 = insertelement <16 x float> poison, float %f4, i64 0
  %v4 = shufflevector <16 x float> %e4, <16 x float> poison, <16 x i32> zeroinitializer
  %t4 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v4, <16 x float> %stream, <16 x float> %s4)
  %p5 = getelementptr float, ptr %r5, i64 %k
  %f5 = load float, ptr %r5
  %e5 = insertelement <16 x float> poison, float %f5, i64 0
  %v5 = shufflevector <16 x float> %e5, <16 x float> poison, <16 x i32> zeroinitializer
  %t5 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v5, <16 x float> %stream, <16 x float> %s5)
  %p6 = getelementptr float, ptr %r6, i64 %k
  %f6 = load float, ptr %r6
  %e6 = insertelement <16 x float> poison, float %f6, i64 0
  %v6 = shufflevector <16 x float> %e6, <16 x float> poison, <16 x i32> zeroinitializer
  %t6 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v6, <16 x float> %stream, <16 x float> %s6)
  %p7 = getelementptr float, ptr %r7, i64 %k
  %f7 = load float, ptr %r7
  %e7 = insertelement <16 x float> poison, float %f7, i64 0
  %v7 = shufflevector <16 x float> %e7, <16 x float> poison, <16 x i32> zeroinitializer
  %t7 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v7, <16 x float> %stream, <16 x float> %s7)
  %p8 = getelementptr float, ptr %r8, i64 %k
  %f8 = load float, ptr %r8
  %e8 = insertelement <16 x float> poison, float %f8, i64 0
  %v8 = shufflevector <16 x float> %e8, <16 x float> poison, <16 x i32> zeroinitializer
  %t8 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v8, <16 x float> %stream, <16 x float> %s8)
  %p9 = getelementptr float, ptr %r9, i64 %k
  %f9 = load float, ptr %r9
  %e9 = insertelement <16 x float> poison, float %f9, i64 0
  %v9 = shufflevector <16 x float> %e9, <16 x float> poison, <16 x i32> zeroinitializer
  %t9 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v9, <16 x float> %stream, <16 x float> %s9)
  %p10 = getelementptr float, ptr %r10, i64 %k
  %f10 = load float, ptr %r10
  %e10 = insertelement <16 x float> poison, float %f10, i64 0
  %v10 = shufflevector <16 x float> %e10, <16 x float> poison, <16 x i32> zeroinitializer
  %t10 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v10, <16 x float> %stream, <16 x float> %s10)
  %p11 = getelementptr float, ptr %r11, i64 %k
  %f11 = load float, ptr %r11
  %e11 = insertelement <16 x float> poison, float %f11, i64 0
  %v11 = shufflevector <16 x float> %e11, <16 x float> poison, <16 x i32> zeroinitializer
  %t11 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v11, <16 x float> %stream, <16 x float> %s11)
  %p12 = getelementptr float, ptr %r12, i64 %k
  %f12 = load float, ptr %r12
  %e12 = insertelement <16 x float> poison, float %f12, i64 0
  %v12 = shufflevector <16 x float> %e12, <16 x float> poison, <16 x i32> zeroinitializer
  %t12 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v12, <16 x float> %stream, <16 x float> %s12)
  %p13 = getelementptr float, ptr %r13, i64 %k
  %f13 = load float, ptr %r13
  %e13 = insertelement <16 x float> poison, float %f13, i64 0
  %v13 = shufflevector <16 x float> %e13, <16 x float> poison, <16 x i32> zeroinitializer
  %t13 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v13, <16 x float> %stream, <16 x float> %s13)
  %p14 = getelementptr float, ptr %r14, i64 %k
  %f14 = load float, ptr %r14
  %e14 = insertelement <16 x float> poison, float %f14, i64 0
  %v14 = shufflevector <16 x float> %e14, <16 x float> poison, <16 x i32> zeroinitializer
  %t14 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v14, <16 x float> %stream, <16 x float> %s14)
  %p15 = getelementptr float, ptr %r15, i64 %k
  %f15 = load float, ptr %r15
  %e15 = insertelement <16 x float> poison, float %f15, i64 0
  %v15 = shufflevector <16 x float> %e15, <16 x float> poison, <16 x i32> zeroinitializer
  %t15 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v15, <16 x float> %stream, <16 x float> %s15)
  %k.next = add i64 %k, 1
  %more = icmp ult i64 %k.next, %end
  br i1 %more, label %turn, label %done
done:
  store <16 x float> %t0, ptr %out
  store <16 x float> %t1, ptr %out
  store <16 x float> %t2, ptr %out
  store <16 x float> %t3, ptr %out
  store <16 x float> %t4, ptr %out
  store <16 x float> %t5, ptr %out
  store <16 x float> %t6, ptr %out
  store <16 x float> %t7, ptr %out
  store <16 x float> %t8, ptr %out
  store <16 x float> %t9, ptr %out
  store <16 x float> %t10, ptr %out
  store <16 x float> %t11, ptr %out
  store <16 x float> %t12, ptr %out
  store <16 x float> %t13, ptr %out
  store <16 x float> %t14, ptr %out
  store <16 x float> %t15, ptr %out
  ret void
}
