; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: specialise,image-variants
; OPTIONS: --specialise=known,0:format:0x10d2000010b5,1:format:0x10d3000010b5,2:sampler:0x12
; A kernel that knows the formats of its images (RGBA of UNORM_INT8 and of UNORM_INT16) and the bits of its sampler.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @side_effect(<4 x float>)
declare void @sizes(i32, i64, i32)

; The twin of the builtins is taken where there is one.
define <4 x float> @__weft_image_read_2d_f(ptr addrspace(2) %view, i32 %sampler, <2 x i32> %c) noinline {
  call void @sizes(i32 1, i64 0, i32 %sampler)
  ret <4 x float> zeroinitializer
}
define <4 x float> @__weft_image_read_2d_f__rgba8(ptr addrspace(2) %view, i32 %sampler, <2 x i32> %c) {
  %f = uitofp i32 %sampler to float
  %r = insertelement <4 x float> zeroinitializer, float %f, i32 0
  ret <4 x float> %r
}

; Of others, the fields of the view that tell the format are constants: order, type and size, one by one or at once, here and
; in what is called with the view; no other field.
define void @__weft_image_write_2d_f(ptr addrspace(2) %view, <2 x i32> %c, <4 x float> %color) noinline {
  %size_at = getelementptr i8, ptr addrspace(2) %view, i64 48
  %size = load i32, ptr addrspace(2) %size_at
  %key_at = getelementptr i8, ptr addrspace(2) %view, i64 40
  %key = load i64, ptr addrspace(2) %key_at
  %mips_at = getelementptr i8, ptr addrspace(2) %view, i64 56
  %mips = load i32, ptr addrspace(2) %mips_at
  call void @sizes(i32 %size, i64 %key, i32 %mips)
  call void @__weft_image_store_f(ptr addrspace(2) %view, <4 x float> %color)
  ret void
}
define void @__weft_image_store_f(ptr addrspace(2) %view, <4 x float> %color) noinline {
  %order_at = getelementptr i8, ptr addrspace(2) %view, i64 40
  %order = load i32, ptr addrspace(2) %order_at
  switch i32 %order, label %other [ i32 4277, label %rgba ]
rgba:
  call void @side_effect(<4 x float> %color)
  ret void
other:
  %bgra = shufflevector <4 x float> %color, <4 x float> poison, <4 x i32> <i32 2, i32 1, i32 0, i32 3>
  call void @side_effect(<4 x float> %bgra)
  ret void
}

; CHECK-LABEL: define void @known(
; CHECK-NOT: @__weft_image
; CHECK: %[[AT:.*]] = getelementptr i8, ptr addrspace(2) %out, i64 56
; CHECK: %[[MIPS:.*]] = load i32, ptr addrspace(2) %[[AT]]
; CHECK: call void @sizes(i32 8, i64 18498424148149, i32 %[[MIPS]])
; CHECK-NOT: @__weft_image
; CHECK-NOT: shufflevector
; CHECK: call void @side_effect(<4 x float> <float 1.800000e+01,
; CHECK-NOT: call
; CHECK: ret void
define void @known(ptr addrspace(2) %in, ptr addrspace(2) %out, i32 %sampler) "weft.kernel" !kernel_arg_base_type !0 {
  %t = call <4 x float> @__weft_image_read_2d_f(ptr addrspace(2) %in, i32 %sampler, <2 x i32> zeroinitializer)
  call void @__weft_image_write_2d_f(ptr addrspace(2) %out, <2 x i32> zeroinitializer, <4 x float> %t)
  ret void
}

; Another kernel, and an image that a function is given, are as they were.
; CHECK-LABEL: define void @unknown(
; CHECK: call <4 x float> @__weft_image_read_2d_f(ptr addrspace(2) %in, i32 %sampler
; CHECK: call void @helper(ptr addrspace(2) %out)
define void @unknown(ptr addrspace(2) %in, ptr addrspace(2) %out, i32 %sampler) "weft.kernel" !kernel_arg_base_type !0 {
  %t = call <4 x float> @__weft_image_read_2d_f(ptr addrspace(2) %in, i32 %sampler, <2 x i32> zeroinitializer)
  call void @side_effect(<4 x float> %t)
  call void @helper(ptr addrspace(2) %out)
  ret void
}
define void @helper(ptr addrspace(2) %out) noinline {
  call void @__weft_image_write_2d_f(ptr addrspace(2) %out, <2 x i32> zeroinitializer, <4 x float> zeroinitializer)
  ret void
}

!0 = !{!"image2d_t", !"image2d_t", !"sampler_t"}
