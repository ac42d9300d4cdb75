; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Lanes that do not run a block compute its numbers too, and what they get may be poison: it must not get into what others use.
; PASSES: target-attributes,spmd-canonicalise,spmd-linearise,spmd-packetise

; Lane 0 need not be one of those that run the block: its scalars have no flags. What is the same for all lanes and what each
; lane has for itself keep theirs.
; CHECK-LABEL: define {{.*}}@flags.packet.8.1.0(
; CHECK: %same = mul nuw nsw i64 %u, 3
; CHECK-NEXT: %sum = add i64 %x, %same
; CHECK-NEXT: %four = shl i64 %sum, 2
; CHECK-NEXT: %dis = add i64 %four, 1
; CHECK-NEXT: %q = getelementptr i8, ptr %p, i64 %dis
; CHECK: add nsw <8 x i32> %{{.*}}, splat (i32 7)
; CHECK-LABEL: define {{.*}}@flags.packet.8.1.0.masked(
; CHECK: %same = mul nuw nsw i64 %u, 3
; CHECK-NEXT: %sum = add i64 %x, %same
; CHECK-NEXT: %four = shl i64 %sum, 2
; CHECK-NEXT: %dis = add i64 %four, 1
; CHECK-NEXT: %q = getelementptr i8, ptr %p, i64 %dis
; CHECK: add nsw <8 x i32> %{{.*}}, splat (i32 7)
define void @flags(i64 "weft.item.id"="x" %x, ptr %p, i64 %u, i64 %n) "weft.plan"="8,1,0;8,1,0,masked" {
entry:
  %c = icmp ult i64 %x, %n
  br i1 %c, label %then, label %end
then:
  %same = mul nuw nsw i64 %u, 3
  %sum = add nuw nsw i64 %x, %same
  %four = shl nuw nsw i64 %sum, 2
  %dis = or disjoint i64 %four, 1
  %q = getelementptr inbounds nuw i8, ptr %p, i64 %dis
  %v = load i32, ptr %q, align 1
  %w = add nsw i32 %v, 7
  store i32 %w, ptr %q, align 1
  br label %end
end:
  ret void
}

; The shift is poison for lanes that do not come there, and so is the comparison: a mask within a mask is a select.
; CHECK-LABEL: define {{.*}}@nested.packet.8.1.0(
; CHECK-NOT: and <8 x i1>
; CHECK: [[OUTER:%.*]] = icmp sgt <8 x i32>
; CHECK: [[SHIFT:%.*]] = shl nuw <8 x i32>
; CHECK: [[LESS:%.*]] = icmp ult <8 x i32> [[SHIFT]]
; CHECK: [[INNER:%.*]] = select <8 x i1> [[OUTER]], <8 x i1> [[LESS]], <8 x i1> zeroinitializer
; CHECK-NOT: and <8 x i1>
; CHECK: call void @llvm.masked.store{{.*}}, <8 x i1> [[INNER]])
; CHECK: ret void
define void @nested(i64 "weft.item.id"="x" %x, ptr %p) "weft.plan"="8,1,0" {
entry:
  %q = getelementptr inbounds i32, ptr %p, i64 %x
  %v = load i32, ptr %q
  %a = icmp sgt i32 %v, 0
  br i1 %a, label %outer, label %end
outer:
  %w = shl nuw i32 1, %v
  %b = icmp ult i32 %w, 100
  br i1 %b, label %inner, label %end
inner:
  store i32 %w, ptr %q
  br label %end
end:
  ret void
}
