; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --passes=guard-arithmetic
; Narrow integers are the last bits of ints, in vectors as in scalars; what OpenCL's conversions check is left alone.
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @narrow(
; CHECK: %[[INT:.*]] = fptosi <4 x float> %f to <4 x i32>
; CHECK-NEXT: %[[FIXED:.*]] = freeze <4 x i32> %[[INT]]
; CHECK-NEXT: %i = trunc <4 x i32> %[[FIXED]] to <4 x i8>
; CHECK-NEXT: ret <4 x i8> %i
define <4 x i8> @narrow(<4 x float> %f) {
  %i = fptoui <4 x float> %f to <4 x i8>
  ret <4 x i8> %i
}

; CHECK-LABEL: @_Z17convert_short_satd(
; CHECK: %i = fptosi double %d to i16
; CHECK-NEXT: freeze i16 %i
define i16 @_Z17convert_short_satd(double %d) {
  %i = fptosi double %d to i16
  ret i16 %i
}

; CHECK-LABEL: @wide(
; CHECK: %i = fptoui double %d to i32
; CHECK-NEXT: freeze i32 %i
define i32 @wide(double %d) {
  %i = fptoui double %d to i32
  ret i32 %i
}
