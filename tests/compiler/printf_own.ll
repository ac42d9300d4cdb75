; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --passes=printf
; A program's own printf is a function as any other.
target triple = "x86_64-unknown-linux-gnu"

@format = internal addrspace(2) constant [3 x i8] c"%d\00", align 1
; CHECK-NOT: @printf.types

; CHECK-LABEL: define void @k(
; CHECK-NEXT: %n = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, i32 1)
; CHECK-NEXT: ret void
define void @k() {
  %n = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, i32 1)
  ret void
}

; CHECK: define i32 @printf(ptr addrspace(2) %format, ...)
define i32 @printf(ptr addrspace(2) %format, ...) {
  ret i32 0
}
