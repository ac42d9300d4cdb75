; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --passes=half-support --isa=x86-64-v2
; Those without F16C call functions.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: @llvm.compiler.used = {{.*}}@__extendhfsf2, {{.*}}@__truncsfhf2
; CHECK: define half @f(float
; CHECK: define weak_odr hidden half @__truncsfhf2(float
define half @f(float %d, half %e) {
  %w = fpext half %e to float
  %s = fadd float %d, %w
  %h = fptrunc float %s to half
  ret half %h
}
