; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: inline
; What reaches a statement of the group or a work-item query must stand in the kernel, whatever the program says; the rest is inlined unless
; the program forbids it. Helpers that nobody calls any more go.
declare void @__weft_barrier(i32, i32) convergent
declare i64 @_Z13get_global_idj(i32)
declare void @known(i32)

; Down to the helper's helper, and in the order of the program.
; CHECK-LABEL: define void @k(
; CHECK-NEXT: call void @known(i32 1)
; CHECK-NEXT: call void @__weft_barrier(i32 1, i32 2)
; CHECK-NEXT: call void @known(i32 2)
; CHECK-NEXT: %[[ID:.*]] = call i64 @_Z13get_global_idj(i32 0)
; CHECK-NEXT: %[[SUM:.*]] = add i32 %a, 5
; CHECK-NEXT: call void @known(i32 %[[SUM]])
; CHECK-NEXT: ret void
define void @k(i32 %a) "weft.kernel" {
  call void @meets()
  %id = call i64 @asks()
  %sum = call i32 @sums(i32 %a)
  call void @known(i32 %sum)
  ret void
}

; CHECK-LABEL: define void @forbidden(
; CHECK-NEXT: %[[SUM:.*]] = call i32 @product(i32 %a)
; CHECK-NEXT: call void @known(i32 %[[SUM]])
; CHECK-NEXT: ret void
define void @forbidden(i32 %a) "weft.kernel" {
  %p = call i32 @product(i32 %a)
  call void @known(i32 %p)
  ret void
}

; A function that runs by its address is not known here.
; CHECK-LABEL: define void @indirect(
; CHECK-NEXT: call void %f()
; CHECK-NEXT: ret void
define void @indirect(ptr %f) "weft.kernel" {
  call void %f()
  ret void
}

; Kernels that kernels call stay, too.
; CHECK-LABEL: define void @calls_kernel(
; CHECK-NEXT: call i32 @product(i32 7)
; CHECK-NEXT: call void @known(
; CHECK-NEXT: ret void
define void @calls_kernel() "weft.kernel" {
  call void @forbidden(i32 7)
  ret void
}

; CHECK-NOT: define internal void @meets(
define internal void @meets() noinline {
  call void @known(i32 1)
  call void @waits()
  call void @known(i32 2)
  ret void
}
; CHECK-NOT: define internal void @waits(
define internal void @waits() noinline {
  call void @__weft_barrier(i32 1, i32 2)
  ret void
}
; CHECK-NOT: define internal i64 @asks(
define internal i64 @asks() noinline {
  %id = call i64 @_Z13get_global_idj(i32 0)
  ret i64 %id
}
; CHECK-NOT: define internal i32 @sums(
define internal i32 @sums(i32 %a) {
  %sum = add i32 %a, 5
  ret i32 %sum
}
; CHECK: define internal i32 @product(
define internal i32 @product(i32 %a) noinline {
  %p = mul i32 %a, 5
  ret i32 %p
}
; CHECK-NOT: define internal void @unused(
define internal void @unused() noinline {
  call void @__weft_barrier(i32 1, i32 2)
  ret void
}
; The body of a statement is called once the group is built.
; CHECK: define internal i32 @__weft_stmt_gru_any_body(
define internal i32 @__weft_stmt_gru_any_body(i32 %a) {
  ret i32 %a
}
