; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups,vectorise
; OPTIONS: --spmd=serial --spmd-lanes=8 --spmd-parts=1
declare void @__weft_barrier() convergent
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn
declare i64 @weft.ctx.local_id.1() memory(none) nounwind willreturn
declare i64 @weft.ctx.local_size.0() memory(none) nounwind willreturn

; Packets first; then one masked packet takes what is left of the row. Rows of one work-item run scalar.
; CHECK-LABEL: define void @weft_kernel_plain(
; CHECK: row:
; CHECK-NEXT: [[WIDE:%.*]] = icmp uge i64 %[[SIZE:.*]], 2
; CHECK-NEXT: %limit = select i1 [[WIDE]], i64 %[[SIZE]], i64 0
; CHECK-NEXT: [[ALL:%.*]] = and i64 %[[SIZE]], -8
; CHECK-NEXT: [[FULL:%.*]] = select i1 [[WIDE]], i64 [[ALL]], i64 0
; CHECK-NEXT: [[SOME:%.*]] = icmp ult i64 0, [[FULL]]
; CHECK-NEXT: br i1 [[SOME]], label %packet, label %packet.done
; CHECK: packet:
; CHECK-NEXT: phi i64
; CHECK: call void @weft_kernel_plain.item0(i64
; CHECK: br i1 %{{.*}}, label %packet, label %packet.done, !llvm.loop
; CHECK: packet.done:
; CHECK-NEXT: icmp ult i64 [[FULL]], %limit
; CHECK: masked:
; CHECK: call void @weft_kernel_plain.item0(i64
; CHECK: icmp ult i64 %limit, %[[SIZE]]
; CHECK: store float
; CHECK: {{^\}$}}

; Two regions, each with an item function. The load of %n is uniform and unconditional: the group makes it once.
; CHECK-LABEL: define void @weft_kernel_cut(
; CHECK: load float, ptr addrspace(1) %n
; CHECK: row:
; CHECK: call void @weft_kernel_cut.item0(i64
; CHECK: call void @weft_kernel_cut.item1(i64
; CHECK: {{^\}$}}

; CHECK-LABEL: define void @weft_kernel_private(
; CHECK: {{^\}$}}

; CHECK-LABEL: define internal void @weft_kernel_plain.item0(i64 range(i64 0, 8192) "weft.item.id"="x" %x, i64 range(i64 0, 8192) "weft.item.id"="y" %y, i64 range(i64 0, 8192) "weft.item.id"="z" %z
; CHECK-NOT: alloca
; CHECK: store float
; CHECK-NEXT: store i32 0, ptr %next
; CHECK-NEXT: ret void
define void @plain(ptr addrspace(1) %a) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds float, ptr addrspace(1) %a, i64 %l
  store float 1.0, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define internal void @weft_kernel_cut.item0(
; CHECK-SAME: float
; CHECK-NOT: load float
; CHECK: {{^\}$}}
define void @cut(ptr addrspace(1) %a, ptr addrspace(1) %n) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %u = load float, ptr addrspace(1) %n
  %p = getelementptr inbounds float, ptr addrspace(1) %a, i64 %l
  store float %u, ptr addrspace(1) %p
  call void @__weft_barrier()
  %q = getelementptr inbounds float, ptr addrspace(1) %a, i64 %l
  store float 2.0, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: define internal void @weft_kernel_private.item0(
; CHECK: alloca [4 x i32]
define void @private(ptr addrspace(1) %a) "weft.kernel" {
  %t = alloca [4 x i32]
  %l = call i64 @weft.ctx.local_id.0()
  %i = and i64 %l, 3
  store <4 x i32> <i32 1, i32 2, i32 3, i32 4>, ptr %t
  %q = getelementptr inbounds i32, ptr %t, i64 %i
  %v = load i32, ptr %q
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  store i32 %v, ptr addrspace(1) %p
  ret void
}
