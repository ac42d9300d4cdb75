; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups,vectorise
; OPTIONS: --isa=x86-64-v4 --cpu=znver4 --spmd=force --spmd-lanes=8 --spmd-parts=8
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn
declare i64 @weft.ctx.local_id.1() memory(none) nounwind willreturn

; Eight rows at a time; where fewer are left, but four, packets of four take the first of them. Masked packets begin
; behind the columns that are done in those rows, and with the first column in others.
; CHECK-LABEL: define void @weft_kernel_product(
; CHECK: {{^}}row:
; CHECK: [[ROWS:%.*]] = call i64 @llvm.umin.i64(i64 8, i64 %
; CHECK: [[WHOLE:%.*]] = icmp eq i64 [[ROWS]], 8
; CHECK: %full = select i1
; CHECK: {{^}}packet:
; CHECK: {{^}}packet.done:
; CHECK-NEXT: [[FEWER:%.*]] = icmp ult i64 [[ROWS]], 8
; CHECK-NEXT: [[ENOUGH:%.*]] = icmp uge i64 [[ROWS]], 4
; CHECK-NEXT: [[IS:%.*]] = and i1 [[FEWER]], [[ENOUGH]]
; CHECK: %half = select i1 %{{.*}}, i64 %{{.*}}, i64 0
; CHECK: {{^}}half[[N:[0-9]*]]:
; CHECK: {{^}}half.done:
; CHECK: [[DONE:%.*]] = select i1 [[IS]], i64 %half, i64 %full
; CHECK: %rows.done = select i1 [[IS]], i64 4, i64 [[ROWS]]
; CHECK: {{^}}masked.rows:
; CHECK: [[SO:%.*]] = icmp ult i64 %masked.rows.x, %{{.*}}
; CHECK: %from = select i1 [[SO]], i64 [[DONE]], i64 0
; CHECK: {{^}}y.next:
; CHECK-NEXT: add nuw nsw i64 %{{.*}}, 8
define void @product(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %n) "weft.kernel" {
entry:
  %x = call i64 @weft.ctx.local_id.0()
  %y = call i64 @weft.ctx.local_id.1()
  %first = mul i64 %y, %n
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %up, %loop ]
  %s = phi float [ 0.0, %entry ], [ %sum, %loop ]
  %i = add i64 %first, %k
  %p = getelementptr float, ptr addrspace(1) %a, i64 %i
  %u = load float, ptr addrspace(1) %p
  %l = mul i64 %k, %n
  %j = add i64 %l, %x
  %q = getelementptr float, ptr addrspace(1) %b, i64 %j
  %v = load float, ptr addrspace(1) %q
  %m = fmul float %u, %v
  %sum = fadd float %s, %m
  %up = add i64 %k, 1
  %more = icmp ult i64 %up, %n
  br i1 %more, label %loop, label %done

done:
  %t = add i64 %first, %x
  %r = getelementptr float, ptr addrspace(1) %c, i64 %t
  store float %sum, ptr addrspace(1) %r
  ret void
}
