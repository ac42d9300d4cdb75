; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: target-attributes,spmd-packetise
; OPTIONS: --isa=x86-64-v4
; Elements of private variables of which a load reads the first part only. LLVM shrinks the load of a vector of four to what
; is used of it; the variable's rows stay what they are.

declare void @weft.spmd.mask(i1)

; CHECK-LABEL: define {{.*}}@three.packet.8.1.0(
; CHECK: %a = alloca [128 x i8], align 32
; CHECK: store <32 x i8> {{%.*}}, ptr {{%.*}}, align 4
; CHECK: [[ALL:%.*]] = load <32 x i8>, ptr {{%.*}}, align 4
; CHECK-NEXT: shufflevector <32 x i8> [[ALL]], <32 x i8> poison, <24 x i32> <i32 0, i32 1, i32 2, i32 4, i32 5, i32 6, i32 8,
; CHECK: [[ALL:%.*]] = load <32 x i8>, ptr %a, align 4
; CHECK-NEXT: shufflevector <32 x i8> [[ALL]], <32 x i8> poison, <8 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16,
define void @three(i64 "weft.item.id"="x" %x, ptr %p, i64 %u) "weft.plan"="8,1,0" {
  %a = alloca [4 x <4 x i8>], align 4
  %q = getelementptr inbounds i32, ptr %p, i64 %x
  %v = load <4 x i8>, ptr %q
  %r = getelementptr inbounds [4 x <4 x i8>], ptr %a, i64 0, i64 %u
  store <4 x i8> %v, ptr %r, align 4
  %part = load <3 x i8>, ptr %r, align 4
  %first = load i8, ptr %a, align 4
  %sum = extractelement <3 x i8> %part, i64 2
  %b = add i8 %first, %sum
  %z = zext i8 %b to i32
  store i32 %z, ptr %q
  ret void
}

; An index of each lane's own: a gather of whole elements, where there is one.
; CHECK-LABEL: define {{.*}}@own.packet.8.1.0(
; CHECK: [[ALL:%.*]] = call <8 x i32> @llvm.masked.gather.v8i32
; CHECK-NEXT: [[BYTES:%.*]] = bitcast <8 x i32> [[ALL]] to <32 x i8>
; CHECK-NEXT: shufflevector <32 x i8> [[BYTES]], <32 x i8> poison, <24 x i32> <i32 0, i32 1, i32 2, i32 4,
define void @own(i64 "weft.item.id"="x" %x, ptr %p) "weft.plan"="8,1,0" {
  %a = alloca [4 x <4 x i8>], align 4
  %q = getelementptr inbounds i32, ptr %p, i64 %x
  store <4 x i8> <i8 1, i8 2, i8 3, i8 4>, ptr %a, align 4
  %i = load i32, ptr %q
  %at = and i32 %i, 3
  %r = getelementptr inbounds [4 x <4 x i8>], ptr %a, i64 0, i32 %at
  %part = load <3 x i8>, ptr %r, align 4
  %b = extractelement <3 x i8> %part, i64 2
  %z = zext i8 %b to i32
  store i32 %z, ptr %q
  ret void
}

; Under a mask all lanes' places are read.
; CHECK-LABEL: define {{.*}}@masked.packet.8.1.0(
; CHECK-NOT: @llvm.masked.load
; CHECK: [[AT:%.*]] = select i1 {{%.*}}, ptr {{%.*}}, ptr %a
; CHECK: [[ALL:%.*]] = load <32 x float>, ptr [[AT]]
; CHECK-NEXT: shufflevector <32 x float> [[ALL]], <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 4, i32 5,
define void @masked(i64 "weft.item.id"="x" %x, ptr %p, i64 %u) "weft.plan"="8,1,0" {
entry:
  %a = alloca [4 x <4 x float>], align 16
  %q = getelementptr inbounds float, ptr %p, i64 %x
  store <4 x float> zeroinitializer, ptr %a, align 16
  %v = load float, ptr %q
  %c = fcmp olt float %v, 3.0
  br label %some
some:
  call void @weft.spmd.mask(i1 %c)
  %r = getelementptr inbounds [4 x <4 x float>], ptr %a, i64 0, i64 %u
  %part = load <2 x float>, ptr %r, align 16
  %e = extractelement <2 x float> %part, i64 1
  store float %e, ptr %q
  br label %end
end:
  ret void
}

; Not what begins elsewhere, is longer, or is stored in part: each lane has a variable of its own.
; CHECK-LABEL: define {{.*}}@inside.packet.8.1.0(
; CHECK-COUNT-8: store <2 x i32>
define void @inside(i64 "weft.item.id"="x" %x, ptr %p) "weft.plan"="8,1,0" {
  %a = alloca [4 x <2 x i32>], align 8
  %q = getelementptr inbounds i32, ptr %p, i64 %x
  store <2 x i32> <i32 1, i32 2>, ptr %a, align 8
  %r = getelementptr inbounds i8, ptr %a, i64 4
  %v = load i32, ptr %r
  store i32 %v, ptr %q
  ret void
}

; CHECK-LABEL: define {{.*}}@longer.packet.8.1.0(
; CHECK: {{store i32 1|@llvm.masked.store.v8i32.*i1 true, i1 false}}
define void @longer(i64 "weft.item.id"="x" %x, ptr %p) "weft.plan"="8,1,0" {
  %a = alloca [4 x i32], align 8
  %q = getelementptr inbounds i64, ptr %p, i64 %x
  store i32 1, ptr %a, align 8
  %v = load i64, ptr %a
  store i64 %v, ptr %q
  ret void
}

; CHECK-LABEL: define {{.*}}@stored.packet.8.1.0(
; CHECK-COUNT-8: store <3 x i8>
; CHECK: load <4 x i8>
define void @stored(i64 "weft.item.id"="x" %x, ptr %p) "weft.plan"="8,1,0" {
  %a = alloca [4 x <4 x i8>], align 4
  %q = getelementptr inbounds i32, ptr %p, i64 %x
  store <3 x i8> <i8 1, i8 2, i8 3>, ptr %a, align 4
  %v = load <4 x i8>, ptr %a
  store <4 x i8> %v, ptr %q
  ret void
}
