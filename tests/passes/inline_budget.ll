; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: inline
; Helpers that call each other four times, level by level, are inlined as long as the kernel stays below 20,000 instructions; beyond that
; only what the group needs still is. Each kernel has five levels, 1705 instructions, and then calls its last helper 1024 times.
declare void @__weft_barrier(i32, i32) convergent

; Of 53 instructions the budget holds 345.
; CHECK-LABEL: define void @large(
; CHECK-COUNT-679: call void @l0()
; CHECK-NOT: call
; CHECK: ret void
define void @large() "weft.kernel" { call void @l5() ret void }
define internal void @l5() { call void @l4() call void @l4() call void @l4() call void @l4() ret void }
define internal void @l4() { call void @l3() call void @l3() call void @l3() call void @l3() ret void }
define internal void @l3() { call void @l2() call void @l2() call void @l2() call void @l2() ret void }
define internal void @l2() { call void @l1() call void @l1() call void @l1() call void @l1() ret void }
define internal void @l1() { call void @l0() call void @l0() call void @l0() call void @l0() ret void }
define internal void @l0() {
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  ret void
}

; Those of up to 50 instructions may pass it once: 366.
; CHECK-LABEL: define void @small(
; CHECK-COUNT-658: call void @s0()
; CHECK-NOT: call
; CHECK: ret void
define void @small() "weft.kernel" { call void @s5() ret void }
define internal void @s5() { call void @s4() call void @s4() call void @s4() call void @s4() ret void }
define internal void @s4() { call void @s3() call void @s3() call void @s3() call void @s3() ret void }
define internal void @s3() { call void @s2() call void @s2() call void @s2() call void @s2() ret void }
define internal void @s2() { call void @s1() call void @s1() call void @s1() call void @s1() ret void }
define internal void @s1() { call void @s0() call void @s0() call void @s0() call void @s0() ret void }
define internal void @s0() {
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  ret void
}

; CHECK-LABEL: define void @needed(
; CHECK-COUNT-1024: call void @__weft_barrier(
; CHECK-NOT: call
; CHECK: ret void
define void @needed() "weft.kernel" { call void @n5() ret void }
define internal void @n5() { call void @n4() call void @n4() call void @n4() call void @n4() ret void }
define internal void @n4() { call void @n3() call void @n3() call void @n3() call void @n3() ret void }
define internal void @n3() { call void @n2() call void @n2() call void @n2() call void @n2() ret void }
define internal void @n2() { call void @n1() call void @n1() call void @n1() call void @n1() ret void }
define internal void @n1() { call void @n0() call void @n0() call void @n0() call void @n0() ret void }
define internal void @n0() {
  call void @__weft_barrier(i32 1, i32 2)
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  ret void
}
