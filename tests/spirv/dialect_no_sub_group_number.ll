; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --passes=spirv-dialect
; FAILS
; A number of sub-groups that is no constant.
; CHECK: error: a kernel's groups are asked about or required in no known way
target triple = "spir64-unknown-unknown"

define spir_kernel void @parent(ptr addrspace(1) %out) {
  %n = load i32, ptr addrspace(1) %out
  call spir_func void @__weft_require_sub_groups(i32 %n)
  ret void
}

declare spir_func void @__weft_require_sub_groups(i32)
