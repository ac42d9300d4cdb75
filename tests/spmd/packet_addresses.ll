; Addresses lane by lane, where a lane's is a few operations; what they do is shown by tests/spmd/packets.
; PASSES: target-attributes,spmd-packetise
; OPTIONS: --isa=x86-64-v2

; Rows as long as the program says: what differs between lanes stands by itself, what is the same is in the base.
; CHECK-LABEL: define {{.*}}@rows.packet.4.1.0(
; CHECK: %[[BASE:.*]] = getelementptr i8, ptr %in, i64 %{{.*}}
; CHECK: %[[OWN:.*]] = mul i64 %x, %n
; CHECK: %[[BYTES:.*]] = mul i64 %[[OWN]], 4
; CHECK: %[[SUM:.*]] = add i64 0, %[[BYTES]]
; CHECK: %[[FIRST:.*]] = getelementptr i8, ptr %[[BASE]], i64 %[[SUM]]
; CHECK: %[[SECOND:.*]] = add i64 %x, 1
; CHECK: mul i64 %[[SECOND]], %n
; CHECK: load <4 x i8>, ptr %[[FIRST]]
; CHECK-COUNT-3: load <4 x i8>
; CHECK: shufflevector <4 x i8> {{.*}} <8 x i32>
; CHECK: shufflevector <4 x i8> {{.*}} <8 x i32>
; CHECK: shufflevector <8 x i8> {{.*}} <16 x i32>
; CHECK-NOT: extractelement <4 x ptr>
; CHECK: ret void
; A dead lane's is the spare variable's, which is zero.
; CHECK-LABEL: define {{.*}}@rows.packet.4.1.0.masked(
; CHECK: %[[SPARE:.*]] = alloca <4 x i8>
; CHECK: store <4 x i8> zeroinitializer, ptr %[[SPARE]]
; CHECK: %[[LIVE:.*]] = extractelement <4 x i1> %active, i64 0
; CHECK: select i1 %[[LIVE]], ptr %{{.*}}, ptr %[[SPARE]]
; CHECK: ret void
define void @rows(i64 "weft.item.id"="x" %x, ptr %in, ptr %out, i64 %n, i64 %k) "weft.plan"="4,1,0;4,1,0,masked" {
  %first = mul i64 %x, %n
  %e = add i64 %first, %k
  %p = getelementptr inbounds <4 x i8>, ptr %in, i64 %e
  %v = load <4 x i8>, ptr %p
  %q = getelementptr inbounds <4 x i8>, ptr %out, i64 %x
  store <4 x i8> %v, ptr %q
  ret void
}

; A sum of 32 bits may wrap: its extension is that of the whole, for each lane.
; CHECK-LABEL: define {{.*}}@wraps.packet.4.1.0(
; CHECK: %[[OWN:.*]] = mul i32 %x32, %n
; CHECK: %[[ALL:.*]] = add i32 %[[OWN]], %k
; CHECK: sext i32 %[[ALL]] to i64
; CHECK-NOT: extractelement <4 x ptr>
; CHECK: ret void
; One that must not is taken apart.
; CHECK-LABEL: define {{.*}}@must_not_wrap.packet.4.1.0(
; CHECK: sext i32 %k to i64
; CHECK: %[[OWN:.*]] = mul i32 %x32, %n
; CHECK: sext i32 %[[OWN]] to i64
; CHECK-NOT: extractelement <4 x ptr>
; CHECK: ret void
; An index from memory, and one that is much work, are computed for all lanes together.
; CHECK-LABEL: define {{.*}}@looked_up.packet.4.1.0(
; CHECK: extractelement <4 x ptr>
; CHECK: ret void
; CHECK-LABEL: define {{.*}}@long.packet.4.1.0(
; CHECK: extractelement <4 x ptr>
; CHECK: ret void
define void @wraps(i64 "weft.item.id"="x" %x, ptr %in, ptr %out, i32 %n, i32 %k) "weft.plan"="4,1,0" {
  %x32 = trunc i64 %x to i32
  %first = mul i32 %x32, %n
  %e = add i32 %first, %k
  %e64 = sext i32 %e to i64
  %p = getelementptr inbounds i32, ptr %in, i64 %e64
  %v = load i32, ptr %p
  %q = getelementptr inbounds i32, ptr %out, i64 %x
  store i32 %v, ptr %q
  ret void
}

define void @must_not_wrap(i64 "weft.item.id"="x" %x, ptr %in, ptr %out, i32 %n, i32 %k) "weft.plan"="4,1,0" {
  %x32 = trunc i64 %x to i32
  %first = mul nsw i32 %x32, %n
  %e = add nsw i32 %first, %k
  %e64 = sext i32 %e to i64
  %p = getelementptr inbounds i32, ptr %in, i64 %e64
  %v = load i32, ptr %p
  %q = getelementptr inbounds i32, ptr %out, i64 %x
  store i32 %v, ptr %q
  ret void
}

define void @looked_up(i64 "weft.item.id"="x" %x, ptr %in, ptr %out) "weft.plan"="4,1,0" {
  %q = getelementptr inbounds i64, ptr %out, i64 %x
  %e = load i64, ptr %q
  %p = getelementptr inbounds i64, ptr %in, i64 %e
  %v = load i64, ptr %p
  store i64 %v, ptr %q
  ret void
}

define void @long(i64 "weft.item.id"="x" %x, ptr %in, ptr %out, i64 %n) "weft.plan"="4,1,0" {
  %a = mul i64 %x, %n
  %b = mul i64 %a, %a
  %c = mul i64 %b, %n
  %d = mul i64 %c, %b
  %p = getelementptr inbounds i64, ptr %in, i64 %d
  %v = load i64, ptr %p
  %q = getelementptr inbounds i64, ptr %out, i64 %x
  store i64 %v, ptr %q
  ret void
}
