; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --emit=import
; Calls with opaque handles get the types that the definition has: pointers of another address space, and numbers.
target triple = "spir64"

; CHECK-LABEL: define dso_local void @k
; CHECK: [[PIPE:%.*]] = addrspacecast ptr %p to ptr addrspace(1)
; CHECK: [[ID:%.*]] = call i64 @"\01use.cl"(ptr addrspace(1) [[PIPE]], i32 3)
; CHECK: [[HANDLE:%.*]] = inttoptr i64 [[ID]] to ptr
; CHECK: store ptr [[HANDLE]], ptr addrspace(1) %to
define spir_kernel void @k(target("spirv.Pipe", 1) %p, ptr addrspace(1) %to) !kernel_arg_addr_space !0 {
  %id = call spir_func target("spirv.ReserveId") @"\01use"(target("spirv.Pipe", 1) %p, i32 3)
  store target("spirv.ReserveId") %id, ptr addrspace(1) %to
  ret void
}

define spir_func i64 @"\01use"(ptr addrspace(1) %p, i32 %n) {
  %v = load i64, ptr addrspace(1) %p
  ret i64 %v
}

!0 = !{i32 1, i32 1}
