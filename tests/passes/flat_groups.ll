; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-item-ids,work-groups
; OPTIONS: --spmd=auto
declare i64 @_Z13get_global_idj(i32)
declare i64 @_Z12get_local_idj(i32)
declare i64 @_Z12get_group_idj(i32)
declare i64 @_Z14get_local_sizej(i32)
declare void @__weft_barrier() convergent

; Neighbours in x run as one where packets would not fill a group or groups have one row, 8192 work-items at most;
; others as far as rows should be long.
; CHECK-LABEL: define void @weft_kernel_copy(
; CHECK: [[ROWS:%.*]] = mul nuw i64 %full_size{{[0-9]*}}, %full_size{{[0-9]*}}
; CHECK: [[COLUMNS:%.*]] = call i64 @weft.spmd.columns()
; CHECK: [[MASK:%.*]] = sub i64 [[COLUMNS]], 1
; CHECK: [[REST:%.*]] = and i64 %full_size{{[0-9]*}}, [[MASK]]
; CHECK: [[FITS:%.*]] = icmp eq i64 [[REST]], 0
; CHECK: [[MOST:%.*]] = udiv i64 8192, %full_size
; CHECK: [[ROW:%.*]] = call i64 @weft.spmd.row()
; CHECK: [[LONG:%.*]] = udiv i64 [[ROW]], %full_size
; CHECK: [[FEW:%.*]] = call i64 @llvm.umax.i64(i64 [[LONG]], i64 1)
; CHECK: [[PLANE:%.*]] = and i1 [[FITS]]
; CHECK: %groups.at_once = select i1 [[PLANE]], i64 [[FEW]], i64 [[MOST]]
; CHECK: {{^}}group{{[0-9]+}}:
; CHECK: [[LEFT:%.*]] = sub nuw i64 %count, %group.index
; CHECK: %groups = call i64 @llvm.umin.i64(i64 %groups.at_once, i64 [[LEFT]])
; CHECK: %flat_size = mul nuw nsw i64 %full_size{{[0-9]*}}, %groups
; CHECK: %local_size = call i64 @llvm.umin.i64(i64 %flat_size
; CHECK: {{^}}group.next:
; CHECK-NEXT: add nuw i64 %group.index, %groups
define void @copy(ptr addrspace(1) %in, ptr addrspace(1) %out) "weft.kernel" {
  %x = call i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %x
  %v = load i32, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 %v, ptr addrspace(1) %q
  ret void
}

; Rows stay rows: what the kernel knows of y and z does not matter.
; CHECK-LABEL: define void @weft_kernel_rows(
; CHECK: %groups.at_once
define void @rows(ptr addrspace(1) %out) "weft.kernel" {
  %x = call i64 @_Z13get_global_idj(i32 0)
  %y = call i64 @_Z12get_local_idj(i32 1)
  %z = call i64 @_Z12get_group_idj(i32 2)
  %h = call i64 @_Z14get_local_sizej(i32 1)
  %a = add i64 %y, %z
  %b = add i64 %a, %h
  %q = getelementptr i64, ptr addrspace(1) %out, i64 %x
  store i64 %b, ptr addrspace(1) %q
  ret void
}

; A place in the group, the group's number, its size, in x or in a dimension that is not known.
; CHECK-LABEL: define void @weft_kernel_place(
; CHECK-NOT: groups.at_once
; CHECK: {{^\}$}}
define void @place(ptr addrspace(1) %out) "weft.kernel" {
  %x = call i64 @_Z12get_local_idj(i32 0)
  %q = getelementptr i64, ptr addrspace(1) %out, i64 %x
  store i64 %x, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: define void @weft_kernel_number(
; CHECK-NOT: groups.at_once
; CHECK: {{^\}$}}
define void @number(ptr addrspace(1) %out) "weft.kernel" {
  %x = call i64 @_Z13get_global_idj(i32 0)
  %g = call i64 @_Z12get_group_idj(i32 0)
  %q = getelementptr i64, ptr addrspace(1) %out, i64 %x
  store i64 %g, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: define void @weft_kernel_size(
; CHECK-NOT: groups.at_once
; CHECK: {{^\}$}}
define void @size(ptr addrspace(1) %out, i32 %d) "weft.kernel" {
  %x = call i64 @_Z13get_global_idj(i32 0)
  %s = call i64 @_Z14get_local_sizej(i32 %d)
  %q = getelementptr i64, ptr addrspace(1) %out, i64 %x
  store i64 %s, ptr addrspace(1) %q
  ret void
}

; A meeting.
; CHECK-LABEL: define void @weft_kernel_meets(
; CHECK-NOT: groups.at_once
; CHECK: {{^\}$}}
define void @meets(ptr addrspace(1) %out) "weft.kernel" {
  %x = call i64 @_Z13get_global_idj(i32 0)
  %q = getelementptr i64, ptr addrspace(1) %out, i64 %x
  store i64 1, ptr addrspace(1) %q
  call void @__weft_barrier()
  store i64 %x, ptr addrspace(1) %q
  ret void
}

; Memory of the group's own.
; CHECK-LABEL: define void @weft_kernel_local_memory(
; CHECK-NOT: groups.at_once
; CHECK: {{^\}$}}
define void @local_memory(ptr addrspace(1) %out, ptr addrspace(3) %t) "weft.kernel" {
  %x = call i64 @_Z13get_global_idj(i32 0)
  store i64 %x, ptr addrspace(3) %t
  ret void
}
