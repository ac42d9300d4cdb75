; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: local-memory
; Other memory than local keeps its variables, a pointer to local memory from elsewhere is one already, and a kernel does not have what
; only another one uses.
@tile = internal addrspace(3) global [64 x i32] undef, align 64
@unused = internal addrspace(3) global [64 x i32] undef, align 64
; CHECK-NOT: @unused
; CHECK: @table = internal addrspace(2) constant [2 x i32] [i32 1, i32 2]
; CHECK-NEXT: @sum = internal addrspace(1) global i32 0
; CHECK-NEXT: @own = internal global i32 0
; CHECK-NOT: @unused
@table = internal addrspace(2) constant [2 x i32] [i32 1, i32 2]
@sum = internal addrspace(1) global i32 0
@own = internal global i32 0

; CHECK-LABEL: define void @others(
; CHECK-NEXT: %v = load i32, ptr addrspace(2) @table
; CHECK-NEXT: store i32 %v, ptr addrspace(1) @sum
; CHECK-NEXT: store i32 %v, ptr @own
; CHECK-NEXT: store i32 %v, ptr addrspace(3) %given
; CHECK-NEXT: ret void
define void @others(ptr addrspace(3) %given) "weft.kernel" {
  %v = load i32, ptr addrspace(2) @table
  store i32 %v, ptr addrspace(1) @sum
  store i32 %v, ptr @own
  store i32 %v, ptr addrspace(3) %given
  ret void
}

; CHECK-LABEL: define void @k(
; CHECK-NEXT: %tile = call ptr addrspace(3) @weft.ctx.local_memory.0()
; CHECK-NEXT: store i32 1, ptr addrspace(3) %tile
; CHECK-NEXT: ret void
define void @k() "weft.kernel" {
  store i32 1, ptr addrspace(3) @tile
  ret void
}
