; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The range of x in which comparisons, clamps and remainders have one answer; what is the same on a side of it.
; PASSES: spmd-clip

declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)

; Both bounds; nothing happens outside.
; CHECK-LABEL: define {{.*}}{ i64, i64, i1 } @between.range(
; CHECK-SAME: ptr %1, i64 %2, i64 %3)
; CHECK: call i64 @llvm.smax.i64(i64 0, i64
; CHECK: call i64 @llvm.smin.i64(
; CHECK-LABEL: define void @between.below(
; CHECK-NEXT: end:
; CHECK-NEXT: ret void
; CHECK-LABEL: define void @between.above(
; CHECK-NEXT: end:
; CHECK-NEXT: ret void
; CHECK-LABEL: define void @between.inner(
; CHECK-NOT: icmp
; CHECK: store i32 1
; CHECK-NEXT: ret void
define void @between(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i64 %n) {
  %a = icmp ugt i64 %x, 2
  %b = icmp ult i64 %x, %n
  %c = and i1 %a, %b
  br i1 %c, label %then, label %end
then:
  %q = getelementptr i32, ptr %p, i64 %x
  store i32 1, ptr %q
  br label %end
end:
  ret void
}

; A clamp of a clamp and a torus: within the range they are the sums themselves. Nothing is the same outside.
; CHECK-LABEL: @neighbours.range(
; CHECK-NOT: @neighbours.below
; CHECK-LABEL: define void @neighbours.inner(
; CHECK-NOT: @llvm.s
; CHECK-NOT: srem
; CHECK: [[X:%.*]] = trunc i64 %x to i32
; CHECK: [[LEFT:%.*]] = add nsw i32 [[X]], -1
; CHECK: [[RIGHT:%.*]] = add i32 [[X]], 1
; CHECK: store i32 [[LEFT]]
; CHECK: store i32 [[RIGHT]]
define void @neighbours(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i32 %w) {
  %i = trunc i64 %x to i32
  %left = add nsw i32 %i, -1
  %a = call i32 @llvm.smax.i32(i32 %left, i32 0)
  %b = call i32 @llvm.smin.i32(i32 %a, i32 %w)
  %right = add i32 %i, 1
  %past = add i32 %right, %w
  %zero = icmp eq i32 %w, 0
  %safe = select i1 %zero, i32 1, i32 %w
  %r = srem i32 %past, %safe
  %q = getelementptr i32, ptr %p, i64 %x
  store i32 %b, ptr %q
  %t = getelementptr i8, ptr %q, i64 32768
  store i32 %r, ptr %t
  ret void
}

; A clamp out of which LLVM has moved the constant, max(x - 1, 0) as max(x, 1) - 1, in one from above.
; CHECK-LABEL: define void @moved.inner(
; CHECK-NOT: @llvm.s
; CHECK: [[BELOW:%.*]] = add i32 %i, -1
; CHECK: store i32 [[BELOW]]
define void @moved(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i32 %w) {
  %i = trunc i64 %x to i32
  %a = call i32 @llvm.smax.i32(i32 %i, i32 1)
  %left = add nsw i32 %a, -1
  %b = call i32 @llvm.smin.i32(i32 %left, i32 %w)
  %q = getelementptr i32, ptr %p, i64 %x
  store i32 %b, ptr %q
  ret void
}

; A torus of a constant width: 30 more is one less.
; CHECK-LABEL: define void @constant.inner(
; CHECK-NOT: urem
; CHECK: [[LEFT:%.*]] = sub i32 %past, 31
; CHECK: store i32 [[LEFT]]
; CHECK: store i32 %right
define void @constant(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p) {
  %i = trunc i64 %x to i32
  %past = add i32 %i, 30
  %l = urem i32 %past, 31
  %right = add i32 %i, 1
  %r = urem i32 %right, 31
  %q = getelementptr i32, ptr %p, i64 %x
  store i32 %l, ptr %q
  %t = getelementptr i8, ptr %q, i64 32768
  store i32 %r, ptr %t
  ret void
}

; What x is multiplied with, or what memory holds, gives no range.
; CHECK-NOT: @refused.range
define void @refused(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i64 %n) {
  %m = mul i64 %x, %n
  %l = load i64, ptr %p
  %a = icmp ult i64 %m, 7
  %b = icmp ult i64 %x, %l
  %c = and i1 %a, %b
  br i1 %c, label %then, label %end
then:
  %q = getelementptr i32, ptr %p, i64 %x
  store i32 1, ptr %q
  br label %end
end:
  ret void
}

; Of a reduction's step all that is left above the range is the same for all: it runs once.
; CHECK-LABEL: define void @half.above(
; CHECK-NEXT: end:
; CHECK-NEXT: store i32 %n, ptr %p
; CHECK-NEXT: ret void
define void @half(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i32 %n) {
  %w = zext i32 %n to i64
  %c = icmp ult i64 %x, %w
  br i1 %c, label %then, label %end
then:
  %q = getelementptr i32, ptr %p, i64 %x
  store i32 1, ptr %q
  br label %end
end:
  store i32 %n, ptr %p
  ret void
}

; A divisor that is 1 for another reason than that it may be 0: its remainder is not x.
; CHECK-NOT: @either.range
define void @either(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i32 %w, i1 %one) {
  %i = trunc i64 %x to i32
  %d = select i1 %one, i32 1, i32 %w
  %r = srem i32 %i, %d
  %q = getelementptr i32, ptr %p, i64 %x
  store i32 %r, ptr %q
  ret void
}

; One work-item is left out: the range ends before it, and what the others do is nothing.
; CHECK-LABEL: define {{.*}}{ i64, i64, i1 } @equal.range(
; CHECK-LABEL: define void @equal.inner(
; CHECK-NEXT: end:
; CHECK-NEXT: ret void
define void @equal(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i64 %n) {
  %c = icmp eq i64 %x, %n
  br i1 %c, label %then, label %end
then:
  %q = getelementptr i32, ptr %p, i64 %x
  store i32 1, ptr %q
  br label %end
end:
  ret void
}

; What differs in y only, not in x, is the same for a row: all of it is the range, or nothing, and then no side is left out.
; CHECK-LABEL: define {{.*}}{ i64, i64, i1 } @rows.range(
; CHECK: %[[IS:.*]] = icmp ult i64 %1, %3
; CHECK: %[[ROW:.*]] = and i1 true, %[[IS]]
; CHECK: select i1 %[[ROW]], i64 %{{.*}}, i64 %4
; CHECK: select i1 %[[ROW]], i64 %{{.*}}, i64 0
; CHECK: and i1 true, %[[ROW]]
; CHECK-LABEL: define void @rows.inner(
; CHECK-NOT: icmp
; CHECK: ret void
define void @rows(i64 range(i64 0, 8192) "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, ptr %p, i64 %n) {
  %c = icmp ult i64 %y, %n
  br i1 %c, label %then, label %end
then:
  %q = getelementptr i32, ptr %p, i64 %x
  store i32 1, ptr %q
  br label %end
end:
  ret void
}

; As much to do on one side as on the other; one side of one number or the other side of another; a number that changes while the
; work-item runs; an answer that nothing branches on: there is no range that most of the row would be in.
; CHECK-NOT: @sides.range
define void @sides(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i64 %n) {
  %q = getelementptr i32, ptr %p, i64 %x
  %c = icmp ult i64 %x, %n
  br i1 %c, label %then, label %else
then:
  store i32 1, ptr %q
  br label %end
else:
  store i32 2, ptr %q
  br label %end
end:
  ret void
}
; CHECK-NOT: @either_or.range
define void @either_or(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i64 %n, i64 %m) {
  %a = icmp ult i64 %x, %n
  %b = icmp ugt i64 %x, %m
  %c = or i1 %a, %b
  br i1 %c, label %then, label %end
then:
  %q = getelementptr i32, ptr %p, i64 %x
  store i32 1, ptr %q
  br label %end
end:
  ret void
}
; CHECK-NOT: @in_loop.range
define void @in_loop(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %up, %next ]
  %c = icmp ult i64 %x, %i
  br i1 %c, label %then, label %next
then:
  %q = getelementptr i32, ptr %p, i64 %x
  store i32 1, ptr %q
  br label %next
next:
  %up = add i64 %i, 1
  %more = icmp ult i64 %up, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
; CHECK-NOT: @value.range
define void @value(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i64 %n) {
  %c = icmp ult i64 %x, %n
  %v = zext i1 %c to i32
  %q = getelementptr i32, ptr %p, i64 %x
  store i32 %v, ptr %q
  ret void
}

; Several elements for each work-item: numbers that grow by more than one end where their steps do, and what is left for
; the last ones is less than a share.
; CHECK-LABEL: define {{.*}}{ i64, i64, i1 } @shares.range(
; CHECK: udiv i64 %{{.*}}, 6
; CHECK-LABEL: define void @shares.inner(
; CHECK-NOT: icmp
; CHECK-NOT: @llvm.umin
; CHECK: store i32 6
; CHECK: ret void
define void @shares(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i32 %n) {
  %i = trunc i64 %x to i32
  %from = mul i32 %i, 6
  %in = icmp ult i32 %from, %n
  br i1 %in, label %then, label %end
then:
  %left = sub i32 %n, %from
  %share = call i32 @llvm.umin.i32(i32 %left, i32 6)
  %q = getelementptr i32, ptr %p, i64 %x
  store i32 %share, ptr %q
  br label %end
end:
  ret void
}

; A clamp of a share is one of its number.
; CHECK-LABEL: define void @shares_clamped.inner(
; CHECK: store i32 6
define void @shares_clamped(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i32 %n) {
  %i = trunc i64 %x to i32
  %from = mul i32 %i, 6
  %left = sub i32 %n, %from
  %share = call i32 @llvm.umin.i32(i32 %left, i32 6)
  %some = call i32 @llvm.umax.i32(i32 %share, i32 1)
  %q = getelementptr i32, ptr %p, i64 %x
  store i32 %some, ptr %q
  ret void
}

; From the end on.
; CHECK-LABEL: define void @backwards.inner(
; CHECK-NOT: icmp
; CHECK: store i32
; CHECK: ret void
define void @backwards(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i32 %n) {
  %i = trunc i64 %x to i32
  %not = xor i32 %i, -1
  %back = add i32 %n, %not
  %in = icmp sgt i32 %back, -1
  br i1 %in, label %then, label %end
then:
  %q = getelementptr i32, ptr %p, i64 %x
  store i32 %back, ptr %q
  br label %end
end:
  ret void
}

; Both ways are work: what is left of a row is for few, also where it takes more instructions.
; CHECK-LABEL: define void @rest.inner(
; CHECK-NOT: icmp
; CHECK: store i32 1
; CHECK-NEXT: ret void
define void @rest(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i64 %n) {
  %s = shl nuw nsw i64 %x, 3
  %e = or disjoint i64 %s, 7
  %whole = icmp ult i64 %e, %n
  %q = getelementptr i32, ptr %p, i64 %x
  br i1 %whole, label %fast, label %slow
fast:
  store i32 1, ptr %q
  br label %end
slow:
  %l = load i32, ptr %q
  %m = mul i32 %l, %l
  %o = add i32 %m, 3
  store i32 %o, ptr %q
  br label %end
end:
  ret void
}
