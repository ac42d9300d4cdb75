; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: late/fetch-ahead
; OPTIONS: --isa=x86-64-v3
; Loads that fetch what they will load later.

; A tile is filled by packets (%x) of rows (%y) in each turn of a walk (%k) around the barriers: a load of the walk's next turn
; is a row pitch and 16 of them away. Ids of work-items and of the walk may be narrower than addresses.
; CHECK-LABEL: define void @tile(
; CHECK: entry:
; CHECK: [[PITCH:%.*]] = shl i64 %n, 6
; CHECK: packet:
; CHECK: [[NEXT:%.*]] = getelementptr i8, ptr %p, i64 64
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[NEXT]], i32 0, i32 3, i32 1)
; CHECK-NEXT: load <8 x float>, ptr %p, align 4, !weft.fill
; CHECK: [[NEXT:%.*]] = getelementptr i8, ptr %q, i64 [[PITCH]]
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[NEXT]], i32 0, i32 3, i32 1)
; CHECK-NEXT: load <8 x float>, ptr %q, align 4, !weft.fill
; CHECK-NOT: prefetch
; CHECK: ret void
define void @tile(ptr %a, ptr %b, i64 %n, i32 %end, i64 %height, i64 %width, ptr noalias %local) {
entry:
  br label %walk
walk:
  %k = phi i32 [ 0, %entry ], [ %k.next, %next ]
  %k64 = zext i32 %k to i64
  br label %row
row:
  %y = phi i64 [ 0, %walk ], [ %y.next, %row.next ]
  br label %packet
packet:
  %x = phi i64 [ 0, %row ], [ %x.next, %packet ]
  %row.a = mul i64 %y, %n
  %column.a = add i64 %k64, %x
  %i = add i64 %row.a, %column.a
  %p = getelementptr float, ptr %a, i64 %i
  %v = load <8 x float>, ptr %p, align 4, !weft.fill !0
  store <8 x float> %v, ptr %local, align 32
  %row.b = add i64 %k64, %y
  %row.b.n = mul i64 %row.b, %n
  %j = add i64 %row.b.n, %x
  %q = getelementptr float, ptr %b, i64 %j
  %w = load <8 x float>, ptr %q, align 4, !weft.fill !0
  store <8 x float> %w, ptr %local, align 32
  %x.next = add i64 %x, 8
  %x.more = icmp ult i64 %x.next, %width
  br i1 %x.more, label %packet, label %row.next, !llvm.loop !1
row.next:
  %y.next = add i64 %y, 1
  %y.more = icmp ult i64 %y.next, %height
  br i1 %y.more, label %row, label %next, !llvm.loop !4
next:
  %k.next = add i32 %k, 16
  %k.more = icmp ult i32 %k.next, %end
  br i1 %k.more, label %walk, label %done
done:
  ret void
}

; A vector of three lines is fetched whole.
; CHECK-LABEL: define void @lines(
; CHECK-COUNT-3: call void @llvm.prefetch.p0(
; CHECK: load <24 x double>
define void @lines(ptr %a, i64 %end, ptr noalias %local) {
entry:
  br label %walk
walk:
  %k = phi i64 [ 0, %entry ], [ %k.next, %walk ]
  %p = getelementptr double, ptr %a, i64 %k
  %v = load <24 x double>, ptr %p, align 8, !weft.fill !0
  store <24 x double> %v, ptr %local, align 64
  %k.next = add i64 %k, 24
  %more = icmp ult i64 %k.next, %end
  br i1 %more, label %walk, label %done
done:
  ret void
}

; Nothing where the walk is that over groups, the address does not move with it, or nobody knows by how much.
; CHECK-LABEL: define void @others(
; CHECK-NOT: prefetch
; CHECK: ret void
define void @others(ptr %a, ptr %table, i64 %end, i64 %m, ptr noalias %local) {
entry:
  br label %group
group:
  %g = phi i64 [ 0, %entry ], [ %g.next, %next ]
  %p = getelementptr float, ptr %a, i64 %g
  %v = load <8 x float>, ptr %p, align 4, !weft.fill !0
  store <8 x float> %v, ptr %local, align 32
  br label %walk
walk:
  %k = phi i64 [ 0, %group ], [ %k.next, %walk ]
  %w = load <8 x float>, ptr %p, align 4, !weft.fill !0
  store <8 x float> %w, ptr %local, align 32
  %t = getelementptr i64, ptr %table, i64 %k
  %i = load i64, ptr %t
  %q = getelementptr float, ptr %a, i64 %i
  %u = load <8 x float>, ptr %q, align 4, !weft.fill !0
  store <8 x float> %u, ptr %local, align 32
  %k.next = add i64 %k, 1
  %k.more = icmp ult i64 %k.next, %m
  br i1 %k.more, label %walk, label %next
next:
  %g.next = add i64 %g, 8
  %g.more = icmp ult i64 %g.next, %end
  br i1 %g.more, label %group, label %done, !llvm.loop !6
done:
  ret void
}

; Four sums of products, and rows whose pitch is not known: 16 turns ahead. What lies side by side the processor fetches itself.
; CHECK-LABEL: define void @product(
; CHECK: [[AHEAD:%.*]] = shl i64 %n, 6
; CHECK: turn:
; CHECK-NOT: prefetch
; CHECK: %t3 = call
; CHECK: [[NEXT:%.*]] = getelementptr i8, ptr %p, i64 [[AHEAD]]
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[NEXT]], i32 0, i32 3, i32 1)
; CHECK-NEXT: br i1 %more
; CHECK-NOT: prefetch
; CHECK: ret void
define void @product(ptr %b, ptr %c, i64 %n, i64 %end, float %f, ptr %out) {
entry:
  %f.0 = insertelement <8 x float> poison, float %f, i64 0
  %f.v = shufflevector <8 x float> %f.0, <8 x float> poison, <8 x i32> zeroinitializer
  br label %turn
turn:
  %k = phi i64 [ 0, %entry ], [ %k.next, %turn ]
  %s0 = phi <8 x float> [ zeroinitializer, %entry ], [ %t0, %turn ]
  %s1 = phi <8 x float> [ zeroinitializer, %entry ], [ %t1, %turn ]
  %s2 = phi <8 x float> [ zeroinitializer, %entry ], [ %t2, %turn ]
  %s3 = phi <8 x float> [ zeroinitializer, %entry ], [ %t3, %turn ]
  %i = mul i64 %k, %n
  %p = getelementptr float, ptr %b, i64 %i
  %v = load <8 x float>, ptr %p, align 4
  %q = getelementptr <8 x float>, ptr %c, i64 %k
  %w = load <8 x float>, ptr %q, align 4
  %t0 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %f.v, <8 x float> %v, <8 x float> %s0)
  %t1 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %w, <8 x float> %v, <8 x float> %s1)
  %t2 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v, <8 x float> %f.v, <8 x float> %s2)
  %t3 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %v, <8 x float> %w, <8 x float> %s3)
  %k.next = add i64 %k, 1
  %more = icmp ult i64 %k.next, %end
  br i1 %more, label %turn, label %done
done:
  store <8 x float> %t0, ptr %out
  store <8 x float> %t1, ptr %out
  store <8 x float> %t2, ptr %out
  store <8 x float> %t3, ptr %out
  ret void
}

; Four sums with two rows: too many fetches for what is done, and for what would be fetched behind the last row.
; CHECK-LABEL: define void @rows(
; CHECK-NOT: prefetch
; CHECK: ret void
define void @rows(ptr %b, ptr %c, i64 %n, i64 %end, <8 x float> %f, ptr %out) {
entry:
  br label %turn
turn:
  %k = phi i64 [ 0, %entry ], [ %k.next, %turn ]
  %s0 = phi <8 x float> [ zeroinitializer, %entry ], [ %t0, %turn ]
  %s1 = phi <8 x float> [ zeroinitializer, %entry ], [ %t1, %turn ]
  %s2 = phi <8 x float> [ zeroinitializer, %entry ], [ %t2, %turn ]
  %s3 = phi <8 x float> [ zeroinitializer, %entry ], [ %t3, %turn ]
  %i = mul i64 %k, %n
  %p = getelementptr float, ptr %b, i64 %i
  %v = load <8 x float>, ptr %p, align 4
  %q = getelementptr float, ptr %c, i64 %i
  %w = load <8 x float>, ptr %q, align 4
  %t0 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %f, <8 x float> %v, <8 x float> %s0)
  %t1 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %w, <8 x float> %v, <8 x float> %s1)
  %t2 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %v, <8 x float> %f, <8 x float> %s2)
  %t3 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %v, <8 x float> %w, <8 x float> %s3)
  %k.next = add i64 %k, 1
  %more = icmp ult i64 %k.next, %end
  br i1 %more, label %turn, label %done
done:
  store <8 x float> %t0, ptr %out
  store <8 x float> %t1, ptr %out
  store <8 x float> %t2, ptr %out
  store <8 x float> %t3, ptr %out
  ret void
}

; One sum: the processor looks far enough ahead.
; CHECK-LABEL: define void @column(
; CHECK-NOT: prefetch
; CHECK: ret void
define void @column(ptr %b, i64 %n, i64 %end, <8 x float> %f, ptr %out) {
entry:
  br label %turn
turn:
  %k = phi i64 [ 0, %entry ], [ %k.next, %turn ]
  %s = phi <8 x float> [ zeroinitializer, %entry ], [ %t, %turn ]
  %i = mul i64 %k, %n
  %p = getelementptr float, ptr %b, i64 %i
  %v = load <8 x float>, ptr %p, align 4
  %t = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %f, <8 x float> %v, <8 x float> %s)
  %k.next = add i64 %k, 1
  %more = icmp ult i64 %k.next, %end
  br i1 %more, label %turn, label %done
done:
  store <8 x float> %t, ptr %out
  ret void
}

!0 = !{}
!1 = distinct !{!1, !2, !3}
!2 = !{!"llvm.loop.vectorize.enable", i1 false}
!3 = !{!"llvm.loop.unroll.disable"}
!4 = distinct !{!4, !5}
!5 = !{!"llvm.loop.parallel_accesses", !0}
!6 = distinct !{!6, !7}
!7 = !{!"weft.groups"}
