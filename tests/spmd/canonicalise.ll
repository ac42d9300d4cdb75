; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: spmd-canonicalise

; A cycle with two entries gets one. %both goes to either of them: what it brings to %a still comes to it from there, and not by
; way of the new entry.
; CHECK-LABEL: define void @entries(
; CHECK: {{^}}a:
; CHECK-NEXT: [[P:%.*]] = phi i32 [ [[S:%.*]], %both{{.*}} ], [ %{{.*}}, %{{.*}} ]
; CHECK-NEXT: [[S]] = add i32 [[P]], 5
; CHECK: phi i32 [ %t{{.*}}, %both{{.*}} ], [ %{{.*}}, %irr.guard.preheader ]
define void @entries(i64 "weft.item.id"="x" %x, ptr %in, ptr %out) {
entry:
  %c = icmp eq i64 %x, 3
  br i1 %c, label %a, label %b
a:
  %p = phi i32 [ 1, %entry ], [ %s, %both ], [ %q, %b ]
  %s = add i32 %p, 5
  %d = icmp ugt i32 %s, 100
  br i1 %d, label %end, label %both
both:
  %t = mul i32 %s, 3
  %n = load i32, ptr %in
  %e = icmp eq i32 %n, %t
  br i1 %e, label %a, label %b
b:
  %q = phi i32 [ 2, %entry ], [ %t, %both ]
  br label %a
end:
  %o = getelementptr i32, ptr %out, i64 %x
  store i32 %p, ptr %o
  ret void
}

; A switch whose number differs between lanes is a chain of branches; one whose number does not stays.
; CHECK-LABEL: define void @cases(
; CHECK-NOT: switch i32 %v
; CHECK: [[TWO:%.*]] = icmp eq i32 %v, 2
; CHECK-NEXT: br i1 [[TWO]], label %two, label %[[OTHER:.*]]
; CHECK: {{^}}[[OTHER]]:
; CHECK-NEXT: [[FIVE:%.*]] = icmp eq i32 %v, 5
; CHECK-NEXT: br i1 [[FIVE]], label %five, label %else
; CHECK: phi i32 [ 10, %two ], [ 20, %five ], [ 30, %else ]
; CHECK: switch i32 %u, label %end [
; CHECK: {{^\}$}}
define void @cases(i64 "weft.item.id"="x" %x, ptr %in, ptr %out, i32 %u) {
entry:
  %p = getelementptr i32, ptr %in, i64 %x
  %v = load i32, ptr %p
  switch i32 %v, label %else [
    i32 2, label %two
    i32 5, label %five
  ]
two:
  store i32 2, ptr %p
  br label %join
five:
  store i32 5, ptr %p
  br label %join
else:
  store i32 0, ptr %p
  br label %join
join:
  %r = phi i32 [ 10, %two ], [ 20, %five ], [ 30, %else ]
  %o = getelementptr i32, ptr %out, i64 %x
  switch i32 %u, label %end [
    i32 2, label %more
    i32 5, label %other
  ]
other:
  store i32 1, ptr %o
  br label %end
more:
  store i32 %r, ptr %o
  br label %end
end:
  ret void
}

; Returns, and what is never come to, are one return.
; CHECK-LABEL: define void @returns(
; CHECK: {{^}}early:
; CHECK: br label %return
; CHECK: {{^}}late:
; CHECK: br label %return
; CHECK: {{^}}never:
; CHECK-NEXT: br label %return
; CHECK: {{^}}return:
; CHECK-NEXT: ret void
; CHECK-NOT: ret void
; CHECK-NOT: unreachable
; CHECK: {{^\}$}}
define void @returns(i64 "weft.item.id"="x" %x, ptr %out) {
entry:
  %c = icmp eq i64 %x, 3
  br i1 %c, label %early, label %on
early:
  store i32 1, ptr %out
  ret void
on:
  %d = icmp ult i64 %x, 9
  br i1 %d, label %late, label %never
late:
  store i32 2, ptr %out
  ret void
never:
  unreachable
}

; `continue` from two places and the loop's end: one way back. An exit that others lead to as well is split, and what
; leaves the loop is a phi there.
; CHECK-LABEL: define void @latches(
; CHECK: {{^}}loop:
; CHECK-NEXT: %i = phi i64 [ 0, %{{.*}} ], [ %[[BACK:.*]], %[[LATCH:.*]] ]
; CHECK: {{^}}[[LATCH]]:
; CHECK-NEXT: %[[BACK]] = phi i64 [ %{{.*}}, %{{.*}} ], [ %{{.*}}, %{{.*}} ], [ %{{.*}}, %{{.*}} ]
; CHECK-NEXT: br label %loop
; CHECK: {{^}}end.loopexit:
; CHECK-NEXT: %[[LAST:.*]] = phi i64 [ %i, %loop ]
; CHECK-NEXT: br label %end
; CHECK: {{^}}end:
; CHECK: phi i64 [ 0, %entry ], [ %[[LAST]], %end.loopexit ]
define void @latches(i64 "weft.item.id"="x" %x, ptr %out, i64 %n) {
entry:
  %none = icmp eq i64 %n, 0
  br i1 %none, label %end, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %a, %one ], [ %b, %two ], [ %c, %three ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %one, label %end
one:
  %a = add i64 %i, %x
  %ca = icmp eq i64 %a, 7
  br i1 %ca, label %loop, label %two
two:
  %b = add i64 %a, 2
  %cb = icmp eq i64 %b, 9
  br i1 %cb, label %loop, label %three
three:
  %c = add i64 %b, 3
  br label %loop
end:
  %r = phi i64 [ 0, %entry ], [ %i, %loop ]
  %o = getelementptr i64, ptr %out, i64 %x
  store i64 %r, ptr %o
  ret void
}

; A loop without end gets a way out that is never taken: each block leads to the return.
; CHECK-LABEL: define void @endless(
; CHECK: {{^}}loop:
; CHECK: br i1 true, label %loop, label %[[OUT:.*]]
; CHECK: {{^}}[[OUT]]:
; CHECK-NEXT: br label %return
; CHECK: {{^}}return:
; CHECK-NEXT: ret void
define void @endless(i64 "weft.item.id"="x" %x, ptr %out) {
entry:
  %c = icmp eq i64 %x, 3
  br i1 %c, label %loop, label %end
loop:
  store volatile i32 1, ptr %out
  br label %loop
end:
  ret void
}

; What is as it should be stays as it is, but for the return.
; CHECK-LABEL: define void @plain(
; CHECK-NEXT: entry:
; CHECK-NEXT: %o = getelementptr i64, ptr %out, i64 %x
; CHECK-NEXT: br label %loop
; CHECK-EMPTY:
; CHECK-NEXT: loop:
; CHECK-NEXT: %i = phi i64 [ 0, %entry ], [ %j, %loop ]
; CHECK-NEXT: %j = add i64 %i, 1
; CHECK-NEXT: %more = icmp ult i64 %j, %n
; CHECK-NEXT: br i1 %more, label %loop, label %end
; CHECK-EMPTY:
; CHECK-NEXT: end:
; CHECK-NEXT: store i64 %n, ptr %o
; CHECK-NEXT: br label %return
; CHECK-EMPTY:
; CHECK-NEXT: return:
; CHECK-NEXT: ret void
; CHECK-NEXT: }
define void @plain(i64 "weft.item.id"="x" %x, ptr %out, i64 %n) {
entry:
  %o = getelementptr i64, ptr %out, i64 %x
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %n
  br i1 %more, label %loop, label %end
end:
  store i64 %n, ptr %o
  ret void
}
