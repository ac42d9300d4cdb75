; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Loads whose work-items come to their addresses on different ways: one on each way, where those of one are neighbours.
; PASSES: ways/split-merged-loads
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

; Selects that data decides: two of one condition, which no branch may go by as it is. Loads of both go the same ways.
; CHECK-LABEL: define void @upwind(
; CHECK: [[C:%.*]] = fcmp ogt
; CHECK: [[F:%.*]] = freeze i1 [[C]]
; CHECK: br i1 [[F]]
; CHECK-COUNT-2: load float
; CHECK: br label
; CHECK-COUNT-2: load float
; CHECK: br label
; CHECK-COUNT-2: phi float
; CHECK-NOT: load
; CHECK: ret void
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

; A place that a loop moves about within bounds: asked for by numbers that have a shape, and found again outside.
; CHECK-LABEL: define void @clamped(
; CHECK: loop:
; CHECK: [[AT:%.*]] = add nsw i32
; CHECK: [[PLACE:%.*]] = freeze i32 [[AT]]
; CHECK-DAG: icmp sle i32 [[PLACE]], %last
; CHECK-DAG: icmp sge i32 [[PLACE]], 0
; CHECK: br i1
; CHECK-NOT: llvm.s
; CHECK: load float
; CHECK: br label
; CHECK: call i32 @llvm.smax.i32(i32 [[AT]], i32 0)
; CHECK: call i32 @llvm.smin.i32(
; CHECK: load float
define void @clamped(i64 "weft.item.id"="x" %x, ptr %in, ptr %out, i32 noundef %last, i32 %r) {
entry:
  %x32 = trunc i64 %x to i32
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = add nsw i32 %x32, %k
  %low = call i32 @llvm.smax.i32(i32 %at, i32 0)
  %in.range = call i32 @llvm.smin.i32(i32 %low, i32 %last)
  %wide = sext i32 %in.range to i64
  %p = getelementptr inbounds float, ptr %in, i64 %wide
  %v = load float, ptr %p, align 4
  %more = fadd float %sum, %v
  %next = add nsw i32 %k, 1
  %again = icmp slt i32 %next, %r
  br i1 %again, label %loop, label %done
done:
  %q = getelementptr inbounds float, ptr %out, i64 %x
  store float %more, ptr %q, align 4
  ret void
}

; Members of a structure keep together; the range knows of bounds and places that no loop moves.
; CHECK-LABEL: define void @members(
; CHECK-COUNT-2: load float
; CHECK: br label
; CHECK-COUNT-2: load float
; CHECK-LABEL: define void @of_range(
; CHECK: br i1 %again
; CHECK-COUNT-1: load float
; CHECK-NOT: load
; CHECK: ret void
define void @members(i64 "weft.item.id"="x" %x, ptr %in, ptr %out, i64 noundef %last, i64 %r) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %most, %loop ]
  %at = add nsw i64 %x, %k
  %in.range = call i64 @llvm.umin.i64(i64 %at, i64 %last)
  %p = getelementptr inbounds [2 x float], ptr %in, i64 %in.range
  %v = load float, ptr %p, align 4
  %more = fadd float %sum, %v
  %p1 = getelementptr inbounds i8, ptr %p, i64 4
  %w = load float, ptr %p1, align 4
  %most = fadd float %more, %w
  %next = add nsw i64 %k, 1
  %again = icmp slt i64 %next, %r
  br i1 %again, label %loop, label %done
done:
  %q = getelementptr inbounds float, ptr %out, i64 %x
  store float %most, ptr %q, align 4
  ret void
}
define void @of_range(i64 "weft.item.id"="x" %x, ptr %in, ptr %out, i64 %last, i64 %r) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add nsw i64 %k, 1
  %again = icmp slt i64 %next, %r
  br i1 %again, label %loop, label %done
done:
  %at = add nsw i64 %x, 3
  %in.range = call i64 @llvm.smin.i64(i64 %at, i64 %last)
  %p = getelementptr inbounds float, ptr %in, i64 %in.range
  %v = load float, ptr %p, align 4
  %q = getelementptr inbounds float, ptr %out, i64 %x
  store float %v, ptr %q, align 4
  ret void
}

; Laps: of numbers with a sign a lap more keeps what is divided from being less than 0. Where that wraps, or the divisor is
; less than 0, the quotient is asked.
; CHECK-LABEL: define void @laps(
; CHECK: [[NOT_NEGATIVE:%.*]] = icmp sge i32 [[AT:%.*]], 0
; CHECK: [[POSITIVE:%.*]] = icmp sgt i32 [[BY:%.*]], 0
; CHECK: and i1
; CHECK: [[LAP:%.*]] = sub i32 [[AT]], [[BY]]
; CHECK: icmp ult i32 [[LAP]], [[BY]]
; CHECK: br i1
; CHECK-NOT: srem
; CHECK: load float
; CHECK: br label
; CHECK: srem i32
; CHECK: load float
; CHECK-LABEL: define void @unsigned_laps(
; CHECK: icmp ult i32
; CHECK: br i1
; CHECK-NOT: urem
; CHECK: load float
; CHECK: urem i32
; CHECK: load float
; CHECK-LABEL: define void @low_bits(
; CHECK: icmp ule i32 {{.*}}, 255
; CHECK: br i1
; CHECK-COUNT-2: load float
; CHECK: ret void
define void @laps(i64 "weft.item.id"="x" %x, ptr %in, ptr %d, ptr %out, i32 noundef %w) {
  %x32 = trunc i64 %x to i32
  %dx = load i32, ptr %d
  %side = add nsw i32 %x32, %dx
  %at = add nsw i32 %side, %w
  %zero = icmp eq i32 %w, 0
  %by = select i1 %zero, i32 1, i32 %w
  %rest = srem i32 %at, %by
  %wide = sext i32 %rest to i64
  %p = getelementptr inbounds float, ptr %in, i64 %wide
  %v = load float, ptr %p, align 4
  %q = getelementptr inbounds float, ptr %out, i64 %x
  store float %v, ptr %q, align 4
  ret void
}
define void @unsigned_laps(i64 "weft.item.id"="x" %x, ptr %in, ptr %d, ptr %out, i32 noundef %w) {
  %x32 = trunc i64 %x to i32
  %dx = load i32, ptr %d
  %at = add i32 %x32, %dx
  %rest = urem i32 %at, %w
  %wide = zext i32 %rest to i64
  %p = getelementptr inbounds float, ptr %in, i64 %wide
  %v = load float, ptr %p, align 4
  %q = getelementptr inbounds float, ptr %out, i64 %x
  store float %v, ptr %q, align 4
  ret void
}
define void @low_bits(i64 "weft.item.id"="x" %x, ptr %in, ptr %d, ptr %out) {
  %x32 = trunc i64 %x to i32
  %dx = load i32, ptr %d
  %at = add i32 %x32, %dx
  %rest = and i32 %at, 255
  %wide = zext i32 %rest to i64
  %p = getelementptr inbounds float, ptr %in, i64 %wide
  %v = load float, ptr %p, align 4
  %q = getelementptr inbounds float, ptr %out, i64 %x
  store float %v, ptr %q, align 4
  ret void
}

; Mirrored by a select, where the other side would be outside.
; CHECK-LABEL: define void @mirrored_by_select(
; CHECK: icmp slt i32 {{.*}}, %w
; CHECK: icmp sge i32 {{.*}}, 0
; CHECK: br i1
; CHECK-COUNT-2: load float
; CHECK: ret void
define void @mirrored_by_select(i64 "weft.item.id"="x" %x, ptr %in, ptr %d, ptr %out, i32 noundef %w, i32 %back) {
  %x32 = trunc i64 %x to i32
  %dx = load i32, ptr %d
  %at = add nsw i32 %x32, %dx
  %left = call i32 @llvm.abs.i32(i32 %at, i1 false)
  %beyond = icmp sge i32 %left, %w
  %other = sub i32 %back, %left
  %u = select i1 %beyond, i32 %other, i32 %left
  %wide = sext i32 %u to i64
  %p = getelementptr inbounds float, ptr %in, i64 %wide
  %v = load float, ptr %p, align 4
  %q = getelementptr inbounds float, ptr %out, i64 %x
  store float %v, ptr %q, align 4
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
