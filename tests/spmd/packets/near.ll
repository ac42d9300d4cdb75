; Lanes that are close to one another, by what only a packet sees, and some that are not.
; LANES: 32 64
; FEATURES: avx512_vbmi
; ITEM: half_8 in=u8:1*N out=z8:N aux=z32:N
; ITEM: half_16 in=u16:1*N out=z16:N aux=z32:N
; ITEM: half_32 in=u32:1*N out=z32:N aux=z32:N
; ITEM: half_64 in=u64:1*N out=z64:N aux=z32:N
; ITEM: thirds_members in=u8:3*N out=z8:N aux=z32:N
; ITEM: mirrored in=u32:2*N+2 out=z32:N aux=z32:N
; ITEM: scaled in=u32:1*N out=z32:N aux=z32:N
; ITEM: steeper in=u32:2*N out=z32:N aux=z32:N
; ITEM: far in=u32:20*N out=z32:N aux=z32:N
; ITEM: colours in=u32:1*N out=z32:N aux=z32:N
; ITEM: wrapped in=u32:N+8 out=z32:N aux=z32:N
; ITEM: peak in=u32:N+20 out=z32:N aux=z32:N
; ITEM: masked.flat scalar=masked in=u32:N out=z32:N aux=z32:N
; ITEM: turned_8.flat scalar=turned_8 in=u8:64*N out=z8:64*N aux=z32:N
; ITEM: turned_16.flat scalar=turned_16 in=u16:64*N out=z16:64*N aux=z32:N
; ITEM: turned_32.flat scalar=turned_32 in=u32:64*N out=z32:64*N aux=z32:N
; ITEM: turned_64.flat scalar=turned_64 in=u64:64*N out=z64:64*N aux=z32:N

declare void @weft.spmd.mask(i1)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)

define void @half_8(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %k = lshr i64 %i, 1
  %a = getelementptr inbounds [1 x i8], ptr %in, i64 %k, i64 0
  %v = load i8, ptr %a
  %o = getelementptr inbounds i8, ptr %out, i64 %i
  store i8 %v, ptr %o
  ret void
}

define void @half_16(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %k = lshr i64 %i, 1
  %a = getelementptr inbounds [1 x i16], ptr %in, i64 %k, i64 0
  %v = load i16, ptr %a
  %o = getelementptr inbounds i16, ptr %out, i64 %i
  store i16 %v, ptr %o
  ret void
}

define void @half_32(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %k = lshr i64 %i, 1
  %a = getelementptr inbounds [1 x i32], ptr %in, i64 %k, i64 0
  %v = load i32, ptr %a
  %o = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %v, ptr %o
  ret void
}

define void @half_64(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %k = lshr i64 %i, 1
  %a = getelementptr inbounds [1 x i64], ptr %in, i64 %k, i64 0
  %v = load i64, ptr %a
  %o = getelementptr inbounds i64, ptr %out, i64 %i
  store i64 %v, ptr %o
  ret void
}

; The last byte of three.
define void @thirds_members(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %n32 = trunc i64 %i to i32
  %q = udiv i32 %n32, 3
  %k = zext i32 %q to i64
  %a = getelementptr inbounds [3 x i8], ptr %in, i64 %k, i64 2
  %v = load i8, ptr %a
  %o = getelementptr inbounds i8, ptr %out, i64 %i
  store i8 %v, ptr %o
  ret void
}

; From the last lane on to the first.
define void @mirrored(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %n32 = trunc i64 %i to i32
  %q = lshr i32 %n32, 1
  %m = sub nsw i32 %n, %q
  %c = call i32 @llvm.smax.i32(i32 %m, i32 0)
  %k = sext i32 %c to i64
  %a = getelementptr inbounds [1 x i32], ptr %in, i64 %k, i64 0
  %v = load i32, ptr %a
  %o = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %v, ptr %o
  ret void
}

define void @scaled(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %n32 = trunc i64 %i to i32
  %f = uitofp i32 %n32 to float
  %g = fmul float %f, 0x3FE6666660000000
  %q = fptosi float %g to i32
  %k = sext i32 %q to i64
  %a = getelementptr inbounds [1 x i32], ptr %in, i64 %k, i64 0
  %v = load i32, ptr %a
  %o = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %v, ptr %o
  ret void
}

; Lanes in two registers, on some levels in none.
define void @steeper(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %f = uitofp i64 %i to double
  %g = fmul double %f, 0x3FF999999999999A
  %k = fptosi double %g to i64
  %a = getelementptr inbounds [1 x i32], ptr %in, i64 %k, i64 0
  %v = load i32, ptr %a
  %o = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %v, ptr %o
  ret void
}

; Too far for any.
define void @far(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %f = uitofp i64 %i to double
  %g = fmul double %f, 20.0
  %k = fptosi double %g to i64
  %a = getelementptr inbounds [1 x i32], ptr %in, i64 %k, i64 0
  %v = load i32, ptr %a
  %o = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %v, ptr %o
  ret void
}

; Vectors of the size of a number.
define void @colours(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %k = udiv i64 %i, 5
  %a = getelementptr inbounds [1 x <4 x i8>], ptr %in, i64 %k, i64 0
  %v = load <4 x i8>, ptr %a
  %o = getelementptr inbounds <4 x i8>, ptr %out, i64 %i
  store <4 x i8> %v, ptr %o
  ret void
}

define void @wrapped(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %n32 = trunc i64 %i to i32
  %s = add i32 %n32, 2147483636
  %t = add i32 %s, 8
  %q = lshr i32 %t, 1
  %r = add i32 %q, 1073741824
  %u = add i32 %r, -2147483646
  %k0 = sext i32 %u to i64
  %neg = icmp slt i64 %k0, 0
  %k1 = sub i64 0, %k0
  %k2 = select i1 %neg, i64 %k1, i64 %k0
  %k = urem i64 %k2, 7
  %a = getelementptr inbounds [1 x i32], ptr %in, i64 %k, i64 0
  %v = load i32, ptr %a
  %o = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %v, ptr %o
  ret void
}

; Lanes between the first and the last one that are not between their numbers.
define void @peak(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %n32 = trunc i64 %x to i32
  %h = lshr i32 %n32, 1
  %l = add i32 %h, 3
  %d = sub nsw i32 14, %h
  %q = call i32 @llvm.smin.i32(i32 %l, i32 %d)
  %p = call i32 @llvm.smax.i32(i32 %q, i32 0)
  %k = sext i32 %p to i64
  %a = getelementptr inbounds [1 x i32], ptr %in, i64 %k, i64 0
  %v = load i32, ptr %a
  %o = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %v, ptr %o
  ret void
}

; Where some lanes do not run, what is between may be nobody's.
define void @masked(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %odd = trunc i64 %i to i32
  %b = and i32 %odd, 32
  %c = icmp eq i32 %b, 0
  br i1 %c, label %then, label %done

then:
  %h = lshr i64 %i, 1
  %a = getelementptr inbounds i32, ptr %in, i64 %h
  %v = load i32, ptr %a
  %o = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %v, ptr %o
  br label %done

done:
  ret void
}

define void @masked.flat(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %odd = trunc i64 %i to i32
  %b = and i32 %odd, 32
  %c = icmp eq i32 %b, 0
  br label %then

then:
  call void @weft.spmd.mask(i1 %c)
  %h = lshr i64 %i, 1
  %a = getelementptr inbounds i32, ptr %in, i64 %h
  %v = load i32, ptr %a
  %o = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %v, ptr %o
  br label %done

done:
  ret void
}

define void @turned_8(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) {
  %row = mul i64 %y, 64
  %i = add i64 %row, %x
  %in64 = icmp ult i64 %x, 64
  br i1 %in64, label %then, label %done

then:
  %j = zext i32 %n to i64
  %j6 = and i64 %j, 63
  %k = xor i64 %i, %j6
  %a = getelementptr inbounds i8, ptr %in, i64 %k
  %v = load i8, ptr %a
  %m = and i8 %v, 5
  %c = icmp ult i64 %i, %k
  %low = icmp eq i8 %m, 5
  %s = select i1 %low, i1 %c, i1 false
  br i1 %s, label %swap, label %done

swap:
  %b = getelementptr inbounds i8, ptr %in, i64 %i
  %u = load i8, ptr %b
  %o = getelementptr inbounds i8, ptr %out, i64 %k
  store i8 %u, ptr %o
  %p = getelementptr inbounds i8, ptr %out, i64 %i
  %old = load i8, ptr %p
  %new = add i8 %old, %v
  store i8 %new, ptr %p
  br label %done

done:
  ret void
}

define void @turned_8.flat(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, 64
  %i = add i64 %row, %x
  %in64 = icmp ult i64 %x, 64
  br label %then

then:
  call void @weft.spmd.mask(i1 %in64)
  %j = zext i32 %n to i64
  %j6 = and i64 %j, 63
  %k = xor i64 %i, %j6
  %a = getelementptr inbounds i8, ptr %in, i64 %k
  %v = load i8, ptr %a
  %m = and i8 %v, 5
  %c = icmp ult i64 %i, %k
  %low = icmp eq i8 %m, 5
  %s = select i1 %low, i1 %c, i1 false
  %both = select i1 %in64, i1 %s, i1 false
  br label %swap

swap:
  call void @weft.spmd.mask(i1 %both)
  %b = getelementptr inbounds i8, ptr %in, i64 %i
  %u = load i8, ptr %b
  %o = getelementptr inbounds i8, ptr %out, i64 %k
  store i8 %u, ptr %o
  %p = getelementptr inbounds i8, ptr %out, i64 %i
  %old = load i8, ptr %p
  %new = add i8 %old, %v
  store i8 %new, ptr %p
  br label %done

done:
  ret void
}

define void @turned_16(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) {
  %row = mul i64 %y, 64
  %i = add i64 %row, %x
  %in64 = icmp ult i64 %x, 64
  br i1 %in64, label %then, label %done

then:
  %j = zext i32 %n to i64
  %j6 = and i64 %j, 63
  %k = xor i64 %i, %j6
  %a = getelementptr inbounds i16, ptr %in, i64 %k
  %v = load i16, ptr %a
  %m = and i16 %v, 5
  %c = icmp ult i64 %i, %k
  %low = icmp eq i16 %m, 5
  %s = select i1 %low, i1 %c, i1 false
  br i1 %s, label %swap, label %done

swap:
  %b = getelementptr inbounds i16, ptr %in, i64 %i
  %u = load i16, ptr %b
  %o = getelementptr inbounds i16, ptr %out, i64 %k
  store i16 %u, ptr %o
  %p = getelementptr inbounds i16, ptr %out, i64 %i
  %old = load i16, ptr %p
  %new = add i16 %old, %v
  store i16 %new, ptr %p
  br label %done

done:
  ret void
}

define void @turned_16.flat(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, 64
  %i = add i64 %row, %x
  %in64 = icmp ult i64 %x, 64
  br label %then

then:
  call void @weft.spmd.mask(i1 %in64)
  %j = zext i32 %n to i64
  %j6 = and i64 %j, 63
  %k = xor i64 %i, %j6
  %a = getelementptr inbounds i16, ptr %in, i64 %k
  %v = load i16, ptr %a
  %m = and i16 %v, 5
  %c = icmp ult i64 %i, %k
  %low = icmp eq i16 %m, 5
  %s = select i1 %low, i1 %c, i1 false
  %both = select i1 %in64, i1 %s, i1 false
  br label %swap

swap:
  call void @weft.spmd.mask(i1 %both)
  %b = getelementptr inbounds i16, ptr %in, i64 %i
  %u = load i16, ptr %b
  %o = getelementptr inbounds i16, ptr %out, i64 %k
  store i16 %u, ptr %o
  %p = getelementptr inbounds i16, ptr %out, i64 %i
  %old = load i16, ptr %p
  %new = add i16 %old, %v
  store i16 %new, ptr %p
  br label %done

done:
  ret void
}

define void @turned_32(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) {
  %row = mul i64 %y, 64
  %i = add i64 %row, %x
  %in64 = icmp ult i64 %x, 64
  br i1 %in64, label %then, label %done

then:
  %j = zext i32 %n to i64
  %j6 = and i64 %j, 63
  %k = xor i64 %i, %j6
  %a = getelementptr inbounds i32, ptr %in, i64 %k
  %v = load i32, ptr %a
  %m = and i32 %v, 5
  %c = icmp ult i64 %i, %k
  %low = icmp eq i32 %m, 5
  %s = select i1 %low, i1 %c, i1 false
  br i1 %s, label %swap, label %done

swap:
  %b = getelementptr inbounds i32, ptr %in, i64 %i
  %u = load i32, ptr %b
  %o = getelementptr inbounds i32, ptr %out, i64 %k
  store i32 %u, ptr %o
  %p = getelementptr inbounds i32, ptr %out, i64 %i
  %old = load i32, ptr %p
  %new = add i32 %old, %v
  store i32 %new, ptr %p
  br label %done

done:
  ret void
}

define void @turned_32.flat(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, 64
  %i = add i64 %row, %x
  %in64 = icmp ult i64 %x, 64
  br label %then

then:
  call void @weft.spmd.mask(i1 %in64)
  %j = zext i32 %n to i64
  %j6 = and i64 %j, 63
  %k = xor i64 %i, %j6
  %a = getelementptr inbounds i32, ptr %in, i64 %k
  %v = load i32, ptr %a
  %m = and i32 %v, 5
  %c = icmp ult i64 %i, %k
  %low = icmp eq i32 %m, 5
  %s = select i1 %low, i1 %c, i1 false
  %both = select i1 %in64, i1 %s, i1 false
  br label %swap

swap:
  call void @weft.spmd.mask(i1 %both)
  %b = getelementptr inbounds i32, ptr %in, i64 %i
  %u = load i32, ptr %b
  %o = getelementptr inbounds i32, ptr %out, i64 %k
  store i32 %u, ptr %o
  %p = getelementptr inbounds i32, ptr %out, i64 %i
  %old = load i32, ptr %p
  %new = add i32 %old, %v
  store i32 %new, ptr %p
  br label %done

done:
  ret void
}

define void @turned_64(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) {
  %row = mul i64 %y, 64
  %i = add i64 %row, %x
  %in64 = icmp ult i64 %x, 64
  br i1 %in64, label %then, label %done

then:
  %j = zext i32 %n to i64
  %j6 = and i64 %j, 63
  %k = xor i64 %i, %j6
  %a = getelementptr inbounds i64, ptr %in, i64 %k
  %v = load i64, ptr %a
  %m = and i64 %v, 5
  %c = icmp ult i64 %i, %k
  %low = icmp eq i64 %m, 5
  %s = select i1 %low, i1 %c, i1 false
  br i1 %s, label %swap, label %done

swap:
  %b = getelementptr inbounds i64, ptr %in, i64 %i
  %u = load i64, ptr %b
  %o = getelementptr inbounds i64, ptr %out, i64 %k
  store i64 %u, ptr %o
  %p = getelementptr inbounds i64, ptr %out, i64 %i
  %old = load i64, ptr %p
  %new = add i64 %old, %v
  store i64 %new, ptr %p
  br label %done

done:
  ret void
}

define void @turned_64.flat(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, 64
  %i = add i64 %row, %x
  %in64 = icmp ult i64 %x, 64
  br label %then

then:
  call void @weft.spmd.mask(i1 %in64)
  %j = zext i32 %n to i64
  %j6 = and i64 %j, 63
  %k = xor i64 %i, %j6
  %a = getelementptr inbounds i64, ptr %in, i64 %k
  %v = load i64, ptr %a
  %m = and i64 %v, 5
  %c = icmp ult i64 %i, %k
  %low = icmp eq i64 %m, 5
  %s = select i1 %low, i1 %c, i1 false
  %both = select i1 %in64, i1 %s, i1 false
  br label %swap

swap:
  call void @weft.spmd.mask(i1 %both)
  %b = getelementptr inbounds i64, ptr %in, i64 %i
  %u = load i64, ptr %b
  %o = getelementptr inbounds i64, ptr %out, i64 %k
  store i64 %u, ptr %o
  %p = getelementptr inbounds i64, ptr %out, i64 %i
  %old = load i64, ptr %p
  %new = add i64 %old, %v
  store i64 %new, ptr %p
  br label %done

done:
  ret void
}
