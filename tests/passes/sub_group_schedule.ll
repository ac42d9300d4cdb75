; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups
declare i32 @__weft_stmt_srr_sum(i32) convergent
declare void @__weft_stmt_sv_barrier() convergent
declare void @__weft_barrier() convergent
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn
declare i64 @weft.ctx.group_id.0() memory(none) nounwind willreturn
declare void @side_effect(i64)

; All work-items of the group come along: a body's call for each full sub-group, with constants, and one for the rest.
; CHECK-LABEL: define void @weft_kernel_together(
; CHECK-NOT: schedule
; CHECK: sub_group:
; CHECK: call void @__weft_stmt_srr_sum_body(ptr %{{.*}}, ptr %{{.*}}, i32 16, i64 65535)
; CHECK: call void @__weft_stmt_srr_sum_body(ptr %{{.*}}, ptr %{{.*}}, i32 %{{.*}}, i64 %{{.*}})
; CHECK: {{^\}$}}
define void @together() "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %x = trunc i64 %l to i32
  %s = call i32 @__weft_stmt_srr_sum(i32 %x)
  %w = zext i32 %s to i64
  call void @side_effect(i64 %w)
  ret void
}

; A branch that is one of the group, and one that is each work-item's own with nothing to meet at behind it: likewise.
; CHECK-LABEL: define void @weft_kernel_uniform(
; CHECK-NOT: schedule
; CHECK: {{^\}$}}
define void @uniform(i32 %n) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %x = trunc i64 %l to i32
  %c = icmp eq i32 %n, 0
  br i1 %c, label %sum, label %branch
sum:
  %s = call i32 @__weft_stmt_srr_sum(i32 %x)
  %w = zext i32 %s to i64
  call void @side_effect(i64 %w)
  br label %branch
branch:
  %d = icmp eq i32 %x, 3
  br i1 %d, label %some, label %end
some:
  call void @side_effect(i64 5)
  br label %end
end:
  ret void
}

; Only some come: who goes on where is asked after each step, and the body gets the active ones. The cut behind the
; branch has the higher number. The required size is the step's.
; CHECK-LABEL: define void @weft_kernel_apart(
; CHECK: call void @llvm.memset
; CHECK: schedule{{.*}}:
; CHECK: %step = call i32 @__weft_stmt_schedule_body(ptr %{{.*}}, i64 %{{.*}}, i32 8, i32 0, ptr %schedule)
; CHECK: switch i32 %step, label %group.next [
; CHECK-NEXT: i32 0, label %region.0
; CHECK-NEXT: i32 1, label %region.1
; CHECK-NEXT: i32 2, label %region.2
; CHECK-NEXT: i32 -2147483646, label %statement.2
; CHECK: region.1:
; CHECK: call void @__weft_stmt_srr_sum_body(ptr %{{.*}}, ptr %{{.*}}, i32 %count{{.*}}, i64 %active{{.*}})
; CHECK: store i32 -2147483646
; CHECK: {{^\}$}}
define void @apart() "weft.kernel" !intel_reqd_sub_group_size !0 {
  %l = call i64 @weft.ctx.local_id.0()
  %x = trunc i64 %l to i32
  %c = icmp ult i32 %x, 8
  br i1 %c, label %sum, label %join
sum:
  %s = call i32 @__weft_stmt_srr_sum(i32 %x)
  %w = zext i32 %s to i64
  call void @side_effect(i64 %w)
  br label %join
join:
  call void @__weft_barrier()
  call void @side_effect(i64 1)
  ret void
}

; A loop in which some skip a cut: one more meeting before its next turn, three cuts in all.
; CHECK-LABEL: define void @weft_kernel_skipping(
; CHECK: switch i32 %step, label %group.next [
; CHECK: i32 3, label %region.3
; CHECK-NOT: i32 4, label
; CHECK: {{^\}$}}
define void @skipping(i32 %n) "weft.kernel" {
entry:
  %l = call i64 @weft.ctx.local_id.0()
  %x = trunc i64 %l to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  %a = call i32 @__weft_stmt_srr_sum(i32 %x)
  %odd = trunc i32 %x to i1
  br i1 %odd, label %more, label %next
more:
  %b = call i32 @__weft_stmt_srr_sum(i32 %a)
  br label %next
next:
  %i1 = add i32 %i, 1
  %again = icmp ult i32 %i1, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; Where work-items only leave a loop, those who stay are together anyway: no further meeting.
; CHECK-LABEL: define void @weft_kernel_leaving(
; CHECK: switch i32 %step, label %group.next [
; CHECK: i32 1, label %region.1
; CHECK-NOT: i32 2, label
; CHECK: {{^\}$}}
define void @leaving() "weft.kernel" {
entry:
  %l = call i64 @weft.ctx.local_id.0()
  %x = trunc i64 %l to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %a = call i32 @__weft_stmt_srr_sum(i32 %x)
  %i1 = add i32 %i, 1
  %again = icmp ult i32 %i1, %x
  br i1 %again, label %loop, label %end
end:
  ret void
}

; Who polls waits for other sub-groups: these take their turns.
; CHECK-LABEL: define void @weft_kernel_polling(
; CHECK: %step = call i32 @__weft_stmt_schedule_body(ptr %{{.*}}, i64 %{{.*}}, i32 16, i32 1, ptr %schedule)
; CHECK: switch i32 %step, label %group.next [
; CHECK: i32 1, label %region.1
; CHECK-NOT: i32 2, label
; CHECK: call void @__weft_stmt_srr_poll_other_body(ptr %{{.*}}, ptr %{{.*}}, i32 %count{{.*}}, i64 %active{{.*}})
; CHECK: {{^\}$}}
declare i32 @__weft_stmt_srr_poll_other(i32) convergent
define void @polling(i32 %n) "weft.kernel" {
entry:
  br label %loop
loop:
  %ended = call i32 @__weft_stmt_srr_poll_other(i32 %n)
  %again = icmp eq i32 %ended, 0
  br i1 %again, label %loop, label %end
end:
  call void @side_effect(i64 1)
  ret void
}

!0 = !{i32 8}
