; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Loads whose work-items come to their addresses on different ways: one on each way, where those of one are neighbours.
; PASSES: item/split-merged-loads
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @stop()

; What lies between the phi and the load goes with it; the number that both ways need stays where it is.
; CHECK-LABEL: define void @mirrored(
; CHECK: inside:
; CHECK: [[WIDE:%.*]] = sext i32 %i to i64
; CHECK: [[AT:%.*]] = getelementptr inbounds float, ptr %in, i64 [[WIDE]]
; CHECK: [[NEAR:%.*]] = load float, ptr [[AT]]
; CHECK: outside:
; CHECK: [[FAR:%.*]] = load float
; CHECK: meet:
; CHECK: phi float [ [[FAR]], %outside ], [ [[NEAR]], %inside ]
; CHECK-NOT: load
; CHECK: ret void
define void @mirrored(i64 "weft.item.id"="x" %x, ptr %in, ptr %out, i32 %row, i32 %n, i32 %last) {
entry:
  %x32 = trunc i64 %x to i32
  %i = add nsw i32 %row, %x32
  %c = icmp slt i32 %i, %n
  br i1 %c, label %inside, label %outside
inside:
  br label %meet
outside:
  %m = sub i32 %last, %i
  %m2 = mul i32 %m, %m
  br label %meet
meet:
  %k = phi i32 [ %i, %inside ], [ %m2, %outside ]
  %wide = sext i32 %k to i64
  %p = getelementptr inbounds float, ptr %in, i64 %wide
  %v = load float, ptr %p, align 4
  %q = getelementptr inbounds float, ptr %out, i64 %x
  store float %v, ptr %q, align 4
  ret void
}

; A way that goes elsewhere too gets a block of its own.
; CHECK-LABEL: define void @own_block(
; CHECK: entry:
; CHECK-NOT: load
; CHECK: outside:
; CHECK: load float
; CHECK: meet.way:
; CHECK: load float
; CHECK: meet:
; CHECK-NOT: load
; CHECK: ret void
define void @own_block(i64 "weft.item.id"="x" %x, ptr %in, ptr %out, i64 %n) {
entry:
  %c = icmp slt i64 %x, %n
  br i1 %c, label %meet, label %outside
outside:
  %m = mul i64 %x, %n
  br label %meet
meet:
  %k = phi i64 [ %x, %entry ], [ %m, %outside ]
  %p = getelementptr inbounds float, ptr %in, i64 %k
  %v = load float, ptr %p, align 4
  %q = getelementptr inbounds float, ptr %out, i64 %x
  store float %v, ptr %q, align 4
  ret void
}

; Selects that data decides: two of one condition, and a condition that no branch may go by as it is.
; CHECK-LABEL: define void @upwind(
; CHECK: [[C:%.*]] = fcmp ogt
; CHECK: [[F:%.*]] = freeze i1 [[C]]
; CHECK: br i1 [[F]]
; CHECK: load float
; CHECK: load float
; CHECK: phi float
; CHECK: br i1 [[F]]
; CHECK: load float
; CHECK: load float
; CHECK: phi float
define void @upwind(i64 "weft.item.id"="x" %x, ptr %in, ptr %wind, ptr %out, i64 %pitch) {
  %w = getelementptr inbounds float, ptr %wind, i64 %x
  %u = load float, ptr %w, align 4
  %c = fcmp ogt float %u, 0.0
  %side = select i1 %c, i64 -1, i64 1
  %row = select i1 %c, i64 %pitch, i64 0
  %a = add i64 %x, %side
  %b = add i64 %a, %row
  %p = getelementptr inbounds float, ptr %in, i64 %a
  %v = load float, ptr %p, align 4
  %q = getelementptr inbounds float, ptr %in, i64 %b
  %z = load float, ptr %q, align 4
  %s = fadd float %v, %z
  %r = getelementptr inbounds float, ptr %out, i64 %x
  store float %s, ptr %r, align 4
  ret void
}

; What ids decide is the range's. Where no way has neighbours, or but one and the same for all, a gather is left anyway.
; CHECK-LABEL: define void @by_ids(
; CHECK-COUNT-1: load float
; CHECK-NOT: load float
; CHECK-LABEL: define void @far(
; CHECK-COUNT-2: load float
; CHECK-NOT: load float
; CHECK: ret void
define void @by_ids(i64 "weft.item.id"="x" %x, ptr %in, ptr %out) {
  %c = icmp eq i64 %x, 0
  %left = add i64 %x, -1
  %k = select i1 %c, i64 %x, i64 %left
  %p = getelementptr inbounds float, ptr %in, i64 %k
  %v = load float, ptr %p, align 4
  %q = getelementptr inbounds float, ptr %out, i64 %x
  store float %v, ptr %q, align 4
  ret void
}
define void @far(i64 "weft.item.id"="x" %x, ptr %in, ptr %map, ptr %out, i64 %pitch) {
  %w = getelementptr inbounds i64, ptr %map, i64 %x
  %u = load i64, ptr %w, align 8
  %c = icmp sgt i64 %u, 5
  %column = mul i64 %x, %pitch
  %k = select i1 %c, i64 %u, i64 %column
  %p = getelementptr inbounds float, ptr %in, i64 %k
  %v = load float, ptr %p, align 4
  %l = select i1 %c, i64 %u, i64 %pitch
  %p2 = getelementptr inbounds float, ptr %in, i64 %l
  %v2 = load float, ptr %p2, align 4
  %s = fadd float %v, %v2
  %q = getelementptr inbounds float, ptr %out, i64 %x
  store float %s, ptr %q, align 4
  ret void
}

; A load does not go before a store or what may not come back, nor into a loop; and an address that another load behind
; the phi takes part in cannot.
; CHECK-LABEL: define void @stays(
; CHECK: meet:
; CHECK: store float
; CHECK: load float
; CHECK-LABEL: define void @may_stop(
; CHECK: meet:
; CHECK: call void @stop
; CHECK: load float
; CHECK-LABEL: define void @again(
; CHECK: loop:
; CHECK: load float
; CHECK-LABEL: define void @loaded(
; CHECK: meet:
; CHECK: load i64
; CHECK: load float
define void @stays(i64 "weft.item.id"="x" %x, ptr %in, ptr %out, i64 %n) {
entry:
  %c = icmp slt i64 %x, %n
  br i1 %c, label %meet, label %outside
outside:
  %m = mul i64 %x, %n
  br label %meet
meet:
  %k = phi i64 [ %x, %entry ], [ %m, %outside ]
  %q = getelementptr inbounds float, ptr %out, i64 %x
  store float 1.0, ptr %q, align 4
  %p = getelementptr inbounds float, ptr %in, i64 %k
  %v = load float, ptr %p, align 4
  store float %v, ptr %q, align 4
  ret void
}
define void @may_stop(i64 "weft.item.id"="x" %x, ptr %in, ptr %out, i64 %n) {
entry:
  %c = icmp slt i64 %x, %n
  br i1 %c, label %meet, label %outside
outside:
  %m = mul i64 %x, %n
  br label %meet
meet:
  %k = phi i64 [ %x, %entry ], [ %m, %outside ]
  call void @stop() memory(none)
  %p = getelementptr inbounds float, ptr %in, i64 %k
  %v = load float, ptr %p, align 4
  %q = getelementptr inbounds float, ptr %out, i64 %x
  store float %v, ptr %q, align 4
  ret void
}
define void @again(i64 "weft.item.id"="x" %x, ptr %in, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ %x, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds i64, ptr %in, i64 %k
  %v = load float, ptr %p, align 4
  %whole = fptosi float %v to i64
  %next = mul i64 %whole, %k
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
define void @loaded(i64 "weft.item.id"="x" %x, ptr %in, ptr %map, ptr %out, i64 %n) {
entry:
  %c = icmp slt i64 %x, %n
  br i1 %c, label %meet, label %outside
outside:
  %m = mul i64 %x, %n
  br label %meet
meet:
  %k = phi i64 [ %x, %entry ], [ %m, %outside ]
  %w = getelementptr inbounds i64, ptr %map, i64 %x
  %u = load i64, ptr %w, align 8
  %s = add i64 %u, %k
  %p = getelementptr inbounds float, ptr %in, i64 %s
  %v = load float, ptr %p, align 4
  %q = getelementptr inbounds float, ptr %out, i64 %x
  store float %v, ptr %q, align 4
  ret void
}
