; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: spmd-canonicalise,spmd-linearise
; Masked stretches that are cheaper than to ask whether any lane wants them: up to 16 instructions, without what skip.ll has. They run one
; after the other, without a branch.
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.fabs.f32(float)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @llvm.assume(i1)

; CHECK-LABEL: define void @cheap(
; CHECK-NOT: br i1
; CHECK: {{^}}intrinsics:
; CHECK-NEXT: call void @weft.spmd.mask(
; CHECK-NOT: br i1
; CHECK: {{^}}marks:
; CHECK-NEXT: call void @weft.spmd.mask(
; CHECK-NOT: br i1
; CHECK: {{^}}rows:
; CHECK-NEXT: call void @weft.spmd.mask(
; CHECK-NOT: br i1
; CHECK: {{^}}outer:
; CHECK-NEXT: call void @weft.spmd.mask(
; CHECK-NOT: br i1
; CHECK: {{^}}inner:
; CHECK-NEXT: call void @weft.spmd.mask(
; CHECK-NOT: br i1
; CHECK: ret void
define void @cheap(i64 "weft.item.id"="x" %x, ptr %p, i32 %n, float %f, i1 %u) {
entry:
  %own = alloca i32, align 4
  %q = getelementptr i32, ptr %p, i64 %x
  %v = load i32, ptr %q
  %g = bitcast i32 %v to float
  %c = icmp sgt i32 %v, 0
  br i1 %c, label %intrinsics, label %1
intrinsics:
  %s = call float @llvm.fabs.f32(float %g)
  %t = call float @llvm.fma.f32(float %s, float %f, float %g)
  store float %t, ptr %q
  br label %1
1:
  br i1 %c, label %marks, label %2
marks:
  call void @llvm.lifetime.start.p0(ptr %own)
  call void @llvm.assume(i1 %u)
  store i32 3, ptr %q
  call void @llvm.lifetime.end.p0(ptr %own)
  br label %2
2:
  br i1 %c, label %rows, label %3
rows:
  %at = getelementptr i32, ptr %q, i64 7
  %w = load i32, ptr %at
  %to = getelementptr i32, ptr %q, i64 100
  store i32 %w, ptr %to
  br label %3
3:
  br i1 %c, label %outer, label %4
outer:
  store i32 1, ptr %q
  %d = icmp slt i32 %v, %n
  br i1 %d, label %inner, label %4
inner:
  store i32 2, ptr %q
  br label %4
4:
  ret void
}

; Conversions and the arithmetic of addresses do not count.
; CHECK-LABEL: define void @sixteen(
; CHECK-NOT: br i1
; CHECK: call void @weft.spmd.mask(
; CHECK-NOT: br i1
; CHECK: ret void
define void @sixteen(i64 "weft.item.id"="x" %x, ptr %p) {
entry:
  %q = getelementptr i32, ptr %p, i64 %x
  %v = load i32, ptr %q
  %c = icmp sgt i32 %v, 0
  br i1 %c, label %a, label %end
a:
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
  %wide = sext i32 %a15 to i64
  %short = trunc i64 %wide to i16
  %at = getelementptr i16, ptr %p, i64 %x
  store i16 %short, ptr %at
  br label %end
end:
  ret void
}
