; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups,vectorise,whole-groups
; OPTIONS: --spmd=force --spmd-lanes=8 --spmd-parts=1
declare void @__weft_barrier() convergent
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn
declare i64 @weft.ctx.local_size.0() memory(none) nounwind willreturn
declare ptr addrspace(3) @weft.ctx.local_memory.0() memory(none) nounwind willreturn

; A scan of 16 in two packets: the group is one block, local memory is shuffles of what was stored, each packet's global
; memory is read and written once, and what is read stays in its order. The general code is there for smaller groups.
; CHECK-LABEL: define internal void @weft_kernel_scan.any(
; CHECK: load {{.*}} ptr addrspace(3)
; CHECK-LABEL: define internal void @weft_kernel_scan.whole(
; CHECK: br label %line
; CHECK: line:
; CHECK: [[A:%[^ ]+]] = load <8 x i32>, ptr addrspace(1)
; CHECK: [[B:%[^ ]+]] = load <8 x i32>, ptr addrspace(1)
; CHECK: call void asm sideeffect "", "~{memory}"()
; CHECK-NOT: addrspace(3) %{{[^,]*}}, align
; CHECK-DAG: shufflevector <8 x i32> [[A]], <8 x i32> [[B]], <8 x i32> <i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14>
; CHECK-DAG: shufflevector <8 x i32> [[A]], <8 x i32> poison, <8 x i32> <i32 poison, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6>
; CHECK: store <8 x i32> %{{[^,]*}}, ptr addrspace(1)
; CHECK-NEXT: {{.*}}getelementptr
; CHECK: store <8 x i32> %{{[^,]*}}, ptr addrspace(1)
; CHECK-NOT: br i1 {{.*}}line
; CHECK-LABEL: define void @weft_kernel_scan(
; CHECK: icmp eq i64 %{{[0-9]+}}, 16
; CHECK: icmp eq i64 %{{[0-9]+}}, 1
; CHECK: call void @weft_kernel_scan.whole(
; CHECK: call void @weft_kernel_scan.any(
define void @scan(ptr addrspace(1) %a) "weft.kernel" !reqd_work_group_size !0 {
entry:
  %t = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  %q = getelementptr inbounds i32, ptr addrspace(3) %t, i64 %l
  %v = load i32, ptr addrspace(1) %p
  store i32 %v, ptr addrspace(3) %q
  call void @__weft_barrier()
  br label %head

head:
  %n = phi i64 [ 1, %entry ], [ %twice, %next ]
  %goes = icmp ult i64 %n, 16
  br i1 %goes, label %turn, label %end

turn:
  %reads = icmp uge i64 %l, %n
  br i1 %reads, label %read, label %next

read:
  %from = sub i64 %l, %n
  %r = getelementptr inbounds i32, ptr addrspace(3) %t, i64 %from
  %x = load i32, ptr addrspace(3) %r
  br label %next

next:
  %left = phi i32 [ 0, %turn ], [ %x, %read ]
  call void @__weft_barrier()
  %old = load i32, ptr addrspace(3) %q
  %sum = add i32 %old, %left
  store i32 %sum, ptr addrspace(3) %q
  call void @__weft_barrier()
  %twice = shl i64 %n, 1
  br label %head

end:
  %z = load i32, ptr addrspace(3) %q
  store i32 %z, ptr addrspace(1) %p
  ret void
}

; Each of these stays a loop: turns that a launch decides, a place that data decide, memory that is volatile, and what
; nobody wrote.
; CHECK-NOT: line:
define void @steps(ptr addrspace(1) %a, i64 %end) "weft.kernel" !reqd_work_group_size !0 {
entry:
  %t = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  %q = getelementptr inbounds i32, ptr addrspace(3) %t, i64 %l
  store i32 1, ptr addrspace(3) %q
  br label %turn

turn:
  %n = phi i64 [ 1, %entry ], [ %twice, %turn ]
  call void @__weft_barrier()
  %old = load i32, ptr addrspace(3) %q
  %sum = add i32 %old, 1
  store i32 %sum, ptr addrspace(3) %q
  %twice = shl i64 %n, 1
  %goes = icmp ult i64 %twice, %end
  br i1 %goes, label %turn, label %last

last:
  store i32 %sum, ptr addrspace(1) %p
  ret void
}

define void @places(ptr addrspace(1) %a) "weft.kernel" !reqd_work_group_size !0 {
entry:
  %t = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  %q = getelementptr inbounds i32, ptr addrspace(3) %t, i64 %l
  store i32 1, ptr addrspace(3) %q
  br label %turn

turn:
  %n = phi i64 [ 1, %entry ], [ %twice, %turn ]
  call void @__weft_barrier()
  %where = load i32, ptr addrspace(1) %p
  %far = zext i32 %where to i64
  %r = getelementptr inbounds i32, ptr addrspace(3) %t, i64 %far
  %x = load i32, ptr addrspace(3) %r
  call void @__weft_barrier()
  store i32 %x, ptr addrspace(3) %q
  %twice = shl i64 %n, 1
  %goes = icmp ult i64 %twice, 16
  br i1 %goes, label %turn, label %last

last:
  store i32 %x, ptr addrspace(1) %p
  ret void
}

define void @changing(ptr addrspace(1) %a) "weft.kernel" !reqd_work_group_size !0 {
entry:
  %t = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  %q = getelementptr inbounds i32, ptr addrspace(3) %t, i64 %l
  store i32 1, ptr addrspace(3) %q
  br label %turn

turn:
  %n = phi i64 [ 1, %entry ], [ %twice, %turn ]
  call void @__weft_barrier()
  %old = load volatile i32, ptr addrspace(3) %q
  %sum = add i32 %old, 1
  store i32 %sum, ptr addrspace(3) %q
  %twice = shl i64 %n, 1
  %goes = icmp ult i64 %twice, 16
  br i1 %goes, label %turn, label %last

last:
  store i32 %sum, ptr addrspace(1) %p
  ret void
}

define void @unwritten(ptr addrspace(1) %a) "weft.kernel" !reqd_work_group_size !0 {
entry:
  %t = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  %q = getelementptr inbounds i32, ptr addrspace(3) %t, i64 %l
  store i32 1, ptr addrspace(3) %q
  br label %turn

turn:
  %n = phi i64 [ 1, %entry ], [ %twice, %turn ]
  call void @__weft_barrier()
  %far = add i64 %l, %n
  %r = getelementptr inbounds i32, ptr addrspace(3) %t, i64 %far
  %x = load i32, ptr addrspace(3) %r
  call void @__weft_barrier()
  store i32 %x, ptr addrspace(3) %q
  %twice = shl i64 %n, 1
  %goes = icmp ult i64 %twice, 16
  br i1 %goes, label %turn, label %last

last:
  store i32 %x, ptr addrspace(1) %p
  ret void
}

!0 = !{i32 16, i32 1, i32 1}
