; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

@shared = weak addrspace(2) constant float 4.0

define spir_func float @_Z5firstf(float %x) {
  %a = call spir_func float @helper(float %x)
  %b = call spir_func float @_Z6secondf(float %a)
  ret float %b
}
define internal spir_func float @helper(float %x) {
  %r = fmul float %x, 3.0
  %s = load float, ptr addrspace(2) @shared
  %t = fadd float %r, %s
  ret float %t
}
define spir_func float @_Z5thirdf(float %x) {
  ret float %x
}
define spir_func float @_Z5otherf(float %x) {
  ret float %x
}
declare spir_func float @_Z6secondf(float)

!opened.first = !{!0}
!0 = !{}
