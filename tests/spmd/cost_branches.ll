; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What branches that loaded values decide cost a work-item alone: what lies behind is run by half of the work-items, and what a loop
; looks up to know whether it goes on is waited for.
; PASSES: work-groups,vectorise
; OPTIONS: --isa=x86-64-v4 --spmd=auto
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn

; An atomic operation for each lane pays beside so much arithmetic, ...
; CHECK-LABEL: define void @weft_kernel_always(
; CHECK: mul <8 x i32>
; CHECK: {{^\}$}}
define void @always(ptr addrspace(1) %a, ptr addrspace(1) %t) "weft.kernel" {
  %x = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %x
  %v = load i32, ptr addrspace(1) %p
  %m0 = mul i32 %v, 77
  %s0 = lshr i32 %m0, 3
  %a0 = xor i32 %m0, %s0
  %m1 = mul i32 %a0, 79
  %s1 = lshr i32 %m1, 4
  %a1 = xor i32 %m1, %s1
  %m2 = mul i32 %a1, 81
  %s2 = lshr i32 %m2, 5
  %a2 = xor i32 %m2, %s2
  %i = zext i32 %a2 to i64
  %q = getelementptr inbounds i32, ptr addrspace(1) %t, i64 %i
  %o = atomicrmw add ptr addrspace(1) %q, i32 1 monotonic
  ret void
}

; ... two beside less, which half of the work-items leave out, do not.
; CHECK-LABEL: define void @weft_kernel_sometimes(
; CHECK-NOT: <8 x
; CHECK: {{^\}$}}
define void @sometimes(ptr addrspace(1) %a, ptr addrspace(1) %t) "weft.kernel" {
entry:
  %x = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %x
  %v = load i32, ptr addrspace(1) %p
  %c = icmp sgt i32 %v, 240
  br i1 %c, label %then, label %end
then:
  %m0 = mul i32 %v, 77
  %i = zext i32 %m0 to i64
  %q = getelementptr inbounds i32, ptr addrspace(1) %t, i64 %i
  %o = atomicrmw add ptr addrspace(1) %q, i32 1 monotonic
  %q1 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 16
  %o1 = atomicrmw add ptr addrspace(1) %q1, i32 1 monotonic
  br label %end
end:
  ret void
}

; A walk along what is looked up: each load waits for the one before, and who follows for the last.
; CHECK-LABEL: define void @weft_kernel_walk(
; CHECK: call <8 x i32> @llvm.masked.gather
; CHECK: {{^\}$}}
define void @walk(ptr addrspace(1) %a, ptr addrspace(1) %t) "weft.kernel" "target-cpu"="znver4" {
entry:
  %x = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %x
  %v = load i32, ptr addrspace(1) %p
  br label %loop
loop:
  %at = phi i32 [ %v, %entry ], [ %next, %loop ]
  %i = zext i32 %at to i64
  %q = getelementptr inbounds { i32, i32, i32, i32 }, ptr addrspace(1) %t, i64 %i
  %left = load i32, ptr addrspace(1) %q
  %q1 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 100001
  %right = load i32, ptr addrspace(1) %q1
  %q2 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 200002
  %key = load i32, ptr addrspace(1) %q2
  %below = icmp slt i32 %key, 7
  %next = select i1 %below, i32 %left, i32 %right
  %more = icmp sgt i32 %next, 0
  br i1 %more, label %loop, label %end
end:
  store i32 %next, ptr addrspace(1) %p
  ret void
}

; As many lookups by a number that counts up to what was loaded: the loads of one work-item and the next go on together.
; CHECK-LABEL: define void @weft_kernel_counted(
; CHECK-NOT: <8 x
; CHECK: {{^\}$}}
define void @counted(ptr addrspace(1) %a, ptr addrspace(1) %t) "weft.kernel" "target-cpu"="znver4" {
entry:
  %x = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %x
  %v = load i32, ptr addrspace(1) %p
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %s = phi i32 [ 0, %entry ], [ %sum, %loop ]
  %at = add i32 %v, %k
  %i = zext i32 %at to i64
  %q = getelementptr inbounds { i32, i32, i32, i32 }, ptr addrspace(1) %t, i64 %i
  %left = load i32, ptr addrspace(1) %q
  %q1 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 100001
  %right = load i32, ptr addrspace(1) %q1
  %q2 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 200002
  %key = load i32, ptr addrspace(1) %q2
  %q3 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 300003
  %other = load i32, ptr addrspace(1) %q3
  %below = icmp slt i32 %key, %other
  %one = select i1 %below, i32 %left, i32 %right
  %sum = add i32 %s, %one
  %k1 = add i32 %k, 1
  %more = icmp slt i32 %k1, %v
  br i1 %more, label %loop, label %end
end:
  store i32 %sum, ptr addrspace(1) %p
  ret void
}

; A list of which each entry says where the next one is: a work-item by itself waits for memory each time, lanes wait
; together.
; CHECK-LABEL: define void @weft_kernel_chain(
; CHECK: call <8 x i32> @llvm.masked.gather
; CHECK: {{^\}$}}
define void @chain(ptr addrspace(1) %a, ptr addrspace(1) %t) "weft.kernel" "target-cpu"="znver4" {
entry:
  %x = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %x
  %first = load i32, ptr addrspace(1) %p
  br label %loop
loop:
  %e = phi i32 [ %first, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %sum, %loop ]
  %i = zext i32 %e to i64
  %q = getelementptr inbounds { i32, i32, i32, i32 }, ptr addrspace(1) %t, i64 %i
  %key = load i32, ptr addrspace(1) %q
  %q2 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 200002
  %value = load i32, ptr addrspace(1) %q2
  %q1 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 100001
  %next = load i32, ptr addrspace(1) %q1
  %same = icmp eq i32 %key, %first
  %more = select i1 %same, i32 %value, i32 0
  %q3 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 300003
  %row = load i32, ptr addrspace(1) %q3
  %q4 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 400004
  %column = load i32, ptr addrspace(1) %q4
  %q5 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 500005
  %plane = load i32, ptr addrspace(1) %q5
  %q6 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 600006
  %cell = load i32, ptr addrspace(1) %q6
  %in = xor i32 %plane, %cell
  %flat = xor i32 %row, %column
  %place = xor i32 %flat, %in
  %both = add i32 %more, %place
  %sum = add i32 %s, %both
  %end = icmp eq i32 %next, -1
  br i1 %end, label %done, label %loop
done:
  store i32 %sum, ptr addrspace(1) %p
  ret void
}
