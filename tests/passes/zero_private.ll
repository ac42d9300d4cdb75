; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: zero-private
; Private variables have zeros where they begin to live (cl_khr_initialize_memory), whether the program writes them or not.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"
declare void @use(ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

; Without marks of a life: before anything else is done, by the variable's own size and alignment. A parameter's copy still has what is
; stored to it after that.
; CHECK-LABEL: define spir_func i32 @whole(
; CHECK: %bytes = alloca [5 x i8], align 1
; CHECK-DAG: call void @llvm.memset.p0.i64(ptr align 4 %a.addr, i8 0, i64 4, i1 false)
; CHECK-DAG: call void @llvm.memset.p0.i64(ptr align 16 %pair, i8 0, i64 32, i1 false)
; CHECK-DAG: call void @llvm.memset.p0.i64(ptr align 1 %bytes, i8 0, i64 5, i1 false)
; CHECK: store i32 %a, ptr %a.addr
; CHECK-NOT: memset
; CHECK: ret i32
define spir_func i32 @whole(i32 %a) {
  %a.addr = alloca i32, align 4
  %pair = alloca { i32, <4 x i32> }, align 16
  %bytes = alloca [5 x i8], align 1
  store i32 %a, ptr %a.addr
  %v = load i32, ptr %a.addr
  ret i32 %v
}

; With marks: behind each of them, so in each turn of a loop, and nowhere else. That the address leaves the function changes nothing.
; CHECK-LABEL: define spir_func void @turns(
; CHECK: %b = alloca [4 x i32], align 4
; CHECK-NEXT: br label %loop
; CHECK: {{^}}loop:
; CHECK: call void @llvm.lifetime.start.p0(ptr %b)
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 4 %b, i8 0, i64 16, i1 false)
; CHECK-NEXT: call void @use(ptr %b)
; CHECK: {{^}}last:
; CHECK-NEXT: call void @llvm.lifetime.start.p0(ptr %b)
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 4 %b, i8 0, i64 16, i1 false)
; CHECK-NOT: memset
; CHECK: ret void
define spir_func void @turns(i32 %n) {
entry:
  %b = alloca [4 x i32], align 4
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  call void @llvm.lifetime.start.p0(ptr %b)
  call void @use(ptr %b)
  call void @llvm.lifetime.end.p0(ptr %b)
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, %n
  br i1 %more, label %loop, label %last
last:
  call void @llvm.lifetime.start.p0(ptr %b)
  call void @use(ptr %b)
  call void @llvm.lifetime.end.p0(ptr %b)
  ret void
}

; An array of a length that is known at run time.
; CHECK-LABEL: define spir_func void @counted(
; CHECK: %b = alloca i64, i32 %n, align 8
; CHECK-NEXT: %[[N:.*]] = zext i32 %n to i64
; CHECK-NEXT: %[[SIZE:.*]] = mul i64 8, %[[N]]
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 8 %b, i8 0, i64 %[[SIZE]], i1 false)
define spir_func void @counted(i32 %n) {
  %b = alloca i64, i32 %n, align 8
  call void @use(ptr %b)
  ret void
}

; Handles have no bytes yet; what others own is not private memory: parameters by value, local and global variables.
@tile = internal addrspace(3) global [4 x i32] undef
@sum = addrspace(1) global i32 0
; CHECK-LABEL: define spir_func void @others(
; CHECK-NOT: memset
; CHECK: ret void
define spir_func void @others(ptr byval([4 x i32]) %in, target("spirv.Event") %e) {
  %e.addr = alloca target("spirv.Event"), align 8
  store target("spirv.Event") %e, ptr %e.addr
  %v = load i32, ptr %in
  store i32 %v, ptr addrspace(3) @tile
  store i32 %v, ptr addrspace(1) @sum
  ret void
}
