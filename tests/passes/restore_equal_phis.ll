; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What several ways compute alike is computed where they meet.
; PASSES: simplify/equal-phis
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn

; CHECK-LABEL: define void @alike(
; CHECK: end:
; CHECK-NEXT: [[S:%.*]] = add i64 %shifted, 7
; CHECK-NEXT: [[W:%.*]] = ashr i64 [[S]], 32
; CHECK-NEXT: getelementptr i32, ptr addrspace(1) %p, i64 [[W]]
define void @alike(ptr addrspace(1) %p, i1 %c) "weft.kernel" {
entry:
  %l = call i64 @weft.ctx.local_id.0()
  %shifted = shl i64 %l, 32
  br i1 %c, label %left, label %right
left:
  %s = add nuw i64 %shifted, 7
  %w = ashr exact i64 %s, 32
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %w
  store i32 1, ptr addrspace(1) %q
  br label %end
right:
  %t = add i64 %shifted, 7
  %x = ashr i64 %t, 32
  br label %end
end:
  %v = phi i64 [ %w, %left ], [ %x, %right ]
  %r = getelementptr i32, ptr addrspace(1) %p, i64 %v
  store i32 2, ptr addrspace(1) %r
  ret void
}

; Not of other operands, nor of loads.
; CHECK-LABEL: define void @others(
; CHECK: phi i64
; CHECK: phi i32
define void @others(ptr addrspace(1) %p, i1 %c, i64 %a, i64 %b) "weft.kernel" {
entry:
  br i1 %c, label %left, label %right
left:
  %s = add i64 %a, 7
  %u = load i32, ptr addrspace(1) %p
  br label %end
right:
  %t = add i64 %b, 7
  %v = load i32, ptr addrspace(1) %p
  br label %end
end:
  %w = phi i64 [ %s, %left ], [ %t, %right ]
  %x = phi i32 [ %u, %left ], [ %v, %right ]
  %r = getelementptr i32, ptr addrspace(1) %p, i64 %w
  store i32 %x, ptr addrspace(1) %r
  ret void
}
