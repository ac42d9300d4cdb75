; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --passes=printf
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@format = internal addrspace(2) constant [29 x i8] c"%d %% %s %v4f %5.2f %p %v3hd\00", align 1
@text = internal addrspace(2) constant [4 x i8] c"abc\00", align 1

; The letters: a string is what %s prints, another pointer is p, vectors keep their elements' types.
; CHECK: @printf.types = private unnamed_addr constant [{{.*}} x i8] c"is4fdp3h\00"
; CHECK: @printf.types.1 = private unnamed_addr constant [1 x i8] zeroinitializer

; CHECK-LABEL: define void @k(
; CHECK: %[[ARGS:.*]] = alloca [7 x i64]
; CHECK: store i32 %i, ptr %{{.*}}, align 8
; CHECK: addrspacecast (ptr addrspace(2) @text to ptr)
; CHECK: %[[V:.*]] = getelementptr inbounds i8, ptr %[[ARGS]], i64 16
; CHECK: store <4 x float> %v, ptr %[[V]], align 8
; CHECK: getelementptr inbounds i8, ptr %[[ARGS]], i64 32
; CHECK: store double
; CHECK: getelementptr inbounds i8, ptr %[[ARGS]], i64 40
; CHECK: %[[LAUNCH:.*]] = call ptr @__weft_launch()
; CHECK: %[[FIELD:.*]] = getelementptr inbounds i8, ptr %[[LAUNCH]], i64 8
; CHECK: %[[SERVICES:.*]] = load ptr, ptr %[[FIELD]]
; CHECK: %[[PRINT:.*]] = load ptr, ptr %[[SERVICES]]
; CHECK: call i32 %[[PRINT]](ptr %[[LAUNCH]], ptr addrspacecast (ptr addrspace(2) @format to ptr), ptr @printf.types, ptr %[[ARGS]])
define void @k(i32 %i, <4 x float> %v, float %f, ptr addrspace(1) %p, <3 x i16> %s) {
  %n = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, i32 %i, ptr addrspace(2) @text, <4 x float> %v, float %f, ptr addrspace(1) %p, <3 x i16> %s)
  %m = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @text)
  ret void
}
; CHECK-NOT: @printf(
declare i32 @printf(ptr addrspace(2), ...)
