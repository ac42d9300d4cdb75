; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --passes=import
; A module of the SPIR-V translator with the builtins that Clang compiled: handles of both kinds become one.
target triple = "spir64-unknown-unknown"

; A function of such a module, called from one of Clang's.
; CHECK-LABEL: define {{.*}}void @ours.cl(ptr addrspace(2) %image, i32 %s)
define spir_func void @ours(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %s) {
  ; CHECK: %[[VIEW:.*]] = addrspacecast ptr addrspace(2) %image to ptr addrspace(1)
  ; CHECK: %[[BITS:.*]] = inttoptr i32 %s to ptr addrspace(2)
  ; CHECK: call {{.*}}void @theirs.cl(ptr addrspace(1) %[[VIEW]], ptr addrspace(2) %[[BITS]])
  call spir_func void @theirs(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %s)
  ret void
}

define spir_func void @theirs(ptr addrspace(1) %image, ptr addrspace(2) %s) {
  ret void
}

; CHECK: define {{.*}}void @k(ptr addrspace(1) %image, i32 %s, ptr addrspace(1) %out)
define spir_kernel void @k(ptr addrspace(1) %image, ptr addrspace(2) %s, ptr addrspace(1) %out) !kernel_arg_base_type !0 {
  ; CHECK: %[[BITS:.*]] = inttoptr i32 %s to ptr addrspace(2)
  ; CHECK: %[[VIEW:.*]] = addrspacecast ptr addrspace(1) %image to ptr addrspace(2)
  ; CHECK: %[[BACK:.*]] = ptrtoint ptr addrspace(2) %[[BITS]] to i32
  ; CHECK: call <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(ptr addrspace(2) %[[VIEW]], i32 %[[BACK]],
  %a = call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(ptr addrspace(1) %image, ptr addrspace(2) %s, <2 x i32> zeroinitializer)
  ; CHECK: call <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i({{.*}}, i32 ptrtoint (ptr addrspace(2) inttoptr (i32 20 to ptr addrspace(2)) to i32),
  %constant = call ptr addrspace(2) @__translate_sampler_initializer(i32 20)
  %b = call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(ptr addrspace(1) %image, ptr addrspace(2) %constant, <2 x i32> zeroinitializer)
  %sum = fadd <4 x float> %a, %b
  store <4 x float> %sum, ptr addrspace(1) %out
  ret void
}

declare ptr addrspace(2) @__translate_sampler_initializer(i32)

define spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %s, <2 x i32> %c) {
  ret <4 x float> zeroinitializer
}

!0 = !{!"image2d_t", !"sampler_t", !"float4*"}
