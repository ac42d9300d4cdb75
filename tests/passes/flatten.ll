; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: flatten
@table = internal addrspace(2) constant [2 x ptr addrspace(4)] [ptr addrspace(4) addrspacecast (ptr addrspace(1) @x to ptr addrspace(4)), ptr addrspace(4) null]
@x = internal addrspace(1) global i32 7

; CHECK-NOT: addrspace
; CHECK: @table = internal constant [2 x ptr] [ptr @x, ptr null]
; CHECK: @x = internal global i32 7
; CHECK: define void @f(ptr %a, ptr %b)
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 16, i1 false)
; CHECK-NEXT: store i32 1, ptr %a
; CHECK-NOT: addrspace
define void @f(ptr addrspace(1) %a, ptr addrspace(3) %b) {
  %g = addrspacecast ptr addrspace(1) %a to ptr addrspace(4)
  call void @llvm.memcpy.p1.p3.i64(ptr addrspace(1) %a, ptr addrspace(3) %b, i64 16, i1 false)
  store i32 1, ptr addrspace(4) %g
  %t = load ptr addrspace(4), ptr addrspace(2) @table
  store i32 2, ptr addrspace(4) %t
  ret void
}
declare void @llvm.memcpy.p1.p3.i64(ptr addrspace(1), ptr addrspace(3), i64, i1)
