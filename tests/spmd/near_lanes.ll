; Lanes that are close to one another, as only a packet sees: all elements between the first lane's and the last one's
; are loaded and permuted, or the lanes gather. What it does is shown by tests/spmd/packets.
; PASSES: target-attributes,spmd-packetise
; OPTIONS: --isa=x86-64-v4

declare void @weft.spmd.mask(i1)

; CHECK-LABEL: define {{.*}}@halves.packet.16.1.0(
; CHECK: %[[NUMBERS:.*]] = freeze <16 x i32>
; CHECK: %[[FIRST:.*]] = extractelement <16 x i32> %[[NUMBERS]], i64 0
; CHECK: %[[LAST:.*]] = extractelement <16 x i32> %[[NUMBERS]], i64 15
; CHECK: %[[NEAR:.*]] = icmp ule i64 %{{.*}}, 31
; CHECK: br i1 %{{.*}}, label %usual, label %unusual
; CHECK: usual:
; CHECK: %[[LOW:.*]] = call <16 x i32> @llvm.masked.load.v16i32.p0(ptr align 4 %{{.*}}, <16 x i1> %{{.*}}, <16 x i32> zeroinitializer)
; CHECK: %[[HIGH:.*]] = call <16 x i32> @llvm.masked.load.v16i32.p0(ptr align 4 %{{.*}}, <16 x i1> %{{.*}}, <16 x i32> zeroinitializer)
; CHECK: call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512(<16 x i32> %[[LOW]], <16 x i32> %{{.*}}, <16 x i32> %[[HIGH]])
; CHECK: unusual:
; CHECK: call <16 x float> @llvm.masked.gather.v16f32.v16p0(
define void @halves(i64 "weft.item.id"="x" %x, ptr %p, ptr %o, i32 %row) "weft.plan"="16,1,0" {
  %n = trunc i64 %x to i32
  %h = lshr i32 %n, 1
  %s = add nsw i32 %row, %h
  %w = sext i32 %s to i64
  %a = getelementptr inbounds float, ptr %p, i64 %w
  %v = load float, ptr %a
  %b = getelementptr inbounds float, ptr %o, i64 %x
  store float %v, ptr %b
  ret void
}

; Loads by one number ask once. Bytes go as words without AVX-512-VBMI.
; CHECK-LABEL: define {{.*}}@pixels.packet.16.1.0(
; CHECK: freeze
; CHECK: br i1 %{{.*}}, label %usual, label %unusual
; CHECK: call <32 x i16> @llvm.x86.avx512.vpermi2var.hi.512(
; CHECK-NOT: freeze
; CHECK: br i1 %{{.*}}, label %[[NEAR2:usual[0-9]+]], label %{{unusual[0-9]+}}
; CHECK: [[NEAR2]]:
; CHECK: call <32 x i16> @llvm.x86.avx512.vpermi2var.hi.512(
define void @pixels(i64 "weft.item.id"="x" %x, ptr %p, ptr %o, float %scale) "weft.plan"="16,1,0" {
  %n = trunc i64 %x to i32
  %f = uitofp i32 %n to float
  %g = fmul float %f, %scale
  %i = fptosi float %g to i32
  %t = mul nsw i32 %i, 3
  %w = sext i32 %t to i64
  %a = getelementptr inbounds i8, ptr %p, i64 %w
  %u = load i8, ptr %a
  %b = getelementptr inbounds i8, ptr %a, i64 2
  %v = load i8, ptr %b
  %s = add i8 %u, %v
  %c = getelementptr inbounds i8, ptr %o, i64 %x
  store i8 %s, ptr %c
  ret void
}

; Not usual: what was loaded, and where a packet's work-items may be missing.
; CHECK-LABEL: define {{.*}}@loaded.packet.16.1.0(
; CHECK-NOT: usual:
; CHECK: ret void
define void @loaded(i64 "weft.item.id"="x" %x, ptr %p, ptr %o) "weft.plan"="16,1,0" {
  %b = getelementptr inbounds i32, ptr %o, i64 %x
  %k = load i32, ptr %b
  %w = sext i32 %k to i64
  %a = getelementptr inbounds i32, ptr %p, i64 %w
  %v = load i32, ptr %a
  store i32 %v, ptr %b
  ret void
}

; CHECK-LABEL: define {{.*}}@rest.packet.16.1.0.masked(
; CHECK-NOT: usual:
; CHECK: ret void
define void @rest(i64 "weft.item.id"="x" %x, ptr %p, ptr %o) "weft.plan"="16,1,0,masked" {
  %h = lshr i64 %x, 1
  %a = getelementptr inbounds float, ptr %p, i64 %h
  %v = load float, ptr %a
  %b = getelementptr inbounds float, ptr %o, i64 %x
  store float %v, ptr %b
  ret void
}

; A quotient by a divisor that may be -1 is one of two; the product with a pitch is a scale.
; CHECK-LABEL: define {{.*}}@scaled.packet.16.1.0(
; CHECK: usual:
; CHECK: ret void
define void @scaled(i64 "weft.item.id"="x" %x, ptr %p, ptr %o, i32 %from, i32 %to) "weft.plan"="16,1,0" {
  %n = trunc i64 %x to i32
  %m = mul nsw i32 %n, %from
  %is = icmp eq i32 %to, -1
  %minus = sub i32 0, %m
  %q = sdiv i32 %m, %to
  %r = select i1 %is, i32 %minus, i32 %q
  %w = sext i32 %r to i64
  %a = getelementptr inbounds float, ptr %p, i64 %w
  %v = load float, ptr %a
  %b = getelementptr inbounds float, ptr %o, i64 %x
  store float %v, ptr %b
  ret void
}

; Numbers with some bits turned: a block of elements, stored too, and its mask is permuted as it is.
; CHECK-LABEL: define {{.*}}@turned.packet.16.1.0(
; CHECK: and i64 %{{.*}}, -16
; CHECK: usual:
; CHECK: %[[BITS:.*]] = zext <16 x i1> %{{.*}} to <16 x i32>
; CHECK: %[[TURNED:.*]] = call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512(
; CHECK: %[[MASK:.*]] = trunc <16 x i32> %[[TURNED]] to <16 x i1>
; CHECK: call <16 x i32> @llvm.masked.load.v16i32.p0(ptr align 4 %{{.*}}, <16 x i1> %[[MASK]]
; CHECK: unusual:
; CHECK: @llvm.masked.gather
; CHECK: call void @llvm.masked.store.v16i32.p0(
; CHECK: @llvm.masked.scatter
define void @turned(i64 "weft.item.id"="x" %x, ptr %p, i64 %j) "weft.plan"="16,1,0" {
entry:
  %y = xor i64 %x, %j
  %c = icmp ugt i64 %y, %x
  br label %then

then:
  call void @weft.spmd.mask(i1 %c)
  %a = getelementptr inbounds i32, ptr %p, i64 %y
  %b = getelementptr inbounds i32, ptr %p, i64 %x
  %v = load i32, ptr %a
  store i32 %v, ptr %b
  store i32 7, ptr %a
  br label %done

done:
  ret void
}
