; Addresses that differ between lanes by a stride that only the program knows: each lane's is computed by itself.
; ITEM: rows in=x32:N*(W+2) out=z32:N*(W+2) aux=u32:1
; ITEM: signed in=x32:N*(W+2) out=z32:N*(W+2) aux=u32:1
; ITEM: unsigned in=x32:N*(W+2) out=z32:N*(W+2) aux=u32:1
; ITEM: wrapped in=x32:N*(W+2) out=z32:N*(W+2) aux=u32:1
; ITEM: halves in=x32:N*(W+2) out=z32:N*(W+2) aux=u32:1
; ITEM: doubled in=x32:N*(W+2) out=z32:N*(W+2) aux=u32:1
; ITEM: stored in=x32:N*(W+2) out=z32:N*(W+2) aux=u32:1
; ITEM: some.flat scalar=some in=x32:N*(W+2) out=z32:N*(W+2) aux=u32:N

declare void @weft.spmd.mask(i1)

; Vectors of the language, of rows that lie one behind another; the same for all lanes is where in them.
define void @rows(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %stride = add i64 %w, 2
  %first = mul i64 %i, %stride
  %e = add i64 %first, 1
  %p = getelementptr inbounds <4 x i8>, ptr %in, i64 %e
  %v = load <4 x i8>, ptr %p
  %k = zext i32 %n to i64
  %k1 = and i64 %k, 1
  %e1 = add i64 %first, %k1
  %p1 = getelementptr inbounds <4 x i8>, ptr %in, i64 %e1
  %v1 = load <4 x i8>, ptr %p1
  %s = sub <4 x i8> %v, %v1
  %o = getelementptr inbounds <4 x i8>, ptr %out, i64 %e
  store <4 x i8> %s, ptr %o
  ret void
}

; Products and sums of 32 bits that do not wrap, with their sign.
define void @signed(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %stride = add i64 %w, 2
  %x32 = trunc i64 %x to i32
  %y32 = trunc i64 %y to i32
  %w32 = trunc i64 %w to i32
  %n32 = add nsw i32 %w32, 2
  %r32 = mul nsw i32 %y32, %w32
  %i32 = add nsw i32 %r32, %x32
  %f = mul nsw i32 %i32, %n32
  %f1 = add nsw i32 %f, 1
  %e = sext i32 %f1 to i64
  %p = getelementptr inbounds i32, ptr %in, i64 %e
  %v = load i32, ptr %p
  %o = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %v, ptr %o
  ret void
}

; And without one.
define void @unsigned(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %stride = add i64 %w, 2
  %x32 = trunc i64 %x to i32
  %y32 = trunc i64 %y to i32
  %w32 = trunc i64 %w to i32
  %n32 = add nuw i32 %w32, 2
  %r32 = mul nuw i32 %y32, %w32
  %i32 = add nuw i32 %r32, %x32
  %f = mul nuw i32 %i32, %n32
  %f1 = add nuw i32 %f, 1
  %e = zext i32 %f1 to i64
  %p = getelementptr inbounds i32, ptr %in, i64 %e
  %v = load i32, ptr %p
  %o = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %v, ptr %o
  ret void
}

; Sums that wrap on the way are not taken apart.
define void @wrapped(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %stride = add i64 %w, 2
  %x32 = trunc i64 %x to i32
  %y32 = trunc i64 %y to i32
  %w32 = trunc i64 %w to i32
  %n32 = add i32 %w32, 2
  %r32 = mul i32 %y32, %w32
  %i32 = add i32 %r32, %x32
  %m = mul i32 %i32, %n32
  %h = add i32 %m, -2147483648
  %f = add i32 %h, -2147483647
  %e = zext i32 %f to i64
  %p0 = getelementptr i8, ptr %in, i64 4
  %e1 = mul i64 %e, 4
  %p = getelementptr i8, ptr %p0, i64 %e1
  %q = getelementptr i8, ptr %p, i64 -4
  %v = load i32, ptr %q
  %o = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %v, ptr %o
  ret void
}

; Vectors of three, which are no four for the program.
define void @halves(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %stride = add i64 %w, 2
  %first = mul i64 %i, %stride
  %p = getelementptr inbounds i32, ptr %in, i64 %first
  %v3 = load <3 x i16>, ptr %p, align 2
  %v0 = extractelement <3 x i16> %v3, i32 0
  %v2 = extractelement <3 x i16> %v3, i32 2
  %vs = xor i16 %v0, %v2
  %v = zext i16 %vs to i32
  %o = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %v, ptr %o
  ret void
}

; Two numbers that differ by strides of their own.
define void @doubled(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %stride = add i64 %w, 2
  %a = mul i64 %x, %w
  %b = mul i64 %row, %stride
  %c = shl i64 %x, 1
  %ab = add i64 %a, %b
  %e = add i64 %ab, %c
  %p = getelementptr inbounds <2 x i16>, ptr %in, i64 %e
  %v2 = load <2 x i16>, ptr %p
  %v = bitcast <2 x i16> %v2 to i32
  %o = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %v, ptr %o
  ret void
}

; Stores, where no processor scatters.
define void @stored(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %stride = add i64 %w, 2
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %v = load i32, ptr %p
  %first = mul i64 %i, %stride
  %e = add i64 %first, 1
  %o = getelementptr inbounds i32, ptr %out, i64 %e
  store i32 %v, ptr %o
  ret void
}

; Some lanes.
define void @some(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) {
entry:
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %stride = add i64 %w, 2
  %k = getelementptr inbounds i32, ptr %aux, i64 %i
  %g = load i32, ptr %k
  %m = trunc i32 %g to i1
  br i1 %m, label %then, label %end
then:
  %first = mul i64 %i, %stride
  %p = getelementptr inbounds <2 x i16>, ptr %in, i64 %first
  %v = load <2 x i16>, ptr %p
  %o = getelementptr inbounds <2 x i16>, ptr %out, i64 %first
  store <2 x i16> %v, ptr %o
  br label %end
end:
  ret void
}

define void @some.flat(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
entry:
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %stride = add i64 %w, 2
  %k = getelementptr inbounds i32, ptr %aux, i64 %i
  %g = load i32, ptr %k
  %m = trunc i32 %g to i1
  br label %then
then:
  call void @weft.spmd.mask(i1 %m)
  %first = mul i64 %i, %stride
  %p = getelementptr inbounds <2 x i16>, ptr %in, i64 %first
  %v = load <2 x i16>, ptr %p
  %o = getelementptr inbounds <2 x i16>, ptr %out, i64 %first
  store <2 x i16> %v, ptr %o
  br label %end
end:
  ret void
}
