; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --emit=ir --isa=x86-64-v3 --spmd=off
; The loop that is unrolled makes a constant of one bit of the element's number, behind all that would make it wider. The
; second turn's vector begins at 100, and its second element is the one that changes.
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define void @weft_kernel_second(
; CHECK: store i32 %x, ptr %v,
; CHECK: [[SECOND:%[0-9]+]] = getelementptr inbounds nuw i8, ptr %v, i64 104
; CHECK-NEXT: store i32 %x, ptr [[SECOND]],
; CHECK: {{^\}$}}
define spir_kernel void @second(ptr addrspace(1) %v, i32 %x) {
start:
  br label %turn
turn:
  %i = phi i32 [ 0, %start ], [ %next, %turn ]
  %at = icmp ugt i32 %i, 0
  %place = getelementptr inbounds [100 x i8], ptr addrspace(1) %v, i32 %i
  %all = load <8 x i32>, ptr addrspace(1) %place
  %changed = insertelement <8 x i32> %all, i32 %x, i1 %at
  store <8 x i32> %changed, ptr addrspace(1) %place
  %next = add i32 %i, 1
  %end = icmp eq i32 %next, 2
  br i1 %end, label %done, label %turn
done:
  ret void
}
