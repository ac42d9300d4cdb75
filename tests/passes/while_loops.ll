; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Loops that ask at their end, where it is known that they are entered, ask at their beginning.
; PASSES: simplify/while-loops
declare void @__weft_barrier() convergent
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn
declare i64 @weft.ctx.local_size.0() memory(none) nounwind willreturn

; Of a guard that asks the same, before a truncation, nothing is left.
; CHECK-LABEL: define void @guarded(
; CHECK: entry:
; CHECK-NOT: br i1
; CHECK: while:
; CHECK-NEXT: [[I:%.*]] = phi i64
; CHECK-NEXT: [[LOW:%.*]] = trunc i64 [[I]] to i32
; CHECK-NEXT: [[MORE:%.*]] = icmp ugt i32 %n, [[LOW]]
; CHECK-NEXT: br i1 [[MORE]], label %loop, label %done
; CHECK: loop:
; CHECK-NOT: icmp
; CHECK: br label %while
; CHECK: done:
; CHECK: phi i64 [ [[I]], %while ]
define void @guarded(ptr addrspace(1) %p, i32 %n) "weft.kernel" {
entry:
  %l = call i64 @weft.ctx.local_id.0()
  %first = trunc i64 %l to i32
  %any = icmp ugt i32 %n, %first
  br i1 %any, label %loop, label %done
loop:
  %i = phi i64 [ %l, %entry ], [ %next, %loop ]
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 1, ptr addrspace(1) %q
  %size = call i64 @weft.ctx.local_size.0()
  %next = add i64 %size, %i
  %low = trunc i64 %next to i32
  %more = icmp ugt i32 %n, %low
  br i1 %more, label %loop, label %done
done:
  %last = phi i64 [ %l, %entry ], [ %next, %loop ]
  call void @__weft_barrier()
  %r = getelementptr i64, ptr addrspace(1) %p, i64 %l
  store i64 %last, ptr addrspace(1) %r
  ret void
}

; A guard that asks of 32 bits what the loop asks of their extensions.
; CHECK-LABEL: define void @extended(
; CHECK: entry:
; CHECK-NOT: br i1
; CHECK: while:
; CHECK-NEXT: [[I:%.*]] = phi i64
; CHECK-NEXT: icmp slt i64 [[I]], %wide
; CHECK: ret void
define void @extended(ptr addrspace(1) %p, i32 %n) "weft.kernel" {
entry:
  %l = call i64 @weft.ctx.local_id.0()
  %low = trunc i64 %l to i32
  %any = icmp sgt i32 %n, %low
  br i1 %any, label %before, label %done
before:
  %high = shl i64 %l, 32
  %first = ashr exact i64 %high, 32
  %wide = sext i32 %n to i64
  br label %loop
loop:
  %i = phi i64 [ %first, %before ], [ %next, %loop ]
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 1, ptr addrspace(1) %q
  %size = call i64 @weft.ctx.local_size.0()
  %next = add i64 %size, %i
  %more = icmp slt i64 %next, %wide
  br i1 %more, label %loop, label %done
done:
  call void @__weft_barrier()
  ret void
}

; Not where one of them has a sign and the other none.
; CHECK-LABEL: define void @other_extension(
; CHECK: entry:
; CHECK: br i1 %any
; CHECK-NOT: while:
; CHECK: ret void
define void @other_extension(ptr addrspace(1) %p, i32 %n) "weft.kernel" {
entry:
  %l = call i64 @weft.ctx.local_id.0()
  %low = trunc i64 %l to i32
  %any = icmp sgt i32 %n, %low
  br i1 %any, label %before, label %done
before:
  %first = and i64 %l, 4294967295
  %wide = sext i32 %n to i64
  br label %loop
loop:
  %i = phi i64 [ %first, %before ], [ %next, %loop ]
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 1, ptr addrspace(1) %q
  %size = call i64 @weft.ctx.local_size.0()
  %next = add i64 %size, %i
  %more = icmp slt i64 %next, %wide
  br i1 %more, label %loop, label %done
done:
  call void @__weft_barrier()
  ret void
}

; A number of iterations that is known; what the last one computed goes around once more.
; CHECK-LABEL: define void @known(
; CHECK: while:
; CHECK: [[D:%.*]] = phi i32
; CHECK: [[LAST:%.*]] = phi float [ poison, %entry ], [ %v, %loop ]
; CHECK: icmp ult i32 [[D]], 64
; CHECK: br i1 %{{.*}}, label %loop, label %done
; CHECK: done:
; CHECK: phi float [ [[LAST]], %while ]
define void @known(ptr addrspace(1) %p) "weft.kernel" {
entry:
  br label %loop
loop:
  %d = phi i32 [ 1, %entry ], [ %next, %loop ]
  call void @__weft_barrier()
  %wide = zext i32 %d to i64
  %q = getelementptr float, ptr addrspace(1) %p, i64 %wide
  %v = load float, ptr addrspace(1) %q
  %next = shl i32 %d, 1
  %more = icmp ult i32 %next, 64
  br i1 %more, label %loop, label %done
done:
  store float %v, ptr addrspace(1) %p
  ret void
}

; Not what may not be entered, nor a test of something loaded, nor a guard that leaves other values.
; CHECK-LABEL: define void @others(
; CHECK: loop:
; CHECK: br i1 %more, label %loop
; CHECK: again:
; CHECK: br i1 %go, label %again
; CHECK: br i1 %some, label %{{.*}}, label %end
; CHECK: while:
define void @others(ptr addrspace(1) %p, i32 %n, i32 %m) "weft.kernel" {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %wide = zext i32 %i to i64
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %wide
  store i32 1, ptr addrspace(1) %q
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %middle
middle:
  call void @__weft_barrier()
  br label %again
again:
  %j = phi i64 [ 0, %middle ], [ %j.next, %again ]
  %r = getelementptr i8, ptr addrspace(1) %p, i64 %j
  %j.next = add i64 %j, 1
  %v = load i8, ptr addrspace(1) %r
  %go = icmp ne i8 %v, 0
  br i1 %go, label %again, label %ask
ask:
  %some = icmp ult i32 0, %m
  br i1 %some, label %third, label %end
third:
  %k = phi i32 [ 0, %ask ], [ %k.next, %third ]
  %k.next = add i32 %k, 1
  call void @__weft_barrier()
  %on = icmp ult i32 %k.next, %m
  br i1 %on, label %third, label %end
end:
  %what = phi i32 [ 7, %ask ], [ %k.next, %third ]
  store i32 %what, ptr addrspace(1) %p
  ret void
}

; A guard that says more than the test stays: fewer than none would be many.
; CHECK-LABEL: define void @stays(
; CHECK: icmp sgt i32 %n, 0
; CHECK: br i1
; CHECK: while:
; CHECK: icmp ne i64
define void @stays(ptr addrspace(1) %p, i32 %n) "weft.kernel" {
entry:
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %some, label %done
some:
  %wide = zext nneg i32 %n to i64
  br label %loop
loop:
  %left = phi i64 [ %wide, %some ], [ %next, %loop ]
  call void @__weft_barrier()
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %left
  store i32 1, ptr addrspace(1) %q
  %next = add i64 %left, -1
  %more = icmp ne i64 %next, 0
  br i1 %more, label %loop, label %done
done:
  ret void
}

; A number that the inner loop computes, and that is asked for behind the outer one, comes out of both.
; CHECK-LABEL: define void @nested(
; CHECK: while:
; CHECK: %outer = phi i32 [ 0, %entry ], [ %sum.lcssa{{.*}}, %latch ]
; CHECK: br i1 %{{.*}}, label %done, label %head
; CHECK: while{{[0-9]+}}:
; CHECK: %inner = phi i32 [ %outer, %head ], [ %sum, %body ]
; CHECK: latch:
; CHECK: %sum.lcssa{{.*}} = phi i32 [ %inner, %while{{[0-9]+}} ]
; CHECK: done:
; CHECK: [[S:%.*]] = phi i32 [ %outer, %while ]
; CHECK: store i32 [[S]], ptr
define void @nested(ptr addrspace(3) %p) "weft.kernel" {
entry:
  call void @__weft_barrier()
  br label %head
head:
  %j = phi i64 [ 0, %entry ], [ %j.next, %latch ]
  %outer = phi i32 [ 0, %entry ], [ %sum, %latch ]
  br label %body
body:
  %k = phi i64 [ 0, %head ], [ %k.next, %body ]
  %inner = phi i32 [ %outer, %head ], [ %sum, %body ]
  %q = getelementptr i32, ptr addrspace(3) %p, i64 %k
  %v = load i32, ptr addrspace(3) %q
  %sum = add i32 %inner, %v
  %k.next = add i64 %k, 1
  %ends = icmp eq i64 %k.next, 16
  br i1 %ends, label %latch, label %body
latch:
  %j.next = add i64 %j, 1
  %all = icmp eq i64 %j.next, 16
  br i1 %all, label %done, label %head
done:
  store i32 %sum, ptr addrspace(3) %p
  ret void
}
