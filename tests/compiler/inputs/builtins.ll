; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A small builtin module for the tests: scalars, one pointer, functions that call another, as arithmetic alone is done on
; whole vectors (widen_vectors.ll).
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_func float @_Z3sinf(float %x) {
  %r = call spir_func float @helper(float %x)
  ret float %r
}
define internal spir_func float @helper(float %x) {
  %r = fmul float %x, 3.0
  ret float %r
}
define spir_func float @_Z5clampfff(float %x, float %a, float %b) {
  %h = call spir_func float @helper(float %x)
  %r = fadd float %h, %a
  ret float %r
}
define spir_func float @_Z6sincosfPU3AS4f(float %x, ptr addrspace(4) %p) {
  store float %x, ptr addrspace(4) %p
  ret float %x
}
define spir_func float @_Z13convert_floati(i32 %x) {
  %f = sitofp i32 %x to float
  %r = call spir_func float @helper(float %f)
  ret float %r
}
define spir_func i32 @_Z5isnanf(float %x) {
  %c = fcmp uno float %x, %x
  %r = zext i1 %c to i32
  ret i32 %r
}
; Calls a vector overload that the module lacks: a second round makes it.
define spir_func <2 x float> @_Z6needs2Dv2_f(<2 x float> %x) {
  %r = call spir_func <2 x float> @_Z3sinDv2_f(<2 x float> %x)
  ret <2 x float> %r
}
declare spir_func <2 x float> @_Z3sinDv2_f(<2 x float>)
define spir_func float @_Z6unusedf(float %x) {
  ret float %x
}
declare spir_func target("spirv.Event") @__weft_group_copy_1d(ptr addrspace(4), ptr addrspace(4), i64, target("spirv.Event"))
define spir_func void @__weft_group_copy_1d_body(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 %n) {
  ret void
}
