; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: spmd-divergence
declare i32 @pure(i32) memory(none) nounwind willreturn
declare i32 @unknown(i32)

; Loads and pure calls differ as their operands do; what an unknown function, an atomic or a volatile load gives may differ.
; CHECK-LABEL: define void @values(
; CHECK-NEXT: %u = load i32, ptr addrspace(1) %in, align 4{{$}}
; CHECK-NEXT: %row = mul i64 %y, 10{{$}}
; CHECK-NEXT: %p = getelementptr i32, ptr addrspace(1) %in, i64 %x, !weft.divergent
; CHECK-NEXT: %v = load i32, ptr addrspace(1) %p, align 4, !weft.divergent
; CHECK-NEXT: %w = load volatile i32, ptr addrspace(1) %in, align 4, !weft.divergent
; CHECK-NEXT: %a = atomicrmw add ptr addrspace(1) %in, i32 1 monotonic, align 4, !weft.divergent
; CHECK-NEXT: %c = call i32 @pure(i32 %u){{$}}
; CHECK-NEXT: %d = call i32 @pure(i32 %v), !weft.divergent
; CHECK-NEXT: %e = call i32 @unknown(i32 %u), !weft.divergent
; CHECK-NEXT: ret void{{$}}
define void @values(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, ptr addrspace(1) %in) {
  %u = load i32, ptr addrspace(1) %in
  %row = mul i64 %y, 10
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %x
  %v = load i32, ptr addrspace(1) %p
  %w = load volatile i32, ptr addrspace(1) %in
  %a = atomicrmw add ptr addrspace(1) %in, i32 1 monotonic
  %c = call i32 @pure(i32 %u)
  %d = call i32 @pure(i32 %v)
  %e = call i32 @unknown(i32 %u)
  ret void
}

; Private memory is each work-item's own.
; CHECK-LABEL: define void @own(
; CHECK: %m = alloca i32, align 4, !weft.divergent
; CHECK: %v = load i32, ptr %m, align 4, !weft.divergent
define void @own(i64 "weft.item.id"="x" %x, i32 %n) {
  %m = alloca i32
  store i32 %n, ptr %m
  %v = load i32, ptr %m
  ret void
}

; A count is the same for all lanes in the loop, and differs behind it, as they leave at different times.
; CHECK-LABEL: define void @count(
; CHECK: %i = phi i64 [ 0, %entry ], [ %next, %loop ]{{$}}
; CHECK: %next = add i64 %i, 1{{$}}
; CHECK: br i1 %more, label %loop, label %done, !weft.divergent
; CHECK: store i64 %i, ptr addrspace(1) %p, align 4, {{.*}}!weft.divergent.use
define void @count(i64 "weft.item.id"="x" %x, ptr addrspace(1) %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %x
  br i1 %more, label %loop, label %done
done:
  %p = getelementptr i64, ptr addrspace(1) %out, i64 %x
  store i64 %i, ptr addrspace(1) %p
  ret void
}

; A phi of the same values on both sides differs if the branch does.
; CHECK-LABEL: define void @join(
; CHECK: br i1 %c, label %a, label %b, !weft.divergent
; CHECK: %v = phi i32 [ 1, %a ], [ 2, %b ], !weft.divergent
; CHECK: %w = phi i32 [ 1, %j ], [ 2, %k ]{{$}}
define void @join(i64 "weft.item.id"="x" %x, i1 %u) {
entry:
  %c = icmp eq i64 %x, 3
  br i1 %c, label %a, label %b
a:
  br label %j
b:
  br label %j
j:
  %v = phi i32 [ 1, %a ], [ 2, %b ]
  br i1 %u, label %l, label %k
k:
  br label %l
l:
  %w = phi i32 [ 1, %j ], [ 2, %k ]
  ret void
}

; Where lanes leave a loop by different exits, a phi of the exits tells which: it differs, though all it joins is constant.
; CHECK-LABEL: define void @exits(
; CHECK: %which = phi i32 [ 2, %head ], [ 5, %body ], !weft.divergent
define void @exits(i64 "weft.item.id"="x" %x, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %out
body:
  %c = icmp ne i64 %x, 43
  br i1 %c, label %out, label %latch
latch:
  %next = add i32 %i, 1
  br label %head
out:
  %which = phi i32 [ 2, %head ], [ 5, %body ]
  ret void
}

; Lanes part in the header, and by each way they leave at a turn that is the same for all who go there: the branches out
; are uniform, but what the loop counts differs behind it, and so does what is decided by that.
; CHECK-LABEL: define void @ways(
; CHECK: %k = phi i32 [ 0, %entry ], [ %next, %latch ]{{$}}
; CHECK: br i1 %odd, label %one, label %other, !weft.divergent
; CHECK: br i1 %last, label %done, label %latch{{$}}
; CHECK: br i1 %end, label %done, label %latch{{$}}
; CHECK: %more = icmp ugt i32 %k, 4, {{.*}}!weft.divergent
; CHECK: br i1 %more, label %yes, label %no, !weft.divergent
define void @ways(i64 "weft.item.id"="x" %x, i32 %n, i32 %m, ptr addrspace(1) %out) {
entry:
  %odd = trunc i64 %x to i1
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %latch ]
  br i1 %odd, label %one, label %other
one:
  %last = icmp eq i32 %k, %n
  br i1 %last, label %done, label %latch
other:
  %end = icmp eq i32 %k, %m
  br i1 %end, label %done, label %latch
latch:
  %next = add i32 %k, 1
  br label %loop
done:
  %more = icmp ugt i32 %k, 4
  br i1 %more, label %yes, label %no
yes:
  store i32 %n, ptr addrspace(1) %out
  br label %no
no:
  ret void
}

; Where all meet again before anybody leaves, the count is the same behind the loop. So it is where some go on early.
; CHECK-LABEL: define void @meet(
; CHECK: br i1 %odd, label %one, label %both, !weft.divergent
; CHECK: %more = icmp ugt i32 %k, 4{{$}}
; CHECK: br i1 %more, label %yes, label %no{{$}}
define void @meet(i64 "weft.item.id"="x" %x, i32 %n, ptr addrspace(1) %out) {
entry:
  %odd = trunc i64 %x to i1
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %latch ]
  br i1 %odd, label %one, label %both
one:
  store i32 %n, ptr addrspace(1) %out
  br label %both
both:
  %last = icmp eq i32 %k, %n
  br i1 %last, label %done, label %latch
latch:
  %next = add i32 %k, 1
  br label %loop
done:
  %more = icmp ugt i32 %k, 4
  br i1 %more, label %yes, label %no
yes:
  store i32 %n, ptr addrspace(1) %out
  br label %no
no:
  ret void
}

; Who leaves the inner loop by the outer one's exit leaves both.
; CHECK-LABEL: define void @nested(
; CHECK: br i1 %odd, label %one, label %other, !weft.divergent
; CHECK: br i1 %end, label %behind, label %latch{{$}}
; CHECK: %more = icmp ugt i32 %j, 4, {{.*}}!weft.divergent
define void @nested(i64 "weft.item.id"="x" %x, i32 %n, i32 %m, ptr addrspace(1) %out) {
entry:
  %odd = trunc i64 %x to i1
  br label %outer
outer:
  %j = phi i32 [ 0, %entry ], [ %up, %behind ]
  br label %loop
loop:
  %k = phi i32 [ 0, %outer ], [ %next, %latch ]
  br i1 %odd, label %one, label %other
one:
  %last = icmp eq i32 %k, %n
  br i1 %last, label %done, label %latch
other:
  %end = icmp eq i32 %k, %m
  br i1 %end, label %behind, label %latch
latch:
  %next = add i32 %k, 1
  br label %loop
behind:
  %up = add i32 %j, 1
  %again = icmp ult i32 %up, %m
  br i1 %again, label %outer, label %done
done:
  %more = icmp ugt i32 %j, 4
  br i1 %more, label %yes, label %no
yes:
  store i32 %n, ptr addrspace(1) %out
  br label %no
no:
  ret void
}
