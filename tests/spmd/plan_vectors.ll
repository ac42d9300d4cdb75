; Lanes that hold long vectors of their own: no more lanes than fill four registers.
; PASSES: target-attributes,spmd-plan
; OPTIONS: --isa=x86-64-v4 --cpu=znver4

; CHECK: define {{.*}}@four({{.*}} #[[FOUR:[0-9]+]]
define void @four(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in) {
  %p = getelementptr inbounds <4 x float>, ptr %in, i64 %x
  %v = load <4 x float>, ptr %p
  %w = fadd <4 x float> %v, %v
  store <4 x float> %w, ptr %p
  ret void
}

; CHECK: define {{.*}}@sixteen({{.*}} #[[SIXTEEN:[0-9]+]]
define void @sixteen(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in) {
  %p = getelementptr inbounds <16 x float>, ptr %in, i64 %x
  %v = load <16 x float>, ptr %p
  %w = fadd <16 x float> %v, %v
  store <16 x float> %w, ptr %p
  ret void
}

; CHECK-DAG: attributes #[[FOUR]] = {{.*}}"weft.planned"="16,
; CHECK-DAG: attributes #[[SIXTEEN]] = {{.*}}"weft.planned"="4,
