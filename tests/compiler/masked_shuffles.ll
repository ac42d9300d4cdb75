; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --emit=asm --isa=x86-64-v4 --cpu=sapphirerapids
; A masked load is not folded into a shuffle under its mask, which reads all of its operand; a whole load is.
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: weft_kernel_masked:
; CHECK: vmovdqu32 (%{{.*}}), [[X:%zmm[0-9]+]] {%k[[K:[1-7]]]} {z}
; CHECK: vpunpckldq [[X]], {{.*}} {%k[[K]]}
; CHECK: retq
define spir_kernel void @masked(ptr addrspace(1) %in, ptr addrspace(1) %by, ptr addrspace(1) %out) {
  %i = load <16 x i32>, ptr addrspace(1) %by
  %y = load <16 x i32>, ptr addrspace(1) %out
  %m = icmp slt <16 x i32> %y, zeroinitializer
  %l = call <16 x i32> @llvm.masked.load.v16i32.p1(ptr addrspace(1) align 4 %in, <16 x i1> %m, <16 x i32> poison)
  %f = shufflevector <16 x i32> %i, <16 x i32> %l, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 4, i32 20, i32 5, i32 21, i32 8, i32 24, i32 9, i32 25, i32 12, i32 28, i32 13, i32 29>
  %s = select <16 x i1> %m, <16 x i32> %f, <16 x i32> %y
  store <16 x i32> %s, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: weft_kernel_whole:
; CHECK: vpunpckldq (%{{.*}} {%k{{[1-7]}}}
; CHECK: retq
define spir_kernel void @whole(ptr addrspace(1) %in, ptr addrspace(1) %by, ptr addrspace(1) %out) {
  %i = load <16 x i32>, ptr addrspace(1) %by
  %y = load <16 x i32>, ptr addrspace(1) %out
  %m = icmp slt <16 x i32> %y, zeroinitializer
  %l = load <16 x i32>, ptr addrspace(1) %in
  %f = shufflevector <16 x i32> %i, <16 x i32> %l, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 4, i32 20, i32 5, i32 21, i32 8, i32 24, i32 9, i32 25, i32 12, i32 28, i32 13, i32 29>
  %s = select <16 x i1> %m, <16 x i32> %f, <16 x i32> %y
  store <16 x i32> %s, ptr addrspace(1) %out
  ret void
}
