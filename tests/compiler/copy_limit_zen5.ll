; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --emit=import --isa=x86-64-v4 --cpu=znver5
; From how many bytes on a copy is the C library's, measured there: the own loop up to 16 KiB.
; It is internal by then, so that the choice is folded.
target triple = "spir64-unknown-unknown"

; CHECK: @__weft_copy_libc_bytes.cl = internal{{.*}} constant i64 16385
@__weft_copy_libc_bytes = weak addrspace(2) constant i64 4096

define spir_kernel void @k(ptr addrspace(1) %out) {
  %limit = load i64, ptr addrspace(2) @__weft_copy_libc_bytes
  store i64 %limit, ptr addrspace(1) %out
  ret void
}
