; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --passes=link-builtins
; BUILTINS: inputs/scalar_builtins.ll
; Overloads on vectors of functions that are arithmetic do the same operations on vectors.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %p, <4 x float> %v, <3 x float> %w, <2 x i32> %i, <8 x half> %h) {
  %a = call spir_func <4 x float> @_Z4fmaxDv4_fS_(<4 x float> %v, <4 x float> %v)
  %b = call spir_func <3 x float> @_Z4fmaxDv3_ff(<3 x float> %w, float 1.0)
  %c = call spir_func <8 x half> @_Z3expDv8_Dh(<8 x half> %h)
  %d = call spir_func <4 x float> @_Z3sinDv4_f(<4 x float> %v)
  %e = call spir_func <4 x float> @_Z3cosDv4_f(<4 x float> %v)
  %f = call spir_func <4 x float> @_Z3tanDv4_f(<4 x float> %v)
  %g = call spir_func <2 x i32> @_Z4haddDv2_iS_(<2 x i32> %i, <2 x i32> %i)
  ret void
}
declare spir_func <4 x float> @_Z4fmaxDv4_fS_(<4 x float>, <4 x float>)
declare spir_func <3 x float> @_Z4fmaxDv3_ff(<3 x float>, float)
declare spir_func <8 x half> @_Z3expDv8_Dh(<8 x half>)
declare spir_func <4 x float> @_Z3sinDv4_f(<4 x float>)
declare spir_func <4 x float> @_Z3cosDv4_f(<4 x float>)
declare spir_func <4 x float> @_Z3tanDv4_f(<4 x float>)
declare spir_func <2 x i32> @_Z4haddDv2_iS_(<2 x i32>, <2 x i32>)

; Branches are selections; what elements that do not come there compute is not looked at.
; CHECK-LABEL: define internal spir_func <4 x float> @_Z4fmaxDv4_fS_(<4 x float> %0, <4 x float> %1)
; CHECK: [[A:%.*]] = fcmp uno <4 x float> %1, zeroinitializer
; CHECK: [[B:%.*]] = fcmp uno <4 x float> %0, zeroinitializer
; CHECK: fcmp olt <4 x float> %0, %1
; CHECK: select <4 x i1> {{%.*}}, <4 x i1> [[B]], <4 x i1> zeroinitializer
; CHECK-NOT: br
; CHECK-NOT: call
; CHECK: ret <4 x float>

; A scalar beside vectors is each element's.
; CHECK-LABEL: define internal spir_func <3 x float> @_Z4fmaxDv3_ff(<3 x float> %0, float %1)
; CHECK: shufflevector <3 x float> {{%.*}}, <3 x float> poison, <3 x i32> zeroinitializer
; CHECK: fcmp olt <3 x float>
; CHECK: ret <3 x float>

; CHECK-LABEL: define internal spir_func <8 x half> @_Z3expDv8_Dh(<8 x half> %0)
; CHECK: fpext <8 x half> %0 to <8 x float>
; CHECK: call <8 x float> @llvm.fma.v8f32(<8 x float> {{%.*}}, <8 x float> splat (float 2.000000e+00), <8 x float> splat (float 1.000000e+00))
; CHECK: fmul nnan <8 x float>
; CHECK: call <8 x float> @llvm.ldexp.v8f32.v8i32(
; CHECK: fptrunc <8 x float> {{%.*}} to <8 x half>

; CHECK-LABEL: define internal spir_func <4 x float> @_Z3sinDv4_f(
; CHECK-COUNT-4: call spir_func float @_Z3sinf(
; CHECK-LABEL: define internal spir_func <4 x float> @_Z3cosDv4_f(
; CHECK-COUNT-4: call spir_func float @_Z3cosf(
; CHECK-LABEL: define internal spir_func <4 x float> @_Z3tanDv4_f(
; CHECK-COUNT-4: call spir_func float @_Z3tanf(
; CHECK-LABEL: define internal spir_func <2 x i32> @_Z4haddDv2_iS_(
; CHECK-COUNT-2: call spir_func i32 @_Z4haddii(
