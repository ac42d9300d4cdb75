; Vectors of four and of eight bytes are gathered and scattered as numbers of their size, at addresses that would have
; to be taken apart lane by lane. What they do is shown by tests/spmd/packets.
; PASSES: target-attributes,spmd-packetise
; OPTIONS: --isa=x86-64-v4

declare void @weft.spmd.mask(i1)

; CHECK-LABEL: define {{.*}}@pairs.packet.16.1.0(
; CHECK: %[[NUMBERS:.*]] = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %{{.*}}, <16 x i1> splat (i1 true)
; CHECK: %[[VECTORS:.*]] = bitcast <16 x i64> %[[NUMBERS]] to <32 x float>
; CHECK: %[[BACK:.*]] = bitcast <32 x float> %[[VECTORS]] to <16 x i64>
; CHECK: call void @llvm.masked.scatter.v16i64.v16p0(<16 x i64> %[[BACK]], <16 x ptr> align 8
define void @pairs(i64 "weft.item.id"="x" %x, ptr %i, ptr %p) "weft.plan"="16,1,0" {
  %q = getelementptr inbounds i32, ptr %i, i64 %x
  %k = load i32, ptr %q
  %wide = sext i32 %k to i64
  %a = getelementptr inbounds <2 x float>, ptr %p, i64 %wide
  %v = load <2 x float>, ptr %a
  %b = getelementptr inbounds <2 x float>, ptr %a, i64 64
  store <2 x float> %v, ptr %b
  ret void
}

; Dead lanes touch nothing.
; CHECK-LABEL: define {{.*}}@masked.packet.16.1.0(
; CHECK: %[[MASK:.*]] = icmp slt <16 x i32>
; CHECK-NOT: spare
; CHECK: call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> align 4 %{{.*}}, <16 x i1> %[[MASK]], <16 x i32> poison)
; CHECK: call void @llvm.masked.scatter.v16i32.v16p0(<16 x i32> %{{.*}}, <16 x ptr> align 4 %{{.*}}, <16 x i1> %[[MASK]])
define void @masked(i64 "weft.item.id"="x" %x, ptr %i, ptr %p) "weft.plan"="16,1,0" {
  %q = getelementptr inbounds i32, ptr %i, i64 %x
  %k = load i32, ptr %q
  %some = icmp slt i32 %k, 100
  br label %then

then:
  call void @weft.spmd.mask(i1 %some)
  %wide = sext i32 %k to i64
  %a = getelementptr inbounds <4 x i8>, ptr %p, i64 %wide
  %v = load <4 x i8>, ptr %a
  %twice = add <4 x i8> %v, %v
  store <4 x i8> %twice, ptr %a
  ret void
}

; Sixteen bytes, and rows whose addresses are known lane by lane, are loaded one by one.
; CHECK-LABEL: define {{.*}}@not.packet.16.1.0(
; CHECK-NOT: masked.gather
; CHECK-NOT: masked.scatter
; CHECK: ret void
define void @not(i64 "weft.item.id"="x" %x, ptr %i, ptr %p, ptr %o, i64 %columns) "weft.plan"="16,1,0" {
  %q = getelementptr inbounds <2 x i64>, ptr %i, i64 %x
  %k = load <2 x i64>, ptr %q
  %key = extractelement <2 x i64> %k, i32 0
  %a = getelementptr inbounds <4 x float>, ptr %p, i64 %key
  %v = load <4 x float>, ptr %a
  store <4 x float> zeroinitializer, ptr %a
  %row = mul i64 %x, %columns
  %b = getelementptr inbounds <2 x float>, ptr %o, i64 %row
  %u = load <2 x float>, ptr %b
  %half = shufflevector <4 x float> %v, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %sum = fadd <2 x float> %u, %half
  store <2 x float> %sum, ptr %b
  ret void
}
