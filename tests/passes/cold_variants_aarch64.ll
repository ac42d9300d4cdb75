; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: cold-variants
; On aarch64 slow paths have the vector calling convention, and no feature of x86.
target triple = "aarch64-unknown-linux-gnu"

define internal float @__weft_cold_one(float %x) nounwind willreturn memory(none) "target-features"="+neon" {
  ret float %x
}

define float @user(float %x) {
  %a = call float @__weft_cold_one(float %x)
  ret float %a
}

; CHECK: define internal aarch64_vector_pcs <4 x float> @__weft_cold_one.lanes4(<4 x float> %0, i4 %1) [[LANES:#[0-9]+]]
; CHECK: call aarch64_vector_pcs <4 x float> @__weft_cold_one.lanes4(
; CHECK-NOT: vzeroupper
; CHECK: attributes [[LANES]] = {{.*}}"target-features"="+neon"
