; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: local-memory
; FAILS
; What no group has ends the build, also where the sum passes 32 bits.
; CHECK: declares 4294967312 bytes of local memory; a work-group has 262144
@k.a = internal addrspace(3) global [16 x i8] undef, align 1
@k.b = internal addrspace(3) global [4294967296 x i8] undef, align 1

define void @k() "weft.kernel" {
  store i8 1, ptr addrspace(3) @k.a
  store i8 1, ptr addrspace(3) @k.b
  ret void
}
