; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups
declare void @__weft_barrier() convergent
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn

; A private array with uses on both sides of a barrier lives in a row, 64 bytes for each work-item.
; CHECK-LABEL: define void @weft_kernel_across(
; CHECK-NOT: alloca [16 x i32]
; CHECK: getelementptr inbounds [64 x i8], ptr
; CHECK: {{^\}$}}
define void @across(ptr addrspace(1) %a) "weft.kernel" {
  %x = alloca [16 x i32], align 4
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr %x, i64 %l
  store i32 1, ptr %p
  call void @__weft_barrier()
  %v = load i32, ptr %x
  %q = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  store i32 %v, ptr addrspace(1) %q
  ret void
}

; One that stays on a side is a variable of the function, and its accesses are not called parallel.
; CHECK-LABEL: define void @weft_kernel_inside(
; CHECK: alloca [16 x i32], align 4
; CHECK: store i32 1, ptr %{{[a-z0-9]+}}, align 4{{$}}
; CHECK: {{^\}$}}
define void @inside(ptr addrspace(1) %a) "weft.kernel" {
  %x = alloca [16 x i32], align 4
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr %x, i64 %l
  store i32 1, ptr %p
  %v = load i32, ptr %x
  %q = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  store i32 %v, ptr addrspace(1) %q
  call void @__weft_barrier()
  store i32 2, ptr addrspace(1) %q
  ret void
}

; A large one goes to the frame, never to the stack.
; CHECK-LABEL: define void @weft_kernel_large(
; CHECK-NOT: alloca [4096 x i32]
; CHECK: getelementptr inbounds i8, ptr %frame, i64 0
; CHECK: {{^\}$}}
define void @large(ptr addrspace(1) %a) "weft.kernel" {
  %x = alloca [4096 x i32], align 4
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr %x, i64 %l
  store i32 1, ptr %p
  %v = load i32, ptr %x
  %q = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  store i32 %v, ptr addrspace(1) %q
  ret void
}
