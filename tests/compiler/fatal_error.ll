; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --emit=asm
; FAILS
; A fatal error of LLVM ends as a line of the log, not as the end of the process.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_kernel void @k() {
  call void @llvm.aarch64.dmb(i32 1)
  ret void
}
declare void @llvm.aarch64.dmb(i32)
; CHECK: error: Cannot select: {{.*}}llvm.aarch64.dmb
