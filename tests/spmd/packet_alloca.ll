; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Private variables of a packet: room for all of its work-items.
; PASSES: target-attributes,spmd-packetise
declare void @weft.spmd.mask(i1)

; Where all accesses are of elements, an element's places for all lanes of all parts lie side by side: an index that is the same
; for all is a vector's address.
; CHECK-LABEL: define {{.*}}@rows.packet.8.2.0(
; CHECK: %a = alloca [256 x i8], align 32
; CHECK-NEXT: [[SECOND:%.*]] = getelementptr i8, ptr %a, i64 32
; CHECK: [[OFFSET:%.*]] = mul i64 %u, 64
; CHECK: [[AT:%.*]] = getelementptr i8, ptr %a, i64 %{{.*}}
; CHECK-NEXT: [[AT1:%.*]] = getelementptr i8, ptr [[AT]], i64 32
; CHECK-NEXT: store <8 x float> %v, ptr [[AT]]
; CHECK-NEXT: store <8 x float> %{{.*}}, ptr [[AT1]]
; CHECK-NEXT: load <8 x float>, ptr %a,
; CHECK-NEXT: load <8 x float>, ptr [[SECOND]],
define void @rows(i64 "weft.item.id"="x" %x, ptr %p, i64 %u) "weft.plan"="8,2,0" {
  %a = alloca [4 x float]
  %q = getelementptr inbounds float, ptr %p, i64 %x
  %v = load float, ptr %q
  %r = getelementptr inbounds [4 x float], ptr %a, i64 0, i64 %u
  store float %v, ptr %r
  %first = load float, ptr %a
  store float %first, ptr %q
  ret void
}

; An index of each lane's own leads to that lane's places: rows of 32 bytes, four bytes for each lane.
; CHECK-LABEL: define {{.*}}@own.packet.8.1.0(
; CHECK: %a = alloca [128 x i8], align 32
; CHECK: [[ROW:%.*]] = mul <8 x i64> %{{.*}}, splat (i64 32)
; CHECK: add <8 x i64> %{{.*}}, <i64 0, i64 4, i64 8, i64 12, i64 16, i64 20, i64 24, i64 28>
; CHECK: getelementptr i8, ptr %a, <8 x i64>
; CHECK-COUNT-8: store float 1.0
; CHECK: load <8 x float>, ptr %a,
define void @own(i64 "weft.item.id"="x" %x, ptr %p, i64 %u) "weft.plan"="8,1,0" {
  %a = alloca [4 x float]
  %q = getelementptr inbounds i32, ptr %p, i64 %x
  %i = load i32, ptr %q
  %w = zext i32 %i to i64
  %r = getelementptr inbounds [4 x float], ptr %a, i64 0, i64 %w
  store float 1.0, ptr %r
  %first = load float, ptr %a
  store float %first, ptr %q
  ret void
}

; Where accesses are of several sizes, each lane has a copy as it was: four places behind one another, the next lane's 16 bytes on.
; CHECK-LABEL: define {{.*}}@mixed.packet.8.1.0(
; CHECK: %a = alloca [128 x i8], align 4
; CHECK: call void @llvm.masked.store.v8f32.p0(<8 x float> %{{.*}}, ptr align 4 %a, <8 x i1> <i1 true, i1 false, i1 false, i1 false, i1 true,
; CHECK-COUNT-4: load <4 x double>
define void @mixed(i64 "weft.item.id"="x" %x, ptr %p, i64 %u) "weft.plan"="8,1,0" {
  %a = alloca [4 x float]
  %q = getelementptr inbounds float, ptr %p, i64 %x
  %v = load float, ptr %q
  store float %v, ptr %a
  %d = load double, ptr %a
  %t = fptrunc double %d to float
  store float %t, ptr %q
  ret void
}

; 64 KiB for all work-items are enough, 128 are too much; nor can there be room where nobody knows for how much.
; CHECK-LABEL: define {{.*}}@fits.packet.16.1.0(
; CHECK: %a = alloca [65536 x i8]
; CHECK-NOT: @fits.packet.16.2.0
; CHECK-NOT: @sized.packet
; CHECK-DAG: "weft.refused"="too much private memory"
; CHECK-DAG: "weft.refused"="a private variable of no fixed size"
define void @fits(i64 "weft.item.id"="x" %x, ptr %p, i64 %u) "weft.plan"="16,1,0;16,2,0" {
  %a = alloca [1024 x i32]
  %q = getelementptr inbounds [1024 x i32], ptr %a, i64 0, i64 %u
  store volatile i32 1, ptr %q
  ret void
}
define void @sized(i64 "weft.item.id"="x" %x, ptr %p, i64 %u) "weft.plan"="8,1,0" {
  %a = alloca i32, i64 %u
  store volatile i32 1, ptr %a
  ret void
}
