; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --passes=import,simplify
; Elements that are looked up in tables one by one are numbers of their own.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define {{.*}}@looked_up(
; CHECK-NOT: xor <4 x i32>
; CHECK-NOT: lshr <4 x i32>
; CHECK: xor i32
; CHECK: ret void
define spir_kernel void @looked_up(ptr addrspace(1) %table, ptr addrspace(1) %key, ptr addrspace(1) %p) {
entry:
  %first = load <4 x i32>, ptr addrspace(1) %p
  %k = load <4 x i32>, ptr addrspace(1) %key
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi <4 x i32> [ %first, %entry ], [ %s.next, %loop ]
  %mixed = xor <4 x i32> %s, %k
  %high = lshr <4 x i32> %mixed, splat (i32 24)
  %a = extractelement <4 x i32> %high, i32 1
  %b = extractelement <4 x i32> %high, i32 0
  %c = extractelement <4 x i32> %high, i32 3
  %d = extractelement <4 x i32> %high, i32 2
  %aw = zext i32 %a to i64
  %bw = zext i32 %b to i64
  %cw = zext i32 %c to i64
  %dw = zext i32 %d to i64
  %ap = getelementptr i32, ptr addrspace(1) %table, i64 %aw
  %bp = getelementptr i32, ptr addrspace(1) %table, i64 %bw
  %cp = getelementptr i32, ptr addrspace(1) %table, i64 %cw
  %dp = getelementptr i32, ptr addrspace(1) %table, i64 %dw
  %av = load i32, ptr addrspace(1) %ap
  %bv = load i32, ptr addrspace(1) %bp
  %cv = load i32, ptr addrspace(1) %cp
  %dv = load i32, ptr addrspace(1) %dp
  %s0 = insertelement <4 x i32> poison, i32 %av, i32 0
  %s1 = insertelement <4 x i32> %s0, i32 %bv, i32 1
  %s2 = insertelement <4 x i32> %s1, i32 %cv, i32 2
  %s.next = insertelement <4 x i32> %s2, i32 %dv, i32 3
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, 10
  br i1 %more, label %loop, label %done
done:
  store <4 x i32> %s.next, ptr addrspace(1) %p
  ret void
}

; More is done to whole vectors than is looked up.
; CHECK-LABEL: define {{.*}}@computed(
; CHECK: mul <4 x i32>
; CHECK: ret void
define spir_kernel void @computed(ptr addrspace(1) %table, ptr addrspace(1) %p) {
  %s = load <4 x i32>, ptr addrspace(1) %p
  %m = mul <4 x i32> %s, %s
  %h = lshr <4 x i32> %m, splat (i32 7)
  %a = extractelement <4 x i32> %h, i32 0
  %aw = zext i32 %a to i64
  %ap = getelementptr i32, ptr addrspace(1) %table, i64 %aw
  %av = load i32, ptr addrspace(1) %ap
  %t = insertelement <4 x i32> %h, i32 %av, i32 0
  store <4 x i32> %t, ptr addrspace(1) %p
  ret void
}
