; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Private memory of a size that is not known: the room for all lanes would not be known either.
; PASSES: spmd-canonicalise
; FAILS
; CHECK: sized: private memory of a size that is not known
define void @sized(i64 "weft.item.id"="x" %x, ptr %out, i32 %n) {
  %a = alloca i32, i32 %n
  %p = getelementptr i32, ptr %a, i64 %x
  store i32 1, ptr %p
  %v = load i32, ptr %a
  %o = getelementptr i32, ptr %out, i64 %x
  store i32 %v, ptr %o
  ret void
}
