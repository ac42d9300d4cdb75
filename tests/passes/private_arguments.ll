; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: private-arguments
%s = type { i32, [4 x float] }

; Only read: used in place.
; CHECK-LABEL: define void @reads(
; CHECK-NOT: alloca
; CHECK: ret void
define void @reads(ptr byval(%s) align 4 %x, ptr addrspace(1) %o) "weft.kernel" {
  %p = getelementptr inbounds %s, ptr %x, i64 0, i32 1, i64 2
  %v = load float, ptr %p
  store float %v, ptr addrspace(1) %o
  ret void
}

; Written: each work-item has its own copy.
; CHECK-LABEL: define void @writes(
; CHECK: [[C:%.*]] = alloca %s
; CHECK: call void @llvm.memcpy{{.*}}(ptr align {{[0-9]+}} [[C]], ptr align 4 %x, i64 20, i1 false)
; CHECK: store i32 1, ptr [[C]]
; CHECK: ret void
define void @writes(ptr byval(%s) align 4 %x) "weft.kernel" {
  store i32 1, ptr %x
  ret void
}
