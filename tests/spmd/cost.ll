; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What --spmd=auto leaves scalar because packets would take longer: gathers, scatters, masks, calls, atomic operations. Each stands beside one that pays.
; PASSES: work-groups,vectorise
; OPTIONS: --isa=x86-64-v4 --spmd=auto
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn
declare i32 @opaque(i32)

; A vector in, a vector out.
; CHECK-LABEL: define void @weft_kernel_stream(
; CHECK: load <8 x i32>
; CHECK: store <8 x i32>
; CHECK: {{^\}$}}
define void @stream(ptr addrspace(1) %a, ptr addrspace(1) %t) "weft.kernel" "target-cpu"="znver4" {
  %x = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %x
  %v = load i32, ptr addrspace(1) %p
  %r = add i32 %v, 1
  store i32 %r, ptr addrspace(1) %p
  ret void
}

; One gather is little more than the work-items' own loads, ...
; CHECK-LABEL: define void @weft_kernel_lookup(
; CHECK: call <8 x i32> @llvm.masked.gather
; CHECK: {{^\}$}}
define void @lookup(ptr addrspace(1) %a, ptr addrspace(1) %t) "weft.kernel" "target-cpu"="znver4" {
  %x = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %x
  %i = load i32, ptr addrspace(1) %p
  %w = sext i32 %i to i64
  %q = getelementptr inbounds i32, ptr addrspace(1) %t, i64 %w
  %v = load i32, ptr addrspace(1) %q
  store i32 %v, ptr addrspace(1) %p
  ret void
}

; ... three of them are too much where gathers are slow, ...
; CHECK-LABEL: define void @weft_kernel_lookups(
; CHECK-NOT: <8 x
; CHECK: {{^\}$}}
define void @lookups(ptr addrspace(1) %a, ptr addrspace(1) %t) "weft.kernel" "target-cpu"="znver4" {
  %x = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %x
  %i = load i32, ptr addrspace(1) %p
  %w = sext i32 %i to i64
  %q = getelementptr inbounds i32, ptr addrspace(1) %t, i64 %w
  %v = load i32, ptr addrspace(1) %q
  %q1 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 1000
  %v1 = load i32, ptr addrspace(1) %q1
  %q2 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 2000
  %v2 = load i32, ptr addrspace(1) %q2
  %s1 = add i32 %v, %v1
  %s2 = add i32 %s1, %v2
  store i32 %s2, ptr addrspace(1) %p
  ret void
}

; ... not where they are fast, ...
; CHECK-LABEL: define void @weft_kernel_lookups_fast(
; CHECK-COUNT-3: call <8 x i32> @llvm.masked.gather
; CHECK: {{^\}$}}
define void @lookups_fast(ptr addrspace(1) %a, ptr addrspace(1) %t) "weft.kernel" "target-cpu"="sapphirerapids" {
  %x = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %x
  %i = load i32, ptr addrspace(1) %p
  %w = sext i32 %i to i64
  %q = getelementptr inbounds i32, ptr addrspace(1) %t, i64 %w
  %v = load i32, ptr addrspace(1) %q
  %q1 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 1000
  %v1 = load i32, ptr addrspace(1) %q1
  %q2 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 2000
  %v2 = load i32, ptr addrspace(1) %q2
  %s1 = add i32 %v, %v1
  %s2 = add i32 %s1, %v2
  store i32 %s2, ptr addrspace(1) %p
  ret void
}

; ... and not where there is enough to do besides.
; CHECK-LABEL: define void @weft_kernel_lookups_more(
; CHECK-COUNT-3: call <8 x i32> @llvm.masked.gather
; CHECK: {{^\}$}}
define void @lookups_more(ptr addrspace(1) %a, ptr addrspace(1) %t) "weft.kernel" "target-cpu"="znver4" {
  %x = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %x
  %i = load i32, ptr addrspace(1) %p
  %w = sext i32 %i to i64
  %q = getelementptr inbounds i32, ptr addrspace(1) %t, i64 %w
  %v = load i32, ptr addrspace(1) %q
  %q1 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 1000
  %v1 = load i32, ptr addrspace(1) %q1
  %q2 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 2000
  %v2 = load i32, ptr addrspace(1) %q2
  %s1 = add i32 %v, %v1
  %s2 = add i32 %s1, %v2
  %r1 = mul i32 %s2, %i
  %r2 = xor i32 %r1, %v
  %r3 = mul i32 %r2, %r1
  %r4 = xor i32 %r3, %i
  store i32 %r4, ptr addrspace(1) %p
  ret void
}

; A scatter costs more than a gather.
; CHECK-LABEL: define void @weft_kernel_permute(
; CHECK-NOT: <8 x
; CHECK: {{^\}$}}
define void @permute(ptr addrspace(1) %a, ptr addrspace(1) %t) "weft.kernel" "target-cpu"="znver4" {
  %x = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %x
  %i = load i32, ptr addrspace(1) %p
  %w = sext i32 %i to i64
  %q = getelementptr inbounds i32, ptr addrspace(1) %t, i64 %w
  store i32 %i, ptr addrspace(1) %q
  ret void
}

; Five elements of records of eight are two rows of each lane, and shuffles, ...
; CHECK-LABEL: define void @weft_kernel_records(
; CHECK-COUNT-16: load <4 x i32>
; CHECK: {{^\}$}}
define void @records(ptr addrspace(1) %a, ptr addrspace(1) %t, i64 %n) "weft.kernel" "target-cpu"="znver4" {
entry:
  %x = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %x
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %up, %loop ]
  %s = phi i32 [ 0, %entry ], [ %s4, %loop ]
  %row = mul i64 %i, 65536
  %r = getelementptr i8, ptr addrspace(1) %t, i64 %row
  %q = getelementptr inbounds [8 x i32], ptr addrspace(1) %r, i64 %x
  %q0 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 0
  %v0 = load i32, ptr addrspace(1) %q0
  %s0 = add i32 %s, %v0
  %q1 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 2
  %v1 = load i32, ptr addrspace(1) %q1
  %s1 = add i32 %s0, %v1
  %q2 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 4
  %v2 = load i32, ptr addrspace(1) %q2
  %s2 = add i32 %s1, %v2
  %q3 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 6
  %v3 = load i32, ptr addrspace(1) %q3
  %s3 = add i32 %s2, %v3
  %q4 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 7
  %v4 = load i32, ptr addrspace(1) %q4
  %s4 = add i32 %s3, %v4
  %up = add i64 %i, 1
  %more = icmp ult i64 %up, %n
  br i1 %more, label %loop, label %end
end:
  store i32 %s4, ptr addrspace(1) %p
  ret void
}

; ... masked vectors, and shuffles of the masks, where lanes leave the loop at different times; those wait besides.
; CHECK-LABEL: define void @weft_kernel_records_masked(
; CHECK-NOT: <8 x
; CHECK: {{^\}$}}
define void @records_masked(ptr addrspace(1) %a, ptr addrspace(1) %t, i64 %n) "weft.kernel" "target-cpu"="znver4" {
entry:
  %x = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %x
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %up, %loop ]
  %s = phi i32 [ 0, %entry ], [ %s4, %loop ]
  %row = mul i64 %i, 65536
  %r = getelementptr i8, ptr addrspace(1) %t, i64 %row
  %q = getelementptr inbounds [20 x i32], ptr addrspace(1) %r, i64 %x
  %q0 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 0
  %v0 = load i32, ptr addrspace(1) %q0
  %s0 = add i32 %s, %v0
  %q1 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 5
  %v1 = load i32, ptr addrspace(1) %q1
  %s1 = add i32 %s0, %v1
  %q2 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 9
  %v2 = load i32, ptr addrspace(1) %q2
  %s2 = add i32 %s1, %v2
  %q3 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 14
  %v3 = load i32, ptr addrspace(1) %q3
  %s3 = add i32 %s2, %v3
  %q4 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 19
  %v4 = load i32, ptr addrspace(1) %q4
  %s4 = add i32 %s3, %v4
  %up = add i64 %i, 1
  %more = icmp slt i32 %s4, 1000
  br i1 %more, label %loop, label %end
end:
  store i32 %s4, ptr addrspace(1) %p
  ret void
}

; A call of what is not known is each lane's own.
; CHECK-LABEL: define void @weft_kernel_call(
; CHECK-NOT: <8 x
; CHECK: {{^\}$}}
define void @call(ptr addrspace(1) %a, ptr addrspace(1) %t) "weft.kernel" "target-cpu"="znver4" {
  %x = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %x
  %v = load i32, ptr addrspace(1) %p
  %r = call i32 @opaque(i32 %v)
  store i32 %r, ptr addrspace(1) %p
  ret void
}

; Each lane's atomic operation at an address of its own, ...
; CHECK-LABEL: define void @weft_kernel_counters(
; CHECK-NOT: <8 x
; CHECK: {{^\}$}}
define void @counters(ptr addrspace(1) %a, ptr addrspace(1) %t) "weft.kernel" "target-cpu"="znver4" {
  %x = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %x
  %i = load i32, ptr addrspace(1) %p
  %w = sext i32 %i to i64
  %q = getelementptr inbounds i32, ptr addrspace(1) %t, i64 %w
  %o = atomicrmw add ptr addrspace(1) %q, i32 1 monotonic
  ret void
}

; ... and all of them at one address, which is one operation.
; CHECK-LABEL: define void @weft_kernel_counter(
; CHECK: call i32 @llvm.vector.reduce.add.v8i32
; CHECK: atomicrmw add
; CHECK: {{^\}$}}
define void @counter(ptr addrspace(1) %a, ptr addrspace(1) %t) "weft.kernel" "target-cpu"="znver4" {
  %x = call i64 @weft.ctx.local_id.0()
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %x
  %v = load i32, ptr addrspace(1) %p
  %o = atomicrmw add ptr addrspace(1) %t, i32 %v monotonic
  ret void
}
