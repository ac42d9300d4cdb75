; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: spmd-canonicalise,spmd-linearise
; Masked stretches that are skipped where no lane wants them: for what costs more than the branch, and for what must not happen for nobody.
; Each block is named after what it is skipped for; skip_refused.ll has those that just run.
declare i32 @opaque(i32)
declare float @llvm.sqrt.f32(float)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)

; CHECK-LABEL: define void @costly(
; CHECK: [[ANY:%.*]] = call i1 @weft.spmd.any(i1 %{{.*}})
; CHECK-NEXT: br i1 [[ANY]], label %udiv, label %
; CHECK: br i1 %{{.*}}, label %sdiv, label %
; CHECK: br i1 %{{.*}}, label %urem, label %
; CHECK: br i1 %{{.*}}, label %srem, label %
; CHECK: br i1 %{{.*}}, label %fdiv, label %
; CHECK: br i1 %{{.*}}, label %frem, label %
; CHECK: br i1 %{{.*}}, label %sqrt, label %
; CHECK: br i1 %{{.*}}, label %call, label %
; CHECK: br i1 %{{.*}}, label %intrinsic, label %
; CHECK: br i1 %{{.*}}, label %atomicrmw, label %
; CHECK: br i1 %{{.*}}, label %cmpxchg, label %
; CHECK: br i1 %{{.*}}, label %fence, label %
; CHECK: br i1 %{{.*}}, label %gather, label %
; CHECK: br i1 %{{.*}}, label %scatter, label %
; CHECK: br i1 %{{.*}}, label %uniform, label %
; CHECK-NOT: br i1
; CHECK: ret void
define void @costly(i64 "weft.item.id"="x" %x, ptr %p, i32 %d, float %f) {
entry:
  %q = getelementptr i32, ptr %p, i64 %x
  %v = load i32, ptr %q
  %w = sext i32 %v to i64
  %t = getelementptr i32, ptr %p, i64 %w
  %g = bitcast i32 %v to float
  %c = icmp sgt i32 %v, 0
  br i1 %c, label %udiv, label %1
udiv:
  %r1 = udiv i32 %v, %d
  store i32 %r1, ptr %q
  br label %1
1:
  br i1 %c, label %sdiv, label %2
sdiv:
  %r2 = sdiv i32 %v, %d
  store i32 %r2, ptr %q
  br label %2
2:
  br i1 %c, label %urem, label %3
urem:
  %r3 = urem i32 %v, %d
  store i32 %r3, ptr %q
  br label %3
3:
  br i1 %c, label %srem, label %4
srem:
  %r4 = srem i32 %v, %d
  store i32 %r4, ptr %q
  br label %4
4:
  br i1 %c, label %fdiv, label %5
fdiv:
  %r5 = fdiv float %g, %f
  store float %r5, ptr %q
  br label %5
5:
  br i1 %c, label %frem, label %6
frem:
  %r6 = frem float %g, %f
  store float %r6, ptr %q
  br label %6
6:
  br i1 %c, label %sqrt, label %7
sqrt:
  %r7 = call float @llvm.sqrt.f32(float %g)
  store float %r7, ptr %q
  br label %7
7:
  br i1 %c, label %call, label %8
call:
  %r8 = call i32 @opaque(i32 %v)
  store i32 %r8, ptr %q
  br label %8
8:
  br i1 %c, label %intrinsic, label %9
intrinsic:
  call void @llvm.prefetch.p0(ptr %q, i32 0, i32 3, i32 1)
  br label %9
9:
  br i1 %c, label %atomicrmw, label %10
atomicrmw:
  %r10 = atomicrmw add ptr %q, i32 %v monotonic
  store i32 %r10, ptr %q
  br label %10
10:
  br i1 %c, label %cmpxchg, label %11
cmpxchg:
  %r11 = cmpxchg ptr %q, i32 %v, i32 %d monotonic monotonic
  br label %11
11:
  br i1 %c, label %fence, label %12
fence:
  fence seq_cst
  br label %12
12:
  br i1 %c, label %gather, label %13
gather:
  %r13 = load i32, ptr %t
  store i32 %r13, ptr %q
  br label %13
13:
  br i1 %c, label %scatter, label %14
scatter:
  store i32 %d, ptr %t
  br label %14
14:
  br i1 %c, label %uniform, label %15
uniform:
  store i32 %d, ptr %p
  br label %15
15:
  ret void
}

; More than 16 instructions are as dear, counted with those of the blocks that can be come to from here alone.
; CHECK-LABEL: define void @long(
; CHECK: br i1 %{{.*}}, label %whole, label %
; CHECK: br i1 %{{.*}}, label %first, label %
; CHECK-NOT: br i1
; CHECK: ret void
define void @long(i64 "weft.item.id"="x" %x, ptr %p) {
entry:
  %q = getelementptr i32, ptr %p, i64 %x
  %v = load i32, ptr %q
  %c = icmp sgt i32 %v, 0
  br i1 %c, label %whole, label %next
whole:
  %a1 = add i32 %v, 1
  %a2 = mul i32 %a1, %v
  %a3 = add i32 %a2, 1
  %a4 = mul i32 %a3, %v
  %a5 = add i32 %a4, 1
  %a6 = mul i32 %a5, %v
  %a7 = add i32 %a6, 1
  %a8 = mul i32 %a7, %v
  %a9 = add i32 %a8, 1
  %a10 = mul i32 %a9, %v
  %a11 = add i32 %a10, 1
  %a12 = mul i32 %a11, %v
  %a13 = add i32 %a12, 1
  %a14 = mul i32 %a13, %v
  %a15 = add i32 %a14, 1
  %a16 = mul i32 %a15, %v
  store i32 %a16, ptr %q
  br label %next
next:
  br i1 %c, label %first, label %end
first:
  %b1 = add i32 %v, 1
  %b2 = mul i32 %b1, %v
  %b3 = add i32 %b2, 1
  %b4 = mul i32 %b3, %v
  %b5 = add i32 %b4, 1
  %b6 = mul i32 %b5, %v
  %b7 = add i32 %b6, 1
  %b8 = mul i32 %b7, %v
  %d = icmp sgt i32 %b8, 7
  br i1 %d, label %second, label %end
second:
  %b9 = add i32 %b8, 1
  %b10 = mul i32 %b9, %v
  %b11 = add i32 %b10, 1
  %b12 = mul i32 %b11, %v
  %b13 = add i32 %b12, 1
  %b14 = mul i32 %b13, %v
  %b15 = add i32 %b14, 1
  store i32 %b15, ptr %q
  br label %end
end:
  ret void
}

; A branch that lanes share may go by a value that only they have computed, so it is not come to without them. A loop has such a branch.
; CHECK-LABEL: define void @shared(
; CHECK: br i1 %{{.*}}, label %branch, label %
; CHECK: {{^}}branch:
; CHECK: br i1 %u, label %left, label %right
; CHECK: br i1 %{{.*}}, label %before, label %
; CHECK: {{^}}loop:
; CHECK: br i1 %more, label %loop, label %
; CHECK-NOT: br i1
; CHECK: ret void
define void @shared(i64 "weft.item.id"="x" %x, ptr %p, i1 %u, i32 %n) {
entry:
  %q = getelementptr i32, ptr %p, i64 %x
  %v = load i32, ptr %q
  %c = icmp sgt i32 %v, 0
  br i1 %c, label %branch, label %next
branch:
  br i1 %u, label %left, label %right
left:
  store i32 1, ptr %q
  br label %next
right:
  store i32 2, ptr %q
  br label %next
next:
  br i1 %c, label %before, label %end
before:
  br label %loop
loop:
  %i = phi i32 [ 0, %before ], [ %j, %loop ]
  %j = add i32 %i, 1
  store i32 %j, ptr %q
  %more = icmp ult i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A loop that lanes leave at different times is run while any of them is left, so it is not come to without one.
; CHECK-LABEL: define void @leaving(
; CHECK: br i1 %{{.*}}, label %before, label %
; CHECK: {{^}}loop:
; CHECK: [[LEFT:%.*]] = call i1 @weft.spmd.any(
; CHECK: br i1 [[LEFT]], label %loop, label %
; CHECK: ret void
define void @leaving(i64 "weft.item.id"="x" %x, ptr %p) {
entry:
  %q = getelementptr i32, ptr %p, i64 %x
  %v = load i32, ptr %q
  %c = icmp sgt i32 %v, 0
  br i1 %c, label %before, label %end
before:
  br label %loop
loop:
  %i = phi i32 [ 0, %before ], [ %j, %loop ]
  %j = add i32 %i, 1
  store i32 %j, ptr %q
  %more = icmp ult i32 %j, %v
  br i1 %more, label %loop, label %end
end:
  ret void
}

; What is dear behind a second branch is skipped there and before the first, by which the rest is skipped as well.
; CHECK-LABEL: define void @nested(
; CHECK: br i1 %{{.*}}, label %outer, label %
; CHECK: br i1 %{{.*}}, label %inner, label %
; CHECK-NOT: br i1
; CHECK: ret void
define void @nested(i64 "weft.item.id"="x" %x, ptr %p, i32 %n) {
entry:
  %q = getelementptr i32, ptr %p, i64 %x
  %v = load i32, ptr %q
  %c = icmp sgt i32 %v, 0
  br i1 %c, label %outer, label %end
outer:
  store i32 1, ptr %q
  %d = icmp slt i32 %v, %n
  br i1 %d, label %inner, label %end
inner:
  %r = udiv i32 %v, %n
  store i32 %r, ptr %q
  br label %end
end:
  ret void
}
