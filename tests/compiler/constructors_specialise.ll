; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --emit=linked --specialise=k
; FAILS
; A constructor that does something would do it once more in a copy of a kernel. That it does is seen through what it calls.
; CHECK: error: no kernel of this program can stand alone
target triple = "spir64"

@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @all, ptr null }]

define internal spir_kernel void @all() {
  call spir_func void @one()
  ret void
}
define internal spir_func void @one() {
  store i32 7, ptr addrspace(1) null
  ret void
}

define spir_kernel void @k(ptr addrspace(1) %to) !kernel_arg_addr_space !0 {
  store i32 1, ptr addrspace(1) %to
  ret void
}

!0 = !{i32 1}
