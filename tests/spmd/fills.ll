; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups,vectorise
; OPTIONS: --spmd=force --spmd-lanes=8 --spmd-parts=1 --isa=x86-64-v3
; Packets know which loads fill a tile of local memory, converted or not; not those in a work-item's own loop, and not what goes
; elsewhere. The loop over groups is marked.
declare void @__weft_barrier() convergent
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn

; CHECK-LABEL: define void @weft_kernel_fill(
; CHECK: br i1 %{{.*}}, label %group{{[0-9]*}}, label %done, !llvm.loop [[GROUPS:![0-9]+]]
; CHECK: packet:
; CHECK: load <8 x float>, ptr addrspace(1) %{{.*}}, !weft.fill
; CHECK: store <8 x float> %{{.*}}, ptr addrspace(3)
; CHECK: load <8 x i16>, ptr addrspace(1) %{{.*}}, !weft.fill
; CHECK: load <8 x i32>, ptr addrspace(1) %{{[^,]*}}, align 4{{$}}
; CHECK: load <8 x float>, ptr addrspace(1) %{{[^,]*}}, align 4{{$}}
; CHECK: [[GROUPS]] = distinct !{[[GROUPS]], [[MARK:![0-9]+]]}
; CHECK: [[MARK]] = !{!"weft.groups"}
define void @fill(ptr addrspace(1) %a, ptr addrspace(3) %t, i64 %n) "weft.kernel" {
entry:
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds float, ptr addrspace(1) %a, i64 %l
  %v = load float, ptr addrspace(1) %p
  %q = getelementptr inbounds float, ptr addrspace(3) %t, i64 %l
  store float %v, ptr addrspace(3) %q
  %ph = getelementptr inbounds i16, ptr addrspace(1) %a, i64 %l
  %h = load i16, ptr addrspace(1) %ph
  %w = zext i16 %h to i32
  %r = getelementptr inbounds i32, ptr addrspace(3) %q, i64 1000
  store i32 %w, ptr addrspace(3) %r
  %po = getelementptr inbounds i32, ptr addrspace(1) %p, i64 1000
  %o = load i32, ptr addrspace(1) %po, align 4
  %o1 = add i32 %o, 1
  store i32 %o1, ptr addrspace(1) %po
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %at = shl i64 %i, 12
  %li = add i64 %l, %at
  %pi = getelementptr inbounds float, ptr addrspace(1) %a, i64 %li
  %vi = load float, ptr addrspace(1) %pi, align 4
  %qi = getelementptr inbounds float, ptr addrspace(3) %t, i64 %li
  store float %vi, ptr addrspace(3) %qi
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %after
after:
  call void @__weft_barrier()
  %s = load float, ptr addrspace(3) %t
  store float %s, ptr addrspace(1) %p
  ret void
}
