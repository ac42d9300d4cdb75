; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Packets whose numbers are places in objects: lane 0's is extended with its sign, and the guard asks how large objects are,
; those of the smallest element.
; PASSES: spmd-packetise

; CHECK-LABEL: define {{.*}} @sums.packet.4.1.0(
; CHECK: [[AT:%.*]] = add i32
; CHECK: [[WIDE:%.*]] = sext i32 [[AT]] to i64
; CHECK: getelementptr float, ptr addrspace(1) %{{.*}}, i64 [[WIDE]]
; CHECK: load <4 x float>
; CHECK-NOT: gather
; CHECK: ret void
; CHECK-LABEL: define {{.*}}i1 @sums.guard.4.1.0(
; CHECK-SAME: i64 [[LARGEST:%[^,]*]], i64 %{{[^,]*}})
; CHECK: [[SMALL:%.*]] = icmp ult i64 [[LARGEST]], 4026531840
; CHECK-NOT: icmp
; CHECK: ret i1 [[SMALL]]
define void @sums(i64 "weft.item.id"="x" %x, ptr addrspace(1) "weft.item.object" %p, ptr addrspace(1) "weft.item.object" %q, ptr addrspace(1) %other, i64 "weft.item.largest" %largest) "weft.plan"="4,1,0" {
  %x32 = trunc i64 %x to i32
  %w = load i32, ptr addrspace(1) %other
  %at = add i32 %x32, %w
  %a = zext i32 %at to i64
  %pa = getelementptr inbounds float, ptr addrspace(1) %p, i64 %a
  %v = load float, ptr addrspace(1) %pa
  %h = fptrunc float %v to half
  %more = add i32 %at, 5
  %b = zext i32 %more to i64
  %qb = getelementptr inbounds half, ptr addrspace(1) %q, i64 %b
  store half %h, ptr addrspace(1) %qb
  ret void
}

; Of local memory there is nothing to ask.
; CHECK-NOT: @tile.guard
; CHECK-LABEL: define {{.*}} @tile.packet.4.1.0(
; CHECK: load <4 x float>
; CHECK: ret void
define void @tile(i64 "weft.item.id"="x" %x, ptr addrspace(3) %p, ptr addrspace(1) %q, ptr addrspace(1) %other, i64 "weft.item.largest" %largest) "weft.plan"="4,1,0" {
  %x32 = trunc i64 %x to i32
  %w = load i32, ptr addrspace(1) %other
  %at = add i32 %x32, %w
  %a = zext i32 %at to i64
  %pa = getelementptr inbounds float, ptr addrspace(3) %p, i64 %a
  %v = load float, ptr addrspace(3) %pa
  %qx = getelementptr inbounds float, ptr addrspace(1) %q, i64 %x
  store float %v, ptr addrspace(1) %qx
  ret void
}

; Nor of a difference that wraps where lanes do not ask for it.
; CHECK-NOT: @below.guard
; CHECK-LABEL: define {{.*}} @below.packet.4.1.0(
; CHECK: <4 x float>
; CHECK-NOT: gather
; CHECK: ret void
define void @below(i64 "weft.item.id"="x" %x, ptr addrspace(3) %p, ptr addrspace(1) %q, i32 %d, i64 "weft.item.largest" %largest) "weft.plan"="4,1,0" {
  %x32 = trunc i64 %x to i32
  %at = sub i32 %x32, %d
  %a = zext i32 %at to i64
  %pa = getelementptr inbounds float, ptr addrspace(3) %p, i64 %a
  %v = load float, ptr addrspace(3) %pa
  %qb = getelementptr inbounds float, ptr addrspace(1) %q, i64 %x
  store float %v, ptr addrspace(1) %qb
  ret void
}
