; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: target-attributes,spmd-packetise
; 40 stores of which each lane has its own: a packet of 64 lanes is made, one of 512 would have tens of thousands of
; instructions.
; CHECK-LABEL: define {{.*}}@stores.packet.64.1.0(
; CHECK-NOT: @stores.packet.64.8.0
; CHECK: "weft.refused"="its packet is too large"
define void @stores(i64 "weft.item.id"="x" %x, ptr %p, <3 x i8> %v) "weft.plan"="64,1,0;64,8,0" {
  %q = getelementptr inbounds [120 x i8], ptr %p, i64 %x
  %q0 = getelementptr inbounds i8, ptr %q, i64 0
  store <3 x i8> %v, ptr %q0, align 1
  %q1 = getelementptr inbounds i8, ptr %q, i64 3
  store <3 x i8> %v, ptr %q1, align 1
  %q2 = getelementptr inbounds i8, ptr %q, i64 6
  store <3 x i8> %v, ptr %q2, align 1
  %q3 = getelementptr inbounds i8, ptr %q, i64 9
  store <3 x i8> %v, ptr %q3, align 1
  %q4 = getelementptr inbounds i8, ptr %q, i64 12
  store <3 x i8> %v, ptr %q4, align 1
  %q5 = getelementptr inbounds i8, ptr %q, i64 15
  store <3 x i8> %v, ptr %q5, align 1
  %q6 = getelementptr inbounds i8, ptr %q, i64 18
  store <3 x i8> %v, ptr %q6, align 1
  %q7 = getelementptr inbounds i8, ptr %q, i64 21
  store <3 x i8> %v, ptr %q7, align 1
  %q8 = getelementptr inbounds i8, ptr %q, i64 24
  store <3 x i8> %v, ptr %q8, align 1
  %q9 = getelementptr inbounds i8, ptr %q, i64 27
  store <3 x i8> %v, ptr %q9, align 1
  %q10 = getelementptr inbounds i8, ptr %q, i64 30
  store <3 x i8> %v, ptr %q10, align 1
  %q11 = getelementptr inbounds i8, ptr %q, i64 33
  store <3 x i8> %v, ptr %q11, align 1
  %q12 = getelementptr inbounds i8, ptr %q, i64 36
  store <3 x i8> %v, ptr %q12, align 1
  %q13 = getelementptr inbounds i8, ptr %q, i64 39
  store <3 x i8> %v, ptr %q13, align 1
  %q14 = getelementptr inbounds i8, ptr %q, i64 42
  store <3 x i8> %v, ptr %q14, align 1
  %q15 = getelementptr inbounds i8, ptr %q, i64 45
  store <3 x i8> %v, ptr %q15, align 1
  %q16 = getelementptr inbounds i8, ptr %q, i64 48
  store <3 x i8> %v, ptr %q16, align 1
  %q17 = getelementptr inbounds i8, ptr %q, i64 51
  store <3 x i8> %v, ptr %q17, align 1
  %q18 = getelementptr inbounds i8, ptr %q, i64 54
  store <3 x i8> %v, ptr %q18, align 1
  %q19 = getelementptr inbounds i8, ptr %q, i64 57
  store <3 x i8> %v, ptr %q19, align 1
  %q20 = getelementptr inbounds i8, ptr %q, i64 60
  store <3 x i8> %v, ptr %q20, align 1
  %q21 = getelementptr inbounds i8, ptr %q, i64 63
  store <3 x i8> %v, ptr %q21, align 1
  %q22 = getelementptr inbounds i8, ptr %q, i64 66
  store <3 x i8> %v, ptr %q22, align 1
  %q23 = getelementptr inbounds i8, ptr %q, i64 69
  store <3 x i8> %v, ptr %q23, align 1
  %q24 = getelementptr inbounds i8, ptr %q, i64 72
  store <3 x i8> %v, ptr %q24, align 1
  %q25 = getelementptr inbounds i8, ptr %q, i64 75
  store <3 x i8> %v, ptr %q25, align 1
  %q26 = getelementptr inbounds i8, ptr %q, i64 78
  store <3 x i8> %v, ptr %q26, align 1
  %q27 = getelementptr inbounds i8, ptr %q, i64 81
  store <3 x i8> %v, ptr %q27, align 1
  %q28 = getelementptr inbounds i8, ptr %q, i64 84
  store <3 x i8> %v, ptr %q28, align 1
  %q29 = getelementptr inbounds i8, ptr %q, i64 87
  store <3 x i8> %v, ptr %q29, align 1
  %q30 = getelementptr inbounds i8, ptr %q, i64 90
  store <3 x i8> %v, ptr %q30, align 1
  %q31 = getelementptr inbounds i8, ptr %q, i64 93
  store <3 x i8> %v, ptr %q31, align 1
  %q32 = getelementptr inbounds i8, ptr %q, i64 96
  store <3 x i8> %v, ptr %q32, align 1
  %q33 = getelementptr inbounds i8, ptr %q, i64 99
  store <3 x i8> %v, ptr %q33, align 1
  %q34 = getelementptr inbounds i8, ptr %q, i64 102
  store <3 x i8> %v, ptr %q34, align 1
  %q35 = getelementptr inbounds i8, ptr %q, i64 105
  store <3 x i8> %v, ptr %q35, align 1
  %q36 = getelementptr inbounds i8, ptr %q, i64 108
  store <3 x i8> %v, ptr %q36, align 1
  %q37 = getelementptr inbounds i8, ptr %q, i64 111
  store <3 x i8> %v, ptr %q37, align 1
  %q38 = getelementptr inbounds i8, ptr %q, i64 114
  store <3 x i8> %v, ptr %q38, align 1
  %q39 = getelementptr inbounds i8, ptr %q, i64 117
  store <3 x i8> %v, ptr %q39, align 1
  ret void
}
