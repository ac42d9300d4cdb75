; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --passes=spirv-dialect
; FAILS
; CHECK: error: a kernel enqueues a function that the module does not define
target triple = "spir64-unknown-unknown"

define spir_kernel void @parent(ptr addrspace(4) %callee) {
  %size = call i32 @__get_kernel_work_group_size_impl(ptr addrspace(4) %callee, ptr addrspace(4) null)
  ret void
}

declare i32 @__get_kernel_work_group_size_impl(ptr addrspace(4), ptr addrspace(4))
