; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: spmd-canonicalise

; A cycle with two entries gets one. %both goes to either of them: what it brings to %a still comes to it from there, and not by
; way of the new entry.
; CHECK-LABEL: define void @entries(
; CHECK: {{^}}a:
; CHECK-NEXT: [[P:%.*]] = phi i32 [ [[S:%.*]], %both{{.*}} ], [ %{{.*}}, %{{.*}} ]
; CHECK-NEXT: [[S]] = add i32 [[P]], 5
; CHECK: phi i32 [ %t{{.*}}, %both{{.*}} ], [ %{{.*}}, %irr.guard.preheader ]
define void @entries(i64 "weft.item.id"="x" %x, ptr %in, ptr %out) {
entry:
  %c = icmp eq i64 %x, 3
  br i1 %c, label %a, label %b
a:
  %p = phi i32 [ 1, %entry ], [ %s, %both ], [ %q, %b ]
  %s = add i32 %p, 5
  %d = icmp ugt i32 %s, 100
  br i1 %d, label %end, label %both
both:
  %t = mul i32 %s, 3
  %n = load i32, ptr %in
  %e = icmp eq i32 %n, %t
  br i1 %e, label %a, label %b
b:
  %q = phi i32 [ 2, %entry ], [ %t, %both ]
  br label %a
end:
  %o = getelementptr i32, ptr %out, i64 %x
  store i32 %p, ptr %o
  ret void
}
