; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A guard is asked about all of a row before its packets, where no work-item need come to the sum that it is about: flags that
; hold only where one does are dropped, for a guard that is poison would be branched on.
; PASSES: spmd-packetise

; The index is not said to stay in its type, its parts are.
; CHECK-LABEL: define {{.*}}i1 @wraps.guard.4.1.0(
; CHECK-SAME: i64 [[X:%[^,]*]], ptr %{{[^,]*}}, i32 [[N:%[^,]*]], i64 %{{[^,]*}})
; CHECK: [[I:%.*]] = trunc i64 [[X]] to i32
; CHECK: [[LAST:%.*]] = sub i32 [[N]], 1
; CHECK: [[THREE:%.*]] = mul i32 [[LAST]], 3
; CHECK: [[HALF:%.*]] = lshr i32 [[THREE]], 1
; CHECK: [[INDEX:%.*]] = add i32 [[I]], [[HALF]]
; CHECK: sext i32 [[INDEX]] to i64
; CHECK: ret i1
define void @wraps(i64 "weft.item.id"="x" %x, ptr %p, i32 %n) "weft.plan"="4,1,0" {
  %i = trunc nuw nsw i64 %x to i32
  %last = sub nuw nsw i32 %n, 1
  %three = mul nuw nsw i32 %last, 3
  %half = lshr exact i32 %three, 1
  %index = add i32 %i, %half
  %wide = sext i32 %index to i64
  %q = getelementptr inbounds i32, ptr %p, i64 %wide
  store i32 1, ptr %q
  ret void
}

; Lanes of an `or` in which no bits meet are those of the sum, also where x is asked about whose bits do meet.
; CHECK-LABEL: define {{.*}}i1 @bits.guard.4.1.0(
; CHECK-SAME: i64 [[X:%[^,]*]], ptr %{{[^,]*}}, i32 [[N:%[^,]*]], i64 %{{[^,]*}})
; CHECK: [[I:%.*]] = trunc i64 [[X]] to i32
; CHECK: [[SUM:%.*]] = add i32 [[I]], [[N]]
; CHECK: [[ANY:%.*]] = or i32 [[N]], 5
; CHECK: [[INDEX:%.*]] = add i32 [[SUM]], [[ANY]]
; CHECK: sext i32 [[INDEX]] to i64
; CHECK: ret i1
define void @bits(i64 "weft.item.id"="x" %x, ptr %p, i32 %n) "weft.plan"="4,1,0" {
  %i = trunc nuw nsw i64 %x to i32
  %sum = or disjoint i32 %i, %n
  %any = or i32 %n, 5
  %index = add i32 %sum, %any
  %wide = sext i32 %index to i64
  %q = getelementptr inbounds i32, ptr %p, i64 %wide
  store i32 1, ptr %q
  ret void
}

; An amount that may be too large is brought below the number of bits. The packet has it as it is: its work-items do shift.
; CHECK-LABEL: define {{.*}}void @shifts.packet.4.1.0(
; CHECK-NOT: urem
; CHECK: shl nsw i32 %n, %s
; CHECK: ret void
; CHECK-LABEL: define {{.*}}i1 @shifts.guard.4.1.0(
; CHECK-SAME: i64 [[X:%[^,]*]], ptr %{{[^,]*}}, i32 [[N:%[^,]*]], i32 [[S:%[^,]*]], i64 %{{[^,]*}})
; CHECK: [[I:%.*]] = trunc i64 [[X]] to i32
; CHECK: [[BELOW:%.*]] = urem i32 [[S]], 32
; CHECK: [[BASE:%.*]] = shl i32 [[N]], [[BELOW]]
; CHECK: add i32 [[I]], [[BASE]]
; CHECK: ret i1
define void @shifts(i64 "weft.item.id"="x" %x, ptr %p, i32 %n, i32 %s) "weft.plan"="4,1,0" {
  %i = trunc nuw nsw i64 %x to i32
  %base = shl nsw i32 %n, %s
  %index = add i32 %i, %base
  %wide = sext i32 %index to i64
  %q = getelementptr inbounds i32, ptr %p, i64 %wide
  store i32 1, ptr %q
  ret void
}

; Nothing to ask: sums of 64 bits, or that are said not to wrap.
; CHECK-NOT: @sure.guard
define void @sure(i64 "weft.item.id"="x" %x, ptr %p, i32 %n) "weft.plan"="4,1,0" {
  %wide = sext i32 %n to i64
  %sum = add i64 %x, %wide
  %q = getelementptr inbounds i32, ptr %p, i64 %sum
  store i32 1, ptr %q
  %i = trunc nuw nsw i64 %x to i32
  %next = add nuw nsw i32 %i, 1
  %index = zext i32 %next to i64
  %r = getelementptr inbounds i32, ptr %p, i64 %index
  store i32 2, ptr %r
  ret void
}
