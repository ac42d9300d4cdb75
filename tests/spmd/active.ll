; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Which work-items stay is asked where the first test is of loaded values, and one way of it does nothing.
; PASSES: spmd-active

; CHECK-NOT: @of_ids.active
; CHECK-NOT: @stores.active
; CHECK-NOT: @asks_twice.active
; CHECK-NOT: @two_ends.active

; Where the group goes on is said as it would be.
; CHECK-LABEL: define void @returns.active(i64 {{.*}}"weft.item.id"="x" %x, ptr %in, ptr %out, ptr %next, ptr %0, i64 %1)
; CHECK: %stays = icmp ne i32 %v, 0
; CHECK: [[AT:%.*]] = sub nuw nsw i64 %x, %1
; CHECK: [[PLACE:%.*]] = getelementptr inbounds i8, ptr %0, i64 [[AT]]
; CHECK: [[BYTE:%.*]] = zext i1 %stays to i8
; CHECK: store i8 [[BYTE]], ptr [[PLACE]]
; CHECK: store i32 0, ptr %next
; CHECK-NEXT: ret void
; CHECK-NEXT: }
define void @returns(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %in, ptr %out, ptr %next) {
  %p = getelementptr i32, ptr %in, i64 %x
  %v = load i32, ptr %p
  %stays = icmp ne i32 %v, 0
  br i1 %stays, label %busy, label %end
busy:
  %q = getelementptr i32, ptr %out, i64 %x
  store i32 %v, ptr %q
  br label %end
end:
  store i32 0, ptr %next
  ret void
}

; The other way round.
; CHECK-LABEL: define void @leaves.active(
; CHECK: xor i1 %leaves, true
define void @leaves(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %in, ptr %out) {
  %p = getelementptr i32, ptr %in, i64 %x
  %v = load i32, ptr %p
  %leaves = icmp eq i32 %v, 0
  br i1 %leaves, label %end, label %busy
busy:
  %q = getelementptr i32, ptr %out, i64 %x
  store i32 %v, ptr %q
  br label %end
end:
  ret void
}

define void @of_ids(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %out, i64 %n) {
  %stays = icmp ult i64 %x, %n
  br i1 %stays, label %busy, label %end
busy:
  %q = getelementptr i64, ptr %out, i64 %x
  store i64 %x, ptr %q
  br label %end
end:
  ret void
}

define void @stores(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %in, ptr %out) {
  %p = getelementptr i32, ptr %in, i64 %x
  %v = load i32, ptr %p
  store i32 0, ptr %p
  %stays = icmp ne i32 %v, 0
  br i1 %stays, label %busy, label %end
busy:
  %q = getelementptr i32, ptr %out, i64 %x
  store i32 %v, ptr %q
  br label %end
end:
  ret void
}

define void @asks_twice(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %in, ptr %out) {
  %p = getelementptr i32, ptr %in, i64 %x
  %v = load volatile i32, ptr %p
  %stays = icmp ne i32 %v, 0
  br i1 %stays, label %busy, label %end
busy:
  %q = getelementptr i32, ptr %out, i64 %x
  store i32 %v, ptr %q
  br label %end
end:
  ret void
}

define void @two_ends(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %in, ptr %out, ptr %next) {
  %p = getelementptr i32, ptr %in, i64 %x
  %v = load i32, ptr %p
  %stays = icmp ne i32 %v, 0
  br i1 %stays, label %busy, label %end
busy:
  %q = getelementptr i32, ptr %out, i64 %x
  store i32 %v, ptr %q
  store i32 1, ptr %next
  ret void
end:
  store i32 0, ptr %next
  ret void
}
