; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups
; OPTIONS: --spmd=auto
declare i32 @__weft_stmt_srr_sum(i32) convergent
declare void @__weft_stmt_sv_barrier() convergent
declare void @__weft_barrier() convergent
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn
declare i64 @weft.ctx.local_size.0() memory(none) nounwind willreturn
declare void @side_effect(i64)

; Groups whose size in x is a multiple of 32 go two sub-groups at a time, with rows of 32 entries (more where registers are
; wider); others as one.
; CHECK-LABEL: define void @weft_kernel_sum(
; CHECK-DAG: %[[ROW:.*\.lanes.*]] = alloca [32 x [4 x i8]], align 128
; CHECK-DAG: and i64 %{{.*}}, 31
; CHECK: br i1 %has_lanes, label %segment.0, label %region.0
; CHECK: {{^}}lanes:
; CHECK: %first = phi i64 [ 0, %segment.0 ]
; CHECK: {{^}}lanes.0:
; CHECK: store i32 %{{.*}}, ptr %{{.*}}, !llvm.access.group
; CHECK: icmp ne i64 %{{.*}}, 32
; CHECK: {{^}}lanes.1:
; CHECK: call void @__weft_stmt_srr_sum_body(ptr %{{.*}}, ptr %{{.*}}, i32 16, i64 65535)
; CHECK: call void @__weft_stmt_srr_sum_body(ptr %{{.*}}, ptr %{{.*}}, i32 16, i64 65535)
; CHECK: {{^}}lanes.next:
; CHECK: br i1 %{{.*}}, label %lanes, label %lanes.done
; CHECK: sub_group.full:
; CHECK: {{^\}$}}
define void @sum() "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %x = trunc i64 %l to i32
  %s = call i32 @__weft_stmt_srr_sum(i32 %x)
  %w = zext i32 %s to i64
  call void @side_effect(i64 %w)
  ret void
}

; Where the size is required, one of the two is left.
; CHECK-LABEL: define void @weft_kernel_only_lanes(
; CHECK: br label %segment.0
; CHECK-NOT: sub_group.full
; CHECK: {{^\}$}}
define void @only_lanes() "weft.kernel" "uniform-work-group-size"="true" !reqd_work_group_size !0 {
  %l = call i64 @weft.ctx.local_id.0()
  %x = trunc i64 %l to i32
  %s = call i32 @__weft_stmt_srr_sum(i32 %x)
  %w = zext i32 %s to i64
  call void @side_effect(i64 %w)
  ret void
}

; CHECK-LABEL: define void @weft_kernel_no_lanes(
; CHECK-NOT: lanes
; CHECK: sub_group.full
; CHECK: {{^\}$}}
define void @no_lanes() "weft.kernel" "uniform-work-group-size"="true" !reqd_work_group_size !1 {
  %l = call i64 @weft.ctx.local_id.0()
  %x = trunc i64 %l to i32
  %s = call i32 @__weft_stmt_srr_sum(i32 %x)
  %w = zext i32 %s to i64
  call void @side_effect(i64 %w)
  ret void
}

; A cut of the group: two segments. What crosses it has a row in the frame, what does not has one of the lanes'. Ids are
; those of the first lane and the lane: what is below the lanes' number is seen to be 0.
; CHECK-LABEL: define void @weft_kernel_barrier(
; CHECK-DAG: %[[SUM:.*]] = alloca [32 x [4 x i8]], align 128
; CHECK: {{^}}segment.0:
; CHECK: {{^}}lanes.0:
; CHECK: shl nuw nsw i64 %column, 5
; CHECK: {{^}}lanes.1:
; CHECK: call void @__weft_stmt_srr_sum_body(ptr %{{.*}}, ptr %{{.*}}, i32 16, i64 65535)
; CHECK: {{^}}lanes.next:
; CHECK: {{^}}lanes.done:
; CHECK: br label %segment.2
; CHECK: {{^}}segment.2:
; CHECK: load i32, ptr %{{.*}}
; CHECK: {{^\}$}}
define void @barrier() "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %x = trunc i64 %l to i32
  %s = call i32 @__weft_stmt_srr_sum(i32 %x)
  %y = mul i32 %s, %x
  call void @__weft_barrier()
  %w = zext i32 %y to i64
  call void @side_effect(i64 %w)
  ret void
}

; A loop of the group around both cuts: its counter is kept for each sub-group, and the regions behind the sub-group's cut
; stand in both segments.
; CHECK-LABEL: define void @weft_kernel_turns(
; CHECK: {{^}}lanes:
; CHECK: [[KEPT:%.*]] = load i32, ptr %{{.*\.kept}}
; CHECK: store i32 [[KEPT]], ptr %{{.*\.group}}
; CHECK: {{^\}$}}
define void @turns(i32 %n) "weft.kernel" {
entry:
  %l = call i64 @weft.ctx.local_id.0()
  %x = trunc i64 %l to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = phi i32 [ %x, %entry ], [ %s, %loop ]
  %s = call i32 @__weft_stmt_srr_sum(i32 %a)
  call void @__weft_barrier()
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %w = zext i32 %s to i64
  call void @side_effect(i64 %w)
  ret void
}

; A loop of each sub-group: what its branch needs of the group is found out between two meetings, once (region 1). The
; packets around it have no branches.
; CHECK-LABEL: define void @weft_kernel_counted(
; CHECK: {{^}}lanes.2:
; CHECK: call void @__weft_stmt_srr_sum_body(
; CHECK: {{^}}lanes.1:
; CHECK-NOT: local_id.x
; CHECK: {{^}}lanes.3:
; CHECK: local_id.x
; CHECK: {{^}}lanes.next:
; CHECK: {{^\}$}}
define void @counted(i32 %n, ptr addrspace(1) %a) "weft.kernel" {
entry:
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  %x = load i32, ptr addrspace(1) %p
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %b = phi i32 [ %x, %entry ], [ %d, %loop ]
  %s = call i32 @__weft_stmt_srr_sum(i32 %b)
  %d = sub i32 %s, %b
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  store i32 %d, ptr addrspace(1) %p
  ret void
}

; No statement with rows: nothing is won by going apart. But where the kernel asks for its sub-groups, one at a time,
; whose number is the same for all lanes.
; CHECK-LABEL: define void @weft_kernel_meets(
; CHECK-NOT: lanes
; CHECK: {{^\}$}}
define void @meets() "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  call void @side_effect(i64 %l)
  call void @__weft_stmt_sv_barrier()
  call void @side_effect(i64 %l)
  ret void
}

; CHECK-LABEL: define void @weft_kernel_asks(
; CHECK: and i64 %{{.*}}, 15
; CHECK: br i1 %has_lanes, label %segment.0, label %region.0
; CHECK: icmp ne i64 %{{.*}}, 16
; CHECK: {{^\}$}}
define void @asks() "weft.kernel" "weft.sub_groups" {
  %l = call i64 @weft.ctx.local_id.0()
  %s = lshr i64 %l, 4
  call void @side_effect(i64 %s)
  ret void
}

; Work-items that return early leave the straight path.
; CHECK-LABEL: define void @weft_kernel_leaves(
; CHECK-NOT: has_lanes
; CHECK: {{^\}$}}
define void @leaves(i32 %n) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %x = trunc i64 %l to i32
  %c = icmp ult i32 %x, %n
  br i1 %c, label %stay, label %go
stay:
  %s = call i32 @__weft_stmt_srr_sum(i32 %x)
  %w = zext i32 %s to i64
  call void @side_effect(i64 %w)
  ret void
go:
  ret void
}

!0 = !{i32 128, i32 1, i32 1}
!1 = !{i32 48, i32 1, i32 1}
