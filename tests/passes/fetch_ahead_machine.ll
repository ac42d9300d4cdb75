; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Rows of a matrix are not fetched ahead for a processor that sees them coming (ir/machine.cpp).
; PASSES: target-attributes,late/fetch-ahead
; OPTIONS: --isa=x86-64-v4 --cpu=znver5
; CHECK-LABEL: define void @product(
; CHECK-NOT: prefetch
; CHECK: ret void
define void @product(ptr %b, ptr %c, i64 %n, i64 %end, float %f, ptr %out) {
entry:
  %f.0 = insertelement <8 x float> poison, float %f, i64 0
  %f.v = shufflevector <8 x float> %f.0, <8 x float> poison, <8 x i32> zeroinitializer
  br label %turn
turn:
  %k = phi i64 [ 0, %entry ], [ %k.next, %turn ]
  %s0 = phi <8 x float> [ zeroinitializer, %entry ], [ %t0, %turn ]
  %s1 = phi <8 x float> [ zeroinitializer, %entry ], [ %t1, %turn ]
  %s2 = phi <8 x float> [ zeroinitializer, %entry ], [ %t2, %turn ]
  %s3 = phi <8 x float> [ zeroinitializer, %entry ], [ %t3, %turn ]
  %i = mul i64 %k, %n
  %p = getelementptr float, ptr %b, i64 %i
  %v = load <8 x float>, ptr %p, align 4
  %q = getelementptr <8 x float>, ptr %c, i64 %k
  %w = load <8 x float>, ptr %q, align 4
  %t0 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %f.v, <8 x float> %v, <8 x float> %s0)
  %t1 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %w, <8 x float> %v, <8 x float> %s1)
  %t2 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v, <8 x float> %f.v, <8 x float> %s2)
  %t3 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %v, <8 x float> %w, <8 x float> %s3)
  %k.next = add i64 %k, 1
  %more = icmp ult i64 %k.next, %end
  br i1 %more, label %turn, label %done
done:
  store <8 x float> %t0, ptr %out
  store <8 x float> %t1, ptr %out
  store <8 x float> %t2, ptr %out
  store <8 x float> %t3, ptr %out
  ret void
}

