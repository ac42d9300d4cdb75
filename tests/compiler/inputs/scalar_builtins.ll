; Bodies of scalar functions, for widen_vectors.ll.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_func float @_Z4fmaxff(float %x, float %y) {
  %a = fcmp uno float %y, 0.0
  br i1 %a, label %end, label %other
other:
  %b = fcmp uno float %x, 0.0
  br i1 %b, label %end, label %numbers
numbers:
  %c = fcmp olt float %x, %y
  %d = select i1 %c, float %y, float %x
  br label %end
end:
  %r = phi float [ %x, %0 ], [ %y, %other ], [ %d, %numbers ]
  ret float %r
}

define spir_func float @_Z3expf(float %x) {
  %a = call float @llvm.fma.f32(float %x, float 2.0, float 1.0)
  %b = fmul nnan float %a, %x
  %i = fptosi float %b to i32
  %r = call float @llvm.ldexp.f32.i32(float %a, i32 %i)
  ret float %r
}

; More than arithmetic: a call, a loop, memory, a division that traps.
define spir_func float @_Z3sinf(float %x) {
  %a = fcmp ogt float %x, 1000.0
  br i1 %a, label %cold, label %end
cold:
  %b = call float @__weft_cold_sin(float %x)
  br label %end
end:
  %r = phi float [ %x, %0 ], [ %b, %cold ]
  ret float %r
}
define float @__weft_cold_sin(float %x) noinline {
  ret float %x
}
define spir_func float @_Z3cosf(float %x) {
  br label %loop
loop:
  %a = phi float [ %x, %0 ], [ %b, %loop ]
  %b = fmul float %a, 0.5
  %c = fcmp ogt float %b, 1.0
  br i1 %c, label %loop, label %end
end:
  ret float %b
}
@table = internal constant [2 x float] [float 1.0, float 2.0]
define spir_func float @_Z3tanf(float %x) {
  %p = load float, ptr @table
  %r = fadd float %p, %x
  ret float %r
}
define spir_func i32 @_Z4haddii(i32 %x, i32 %y) {
  %r = sdiv i32 %x, %y
  ret i32 %r
}
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.ldexp.f32.i32(float, i32)
