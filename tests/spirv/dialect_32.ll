; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --passes=spirv-dialect
; FAILS
; CHECK: error: the module is not for 64-bit addresses
target triple = "spir-unknown-unknown"

define spir_func void @f() {
  ret void
}
