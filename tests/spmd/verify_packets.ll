; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: spmd-verify-packets
; Packets in which a marker is left; item functions are none.
declare i1 @weft.spmd.active() memory(none)
declare void @weft.spmd.mask(i1)
declare i1 @weft.spmd.any(i1) memory(none)

; CHECK: define void @item({{.*}}%x) {
define void @item(i64 "weft.item.id"="x" %x) {
  %active = call i1 @weft.spmd.active()
  ret void
}

; CHECK: define void @good({{.*}}%p) {
define void @good(i64 %x, ptr addrspace(1) %p) {
  store <4 x i32> zeroinitializer, ptr addrspace(1) %p
  ret void
}

; CHECK: define void @active({{.*}}) [[MARKED:#[0-9]+]]
define void @active(i64 %x) {
entry:
  %active = call i1 @weft.spmd.active()
  ret void
}

; CHECK: define void @mask({{.*}}) [[MARKED]]
define void @mask(i1 %m) {
entry:
  call void @weft.spmd.mask(i1 %m)
  ret void
}

; CHECK: define void @any({{.*}}) [[MARKED]]
define void @any(i1 %m) {
entry:
  %any = call i1 @weft.spmd.any(i1 %m)
  ret void
}

; CHECK: attributes [[MARKED]] = { "weft.spmd.verify"="block 'entry': a marker in a packet" }
