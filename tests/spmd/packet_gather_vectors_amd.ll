; AMD's gathers and scatters are slower than the lanes' own accesses, of vectors at least: see packet_gather_vectors.ll.
; PASSES: target-attributes,spmd-packetise
; OPTIONS: --isa=x86-64-v4 --cpu=znver4

; CHECK-LABEL: define {{.*}}@pairs.packet.16.1.0(
; CHECK-NOT: masked.gather
; CHECK: load <2 x float>
; CHECK-NOT: masked.scatter
; CHECK: store <2 x float>
; CHECK: ret void
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
