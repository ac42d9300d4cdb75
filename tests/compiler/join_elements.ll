; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --passes=import,simplify
; Vectors whose elements are computed in the same way from those of other vectors are computed at once.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @casts(
; CHECK: %[[V:.*]] = load <4 x i8>
; CHECK-NEXT: %[[W:.*]] = sext <4 x i8> %[[V]] to <4 x i32>
; CHECK-NEXT: store <4 x i32> %[[W]]
define spir_kernel void @casts(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %v = load <4 x i8>, ptr addrspace(1) %in
  %e0 = extractelement <4 x i8> %v, i64 0
  %w0 = sext i8 %e0 to i32
  %r0 = insertelement <4 x i32> poison, i32 %w0, i64 0
  %e1 = extractelement <4 x i8> %v, i64 1
  %w1 = sext i8 %e1 to i32
  %r1 = insertelement <4 x i32> %r0, i32 %w1, i64 1
  %e2 = extractelement <4 x i8> %v, i64 2
  %w2 = sext i8 %e2 to i32
  %r2 = insertelement <4 x i32> %r1, i32 %w2, i64 2
  %e3 = extractelement <4 x i8> %v, i64 3
  %w3 = sext i8 %e3 to i32
  %r3 = insertelement <4 x i32> %r2, i32 %w3, i64 3
  store <4 x i32> %r3, ptr addrspace(1) %out
  ret void
}

; Scalars and constants beside; of the flags those that all have.
; CHECK-LABEL: @operations(
; CHECK-DAG: %[[S:.*]] = shufflevector <2 x float> %{{.*}}, <2 x float> poison, <2 x i32> zeroinitializer
; CHECK-DAG: %[[F:.*]] = call nnan <2 x float> @llvm.fma.v2f32(<2 x float> %[[V:.*]], <2 x float> %[[S]], <2 x float> <float 1.000000e+00, float 2.000000e+00>)
; CHECK: %[[C:.*]] = fcmp olt <2 x float> %[[F]], %[[V]]
; CHECK-NEXT: %[[R:.*]] = select <2 x i1> %[[C]], <2 x float> %[[V]], <2 x float> %[[S]]
; CHECK-NEXT: store <2 x float> %[[R]]
define spir_kernel void @operations(ptr addrspace(1) %in, float %s, ptr addrspace(1) %out) {
  %v = load <2 x float>, ptr addrspace(1) %in
  %e0 = extractelement <2 x float> %v, i64 0
  %f0 = call nnan float @llvm.fma.f32(float %e0, float %s, float 1.0)
  %c0 = fcmp olt float %f0, %e0
  %r0 = select i1 %c0, float %e0, float %s
  %i0 = insertelement <2 x float> poison, float %r0, i64 0
  %e1 = extractelement <2 x float> %v, i64 1
  %f1 = call nnan ninf float @llvm.fma.f32(float %e1, float %s, float 2.0)
  %c1 = fcmp olt float %f1, %e1
  %r1 = select i1 %c1, float %e1, float %s
  %i1 = insertelement <2 x float> %i0, float %r1, i64 1
  store <2 x float> %i1, ptr addrspace(1) %out
  ret void
}

; Another order of the elements, an element that is wanted by itself as well, divisions that could trap.
; CHECK-LABEL: @apart(
; CHECK-NOT: sext <2
; CHECK-NOT: udiv <2
; CHECK: ret void
define spir_kernel void @apart(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %d) {
  %v = load <2 x i16>, ptr addrspace(1) %in
  %e0 = extractelement <2 x i16> %v, i64 0
  %e1 = extractelement <2 x i16> %v, i64 1
  %w0 = sext i16 %e0 to i32
  %w1 = sext i16 %e1 to i32
  %i0 = insertelement <2 x i32> poison, i32 %w1, i64 0
  %i1 = insertelement <2 x i32> %i0, i32 %w0, i64 1
  store <2 x i32> %i1, ptr addrspace(1) %out
  %x = load <2 x i16>, ptr addrspace(1) %out
  %x0 = extractelement <2 x i16> %x, i64 0
  %x1 = extractelement <2 x i16> %x, i64 1
  %y0 = sext i16 %x0 to i64
  %y1 = sext i16 %x1 to i64
  %j0 = insertelement <2 x i64> poison, i64 %y0, i64 0
  %j1 = insertelement <2 x i64> %j0, i64 %y1, i64 1
  store <2 x i64> %j1, ptr addrspace(1) %in
  store i64 %y1, ptr addrspace(1) %out
  %z = load <2 x i32>, ptr addrspace(1) %in
  %z0 = extractelement <2 x i32> %z, i64 0
  %z1 = extractelement <2 x i32> %z, i64 1
  %q0 = udiv i32 %z0, %d
  %q1 = udiv i32 %z1, %d
  %k0 = insertelement <2 x i32> poison, i32 %q0, i64 0
  %k1 = insertelement <2 x i32> %k0, i32 %q1, i64 1
  store <2 x i32> %k1, ptr addrspace(1) %in
  ret void
}

declare float @llvm.fma.f32(float, float, float)
