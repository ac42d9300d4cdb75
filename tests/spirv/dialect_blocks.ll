; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --passes=spirv-dialect
; What kernels enqueue, or ask about, are kernels of blocks, whatever they are called and whether they are kernels in the
; module.
target triple = "spir64-unknown-unknown"

; CHECK: define spir_kernel void @parent(ptr addrspace(1) %out) !kernel_arg_addr_space
define spir_kernel void @parent(ptr addrspace(1) %out) !kernel_arg_addr_space !0 {
  %literal = alloca [24 x i8]
  %block = addrspacecast ptr %literal to ptr addrspace(4)
  %range = alloca [80 x i8]
  %queue = call spir_func ptr @_Z17get_default_queuev()
  ; CHECK: addrspacecast ptr @child to ptr addrspace(4)
  %child = addrspacecast ptr @child to ptr addrspace(4)
  %e = call spir_func i32 @__enqueue_kernel_basic(ptr %queue, i32 0, ptr %range, ptr addrspace(4) %child, ptr addrspace(4) %block)
  ; CHECK: call spir_func i32 @__enqueue_kernel_events_varargs({{.*}}, ptr addrspace(4) addrspacecast (ptr @plain_kernel to ptr addrspace(4)),
  %f = call spir_func i32 @__enqueue_kernel_events_varargs(ptr %queue, i32 0, ptr %range, i32 0, ptr addrspace(4) null, ptr addrspace(4) null, ptr addrspace(4) addrspacecast (ptr @plain to ptr addrspace(4)), ptr addrspace(4) %block, i32 1, ptr null)
  ; CHECK: call i32 @__get_kernel_work_group_size_impl(ptr addrspace(4) addrspacecast (ptr @asked to ptr addrspace(4)),
  %g = call i32 @__get_kernel_work_group_size_impl(ptr addrspace(4) addrspacecast (ptr @asked to ptr addrspace(4)), ptr addrspace(4) %block)
  ; A call of the function stays one.
  ; CHECK: call spir_func void @plain(
  call spir_func void @plain(ptr addrspace(4) %block, ptr addrspace(3) null)
  ret void
}

; CHECK: define internal spir_kernel void @child(ptr addrspace(4) %0) #[[BLOCK:[0-9]+]] {
define spir_kernel void @child(ptr addrspace(4) %0) !kernel_arg_addr_space !0 {
  ret void
}

; CHECK: define internal spir_func void @plain(ptr addrspace(4) %0, ptr addrspace(3) %1) {
define internal spir_func void @plain(ptr addrspace(4) %0, ptr addrspace(3) %1) {
  ret void
}

; CHECK: define internal spir_kernel void @asked(ptr addrspace(4) %0) #[[BLOCK]] {
define spir_kernel void @asked(ptr addrspace(4) %0) {
  ret void
}

; CHECK: define spir_kernel void @other(ptr addrspace(1) %0) !kernel_arg_addr_space
define spir_kernel void @other(ptr addrspace(1) %0) !kernel_arg_addr_space !0 {
  ret void
}

declare spir_func ptr @_Z17get_default_queuev()
declare spir_func i32 @__enqueue_kernel_basic(ptr, i32, ptr, ptr addrspace(4), ptr addrspace(4))
declare spir_func i32 @__enqueue_kernel_events_varargs(ptr, i32, ptr, i32, ptr addrspace(4), ptr addrspace(4), ptr addrspace(4), ptr addrspace(4), i32, ptr)
declare i32 @__get_kernel_work_group_size_impl(ptr addrspace(4), ptr addrspace(4))

; CHECK: define internal spir_kernel void @plain_kernel(ptr addrspace(4) %0, ptr addrspace(3) %1) #[[BLOCK]] {
; CHECK-NEXT: call spir_func void @plain(ptr addrspace(4) %0, ptr addrspace(3) %1)
; CHECK-NEXT: ret void
; CHECK: attributes #[[BLOCK]] = { "weft.block" }
!0 = !{i32 1}
