; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups
; OPTIONS: --isa=x86-64-v3
; Induction variables of loops with cuts that begin with a work-item's own number: how far the group has come is the
; group's, and the frame has nothing of them.
declare void @__weft_barrier() convergent
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn

; By numbers and addresses, in two steps an iteration; the frame has no slot.
; CHECK-LABEL: define void @weft_kernel_steps(
; CHECK: phi i64 [ 0, %{{.*}} ]
; CHECK: region.1:
; CHECK-NOT: getelementptr {{.*}} %frame
; CHECK: [[L:%local_id.x[0-9]*]] = phi
; CHECK: [[START:%[^ ]+]] = mul i64 [[L]], 3
; CHECK: add i64 [[START]], %{{.*}}
; CHECK-NOT: getelementptr {{.*}} %frame
; CHECK: }
define void @steps(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n, i64 %pitch) "weft.kernel" {
entry:
  %l = call i64 @weft.ctx.local_id.0()
  %start = mul i64 %l, 3
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %l
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %i = phi i64 [ %start, %entry ], [ %i.next, %loop ]
  %at = phi ptr addrspace(1) [ %p, %entry ], [ %at.next, %loop ]
  call void @__weft_barrier()
  %v = load i32, ptr addrspace(1) %at
  %i.half = add i64 %i, %pitch
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %i
  store i32 %v, ptr addrspace(1) %to
  %i.next = sub i64 %i.half, 7
  %at.next = getelementptr inbounds i32, ptr addrspace(1) %at, i64 %pitch
  %k.next = add i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Not by a work-item's own step, nor from a loaded number: these have slots.
; CHECK-LABEL: define void @weft_kernel_own(
; CHECK: region.1:
; CHECK: getelementptr {{.*}} %frame
define void @own(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n) "weft.kernel" {
entry:
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i64, ptr addrspace(1) %in, i64 %l
  %start = load i64, ptr addrspace(1) %p
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %i = phi i64 [ %l, %entry ], [ %i.next, %loop ]
  %j = phi i64 [ %start, %entry ], [ %j.next, %loop ]
  call void @__weft_barrier()
  %to = getelementptr inbounds i64, ptr addrspace(1) %out, i64 %i
  store i64 %j, ptr addrspace(1) %to
  %i.next = add i64 %i, %l
  %j.next = add i64 %j, 5
  %k.next = add i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
