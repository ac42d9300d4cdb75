; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups,vectorise
; OPTIONS: --spmd=force --spmd-lanes=8 --spmd-parts=1
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn

; A lock that each work-item takes and gives back: in lanes the one that has it would wait for the others to leave.
; CHECK-LABEL: define void @weft_kernel_lock(
; CHECK-NOT: <8 x
; CHECK: cmpxchg
; CHECK-NOT: <8 x
; CHECK: {{^\}$}}
define void @lock(ptr addrspace(1) %a, ptr addrspace(1) %lock) "weft.kernel" {
entry:
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  store i32 1, ptr addrspace(1) %p
  br label %take

take:
  %pair = cmpxchg ptr addrspace(1) %lock, i32 0, i32 1 seq_cst seq_cst
  %old = extractvalue { i32, i1 } %pair, 0
  %taken = icmp eq i32 %old, 0
  br i1 %taken, label %has, label %take

has:
  %s = getelementptr inbounds i32, ptr addrspace(1) %lock, i64 1
  %v = load i32, ptr addrspace(1) %s
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(1) %s
  store atomic i32 0, ptr addrspace(1) %lock seq_cst, align 4
  ret void
}

; Likewise with a flag that is set, and with a number that is called up, in a cycle of two entries.
; CHECK-LABEL: define void @weft_kernel_flag(
; CHECK-NOT: <8 x
; CHECK: {{^\}$}}
define void @flag(ptr addrspace(1) %a, ptr addrspace(1) %lock) "weft.kernel" {
entry:
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  store i32 1, ptr addrspace(1) %p
  br label %take

take:
  %old = atomicrmw or ptr addrspace(1) %lock, i32 1 seq_cst
  %taken = icmp eq i32 %old, 0
  br i1 %taken, label %has, label %take

has:
  store atomic i32 0, ptr addrspace(1) %lock seq_cst, align 4
  ret void
}

; CHECK-LABEL: define void @weft_kernel_ticket(
; CHECK-NOT: <8 x
; CHECK: {{^\}$}}
define void @ticket(ptr addrspace(1) %a, ptr addrspace(1) %lock, i1 %late) "weft.kernel" {
entry:
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  store i32 1, ptr addrspace(1) %p
  %mine = atomicrmw add ptr addrspace(1) %lock, i32 1 seq_cst
  %called = getelementptr inbounds i32, ptr addrspace(1) %lock, i64 1
  br i1 %late, label %wait, label %again

wait:
  %now = load atomic i32, ptr addrspace(1) %called seq_cst, align 4
  %turn = icmp eq i32 %now, %mine
  br i1 %turn, label %has, label %again

again:
  %then = load atomic i32, ptr addrspace(1) %called seq_cst, align 4
  %next = icmp eq i32 %then, %mine
  br i1 %next, label %has, label %wait

has:
  %more = add i32 %mine, 1
  store atomic i32 %more, ptr addrspace(1) %called seq_cst, align 4
  ret void
}

; A function that is not inlined is looked into.
; CHECK-LABEL: define void @weft_kernel_within(
; CHECK-NOT: <8 x
; CHECK: {{^\}$}}
define internal void @take(ptr addrspace(1) %lock) noinline {
entry:
  br label %loop

loop:
  %old = atomicrmw xchg ptr addrspace(1) %lock, i32 1 seq_cst
  %taken = icmp eq i32 %old, 0
  br i1 %taken, label %has, label %loop

has:
  ret void
}

define void @within(ptr addrspace(1) %a, ptr addrspace(1) %lock) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  store i32 1, ptr addrspace(1) %p
  call void @take(ptr addrspace(1) %lock)
  store atomic i32 0, ptr addrspace(1) %lock seq_cst, align 4
  ret void
}

; What was read is replaced, or it is read again: nobody waits for what another one does behind the loop.
; CHECK-LABEL: define void @weft_kernel_retry(
; CHECK: store <8 x i32>
; CHECK: cmpxchg
; CHECK: {{^\}$}}
define void @retry(ptr addrspace(1) %a, ptr addrspace(1) %sum) "weft.kernel" {
entry:
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  store i32 1, ptr addrspace(1) %p
  %first = load i32, ptr addrspace(1) %sum
  br label %try

try:
  %seen = phi i32 [ %first, %entry ], [ %now, %try ]
  %new = mul i32 %seen, 3
  %pair = cmpxchg ptr addrspace(1) %sum, i32 %seen, i32 %new seq_cst seq_cst
  %now = extractvalue { i32, i1 } %pair, 0
  %done = icmp eq i32 %now, %seen
  br i1 %done, label %end, label %try

end:
  ret void
}

; Numbers of work, until there is none.
; CHECK-LABEL: define void @weft_kernel_queue(
; CHECK: store <8 x i32>
; CHECK: atomicrmw add
; CHECK: {{^\}$}}
define void @queue(ptr addrspace(1) %a, ptr addrspace(1) %next, i32 %n) "weft.kernel" {
entry:
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  store i32 1, ptr addrspace(1) %p
  br label %fetch

fetch:
  %i = atomicrmw add ptr addrspace(1) %next, i32 1 seq_cst
  %some = icmp slt i32 %i, %n
  br i1 %some, label %work, label %end

work:
  %wide = sext i32 %i to i64
  %q = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %wide
  store i32 2, ptr addrspace(1) %q
  br label %fetch

end:
  ret void
}

; The lock is given back within the turn in which it was taken, until the branch on %done is threaded: then this is @lock.
; CHECK-LABEL: define void @weft_kernel_turns(
; CHECK-NOT: <8 x
; CHECK: {{^\}$}}
define void @turns(ptr addrspace(1) %a, ptr addrspace(1) %lock) "weft.kernel" {
entry:
  %l = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  store i32 1, ptr addrspace(1) %p
  br label %try

try:
  %pair = cmpxchg ptr addrspace(1) %lock, i32 0, i32 1 seq_cst seq_cst
  %taken = extractvalue { i32, i1 } %pair, 1
  br i1 %taken, label %has, label %latch

has:
  %s = getelementptr inbounds i32, ptr addrspace(1) %lock, i64 1
  %v = load i32, ptr addrspace(1) %s
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(1) %s
  store atomic i32 0, ptr addrspace(1) %lock seq_cst, align 4
  br label %latch

latch:
  %done = phi i1 [ true, %has ], [ false, %try ]
  br i1 %done, label %end, label %try

end:
  ret void
}
