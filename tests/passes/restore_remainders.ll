; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; x - x / y * y is x % y, whatever the order of the product, and for powers of two.
; PASSES: simplify/remainders

; CHECK-LABEL: define void @restored(
; CHECK: %a = urem i64 %x, %y
; CHECK: %q = sdiv i32
; CHECK: %b = srem i32 %z, 10
; CHECK: %c = srem i32 %z, 32
; CHECK: store i32 %q
define void @restored(ptr %p, i64 %x, i64 %y, i32 %z) "weft.kernel" {
  %d = udiv i64 %x, %y
  %m = mul i64 %y, %d
  %a = sub i64 %x, %m
  %q = sdiv i32 %z, 10
  %n = mul i32 %q, 10
  %b = sub i32 %z, %n
  %e = sdiv i32 %z, 32
  %s = shl nsw i32 %e, 5
  %c = sub i32 %z, %s
  store i64 %a, ptr %p
  store i32 %b, ptr %p
  store i32 %c, ptr %p
  store i32 %q, ptr %p
  ret void
}

; Not of another number, divisor or shift, nor the other way round.
; CHECK-LABEL: define void @others(
; CHECK-NOT: rem
; CHECK: ret void
define void @others(ptr %p, i64 %x, i64 %y, i32 %z) "weft.kernel" {
  %d = udiv i64 %x, %y
  %m = mul i64 %d, %x
  %a = sub i64 %x, %m
  %k = mul i64 %d, %y
  %b = sub i64 %y, %k
  %c = sub i64 %k, %x
  %e = sdiv i32 %z, 32
  %s = shl i32 %e, 4
  %f = sub i32 %z, %s
  store i64 %a, ptr %p
  store i64 %b, ptr %p
  store i64 %c, ptr %p
  store i32 %f, ptr %p
  ret void
}
