; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A load that is the same for all work-items, and that each of them makes before it writes anything, is made once, before the
; loops over them. All others stay with the work-items.
; PASSES: work-groups,vectorise
; OPTIONS: --spmd=serial --spmd-lanes=8 --spmd-parts=1
declare void @__weft_barrier() convergent
declare void @waits() memory(none) nounwind
declare void @returns() memory(none) nounwind willreturn
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn
declare i64 @weft.ctx.local_id.1() memory(none) nounwind willreturn
declare i64 @weft.ctx.local_id.2() memory(none) nounwind willreturn

; The address may be computed from arguments and from what such a load gives; what happens in between does not matter as long as
; it writes nothing and comes to an end.
; CHECK-LABEL: define void @weft_kernel_chain(
; CHECK: {{^}}region.0:
; CHECK: [[T:%.*]] = trunc i64 %{{.*}} to i32
; CHECK: mul i32 [[T]], 3
; CHECK: [[V:%.*]] = load i32, ptr addrspace(1)
; CHECK: sext i32 [[V]] to i64
; CHECK: load float, ptr addrspace(1)
; CHECK: {{^}}z:
define void @chain(ptr addrspace(1) %a, ptr addrspace(1) %n, i64 %k) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %t = trunc i64 %k to i32
  %three = mul i32 %t, 3
  %first = getelementptr i32, ptr addrspace(1) %n, i32 %three
  %v = load i32, ptr addrspace(1) %first
  call void @returns()
  %second = getelementptr float, ptr addrspace(1) %n, i32 %v
  %u = load float, ptr addrspace(1) %second
  %p = getelementptr inbounds float, ptr addrspace(1) %a, i64 %l
  store float %u, ptr addrspace(1) %p
  ret void
}

; A work-item may have written there itself.
; CHECK-LABEL: define void @weft_kernel_written(
; CHECK: {{^}}region.0:
; CHECK: load i32, ptr addrspace(1)
; CHECK-NOT: load
; CHECK: {{^}}z:
define void @written(ptr addrspace(1) %a, ptr addrspace(1) %n) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %before = load i32, ptr addrspace(1) %n
  %p = getelementptr inbounds float, ptr addrspace(1) %a, i64 %l
  store i32 %before, ptr addrspace(1) %p
  %after = load float, ptr addrspace(1) %n
  %q = getelementptr inbounds float, ptr addrspace(1) %p, i64 8192
  store float %after, ptr addrspace(1) %q
  ret void
}

; Another work-item has, before they met: it is loaded where they have, not before the first of them writes.
; CHECK-LABEL: define void @weft_kernel_met(
; CHECK: {{^}}region.0:
; CHECK-NOT: load
; CHECK: {{^}}z:
; CHECK: {{^}}region.1:
; CHECK-NEXT: load float, ptr addrspace(1)
; CHECK-NEXT: br label %z{{[0-9]+$}}
define void @met(ptr addrspace(1) %a, ptr addrspace(1) %n) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds float, ptr addrspace(1) %a, i64 %l
  store float 1.0, ptr addrspace(1) %p
  call void @__weft_barrier()
  %u = load float, ptr addrspace(1) %n
  %q = getelementptr inbounds float, ptr addrspace(1) %a, i64 %l
  store float %u, ptr addrspace(1) %q
  ret void
}

; Volatile and atomic loads are as many as there are work-items, and what follows them does not go before them, but for atomic
; ones without an order.
; CHECK-LABEL: define void @weft_kernel_volatile(
; CHECK: {{^}}region.0:
; CHECK-NOT: load
; CHECK: {{^}}z:
define void @volatile(ptr addrspace(1) %a, ptr addrspace(1) %n, ptr addrspace(1) %m) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %u = load volatile i32, ptr addrspace(1) %n
  %v = load i32, ptr addrspace(1) %m
  %sum = add i32 %u, %v
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  store i32 %sum, ptr addrspace(1) %p
  ret void
}
; CHECK-LABEL: define void @weft_kernel_atomic(
; CHECK: {{^}}region.0:
; CHECK-NOT: load
; CHECK: {{^}}z:
define void @atomic(ptr addrspace(1) %a, ptr addrspace(1) %n, ptr addrspace(1) %m) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %u = load atomic i32, ptr addrspace(1) %n acquire, align 4
  %v = load i32, ptr addrspace(1) %m
  %sum = add i32 %u, %v
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  store i32 %sum, ptr addrspace(1) %p
  ret void
}
; CHECK-LABEL: define void @weft_kernel_unordered(
; CHECK: {{^}}region.0:
; CHECK-NOT: load atomic
; CHECK: load i32, ptr addrspace(1)
; CHECK-NOT: load
; CHECK: {{^}}z:
define void @unordered(ptr addrspace(1) %a, ptr addrspace(1) %n, ptr addrspace(1) %m) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %u = load atomic i32, ptr addrspace(1) %n unordered, align 4
  %v = load i32, ptr addrspace(1) %m
  %sum = add i32 %u, %v
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  store i32 %sum, ptr addrspace(1) %p
  ret void
}

; The pointer need not be valid where nobody loads from it: a condition on the work-item, one on an argument, a call that may
; never return.
; CHECK-LABEL: define void @weft_kernel_some(
; CHECK: {{^}}region.0:
; CHECK-NOT: load
; CHECK: {{^}}z:
define void @some(ptr addrspace(1) %a, ptr addrspace(1) %n, i64 %k) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds float, ptr addrspace(1) %a, i64 %l
  %c = icmp ult i64 %l, %k
  br i1 %c, label %then, label %end
then:
  %u = load float, ptr addrspace(1) %n
  store float %u, ptr addrspace(1) %p
  br label %end
end:
  ret void
}
; CHECK-LABEL: define void @weft_kernel_if_wanted(
; CHECK: {{^}}region.0:
; CHECK-NOT: load
; CHECK: {{^}}z:
define void @if_wanted(ptr addrspace(1) %a, ptr addrspace(1) %n, i64 %k) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds float, ptr addrspace(1) %a, i64 %l
  %c = icmp ne i64 %k, 0
  br i1 %c, label %then, label %end
then:
  %u = load float, ptr addrspace(1) %n
  store float %u, ptr addrspace(1) %p
  br label %end
end:
  ret void
}
; CHECK-LABEL: define void @weft_kernel_stuck(
; CHECK: {{^}}region.0:
; CHECK-NOT: load
; CHECK: {{^}}z:
define void @stuck(ptr addrspace(1) %a, ptr addrspace(1) %n) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  call void @waits()
  %u = load float, ptr addrspace(1) %n
  %p = getelementptr inbounds float, ptr addrspace(1) %a, i64 %l
  store float %u, ptr addrspace(1) %p
  ret void
}

; Each work-item's own, each row's, each plane's; where a work-item's own load says.
; CHECK-LABEL: define void @weft_kernel_own(
; CHECK: {{^}}region.0:
; CHECK-NOT: load
; CHECK: {{^}}z:
define void @own(ptr addrspace(1) %a, ptr addrspace(1) %n) "weft.kernel" {
  %x = call i64 @weft.ctx.local_id.0()
  %y = call i64 @weft.ctx.local_id.1()
  %z = call i64 @weft.ctx.local_id.2()
  %of_x = getelementptr inbounds i32, ptr addrspace(1) %n, i64 %x
  %u = load i32, ptr addrspace(1) %of_x
  %of_y = getelementptr inbounds i32, ptr addrspace(1) %n, i64 %y
  %v = load i32, ptr addrspace(1) %of_y
  %of_z = getelementptr inbounds i32, ptr addrspace(1) %n, i64 %z
  %w = load i32, ptr addrspace(1) %of_z
  %of_u = getelementptr inbounds i32, ptr addrspace(1) %n, i32 %u
  %loaded = load i32, ptr addrspace(1) %of_u
  %uv = add i32 %u, %v
  %uvw = add i32 %uv, %w
  %sum = add i32 %uvw, %loaded
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %x
  store i32 %sum, ptr addrspace(1) %p
  ret void
}

; A division stays with the work-items, and so does a load from where it says.
; CHECK-LABEL: define void @weft_kernel_divided(
; CHECK: {{^}}region.0:
; CHECK-NOT: load
; CHECK-NOT: div
; CHECK: {{^}}z:
define void @divided(ptr addrspace(1) %a, ptr addrspace(1) %n, i64 %k) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %part = udiv i64 4096, %k
  %q = getelementptr inbounds float, ptr addrspace(1) %n, i64 %part
  %u = load float, ptr addrspace(1) %q
  %p = getelementptr inbounds float, ptr addrspace(1) %a, i64 %l
  store float %u, ptr addrspace(1) %p
  ret void
}

; What work-items load themselves is in their functions, what is loaded for them comes to those.
; CHECK-LABEL: define internal void @weft_kernel_chain.item0(
; CHECK-SAME: float [[U:%[^ ]*]])
; CHECK-NOT: load
; CHECK: store float [[U]]
; CHECK-LABEL: define internal void @weft_kernel_written.item0(
; CHECK-SAME: i32 [[BEFORE:%[^ ]*]])
; CHECK-NOT: load
; CHECK: store i32 [[BEFORE]]
; CHECK-NEXT: [[AFTER:%.*]] = load float
; CHECK: store float [[AFTER]]
; CHECK-LABEL: define internal void @weft_kernel_met.item0(
; CHECK-LABEL: define internal void @weft_kernel_met.item1(
; CHECK-SAME: float [[U:%[^ ]*]])
; CHECK-NOT: load
; CHECK: store float [[U]]
; CHECK-LABEL: define internal void @weft_kernel_volatile.item0(
; CHECK: load volatile i32
; CHECK: load i32
; CHECK-LABEL: define internal void @weft_kernel_atomic.item0(
; CHECK: load atomic i32
; CHECK: load i32
; CHECK-LABEL: define internal void @weft_kernel_unordered.item0(
; CHECK-SAME: i32 [[V:%[^ ]*]])
; CHECK: [[U:%.*]] = load atomic i32
; CHECK-NOT: load
; CHECK: add i32 [[U]], [[V]]
; CHECK-LABEL: define internal void @weft_kernel_some.item0(
; CHECK: {{^}}then:
; CHECK: load float
; CHECK-LABEL: define internal void @weft_kernel_if_wanted.item0(
; CHECK: {{^}}then:
; CHECK: load float
; CHECK-LABEL: define internal void @weft_kernel_stuck.item0(
; CHECK: call void @waits()
; CHECK-NEXT: load float
; CHECK-LABEL: define internal void @weft_kernel_own.item0(
; CHECK-COUNT-4: load i32
; CHECK-LABEL: define internal void @weft_kernel_divided.item0(
; CHECK: udiv i64
; CHECK: load float
