; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --passes=half-support
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: @llvm.compiler.used = {{.*}}@__extendhfsf2, {{.*}}@__truncsfhf2, {{.*}}@__truncdfhf2
; CHECK: define weak_odr hidden half @__truncdfhf2(double
define half @f(double %d) {
  %h = fptrunc double %d to half
  ret half %h
}
