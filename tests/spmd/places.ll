; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Numbers of 32 bits that may wrap, but are no more than places in objects of which the launch knows the size: extended,
; they grow by a constant from lane to lane.
; PASSES: spmd-shapes

; CHECK-LABEL: define void @places(
define void @places(i64 "weft.item.id"="x" %x, ptr addrspace(1) "weft.item.object" %p, ptr addrspace(1) %other, ptr addrspace(3) %tile, i32 %u, i64 "weft.item.largest" %largest) {
  %x32 = trunc i64 %x to i32
  %w = load i32, ptr addrspace(1) %other
  %at = add i32 %x32, %w
  ; CHECK: %a.linear.1 = zext
  %a = zext i32 %at to i64
  %pa = getelementptr inbounds float, ptr addrspace(1) %p, i64 %a
  ; CHECK: %b.linear.1 = sext
  %b = sext i32 %at to i64
  %pb = getelementptr inbounds i8, ptr addrspace(1) %p, i64 %b
  ; By way of a shift, a product and a sum; as a number of structures; from another place in the same object.
  ; CHECK: %c.linear.1 = zext
  %c = zext i32 %at to i64
  %c4 = shl i64 %c, 2
  %c5 = add i64 %c4, 16
  %pc = getelementptr inbounds i8, ptr addrspace(1) %p, i64 %c5
  %c12 = mul i64 %c, 12
  %pc12 = getelementptr inbounds i8, ptr addrspace(1) %pc, i64 %c12
  ; CHECK: %d.linear.1 = zext
  %d = zext i32 %at to i64
  %pd = getelementptr inbounds [4 x float], ptr addrspace(1) %pa, i64 %d, i64 2
  ; Local memory is small, whatever the launch says.
  ; CHECK: %e.linear.1 = zext
  %e = zext i32 %at to i64
  %pe = getelementptr inbounds float, ptr addrspace(3) %tile, i64 %e

  ; Not where a pointer may lead outside, nor to what the launch does not know, nor where the number is another one's too.
  ; CHECK: %f.varying = zext
  %f = zext i32 %at to i64
  %pf = getelementptr float, ptr addrspace(1) %p, i64 %f
  ; CHECK: %g.varying = zext
  %g = zext i32 %at to i64
  %pg = getelementptr inbounds float, ptr addrspace(1) %other, i64 %g
  ; CHECK: %h.varying = zext
  %h = zext i32 %at to i64
  %ph = getelementptr inbounds float, ptr addrspace(1) %p, i64 %h
  %less = icmp ult i64 %h, %x
  ; Nor with another number beside it, or a factor, that is not known; nor as a place in a private variable.
  ; CHECK: %i.varying = zext
  %i = zext i32 %at to i64
  %iu = add i64 %i, %largest
  %pi = getelementptr inbounds float, ptr addrspace(1) %p, i64 %iu
  ; CHECK: %j.varying = zext
  %j = zext i32 %at to i64
  %ju = mul i64 %j, %largest
  %pj = getelementptr inbounds float, ptr addrspace(1) %p, i64 %ju
  ; Nor where lanes are far apart, or far from the object.
  %far = mul i32 %at, 65537
  ; CHECK: %k.varying = zext
  %k = zext i32 %far to i64
  %pk = getelementptr inbounds float, ptr addrspace(1) %p, i64 %k
  ; CHECK: %l.varying = zext
  %l = zext i32 %at to i64
  %pl = getelementptr inbounds [67108865 x float], ptr addrspace(1) %p, i64 0, i64 %l
  %l2 = add i64 %l, 67108865
  %pl2 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %l2
  ; CHECK: %m.varying = sext
  %s = trunc i32 %at to i16
  %m = sext i16 %s to i64
  %pm = getelementptr inbounds float, ptr addrspace(1) %p, i64 %m
  ret void
}

; Without the launch's word only local memory counts.
; CHECK-LABEL: define void @no_launch(
define void @no_launch(i64 "weft.item.id"="x" %x, ptr addrspace(1) "weft.item.object" %p, ptr addrspace(3) %tile, ptr addrspace(1) %other) {
  %x32 = trunc i64 %x to i32
  %w = load i32, ptr addrspace(1) %other
  %at = add i32 %x32, %w
  ; CHECK: %a.varying = zext
  %a = zext i32 %at to i64
  %pa = getelementptr inbounds float, ptr addrspace(1) %p, i64 %a
  ; CHECK: %b.linear.1 = zext
  %b = zext i32 %at to i64
  %pb = getelementptr inbounds float, ptr addrspace(3) %tile, i64 %b
  ret void
}

; A pointer that goes along with a loop, and one of two.
; CHECK-LABEL: define void @walks(
define void @walks(i64 "weft.item.id"="x" %x, ptr addrspace(1) "weft.item.object" %p, ptr addrspace(1) "weft.item.object" %q, ptr addrspace(1) %other, i1 %c, i32 %step, i64 "weft.item.largest" %largest) {
entry:
  %x32 = trunc i64 %x to i32
  %either = select i1 %c, ptr addrspace(1) %p, ptr addrspace(1) %q
  br label %loop
loop:
  %k = phi i32 [ %x32, %entry ], [ %next, %loop ]
  %row = phi ptr addrspace(1) [ %either, %entry ], [ %below, %loop ]
  ; CHECK: %a.linear.1 = zext
  %a = zext i32 %k to i64
  %pa = getelementptr inbounds float, ptr addrspace(1) %row, i64 %a
  %v = load float, ptr addrspace(1) %pa
  %next = add i32 %k, %step
  %below = getelementptr inbounds i8, ptr addrspace(1) %row, i64 256
  br i1 %c, label %loop, label %done
done:
  ret void
}

; What a loop begins with is a place where the loop's first block accesses memory by it; not where that is elsewhere, or
; nowhere, or where the number comes from something else.
; CHECK-LABEL: define void @starts(
define void @starts(i64 "weft.item.id"="x" %x, ptr addrspace(1) "weft.item.object" %p, ptr addrspace(1) %other, i1 %c, i64 %step, i64 "weft.item.largest" %largest) {
entry:
  %x32 = trunc i64 %x to i32
  %w = load i32, ptr addrspace(1) %other
  %at = add i32 %x32, %w
  ; CHECK: %a.linear.1 = sext
  %a = sext i32 %at to i64
  ; CHECK: %b.varying = sext
  %b = sext i32 %at to i64
  ; CHECK: %d.varying = sext
  %d = sext i32 %at to i64
  ; CHECK: %e.varying = sext
  %e = sext i32 %at to i64
  br label %loop
loop:
  %ka = phi i64 [ %a, %entry ], [ %na, %latch ]
  %kb = phi i64 [ %b, %entry ], [ %nb, %latch ]
  %kd = phi i64 [ %d, %entry ], [ %nd, %latch ]
  %ke = phi i64 [ %e, %entry ], [ %ne, %latch ]
  %pa = getelementptr inbounds float, ptr addrspace(1) %p, i64 %ka
  %va = load float, ptr addrspace(1) %pa
  %pd = getelementptr inbounds float, ptr addrspace(1) %p, i64 %kd
  %pe = getelementptr inbounds float, ptr addrspace(1) %p, i64 %ke
  %ve = load float, ptr addrspace(1) %pe
  %far = icmp slt i64 %ka, %largest
  br i1 %far, label %some, label %latch
some:
  %pb = getelementptr inbounds float, ptr addrspace(1) %p, i64 %kb
  %vb = load float, ptr addrspace(1) %pb
  br label %latch
latch:
  %na = add i64 %ka, %step
  %nb = add i64 %kb, %step
  %nd = add i64 %kd, %step
  %ne = mul i64 %ke, %step
  br i1 %c, label %loop, label %done
done:
  ret void
}
