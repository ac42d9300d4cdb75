; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --emit=linked
; What Clang lists as constructors of program-scope objects are functions, no kernels; kernels stay what they are. Destructors are not
; registered, a function of the program that bears that name is not theirs.
target triple = "spir64"

@object = addrspace(1) global i32 0
; CHECK-NOT: @__dso_handle
@__dso_handle = external hidden addrspace(1) global i8
; CHECK: @llvm.global_ctors = appending global [2 x { i32, ptr, ptr }]
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @first, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @second, ptr null }]

; CHECK-LABEL: define internal spir_func void @first()
; CHECK-NEXT: store i32 7, ptr addrspace(1) @object
; CHECK-NEXT: store i32 0, ptr addrspace(1) @object
; CHECK-NEXT: ret void
define internal spir_kernel void @first() {
  store i32 7, ptr addrspace(1) @object
  %failed = call spir_func i32 @__cxa_atexit(ptr @end, ptr null, ptr addrspace(1) @__dso_handle)
  store i32 %failed, ptr addrspace(1) @object
  ret void
}

; CHECK-LABEL: define internal spir_func void @second()
; CHECK-NEXT: ret void
define internal spir_kernel void @second() {
  %failed = call spir_func i32 @__cxa_atexit(ptr @end, ptr null, ptr addrspace(1) @__dso_handle)
  ret void
}

define internal spir_func void @end(ptr %object) {
  ret void
}

; CHECK-NOT: @__cxa_atexit
declare spir_func i32 @__cxa_atexit(ptr, ptr, ptr addrspace(1))

; CHECK: define spir_kernel void @k(
define spir_kernel void @k(ptr addrspace(1) %to) !kernel_arg_addr_space !0 {
  store i32 1, ptr addrspace(1) %to
  ret void
}

!0 = !{i32 1}
