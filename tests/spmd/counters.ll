; Counters of 32 bits whose extensions index memory become counters of 64 bits where they do not wrap.
; PASSES: spmd-counters

; for (uint i = x; i < n; i += s) p[i] = 1: what may wrap is asked, once a row.
; CHECK-LABEL: define void @shared.wide(
; CHECK: [[FIRST:%.*]] = zext i32 %i to i64
; CHECK: [[STEP:%.*]] = zext i32 %s to i64
; CHECK: %c.wide = phi i64 [ [[FIRST]], %{{.*}} ], [ [[NEXT:%.*]], %loop ]
; CHECK: getelementptr i32, ptr %p, i64 %c.wide
; Work-items that have left the loop count on: nothing promises that they do not wrap.
; CHECK: [[NEXT]] = add i64 %c.wide, [[STEP]]
; CHECK: icmp ult i32 %next, %n
; CHECK-LABEL: define {{.*}}i1 @shared.wide.counts(
; CHECK: [[N:%.*]] = zext i32 %{{.*}} to i64
; CHECK: [[LAST:%.*]] = call i64 @llvm.usub.sat.i64(i64 [[N]], i64 1)
; CHECK: [[SUM:%.*]] = add i64 [[LAST]], %{{.*}}
; CHECK: icmp ule i64 [[SUM]], 4294967295
define void @shared(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i32 %n, i32 %s) {
entry:
  %i = trunc nuw nsw i64 %x to i32
  %some = icmp ult i32 %i, %n
  br i1 %some, label %loop, label %end
loop:
  %c = phi i32 [ %i, %entry ], [ %next, %loop ]
  %at = zext i32 %c to i64
  %q = getelementptr i32, ptr %p, i64 %at
  store i32 1, ptr %q
  %next = add i32 %c, %s
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Signed, of 64 bits since the step is a size_t; the step must not be negative either.
; CHECK-LABEL: define void @long.wide(
; CHECK: %c.wide = phi i64
; CHECK: getelementptr i32, ptr %p, i64 %c.wide
; CHECK-LABEL: define {{.*}}i1 @long.wide.counts(
; CHECK: sext i32 %{{.*}} to i64
; CHECK: icmp ule i64 %{{.*}}, 2147483647
; CHECK: icmp sle i64 %{{.*}}, 2147483647
; CHECK: ret i1
define void @long(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i32 %n, i64 %s) {
entry:
  %i = trunc nuw nsw i64 %x to i32
  %some = icmp slt i32 %i, %n
  br i1 %some, label %loop, label %end
loop:
  %c = phi i64 [ %x, %entry ], [ %next, %loop ]
  %low = trunc i64 %c to i32
  %at = sext i32 %low to i64
  %q = getelementptr i32, ptr %p, i64 %at
  store i32 1, ptr %q
  %next = add i64 %at, %s
  %next.low = trunc i64 %next to i32
  %more = icmp slt i32 %next.low, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; The same unsigned: the sum that is asked about is the counter's, not that of what stands for it.
; CHECK-LABEL: define void @long_unsigned.wide(
; CHECK: getelementptr i32, ptr %p, i64 %c.wide
; CHECK-LABEL: define {{.*}}i1 @long_unsigned.wide.counts(
; CHECK: usub.sat
; CHECK: add i64
; CHECK: ret i1 %
define void @long_unsigned(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i32 %n, i64 %s) {
entry:
  %i = trunc nuw nsw i64 %x to i32
  %some = icmp ult i32 %i, %n
  br i1 %some, label %loop, label %end
loop:
  %c = phi i64 [ %x, %entry ], [ %next, %loop ]
  %low = trunc i64 %c to i32
  %at = zext i32 %low to i64
  %q = getelementptr i32, ptr %p, i64 %at
  store i32 1, ptr %q
  %next = add i64 %at, %s
  %next.low = trunc i64 %next to i32
  %more = icmp ult i32 %next.low, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Sums and products of counters: that none wraps is asked of the largest. A row's pitch and its number as well.
; CHECK-LABEL: define void @tile.wide(
; CHECK: [[ROW:%.*]] = mul i64 %{{.*}}, %{{.*}}
; CHECK: [[AT:%.*]] = add i64 [[ROW]], %u.wide
; CHECK: getelementptr i32, ptr %p, i64 [[AT]]
; CHECK-LABEL: define {{.*}}i1 @tile.wide.counts(
; CHECK: mul i64 17, %{{.*}}
; CHECK: icmp ule i64 %{{.*}}, 4294967295
; CHECK: ret i1
define void @tile(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i32 %pitch, i32 range(i32 1, 8193) %s) {
entry:
  %i = trunc nuw nsw i64 %x to i32
  %some = icmp ult i32 %i, 18
  br label %outer
outer:
  %v = phi i32 [ 0, %entry ], [ %v.next, %outer.end ]
  br i1 %some, label %loop, label %outer.end
loop:
  %u = phi i32 [ %i, %outer ], [ %next, %loop ]
  %row = mul i32 %v, %pitch
  %sum = add i32 %row, %u
  %at = zext i32 %sum to i64
  %q = getelementptr i32, ptr %p, i64 %at
  store i32 1, ptr %q
  %next = add i32 %u, %s
  %more = icmp ult i32 %next, 18
  br i1 %more, label %loop, label %outer.end
outer.end:
  %v.next = add nuw nsw i32 %v, 1
  %again = icmp ne i32 %v.next, 18
  br i1 %again, label %outer, label %end
end:
  ret void
}

; Known to hold: nothing is asked. A mask that all values fit into goes as well.
; CHECK-LABEL: define void @known.wide(
; CHECK: %c.wide = phi i64
; CHECK-NOT: @known.wide.counts
; CHECK-LABEL: define void @masked.wide(
; CHECK-NOT: and
; CHECK: getelementptr i32, ptr %p, i64 %c
; CHECK-NOT: @masked.wide.counts
define void @known(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i32 range(i32 1, 8193) %s) "weft.no.guard" {
entry:
  %i = trunc nuw nsw i64 %x to i32
  br label %loop
loop:
  %c = phi i32 [ %i, %entry ], [ %next, %loop ]
  %at = sext i32 %c to i64
  %q = getelementptr i32, ptr %p, i64 %at
  store i32 1, ptr %q
  %next = add i32 %c, %s
  %more = icmp slt i32 %next, 1000
  br i1 %more, label %loop, label %end
end:
  ret void
}

define void @masked(i64 range(i64 0, 1024) "weft.item.id"="x" %x, ptr %p, i64 range(i64 1, 8193) %s) {
entry:
  br label %loop
loop:
  %c = phi i64 [ %x, %entry ], [ %next, %loop ]
  %at = and i64 %c, 1023
  %q = getelementptr i32, ptr %p, i64 %at
  store i32 1, ptr %q
  %next = add i64 %at, %s
  %more = icmp ult i64 %next, 1024
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Nothing compares the first number with the bound: where the row begins and how long it is are asked as well.
; CHECK-LABEL: define void @late.wide(
; CHECK: getelementptr i32, ptr %p, i64 %c.wide
; CHECK-LABEL: define {{.*}}i1 @late.wide.counts(i64 %0, ptr %1, i32 %2, i32 %3, i32 %4, i64 %5)
; CHECK: [[FIRST:%.*]] = add i64 %{{.*}}, %5
; CHECK: call i64 @llvm.umax.i64(i64 %{{.*}}, i64 [[FIRST]])
; CHECK: ret i1 %
define void @late(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i32 %base, i32 %n, i32 %s) {
entry:
  %i = trunc nuw nsw i64 %x to i32
  %start = add i32 %base, %i
  br label %loop
loop:
  %c = phi i32 [ %start, %entry ], [ %next, %loop ]
  %at = zext i32 %c to i64
  %q = getelementptr i32, ptr %p, i64 %at
  store i32 1, ptr %q
  %next = add i32 %c, %s
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A counter that another one steps by: that must not go down, which is asked of its own step.
; CHECK-LABEL: define void @nest.wide(
; CHECK-LABEL: define {{.*}}i1 @nest.wide.counts(i64 %0, ptr %1, i32 %2, i64 %3, i32 %4, i64 %5)
; CHECK: [[LOW:%.*]] = trunc i64 %3 to i32
; CHECK: [[STEP:%.*]] = sext i32 [[LOW]] to i64
; CHECK: icmp ule i64 [[STEP]], 2147483647
; CHECK: ret i1 %
define void @nest(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i32 %n, i64 %s, i32 %m) {
entry:
  %s32 = trunc i64 %s to i32
  %i = trunc nuw nsw i64 %x to i32
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %outer, label %end
outer:
  %o = phi i32 [ 0, %entry ], [ %onext, %olatch ]
  br label %pre
pre:
  %some2 = icmp ult i32 %i, %m
  br i1 %some2, label %loop, label %olatch
loop:
  %c = phi i32 [ %i, %pre ], [ %next, %cont ]
  %t = phi i32 [ 0, %pre ], [ %t1, %cont ]
  %at = sext i32 %c to i64
  %q = getelementptr i32, ptr %p, i64 %at
  store i32 1, ptr %q
  %next = add i32 %c, %o
  %more = icmp ult i32 %next, %m
  br i1 %more, label %cont, label %olatch
cont:
  %t1 = add i32 %t, 1
  %br = icmp eq i32 %t1, 3
  br i1 %br, label %olatch, label %loop
olatch:
  %onext = add i32 %o, %s32
  %omore = icmp slt i32 %onext, %n
  br i1 %omore, label %outer, label %end
end:
  ret void
}

; What stays: a loop without a bound, one that counts down, one whose bound differs between the rows of a packet, one
; that must not ask, a mask that cuts, what is added to the counter where that differs between lanes, numbers of which no
; address is made, products that are likely to wrap, and steps of one whose extension, compared as unsigned, leaps.
; CHECK-NOT: @endless.wide
; CHECK-NOT: @down.wide
; CHECK-NOT: @by_row.wide
; CHECK-NOT: @silent.wide
; CHECK-NOT: @cut.wide
; CHECK-NOT: @apart.wide
; CHECK-NOT: @value.wide
; CHECK-NOT: @random.wide
; CHECK-NOT: @gap.wide
define void @endless(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i32 %n, i32 %s) {
entry:
  %i = trunc nuw nsw i64 %x to i32
  br label %loop
loop:
  %c = phi i32 [ %i, %entry ], [ %next, %loop ]
  %at = zext i32 %c to i64
  %q = getelementptr i32, ptr %p, i64 %at
  %v = load i32, ptr %q
  %next = add i32 %c, %s
  %more = icmp ult i32 %v, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

define void @down(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i32 %n) {
entry:
  %i = trunc nuw nsw i64 %x to i32
  %some = icmp ult i32 %i, %n
  br i1 %some, label %loop, label %end
loop:
  %c = phi i32 [ %i, %entry ], [ %next, %loop ]
  %at = zext i32 %c to i64
  %q = getelementptr i32, ptr %p, i64 %at
  store i32 1, ptr %q
  %next = add i32 %c, -16
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

define void @by_row(i64 range(i64 0, 8192) "weft.item.id"="x" %x, i64 range(i64 0, 8192) "weft.item.id"="y" %y, ptr %p, i32 %m, i32 %s) {
entry:
  %i = trunc nuw nsw i64 %x to i32
  %j = trunc nuw nsw i64 %y to i32
  %n = add i32 %j, %m
  %some = icmp ult i32 %i, %n
  br i1 %some, label %loop, label %end
loop:
  %c = phi i32 [ %i, %entry ], [ %next, %loop ]
  %at = zext i32 %c to i64
  %q = getelementptr i32, ptr %p, i64 %at
  store i32 1, ptr %q
  %next = add i32 %c, %s
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

define void @silent(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i32 %n, i32 %s) "weft.no.guard" {
entry:
  %i = trunc nuw nsw i64 %x to i32
  %some = icmp ult i32 %i, %n
  br i1 %some, label %loop, label %end
loop:
  %c = phi i32 [ %i, %entry ], [ %next, %loop ]
  %at = zext i32 %c to i64
  %q = getelementptr i32, ptr %p, i64 %at
  store i32 1, ptr %q
  %next = add i32 %c, %s
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

define void @cut(i64 range(i64 0, 1024) "weft.item.id"="x" %x, ptr %p, i64 range(i64 1, 8193) %s) {
entry:
  br label %loop
loop:
  %c = phi i64 [ %x, %entry ], [ %next, %loop ]
  %at = and i64 %c, 1023
  %q = getelementptr i32, ptr %p, i64 %at
  store i32 1, ptr %q
  %next = add i64 %at, %s
  %more = icmp ult i64 %next, 1025
  br i1 %more, label %loop, label %end
end:
  ret void
}

define void @apart(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i32 %n, i32 %s) {
entry:
  %i = trunc nuw nsw i64 %x to i32
  %o = getelementptr i32, ptr %p, i64 %x
  %more.from = load i32, ptr %o
  %some = icmp ult i32 %i, %n
  br i1 %some, label %loop, label %end
loop:
  %c = phi i32 [ %i, %entry ], [ %next, %loop ]
  %sum = add i32 %c, %more.from
  %at = zext i32 %sum to i64
  %q = getelementptr i32, ptr %p, i64 %at
  store i32 1, ptr %q
  %next = add i32 %c, %s
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

define void @value(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i32 %n, i32 %s) {
entry:
  %i = trunc nuw nsw i64 %x to i32
  %some = icmp ult i32 %i, %n
  br i1 %some, label %loop, label %end
loop:
  %c = phi i32 [ %i, %entry ], [ %next, %loop ]
  %at = zext i32 %c to i64
  %o = getelementptr i64, ptr %p, i64 %x
  store i64 %at, ptr %o
  %next = add i32 %c, %s
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

define void @random(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i32 %n, i32 %s) {
entry:
  %i = trunc nuw nsw i64 %x to i32
  %some = icmp ult i32 %i, %n
  br i1 %some, label %loop, label %end
loop:
  %c = phi i32 [ %i, %entry ], [ %next, %loop ]
  %r = mul i32 %c, 1103515245
  %at = zext i32 %r to i64
  %q = getelementptr i32, ptr %p, i64 %at
  store i32 1, ptr %q
  %next = add i32 %c, %s
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

define void @gap(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i64 %n, i32 %k) {
entry:
  %x32 = trunc nuw nsw i64 %x to i32
  %i = add i32 %x32, %k
  %ie = sext i32 %i to i64
  %some = icmp ult i64 %ie, %n
  br i1 %some, label %loop, label %end
loop:
  %c = phi i32 [ %i, %entry ], [ %next, %loop ]
  %at = zext i32 %c to i64
  %q = getelementptr i32, ptr %p, i64 %at
  store i32 1, ptr %q
  %next = add i32 %c, 1
  %ne = sext i32 %next to i64
  %more = icmp ne i64 %ne, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
