; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --passes=link-builtins
; BUILTINS: inputs/library_unused.ll inputs/library_first.ll inputs/library_second.ll
; A function comes with what it needs of its own module and of others; modules that define nothing needed stay closed, as
; the metadata tells that every opened one leaves.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %p, float %x) {
  %a = call spir_func float @_Z5firstf(float %x)
  store float %a, ptr addrspace(1) %p
  ret void
}
declare spir_func float @_Z5firstf(float)

; CHECK-DAG: @shared = weak {{.*}}constant float 4.0
; CHECK-NOT: @shared
; CHECK-DAG: define spir_func float @_Z5firstf(float %x) {
; CHECK-DAG: call spir_func float @helper(float %x)
; CHECK-DAG: call spir_func float @_Z6secondf(float
; CHECK-DAG: define internal spir_func float @helper(
; CHECK-DAG: fmul float %x, 3.0
; The other module has a helper of this name, too.
; CHECK-DAG: define spir_func float @_Z6secondf(float %x) {
; CHECK-DAG: call spir_func float @helper.{{[0-9]+}}(
; CHECK-DAG: define internal spir_func float @helper.{{[0-9]+}}(
; CHECK-DAG: fmul float %x, 5.0
; Needed by what was linked only: the first module is opened once more.
; CHECK-DAG: define spir_func float @_Z5thirdf(
; CHECK-NOT: _Z5otherf
; CHECK-NOT: opened.unused
; CHECK-DAG: !opened.first
; CHECK-DAG: !opened.second
