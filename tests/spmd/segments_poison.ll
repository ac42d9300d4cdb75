; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Segments are looked for before each packet, also where no work-item divides: what is divided and by what are computed
; without the flags that hold only where one does.
; PASSES: spmd-segments

; The width is asked for only where n is more than 1: n - 1 wraps elsewhere. The work-items that take the answer do divide: they
; keep their flags, and a remainder is a difference that does not wrap.
; CHECK-LABEL: define void @wraps.segment(
; CHECK: [[INDEX:%.*]] = add nuw nsw i32 %i, %base
; CHECK: sub nuw nsw i32 [[INDEX]], %{{[0-9]+$}}
; CHECK-LABEL: define {{.*}}{ i1, i32, i32 } @wraps.find(
; CHECK-SAME: i64 [[X:%[^,]*]], ptr %{{[^,]*}}, i32 [[N:%[^,]*]], i32 [[BASE:%[^,]*]], i64 %{{[^,]*}})
; CHECK: [[I:%.*]] = trunc i64 [[X]] to i32
; CHECK: [[INDEX:%.*]] = add i32 [[I]], [[BASE]]
; CHECK: [[LAST:%.*]] = sub i32 [[N]], 1
; CHECK: [[FOUR:%.*]] = shl i32 [[LAST]], 2
; CHECK: [[WIDTH:%.*]] = mul i32 [[FOUR]], 3
; CHECK: [[POSITIVE:%.*]] = icmp sgt i32 [[WIDTH]], 0
; CHECK: [[SAFE:%.*]] = select i1 [[POSITIVE]], i32 [[WIDTH]], i32 1
; CHECK: udiv i32 [[INDEX]], [[SAFE]]
; CHECK: ret { i1, i32, i32 }
define void @wraps(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i32 %n, i32 %base) {
  %i = trunc nuw nsw i64 %x to i32
  %some = icmp ugt i32 %n, 1
  br i1 %some, label %if, label %end
if:
  %index = add nuw nsw i32 %i, %base
  %last = sub nuw nsw i32 %n, 1
  %four = shl nuw nsw i32 %last, 2
  %width = mul nuw nsw i32 %four, 3
  %r = udiv i32 %index, %width
  %c = urem i32 %index, %width
  %q = getelementptr i32, ptr %p, i64 %x
  store i32 %r, ptr %q
  %t = getelementptr i8, ptr %q, i64 32768
  store i32 %c, ptr %t
  br label %end
end:
  ret void
}

; An exact quotient is what all quotients of a segment are; those that leave a rest are asked for by nobody. Nothing else of
; the sort is known of the divisor.
; CHECK-LABEL: define void @exact.segment(
; CHECK-NOT: exact
; CHECK: ret void
; CHECK-LABEL: define {{.*}}{ i1, i64 } @exact.find(
; CHECK-SAME: i64 [[X:%[^,]*]], ptr %{{[^,]*}}, i64 [[N:%[^,]*]], i64 %{{[^,]*}})
; CHECK: [[EIGHTH:%.*]] = lshr i64 [[N]], 3
; CHECK: [[THIRD:%.*]] = sdiv i64 [[EIGHTH]], 3
; CHECK: [[POSITIVE:%.*]] = icmp sgt i64 [[THIRD]], 0
; CHECK: [[SAFE:%.*]] = select i1 [[POSITIVE]], i64 [[THIRD]], i64 1
; CHECK: = udiv i64 [[X]], [[SAFE]]
; CHECK: ret { i1, i64 }
define void @exact(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i64 %n) {
  %eighth = lshr exact i64 %n, 3
  %third = sdiv exact i64 %eighth, 3
  %r = udiv exact i64 %x, %third
  %q = getelementptr i64, ptr %p, i64 %x
  store i64 %r, ptr %q
  ret void
}

; Bits of which no two meet are summed, those of a divisor and of what is added to x.
; CHECK-LABEL: define {{.*}}{ i1, i64 } @bits.find(
; CHECK-SAME: i64 [[X:%[^,]*]], ptr %{{[^,]*}}, i64 [[N:%[^,]*]], i64 [[M:%[^,]*]], i64 %{{[^,]*}})
; CHECK: [[BASE:%.*]] = add i64 [[N]], [[M]]
; CHECK: [[INDEX:%.*]] = add i64 [[X]], [[BASE]]
; CHECK: [[ODD:%.*]] = add i64 [[N]], 1
; CHECK: [[WIDTH:%.*]] = or i64 [[ODD]], [[M]]
; CHECK: icmp sgt i64 [[WIDTH]], 0
; CHECK: ret { i1, i64 }
define void @bits(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i64 %n, i64 %m) {
  %base = or disjoint i64 %n, %m
  %index = add i64 %x, %base
  %odd = or disjoint i64 %n, 1
  %width = or i64 %odd, %m
  %r = udiv i64 %index, %width
  %q = getelementptr i64, ptr %p, i64 %x
  store i64 %r, ptr %q
  ret void
}

; The shift that divides is looked at before it is done; one that makes the number to divide by is done with what is left of
; its amount, and its answer may be any number.
; CHECK-LABEL: define {{.*}}{ i1, i64, i64 } @shifts.find(
; CHECK-SAME: i64 [[X:%[^,]*]], ptr %{{[^,]*}}, i64 [[N:%[^,]*]], i64 [[S:%[^,]*]], i64 %{{[^,]*}})
; CHECK: [[INDEX:%.*]] = add i64 [[X]], [[N]]
; CHECK: [[IS_SHORT:%.*]] = icmp ult i64 [[S]], 63
; CHECK: [[SHORT:%.*]] = select i1 [[IS_SHORT]], i64 [[S]], i64 0
; CHECK: lshr i64 [[INDEX]], [[SHORT]]
; CHECK: shl i64 1, [[SHORT]]
; CHECK: [[BELOW:%.*]] = urem i64 [[S]], 64
; CHECK: [[WIDTH:%.*]] = shl i64 [[N]], [[BELOW]]
; CHECK: [[POSITIVE:%.*]] = icmp sgt i64 [[WIDTH]], 0
; CHECK: select i1 [[POSITIVE]], i64 [[WIDTH]], i64 1
; CHECK-NOT: [[S]]{{[,[:space:]]}}
; CHECK: ret { i1, i64, i64 }
define void @shifts(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i64 %n, i64 %s) {
  %index = add i64 %x, %n
  %a = lshr i64 %index, %s
  %width = shl nuw i64 %n, %s
  %b = udiv i64 %index, %width
  %sum = add i64 %a, %b
  %q = getelementptr i64, ptr %p, i64 %x
  store i64 %sum, ptr %q
  ret void
}
