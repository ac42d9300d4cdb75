; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: waiting-loops
; Which kernels may wait for others: those with a loop without a known count that asks memory again and again.

; CHECK: define void @spins({{.*}} #[[WAITS:[0-9]+]]
define void @spins(ptr addrspace(1) %flag) "weft.kernel" {
entry:
  br label %again
again:
  %v = load volatile i32, ptr addrspace(1) %flag
  %c = icmp eq i32 %v, 0
  br i1 %c, label %again, label %end
end:
  ret void
}

; CHECK: define void @asks_by_or({{.*}} #[[WAITS]]
define void @asks_by_or(ptr addrspace(4) %flag) "weft.kernel" {
entry:
  br label %again
again:
  %v = atomicrmw or ptr addrspace(4) %flag, i32 0 seq_cst
  %c = icmp eq i32 %v, 0
  br i1 %c, label %again, label %end
end:
  ret void
}

; CHECK: define void @takes_a_lock({{.*}} #[[WAITS]]
define void @takes_a_lock(ptr addrspace(1) %lock) "weft.kernel" {
entry:
  br label %again
again:
  %pair = cmpxchg ptr addrspace(1) %lock, i32 0, i32 1 acquire monotonic
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %again
end:
  ret void
}

; In a function that is called in the loop.
; CHECK: define void @asks_by_call({{.*}} #[[WAITS]]
define void @asks_by_call(ptr addrspace(1) %flag) "weft.kernel" {
entry:
  br label %again
again:
  %v = call i32 @ask(ptr addrspace(1) %flag)
  %c = icmp eq i32 %v, 0
  br i1 %c, label %again, label %end
end:
  ret void
}
define internal i32 @ask(ptr addrspace(1) %flag) noinline {
  %v = load atomic i32, ptr addrspace(1) %flag acquire, align 4
  ret i32 %v
}

; A compare-and-swap that is not reached before a bit is set, and one with another value than what was seen.
; CHECK: define void @waits_for_a_bit({{.*}} #[[WAITS]]
define void @waits_for_a_bit(ptr addrspace(1) %flag) "weft.kernel" {
entry:
  br label %again
again:
  %old = load atomic i32, ptr addrspace(1) %flag monotonic, align 4
  %bit = and i32 %old, 1
  %free = icmp ne i32 %bit, 0
  br i1 %free, label %try, label %again
try:
  %new = or i32 %old, 2
  %pair = cmpxchg ptr addrspace(1) %flag, i32 %old, i32 %new acquire monotonic
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %again
end:
  ret void
}

; CHECK: define void @expects_a_bit({{.*}} #[[WAITS]]
define void @expects_a_bit(ptr addrspace(1) %flag) "weft.kernel" {
entry:
  br label %again
again:
  %seen = phi i32 [ 0, %entry ], [ %now, %again ]
  %wanted = or i32 %seen, 1
  %new = or i32 %seen, 3
  %pair = cmpxchg ptr addrspace(1) %flag, i32 %wanted, i32 %new acquire monotonic
  %now = extractvalue { i32, i1 } %pair, 0
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %again
end:
  ret void
}

; Plain loads that a fence or a barrier keeps in the loop.
; CHECK: define void @asks_behind_a_fence({{.*}} #[[WAITS]]
define void @asks_behind_a_fence(ptr addrspace(1) %flag) "weft.kernel" {
entry:
  br label %again
again:
  fence acquire
  %v = load i32, ptr addrspace(1) %flag
  %c = icmp eq i32 %v, 0
  br i1 %c, label %again, label %end
end:
  ret void
}

; CHECK: define void @asks_behind_a_barrier({{.*}} #[[WAITS]]
define void @asks_behind_a_barrier(ptr addrspace(1) %flag) "weft.kernel" {
entry:
  br label %again
again:
  call void @__weft_barrier()
  %v = load i32, ptr addrspace(1) %flag
  %c = icmp eq i32 %v, 0
  br i1 %c, label %again, label %end
end:
  ret void
}
declare void @__weft_barrier() convergent

; A cycle with two ways in is no loop of LLVM's.
; CHECK: define void @asks_in_a_cycle({{.*}} #[[WAITS]]
define void @asks_in_a_cycle(ptr addrspace(1) %flag, i1 %second) "weft.kernel" {
entry:
  br i1 %second, label %b, label %a
a:
  %v = load volatile i32, ptr addrspace(1) %flag
  %c = icmp eq i32 %v, 0
  br i1 %c, label %b, label %end
b:
  %w = load volatile i32, ptr addrspace(1) %flag
  %d = icmp eq i32 %w, 0
  br i1 %d, label %a, label %end
end:
  ret void
}

; What the exchange answered is what was seen.
; CHECK: define void @adds_by_answers({{.*}} #[[GOES:[0-9]+]]
define void @adds_by_answers(ptr addrspace(1) %sum, i32 %x) "weft.kernel" {
entry:
  %first = load volatile i32, ptr addrspace(1) %sum
  br label %again
again:
  %old = phi i32 [ %first, %entry ], [ %now, %again ]
  %new = mul i32 %old, %x
  %pair = cmpxchg ptr addrspace(1) %sum, i32 %old, i32 %new monotonic monotonic
  %now = extractvalue { i32, i1 } %pair, 0
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %again
end:
  ret void
}

; A count that is known before.
; CHECK: define void @counted({{.*}} #[[GOES]]
define void @counted(ptr addrspace(1) %p, i32 %n) "weft.kernel" {
entry:
  br label %again
again:
  %i = phi i32 [ 0, %entry ], [ %next, %again ]
  %v = load volatile i32, ptr addrspace(1) %p
  store volatile i32 %v, ptr addrspace(1) %p
  %next = add nuw i32 %i, 1
  %c = icmp ult i32 %next, %n
  br i1 %c, label %again, label %end
end:
  ret void
}

; An exchange brings somebody forward whenever it fails, also with the value in another type.
; CHECK: define void @adds_floats({{.*}} #[[GOES]]
define void @adds_floats(ptr addrspace(1) %sum, float %x) "weft.kernel" {
entry:
  br label %again
again:
  %old = load volatile float, ptr addrspace(1) %sum
  %new = fadd float %old, %x
  %old.i = bitcast float %old to i32
  %new.i = bitcast float %new to i32
  %pair = cmpxchg ptr addrspace(1) %sum, i32 %old.i, i32 %new.i monotonic monotonic
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %again
end:
  ret void
}

; Tickets.
; CHECK: define void @takes_work({{.*}} #[[GOES]]
define void @takes_work(ptr addrspace(1) %next, ptr addrspace(1) %to, i32 %n) "weft.kernel" {
entry:
  br label %again
again:
  %i = atomicrmw add ptr addrspace(1) %next, i32 1 monotonic
  %c = icmp ult i32 %i, %n
  br i1 %c, label %work, label %end
work:
  %p = getelementptr i32, ptr addrspace(1) %to, i32 %i
  store i32 1, ptr addrspace(1) %p
  br label %again
end:
  ret void
}

; The group's own memory, which nobody else writes to.
; CHECK: define void @asks_its_group({{.*}} #[[GOES]]
define void @asks_its_group(ptr addrspace(3) %flag) "weft.kernel" {
entry:
  br label %again
again:
  %v = load volatile i32, ptr addrspace(3) %flag
  %c = icmp eq i32 %v, 0
  br i1 %c, label %again, label %end
end:
  ret void
}

; CHECK-DAG: attributes #[[WAITS]] = { {{.*}}"weft.may-wait"
; CHECK-DAG: attributes #[[GOES]] = { "weft.kernel" }
