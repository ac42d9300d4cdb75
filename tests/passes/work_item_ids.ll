; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-item-ids
declare i64 @_Z13get_global_idj(i32)
declare i64 @_Z14get_local_sizej(i32)
declare i64 @_Z12get_group_idj(i32)
declare i64 @_Z19get_local_linear_idv()
declare i32 @_Z12get_work_dimv()

; An id is the group's first one plus the item's own; out of range sizes are 1, ids 0.
; CHECK-LABEL: define void @constant_dimensions
; CHECK-DAG: [[BASE:%.*]] = call i64 @weft.ctx.group_base.1()
; CHECK-DAG: [[ID:%.*]] = call i64 @weft.ctx.local_id.1()
; CHECK: [[GID:%.*]] = add nuw nsw i64 [[BASE]], [[ID]]
; CHECK: store volatile i64 [[GID]]
; CHECK: store volatile i64 1,
; CHECK: store volatile i64 0,
; CHECK-NOT: _Z
; CHECK: ret void
define void @constant_dimensions(ptr addrspace(1) %o) #0 {
  %a = call i64 @_Z13get_global_idj(i32 1)
  store volatile i64 %a, ptr addrspace(1) %o
  %b = call i64 @_Z14get_local_sizej(i32 3)
  store volatile i64 %b, ptr addrspace(1) %o
  %c = call i64 @_Z12get_group_idj(i32 -1)
  store volatile i64 %c, ptr addrspace(1) %o
  ret void
}

; CHECK-LABEL: define void @run_time_dimension
; CHECK-DAG: call i64 @weft.ctx.group_id.0()
; CHECK-DAG: call i64 @weft.ctx.group_id.1()
; CHECK-DAG: call i64 @weft.ctx.group_id.2()
; CHECK: select
; CHECK: ret void
define void @run_time_dimension(ptr addrspace(1) %o, i32 %d) #0 {
  %a = call i64 @_Z12get_group_idj(i32 %d)
  store i64 %a, ptr addrspace(1) %o
  ret void
}

; A required size is a constant only where no group can be smaller.
; CHECK-LABEL: define void @required_may_be_smaller
; CHECK: call i64 @weft.ctx.local_size.0()
define void @required_may_be_smaller(ptr addrspace(1) %o) #0 !reqd_work_group_size !0 {
  %a = call i64 @_Z14get_local_sizej(i32 0)
  store i64 %a, ptr addrspace(1) %o
  ret void
}

; CHECK-LABEL: define void @required_uniform
; CHECK: store i64 64
define void @required_uniform(ptr addrspace(1) %o) #1 !reqd_work_group_size !0 {
  %a = call i64 @_Z14get_local_sizej(i32 0)
  store i64 %a, ptr addrspace(1) %o
  ret void
}

; Where a dimension has one work-item, all of the group have the same id there.
; CHECK-LABEL: define void @required_one
; CHECK: [[FIRST:%.*]] = call i64 @weft.ctx.group_base.1()
; CHECK-NOT: call
; CHECK: [[SAME:%.*]] = add nuw nsw i64 [[FIRST]], 0
; CHECK-NOT: call
; CHECK: store volatile i64 [[SAME]]
; CHECK: store volatile i64 1,
; CHECK: store volatile i64 0,
; CHECK: [[X:%.*]] = call i64 @weft.ctx.local_id.0()
; CHECK: store volatile i64 [[X]]
; CHECK: ret void
declare i64 @_Z12get_local_idj(i32)
define void @required_one(ptr addrspace(1) %o) #0 !reqd_work_group_size !0 {
  %a = call i64 @_Z13get_global_idj(i32 1)
  store volatile i64 %a, ptr addrspace(1) %o
  %b = call i64 @_Z14get_local_sizej(i32 1)
  store volatile i64 %b, ptr addrspace(1) %o
  %c = call i64 @_Z12get_local_idj(i32 2)
  store volatile i64 %c, ptr addrspace(1) %o
  %d = call i64 @_Z12get_local_idj(i32 0)
  store volatile i64 %d, ptr addrspace(1) %o
  ret void
}

attributes #0 = { "weft.kernel" }
attributes #1 = { "weft.kernel" "uniform-work-group-size"="true" }
!0 = !{i32 64, i32 1, i32 1}
