; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --emit=ir --isa=x86-64-v3 --spmd=off
; The middle element counts twice: this is no sum of the vector's elements. LLVM 22's vector combiner takes it for one
; where there are three (which are computed as four here, fill_vectors.cpp) or six.
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define void @weft_kernel_sum(
; CHECK-NOT: llvm.vector.reduce
; CHECK: {{^\}$}}
define spir_kernel void @sum(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %v = load <3 x i32>, ptr addrspace(1) %in
  %s = shufflevector <3 x i32> %v, <3 x i32> poison, <3 x i32> <i32 1, i32 2, i32 2>
  %t = add <3 x i32> %v, %s
  %x = extractelement <3 x i32> %t, i64 0
  %y = extractelement <3 x i32> %t, i64 1
  %r = add i32 %x, %y
  store i32 %r, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define void @weft_kernel_odd_bits(
; CHECK-NOT: llvm.vector.reduce
; CHECK: {{^\}$}}
define spir_kernel void @odd_bits(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %v = load <6 x i16>, ptr addrspace(1) %in
  %s = shufflevector <6 x i16> %v, <6 x i16> poison, <6 x i32> <i32 3, i32 4, i32 5, i32 poison, i32 poison, i32 poison>
  %t = xor <6 x i16> %v, %s
  %s1 = shufflevector <6 x i16> %t, <6 x i16> poison, <6 x i32> <i32 1, i32 2, i32 poison, i32 poison, i32 poison, i32 poison>
  %t1 = xor <6 x i16> %t, %s1
  %x = extractelement <6 x i16> %t1, i64 0
  %y = extractelement <6 x i16> %t1, i64 1
  %r = xor i16 %x, %y
  store i16 %r, ptr addrspace(1) %out
  ret void
}

; A bit that all have they have, however often one is asked.
; CHECK-LABEL: define void @weft_kernel_common_bits(
; CHECK: llvm.vector.reduce.and.v6i16
; CHECK: {{^\}$}}
define spir_kernel void @common_bits(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %v = load <6 x i16>, ptr addrspace(1) %in
  %s = shufflevector <6 x i16> %v, <6 x i16> poison, <6 x i32> <i32 3, i32 4, i32 5, i32 poison, i32 poison, i32 poison>
  %t = and <6 x i16> %v, %s
  %s1 = shufflevector <6 x i16> %t, <6 x i16> poison, <6 x i32> <i32 1, i32 2, i32 poison, i32 poison, i32 poison, i32 poison>
  %t1 = and <6 x i16> %t, %s1
  %x = extractelement <6 x i16> %t1, i64 0
  %y = extractelement <6 x i16> %t1, i64 1
  %r = and i16 %x, %y
  store i16 %r, ptr addrspace(1) %out
  ret void
}
