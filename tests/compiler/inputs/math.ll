; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Names of mathematical functions, for math_calls.cl.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_func float @_Z3sinf(float %x) {
  ret float %x
}
define spir_func double @_Z3powdd(double %x, double %y) {
  ret double %x
}
define spir_func float @_Z3expf(float %x) {
  ret float %x
}
define spir_func float @_Z4fmodff(float %x, float %y) {
  ret float %x
}
define spir_func float @_Z4cbrtf(float %x) {
  ret float %x
}
define spir_func float @_Z5frexpfPi(float %x, ptr %e) {
  ret float %x
}
define spir_func float @_Z5roundf(float %x) {
  ret float %x
}
