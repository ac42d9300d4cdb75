; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups,vectorise
; OPTIONS: --spmd=force --spmd-lanes=8 --spmd-parts=1
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn
declare void @__weft_barrier() convergent

; Between barriers: what is before the range stores under no mask, but for the packet in which work-items are missing.
; CHECK-LABEL: define void @weft_kernel_met(
; CHECK: {{^}}packet:
; CHECK: %partial = and i64 %{{.*}}, -8
; CHECK: {{^}}outside:
; CHECK: call <8 x i32> @llvm.masked.load
; CHECK: store <8 x i32> %{{.*}}, ptr addrspace(1)
; CHECK: {{^}}outside.done:
; CHECK-NEXT: icmp ult i64 %partial,
; CHECK: {{^}}masked:
; CHECK: call void @llvm.masked.store
; CHECK-LABEL: define void @weft_kernel_alone(
define void @met(ptr addrspace(3) %t, ptr addrspace(1) %a, i64 %n) "weft.kernel" {
entry:
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr i32, ptr addrspace(3) %t, i64 %l
  %q = getelementptr i32, ptr addrspace(1) %a, i64 %l
  %inside = icmp uge i64 %l, %n
  br i1 %inside, label %then, label %end
then:
  %back = sub i64 %l, %n
  %r = getelementptr i32, ptr addrspace(3) %t, i64 %back
  %v = load i32, ptr addrspace(3) %r
  br label %end
end:
  %w = phi i32 [ %v, %then ], [ 0, %entry ]
  store i32 %w, ptr addrspace(1) %q
  call void @__weft_barrier()
  store i32 1, ptr addrspace(3) %p
  ret void
}

; A kernel without barriers waits for nothing: masked packets are enough.
; CHECK-NOT: outside
; CHECK: {{^}}masked:
; CHECK-NOT: outside
; CHECK: {{^\}$}}
define void @alone(ptr addrspace(3) %t, ptr addrspace(1) %a, i64 %n) "weft.kernel" {
entry:
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr i32, ptr addrspace(3) %t, i64 %l
  %q = getelementptr i32, ptr addrspace(1) %a, i64 %l
  %inside = icmp uge i64 %l, %n
  br i1 %inside, label %then, label %end
then:
  %back = sub i64 %l, %n
  %r = getelementptr i32, ptr addrspace(3) %t, i64 %back
  %v = load i32, ptr addrspace(3) %r
  br label %end
end:
  %w = phi i32 [ %v, %then ], [ 0, %entry ]
  store i32 %w, ptr addrspace(1) %q
  ret void
}
