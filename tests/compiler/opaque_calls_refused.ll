; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --emit=import
; Calls that are no calls with opaque handles keep their types: those that fit already, those that differ in a number, in how many
; arguments there are or in what they return, those of a function of any arguments, and those by an address.
target triple = "spir64"

; CHECK-LABEL: define dso_local void @k
; CHECK-NEXT: call void @"\01fits.cl"(ptr addrspace(1) %p, i32 3)
; CHECK-NEXT: call void @"\01fits.cl"(ptr addrspace(1) %p, i64 3)
; CHECK-NEXT: call void @"\01fits.cl"(ptr %to)
; CHECK-NEXT: call void @"\01fits.cl"(ptr %to, i32 3, i32 4)
; CHECK-NEXT: call i32 @"\01fits.cl"(ptr addrspace(1) %p, i32 3)
; CHECK-NEXT: call void (ptr, ...) @"\01any.cl"(ptr %to, i64 3)
; CHECK-NEXT: call void @"\01any.cl"(ptr addrspace(1) %p)
; CHECK-NEXT: call void %to(ptr addrspace(1) %p)
; CHECK-NEXT: ret void
define spir_kernel void @k(ptr addrspace(1) %p, ptr %to) !kernel_arg_addr_space !0 {
  call spir_func void @"\01fits"(ptr addrspace(1) %p, i32 3)
  call spir_func void @"\01fits"(ptr addrspace(1) %p, i64 3)
  call spir_func void @"\01fits"(ptr %to)
  call spir_func void @"\01fits"(ptr %to, i32 3, i32 4)
  %r = call spir_func i32 @"\01fits"(ptr addrspace(1) %p, i32 3)
  call spir_func void (ptr, ...) @"\01any"(ptr %to, i64 3)
  call spir_func void @"\01any"(ptr addrspace(1) %p)
  call spir_func void %to(ptr addrspace(1) %p)
  ret void
}

define spir_func void @"\01fits"(ptr addrspace(1) %p, i32 %n) {
  ret void
}
define spir_func void @"\01any"(ptr %p, ...) {
  ret void
}

!0 = !{i32 1, i32 0}
