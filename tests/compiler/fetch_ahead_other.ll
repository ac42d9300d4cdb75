; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --emit=import --isa=x86-64-v4 --cpu=sapphirerapids
; Elsewhere a non-temporal fetch would cost the second level what it holds; other localities stay.
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define {{.*}}@k(
; CHECK: llvm.prefetch{{.*}}, i32 0, i32 3, i32 1)
; CHECK: llvm.prefetch{{.*}}, i32 0, i32 1, i32 1)
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %p) {
  call void @llvm.prefetch.p1(ptr addrspace(1) %p, i32 0, i32 0, i32 1)
  call void @llvm.prefetch.p1(ptr addrspace(1) %p, i32 0, i32 1, i32 1)
  ret void
}

declare void @llvm.prefetch.p1(ptr addrspace(1), i32, i32, i32)
