; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups
declare void @__weft_barrier() convergent
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn
declare i64 @weft.ctx.group_base.0() memory(none) nounwind willreturn

; A loaded value crosses the barrier in a row; the id is computed again and needs none.
; CHECK-LABEL: define void @weft_kernel_row(ptr noalias {{.*}}%launch, ptr noalias {{.*}}%group, i64 %count, ptr noalias {{.*}}%local, ptr noalias {{.*}}%frame)
; CHECK: [[V:%.*]] = load float, ptr addrspace(1)
; CHECK: getelementptr inbounds [4 x i8], ptr
; CHECK: store float [[V]], ptr %{{.*}}, align 4, !llvm.access.group
; CHECK: getelementptr inbounds [4 x i8], ptr
; CHECK: [[R:%.*]] = load float, ptr %{{.*}}, align 4, !llvm.access.group
; CHECK-NOT: load i64, ptr %{{.*}}, align 8, !llvm.access.group
; CHECK: store float [[R]], ptr addrspace(1)
; CHECK-NOT: __weft_barrier()
define void @row(ptr addrspace(1) %a) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %b = call i64 @weft.ctx.group_base.0()
  %g = add nuw nsw i64 %l, %b
  %p = getelementptr inbounds float, ptr addrspace(1) %a, i64 %g
  %v = load float, ptr addrspace(1) %p
  call void @__weft_barrier()
  %q = getelementptr inbounds float, ptr addrspace(1) %a, i64 %g
  store float %v, ptr addrspace(1) %q
  ret void
}

; A uniform value is the group's: no row, no access to the frame.
; CHECK-LABEL: define void @weft_kernel_uniform(
; CHECK-NOT: ptr %frame,
; CHECK: {{^\}$}}
define void @uniform(ptr addrspace(1) %a, ptr addrspace(1) %n) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %u = load float, ptr addrspace(1) %n
  %p = getelementptr inbounds float, ptr addrspace(1) %a, i64 %l
  store float 0.0, ptr addrspace(1) %p
  call void @__weft_barrier()
  store float %u, ptr addrspace(1) %p
  ret void
}

; An i1 is kept as a byte.
; CHECK-LABEL: define void @weft_kernel_bit(
; CHECK: [[Z:%.*]] = zext i1 %{{.*}} to i8
; CHECK: store i8 [[Z]], ptr
; CHECK: trunc i8 %{{.*}} to i1
define void @bit(ptr addrspace(1) %a) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds float, ptr addrspace(1) %a, i64 %l
  %v = load float, ptr addrspace(1) %p
  %c = fcmp ogt float %v, 0.0
  call void @__weft_barrier()
  %s = select i1 %c, float 1.0, float 2.0
  store float %s, ptr addrspace(1) %p
  ret void
}

; What counts the turns is the same for all in the loop, but work-items leave the loop at different times: each has its
; own behind it, and it cannot be computed again from the last one's.
; CHECK-LABEL: define void @weft_kernel_turns(
; CHECK: [[K:%.*]] = phi i32 [ 0,
; CHECK: [[N:%.*]] = add i32 [[K]], 1
; CHECK: store i32 [[N]], ptr %{{.*}}, align 4, !llvm.access.group
; CHECK: [[R:%.*]] = load i32, ptr %{{.*}}, align 4, !llvm.access.group
; CHECK: store i32 [[R]], ptr addrspace(1)
define void @turns(ptr addrspace(1) %a) "weft.kernel" {
entry:
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  %v = load i32, ptr addrspace(1) %p
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, %v
  br i1 %more, label %loop, label %done
done:
  call void @__weft_barrier()
  store i32 %next, ptr addrspace(1) %p
  ret void
}

; Likewise where the branches out of the loop are each the same for all who come to them, and not all come to the same one.
; CHECK-LABEL: define void @weft_kernel_ways(
; CHECK: [[K:%.*]] = phi i32 [ 0,
; CHECK: [[N:%.*]] = add i32 [[K]], 7
; CHECK: store i32 [[N]], ptr %{{.*}}, align 4, !llvm.access.group
; CHECK: [[R:%.*]] = load i32, ptr %{{.*}}, align 4, !llvm.access.group
; CHECK: store i32 [[R]], ptr addrspace(1)
define void @ways(ptr addrspace(1) %a, i32 %n, i32 %m) "weft.kernel" {
entry:
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  %odd = trunc i64 %l to i1
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %latch ]
  %sum = add i32 %k, 7
  br i1 %odd, label %one, label %other
one:
  %last = icmp eq i32 %k, %n
  br i1 %last, label %done, label %latch
other:
  %end = icmp eq i32 %k, %m
  br i1 %end, label %done, label %latch
latch:
  %next = add i32 %k, 1
  br label %loop
done:
  call void @__weft_barrier()
  store i32 %sum, ptr addrspace(1) %p
  ret void
}
