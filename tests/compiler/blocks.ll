; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --emit=linked
; A block's kernel gets a name by which the host finds it, given where its address was; the address in the literal goes.
target triple = "spir64"

@literal = internal addrspace(1) constant { i32, i32, ptr addrspace(4) } { i32 16, i32 8, ptr addrspace(4) addrspacecast (ptr @k_block_invoke to ptr addrspace(4)) }
; CHECK: @literal = internal addrspace(1) constant { i32, i32, ptr addrspace(4) } { i32 16, i32 8, ptr addrspace(4) addrspacecast (ptr null to ptr addrspace(4)) }
; CHECK: @weft.block.name = private constant [33 x i8] c"weft.block.k_block_invoke_kernel\00"

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: store ptr addrspace(4) addrspacecast (ptr @weft.block.name to ptr addrspace(4)), ptr addrspace(1) %to
; CHECK: call spir_func void @k_block_invoke(ptr addrspace(4) null)
define spir_kernel void @k(ptr addrspace(1) %to) !kernel_arg_addr_space !0 {
  store ptr addrspace(4) addrspacecast (ptr @k_block_invoke_kernel to ptr addrspace(4)), ptr addrspace(1) %to
  store ptr addrspace(1) @literal, ptr addrspace(1) %to
  call spir_func void @k_block_invoke(ptr addrspace(4) null)
  ret void
}

define internal spir_func void @k_block_invoke(ptr addrspace(4) %literal) {
  ret void
}

; CHECK: define spir_kernel void @weft.block.k_block_invoke_kernel(
define spir_kernel void @k_block_invoke_kernel(ptr addrspace(4) %literal) {
  call spir_func void @k_block_invoke(ptr addrspace(4) %literal)
  ret void
}

; A kernel of the source keeps its name, whatever that is.
; CHECK: define spir_kernel void @my_block_invoke_kernel(
define spir_kernel void @my_block_invoke_kernel(ptr addrspace(1) %to) !kernel_arg_addr_space !0 {
  ret void
}

!0 = !{i32 1}
