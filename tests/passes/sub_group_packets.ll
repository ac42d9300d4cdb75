; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups,vectorise
; OPTIONS: --spmd=force --spmd-lanes=8
declare i32 @__weft_stmt_srr_sum(i32) convergent
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn

; The lanes of the sub-groups that go together are so many packets, one behind the other, with neither masks nor a loop:
; their rows become registers.
; CHECK-LABEL: define void @weft_kernel_sum(
; CHECK: {{^}}lanes.0:
; CHECK-COUNT-4: store <8 x i32>
; CHECK: call void @__weft_stmt_srr_sum_body(ptr %{{.*}}, ptr %{{.*}}, i32 16, i64 65535)
; CHECK: call void @__weft_stmt_srr_sum_body(ptr %{{.*}}, ptr %{{.*}}, i32 16, i64 65535)
; CHECK-NOT: masked
; CHECK-COUNT-4: load <8 x i32>, ptr %{{.*}}, align 4
; CHECK: {{^}}lanes.done:
; CHECK: {{^}}region.0:
; CHECK: call void @llvm.masked.store
; CHECK: {{^\}$}}
define void @sum(ptr addrspace(1) %a) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  %x = load i32, ptr addrspace(1) %p
  %s = call i32 @__weft_stmt_srr_sum(i32 %x)
  store i32 %s, ptr addrspace(1) %p
  ret void
}
