; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --emit=asm --isa=x86-64-v3 --spmd=off
; The same bits by a mask before a shift and by one behind it, in sums that LLVM 22 makes addresses of: computed once.
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: weft_kernel_k:
; CHECK: $65528,
; CHECK-NOT: $262112
; CHECK: retq
define spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %x = load i32, ptr addrspace(1) %in
  %in.1 = getelementptr i32, ptr addrspace(1) %in, i32 1
  %a = load i32, ptr addrspace(1) %in.1
  %before = and i32 %x, 65528
  store i32 %before, ptr addrspace(1) %out
  %one = shl i32 %before, 2
  %one.sum = add i32 %one, 23488
  %one.difference = sub i32 %one.sum, %a
  %one.sign = lshr i32 %one.difference, 31
  %one.bits = or i32 %one.sign, 23488
  %out.1 = getelementptr i32, ptr addrspace(1) %out, i32 1
  store i32 %one.bits, ptr addrspace(1) %out.1
  %low = and i32 %x, 65535
  %wide = shl i32 %low, 2
  %other = and i32 %wide, 262112
  %other.difference = sub i32 %other, %a
  %other.sum = add i32 %other.difference, 23488
  %other.sign = lshr i32 %other.sum, 31
  %other.bits = add i32 %other.sign, %other.sum
  %out.2 = getelementptr i32, ptr addrspace(1) %out, i32 2
  store i32 %other.bits, ptr addrspace(1) %out.2
  ret void
}

; With bits that are known to be zero, and to the right.
; CHECK-LABEL: weft_kernel_known:
; CHECK: movzbl
; CHECK-NOT: and
; CHECK: retq
define spir_kernel void @known(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %b = load i8, ptr addrspace(1) %in
  %x = zext i8 %b to i32
  %half = lshr i32 %x, 1
  %kept = and i32 %half, 1023
  %out.1 = getelementptr i32, ptr addrspace(1) %out, i32 1
  store i32 %half, ptr addrspace(1) %out
  store i32 %kept, ptr addrspace(1) %out.1
  ret void
}
