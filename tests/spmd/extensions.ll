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

declare void @use(i64, i64, i64, i64, i64, i64, i64, i64, i64)
