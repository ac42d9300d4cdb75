; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups,vectorise
; OPTIONS: --spmd=force --spmd-lanes=64 --spmd-parts=4 --spmd-tail=scalar
; A packet has the private memory of all of its work-items on the stack, 64 KiB at most: what does not fit has fewer parts
; and fewer lanes.
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn

; CHECK-LABEL: define void @weft_kernel_fits(
; CHECK: alloca [65536 x i8]
; CHECK: add nuw nsw i64 %packet.x, 256
define void @fits(ptr addrspace(1) %a) "weft.kernel" {
  %t = alloca [64 x i32], align 4
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  %v = load i32, ptr addrspace(1) %p
  %q = getelementptr inbounds i32, ptr %t, i32 %v
  store i32 7, ptr %q
  %u = load i32, ptr %t
  store i32 %u, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define void @weft_kernel_parts(
; CHECK: alloca [33280 x i8]
; CHECK: add nuw nsw i64 %packet.x, 128
define void @parts(ptr addrspace(1) %a) "weft.kernel" {
  %t = alloca [65 x i32], align 4
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  %v = load i32, ptr addrspace(1) %p
  %q = getelementptr inbounds i32, ptr %t, i32 %v
  store i32 7, ptr %q
  %u = load i32, ptr %t
  store i32 %u, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define void @weft_kernel_lanes(
; CHECK: alloca [64000 x i8]
; CHECK: add nuw nsw i64 %packet.x, 16
define void @lanes(ptr addrspace(1) %a) "weft.kernel" {
  %t = alloca [1000 x i32], align 4
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  %v = load i32, ptr addrspace(1) %p
  %q = getelementptr inbounds i32, ptr %t, i32 %v
  store i32 7, ptr %q
  %u = load i32, ptr %t
  store i32 %u, ptr addrspace(1) %p
  ret void
}
