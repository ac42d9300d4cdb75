; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --passes=link-builtins
; BUILTINS: inputs/builtins.ll
; FAILS
; isnan of a vector is -1 where that of a scalar is 1: no expansion. What nobody defines is named.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(<4 x float> %v) {
  %a = call spir_func <4 x i32> @_Z5isnanDv4_f(<4 x float> %v)
  call spir_func void @mine(i32 1)
  ret void
}
declare spir_func <4 x i32> @_Z5isnanDv4_f(<4 x float>)
declare spir_func void @mine(i32)

; CHECK-DAG: error: undefined function 'isnan' (_Z5isnanDv4_f)
; CHECK-DAG: error: undefined function 'mine', called by 'k'
