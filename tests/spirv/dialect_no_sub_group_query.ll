; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --passes=spirv-dialect
; FAILS
; A query of sub-groups whose other half is none.
; CHECK: error: a kernel's groups are asked about or required in no known way
target triple = "spir64-unknown-unknown"

define spir_kernel void @parent(ptr addrspace(1) %out) {
  %most = call spir_func i32 @__weft_max_sub_groups(i32 5)
  store i32 %most, ptr addrspace(1) %out
  ret void
}

declare spir_func i32 @__weft_max_sub_groups(i32)
