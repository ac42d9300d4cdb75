; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups
declare i32 @__weft_stmt_gur_sum(i32) convergent
declare i32 @__weft_stmt_grr_scan(i32) convergent
declare i32 @__weft_stmt_guru_pick(i32, i64) convergent
declare i64 @__weft_stmt_guu_once(i64) convergent
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn
declare i64 @weft.ctx.group_id.0() memory(none) nounwind willreturn
declare void @side_effect(i64)

; Each work-item's operand goes to a row, the body is called once, its result is a value of the group: no row is read
; behind the call.
; CHECK-LABEL: define void @weft_kernel_reduce(
; CHECK: local_id.x{{[0-9]*}} = phi
; CHECK: store i32 %{{.*}}, ptr %{{.*}}, align 4
; CHECK: [[SUM:%.*]] = call i32 @__weft_stmt_gur_sum_body(ptr %{{.*}}, i64 %{{.*}})
; CHECK: local_id.x{{[0-9]*}} = phi
; CHECK-NOT: load i32
; CHECK: zext i32 [[SUM]] to i64
; CHECK: {{^\}$}}
define void @reduce() "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %x = trunc i64 %l to i32
  %s = call i32 @__weft_stmt_gur_sum(i32 %x)
  %w = zext i32 %s to i64
  call void @side_effect(i64 %w)
  ret void
}

; A result of each work-item's own is a row that the body writes.
; CHECK-LABEL: define void @weft_kernel_scan(
; CHECK: call void @__weft_stmt_grr_scan_body(ptr %{{.*}}, ptr %{{.*}}, i64 %{{.*}})
; CHECK: local_id.x{{[0-9]*}} = phi
; CHECK: load i32
; CHECK: call void @side_effect
; CHECK: {{^\}$}}
define void @scan() "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %x = trunc i64 %l to i32
  %s = call i32 @__weft_stmt_grr_scan(i32 %x)
  %w = zext i32 %s to i64
  call void @side_effect(i64 %w)
  ret void
}

; Operands of the group are values beside the row.
; CHECK-LABEL: define void @weft_kernel_pick(
; CHECK: call i32 @__weft_stmt_guru_pick_body(ptr %{{.*}}, i64 %{{.*}}, i64 %{{.*}})
; CHECK: {{^\}$}}
define void @pick() "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %g = call i64 @weft.ctx.group_id.0()
  %x = trunc i64 %l to i32
  %s = call i32 @__weft_stmt_guru_pick(i32 %x, i64 %g)
  %w = zext i32 %s to i64
  call void @side_effect(i64 %w)
  ret void
}

; Without rows the way to the statement is no loop.
; CHECK-LABEL: define void @weft_kernel_once(
; CHECK-NOT: local_id.x{{[0-9]*}} = phi
; CHECK: call i64 @__weft_stmt_guu_once_body(i64 %{{.*}})
; CHECK: local_id.x{{[0-9]*}} = phi
; CHECK: call void @side_effect
; CHECK: {{^\}$}}
define void @once() "weft.kernel" {
  %g = call i64 @weft.ctx.group_id.0()
  %s = call i64 @__weft_stmt_guu_once(i64 %g)
  call void @side_effect(i64 %s)
  ret void
}
