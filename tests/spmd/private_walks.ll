; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Pointers that walk through private arrays become indices of their elements.
; PASSES: item/index-private-walks
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Back by two floats and on by three; from the middle; in a loop within a loop that begins where the outer one is.
; CHECK-LABEL: define void @walks(
; CHECK: outer:
; CHECK: %p.index = phi i64 [ 0, %entry ], [ [[P1:%.*]], %latch ]
; CHECK: [[P:%.*]] = getelementptr inbounds [4 x i8], ptr %start, i64 %p.index
; CHECK: inner:
; CHECK: %q.index = phi i64 [ 0, %outer ], [ [[Q2:%.*]], %inner ]
; CHECK: getelementptr inbounds [4 x i8], ptr [[P]], i64 %q.index
; CHECK: [[Q1:%.*]] = add i64 %q.index, -2
; CHECK: getelementptr inbounds [4 x i8], ptr [[P]], i64 [[Q1]]
; CHECK: [[Q2]] = add i64 [[Q1]], 3
; CHECK: [[P1]] = add i64 %p.index, 1
; CHECK-NOT: phi ptr
; CHECK: ret void
define void @walks(i64 "weft.item.id"="x" %x, i64 %n, i1 %c, i1 %d) {
entry:
  %a = alloca [64 x float], align 16
  %start = getelementptr inbounds float, ptr %a, i64 8
  br label %outer
outer:
  %p = phi ptr [ %start, %entry ], [ %p.next, %latch ]
  br label %inner
inner:
  %q = phi ptr [ %p, %outer ], [ %q.next, %inner ]
  store float 1.0, ptr %q
  %back = getelementptr inbounds i8, ptr %q, i64 -8
  store float 2.0, ptr %back
  %q.next = getelementptr inbounds i8, ptr %back, i64 12
  br i1 %c, label %inner, label %latch
latch:
  %p.next = getelementptr inbounds float, ptr %p, i64 1
  br i1 %d, label %outer, label %done
done:
  ret void
}

; Not by distances that are not known, nor in other memory.
; CHECK-LABEL: define void @others(
; CHECK: phi ptr
; CHECK: phi ptr
; CHECK: ret void
define void @others(i64 "weft.item.id"="x" %x, ptr %out, i64 %n, i1 %c) {
entry:
  %a = alloca [64 x float], align 16
  br label %loop
loop:
  %p = phi ptr [ %a, %entry ], [ %p.next, %loop ]
  %q = phi ptr [ %out, %entry ], [ %q.next, %loop ]
  %v = load float, ptr %p
  store float %v, ptr %q
  %p.next = getelementptr inbounds float, ptr %p, i64 %n
  %q.next = getelementptr inbounds float, ptr %q, i64 1
  br i1 %c, label %loop, label %done
done:
  ret void
}
