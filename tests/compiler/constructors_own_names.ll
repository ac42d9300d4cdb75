; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --emit=linked
; A program's own function is called, whatever its name.
target triple = "spir64"

; CHECK: @object = addrspace(1) global i8 0
@object = addrspace(1) global i8 0
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @all, ptr null }]

; CHECK-LABEL: define internal spir_func void @all()
; CHECK-NEXT: %failed = call spir_func i32 @__cxa_atexit(ptr null, ptr null, ptr addrspace(1) @object)
; CHECK-NEXT: ret void
define internal spir_kernel void @all() {
  %failed = call spir_func i32 @__cxa_atexit(ptr null, ptr null, ptr addrspace(1) @object)
  ret void
}

; CHECK: define spir_func i32 @__cxa_atexit(
define spir_func i32 @__cxa_atexit(ptr %end, ptr %object, ptr addrspace(1) %handle) {
  ret i32 1
}
