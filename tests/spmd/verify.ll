; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: spmd-verify
declare i1 @weft.spmd.active() memory(none)
declare void @weft.spmd.mask(i1)
declare i1 @weft.spmd.any(i1) memory(none)
declare i32 @pure(i32) memory(none) nounwind willreturn

; CHECK: define void @good({{.*}}%in) {
define void @good(i64 "weft.item.id"="x" %x, ptr addrspace(1) %in) {
entry:
  %active = call i1 @weft.spmd.active()
  %c = icmp eq i64 %x, 3
  %m = select i1 %active, i1 %c, i1 false
  %any = call i1 @weft.spmd.any(i1 %m)
  br i1 %any, label %a, label %b
a:
  call void @weft.spmd.mask(i1 %m)
  %v = load i32, ptr addrspace(1) %in
  br label %b
b:
  ret void
}

; CHECK: define void @divergent({{.*}}) [[DIVERGENT:#[0-9]+]]
define void @divergent(i64 "weft.item.id"="x" %x) {
entry:
  %c = icmp eq i64 %x, 3
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  ret void
}

; CHECK: define void @late({{.*}}) [[LATE:#[0-9]+]]
define void @late(i64 "weft.item.id"="x" %x) {
  %c = icmp eq i64 %x, 3
  call void @weft.spmd.mask(i1 %c)
  ret void
}

; CHECK: define void @unchecked({{.*}}) [[UNCHECKED:#[0-9]+]]
define void @unchecked(i64 "weft.item.id"="x" %x, ptr addrspace(1) %in) {
entry:
  %c = icmp eq i64 %x, 3
  br label %a
a:
  call void @weft.spmd.mask(i1 %c)
  %v = load i32, ptr addrspace(1) %in
  ret void
}

; CHECK: define void @promise({{.*}}) [[PROMISE:#[0-9]+]]
define void @promise(i64 "weft.item.id"="x" %x, i32 %n) {
entry:
  %c = icmp eq i64 %x, 3
  br label %a
a:
  call void @weft.spmd.mask(i1 %c)
  %v = call i32 @pure(i32 noundef %n)
  ret void
}

; The condition of a lane that does not come there may be poison, and so is an `and` of it.
; CHECK: define void @joined({{.*}}) [[JOINED:#[0-9]+]]
define void @joined(i64 "weft.item.id"="x" %x, i1 %f) {
entry:
  %active = call i1 @weft.spmd.active()
  %c = icmp eq i64 %x, 3
  %d = icmp ne i64 %x, 5
  %m = select i1 %active, i1 %c, i1 false
  %both = and i1 %m, %d
  %either = or i1 %both, %m
  br label %a
a:
  call void @weft.spmd.mask(i1 %either)
  %v = add i64 %x, 1
  ret void
}

; Conditions of the program's own may be what they are.
; CHECK: define void @own({{.*}}%f) {
define void @own(i64 "weft.item.id"="x" %x, i1 %f) {
entry:
  %active = call i1 @weft.spmd.active()
  %c = icmp eq i64 %x, 3
  %d = icmp ne i64 %x, 5
  %both = and i1 %c, %d
  %m = select i1 %active, i1 %both, i1 false
  br label %a
a:
  call void @weft.spmd.mask(i1 %m)
  %v = add i64 %x, 1
  ret void
}

; CHECK-DAG: attributes [[DIVERGENT]] = { "weft.spmd.verify"="block 'entry': lanes differ in where they go" }
; CHECK-DAG: attributes [[LATE]] = { "weft.spmd.verify"="block '': a mask that is not the first instruction" }
; CHECK-DAG: attributes [[UNCHECKED]] = { "weft.spmd.verify"="block 'a': a scalar access that no lane may want" }
; CHECK-DAG: attributes [[PROMISE]] = { "weft.spmd.verify"="block 'a': a promise under a mask" }
; CHECK-DAG: attributes [[JOINED]] = { "weft.spmd.verify"="block 'a': a mask that is made by an and" }
