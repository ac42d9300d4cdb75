; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups,vectorise
; OPTIONS: --spmd=force --spmd-lanes=8 --spmd-parts=1 --spmd-bisect=0
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn

; No region becomes packets.
; CHECK-LABEL: define void @weft_kernel_first(
; CHECK-NOT: <8 x i32>
; CHECK-LABEL: define void @weft_kernel_second(
; CHECK-NOT: <8 x i32>
define void @first(ptr addrspace(1) %a) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %l
  %v = load i32, ptr addrspace(1) %p
  %w = mul i32 %v, 3
  store i32 %w, ptr addrspace(1) %p
  ret void
}

define void @second(ptr addrspace(1) %a) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %l
  %v = load i32, ptr addrspace(1) %p
  %w = mul i32 %v, 5
  store i32 %w, ptr addrspace(1) %p
  ret void
}
