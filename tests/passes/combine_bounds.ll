; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Comparisons of a lower half with a power of two, which InstCombine spells as masks of the whole, are comparisons.
; PASSES: simplify/combine

; CHECK-LABEL: define void @bounds(
; CHECK: [[LOW:%.*]] = trunc i64 %x to i32
; CHECK: icmp ult i32 [[LOW]], 256
; CHECK: [[Y:%.*]] = trunc i64 %y to i32
; CHECK: icmp uge i32 [[Y]], 64
; CHECK: ret void
define void @bounds(ptr %p, i64 %x, i64 %y) "weft.kernel" {
  %low = trunc i64 %x to i32
  %a = icmp ult i32 %low, 256
  store volatile i1 %a, ptr %p
  %m = and i64 %y, 4294967232
  %b = icmp ne i64 %m, 0
  store volatile i1 %b, ptr %p
  ret void
}

; Not of other masks, nor of the whole number, nor where the masked number is wanted.
; CHECK-LABEL: define void @others(
; CHECK: and i64 %x, 4294967168
; CHECK: icmp eq
; CHECK: and i64 %y, 4294946816
; CHECK-NOT: trunc
; CHECK: icmp ult i64 %x, 256
; CHECK: ret void
define void @others(ptr %p, i64 %x, i64 %y) "weft.kernel" {
  %m = and i64 %x, 4294967168
  %a = icmp eq i64 %m, 0
  store volatile i1 %a, ptr %p
  store volatile i64 %m, ptr %p
  %n = and i64 %y, 4294946816
  %o = and i64 %n, -16385
  %b = icmp eq i64 %o, 0
  store volatile i1 %b, ptr %p
  %c = icmp ult i64 %x, 256
  store volatile i1 %c, ptr %p
  ret void
}
