; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; memset, memcpy and memmove of private variables become loads and stores of the elements that the variable has.
; PASSES: item/spell-private-copies
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@table = private addrspace(2) constant [4 x float] [float 1.0, float 2.0, float 3.0, float 4.0]

; Zeros, a byte, constants, and part of another array.
; CHECK-LABEL: define void @fills(
; CHECK-NOT: call
; CHECK-COUNT-4: store float 0.0{{0+}}e+00, ptr
; CHECK-NOT: call
; CHECK: store float 1.0{{0+}}e+00, ptr
; CHECK: store float 2.0{{0+}}e+00, ptr
; CHECK: store float 3.0{{0+}}e+00, ptr
; CHECK: store float 4.0{{0+}}e+00, ptr
; CHECK-COUNT-2: store <2 x i16> splat (i16 1799), ptr
; CHECK: [[FROM:%.*]] = getelementptr inbounds i8, ptr %later, i64 4
; CHECK: [[LOADED:%.*]] = load float, ptr [[FROM]], align 4
; CHECK: [[TO:%.*]] = getelementptr inbounds i8, ptr %a, i64 4
; CHECK: store float [[LOADED]], ptr [[TO]], align 4
; CHECK-NOT: call
; CHECK: ret void
define void @fills(i64 "weft.item.id"="x" %x, i64 %k, ptr %out) {
  %a = alloca [4 x float], align 16
  %b = alloca [4 x float], align 16
  %c = alloca [2 x <2 x i16>], align 4
  call void @llvm.memset.p0.i64(ptr align 16 %a, i8 0, i64 16, i1 false)
  call void @llvm.memcpy.p0.p2.i64(ptr align 16 %b, ptr addrspace(2) align 4 @table, i64 16, i1 false)
  call void @llvm.memset.p0.i64(ptr align 4 %c, i8 7, i64 8, i1 false)
  %later = getelementptr inbounds float, ptr %b, i64 2
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %a, ptr align 4 %later, i64 8, i1 false)
  %pa = getelementptr inbounds [4 x float], ptr %a, i64 0, i64 %k
  %va = load float, ptr %pa
  %pb = getelementptr inbounds [4 x float], ptr %b, i64 0, i64 %k
  store float %va, ptr %pb
  %pc = getelementptr inbounds [2 x <2 x i16>], ptr %c, i64 0, i64 %k
  %vc = load <2 x i16>, ptr %pc
  store <2 x i16> %vc, ptr %out
  ret void
}

; What may overlap is loaded as a whole before anything is stored; what is long is a loop.
; CHECK-LABEL: define void @moves(
; CHECK: load i32
; CHECK: load i32
; CHECK: load i32
; CHECK-NOT: load
; CHECK: store i32
; CHECK: store i32
; CHECK: store i32
; CHECK: copy:
; CHECK-NEXT: phi i64
; CHECK: load i32
; CHECK: store i32
; CHECK: br i1 {{.*}}, label %copy, label %copied
; CHECK-NOT: call
; CHECK: ret void
define void @moves(i64 "weft.item.id"="x" %x, i64 %k, ptr addrspace(1) %in) {
  %a = alloca [100 x i32], align 16
  %b = getelementptr inbounds i32, ptr %a, i64 1
  call void @llvm.memmove.p0.p0.i64(ptr align 4 %b, ptr align 16 %a, i64 12, i1 false)
  call void @llvm.memcpy.p0.p1.i64(ptr align 16 %a, ptr addrspace(1) align 4 %in, i64 400, i1 false)
  %pa = getelementptr inbounds [100 x i32], ptr %a, i64 0, i64 %k
  %va = load i32, ptr %pa
  store i32 %va, ptr addrspace(1) %in
  ret void
}

; Not where elements have several sizes, nor where the length is none of whole elements, or not known, or nothing private
; takes part.
; CHECK-LABEL: define void @others(
; CHECK-COUNT-5: call void @llvm.mem
; CHECK: ret void
define void @others(i64 "weft.item.id"="x" %x, i64 %k, ptr addrspace(1) %in) {
  %a = alloca [4 x i32], align 16
  %b = alloca [4 x i32], align 16
  call void @llvm.memset.p0.i64(ptr align 16 %a, i8 0, i64 16, i1 false)
  call void @llvm.memset.p0.i64(ptr align 16 %b, i8 0, i64 14, i1 false)
  call void @llvm.memset.p0.i64(ptr align 16 %b, i8 0, i64 %k, i1 false)
  call void @llvm.memset.p0.i64(ptr align 16 %b, i8 0, i64 16, i1 true)
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 16 %in, i8 0, i64 16, i1 false)
  %pa = getelementptr inbounds [4 x i32], ptr %a, i64 0, i64 %k
  store i32 1, ptr %pa
  %pb = getelementptr inbounds i8, ptr %a, i64 %k
  store i8 1, ptr %pb
  %pc = getelementptr inbounds [4 x i32], ptr %b, i64 0, i64 %k
  store i32 1, ptr %pc
  ret void
}

; Vectors and numbers of several elements, where others are of one; loads with what they are put together from.
; CHECK-LABEL: define void @vectors(
; CHECK: store i8 0, ptr %a, align 4
; CHECK: [[A1:%.*]] = getelementptr inbounds i8, ptr %a, i64 1
; CHECK: store i8 1, ptr [[A1]], align 1
; CHECK: store i8 2, ptr
; CHECK: store i8 3, ptr
; CHECK: [[W:%.*]] = bitcast i32 %n to <4 x i8>
; CHECK: extractelement <4 x i8> [[W]], i64 0
; CHECK-COUNT-4: store i8 %
; CHECK: [[L0:%.*]] = load i8, ptr %p
; CHECK: insertelement <2 x i8> poison, i8 [[L0]], i64 0
; CHECK: [[L1:%.*]] = load i8, ptr
; CHECK: [[V:%.*]] = insertelement <2 x i8> {{.*}}, i8 [[L1]], i64 1
; CHECK: store <2 x i8> [[V]], ptr %out
; CHECK: ret void
define void @vectors(i64 "weft.item.id"="x" %x, i64 %k, i32 %n, ptr %out) {
  %a = alloca [8 x i8], align 4
  store <4 x i8> <i8 0, i8 1, i8 2, i8 3>, ptr %a, align 4
  %b = getelementptr inbounds i8, ptr %a, i64 4
  store i32 %n, ptr %b, align 4
  %p = getelementptr inbounds i8, ptr %a, i64 %k
  %v = load <2 x i8>, ptr %p, align 1
  store <2 x i8> %v, ptr %out
  %one = load i8, ptr %b
  store i8 %one, ptr %p
  ret void
}

; Not parts of floating-point numbers, nor volatile accesses, nor where all are of one size.
; CHECK-LABEL: define void @whole(
; CHECK: store float
; CHECK: store volatile <2 x i16>
; CHECK: store <2 x i32>
; CHECK: ret void
define void @whole(i64 "weft.item.id"="x" %x, i64 %k, float %f, <2 x i16> %h, <2 x i32> %w, ptr %out) {
  %a = alloca [8 x float], align 4
  %b = alloca [8 x i16], align 4
  %c = alloca [4 x <2 x i32>], align 4
  %pa = getelementptr inbounds float, ptr %a, i64 %k
  store float %f, ptr %pa
  %byte = load i8, ptr %a
  store i8 %byte, ptr %out
  %pb = getelementptr inbounds i16, ptr %b, i64 %k
  store volatile <2 x i16> %h, ptr %pb
  %short = load i16, ptr %b
  store i16 %short, ptr %out
  %pc = getelementptr inbounds <2 x i32>, ptr %c, i64 %k
  store <2 x i32> %w, ptr %pc
  %pair = load <2 x i32>, ptr %c
  store <2 x i32> %pair, ptr %out
  ret void
}
