; Lanes as far apart as the launch says, most likely by one element: side by side where they are, else gathers and
; scatters. What it does is shown by tests/spmd/packets.
; PASSES: target-attributes,spmd-packetise
; OPTIONS: --isa=x86-64-v4

declare void @weft.spmd.mask(i1)

; CHECK-LABEL: define {{.*}}@strided.packet.16.1.0(
; CHECK: %[[ONE:.*]] = icmp eq i32 %s, 1
; CHECK: %[[LAST:.*]] = add i32 %n, 15
; CHECK: icmp sge i32 %[[LAST]], %n
; CHECK: br i1 %{{.*}}, label %usual, label %unusual
; CHECK: usual:
; CHECK: load <16 x float>, ptr %{{.*}}, align 4
; CHECK: unusual:
; CHECK: @llvm.masked.gather
define void @strided(i64 "weft.item.id"="x" range(i64 0, 8192) %x, ptr %p, ptr %o, i32 %s) "weft.plan"="16,1,0" {
  %n = trunc i64 %x to i32
  %m = mul nsw i32 %n, %s
  %w = sext i32 %m to i64
  %a = getelementptr inbounds float, ptr %p, i64 %w
  %v = load float, ptr %a
  %b = getelementptr inbounds float, ptr %o, i64 %x
  store float %v, ptr %b
  ret void
}

; Bytes from element to element, under a mask, stored.
; CHECK-LABEL: define {{.*}}@bytes.packet.16.1.0(
; CHECK: icmp eq i64 %s, 4
; CHECK: usual:
; CHECK: call void @llvm.masked.store.v16f32.p0(
; CHECK: unusual:
; CHECK: @llvm.masked.scatter
define void @bytes(i64 "weft.item.id"="x" %x, ptr %p, ptr %o, i64 %s, i64 %n) "weft.plan"="16,1,0" {
entry:
  %c = icmp ult i64 %x, %n
  br label %then
then:
  call void @weft.spmd.mask(i1 %c)
  %m = mul i64 %x, %s
  %a = getelementptr inbounds i8, ptr %p, i64 %m
  %b = getelementptr inbounds float, ptr %o, i64 %x
  %v = load float, ptr %b
  store float %v, ptr %a
  br label %end
end:
  ret void
}

; Members of structures are a group.
; CHECK-LABEL: define {{.*}}@members.packet.16.1.0(
; CHECK-NOT: usual:
; CHECK: ret void
define void @members(i64 "weft.item.id"="x" %x, ptr %p, ptr %o, i64 %s) "weft.plan"="16,1,0" {
  %m = mul i64 %x, %s
  %a = getelementptr inbounds float, ptr %p, i64 %m
  %v = load float, ptr %a
  %a1 = getelementptr inbounds i8, ptr %a, i64 4
  %u = load float, ptr %a1
  %r = fadd float %v, %u
  %b = getelementptr inbounds float, ptr %o, i64 %x
  store float %r, ptr %b
  ret void
}

; A loop walks the rows.
; CHECK-LABEL: define {{.*}}@rows.packet.16.1.0(
; CHECK-NOT: usual:
; CHECK: ret void
define void @rows(i64 "weft.item.id"="x" %x, ptr %p, ptr %o, i64 %s) "weft.plan"="16,1,0" {
entry:
  %m = mul i64 %x, %s
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %t = phi float [ 0.0, %entry ], [ %r, %loop ]
  %i = add i64 %m, %k
  %a = getelementptr inbounds float, ptr %p, i64 %i
  %v = load float, ptr %a
  %r = fadd float %t, %v
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, %s
  br i1 %more, label %loop, label %end
end:
  %b = getelementptr inbounds float, ptr %o, i64 %x
  store float %r, ptr %b
  ret void
}
