; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: image-variants,work-groups,image-dispatch
; A copy of a kernel for each format that has functions of its own, and an entry that chooses by the views.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare <4 x float> @__weft_image_read_2d_f(ptr addrspace(2), i32, <2 x i32>)
declare void @__weft_image_write_2d_f(ptr addrspace(2), <2 x i32>, <4 x float>)
declare void @side_effect(<4 x float>)

define <4 x float> @__weft_image_read_2d_f__rgba8(ptr addrspace(2) %view, i32 %sampler, <2 x i32> %c) {
  %width = getelementptr i8, ptr addrspace(2) %view, i64 8
  %w = load i32, ptr addrspace(2) %width
  %f = uitofp i32 %w to float
  %r = insertelement <4 x float> zeroinitializer, float %f, i32 0
  ret <4 x float> %r
}
define void @__weft_image_write_2d_f__rgba8(ptr addrspace(2) %view, <2 x i32> %c, <4 x float> %color) {
  call void @side_effect(<4 x float> %color)
  ret void
}

; A function that was not inlined may be given any image.
; CHECK-LABEL: define void @weft_kernel_handed_on(
; CHECK: call void @helper(
define void @handed_on(ptr addrspace(2) %in) "weft.kernel" !kernel_arg_base_type !1 {
  call void @helper(ptr addrspace(2) %in)
  ret void
}
define void @helper(ptr addrspace(2) %in) noinline {
  %t = call <4 x float> @__weft_image_read_2d_f(ptr addrspace(2) %in, i32 18, <2 x i32> zeroinitializer)
  call void @side_effect(<4 x float> %t)
  ret void
}

; A sampler that is not constant: the format's function is called.
; CHECK-LABEL: define internal void @weft_kernel_any_sampler.rgba8(
; CHECK: call <4 x float> @__weft_image_read_2d_f__rgba8(
define void @any_sampler(ptr addrspace(2) %in, i32 %sampler) "weft.kernel" !kernel_arg_base_type !1 {
  %t = call <4 x float> @__weft_image_read_2d_f(ptr addrspace(2) %in, i32 %sampler, <2 x i32> zeroinitializer)
  call void @side_effect(<4 x float> %t)
  ret void
}

; Where both images are RGBA of UNORM_INT8: 0x10D2 << 32 | 0x10B5. The image that nothing reads may have any format.
; CHECK-LABEL: define internal void @weft_kernel_copy.rgba8(
; CHECK: %in = load ptr addrspace(2), {{.*}} !dereferenceable ![[SIZE:[0-9]+]]
; CHECK-NOT: call <4 x float> @__weft_image_read_2d_f(
; CHECK: load i32, ptr addrspace(2) %width{{.*}} !invariant.load
; CHECK: call void @side_effect
; CHECK: {{^\}$}}
; CHECK-LABEL: define void @weft_kernel_copy(
; CHECK: icmp eq i64 %{{.*}}, 18494129180853
; CHECK: icmp eq i64 %{{.*}}, 18494129180853
; CHECK-NOT: icmp
; CHECK: call void @weft_kernel_copy.rgba8(
; CHECK: call void @weft_kernel_copy.any(
define void @copy(ptr addrspace(2) %in, ptr addrspace(2) %out, ptr addrspace(2) %unused) "weft.kernel" !kernel_arg_base_type !0 {
  %t = call <4 x float> @__weft_image_read_2d_f(ptr addrspace(2) %in, i32 18, <2 x i32> zeroinitializer)
  call void @__weft_image_write_2d_f(ptr addrspace(2) %out, <2 x i32> zeroinitializer, <4 x float> %t)
  ret void
}

; CHECK: ![[SIZE]] = !{i64 192}
!0 = !{!"image2d_t", !"image2d_t", !"image2d_t"}
!1 = !{!"image2d_t", !"sampler_t"}
