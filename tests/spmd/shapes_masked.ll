; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What masks leave of shapes: in a block that some lanes run, values have the shapes that they have for all of them; where lanes come
; from different ways, they have none.
; PASSES: spmd-canonicalise,spmd-linearise,spmd-shapes

; CHECK-LABEL: define void @sides(
; CHECK: [[ACTIVE:%.*varying.*]] = call i1 @weft.spmd.active()
; CHECK: [[MASK:%.*varying.*]] = select i1 [[ACTIVE]], i1 %c.varying, i1 false
; CHECK: call void @weft.spmd.mask(i1 [[MASK]])
; CHECK-NEXT: %left.linear.1 =
; CHECK-NEXT: %at.linear.4 =
; CHECK: [[SAME:%.*varying.*]] = select i1 %{{.*}}, i64 %n.uniform, i64 %u.uniform
; CHECK: [[SIDE:%.*varying.*]] = select i1 %{{.*}}, i64 %right.linear.1, i64 %left.linear.1
; CHECK: %q.varying = getelementptr i64, ptr %p.uniform, i64 [[SIDE]]
; CHECK: store i64 [[SAME]], ptr %q.varying
define void @sides(i64 "weft.item.id"="x" %x, ptr %p, i64 %u, i64 %n) {
entry:
  %c = icmp ult i64 %x, %n
  br i1 %c, label %a, label %b
a:
  %left = add i64 %x, %u
  %at = getelementptr i32, ptr %p, i64 %left
  store i32 1, ptr %at
  br label %j
b:
  %right = add i64 %x, %n
  br label %j
j:
  %side = phi i64 [ %left, %a ], [ %right, %b ]
  %same = phi i64 [ %u, %a ], [ %n, %b ]
  %q = getelementptr i64, ptr %p, i64 %side
  store i64 %same, ptr %q
  ret void
}

; All lanes come the same way: nothing of that.
; CHECK-LABEL: define void @uniform(
; CHECK-NOT: weft.spmd
; CHECK: %[[SIDE:.*linear.1]] = phi i64 [ %left.linear.1, %a ], [ %right.linear.1, %b ]
; CHECK: %q.linear.8 = getelementptr i64, ptr %p.uniform, i64 %[[SIDE]]
define void @uniform(i64 "weft.item.id"="x" %x, ptr %p, i1 %c, i64 %u, i64 %n) {
entry:
  br i1 %c, label %a, label %b
a:
  %left = add i64 %x, %u
  br label %j
b:
  %right = add i64 %x, %n
  br label %j
j:
  %side = phi i64 [ %left, %a ], [ %right, %b ]
  %q = getelementptr i64, ptr %p, i64 %side
  store i64 %u, ptr %q
  ret void
}

; A loop that lanes leave at different times: what counts in it keeps its shape for all that are left, what they leave with has none. Whether
; any is left is the same for all; so is a load from one address.
; CHECK-LABEL: define void @leave(
; CHECK: [[KEPT:%.*kept.varying]] = phi i64 [ poison, %entry ], [ [[NOW:%.*varying.*]], %loop ]
; CHECK: [[LIVE:%live.varying]] = phi i1
; CHECK: %i.uniform = phi i64
; CHECK: %at.linear.1 = phi i64
; CHECK: call void @weft.spmd.mask(i1 [[LIVE]])
; CHECK: %w.uniform = load i32, ptr %one.uniform
; CHECK: %v.varying = load i32, ptr %q.linear.4
; CHECK: [[ON:%.*varying.*]] = select i1 [[LIVE]], i1 %more.varying, i1 false
; CHECK: [[NOW]] = select i1 [[LIVE]], i64 %i.uniform, i64 [[KEPT]]
; CHECK: [[ANY:%.*uniform.*]] = call i1 @weft.spmd.any(i1 [[ON]])
; CHECK: br i1 [[ANY]], label %loop, label %loop.left
; CHECK: store i64 [[NOW]], ptr %o.linear.8
define void @leave(i64 "weft.item.id"="x" %x, ptr %p, ptr %t) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = phi i64 [ %x, %entry ], [ %at.next, %loop ]
  %one = getelementptr i32, ptr %t, i64 %i
  %w = load i32, ptr %one
  %q = getelementptr i32, ptr %p, i64 %at
  %v = load i32, ptr %q
  %next = add i64 %i, 1
  %at.next = add i64 %at, 64
  %more = icmp slt i32 %v, %w
  br i1 %more, label %loop, label %done
done:
  %o = getelementptr i64, ptr %p, i64 %x
  store i64 %i, ptr %o
  ret void
}
