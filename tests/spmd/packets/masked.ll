; Linearised by hand (NAME.flat), beside the function with branches that each work-item runs (NAME).
; ITEM: guarded.flat scalar=guarded in=u32:N*4 out=u32:N*4 aux=x32:N
; ITEM: one_address.flat scalar=one_address in=u32:N out=z32:N aux=u32:H*2+1
; ITEM: loop.flat scalar=loop in=s32:N out=z32:N aux=u32:1
; ITEM: divide.flat scalar=divide in=s32:N*2 out=z32:N aux=u32:1
; ITEM: shared_division.flat scalar=shared_division in=s32:N out=z32:N aux=u32:1
; ITEM: grid.flat scalar=grid in=u32:N out=z32:N aux=u32:1

declare void @weft.spmd.mask(i1)
declare i1 @weft.spmd.any(i1) memory(none) nounwind willreturn
declare i1 @weft.spmd.active() memory(none) nounwind willreturn

; if (x < n) with all kinds of addresses.
define void @guarded(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) {
  %x32 = trunc i64 %x to i32
  %c = icmp ult i32 %x32, %n
  br i1 %c, label %then, label %end
then:
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %v = load i32, ptr %p
  %i4 = shl i64 %i, 2
  %p4 = getelementptr inbounds i32, ptr %in, i64 %i4
  %v4 = load i32, ptr %p4
  %wide = load <4 x i32>, ptr %p4, align 4
  %sum = add <4 x i32> %wide, <i32 1, i32 2, i32 3, i32 4>
  %e = extractelement <4 x i32> %sum, i32 2
  %pk = getelementptr inbounds i32, ptr %aux, i64 %i
  %k = load i32, ptr %pk
  %k64 = zext i32 %k to i64
  %pg = getelementptr inbounds <2 x i32>, ptr %in, i64 %k64
  %g = load <2 x i32>, ptr %pg, align 4
  %g0 = extractelement <2 x i32> %g, i32 0
  %g1 = extractelement <2 x i32> %g, i32 1
  %n64 = zext i32 %n to i64
  %b0 = sub nuw i64 %n64, %x
  %b1 = add i64 %b0, %row
  %pb = getelementptr i32, ptr %in, i64 %b1
  %vb = load i32, ptr %pb
  %s1 = add i32 %v, %v4
  %s2 = xor i32 %s1, %e
  %s3 = add i32 %s2, %g0
  %s4 = xor i32 %s3, %g1
  %s5 = add i32 %s4, %vb
  %vec0 = insertelement <4 x i32> %wide, i32 %s5, i32 1
  %q4 = getelementptr inbounds <4 x i32>, ptr %out, i64 %i
  store <4 x i32> %vec0, ptr %q4, align 4
  %q43 = getelementptr inbounds i8, ptr %q4, i64 12
  store i32 %s4, ptr %q43
  br label %end
end:
  ret void
}
define void @guarded.flat(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %x32 = trunc i64 %x to i32
  %c = icmp ult i32 %x32, %n
  %a = call i1 @weft.spmd.active()
  %m = select i1 %a, i1 %c, i1 false
  %some = call i1 @weft.spmd.any(i1 %m)
  br i1 %some, label %then, label %end
then:
  call void @weft.spmd.mask(i1 %m)
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %v = load i32, ptr %p
  %i4 = shl i64 %i, 2
  %p4 = getelementptr inbounds i32, ptr %in, i64 %i4
  %v4 = load i32, ptr %p4
  %wide = load <4 x i32>, ptr %p4, align 4
  %sum = add <4 x i32> %wide, <i32 1, i32 2, i32 3, i32 4>
  %e = extractelement <4 x i32> %sum, i32 2
  %pk = getelementptr inbounds i32, ptr %aux, i64 %i
  %k = load i32, ptr %pk
  %k64 = zext i32 %k to i64
  %pg = getelementptr inbounds <2 x i32>, ptr %in, i64 %k64
  %g = load <2 x i32>, ptr %pg, align 4
  %g0 = extractelement <2 x i32> %g, i32 0
  %g1 = extractelement <2 x i32> %g, i32 1
  %n64 = zext i32 %n to i64
  %b0 = sub nuw i64 %n64, %x
  %b1 = add i64 %b0, %row
  %pb = getelementptr i32, ptr %in, i64 %b1
  %vb = load i32, ptr %pb
  %s1 = add i32 %v, %v4
  %s2 = xor i32 %s1, %e
  %s3 = add i32 %s2, %g0
  %s4 = xor i32 %s3, %g1
  %s5 = add i32 %s4, %vb
  %vec0 = insertelement <4 x i32> %wide, i32 %s5, i32 1
  %q4 = getelementptr inbounds <4 x i32>, ptr %out, i64 %i
  store <4 x i32> %vec0, ptr %q4, align 4
  %q43 = getelementptr inbounds i8, ptr %q4, i64 12
  store i32 %s4, ptr %q43
  br label %end
end:
  ret void
}

; Under a mask: a load and stores that all lanes make at one address, of the row and of the group.
define void @one_address(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %v = load i32, ptr %p
  %c = icmp slt i32 %v, 0
  br i1 %c, label %then, label %end
then:
  %y2 = shl i64 %y, 1
  %pa = getelementptr i32, ptr %aux, i64 %y2
  %a = load i32, ptr %pa
  %s = add i32 %a, %v
  %q = getelementptr i32, ptr %out, i64 %i
  store i32 %s, ptr %q
  %pa1 = getelementptr i32, ptr %pa, i64 1
  store i32 %s, ptr %pa1
  br label %end
end:
  ret void
}
define void @one_address.flat(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %v = load i32, ptr %p
  %c = icmp slt i32 %v, 0
  %act = call i1 @weft.spmd.active()
  %m = select i1 %act, i1 %c, i1 false
  %some = call i1 @weft.spmd.any(i1 %m)
  br i1 %some, label %then, label %end
then:
  call void @weft.spmd.mask(i1 %m)
  %y2 = shl i64 %y, 1
  %pa = getelementptr i32, ptr %aux, i64 %y2
  %a = load i32, ptr %pa
  %s = add i32 %a, %v
  %q = getelementptr i32, ptr %out, i64 %i
  store i32 %s, ptr %q
  %pa1 = getelementptr i32, ptr %pa, i64 1
  store i32 %s, ptr %pa1
  br label %end
end:
  ret void
}

; A loop that lanes leave at different times; its mask does not mention weft.spmd.active.
define void @loop(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %v = load i32, ptr %p
  br label %head
head:
  %k = phi i32 [ 0, %0 ], [ %k1, %head ]
  %t = phi i32 [ %v, %0 ], [ %t1, %head ]
  %sq = mul i32 %t, %t
  %t1 = add i32 %sq, %k
  %k1 = add nuw nsw i32 %k, 1
  %more = icmp slt i32 %k1, %v
  br i1 %more, label %head, label %done
done:
  %r = add i32 %t1, %k1
  %q = getelementptr i32, ptr %out, i64 %i
  store i32 %r, ptr %q
  ret void
}
define void @loop.flat(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %v = load i32, ptr %p
  br label %head
head:
  %live = phi i1 [ true, %0 ], [ %live1, %head ]
  %k = phi i32 [ 0, %0 ], [ %k1, %head ]
  %t = phi i32 [ %v, %0 ], [ %t1, %head ]
  %kout = phi i32 [ poison, %0 ], [ %kout1, %head ]
  %tout = phi i32 [ poison, %0 ], [ %tout1, %head ]
  call void @weft.spmd.mask(i1 %live)
  %sq = mul i32 %t, %t
  %t1 = add i32 %sq, %k
  %k1 = add nuw nsw i32 %k, 1
  %more = icmp slt i32 %k1, %v
  %kout1 = select i1 %live, i32 %k1, i32 %kout
  %tout1 = select i1 %live, i32 %t1, i32 %tout
  %live1 = select i1 %live, i1 %more, i1 false
  %some = call i1 @weft.spmd.any(i1 %live1)
  br i1 %some, label %head, label %done
done:
  %r = add i32 %tout1, %kout1
  %q = getelementptr i32, ptr %out, i64 %i
  store i32 %r, ptr %q
  ret void
}

; Dead lanes would divide by zero.
define void @divide(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %i2 = shl i64 %i, 1
  %p = getelementptr inbounds i32, ptr %in, i64 %i2
  %v0 = load i32, ptr %p
  %d = srem i32 %v0, 3
  %p1 = getelementptr inbounds i32, ptr %p, i64 1
  %v = load i32, ptr %p1
  %c = icmp ne i32 %d, 0
  br i1 %c, label %then, label %end
then:
  %r = sdiv i32 %v, %d
  %r1 = urem i32 %v, %d
  %s = add i32 %r, %r1
  %vec0 = insertelement <2 x i32> <i32 1, i32 1>, i32 %d, i32 1
  %vec = udiv <2 x i32> <i32 77, i32 -5>, %vec0
  %h = extractelement <2 x i32> %vec, i32 1
  %s1 = add i32 %s, %h
  %q = getelementptr i32, ptr %out, i64 %i
  store i32 %s1, ptr %q
  br label %end
end:
  ret void
}
define void @divide.flat(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %i2 = shl i64 %i, 1
  %p = getelementptr inbounds i32, ptr %in, i64 %i2
  %v0 = load i32, ptr %p
  %d = srem i32 %v0, 3
  %p1 = getelementptr inbounds i32, ptr %p, i64 1
  %v = load i32, ptr %p1
  %c = icmp ne i32 %d, 0
  br label %then
then:
  call void @weft.spmd.mask(i1 %c)
  %r = sdiv i32 %v, %d
  %r1 = urem i32 %v, %d
  %s = add i32 %r, %r1
  %vec0 = insertelement <2 x i32> <i32 1, i32 1>, i32 %d, i32 1
  %vec = udiv <2 x i32> <i32 77, i32 -5>, %vec0
  %h = extractelement <2 x i32> %vec, i32 1
  %s1 = add i32 %s, %h
  %q = getelementptr i32, ptr %out, i64 %i
  store i32 %s1, ptr %q
  br label %end
end:
  ret void
}

; for (int k = x; k < n; k += 5): a linear phi, narrower than addresses.
define void @grid(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) {
  %row = mul i64 %y, %w
  %rowin = getelementptr inbounds i32, ptr %in, i64 %row
  %x32 = trunc i64 %x to i32
  %c0 = icmp slt i32 %x32, %n
  br i1 %c0, label %head, label %done
head:
  %k = phi i32 [ %x32, %0 ], [ %k1, %head ]
  %s = phi i32 [ 0, %0 ], [ %s1, %head ]
  %k64 = sext i32 %k to i64
  %p = getelementptr inbounds i32, ptr %rowin, i64 %k64
  %v = load i32, ptr %p
  %s1 = add i32 %s, %v
  %k1 = add nsw i32 %k, 5
  %c = icmp slt i32 %k1, %n
  br i1 %c, label %head, label %done
done:
  %r = phi i32 [ 0, %0 ], [ %s1, %head ]
  %i = add i64 %row, %x
  %q = getelementptr i32, ptr %out, i64 %i
  store i32 %r, ptr %q
  ret void
}
define void @grid.flat(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %rowin = getelementptr inbounds i32, ptr %in, i64 %row
  %x32 = trunc i64 %x to i32
  %a = call i1 @weft.spmd.active()
  %c0 = icmp slt i32 %x32, %n
  %m0 = select i1 %a, i1 %c0, i1 false
  %some0 = call i1 @weft.spmd.any(i1 %m0)
  br i1 %some0, label %head, label %done
head:
  %live = phi i1 [ %m0, %0 ], [ %live1, %head ]
  %k = phi i32 [ %x32, %0 ], [ %k1, %head ]
  %s = phi i32 [ 0, %0 ], [ %s1, %head ]
  %sout = phi i32 [ 0, %0 ], [ %sout1, %head ]
  call void @weft.spmd.mask(i1 %live)
  %k64 = sext i32 %k to i64
  %p = getelementptr inbounds i32, ptr %rowin, i64 %k64
  %v = load i32, ptr %p
  %s1 = add i32 %s, %v
  %k1 = add nsw i32 %k, 5
  %c = icmp slt i32 %k1, %n
  %sout1 = select i1 %live, i32 %s1, i32 %sout
  %live1 = select i1 %live, i1 %c, i1 false
  %some = call i1 @weft.spmd.any(i1 %live1)
  br i1 %some, label %head, label %done
done:
  %r = phi i32 [ 0, %0 ], [ %sout1, %head ]
  %i = add i64 %row, %x
  %q = getelementptr i32, ptr %out, i64 %i
  store i32 %r, ptr %q
  ret void
}

; One division for all parts; the first may have no lane there.
define void @shared_division(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %q = getelementptr i32, ptr %out, i64 %i
  %c = icmp eq i64 %x, 13
  br i1 %c, label %then, label %end
then:
  %or = or i32 %n, 1
  %d = sdiv i32 1022, %or
  store i32 %d, ptr %q
  br label %end
end:
  ret void
}
define void @shared_division.flat(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %q = getelementptr i32, ptr %out, i64 %i
  %c = icmp eq i64 %x, 13
  br label %then
then:
  call void @weft.spmd.mask(i1 %c)
  %or = or i32 %n, 1
  %d = sdiv i32 1022, %or
  store i32 %d, ptr %q
  br label %end
end:
  ret void
}
