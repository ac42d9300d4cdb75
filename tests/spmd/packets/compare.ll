; Comparisons of what grows from lane to lane with what all lanes have, near and at the ends of types (packet_compare.cpp).
; LANES: 32 64
; ITEM: extended in=u32:N out=z32:N aux=z32:1
; ITEM: extended_unsigned in=u32:N out=z32:N aux=z32:1
; ITEM: near_the_end in=u32:N out=z32:N aux=z32:1
; ITEM: from_the_least in=u32:N out=z32:N aux=z32:1
; ITEM: strides in=u32:N out=z32:N aux=z32:1
; ITEM: short in=u32:N out=z32:N aux=z32:1
; ITEM: ints in=u32:N out=z32:N aux=z32:1

@bounds = internal constant [16 x i64] [i64 -9223372036854775808, i64 -1, i64 0, i64 1, i64 2, i64 3, i64 5, i64 7, i64 8, i64 13, i64 15, i64 16, i64 17, i64 31, i64 64, i64 9223372036854775807]

define void @extended(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
entry:
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %x32 = trunc i64 %x to i32
  %n3 = and i32 %n, 3
  %s = add nsw i32 %x32, %n3
  %v = sext i32 %s to i64
  %first = sext i32 %n3 to i64
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %r = phi i32 [ 0, %entry ], [ %last, %loop ]
  %at = getelementptr inbounds i64, ptr @bounds, i64 %k
  %wide = load i64, ptr %at
  %far = add i64 %wide, 0
  %near = add i64 %far, %first
  %c0 = icmp eq i64 %v, %far
  %z0 = zext i1 %c0 to i32
  %m0 = mul i32 %r, 3
  %a0 = add i32 %m0, %z0
  %c2 = icmp ne i64 %v, %far
  %z2 = zext i1 %c2 to i32
  %m2 = mul i32 %a0, 3
  %a2 = add i32 %m2, %z2
  %c4 = icmp ult i64 %v, %far
  %z4 = zext i1 %c4 to i32
  %m4 = mul i32 %a2, 3
  %a4 = add i32 %m4, %z4
  %c6 = icmp ule i64 %v, %far
  %z6 = zext i1 %c6 to i32
  %m6 = mul i32 %a4, 3
  %a6 = add i32 %m6, %z6
  %c8 = icmp ugt i64 %v, %far
  %z8 = zext i1 %c8 to i32
  %m8 = mul i32 %a6, 3
  %a8 = add i32 %m8, %z8
  %c10 = icmp uge i64 %v, %far
  %z10 = zext i1 %c10 to i32
  %m10 = mul i32 %a8, 3
  %a10 = add i32 %m10, %z10
  %c12 = icmp slt i64 %v, %far
  %z12 = zext i1 %c12 to i32
  %m12 = mul i32 %a10, 3
  %a12 = add i32 %m12, %z12
  %c14 = icmp sle i64 %v, %far
  %z14 = zext i1 %c14 to i32
  %m14 = mul i32 %a12, 3
  %a14 = add i32 %m14, %z14
  %c16 = icmp sgt i64 %v, %far
  %z16 = zext i1 %c16 to i32
  %m16 = mul i32 %a14, 3
  %a16 = add i32 %m16, %z16
  %c18 = icmp sge i64 %v, %far
  %z18 = zext i1 %c18 to i32
  %m18 = mul i32 %a16, 3
  %a18 = add i32 %m18, %z18
  %c21 = icmp eq i64 %near, %v
  %z21 = zext i1 %c21 to i32
  %m21 = mul i32 %a18, 3
  %a21 = add i32 %m21, %z21
  %c23 = icmp ne i64 %near, %v
  %z23 = zext i1 %c23 to i32
  %m23 = mul i32 %a21, 3
  %a23 = add i32 %m23, %z23
  %c25 = icmp ult i64 %near, %v
  %z25 = zext i1 %c25 to i32
  %m25 = mul i32 %a23, 3
  %a25 = add i32 %m25, %z25
  %c27 = icmp ule i64 %near, %v
  %z27 = zext i1 %c27 to i32
  %m27 = mul i32 %a25, 3
  %a27 = add i32 %m27, %z27
  %c29 = icmp ugt i64 %near, %v
  %z29 = zext i1 %c29 to i32
  %m29 = mul i32 %a27, 3
  %a29 = add i32 %m29, %z29
  %c31 = icmp uge i64 %near, %v
  %z31 = zext i1 %c31 to i32
  %m31 = mul i32 %a29, 3
  %a31 = add i32 %m31, %z31
  %c33 = icmp slt i64 %near, %v
  %z33 = zext i1 %c33 to i32
  %m33 = mul i32 %a31, 3
  %a33 = add i32 %m33, %z33
  %c35 = icmp sle i64 %near, %v
  %z35 = zext i1 %c35 to i32
  %m35 = mul i32 %a33, 3
  %a35 = add i32 %m35, %z35
  %c37 = icmp sgt i64 %near, %v
  %z37 = zext i1 %c37 to i32
  %m37 = mul i32 %a35, 3
  %a37 = add i32 %m37, %z37
  %c39 = icmp sge i64 %near, %v
  %z39 = zext i1 %c39 to i32
  %m39 = mul i32 %a37, 3
  %a39 = add i32 %m39, %z39
  %last = xor i32 %a39, 1
  %k1 = add i64 %k, 1
  %done = icmp eq i64 %k1, 16
  br i1 %done, label %end, label %loop

end:
  %q = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %last, ptr %q
  ret void
}

define void @extended_unsigned(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
entry:
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %x32 = trunc i64 %x to i32
  %s = add nuw i32 %x32, -4000
  %v = zext i32 %s to i64
  %first = add i64 4294963296, 0
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %r = phi i32 [ 0, %entry ], [ %last, %loop ]
  %at = getelementptr inbounds i64, ptr @bounds, i64 %k
  %wide = load i64, ptr %at
  %far = add i64 %wide, 0
  %near = add i64 %far, %first
  %c0 = icmp eq i64 %v, %far
  %z0 = zext i1 %c0 to i32
  %m0 = mul i32 %r, 3
  %a0 = add i32 %m0, %z0
  %c2 = icmp ne i64 %v, %far
  %z2 = zext i1 %c2 to i32
  %m2 = mul i32 %a0, 3
  %a2 = add i32 %m2, %z2
  %c4 = icmp ult i64 %v, %far
  %z4 = zext i1 %c4 to i32
  %m4 = mul i32 %a2, 3
  %a4 = add i32 %m4, %z4
  %c6 = icmp ule i64 %v, %far
  %z6 = zext i1 %c6 to i32
  %m6 = mul i32 %a4, 3
  %a6 = add i32 %m6, %z6
  %c8 = icmp ugt i64 %v, %far
  %z8 = zext i1 %c8 to i32
  %m8 = mul i32 %a6, 3
  %a8 = add i32 %m8, %z8
  %c10 = icmp uge i64 %v, %far
  %z10 = zext i1 %c10 to i32
  %m10 = mul i32 %a8, 3
  %a10 = add i32 %m10, %z10
  %c12 = icmp slt i64 %v, %far
  %z12 = zext i1 %c12 to i32
  %m12 = mul i32 %a10, 3
  %a12 = add i32 %m12, %z12
  %c14 = icmp sle i64 %v, %far
  %z14 = zext i1 %c14 to i32
  %m14 = mul i32 %a12, 3
  %a14 = add i32 %m14, %z14
  %c16 = icmp sgt i64 %v, %far
  %z16 = zext i1 %c16 to i32
  %m16 = mul i32 %a14, 3
  %a16 = add i32 %m16, %z16
  %c18 = icmp sge i64 %v, %far
  %z18 = zext i1 %c18 to i32
  %m18 = mul i32 %a16, 3
  %a18 = add i32 %m18, %z18
  %c21 = icmp eq i64 %near, %v
  %z21 = zext i1 %c21 to i32
  %m21 = mul i32 %a18, 3
  %a21 = add i32 %m21, %z21
  %c23 = icmp ne i64 %near, %v
  %z23 = zext i1 %c23 to i32
  %m23 = mul i32 %a21, 3
  %a23 = add i32 %m23, %z23
  %c25 = icmp ult i64 %near, %v
  %z25 = zext i1 %c25 to i32
  %m25 = mul i32 %a23, 3
  %a25 = add i32 %m25, %z25
  %c27 = icmp ule i64 %near, %v
  %z27 = zext i1 %c27 to i32
  %m27 = mul i32 %a25, 3
  %a27 = add i32 %m27, %z27
  %c29 = icmp ugt i64 %near, %v
  %z29 = zext i1 %c29 to i32
  %m29 = mul i32 %a27, 3
  %a29 = add i32 %m29, %z29
  %c31 = icmp uge i64 %near, %v
  %z31 = zext i1 %c31 to i32
  %m31 = mul i32 %a29, 3
  %a31 = add i32 %m31, %z31
  %c33 = icmp slt i64 %near, %v
  %z33 = zext i1 %c33 to i32
  %m33 = mul i32 %a31, 3
  %a33 = add i32 %m33, %z33
  %c35 = icmp sle i64 %near, %v
  %z35 = zext i1 %c35 to i32
  %m35 = mul i32 %a33, 3
  %a35 = add i32 %m35, %z35
  %c37 = icmp sgt i64 %near, %v
  %z37 = zext i1 %c37 to i32
  %m37 = mul i32 %a35, 3
  %a37 = add i32 %m37, %z37
  %c39 = icmp sge i64 %near, %v
  %z39 = zext i1 %c39 to i32
  %m39 = mul i32 %a37, 3
  %a39 = add i32 %m39, %z39
  %last = xor i32 %a39, 1
  %k1 = add i64 %k, 1
  %done = icmp eq i64 %k1, 16
  br i1 %done, label %end, label %loop

end:
  %q = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %last, ptr %q
  ret void
}

define void @near_the_end(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
entry:
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %v = add nuw i64 %x, -1048576
  %first = add i64 -1048576, 0
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %r = phi i32 [ 0, %entry ], [ %last, %loop ]
  %at = getelementptr inbounds i64, ptr @bounds, i64 %k
  %wide = load i64, ptr %at
  %far = add i64 %wide, 0
  %near = add i64 %far, %first
  %c0 = icmp eq i64 %v, %far
  %z0 = zext i1 %c0 to i32
  %m0 = mul i32 %r, 3
  %a0 = add i32 %m0, %z0
  %c2 = icmp ne i64 %v, %far
  %z2 = zext i1 %c2 to i32
  %m2 = mul i32 %a0, 3
  %a2 = add i32 %m2, %z2
  %c4 = icmp ult i64 %v, %far
  %z4 = zext i1 %c4 to i32
  %m4 = mul i32 %a2, 3
  %a4 = add i32 %m4, %z4
  %c6 = icmp ule i64 %v, %far
  %z6 = zext i1 %c6 to i32
  %m6 = mul i32 %a4, 3
  %a6 = add i32 %m6, %z6
  %c8 = icmp ugt i64 %v, %far
  %z8 = zext i1 %c8 to i32
  %m8 = mul i32 %a6, 3
  %a8 = add i32 %m8, %z8
  %c10 = icmp uge i64 %v, %far
  %z10 = zext i1 %c10 to i32
  %m10 = mul i32 %a8, 3
  %a10 = add i32 %m10, %z10
  %c12 = icmp slt i64 %v, %far
  %z12 = zext i1 %c12 to i32
  %m12 = mul i32 %a10, 3
  %a12 = add i32 %m12, %z12
  %c14 = icmp sle i64 %v, %far
  %z14 = zext i1 %c14 to i32
  %m14 = mul i32 %a12, 3
  %a14 = add i32 %m14, %z14
  %c16 = icmp sgt i64 %v, %far
  %z16 = zext i1 %c16 to i32
  %m16 = mul i32 %a14, 3
  %a16 = add i32 %m16, %z16
  %c18 = icmp sge i64 %v, %far
  %z18 = zext i1 %c18 to i32
  %m18 = mul i32 %a16, 3
  %a18 = add i32 %m18, %z18
  %c21 = icmp eq i64 %near, %v
  %z21 = zext i1 %c21 to i32
  %m21 = mul i32 %a18, 3
  %a21 = add i32 %m21, %z21
  %c23 = icmp ne i64 %near, %v
  %z23 = zext i1 %c23 to i32
  %m23 = mul i32 %a21, 3
  %a23 = add i32 %m23, %z23
  %c25 = icmp ult i64 %near, %v
  %z25 = zext i1 %c25 to i32
  %m25 = mul i32 %a23, 3
  %a25 = add i32 %m25, %z25
  %c27 = icmp ule i64 %near, %v
  %z27 = zext i1 %c27 to i32
  %m27 = mul i32 %a25, 3
  %a27 = add i32 %m27, %z27
  %c29 = icmp ugt i64 %near, %v
  %z29 = zext i1 %c29 to i32
  %m29 = mul i32 %a27, 3
  %a29 = add i32 %m29, %z29
  %c31 = icmp uge i64 %near, %v
  %z31 = zext i1 %c31 to i32
  %m31 = mul i32 %a29, 3
  %a31 = add i32 %m31, %z31
  %c33 = icmp slt i64 %near, %v
  %z33 = zext i1 %c33 to i32
  %m33 = mul i32 %a31, 3
  %a33 = add i32 %m33, %z33
  %c35 = icmp sle i64 %near, %v
  %z35 = zext i1 %c35 to i32
  %m35 = mul i32 %a33, 3
  %a35 = add i32 %m35, %z35
  %c37 = icmp sgt i64 %near, %v
  %z37 = zext i1 %c37 to i32
  %m37 = mul i32 %a35, 3
  %a37 = add i32 %m37, %z37
  %c39 = icmp sge i64 %near, %v
  %z39 = zext i1 %c39 to i32
  %m39 = mul i32 %a37, 3
  %a39 = add i32 %m39, %z39
  %last = xor i32 %a39, 1
  %k1 = add i64 %k, 1
  %done = icmp eq i64 %k1, 16
  br i1 %done, label %end, label %loop

end:
  %q = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %last, ptr %q
  ret void
}

define void @from_the_least(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
entry:
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %w1 = add i64 %w, -9223372036854775808
  %v = add nsw i64 %x, %w1
  %first = add i64 %w1, 0
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %r = phi i32 [ 0, %entry ], [ %last, %loop ]
  %at = getelementptr inbounds i64, ptr @bounds, i64 %k
  %wide = load i64, ptr %at
  %far = add i64 %wide, 0
  %near = add i64 %far, %first
  %c0 = icmp eq i64 %v, %far
  %z0 = zext i1 %c0 to i32
  %m0 = mul i32 %r, 3
  %a0 = add i32 %m0, %z0
  %c2 = icmp ne i64 %v, %far
  %z2 = zext i1 %c2 to i32
  %m2 = mul i32 %a0, 3
  %a2 = add i32 %m2, %z2
  %c4 = icmp ult i64 %v, %far
  %z4 = zext i1 %c4 to i32
  %m4 = mul i32 %a2, 3
  %a4 = add i32 %m4, %z4
  %c6 = icmp ule i64 %v, %far
  %z6 = zext i1 %c6 to i32
  %m6 = mul i32 %a4, 3
  %a6 = add i32 %m6, %z6
  %c8 = icmp ugt i64 %v, %far
  %z8 = zext i1 %c8 to i32
  %m8 = mul i32 %a6, 3
  %a8 = add i32 %m8, %z8
  %c10 = icmp uge i64 %v, %far
  %z10 = zext i1 %c10 to i32
  %m10 = mul i32 %a8, 3
  %a10 = add i32 %m10, %z10
  %c12 = icmp slt i64 %v, %far
  %z12 = zext i1 %c12 to i32
  %m12 = mul i32 %a10, 3
  %a12 = add i32 %m12, %z12
  %c14 = icmp sle i64 %v, %far
  %z14 = zext i1 %c14 to i32
  %m14 = mul i32 %a12, 3
  %a14 = add i32 %m14, %z14
  %c16 = icmp sgt i64 %v, %far
  %z16 = zext i1 %c16 to i32
  %m16 = mul i32 %a14, 3
  %a16 = add i32 %m16, %z16
  %c18 = icmp sge i64 %v, %far
  %z18 = zext i1 %c18 to i32
  %m18 = mul i32 %a16, 3
  %a18 = add i32 %m18, %z18
  %c21 = icmp eq i64 %near, %v
  %z21 = zext i1 %c21 to i32
  %m21 = mul i32 %a18, 3
  %a21 = add i32 %m21, %z21
  %c23 = icmp ne i64 %near, %v
  %z23 = zext i1 %c23 to i32
  %m23 = mul i32 %a21, 3
  %a23 = add i32 %m23, %z23
  %c25 = icmp ult i64 %near, %v
  %z25 = zext i1 %c25 to i32
  %m25 = mul i32 %a23, 3
  %a25 = add i32 %m25, %z25
  %c27 = icmp ule i64 %near, %v
  %z27 = zext i1 %c27 to i32
  %m27 = mul i32 %a25, 3
  %a27 = add i32 %m27, %z27
  %c29 = icmp ugt i64 %near, %v
  %z29 = zext i1 %c29 to i32
  %m29 = mul i32 %a27, 3
  %a29 = add i32 %m29, %z29
  %c31 = icmp uge i64 %near, %v
  %z31 = zext i1 %c31 to i32
  %m31 = mul i32 %a29, 3
  %a31 = add i32 %m31, %z31
  %c33 = icmp slt i64 %near, %v
  %z33 = zext i1 %c33 to i32
  %m33 = mul i32 %a31, 3
  %a33 = add i32 %m33, %z33
  %c35 = icmp sle i64 %near, %v
  %z35 = zext i1 %c35 to i32
  %m35 = mul i32 %a33, 3
  %a35 = add i32 %m35, %z35
  %c37 = icmp sgt i64 %near, %v
  %z37 = zext i1 %c37 to i32
  %m37 = mul i32 %a35, 3
  %a37 = add i32 %m37, %z37
  %c39 = icmp sge i64 %near, %v
  %z39 = zext i1 %c39 to i32
  %m39 = mul i32 %a37, 3
  %a39 = add i32 %m39, %z39
  %last = xor i32 %a39, 1
  %k1 = add i64 %k, 1
  %done = icmp eq i64 %k1, 16
  br i1 %done, label %end, label %loop

end:
  %q = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %last, ptr %q
  ret void
}

define void @strides(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
entry:
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %x3 = mul i64 %x, 3
  %v = add i64 %x3, 5
  %first = add i64 %x, 5
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %r = phi i32 [ 0, %entry ], [ %last, %loop ]
  %at = getelementptr inbounds i64, ptr @bounds, i64 %k
  %wide = load i64, ptr %at
  %far = add i64 %wide, 0
  %near = add i64 %far, %first
  %c0 = icmp eq i64 %v, %far
  %z0 = zext i1 %c0 to i32
  %m0 = mul i32 %r, 3
  %a0 = add i32 %m0, %z0
  %c2 = icmp ne i64 %v, %far
  %z2 = zext i1 %c2 to i32
  %m2 = mul i32 %a0, 3
  %a2 = add i32 %m2, %z2
  %c5 = icmp eq i64 %near, %v
  %z5 = zext i1 %c5 to i32
  %m5 = mul i32 %a2, 3
  %a5 = add i32 %m5, %z5
  %c7 = icmp ne i64 %near, %v
  %z7 = zext i1 %c7 to i32
  %m7 = mul i32 %a5, 3
  %a7 = add i32 %m7, %z7
  %last = xor i32 %a7, 1
  %k1 = add i64 %k, 1
  %done = icmp eq i64 %k1, 16
  br i1 %done, label %end, label %loop

end:
  %q = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %last, ptr %q
  ret void
}

define void @short(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
entry:
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %v = trunc i64 %x to i16
  %first = add i16 2, 0
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %r = phi i32 [ 0, %entry ], [ %last, %loop ]
  %at = getelementptr inbounds i64, ptr @bounds, i64 %k
  %wide = load i64, ptr %at
  %far = trunc i64 %wide to i16
  %near = add i16 %far, %first
  %c0 = icmp eq i16 %v, %far
  %z0 = zext i1 %c0 to i32
  %m0 = mul i32 %r, 3
  %a0 = add i32 %m0, %z0
  %c2 = icmp ne i16 %v, %far
  %z2 = zext i1 %c2 to i32
  %m2 = mul i32 %a0, 3
  %a2 = add i32 %m2, %z2
  %c4 = icmp ult i16 %v, %far
  %z4 = zext i1 %c4 to i32
  %m4 = mul i32 %a2, 3
  %a4 = add i32 %m4, %z4
  %c6 = icmp ule i16 %v, %far
  %z6 = zext i1 %c6 to i32
  %m6 = mul i32 %a4, 3
  %a6 = add i32 %m6, %z6
  %c8 = icmp ugt i16 %v, %far
  %z8 = zext i1 %c8 to i32
  %m8 = mul i32 %a6, 3
  %a8 = add i32 %m8, %z8
  %c10 = icmp uge i16 %v, %far
  %z10 = zext i1 %c10 to i32
  %m10 = mul i32 %a8, 3
  %a10 = add i32 %m10, %z10
  %c12 = icmp slt i16 %v, %far
  %z12 = zext i1 %c12 to i32
  %m12 = mul i32 %a10, 3
  %a12 = add i32 %m12, %z12
  %c14 = icmp sle i16 %v, %far
  %z14 = zext i1 %c14 to i32
  %m14 = mul i32 %a12, 3
  %a14 = add i32 %m14, %z14
  %c16 = icmp sgt i16 %v, %far
  %z16 = zext i1 %c16 to i32
  %m16 = mul i32 %a14, 3
  %a16 = add i32 %m16, %z16
  %c18 = icmp sge i16 %v, %far
  %z18 = zext i1 %c18 to i32
  %m18 = mul i32 %a16, 3
  %a18 = add i32 %m18, %z18
  %c21 = icmp eq i16 %near, %v
  %z21 = zext i1 %c21 to i32
  %m21 = mul i32 %a18, 3
  %a21 = add i32 %m21, %z21
  %c23 = icmp ne i16 %near, %v
  %z23 = zext i1 %c23 to i32
  %m23 = mul i32 %a21, 3
  %a23 = add i32 %m23, %z23
  %c25 = icmp ult i16 %near, %v
  %z25 = zext i1 %c25 to i32
  %m25 = mul i32 %a23, 3
  %a25 = add i32 %m25, %z25
  %c27 = icmp ule i16 %near, %v
  %z27 = zext i1 %c27 to i32
  %m27 = mul i32 %a25, 3
  %a27 = add i32 %m27, %z27
  %c29 = icmp ugt i16 %near, %v
  %z29 = zext i1 %c29 to i32
  %m29 = mul i32 %a27, 3
  %a29 = add i32 %m29, %z29
  %c31 = icmp uge i16 %near, %v
  %z31 = zext i1 %c31 to i32
  %m31 = mul i32 %a29, 3
  %a31 = add i32 %m31, %z31
  %c33 = icmp slt i16 %near, %v
  %z33 = zext i1 %c33 to i32
  %m33 = mul i32 %a31, 3
  %a33 = add i32 %m33, %z33
  %c35 = icmp sle i16 %near, %v
  %z35 = zext i1 %c35 to i32
  %m35 = mul i32 %a33, 3
  %a35 = add i32 %m35, %z35
  %c37 = icmp sgt i16 %near, %v
  %z37 = zext i1 %c37 to i32
  %m37 = mul i32 %a35, 3
  %a37 = add i32 %m37, %z37
  %c39 = icmp sge i16 %near, %v
  %z39 = zext i1 %c39 to i32
  %m39 = mul i32 %a37, 3
  %a39 = add i32 %m39, %z39
  %last = xor i32 %a39, 1
  %k1 = add i64 %k, 1
  %done = icmp eq i64 %k1, 16
  br i1 %done, label %end, label %loop

end:
  %q = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %last, ptr %q
  ret void
}

define void @ints(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
entry:
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %x32 = trunc i64 %x to i32
  %v = add nsw i32 %x32, -7
  %wide7 = sext i32 %v to i64
  %p7 = getelementptr i32, ptr %in, i64 %wide7
  %p0 = getelementptr i32, ptr %p7, i64 7
  %unused = load i32, ptr %p0
  %first = add i32 -7, 0
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %r = phi i32 [ 0, %entry ], [ %last, %loop ]
  %at = getelementptr inbounds i64, ptr @bounds, i64 %k
  %wide = load i64, ptr %at
  %far = trunc i64 %wide to i32
  %near = add i32 %far, %first
  %c0 = icmp eq i32 %v, %far
  %z0 = zext i1 %c0 to i32
  %m0 = mul i32 %r, 3
  %a0 = add i32 %m0, %z0
  %c2 = icmp ne i32 %v, %far
  %z2 = zext i1 %c2 to i32
  %m2 = mul i32 %a0, 3
  %a2 = add i32 %m2, %z2
  %c4 = icmp ult i32 %v, %far
  %z4 = zext i1 %c4 to i32
  %m4 = mul i32 %a2, 3
  %a4 = add i32 %m4, %z4
  %c6 = icmp ule i32 %v, %far
  %z6 = zext i1 %c6 to i32
  %m6 = mul i32 %a4, 3
  %a6 = add i32 %m6, %z6
  %c8 = icmp ugt i32 %v, %far
  %z8 = zext i1 %c8 to i32
  %m8 = mul i32 %a6, 3
  %a8 = add i32 %m8, %z8
  %c10 = icmp uge i32 %v, %far
  %z10 = zext i1 %c10 to i32
  %m10 = mul i32 %a8, 3
  %a10 = add i32 %m10, %z10
  %c12 = icmp slt i32 %v, %far
  %z12 = zext i1 %c12 to i32
  %m12 = mul i32 %a10, 3
  %a12 = add i32 %m12, %z12
  %c14 = icmp sle i32 %v, %far
  %z14 = zext i1 %c14 to i32
  %m14 = mul i32 %a12, 3
  %a14 = add i32 %m14, %z14
  %c16 = icmp sgt i32 %v, %far
  %z16 = zext i1 %c16 to i32
  %m16 = mul i32 %a14, 3
  %a16 = add i32 %m16, %z16
  %c18 = icmp sge i32 %v, %far
  %z18 = zext i1 %c18 to i32
  %m18 = mul i32 %a16, 3
  %a18 = add i32 %m18, %z18
  %c21 = icmp eq i32 %near, %v
  %z21 = zext i1 %c21 to i32
  %m21 = mul i32 %a18, 3
  %a21 = add i32 %m21, %z21
  %c23 = icmp ne i32 %near, %v
  %z23 = zext i1 %c23 to i32
  %m23 = mul i32 %a21, 3
  %a23 = add i32 %m23, %z23
  %c25 = icmp ult i32 %near, %v
  %z25 = zext i1 %c25 to i32
  %m25 = mul i32 %a23, 3
  %a25 = add i32 %m25, %z25
  %c27 = icmp ule i32 %near, %v
  %z27 = zext i1 %c27 to i32
  %m27 = mul i32 %a25, 3
  %a27 = add i32 %m27, %z27
  %c29 = icmp ugt i32 %near, %v
  %z29 = zext i1 %c29 to i32
  %m29 = mul i32 %a27, 3
  %a29 = add i32 %m29, %z29
  %c31 = icmp uge i32 %near, %v
  %z31 = zext i1 %c31 to i32
  %m31 = mul i32 %a29, 3
  %a31 = add i32 %m31, %z31
  %c33 = icmp slt i32 %near, %v
  %z33 = zext i1 %c33 to i32
  %m33 = mul i32 %a31, 3
  %a33 = add i32 %m33, %z33
  %c35 = icmp sle i32 %near, %v
  %z35 = zext i1 %c35 to i32
  %m35 = mul i32 %a33, 3
  %a35 = add i32 %m35, %z35
  %c37 = icmp sgt i32 %near, %v
  %z37 = zext i1 %c37 to i32
  %m37 = mul i32 %a35, 3
  %a37 = add i32 %m37, %z37
  %c39 = icmp sge i32 %near, %v
  %z39 = zext i1 %c39 to i32
  %m39 = mul i32 %a37, 3
  %a39 = add i32 %m39, %z39
  %last = xor i32 %a39, 1
  %k1 = add i64 %k, 1
  %done = icmp eq i64 %k1, 16
  br i1 %done, label %end, label %loop

end:
  %q = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %last, ptr %q
  ret void
}
