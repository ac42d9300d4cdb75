; Numbers of 16 bits are computed as floats where there are no instructions for them: as many lanes as a vector has floats.
; PASSES: target-attributes,spmd-plan
; OPTIONS: --isa=x86-64-v4 --cpu=znver4

; CHECK: define {{.*}}@computed({{.*}} #[[COMPUTED:[0-9]+]]
define void @computed(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, i32 %n, ptr %in) {
entry:
  %p = getelementptr inbounds half, ptr %in, i64 %x
  %v = load half, ptr %p
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi half [ 0.0, %entry ], [ %t, %loop ]
  %t = call half @llvm.fmuladd.f16(half %s, half %v, half 1.0)
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %done
done:
  store half %t, ptr %p
  ret void
}

; What is only moved, or looked at as bits, is as long as it is.
; CHECK: define {{.*}}@moved({{.*}} #[[MOVED:[0-9]+]]
define void @moved(i64 "weft.item.id"="x" %x, i64 "weft.item.id"="y" %y, i64 "weft.item.id"="z" %z, ptr %in, ptr %out) {
  %p = getelementptr inbounds half, ptr %in, i64 %x
  %v = load half, ptr %p
  %q = getelementptr inbounds half, ptr %out, i64 %x
  store half %v, ptr %q
  ret void
}

; CHECK-DAG: attributes #[[COMPUTED]] = {{.*}}"weft.planned"="16,
; CHECK-DAG: attributes #[[MOVED]] = {{.*}}"weft.planned"="32,
