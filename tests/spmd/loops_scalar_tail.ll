; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups,vectorise
; OPTIONS: --spmd=serial --spmd-lanes=4 --spmd-parts=2 --spmd-tail=scalar
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn

; Parts side by side: eight columns to a packet. The loop over x goes on where the packets end.
; CHECK-LABEL: define void @weft_kernel_tail(
; CHECK: y:
; CHECK: br label %row
; CHECK: row:
; CHECK: [[FULL:%.*]] = and i64 %[[SIZE:.*]], -8
; CHECK: packet:
; CHECK: call void @weft_kernel_tail.item0(
; CHECK: packet.done:
; CHECK-NEXT: [[LEFT:%.*]] = icmp ult i64 [[FULL]], %[[SIZE]]
; CHECK-NEXT: br i1 [[LEFT]], label %scalar, label %y.next
; CHECK: scalar:
; CHECK-NEXT: br label %item
; CHECK: item:
; CHECK-NEXT: phi i64 [ [[FULL]], %scalar ]
; CHECK: store float 1.000000e+00
; CHECK: br i1 %{{.*}}, label %item, label %y.next, !llvm.loop
define void @tail(ptr addrspace(1) %a) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds float, ptr addrspace(1) %a, i64 %l
  store float 1.0, ptr addrspace(1) %p
  ret void
}

; Nothing but the group's variables change: one work-item for all, no loops, no packets.
; CHECK-LABEL: define void @weft_kernel_once(
; CHECK-NOT: packet
; CHECK: {{^\}$}}
define void @once(ptr addrspace(1) %a) "weft.kernel" {
  %v = load float, ptr addrspace(1) %a
  ret void
}

; Private memory in the frame is one for all work-items in turn.
; CHECK-LABEL: define void @weft_kernel_framed(
; CHECK-NOT: packet
; CHECK: {{^\}$}}
define void @framed(ptr addrspace(1) %a) "weft.kernel" {
  %t = alloca [2000 x i32]
  %l = call i64 @weft.ctx.local_id.0()
  %q = getelementptr inbounds i32, ptr %t, i64 %l
  store i32 7, ptr %q
  %v = load i32, ptr %t
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  store i32 %v, ptr addrspace(1) %p
  ret void
}
