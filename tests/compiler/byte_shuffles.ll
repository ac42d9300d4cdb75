; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --emit=asm --isa=x86-64-v4
; Bytes doubled behind an operation, on which LLVM 22 alone does not end: words between lanes, then bytes within them.
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: weft_kernel_low:
; CHECK: vpxor
; CHECK: vpermd {{.*}}, %zmm
; CHECK-NEXT: vpunpcklbw {{.*}}, %zmm
; CHECK: retq
define spir_kernel void @low(ptr addrspace(1) %in, ptr addrspace(1) %by, ptr addrspace(1) %out) {
  %x = load <64 x i8>, ptr addrspace(1) %in
  %y = load <64 x i8>, ptr addrspace(1) %by
  %a = xor <64 x i8> %x, %y
  %d = shufflevector <64 x i8> %a, <64 x i8> poison, <64 x i32> <i32 0, i32 0, i32 1, i32 1, i32 2, i32 2, i32 3, i32 3, i32 4, i32 4, i32 5, i32 5, i32 6, i32 6, i32 7, i32 7, i32 8, i32 8, i32 9, i32 9, i32 10, i32 10, i32 11, i32 11, i32 12, i32 12, i32 13, i32 13, i32 14, i32 14, i32 15, i32 15, i32 16, i32 16, i32 17, i32 17, i32 18, i32 18, i32 19, i32 19, i32 20, i32 20, i32 21, i32 21, i32 22, i32 22, i32 23, i32 23, i32 24, i32 24, i32 25, i32 25, i32 26, i32 26, i32 27, i32 27, i32 28, i32 28, i32 29, i32 29, i32 30, i32 30, i32 31, i32 31>
  store <64 x i8> %d, ptr addrspace(1) %out
  ret void
}

; Two registers, each of one.
; CHECK-LABEL: weft_kernel_two:
; CHECK: vpermd
; CHECK-NEXT: vpunpcklbw
; CHECK-NEXT: vpermd
; CHECK-NEXT: vpunpcklbw
; CHECK: retq
define spir_kernel void @two(ptr addrspace(1) %in, ptr addrspace(1) %by, ptr addrspace(1) %out) {
  %x = load <64 x i8>, ptr addrspace(1) %in
  %y = load <64 x i8>, ptr addrspace(1) %by
  %a = add <64 x i8> %x, %y
  %d = shufflevector <64 x i8> %a, <64 x i8> poison, <128 x i32> <i32 0, i32 0, i32 1, i32 1, i32 2, i32 2, i32 3, i32 3, i32 4, i32 4, i32 5, i32 5, i32 6, i32 6, i32 7, i32 7, i32 8, i32 8, i32 9, i32 9, i32 10, i32 10, i32 11, i32 11, i32 12, i32 12, i32 13, i32 13, i32 14, i32 14, i32 15, i32 15, i32 16, i32 16, i32 17, i32 17, i32 18, i32 18, i32 19, i32 19, i32 20, i32 20, i32 21, i32 21, i32 22, i32 22, i32 23, i32 23, i32 24, i32 24, i32 25, i32 25, i32 26, i32 26, i32 27, i32 27, i32 28, i32 28, i32 29, i32 29, i32 30, i32 30, i32 31, i32 31, i32 32, i32 32, i32 33, i32 33, i32 34, i32 34, i32 35, i32 35, i32 36, i32 36, i32 37, i32 37, i32 38, i32 38, i32 39, i32 39, i32 40, i32 40, i32 41, i32 41, i32 42, i32 42, i32 43, i32 43, i32 44, i32 44, i32 45, i32 45, i32 46, i32 46, i32 47, i32 47, i32 48, i32 48, i32 49, i32 49, i32 50, i32 50, i32 51, i32 51, i32 52, i32 52, i32 53, i32 53, i32 54, i32 54, i32 55, i32 55, i32 56, i32 56, i32 57, i32 57, i32 58, i32 58, i32 59, i32 59, i32 60, i32 60, i32 61, i32 61, i32 62, i32 62, i32 63, i32 63>
  %z = load <128 x i8>, ptr addrspace(1) %out
  %c = icmp slt <128 x i8> %d, zeroinitializer
  %s = select <128 x i1> %c, <128 x i8> %z, <128 x i8> splat (i8 7)
  store <128 x i8> %s, ptr addrspace(1) %out
  ret void
}

; Of one operand's upper half.
; CHECK-LABEL: weft_kernel_high:
; CHECK: vpermd {{.*}}, %zmm
; CHECK-NEXT: vpunpcklbw {{.*}}, %zmm
; CHECK: retq
define spir_kernel void @high(ptr addrspace(1) %in, ptr addrspace(1) %by, ptr addrspace(1) %out) {
  %x = load <64 x i8>, ptr addrspace(1) %in
  %y = load <64 x i8>, ptr addrspace(1) %by
  %a = and <64 x i8> %x, %y
  %d = shufflevector <64 x i8> %a, <64 x i8> poison, <64 x i32> <i32 32, i32 32, i32 33, i32 33, i32 34, i32 34, i32 35, i32 35, i32 36, i32 36, i32 37, i32 37, i32 38, i32 38, i32 39, i32 39, i32 40, i32 40, i32 41, i32 41, i32 42, i32 42, i32 43, i32 43, i32 44, i32 44, i32 45, i32 45, i32 46, i32 46, i32 47, i32 47, i32 48, i32 48, i32 49, i32 49, i32 50, i32 50, i32 51, i32 51, i32 52, i32 52, i32 53, i32 53, i32 54, i32 54, i32 55, i32 55, i32 56, i32 56, i32 57, i32 57, i32 58, i32 58, i32 59, i32 59, i32 60, i32 60, i32 61, i32 61, i32 62, i32 62, i32 63, i32 63>
  store <64 x i8> %d, ptr addrspace(1) %out
  ret void
}

; What LLVM does well stays: bytes that move in their lanes of 16,
; CHECK-LABEL: weft_kernel_within:
; CHECK-NOT: vperm
; CHECK: vpshufb {{.*}}, %zmm
; CHECK-NOT: vperm
; CHECK: retq
define spir_kernel void @within(ptr addrspace(1) %in, ptr addrspace(1) %by, ptr addrspace(1) %out) {
  %x = load <64 x i8>, ptr addrspace(1) %in
  %y = load <64 x i8>, ptr addrspace(1) %by
  %a = xor <64 x i8> %x, %y
  %d = shufflevector <64 x i8> %a, <64 x i8> poison, <64 x i32> <i32 3, i32 2, i32 1, i32 0, i32 7, i32 6, i32 5, i32 4, i32 11, i32 10, i32 9, i32 8, i32 15, i32 14, i32 13, i32 12, i32 19, i32 18, i32 17, i32 16, i32 23, i32 22, i32 21, i32 20, i32 27, i32 26, i32 25, i32 24, i32 31, i32 30, i32 29, i32 28, i32 35, i32 34, i32 33, i32 32, i32 39, i32 38, i32 37, i32 36, i32 43, i32 42, i32 41, i32 40, i32 47, i32 46, i32 45, i32 44, i32 51, i32 50, i32 49, i32 48, i32 55, i32 54, i32 53, i32 52, i32 59, i32 58, i32 57, i32 56, i32 63, i32 62, i32 61, i32 60>
  store <64 x i8> %d, ptr addrspace(1) %out
  ret void
}

; whole words,
; CHECK-LABEL: weft_kernel_words:
; CHECK-NOT: vpshufb
; CHECK-NOT: vpunpck
; CHECK: retq
define spir_kernel void @words(ptr addrspace(1) %in, ptr addrspace(1) %by, ptr addrspace(1) %out) {
  %x = load <64 x i8>, ptr addrspace(1) %in
  %y = load <64 x i8>, ptr addrspace(1) %by
  %a = xor <64 x i8> %x, %y
  %d = shufflevector <64 x i8> %a, <64 x i8> poison, <64 x i32> <i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <64 x i8> %d, ptr addrspace(1) %out
  ret void
}

; low bytes that become longer numbers,
; CHECK-LABEL: weft_kernel_longer:
; CHECK: vpmovzxbw {{.*}}, %zmm
; CHECK: retq
define spir_kernel void @longer(ptr addrspace(1) %in, ptr addrspace(1) %by, ptr addrspace(1) %out) {
  %x = load <64 x i8>, ptr addrspace(1) %in
  %y = load <64 x i8>, ptr addrspace(1) %by
  %a = xor <64 x i8> %x, %y
  %d = shufflevector <64 x i8> %a, <64 x i8> poison, <64 x i32> <i32 0, i32 poison, i32 1, i32 poison, i32 2, i32 poison, i32 3, i32 poison, i32 4, i32 poison, i32 5, i32 poison, i32 6, i32 poison, i32 7, i32 poison, i32 8, i32 poison, i32 9, i32 poison, i32 10, i32 poison, i32 11, i32 poison, i32 12, i32 poison, i32 13, i32 poison, i32 14, i32 poison, i32 15, i32 poison, i32 16, i32 poison, i32 17, i32 poison, i32 18, i32 poison, i32 19, i32 poison, i32 20, i32 poison, i32 21, i32 poison, i32 22, i32 poison, i32 23, i32 poison, i32 24, i32 poison, i32 25, i32 poison, i32 26, i32 poison, i32 27, i32 poison, i32 28, i32 poison, i32 29, i32 poison, i32 30, i32 poison, i32 31, i32 poison>
  store <64 x i8> %d, ptr addrspace(1) %out
  ret void
}

; and half a register.
; CHECK-LABEL: weft_kernel_half:
; CHECK-NOT: %zmm
; CHECK: retq
define spir_kernel void @half(ptr addrspace(1) %in, ptr addrspace(1) %by, ptr addrspace(1) %out) {
  %x = load <32 x i8>, ptr addrspace(1) %in
  %y = load <32 x i8>, ptr addrspace(1) %by
  %a = xor <32 x i8> %x, %y
  %d = shufflevector <32 x i8> %a, <32 x i8> poison, <32 x i32> <i32 0, i32 0, i32 1, i32 1, i32 2, i32 2, i32 3, i32 3, i32 4, i32 4, i32 5, i32 5, i32 6, i32 6, i32 7, i32 7, i32 8, i32 8, i32 9, i32 9, i32 10, i32 10, i32 11, i32 11, i32 12, i32 12, i32 13, i32 13, i32 14, i32 14, i32 15, i32 15>
  store <32 x i8> %d, ptr addrspace(1) %out
  ret void
}
