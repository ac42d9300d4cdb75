; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The range is computed for all of a row, also where no work-item computes its bounds: flags that hold only where one does
; are dropped, for a range that is poison would be branched on.
; PASSES: spmd-clip

declare i32 @llvm.umin.i32(i32, i32)

; The bound is asked for only where n is not 0: n - 1 wraps elsewhere. What is left for the work-items has its flags.
; CHECK-LABEL: define {{.*}}{ i64, i64, i1 } @wraps.range(
; CHECK-SAME: i64 %{{[^,]*}}, ptr %{{[^,]*}}, i32 [[N:%[^,]*]], i64 %{{[^,]*}})
; CHECK: [[LAST:%.*]] = sub i32 [[N]], 1
; CHECK: [[THREE:%.*]] = mul i32 [[LAST]], 3
; CHECK: [[FOUR:%.*]] = shl i32 [[THREE]], 2
; CHECK: add i32 [[FOUR]], [[N]]
; CHECK: ret { i64, i64, i1 }
; CHECK-LABEL: define void @wraps.inner(
; CHECK: [[LAST:%.*]] = sub nuw nsw i32 %n, 1
; CHECK: [[THREE:%.*]] = mul nuw nsw i32 [[LAST]], 3
; CHECK: [[FOUR:%.*]] = shl nuw nsw i32 [[THREE]], 2
; CHECK: add nuw nsw i32 [[FOUR]], %n
define void @wraps(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i32 %n) {
  %i = trunc nuw nsw i64 %x to i32
  %some = icmp ne i32 %n, 0
  br i1 %some, label %if, label %end
if:
  %last = sub nuw nsw i32 %n, 1
  %three = mul nuw nsw i32 %last, 3
  %four = shl nuw nsw i32 %three, 2
  %bound = add nuw nsw i32 %four, %n
  %in = icmp ult i32 %i, %bound
  br i1 %in, label %then, label %end
then:
  %q = getelementptr i32, ptr %p, i64 %x
  store i32 %bound, ptr %q
  br label %end
end:
  ret void
}

; x itself is asked about at 0, which need not be any work-item's: neither its sum nor its extension is known to be within
; bounds there.
; CHECK-LABEL: define {{.*}}{ i64, i64, i1 } @first.range(
; CHECK-SAME: i64 %{{[^,]*}}, ptr %{{[^,]*}}, i32 [[BASE:%[^,]*]], i64 %{{[^,]*}}, i64 %{{[^,]*}})
; CHECK: [[X:%.*]] = trunc i64 0 to i32
; CHECK: [[SUM:%.*]] = add i32 [[X]], [[BASE]]
; CHECK: zext i32 [[SUM]] to i64
; CHECK: sub i64 %{{.*}}, 7
; CHECK: ret { i64, i64, i1 }
define void @first(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i32 %base, i64 %n) {
  %i = trunc nuw nsw i64 %x to i32
  %sum = add nuw nsw i32 %i, %base
  %wide = zext nneg i32 %sum to i64
  %less = sub nuw nsw i64 %wide, 7
  %in = icmp samesign ult i64 %less, %n
  br i1 %in, label %then, label %end
then:
  %q = getelementptr i32, ptr %p, i64 %x
  store i32 1, ptr %q
  br label %end
end:
  ret void
}

; Quotients that leave a rest, and numbers that do not fit in fewer bits.
; CHECK-LABEL: define {{.*}}{ i64, i64, i1 } @exact.range(
; CHECK-SAME: i64 %{{[^,]*}}, ptr %{{[^,]*}}, i64 [[N:%[^,]*]], i64 %{{[^,]*}})
; CHECK: [[A:%.*]] = lshr i64 [[N]], 2
; CHECK: [[B:%.*]] = ashr i64 [[A]], 3
; CHECK: [[C:%.*]] = udiv i64 [[B]], 5
; CHECK: [[D:%.*]] = sdiv i64 [[C]], 7
; CHECK: [[NARROW:%.*]] = trunc i64 [[D]] to i32
; CHECK: sext i32 [[NARROW]] to i64
; CHECK: ret { i64, i64, i1 }
define void @exact(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i64 %n) {
  %a = lshr exact i64 %n, 2
  %b = ashr exact i64 %a, 3
  %c = udiv exact i64 %b, 5
  %d = sdiv exact i64 %c, 7
  %narrow = trunc nuw nsw i64 %d to i32
  %wide = sext i32 %narrow to i64
  %in = icmp ult i64 %x, %wide
  br i1 %in, label %then, label %end
then:
  %q = getelementptr i32, ptr %p, i64 %x
  store i32 1, ptr %q
  br label %end
end:
  ret void
}

; An `or` of bits of which no two meet is a sum, which is what it is taken for elsewhere. Of others it is none.
; CHECK-LABEL: define {{.*}}{ i64, i64, i1 } @bits.range(
; CHECK-SAME: i64 %{{[^,]*}}, ptr %{{[^,]*}}, i64 [[N:%[^,]*]], i64 [[M:%[^,]*]], i64 %{{[^,]*}})
; CHECK: [[SUM:%.*]] = add i64 [[N]], [[M]]
; CHECK: [[BOTH:%.*]] = or i64 [[SUM]], 6
; CHECK: add i64 [[BOTH]], 1
; CHECK: ret { i64, i64, i1 }
; CHECK-LABEL: define void @bits.inner(
; CHECK: [[SUM:%.*]] = or disjoint i64 %n, %m
; CHECK: [[BOTH:%.*]] = or i64 [[SUM]], 6
; CHECK: or disjoint i64 [[BOTH]], 1
define void @bits(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i64 %n, i64 %m) {
  %sum = or disjoint i64 %n, %m
  %both = or i64 %sum, 6
  %bound = or disjoint i64 %both, 1
  %in = icmp ult i64 %x, %bound
  br i1 %in, label %then, label %end
then:
  %q = getelementptr i64, ptr %p, i64 %x
  store i64 %bound, ptr %q
  br label %end
end:
  ret void
}

; A shift by what may be as many bits as there are or more: the amount is brought below that. One that is known is below it
; already, and what is shifted stays.
; CHECK-LABEL: define {{.*}}{ i64, i64, i1 } @shifts.range(
; CHECK-SAME: i64 %{{[^,]*}}, ptr %{{[^,]*}}, i32 [[N:%[^,]*]], i32 [[S:%[^,]*]], i64 [[T:%[^,]*]], i64 %{{[^,]*}})
; CHECK: [[BELOW:%.*]] = urem i32 [[S]], 32
; CHECK-NEXT: [[A:%.*]] = shl i32 [[N]], [[BELOW]]
; CHECK-NEXT: [[BELOW:%.*]] = urem i32 [[S]], 32
; CHECK-NEXT: [[B:%.*]] = lshr i32 [[A]], [[BELOW]]
; CHECK-NEXT: [[C:%.*]] = ashr i32 [[B]], 1
; CHECK-NEXT: [[WIDE:%.*]] = zext i32 [[C]] to i64
; CHECK-NEXT: [[BELOW:%.*]] = urem i64 [[T]], 64
; CHECK-NEXT: ashr i64 [[WIDE]], [[BELOW]]
; CHECK-NOT: urem
; CHECK: ret { i64, i64, i1 }
; CHECK-LABEL: define void @shifts.inner(
; CHECK-NOT: urem
; CHECK: shl i32 %n, %s
; CHECK-NOT: urem
; CHECK: ret void
define void @shifts(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i32 %n, i32 %s, i64 %t) {
  %short = icmp ult i32 %s, 32
  br i1 %short, label %if, label %end
if:
  %a = shl i32 %n, %s
  %b = lshr i32 %a, %s
  %c = ashr i32 %b, 1
  %wide = zext i32 %c to i64
  %bound = ashr i64 %wide, %t
  %in = icmp ult i64 %x, %bound
  br i1 %in, label %then, label %end
then:
  %q = getelementptr i64, ptr %p, i64 %x
  store i64 %bound, ptr %q
  br label %end
end:
  ret void
}

; A clamp's answer within the range is the sum before it, with the flags that it has there; a torus' one is a difference, of
; which nothing is known.
; CHECK-LABEL: define {{.*}}{ i64, i64, i1 } @clamps.range(
; CHECK-NOT: nuw
; CHECK-NOT: nsw
; CHECK: ret { i64, i64, i1 }
; CHECK-LABEL: define void @clamps.inner(
; CHECK: [[LEFT:%.*]] = add nsw i32 %i, -1
; CHECK: [[PAST:%.*]] = add nuw nsw i32 %i, 30
; CHECK: [[UP:%.*]] = sub i32 [[PAST]], 31
; CHECK: [[RIGHT:%.*]] = add nuw nsw i32 %i, 1
; CHECK: store i32 [[LEFT]]
; CHECK: store i32 [[UP]]
; CHECK: store i32 [[RIGHT]]
define void @clamps(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i32 %w) {
  %i = trunc nuw nsw i64 %x to i32
  %left = add nsw i32 %i, -1
  %most = add nuw nsw i32 %w, 3
  %a = call i32 @llvm.umin.i32(i32 %left, i32 %most)
  %past = add nuw nsw i32 %i, 30
  %up = urem i32 %past, 31
  %right = add nuw nsw i32 %i, 1
  %next = urem i32 %right, 31
  %q = getelementptr i32, ptr %p, i64 %x
  store i32 %a, ptr %q
  %t = getelementptr i8, ptr %q, i64 32768
  store i32 %up, ptr %t
  %u = getelementptr i8, ptr %t, i64 32768
  store i32 %next, ptr %u
  ret void
}

; A range that a call promises for what it returns holds only where it is made: for n = 0 this one does not.
; CHECK-LABEL: define {{.*}}{ i64, i64, i1 } @promised.range(
; CHECK: call i32 @llvm.umin.i32(
; CHECK: ret { i64, i64, i1 }
; CHECK-LABEL: define void @promised.inner(
; CHECK: call range(i32 1, 100) i32 @llvm.umin.i32(
define void @promised(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i32 %n) {
  %i = trunc i64 %x to i32
  %some = icmp ne i32 %n, 0
  br i1 %some, label %if, label %end
if:
  %bound = call range(i32 1, 100) i32 @llvm.umin.i32(i32 %n, i32 99)
  %in = icmp ult i32 %i, %bound
  br i1 %in, label %then, label %end
then:
  %q = getelementptr i32, ptr %p, i64 %x
  store i32 %bound, ptr %q
  br label %end
end:
  ret void
}
