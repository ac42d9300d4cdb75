; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: simplify/fill-vectors,simplify/early-cse-joined
declare <3 x float> @llvm.fmuladd.v3f32(<3 x float>, <3 x float>, <3 x float>)
declare <3 x double> @llvm.powi.v3f64.i32(<3 x double>, i32)
declare <3 x float> @other(<3 x float>)

; What memory has four of is computed with four, flags and constants too.
; CHECK-LABEL: define void @memory(
; CHECK-NOT: shufflevector
; CHECK-NOT: x 3 x
; CHECK: fmul fast <4 x float> %four, splat (float 2.000000e+00)
; CHECK-NEXT: fsub <4 x float> {{.*}}, <float 1.000000e+00, float 2.000000e+00, float 3.000000e+00, float poison>
; CHECK-NEXT: call <4 x float> @llvm.fmuladd.v4f32(<4 x float>
; CHECK-NEXT: store <4 x float>
; CHECK-NEXT: ret void
define void @memory(ptr %p) "weft.kernel" {
  %four = load <4 x float>, ptr %p
  %three = shufflevector <4 x float> %four, <4 x float> poison, <3 x i32> <i32 0, i32 1, i32 2>
  %twice = fmul fast <3 x float> %three, <float 2.0, float 2.0, float 2.0>
  %less = fsub <3 x float> %twice, <float 1.0, float 2.0, float 3.0>
  %sum = call <3 x float> @llvm.fmuladd.v3f32(<3 x float> %less, <3 x float> %twice, <3 x float> %less)
  %back = shufflevector <3 x float> %sum, <3 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
  store <4 x float> %back, ptr %p
  ret void
}

; A number given for all elements becomes one for four.
; CHECK-LABEL: define void @splat(
; CHECK: insertelement <4 x float>
; CHECK-NEXT: shufflevector <4 x float> {{.*}} <4 x i32> zeroinitializer
; CHECK-NEXT: load
; CHECK-NEXT: fadd <4 x float>
; CHECK-NEXT: store <4 x float>
define void @splat(ptr %p, float %x) "weft.kernel" {
  %first = insertelement <3 x float> poison, float %x, i32 0
  %all = shufflevector <3 x float> %first, <3 x float> poison, <3 x i32> zeroinitializer
  %four = load <4 x float>, ptr %p
  %three = shufflevector <4 x float> %four, <4 x float> poison, <3 x i32> <i32 0, i32 1, i32 2>
  %sum = fadd <3 x float> %three, %all
  %back = shufflevector <3 x float> %sum, <3 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
  store <4 x float> %back, ptr %p
  ret void
}

; Nobody knows what the fourth element would be divided by.
; CHECK-LABEL: define void @division(
; CHECK: sdiv <3 x i32>
; CHECK: urem <3 x i32>
; CHECK: fdiv <4 x float>
define void @division(ptr %p, ptr %q, <3 x i32> %by, <3 x float> %real) "weft.kernel" {
  %a = load <3 x i32>, ptr %p
  %quotient = sdiv <3 x i32> %a, %by
  %rest = urem <3 x i32> %quotient, %by
  store <3 x i32> %rest, ptr %p
  %f = sitofp <3 x i32> %rest to <3 x float>
  %g = fdiv <3 x float> %f, %real
  store <3 x float> %g, ptr %q
  ret void
}

; Through loops and branches; three are stored where three were.
; CHECK-LABEL: define void @loop(
; CHECK: phi <4 x i32> [ zeroinitializer, %entry ], [ %[[NEXT:.*]], %head ]
; CHECK: %[[NEXT]] = add nsw <4 x i32>
; CHECK: icmp slt <4 x i32>
; CHECK: select <4 x i1>
; CHECK: %[[THREE:.*]] = shufflevector <4 x i32> {{.*}} <3 x i32> <i32 0, i32 1, i32 2>
; CHECK: store <3 x i32> %[[THREE]]
define void @loop(ptr %p, <3 x i32> %step, i32 %n) "weft.kernel" {
entry:
  br label %head
head:
  %sum = phi <3 x i32> [ zeroinitializer, %entry ], [ %next, %head ]
  %i = phi i32 [ 0, %entry ], [ %up, %head ]
  %next = add nsw <3 x i32> %sum, %step
  %up = add i32 %i, 1
  %goes = icmp ult i32 %up, %n
  br i1 %goes, label %head, label %done
done:
  %less = icmp slt <3 x i32> %next, %step
  %chosen = select <3 x i1> %less, <3 x i32> %next, <3 x i32> %sum
  store <3 x i32> %chosen, ptr %p
  ret void
}

; What asks for all three at once, or is called with them, gets three; single elements come out of the four.
; CHECK-LABEL: define i1 @users(
; CHECK: %[[C:.*]] = fcmp olt <4 x float>
; CHECK: %[[N:.*]] = shufflevector <4 x i1> %[[C]], {{.*}} <3 x i32> <i32 0, i32 1, i32 2>
; CHECK: bitcast <3 x i1> %[[N]] to i3
; CHECK: %[[S:.*]] = fadd <4 x float>
; CHECK: %[[T:.*]] = shufflevector <4 x float> %[[S]]
; CHECK: call <3 x float> @other(<3 x float> %[[T]])
; CHECK: extractelement <4 x float> %[[S]], i32 2
; CHECK: shufflevector <4 x float> {{.*}} <2 x i32> <i32 6, i32 1>
; CHECK: call <4 x double> @llvm.powi.v4f64.i32(<4 x double> {{.*}}, i32 3)
define i1 @users(ptr %p, <3 x float> %a, <3 x float> %b, <3 x double> %d) "weft.kernel" {
  %less = fcmp olt <3 x float> %a, %b
  %bits = bitcast <3 x i1> %less to i3
  %any = icmp ne i3 %bits, 0
  %sum = fadd <3 x float> %a, %b
  %called = call <3 x float> @other(<3 x float> %sum)
  %last = extractelement <3 x float> %sum, i32 2
  store float %last, ptr %p
  %swapped = shufflevector <3 x float> %called, <3 x float> %sum, <2 x i32> <i32 5, i32 1>
  store <2 x float> %swapped, ptr %p
  %cube = call <3 x double> @llvm.powi.v3f64.i32(<3 x double> %d, i32 3)
  store <3 x double> %cube, ptr %p
  ret i1 %any
}
