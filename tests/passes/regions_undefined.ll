; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Values that begin as nothing, across barriers. Where work-items of one way alone have one, it is theirs: the frame has a
; place for each. Where all come together, by a loop's first iteration or though they parted and met again before, it is the
; group's.
; PASSES: work-groups

; CHECK-LABEL: define void @weft_kernel_kept(
; CHECK: %again.slot.group
; CHECK-LABEL: define void @weft_kernel_one_has_it(
; CHECK-NOT: .slot.group
; CHECK: %s = phi i32
; CHECK: getelementptr inbounds i8, ptr %frame
; CHECK: store i32 %s, ptr %
; CHECK: getelementptr inbounds i8, ptr %frame
; CHECK: load i32, ptr %
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn
declare void @__weft_barrier() convergent
define void @kept(ptr addrspace(1) %o, ptr addrspace(3) %t, i32 %n) #0 {
entry:
  %l = call i64 @weft.ctx.local_id.0()
  br label %loop
loop:
  %x = phi i32 [ 0, %entry ], [ %next, %latch ]
  %first = phi i32 [ undef, %entry ], [ %again, %latch ]
  %begins = icmp eq i32 %x, 0
  br i1 %begins, label %join, label %else
else:
  %more = add i32 %first, 1
  %c = icmp ult i64 %l, 5
  br i1 %c, label %some, label %both
some:
  %p = getelementptr i32, ptr addrspace(1) %o, i64 %l
  store i32 %more, ptr addrspace(1) %p
  br label %both
both:
  br label %join
join:
  %again = phi i32 [ 0, %loop ], [ %more, %both ]
  call void @__weft_barrier() #1
  br label %latch
latch:
  %next = add i32 %x, 1
  %goes = icmp ult i32 %next, %n
  br i1 %goes, label %loop, label %done
done:
  ret void
}
define void @one_has_it(ptr addrspace(1) %o, ptr addrspace(3) %t) #0 {
entry:
  %l = call i64 @weft.ctx.local_id.0()
  %c = icmp eq i64 %l, 0
  br i1 %c, label %some, label %join
some:
  %v = load i32, ptr addrspace(3) %t
  br label %join
join:
  %s = phi i32 [ %v, %some ], [ undef, %entry ]
  call void @__weft_barrier() #1
  br i1 %c, label %last, label %done
last:
  store i32 %s, ptr addrspace(1) %o
  br label %done
done:
  ret void
}
attributes #0 = { "weft.kernel" }
attributes #1 = { convergent }
