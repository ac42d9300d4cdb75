; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Atomics on local memory are plain; on other memory they stay.
; PASSES: local-atomics

; CHECK-LABEL: define void @f(
; CHECK: [[OLD:%.*]] = load i32, ptr addrspace(3) %l
; CHECK: [[NEW:%.*]] = add i32 [[OLD]], %v
; CHECK: store i32 [[NEW]], ptr addrspace(3) %l
; CHECK: atomicrmw add ptr addrspace(1) %g, i32 %v seq_cst
; CHECK-NOT: cmpxchg ptr addrspace(3)
; CHECK: cmpxchg ptr addrspace(4) %a, i32 1, i32 2 acq_rel monotonic
; CHECK: load i32, ptr addrspace(3) %l
; CHECK: load atomic i32, ptr addrspace(1) %g acquire
; CHECK: store i32 3, ptr addrspace(3) %l
; CHECK: fence
define void @f(ptr addrspace(3) %l, ptr addrspace(1) %g, ptr addrspace(4) %a, i32 %v) {
  %1 = atomicrmw add ptr addrspace(3) %l, i32 %v seq_cst
  %2 = atomicrmw add ptr addrspace(1) %g, i32 %v seq_cst
  %3 = cmpxchg ptr addrspace(3) %l, i32 1, i32 2 acq_rel monotonic
  %4 = cmpxchg ptr addrspace(4) %a, i32 1, i32 2 acq_rel monotonic
  %5 = load atomic i32, ptr addrspace(3) %l acquire, align 4
  %6 = load atomic i32, ptr addrspace(1) %g acquire, align 4
  store atomic i32 3, ptr addrspace(3) %l release, align 4
  fence seq_cst
  ret void
}
