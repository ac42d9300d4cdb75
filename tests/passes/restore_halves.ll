; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A counter of 64 bits of which only the lower half is asked for, and a counter of 32 that is this half, are one.
; PASSES: simplify/join-halves

; CHECK-LABEL: define void @twice(
; CHECK: loop:
; CHECK-NEXT: %own = phi i32
; CHECK-NEXT: %zero = phi i32
; CHECK-NEXT: zext i32 %zero to i64
; CHECK-NEXT: zext i32 %own to i64
; CHECK: ret void
define void @twice(ptr %p, i64 %x, i64 %step, i32 %n) "weft.kernel" {
entry:
  %first = trunc i64 %x to i32
  br label %loop
loop:
  %i = phi i64 [ %x, %entry ], [ %next, %loop ]
  %own = phi i32 [ %first, %entry ], [ %low, %loop ]
  %zero = phi i32 [ 7, %entry ], [ %low, %loop ]
  %j = phi i64 [ 4294967303, %entry ], [ %next, %loop ]
  %high = shl i64 %i, 32
  %wide = ashr exact i64 %high, 32
  %at = getelementptr float, ptr %p, i64 %wide
  store float 1.0, ptr %at
  %zero.wide = sext i32 %zero to i64
  %sum = add i64 %j, %zero.wide
  %half = trunc i64 %sum to i32
  store i32 %half, ptr %p
  %next = add i64 %wide, %step
  %low = trunc i64 %next to i32
  %more = icmp slt i32 %own, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Not where one bit more is asked for, nor where there is no other counter.
; CHECK-LABEL: define void @wide(
; CHECK: %i = phi i64
; CHECK: %own = phi i32
; CHECK: %alone = phi i64
; CHECK: ret void
define void @wide(ptr %p, i64 %x, i32 %n) "weft.kernel" {
entry:
  %first = trunc i64 %x to i32
  br label %loop
loop:
  %i = phi i64 [ %x, %entry ], [ %next, %loop ]
  %own = phi i32 [ %first, %entry ], [ %low, %loop ]
  %alone = phi i64 [ 5, %entry ], [ %next, %loop ]
  %bit = and i64 %i, 4294967296
  store i64 %bit, ptr %p
  %half = trunc i64 %alone to i32
  store i32 %half, ptr %p
  %next = add i64 %i, 3
  %low = trunc i64 %next to i32
  %more = icmp slt i32 %own, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
