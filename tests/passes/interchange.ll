; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups,vectorise
; OPTIONS: --spmd=auto --spmd-lanes=8 --spmd-parts=1
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn
declare i64 @weft.ctx.local_id.1() memory(none) nounwind willreturn
declare void @__weft_barrier() convergent

; a[x * n + y]: where rows are at least half a packet high, lanes are along y; else along x as ever.
; CHECK-LABEL: define void @weft_kernel_columns(
; CHECK: icmp uge i64 %{{.*}}, 4
; CHECK: br i1 %{{.*}}, label %interchanged, label %straight
; CHECK: {{^}}straight:
; CHECK-NOT: load <8 x i32>, ptr addrspace(1)
; CHECK: {{^}}interchanged:
; CHECK: load <8 x i32>, ptr addrspace(1)
; CHECK: store <8 x i32> %{{.*}}, ptr addrspace(1)
; CHECK: {{^\}$}}
define void @columns(ptr addrspace(1) %a, i32 %n) "weft.kernel" {
  %x = call i64 @weft.ctx.local_id.0()
  %y = call i64 @weft.ctx.local_id.1()
  %w = sext i32 %n to i64
  %r = mul nsw i64 %x, %w
  %i = add nsw i64 %r, %y
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %i
  %v = load i32, ptr addrspace(1) %p
  %t = mul i32 %v, 3
  store i32 %t, ptr addrspace(1) %p
  ret void
}

; What is together in x stays, whatever y is; likewise what is apart in both, and what does not look at y.
; CHECK-LABEL: define void @weft_kernel_rows(
; CHECK-NOT: interchanged
; CHECK: {{^\}$}}
define void @rows(ptr addrspace(1) %a, i32 %n) "weft.kernel" {
  %x = call i64 @weft.ctx.local_id.0()
  %y = call i64 @weft.ctx.local_id.1()
  %w = sext i32 %n to i64
  %r = mul nsw i64 %y, %w
  %i = add nsw i64 %r, %x
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %i
  %v = load i32, ptr addrspace(1) %p
  %t = mul i32 %v, 3
  store i32 %t, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define void @weft_kernel_apart(
; CHECK-NOT: interchanged
; CHECK: {{^\}$}}
define void @apart(ptr addrspace(1) %a, i32 %n) "weft.kernel" {
  %x = call i64 @weft.ctx.local_id.0()
  %y = call i64 @weft.ctx.local_id.1()
  %w = sext i32 %n to i64
  %s = add nsw i64 %x, %y
  %i = mul nsw i64 %s, %w
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %i
  %v = load i32, ptr addrspace(1) %p
  %t = mul i32 %v, 3
  store i32 %t, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define void @weft_kernel_no_y(
; CHECK-NOT: interchanged
; CHECK: {{^\}$}}
define void @no_y(ptr addrspace(1) %a, i32 %n) "weft.kernel" {
  %x = call i64 @weft.ctx.local_id.0()
  %w = sext i32 %n to i64
  %i = mul nsw i64 %x, %w
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %i
  %v = load i32, ptr addrspace(1) %p
  %t = mul i32 %v, 3
  store i32 %t, ptr addrspace(1) %p
  ret void
}

; Rows of the frame are together in x: regions that have some stay.
; CHECK-LABEL: define void @weft_kernel_meets(
; CHECK-NOT: interchanged
; CHECK: {{^\}$}}
define void @meets(ptr addrspace(1) %a, i32 %n) "weft.kernel" {
  %x = call i64 @weft.ctx.local_id.0()
  %y = call i64 @weft.ctx.local_id.1()
  %w = sext i32 %n to i64
  %r = mul nsw i64 %x, %w
  %i = add nsw i64 %r, %y
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %i
  %v = load i32, ptr addrspace(1) %p
  call void @__weft_barrier()
  %t = mul i32 %v, 3
  store i32 %t, ptr addrspace(1) %p
  ret void
}
