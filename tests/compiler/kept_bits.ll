; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --emit=asm --isa=x86-64-v4
; Bits selected by a constant under a mask that keeps one of the two. LLVM 22 gives two of the six ways each other's
; immediate: the constant in memory has to choose (228), a number in memory must not (184).
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: weft_kernel_constant_4_32:
; CHECK-NOT: vpternlogd $184
; CHECK: vpternlogd $228, %xmm{{[0-9]+}}, %xmm{{[0-9]+}}, %xmm{{[0-9]+}} {%k
; CHECK-NOT: vpternlogd $184
; CHECK: retq
define spir_kernel void @constant_4_32(ptr addrspace(1) %A, ptr addrspace(1) %B, ptr addrspace(1) %D, ptr addrspace(1) %out) {
  %a0 = load <4 x i32>, ptr addrspace(1) %A
  %b0 = load <4 x i32>, ptr addrspace(1) %B
  %d = load <4 x i32>, ptr addrspace(1) %D
  %m = icmp eq <4 x i32> %d, zeroinitializer
  %a = add <4 x i32> %a0, %d
  %b = sub <4 x i32> %b0, %d
  %x = and <4 x i32> %a, splat (i32 1048575)
  %y = and <4 x i32> %b, splat (i32 -1048576)
  %o = or <4 x i32> %x, %y
  %r = select <4 x i1> %m, <4 x i32> %o, <4 x i32> %a
  store <4 x i32> %r, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: weft_kernel_constant_8_32:
; CHECK-NOT: vpternlogd $184
; CHECK: vpternlogd $228, %ymm{{[0-9]+}}, %ymm{{[0-9]+}}, %ymm{{[0-9]+}} {%k
; CHECK-NOT: vpternlogd $184
; CHECK: retq
define spir_kernel void @constant_8_32(ptr addrspace(1) %A, ptr addrspace(1) %B, ptr addrspace(1) %D, ptr addrspace(1) %out) {
  %a0 = load <8 x i32>, ptr addrspace(1) %A
  %b0 = load <8 x i32>, ptr addrspace(1) %B
  %d = load <8 x i32>, ptr addrspace(1) %D
  %m = icmp eq <8 x i32> %d, zeroinitializer
  %a = add <8 x i32> %a0, %d
  %b = sub <8 x i32> %b0, %d
  %x = and <8 x i32> %a, splat (i32 1048575)
  %y = and <8 x i32> %b, splat (i32 -1048576)
  %o = or <8 x i32> %x, %y
  %r = select <8 x i1> %m, <8 x i32> %o, <8 x i32> %a
  store <8 x i32> %r, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: weft_kernel_constant_16_32:
; CHECK-NOT: vpternlogd $184
; CHECK: vpternlogd $228, %zmm{{[0-9]+}}, %zmm{{[0-9]+}}, %zmm{{[0-9]+}} {%k
; CHECK-NOT: vpternlogd $184
; CHECK: retq
define spir_kernel void @constant_16_32(ptr addrspace(1) %A, ptr addrspace(1) %B, ptr addrspace(1) %D, ptr addrspace(1) %out) {
  %a0 = load <16 x i32>, ptr addrspace(1) %A
  %b0 = load <16 x i32>, ptr addrspace(1) %B
  %d = load <16 x i32>, ptr addrspace(1) %D
  %m = icmp eq <16 x i32> %d, zeroinitializer
  %a = add <16 x i32> %a0, %d
  %b = sub <16 x i32> %b0, %d
  %x = and <16 x i32> %a, splat (i32 1048575)
  %y = and <16 x i32> %b, splat (i32 -1048576)
  %o = or <16 x i32> %x, %y
  %r = select <16 x i1> %m, <16 x i32> %o, <16 x i32> %a
  store <16 x i32> %r, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: weft_kernel_constant_2_64:
; CHECK-NOT: vpternlogq $184
; CHECK: vpternlogq $228, %xmm{{[0-9]+}}, %xmm{{[0-9]+}}, %xmm{{[0-9]+}} {%k
; CHECK-NOT: vpternlogq $184
; CHECK: retq
define spir_kernel void @constant_2_64(ptr addrspace(1) %A, ptr addrspace(1) %B, ptr addrspace(1) %D, ptr addrspace(1) %out) {
  %a0 = load <2 x i64>, ptr addrspace(1) %A
  %b0 = load <2 x i64>, ptr addrspace(1) %B
  %d = load <2 x i64>, ptr addrspace(1) %D
  %m = icmp eq <2 x i64> %d, zeroinitializer
  %a = add <2 x i64> %a0, %d
  %b = sub <2 x i64> %b0, %d
  %x = and <2 x i64> %a, splat (i64 1048575)
  %y = and <2 x i64> %b, splat (i64 -1048576)
  %o = or <2 x i64> %x, %y
  %r = select <2 x i1> %m, <2 x i64> %o, <2 x i64> %a
  store <2 x i64> %r, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: weft_kernel_constant_4_64:
; CHECK-NOT: vpternlogq $184
; CHECK: vpternlogq $228, %ymm{{[0-9]+}}, %ymm{{[0-9]+}}, %ymm{{[0-9]+}} {%k
; CHECK-NOT: vpternlogq $184
; CHECK: retq
define spir_kernel void @constant_4_64(ptr addrspace(1) %A, ptr addrspace(1) %B, ptr addrspace(1) %D, ptr addrspace(1) %out) {
  %a0 = load <4 x i64>, ptr addrspace(1) %A
  %b0 = load <4 x i64>, ptr addrspace(1) %B
  %d = load <4 x i64>, ptr addrspace(1) %D
  %m = icmp eq <4 x i64> %d, zeroinitializer
  %a = add <4 x i64> %a0, %d
  %b = sub <4 x i64> %b0, %d
  %x = and <4 x i64> %a, splat (i64 1048575)
  %y = and <4 x i64> %b, splat (i64 -1048576)
  %o = or <4 x i64> %x, %y
  %r = select <4 x i1> %m, <4 x i64> %o, <4 x i64> %a
  store <4 x i64> %r, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: weft_kernel_constant_8_64:
; CHECK-NOT: vpternlogq $184
; CHECK: vpternlogq $228, %zmm{{[0-9]+}}, %zmm{{[0-9]+}}, %zmm{{[0-9]+}} {%k
; CHECK-NOT: vpternlogq $184
; CHECK: retq
define spir_kernel void @constant_8_64(ptr addrspace(1) %A, ptr addrspace(1) %B, ptr addrspace(1) %D, ptr addrspace(1) %out) {
  %a0 = load <8 x i64>, ptr addrspace(1) %A
  %b0 = load <8 x i64>, ptr addrspace(1) %B
  %d = load <8 x i64>, ptr addrspace(1) %D
  %m = icmp eq <8 x i64> %d, zeroinitializer
  %a = add <8 x i64> %a0, %d
  %b = sub <8 x i64> %b0, %d
  %x = and <8 x i64> %a, splat (i64 1048575)
  %y = and <8 x i64> %b, splat (i64 -1048576)
  %o = or <8 x i64> %x, %y
  %r = select <8 x i1> %m, <8 x i64> %o, <8 x i64> %a
  store <8 x i64> %r, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: weft_kernel_memory_4_32:
; CHECK: vpternlogd $184, (%{{[a-z0-9]+}}), %xmm{{[0-9]+}}, %xmm{{[0-9]+}} {%k
; CHECK: retq
define spir_kernel void @memory_4_32(ptr addrspace(1) %A, ptr addrspace(1) %B, ptr addrspace(1) %D, ptr addrspace(1) %out) {
  %a0 = load <4 x i32>, ptr addrspace(1) %A
  %d = load <4 x i32>, ptr addrspace(1) %D
  %m = icmp eq <4 x i32> %d, zeroinitializer
  %a = add <4 x i32> %a0, %d
  %b = load <4 x i32>, ptr addrspace(1) %B
  %x = and <4 x i32> %b, splat (i32 1048575)
  %y = and <4 x i32> %a, splat (i32 -1048576)
  %o = or <4 x i32> %x, %y
  %r = select <4 x i1> %m, <4 x i32> %o, <4 x i32> %a
  store <4 x i32> %r, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: weft_kernel_memory_8_32:
; CHECK: vpternlogd $184, (%{{[a-z0-9]+}}), %ymm{{[0-9]+}}, %ymm{{[0-9]+}} {%k
; CHECK: retq
define spir_kernel void @memory_8_32(ptr addrspace(1) %A, ptr addrspace(1) %B, ptr addrspace(1) %D, ptr addrspace(1) %out) {
  %a0 = load <8 x i32>, ptr addrspace(1) %A
  %d = load <8 x i32>, ptr addrspace(1) %D
  %m = icmp eq <8 x i32> %d, zeroinitializer
  %a = add <8 x i32> %a0, %d
  %b = load <8 x i32>, ptr addrspace(1) %B
  %x = and <8 x i32> %b, splat (i32 1048575)
  %y = and <8 x i32> %a, splat (i32 -1048576)
  %o = or <8 x i32> %x, %y
  %r = select <8 x i1> %m, <8 x i32> %o, <8 x i32> %a
  store <8 x i32> %r, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: weft_kernel_memory_16_32:
; CHECK: vpternlogd $184, (%{{[a-z0-9]+}}), %zmm{{[0-9]+}}, %zmm{{[0-9]+}} {%k
; CHECK: retq
define spir_kernel void @memory_16_32(ptr addrspace(1) %A, ptr addrspace(1) %B, ptr addrspace(1) %D, ptr addrspace(1) %out) {
  %a0 = load <16 x i32>, ptr addrspace(1) %A
  %d = load <16 x i32>, ptr addrspace(1) %D
  %m = icmp eq <16 x i32> %d, zeroinitializer
  %a = add <16 x i32> %a0, %d
  %b = load <16 x i32>, ptr addrspace(1) %B
  %x = and <16 x i32> %b, splat (i32 1048575)
  %y = and <16 x i32> %a, splat (i32 -1048576)
  %o = or <16 x i32> %x, %y
  %r = select <16 x i1> %m, <16 x i32> %o, <16 x i32> %a
  store <16 x i32> %r, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: weft_kernel_memory_2_64:
; CHECK: vpternlogq $184, (%{{[a-z0-9]+}}), %xmm{{[0-9]+}}, %xmm{{[0-9]+}} {%k
; CHECK: retq
define spir_kernel void @memory_2_64(ptr addrspace(1) %A, ptr addrspace(1) %B, ptr addrspace(1) %D, ptr addrspace(1) %out) {
  %a0 = load <2 x i64>, ptr addrspace(1) %A
  %d = load <2 x i64>, ptr addrspace(1) %D
  %m = icmp eq <2 x i64> %d, zeroinitializer
  %a = add <2 x i64> %a0, %d
  %b = load <2 x i64>, ptr addrspace(1) %B
  %x = and <2 x i64> %b, splat (i64 1048575)
  %y = and <2 x i64> %a, splat (i64 -1048576)
  %o = or <2 x i64> %x, %y
  %r = select <2 x i1> %m, <2 x i64> %o, <2 x i64> %a
  store <2 x i64> %r, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: weft_kernel_memory_4_64:
; CHECK: vpternlogq $184, (%{{[a-z0-9]+}}), %ymm{{[0-9]+}}, %ymm{{[0-9]+}} {%k
; CHECK: retq
define spir_kernel void @memory_4_64(ptr addrspace(1) %A, ptr addrspace(1) %B, ptr addrspace(1) %D, ptr addrspace(1) %out) {
  %a0 = load <4 x i64>, ptr addrspace(1) %A
  %d = load <4 x i64>, ptr addrspace(1) %D
  %m = icmp eq <4 x i64> %d, zeroinitializer
  %a = add <4 x i64> %a0, %d
  %b = load <4 x i64>, ptr addrspace(1) %B
  %x = and <4 x i64> %b, splat (i64 1048575)
  %y = and <4 x i64> %a, splat (i64 -1048576)
  %o = or <4 x i64> %x, %y
  %r = select <4 x i1> %m, <4 x i64> %o, <4 x i64> %a
  store <4 x i64> %r, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: weft_kernel_memory_8_64:
; CHECK: vpternlogq $184, (%{{[a-z0-9]+}}), %zmm{{[0-9]+}}, %zmm{{[0-9]+}} {%k
; CHECK: retq
define spir_kernel void @memory_8_64(ptr addrspace(1) %A, ptr addrspace(1) %B, ptr addrspace(1) %D, ptr addrspace(1) %out) {
  %a0 = load <8 x i64>, ptr addrspace(1) %A
  %d = load <8 x i64>, ptr addrspace(1) %D
  %m = icmp eq <8 x i64> %d, zeroinitializer
  %a = add <8 x i64> %a0, %d
  %b = load <8 x i64>, ptr addrspace(1) %B
  %x = and <8 x i64> %b, splat (i64 1048575)
  %y = and <8 x i64> %a, splat (i64 -1048576)
  %o = or <8 x i64> %x, %y
  %r = select <8 x i1> %m, <8 x i64> %o, <8 x i64> %a
  store <8 x i64> %r, ptr addrspace(1) %out
  ret void
}
