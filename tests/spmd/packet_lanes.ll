; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; One lane after another, and which lane's value is the last.
; PASSES: target-attributes,spmd-packetise
declare void @weft.spmd.mask(i1)

; Each access of its own, from the first lane to the last; what is between them is a vector's. The array of the load serves the store.
; CHECK-LABEL: define {{.*}}@volatiles.packet.8.1.0(
; CHECK: [[SPILL:%spill.*]] = alloca [8 x i32], align 16
; CHECK-NOT: alloca
; CHECK: [[LANE:%.*]] = phi i64 [ 0, %{{.*}} ]
; CHECK-NEXT: [[BYTES:%.*]] = mul i64 [[LANE]], 8
; CHECK-NEXT: [[AT:%.*]] = getelementptr i8, ptr %q, i64 [[BYTES]]
; CHECK-NEXT: load volatile i32, ptr [[AT]]
; CHECK: {{^}}lanes.done:
; CHECK: mul <8 x i32>
; CHECK: {{^}}lane1:
; CHECK: store volatile i32
; CHECK-NOT: volatile
; CHECK: ret void
define void @volatiles(i64 "weft.item.id"="x" %x, ptr %p) "weft.plan"="8,1,0" {
  %x2 = shl i64 %x, 1
  %q = getelementptr inbounds i32, ptr %p, i64 %x2
  %v = load volatile i32, ptr %q
  %r = mul i32 %v, %v
  store volatile i32 %r, ptr %q
  ret void
}

; Side by side they are one access, of each element once.
; CHECK-LABEL: define {{.*}}@together.packet.8.2.0(
; CHECK: load volatile <8 x i32>
; CHECK: load volatile <8 x i32>
; CHECK-NOT: load
; CHECK: store volatile <8 x i32>
; CHECK: store volatile <8 x i32>
; CHECK-NOT: volatile
; CHECK: ret void
define void @together(i64 "weft.item.id"="x" %x, ptr %p) "weft.plan"="8,2,0" {
  %q = getelementptr inbounds i32, ptr %p, i64 %x
  %v = load volatile i32, ptr %q
  %r = mul i32 %v, %v
  store volatile i32 %r, ptr %q
  ret void
}

; Of one address each lane has its own.
; CHECK-LABEL: define {{.*}}@same.packet.8.1.0(
; CHECK: load volatile i32, ptr %p
; CHECK: icmp eq i64 %{{.*}}, 8
; CHECK: ret void
define void @same(i64 "weft.item.id"="x" %x, ptr %p, ptr %o) "weft.plan"="8,1,0" {
  %v = load volatile i32, ptr %p
  %q = getelementptr inbounds i32, ptr %o, i64 %x
  store i32 %v, ptr %q
  ret void
}

; The lanes of one part, then those of the next.
; CHECK-LABEL: define {{.*}}@parts.packet.8.2.0(
; CHECK: [[SECOND:%.*]] = getelementptr i8, ptr %q, i64 64
; CHECK: getelementptr i8, ptr %q, i64 %
; CHECK-NEXT: store volatile i32 5
; CHECK: getelementptr i8, ptr [[SECOND]], i64 %
; CHECK-NEXT: store volatile i32 5
; CHECK-NOT: store
; CHECK: ret void
define void @parts(i64 "weft.item.id"="x" %x, ptr %p) "weft.plan"="8,2,0" {
  %x2 = shl i64 %x, 1
  %q = getelementptr inbounds i32, ptr %p, i64 %x2
  store volatile i32 5, ptr %q
  ret void
}

; By the bits of the mask, the lowest first.
; CHECK-LABEL: define {{.*}}@masked.packet.8.1.0(
; CHECK: [[BITS:%.*]] = bitcast <8 x i1> %{{.*}} to i8
; CHECK-NEXT: [[SOME:%.*]] = icmp ne i8 [[BITS]], 0
; CHECK-NEXT: br i1 [[SOME]], label %lane, label %lanes.done
; CHECK: [[LEFT:%.*]] = phi i8 [ [[BITS]], %then ], [ [[REST:%.*]], %lane ]
; CHECK-NEXT: [[LANE:%.*]] = call i8 @llvm.cttz.i8(i8 [[LEFT]], i1 true)
; CHECK: store volatile i32 5
; CHECK: [[REST]] = and i8 [[LEFT]], %{{.*}}
; CHECK-NEXT: [[NONE:%.*]] = icmp eq i8 [[REST]], 0
; CHECK-NEXT: br i1 [[NONE]], label %lanes.done, label %lane
define void @masked(i64 "weft.item.id"="x" %x, ptr %p) "weft.plan"="8,1,0" {
  %q = getelementptr inbounds i32, ptr %p, i64 %x
  %v = load i32, ptr %q
  %m = icmp sgt i32 %v, 0
  br label %then
then:
  call void @weft.spmd.mask(i1 %m)
  store volatile i32 5, ptr %q
  ret void
}

; Stores to one address: the last lane's value stays, of a vector or of what is linear.
; CHECK-LABEL: define {{.*}}@last.packet.8.1.0(
; CHECK: [[V:%.*]] = extractelement <8 x i32> %v, i64 7
; CHECK-NEXT: store i32 [[V]], ptr %o,
; CHECK: [[I:%.*]] = add i32 %i, 7
; CHECK-NEXT: store i32 [[I]], ptr %o1
; CHECK-NOT: {{^}}lane
; CHECK: ret void
define void @last(i64 "weft.item.id"="x" %x, ptr %p, ptr %o, <2 x float> %u) "weft.plan"="8,1,0" {
  %q = getelementptr inbounds i32, ptr %p, i64 %x
  %v = load i32, ptr %q
  store i32 %v, ptr %o
  %i = trunc i64 %x to i32
  %o1 = getelementptr i8, ptr %o, i64 4
  store i32 %i, ptr %o1
  ret void
}
declare i1 @weft.spmd.any(i1) memory(none) nounwind willreturn

; Under a mask the last active lane's, by the mask's highest bit; a vector of the language through an array.
; CHECK-LABEL: define {{.*}}@last_masked.packet.8.1.0(
; CHECK: {{^}}then:
; CHECK-NEXT: [[BITS:%.*]] = bitcast <8 x i1> %{{.*}} to i8
; CHECK-NEXT: [[FREE:%.*]] = call i8 @llvm.ctlz.i8(i8 [[BITS]], i1 false)
; CHECK: sub i64 7, %{{.*}}
; CHECK-NEXT: [[LANE:%.*]] = and i64 %{{.*}}, 7
; CHECK-NEXT: [[V:%.*]] = extractelement <8 x i32> %{{.*}}, i64 [[LANE]]
; CHECK-NEXT: store i32 [[V]], ptr %o,
; CHECK: store <16 x i32> %w, ptr [[SPILL:%.*]], align 16
; CHECK-NEXT: [[P:%.*]] = getelementptr inbounds [8 x <2 x i32>], ptr [[SPILL]], i64 0, i64 %{{.*}}
; CHECK-NEXT: [[W:%.*]] = load <2 x i32>, ptr [[P]]
; CHECK-NEXT: store <2 x i32> [[W]], ptr %o1
define void @last_masked(i64 "weft.item.id"="x" %x, ptr %p, ptr %o) "weft.plan"="8,1,0" {
  %q = getelementptr inbounds <2 x i32>, ptr %p, i64 %x
  %w = load <2 x i32>, ptr %q
  %v = extractelement <2 x i32> %w, i32 0
  %m = icmp sgt i32 %v, 0
  %some = call i1 @weft.spmd.any(i1 %m)
  br i1 %some, label %then, label %end
then:
  call void @weft.spmd.mask(i1 %m)
  store i32 %v, ptr %o
  %o1 = getelementptr i8, ptr %o, i64 8
  store <2 x i32> %w, ptr %o1
  br label %end
end:
  ret void
}

; An address in which the lanes cancel is one for all of them, which only shapes know: what has put branches around masked
; blocks does not, so the access has its own.
; CHECK-LABEL: define {{.*}}@cancels.packet.8.1.0(
; CHECK: %[[MASK:.*]] = icmp sgt <8 x i32> %{{.*}}, splat (i32 3)
; CHECK: %[[BITS:.*]] = bitcast <8 x i1> %[[MASK]] to i8
; CHECK-NEXT: %[[ANY:.*]] = icmp ne i8 %[[BITS]], 0
; CHECK-NEXT: br i1 %[[ANY]], label %[[SOME:.*]], label %[[DONE:.*]]
; CHECK: [[SOME]]:
; CHECK-NEXT: %[[LOADED:.*]] = load i32, ptr %{{.*}}
; CHECK: [[DONE]]:
; CHECK-NEXT: phi i32 [ %[[LOADED]], %[[SOME]] ], [ poison, %{{.*}} ]
; CHECK: br i1 %{{.*}}, label %[[SOME:.*]], label %[[DONE:.*]]
; CHECK: [[SOME]]:
; CHECK-NEXT: store i32 7, ptr
; CHECK: [[DONE]]:
; CHECK-NEXT: br label %end
define void @cancels(i64 "weft.item.id"="x" %x, ptr %i, ptr %p, ptr %o, i64 %base) "weft.plan"="8,1,0" {
entry:
  %q = getelementptr inbounds i32, ptr %i, i64 %x
  %k = load i32, ptr %q
  %runs = icmp sgt i32 %k, 3
  %global = add i64 %base, %x
  %group = sub i64 %global, %x
  br label %masked

masked:
  call void @weft.spmd.mask(i1 %runs)
  %from = getelementptr inbounds i32, ptr %p, i64 %group
  %v = load i32, ptr %from
  %to = getelementptr inbounds i32, ptr %o, i64 %group
  store i32 7, ptr %to
  br label %end

end:
  %r = select i1 %runs, i32 %v, i32 0
  store i32 %r, ptr %q
  ret void
}

; One that nothing of the lanes is in has such a branch already.
; CHECK-LABEL: define {{.*}}@skipped.packet.8.1.0(
; CHECK-NOT: br i1
; CHECK: load i32, ptr %p
; CHECK: br label %end
define void @skipped(i64 "weft.item.id"="x" %x, ptr %i, ptr %p) "weft.plan"="8,1,0" {
entry:
  %q = getelementptr inbounds i32, ptr %i, i64 %x
  %k = load i32, ptr %q
  %runs = icmp sgt i32 %k, 3
  br label %masked

masked:
  call void @weft.spmd.mask(i1 %runs)
  %v = load i32, ptr %p
  br label %end

end:
  %r = select i1 %runs, i32 %v, i32 0
  store i32 %r, ptr %q
  ret void
}
