; How many lanes and parts an item gets, and whether that pays.
; PASSES: target-attributes,spmd-plan
; OPTIONS: --isa=x86-64-v4 --cpu=znver4

; Where to load next follows from what was loaded: four parts wait together.
; CHECK: define {{.*}}@search({{.*}} #[[SEARCH:[0-9]+]]
define void @search(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, i32 %n, ptr %sorted, ptr %keys, ptr %out) {
entry:
  %p = getelementptr inbounds i32, ptr %keys, i64 %x
  %key = load i32, ptr %p
  %any = icmp ne i32 %n, 0
  br i1 %any, label %loop, label %done
loop:
  %low = phi i32 [ 0, %entry ], [ %low.next, %latch ]
  %high = phi i32 [ %n, %entry ], [ %high.next, %latch ]
  %both = add i32 %low, %high
  %middle = lshr i32 %both, 1
  %wide = zext i32 %middle to i64
  %q = getelementptr inbounds i32, ptr %sorted, i64 %wide
  %v = load i32, ptr %q
  %less = icmp ult i32 %v, %key
  br i1 %less, label %up, label %latch
up:
  %above = add i32 %middle, 1
  br label %latch
latch:
  %low.next = phi i32 [ %above, %up ], [ %low, %loop ]
  %high.next = phi i32 [ %high, %up ], [ %middle, %loop ]
  %more = icmp ult i32 %low.next, %high.next
  br i1 %more, label %loop, label %done
done:
  %found = phi i32 [ 0, %entry ], [ %low.next, %latch ]
  %o = getelementptr inbounds i32, ptr %out, i64 %x
  store i32 %found, ptr %o
  ret void
}

; A short loop that lanes leave at different times: its end, which comes as a surprise, comes once for four parts.
; CHECK: define {{.*}}@until({{.*}} #[[SEARCH]]
define void @until(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, i64 %n, ptr %in, ptr %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %loop ]
  %at = add i64 %i, %x
  %q = getelementptr inbounds i32, ptr %in, i64 %at
  %v = load i32, ptr %q
  %sum.next = add i32 %sum, %v
  %i.next = add i64 %i, 1
  %less = icmp ult i32 %sum.next, 1000
  br i1 %less, label %loop, label %done
done:
  %o = getelementptr inbounds i32, ptr %out, i64 %x
  store i32 %sum.next, ptr %o
  ret void
}

; The lanes' counters of 64 bits are neighbours, which takes no vectors: as many lanes as there are floats.
; CHECK: define {{.*}}@fill({{.*}} #[[SEARCH]]
define void @fill(i64 range(i64 0, 8192) "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, i64 %size, ptr %in, ptr %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %x, %entry ], [ %next, %loop ]
  %q = getelementptr inbounds float, ptr %in, i64 %i
  %v = load float, ptr %q
  %o = getelementptr inbounds float, ptr %out, i64 %i
  store float %v, ptr %o
  %next = add i64 %i, %size
  %twice = shl i64 %next, 1
  %more = icmp ult i64 %twice, 4096
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Bytes beside a counter of 64 bits that is the same for all lanes; masks are no vectors of numbers, and an atomic
; operation at one address is one for all lanes.
; CHECK: define {{.*}}@letters({{.*}} #[[LETTERS:[0-9]+]]
define void @letters(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, i64 %n, ptr %text, ptr %pattern, ptr %count) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %at = add i64 %i, %x
  %p = getelementptr inbounds i8, ptr %text, i64 %at
  %v = load i8, ptr %p
  %q = getelementptr inbounds i8, ptr %pattern, i64 %i
  %w = load i8, ptr %q
  %same = icmp eq i8 %v, %w
  br i1 %same, label %latch, label %done
latch:
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %found
found:
  %old = atomicrmw volatile add ptr %count, i32 1 monotonic
  br label %done
done:
  ret void
}

; Where each lane has its own address, they take turns.
; CHECK: define {{.*}}@counters({{.*}} #[[COUNTERS:[0-9]+]]
define void @counters(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %count) {
  %p = getelementptr inbounds i32, ptr %in, i64 %x
  %v = load i32, ptr %p
  %wide = zext i32 %v to i64
  %q = getelementptr inbounds i32, ptr %count, i64 %wide
  %old = atomicrmw add ptr %q, i32 1 monotonic
  ret void
}

; A row of b that all rows of the group share, and an element of a for each: sixteen rows.
; CHECK: define {{.*}}@product({{.*}} #[[PRODUCT:[0-9]+]]
define void @product(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, i64 %n, ptr %a, ptr %b, ptr %c) {
entry:
  %first = mul i64 %y, %n
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %up, %loop ]
  %s = phi float [ 0.0, %entry ], [ %sum, %loop ]
  %i = add i64 %first, %k
  %p = getelementptr float, ptr %a, i64 %i
  %u = load float, ptr %p
  %l = mul i64 %k, %n
  %j = add i64 %l, %x
  %q = getelementptr float, ptr %b, i64 %j
  %v = load float, ptr %q
  %sum = call float @llvm.fmuladd.f32(float %u, float %v, float %s)
  %up = add i64 %k, 1
  %more = icmp ult i64 %up, %n
  br i1 %more, label %loop, label %done
done:
  %t = add i64 %first, %x
  %r = getelementptr float, ptr %c, i64 %t
  store float %sum, ptr %r
  ret void
}

; The same of whole numbers: nothing waits, but the loads are shared still.
; CHECK: define {{.*}}@whole({{.*}} #[[PRODUCT]]
define void @whole(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, i64 %n, ptr %a, ptr %b, ptr %c) {
entry:
  %first = mul i64 %y, %n
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %up, %loop ]
  %s = phi i32 [ 0, %entry ], [ %sum, %loop ]
  %i = add i64 %first, %k
  %p = getelementptr i32, ptr %a, i64 %i
  %u = load i32, ptr %p
  %l = mul i64 %k, %n
  %j = add i64 %l, %x
  %q = getelementptr i32, ptr %b, i64 %j
  %v = load i32, ptr %q
  %m = mul i32 %u, %v
  %sum = add i32 %s, %m
  %up = add i64 %k, 1
  %more = icmp ult i64 %up, %n
  br i1 %more, label %loop, label %done
done:
  %t = add i64 %first, %x
  %r = getelementptr i32, ptr %c, i64 %t
  store i32 %sum, ptr %r
  ret void
}

; What each lane looks up fills the time, and takes far longer than the load that parts would share: one part.
; CHECK: define {{.*}}@rounds({{.*}} #[[ROUNDS:[0-9]+]]
define void @rounds(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, i64 %n, ptr %table, ptr %keys, ptr %in, ptr %out) {
entry:
  %p = getelementptr inbounds i32, ptr %in, i64 %x
  %first = load i32, ptr %p
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi i32 [ %first, %entry ], [ %s.next, %loop ]
  %s0 = lshr i32 %s, 0
  %b0 = and i32 %s0, 255
  %w0 = zext i32 %b0 to i64
  %p0 = getelementptr inbounds i32, ptr %table, i64 %w0
  %t0 = load i32, ptr %p0
  %s1 = lshr i32 %s, 8
  %b1 = and i32 %s1, 255
  %w1 = zext i32 %b1 to i64
  %p1 = getelementptr inbounds i32, ptr %table, i64 %w1
  %t1 = load i32, ptr %p1
  %s2 = lshr i32 %s, 16
  %b2 = and i32 %s2, 255
  %w2 = zext i32 %b2 to i64
  %p2 = getelementptr inbounds i32, ptr %table, i64 %w2
  %t2 = load i32, ptr %p2
  %s3 = lshr i32 %s, 24
  %b3 = and i32 %s3, 255
  %w3 = zext i32 %b3 to i64
  %p3 = getelementptr inbounds i32, ptr %table, i64 %w3
  %t3 = load i32, ptr %p3
  %q = getelementptr inbounds i32, ptr %keys, i64 %i
  %key = load i32, ptr %q
  %x1 = xor i32 %t0, %t1
  %x2 = xor i32 %t2, %t3
  %x3 = xor i32 %x1, %x2
  %s.next = xor i32 %x3, %key
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %done
done:
  %o = getelementptr inbounds i32, ptr %out, i64 %x
  store i32 %s.next, ptr %o
  ret void
}

; The same without a table: what waits takes longer than the operations of one part, not of two.
; CHECK: define {{.*}}@mixes({{.*}} #[[SEARCH]]
define void @mixes(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, i64 %n, ptr %keys, ptr %in, ptr %out) {
entry:
  %p = getelementptr inbounds i32, ptr %in, i64 %x
  %first = load i32, ptr %p
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi i32 [ %first, %entry ], [ %s.next, %loop ]
  %q = getelementptr inbounds i32, ptr %keys, i64 %i
  %key = load i32, ptr %q
  %x1 = lshr i32 %s, 8
  %x2 = xor i32 %x1, %s
  %x3 = lshr i32 %x2, 16
  %x4 = xor i32 %x3, %x2
  %s.next = xor i32 %x4, %key
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %done
done:
  %o = getelementptr inbounds i32, ptr %out, i64 %x
  store i32 %s.next, ptr %o
  ret void
}

; CHECK-DAG: attributes #[[SEARCH]] = {{.*}}"weft.pays"="yes"{{.*}} "weft.planned"="16,4,0"
; CHECK-DAG: attributes #[[ROUNDS]] = {{.*}}"weft.pays"="yes"{{.*}} "weft.planned"="16,1,0"
; CHECK-DAG: attributes #[[LETTERS]] = {{.*}}"weft.pays"="yes"{{.*}} "weft.planned"="64,4,0"
; CHECK-DAG: attributes #[[COUNTERS]] = {{.*}}"weft.pays"="no"{{.*}} "weft.planned"="16,1,0"
; CHECK-DAG: attributes #[[PRODUCT]] = {{.*}}"weft.pays"="yes"{{.*}} "weft.planned"="16,16,1"
