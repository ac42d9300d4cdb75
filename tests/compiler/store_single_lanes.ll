; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --emit=asm --isa=x86-64-v4
; One lane of a truncated vector: four bytes, not eight.
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: weft_kernel_k:
; CHECK-NOT: vmovlps
; CHECK-NOT: movq {{.*}}, (%
; CHECK: {{vmovss|vmovd|movl|vextractps|vpextrd}} {{.*}}, {{[0-9]*}}(%
; CHECK: retq
define spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %x = load <4 x i64>, ptr addrspace(1) %in
  %t = trunc <4 x i64> %x to <4 x i32>
  call void @llvm.masked.store.v4i32.p1(<4 x i32> %t, ptr addrspace(1) align 4 %out, <4 x i1> <i1 true, i1 false, i1 false, i1 false>)
  ret void
}

; Two lanes, lanes known when it runs, and all of them: as they are.
; CHECK-LABEL: weft_kernel_two:
; CHECK: vmov{{[a-z0-9]*}} %{{[xy]}}mm{{[0-9]+}}, (%{{[a-z0-9]+}}) {%k
; CHECK: retq
define spir_kernel void @two(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %x = load <4 x i32>, ptr addrspace(1) %in
  call void @llvm.masked.store.v4i32.p1(<4 x i32> %x, ptr addrspace(1) align 4 %out, <4 x i1> <i1 true, i1 false, i1 true, i1 false>)
  ret void
}

; CHECK-LABEL: weft_kernel_any:
; CHECK: {%k
; CHECK: retq
define spir_kernel void @any(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %x = load <4 x i32>, ptr addrspace(1) %in
  %m = icmp slt <4 x i32> %x, splat (i32 5)
  call void @llvm.masked.store.v4i32.p1(<4 x i32> %x, ptr addrspace(1) align 4 %out, <4 x i1> %m)
  ret void
}

; CHECK-LABEL: weft_kernel_all:
; CHECK-NOT: vpextr
; CHECK: vmov{{[a-z0-9]*}} %xmm{{[0-9]+}}, (%{{[a-z0-9]+}}){{$}}
; CHECK: retq
define spir_kernel void @all(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %x = load <4 x i32>, ptr addrspace(1) %in
  %y = add <4 x i32> %x, %x
  call void @llvm.masked.store.v4i32.p1(<4 x i32> %y, ptr addrspace(1) align 4 %out, <4 x i1> splat (i1 true))
  ret void
}
