; How accesses and operations look in a packet. That they do the same is shown by tests/spmd/packets.
; PASSES: target-attributes,spmd-packetise

declare void @weft.spmd.mask(i1)
declare i1 @weft.spmd.any(i1) memory(none) nounwind willreturn

; A contiguous access is a vector's, what is uniform stays scalar, and parts lie one behind the other.
; CHECK-LABEL: define {{.*}}@contiguous.packet.8.2.0(
; CHECK: %[[A:a.*]] = load float, ptr %k
; CHECK: load <8 x float>, ptr
; CHECK: load <8 x float>, ptr
; CHECK: store <8 x float>
; CHECK: store <8 x float>
; CHECK-NOT: load
; CHECK: ret void
; CHECK-LABEL: define {{.*}}@contiguous.packet.8.1.0.masked(
; CHECK-SAME: i64 %columns, i64 %rows)
; CHECK: %active = icmp ult <8 x i32>
; CHECK: call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %{{.*}}, <8 x i1> %active,
; CHECK: call void @llvm.masked.store.v8f32.p0({{.*}}, <8 x i1> %active)
define void @contiguous(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, ptr %p, ptr %k) "weft.plan"="8,2,0;8,1,0,masked" {
  %a = load float, ptr %k
  %q = getelementptr inbounds float, ptr %p, i64 %x
  %v = load float, ptr %q
  %r = fadd float %v, %a
  store float %r, ptr %q
  ret void
}

; Parts along y share what follows from x alone.
; CHECK-LABEL: define {{.*}}@shared.packet.8.2.1(
; CHECK-COUNT-1: load <8 x float>, ptr %b
; CHECK-NOT: load <8 x float>
; CHECK-COUNT-2: load float, ptr
; CHECK-COUNT-2: store <8 x float>
define void @shared(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, ptr %p, i64 %w, ptr %o) "weft.plan"="8,2,1" {
  %b = getelementptr inbounds float, ptr %p, i64 %x
  %v = load float, ptr %b
  %a = getelementptr inbounds float, ptr %o, i64 %y
  %u = load float, ptr %a
  %r = fmul float %v, %u
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %q = getelementptr inbounds float, ptr %o, i64 %i
  store float %r, ptr %q
  ret void
}

; No marker is left. Integers are divided as floats, which never trap.
; CHECK-LABEL: define {{.*}}@masked.packet.4.1.0(
; CHECK-NOT: weft.spmd
; CHECK: bitcast <4 x i1> %{{.*}} to i4
; CHECK: icmp ne i4
; CHECK: br i1
; CHECK: sitofp <4 x i32> {{.*}} to <4 x double>
; CHECK: fdiv <4 x double>
; CHECK: fptosi <4 x double> {{.*}} to <4 x i32>
; CHECK-NOT: weft.spmd
; CHECK: ret void
define void @masked(i64 "weft.item.id"="x" %x, ptr %p) "weft.plan"="4,1,0" {
  %q = getelementptr inbounds i32, ptr %p, i64 %x
  %v = load i32, ptr %q
  %m = icmp ne i32 %v, 0
  %some = call i1 @weft.spmd.any(i1 %m)
  br i1 %some, label %then, label %end
then:
  call void @weft.spmd.mask(i1 %m)
  %d = sdiv i32 100, %v
  store i32 %d, ptr %q
  br label %end
end:
  ret void
}

; The sum of all lanes is one atomic operation, volatile or not; a result that is used is each lane's own.
; CHECK-LABEL: define {{.*}}@sum.packet.4.2.0(
; CHECK: call i32 @llvm.vector.reduce.add.v4i32
; CHECK-COUNT-1: atomicrmw volatile add
; CHECK: cttz
; CHECK: atomicrmw or
; CHECK-NOT: atomicrmw volatile add
define void @sum(i64 "weft.item.id"="x" %x, ptr %p, ptr %sum) "weft.plan"="4,2,0" {
  %q = getelementptr inbounds i32, ptr %p, i64 %x
  %v = load i32, ptr %q
  %all = atomicrmw volatile add ptr %sum, i32 %v monotonic
  %m = icmp slt i32 %v, 0
  br label %then
then:
  call void @weft.spmd.mask(i1 %m)
  %o = atomicrmw or ptr %q, i32 %v monotonic
  ret void
}

; The assumption that a sum does not wrap becomes a function.
; CHECK-LABEL: define {{.*}}@guarded.packet.4.1.0(
; CHECK: define {{.*}}i1 @guarded.guard.4.1.0(i64 %0, ptr %1, i64 %2, i64 %3)
; CHECK: add i64 %0, %2
; CHECK: trunc i64 {{.*}} to i32
; CHECK: sext
; CHECK: icmp eq i64
define void @guarded(i64 "weft.item.id"="x" %x, ptr %p, i64 %base) "weft.plan"="4,1,0" {
  %id = add i64 %x, %base
  %i = trunc i64 %id to i32
  %j = sext i32 %i to i64
  %q = getelementptr inbounds i32, ptr %p, i64 %j
  store i32 %i, ptr %q
  ret void
}

; A branch that differs is not a packet's.
; CHECK-NOT: @branches.packet
; CHECK: "weft.refused"="a branch that differs between lanes"
define void @branches(i64 "weft.item.id"="x" %x, ptr %p) "weft.plan"="4,1,0" {
  %c = icmp eq i64 %x, 0
  br i1 %c, label %a, label %b
a:
  store i32 1, ptr %p
  br label %b
b:
  ret void
}
