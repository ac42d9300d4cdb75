; Shifts to the left and back become extensions again, which grow by a constant from lane to lane.
; PASSES: spmd-extensions,spmd-shapes

; CHECK-LABEL: define void @item(
define void @item(i64 "weft.item.id"="x" %x, ptr %p, i64 %u) {
  ; CHECK: %s.linear.1 = sext i32
  %up = shl i64 %x, 32
  %s = ashr exact i64 %up, 32
  ; CHECK: %z.linear.1 = zext i32
  %z = lshr i64 %up, 32
  ; CHECK: %w.linear.4 = shl nsw i64
  %w = ashr exact i64 %up, 30
  ; CHECK: add i32 {{.*}}, -3
  ; CHECK: %a.linear.4 = shl nsw i64
  %sum = add i64 %up, -12884901888
  %a = ashr exact i64 %sum, 30
  ; CHECK: %m.linear.1 = zext i32
  %m = and i64 %x, 4294967295
  ; Low bits that are not zero, bits that are no integer of the language, and more of them shifted out: as they were.
  ; CHECK: %o.varying = ashr i64
  %odd = add i64 %up, 5
  %o = ashr i64 %odd, 32
  ; CHECK: %t.varying = ashr i64
  %up31 = shl i64 %x, 31
  %t = ashr i64 %up31, 31
  ; CHECK: %d.varying = ashr i64
  %d = ashr i64 %up, 33
  ; CHECK: and i64 {{.*}}, 65535
  %l = and i64 %x, 65535
  call void @use(i64 %s, i64 %z, i64 %w, i64 %a, i64 %m, i64 %o, i64 %t, i64 %d, i64 %l)
  ret void
}

; A number times another is times that number shifted up: 3 * x, 12 * x and 3 * x + 1, four bytes each of the last two.
; CHECK-LABEL: define void @products(
define void @products(i64 "weft.item.id"="x" %x) {
  ; CHECK: [[X:%.*]] = trunc i64 %x.linear.1 to i32
  ; CHECK: [[X3:%.*]] = mul i32 [[X]], 3
  ; CHECK: %s.linear.3 = sext i32 [[X3]] to i64
  %up = mul i64 %x, 12884901888
  %s = ashr exact i64 %up, 32
  ; CHECK: [[X12:%.*]] = mul i32 {{.*}}, 12
  ; CHECK: zext i32 [[X12]] to i64
  ; CHECK: %z.linear.48 = shl nuw i64
  %up12 = mul i64 %x, 51539607552
  %z = lshr exact i64 %up12, 30
  ; CHECK: add i32 {{.*}}, 1
  ; CHECK: %a.linear.12 = shl nsw i64
  %one = add i64 %up, 4294967296
  %a = ashr exact i64 %one, 30
  ; Low bits that are not zero.
  ; CHECK: %o.varying = ashr i64
  %odd = mul i64 %x, 12884901889
  %o = ashr i64 %odd, 32
  call void @use(i64 %s, i64 %z, i64 %a, i64 %o, i64 0, i64 0, i64 0, i64 0, i64 0)
  ret void
}

declare void @use(i64, i64, i64, i64, i64, i64, i64, i64, i64)

; 16 and 8 bits in 32.
; CHECK-LABEL: define void @shorts(
; CHECK: [[S:%.*]] = trunc i32 %i.linear.1 to i16
; CHECK-NEXT: %s.linear.1 = sext i16 [[S]] to i32
; CHECK: [[Z:%.*]] = trunc i32 %i.linear.1 to i8
; CHECK-NEXT: %z.linear.1 = zext i8 [[Z]] to i32
define void @shorts(i64 "weft.item.id"="x" %x, ptr %p) {
  %i = trunc i64 %x to i32
  %up = shl i32 %i, 16
  %s = ashr exact i32 %up, 16
  %up8 = shl i32 %i, 24
  %z = lshr exact i32 %up8, 24
  %both = add i32 %s, %z
  %q = getelementptr i32, ptr %p, i64 %x
  store i32 %both, ptr %q
  ret void
}

; Amounts that are not known, more shifted out than in, a number that was not shifted to the left, 48 bits, and bits that are
; no half of 64: as they were.
; CHECK-LABEL: define void @others(
; CHECK-NOT: ext
; CHECK: = shl i64 %x.linear.1, %u.uniform
; CHECK-NEXT: = ashr i64 %{{.*}}, %u.uniform
; CHECK-NEXT: = shl i64 %x.linear.1, 32
; CHECK-NEXT: = ashr i64 %{{.*}}, 40
; CHECK-NEXT: = ashr i64 %u.uniform, 32
; CHECK-NEXT: = trunc i64 %x.linear.1 to i32
; CHECK-NEXT: = and i32 %{{.*}}, 65535
; CHECK-NEXT: = shl i64 %x.linear.1, 16
; CHECK-NEXT: = lshr i64 %{{.*}}, 16
; CHECK-NEXT: call void @use5(
define void @others(i64 "weft.item.id"="x" %x, ptr %p, i64 %u, i32 %v) {
  %by = shl i64 %x, %u
  %back = ashr i64 %by, %u
  %up = shl i64 %x, 32
  %more = ashr i64 %up, 40
  %other = ashr i64 %u, 32
  %i = trunc i64 %x to i32
  %short = and i32 %i, 65535
  %big = shl i64 %x, 16
  %forty = lshr i64 %big, 16
  call void @use5(i64 %back, i64 %more, i64 %other, i32 %short, i64 %forty)
  ret void
}

declare void @use5(i64, i64, i64, i32, i64)
