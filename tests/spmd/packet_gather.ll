; Gathers and scatters whose address is the same for all lanes but for an extended number of 32 bits: the base is a
; scalar, the index has its sign. What they do is shown by tests/spmd/packets.
; PASSES: target-attributes,spmd-packetise
; OPTIONS: --isa=x86-64-v4

declare void @weft.spmd.mask(i1)

; Without a sign, the index is shifted by half its range, the base back.
; CHECK-LABEL: define {{.*}}@unsigned.packet.16.1.0(
; CHECK: %[[BASE:.*]] = getelementptr i8, ptr %p, i64 8589934592
; CHECK: %[[BITS:.*]] = xor <16 x i32> %{{.*}}, splat (i32 -2147483648)
; CHECK: %[[WIDE:.*]] = sext <16 x i32> %[[BITS]] to <16 x i64>
; CHECK: %[[AT:.*]] = getelementptr i32, ptr %[[BASE]], <16 x i64> %[[WIDE]]
; CHECK: call <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr> align 4 %[[AT]]
define void @unsigned(i64 "weft.item.id"="x" %x, ptr %i, ptr %p) "weft.plan"="16,1,0" {
  %q = getelementptr inbounds i32, ptr %i, i64 %x
  %k = load i32, ptr %q
  %wide = zext i32 %k to i64
  %a = getelementptr inbounds float, ptr %p, i64 %wide
  %v = load float, ptr %a
  %o = getelementptr inbounds float, ptr %i, i64 %x
  store float %v, ptr %o
  ret void
}

; What is uniform joins the base.
; CHECK-LABEL: define {{.*}}@signed.packet.16.1.0(
; CHECK: %[[ROW:.*]] = mul i64 %row, 8
; CHECK: %[[OFF:.*]] = add i64 %[[ROW]], 4
; CHECK: %[[BASE:.*]] = getelementptr i8, ptr %p, i64 %[[OFF]]
; CHECK-NOT: xor
; CHECK: %[[WIDE:.*]] = sext <16 x i32> %{{.*}} to <16 x i64>
; CHECK: %[[AT:.*]] = getelementptr i64, ptr %[[BASE]], <16 x i64> %[[WIDE]]
; CHECK: call void @llvm.masked.scatter.v16f32.v16p0({{.*}}, <16 x ptr> align 4 %[[AT]]
define void @signed(i64 "weft.item.id"="x" %x, ptr %i, ptr %p, i64 %row) "weft.plan"="16,1,0" {
  %q = getelementptr inbounds i32, ptr %i, i64 %x
  %k = load i32, ptr %q
  %wide = sext i32 %k to i64
  %sum = add nsw i64 %wide, %row
  %a = getelementptr inbounds { float, float }, ptr %p, i64 %sum, i32 1
  store float 1.0, ptr %a
  ret void
}

; A number that is known to have no sign is like one with it: nothing is shifted.
; CHECK-LABEL: define {{.*}}@nonnegative.packet.16.1.0(
; CHECK-NOT: xor
; CHECK: %[[WIDE:.*]] = sext <16 x i32> %{{.*}} to <16 x i64>
; CHECK: %[[AT:.*]] = getelementptr i32, ptr %{{.*}}, <16 x i64> %[[WIDE]]
; CHECK: call <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr> align 4 %[[AT]]
define void @nonnegative(i64 "weft.item.id"="x" %x, ptr %i, ptr %p) "weft.plan"="16,1,0" {
  %q = getelementptr inbounds i32, ptr %i, i64 %x
  %k = load i32, ptr %q
  %wide = zext nneg i32 %k to i64
  %a = getelementptr inbounds float, ptr %p, i64 %wide
  %v = load float, ptr %a
  %o = getelementptr inbounds float, ptr %i, i64 %x
  store float %v, ptr %o
  ret void
}

; The product with a constant and the sum are taken apart: the scale is a processor's, what is uniform is in the base.
; CHECK-LABEL: define {{.*}}@products.packet.16.1.0(
; CHECK: %[[ROW:.*]] = mul i64 %row, 8
; CHECK: %[[OFF:.*]] = add i64 %[[ROW]], 24
; CHECK: %[[BASE:.*]] = getelementptr i8, ptr %p, i64 %[[OFF]]
; CHECK: %[[WIDE:.*]] = sext <16 x i32> %{{.*}} to <16 x i64>
; CHECK: getelementptr i64, ptr %[[BASE]], <16 x i64> %[[WIDE]]
define void @products(i64 "weft.item.id"="x" %x, ptr %i, ptr %p, i64 %row) "weft.plan"="16,1,0" {
  %q = getelementptr inbounds i32, ptr %i, i64 %x
  %k = load i32, ptr %q
  %wide = sext i32 %k to i64
  %sum = add i64 %wide, %row
  %more = add i64 %sum, 3
  %twice = mul i64 %more, 2
  %a = getelementptr inbounds float, ptr %p, i64 %twice
  %v = load float, ptr %a
  %o = getelementptr inbounds float, ptr %i, i64 %x
  store float %v, ptr %o
  ret void
}

; Two numbers that differ, a scale that no processor has, an index of 64 bits: as they are.
; CHECK-LABEL: define {{.*}}@others.packet.16.1.0(
; CHECK-NOT: xor <16 x i32>
; CHECK: getelementptr { float, float, float }, ptr %p, <16 x i64>
; CHECK: getelementptr inbounds float, <16 x ptr>
; CHECK: getelementptr inbounds float, ptr %p, <16 x i64>
; CHECK: ret void
define void @others(i64 "weft.item.id"="x" %x, ptr %i, ptr %p) "weft.plan"="16,1,0" {
  %q = getelementptr inbounds i32, ptr %i, i64 %x
  %k = load i32, ptr %q
  %wide = zext i32 %k to i64
  %a = getelementptr { float, float, float }, ptr %p, i64 %wide, i32 1
  %v = load float, ptr %a
  %l = sext i32 %k to i64
  %b = getelementptr inbounds float, ptr %a, i64 %l
  %v2 = load float, ptr %b
  %square = mul i64 %wide, %wide
  %c = getelementptr inbounds float, ptr %p, i64 %square
  %v3 = load float, ptr %c
  %s = fadd float %v, %v2
  %s3 = fadd float %s, %v3
  %o = getelementptr inbounds float, ptr %i, i64 %x
  store float %s3, ptr %o
  ret void
}

