; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups
declare i32 @__weft_stmt_gur_sum(i32) convergent
declare void @__weft_barrier() convergent
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn

; The operand lives on in a row: that row is what the body gets, and the value is stored once.
; CHECK-LABEL: define void @weft_kernel_in_place(
; CHECK: [[V:%.*]] = load i32, ptr addrspace(1)
; CHECK: store i32 [[V]], ptr %{{.*}}
; CHECK-NOT: store i32 [[V]]
; CHECK: call i32 @__weft_stmt_gur_sum_body(ptr
define void @in_place(ptr addrspace(1) %a) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  %v = load i32, ptr addrspace(1) %p
  %s = call i32 @__weft_stmt_gur_sum(i32 %v)
  %w = add i32 %v, %s
  store i32 %w, ptr addrspace(1) %p
  ret void
}

; Nothing happens between the two statements: one work-item stands for all there, no loop over work-items.
; CHECK-LABEL: define void @weft_kernel_twice(
; CHECK: call i32 @__weft_stmt_gur_sum_body(ptr
; CHECK-NOT: local_id.x
; CHECK: call i32 @__weft_stmt_gur_sum_body(ptr
; CHECK: local_id.x
define void @twice(ptr addrspace(1) %a) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  %v = load i32, ptr addrspace(1) %p
  %s = call i32 @__weft_stmt_gur_sum(i32 %v)
  %t = call i32 @__weft_stmt_gur_sum(i32 %v)
  %u = sub i32 %s, %t
  %w = add i32 %v, %u
  store i32 %w, ptr addrspace(1) %p
  ret void
}

; Nobody asks for the operand behind the statement: it has a row for the statement alone. The other value has its own.
; CHECK-LABEL: define void @weft_kernel_apart(
; CHECK: [[V:%.*]] = load i32, ptr addrspace(1)
; CHECK: [[X:%.*]] = mul i32 [[V]], 3
; CHECK-DAG: store i32 [[V]], ptr %{{.*}}
; CHECK-DAG: store i32 [[X]], ptr %{{.*}}
; CHECK: call i32 @__weft_stmt_gur_sum_body(ptr
define void @apart(ptr addrspace(1) %a) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  %v = load i32, ptr addrspace(1) %p
  %x = mul i32 %v, 3
  %s = call i32 @__weft_stmt_gur_sum(i32 %x)
  %w = add i32 %v, %s
  store i32 %w, ptr addrspace(1) %p
  ret void
}

; What follows from a row in a step or two needs none of its own.
; CHECK-LABEL: define void @weft_kernel_follows(
; CHECK: [[V:%.*]] = load i32, ptr addrspace(1)
; CHECK: store i32 [[V]], ptr %
; CHECK-NOT: store i32
; CHECK: items.done
; CHECK: [[R:%.*]] = load i32, ptr %{{.*}}, align 4, !llvm.access.group
; CHECK: xor i32 [[R]], 7
; CHECK: {{^\}$}}
define void @follows(ptr addrspace(1) %a) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  %v = load i32, ptr addrspace(1) %p
  %x = xor i32 %v, 7
  call void @__weft_barrier()
  %w = add i32 %v, %x
  store i32 %w, ptr addrspace(1) %p
  ret void
}

; But not if the value that it follows from is not wanted there itself.
; CHECK-LABEL: define void @weft_kernel_alone(
; CHECK: [[X:%.*]] = xor i32 %{{.*}}, 7
; CHECK: store i32 [[X]], ptr %
; CHECK: items.done
; CHECK-NOT: xor
; CHECK: {{^\}$}}
define void @alone(ptr addrspace(1) %a) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  %v = load i32, ptr addrspace(1) %p
  %x = xor i32 %v, 7
  call void @__weft_barrier()
  store i32 %x, ptr addrspace(1) %p
  ret void
}
