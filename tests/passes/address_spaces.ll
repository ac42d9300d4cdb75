; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: simplify
; A generic pointer whose space is known gives a constant answer; of another, two ranges of the arena decide.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare ptr addrspace(1) @__to_global(ptr addrspace(4))
declare ptr addrspace(3) @__to_local(ptr addrspace(4))
declare ptr @__to_private(ptr addrspace(4))

; CHECK-LABEL: define void @known
; CHECK-NOT: weft.ctx
; CHECK: store ptr addrspace(1) %g, ptr addrspace(1) %out
; CHECK: store ptr addrspace(3) null, ptr addrspace(1)
; CHECK-NOT: weft.ctx
; CHECK: ret void
define void @known(ptr addrspace(1) %g, ptr addrspace(1) %out) "weft.kernel" {
  %p = addrspacecast ptr addrspace(1) %g to ptr addrspace(4)
  %a = call ptr addrspace(1) @__to_global(ptr addrspace(4) %p)
  %b = call ptr addrspace(3) @__to_local(ptr addrspace(4) %p)
  store ptr addrspace(1) %a, ptr addrspace(1) %out
  %next = getelementptr i8, ptr addrspace(1) %out, i64 8
  store ptr addrspace(3) %b, ptr addrspace(1) %next
  ret void
}

; CHECK-LABEL: define void @unknown
; CHECK-DAG: call ptr addrspace(3) @weft.ctx.local_memory.0()
; CHECK-DAG: call ptr @weft.ctx.frame.0()
; CHECK-DAG: icmp ugt i64 {{.*}}, 262144
; CHECK-DAG: icmp ugt i64 {{.*}}, 16777216
; CHECK-NOT: @__to_
; CHECK: ret void
define void @unknown(ptr addrspace(1) %in, ptr addrspace(1) %out) "weft.kernel" {
  %p = load ptr addrspace(4), ptr addrspace(1) %in
  %a = call ptr addrspace(1) @__to_global(ptr addrspace(4) %p)
  %b = call ptr @__to_private(ptr addrspace(4) %p)
  store ptr addrspace(1) %a, ptr addrspace(1) %out
  %next = getelementptr i8, ptr addrspace(1) %out, i64 8
  store ptr %b, ptr addrspace(1) %next
  ret void
}

; A pointer that was never set is in no address space.
; CHECK-LABEL: define void @undefined
; CHECK: store ptr addrspace(1) null, ptr addrspace(1) %out
; CHECK: store ptr addrspace(3) null, ptr addrspace(1)
; CHECK: ret void
define void @undefined(ptr addrspace(1) %out) "weft.kernel" {
  %p = addrspacecast ptr addrspace(1) poison to ptr addrspace(4)
  %a = call ptr addrspace(1) @__to_global(ptr addrspace(4) %p)
  %b = call ptr addrspace(3) @__to_local(ptr addrspace(4) undef)
  store ptr addrspace(1) %a, ptr addrspace(1) %out
  %next = getelementptr i8, ptr addrspace(1) %out, i64 8
  store ptr addrspace(3) %b, ptr addrspace(1) %next
  ret void
}

; Volatile accesses too name the space that their pointer comes from; of another they cannot.
; CHECK-LABEL: define void @volatile_ones
; CHECK: atomicrmw volatile add ptr addrspace(3)
; CHECK: cmpxchg volatile ptr addrspace(1)
; CHECK: load atomic volatile i32, ptr addrspace(3)
; CHECK: store volatile i32 1, ptr addrspace(1)
; CHECK: store volatile i32 1, ptr addrspace(4)
; CHECK: ret void
define void @volatile_ones(ptr addrspace(1) %g, ptr addrspace(3) %l, i64 %k) "weft.kernel" {
  %pl = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)
  %pg = addrspacecast ptr addrspace(1) %g to ptr addrspace(4)
  %ql = getelementptr i32, ptr addrspace(4) %pl, i64 %k
  %qg = getelementptr i32, ptr addrspace(4) %pg, i64 %k
  %unknown = load ptr addrspace(4), ptr addrspace(1) %g
  %a = atomicrmw volatile add ptr addrspace(4) %ql, i32 1 seq_cst
  %b = cmpxchg volatile ptr addrspace(4) %qg, i32 0, i32 1 seq_cst monotonic
  %c = load atomic volatile i32, ptr addrspace(4) %ql monotonic, align 4
  store volatile i32 1, ptr addrspace(4) %qg
  store volatile i32 1, ptr addrspace(4) %unknown
  ret void
}
