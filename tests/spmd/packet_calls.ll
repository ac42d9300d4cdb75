; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Calls in packets: once, as one of a vector, for each active lane, or not at all.
; PASSES: target-attributes,spmd-packetise
declare void @weft.spmd.mask(i1)
declare i32 @opaque(i32, i64)
declare i32 @pure(i32) memory(none) nounwind willreturn
declare void @note(i32)
declare i32 @once(i32) noduplicate
declare float @llvm.sqrt.f32(float)
declare float @llvm.powi.f32.i32(float, i32)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare void @llvm.assume(i1)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)

; What is not known is called for one lane after the other. Vectors pass through arrays in memory, in and out; what is linear is
; computed from the lane's number.
; CHECK-LABEL: define {{.*}}@each.packet.8.1.0(
; CHECK: store <8 x i32> %v, ptr [[IN:%.*]], align 16
; CHECK: {{^}}lane:
; CHECK-NEXT: [[LANE:%.*]] = phi i64 [ 0, %{{.*}} ], [ [[NEXT:%.*]], %lane ]
; CHECK-NEXT: [[P:%.*]] = getelementptr inbounds [8 x i32], ptr [[IN]], i64 0, i64 [[LANE]]
; CHECK-NEXT: [[V:%.*]] = load i32, ptr [[P]]
; CHECK: [[X:%.*]] = add i64 %x, %{{.*}}
; CHECK-NEXT: [[R:%.*]] = call i32 @opaque(i32 [[V]], i64 [[X]])
; CHECK-NEXT: [[O:%.*]] = getelementptr inbounds [8 x i32], ptr [[OUT:%.*]], i64 0, i64 [[LANE]]
; CHECK-NEXT: store i32 [[R]], ptr [[O]]
; CHECK-NEXT: [[NEXT]] = add i64 [[LANE]], 1
; CHECK-NEXT: [[END:%.*]] = icmp eq i64 [[NEXT]], 8
; CHECK-NEXT: br i1 [[END]], label %lanes.done, label %lane
; CHECK: [[ALL:%.*]] = load <8 x i32>, ptr [[OUT]], align 16
; CHECK-NEXT: store <8 x i32> [[ALL]], ptr %q
define void @each(i64 "weft.item.id"="x" %x, ptr %p) "weft.plan"="8,1,0" {
  %q = getelementptr inbounds i32, ptr %p, i64 %x
  %v = load i32, ptr %q
  %r = call i32 @opaque(i32 %v, i64 %x)
  store i32 %r, ptr %q
  ret void
}

; Only lanes that run the block, by the bits of its mask, and none if there are none; the lanes of the second part come behind
; those of the first.
; CHECK-LABEL: define {{.*}}@active.packet.8.2.0(
; CHECK: [[M:%.*]] = icmp sgt <8 x i32> %v, zeroinitializer
; CHECK-NEXT: [[M1:%.*]] = icmp sgt <8 x i32> %v1, zeroinitializer
; CHECK: [[BITS:%.*]] = bitcast <8 x i1> [[M]] to i8
; CHECK-NEXT: [[SOME:%.*]] = icmp ne i8 [[BITS]], 0
; CHECK-NEXT: br i1 [[SOME]], label %lane, label %lanes.done
; CHECK: [[LEFT:%.*]] = phi i8 [ [[BITS]], %then ], [ [[REST:%.*]], %lane ]
; CHECK-NEXT: call i8 @llvm.cttz.i8(i8 [[LEFT]], i1 true)
; CHECK: call void @note(i32
; CHECK: [[LESS:%.*]] = sub i8 [[LEFT]], 1
; CHECK-NEXT: [[REST]] = and i8 [[LEFT]], [[LESS]]
; CHECK: bitcast <8 x i1> [[M1]] to i8
; CHECK: call void @note(i32
; CHECK-NOT: @note
; CHECK: ret void
define void @active(i64 "weft.item.id"="x" %x, ptr %p) "weft.plan"="8,2,0" {
  %q = getelementptr inbounds i32, ptr %p, i64 %x
  %v = load i32, ptr %q
  %m = icmp sgt i32 %v, 0
  br label %then
then:
  call void @weft.spmd.mask(i1 %m)
  call void @note(i32 %v)
  ret void
}

; The same arguments and no effects: one call for all.
; CHECK-LABEL: define {{.*}}@same.packet.8.1.0(
; CHECK-NOT: {{^}}lane
; CHECK-COUNT-1: call i32 @pure(i32 %u)
; CHECK-NOT: @pure
; CHECK: store <8 x i32>
define void @same(i64 "weft.item.id"="x" %x, ptr %p, i32 %u) "weft.plan"="8,1,0" {
  %r = call i32 @pure(i32 %u)
  %q = getelementptr inbounds i32, ptr %p, i64 %x
  store i32 %r, ptr %q
  ret void
}

; Intrinsics with a form for vectors, with their flags; an operand that must be a scalar is the same for all lanes.
; CHECK-LABEL: define {{.*}}@wide.packet.8.1.0(
; CHECK: [[S:%.*]] = call fast <8 x float> @llvm.sqrt.v8f32(<8 x float> %v)
; CHECK-NEXT: call <8 x float> @llvm.powi.v8f32.i32(<8 x float> [[S]], i32 %u)
; CHECK: [[O:%.*]] = call { <8 x i32>, <8 x i1> } @llvm.sadd.with.overflow.v8i32(
; CHECK-NEXT: extractvalue { <8 x i32>, <8 x i1> } [[O]], 1
define void @wide(i64 "weft.item.id"="x" %x, ptr %p, i32 %u) "weft.plan"="8,1,0" {
  %q = getelementptr inbounds float, ptr %p, i64 %x
  %v = load float, ptr %q
  %s = call fast float @llvm.sqrt.f32(float %v)
  %w = call float @llvm.powi.f32.i32(float %s, i32 %u)
  store float %w, ptr %q
  %b = bitcast float %v to i32
  %o = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %b, i32 %u)
  %carry = extractvalue { i32, i1 } %o, 1
  %e = zext i1 %carry to i32
  %t = getelementptr i8, ptr %q, i64 65536
  store i32 %e, ptr %t
  ret void
}

; Where that operand differs, there is no such form.
; CHECK-LABEL: define {{.*}}@powers.packet.8.1.0(
; CHECK: {{^}}lane:
; CHECK: call float @llvm.powi.f32.i32(float %{{.*}}, i32 %{{.*}})
; CHECK-NOT: @llvm.powi.v8
define void @powers(i64 "weft.item.id"="x" %x, ptr %p) "weft.plan"="8,1,0" {
  %q = getelementptr inbounds float, ptr %p, i64 %x
  %v = load float, ptr %q
  %n = fptosi float %v to i32
  %w = call float @llvm.powi.f32.i32(float %v, i32 %n)
  store float %w, ptr %q
  ret void
}

; Hints, and what is said about scalars, go.
; CHECK-LABEL: define {{.*}}@hints.packet.8.1.0(
; CHECK-NOT: call
; CHECK: ret void
define void @hints(i64 "weft.item.id"="x" %x, ptr %p) "weft.plan"="8,1,0" {
  %q = getelementptr inbounds i32, ptr %p, i64 %x
  call void @llvm.prefetch.p0(ptr %q, i32 0, i32 3, i32 1)
  %v = load i32, ptr %q
  %c = icmp sgt i32 %v, 0
  call void @llvm.assume(i1 %c)
  store i32 3, ptr %q
  ret void
}

; What may stand in one place only, or says what else hangs on the call.
; CHECK-NOT: @duplicate.packet
; CHECK-NOT: @bundled.packet
; CHECK: attributes {{.*}}"weft.refused"="a call that must stay as it is"
define void @duplicate(i64 "weft.item.id"="x" %x, ptr %p) "weft.plan"="8,1,0" {
  %i = trunc i64 %x to i32
  %r = call i32 @once(i32 %i)
  ret void
}
define void @bundled(i64 "weft.item.id"="x" %x, ptr %p) "weft.plan"="8,1,0" {
  %i = trunc i64 %x to i32
  call void @note(i32 %i) [ "deopt"(i32 %i) ]
  ret void
}
