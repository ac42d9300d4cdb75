; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --emit=linked --specialise=k
; Constructors that only register a destructor do nothing: the program has copies of its kernels.
target triple = "spir64"

@object = addrspace(2) constant i32 7
@__dso_handle = external hidden addrspace(2) global i8
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @all, ptr null }]

define internal spir_kernel void @all() {
  call spir_func void @one()
  ret void
}
; CHECK-LABEL: define internal spir_func void @one()
; CHECK-NEXT: ret void
define internal spir_func void @one() {
  %failed = call spir_func i32 @__cxa_atexit(ptr @end, ptr null, ptr addrspace(2) @__dso_handle)
  ret void
}
define internal spir_func void @end(ptr %object) {
  ret void
}
declare spir_func i32 @__cxa_atexit(ptr, ptr, ptr addrspace(2))

; CHECK: define spir_kernel void @k(
define spir_kernel void @k(ptr addrspace(1) %to) !kernel_arg_addr_space !0 {
  store i32 1, ptr addrspace(1) %to
  ret void
}

!0 = !{i32 1}
