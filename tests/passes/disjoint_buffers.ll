; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: disjoint-buffers
; Loops whose sums stand in memory stand twice, and in one of them accesses by other arguments are to other memory.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare float @known(float) memory(none)
declare float @anything(float)

; CHECK-LABEL: define void @sum(
; CHECK: entry:
; CHECK: %[[ASKED:.*]] = call i64 @weft.ctx.disjoint.0()
; CHECK: %[[IS:.*]] = icmp ne i64 %[[ASKED]], 0
; CHECK: br i1 %[[IS]], label %loop, label %loop.shared, !prof
; CHECK: loop:
; CHECK: load float, ptr addrspace(1) %p, align 4, !noalias ![[SUM:[0-9]+]]
; CHECK: load float, ptr addrspace(1) %c, align 4, !alias.scope ![[SUM]]{{$}}
; CHECK: store float %s, ptr addrspace(1) %c, align 4, !alias.scope ![[SUM]]{{$}}
; CHECK: br i1 %again, label %loop, label %[[DONE:.*]]
; CHECK: [[DONE]]:
; CHECK: phi float [ %s, %loop ], [ %{{.*}}, %loop.shared ]
; CHECK: loop.shared:
; CHECK: load float, ptr addrspace(1) %{{.*}}, align 4{{$}}
; CHECK: load float, ptr addrspace(1) %c, align 4{{$}}
; CHECK: store float %{{.*}}, ptr addrspace(1) %c, align 4{{$}}
define void @sum(ptr addrspace(1) %c, ptr addrspace(1) %a, i64 %n) "weft.kernel" {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %p = getelementptr float, ptr addrspace(1) %a, i64 %k
  %x = load float, ptr addrspace(1) %p, align 4
  %y = call float @known(float %x)
  %old = load float, ptr addrspace(1) %c, align 4
  %s = fadd float %old, %y
  store float %s, ptr addrspace(1) %c, align 4
  %k.next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %k.next, %n
  br i1 %again, label %loop, label %done
done:
  %last = phi float [ %s, %loop ]
  store float %last, ptr addrspace(1) %a, align 4
  ret void
}

; The outermost loop is what stands twice: the launch's answer is looked at once.
; CHECK-LABEL: define void @nested(
; CHECK: br i1 %{{.*}}, label %rows, label %rows.shared
; CHECK-COUNT-1: inner.shared:
; CHECK-NOT: inner.shared{{[0-9]+}}:
define void @nested(ptr addrspace(1) %c, ptr addrspace(1) %a, i64 %n) "weft.kernel" {
entry:
  br label %rows
rows:
  %r = phi i64 [ 0, %entry ], [ %r.next, %latch ]
  %at = getelementptr i32, ptr addrspace(1) %c, i64 %r
  br label %inner
inner:
  %k = phi i64 [ 0, %rows ], [ %k.next, %inner ]
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %k
  %x = load i32, ptr addrspace(1) %p, align 4
  %old = load i32, ptr addrspace(1) %at, align 4
  %s = add i32 %old, %x
  store i32 %s, ptr addrspace(1) %at, align 4
  %k.next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %k.next, %n
  br i1 %again, label %inner, label %latch
latch:
  %r.next = add nuw nsw i64 %r, 1
  %more = icmp ult i64 %r.next, %n
  br i1 %more, label %rows, label %done
done:
  ret void
}

; Nothing to gain: restrict says it already; the sum's address changes; nothing is added to.
; CHECK-LABEL: define void @said(
; CHECK-NOT: call i64 @weft.ctx.disjoint
; CHECK-LABEL: define void @moves(
; CHECK-NOT: call i64 @weft.ctx.disjoint
; CHECK-LABEL: define void @copies(
; CHECK-NOT: call i64 @weft.ctx.disjoint
define void @said(ptr addrspace(1) noalias %c, ptr addrspace(1) %a, i64 %n) "weft.kernel" {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %k
  %x = load i32, ptr addrspace(1) %p, align 4
  %old = load i32, ptr addrspace(1) %c, align 4
  %s = add i32 %old, %x
  store i32 %s, ptr addrspace(1) %c, align 4
  %k.next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %k.next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}
define void @moves(ptr addrspace(1) %c, ptr addrspace(1) %a, i64 %n) "weft.kernel" {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %k
  %q = getelementptr i32, ptr addrspace(1) %c, i64 %k
  %x = load i32, ptr addrspace(1) %p, align 4
  %old = load i32, ptr addrspace(1) %q, align 4
  %s = add i32 %old, %x
  store i32 %s, ptr addrspace(1) %q, align 4
  %k.next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %k.next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}
define void @copies(ptr addrspace(1) %c, ptr addrspace(1) %a, i64 %n) "weft.kernel" {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %k
  %x = load i32, ptr addrspace(1) %p, align 4
  store i32 %x, ptr addrspace(1) %c, align 4
  %k.next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %k.next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

; What the launch's answer would not help: another element of the sum's buffer, a pointer from memory, an atomic, a call
; that may touch anything.
; CHECK-LABEL: define void @same(
; CHECK-NOT: call i64 @weft.ctx.disjoint
; CHECK-LABEL: define void @loaded(
; CHECK-NOT: call i64 @weft.ctx.disjoint
; CHECK-LABEL: define void @ordered(
; CHECK-NOT: call i64 @weft.ctx.disjoint
; CHECK-LABEL: define void @calls(
; CHECK-NOT: call i64 @weft.ctx.disjoint
define void @same(ptr addrspace(1) %c, ptr addrspace(1) %a, i64 %n) "weft.kernel" {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %k
  %q = getelementptr i32, ptr addrspace(1) %c, i64 %k
  %x = load i32, ptr addrspace(1) %p, align 4
  %z = load i32, ptr addrspace(1) %q, align 4
  %old = load i32, ptr addrspace(1) %c, align 4
  %y = add i32 %x, %z
  %s = add i32 %old, %y
  store i32 %s, ptr addrspace(1) %c, align 4
  %k.next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %k.next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}
define void @loaded(ptr addrspace(1) %c, ptr addrspace(1) %a, i64 %n) "weft.kernel" {
entry:
  %b = load ptr addrspace(1), ptr addrspace(1) %a, align 8
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %p = getelementptr i32, ptr addrspace(1) %b, i64 %k
  %x = load i32, ptr addrspace(1) %p, align 4
  %old = load i32, ptr addrspace(1) %c, align 4
  %s = add i32 %old, %x
  store i32 %s, ptr addrspace(1) %c, align 4
  %k.next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %k.next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}
define void @ordered(ptr addrspace(1) %c, ptr addrspace(1) %a, i64 %n) "weft.kernel" {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %k
  %x = load atomic i32, ptr addrspace(1) %p monotonic, align 4
  %old = load i32, ptr addrspace(1) %c, align 4
  %s = add i32 %old, %x
  store i32 %s, ptr addrspace(1) %c, align 4
  %k.next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %k.next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}
define void @calls(ptr addrspace(1) %c, ptr addrspace(1) %a, i64 %n) "weft.kernel" {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %p = getelementptr float, ptr addrspace(1) %a, i64 %k
  %x = load float, ptr addrspace(1) %p, align 4
  %y = call float @anything(float %x)
  %old = load float, ptr addrspace(1) %c, align 4
  %s = fadd float %old, %y
  store float %s, ptr addrspace(1) %c, align 4
  %k.next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %k.next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}
