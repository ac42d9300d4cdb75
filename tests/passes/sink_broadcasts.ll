; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Numbers for all lanes that stand before a loop: those that no register is left for are loaded where they are used.
; PASSES: late/sink-broadcasts
; OPTIONS: --isa=x86-64-v3

; Ten, of which six stay in the twelve registers beside what is computed.
; CHECK-LABEL: define void @many(
; CHECK-NOT: load float, ptr %p3
; CHECK-COUNT-6: load float, ptr %p{{[4-9]}}
; CHECK: loop:
; CHECK: [[S:%.*]] = load float, ptr %p0
; CHECK-NEXT: [[I:%.*]] = insertelement <8 x float> poison, float [[S]], i64 0
; CHECK-NEXT: [[B:%.*]] = shufflevector <8 x float> [[I]], <8 x float> poison, <8 x i32> zeroinitializer
; CHECK-NEXT: fmul <8 x float> %v0, [[B]]
; CHECK-COUNT-3: load float
; CHECK-NOT: load float
; CHECK: ret void
define void @many(ptr noalias %t, ptr noalias %in, ptr noalias %out, i64 %n) "prefer-vector-width"="256" {
entry:
  %p0 = getelementptr inbounds float, ptr %t, i64 0
  %s0 = load float, ptr %p0
  %i0 = insertelement <8 x float> poison, float %s0, i64 0
  %b0 = shufflevector <8 x float> %i0, <8 x float> poison, <8 x i32> zeroinitializer
  %p1 = getelementptr inbounds float, ptr %t, i64 1
  %s1 = load float, ptr %p1
  %i1 = insertelement <8 x float> poison, float %s1, i64 0
  %b1 = shufflevector <8 x float> %i1, <8 x float> poison, <8 x i32> zeroinitializer
  %p2 = getelementptr inbounds float, ptr %t, i64 2
  %s2 = load float, ptr %p2
  %i2 = insertelement <8 x float> poison, float %s2, i64 0
  %b2 = shufflevector <8 x float> %i2, <8 x float> poison, <8 x i32> zeroinitializer
  %p3 = getelementptr inbounds float, ptr %t, i64 3
  %s3 = load float, ptr %p3
  %i3 = insertelement <8 x float> poison, float %s3, i64 0
  %b3 = shufflevector <8 x float> %i3, <8 x float> poison, <8 x i32> zeroinitializer
  %p4 = getelementptr inbounds float, ptr %t, i64 4
  %s4 = load float, ptr %p4
  %i4 = insertelement <8 x float> poison, float %s4, i64 0
  %b4 = shufflevector <8 x float> %i4, <8 x float> poison, <8 x i32> zeroinitializer
  %p5 = getelementptr inbounds float, ptr %t, i64 5
  %s5 = load float, ptr %p5
  %i5 = insertelement <8 x float> poison, float %s5, i64 0
  %b5 = shufflevector <8 x float> %i5, <8 x float> poison, <8 x i32> zeroinitializer
  %p6 = getelementptr inbounds float, ptr %t, i64 6
  %s6 = load float, ptr %p6
  %i6 = insertelement <8 x float> poison, float %s6, i64 0
  %b6 = shufflevector <8 x float> %i6, <8 x float> poison, <8 x i32> zeroinitializer
  %p7 = getelementptr inbounds float, ptr %t, i64 7
  %s7 = load float, ptr %p7
  %i7 = insertelement <8 x float> poison, float %s7, i64 0
  %b7 = shufflevector <8 x float> %i7, <8 x float> poison, <8 x i32> zeroinitializer
  %p8 = getelementptr inbounds float, ptr %t, i64 8
  %s8 = load float, ptr %p8
  %i8 = insertelement <8 x float> poison, float %s8, i64 0
  %b8 = shufflevector <8 x float> %i8, <8 x float> poison, <8 x i32> zeroinitializer
  %p9 = getelementptr inbounds float, ptr %t, i64 9
  %s9 = load float, ptr %p9
  %i9 = insertelement <8 x float> poison, float %s9, i64 0
  %b9 = shufflevector <8 x float> %i9, <8 x float> poison, <8 x i32> zeroinitializer
  br label %loop
loop:
  %x = phi i64 [ 0, %entry ], [ %x.next, %loop ]
  %q0 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 0
  %v0 = load <8 x float>, ptr %q0
  %m0 = fmul <8 x float> %v0, %b0
  %a0 = fadd <8 x float> zeroinitializer, %m0
  %q1 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 1
  %v1 = load <8 x float>, ptr %q1
  %m1 = fmul <8 x float> %v1, %b1
  %a1 = fadd <8 x float> %a0, %m1
  %q2 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 2
  %v2 = load <8 x float>, ptr %q2
  %m2 = fmul <8 x float> %v2, %b2
  %a2 = fadd <8 x float> %a1, %m2
  %q3 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 3
  %v3 = load <8 x float>, ptr %q3
  %m3 = fmul <8 x float> %v3, %b3
  %a3 = fadd <8 x float> %a2, %m3
  %q4 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 4
  %v4 = load <8 x float>, ptr %q4
  %m4 = fmul <8 x float> %v4, %b4
  %a4 = fadd <8 x float> %a3, %m4
  %q5 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 5
  %v5 = load <8 x float>, ptr %q5
  %m5 = fmul <8 x float> %v5, %b5
  %a5 = fadd <8 x float> %a4, %m5
  %q6 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 6
  %v6 = load <8 x float>, ptr %q6
  %m6 = fmul <8 x float> %v6, %b6
  %a6 = fadd <8 x float> %a5, %m6
  %q7 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 7
  %v7 = load <8 x float>, ptr %q7
  %m7 = fmul <8 x float> %v7, %b7
  %a7 = fadd <8 x float> %a6, %m7
  %q8 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 8
  %v8 = load <8 x float>, ptr %q8
  %m8 = fmul <8 x float> %v8, %b8
  %a8 = fadd <8 x float> %a7, %m8
  %q9 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 9
  %v9 = load <8 x float>, ptr %q9
  %m9 = fmul <8 x float> %v9, %b9
  %a9 = fadd <8 x float> %a8, %m9
  %o = getelementptr inbounds <8 x float>, ptr %out, i64 %x
  store <8 x float> %a9, ptr %o
  %x.next = add i64 %x, 1
  %more = icmp ult i64 %x.next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; All fit.
; CHECK-LABEL: define void @few(
; CHECK-COUNT-6: load float
; CHECK: loop:
; CHECK-NOT: load float
; CHECK: ret void
define void @few(ptr noalias %t, ptr noalias %in, ptr noalias %out, i64 %n) "prefer-vector-width"="256" {
entry:
  %p0 = getelementptr inbounds float, ptr %t, i64 0
  %s0 = load float, ptr %p0
  %i0 = insertelement <8 x float> poison, float %s0, i64 0
  %b0 = shufflevector <8 x float> %i0, <8 x float> poison, <8 x i32> zeroinitializer
  %p1 = getelementptr inbounds float, ptr %t, i64 1
  %s1 = load float, ptr %p1
  %i1 = insertelement <8 x float> poison, float %s1, i64 0
  %b1 = shufflevector <8 x float> %i1, <8 x float> poison, <8 x i32> zeroinitializer
  %p2 = getelementptr inbounds float, ptr %t, i64 2
  %s2 = load float, ptr %p2
  %i2 = insertelement <8 x float> poison, float %s2, i64 0
  %b2 = shufflevector <8 x float> %i2, <8 x float> poison, <8 x i32> zeroinitializer
  %p3 = getelementptr inbounds float, ptr %t, i64 3
  %s3 = load float, ptr %p3
  %i3 = insertelement <8 x float> poison, float %s3, i64 0
  %b3 = shufflevector <8 x float> %i3, <8 x float> poison, <8 x i32> zeroinitializer
  %p4 = getelementptr inbounds float, ptr %t, i64 4
  %s4 = load float, ptr %p4
  %i4 = insertelement <8 x float> poison, float %s4, i64 0
  %b4 = shufflevector <8 x float> %i4, <8 x float> poison, <8 x i32> zeroinitializer
  %p5 = getelementptr inbounds float, ptr %t, i64 5
  %s5 = load float, ptr %p5
  %i5 = insertelement <8 x float> poison, float %s5, i64 0
  %b5 = shufflevector <8 x float> %i5, <8 x float> poison, <8 x i32> zeroinitializer
  br label %loop
loop:
  %x = phi i64 [ 0, %entry ], [ %x.next, %loop ]
  %q0 = getelementptr inbounds [6 x <8 x float>], ptr %in, i64 %x, i64 0
  %v0 = load <8 x float>, ptr %q0
  %m0 = fmul <8 x float> %v0, %b0
  %a0 = fadd <8 x float> zeroinitializer, %m0
  %q1 = getelementptr inbounds [6 x <8 x float>], ptr %in, i64 %x, i64 1
  %v1 = load <8 x float>, ptr %q1
  %m1 = fmul <8 x float> %v1, %b1
  %a1 = fadd <8 x float> %a0, %m1
  %q2 = getelementptr inbounds [6 x <8 x float>], ptr %in, i64 %x, i64 2
  %v2 = load <8 x float>, ptr %q2
  %m2 = fmul <8 x float> %v2, %b2
  %a2 = fadd <8 x float> %a1, %m2
  %q3 = getelementptr inbounds [6 x <8 x float>], ptr %in, i64 %x, i64 3
  %v3 = load <8 x float>, ptr %q3
  %m3 = fmul <8 x float> %v3, %b3
  %a3 = fadd <8 x float> %a2, %m3
  %q4 = getelementptr inbounds [6 x <8 x float>], ptr %in, i64 %x, i64 4
  %v4 = load <8 x float>, ptr %q4
  %m4 = fmul <8 x float> %v4, %b4
  %a4 = fadd <8 x float> %a3, %m4
  %q5 = getelementptr inbounds [6 x <8 x float>], ptr %in, i64 %x, i64 5
  %v5 = load <8 x float>, ptr %q5
  %m5 = fmul <8 x float> %v5, %b5
  %a5 = fadd <8 x float> %a4, %m5
  %o = getelementptr inbounds <8 x float>, ptr %out, i64 %x
  store <8 x float> %a5, ptr %o
  %x.next = add i64 %x, 1
  %more = icmp ult i64 %x.next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; The loop writes where they are.
; CHECK-LABEL: define void @written(
; CHECK-COUNT-10: load float
; CHECK: loop:
; CHECK-NOT: load float
; CHECK: ret void
define void @written(ptr noalias %t, ptr noalias %in, ptr noalias %out, i64 %n) "prefer-vector-width"="256" {
entry:
  %p0 = getelementptr inbounds float, ptr %t, i64 0
  %s0 = load float, ptr %p0
  %i0 = insertelement <8 x float> poison, float %s0, i64 0
  %b0 = shufflevector <8 x float> %i0, <8 x float> poison, <8 x i32> zeroinitializer
  %p1 = getelementptr inbounds float, ptr %t, i64 1
  %s1 = load float, ptr %p1
  %i1 = insertelement <8 x float> poison, float %s1, i64 0
  %b1 = shufflevector <8 x float> %i1, <8 x float> poison, <8 x i32> zeroinitializer
  %p2 = getelementptr inbounds float, ptr %t, i64 2
  %s2 = load float, ptr %p2
  %i2 = insertelement <8 x float> poison, float %s2, i64 0
  %b2 = shufflevector <8 x float> %i2, <8 x float> poison, <8 x i32> zeroinitializer
  %p3 = getelementptr inbounds float, ptr %t, i64 3
  %s3 = load float, ptr %p3
  %i3 = insertelement <8 x float> poison, float %s3, i64 0
  %b3 = shufflevector <8 x float> %i3, <8 x float> poison, <8 x i32> zeroinitializer
  %p4 = getelementptr inbounds float, ptr %t, i64 4
  %s4 = load float, ptr %p4
  %i4 = insertelement <8 x float> poison, float %s4, i64 0
  %b4 = shufflevector <8 x float> %i4, <8 x float> poison, <8 x i32> zeroinitializer
  %p5 = getelementptr inbounds float, ptr %t, i64 5
  %s5 = load float, ptr %p5
  %i5 = insertelement <8 x float> poison, float %s5, i64 0
  %b5 = shufflevector <8 x float> %i5, <8 x float> poison, <8 x i32> zeroinitializer
  %p6 = getelementptr inbounds float, ptr %t, i64 6
  %s6 = load float, ptr %p6
  %i6 = insertelement <8 x float> poison, float %s6, i64 0
  %b6 = shufflevector <8 x float> %i6, <8 x float> poison, <8 x i32> zeroinitializer
  %p7 = getelementptr inbounds float, ptr %t, i64 7
  %s7 = load float, ptr %p7
  %i7 = insertelement <8 x float> poison, float %s7, i64 0
  %b7 = shufflevector <8 x float> %i7, <8 x float> poison, <8 x i32> zeroinitializer
  %p8 = getelementptr inbounds float, ptr %t, i64 8
  %s8 = load float, ptr %p8
  %i8 = insertelement <8 x float> poison, float %s8, i64 0
  %b8 = shufflevector <8 x float> %i8, <8 x float> poison, <8 x i32> zeroinitializer
  %p9 = getelementptr inbounds float, ptr %t, i64 9
  %s9 = load float, ptr %p9
  %i9 = insertelement <8 x float> poison, float %s9, i64 0
  %b9 = shufflevector <8 x float> %i9, <8 x float> poison, <8 x i32> zeroinitializer
  br label %loop
loop:
  %x = phi i64 [ 0, %entry ], [ %x.next, %loop ]
  %q0 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 0
  %v0 = load <8 x float>, ptr %q0
  %m0 = fmul <8 x float> %v0, %b0
  %a0 = fadd <8 x float> zeroinitializer, %m0
  %q1 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 1
  %v1 = load <8 x float>, ptr %q1
  %m1 = fmul <8 x float> %v1, %b1
  %a1 = fadd <8 x float> %a0, %m1
  %q2 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 2
  %v2 = load <8 x float>, ptr %q2
  %m2 = fmul <8 x float> %v2, %b2
  %a2 = fadd <8 x float> %a1, %m2
  %q3 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 3
  %v3 = load <8 x float>, ptr %q3
  %m3 = fmul <8 x float> %v3, %b3
  %a3 = fadd <8 x float> %a2, %m3
  %q4 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 4
  %v4 = load <8 x float>, ptr %q4
  %m4 = fmul <8 x float> %v4, %b4
  %a4 = fadd <8 x float> %a3, %m4
  %q5 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 5
  %v5 = load <8 x float>, ptr %q5
  %m5 = fmul <8 x float> %v5, %b5
  %a5 = fadd <8 x float> %a4, %m5
  %q6 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 6
  %v6 = load <8 x float>, ptr %q6
  %m6 = fmul <8 x float> %v6, %b6
  %a6 = fadd <8 x float> %a5, %m6
  %q7 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 7
  %v7 = load <8 x float>, ptr %q7
  %m7 = fmul <8 x float> %v7, %b7
  %a7 = fadd <8 x float> %a6, %m7
  %q8 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 8
  %v8 = load <8 x float>, ptr %q8
  %m8 = fmul <8 x float> %v8, %b8
  %a8 = fadd <8 x float> %a7, %m8
  %q9 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 9
  %v9 = load <8 x float>, ptr %q9
  %m9 = fmul <8 x float> %v9, %b9
  %a9 = fadd <8 x float> %a8, %m9
  %o = getelementptr inbounds <8 x float>, ptr %t, i64 %x
  store <8 x float> %a9, ptr %o
  %x.next = add i64 %x, 1
  %more = icmp ult i64 %x.next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; So does what lies between.
; CHECK-LABEL: define void @written_before(
; CHECK-COUNT-10: load float
; CHECK: loop:
; CHECK-NOT: load float
; CHECK: ret void
define void @written_before(ptr noalias %t, ptr noalias %in, ptr noalias %out, i64 %n) "prefer-vector-width"="256" {
entry:
  %p0 = getelementptr inbounds float, ptr %t, i64 0
  %s0 = load float, ptr %p0
  %i0 = insertelement <8 x float> poison, float %s0, i64 0
  %b0 = shufflevector <8 x float> %i0, <8 x float> poison, <8 x i32> zeroinitializer
  %p1 = getelementptr inbounds float, ptr %t, i64 1
  %s1 = load float, ptr %p1
  %i1 = insertelement <8 x float> poison, float %s1, i64 0
  %b1 = shufflevector <8 x float> %i1, <8 x float> poison, <8 x i32> zeroinitializer
  %p2 = getelementptr inbounds float, ptr %t, i64 2
  %s2 = load float, ptr %p2
  %i2 = insertelement <8 x float> poison, float %s2, i64 0
  %b2 = shufflevector <8 x float> %i2, <8 x float> poison, <8 x i32> zeroinitializer
  %p3 = getelementptr inbounds float, ptr %t, i64 3
  %s3 = load float, ptr %p3
  %i3 = insertelement <8 x float> poison, float %s3, i64 0
  %b3 = shufflevector <8 x float> %i3, <8 x float> poison, <8 x i32> zeroinitializer
  %p4 = getelementptr inbounds float, ptr %t, i64 4
  %s4 = load float, ptr %p4
  %i4 = insertelement <8 x float> poison, float %s4, i64 0
  %b4 = shufflevector <8 x float> %i4, <8 x float> poison, <8 x i32> zeroinitializer
  %p5 = getelementptr inbounds float, ptr %t, i64 5
  %s5 = load float, ptr %p5
  %i5 = insertelement <8 x float> poison, float %s5, i64 0
  %b5 = shufflevector <8 x float> %i5, <8 x float> poison, <8 x i32> zeroinitializer
  %p6 = getelementptr inbounds float, ptr %t, i64 6
  %s6 = load float, ptr %p6
  %i6 = insertelement <8 x float> poison, float %s6, i64 0
  %b6 = shufflevector <8 x float> %i6, <8 x float> poison, <8 x i32> zeroinitializer
  %p7 = getelementptr inbounds float, ptr %t, i64 7
  %s7 = load float, ptr %p7
  %i7 = insertelement <8 x float> poison, float %s7, i64 0
  %b7 = shufflevector <8 x float> %i7, <8 x float> poison, <8 x i32> zeroinitializer
  %p8 = getelementptr inbounds float, ptr %t, i64 8
  %s8 = load float, ptr %p8
  %i8 = insertelement <8 x float> poison, float %s8, i64 0
  %b8 = shufflevector <8 x float> %i8, <8 x float> poison, <8 x i32> zeroinitializer
  %p9 = getelementptr inbounds float, ptr %t, i64 9
  %s9 = load float, ptr %p9
  %i9 = insertelement <8 x float> poison, float %s9, i64 0
  %b9 = shufflevector <8 x float> %i9, <8 x float> poison, <8 x i32> zeroinitializer
  call void @write(ptr %t)
  br label %loop
loop:
  %x = phi i64 [ 0, %entry ], [ %x.next, %loop ]
  %q0 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 0
  %v0 = load <8 x float>, ptr %q0
  %m0 = fmul <8 x float> %v0, %b0
  %a0 = fadd <8 x float> zeroinitializer, %m0
  %q1 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 1
  %v1 = load <8 x float>, ptr %q1
  %m1 = fmul <8 x float> %v1, %b1
  %a1 = fadd <8 x float> %a0, %m1
  %q2 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 2
  %v2 = load <8 x float>, ptr %q2
  %m2 = fmul <8 x float> %v2, %b2
  %a2 = fadd <8 x float> %a1, %m2
  %q3 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 3
  %v3 = load <8 x float>, ptr %q3
  %m3 = fmul <8 x float> %v3, %b3
  %a3 = fadd <8 x float> %a2, %m3
  %q4 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 4
  %v4 = load <8 x float>, ptr %q4
  %m4 = fmul <8 x float> %v4, %b4
  %a4 = fadd <8 x float> %a3, %m4
  %q5 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 5
  %v5 = load <8 x float>, ptr %q5
  %m5 = fmul <8 x float> %v5, %b5
  %a5 = fadd <8 x float> %a4, %m5
  %q6 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 6
  %v6 = load <8 x float>, ptr %q6
  %m6 = fmul <8 x float> %v6, %b6
  %a6 = fadd <8 x float> %a5, %m6
  %q7 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 7
  %v7 = load <8 x float>, ptr %q7
  %m7 = fmul <8 x float> %v7, %b7
  %a7 = fadd <8 x float> %a6, %m7
  %q8 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 8
  %v8 = load <8 x float>, ptr %q8
  %m8 = fmul <8 x float> %v8, %b8
  %a8 = fadd <8 x float> %a7, %m8
  %q9 = getelementptr inbounds [10 x <8 x float>], ptr %in, i64 %x, i64 9
  %v9 = load <8 x float>, ptr %q9
  %m9 = fmul <8 x float> %v9, %b9
  %a9 = fadd <8 x float> %a8, %m9
  %o = getelementptr inbounds <8 x float>, ptr %out, i64 %x
  store <8 x float> %a9, ptr %o
  %x.next = add i64 %x, 1
  %more = icmp ult i64 %x.next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
declare void @write(ptr)
