; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --emit=linked
; A static object of a function has a destructor too, in a program without objects at program scope: none is registered.
target triple = "spir64"

@object = internal addrspace(1) global i32 0
; CHECK-NOT: @__dso_handle
@__dso_handle = external hidden addrspace(1) global i8

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NEXT: store i32 7, ptr addrspace(1) @object
; CHECK-NEXT: store i32 0, ptr addrspace(1) %to
; CHECK-NEXT: ret void
define spir_kernel void @k(ptr addrspace(1) %to) !kernel_arg_addr_space !0 {
  store i32 7, ptr addrspace(1) @object
  %failed = call spir_func i32 @__cxa_atexit(ptr @end, ptr null, ptr addrspace(1) @__dso_handle)
  store i32 %failed, ptr addrspace(1) %to
  ret void
}

define internal spir_func void @end(ptr %object) {
  ret void
}

; CHECK-NOT: @__cxa_atexit
declare spir_func i32 @__cxa_atexit(ptr, ptr, ptr addrspace(1))
!0 = !{i32 1}
