; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: memory-facts
; What does not change, and which accesses are to different memory, whatever its type.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare ptr addrspace(3) @weft.ctx.local_memory.0() memory(none) nounwind willreturn
declare ptr addrspace(3) @weft.ctx.local_memory.64() memory(none) nounwind willreturn
declare void @takes(ptr addrspace(3))

; CHECK-LABEL: define void @constants(
; CHECK-NEXT: load i32, ptr addrspace(2) %c, align 4, !invariant.load ![[#]]{{$}}
; CHECK-NEXT: load volatile i32, ptr addrspace(2) %c, align 4{{$}}
; CHECK-NEXT: %field =
; CHECK-NEXT: load i32, ptr %field, align 4, !invariant.load ![[#]]{{$}}
; CHECK-NEXT: load i32, ptr addrspace(1) %g, align 4{{$}}
; CHECK-NEXT: %either =
; CHECK-NEXT: load i32, ptr addrspace(2) %either, align 4, !invariant.load
; CHECK-NEXT: %generic =
; CHECK-NEXT: %mixed =
; CHECK-NEXT: load i32, ptr addrspace(4) %mixed, align 4{{$}}
define void @constants(ptr addrspace(2) %c, ptr addrspace(2) %d, ptr byval([4 x i32]) %s, ptr addrspace(1) %g, i1 %x) "weft.kernel" {
  %a = load i32, ptr addrspace(2) %c, align 4
  %v = load volatile i32, ptr addrspace(2) %c, align 4
  %field = getelementptr i8, ptr %s, i64 8
  %f = load i32, ptr %field, align 4
  %b = load i32, ptr addrspace(1) %g, align 4
  %either = select i1 %x, ptr addrspace(2) %c, ptr addrspace(2) %d
  %e = load i32, ptr addrspace(2) %either, align 4
  %generic = addrspacecast ptr addrspace(1) %g to ptr addrspace(4)
  %mixed = select i1 %x, ptr addrspace(4) %generic, ptr addrspace(4) null
  %m = load i32, ptr addrspace(4) %mixed, align 4
  ret void
}

; Restrict pointers: each access belongs to its own and is outside of the other; what is loaded from memory cannot be
; either, as neither went there.
; CHECK-LABEL: define void @restricted(
; CHECK: load i32, ptr addrspace(1) %i, {{.*}}!alias.scope ![[IN:[0-9]+]], !noalias ![[OUT:[0-9]+]]
; CHECK: store i32 %v, ptr addrspace(1) %out, {{.*}}!alias.scope ![[OUT]], !noalias ![[IN]]
; CHECK: atomicrmw add ptr addrspace(1) %plain, {{.*}}, !noalias ![[BOTH:[0-9]+]]
; CHECK: %p = load ptr addrspace(1), ptr addrspace(1) %plain, {{.*}}, !noalias ![[BOTH]]
; CHECK: store i32 %v, ptr addrspace(1) %p, {{.*}}, !noalias ![[BOTH]]
; CHECK: store i32 %v, ptr addrspace(1) %one, {{.*}}, !alias.scope ![[BOTH]]{{$}}
; CHECK: store i32 %v, ptr addrspace(1) %any, align 4, !noalias ![[OUT]]{{$}}
define void @restricted(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(1) %plain, i64 %n, i1 %x) "weft.kernel" {
  %i = getelementptr i32, ptr addrspace(1) %in, i64 %n
  %v = load i32, ptr addrspace(1) %i, align 4
  store i32 %v, ptr addrspace(1) %out, align 4
  %old = atomicrmw add ptr addrspace(1) %plain, i32 1 seq_cst
  %p = load ptr addrspace(1), ptr addrspace(1) %plain, align 8
  store i32 %v, ptr addrspace(1) %p, align 4
  %one = select i1 %x, ptr addrspace(1) %i, ptr addrspace(1) %out
  store i32 %v, ptr addrspace(1) %one, align 4
  %any = select i1 %x, ptr addrspace(1) %i, ptr addrspace(1) %plain
  store i32 %v, ptr addrspace(1) %any, align 4
  ret void
}

; Local variables and arguments. What is already known of another access stays.
; CHECK-LABEL: define void @locals(
; CHECK: store i32 1, ptr addrspace(3) %a, align 4, !alias.scope ![[A:[0-9]+]], !noalias ![[NOT_A:[0-9]+]]
; CHECK: store i32 2, ptr addrspace(3) %element, align 4, !alias.scope ![[B:[0-9]+]], !noalias ![[NOT_B:[0-9]+]]
; CHECK: store i32 3, ptr addrspace(3) %given, align 4, !alias.scope ![[GIVEN:[0-9]+]], !noalias ![[NOT_GIVEN:[0-9]+]]
; CHECK: store i32 4, ptr addrspace(1) %g, align 4, !noalias ![[ALL:[0-9]+]]
; CHECK: %again = call
; CHECK: load i32, ptr addrspace(3) %again, align 4, !alias.scope ![[A]], !noalias ![[NOT_A]]
define void @locals(ptr addrspace(3) %given, ptr addrspace(1) %g, i64 %n) "weft.kernel" {
  %a = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %b = call ptr addrspace(3) @weft.ctx.local_memory.64()
  store i32 1, ptr addrspace(3) %a, align 4
  %element = getelementptr i32, ptr addrspace(3) %b, i64 %n
  store i32 2, ptr addrspace(3) %element, align 4
  store i32 3, ptr addrspace(3) %given, align 4
  store i32 4, ptr addrspace(1) %g, align 4
  %again = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %v = load i32, ptr addrspace(3) %again, align 4
  ret void
}

; An address that has left: a pointer of unknown origin may be to it, but not one to global memory.
; CHECK-LABEL: define void @escaped(
; CHECK: store i32 1, ptr addrspace(3) %p, align 4, !noalias ![[KEPT:[0-9]+]]{{$}}
; CHECK: store i32 1, ptr addrspace(4) %q, align 4, !noalias ![[KEPT]]{{$}}
; CHECK: store i32 1, ptr addrspace(1) %r, align 4, !noalias ![[KEPT_AND_ESCAPED:[0-9]+]]{{$}}
; CHECK: store i32 1, ptr addrspace(3) %kept, align 4, !alias.scope ![[KEPT]], !noalias
define void @escaped(ptr addrspace(1) %memory) "weft.kernel" {
  %kept = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %gone = call ptr addrspace(3) @weft.ctx.local_memory.64()
  call void @takes(ptr addrspace(3) %gone)
  %p = load ptr addrspace(3), ptr addrspace(1) %memory, align 8
  store i32 1, ptr addrspace(3) %p, align 4
  %q = load ptr addrspace(4), ptr addrspace(1) %memory, align 8
  store i32 1, ptr addrspace(4) %q, align 4
  %r = load ptr addrspace(1), ptr addrspace(1) %memory, align 8
  store i32 1, ptr addrspace(1) %r, align 4
  store i32 1, ptr addrspace(3) %kept, align 4
  ret void
}

; One local variable beside global memory: the entry's parameters tell them apart.
; CHECK-LABEL: define void @alone(
; CHECK: store i32 1, ptr addrspace(3) %a, align 4{{$}}
; CHECK: store i32 1, ptr addrspace(1) %g, align 4{{$}}
define void @alone(ptr addrspace(1) %g) "weft.kernel" {
  %a = call ptr addrspace(3) @weft.ctx.local_memory.0()
  store i32 1, ptr addrspace(3) %a, align 4
  store i32 1, ptr addrspace(1) %g, align 4
  ret void
}

; CHECK-DAG: ![[NOT_A]] = !{![[SB:[0-9]+]], ![[SG:[0-9]+]]}
; CHECK-DAG: ![[BOTH]] = !{![[S1:[0-9]+]], ![[S2:[0-9]+]]}
; CHECK-DAG: ![[IN]] = !{![[S1]]}
; CHECK-DAG: ![[OUT]] = !{![[S2]]}
