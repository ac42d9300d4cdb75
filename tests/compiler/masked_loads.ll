; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --emit=asm --isa=x86-64-v3
; Bytes under a mask are read at once where no other page begins in between; words of 32 bits have an instruction.
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: weft_kernel_bytes:
; CHECK-DAG: {{vptest|vpmovmskb|vtestp}}
; CHECK-DAG: andl $4095
; CHECK-DAG: cmp{{[lq]}} ${{4064|4065}}
; CHECK-DAG: vmov{{.*}} (%{{.*}}), %ymm
; CHECK: retq
define spir_kernel void @bytes(ptr addrspace(1) %in, ptr addrspace(1) %by, ptr addrspace(1) %out) {
  %m = load <32 x i8>, ptr addrspace(1) %by
  %mask = icmp slt <32 x i8> %m, zeroinitializer
  %v = call <32 x i8> @llvm.masked.load.v32i8.p1(ptr addrspace(1) align 1 %in, <32 x i1> %mask, <32 x i8> %m)
  store <32 x i8> %v, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: weft_kernel_words:
; CHECK-NOT: 4095
; CHECK: vpmaskmovd
; CHECK: retq
define spir_kernel void @words(ptr addrspace(1) %in, ptr addrspace(1) %by, ptr addrspace(1) %out) {
  %m = load <8 x i32>, ptr addrspace(1) %by
  %mask = icmp slt <8 x i32> %m, zeroinitializer
  %v = call <8 x i32> @llvm.masked.load.v8i32.p1(ptr addrspace(1) align 4 %in, <8 x i1> %mask, <8 x i32> zeroinitializer)
  store <8 x i32> %v, ptr addrspace(1) %out
  ret void
}

; LLVM knows how long the variable is, and might find that a longer load cannot be of it.
@table = internal addrspace(2) constant [8 x i8] c"weaving!"
; CHECK-LABEL: weft_kernel_variable:
; CHECK-NOT: 4095
; CHECK: retq
define spir_kernel void @variable(i64 %i, ptr addrspace(1) %by, ptr addrspace(1) %out) {
  %p = getelementptr i8, ptr addrspace(2) @table, i64 %i
  %m = load <16 x i8>, ptr addrspace(1) %by
  %mask = icmp slt <16 x i8> %m, zeroinitializer
  %v = call <16 x i8> @llvm.masked.load.v16i8.p2(ptr addrspace(2) align 1 %p, <16 x i1> %mask, <16 x i8> zeroinitializer)
  store <16 x i8> %v, ptr addrspace(1) %out
  ret void
}
