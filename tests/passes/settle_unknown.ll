; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: late/settle-unknown
; OPTIONS: --isa=x86-64-v4
; Numbers that nothing has computed are zero where ways join, if arithmetic may be slow on them; integers, and what is
; known, stay.

; CHECK-LABEL: define <8 x float> @vectors(
; CHECK: phi <8 x float> [ zeroinitializer, %entry ], [ %loaded, %some ]
define <8 x float> @vectors(i1 %any, ptr %from) {
entry:
  br i1 %any, label %some, label %done
some:
  %loaded = load <8 x float>, ptr %from
  br label %done
done:
  %v = phi <8 x float> [ poison, %entry ], [ %loaded, %some ]
  %w = fmul <8 x float> %v, %v
  ret <8 x float> %w
}

; CHECK-LABEL: define double @number(
; CHECK: phi double [ 0.000000e+00, %entry ], [ %loaded, %some ]
define double @number(i1 %any, ptr %from) {
entry:
  %unknown = freeze double undef
  br i1 %any, label %some, label %done
some:
  %loaded = load double, ptr %from
  br label %done
done:
  %v = phi double [ %unknown, %entry ], [ %loaded, %some ]
  %w = fadd double %v, 1.0
  ret double %w
}

; CHECK-LABEL: define i64 @integer(
; CHECK: phi i64 [ poison, %entry ], [ %loaded, %some ]
define i64 @integer(i1 %any, ptr %from) {
entry:
  br i1 %any, label %some, label %done
some:
  %loaded = load i64, ptr %from
  br label %done
done:
  %v = phi i64 [ poison, %entry ], [ %loaded, %some ]
  ret i64 %v
}
