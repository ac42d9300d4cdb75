; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: target-attributes,spmd-packetise
; OPTIONS: --isa=x86-64-v3
; Lanes' elements of a private variable under a mask: all are loaded, and written back.

declare void @weft.spmd.mask(i1)

; CHECK-LABEL: define {{.*}}@rows.packet.8.1.0(
; CHECK-NOT: @llvm.masked
; CHECK: [[AT:%.*]] = select i1 {{%.*}}, ptr {{%.*}}, ptr {{%.*}}
; CHECK: [[OLD:%.*]] = load <8 x i32>, ptr [[AT]]
; CHECK: [[SAFE:%.*]] = freeze <8 x i32> [[OLD]]
; CHECK: [[NEW:%.*]] = select <8 x i1> {{%.*}}, <8 x i32> {{%.*}}, <8 x i32> [[SAFE]]
; CHECK: store <8 x i32> [[NEW]], ptr [[AT]]
; CHECK: ret void
define void @rows(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i64 %i, i64 %n) "weft.plan"="8,1,0" {
entry:
  %t = alloca [16 x i32]
  %q = getelementptr i32, ptr %p, i64 %x
  %v = load i32, ptr %q
  %c = icmp sgt i32 %v, 3
  br label %some
some:
  call void @weft.spmd.mask(i1 %c)
  %e = getelementptr [16 x i32], ptr %t, i64 0, i64 %i
  store i32 %v, ptr %e
  br label %end
end:
  %f = getelementptr [16 x i32], ptr %t, i64 0, i64 %n
  %w = load i32, ptr %f
  store i32 %w, ptr %q
  ret void
}

; Elements that lanes choose, and memory that others see, keep their masks.
; CHECK-LABEL: define {{.*}}@others.packet.8.1.0(
; CHECK-NOT: freeze
; CHECK: call void @llvm.masked.store.v8i32
; CHECK: ret void
define void @others(i64 range(i64 0, 8192) "weft.item.id"="x" %x, ptr %p, i64 %i) "weft.plan"="8,1,0" {
entry:
  %t = alloca [16 x i32]
  %q = getelementptr i32, ptr %p, i64 %x
  %v = load i32, ptr %q
  %at = and i32 %v, 15
  %c = icmp sgt i32 %v, 3
  br label %some
some:
  call void @weft.spmd.mask(i1 %c)
  %e = getelementptr [16 x i32], ptr %t, i64 0, i32 %at
  store i32 %v, ptr %e
  store i32 9, ptr %q
  br label %end
end:
  ret void
}
