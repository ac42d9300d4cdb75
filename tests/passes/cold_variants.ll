; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: cold-variants
; Slow paths of builtins get masked variants for the loop vectoriser; a function with side effects does not.
target triple = "x86_64-unknown-linux-gnu"

; CHECK: @llvm.compiler.used = {{.*}}@__weft_cold_one.any16
; CHECK-NOT: __weft_cold_writes.any
; CHECK: define internal float @__weft_cold_one(float %x, i32 %n) [[ONE:#[0-9]+]]
define internal float @__weft_cold_one(float %x, i32 %n) nounwind willreturn memory(none) {
  %r = call float @outside(float %x)
  ret float %r
}
declare float @outside(float) nounwind willreturn memory(none)

define internal float @__weft_cold_writes(ptr %p, float %x) nounwind willreturn {
  store float %x, ptr %p
  ret float %x
}

; Without a call there are none.
define internal float @__weft_cold_unused(float %x) nounwind willreturn memory(none) {
  ret float %x
}

; No argument is longer than 512 bits: pieces of longer ones go one after another.
define internal double @__weft_cold_two(double %x) nounwind willreturn memory(none) {
  ret double %x
}

define float @user(float %x, ptr %p) {
  %a = call float @__weft_cold_one(float %x, i32 3)
  %b = call float @__weft_cold_writes(ptr %p, float %a)
  %c = call double @__weft_cold_two(double 1.0)
  ret float %b
}

; CHECK: define internal intel_ocl_bicc <4 x float> @__weft_cold_one.lanes4(<4 x float> %0, <4 x i32> %1, i4 %2)
; CHECK: cttz.i4
; CHECK: call float @__weft_cold_one(float
; CHECK: define internal <4 x float> @__weft_cold_one.any4(<4 x float> %0, <4 x i32> %1, <4 x i1> %2)
; CHECK: [[MASK:%.*]] = bitcast <4 x i1> %2 to i4
; CHECK: [[ANY:%.*]] = icmp ne i4 [[MASK]], 0
; CHECK: br i1 [[ANY]], label %slow, label %done, !prof
; CHECK: call intel_ocl_bicc <4 x float> @__weft_cold_one.lanes4(<4 x float> %0, <4 x i32> %1, i4 [[MASK]])
; CHECK: define internal intel_ocl_bicc <8 x double> @__weft_cold_two.lanes8(
; CHECK: define internal <16 x double> @__weft_cold_two.any16(<16 x double> %0, <16 x i1> %1)
; CHECK: [[BITS:%.*]] = bitcast <16 x i1> %1 to i16
; CHECK: icmp ne i16 [[BITS]], 0
; CHECK: trunc i16 {{.*}} to i8
; CHECK: call <8 x double> @llvm.vector.extract.v8f64.v16f64(<16 x double> %0, i64 0)
; CHECK: call intel_ocl_bicc <8 x double> @__weft_cold_two.lanes8(
; CHECK: call <16 x double> @llvm.vector.insert.v16f64.v8f64(<16 x double> poison,
; CHECK: call <8 x double> @llvm.vector.extract.v8f64.v16f64(<16 x double> %0, i64 8)
; CHECK: call intel_ocl_bicc <8 x double> @__weft_cold_two.lanes8(
; CHECK-NOT: {{__weft_cold_two.lanes16|__weft_cold_unused.any}}
; CHECK: attributes [[ONE]] = {{.*}}"vector-function-abi-variant"="{{.*}}_ZGV_LLVM_M4vv___weft_cold_one(__weft_cold_one.any4)
