; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --emit=asm
; A constructor that the compiler cannot run itself is on the list of what the dynamic linker runs; the other is a value.
target triple = "spir64"

@kept = addrspace(1) global i32 0
@known = addrspace(1) global i32 0
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @runs, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @folds, ptr null }]

; CHECK: runs.cl:
; CHECK: movl $7, kept.cl(%rip)
define internal spir_kernel void @runs() {
  store volatile i32 7, ptr addrspace(1) @kept
  ret void
}
; CHECK-NOT: folds.cl:
define internal spir_kernel void @folds() {
  store i32 7, ptr addrspace(1) @known
  ret void
}

; CHECK: weft_kernel_k:
define spir_kernel void @k(ptr addrspace(1) %to) !kernel_arg_addr_space !0 {
  %a = load i32, ptr addrspace(1) @kept
  %b = load i32, ptr addrspace(1) @known
  store i32 %a, ptr addrspace(1) %to
  store i32 %b, ptr addrspace(1) %to
  ret void
}
; CHECK: known.cl:
; CHECK-NEXT: .long 7
; CHECK: .section .init_array
; CHECK-NEXT: .p2align
; CHECK-NEXT: .quad runs.cl
; CHECK-NOT: .quad

!0 = !{i32 1}
