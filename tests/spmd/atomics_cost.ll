; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups,vectorise
; OPTIONS: --spmd=auto --isa=x86-64-v4
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn

; All lanes' numbers are added before one operation in memory: that pays.
; CHECK-LABEL: define void @weft_kernel_sum(
; CHECK: call i32 @llvm.vector.reduce.add
; CHECK: atomicrmw add
; CHECK: {{^\}$}}
define void @sum(ptr addrspace(1) %in, ptr addrspace(1) %s) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %l
  %v = load i32, ptr addrspace(1) %p
  atomicrmw add ptr addrspace(1) %s, i32 %v monotonic
  ret void
}

; Exchanges do not combine, nor do sums of floats: lane by lane they cost more than work-item by work-item.
; CHECK-LABEL: define void @weft_kernel_exchange(
; CHECK-NOT: <{{[0-9]+}} x
; CHECK: {{^\}$}}
define void @exchange(ptr addrspace(1) %in, ptr addrspace(1) %s) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %l
  %v = load i32, ptr addrspace(1) %p
  atomicrmw xchg ptr addrspace(1) %s, i32 %v monotonic
  ret void
}

; CHECK-LABEL: define void @weft_kernel_floats(
; CHECK-NOT: <{{[0-9]+}} x
; CHECK: {{^\}$}}
define void @floats(ptr addrspace(1) %in, ptr addrspace(1) %s) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds float, ptr addrspace(1) %in, i64 %l
  %v = load float, ptr addrspace(1) %p
  atomicrmw fadd ptr addrspace(1) %s, float %v monotonic
  ret void
}
