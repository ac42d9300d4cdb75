; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --passes=link-builtins
; BUILTINS: inputs/builtins.ll
; Vector overloads that the builtin module lacks become calls of the scalars; only what is needed is linked.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %p, <4 x float> %v, <3 x float> %w, <2 x i32> %i, <2 x half> %h) {
  %a = call spir_func <4 x float> @_Z3sinDv4_f(<4 x float> %v)
  %b = call spir_func <4 x float> @_Z5clampDv4_fff(<4 x float> %v, float 0.0, float 1.0)
  %out = alloca <3 x float>, align 16
  %c = call spir_func <3 x float> @_Z6sincosDv3_fPS_(<3 x float> %w, ptr %out)
  %d = call spir_func <2 x float> @_Z14convert_float2Dv2_i(<2 x i32> %i)
  %e = call spir_func <2 x half> @_Z3sinDv2_Dh(<2 x half> %h)
  %f = call spir_func <2 x float> @_Z6needs2Dv2_f(<2 x float> %d)
  store <4 x float> %a, ptr addrspace(1) %p
  ret void
}
declare spir_func <4 x float> @_Z3sinDv4_f(<4 x float>)
declare spir_func <4 x float> @_Z5clampDv4_fff(<4 x float>, float, float)
declare spir_func <3 x float> @_Z6sincosDv3_fPS_(<3 x float>, ptr)
declare spir_func <2 x float> @_Z14convert_float2Dv2_i(<2 x i32>)
declare spir_func <2 x half> @_Z3sinDv2_Dh(<2 x half>)
declare spir_func <2 x float> @_Z6needs2Dv2_f(<2 x float>)

; CHECK-LABEL: define internal spir_func <4 x float> @_Z3sinDv4_f(<4 x float> %0)
; CHECK-COUNT-4: call spir_func float @_Z3sinf(float
; CHECK-NOT: call
; CHECK: ret <4 x float>

; CHECK-LABEL: define internal spir_func <4 x float> @_Z5clampDv4_fff
; CHECK-COUNT-4: call spir_func float @_Z5clampfff(float %{{.*}}, float %1, float %2)
; CHECK: ret <4 x float>

; Elements of a vector in memory; the named address space becomes generic.
; CHECK-LABEL: define internal spir_func <3 x float> @_Z6sincosDv3_fPS_
; CHECK: addrspacecast ptr %{{.*}} to ptr addrspace(4)
; CHECK: getelementptr inbounds i8, ptr %1, i64 4
; CHECK: getelementptr inbounds i8, ptr %1, i64 8
; CHECK: ret <3 x float>

; CHECK-LABEL: define internal spir_func <2 x float> @_Z14convert_float2Dv2_i
; CHECK-COUNT-2: call spir_func float @_Z13convert_floati(i32

; No sine of half: through float.
; CHECK-LABEL: define internal spir_func <2 x half> @_Z3sinDv2_Dh
; CHECK: fpext half %{{.*}} to float
; CHECK: call spir_func float @_Z3sinf
; CHECK: fptrunc float %{{.*}} to half

; CHECK-DAG: define {{.*}}float @_Z3sinf(
; CHECK-DAG: define internal {{.*}}@helper(
; CHECK-DAG: define {{.*}}<2 x float> @_Z6needs2Dv2_f(
; CHECK-DAG: define internal {{.*}}<2 x float> @_Z3sinDv2_f(
; CHECK-NOT: _Z6unusedf
