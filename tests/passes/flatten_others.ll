; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: flatten
; What has no address space stays as it was, and what has one loses nothing else: attributes, alignment, order of accesses, promises.
; CHECK: %plain = type { i32, ptr }
%plain = type { i32, ptr }

; CHECK-DAG: @named = external global %plain, align 16
; CHECK-DAG: @aligned = internal constant [3 x i8] c"abc", section "own", align 32
@named = external global %plain, align 16
@aligned = internal addrspace(2) constant [3 x i8] c"abc", section "own", align 32

; CHECK-DAG: declare i32 @number(i32) [[PURE:#[0-9]+]]
; CHECK-DAG: declare ptr @pointer(ptr noalias)
declare i32 @number(i32) memory(none)
declare ptr addrspace(1) @pointer(ptr addrspace(3) noalias)

; CHECK-LABEL: define internal fastcc noundef i32 @f(
; CHECK-SAME: ptr noalias align 64 %a, ptr byval(%plain) %b, i64 %n) [[OWN:#[0-9]+]] {
; CHECK-NEXT: %own = alloca %plain, align 8
; CHECK-NEXT: %member = getelementptr inbounds %plain, ptr %own, i64 0, i32 1
; CHECK-NEXT: store ptr %b, ptr %member, align 8
; CHECK-NEXT: %v = load volatile i32, ptr %a, align 64, !range ![[RANGE:[0-9]+]]
; CHECK-NEXT: %old = atomicrmw add ptr %a, i32 %v acquire, align 4
; CHECK-NEXT: %bits = ptrtoint ptr %a to i64
; CHECK-NEXT: %q = inttoptr i64 %n to ptr
; CHECK-NEXT: %same = icmp eq ptr %q, null
; CHECK-NEXT: %r = call i32 @number(i32 %old)
; CHECK-NEXT: ret i32 %r
define internal fastcc noundef i32 @f(ptr addrspace(1) noalias align 64 %a, ptr byval(%plain) %b, i64 %n) "own" {
  %own = alloca %plain, align 8
  %member = getelementptr inbounds %plain, ptr %own, i64 0, i32 1
  store ptr %b, ptr %member, align 8
  %v = load volatile i32, ptr addrspace(1) %a, align 64, !range !0
  %old = atomicrmw add ptr addrspace(1) %a, i32 %v acquire, align 4
  %bits = ptrtoint ptr addrspace(1) %a to i64
  %q = inttoptr i64 %n to ptr addrspace(3)
  %same = icmp eq ptr addrspace(3) %q, null
  %r = call i32 @number(i32 %old)
  ret i32 %r
}
; CHECK-DAG: attributes [[PURE]] = { memory(none) }
; CHECK-DAG: attributes [[OWN]] = { "own" }
; CHECK-DAG: ![[RANGE]] = !{i32 0, i32 9}

!0 = !{i32 0, i32 9}
