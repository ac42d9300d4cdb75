; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups
declare void @__weft_barrier() convergent
declare ptr @__weft_group_copy_1d(ptr addrspace(4), ptr addrspace(4), i64, ptr) convergent
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn
declare i64 @weft.ctx.group_id.0() memory(none) nounwind willreturn

; The way to a copy and its wait changes nothing of a work-item's own: no loop before the body's call, and one call.
; CHECK-LABEL: define void @weft_kernel_tile(
; CHECK-NOT: local_id.x = phi
; CHECK: call void @__weft_group_copy_1d_body(ptr addrspace(4) %{{.*}}, ptr addrspace(4) %{{.*}}, i64 4096)
; CHECK: local_id.x = phi
; CHECK: call void @side_effect
; CHECK-NOT: local_id.x = phi
; CHECK: {{^\}$}}
define void @tile(ptr addrspace(3) %t, ptr addrspace(1) %a) "weft.kernel" {
  %g = call i64 @weft.ctx.group_id.0()
  %s = getelementptr inbounds [1024 x float], ptr addrspace(1) %a, i64 %g
  %d4 = addrspacecast ptr addrspace(3) %t to ptr addrspace(4)
  %s4 = addrspacecast ptr addrspace(1) %s to ptr addrspace(4)
  %e = call ptr @__weft_group_copy_1d(ptr addrspace(4) %d4, ptr addrspace(4) %s4, i64 4096, ptr null)
  call void @__weft_barrier()
  call void @side_effect(i64 0)
  ret void
}

; The loop is there as soon as each work-item does something.
; CHECK-LABEL: define void @weft_kernel_work_before(
; CHECK: local_id.x = phi
; CHECK: call void @side_effect
; CHECK: call void @__weft_group_copy_1d_body
; CHECK: {{^\}$}}
define void @work_before(ptr addrspace(3) %t, ptr addrspace(1) %a) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  call void @side_effect(i64 %l)
  %d4 = addrspacecast ptr addrspace(3) %t to ptr addrspace(4)
  %s4 = addrspacecast ptr addrspace(1) %a to ptr addrspace(4)
  %e = call ptr @__weft_group_copy_1d(ptr addrspace(4) %d4, ptr addrspace(4) %s4, i64 4096, ptr null)
  call void @__weft_barrier()
  ret void
}

; Few bytes, as many as are known, are moved in place.
; CHECK-LABEL: define void @weft_kernel_few(
; CHECK-NOT: call void @__weft_group_copy_1d_body
; CHECK: call void @llvm.memcpy.p4.p4.i64(ptr addrspace(4) align 1 %{{.*}}, ptr addrspace(4) align 1 %{{.*}}, i64 128, i1 false)
; CHECK-NOT: call void @__weft_group_copy_1d_body
; CHECK: {{^\}$}}
define void @few(ptr addrspace(3) %t, ptr addrspace(1) %a) "weft.kernel" {
  %d4 = addrspacecast ptr addrspace(3) %t to ptr addrspace(4)
  %s4 = addrspacecast ptr addrspace(1) %a to ptr addrspace(4)
  %e = call ptr @__weft_group_copy_1d(ptr addrspace(4) %d4, ptr addrspace(4) %s4, i64 128, ptr null)
  call void @__weft_barrier()
  ret void
}

; CHECK-LABEL: define void @weft_kernel_more(
; CHECK: call void @__weft_group_copy_1d_body(ptr addrspace(4) %{{.*}}, ptr addrspace(4) %{{.*}}, i64 129)
define void @more(ptr addrspace(3) %t, ptr addrspace(1) %a) "weft.kernel" {
  %d4 = addrspacecast ptr addrspace(3) %t to ptr addrspace(4)
  %s4 = addrspacecast ptr addrspace(1) %a to ptr addrspace(4)
  %e = call ptr @__weft_group_copy_1d(ptr addrspace(4) %d4, ptr addrspace(4) %s4, i64 129, ptr null)
  call void @__weft_barrier()
  ret void
}

declare void @side_effect(i64)
