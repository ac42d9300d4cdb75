; Which values grow by a constant from lane to lane, and on which assumptions.
; PASSES: spmd-shapes

; CHECK-LABEL: define void @ints(
; CHECK-SAME: i64 "weft.item.id"="x" %x.linear.1,
; CHECK-SAME: i64 "weft.item.id"="y" %y.uniform,
define void @ints(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, ptr %p, i64 %u) {
  ; CHECK: %add.linear.1 =
  %add = add i64 %x, %u
  ; CHECK: %sub.linear.-1 =
  %sub = sub i64 %y, %add
  ; CHECK: %mul.linear.12 =
  %mul = mul i64 %add, 12
  ; CHECK: %shl.linear.-4 =
  %shl = shl i64 %sub, 2
  ; CHECK: %not.linear.-1 =
  %not = xor i64 %x, -1
  ; CHECK: %same.uniform =
  %same = sub i64 %x, %add
  ; CHECK: %times.varying =
  %times = mul i64 %x, %u
  ; CHECK: %byte.uniform =
  %t256 = mul i64 %x, 256
  %byte = trunc i64 %t256 to i8
  ; CHECK: %less.varying =
  %less = icmp ult i64 %x, %u
  ; CHECK: %chosen.varying =
  %chosen = select i1 %less, i64 %x, i64 %add
  ; CHECK: %uc.uniform =
  %uc = icmp eq i64 %u, 0
  ; CHECK: %either.linear.1 =
  %either = select i1 %uc, i64 %x, i64 %add
  ; CHECK: %or.linear.4 =
  %x4 = shl i64 %x, 2
  %or = or disjoint i64 %x4, 3
  ; CHECK: %plainor.varying =
  %plainor = or i64 %x4, 3
  ret void
}

; CHECK-LABEL: define void @extensions(
define void @extensions(i64 "weft.item.id"="x" %x, ptr %p, i32 %u, i64 %base) {
  %id = add i64 %base, %x
  ; CHECK: %x32.linear.1.signed =
  %x32 = trunc i64 %id to i32
  ; CHECK: %sum.linear.1 =
  %sum = add nsw i32 %x32, %u
  ; CHECK: %wide.linear.1 =
  %wide = sext i32 %sum to i64
  ; Without a flag, the guard looks at the sum itself.
  ; CHECK: %wraps.linear.3.unsigned =
  %x3 = mul i32 %x32, 3
  %wraps = add i32 %x3, %u
  ; CHECK: %zwide.linear.3 =
  %zwide = zext i32 %wraps to i64
  ; What is not computed from arguments cannot be guarded.
  %loaded = load i32, ptr %p
  %unknown = add i32 %x32, %loaded
  ; CHECK: %uwide.varying =
  %uwide = sext i32 %unknown to i64
  %known = add nsw i32 %x32, %loaded
  ; CHECK: %kwide.linear.1 =
  %kwide = sext i32 %known to i64
  ; Bytes wrap in any launch.
  %x8 = trunc i64 %id to i8
  ; CHECK: %bwide.varying =
  %bwide = zext i8 %x8 to i32
  ; Strides of which no sum of 32 bits is worth a guess.
  %hash = mul i32 %x32, -1640531527
  ; CHECK: %hwide.varying =
  %hwide = zext i32 %hash to i64
  ret void
}

; Packets are 16 wide and begin at multiples of it: low bits that are 0 in the first lane count its steps.
; CHECK-LABEL: define void @bits(
define void @bits(i64 "weft.item.id"="x" %x, i64 %u) {
  ; CHECK: %and.linear.1 =
  %and = and i64 %x, 255
  ; CHECK: %high.uniform =
  %high = and i64 %x, -16
  ; CHECK: %few.varying =
  %few = and i64 %x, 7
  ; CHECK: %half.uniform =
  %half = lshr i64 %x, 4
  ; CHECK: %third.varying =
  %third = lshr i64 %x, 3
  ; CHECK: %x8.linear.8 =
  %x8 = shl i64 %x, 3
  ; CHECK: %less.linear.2 =
  %less = lshr i64 %x8, 2
  ; CHECK: %other.linear.1 =
  %u16 = shl i64 %u, 4
  %other = xor i64 %x, %u16
  ; CHECK: %any.varying =
  %any = xor i64 %x, %u
  ; CHECK: %or.linear.1 =
  %or = or i64 %other, 1024
  ; CHECK: %base.linear.1 =
  %base = add i64 %x, %u
  ; CHECK: %unknown.varying =
  %unknown = and i64 %base, 255
  ; CHECK: %x32.linear.1 =
  %x32 = trunc i64 %x to i32
  ; No guard is asked.
  ; CHECK: %ext.linear.1 =
  %ext = sext i32 %x32 to i64
  ; CHECK: %x4.linear.1 =
  %x4 = trunc i64 %x to i4
  ; CHECK: %e4.varying =
  %e4 = zext i4 %x4 to i64
  ret void
}

%pair = type { i32, [3 x float] }

; CHECK-LABEL: define void @addresses(
define void @addresses(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, ptr %p, i64 %u) {
  ; CHECK: %a.linear.4 =
  %a = getelementptr float, ptr %p, i64 %x
  ; CHECK: %b.linear.16 =
  %b = getelementptr %pair, ptr %p, i64 %x, i32 1, i64 %u
  ; CHECK: %c.linear.20 =
  %c = getelementptr %pair, ptr %p, i64 %x, i32 1, i64 %x
  ; CHECK: %d.uniform =
  %d = getelementptr float, ptr %p, i64 %y
  ; CHECK: %v.varying =
  %v = load i64, ptr %a
  ; CHECK: %e.varying =
  %e = getelementptr float, ptr %p, i64 %v
  ; CHECK: %one.uniform =
  %one = load float, ptr %d
  ; CHECK: %n.linear.4 =
  %n = ptrtoint ptr %a to i64
  ret void
}

; CHECK-LABEL: define void @loops(
define void @loops(i64 "weft.item.id"="x" %x, ptr %p, i64 %u) {
entry:
  %x32 = trunc i64 %x to i32
  br label %head
head:
  ; CHECK: %i.linear.1 = phi
  %i = phi i32 [ %x32, %entry ], [ %i1, %head ]
  ; CHECK: %k.uniform = phi
  %k = phi i64 [ 0, %entry ], [ %k1, %head ]
  ; CHECK: %twice.varying = phi
  %twice = phi i64 [ %x, %entry ], [ %twice1, %head ]
  ; CHECK: %wide.linear.1 =
  %wide = sext i32 %i to i64
  %i1 = add nsw i32 %i, 16
  %k1 = add i64 %k, 1
  %twice1 = add i64 %twice, %x
  %more = icmp ult i64 %k1, %u
  br i1 %more, label %head, label %done
done:
  ret void
}

; Elements lane beside lane where all accesses are of elements; else a copy for each lane.
; CHECK-LABEL: define void @privates(
define void @privates(i64 "weft.item.id"="x" %x, i64 %u) {
  ; CHECK: %a.linear.4 = alloca
  %a = alloca [8 x float]
  ; CHECK: %b.linear.32 = alloca
  %b = alloca [8 x float]
  ; CHECK: %pa.linear.4 =
  %pa = getelementptr [8 x float], ptr %a, i64 0, i64 %u
  store float 1.0, ptr %pa
  ; CHECK: %px.varying =
  %px = getelementptr float, ptr %a, i64 %x
  store i32 1, ptr %px
  ; CHECK: %pb.linear.32 =
  %pb = getelementptr [8 x float], ptr %b, i64 0, i64 %u
  store double 1.0, ptr %pb
  ; CHECK: %pbx.linear.36 =
  %pbx = getelementptr float, ptr %b, i64 %x
  store float 1.0, ptr %pbx
  ret void
}
