; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --passes=spirv-dialect
; What SPIRV-LLVM-Translator makes of handles and async copies, in the front end's form.
target datalayout = "e-p:64:64:64-i64:64-v16:16-v24:32-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK: target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

; CHECK-LABEL: define spir_kernel void @images(
define spir_kernel void @images(ptr addrspace(1) %out, ptr addrspace(1) %image) {
  ; CHECK: %[[MADE:.*]] = call ptr @__translate_sampler_initializer(i32 16)
  ; CHECK: %[[SAMPLER:.*]] = addrspacecast ptr %[[MADE]] to ptr addrspace(2)
  %sampler = call ptr addrspace(2) @__translate_sampler_initializer(i32 16)
  ; CHECK: %[[I:.*]] = addrspacecast ptr addrspace(1) %image to ptr
  ; CHECK: %[[S:.*]] = addrspacecast ptr addrspace(2) %[[SAMPLER]] to ptr
  ; CHECK: call spir_func <4 x i32> @_Z11read_imagei14ocl_image2d_ro11ocl_samplerDv2_i(ptr %[[I]], ptr %[[S]], <2 x i32> zeroinitializer)
  %texel = call spir_func <4 x i32> @_Z11read_imagei14ocl_image2d_ro11ocl_samplerDv2_i(ptr addrspace(1) %image, ptr addrspace(2) %sampler, <2 x i32> zeroinitializer)
  store <4 x i32> %texel, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define spir_kernel void @copies(
define spir_kernel void @copies(ptr addrspace(3) %to, ptr addrspace(1) %from, i32 %count) {
  ; 32-bit numbers are of no sign.
  ; CHECK: %[[N:.*]] = zext i32 %count to i64
  ; CHECK: %[[E:.*]] = call spir_func ptr @_Z29async_work_group_strided_copyPU3AS3jPU3AS1Kjmm9ocl_event(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 %[[N]], i64 3, ptr null)
  %one = call spir_func ptr @_Z29async_work_group_strided_copyPU3AS3fPU3AS1Kfjj9ocl_event(ptr addrspace(3) %to, ptr addrspace(1) %from, i32 %count, i32 3, ptr null)
  ; Pointers and vectors of three are elements of 8 and of 16 bytes.
  ; CHECK: call spir_func ptr @_Z29async_work_group_strided_copyPU3AS1mPU3AS3Kmmm9ocl_event(
  %two = call spir_func ptr @_Z29async_work_group_strided_copyPU3AS1PmPU3AS3KPKmmj9ocl_event(ptr addrspace(1) %from, ptr addrspace(3) %to, i64 4, i32 1, ptr %one)
  ; CHECK: call spir_func ptr @_Z29async_work_group_strided_copyPU3AS3Dv2_mPU3AS1KS_mm9ocl_event(
  %three = call spir_func ptr @_Z29async_work_group_strided_copyPU3AS3Dv3_fPU3AS1KS_mm9ocl_event(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 4, i64 1, ptr %two)
  ret void
}

declare ptr addrspace(2) @__translate_sampler_initializer(i32)
declare spir_func <4 x i32> @_Z11read_imagei14ocl_image2d_ro11ocl_samplerDv2_i(ptr addrspace(1), ptr addrspace(2), <2 x i32>)
declare spir_func ptr @_Z29async_work_group_strided_copyPU3AS3fPU3AS1Kfjj9ocl_event(ptr addrspace(3), ptr addrspace(1), i32, i32, ptr)
declare spir_func ptr @_Z29async_work_group_strided_copyPU3AS1PmPU3AS3KPKmmj9ocl_event(ptr addrspace(1), ptr addrspace(3), i64, i32, ptr)
declare spir_func ptr @_Z29async_work_group_strided_copyPU3AS3Dv3_fPU3AS1KS_mm9ocl_event(ptr addrspace(3), ptr addrspace(1), i64, i64, ptr)

; CHECK-LABEL: define spir_func i32 @operations(
define spir_func i32 @operations(i32 %x) {
  ; CHECK: call spir_func i32 @_Z21work_group_reduce_andi(i32 %x)
  %one = call spir_func i32 @_Z29work_group_reduce_bitwise_andi(i32 %x)
  ; CHECK: call spir_func i32 @_Z29work_group_scan_inclusive_xori(i32 %one)
  %two = call spir_func i32 @_Z37work_group_scan_inclusive_bitwise_xori(i32 %one)
  ; A user's own.
  ; CHECK: call spir_func i32 @_Z16my_bitwise_thingi(i32 %two)
  %three = call spir_func i32 @_Z16my_bitwise_thingi(i32 %two)
  ret i32 %three
}

declare spir_func i32 @_Z29work_group_reduce_bitwise_andi(i32)
declare spir_func i32 @_Z37work_group_scan_inclusive_bitwise_xori(i32)
declare spir_func i32 @_Z16my_bitwise_thingi(i32)

; CHECK: define spir_kernel void @queues(ptr %queue, ptr addrspace(1) %name) {{.*}}!kernel_arg_type ![[TYPES:[0-9]+]] !kernel_arg_base_type ![[TYPES]]
define spir_kernel void @queues(ptr %queue, ptr addrspace(1) %name) !kernel_arg_type !1 !kernel_arg_base_type !1 {
  ret void
}

; CHECK-NOT: spirv.Source
; CHECK-NOT: opencl.ocl.version
!spirv.Source = !{!0}
!opencl.ocl.version = !{!0}
!0 = !{i32 1, i32 2}
; CHECK: ![[TYPES]] = !{!"queue_t", !"opencl.other*"}
!1 = !{!"opencl.queue_t", !"opencl.other*"}
