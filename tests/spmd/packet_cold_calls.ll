; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Slow paths of builtins in packets: a branch on any lane, and the scalar function out of line for the lanes that need it;
; a function with side effects is a call as any other.
; PASSES: target-attributes,spmd-packetise
; OPTIONS: --isa=x86-64-v4
target triple = "x86_64-unknown-linux-gnu"
declare void @weft.spmd.mask(i1)
declare float @outside(float) nounwind willreturn memory(none)

define internal float @__weft_cold_one(float %x, i32 %n) nounwind willreturn memory(none) {
  %r = call float @outside(float %x)
  ret float %r
}

define internal float @__weft_cold_writes(ptr %p, float %x) nounwind willreturn {
  store float %x, ptr %p
  ret float %x
}

; No argument is longer than 512 bits: pieces of longer ones go one after another.
define internal double @__weft_cold_two(double %x) nounwind willreturn memory(none) {
  ret double %x
}

define void @one(i64 "weft.item.id"="x" %x, ptr %a) "weft.plan"="4,1,0" {
  %p = getelementptr inbounds float, ptr %a, i64 %x
  %v = load float, ptr %p
  %r = call float @__weft_cold_one(float %v, i32 3)
  %w = call float @__weft_cold_writes(ptr %p, float %r)
  store float %w, ptr %p
  ret void
}

define void @two(i64 "weft.item.id"="x" %x, ptr %a) "weft.plan"="16,1,0" {
  %p = getelementptr inbounds double, ptr %a, i64 %x
  %v = load double, ptr %p
  %r = call double @__weft_cold_two(double %v)
  store double %r, ptr %p
  ret void
}

; CHECK-LABEL: define {{.*}}@one.packet.4.1.0(
; CHECK: call <4 x float> @__weft_cold_one.any4(<4 x float> %{{.*}}, <4 x i32> splat (i32 3), <4 x i1> splat (i1 true))
; CHECK-NOT: __weft_cold_writes.any
; CHECK-DAG: define internal intel_ocl_bicc <4 x float> @__weft_cold_one.lanes4(<4 x float> %0, <4 x i32> %1, i4 %2)
; CHECK-DAG: cttz.i4
; CHECK-DAG: call float @__weft_cold_one(float
; CHECK: define internal <4 x float> @__weft_cold_one.any4(<4 x float> %0, <4 x i32> %1, <4 x i1> %2) [[INLINE:#[0-9]+]]
; CHECK: [[MASK:%.*]] = bitcast <4 x i1> %2 to i4
; CHECK: [[ANY:%.*]] = icmp ne i4 [[MASK]], 0
; CHECK: br i1 [[ANY]], label %slow, label %done, !prof
; CHECK: call intel_ocl_bicc <4 x float> @__weft_cold_one.lanes4(<4 x float> %0, <4 x i32> %1, i4 [[MASK]])
; CHECK-LABEL: define {{.*}}@two.packet.16.1.0(
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
; CHECK-NOT: __weft_cold_two.lanes16
; CHECK: attributes [[INLINE]] = { alwaysinline
