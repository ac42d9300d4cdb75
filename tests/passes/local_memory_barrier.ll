; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: local-memory
; FAILS
; CHECK: a named barrier is made outside of a kernel
declare ptr addrspace(3) @__weft_named_barrier_slot()
declare void @__weft_stmt_gvuu_named_barrier(ptr addrspace(3), i32) convergent

define void @helper() {
  %a = call ptr addrspace(3) @__weft_named_barrier_slot()
  call void @__weft_stmt_gvuu_named_barrier(ptr addrspace(3) %a, i32 1)
  ret void
}

define void @k() "weft.kernel" {
  ret void
}
