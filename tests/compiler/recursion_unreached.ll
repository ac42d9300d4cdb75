; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --emit=linked
; Functions that call themselves harm nobody where no kernel calls them.
; CHECK: spir_kernel void @k(
target triple = "spir64-unknown-unknown"

define spir_func void @alone() {
  call spir_func void @alone()
  ret void
}

define spir_kernel void @k(ptr addrspace(1) %out) {
  store i32 1, ptr addrspace(1) %out
  ret void
}
