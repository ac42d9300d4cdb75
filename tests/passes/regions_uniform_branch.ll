; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups
declare void @__weft_barrier() convergent
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn
declare ptr addrspace(3) @weft.ctx.local_memory.0() memory(none) nounwind willreturn
declare ptr @__weft_group_copy_1d(ptr addrspace(4), ptr addrspace(4), i64, ptr) convergent

; The loop's test decides between the barrier and the end: it is taken once for the group, between the loops over
; work-items, and the end is a region of its own.
; CHECK-LABEL: define void @weft_kernel_tree(
; CHECK: region.1:
; CHECK-NOT: local_id.x
; CHECK: icmp eq i32 %{{.*}}, 0
; CHECK: switch i32
; CHECK: region.2:
; CHECK: %local_id.x{{[0-9]*}} = phi
; CHECK: store float {{.*}} ptr addrspace(3)
; CHECK: br label %region.1
; CHECK: region.3:
; CHECK: %local_id.x{{[0-9]*}} = phi
; CHECK: store float {{.*}} ptr addrspace(1)
define void @tree(ptr addrspace(1) %a, ptr addrspace(1) %b) "weft.kernel" {
entry:
  %t = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds float, ptr addrspace(1) %a, i64 %l
  %q = getelementptr inbounds float, ptr addrspace(3) %t, i64 %l
  %v = load float, ptr addrspace(1) %p
  store float %v, ptr addrspace(3) %q
  br label %head

head:
  %n = phi i32 [ 128, %entry ], [ %half, %latch ]
  %ends = icmp eq i32 %n, 0
  br i1 %ends, label %exit, label %body

body:
  call void @__weft_barrier()
  %wide = zext i32 %n to i64
  %below = icmp ult i64 %l, %wide
  br i1 %below, label %add, label %latch

add:
  %r = getelementptr inbounds float, ptr addrspace(3) %q, i64 %wide
  %x = load float, ptr addrspace(3) %q
  %y = load float, ptr addrspace(3) %r
  %z = fadd float %x, %y
  store float %z, ptr addrspace(3) %q
  br label %latch

latch:
  %half = lshr i32 %n, 1
  br label %head

exit:
  %w = load float, ptr addrspace(3) %q
  %o = getelementptr inbounds float, ptr addrspace(1) %b, i64 %l
  store float %w, ptr addrspace(1) %o
  ret void
}

; Some work-items do not come to the branch: it stays theirs.
; CHECK-LABEL: define void @weft_kernel_parted(
; CHECK-NOT: region.2:
; CHECK: {{^\}$}}
define void @parted(ptr addrspace(1) %a, i1 %c) "weft.kernel" {
entry:
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds float, ptr addrspace(1) %a, i64 %l
  %few = icmp ult i64 %l, 3
  br i1 %few, label %some, label %meet

some:
  store float 1.0, ptr addrspace(1) %p
  br i1 %c, label %end, label %meet

end:
  store float 2.0, ptr addrspace(1) %p
  ret void

meet:
  call void @__weft_barrier()
  store float 3.0, ptr addrspace(1) %p
  ret void
}

; A value that no cut keeps yet would need a row: the branch stays.
; CHECK-LABEL: define void @weft_kernel_dear(
; CHECK-NOT: region.2:
; CHECK: {{^\}$}}
define void @dear(ptr addrspace(1) %a, i1 %c) "weft.kernel" {
entry:
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds float, ptr addrspace(1) %a, i64 %l
  %v = load float, ptr addrspace(1) %p
  store float 1.0, ptr addrspace(1) %p
  br i1 %c, label %end, label %meet

end:
  store float %v, ptr addrspace(1) %p
  ret void

meet:
  call void @__weft_barrier()
  store float 3.0, ptr addrspace(1) %p
  ret void
}

; A sum that goes round a loop with barriers is one row, which the region of the loop's test does not touch.
; CHECK-LABEL: define void @weft_kernel_sum(
; CHECK: region.0:
; CHECK: store float 0.000000e+00, ptr %
; CHECK: region.{{[0-9]+}}:
; CHECK: [[NEW:%.*]] = fadd float %{{.*}}, %v
; CHECK: store float [[NEW]], ptr %
; CHECK-NOT: store float %{{.*}}, ptr %
; CHECK: {{^\}$}}
define void @sum(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) "weft.kernel" {
entry:
  %t = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds float, ptr addrspace(1) %a, i64 %l
  %q = getelementptr inbounds float, ptr addrspace(3) %t, i64 %l
  br label %head

head:
  %k = phi i32 [ 0, %entry ], [ %up, %body ]
  %s = phi float [ 0.0, %entry ], [ %more, %body ]
  %goes = icmp ult i32 %k, %n
  br i1 %goes, label %body, label %exit

body:
  store volatile float 1.0, ptr addrspace(3) %q
  call void @__weft_barrier()
  %v = load float, ptr addrspace(3) %q
  %more = fadd float %s, %v
  call void @__weft_barrier()
  %up = add i32 %k, 1
  br label %head

exit:
  %o = getelementptr inbounds float, ptr addrspace(1) %b, i64 %l
  store float %s, ptr addrspace(1) %o
  ret void
}

; Values that are wanted at the same time have rows of their own.
; CHECK-LABEL: define void @weft_kernel_previous(
; CHECK: store float %{{.*}}, ptr %
; CHECK: store float %{{.*}}, ptr %
; CHECK: {{^\}$}}
define void @previous(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) "weft.kernel" {
entry:
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds float, ptr addrspace(1) %a, i64 %l
  br label %head

head:
  %k = phi i32 [ 0, %entry ], [ %up, %body ]
  %s = phi float [ 0.0, %entry ], [ %more, %body ]
  %up = add i32 %k, 1
  %more = load float, ptr addrspace(1) %p
  call void @__weft_barrier()
  %both = fadd float %s, %more
  store float %both, ptr addrspace(1) %p
  %goes = icmp ult i32 %k, %n
  br i1 %goes, label %body, label %exit

body:
  call void @__weft_barrier()
  br label %head

exit:
  ret void
}

; One way on is the group's alone: it begins a row's turn of copies, so the sum's first value is stored before the branch.
; CHECK-LABEL: define void @weft_kernel_tiles(
; CHECK: region.0:
; CHECK: %local_id.x = phi
; CHECK-NOT: icmp ult i32
; CHECK: store float 0.000000e+00, ptr %
; CHECK: region.1:
; CHECK-NOT: local_id.x
; CHECK-NOT: store float
; CHECK: icmp ult i32 %{{.*}}, %n
; CHECK: phi i32 [ 0, %resume ]
; CHECK: switch i32
; CHECK: region.2:
; CHECK-NOT: local_id.x
; CHECK: call void @llvm.memcpy
define void @tiles(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) "weft.kernel" {
entry:
  %t = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %l = call i64 @weft.ctx.local_id.0()
  br label %head

head:
  %k = phi i32 [ 0, %entry ], [ %next.k, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %more, %latch ]
  %on = icmp ult i32 %k, %n
  br i1 %on, label %rows, label %exit

rows:
  %i = phi i32 [ 0, %head ], [ %next.i, %row ]
  %left = icmp ult i32 %i, 16
  br i1 %left, label %row, label %tile

row:
  %wide = zext i32 %i to i64
  %to = getelementptr float, ptr addrspace(3) %t, i64 %wide
  %from = getelementptr float, ptr addrspace(1) %a, i64 %wide
  %g.to = addrspacecast ptr addrspace(3) %to to ptr addrspace(4)
  %g.from = addrspacecast ptr addrspace(1) %from to ptr addrspace(4)
  %e = call ptr @__weft_group_copy_1d(ptr addrspace(4) %g.to, ptr addrspace(4) %g.from, i64 4, ptr null)
  %next.i = add i32 %i, 1
  br label %rows

tile:
  call void @__weft_barrier()
  %q = getelementptr inbounds float, ptr addrspace(3) %t, i64 %l
  %v = load float, ptr addrspace(3) %q
  %more = fadd float %sum, %v
  br label %latch

latch:
  call void @__weft_barrier()
  %next.k = add i32 %k, 16
  br label %head

exit:
  %o = getelementptr inbounds float, ptr addrspace(1) %b, i64 %l
  store float %sum, ptr addrspace(1) %o
  ret void
}
