; Which accesses are one group, and how they look. What they do is shown by tests/spmd/packets.
; PASSES: target-attributes,spmd-packetise
; OPTIONS: --isa=x86-64-v4

declare void @weft.spmd.mask(i1)

; All members: three vectors without gaps, two shuffles for each member, for each vector that is stored.
; CHECK-LABEL: define {{.*}}@three.packet.16.1.0(
; CHECK-COUNT-3: load <16 x float>, ptr
; CHECK-COUNT-6: shufflevector <16 x float>
; CHECK-NOT: load
; CHECK: store <16 x float>
; CHECK: store <16 x float>
; CHECK: store <16 x float>
; CHECK-NOT: store
; CHECK: ret void
; Masked, all of them are, by the same lanes.
; CHECK-LABEL: define {{.*}}@three.packet.16.1.0.masked(
; CHECK: shufflevector <16 x i1> %active, <16 x i1> {{.*}}, <16 x i32> <i32 0, i32 0, i32 0, i32 1, i32 1, i32 1,
; CHECK: call <16 x float> @llvm.masked.load
; CHECK: call <16 x float> @llvm.masked.load
; CHECK: call <16 x float> @llvm.masked.load
; CHECK-NOT: gather
; CHECK: call void @llvm.masked.store
; CHECK: call void @llvm.masked.store
; CHECK: call void @llvm.masked.store
; CHECK-NOT: store
; CHECK: ret void
define void @three(i64 "weft.item.id"="x" %x, ptr %in, ptr %out) "weft.plan"="16,1,0;16,1,0,masked" {
  %i = mul i64 %x, 12
  %p = getelementptr inbounds i8, ptr %in, i64 %i
  %a = load float, ptr %p
  %p1 = getelementptr inbounds i8, ptr %p, i64 4
  %b = load float, ptr %p1
  %p2 = getelementptr inbounds i8, ptr %p, i64 8
  %c = load float, ptr %p2
  %ab = fadd float %a, %b
  %bc = fadd float %b, %c
  %ca = fadd float %c, %a
  %q = getelementptr inbounds i8, ptr %out, i64 %i
  store float %ab, ptr %q
  %q1 = getelementptr inbounds i8, ptr %q, i64 4
  store float %bc, ptr %q1
  %q2 = getelementptr inbounds i8, ptr %q, i64 8
  store float %ca, ptr %q2
  ret void
}

; A hole is not written: a constant mask. The last load ends with the last lane.
; CHECK-LABEL: define {{.*}}@hole.packet.16.1.0(
; CHECK: load <16 x float>, ptr %[[P:.*]], align 4
; CHECK: %[[LAST:.*]] = getelementptr i8, ptr %[[P]], i64 60
; CHECK: load <16 x float>, ptr %[[LAST]]
; CHECK-NOT: load
; CHECK: call void @llvm.masked.store.v16f32.p0(<16 x float> %{{.*}}, ptr align 4 %{{.*}}, <16 x i1> <i1 true, i1 false, i1 true, i1 false,
; CHECK: call void @llvm.masked.store
; CHECK-NOT: store
; CHECK: ret void
define void @hole(i64 "weft.item.id"="x" %x, ptr %in, ptr %out) "weft.plan"="16,1,0" {
  %i = mul i64 %x, 2
  %p = getelementptr inbounds float, ptr %in, i64 %i
  %a = load float, ptr %p
  %q = getelementptr inbounds float, ptr %out, i64 %i
  store float %a, ptr %q
  ret void
}

; A store to memory that could be the same stands between two loads, and an access of another kind between two stores.
; CHECK-LABEL: define {{.*}}@between.packet.16.1.0(
; CHECK-COUNT-2: load <16 x float>, ptr
; CHECK: call void @llvm.masked.store
; CHECK: call void @llvm.masked.store
; CHECK-COUNT-2: load <16 x float>, ptr
; CHECK: call void @llvm.masked.store
; CHECK: call void @llvm.masked.store
; CHECK: ret void
define void @between(i64 "weft.item.id"="x" %x, ptr %in, ptr %out) "weft.plan"="16,1,0" {
  %i = mul i64 %x, 2
  %p = getelementptr inbounds float, ptr %in, i64 %i
  %q = getelementptr inbounds float, ptr %out, i64 %i
  %a = load float, ptr %p
  store float %a, ptr %q
  %p1 = getelementptr inbounds float, ptr %p, i64 1
  %q1 = getelementptr inbounds float, ptr %q, i64 1
  %b = load float, ptr %p1
  store float %b, ptr %q1
  ret void
}

; One of six is too few, five of eight are not: two rows of each lane.
; CHECK-LABEL: define {{.*}}@sparse.packet.16.1.0(
; CHECK: call <16 x float> @llvm.masked.gather
; CHECK-NOT: gather
; CHECK-COUNT-32: load <4 x float>, ptr
; CHECK-NOT: load
; CHECK: ret void
define void @sparse(i64 "weft.item.id"="x" %x, ptr %in, ptr %out) "weft.plan"="16,1,0" {
  %i = mul i64 %x, 6
  %p = getelementptr inbounds float, ptr %in, i64 %i
  %a = load float, ptr %p
  %q = getelementptr inbounds [8 x float], ptr %in, i64 %x, i64 0
  %b = load float, ptr %q
  %q1 = getelementptr inbounds [8 x float], ptr %in, i64 %x, i64 2
  %c = load float, ptr %q1
  %q2 = getelementptr inbounds [8 x float], ptr %in, i64 %x, i64 4
  %d = load float, ptr %q2
  %q3 = getelementptr inbounds [8 x float], ptr %in, i64 %x, i64 6
  %e = load float, ptr %q3
  %q4 = getelementptr inbounds [8 x float], ptr %in, i64 %x, i64 7
  %f = load float, ptr %q4
  %s0 = fadd float %a, %b
  %s1 = fadd float %c, %d
  %s2 = fadd float %e, %f
  %s3 = fadd float %s0, %s1
  %s4 = fadd float %s3, %s2
  %o = getelementptr inbounds float, ptr %out, i64 %x
  store float %s4, ptr %o
  ret void
}

; Rows of lanes 0, 4, 8 and 12, then of 1, 5, ...; two steps of interleaving. A member that no row holds stays alone, and
; of stores a row is written only where each of its elements is a member.
; CHECK-LABEL: define {{.*}}@rows.packet.16.1.0(
; CHECK: %[[FIRST:.*]] = load <4 x float>, ptr %[[P:.*]], align 4
; CHECK: %[[Q:.*]] = getelementptr i8, ptr %[[P]], i64 96
; CHECK: %[[FIFTH:.*]] = load <4 x float>, ptr %[[Q]], align 4
; CHECK-COUNT-14: load <4 x float>
; CHECK: shufflevector <16 x float> {{.*}} <i32 0, i32 16, i32 1, i32 17, i32 4, i32 20, i32 5, i32 21, i32 8, i32 24, i32 9, i32 25, i32 12, i32 28, i32 13, i32 29>
; CHECK: shufflevector <16 x float> {{.*}} <i32 2, i32 18, i32 3, i32 19, i32 6, i32 22, i32 7, i32 23, i32 10, i32 26, i32 11, i32 27, i32 14, i32 30, i32 15, i32 31>
; CHECK-COUNT-6: shufflevector <16 x float> {{.*}}, <16 x float> {{.*}}, <16 x i32>
; CHECK-NOT: load
; CHECK-COUNT-2: shufflevector <16 x float> {{.*}}, <16 x float> {{.*}}, <16 x i32>
; CHECK-COUNT-16: store <2 x float>
; CHECK: call void @llvm.masked.scatter
; CHECK-NOT: store
; CHECK: ret void
; Dead lanes read a spare row, which is zero, and write another one.
; CHECK-LABEL: define {{.*}}@rows.packet.16.1.0.masked(
; CHECK: %[[SPARE:.*]] = alloca <4 x float>
; CHECK: store <4 x float> zeroinitializer, ptr %[[SPARE]]
; CHECK: %[[LANE:.*]] = extractelement <16 x i1> %active, i64 0
; CHECK: %[[AT:.*]] = select i1 %[[LANE]], ptr %{{.*}}, ptr %[[SPARE]]
; CHECK: load <4 x float>, ptr %[[AT]]
; CHECK: ret void
define void @rows(i64 "weft.item.id"="x" %x, ptr %in, ptr %out) "weft.plan"="16,1,0;16,1,0,masked" {
  %i = mul i64 %x, 24
  %p = getelementptr inbounds i8, ptr %in, i64 %i
  %a = load float, ptr %p
  %p1 = getelementptr inbounds i8, ptr %p, i64 4
  %b = load float, ptr %p1
  %p2 = getelementptr inbounds i8, ptr %p, i64 8
  %c = load float, ptr %p2
  %p3 = getelementptr inbounds i8, ptr %p, i64 12
  %d = load float, ptr %p3
  %ab = fadd float %a, %b
  %cd = fadd float %c, %d
  %q = getelementptr inbounds [12 x float], ptr %out, i64 %x, i64 4
  store float %ab, ptr %q
  %q1 = getelementptr inbounds [12 x float], ptr %out, i64 %x, i64 5
  store float %cd, ptr %q1
  %q2 = getelementptr inbounds [12 x float], ptr %out, i64 %x, i64 10
  store float %a, ptr %q2
  ret void
}

; Vectors of the language are elements of their size: three of 8 bytes, and nothing is written behind the last lane's.
; CHECK-LABEL: define {{.*}}@pairs.packet.8.1.0(
; CHECK: load <8 x i64>, ptr %p
; CHECK-COUNT-2: load <8 x i64>, ptr
; CHECK-NOT: load
; CHECK: fadd <16 x float>
; CHECK: call void @llvm.masked.store.v8i64
; CHECK: call void @llvm.masked.store.v8i64
; CHECK: [[LAST:%.*]] = getelementptr i8, ptr %q1, i64 112
; CHECK: call void @llvm.masked.store.v8i64.p0(<8 x i64> %{{.*}}, ptr align 8 [[LAST]], <8 x i1> <i1 false, i1 true, i1 false, i1 true, i1 true,
; CHECK-NOT: store
; CHECK: ret void
define void @pairs(i64 "weft.item.id"="x" %x, ptr %in, ptr %out) "weft.plan"="8,1,0" {
  %i = mul i64 %x, 24
  %p = getelementptr inbounds i8, ptr %in, i64 %i
  %a = load <2 x float>, ptr %p, align 8
  %p1 = getelementptr inbounds i8, ptr %p, i64 8
  %b = load <2 x float>, ptr %p1, align 8
  %s = fadd <2 x float> %a, %b
  %q = getelementptr inbounds i8, ptr %out, i64 %i
  store <2 x float> %s, ptr %q, align 8
  %q1 = getelementptr inbounds i8, ptr %q, i64 8
  store <2 x float> %a, ptr %q1, align 8
  ret void
}

; Of 16 bytes, two numbers each.
; CHECK-LABEL: define {{.*}}@quads.packet.8.1.0(
; CHECK-COUNT-4: load <8 x i64>, ptr
; CHECK-NOT: load
; CHECK: shufflevector <8 x i64> {{.*}} <8 x i32> <i32 0, i32 1, i32 4, i32 5,
; CHECK: fsub <32 x float>
define void @quads(i64 "weft.item.id"="x" %x, ptr %in, ptr %out) "weft.plan"="8,1,0" {
  %i = mul i64 %x, 32
  %p = getelementptr inbounds i8, ptr %in, i64 %i
  %a = load <4 x float>, ptr %p, align 16
  %p1 = getelementptr inbounds i8, ptr %p, i64 16
  %b = load <4 x float>, ptr %p1, align 16
  %s = fsub <4 x float> %a, %b
  %q = getelementptr inbounds <4 x float>, ptr %out, i64 %x
  store <4 x float> %s, ptr %q, align 16
  ret void
}
