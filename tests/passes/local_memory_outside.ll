; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: local-memory
; FAILS
; What kernels call was inlined; a function that is left has no group whose memory it could use.
; CHECK: local variable 'tile' is used outside of a kernel
@tile = internal addrspace(3) global i32 undef

define void @k() "weft.kernel" {
  store i32 1, ptr addrspace(3) @tile
  ret void
}

define void @left() {
  store i32 2, ptr addrspace(3) @tile
  ret void
}
