; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups,vectorise,whole-groups
; OPTIONS: --spmd=force --spmd-lanes=8 --spmd-parts=1
declare void @__weft_barrier() convergent
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn
declare i64 @weft.ctx.local_id.1() memory(none) nounwind willreturn

; One region: the kernel stays as it is.
; CHECK: define void @weft_kernel_plain(
define void @plain(ptr addrspace(1) %a) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  store i32 1, ptr addrspace(1) %p
  ret void
}

; Groups that packets fill: x a multiple of the lanes, y and z, which the kernel does not look at, 1.
; CHECK-LABEL: define internal void @weft_kernel_one.any(
; CHECK: call void @llvm.masked.store
; CHECK-LABEL: define internal void @weft_kernel_one.whole(
; CHECK: [[WHOLE:%whole_size.*]] = and i64 %full_size, -8
; CHECK-NEXT: [[SOME:%.*]] = icmp ne i64 [[WHOLE]], 0
; CHECK-NEXT: call void @llvm.assume(i1 [[SOME]])
; CHECK: icmp ne i64 %{{.*}}, 1
; CHECK-LABEL: define void @weft_kernel_one(
; CHECK-SAME: ptr {{.*}}[[LAUNCH:%[0-9]+]], ptr {{.*}}[[GROUP:%[0-9]+]], i64 [[COUNT:%[0-9]+]]
; CHECK-DAG: and i64 %{{.*}}, 7
; CHECK-DAG: icmp eq i64 %{{.*}}, 1
; CHECK: %wholes = select i1
; CHECK: call void @weft_kernel_one.whole(ptr [[LAUNCH]], ptr [[GROUP]], i64 %wholes
; CHECK: [[LEFT:%.*]] = sub i64 [[COUNT]], %wholes
; CHECK: call void @weft_kernel_one.any(ptr [[LAUNCH]], ptr %rest, i64 [[LEFT]]
define void @one(ptr addrspace(1) %a) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  store i32 1, ptr addrspace(1) %p
  call void @__weft_barrier()
  store i32 2, ptr addrspace(1) %p
  ret void
}

; The kernel looks at y: it may have any size.
; CHECK-LABEL: define internal void @weft_kernel_two.whole(
; CHECK-NOT: whole_size{{.*}} = and i64 %full_size{{[0-9]+}}
; CHECK-LABEL: define void @weft_kernel_two(
define void @two(ptr addrspace(1) %a) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %y = call i64 @weft.ctx.local_id.1()
  %s = mul i64 %y, 100
  %i = add i64 %s, %l
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %i
  store i32 1, ptr addrspace(1) %p
  call void @__weft_barrier()
  store i32 2, ptr addrspace(1) %p
  ret void
}
; CHECK-NOT: @weft_kernel_plain.
