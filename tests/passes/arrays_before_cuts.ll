; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: simplify
declare void @__weft_barrier() convergent
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn

; A private array across a barrier, walked by a loop of few turns: the loop goes, its elements are values.
; CHECK-LABEL: define void @across(
; CHECK-NOT: alloca
; CHECK-NOT: phi
; CHECK: call void @__weft_barrier()
; CHECK: {{^\}$}}
define void @across(ptr addrspace(1) %a) "weft.kernel" {
entry:
  %v = alloca [3 x float]
  %l = call i64 @weft.ctx.local_id.0()
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %up, %body ]
  %goes = icmp ult i64 %i, 3
  br i1 %goes, label %body, label %end

body:
  %from = getelementptr inbounds float, ptr addrspace(1) %a, i64 %i
  %x = load float, ptr addrspace(1) %from
  %to = getelementptr inbounds [3 x float], ptr %v, i64 0, i64 %i
  store float %x, ptr %to
  %up = add i64 %i, 1
  br label %head

end:
  call void @__weft_barrier()
  %first = load float, ptr %v
  %p2 = getelementptr inbounds [3 x float], ptr %v, i64 0, i64 2
  %last = load float, ptr %p2
  %sum = fadd float %first, %last
  %out = getelementptr inbounds float, ptr addrspace(1) %a, i64 %l
  store float %sum, ptr addrspace(1) %out
  ret void
}

; A loop in which work-items meet stays one, and its array an array.
; CHECK-LABEL: define void @within(
; CHECK: alloca [3 x float]
; CHECK: phi i64
; CHECK: call void @__weft_barrier()
; CHECK-NOT: call void @__weft_barrier()
; CHECK: {{^\}$}}
define void @within(ptr addrspace(1) %a) "weft.kernel" {
entry:
  %v = alloca [3 x float]
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %up, %body ]
  %goes = icmp ult i64 %i, 3
  br i1 %goes, label %body, label %end

body:
  %from = getelementptr inbounds float, ptr addrspace(1) %a, i64 %i
  %x = load float, ptr addrspace(1) %from
  %to = getelementptr inbounds [3 x float], ptr %v, i64 0, i64 %i
  store float %x, ptr %to
  call void @__weft_barrier()
  %up = add i64 %i, 1
  br label %head

end:
  %first = load float, ptr %v
  store float %first, ptr addrspace(1) %a
  ret void
}

; Without cuts the loop is left to what comes later.
; CHECK-LABEL: define void @plain(
; CHECK: alloca [3 x float]
; CHECK: {{^\}$}}
define void @plain(ptr addrspace(1) %a) "weft.kernel" {
entry:
  %v = alloca [3 x float]
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %up, %body ]
  %goes = icmp ult i64 %i, 3
  br i1 %goes, label %body, label %end

body:
  %from = getelementptr inbounds float, ptr addrspace(1) %a, i64 %i
  %x = load float, ptr addrspace(1) %from
  %to = getelementptr inbounds [3 x float], ptr %v, i64 0, i64 %i
  store float %x, ptr %to
  %up = add i64 %i, 1
  br label %head

end:
  %first = load float, ptr %v
  store float %first, ptr addrspace(1) %a
  ret void
}

; A loop inside, whose iterations nobody knows, stays a loop in each copy; the elements are values all the same.
; CHECK-LABEL: define void @around(
; CHECK-NOT: alloca
; CHECK: srem
; CHECK: srem
; CHECK: srem
; CHECK: call void @__weft_barrier()
; CHECK-NOT: load float, ptr %
; CHECK: {{^\}$}}
define void @around(ptr addrspace(1) %a, i32 %n) "weft.kernel" {
entry:
  %v = alloca [3 x float]
  %l = call i64 @weft.ctx.local_id.0()
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %up, %body ]
  %goes = icmp ult i64 %i, 3
  br i1 %goes, label %start, label %end

start:
  %i32 = trunc i64 %i to i32
  br label %inner

inner:
  %k = phi i32 [ %i32, %start ], [ %next, %inner ]
  %next = srem i32 %k, %n
  %out.of.range = icmp sgt i32 %next, 7
  br i1 %out.of.range, label %inner, label %body

body:
  %from = getelementptr inbounds float, ptr addrspace(1) %a, i32 %next
  %x = load float, ptr addrspace(1) %from
  %to = getelementptr inbounds [3 x float], ptr %v, i64 0, i64 %i
  store float %x, ptr %to
  %up = add i64 %i, 1
  br label %head

end:
  call void @__weft_barrier()
  %first = load float, ptr %v
  %p2 = getelementptr inbounds [3 x float], ptr %v, i64 0, i64 2
  %last = load float, ptr %p2
  %sum = fadd float %first, %last
  %out = getelementptr inbounds float, ptr addrspace(1) %a, i64 %l
  store float %sum, ptr addrspace(1) %out
  ret void
}

; The loop inside is what chooses the element: nothing is gained by copies of it.
; CHECK-LABEL: define void @inside(
; CHECK: alloca [3 x float]
; CHECK: srem
; CHECK-NOT: srem
; CHECK: {{^\}$}}
define void @inside(ptr addrspace(1) %a, i32 %n) "weft.kernel" {
entry:
  %v = alloca [3 x float]
  store float 0.0, ptr %v
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %up, %body ]
  %goes = icmp ult i64 %i, 3
  br i1 %goes, label %start, label %end

start:
  %i32 = trunc i64 %i to i32
  br label %inner

inner:
  %k = phi i32 [ %i32, %start ], [ %next, %inner ]
  %next = srem i32 %k, %n
  %to = getelementptr inbounds [3 x float], ptr %v, i64 0, i32 %k
  store float 1.0, ptr %to
  %out.of.range = icmp sgt i32 %next, 7
  br i1 %out.of.range, label %inner, label %body

body:
  %up = add i64 %i, 1
  br label %head

end:
  call void @__weft_barrier()
  %p2 = getelementptr inbounds [3 x float], ptr %v, i64 0, i64 2
  %last = load float, ptr %p2
  store float %last, ptr addrspace(1) %a
  ret void
}
