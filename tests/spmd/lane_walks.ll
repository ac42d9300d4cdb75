; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Loops in which each lane walks a row of its own: as many iterations as a line of the cache has elements stand together.
; PASSES: item/unroll-lane-walks
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @floats(
; CHECK-COUNT-16: load float
; CHECK: br i1
; CHECK: load float
; CHECK-NOT: load float
define void @floats(i64 "weft.item.id"="x" %x, ptr %in, ptr %out, i64 %pitch, i64 %n) {
entry:
  %row = mul nsw i64 %x, %pitch
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = add nsw i64 %row, %k
  %p = getelementptr inbounds float, ptr %in, i64 %at
  %v = load float, ptr %p, align 4
  %more = fadd float %sum, %v
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  %q = getelementptr inbounds float, ptr %out, i64 %x
  store float %more, ptr %q, align 4
  ret void
}

; Eight doubles are a line. A known number of iterations is parted without a rest: 12 by four.
; CHECK-LABEL: define void @doubles(
; CHECK-COUNT-8: load double
; CHECK: br i1
; CHECK-LABEL: define void @twelve(
; CHECK-COUNT-4: load i32
; CHECK-NOT: load i32
define void @doubles(i64 "weft.item.id"="x" %x, ptr %in, ptr %out, i64 %pitch, i64 %n) {
entry:
  %row = mul nsw i64 %x, %pitch
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %more, %loop ]
  %at = add nsw i64 %row, %k
  %p = getelementptr inbounds double, ptr %in, i64 %at
  %v = load double, ptr %p, align 8
  %more = fadd double %sum, %v
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  %q = getelementptr inbounds double, ptr %out, i64 %x
  store double %more, ptr %q, align 8
  ret void
}
define void @twelve(i64 "weft.item.id"="x" %x, ptr %in, ptr %out, i64 %pitch) {
entry:
  %row = mul nsw i64 %x, %pitch
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %at = add nsw i64 %row, %k
  %p = getelementptr inbounds i32, ptr %in, i64 %at
  %v = load i32, ptr %p, align 4
  %more = add i32 %sum, %v
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, 12
  br i1 %again, label %loop, label %done
done:
  %q = getelementptr inbounds i32, ptr %out, i64 %x
  store i32 %more, ptr %q, align 4
  ret void
}

; Left alone: lanes side by side, a row that all lanes walk, columns, lanes that leave at different times, and memory that
; is written meanwhile.
; CHECK-LABEL: define void @beside(
; CHECK-COUNT-1: load float
; CHECK-NOT: load float
; CHECK-LABEL: define void @together(
; CHECK-COUNT-1: load float
; CHECK-NOT: load float
; CHECK-LABEL: define void @columns(
; CHECK-COUNT-1: load float
; CHECK-NOT: load float
; CHECK-LABEL: define void @parting(
; CHECK-COUNT-1: load float
; CHECK-NOT: load float
; CHECK-LABEL: define void @writes(
; CHECK-COUNT-1: load float
; CHECK-NOT: load float
; CHECK: {{^\}$}}
define void @beside(i64 "weft.item.id"="x" %x, ptr %in, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = add nsw i64 %x, %k
  %p = getelementptr inbounds float, ptr %in, i64 %at
  %v = load float, ptr %p, align 4
  %more = fadd float %sum, %v
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  %q = getelementptr inbounds float, ptr %out, i64 %x
  store float %more, ptr %q, align 4
  ret void
}
define void @together(i64 "weft.item.id"="x" %x, ptr %in, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %p = getelementptr inbounds float, ptr %in, i64 %k
  %v = load float, ptr %p, align 4
  %more = fadd float %sum, %v
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  %q = getelementptr inbounds float, ptr %out, i64 %x
  store float %more, ptr %q, align 4
  ret void
}
define void @columns(i64 "weft.item.id"="x" %x, ptr %in, ptr %out, i64 %pitch, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %row = mul nsw i64 %k, %pitch
  %at = add nsw i64 %row, %x
  %p = getelementptr inbounds float, ptr %in, i64 %at
  %v = load float, ptr %p, align 4
  %more = fadd float %sum, %v
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  %q = getelementptr inbounds float, ptr %out, i64 %x
  store float %more, ptr %q, align 4
  ret void
}
define void @parting(i64 "weft.item.id"="x" %x, ptr %in, ptr %out, i64 %pitch) {
entry:
  %row = mul nsw i64 %x, %pitch
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = add nsw i64 %row, %k
  %p = getelementptr inbounds float, ptr %in, i64 %at
  %v = load float, ptr %p, align 4
  %more = fadd float %sum, %v
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, %x
  br i1 %again, label %loop, label %done
done:
  %q = getelementptr inbounds float, ptr %out, i64 %x
  store float %more, ptr %q, align 4
  ret void
}
define void @writes(i64 "weft.item.id"="x" %x, ptr %in, ptr %out, i64 %pitch, i64 %n) {
entry:
  %row = mul nsw i64 %x, %pitch
  %q = getelementptr inbounds float, ptr %out, i64 %x
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = add nsw i64 %row, %k
  %p = getelementptr inbounds float, ptr %in, i64 %at
  %v = load float, ptr %p, align 4
  %more = fadd float %sum, %v
  store float %more, ptr %q, align 4
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}
