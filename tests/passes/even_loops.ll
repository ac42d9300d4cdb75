; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups
; OPTIONS: --isa=x86-64-v3
; Loops in which each work-item's own number strides through a buffer up to its end, and counts what is there: the group
; makes their iterations together, where no number wraps, and has a region for them.
declare void @__weft_barrier() convergent
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn
declare i64 @weft.ctx.group_base.0() memory(none) nounwind willreturn
declare i64 @weft.ctx.global_size.0() memory(none) nounwind willreturn
declare ptr addrspace(3) @weft.ctx.local_memory.0() memory(none) nounwind willreturn

; A number of 32 bits that adds 64. The group's is one of 64 bits; below the end a work-item's is its extension.
; CHECK-LABEL: define void @weft_kernel_strides(
; CHECK: [[FIRST:%.*]] = zext i32 %{{.*}} to i64
; CHECK: call i64 @llvm.uadd.sat.i64(i64 [[FIRST]], i64 %{{.*}})
; CHECK: icmp ult i64 %{{.*}}, 4294967295
; CHECK: region.2:
; CHECK: %number = add nuw nsw i64 %group.number{{.*}}, %local_id.x
; CHECK: [[LOW:%.*]] = trunc i64 %number to i32
; CHECK: [[LESS:%.*]] = icmp ult i32 [[LOW]], %n
; CHECK: br i1 [[LESS]]
; CHECK: getelementptr i8, ptr addrspace(1) %in, i64 %number
; CHECK: atomicrmw volatile add ptr addrspace(3)
define void @strides(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "weft.kernel" {
entry:
  %t = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %l = call i64 @weft.ctx.local_id.0()
  %own = getelementptr i32, ptr addrspace(3) %t, i64 %l
  store i32 0, ptr addrspace(3) %own
  call void @__weft_barrier()
  %base = call i64 @weft.ctx.group_base.0()
  %gid = add i64 %base, %l
  br label %head
head:
  %i = phi i64 [ %gid, %entry ], [ %i.next, %body ]
  %i32 = trunc i64 %i to i32
  %more = icmp ult i32 %i32, %n
  br i1 %more, label %body, label %end
body:
  %wide = and i64 %i, 4294967295
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %wide
  %v = load i8, ptr addrspace(1) %p
  %bin = zext i8 %v to i64
  %q = getelementptr i32, ptr addrspace(3) %t, i64 %bin
  %was = atomicrmw volatile add ptr addrspace(3) %q, i32 1 monotonic
  %size = call i64 @weft.ctx.global_size.0()
  %i.next = add i64 %wide, %size
  br label %head
end:
  call void @__weft_barrier()
  %count = load i32, ptr addrspace(3) %own
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %l
  store i32 %count, ptr addrspace(1) %to
  ret void
}

; How far a work-item came is asked for behind the loop: its iterations stay its own.
; CHECK-LABEL: define void @weft_kernel_asks(
; CHECK-NOT: group.number
; CHECK: {{^[}]}}
define void @asks(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n) "weft.kernel" {
entry:
  %t = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %l = call i64 @weft.ctx.local_id.0()
  %size = call i64 @weft.ctx.global_size.0()
  call void @__weft_barrier()
  br label %head
head:
  %i = phi i64 [ %l, %entry ], [ %i.next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %i
  %v = load i8, ptr addrspace(1) %p
  %bin = zext i8 %v to i64
  %q = getelementptr i32, ptr addrspace(3) %t, i64 %bin
  %was = atomicrmw volatile add ptr addrspace(3) %q, i32 1 monotonic
  %i.next = add i64 %i, %size
  br label %head
end:
  call void @__weft_barrier()
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %l
  store i64 %i, ptr addrspace(1) %to
  ret void
}

; The local id alone, whose extension from 32 bits it is itself; not that of a sum, which is cut off.
; CHECK-LABEL: define void @weft_kernel_extends(
; CHECK: group.number
; CHECK-LABEL: define void @weft_kernel_cut_off(
; CHECK-NOT: group.number
; CHECK: ret void
define void @extends(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n, i64 %step) "weft.kernel" {
entry:
  %t = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %l = call i64 @weft.ctx.local_id.0()
  %own = getelementptr i32, ptr addrspace(3) %t, i64 %l
  store i32 0, ptr addrspace(3) %own
  call void @__weft_barrier()
  %high = shl i64 %l, 32
  %first = ashr exact i64 %high, 32
  br label %head
head:
  %i = phi i64 [ %first, %entry ], [ %i.next, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %i
  %v = load i8, ptr addrspace(1) %p
  %bin = zext i8 %v to i64
  %q = getelementptr i32, ptr addrspace(3) %t, i64 %bin
  %was = atomicrmw volatile add ptr addrspace(3) %q, i32 1 monotonic
  %i.next = add i64 %i, %step
  br label %head
end:
  call void @__weft_barrier()
  %count = load i32, ptr addrspace(3) %own
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %l
  store i32 %count, ptr addrspace(1) %to
  ret void
}

define void @cut_off(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n, i64 %step) "weft.kernel" {
entry:
  %t = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %l = call i64 @weft.ctx.local_id.0()
  %own = getelementptr i32, ptr addrspace(3) %t, i64 %l
  store i32 0, ptr addrspace(3) %own
  call void @__weft_barrier()
  %base = call i64 @weft.ctx.group_base.0()
  %gid = add i64 %base, %l
  %high = shl i64 %gid, 32
  %first = ashr exact i64 %high, 32
  br label %head
head:
  %i = phi i64 [ %first, %entry ], [ %i.next, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %i
  %v = load i8, ptr addrspace(1) %p
  %bin = zext i8 %v to i64
  %q = getelementptr i32, ptr addrspace(3) %t, i64 %bin
  %was = atomicrmw volatile add ptr addrspace(3) %q, i32 1 monotonic
  %i.next = add i64 %i, %step
  br label %head
end:
  call void @__weft_barrier()
  %count = load i32, ptr addrspace(3) %own
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %l
  store i32 %count, ptr addrspace(1) %to
  ret void
}
