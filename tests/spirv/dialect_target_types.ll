; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --passes=spirv-dialect
; Handles of later translators are target types as Clang's, and stay.
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define spir_kernel void @images(
define spir_kernel void @images(ptr addrspace(1) %out, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image) {
  ; CHECK: %sampler = call target("spirv.Sampler") @__translate_sampler_initializer(i32 16)
  %sampler = call target("spirv.Sampler") @__translate_sampler_initializer(i32 16)
  ; CHECK: call spir_func <4 x i32> @_Z11read_imagei14ocl_image2d_ro11ocl_samplerDv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler, <2 x i32> zeroinitializer)
  %texel = call spir_func <4 x i32> @_Z11read_imagei14ocl_image2d_ro11ocl_samplerDv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler, <2 x i32> zeroinitializer)
  store <4 x i32> %texel, ptr addrspace(1) %out
  ret void
}

declare target("spirv.Sampler") @__translate_sampler_initializer(i32)
declare spir_func <4 x i32> @_Z11read_imagei14ocl_image2d_ro11ocl_samplerDv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"), <2 x i32>)
