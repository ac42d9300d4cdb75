; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Gathers and scatters under a mask: the mask goes to the instruction, inactive lanes load poison and touch no memory.
; PASSES: target-attributes,spmd-packetise
; OPTIONS: --isa=x86-64-v4

declare void @weft.spmd.mask(i1)

; The lanes that run are those of the comparison; what they load is chosen by the mask where lanes meet again.
; CHECK-LABEL: define {{.*}}@load.packet.8.1.0(
; CHECK: %[[INDEX:.*]] = load <8 x i32>, ptr
; CHECK: %[[MASK:.*]] = icmp sgt <8 x i32> %[[INDEX]], splat (i32 3)
; CHECK: %[[GOT:.*]] = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 4 %{{.*}}, <8 x i1> %[[MASK]], <8 x float> poison)
; CHECK: select <8 x i1> %[[MASK]], <8 x float> %[[GOT]], <8 x float> zeroinitializer
; CHECK-NOT: load float
define void @load(i64 "weft.item.id"="x" %x, ptr %i, ptr %p, ptr %o) "weft.plan"="8,1,0" {
entry:
  %q = getelementptr inbounds i32, ptr %i, i64 %x
  %k = load i32, ptr %q
  %runs = icmp sgt i32 %k, 3
  br label %masked

masked:
  call void @weft.spmd.mask(i1 %runs)
  %wide = sext i32 %k to i64
  %a = getelementptr inbounds float, ptr %p, i64 %wide
  %v = load float, ptr %a
  br label %end

end:
  %r = select i1 %runs, float %v, float 0.0
  %to = getelementptr inbounds float, ptr %o, i64 %x
  store float %r, ptr %to
  ret void
}

; CHECK-LABEL: define {{.*}}@store.packet.8.1.0(
; CHECK: %[[INDEX:.*]] = load <8 x i32>, ptr
; CHECK: %[[MASK:.*]] = icmp sgt <8 x i32> %[[INDEX]], splat (i32 3)
; CHECK: call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %[[INDEX]], <8 x ptr> align 4 %{{.*}}, <8 x i1> %[[MASK]])
; CHECK-NOT: store i32
define void @store(i64 "weft.item.id"="x" %x, ptr %i, ptr %p, ptr %o) "weft.plan"="8,1,0" {
entry:
  %q = getelementptr inbounds i32, ptr %i, i64 %x
  %k = load i32, ptr %q
  %runs = icmp sgt i32 %k, 3
  br label %masked

masked:
  call void @weft.spmd.mask(i1 %runs)
  %wide = sext i32 %k to i64
  %a = getelementptr inbounds i32, ptr %p, i64 %wide
  store i32 %k, ptr %a
  br label %end

end:
  ret void
}

; Without a mask all lanes run.
; CHECK-LABEL: define {{.*}}@plain.packet.8.1.0(
; CHECK: call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 4 %{{.*}}, <8 x i1> splat (i1 true), <8 x float> poison)
define void @plain(i64 "weft.item.id"="x" %x, ptr %i, ptr %p, ptr %o) "weft.plan"="8,1,0" {
  %q = getelementptr inbounds i32, ptr %i, i64 %x
  %k = load i32, ptr %q
  %wide = sext i32 %k to i64
  %a = getelementptr inbounds float, ptr %p, i64 %wide
  %v = load float, ptr %a
  %to = getelementptr inbounds float, ptr %o, i64 %x
  store float %v, ptr %to
  ret void
}
