; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups,vectorise
; OPTIONS: --isa=x86-64-v4 --cpu=znver4 --spmd=force --spmd-lanes=8 --spmd-parts=16
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn
declare i64 @weft.ctx.local_id.1() memory(none) nounwind willreturn

; Sixteen rows at a time; where fewer are left, packets of eight and of four take the first of them, one behind the other. Masked
; packets begin behind the columns that are done in those rows, and with the first column in others.
; CHECK-LABEL: define void @weft_kernel_product(
; CHECK: {{^}}row:
; CHECK: [[ROWS:%.*]] = call i64 @llvm.umin.i64(i64 16, i64 %
; CHECK: [[WHOLE:%.*]] = icmp eq i64 [[ROWS]], 16
; CHECK: %full = select i1
; CHECK: {{^}}packet:
; CHECK: {{^}}packet.done:
; CHECK: %fewer = select i1 %{{.*}}, i64 %{{.*}}, i64 0
; CHECK: [[EIGHT:%.*]] = and i64 [[ROWS]], 8
; CHECK-NEXT: [[IS8:%.*]] = icmp ne i64 [[EIGHT]], 0
; CHECK-NEXT: select i1 [[IS8]], i64 %fewer, i64 0
; CHECK: {{^}}fewer.done:
; CHECK-NEXT: [[BEFORE:%.*]] = and i64 [[ROWS]], 8
; CHECK-NEXT: [[Y:%.*]] = add nuw nsw i64 %local_id.y, [[BEFORE]]
; CHECK-NEXT: [[FOUR:%.*]] = and i64 [[ROWS]], 4
; CHECK-NEXT: [[IS4:%.*]] = icmp ne i64 [[FOUR]], 0
; CHECK-NEXT: select i1 [[IS4]], i64 %fewer, i64 0
; CHECK: {{^}}fewer{{[0-9]+}}:
; CHECK: mul i64 [[Y]], %n
; CHECK: {{^}}fewer.done{{[0-9]+}}:
; CHECK-NEXT: [[SOME:%.*]] = and i64 [[ROWS]], 12
; CHECK-NEXT: [[IS:%.*]] = icmp ne i64 [[SOME]], 0
; CHECK-NEXT: [[DONE:%.*]] = select i1 [[IS]], i64 %fewer, i64 %full
; CHECK-NEXT: %rows.done = select i1 [[IS]], i64 [[SOME]], i64 [[ROWS]]
; CHECK: {{^}}masked.rows:
; CHECK: [[SO:%.*]] = icmp ult i64 %masked.rows.x, %{{.*}}
; CHECK: %from = select i1 [[SO]], i64 [[DONE]], i64 0
; CHECK: {{^}}y.next:
; CHECK-NEXT: add nuw nsw i64 %{{.*}}, 16
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
