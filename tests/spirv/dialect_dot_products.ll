; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --passes=spirv-dialect
; Integer dot products are calls in what translators make.
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define spir_func i32 @packed(
define spir_func i32 @packed(i32 %a, i32 %b) {
  ; CHECK: %[[A:.*]] = bitcast i32 %a to <4 x i8>
  ; CHECK: %[[B:.*]] = bitcast i32 %b to <4 x i8>
  ; CHECK: %[[A0:.*]] = extractelement <4 x i8> %[[A]], i64 0
  ; CHECK: %[[X0:.*]] = sext i8 %[[A0]] to i32
  ; CHECK: %[[B0:.*]] = extractelement <4 x i8> %[[B]], i64 0
  ; CHECK: %[[Y0:.*]] = zext i8 %[[B0]] to i32
  ; CHECK: mul i32 %[[X0]], %[[Y0]]
  ; CHECK-COUNT-3: mul i32
  ; CHECK-NOT: mul i32
  %dot = call spir_func i32 @_Z21__spirv_SUDotKHR_Rintiii(i32 %a, i32 %b, i32 0)
  ret i32 %dot
}

; CHECK-LABEL: define spir_func i64 @wide(
define spir_func i64 @wide(<2 x i16> %a, <2 x i16> %b) {
  ; CHECK: zext i16 %{{.*}} to i64
  ; CHECK: zext i16 %{{.*}} to i64
  ; CHECK: mul i64
  ; CHECK: mul i64
  ; CHECK: add i64
  %dot = call spir_func i64 @_Z19__spirv_UDot_RulongDv2_tS_(<2 x i16> %a, <2 x i16> %b)
  ret i64 %dot
}

; CHECK-LABEL: define spir_func i32 @saturating(
define spir_func i32 @saturating(<4 x i8> %a, <4 x i8> %b, i32 %c) {
  ; CHECK: %[[S:.*]] = call i32 @llvm.sadd.sat.i32(i32 %{{.*}}, i32 %c)
  %s = call spir_func i32 @_Z26__spirv_SDotAccSatKHR_RintDv4_cS_i(<4 x i8> %a, <4 x i8> %b, i32 %c)
  ; CHECK: call i32 @llvm.uadd.sat.i32(i32 %{{.*}}, i32 %[[S]])
  %u = call spir_func i32 @_Z27__spirv_UDotAccSatKHR_RuintDv4_cS_i(<4 x i8> %a, <4 x i8> %b, i32 %s)
  ret i32 %u
}

; Neither of the kind: of floats, and of vectors that differ.
; CHECK-LABEL: define spir_func float @others(
define spir_func float @others(<4 x float> %a, <2 x i8> %b, <4 x i8> %c) {
  ; CHECK: call spir_func float @_Z21__spirv_SDotKHR_RuintDv4_fS_(
  %x = call spir_func float @_Z21__spirv_SDotKHR_RuintDv4_fS_(<4 x float> %a, <4 x float> %a)
  ; CHECK: call spir_func i32 @_Z20__spirv_SDotKHR_RintDv2_cDv4_c(
  %y = call spir_func i32 @_Z20__spirv_SDotKHR_RintDv2_cDv4_c(<2 x i8> %b, <4 x i8> %c)
  ret float %x
}

declare spir_func i32 @_Z21__spirv_SUDotKHR_Rintiii(i32, i32, i32)
declare spir_func i64 @_Z19__spirv_UDot_RulongDv2_tS_(<2 x i16>, <2 x i16>)
declare spir_func i32 @_Z26__spirv_SDotAccSatKHR_RintDv4_cS_i(<4 x i8>, <4 x i8>, i32)
declare spir_func i32 @_Z27__spirv_UDotAccSatKHR_RuintDv4_cS_i(<4 x i8>, <4 x i8>, i32)
declare spir_func float @_Z21__spirv_SDotKHR_RuintDv4_fS_(<4 x float>, <4 x float>)
declare spir_func i32 @_Z20__spirv_SDotKHR_RintDv2_cDv4_c(<2 x i8>, <4 x i8>)
