; Lanes as far apart as a number says that all have.
; LANES: 32 64
; ITEM: strides_8 in=u8:3*N out=z8:3*N aux=z32:N
; ITEM: strides_16 in=u16:3*N out=z16:3*N aux=z32:N
; ITEM: strides_32 in=u32:3*N out=z32:3*N aux=z32:N
; ITEM: strides_64 in=u64:3*N out=z64:3*N aux=z32:N
; ITEM: in_bytes in=u32:2*N out=z32:N aux=z32:N
; ITEM: wrapped in=u32:N out=z32:N aux=z32:N

define void @strides_8(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %i32 = trunc i64 %i to i32
  %s = urem i32 %n, 3
  %m = mul nsw i32 %i32, %s
  %k = sext i32 %m to i64
  %a = getelementptr inbounds i8, ptr %in, i64 %k
  %v = load i8, ptr %a
  %s1 = or i32 %s, 1
  %t = mul i32 %i32, %s1
  %l = zext i32 %t to i64
  %o = getelementptr inbounds i8, ptr %out, i64 %l
  store i8 %v, ptr %o
  ret void
}

define void @strides_16(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %i32 = trunc i64 %i to i32
  %s = urem i32 %n, 3
  %m = mul nsw i32 %i32, %s
  %k = sext i32 %m to i64
  %a = getelementptr inbounds i16, ptr %in, i64 %k
  %v = load i16, ptr %a
  %s1 = or i32 %s, 1
  %t = mul i32 %i32, %s1
  %l = zext i32 %t to i64
  %o = getelementptr inbounds i16, ptr %out, i64 %l
  store i16 %v, ptr %o
  ret void
}

define void @strides_32(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %i32 = trunc i64 %i to i32
  %s = urem i32 %n, 3
  %m = mul nsw i32 %i32, %s
  %k = sext i32 %m to i64
  %a = getelementptr inbounds i32, ptr %in, i64 %k
  %v = load i32, ptr %a
  %s1 = or i32 %s, 1
  %t = mul i32 %i32, %s1
  %l = zext i32 %t to i64
  %o = getelementptr inbounds i32, ptr %out, i64 %l
  store i32 %v, ptr %o
  ret void
}

define void @strides_64(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %i32 = trunc i64 %i to i32
  %s = urem i32 %n, 3
  %m = mul nsw i32 %i32, %s
  %k = sext i32 %m to i64
  %a = getelementptr inbounds i64, ptr %in, i64 %k
  %v = load i64, ptr %a
  %s1 = or i32 %s, 1
  %t = mul i32 %i32, %s1
  %l = zext i32 %t to i64
  %o = getelementptr inbounds i64, ptr %out, i64 %l
  store i64 %v, ptr %o
  ret void
}

define void @in_bytes(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %b = and i32 %n, 1
  %c = shl i32 4, %b
  %s = zext i32 %c to i64
  %m = mul i64 %x, %s
  %r = mul i64 %row, %s
  %p = getelementptr inbounds i8, ptr %in, i64 %r
  %a = getelementptr inbounds i8, ptr %p, i64 %m
  %v = load i32, ptr %a
  %o = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %v, ptr %o
  ret void
}

define void @wrapped(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %x32 = trunc i64 %x to i32
  %f = add i32 %x32, 2147483642
  %s = or i32 %n, 1
  %one = urem i32 %s, %s
  %same = add i32 %one, 1
  %m = mul i32 %f, %same
  %k = sext i32 %m to i64
  %neg = icmp slt i64 %k, 0
  %far = getelementptr inbounds i8, ptr %in, i64 -8589934568
  %back = getelementptr inbounds i8, ptr %in, i64 8589934592
  %from = select i1 %neg, ptr %back, ptr %far
  %a = getelementptr i32, ptr %from, i64 %k
  %in6 = icmp ult i64 %x, 6
  %safe = select i1 %in6, ptr %a, ptr %in
  %v = load i32, ptr %safe
  %o = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %v, ptr %o
  ret void
}
