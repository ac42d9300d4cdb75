; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Pointers that walk through memory become indices of where they began.
; PASSES: item/index-pointer-walks
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Back by two floats and on by three; from the middle; in a loop within a loop that begins where the outer one is.
; CHECK-LABEL: define void @walks(
; CHECK: outer:
; CHECK: %p.far = phi i64 [ 0, %entry ], [ [[P1:%.*]], %latch ]
; CHECK: [[P:%.*]] = getelementptr inbounds [4 x i8], ptr %start, i64 %p.far
; CHECK: inner:
; CHECK: %q.far = phi i64 [ 0, %outer ], [ [[Q2:%.*]], %inner ]
; CHECK: getelementptr inbounds [4 x i8], ptr [[P]], i64 %q.far
; CHECK: [[Q1:%.*]] = add i64 %q.far, -2
; CHECK: getelementptr inbounds [4 x i8], ptr [[P]], i64 [[Q1]]
; CHECK: [[Q2]] = add i64 [[Q1]], 3
; CHECK: [[P1]] = add i64 %p.far, 1
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

; Not private arrays by distances that are not known; other memory by those too, computed before the loop.
; CHECK-LABEL: define void @others(
; CHECK: entry:
; CHECK: [[R:%.*]] = mul i64 %n, 3
; CHECK: loop:
; CHECK: phi ptr
; CHECK: %q.far = phi i64 [ 0, %entry ], [ [[Q2:%.*]], %loop ]
; CHECK: getelementptr [4 x i8], ptr %own, i64 %q.far
; CHECK: [[Q1:%.*]] = add i64 %q.far, [[R]]
; CHECK: [[Q2]] = add i64 [[Q1]], -1
; CHECK: ret void
define void @others(i64 "weft.item.id"="x" %x, ptr %out, i64 %n, i1 %c) {
entry:
  %a = alloca [64 x float], align 16
  %own = getelementptr float, ptr %out, i64 %x
  br label %loop
loop:
  %p = phi ptr [ %a, %entry ], [ %p.next, %loop ]
  %q = phi ptr [ %own, %entry ], [ %q.next, %loop ]
  %v = load float, ptr %p
  store float %v, ptr %q
  %p.next = getelementptr inbounds float, ptr %p, i64 %n
  %q.row = getelementptr [3 x float], ptr %q, i64 %n
  %q.next = getelementptr i8, ptr %q.row, i64 -4
  br i1 %c, label %loop, label %done
done:
  ret void
}

; Nor by distances that the loop changes, nor what is the same for all, nor what lanes loaded.
; CHECK-LABEL: define void @changed(
; CHECK: phi ptr
; CHECK: phi ptr
; CHECK: phi ptr
; CHECK: ret void
define void @changed(i64 "weft.item.id"="x" %x, ptr %out, i1 %c) {
entry:
  %own = getelementptr float, ptr %out, i64 %x
  %list = load ptr, ptr %own
  br label %loop
loop:
  %p = phi ptr [ %out, %entry ], [ %p.next, %loop ]
  %l = phi ptr [ %list, %entry ], [ %l.next, %loop ]
  %q = phi ptr [ %own, %entry ], [ %q.next, %loop ]
  store i64 1, ptr %p
  store i64 1, ptr %l
  %l.next = getelementptr i8, ptr %l, i64 8
  %p.next = getelementptr i8, ptr %p, i64 8
  %n = load i64, ptr %q
  %q.next = getelementptr i8, ptr %q, i64 %n
  br i1 %c, label %loop, label %done
done:
  ret void
}
