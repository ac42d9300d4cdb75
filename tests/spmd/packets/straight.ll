; Straight-line items: each kind of address, type and operation.
; ITEM: saxpy in=f32:N out=f32:N aux=f32:1
; ITEM: signed_index in=s32:N out=s32:N aux=s32:4
; ITEM: backward in=s32:N out=s32:N aux=s32:1
; ITEM: strides in=u32:N*9 out=z32:N*9 aux=s32:1
; ITEM: gather in=x32:N out=u32:N aux=f32:N
; ITEM: scatter in=u32:N out=z64:N aux=z32:N*5
; ITEM: bytes in=u8:N out=z16:N aux=u8:N
; ITEM: float4 in=f32:4*N out=f32:4*N aux=f32:4*N
; ITEM: flags in=u32:N out=z8:N aux=z8:N
; ITEM: last_one in=u32:N out=z32:H aux=z32:4
; ITEM: matrix in=f32:W*H out=f32:N aux=f32:H*W
; ITEM: overflow in=u32:N out=z32:N aux=z32:N
; ITEM: division in=u32:2*N out=z32:4*N aux=z8:1

define void @saxpy(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %a = load float, ptr %aux
  %p = getelementptr inbounds float, ptr %in, i64 %i
  %v = load float, ptr %p
  %q = getelementptr inbounds float, ptr %out, i64 %i
  %o = load float, ptr %q
  %r = call float @llvm.fmuladd.f32(float %a, float %v, float %o)
  store float %r, ptr %q
  ret void
}

; C's int index: sign extensions of sums that do not wrap.
define void @signed_index(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %x32 = trunc i64 %x to i32
  %y32 = trunc i64 %y to i32
  %w32 = trunc i64 %w to i32
  %row = mul nsw i32 %y32, %w32
  %i = add nsw i32 %row, %x32
  %wide = sext i32 %i to i64
  %p = getelementptr inbounds i32, ptr %in, i64 %wide
  %v = load i32, ptr %p
  %u = add i32 %x32, %row
  %uwide = zext i32 %u to i64
  %q = getelementptr inbounds i32, ptr %out, i64 %uwide
  %s = mul i32 %v, %i
  %odd = and i32 %i, 3
  %c = getelementptr inbounds i32, ptr %aux, i32 %odd
  %cv = load i32, ptr %c
  %t = add i32 %s, %cv
  store i32 %t, ptr %q
  ret void
}

define void @backward(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %last = sub i64 %w, 1
  %back = sub nsw i64 %last, %x
  %i = add i64 %row, %back
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %v = load i32, ptr %p
  %x32 = trunc i64 %x to i32
  %v2 = xor i32 %v, %x32
  %not = xor i64 %x, -1
  %j0 = add i64 %not, %w
  %j = add i64 %j0, %row
  %q = getelementptr inbounds i32, ptr %out, i64 %j
  store i32 %v2, ptr %q
  ret void
}

define void @strides(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %n0 = mul i64 %w, 9
  %i2 = shl i64 %i, 1
  %i3 = mul i64 %i, 3
  %i4 = shl i64 %i, 2
  %i9 = mul i64 %i, 9
  %p2 = getelementptr i32, ptr %in, i64 %i2
  %v2 = load i32, ptr %p2
  %p3 = getelementptr i32, ptr %in, i64 %i3
  %v3 = load i32, ptr %p3
  %p4 = getelementptr i16, ptr %in, i64 %i4
  %v4 = load i16, ptr %p4
  %p9 = getelementptr [9 x i32], ptr %in, i64 %i, i64 8
  %v9 = load i32, ptr %p9
  %w4 = zext i16 %v4 to i32
  %s1 = add i32 %v2, %v3
  %s2 = xor i32 %s1, %w4
  %s3 = sub i32 %s2, %v9
  %q9 = getelementptr i32, ptr %out, i64 %i9
  store i32 %s3, ptr %q9
  %q91 = getelementptr i8, ptr %q9, i64 4
  store i32 %s2, ptr %q91
  %half = mul i64 %i, 36
  %q92 = getelementptr i8, ptr %out, i64 %half
  %q93 = getelementptr i8, ptr %q92, i64 8
  store double 1.5, ptr %q93, align 4
  ret void
}

define void @gather(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %k = load i32, ptr %p
  %k64 = zext nneg i32 %k to i64
  %g = getelementptr inbounds float, ptr %aux, i64 %k64
  %v = load float, ptr %g
  %m = fmul float %v, 3.0
  %ki = fptosi float %m to i32
  %s = add i32 %ki, %k
  %q = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %s, ptr %q
  ret void
}

define void @scatter(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %v = load i32, ptr %p
  %v5 = mul i64 %i, 5
  %low = and i32 %v, 3
  %low64 = zext i32 %low to i64
  %at = add i64 %v5, %low64
  %q = getelementptr inbounds i32, ptr %aux, i64 %at
  store i32 %v, ptr %q
  %v64 = sext i32 %v to i64
  %odd = and i64 %x, 1
  %there = sub i64 %i, %odd
  %swap0 = xor i64 %odd, 1
  %pair = add i64 %x, 1
  %inside = icmp ult i64 %pair, %w
  %either = or i1 %inside, false
  %q2 = getelementptr inbounds i64, ptr %out, i64 %i
  %pick = select i1 %either, i64 %v64, i64 %there
  store i64 %pick, ptr %q2
  ret void
}

define void @bytes(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i8, ptr %in, i64 %i
  %v = load i8, ptr %p
  %x8 = trunc i64 %x to i8
  %big = zext i8 %x8 to i16
  %v16 = sext i8 %v to i16
  %m = mul i16 %v16, %big
  %q = getelementptr inbounds i16, ptr %out, i64 %i
  store i16 %m, ptr %q
  %r = getelementptr inbounds i8, ptr %aux, i64 %i
  %old = load i8, ptr %r
  %pop = call i8 @llvm.ctpop.i8(i8 %old)
  %lz = call i8 @llvm.ctlz.i8(i8 %v, i1 false)
  %sat = call i8 @llvm.uadd.sat.i8(i8 %pop, i8 %lz)
  %rot = call i8 @llvm.fshl.i8(i8 %old, i8 %v, i8 %x8)
  %mix = xor i8 %sat, %rot
  store i8 %mix, ptr %r
  ret void
}

define void @float4(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds <4 x float>, ptr %in, i64 %i
  %v = load <4 x float>, ptr %p, align 4
  %q = getelementptr inbounds <4 x float>, ptr %out, i64 %i
  %o = load <4 x float>, ptr %q, align 4
  %sum = fadd <4 x float> %v, %o
  %swap = shufflevector <4 x float> %sum, <4 x float> %v, <4 x i32> <i32 3, i32 1, i32 4, i32 0>
  %first = extractelement <4 x float> %v, i64 0
  %xi = trunc i64 %x to i32
  %lane = and i32 %xi, 3
  %some = extractelement <4 x float> %v, i32 %lane
  %put = insertelement <4 x float> %swap, float %some, i64 2
  %put2 = insertelement <4 x float> %put, float 7.0, i32 %lane
  %splat0 = insertelement <4 x float> poison, float %first, i64 0
  %splat = shufflevector <4 x float> %splat0, <4 x float> poison, <4 x i32> zeroinitializer
  %less = fcmp olt <4 x float> %v, %o
  %sel = select <4 x i1> %less, <4 x float> %splat, <4 x float> %put2
  %big = fcmp ogt float %first, 0.0
  %sel2 = select i1 %big, <4 x float> %sel, <4 x float> <float 1.0, float 2.0, float 3.0, float 4.0>
  store <4 x float> %sel2, ptr %q, align 4
  %abs = call <4 x float> @llvm.fabs.v4f32(<4 x float> %sel2)
  %bits = bitcast <4 x float> %abs to i128
  %low = trunc i128 %bits to i32
  %f = bitcast i32 %low to float
  %back = shl i64 %i, 4
  %a = getelementptr i8, ptr %aux, i64 %back
  %three = shufflevector <4 x float> %abs, <4 x float> poison, <3 x i32> <i32 0, i32 1, i32 2>
  store <3 x float> %three, ptr %a, align 4
  %a12 = getelementptr i8, ptr %a, i64 12
  store float %f, ptr %a12
  ret void
}

define void @flags(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %v = load i32, ptr %p
  %c = icmp slt i32 %v, 0
  %q = getelementptr inbounds i1, ptr %out, i64 %i
  store i1 %c, ptr %q
  %d = load i1, ptr %q
  %e = select i1 %d, i8 5, i8 9
  %r = getelementptr inbounds i8, ptr %aux, i64 %i
  store i8 %e, ptr %r
  ret void
}

; All write to one place: the last one's value stays.
define void @last_one(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %v = load i32, ptr %p
  %q = getelementptr inbounds i32, ptr %out, i64 %y
  store i32 %v, ptr %q
  %q2 = getelementptr inbounds i8, ptr %aux, i64 4
  store i32 %n, ptr %q2
  ret void
}

; A plain matrix product: what depends on x only is shared by parts along y.
define void @matrix(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
entry:
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %h = zext i32 %n to i64
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %new, %loop ]
  %ai = add i64 %row, %k
  %pa = getelementptr inbounds float, ptr %in, i64 %ai
  %a = load float, ptr %pa
  %pb = getelementptr inbounds float, ptr %aux, i64 %x
  %b = load float, ptr %pb
  %kf = uitofp i64 %k to float
  %bk = fadd float %b, %kf
  %new = call float @llvm.fmuladd.f32(float %a, float %bk, float %sum)
  %next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %next, %w
  br i1 %again, label %loop, label %done
done:
  %q = getelementptr inbounds float, ptr %out, i64 %i
  store float %new, ptr %q
  ret void
}

define void @overflow(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %v = load i32, ptr %p
  %pair = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %v, i32 3)
  %m = extractvalue { i32, i1 } %pair, 0
  %o = extractvalue { i32, i1 } %pair, 1
  %changed = insertvalue { i32, i1 } %pair, i32 %n, 0
  %c = icmp slt i32 %v, 1000
  %either = select i1 %c, { i32, i1 } %pair, { i32, i1 } %changed
  %e = extractvalue { i32, i1 } %either, 0
  %r = select i1 %o, i32 %v, i32 %m
  %q = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %r, ptr %q
  %a = getelementptr inbounds i32, ptr %aux, i64 %i
  store i32 %e, ptr %a
  ret void
}

; As guard-arithmetic leaves it.
define void @division(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %i2 = shl i64 %i, 1
  %p = getelementptr inbounds i32, ptr %in, i64 %i2
  %a = load i32, ptr %p
  %p1 = getelementptr inbounds i32, ptr %p, i64 1
  %b0 = load i32, ptr %p1
  %b = ashr i32 %b0, 20
  %z0 = icmp eq i32 %b, 0
  %m1 = icmp eq i32 %b, -1
  %least = icmp eq i32 %a, -2147483648
  %both = and i1 %m1, %least
  %bad = or i1 %z0, %both
  %d = select i1 %bad, i32 1, i32 %b
  %q = sdiv i32 %a, %d
  %r = srem i32 %a, %d
  %uq = udiv i32 %a, %d
  %ur = urem i32 %a, 7
  %o = getelementptr inbounds [4 x i32], ptr %out, i64 %i
  store i32 %q, ptr %o
  %o1 = getelementptr inbounds [4 x i32], ptr %out, i64 %i, i64 1
  store i32 %r, ptr %o1
  %o2 = getelementptr inbounds [4 x i32], ptr %out, i64 %i, i64 2
  store i32 %uq, ptr %o2
  %o3 = getelementptr inbounds [4 x i32], ptr %out, i64 %i, i64 3
  store i32 %ur, ptr %o3
  ret void
}
