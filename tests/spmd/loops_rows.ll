; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups,vectorise
; OPTIONS: --spmd=serial --spmd-lanes=8 --spmd-parts=2 --spmd-tail=scalar
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn
declare i64 @weft.ctx.local_id.1() memory(none) nounwind willreturn

; A load that differs along x only and one that is the same for a row: parts lie one below the other in y. Two rows at a
; time; what they leave is run by the scalar loops of those rows.
; CHECK-LABEL: define void @weft_kernel_product(
; CHECK: {{^}}y:
; CHECK-NEXT: [[Y:%.*]] = phi i64
; CHECK: {{^}}row:
; CHECK-NEXT: [[LEFT:%.*]] = sub nuw nsw i64 %[[SIZE:.*]], [[Y]]
; CHECK-NEXT: [[ROWS:%.*]] = call i64 @llvm.umin.i64(i64 2, i64 [[LEFT]])
; CHECK-NEXT: [[WHOLE:%.*]] = icmp eq i64 [[ROWS]], 2
; CHECK: %full = select i1 [[WHOLE]], i64 %{{.*}}, i64 0
; CHECK: packet:
; CHECK: scalar:
; CHECK-NEXT: %scalar.y = phi i64 [ [[Y]], %packet.done ]
; CHECK: scalar.next:
; CHECK: br i1 %{{.*}}, label %scalar, label %y.next
; CHECK: {{^}}item:
; CHECK-NEXT: phi i64 [ %full, %scalar ]
; CHECK: br i1 %{{.*}}, label %item, label %scalar.next
; CHECK: {{^}}y.next:
; CHECK-NEXT: [[NEXT:%.*]] = add nuw nsw i64 [[Y]], 2
; CHECK-NEXT: icmp ult i64 [[NEXT]], %[[SIZE]]
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
