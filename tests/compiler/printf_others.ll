; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --passes=printf
; Only calls of printf itself are lowered: not those of another function with such arguments, nor its address where it is no call. Of a
; format that is not known here, pointers are no strings.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@format = internal addrspace(2) constant [6 x i8] c"%s %s\00", align 1
; CHECK-DAG: @[[STRING:printf.types[.0-9]*]] = private unnamed_addr constant [3 x i8] c"si\00"
; CHECK-DAG: @[[POINTER:printf.types[.0-9]*]] = private unnamed_addr constant [3 x i8] c"pi\00"
; CHECK-NOT: @printf.types

; CHECK-LABEL: define void @k(
; CHECK: call i32 (ptr addrspace(2), ...) @snprintf(ptr addrspace(2) @format, i32 1)
; CHECK-NEXT: call i32 (ptr addrspace(2), ...) %f(ptr addrspace(2) @format, i32 1)
; CHECK-NEXT: call void @take(ptr @printf)
; CHECK: call i32 %{{.*}}(ptr %{{.*}}, ptr addrspacecast (ptr addrspace(2) @format to ptr), ptr @[[STRING]],
; CHECK: %[[ANY:.*]] = addrspacecast ptr addrspace(2) %any to ptr
; CHECK: call i32 %{{.*}}(ptr %{{.*}}, ptr %[[ANY]], ptr @[[POINTER]],
; CHECK: ret void
define void @k(ptr %f, ptr addrspace(2) %any, ptr addrspace(2) %text) {
  %a = call i32 (ptr addrspace(2), ...) @snprintf(ptr addrspace(2) @format, i32 1)
  %b = call i32 (ptr addrspace(2), ...) %f(ptr addrspace(2) @format, i32 1)
  call void @take(ptr @printf)
  %c = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, ptr addrspace(2) %text, i32 1)
  %d = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) %any, ptr addrspace(2) %text, i32 1)
  ret void
}
; CHECK: declare i32 @printf(ptr addrspace(2), ...)
declare i32 @printf(ptr addrspace(2), ...)
declare i32 @snprintf(ptr addrspace(2), ...)
declare void @take(ptr)
