; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: local-memory
@k.c = internal addrspace(3) global i8 undef, align 1
@k.v = internal addrspace(3) global [4 x <4 x float>] undef, align 16
@other = internal addrspace(3) global [100 x i8] undef, align 1

; Each kernel lays out what it uses itself, at the variables' alignment.
; CHECK-NOT: addrspace(3) global
; CHECK-LABEL: define void @k(
; CHECK-DAG: %k.c = call ptr addrspace(3) @weft.ctx.local_memory.0()
; CHECK-DAG: %k.v = call ptr addrspace(3) @weft.ctx.local_memory.16()
; CHECK: ret void
define void @k() #0 {
  store i8 1, ptr addrspace(3) @k.c
  store float 1.0, ptr addrspace(3) getelementptr inbounds ([4 x <4 x float>], ptr addrspace(3) @k.v, i64 0, i64 1)
  ret void
}

; CHECK-LABEL: define void @l(
; CHECK: %other = call ptr addrspace(3) @weft.ctx.local_memory.0()
; CHECK: ret void
define void @l() #0 {
  store i8 1, ptr addrspace(3) @other
  ret void
}

; Each call of a named barrier's place has one of its own, behind the variables.
; CHECK-LABEL: define void @barriers(
; CHECK-DAG: %[[FIRST:.*]] = call ptr addrspace(3) @weft.ctx.local_memory.100()
; CHECK-DAG: %[[SECOND:.*]] = call ptr addrspace(3) @weft.ctx.local_memory.112()
; CHECK-NOT: @__weft_named_barrier_slot
; CHECK: call void @__weft_stmt_gvuu_named_barrier(ptr addrspace(3) %[[FIRST]], i32 1)
; CHECK: call void @__weft_stmt_gvuu_named_barrier(ptr addrspace(3) %[[SECOND]], i32 2)
; CHECK: ret void
declare ptr addrspace(3) @__weft_named_barrier_slot()
declare void @__weft_stmt_gvuu_named_barrier(ptr addrspace(3), i32) convergent
define void @barriers() #0 {
  store i8 1, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @other, i64 2)
  %a = call ptr addrspace(3) @__weft_named_barrier_slot()
  call void @__weft_stmt_gvuu_named_barrier(ptr addrspace(3) %a, i32 1)
  %b = call ptr addrspace(3) @__weft_named_barrier_slot()
  call void @__weft_stmt_gvuu_named_barrier(ptr addrspace(3) %b, i32 2)
  ret void
}

attributes #0 = { "weft.kernel" }
