; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --passes=link-builtins,import
; BUILTINS: inputs/builtins.ll
; A group copy brings its body along and stays a convergent call; nothing else is convergent.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(4) %d, ptr addrspace(4) %s) #0 {
  %e = call spir_func target("spirv.Event") @__weft_group_copy_1d(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 4, target("spirv.Event") zeroinitializer) #0
  %i = call spir_func i64 @_Z13get_global_idj(i32 0) #0
  ret void
}
declare spir_func target("spirv.Event") @__weft_group_copy_1d(ptr addrspace(4), ptr addrspace(4), i64, target("spirv.Event")) #0
declare spir_func i64 @_Z13get_global_idj(i32) #0
attributes #0 = { convergent }

; CHECK: define {{.*}}void @k({{.*}} #[[KERNEL:[0-9]+]]
; CHECK: call ptr @__weft_group_copy_1d(ptr addrspace(4) %d, ptr addrspace(4) %s, i64 4, ptr null) #[[GROUP:[0-9]+]]
; CHECK: call i64 @_Z13get_global_idj(i32 0){{$}}
; CHECK: define {{.*}}@__weft_group_copy_1d_body(
; CHECK: declare ptr @__weft_group_copy_1d({{.*}}) #[[GROUP]]
; CHECK-DAG: attributes #[[KERNEL]] = { "weft.kernel" }
; CHECK-DAG: attributes #[[GROUP]] = { convergent }
