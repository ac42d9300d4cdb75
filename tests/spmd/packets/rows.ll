; Members of longer structures: a row of each lane, transposed.
; ITEM: seven in=u32:7*N out=z32:7*N aux=u32:1
; ITEM: bytes16 in=u8:16*N out=z8:16*N aux=u32:1
; ITEM: holes in=u16:8*N out=z16:8*N aux=u32:1
; ITEM: types in=u32:12*N out=z32:12*N aux=u32:1
; ITEM: far in=u64:40*N out=z64:40*N aux=u32:1
; ITEM: sorted in=u32:1 out=u32:8*N aux=u32:1
; ITEM: same in=u32:5*N out=z32:5*N aux=u32:1
; ITEM: some.flat scalar=some in=u32:9*N out=z32:9*N aux=u32:N
; ITEM: first.flat scalar=first in=u64:5*N out=z64:5*N aux=u32:N

declare void @weft.spmd.mask(i1)

; Rows of four and of two, and one alone; in any order.
define void @seven(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %first = mul i64 %i, 7
  %p4.e = add i64 %first, 4
  %p4 = getelementptr inbounds i32, ptr %in, i64 %p4.e
  %v4 = load i32, ptr %p4
  %p0.e = add i64 %first, 0
  %p0 = getelementptr inbounds i32, ptr %in, i64 %p0.e
  %v0 = load i32, ptr %p0
  %p6.e = add i64 %first, 6
  %p6 = getelementptr inbounds i32, ptr %in, i64 %p6.e
  %v6 = load i32, ptr %p6
  %p2.e = add i64 %first, 2
  %p2 = getelementptr inbounds i32, ptr %in, i64 %p2.e
  %v2 = load i32, ptr %p2
  %p1.e = add i64 %first, 1
  %p1 = getelementptr inbounds i32, ptr %in, i64 %p1.e
  %v1 = load i32, ptr %p1
  %p5.e = add i64 %first, 5
  %p5 = getelementptr inbounds i32, ptr %in, i64 %p5.e
  %v5 = load i32, ptr %p5
  %p3.e = add i64 %first, 3
  %p3 = getelementptr inbounds i32, ptr %in, i64 %p3.e
  %v3 = load i32, ptr %p3
  %s3 = sub i32 %v4, %v0
  %q3.e = add i64 %first, 3
  %q3 = getelementptr inbounds i32, ptr %out, i64 %q3.e
  store i32 %s3, ptr %q3
  %s1 = xor i32 %v0, %v1
  %q1.e = add i64 %first, 1
  %q1 = getelementptr inbounds i32, ptr %out, i64 %q1.e
  store i32 %s1, ptr %q1
  %s6 = add i32 %v6, %v4
  %q6.e = add i64 %first, 6
  %q6 = getelementptr inbounds i32, ptr %out, i64 %q6.e
  store i32 %s6, ptr %q6
  %s0 = sub i32 %v2, %v2
  %q0.e = add i64 %first, 0
  %q0 = getelementptr inbounds i32, ptr %out, i64 %q0.e
  store i32 %s0, ptr %q0
  %s5 = xor i32 %v1, %v3
  %q5.e = add i64 %first, 5
  %q5 = getelementptr inbounds i32, ptr %out, i64 %q5.e
  store i32 %s5, ptr %q5
  %s2 = add i32 %v5, %v6
  %q2.e = add i64 %first, 2
  %q2 = getelementptr inbounds i32, ptr %out, i64 %q2.e
  store i32 %s2, ptr %q2
  %s4 = sub i32 %v3, %v5
  %q4.e = add i64 %first, 4
  %q4 = getelementptr inbounds i32, ptr %out, i64 %q4.e
  store i32 %s4, ptr %q4
  ret void
}

; As many bytes as a row has.
define void @bytes16(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %first = mul i64 %i, 16
  %p0.e = add i64 %first, 0
  %p0 = getelementptr inbounds i8, ptr %in, i64 %p0.e
  %v0 = load i8, ptr %p0
  %p1.e = add i64 %first, 1
  %p1 = getelementptr inbounds i8, ptr %in, i64 %p1.e
  %v1 = load i8, ptr %p1
  %p2.e = add i64 %first, 2
  %p2 = getelementptr inbounds i8, ptr %in, i64 %p2.e
  %v2 = load i8, ptr %p2
  %p3.e = add i64 %first, 3
  %p3 = getelementptr inbounds i8, ptr %in, i64 %p3.e
  %v3 = load i8, ptr %p3
  %p4.e = add i64 %first, 4
  %p4 = getelementptr inbounds i8, ptr %in, i64 %p4.e
  %v4 = load i8, ptr %p4
  %p5.e = add i64 %first, 5
  %p5 = getelementptr inbounds i8, ptr %in, i64 %p5.e
  %v5 = load i8, ptr %p5
  %p6.e = add i64 %first, 6
  %p6 = getelementptr inbounds i8, ptr %in, i64 %p6.e
  %v6 = load i8, ptr %p6
  %p7.e = add i64 %first, 7
  %p7 = getelementptr inbounds i8, ptr %in, i64 %p7.e
  %v7 = load i8, ptr %p7
  %p8.e = add i64 %first, 8
  %p8 = getelementptr inbounds i8, ptr %in, i64 %p8.e
  %v8 = load i8, ptr %p8
  %p9.e = add i64 %first, 9
  %p9 = getelementptr inbounds i8, ptr %in, i64 %p9.e
  %v9 = load i8, ptr %p9
  %p10.e = add i64 %first, 10
  %p10 = getelementptr inbounds i8, ptr %in, i64 %p10.e
  %v10 = load i8, ptr %p10
  %p11.e = add i64 %first, 11
  %p11 = getelementptr inbounds i8, ptr %in, i64 %p11.e
  %v11 = load i8, ptr %p11
  %p12.e = add i64 %first, 12
  %p12 = getelementptr inbounds i8, ptr %in, i64 %p12.e
  %v12 = load i8, ptr %p12
  %p13.e = add i64 %first, 13
  %p13 = getelementptr inbounds i8, ptr %in, i64 %p13.e
  %v13 = load i8, ptr %p13
  %p14.e = add i64 %first, 14
  %p14 = getelementptr inbounds i8, ptr %in, i64 %p14.e
  %v14 = load i8, ptr %p14
  %p15.e = add i64 %first, 15
  %p15 = getelementptr inbounds i8, ptr %in, i64 %p15.e
  %v15 = load i8, ptr %p15
  %s15 = sub i8 %v0, %v1
  %q15.e = add i64 %first, 15
  %q15 = getelementptr inbounds i8, ptr %out, i64 %q15.e
  store i8 %s15, ptr %q15
  %s0 = xor i8 %v1, %v4
  %q0.e = add i64 %first, 0
  %q0 = getelementptr inbounds i8, ptr %out, i64 %q0.e
  store i8 %s0, ptr %q0
  %s7 = add i8 %v2, %v7
  %q7.e = add i64 %first, 7
  %q7 = getelementptr inbounds i8, ptr %out, i64 %q7.e
  store i8 %s7, ptr %q7
  %s8 = sub i8 %v3, %v10
  %q8.e = add i64 %first, 8
  %q8 = getelementptr inbounds i8, ptr %out, i64 %q8.e
  store i8 %s8, ptr %q8
  %s3 = xor i8 %v4, %v13
  %q3.e = add i64 %first, 3
  %q3 = getelementptr inbounds i8, ptr %out, i64 %q3.e
  store i8 %s3, ptr %q3
  %s1 = add i8 %v5, %v0
  %q1.e = add i64 %first, 1
  %q1 = getelementptr inbounds i8, ptr %out, i64 %q1.e
  store i8 %s1, ptr %q1
  %s2 = sub i8 %v6, %v3
  %q2.e = add i64 %first, 2
  %q2 = getelementptr inbounds i8, ptr %out, i64 %q2.e
  store i8 %s2, ptr %q2
  %s14 = xor i8 %v7, %v6
  %q14.e = add i64 %first, 14
  %q14 = getelementptr inbounds i8, ptr %out, i64 %q14.e
  store i8 %s14, ptr %q14
  %s13 = add i8 %v8, %v9
  %q13.e = add i64 %first, 13
  %q13 = getelementptr inbounds i8, ptr %out, i64 %q13.e
  store i8 %s13, ptr %q13
  %s12 = sub i8 %v9, %v12
  %q12.e = add i64 %first, 12
  %q12 = getelementptr inbounds i8, ptr %out, i64 %q12.e
  store i8 %s12, ptr %q12
  %s4 = xor i8 %v10, %v15
  %q4.e = add i64 %first, 4
  %q4 = getelementptr inbounds i8, ptr %out, i64 %q4.e
  store i8 %s4, ptr %q4
  %s5 = add i8 %v11, %v2
  %q5.e = add i64 %first, 5
  %q5 = getelementptr inbounds i8, ptr %out, i64 %q5.e
  store i8 %s5, ptr %q5
  %s6 = sub i8 %v12, %v5
  %q6.e = add i64 %first, 6
  %q6 = getelementptr inbounds i8, ptr %out, i64 %q6.e
  store i8 %s6, ptr %q6
  %s9 = xor i8 %v13, %v8
  %q9.e = add i64 %first, 9
  %q9 = getelementptr inbounds i8, ptr %out, i64 %q9.e
  store i8 %s9, ptr %q9
  %s10 = add i8 %v14, %v11
  %q10.e = add i64 %first, 10
  %q10 = getelementptr inbounds i8, ptr %out, i64 %q10.e
  store i8 %s10, ptr %q10
  %s11 = sub i8 %v15, %v14
  %q11.e = add i64 %first, 11
  %q11 = getelementptr inbounds i8, ptr %out, i64 %q11.e
  store i8 %s11, ptr %q11
  ret void
}

; Three of eight are read from one row, and four and two are written, with holes that stay.
define void @holes(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %first = mul i64 %i, 8
  %p1.e = add i64 %first, 1
  %p1 = getelementptr inbounds i16, ptr %in, i64 %p1.e
  %v1 = load i16, ptr %p1
  %p6.e = add i64 %first, 6
  %p6 = getelementptr inbounds i16, ptr %in, i64 %p6.e
  %v6 = load i16, ptr %p6
  %p3.e = add i64 %first, 3
  %p3 = getelementptr inbounds i16, ptr %in, i64 %p3.e
  %v3 = load i16, ptr %p3
  %s7 = sub i16 %v1, %v6
  %q7.e = add i64 %first, 7
  %q7 = getelementptr inbounds i16, ptr %out, i64 %q7.e
  store i16 %s7, ptr %q7
  %s1 = xor i16 %v6, %v6
  %q1.e = add i64 %first, 1
  %q1 = getelementptr inbounds i16, ptr %out, i64 %q1.e
  store i16 %s1, ptr %q1
  %s2 = add i16 %v3, %v6
  %q2.e = add i64 %first, 2
  %q2 = getelementptr inbounds i16, ptr %out, i64 %q2.e
  store i16 %s2, ptr %q2
  %s3 = sub i16 %v1, %v6
  %q3.e = add i64 %first, 3
  %q3 = getelementptr inbounds i16, ptr %out, i64 %q3.e
  store i16 %s3, ptr %q3
  %s4 = xor i16 %v6, %v6
  %q4.e = add i64 %first, 4
  %q4 = getelementptr inbounds i16, ptr %out, i64 %q4.e
  store i16 %s4, ptr %q4
  %s6 = add i16 %v3, %v6
  %q6.e = add i64 %first, 6
  %q6 = getelementptr inbounds i16, ptr %out, i64 %q6.e
  store i16 %s6, ptr %q6
  ret void
}

; Members of two types in one row.
define void @types(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %first = mul i64 %i, 12
  %p0.e = add i64 %first, 0
  %p0 = getelementptr inbounds i32, ptr %in, i64 %p0.e
  %v0 = load i32, ptr %p0
  %p1.e = add i64 %first, 1
  %p1 = getelementptr inbounds i32, ptr %in, i64 %p1.e
  %v1.f = load float, ptr %p1
  %v1 = bitcast float %v1.f to i32
  %p2.e = add i64 %first, 2
  %p2 = getelementptr inbounds i32, ptr %in, i64 %p2.e
  %v2 = load i32, ptr %p2
  %p3.e = add i64 %first, 3
  %p3 = getelementptr inbounds i32, ptr %in, i64 %p3.e
  %v3 = load i32, ptr %p3
  %p4.e = add i64 %first, 4
  %p4 = getelementptr inbounds i32, ptr %in, i64 %p4.e
  %v4 = load i32, ptr %p4
  %p5.e = add i64 %first, 5
  %p5 = getelementptr inbounds i32, ptr %in, i64 %p5.e
  %v5 = load i32, ptr %p5
  %p6.e = add i64 %first, 6
  %p6 = getelementptr inbounds i32, ptr %in, i64 %p6.e
  %v6.f = load float, ptr %p6
  %v6 = bitcast float %v6.f to i32
  %p7.e = add i64 %first, 7
  %p7 = getelementptr inbounds i32, ptr %in, i64 %p7.e
  %v7.f = load float, ptr %p7
  %v7 = bitcast float %v7.f to i32
  %p8.e = add i64 %first, 8
  %p8 = getelementptr inbounds i32, ptr %in, i64 %p8.e
  %v8 = load i32, ptr %p8
  %p9.e = add i64 %first, 9
  %p9 = getelementptr inbounds i32, ptr %in, i64 %p9.e
  %v9 = load i32, ptr %p9
  %p10.e = add i64 %first, 10
  %p10 = getelementptr inbounds i32, ptr %in, i64 %p10.e
  %v10 = load i32, ptr %p10
  %p11.e = add i64 %first, 11
  %p11 = getelementptr inbounds i32, ptr %in, i64 %p11.e
  %v11 = load i32, ptr %p11
  %s11 = sub i32 %v0, %v1
  %q11.e = add i64 %first, 11
  %q11 = getelementptr inbounds i32, ptr %out, i64 %q11.e
  store i32 %s11, ptr %q11
  %s10 = xor i32 %v1, %v4
  %q10.e = add i64 %first, 10
  %q10 = getelementptr inbounds i32, ptr %out, i64 %q10.e
  store i32 %s10, ptr %q10
  %s9 = sub i32 %v2, %v7
  %q9.e = add i64 %first, 9
  %q9 = getelementptr inbounds i32, ptr %out, i64 %q9.e
  store i32 %s9, ptr %q9
  %s8 = xor i32 %v3, %v10
  %q8.e = add i64 %first, 8
  %q8 = getelementptr inbounds i32, ptr %out, i64 %q8.e
  store i32 %s8, ptr %q8
  %s7 = sub i32 %v4, %v1
  %q7.e = add i64 %first, 7
  %q7 = getelementptr inbounds i32, ptr %out, i64 %q7.e
  %s7.f = bitcast i32 %s7 to float
  store float %s7.f, ptr %q7
  %s6 = xor i32 %v5, %v4
  %q6.e = add i64 %first, 6
  %q6 = getelementptr inbounds i32, ptr %out, i64 %q6.e
  %s6.f = bitcast i32 %s6 to float
  store float %s6.f, ptr %q6
  %s5 = sub i32 %v6, %v7
  %q5.e = add i64 %first, 5
  %q5 = getelementptr inbounds i32, ptr %out, i64 %q5.e
  store i32 %s5, ptr %q5
  %s4 = xor i32 %v7, %v10
  %q4.e = add i64 %first, 4
  %q4 = getelementptr inbounds i32, ptr %out, i64 %q4.e
  store i32 %s4, ptr %q4
  %s3 = sub i32 %v8, %v1
  %q3.e = add i64 %first, 3
  %q3 = getelementptr inbounds i32, ptr %out, i64 %q3.e
  store i32 %s3, ptr %q3
  %s2 = xor i32 %v9, %v4
  %q2.e = add i64 %first, 2
  %q2 = getelementptr inbounds i32, ptr %out, i64 %q2.e
  store i32 %s2, ptr %q2
  %s1 = sub i32 %v10, %v7
  %q1.e = add i64 %first, 1
  %q1 = getelementptr inbounds i32, ptr %out, i64 %q1.e
  %s1.f = bitcast i32 %s1 to float
  store float %s1.f, ptr %q1
  %s0 = xor i32 %v11, %v10
  %q0.e = add i64 %first, 0
  %q0 = getelementptr inbounds i32, ptr %out, i64 %q0.e
  store i32 %s0, ptr %q0
  ret void
}

; Members far from one another, and lanes.
define void @far(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %first = mul i64 %i, 40
  %p0.e = add i64 %first, 0
  %p0 = getelementptr inbounds i64, ptr %in, i64 %p0.e
  %v0 = load i64, ptr %p0
  %p1.e = add i64 %first, 1
  %p1 = getelementptr inbounds i64, ptr %in, i64 %p1.e
  %v1 = load i64, ptr %p1
  %p5.e = add i64 %first, 5
  %p5 = getelementptr inbounds i64, ptr %in, i64 %p5.e
  %v5 = load i64, ptr %p5
  %p6.e = add i64 %first, 6
  %p6 = getelementptr inbounds i64, ptr %in, i64 %p6.e
  %v6 = load i64, ptr %p6
  %p7.e = add i64 %first, 7
  %p7 = getelementptr inbounds i64, ptr %in, i64 %p7.e
  %v7 = load i64, ptr %p7
  %p39.e = add i64 %first, 39
  %p39 = getelementptr inbounds i64, ptr %in, i64 %p39.e
  %v39 = load i64, ptr %p39
  %s38 = sub i64 %v0, %v1
  %q38.e = add i64 %first, 38
  %q38 = getelementptr inbounds i64, ptr %out, i64 %q38.e
  store i64 %s38, ptr %q38
  %s39 = xor i64 %v1, %v7
  %q39.e = add i64 %first, 39
  %q39 = getelementptr inbounds i64, ptr %out, i64 %q39.e
  store i64 %s39, ptr %q39
  %s20 = sub i64 %v5, %v1
  %q20.e = add i64 %first, 20
  %q20 = getelementptr inbounds i64, ptr %out, i64 %q20.e
  store i64 %s20, ptr %q20
  %s3 = xor i64 %v6, %v7
  %q3.e = add i64 %first, 3
  %q3 = getelementptr inbounds i64, ptr %out, i64 %q3.e
  store i64 %s3, ptr %q3
  %s2 = sub i64 %v7, %v1
  %q2.e = add i64 %first, 2
  %q2 = getelementptr inbounds i64, ptr %out, i64 %q2.e
  store i64 %s2, ptr %q2
  ret void
}

; Each member is read and written in place: later loads meet stores of the same row.
define void @sorted(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %first = mul i64 %i, 8
  %e0 = add i64 %first, 0
  %p0 = getelementptr inbounds i32, ptr %out, i64 %e0
  %e1 = add i64 %first, 1
  %p1 = getelementptr inbounds i32, ptr %out, i64 %e1
  %e2 = add i64 %first, 2
  %p2 = getelementptr inbounds i32, ptr %out, i64 %e2
  %e3 = add i64 %first, 3
  %p3 = getelementptr inbounds i32, ptr %out, i64 %e3
  %e4 = add i64 %first, 4
  %p4 = getelementptr inbounds i32, ptr %out, i64 %e4
  %e5 = add i64 %first, 5
  %p5 = getelementptr inbounds i32, ptr %out, i64 %e5
  %e6 = add i64 %first, 6
  %p6 = getelementptr inbounds i32, ptr %out, i64 %e6
  %e7 = add i64 %first, 7
  %p7 = getelementptr inbounds i32, ptr %out, i64 %e7
  %a0 = load i32, ptr %p0
  %b0 = load i32, ptr %p1
  %c0 = icmp ugt i32 %a0, %b0
  %l0 = select i1 %c0, i32 %b0, i32 %a0
  %h0 = select i1 %c0, i32 %a0, i32 %b0
  store i32 %l0, ptr %p0
  store i32 %h0, ptr %p1
  %a1 = load i32, ptr %p1
  %b1 = load i32, ptr %p2
  %c1 = icmp ugt i32 %a1, %b1
  %l1 = select i1 %c1, i32 %b1, i32 %a1
  %h1 = select i1 %c1, i32 %a1, i32 %b1
  store i32 %l1, ptr %p1
  store i32 %h1, ptr %p2
  %a2 = load i32, ptr %p2
  %b2 = load i32, ptr %p3
  %c2 = icmp ugt i32 %a2, %b2
  %l2 = select i1 %c2, i32 %b2, i32 %a2
  %h2 = select i1 %c2, i32 %a2, i32 %b2
  store i32 %l2, ptr %p2
  store i32 %h2, ptr %p3
  %a3 = load i32, ptr %p3
  %b3 = load i32, ptr %p4
  %c3 = icmp ugt i32 %a3, %b3
  %l3 = select i1 %c3, i32 %b3, i32 %a3
  %h3 = select i1 %c3, i32 %a3, i32 %b3
  store i32 %l3, ptr %p3
  store i32 %h3, ptr %p4
  %a4 = load i32, ptr %p4
  %b4 = load i32, ptr %p5
  %c4 = icmp ugt i32 %a4, %b4
  %l4 = select i1 %c4, i32 %b4, i32 %a4
  %h4 = select i1 %c4, i32 %a4, i32 %b4
  store i32 %l4, ptr %p4
  store i32 %h4, ptr %p5
  %a5 = load i32, ptr %p5
  %b5 = load i32, ptr %p6
  %c5 = icmp ugt i32 %a5, %b5
  %l5 = select i1 %c5, i32 %b5, i32 %a5
  %h5 = select i1 %c5, i32 %a5, i32 %b5
  store i32 %l5, ptr %p5
  store i32 %h5, ptr %p6
  %a6 = load i32, ptr %p6
  %b6 = load i32, ptr %p7
  %c6 = icmp ugt i32 %a6, %b6
  %l6 = select i1 %c6, i32 %b6, i32 %a6
  %h6 = select i1 %c6, i32 %a6, i32 %b6
  store i32 %l6, ptr %p6
  store i32 %h6, ptr %p7
  ret void
}

; A member read twice.
define void @same(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %first = mul i64 %i, 5
  %p0.e = add i64 %first, 0
  %p0 = getelementptr inbounds i32, ptr %in, i64 %p0.e
  %v0 = load i32, ptr %p0
  %p1.e = add i64 %first, 1
  %p1 = getelementptr inbounds i32, ptr %in, i64 %p1.e
  %v1 = load i32, ptr %p1
  %p2.e = add i64 %first, 2
  %p2 = getelementptr inbounds i32, ptr %in, i64 %p2.e
  %v2 = load i32, ptr %p2
  %p3.e = add i64 %first, 3
  %p3 = getelementptr inbounds i32, ptr %in, i64 %p3.e
  %v3 = load i32, ptr %p3
  %s4 = sub i32 %v0, %v1
  %q4.e = add i64 %first, 4
  %q4 = getelementptr inbounds i32, ptr %out, i64 %q4.e
  store i32 %s4, ptr %q4
  %s0 = xor i32 %v1, %v0
  %q0.e = add i64 %first, 0
  %q0 = getelementptr inbounds i32, ptr %out, i64 %q0.e
  store i32 %s0, ptr %q0
  %s1 = add i32 %v2, %v3
  %q1.e = add i64 %first, 1
  %q1 = getelementptr inbounds i32, ptr %out, i64 %q1.e
  store i32 %s1, ptr %q1
  %s2 = sub i32 %v3, %v2
  %q2.e = add i64 %first, 2
  %q2 = getelementptr inbounds i32, ptr %out, i64 %q2.e
  store i32 %s2, ptr %q2
  %s3 = xor i32 %v0, %v1
  %q3.e = add i64 %first, 3
  %q3 = getelementptr inbounds i32, ptr %out, i64 %q3.e
  store i32 %s3, ptr %q3
  %again = load i32, ptr %p2
  %more = mul i32 %again, %v3
  store i32 %more, ptr %q4
  ret void
}

; Some lanes, rows of four, of four and one alone.
define void @some(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) {
entry:
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %k = getelementptr inbounds i32, ptr %aux, i64 %i
  %f = load i32, ptr %k
  %m = trunc i32 %f to i1
  br i1 %m, label %then, label %end
then:
  %first = mul i64 %i, 9
  %p0.e = add i64 %first, 0
  %p0 = getelementptr inbounds i32, ptr %in, i64 %p0.e
  %v0 = load i32, ptr %p0
  %p1.e = add i64 %first, 1
  %p1 = getelementptr inbounds i32, ptr %in, i64 %p1.e
  %v1 = load i32, ptr %p1
  %p2.e = add i64 %first, 2
  %p2 = getelementptr inbounds i32, ptr %in, i64 %p2.e
  %v2 = load i32, ptr %p2
  %p3.e = add i64 %first, 3
  %p3 = getelementptr inbounds i32, ptr %in, i64 %p3.e
  %v3 = load i32, ptr %p3
  %p5.e = add i64 %first, 5
  %p5 = getelementptr inbounds i32, ptr %in, i64 %p5.e
  %v5 = load i32, ptr %p5
  %p7.e = add i64 %first, 7
  %p7 = getelementptr inbounds i32, ptr %in, i64 %p7.e
  %v7 = load i32, ptr %p7
  %p8.e = add i64 %first, 8
  %p8 = getelementptr inbounds i32, ptr %in, i64 %p8.e
  %v8 = load i32, ptr %p8
  %s0 = sub i32 %v0, %v1
  %q0.e = add i64 %first, 0
  %q0 = getelementptr inbounds i32, ptr %out, i64 %q0.e
  store i32 %s0, ptr %q0
  %s1 = xor i32 %v1, %v5
  %q1.e = add i64 %first, 1
  %q1 = getelementptr inbounds i32, ptr %out, i64 %q1.e
  store i32 %s1, ptr %q1
  %s2 = add i32 %v2, %v0
  %q2.e = add i64 %first, 2
  %q2 = getelementptr inbounds i32, ptr %out, i64 %q2.e
  store i32 %s2, ptr %q2
  %s3 = sub i32 %v3, %v3
  %q3.e = add i64 %first, 3
  %q3 = getelementptr inbounds i32, ptr %out, i64 %q3.e
  store i32 %s3, ptr %q3
  %s8 = xor i32 %v5, %v8
  %q8.e = add i64 %first, 8
  %q8 = getelementptr inbounds i32, ptr %out, i64 %q8.e
  store i32 %s8, ptr %q8
  %s5 = add i32 %v7, %v2
  %q5.e = add i64 %first, 5
  %q5 = getelementptr inbounds i32, ptr %out, i64 %q5.e
  store i32 %s5, ptr %q5
  %s6 = sub i32 %v8, %v7
  %q6.e = add i64 %first, 6
  %q6 = getelementptr inbounds i32, ptr %out, i64 %q6.e
  store i32 %s6, ptr %q6
  %s7 = xor i32 %v0, %v1
  %q7.e = add i64 %first, 7
  %q7 = getelementptr inbounds i32, ptr %out, i64 %q7.e
  store i32 %s7, ptr %q7
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
  %first = mul i64 %i, 9
  %p0.e = add i64 %first, 0
  %p0 = getelementptr inbounds i32, ptr %in, i64 %p0.e
  %v0 = load i32, ptr %p0
  %p1.e = add i64 %first, 1
  %p1 = getelementptr inbounds i32, ptr %in, i64 %p1.e
  %v1 = load i32, ptr %p1
  %p2.e = add i64 %first, 2
  %p2 = getelementptr inbounds i32, ptr %in, i64 %p2.e
  %v2 = load i32, ptr %p2
  %p3.e = add i64 %first, 3
  %p3 = getelementptr inbounds i32, ptr %in, i64 %p3.e
  %v3 = load i32, ptr %p3
  %p5.e = add i64 %first, 5
  %p5 = getelementptr inbounds i32, ptr %in, i64 %p5.e
  %v5 = load i32, ptr %p5
  %p7.e = add i64 %first, 7
  %p7 = getelementptr inbounds i32, ptr %in, i64 %p7.e
  %v7 = load i32, ptr %p7
  %p8.e = add i64 %first, 8
  %p8 = getelementptr inbounds i32, ptr %in, i64 %p8.e
  %v8 = load i32, ptr %p8
  %s0 = sub i32 %v0, %v1
  %q0.e = add i64 %first, 0
  %q0 = getelementptr inbounds i32, ptr %out, i64 %q0.e
  store i32 %s0, ptr %q0
  %s1 = xor i32 %v1, %v5
  %q1.e = add i64 %first, 1
  %q1 = getelementptr inbounds i32, ptr %out, i64 %q1.e
  store i32 %s1, ptr %q1
  %s2 = add i32 %v2, %v0
  %q2.e = add i64 %first, 2
  %q2 = getelementptr inbounds i32, ptr %out, i64 %q2.e
  store i32 %s2, ptr %q2
  %s3 = sub i32 %v3, %v3
  %q3.e = add i64 %first, 3
  %q3 = getelementptr inbounds i32, ptr %out, i64 %q3.e
  store i32 %s3, ptr %q3
  %s8 = xor i32 %v5, %v8
  %q8.e = add i64 %first, 8
  %q8 = getelementptr inbounds i32, ptr %out, i64 %q8.e
  store i32 %s8, ptr %q8
  %s5 = add i32 %v7, %v2
  %q5.e = add i64 %first, 5
  %q5 = getelementptr inbounds i32, ptr %out, i64 %q5.e
  store i32 %s5, ptr %q5
  %s6 = sub i32 %v8, %v7
  %q6.e = add i64 %first, 6
  %q6 = getelementptr inbounds i32, ptr %out, i64 %q6.e
  store i32 %s6, ptr %q6
  %s7 = xor i32 %v0, %v1
  %q7.e = add i64 %first, 7
  %q7 = getelementptr inbounds i32, ptr %out, i64 %q7.e
  store i32 %s7, ptr %q7
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
  %first = mul i64 %i, 5
  %p4.e = add i64 %first, 4
  %p4 = getelementptr inbounds i64, ptr %in, i64 %p4.e
  %v4 = load i64, ptr %p4
  %p3.e = add i64 %first, 3
  %p3 = getelementptr inbounds i64, ptr %in, i64 %p3.e
  %v3 = load i64, ptr %p3
  %p2.e = add i64 %first, 2
  %p2 = getelementptr inbounds i64, ptr %in, i64 %p2.e
  %v2 = load i64, ptr %p2
  %p1.e = add i64 %first, 1
  %p1 = getelementptr inbounds i64, ptr %in, i64 %p1.e
  %v1 = load i64, ptr %p1
  %p0.e = add i64 %first, 0
  %p0 = getelementptr inbounds i64, ptr %in, i64 %p0.e
  %v0 = load i64, ptr %p0
  %s0 = sub i64 %v4, %v3
  %q0.e = add i64 %first, 0
  %q0 = getelementptr inbounds i64, ptr %out, i64 %q0.e
  store i64 %s0, ptr %q0
  %s1 = xor i64 %v3, %v0
  %q1.e = add i64 %first, 1
  %q1 = getelementptr inbounds i64, ptr %out, i64 %q1.e
  store i64 %s1, ptr %q1
  %s2 = add i64 %v2, %v2
  %q2.e = add i64 %first, 2
  %q2 = getelementptr inbounds i64, ptr %out, i64 %q2.e
  store i64 %s2, ptr %q2
  %s3 = sub i64 %v1, %v4
  %q3.e = add i64 %first, 3
  %q3 = getelementptr inbounds i64, ptr %out, i64 %q3.e
  store i64 %s3, ptr %q3
  %s4 = xor i64 %v0, %v1
  %q4.e = add i64 %first, 4
  %q4 = getelementptr inbounds i64, ptr %out, i64 %q4.e
  store i64 %s4, ptr %q4
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
  %first = mul i64 %i, 5
  %p4.e = add i64 %first, 4
  %p4 = getelementptr inbounds i64, ptr %in, i64 %p4.e
  %v4 = load i64, ptr %p4
  %p3.e = add i64 %first, 3
  %p3 = getelementptr inbounds i64, ptr %in, i64 %p3.e
  %v3 = load i64, ptr %p3
  %p2.e = add i64 %first, 2
  %p2 = getelementptr inbounds i64, ptr %in, i64 %p2.e
  %v2 = load i64, ptr %p2
  %p1.e = add i64 %first, 1
  %p1 = getelementptr inbounds i64, ptr %in, i64 %p1.e
  %v1 = load i64, ptr %p1
  %p0.e = add i64 %first, 0
  %p0 = getelementptr inbounds i64, ptr %in, i64 %p0.e
  %v0 = load i64, ptr %p0
  %s0 = sub i64 %v4, %v3
  %q0.e = add i64 %first, 0
  %q0 = getelementptr inbounds i64, ptr %out, i64 %q0.e
  store i64 %s0, ptr %q0
  %s1 = xor i64 %v3, %v0
  %q1.e = add i64 %first, 1
  %q1 = getelementptr inbounds i64, ptr %out, i64 %q1.e
  store i64 %s1, ptr %q1
  %s2 = add i64 %v2, %v2
  %q2.e = add i64 %first, 2
  %q2 = getelementptr inbounds i64, ptr %out, i64 %q2.e
  store i64 %s2, ptr %q2
  %s3 = sub i64 %v1, %v4
  %q3.e = add i64 %first, 3
  %q3 = getelementptr inbounds i64, ptr %out, i64 %q3.e
  store i64 %s3, ptr %q3
  %s4 = xor i64 %v0, %v1
  %q4.e = add i64 %first, 4
  %q4 = getelementptr inbounds i64, ptr %out, i64 %q4.e
  store i64 %s4, ptr %q4
  br label %end
end:
  ret void
}
