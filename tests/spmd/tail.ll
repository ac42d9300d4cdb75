; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups,vectorise
; OPTIONS: --isa=x86-64-v3 --spmd=force --spmd-lanes=8 --spmd-parts=1
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn

; AVX2 has masks for four and eight bytes: as many elements of one byte would be a branch each. The rest runs alone.
; CHECK-LABEL: define void @weft_kernel_bytes(
; CHECK: store <128 x i8>
; CHECK-NOT: @llvm.masked
; CHECK: store <16 x i8>
; CHECK: {{^\}$}}
define void @bytes(ptr addrspace(1) %to, ptr addrspace(1) %from) "weft.kernel" {
  %x = call i64 @weft.ctx.local_id.0()
  %p = getelementptr <16 x i8>, ptr addrspace(1) %from, i64 %x
  %q = getelementptr <16 x i8>, ptr addrspace(1) %to, i64 %x
  %v = load <16 x i8>, ptr addrspace(1) %p
  %n = xor <16 x i8> %v, splat (i8 1)
  store <16 x i8> %n, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: define void @weft_kernel_words(
; CHECK: @llvm.masked.load
; CHECK: @llvm.masked.store
; CHECK: {{^\}$}}
define void @words(ptr addrspace(1) %to, ptr addrspace(1) %from) "weft.kernel" {
  %x = call i64 @weft.ctx.local_id.0()
  %p = getelementptr <4 x i32>, ptr addrspace(1) %from, i64 %x
  %q = getelementptr <4 x i32>, ptr addrspace(1) %to, i64 %x
  %v = load <4 x i32>, ptr addrspace(1) %p
  %n = xor <4 x i32> %v, splat (i32 1)
  store <4 x i32> %n, ptr addrspace(1) %q
  ret void
}

; Few of them may be.
; CHECK-LABEL: define void @weft_kernel_few(
; CHECK: @llvm.masked.load
; CHECK: @llvm.masked.store
; CHECK: {{^\}$}}
define void @few(ptr addrspace(1) %to, ptr addrspace(1) %from) "weft.kernel" {
  %x = call i64 @weft.ctx.local_id.0()
  %p = getelementptr i8, ptr addrspace(1) %from, i64 %x
  %q = getelementptr i8, ptr addrspace(1) %to, i64 %x
  %v = load i8, ptr addrspace(1) %p
  %n = xor i8 %v, 1
  store i8 %n, ptr addrspace(1) %q
  ret void
}
