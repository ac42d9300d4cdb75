; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Divisions of x: what is one number in a segment comes as arguments, and is found before each packet.
; PASSES: spmd-segments

; Quotient and remainder of a flat index, with what is put in the place of a bad divisor.
; CHECK-LABEL: define void @rows.segment(
; CHECK-SAME: ptr %p, i32 %w, i32 %0, i32 %1)
; CHECK-NOT: div
; CHECK-NOT: rem
; CHECK: [[REM:%.*]] = sub nuw nsw i32 %i, %1
; CHECK: store i32 %0
; CHECK: store i32 [[REM]]
; CHECK-LABEL: define {{.*}}{ i1, i32, i32 } @rows.find(
; CHECK-SAME: i32 %2, i64 %3)
; CHECK: icmp sgt i32 %2, 0
; CHECK: udiv i32
; CHECK: icmp ugt i32
; CHECK: ret { i1, i32, i32 }
define void @rows(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i32 %w) {
  %i = trunc i64 %x to i32
  %zero = icmp eq i32 %w, 0
  %safe = select i1 %zero, i32 1, i32 %w
  %r = udiv i32 %i, %safe
  %c = urem i32 %i, %safe
  %q = getelementptr i32, ptr %p, i64 %x
  store i32 %r, ptr %q
  %t = getelementptr i8, ptr %q, i64 32768
  store i32 %c, ptr %t
  ret void
}

; Signed divisions, as InstCombine leaves their guards: that the divisor is 0 or -1 is one comparison, and quotients by
; -1 are not asked for where it is positive.
; CHECK-LABEL: define void @signed_rows.segment(
; CHECK-SAME: ptr %p, i32 %w, i32 %0, i32 %1)
; CHECK-NOT: select
; CHECK: store i32 %0
; CHECK: ret void
; CHECK-LABEL: define {{.*}}{ i1, i32, i32 } @signed_rows.find(
define void @signed_rows(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i32 %w) {
  %i = trunc i64 %x to i32
  %next = add i32 %w, 1
  %bad = icmp ult i32 %next, 2
  %safe = select i1 %bad, i32 1, i32 %w
  %c = srem i32 %i, %safe
  %r = sdiv i32 %i, %safe
  %minus = icmp eq i32 %w, -1
  %negated = sub i32 0, %i
  %q = select i1 %minus, i32 %negated, i32 %r
  %a = getelementptr i32, ptr %p, i64 %x
  store i32 %q, ptr %a
  %b = getelementptr i8, ptr %a, i64 32768
  store i32 %c, ptr %b
  ret void
}

; The number of which the divisor is an extension is asked for.
; CHECK-LABEL: define void @wide_rows.segment(
; CHECK-SAME: i64 %0, i64 %1)
; CHECK-NOT: {{div|rem}}
; CHECK: ret void
define void @wide_rows(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i32 %w) {
  %by = sext i32 %w to i64
  %zero = icmp eq i32 %w, 0
  %safe = select i1 %zero, i64 1, i64 %by
  %r = udiv i64 %x, %safe
  %c = urem i64 %x, %safe
  %q = getelementptr i64, ptr %p, i64 %x
  store i64 %r, ptr %q
  %t = getelementptr i8, ptr %q, i64 65536
  store i64 %c, ptr %t
  ret void
}

; A shift by a number known when it runs; a mask of low bits if it is one; constants that shift and mask the same are
; one division.
; CHECK-LABEL: define void @bits.segment(
; CHECK-SAME: i64 %0, i64 %1, i64 %2, i64 %3)
; CHECK-NOT: shr
; CHECK-NOT: and i64
; CHECK: ret void
; CHECK-LABEL: define {{.*}}{ i1, i64, i64, i64, i64 } @bits.find(
; CHECK: icmp ult i64 %3, 63
; CHECK: [[MASK:%.*]] = add i64 %4, -1
; CHECK: and i64 [[MASK]]
; CHECK: udiv i64 {{.*}}, 32
; CHECK-NOT: udiv
; CHECK: ret
define void @bits(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i64 %base, i64 %s, i64 %m) {
  %i = add i64 %base, %x
  %low = add i64 %m, -1
  %a = lshr i64 %i, %s
  %b = and i64 %i, %low
  %c = lshr i64 %i, 5
  %d = and i64 %i, 31
  %e = and i64 %i, -32
  %ab = add i64 %a, %b
  %cd = add i64 %c, %d
  %abcd = add i64 %ab, %cd
  %sum = add i64 %abcd, %e
  %q = getelementptr i64, ptr %p, i64 %x
  store i64 %sum, ptr %q
  ret void
}

; Segments shorter than a packet; what a torus has, which is for clipping; any bits; what does not grow by one; divisors that
; differ; ids of their own that the packet is aligned to.
; CHECK-NOT: @short.segment
define void @short(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p) {
  %a = udiv i64 %x, 3
  %q = getelementptr i64, ptr %p, i64 %x
  store i64 %a, ptr %q
  ret void
}
; CHECK-NOT: @torus.segment
define void @torus(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i64 %w) {
  %right = add i64 %x, 1
  %left = add i64 %x, %w
  %l = add i64 %left, -1
  %a = urem i64 %right, %w
  %b = urem i64 %l, %w
  %sum = add i64 %a, %b
  %q = getelementptr i64, ptr %p, i64 %x
  store i64 %sum, ptr %q
  ret void
}
; CHECK-NOT: @flags.segment
define void @flags(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i64 %w) {
  %a = and i64 %x, %w
  %q = getelementptr i64, ptr %p, i64 %x
  store i64 %a, ptr %q
  ret void
}
; CHECK-NOT: @twice.segment
define void @twice(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i64 %w) {
  %i = shl i64 %x, 1
  %a = udiv i64 %i, %w
  %q = getelementptr i64, ptr %p, i64 %x
  store i64 %a, ptr %q
  ret void
}
; CHECK-NOT: @differs.segment
define void @differs(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p) {
  %q = getelementptr i64, ptr %p, i64 %x
  %w = load i64, ptr %q
  %d = or i64 %w, 1
  %a = udiv i64 %x, %d
  store i64 %a, ptr %q
  ret void
}
; CHECK-NOT: @aligned.segment
define void @aligned(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p) {
  %a = lshr i64 %x, 6
  %b = and i64 %x, 63
  %sum = add i64 %a, %b
  %q = getelementptr i64, ptr %p, i64 %x
  store i64 %sum, ptr %q
  ret void
}
