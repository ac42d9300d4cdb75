; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --emit=linked
; Labels become numbers, also in tables, and a goto a switch with one edge for each label, whose phis go with the others.
; CHECK-NOT: blockaddress
; CHECK: @table = {{.*}}[2 x ptr] [ptr inttoptr (i64 1 to ptr), ptr inttoptr (i64 2 to ptr)]
; CHECK: define spir_kernel void @k
; CHECK: [[NUMBER:%.*]] = ptrtoint ptr %to to i64
; CHECK: switch i64 [[NUMBER]], label %first [
; CHECK-NEXT: i64 2, label %second
; CHECK-NEXT: ]
; CHECK: second:
; CHECK-NEXT: store i32 7,
; CHECK-NOT: indirectbr
target triple = "spir64-unknown-unknown"

@table = internal addrspace(2) constant [2 x ptr] [ptr blockaddress(@k, %first), ptr blockaddress(@k, %second)]

define spir_kernel void @k(ptr addrspace(1) %out, i64 %which) {
entry:
  %place = getelementptr [2 x ptr], ptr addrspace(2) @table, i64 0, i64 %which
  %to = load ptr, ptr addrspace(2) %place
  indirectbr ptr %to, [label %first, label %second, label %second, label %never]
first:
  ret void
second:
  %x = phi i32 [ 7, %entry ], [ 7, %entry ]
  store i32 %x, ptr addrspace(1) %out
  ret void
never:
  ret void
}
