; Addresses of gathers and scatters: numbers of 32 bits with and without sign, with what is the same for all lanes.
; ITEM: upper_half in=x32:N out=u32:N aux=f32:N
; ITEM: negative in=x32:N out=u32:N aux=f32:N
; ITEM: sums in=x32:N out=u32:N aux=u32:N+9
; ITEM: members in=x32:N out=u32:2*N aux=u32:4*N
; ITEM: twelve in=x32:N out=u32:N aux=u32:3*N
; ITEM: scattered in=u32:N out=z64:N aux=z32:N
; ITEM: vectors in=u32:N out=z64:N aux=z32:N
; ITEM: masked_vectors.flat scalar=masked_vectors in=x32:N out=z64:N aux=z64:N
; ITEM: masked.flat scalar=masked in=x32:N out=z32:N aux=z32:N

; Indices above the largest signed one, behind an address far below the buffer.
declare void @weft.spmd.mask(i1)

; Indices above the largest signed one, behind an address far below the buffer.
define void @upper_half(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %k = load i32, ptr %p
  %high = or i32 %k, -2147483648
  %wide = zext i32 %high to i64
  %below = getelementptr i8, ptr %aux, i64 -8589934592
  %q = getelementptr float, ptr %below, i64 %wide
  %v = load i32, ptr %q
  %o = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %v, ptr %o
  ret void
}

define void @negative(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %k = load i32, ptr %p
  %low = sub i32 %k, 1000000
  %wide = sext i32 %low to i64
  %far = getelementptr i8, ptr %aux, i64 4000000
  %q = getelementptr float, ptr %far, i64 %wide
  %v = load i32, ptr %q
  %o = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %v, ptr %o
  ret void
}

; Uniform summands before and behind the extension's, in numbers and in addresses.
define void @sums(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %k = load i32, ptr %p
  %wide = zext i32 %k to i64
  %odd = and i32 %n, 3
  %odd64 = zext i32 %odd to i64
  %sum = add i64 %wide, %odd64
  %base = getelementptr i32, ptr %aux, i32 %odd
  %q = getelementptr i32, ptr %base, i64 %sum
  %r = getelementptr i8, ptr %q, i64 4
  %v = load i32, ptr %r
  %o = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %v, ptr %o
  ret void
}

; Pairs of 8 bytes, and a shift for a multiplication.
define void @members(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %k = load i32, ptr %p
  %wide = zext i32 %k to i64
  %q = getelementptr inbounds { i32, i32 }, ptr %aux, i64 %wide, i32 1
  %a = load i32, ptr %q
  %twice = shl i64 %wide, 1
  %next = add i64 %twice, 1
  %r = getelementptr inbounds i32, ptr %aux, i64 %next
  %b = load i32, ptr %r
  %four = shl i64 %wide, 2
  %s = getelementptr inbounds i32, ptr %aux, i64 %four
  %c = load i32, ptr %s
  %bc = xor i32 %b, %c
  %o = getelementptr inbounds { i32, i32 }, ptr %out, i64 %i
  store i32 %a, ptr %o
  %o1 = getelementptr inbounds { i32, i32 }, ptr %out, i64 %i, i32 1
  store i32 %bc, ptr %o1
  ret void
}

; No scale of the processor's.
define void @twelve(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %k = load i32, ptr %p
  %wide = zext i32 %k to i64
  %q = getelementptr inbounds { i32, i32, i32 }, ptr %aux, i64 %wide, i32 2
  %v = load i32, ptr %q
  %o = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %v, ptr %o
  ret void
}

; Each work-item its own place, turned around by bits that the packet does not see through.
define void @scattered(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %i32 = trunc i64 %i to i32
  %last = sub i32 %n, 1
  %even = and i32 %i32, 1
  %isodd = icmp ne i32 %even, 0
  %next = or i32 %i32, 1
  %fits = icmp ult i32 %next, %n
  %turned = xor i32 %i32, 1
  %to = select i1 %fits, i32 %turned, i32 %i32
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %v = load i32, ptr %p
  %wide = zext i32 %to to i64
  %q = getelementptr inbounds i64, ptr %out, i64 %wide
  %v64 = zext i32 %v to i64
  store i64 %v64, ptr %q
  %r = getelementptr inbounds i32, ptr %aux, i64 %wide
  store i32 %v, ptr %r
  ret void
}

; Vectors of four and of eight bytes.
define void @vectors(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %i32 = trunc i64 %i to i32
  %last = sub i32 %n, 1
  %even = and i32 %i32, 1
  %isodd = icmp ne i32 %even, 0
  %next = or i32 %i32, 1
  %fits = icmp ult i32 %next, %n
  %turned = xor i32 %i32, 1
  %to = select i1 %fits, i32 %turned, i32 %i32
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %v = load i32, ptr %p
  %wide = zext i32 %to to i64
  %from = getelementptr inbounds <4 x i8>, ptr %in, i64 %wide
  %bytes = load <4 x i8>, ptr %from
  %q = getelementptr inbounds <2 x i32>, ptr %out, i64 %wide
  %one = insertelement <2 x i32> <i32 poison, i32 7>, i32 %v, i32 0
  store <2 x i32> %one, ptr %q
  %r = getelementptr inbounds <4 x i8>, ptr %aux, i64 %wide
  %sum = add <4 x i8> %bytes, <i8 1, i8 2, i8 3, i8 4>
  store <4 x i8> %sum, ptr %r
  ret void
}

; A dead lane's index leads nowhere.
define void @masked(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) {
entry:
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %k = load i32, ptr %p
  %low = and i32 %k, 3
  %m = icmp eq i32 %low, 1
  %index = select i1 %m, i32 %k, i32 -7
  br i1 %m, label %then, label %end
then:
  %wide = zext i32 %index to i64
  %q = getelementptr inbounds i32, ptr %aux, i64 %wide
  %v = load i32, ptr %q
  %sum = add i32 %v, %index
  %o = getelementptr inbounds i32, ptr %out, i64 %wide
  store i32 %sum, ptr %o
  br label %end
end:
  ret void
}

define void @masked.flat(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
entry:
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %k = load i32, ptr %p
  %low = and i32 %k, 3
  %m = icmp eq i32 %low, 1
  %index = select i1 %m, i32 %k, i32 -7
  br label %then
then:
  call void @weft.spmd.mask(i1 %m)
  %wide = zext i32 %index to i64
  %q = getelementptr inbounds i32, ptr %aux, i64 %wide
  %v = load i32, ptr %q
  %sum = add i32 %v, %index
  %o = getelementptr inbounds i32, ptr %out, i64 %wide
  store i32 %sum, ptr %o
  br label %end
end:
  ret void
}

; The same of vectors.
define void @masked_vectors(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) {
entry:
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %k = load i32, ptr %p
  %low = and i32 %k, 3
  %m = icmp eq i32 %low, 1
  %index = select i1 %m, i32 %k, i32 -7
  br i1 %m, label %then, label %end
then:
  %wide = zext i32 %index to i64
  %q = getelementptr inbounds <2 x i32>, ptr %aux, i64 %wide
  %v = load <2 x i32>, ptr %q
  %both = insertelement <2 x i32> <i32 poison, i32 9>, i32 %index, i32 0
  %sum = add <2 x i32> %v, %both
  %o = getelementptr inbounds <2 x i32>, ptr %out, i64 %wide
  store <2 x i32> %sum, ptr %o
  br label %end
end:
  ret void
}

define void @masked_vectors.flat(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
entry:
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %k = load i32, ptr %p
  %low = and i32 %k, 3
  %m = icmp eq i32 %low, 1
  %index = select i1 %m, i32 %k, i32 -7
  br label %then
then:
  call void @weft.spmd.mask(i1 %m)
  %wide = zext i32 %index to i64
  %q = getelementptr inbounds <2 x i32>, ptr %aux, i64 %wide
  %v = load <2 x i32>, ptr %q
  %both = insertelement <2 x i32> <i32 poison, i32 9>, i32 %index, i32 0
  %sum = add <2 x i32> %v, %both
  %o = getelementptr inbounds <2 x i32>, ptr %out, i64 %wide
  store <2 x i32> %sum, ptr %o
  br label %end
end:
  ret void
}
