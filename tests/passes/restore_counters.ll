; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Pointers and numbers that a loop moves beside its counter are reached by the counter.
; PASSES: simplify/one-counter
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Elements of four bytes and of twelve from the second on, and a multiple, of what begins with an id that was cut off.
; CHECK-LABEL: define void @strides(
; CHECK: entry:
; CHECK: [[BASE:%.*]] = getelementptr i8, ptr %q, i64 4
; CHECK: loop:
; CHECK-NEXT: %i = phi i64
; CHECK-NOT: phi
; CHECK-DAG: getelementptr [4 x i8], ptr %p, i64 %i
; CHECK-DAG: getelementptr [12 x i8], ptr [[BASE]], i64 %i
; CHECK-DAG: mul i64 %i, -3
; CHECK: ret void
define void @strides(ptr %p, ptr %q, ptr %out, i64 %x, i64 %size, i64 %n) "weft.kernel" {
entry:
  %xs = shl i64 %x, 32
  %x1 = ashr exact i64 %xs, 32
  %x4 = ashr exact i64 %xs, 30
  %ss = shl i64 %size, 32
  %s1 = ashr exact i64 %ss, 32
  %s4 = ashr exact i64 %ss, 30
  %s12 = mul i64 %s1, 12
  %s3 = mul i64 %s1, -3
  %x12 = mul i64 %x1, 12
  %x3 = mul i64 %x1, -3
  %p0 = getelementptr i8, ptr %p, i64 %x4
  %q0 = getelementptr i8, ptr %q, i64 %x12
  %q1 = getelementptr i8, ptr %q0, i64 4
  br label %loop
loop:
  %i = phi i64 [ %x1, %entry ], [ %i.next, %loop ]
  %a = phi ptr [ %p0, %entry ], [ %a.next, %loop ]
  %b = phi ptr [ %q1, %entry ], [ %b.next, %loop ]
  %m = phi i64 [ %x3, %entry ], [ %m.next, %loop ]
  %v = load float, ptr %a
  store float %v, ptr %b
  store i64 %m, ptr %out
  %a.next = getelementptr i8, ptr %a, i64 %s4
  %b.next = getelementptr i8, ptr %b, i64 %s12
  %m.next = add i64 %m, %s3
  %i.next = add i64 %i, %s1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; What is left is counted down: what was done is counted up, and is less than all where there are any.
; CHECK-LABEL: define void @down(
; CHECK: loop:
; CHECK-NEXT: %c.done = phi i64 [ 0, %before ], [ [[MORE:%.*]], %loop ]
; CHECK-NOT: phi
; CHECK: getelementptr [8 x i8], ptr %p, i64 %c.done
; CHECK: [[MORE]] = add i64 %c.done, 1
; CHECK: icmp sge i64 [[MORE]], %n
; CHECK: ret void
define void @down(ptr %p, i64 %n) "weft.kernel" {
entry:
  %any = icmp sgt i64 %n, 0
  br i1 %any, label %before, label %done
before:
  br label %loop
loop:
  %c = phi i64 [ %n, %before ], [ %c.next, %loop ]
  %a = phi ptr [ %p, %before ], [ %a.next, %loop ]
  store i64 7, ptr %a
  %a.next = getelementptr i8, ptr %a, i64 8
  %c.next = add i64 %c, -1
  %none = icmp eq i64 %c.next, 0
  br i1 %none, label %done, label %loop
done:
  ret void
}

; A counter of bytes counts elements; a pitch is multiplied where the counter goes on by one. The bound may stand first.
; CHECK-LABEL: define void @bytes(
; CHECK: [[ALL:%.*]] = zext nneg i32 %n to i64
; CHECK: loop:
; CHECK-NEXT: %b.done = phi i64 [ 0, %before ], [ [[MORE:%.*]], %loop ]
; CHECK-NOT: phi
; CHECK-DAG: mul i64 %b.done, 16
; CHECK-DAG: mul i64 %b.done, %pitch
; CHECK: [[MORE]] = add i64 %b.done, 1
; CHECK: icmp {{sge|uge}} i64 [[MORE]], [[ALL]]
; CHECK: ret void
define void @bytes(ptr %p, ptr %q, i32 %n, i64 %pitch) "weft.kernel" {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %before, label %done
before:
  %wide = zext nneg i32 %n to i64
  %all = shl nuw nsw i64 %wide, 4
  br label %loop
loop:
  %b = phi i64 [ 0, %before ], [ %b.next, %loop ]
  %a = phi ptr [ %p, %before ], [ %a.next, %loop ]
  %to = getelementptr i8, ptr %q, i64 %b
  store float 1.0, ptr %to
  store float 1.0, ptr %a
  %a.next = getelementptr i8, ptr %a, i64 %pitch
  %b.next = add i64 %b, 16
  %end = icmp eq i64 %all, %b.next
  br i1 %end, label %done, label %loop
done:
  ret void
}

; Not where the bound may be no multiple: it is come to after a wrap, or never.
; CHECK-LABEL: define void @no_multiple(
; CHECK: %b = phi i64
; CHECK: ret void
define void @no_multiple(ptr %p, ptr %q, i64 %n) "weft.kernel" {
entry:
  %all = shl i64 %n, 4
  br label %loop
loop:
  %b = phi i64 [ 0, %entry ], [ %b.next, %loop ]
  %a = phi ptr [ %p, %entry ], [ %a.next, %loop ]
  %to = getelementptr i8, ptr %q, i64 %b
  store float 1.0, ptr %to
  store float 1.0, ptr %a
  %a.next = getelementptr i8, ptr %a, i64 3
  %b.next = add i64 %b, 16
  %end = icmp eq i64 %all, %b.next
  br i1 %end, label %done, label %loop
done:
  ret void
}

; A counter of 32 bits that does not wrap; its bound is asked for by equality where nothing says that it is not beyond.
; CHECK-LABEL: define void @narrow(
; CHECK: loop:
; CHECK-NEXT: %i = phi i32
; CHECK-NOT: phi ptr
; CHECK: sext i32 %i to i64
; CHECK: getelementptr [4 x i8], ptr %p, i64
; CHECK: icmp eq i32
; CHECK: ret void
define void @narrow(ptr %p, i32 %n) "weft.kernel" {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %a = phi ptr [ %p, %entry ], [ %a.next, %loop ]
  store float 1.0, ptr %a
  %a.next = getelementptr float, ptr %a, i64 1
  %i.next = add nuw nsw i32 %i, 1
  %all = icmp eq i32 %i.next, %n
  br i1 %all, label %done, label %loop
done:
  ret void
}

; Not by distances that are no multiple, nor by a counter that may wrap, nor where the place before the first one would be
; more to compute than the pointer, nor loops that ask at their beginning.
; CHECK-LABEL: define void @others(
; CHECK: first:
; CHECK: phi ptr
; CHECK: phi ptr
; CHECK: second:
; CHECK: phi ptr
; CHECK: third:
; CHECK: phi ptr
; CHECK: ret void
define void @others(ptr %p, ptr %q, i64 %pitch, i64 %begin, i32 %wraps, i32 %by, i64 %n) "weft.kernel" {
entry:
  br label %first
first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ]
  %a = phi ptr [ %p, %entry ], [ %a.next, %first ]
  %b = phi ptr [ %q, %entry ], [ %b.next, %first ]
  store float 1.0, ptr %a
  store float 1.0, ptr %b
  %a.next = getelementptr i8, ptr %a, i64 %pitch
  %b.next = getelementptr i8, ptr %b, i64 3
  %i.next = add i64 %i, 2
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %first, label %second
second:
  %j = phi i32 [ %wraps, %first ], [ %j.next, %second ]
  %c = phi ptr [ %p, %first ], [ %c.next, %second ]
  store float 2.0, ptr %c
  %c.next = getelementptr i8, ptr %c, i64 4
  %j.next = add i32 %j, %by
  %most = icmp slt i32 %j.next, 1000
  br i1 %most, label %second, label %before
before:
  %far = load ptr, ptr %q
  br label %third
third:
  %k = phi i64 [ %begin, %before ], [ %k.next, %body ]
  %d = phi ptr [ %far, %before ], [ %d.next, %body ]
  %some = icmp slt i64 %k, %n
  br i1 %some, label %body, label %done
body:
  store float 3.0, ptr %d
  %d.next = getelementptr i8, ptr %d, i64 4
  %k.next = add i64 %k, 1
  br label %third
done:
  ret void
}
