; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups,vectorise
; OPTIONS: --spmd=force --spmd-lanes=8
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn
declare i64 @weft.ctx.local_id.1() memory(none) nounwind willreturn

; Five rows of a known pitch: two parts one below the other read six, not ten.
; CHECK-LABEL: define void @weft_kernel_window(
; CHECK: call i64 @llvm.umin.i64(i64 2,
; CHECK: {{^\}$}}
define void @window(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) "weft.kernel" {
  %x = call i64 @weft.ctx.local_id.0()
  %y = call i64 @weft.ctx.local_id.1()
  %row = mul nuw nsw i64 %y, 88
  %first = getelementptr i8, ptr addrspace(1) %a, i64 %row
  %at = getelementptr float, ptr addrspace(1) %first, i64 %x
  %p0 = getelementptr i8, ptr addrspace(1) %at, i64 0
  %v0 = load float, ptr addrspace(1) %p0
  %p1 = getelementptr i8, ptr addrspace(1) %at, i64 88
  %v1 = load float, ptr addrspace(1) %p1
  %s1 = fadd float %v0, %v1
  %p2 = getelementptr i8, ptr addrspace(1) %at, i64 176
  %v2 = load float, ptr addrspace(1) %p2
  %s2 = fadd float %s1, %v2
  %p3 = getelementptr i8, ptr addrspace(1) %at, i64 264
  %v3 = load float, ptr addrspace(1) %p3
  %s3 = fadd float %s2, %v3
  %p4 = getelementptr i8, ptr addrspace(1) %at, i64 352
  %v4 = load float, ptr addrspace(1) %p4
  %s4 = fadd float %s3, %v4
  %out = getelementptr i8, ptr addrspace(1) %b, i64 %row
  %to = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float %s4, ptr addrspace(1) %to
  ret void
}

; What is written between may be what is read: each part has to read it again.
; CHECK-LABEL: define void @weft_kernel_written(
; CHECK-NOT: call i64 @llvm.umin.i64(i64 2,
; CHECK: {{^\}$}}
define void @written(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) "weft.kernel" {
  %x = call i64 @weft.ctx.local_id.0()
  %y = call i64 @weft.ctx.local_id.1()
  %row = mul nuw nsw i64 %y, 88
  %first = getelementptr i8, ptr addrspace(1) %a, i64 %row
  %at = getelementptr float, ptr addrspace(1) %first, i64 %x
  %p0 = getelementptr i8, ptr addrspace(1) %at, i64 0
  %v0 = load float, ptr addrspace(1) %p0
  %p1 = getelementptr i8, ptr addrspace(1) %at, i64 88
  %v1 = load float, ptr addrspace(1) %p1
  %s1 = fadd float %v0, %v1
  store float %s1, ptr addrspace(1) %b
  %p2 = getelementptr i8, ptr addrspace(1) %at, i64 176
  %v2 = load float, ptr addrspace(1) %p2
  %s2 = fadd float %s1, %v2
  %p3 = getelementptr i8, ptr addrspace(1) %at, i64 264
  %v3 = load float, ptr addrspace(1) %p3
  %s3 = fadd float %s2, %v3
  store float %s3, ptr addrspace(1) %b
  %p4 = getelementptr i8, ptr addrspace(1) %at, i64 352
  %v4 = load float, ptr addrspace(1) %p4
  %s4 = fadd float %s3, %v4
  %out = getelementptr i8, ptr addrspace(1) %b, i64 %row
  %to = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float %s4, ptr addrspace(1) %to
  ret void
}

; Neighbours in a row: the parts would share nothing.
; CHECK-LABEL: define void @weft_kernel_line(
; CHECK-NOT: call i64 @llvm.umin.i64(i64 2,
; CHECK: {{^\}$}}
define void @line(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) "weft.kernel" {
  %x = call i64 @weft.ctx.local_id.0()
  %y = call i64 @weft.ctx.local_id.1()
  %row = mul nuw nsw i64 %y, 88
  %first = getelementptr i8, ptr addrspace(1) %a, i64 %row
  %at = getelementptr float, ptr addrspace(1) %first, i64 %x
  %p0 = getelementptr i8, ptr addrspace(1) %at, i64 0
  %v0 = load float, ptr addrspace(1) %p0
  %p1 = getelementptr i8, ptr addrspace(1) %at, i64 4
  %v1 = load float, ptr addrspace(1) %p1
  %s1 = fadd float %v0, %v1
  %p2 = getelementptr i8, ptr addrspace(1) %at, i64 8
  %v2 = load float, ptr addrspace(1) %p2
  %s2 = fadd float %s1, %v2
  %p3 = getelementptr i8, ptr addrspace(1) %at, i64 12
  %v3 = load float, ptr addrspace(1) %p3
  %s3 = fadd float %s2, %v3
  %p4 = getelementptr i8, ptr addrspace(1) %at, i64 16
  %v4 = load float, ptr addrspace(1) %p4
  %s4 = fadd float %s3, %v4
  %out = getelementptr i8, ptr addrspace(1) %b, i64 %row
  %to = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float %s4, ptr addrspace(1) %to
  ret void
}

; It is not known how far apart rows are.
; CHECK-LABEL: define void @weft_kernel_unknown(
; CHECK-NOT: call i64 @llvm.umin.i64(i64 2,
; CHECK: {{^\}$}}
define void @unknown(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) "weft.kernel" {
  %x = call i64 @weft.ctx.local_id.0()
  %y = call i64 @weft.ctx.local_id.1()
  %row = mul nuw nsw i64 %y, %n
  %first = getelementptr i8, ptr addrspace(1) %a, i64 %row
  %at = getelementptr float, ptr addrspace(1) %first, i64 %x
  %p0 = getelementptr i8, ptr addrspace(1) %at, i64 0
  %v0 = load float, ptr addrspace(1) %p0
  %p1 = getelementptr i8, ptr addrspace(1) %at, i64 88
  %v1 = load float, ptr addrspace(1) %p1
  %s1 = fadd float %v0, %v1
  %p2 = getelementptr i8, ptr addrspace(1) %at, i64 176
  %v2 = load float, ptr addrspace(1) %p2
  %s2 = fadd float %s1, %v2
  %p3 = getelementptr i8, ptr addrspace(1) %at, i64 264
  %v3 = load float, ptr addrspace(1) %p3
  %s3 = fadd float %s2, %v3
  %p4 = getelementptr i8, ptr addrspace(1) %at, i64 352
  %v4 = load float, ptr addrspace(1) %p4
  %s4 = fadd float %s3, %v4
  %out = getelementptr i8, ptr addrspace(1) %b, i64 %row
  %to = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float %s4, ptr addrspace(1) %to
  ret void
}
