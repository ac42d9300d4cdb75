; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --passes=spirv-dialect
; What the words of SubgroupDispatch and modes with ids become calls of: queries are calls of builtins with the operands that the translator
; gave the query beside them, and a requirement is the kernel's, also where that is wrapped around the function.
target triple = "spir64-unknown-unknown"

; CHECK: define spir_kernel void @parent(ptr addrspace(1) %out, i32 %count) {
define spir_kernel void @parent(ptr addrspace(1) %out, i32 %count) {
  %literal = alloca [24 x i8]
  %block = addrspacecast ptr %literal to ptr addrspace(4)
  ; CHECK: %most = call i32 @__get_kernel_max_sub_groups_impl(ptr addrspace(4) addrspacecast (ptr @child to ptr addrspace(4)), ptr addrspace(4) %block)
  %size = call i32 @__get_kernel_work_group_size_impl(ptr addrspace(4) addrspacecast (ptr @child to ptr addrspace(4)), ptr addrspace(4) %block)
  %most = call spir_func i32 @__weft_max_sub_groups(i32 %size)
  ; CHECK-NEXT: %local = call i32 @__get_kernel_local_size_for_sub_groups_impl(i32 %count, ptr addrspace(4) addrspacecast (ptr @child to ptr addrspace(4)), ptr addrspace(4) %block)
  %other = call i32 @__get_kernel_work_group_size_impl(ptr addrspace(4) addrspacecast (ptr @child to ptr addrspace(4)), ptr addrspace(4) %block)
  %local = call spir_func i32 @__weft_local_size_for_sub_groups(i32 %other, i32 %count)
  ; The program's own call of the same stays.
  ; CHECK-NEXT: %kept = call i32 @__get_kernel_work_group_size_impl(
  %kept = call i32 @__get_kernel_work_group_size_impl(ptr addrspace(4) addrspacecast (ptr @child to ptr addrspace(4)), ptr addrspace(4) %block)
  ; CHECK-NEXT: %a = add i32 %most, %local
  %a = add i32 %most, %local
  %b = add i32 %a, %kept
  store i32 %b, ptr addrspace(1) %out
  ret void
}

; CHECK: define internal spir_kernel void @child(ptr addrspace(4) %0) #[[BLOCK:[0-9]+]] !weft.num_sub_groups ![[FIVE:[0-9]+]] {
; CHECK-NEXT: ret void
define spir_kernel void @child(ptr addrspace(4) %0) {
  call spir_func void @__weft_require_sub_groups(i32 5)
  ret void
}

; CHECK: define spir_func void @inner() {
; CHECK-NEXT: ret void
define spir_func void @inner() {
  call spir_func void @__weft_require_sub_groups(i32 7)
  ret void
}

; CHECK: define spir_kernel void @outer() !weft.num_sub_groups ![[SEVEN:[0-9]+]] {
define spir_kernel void @outer() {
  call spir_func void @inner()
  ret void
}

; CHECK: define spir_kernel void @sized() !reqd_work_group_size ![[SIZE:[0-9]+]] !work_group_size_hint ![[HINT:[0-9]+]] {
; CHECK-NEXT: ret void
define spir_kernel void @sized() {
  call spir_func void @__weft_require_local_size(i32 4, i32 2, i32 1)
  call spir_func void @__weft_hint_local_size(i32 8, i32 2, i32 1)
  ret void
}

; CHECK-NOT: __weft_
declare spir_func void @__weft_require_local_size(i32, i32, i32)
declare spir_func void @__weft_hint_local_size(i32, i32, i32)
declare spir_func i32 @__weft_max_sub_groups(i32)
declare spir_func i32 @__weft_local_size_for_sub_groups(i32, i32)
declare spir_func void @__weft_require_sub_groups(i32)
declare i32 @__get_kernel_work_group_size_impl(ptr addrspace(4), ptr addrspace(4))
; CHECK: attributes #[[BLOCK]] = { "weft.block" }
; CHECK-DAG: ![[FIVE]] = !{i32 5}
; CHECK-DAG: ![[SEVEN]] = !{i32 7}
; CHECK-DAG: ![[HINT]] = !{i32 8, i32 2, i32 1}
; CHECK-DAG: ![[SIZE]] = !{i32 4, i32 2, i32 1}
