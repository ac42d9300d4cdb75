; Members of structures that lie side by side: pieces and shuffles.
; ITEM: three in=u32:3*N out=z32:3*N aux=u32:1
; ITEM: indexed in=u32:3*N out=z32:3*N aux=u32:1
; ITEM: hole in=u32:4*N out=z32:4*N aux=u32:1
; ITEM: bytes3 in=u8:3*N out=z8:3*N aux=u32:1
; ITEM: six in=u16:6*N out=z16:6*N aux=u32:1
; ITEM: pairs in=u32:6*N out=z32:6*N aux=u32:1
; ITEM: quads in=u32:8*N out=z32:8*N aux=u32:1
; ITEM: chars in=u8:12*N out=z8:12*N aux=u32:1
; ITEM: pairs_some.flat scalar=pairs_some in=u32:6*N out=z32:6*N aux=u32:N
; ITEM: update in=u32:1 out=u64:2*N aux=u32:1
; ITEM: again in=u32:1 out=u32:2*N aux=u32:1
; ITEM: crossed in=u32:1 out=u32:4*N aux=u32:1
; ITEM: others in=u32:2*N out=z32:2*N aux=u32:N
; ITEM: some.flat scalar=some in=u32:3*N out=z32:3*N aux=u32:N
; ITEM: first.flat scalar=first in=u32:3*N out=z32:3*N aux=u32:N

declare void @weft.spmd.mask(i1)

; vload3 and vstore3.
define void @three(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %i3 = mul i64 %i, 3
  %p = getelementptr inbounds i32, ptr %in, i64 %i3
  %a = load i32, ptr %p
  %p1 = getelementptr inbounds i32, ptr %p, i64 1
  %b = load i32, ptr %p1
  %p2 = getelementptr inbounds i32, ptr %p, i64 2
  %c = load i32, ptr %p2
  %ab = sub i32 %a, %b
  %bc = sub i32 %b, %c
  %ca = mul i32 %c, %a
  %q = getelementptr inbounds i32, ptr %out, i64 %i3
  store i32 %ab, ptr %q
  %q1 = getelementptr inbounds i32, ptr %q, i64 1
  store i32 %bc, ptr %q1
  %q2 = getelementptr inbounds i32, ptr %q, i64 2
  store i32 %ca, ptr %q2
  ret void
}

; in[3 * i + 2] and in[3 * i], backwards; nobody asks for the one between.
define void @indexed(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %x32 = trunc i64 %x to i32
  %y32 = trunc i64 %y to i32
  %w32 = trunc i64 %w to i32
  %row = mul nsw i32 %y32, %w32
  %i = add nsw i32 %row, %x32
  %i0 = mul nsw i32 %i, 3
  %e0 = sext i32 %i0 to i64
  %i2 = add nsw i32 %i0, 2
  %e2 = sext i32 %i2 to i64
  %p2 = getelementptr inbounds i32, ptr %in, i64 %e2
  %c = load i32, ptr %p2
  %p0 = getelementptr inbounds i32, ptr %in, i64 %e0
  %a = load i32, ptr %p0
  %q2 = getelementptr inbounds i32, ptr %out, i64 %e2
  %s = add i32 %a, %c
  store i32 %s, ptr %q2
  %q0 = getelementptr inbounds i32, ptr %out, i64 %e0
  %d = sub i32 %a, %c
  store i32 %d, ptr %q0
  ret void
}

; Members of two types, and holes that stay as they are.
define void @hole(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds [4 x i32], ptr %in, i64 %i, i64 0
  %a = load float, ptr %p
  %p2 = getelementptr inbounds [4 x i32], ptr %in, i64 %i, i64 2
  %c = load i32, ptr %p2
  %f = bitcast float %a to i32
  %s = xor i32 %f, %c
  %q = getelementptr inbounds [4 x i32], ptr %out, i64 %i, i64 1
  store i32 %s, ptr %q
  %q3 = getelementptr inbounds [4 x i32], ptr %out, i64 %i, i64 3
  store float %a, ptr %q3
  ret void
}

; Pixels.
define void @bytes3(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %i3 = mul i64 %i, 3
  %p = getelementptr inbounds i8, ptr %in, i64 %i3
  %a = load i8, ptr %p
  %p1 = getelementptr inbounds i8, ptr %p, i64 1
  %b = load i8, ptr %p1
  %p2 = getelementptr inbounds i8, ptr %p, i64 2
  %c = load i8, ptr %p2
  %ab = sub i8 %a, %b
  %q = getelementptr inbounds i8, ptr %out, i64 %i3
  store i8 %c, ptr %q
  %q1 = getelementptr inbounds i8, ptr %q, i64 1
  store i8 %ab, ptr %q1
  %q2 = getelementptr inbounds i8, ptr %q, i64 2
  store i8 %a, ptr %q2
  ret void
}

; Six, of which four are read.
define void @six(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %i6 = mul i64 %i, 6
  %p00 = add i64 %i6, 0
  %p0 = getelementptr inbounds i16, ptr %in, i64 %p00
  %v0 = load i16, ptr %p0
  %p10 = add i64 %i6, 1
  %p1 = getelementptr inbounds i16, ptr %in, i64 %p10
  %v1 = load i16, ptr %p1
  %p30 = add i64 %i6, 3
  %p3 = getelementptr inbounds i16, ptr %in, i64 %p30
  %v3 = load i16, ptr %p3
  %p50 = add i64 %i6, 5
  %p5 = getelementptr inbounds i16, ptr %in, i64 %p50
  %v5 = load i16, ptr %p5
  %s0 = add i16 %v0, %v1
  %s1 = xor i16 %v3, %v5
  %q00 = add i64 %i6, 0
  %q0 = getelementptr inbounds i16, ptr %out, i64 %q00
  store i16 %s0, ptr %q0
  %q10 = add i64 %i6, 1
  %q1 = getelementptr inbounds i16, ptr %out, i64 %q10
  store i16 %s1, ptr %q1
  %q20 = add i64 %i6, 2
  %q2 = getelementptr inbounds i16, ptr %out, i64 %q20
  store i16 %v0, ptr %q2
  %q30 = add i64 %i6, 3
  %q3 = getelementptr inbounds i16, ptr %out, i64 %q30
  store i16 %v5, ptr %q3
  %q40 = add i64 %i6, 4
  %q4 = getelementptr inbounds i16, ptr %out, i64 %q40
  store i16 %v3, ptr %q4
  %q50 = add i64 %i6, 5
  %q5 = getelementptr inbounds i16, ptr %out, i64 %q50
  store i16 %v1, ptr %q5
  ret void
}

; Each member read and written in turn: no store meets another member.
define void @update(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds { i64, i64 }, ptr %out, i64 %i
  %a = load i64, ptr %p
  %a1 = add i64 %a, 1
  store i64 %a1, ptr %p
  %q = getelementptr inbounds { i64, i64 }, ptr %out, i64 %i, i32 1
  %b = load i64, ptr %q
  %b1 = mul i64 %b, 3
  store i64 %b1, ptr %q
  ret void
}

; What was stored is read again, and stored over.
define void @again(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds { i32, i32 }, ptr %out, i64 %i
  %q = getelementptr inbounds { i32, i32 }, ptr %out, i64 %i, i32 1
  %a = load i32, ptr %p
  %a1 = add i32 %a, 1
  store i32 %a1, ptr %q
  %b = load i32, ptr %q
  %b1 = mul i32 %b, 3
  store i32 %b1, ptr %p
  store i32 %b, ptr %q
  %c = load i32, ptr %p
  %d = xor i32 %c, %a
  store i32 %d, ptr %p
  ret void
}

; The stores to elements 2 and 3 wait for that to element 1, which no load keeps them from. The load of element 3 stays
; behind them: it does not move up to that of element 1.
define void @crossed(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %i4 = mul i64 %i, 4
  %p = getelementptr inbounds i32, ptr %out, i64 %i4
  %p1 = getelementptr inbounds i32, ptr %p, i64 1
  %p2 = getelementptr inbounds i32, ptr %p, i64 2
  %p3 = getelementptr inbounds i32, ptr %p, i64 3
  %t = trunc i64 %i to i32
  store i32 %t, ptr %p2
  store i32 %n, ptr %p3
  %a = load i32, ptr %p1
  %b = or i32 %a, %t
  store i32 %b, ptr %p1
  %c = load i32, ptr %p3
  %d = add i32 %c, 1
  store i32 %d, ptr %p3
  ret void
}

; Stores to elsewhere in between: it could be the same memory.
define void @others(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds { i32, i32 }, ptr %in, i64 %i
  %q = getelementptr inbounds { i32, i32 }, ptr %out, i64 %i
  %a = load i32, ptr %p
  store i32 %a, ptr %q
  %k = getelementptr inbounds i32, ptr %aux, i64 %i
  store i32 %a, ptr %k
  %p1 = getelementptr inbounds { i32, i32 }, ptr %in, i64 %i, i32 1
  %b = load i32, ptr %p1
  %q1 = getelementptr inbounds { i32, i32 }, ptr %out, i64 %i, i32 1
  %s = add i32 %a, %b
  store i32 %s, ptr %q1
  ret void
}

; Some lanes.
define void @some(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) {
entry:
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %k = getelementptr inbounds i32, ptr %aux, i64 %i
  %f = load i32, ptr %k
  %m = trunc i32 %f to i1
  br i1 %m, label %then, label %end
then:
  %i3 = mul i64 %i, 3
  %p = getelementptr inbounds i32, ptr %in, i64 %i3
  %a = load i32, ptr %p
  %p2 = getelementptr inbounds i32, ptr %p, i64 2
  %c = load i32, ptr %p2
  %s = add i32 %a, %c
  %q = getelementptr inbounds i32, ptr %out, i64 %i3
  store i32 %s, ptr %q
  %q1 = getelementptr inbounds i32, ptr %q, i64 1
  store i32 %c, ptr %q1
  %q2 = getelementptr inbounds i32, ptr %q, i64 2
  store i32 %a, ptr %q2
  br label %end
end:
  ret void
}

define void @some.flat(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
entry:
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %k = getelementptr inbounds i32, ptr %aux, i64 %i
  %f = load i32, ptr %k
  %m = trunc i32 %f to i1
  br label %then
then:
  call void @weft.spmd.mask(i1 %m)
  %i3 = mul i64 %i, 3
  %p = getelementptr inbounds i32, ptr %in, i64 %i3
  %a = load i32, ptr %p
  %p2 = getelementptr inbounds i32, ptr %p, i64 2
  %c = load i32, ptr %p2
  %s = add i32 %a, %c
  %q = getelementptr inbounds i32, ptr %out, i64 %i3
  store i32 %s, ptr %q
  %q1 = getelementptr inbounds i32, ptr %q, i64 1
  store i32 %c, ptr %q1
  %q2 = getelementptr inbounds i32, ptr %q, i64 2
  store i32 %a, ptr %q2
  br label %end
end:
  ret void
}

; As long as there are any.
define void @first(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) {
entry:
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %x32 = trunc i64 %i to i32
  %m = icmp ult i32 %x32, %n
  br i1 %m, label %then, label %end
then:
  %i3 = mul i64 %i, 3
  %p = getelementptr inbounds i32, ptr %in, i64 %i3
  %a = load i32, ptr %p
  %p2 = getelementptr inbounds i32, ptr %p, i64 2
  %c = load i32, ptr %p2
  %s = add i32 %a, %c
  %q = getelementptr inbounds i32, ptr %out, i64 %i3
  store i32 %s, ptr %q
  %q1 = getelementptr inbounds i32, ptr %q, i64 1
  store i32 %c, ptr %q1
  %q2 = getelementptr inbounds i32, ptr %q, i64 2
  store i32 %a, ptr %q2
  br label %end
end:
  ret void
}

define void @first.flat(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
entry:
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %x32 = trunc i64 %i to i32
  %m = icmp ult i32 %x32, %n
  br label %then
then:
  call void @weft.spmd.mask(i1 %m)
  %i3 = mul i64 %i, 3
  %p = getelementptr inbounds i32, ptr %in, i64 %i3
  %a = load i32, ptr %p
  %p2 = getelementptr inbounds i32, ptr %p, i64 2
  %c = load i32, ptr %p2
  %s = add i32 %a, %c
  %q = getelementptr inbounds i32, ptr %out, i64 %i3
  store i32 %s, ptr %q
  %q1 = getelementptr inbounds i32, ptr %q, i64 1
  store i32 %c, ptr %q1
  %q2 = getelementptr inbounds i32, ptr %q, i64 2
  store i32 %a, ptr %q2
  br label %end
end:
  ret void
}

; float2 pos, vel; int id, pad: vectors as elements of 8 bytes, and a gap that is not written.
define void @pairs(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %o = mul i64 %i, 24
  %p = getelementptr inbounds i8, ptr %in, i64 %o
  %q = getelementptr inbounds i8, ptr %out, i64 %o
  %p1 = getelementptr inbounds i8, ptr %p, i64 8
  %p2 = getelementptr inbounds i8, ptr %p, i64 16
  %a = load <2 x i32>, ptr %p, align 4
  %b = load <2 x i32>, ptr %p1, align 4
  %c = load i32, ptr %p2
  %ab = mul <2 x i32> %a, %b
  %ba = sub <2 x i32> %a, %b
  %d = add i32 %c, 1
  %q1 = getelementptr inbounds i8, ptr %q, i64 8
  %q2 = getelementptr inbounds i8, ptr %q, i64 16
  store <2 x i32> %ba, ptr %q1, align 4
  store <2 x i32> %ab, ptr %q, align 4
  store i32 %d, ptr %q2
  ret void
}

; float4 pos, vel: two numbers of 8 bytes each.
define void @quads(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %o = mul i64 %i, 32
  %p = getelementptr inbounds i8, ptr %in, i64 %o
  %q = getelementptr inbounds i8, ptr %out, i64 %o
  %p1 = getelementptr inbounds i8, ptr %p, i64 16
  %a = load <4 x i32>, ptr %p, align 4
  %b = load <4 x i32>, ptr %p1, align 4
  %ab = mul <4 x i32> %a, %b
  %ba = insertelement <4 x i32> %a, i32 7, i64 1
  %q1 = getelementptr inbounds i8, ptr %q, i64 16
  store <4 x i32> %ab, ptr %q1, align 4
  store <4 x i32> %ba, ptr %q, align 4
  ret void
}

; Three uchar4, not aligned, of which the second is not written.
define void @chars(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %o = mul i64 %i, 12
  %p = getelementptr inbounds i8, ptr %in, i64 %o
  %q = getelementptr inbounds i8, ptr %out, i64 %o
  %p1 = getelementptr inbounds i8, ptr %p, i64 4
  %p2 = getelementptr inbounds i8, ptr %p, i64 8
  %a = load <4 x i8>, ptr %p, align 1
  %b = load <4 x i8>, ptr %p1, align 1
  %c = load <4 x i8>, ptr %p2, align 1
  %ab = add <4 x i8> %a, %b
  %bc = xor <4 x i8> %b, %c
  %q2 = getelementptr inbounds i8, ptr %q, i64 8
  store <4 x i8> %ab, ptr %q, align 1
  store <4 x i8> %bc, ptr %q2, align 1
  ret void
}

; Under a mask.
define void @pairs_some.flat(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
entry:
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %o = mul i64 %i, 24
  %p = getelementptr inbounds i8, ptr %in, i64 %o
  %q = getelementptr inbounds i8, ptr %out, i64 %o
  %x32 = trunc i64 %i to i32
  %m = icmp ult i32 %x32, %n
  br label %then
then:
  call void @weft.spmd.mask(i1 %m)
  %p1 = getelementptr inbounds i8, ptr %p, i64 8
  %p2 = getelementptr inbounds i8, ptr %p, i64 16
  %a = load <2 x i32>, ptr %p, align 4
  %b = load <2 x i32>, ptr %p1, align 4
  %c = load i32, ptr %p2
  %ab = mul <2 x i32> %a, %b
  %ba = sub <2 x i32> %a, %b
  %d = add i32 %c, 1
  %q1 = getelementptr inbounds i8, ptr %q, i64 8
  %q2 = getelementptr inbounds i8, ptr %q, i64 16
  store <2 x i32> %ba, ptr %q1, align 4
  store <2 x i32> %ab, ptr %q, align 4
  store i32 %d, ptr %q2
  br label %end
end:
  ret void
}
define void @pairs_some(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) {
entry:
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %o = mul i64 %i, 24
  %p = getelementptr inbounds i8, ptr %in, i64 %o
  %q = getelementptr inbounds i8, ptr %out, i64 %o
  %x32 = trunc i64 %i to i32
  %m = icmp ult i32 %x32, %n
  br i1 %m, label %then, label %end
then:
  %p1 = getelementptr inbounds i8, ptr %p, i64 8
  %p2 = getelementptr inbounds i8, ptr %p, i64 16
  %a = load <2 x i32>, ptr %p, align 4
  %b = load <2 x i32>, ptr %p1, align 4
  %c = load i32, ptr %p2
  %ab = mul <2 x i32> %a, %b
  %ba = sub <2 x i32> %a, %b
  %d = add i32 %c, 1
  %q1 = getelementptr inbounds i8, ptr %q, i64 8
  %q2 = getelementptr inbounds i8, ptr %q, i64 16
  store <2 x i32> %ba, ptr %q1, align 4
  store <2 x i32> %ab, ptr %q, align 4
  store i32 %d, ptr %q2
  br label %end
end:
  ret void
}
