; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --emit=asm --isa=x86-64-v4 --spmd=off
; A mask of signs that is copied, then shifted in its own register: LLVM 22 copies the signs and shifts a register that
; nothing has written. The loop at the end keeps the one over work-items from being unrolled: one mask, in one block.
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: weft_kernel_few:
; CHECK-NOT: vpmovmskb
; CHECK: vpmovb2m %xmm{{[0-9]+}}, [[MASK:%k[0-7]]]
; CHECK: kmovd [[MASK]],
; CHECK: kshiftrw $12, [[MASK]], [[MASK]]
; CHECK-NOT: vpmovmskb
; CHECK: retq
define spir_kernel void @few(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %a, i32 %b, i32 %c) {
start:
  %y = load <16 x i8>, ptr addrspace(1) %in
  %next = getelementptr i8, ptr addrspace(1) %in, i64 16
  %z = load <16 x i8>, ptr addrspace(1) %next
  %x = sub <16 x i8> %y, %z
  %signs = icmp slt <16 x i8> %x, zeroinitializer
  %first = extractelement <16 x i1> %signs, i32 0
  %chosen = select i1 %first, i32 %a, i32 %b
  %other = extractelement <16 x i1> %signs, i32 12
  %all = sext i1 %other to i32
  %part = udiv i32 %chosen, %c
  %r = xor i32 %part, %all
  br label %again
again:
  store volatile i32 %r, ptr addrspace(1) %out
  %more = load volatile i32, ptr addrspace(1) %out
  %end = icmp eq i32 %more, %a
  br i1 %end, label %again, label %done
done:
  ret void
}

; One that is only copied is copied from the vector.
; CHECK-LABEL: weft_kernel_whole:
; CHECK: vpmovmskb %xmm
; CHECK: retq
define spir_kernel void @whole(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %a) {
start:
  %y = load <16 x i8>, ptr addrspace(1) %in
  %next = getelementptr i8, ptr addrspace(1) %in, i64 16
  %z = load <16 x i8>, ptr addrspace(1) %next
  %x = sub <16 x i8> %y, %z
  %signs = icmp slt <16 x i8> %x, zeroinitializer
  %bits = bitcast <16 x i1> %signs to i16
  %wide = zext i16 %bits to i32
  %r = mul i32 %wide, 77
  br label %again
again:
  store volatile i32 %r, ptr addrspace(1) %out
  %more = load volatile i32, ptr addrspace(1) %out
  %end = icmp eq i32 %more, %a
  br i1 %end, label %again, label %done
done:
  ret void
}
