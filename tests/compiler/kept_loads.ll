; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --emit=ir --isa=x86-64-v3 --spmd=off
; A select by a load's own mask: LLVM 22 makes one load of the two, but behind the store.
target triple = "spir64-unknown-unknown"

declare <8 x i32> @llvm.masked.load.v8i32.p1(ptr addrspace(1), <8 x i1>, <8 x i32>)
declare void @llvm.masked.store.v8i32.p1(<8 x i32>, ptr addrspace(1), <8 x i1>)

; CHECK-LABEL: define void @weft_kernel_store_between(
; CHECK: [[OLD:%.*]] = {{.*}}call <8 x i32> @llvm.masked.load
; CHECK: call void @llvm.masked.store
; CHECK-NOT: @llvm.masked.load
; CHECK: [[FROZEN:%.*]] = freeze <8 x i32> [[OLD]]
; CHECK: select <8 x i1> {{.*}}, <8 x i32> [[FROZEN]], <8 x i32>
; CHECK: {{^\}$}}
define spir_kernel void @store_between(ptr addrspace(1) %p, ptr addrspace(1) %out, <8 x i32> %new, <8 x i32> %other) {
  %m = icmp sgt <8 x i32> %new, zeroinitializer
  %old = call <8 x i32> @llvm.masked.load.v8i32.p1(ptr addrspace(1) align 4 %p, <8 x i1> %m, <8 x i32> poison)
  call void @llvm.masked.store.v8i32.p1(<8 x i32> %new, ptr addrspace(1) align 4 %p, <8 x i1> %m)
  %kept = select <8 x i1> %m, <8 x i32> %old, <8 x i32> %other
  store <8 x i32> %kept, ptr addrspace(1) %out, align 4
  ret void
}

; The mask may be the other way round, the load on the other side, or in another block.
; CHECK-LABEL: define void @weft_kernel_other_block(
; CHECK: [[OLD:%.*]] = {{.*}}call <8 x i32> @llvm.masked.load
; CHECK: store i32 7
; CHECK-NOT: @llvm.masked.load
; CHECK: freeze <8 x i32> [[OLD]]
; CHECK: {{^\}$}}
define spir_kernel void @other_block(ptr addrspace(1) %p, ptr addrspace(1) %out, <8 x i32> %new, <8 x i32> %other, i32 %n) {
  %m = icmp sgt <8 x i32> %new, zeroinitializer
  %old = call <8 x i32> @llvm.masked.load.v8i32.p1(ptr addrspace(1) align 4 %p, <8 x i1> %m, <8 x i32> poison)
  %c = icmp eq i32 %n, 0
  br i1 %c, label %then, label %join
then:
  store i32 7, ptr addrspace(1) %p
  br label %join
join:
  %not = xor <8 x i1> %m, splat (i1 true)
  %kept = select <8 x i1> %not, <8 x i32> %other, <8 x i32> %old
  store <8 x i32> %kept, ptr addrspace(1) %out, align 4
  ret void
}

; With nothing in between they stay one load.
; CHECK-LABEL: define void @weft_kernel_nothing_between(
; CHECK: call <8 x i32> @llvm.masked.load{{.*}}, <8 x i32> %other
; CHECK-NOT: freeze
; CHECK-NOT: select <8 x i1>
; CHECK: {{^\}$}}
define spir_kernel void @nothing_between(ptr addrspace(1) %p, ptr addrspace(1) %out, <8 x i32> %new, <8 x i32> %other) {
  %m = icmp sgt <8 x i32> %new, zeroinitializer
  %old = call <8 x i32> @llvm.masked.load.v8i32.p1(ptr addrspace(1) align 4 %p, <8 x i1> %m, <8 x i32> poison)
  %kept = select <8 x i1> %m, <8 x i32> %old, <8 x i32> %other
  store <8 x i32> %kept, ptr addrspace(1) %out, align 4
  ret void
}
