; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --passes=spirv-dialect
; FAILS
; A function of ours that a module uses as it likes.
; CHECK: error: a kernel's groups are asked about or required in no known way
target triple = "spir64-unknown-unknown"

define spir_kernel void @parent(ptr addrspace(1) %out) {
  %n = ptrtoint ptr @__weft_local_size_for_sub_groups to i32
  store i32 %n, ptr addrspace(1) %out
  ret void
}

declare spir_func i32 @__weft_local_size_for_sub_groups(i32, i32)
