; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups,vectorise
; OPTIONS: --spmd=force --spmd-lanes=8 --spmd-parts=1
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn
declare void @other(i32)

; What is left of a range that begins with the row is packets of four, two and one, without masks.
; CHECK-LABEL: define void @weft_kernel_short(
; CHECK: br i1 %{{.*}}, label %narrow, label %wide
; CHECK: {{^}}narrow:
; CHECK: %left = sub i64
; CHECK: and i64 %left, 4
; CHECK: narrow.4:
; CHECK: store <4 x i32>
; CHECK: and i64 %left, 2
; CHECK: narrow.2:
; CHECK: store <2 x i32>
; CHECK: and i64 %left, 1
; CHECK: narrow.1:
; CHECK: store i32
; CHECK: call void @llvm.masked.store
; CHECK: {{^\}$}}
define void @short(ptr addrspace(3) %t, i64 %n) "weft.kernel" {
  %x = call i64 @weft.ctx.local_id.0()
  %below = icmp ult i64 %x, %n
  br i1 %below, label %then, label %end
then:
  %p = getelementptr i32, ptr addrspace(3) %t, i64 %x
  %q = getelementptr i32, ptr addrspace(3) %p, i64 %n
  %a = load i32, ptr addrspace(3) %p
  %b = load i32, ptr addrspace(3) %q
  %c = add i32 %a, %b
  store i32 %c, ptr addrspace(3) %p
  br label %end
end:
  ret void
}

; A range that begins somewhere in the row.
; CHECK-LABEL: define void @weft_kernel_later(
; CHECK-NOT: narrow
; CHECK: {{^\}$}}
define void @later(ptr addrspace(3) %t, i64 %n) "weft.kernel" {
  %x = call i64 @weft.ctx.local_id.0()
  %behind = icmp ugt i64 %x, %n
  br i1 %behind, label %then, label %end
then:
  %p = getelementptr i32, ptr addrspace(3) %t, i64 %x
  %a = load i32, ptr addrspace(3) %p
  %c = add i32 %a, 1
  store i32 %c, ptr addrspace(3) %p
  br label %end
end:
  ret void
}

; Behind the range there is something to do, which differs.
; CHECK-LABEL: define void @weft_kernel_both(
; CHECK-NOT: narrow
; CHECK: {{^\}$}}
define void @both(ptr addrspace(3) %t, i64 %n) "weft.kernel" {
  %x = call i64 @weft.ctx.local_id.0()
  %p = getelementptr i32, ptr addrspace(3) %t, i64 %x
  %below = icmp ult i64 %x, %n
  br i1 %below, label %then, label %else
then:
  %a = load i32, ptr addrspace(3) %p
  %b = mul i32 %a, %a
  %c = add i32 %b, 1
  store i32 %c, ptr addrspace(3) %p
  br label %end
else:
  store i32 3, ptr addrspace(3) %p
  br label %end
end:
  ret void
}

; A body with a loop is too much to have several times.
; CHECK-LABEL: define void @weft_kernel_long(
; CHECK-NOT: narrow
; CHECK: {{^\}$}}
define void @long(ptr addrspace(3) %t, i64 %n, i64 %turns) "weft.kernel" {
entry:
  %x = call i64 @weft.ctx.local_id.0()
  %below = icmp ult i64 %x, %n
  br i1 %below, label %loop, label %end
loop:
  %i = phi i64 [ 0, %entry ], [ %up, %loop ]
  %at = add i64 %i, %x
  %p = getelementptr i32, ptr addrspace(3) %t, i64 %at
  %a = load volatile i32, ptr addrspace(3) %p
  %c = add i32 %a, 1
  store volatile i32 %c, ptr addrspace(3) %p
  %up = add i64 %i, 1
  %more = icmp ult i64 %up, %turns
  br i1 %more, label %loop, label %end
end:
  ret void
}
