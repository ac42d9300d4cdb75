; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Constants of which only the lower 32 bits are asked for are what those are, with their sign.
; PASSES: simplify/small-constants

; CHECK-LABEL: define void @small(
; CHECK: %a = add i64 %x, 100
; CHECK: %b = add i64 %x, -7
; CHECK: %m = mul i64 %a, 10
; CHECK: %k = add i64 %a, %x
; CHECK: ret void
define void @small(ptr %p, i64 %x) "weft.kernel" {
  %a = add nsw i64 %x, 42949673060
  %b = add i64 %x, 8589934585
  %m = mul nuw i64 %a, 4294967306
  %k = add nsw i64 %a, %x
  %k.low = trunc i64 %k to i32
  store i32 %k.low, ptr %p
  %s = shl i64 %m, 32
  %w = ashr exact i64 %s, 32
  %q = getelementptr float, ptr %p, i64 %w
  store float 1.0, ptr %q
  %low = trunc i64 %b to i32
  store i32 %low, ptr %p
  ret void
}

; Not where one bit more is asked for, nor what is small.
; CHECK-LABEL: define void @others(
; CHECK: %a = add i64 %x, 42949673060
; CHECK: %b = add nsw i64 %x, 100
; CHECK: ret void
define void @others(ptr %p, i64 %x) "weft.kernel" {
  %a = add i64 %x, 42949673060
  %b = add nsw i64 %x, 100
  %s = shl i64 %a, 31
  store i64 %s, ptr %p
  %low = trunc i64 %b to i32
  store i32 %low, ptr %p
  ret void
}
