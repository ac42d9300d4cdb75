; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Minima and maxima write only where they change something, unless they release; sums and others stay.
; PASSES: atomic-extremes

; CHECK-LABEL: define i32 @relaxed(
; CHECK: [[SEEN:%.*]] = load atomic i32, ptr addrspace(1) %p monotonic, align 4
; CHECK: extreme:
; CHECK: [[OLD:%.*]] = phi i32 [ [[SEEN]], {{.*}} ], [ [[FOUND:%.*]], %extreme.write ]
; CHECK: [[IS:%.*]] = icmp sgt i32 [[OLD]], %v
; CHECK: [[NEW:%.*]] = select i1 [[IS]], i32 [[OLD]], i32 %v
; CHECK: [[SAME:%.*]] = icmp eq i32 [[NEW]], [[OLD]]
; CHECK: br i1 [[SAME]], label %[[DONE:.*]], label %extreme.write
; CHECK: cmpxchg ptr addrspace(1) %p, i32 [[OLD]], i32 [[NEW]] monotonic monotonic, align 4
; CHECK: br i1 {{.*}}, label %[[DONE]], label %extreme
; CHECK: ret i32 [[OLD]]
define i32 @relaxed(ptr addrspace(1) %p, i32 %v) {
  %r = atomicrmw max ptr addrspace(1) %p, i32 %v monotonic
  ret i32 %r
}

; Numbers that are the same need not be the same bits: zeros of either sign are told apart.
; CHECK-LABEL: define float @acquiring(
; CHECK: load atomic volatile i32, ptr addrspace(1) %p acquire, align 4
; CHECK: call float @llvm.minnum.f32(
; CHECK: icmp eq i32
; CHECK: cmpxchg volatile ptr addrspace(1) %p, {{.*}} acquire acquire, align 4
define float @acquiring(ptr addrspace(1) %p, float %v) {
  %r = atomicrmw volatile fmin ptr addrspace(1) %p, float %v acquire
  ret float %r
}

; CHECK-LABEL: define void @others(
; CHECK-NEXT: atomicrmw umin ptr addrspace(1) %p, i32 %v release
; CHECK-NEXT: atomicrmw umax ptr addrspace(1) %p, i32 %v seq_cst
; CHECK-NEXT: atomicrmw add ptr addrspace(1) %p, i32 %v monotonic
; CHECK-NEXT: ret void
define void @others(ptr addrspace(1) %p, i32 %v) {
  %1 = atomicrmw umin ptr addrspace(1) %p, i32 %v release
  %2 = atomicrmw umax ptr addrspace(1) %p, i32 %v seq_cst
  %3 = atomicrmw add ptr addrspace(1) %p, i32 %v monotonic
  ret void
}
