; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: inline
; FAILS
; Helpers that multiply without end are refused, not inlined until memory runs out: eight levels of four calls, 109,225 instructions, then
; 65536 helpers of 60. With 59 that would be less than 4,000,000. What is counted is in a branch that inlining drops, so that this is fast.
; CHECK: kernel 'k' is too large after inlining
declare void @__weft_barrier(i32, i32) convergent

define void @k() "weft.kernel" { call void @f8(i1 false) ret void }
define internal void @f8(i1 %c) { call void @f7(i1 %c) call void @f7(i1 %c) call void @f7(i1 %c) call void @f7(i1 %c) ret void }
define internal void @f7(i1 %c) { call void @f6(i1 %c) call void @f6(i1 %c) call void @f6(i1 %c) call void @f6(i1 %c) ret void }
define internal void @f6(i1 %c) { call void @f5(i1 %c) call void @f5(i1 %c) call void @f5(i1 %c) call void @f5(i1 %c) ret void }
define internal void @f5(i1 %c) { call void @f4(i1 %c) call void @f4(i1 %c) call void @f4(i1 %c) call void @f4(i1 %c) ret void }
define internal void @f4(i1 %c) { call void @f3(i1 %c) call void @f3(i1 %c) call void @f3(i1 %c) call void @f3(i1 %c) ret void }
define internal void @f3(i1 %c) { call void @f2(i1 %c) call void @f2(i1 %c) call void @f2(i1 %c) call void @f2(i1 %c) ret void }
define internal void @f2(i1 %c) { call void @f1(i1 %c) call void @f1(i1 %c) call void @f1(i1 %c) call void @f1(i1 %c) ret void }
define internal void @f1(i1 %c) { call void @f0(i1 %c) call void @f0(i1 %c) call void @f0(i1 %c) call void @f0(i1 %c) ret void }
define internal void @f0(i1 %c) {
  br i1 %c, label %never, label %end
never:
  call void @__weft_barrier(i32 1, i32 2)
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst
  br label %end
end:
  ret void
}
