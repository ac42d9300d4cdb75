; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: spmd-canonicalise,spmd-linearise

; Cheap sides run one after the other under masks; the phi is a select, and nothing branches.
; CHECK-LABEL: define void @sides(
; CHECK: [[A:%.*]] = call i1 @weft.spmd.active()
; CHECK: [[T:%.*]] = select i1 [[A]], i1 %c, i1 false
; CHECK-NOT: br i1
; CHECK: call void @weft.spmd.mask(i1 [[T]])
; CHECK: store i32 1, ptr addrspace(1) %p
; CHECK: call void @weft.spmd.mask(i1 [[E:%.*]])
; CHECK: store i32 2, ptr addrspace(1) %q
; CHECK: select i1 [[E]], i32 2, i32 1
; CHECK: ret void
define void @sides(i64 "weft.item.id"="x" %x, ptr addrspace(1) %out) {
entry:
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %x
  %q = getelementptr i32, ptr addrspace(1) %p, i64 64
  %r = getelementptr i32, ptr addrspace(1) %p, i64 128
  %c = icmp eq i64 %x, 3
  br i1 %c, label %a, label %b
a:
  store i32 1, ptr addrspace(1) %p
  br label %j
b:
  store i32 2, ptr addrspace(1) %q
  br label %j
j:
  %v = phi i32 [ 1, %a ], [ 2, %b ]
  store i32 %v, ptr addrspace(1) %r
  ret void
}

; A uniform branch stays as it is, without a mask.
; CHECK-LABEL: define void @uniform(
; CHECK: br i1 %u, label %a, label %b
; CHECK-NOT: weft.spmd
; CHECK: phi i32 [ 1, %a ], [ 2, %b ]
; CHECK: ret void
define void @uniform(i64 "weft.item.id"="x" %x, ptr addrspace(1) %out, i1 %u) {
entry:
  br i1 %u, label %a, label %b
a:
  store i32 1, ptr addrspace(1) %out
  br label %j
b:
  br label %j
j:
  %v = phi i32 [ 1, %a ], [ 2, %b ]
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 %v, ptr addrspace(1) %p
  ret void
}

; An access to an address that all share is skipped where no lane wants it; promises about what it loads are gone.
; CHECK-LABEL: define void @shared(
; CHECK: [[M:%.*]] = select i1 %{{.*}}, i1 %c, i1 false
; CHECK: [[ANY:%.*]] = call i1 @weft.spmd.any(i1 [[M]])
; CHECK: br i1 [[ANY]], label %a, label %{{.*}}
; CHECK: call void @weft.spmd.mask(i1 [[M]])
; CHECK-NEXT: load i32, ptr addrspace(1) %in, align 4{{$}}
define void @shared(i64 "weft.item.id"="x" %x, ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %c = icmp eq i64 %x, 3
  br i1 %c, label %a, label %j
a:
  %v = load i32, ptr addrspace(1) %in, !noundef !0, !range !1
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 %v, ptr addrspace(1) %p
  br label %j
j:
  ret void
}

; Lanes leave when they like; the loop goes on while any is left. What leaves is kept, the other phis run on.
; CHECK-LABEL: define void @loop(
; CHECK: [[KEPT:%.*]] = phi i32 [ poison, %entry ], [ [[NOW:%.*]], %loop ]
; CHECK: [[LIVE:%.*]] = phi i1 [ [[ACTIVE:%.*]], %entry ], [ [[ON:%.*]], %loop ]
; CHECK: %i = phi i32 [ 0, %entry ], [ %next, %loop ]
; CHECK: call void @weft.spmd.mask(i1 [[LIVE]])
; CHECK: %next = add i32 %i, 1
; CHECK: [[ON]] = select i1 [[LIVE]], i1 %more, i1 false
; CHECK: [[NOW]] = select i1 [[LIVE]], i32 %i, i32 [[KEPT]]
; CHECK: [[ANY:%.*]] = call i1 @weft.spmd.any(i1 [[ON]])
; CHECK: br i1 [[ANY]], label %loop, label %loop.left
; CHECK: loop.left:
; CHECK-NOT: weft.spmd
; CHECK: store i32 [[NOW]],
define void @loop(i64 "weft.item.id"="x" %x, ptr addrspace(1) %out) {
entry:
  %n = trunc i64 %x to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 %i, ptr addrspace(1) %p
  ret void
}

!0 = !{}
!1 = !{i32 0, i32 9}

; An inner loop leads out of both loops: a lane that took that way keeps what it took with it while others run on, in either
; loop.
; CHECK-LABEL: define void @both(
; CHECK: {{^}}outer:
; CHECK: [[OUTER:%.*]] = phi i64 [ poison, %entry ], [ [[OUTERNOW:%.*]], %{{.*}} ]
; CHECK: {{^}}inner:
; CHECK: [[INNER:%.*]] = phi i64 [ poison, %outer ], [ [[INNERNOW:%.*]], %{{.*}} ]
; CHECK: [[INNERNOW]] = select i1 %{{.*}}, i64 %v, i64 [[INNER]]
; CHECK: [[OUTERNOW]] = select i1 %{{.*}}, i64 [[INNERNOW]], i64 [[OUTER]]
; CHECK: store i64 [[OUTERNOW]], ptr %p
define void @both(i64 "weft.item.id"="x" %x, ptr %out) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i1, %latch ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j1, %more ]
  %v = mul i64 %j, %x
  %d = icmp ult i64 %j, %x
  br i1 %d, label %more, label %latch
more:
  %j1 = add i64 %j, 1
  %c = icmp eq i64 %v, 20
  br i1 %c, label %found, label %inner
latch:
  %i1 = add i64 %i, 1
  %e = icmp ult i64 %i1, 4
  br i1 %e, label %outer, label %end
found:
  %r = phi i64 [ %v, %more ]
  %p = getelementptr i64, ptr %out, i64 %x
  store i64 %r, ptr %p
  br label %end
end:
  ret void
}

; A store whose address is made of quotients is most likely a scatter: skipped where no lane wants it.
; CHECK-LABEL: define void @quotient(
; CHECK: [[M:%.*]] = select i1 %{{.*}}, i1 %c, i1 false
; CHECK: [[ANY:%.*]] = call i1 @weft.spmd.any(i1 [[M]])
; CHECK: br i1 [[ANY]], label %a, label %{{.*}}
; CHECK: call void @weft.spmd.mask(i1 [[M]])
; CHECK: ret void
define void @quotient(i64 "weft.item.id"="x" %x, ptr addrspace(1) %out, i64 %w) {
entry:
  %row = udiv i64 %x, %w
  %column = urem i64 %x, %w
  %pair = shl i64 %row, 1
  %at = add i64 %pair, %column
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %at
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %x
  %v = load i32, ptr addrspace(1) %q
  %c = icmp sgt i32 %v, 0
  br i1 %c, label %a, label %j
a:
  store i32 %v, ptr addrspace(1) %p
  br label %j
j:
  ret void
}
