; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A name of the IR protocol that compiler/ir/names.def does not have: where the verifier is on, the pipeline stops.
define void @k(ptr addrspace(1) %p) "weft.kernel" "weft.no-such-name" {
  store i32 1, ptr addrspace(1) %p
  ret void
}
