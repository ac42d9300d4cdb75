; What has no vector form, private arrays, atomics.
; ITEM: atomics in=u32:N out=z32:N aux=u32:N+8
; ITEM: atomics_masked.flat scalar=atomics_masked in=u32:N out=z32:N aux=u32:8
; ITEM: volatile in=u32:N out=z32:N aux=z32:N+1
; ITEM: element_major in=u32:N out=z32:N aux=u32:8
; ITEM: private_copies in=u32:N*4 out=z32:N*4 aux=u32:4
; ITEM: cold.flat scalar=cold in=f32:N out=f32:N aux=u32:1

declare void @weft.spmd.mask(i1)
declare i1 @weft.spmd.any(i1) memory(none) nounwind willreturn
declare i1 @weft.spmd.active() memory(none) nounwind willreturn

; Results would depend on the order, so only those that do not are looked at.
define void @atomics(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %v = load i32, ptr %p
  %add = atomicrmw add ptr %aux, i32 %v monotonic
  %a1 = getelementptr i32, ptr %aux, i64 1
  %min = atomicrmw min ptr %a1, i32 %v seq_cst
  %a2 = getelementptr i32, ptr %aux, i64 2
  %umax = atomicrmw umax ptr %a2, i32 %v monotonic
  %a3 = getelementptr i32, ptr %aux, i64 3
  %xor = atomicrmw xor ptr %a3, i32 %v monotonic
  %a4 = getelementptr i32, ptr %aux, i64 4
  %sub = atomicrmw sub ptr %a4, i32 3 monotonic
  %a5 = getelementptr i32, ptr %aux, i64 5
  %and = atomicrmw volatile and ptr %a5, i32 %v monotonic
  %a6 = getelementptr i32, ptr %aux, i64 6
  %max = atomicrmw volatile max ptr %a6, i32 %v monotonic
  %a7 = getelementptr i32, ptr %aux, i64 7
  %umin = atomicrmw umin ptr %a7, i32 %v monotonic
  %mine = getelementptr i32, ptr %a7, i64 %i
  %at = getelementptr i32, ptr %mine, i64 1
  %old = atomicrmw xchg ptr %at, i32 %v acquire
  %pair = cmpxchg ptr %at, i32 %v, i32 %old seq_cst seq_cst
  %was = extractvalue { i32, i1 } %pair, 0
  %did = extractvalue { i32, i1 } %pair, 1
  %r = select i1 %did, i32 %was, i32 -1
  %s = xor i32 %r, %old
  fence seq_cst
  %q = getelementptr i32, ptr %out, i64 %i
  store i32 %s, ptr %q
  ret void
}

define void @atomics_masked(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %v = load i32, ptr %p
  %c = icmp slt i32 %v, 0
  br i1 %c, label %then, label %end
then:
  %add = atomicrmw add ptr %aux, i32 %v monotonic
  %a2 = getelementptr i32, ptr %aux, i64 2
  %max = atomicrmw max ptr %a2, i32 %v monotonic
  %low = and i32 %v, 3
  %low64 = zext i32 %low to i64
  %a4 = getelementptr i32, ptr %aux, i64 4
  %a = getelementptr i32, ptr %a4, i64 %low64
  %bin = atomicrmw add ptr %a, i32 1 monotonic
  %q = getelementptr i32, ptr %out, i64 %i
  %got = atomicrmw or ptr %q, i32 %v monotonic
  br label %end
end:
  ret void
}
define void @atomics_masked.flat(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %v = load i32, ptr %p
  %c = icmp slt i32 %v, 0
  br label %then
then:
  call void @weft.spmd.mask(i1 %c)
  %add = atomicrmw add ptr %aux, i32 %v monotonic
  %a2 = getelementptr i32, ptr %aux, i64 2
  %max = atomicrmw max ptr %a2, i32 %v monotonic
  %low = and i32 %v, 3
  %low64 = zext i32 %low to i64
  %a4 = getelementptr i32, ptr %aux, i64 4
  %a = getelementptr i32, ptr %a4, i64 %low64
  %bin = atomicrmw add ptr %a, i32 1 monotonic
  %q = getelementptr i32, ptr %out, i64 %i
  %got = atomicrmw or ptr %q, i32 %v monotonic
  br label %end
end:
  ret void
}

define void @volatile(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %v = load volatile i32, ptr %p
  %q = getelementptr inbounds i32, ptr %out, i64 %i
  store volatile i32 %v, ptr %q
  store volatile i32 %v, ptr %aux
  %aux1 = getelementptr inbounds i32, ptr %aux, i64 1
  %r = getelementptr inbounds i32, ptr %aux1, i64 %i
  %x32 = trunc i64 %x to i32
  store atomic i32 %x32, ptr %r monotonic, align 4
  ret void
}

define void @element_major(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
entry:
  %a = alloca [8 x i32], align 16
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds i32, ptr %in, i64 %i
  %v = load i32, ptr %p
  br label %fill
fill:
  %k = phi i64 [ 0, %entry ], [ %k1, %fill ]
  %t = phi i32 [ %v, %entry ], [ %t1, %fill ]
  %pe = getelementptr inbounds [8 x i32], ptr %a, i64 0, i64 %k
  store i32 %t, ptr %pe
  %t1 = mul i32 %t, 1664525
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, 8
  br i1 %more, label %fill, label %use
use:
  %j = and i32 %v, 7
  %j64 = zext i32 %j to i64
  %pj = getelementptr inbounds [8 x i32], ptr %a, i64 0, i64 %j64
  %vj = load i32, ptr %pj
  store i32 %n, ptr %pj
  %p3 = getelementptr inbounds i8, ptr %a, i64 12
  %v3 = load i32, ptr %p3
  %xj = and i64 %x, 7
  %px = getelementptr inbounds i32, ptr %a, i64 %xj
  %f = load float, ptr %px
  %fi = bitcast float %f to i32
  %s = add i32 %vj, %v3
  %s1 = xor i32 %s, %fi
  %q = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %s1, ptr %q
  ret void
}

; Accesses of different sizes, and calls that take the address.
define void @private_copies(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %a = alloca [4 x i32], align 16
  %b = alloca { i8, i32, i64 }, align 8
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds [4 x i32], ptr %in, i64 %i
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %p, i64 16, i1 false)
  call void @llvm.memset.p0.i64(ptr %b, i8 7, i64 16, i1 false)
  %x8 = trunc i64 %x to i8
  %b0 = getelementptr i8, ptr %a, i64 5
  store i8 %x8, ptr %b0
  %whole = load i64, ptr %a
  %b1 = getelementptr { i8, i32, i64 }, ptr %b, i64 0, i32 1
  %bv = load i32, ptr %b1
  store i64 %whole, ptr %b
  %agg = load { i8, i32, i64 }, ptr %b
  %agg0 = extractvalue { i8, i32, i64 } %agg, 1
  %a2 = getelementptr i32, ptr %a, i64 2
  %sum = add i32 %bv, %agg0
  store i32 %sum, ptr %a2
  %q = getelementptr inbounds [4 x i32], ptr %out, i64 %i
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %a, i64 16, i1 false)
  call void @llvm.lifetime.end.p0(ptr %a)
  ret void
}

define internal float @__weft_cold_path(float %v, i32 %k) memory(none) nounwind willreturn noinline {
  %f = sitofp i32 %k to float
  %r = fdiv float %v, %f
  ret float %r
}
declare float @llvm.powi.f32.i32(float, i32)

define void @cold(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds float, ptr %in, i64 %i
  %v = load float, ptr %p
  %x32 = trunc i64 %x to i32
  %odd = or i32 %x32, 1
  %c = fcmp ogt float %v, 1.0
  %pw = call float @llvm.powi.f32.i32(float %v, i32 %odd)
  br i1 %c, label %slow, label %end
slow:
  %s = call float @__weft_cold_path(float %v, i32 %odd)
  br label %end
end:
  %r = phi float [ %v, %0 ], [ %s, %slow ]
  %r1 = fadd float %r, %pw
  %q = getelementptr inbounds float, ptr %out, i64 %i
  store float %r1, ptr %q
  ret void
}
define void @cold.flat(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out, ptr %aux, i64 %w, i32 %n) #packets {
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %p = getelementptr inbounds float, ptr %in, i64 %i
  %v = load float, ptr %p
  %x32 = trunc i64 %x to i32
  %odd = or i32 %x32, 1
  %c = fcmp ogt float %v, 1.0
  %pw = call float @llvm.powi.f32.i32(float %v, i32 %odd)
  br label %slow
slow:
  call void @weft.spmd.mask(i1 %c)
  %s = call float @__weft_cold_path(float %v, i32 %odd)
  br label %end
end:
  %r = select i1 %c, float %s, float %v
  %r1 = fadd float %r, %pw
  %q = getelementptr inbounds float, ptr %out, i64 %i
  store float %r1, ptr %q
  ret void
}
