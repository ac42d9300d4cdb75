; Divisions of 64 bits: as numbers of 32 bits where all of a packet's are, else one by one.
; LANES: 32
; ITEM: udiv_small in=u64:N out=z64:N aux=z64:N
; ITEM: udiv_some in=u64:N out=z64:N aux=z64:N
; ITEM: udiv_lanes in=u64:N out=z64:N aux=z64:N
; ITEM: udiv_constant in=u64:N out=z64:N aux=z64:N
; ITEM: udiv_edges in=u64:N out=z64:N aux=z64:N
; ITEM: sdiv_small in=u64:N out=z64:N aux=z64:N
; ITEM: sdiv_some in=u64:N out=z64:N aux=z64:N
; ITEM: sdiv_lanes in=u64:N out=z64:N aux=z64:N
; ITEM: sdiv_constant in=u64:N out=z64:N aux=z64:N
; ITEM: sdiv_edges in=u64:N out=z64:N aux=z64:N
; ITEM: urem_small in=u64:N out=z64:N aux=z64:N
; ITEM: urem_some in=u64:N out=z64:N aux=z64:N
; ITEM: urem_lanes in=u64:N out=z64:N aux=z64:N
; ITEM: urem_constant in=u64:N out=z64:N aux=z64:N
; ITEM: urem_edges in=u64:N out=z64:N aux=z64:N
; ITEM: srem_small in=u64:N out=z64:N aux=z64:N
; ITEM: srem_some in=u64:N out=z64:N aux=z64:N
; ITEM: srem_lanes in=u64:N out=z64:N aux=z64:N
; ITEM: srem_constant in=u64:N out=z64:N aux=z64:N
; ITEM: srem_edges in=u64:N out=z64:N aux=z64:N
; ITEM: masked.flat scalar=masked in=u64:N out=z64:N aux=z64:N

declare void @weft.spmd.mask(i1)

; Numbers of 28 bits by one divisor.
define void @udiv_small(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i64, ptr %in, i64 %i
  %o = getelementptr inbounds i64, ptr %out, i64 %i
  %v = load i64, ptr %p
  %a = lshr i64 %v, 36
  %d32 = or i32 %n, 1
  %d = zext i32 %d32 to i64
  %q = udiv i64 %a, %d
  store i64 %q, ptr %o
  ret void
}

; Some are large.
define void @udiv_some(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i64, ptr %in, i64 %i
  %o = getelementptr inbounds i64, ptr %out, i64 %i
  %v = load i64, ptr %p
  %odd = and i64 %v, 63
  %big = icmp ult i64 %odd, 3
  %l = lshr i64 %v, 34
  %a = select i1 %big, i64 %v, i64 %l
  %d32 = or i32 %n, 2
  %d = sext i32 %d32 to i64
  %q = udiv i64 %a, %d
  store i64 %q, ptr %o
  ret void
}

; Each by its own.
define void @udiv_lanes(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i64, ptr %in, i64 %i
  %o = getelementptr inbounds i64, ptr %out, i64 %i
  %v = load i64, ptr %p
  %a = lshr i64 %v, 35
  %r = getelementptr inbounds i64, ptr %in, i64 %row
  %u = load i64, ptr %r
  %e = mul i64 %v, 2862933555777941757
  %f = lshr i64 %e, 40
  %g = or i64 %f, 1
  %m = icmp eq i64 %g, -1
  %d = select i1 %m, i64 7, i64 %g
  %q = udiv i64 %a, %d
  store i64 %q, ptr %o
  ret void
}

define void @udiv_constant(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i64, ptr %in, i64 %i
  %o = getelementptr inbounds i64, ptr %out, i64 %i
  %v = load i64, ptr %p
  %a = lshr i64 %v, 33
  %q = udiv i64 %a, 1000003
  %b = udiv i64 %v, 7
  %s = add i64 %q, %b
  store i64 %s, ptr %o
  ret void
}

; Beside the largest that are divided as numbers of 32 bits.
define void @udiv_edges(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i64, ptr %in, i64 %i
  %o = getelementptr inbounds i64, ptr %out, i64 %i
  %v = load i64, ptr %p
  %k = and i64 %v, 3
  %e = sub i64 %k, 2
  %base = select i1 false, i64 1073741824, i64 4294967296
  %low = sub i64 0, %base
  %neg = and i64 %v, 4
  %isneg = icmp eq i64 %neg, 0
  %side = select i1 %isneg, i64 %base, i64 %low
  %a = add i64 %side, %e
  %d32 = and i32 %n, 1
  %d1 = zext i32 %d32 to i64
  %d = add i64 %d1, 1
  %q = udiv i64 %a, %d
  store i64 %q, ptr %o
  ret void
}

define void @sdiv_small(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i64, ptr %in, i64 %i
  %o = getelementptr inbounds i64, ptr %out, i64 %i
  %v = load i64, ptr %p
  %a = ashr i64 %v, 36
  %d32 = or i32 %n, 1
  %d = zext i32 %d32 to i64
  %q = sdiv i64 %a, %d
  store i64 %q, ptr %o
  ret void
}

define void @sdiv_some(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i64, ptr %in, i64 %i
  %o = getelementptr inbounds i64, ptr %out, i64 %i
  %v = load i64, ptr %p
  %odd = and i64 %v, 63
  %big = icmp ult i64 %odd, 3
  %l = ashr i64 %v, 34
  %a = select i1 %big, i64 %v, i64 %l
  %d32 = or i32 %n, 2
  %d = sext i32 %d32 to i64
  %q = sdiv i64 %a, %d
  store i64 %q, ptr %o
  ret void
}

define void @sdiv_lanes(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i64, ptr %in, i64 %i
  %o = getelementptr inbounds i64, ptr %out, i64 %i
  %v = load i64, ptr %p
  %a = ashr i64 %v, 35
  %r = getelementptr inbounds i64, ptr %in, i64 %row
  %u = load i64, ptr %r
  %e = mul i64 %v, 2862933555777941757
  %f = ashr i64 %e, 40
  %g = or i64 %f, 1
  %m = icmp eq i64 %g, -1
  %d = select i1 %m, i64 7, i64 %g
  %q = sdiv i64 %a, %d
  store i64 %q, ptr %o
  ret void
}

define void @sdiv_constant(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i64, ptr %in, i64 %i
  %o = getelementptr inbounds i64, ptr %out, i64 %i
  %v = load i64, ptr %p
  %a = ashr i64 %v, 33
  %q = sdiv i64 %a, 1000003
  %b = sdiv i64 %v, 7
  %s = add i64 %q, %b
  store i64 %s, ptr %o
  ret void
}

define void @sdiv_edges(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i64, ptr %in, i64 %i
  %o = getelementptr inbounds i64, ptr %out, i64 %i
  %v = load i64, ptr %p
  %k = and i64 %v, 3
  %e = sub i64 %k, 2
  %base = select i1 true, i64 1073741824, i64 4294967296
  %low = sub i64 0, %base
  %neg = and i64 %v, 4
  %isneg = icmp eq i64 %neg, 0
  %side = select i1 %isneg, i64 %base, i64 %low
  %a = add i64 %side, %e
  %d32 = and i32 %n, 1
  %d1 = zext i32 %d32 to i64
  %d = add i64 %d1, 1
  %q = sdiv i64 %a, %d
  store i64 %q, ptr %o
  ret void
}

define void @urem_small(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i64, ptr %in, i64 %i
  %o = getelementptr inbounds i64, ptr %out, i64 %i
  %v = load i64, ptr %p
  %a = lshr i64 %v, 36
  %d32 = or i32 %n, 1
  %d = zext i32 %d32 to i64
  %q = urem i64 %a, %d
  store i64 %q, ptr %o
  ret void
}

define void @urem_some(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i64, ptr %in, i64 %i
  %o = getelementptr inbounds i64, ptr %out, i64 %i
  %v = load i64, ptr %p
  %odd = and i64 %v, 63
  %big = icmp ult i64 %odd, 3
  %l = lshr i64 %v, 34
  %a = select i1 %big, i64 %v, i64 %l
  %d32 = or i32 %n, 2
  %d = sext i32 %d32 to i64
  %q = urem i64 %a, %d
  store i64 %q, ptr %o
  ret void
}

define void @urem_lanes(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i64, ptr %in, i64 %i
  %o = getelementptr inbounds i64, ptr %out, i64 %i
  %v = load i64, ptr %p
  %a = lshr i64 %v, 35
  %r = getelementptr inbounds i64, ptr %in, i64 %row
  %u = load i64, ptr %r
  %e = mul i64 %v, 2862933555777941757
  %f = lshr i64 %e, 40
  %g = or i64 %f, 1
  %m = icmp eq i64 %g, -1
  %d = select i1 %m, i64 7, i64 %g
  %q = urem i64 %a, %d
  store i64 %q, ptr %o
  ret void
}

define void @urem_constant(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i64, ptr %in, i64 %i
  %o = getelementptr inbounds i64, ptr %out, i64 %i
  %v = load i64, ptr %p
  %a = lshr i64 %v, 33
  %q = urem i64 %a, 1000003
  %b = urem i64 %v, 7
  %s = add i64 %q, %b
  store i64 %s, ptr %o
  ret void
}

define void @urem_edges(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i64, ptr %in, i64 %i
  %o = getelementptr inbounds i64, ptr %out, i64 %i
  %v = load i64, ptr %p
  %k = and i64 %v, 3
  %e = sub i64 %k, 2
  %base = select i1 false, i64 1073741824, i64 4294967296
  %low = sub i64 0, %base
  %neg = and i64 %v, 4
  %isneg = icmp eq i64 %neg, 0
  %side = select i1 %isneg, i64 %base, i64 %low
  %a = add i64 %side, %e
  %d32 = and i32 %n, 1
  %d1 = zext i32 %d32 to i64
  %d = add i64 %d1, 1
  %q = urem i64 %a, %d
  store i64 %q, ptr %o
  ret void
}

define void @srem_small(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i64, ptr %in, i64 %i
  %o = getelementptr inbounds i64, ptr %out, i64 %i
  %v = load i64, ptr %p
  %a = ashr i64 %v, 36
  %d32 = or i32 %n, 1
  %d = zext i32 %d32 to i64
  %q = srem i64 %a, %d
  store i64 %q, ptr %o
  ret void
}

define void @srem_some(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i64, ptr %in, i64 %i
  %o = getelementptr inbounds i64, ptr %out, i64 %i
  %v = load i64, ptr %p
  %odd = and i64 %v, 63
  %big = icmp ult i64 %odd, 3
  %l = ashr i64 %v, 34
  %a = select i1 %big, i64 %v, i64 %l
  %d32 = or i32 %n, 2
  %d = sext i32 %d32 to i64
  %q = srem i64 %a, %d
  store i64 %q, ptr %o
  ret void
}

define void @srem_lanes(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i64, ptr %in, i64 %i
  %o = getelementptr inbounds i64, ptr %out, i64 %i
  %v = load i64, ptr %p
  %a = ashr i64 %v, 35
  %r = getelementptr inbounds i64, ptr %in, i64 %row
  %u = load i64, ptr %r
  %e = mul i64 %v, 2862933555777941757
  %f = ashr i64 %e, 40
  %g = or i64 %f, 1
  %m = icmp eq i64 %g, -1
  %d = select i1 %m, i64 7, i64 %g
  %q = srem i64 %a, %d
  store i64 %q, ptr %o
  ret void
}

define void @srem_constant(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i64, ptr %in, i64 %i
  %o = getelementptr inbounds i64, ptr %out, i64 %i
  %v = load i64, ptr %p
  %a = ashr i64 %v, 33
  %q = srem i64 %a, 1000003
  %b = srem i64 %v, 7
  %s = add i64 %q, %b
  store i64 %s, ptr %o
  ret void
}

define void @srem_edges(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i64, ptr %in, i64 %i
  %o = getelementptr inbounds i64, ptr %out, i64 %i
  %v = load i64, ptr %p
  %k = and i64 %v, 3
  %e = sub i64 %k, 2
  %base = select i1 true, i64 1073741824, i64 4294967296
  %low = sub i64 0, %base
  %neg = and i64 %v, 4
  %isneg = icmp eq i64 %neg, 0
  %side = select i1 %isneg, i64 %base, i64 %low
  %a = add i64 %side, %e
  %d32 = and i32 %n, 1
  %d1 = zext i32 %d32 to i64
  %d = add i64 %d1, 1
  %q = srem i64 %a, %d
  store i64 %q, ptr %o
  ret void
}

; Dead lanes have numbers of any size.
define void @masked(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i64, ptr %in, i64 %i
  %o = getelementptr inbounds i64, ptr %out, i64 %i
  %v = load i64, ptr %p
  %c = icmp sgt i64 %v, 0
  br i1 %c, label %then, label %done

then:
  %t = trunc i64 %v to i32
  %a = lshr i64 %v, 33
  %r = and i64 %v, 255
  %d32 = mul i32 %n, 1
  %zero = icmp eq i32 %d32, 0
  %one = select i1 %zero, i32 1, i32 %d32
  %d = zext i32 %one to i64
  %q = sdiv i64 %a, %d
  %e = add i64 %r, 1
  %s = srem i64 %q, %e
  store i64 %s, ptr %o
  br label %done

done:
  ret void
}

define void @masked.flat(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i64, ptr %in, i64 %i
  %o = getelementptr inbounds i64, ptr %out, i64 %i
  %v = load i64, ptr %p
  %c = icmp sgt i64 %v, 0
  br label %then

then:
  call void @weft.spmd.mask(i1 %c)
  %t = trunc i64 %v to i32
  %a = lshr i64 %v, 33
  %r = and i64 %v, 255
  %d32 = mul i32 %n, 1
  %zero = icmp eq i32 %d32, 0
  %one = select i1 %zero, i32 1, i32 %d32
  %d = zext i32 %one to i64
  %q = sdiv i64 %a, %d
  %e = add i64 %r, 1
  %s = srem i64 %q, %e
  store i64 %s, ptr %o
  br label %done

done:
  ret void
}
