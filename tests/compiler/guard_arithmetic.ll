; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --passes=guard-arithmetic
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @signed(
; CHECK: %[[B:.*]] = freeze i32 %b
; CHECK: %[[ZERO:.*]] = icmp eq i32 %[[B]], 0
; CHECK: %[[NEGATES:.*]] = icmp eq i32 %[[B]], -1
; CHECK: %[[BAD:.*]] = or i1 %[[ZERO]], %[[NEGATES]]
; CHECK: %[[D:.*]] = select i1 %[[BAD]], i32 1, i32 %[[B]]
; CHECK: %[[A:.*]] = freeze i32 %a
; CHECK: %r = sdiv i32 %[[A]], %[[D]]
; CHECK: %[[MINUS:.*]] = sub i32 0, %[[A]]
; CHECK: %[[Q:.*]] = select i1 %[[NEGATES]], i32 %[[MINUS]], i32 %r
; CHECK: ret i32 %[[Q]]
define i32 @signed(i32 %a, i32 %b) {
  %r = sdiv i32 %a, %b
  ret i32 %r
}

; CHECK-LABEL: @unsigned(
; CHECK-NOT: -1
; CHECK: select <4 x i1> %{{.*}}, <4 x i32> splat (i32 1), <4 x i32>
; CHECK: urem <4 x i32> %a,
define <4 x i32> @unsigned(<4 x i32> %a, <4 x i32> noundef %b) {
  %r = urem <4 x i32> %a, %b
  ret <4 x i32> %r
}

; Constants that cannot trap stay as they are, others not.
; CHECK-LABEL: @constants(
; CHECK: %q = sdiv i32 %a, 7
; CHECK: %s = srem i32 %a, 1
; CHECK: %u = udiv i32 %a, -1
define i32 @constants(i32 %a) {
  %q = sdiv i32 %a, 7
  %s = srem i32 %a, -1
  %u = udiv i32 %a, -1
  %t = add i32 %q, %s
  %r = add i32 %t, %u
  ret i32 %r
}

; CHECK-LABEL: @shifts(
; CHECK: %[[M:.*]] = and i32 %b, 31
; CHECK: shl i32 %a, %[[M]]
; CHECK-NEXT: %m = and i32 %b, 31
; CHECK-NEXT: lshr i32 %a, %m
; CHECK-NEXT: ashr i32 %a, 3
define i32 @shifts(i32 %a, i32 %b) {
  %l = shl i32 %a, %b
  %m = and i32 %b, 31
  %r = lshr i32 %a, %m
  %s = ashr i32 %a, 3
  %t = add i32 %l, %r
  %u = add i32 %t, %s
  ret i32 %u
}

; CHECK-LABEL: @conversion(
; CHECK: %i = fptosi float %f to i32
; CHECK-NEXT: %[[F:.*]] = freeze i32 %i
; CHECK-NEXT: add i32 %[[F]], 1
define i32 @conversion(float %f) {
  %i = fptosi float %f to i32
  %j = add i32 %i, 1
  ret i32 %j
}
