; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --passes=work-groups,vectorise --spmd=force --spmd-lanes=8 --spmd-verify=1 --remarks
; LOG
; A kernel that brings a marker of the vectoriser along, where none may stand: its region stays scalar.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn
declare void @weft.spmd.mask(i1) nounwind willreturn

define void @k(ptr addrspace(1) %a) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %l
  %v = load i32, ptr addrspace(1) %p
  %c = icmp eq i32 %v, 5
  call void @weft.spmd.mask(i1 %c)
  store i32 %v, ptr addrspace(1) %p
  ret void
}
; CHECK: weft: kernel 'k' region 0: scalar: the verifier refuses it, block '{{.*}}': a mask that is not the first instruction
