; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --passes=import
; The one form: host triple, C calling conventions, handles as pointers, one sync scope, kernels marked, the rest internal.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK: target datalayout = "e-m:e-p270
; CHECK: target triple = "x86_64-unknown-linux-gnu"
; CHECK: %[[HOLDER:.*]] = type { i32, ptr }
%holder = type { i32, target("spirv.Event") }

; CHECK: @table.cl = internal addrspace(2) constant
@table = addrspace(2) constant [2 x i32] [i32 1, i32 2]
; CHECK: @k.tile = internal addrspace(3) global
@k.tile = internal addrspace(3) global [4 x i32] undef

; LLVM's own lists keep their linkage.
; CHECK: @llvm.used = appending global
@llvm.used = appending global [1 x ptr addrspace(2)] [ptr addrspace(2) @table], section "llvm.metadata"

; CHECK: define {{.*}}void @k({{.*}}) #[[KERNEL:[0-9]+]] !kernel_arg_name
define spir_kernel void @k(ptr addrspace(1) %p) #0 !kernel_arg_name !0 {
  ; CHECK: call void @__clang_ocl_kern_imp_k.cl(
  call spir_func void @__clang_ocl_kern_imp_k(ptr addrspace(1) %p)
  ret void
}

; CHECK: define internal void @__clang_ocl_kern_imp_k.cl(ptr addrspace(1) %p)
; CHECK-NOT: kernel_arg_name
define spir_func void @__clang_ocl_kern_imp_k(ptr addrspace(1) %p) !kernel_arg_name !0 {
  ; CHECK: alloca [2 x ptr]
  %events = alloca [2 x target("spirv.Event")]
  ; CHECK: getelementptr inbounds [2 x ptr], ptr %events, i64 0, i64 1
  %second = getelementptr inbounds [2 x target("spirv.Event")], ptr %events, i64 0, i64 1
  ; CHECK: %e = call ptr @pass.cl(ptr null)
  %e = call spir_func target("spirv.Event") @pass(target("spirv.Event") zeroinitializer)
  ; CHECK: store ptr %e
  store target("spirv.Event") %e, ptr %second
  ; CHECK: alloca %[[HOLDER]]
  %h = alloca %holder
  ; CHECK: atomicrmw add ptr addrspace(1) %p, i32 1 seq_cst, align 4
  %old = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("workgroup") seq_cst, align 4
  ; CHECK: fence acquire
  fence syncscope("device") acquire
  ret void
}

; What older programs say of types in memory is forgotten.
; CHECK: define internal void @types.cl(
; CHECK-NEXT: store i32 1, ptr addrspace(1) %p, align 4{{$}}
; CHECK-NEXT: call void @llvm.memcpy.p1.p1.i64({{.*}}, i64 8, i1 false){{$}}
; CHECK-NEXT: load float, ptr addrspace(1) %p, align 4, !nontemporal ![[#]]{{$}}
define spir_func void @types(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  store i32 1, ptr addrspace(1) %p, align 4, !tbaa !1
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %q, ptr addrspace(1) %p, i64 8, i1 false), !tbaa.struct !6
  %f = load float, ptr addrspace(1) %p, align 4, !tbaa !4, !nontemporal !7
  ret void
}

; A name of the C library is free for the program's use.
; CHECK: define internal void @memset.cl(
define spir_func void @memset(i32 %x) {
  ret void
}

; CHECK: define internal ptr @pass.cl(ptr %e)
define spir_func target("spirv.Event") @pass(target("spirv.Event") %e) {
  ; CHECK: phi ptr
entry:
  br label %end
end:
  %r = phi target("spirv.Event") [ %e, %entry ]
  ret target("spirv.Event") %r
}

; CHECK: attributes #[[KERNEL]] = { "weft.kernel" }
attributes #0 = { convergent }
!0 = !{!"p"}
!1 = !{!2, !2, i64 0}
!2 = !{!"int", !3}
!3 = !{!"char"}
!4 = !{!5, !5, i64 0}
!5 = !{!"float", !3}
!6 = !{i64 0, i64 4, !1, i64 4, i64 4, !4}
!7 = !{i32 1}
