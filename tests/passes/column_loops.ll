; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups
; OPTIONS: --isa=x86-64-v3
; Loops in which work-items count what they find in rows of a buffer: the group takes one row after the other.
declare void @__weft_barrier() convergent
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn
declare i64 @weft.ctx.local_size.0() memory(none) nounwind willreturn
declare ptr addrspace(3) @weft.ctx.local_memory.0() memory(none) nounwind willreturn

; Neighbours count bytes that lie side by side, the rows are as far apart as the group is wide: the turns are the group's,
; and a loop over the work-items is in each of them.
; CHECK-LABEL: define void @weft_kernel_bytes(
; CHECK: switch i32
; CHECK: region.2:
; CHECK: [[L:%local_id.x[0-9]*]] = phi
; CHECK-NOT: phi
; CHECK: add i64 %row, [[L]]
; CHECK: atomicrmw volatile add ptr addrspace(3)
; CHECK-NOT: phi
; CHECK: br i1 %{{.*}}, label %item
define void @bytes(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "weft.kernel" {
entry:
  %t = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %l = call i64 @weft.ctx.local_id.0()
  %size = call i64 @weft.ctx.local_size.0()
  %own = getelementptr i32, ptr addrspace(3) %t, i64 %l
  store i32 0, ptr addrspace(3) %own
  call void @__weft_barrier()
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %wide = zext i32 %i to i64
  %row = mul i64 %wide, %size
  %place = add i64 %row, %l
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %place
  %v = load i8, ptr addrspace(1) %p
  %bin = zext i8 %v to i64
  %q = getelementptr i32, ptr addrspace(3) %t, i64 %bin
  %was = atomicrmw volatile add ptr addrspace(3) %q, i32 1 monotonic
  %i.next = add nuw i32 %i, 1
  br label %head
end:
  call void @__weft_barrier()
  %count = load i32, ptr addrspace(3) %own
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %l
  store i32 %count, ptr addrspace(1) %to
  ret void
}

; Each work-item has a row of its own, whose bytes are in the lines that it has.
; CHECK-LABEL: define void @weft_kernel_own_rows(
; CHECK-NOT: switch
; CHECK: atomicrmw
; CHECK-NOT: switch
; CHECK: {{^[}]}}
define void @own_rows(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "weft.kernel" {
entry:
  %t = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %l = call i64 @weft.ctx.local_id.0()
  %size = call i64 @weft.ctx.local_size.0()
  %own = getelementptr i32, ptr addrspace(3) %t, i64 %l
  store i32 0, ptr addrspace(3) %own
  call void @__weft_barrier()
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %wide = zext i32 %i to i64
  %n64 = zext i32 %n to i64
  %row = mul i64 %l, %n64
  %place = add i64 %row, %wide
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %place
  %v = load i8, ptr addrspace(1) %p
  %bin = zext i8 %v to i64
  %q = getelementptr i32, ptr addrspace(3) %t, i64 %bin
  %was = atomicrmw volatile add ptr addrspace(3) %q, i32 1 monotonic
  %i.next = add nuw i32 %i, 1
  br label %head
end:
  call void @__weft_barrier()
  %count = load i32, ptr addrspace(3) %own
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %l
  store i32 %count, ptr addrspace(1) %to
  ret void
}

; The next row is in the same line.
; CHECK-LABEL: define void @weft_kernel_close_rows(
; CHECK-NOT: switch
; CHECK: atomicrmw
; CHECK-NOT: switch
; CHECK: {{^[}]}}
define void @close_rows(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "weft.kernel" {
entry:
  %t = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %l = call i64 @weft.ctx.local_id.0()
  %size = call i64 @weft.ctx.local_size.0()
  %own = getelementptr i32, ptr addrspace(3) %t, i64 %l
  store i32 0, ptr addrspace(3) %own
  call void @__weft_barrier()
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %wide = zext i32 %i to i64
  %row = mul i64 %wide, 32
  %place = add i64 %row, %l
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %place
  %v = load i8, ptr addrspace(1) %p
  %bin = zext i8 %v to i64
  %q = getelementptr i32, ptr addrspace(3) %t, i64 %bin
  %was = atomicrmw volatile add ptr addrspace(3) %q, i32 1 monotonic
  %i.next = add nuw i32 %i, 1
  br label %head
end:
  call void @__weft_barrier()
  %count = load i32, ptr addrspace(3) %own
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %l
  store i32 %count, ptr addrspace(1) %to
  ret void
}

; Neighbours' bytes are not side by side.
; CHECK-LABEL: define void @weft_kernel_far_neighbours(
; CHECK-NOT: switch
; CHECK: atomicrmw
; CHECK-NOT: switch
; CHECK: {{^[}]}}
define void @far_neighbours(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "weft.kernel" {
entry:
  %t = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %l = call i64 @weft.ctx.local_id.0()
  %size = call i64 @weft.ctx.local_size.0()
  %own = getelementptr i32, ptr addrspace(3) %t, i64 %l
  store i32 0, ptr addrspace(3) %own
  call void @__weft_barrier()
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %wide = zext i32 %i to i64
  %row = mul i64 %wide, %size
  %twice = shl i64 %l, 1
  %place = add i64 %row, %twice
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %place
  %v = load i8, ptr addrspace(1) %p
  %bin = zext i8 %v to i64
  %q = getelementptr i32, ptr addrspace(3) %t, i64 %bin
  %was = atomicrmw volatile add ptr addrspace(3) %q, i32 1 monotonic
  %i.next = add nuw i32 %i, 1
  br label %head
end:
  call void @__weft_barrier()
  %count = load i32, ptr addrspace(3) %own
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %l
  store i32 %count, ptr addrspace(1) %to
  ret void
}

; A line holds four elements only.
; CHECK-LABEL: define void @weft_kernel_long_elements(
; CHECK-NOT: switch
; CHECK: atomicrmw
; CHECK-NOT: switch
; CHECK: {{^[}]}}
define void @long_elements(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "weft.kernel" {
entry:
  %t = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %l = call i64 @weft.ctx.local_id.0()
  %size = call i64 @weft.ctx.local_size.0()
  %own = getelementptr i32, ptr addrspace(3) %t, i64 %l
  store i32 0, ptr addrspace(3) %own
  call void @__weft_barrier()
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %wide = zext i32 %i to i64
  %row = mul i64 %wide, %size
  %place = add i64 %row, %l
  %p = getelementptr <4 x i32>, ptr addrspace(1) %in, i64 %place
  %four = load <4 x i32>, ptr addrspace(1) %p
  %v = extractelement <4 x i32> %four, i32 0
  %bin = zext i32 %v to i64
  %q = getelementptr i32, ptr addrspace(3) %t, i64 %bin
  %was = atomicrmw volatile add ptr addrspace(3) %q, i32 1 monotonic
  %i.next = add nuw i32 %i, 1
  br label %head
end:
  call void @__weft_barrier()
  %count = load i32, ptr addrspace(3) %own
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %l
  store i32 %count, ptr addrspace(1) %to
  ret void
}

; What a work-item saw last would have to be kept from turn to turn.
; CHECK-LABEL: define void @weft_kernel_remembers(
; CHECK-NOT: switch
; CHECK: atomicrmw
; CHECK-NOT: switch
; CHECK: {{^[}]}}
define void @remembers(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "weft.kernel" {
entry:
  %t = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %l = call i64 @weft.ctx.local_id.0()
  %size = call i64 @weft.ctx.local_size.0()
  %own = getelementptr i32, ptr addrspace(3) %t, i64 %l
  store i32 0, ptr addrspace(3) %own
  call void @__weft_barrier()
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %last = phi i8 [ 0, %entry ], [ %v, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %wide = zext i32 %i to i64
  %row = mul i64 %wide, %size
  %place = add i64 %row, %l
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %place
  %v = load i8, ptr addrspace(1) %p
  %both = xor i8 %v, %last
  %bin = zext i8 %both to i64
  %q = getelementptr i32, ptr addrspace(3) %t, i64 %bin
  %was = atomicrmw volatile add ptr addrspace(3) %q, i32 1 monotonic
  %i.next = add nuw i32 %i, 1
  br label %head
end:
  call void @__weft_barrier()
  %count = load i32, ptr addrspace(3) %own
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %l
  store i32 %count, ptr addrspace(1) %to
  ret void
}

; So would what it loaded before the loop.
; CHECK-LABEL: define void @weft_kernel_knows(
; CHECK-NOT: switch
; CHECK: atomicrmw
; CHECK-NOT: switch
; CHECK: {{^[}]}}
define void @knows(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "weft.kernel" {
entry:
  %t = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %l = call i64 @weft.ctx.local_id.0()
  %size = call i64 @weft.ctx.local_size.0()
  %own = getelementptr i32, ptr addrspace(3) %t, i64 %l
  store i32 0, ptr addrspace(3) %own
  %w.p = getelementptr i32, ptr addrspace(1) %out, i64 %l
  %w = load i32, ptr addrspace(1) %w.p
  call void @__weft_barrier()
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %wide = zext i32 %i to i64
  %row = mul i64 %wide, %size
  %place = add i64 %row, %l
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %place
  %v = load i8, ptr addrspace(1) %p
  %bin = zext i8 %v to i64
  %q = getelementptr i32, ptr addrspace(3) %t, i64 %bin
  %was = atomicrmw volatile add ptr addrspace(3) %q, i32 %w monotonic
  %i.next = add nuw i32 %i, 1
  br label %head
end:
  call void @__weft_barrier()
  %count = load i32, ptr addrspace(3) %own
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %l
  store i32 %count, ptr addrspace(1) %to
  ret void
}

; Work-items leave the loop one by one.
; CHECK-LABEL: define void @weft_kernel_own_turns(
; CHECK-NOT: switch
; CHECK: atomicrmw
; CHECK-NOT: switch
; CHECK: {{^[}]}}
define void @own_turns(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "weft.kernel" {
entry:
  %t = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %l = call i64 @weft.ctx.local_id.0()
  %size = call i64 @weft.ctx.local_size.0()
  %own = getelementptr i32, ptr addrspace(3) %t, i64 %l
  store i32 0, ptr addrspace(3) %own
  call void @__weft_barrier()
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %l32 = trunc i64 %l to i32
  %more = icmp ult i32 %i, %l32
  br i1 %more, label %body, label %end
body:
  %wide = zext i32 %i to i64
  %row = mul i64 %wide, %size
  %place = add i64 %row, %l
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %place
  %v = load i8, ptr addrspace(1) %p
  %bin = zext i8 %v to i64
  %q = getelementptr i32, ptr addrspace(3) %t, i64 %bin
  %was = atomicrmw volatile add ptr addrspace(3) %q, i32 1 monotonic
  %i.next = add nuw i32 %i, 1
  br label %head
end:
  call void @__weft_barrier()
  %count = load i32, ptr addrspace(3) %own
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %l
  store i32 %count, ptr addrspace(1) %to
  ret void
}

; Not all work-items come to the loop.
; CHECK-LABEL: define void @weft_kernel_some(
; CHECK-NOT: switch
; CHECK: atomicrmw
; CHECK-NOT: switch
; CHECK: {{^[}]}}
define void @some(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "weft.kernel" {
entry:
  %t = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %l = call i64 @weft.ctx.local_id.0()
  %size = call i64 @weft.ctx.local_size.0()
  %own = getelementptr i32, ptr addrspace(3) %t, i64 %l
  store i32 0, ptr addrspace(3) %own
  call void @__weft_barrier()
  %odd = trunc i64 %l to i1
  br i1 %odd, label %start, label %end
start:
  br label %head
head:
  %i = phi i32 [ 0, %start ], [ %i.next, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %wide = zext i32 %i to i64
  %row = mul i64 %wide, %size
  %place = add i64 %row, %l
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %place
  %v = load i8, ptr addrspace(1) %p
  %bin = zext i8 %v to i64
  %q = getelementptr i32, ptr addrspace(3) %t, i64 %bin
  %was = atomicrmw volatile add ptr addrspace(3) %q, i32 1 monotonic
  %i.next = add nuw i32 %i, 1
  br label %head
end:
  call void @__weft_barrier()
  %count = load i32, ptr addrspace(3) %own
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %l
  store i32 %count, ptr addrspace(1) %to
  ret void
}

; A work-item wants to know what was there.
; CHECK-LABEL: define void @weft_kernel_wants(
; CHECK-NOT: switch
; CHECK: atomicrmw
; CHECK-NOT: switch
; CHECK: {{^[}]}}
define void @wants(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "weft.kernel" {
entry:
  %t = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %l = call i64 @weft.ctx.local_id.0()
  %size = call i64 @weft.ctx.local_size.0()
  %own = getelementptr i32, ptr addrspace(3) %t, i64 %l
  store i32 0, ptr addrspace(3) %own
  call void @__weft_barrier()
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %wide = zext i32 %i to i64
  %row = mul i64 %wide, %size
  %place = add i64 %row, %l
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %place
  %v = load i8, ptr addrspace(1) %p
  %bin = zext i8 %v to i64
  %q = getelementptr i32, ptr addrspace(3) %t, i64 %bin
  %was = atomicrmw volatile add ptr addrspace(3) %q, i32 1 monotonic
  %told = getelementptr i32, ptr addrspace(1) %out, i64 %place
  store i32 %was, ptr addrspace(1) %told
  %i.next = add nuw i32 %i, 1
  br label %head
end:
  call void @__weft_barrier()
  %count = load i32, ptr addrspace(3) %own
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %l
  store i32 %count, ptr addrspace(1) %to
  ret void
}

; All count in one place: one operation does for vectors of them.
; CHECK-LABEL: define void @weft_kernel_one_place(
; CHECK-NOT: switch
; CHECK: atomicrmw
; CHECK-NOT: switch
; CHECK: {{^[}]}}
define void @one_place(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "weft.kernel" {
entry:
  %t = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %l = call i64 @weft.ctx.local_id.0()
  %size = call i64 @weft.ctx.local_size.0()
  %own = getelementptr i32, ptr addrspace(3) %t, i64 %l
  store i32 0, ptr addrspace(3) %own
  call void @__weft_barrier()
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %wide = zext i32 %i to i64
  %row = mul i64 %wide, %size
  %place = add i64 %row, %l
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %place
  %v = load i8, ptr addrspace(1) %p
  %bin = add i64 %wide, 0
  %q = getelementptr i32, ptr addrspace(3) %t, i64 %bin
  %was = atomicrmw volatile add ptr addrspace(3) %q, i32 1 monotonic
  %i.next = add nuw i32 %i, 1
  br label %head
end:
  call void @__weft_barrier()
  %count = load i32, ptr addrspace(3) %own
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %l
  store i32 %count, ptr addrspace(1) %to
  ret void
}

; Counts in a buffer are not the group's alone, and cost more than the lines.
; CHECK-LABEL: define void @weft_kernel_in_a_buffer(
; CHECK-NOT: switch
; CHECK: atomicrmw
; CHECK-NOT: switch
; CHECK: {{^[}]}}
define void @in_a_buffer(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "weft.kernel" {
entry:
  %t = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %l = call i64 @weft.ctx.local_id.0()
  %size = call i64 @weft.ctx.local_size.0()
  %own = getelementptr i32, ptr addrspace(3) %t, i64 %l
  store i32 0, ptr addrspace(3) %own
  call void @__weft_barrier()
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %wide = zext i32 %i to i64
  %row = mul i64 %wide, %size
  %place = add i64 %row, %l
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %place
  %v = load i8, ptr addrspace(1) %p
  %bin = zext i8 %v to i64
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %bin
  %was = atomicrmw volatile add ptr addrspace(1) %q, i32 1 monotonic
  %i.next = add nuw i32 %i, 1
  br label %head
end:
  call void @__weft_barrier()
  %count = load i32, ptr addrspace(3) %own
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %l
  store i32 %count, ptr addrspace(1) %to
  ret void
}

; Work-items that part before the loop have met again: each clears some of the bins.
; CHECK-LABEL: define void @weft_kernel_clears(
; CHECK: switch i32
; CHECK: region.2:
; CHECK: %local_id.x{{[0-9]*}} = phi
; CHECK-NOT: phi
; CHECK: atomicrmw volatile add ptr addrspace(3)
; CHECK: br i1 %{{.*}}, label %item
define void @clears(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "weft.kernel" {
entry:
  %t = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %l = call i64 @weft.ctx.local_id.0()
  %size = call i64 @weft.ctx.local_size.0()
  br label %clear
clear:
  %b = phi i64 [ %l, %entry ], [ %b.next, %set ]
  %b.more = icmp ult i64 %b, 1024
  br i1 %b.more, label %set, label %clean
set:
  %place.b = getelementptr i32, ptr addrspace(3) %t, i64 %b
  store i32 0, ptr addrspace(3) %place.b
  %b.next = add i64 %b, %size
  br label %clear
clean:
  call void @__weft_barrier()
  br label %head
head:
  %i = phi i32 [ 0, %clean ], [ %i.next, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %wide = zext i32 %i to i64
  %row = mul i64 %wide, %size
  %place = add i64 %row, %l
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %place
  %v = load i8, ptr addrspace(1) %p
  %bin = zext i8 %v to i64
  %q = getelementptr i32, ptr addrspace(3) %t, i64 %bin
  %was = atomicrmw volatile add ptr addrspace(3) %q, i32 1 monotonic
  %i.next = add nuw i32 %i, 1
  br label %head
end:
  call void @__weft_barrier()
  %own = getelementptr i32, ptr addrspace(3) %t, i64 %l
  %count = load i32, ptr addrspace(3) %own
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %l
  store i32 %count, ptr addrspace(1) %to
  ret void
}

; What is wanted on the other sides of the barriers has a row already, and one more cut between costs nothing.
; CHECK-LABEL: define void @weft_kernel_keeps(
; CHECK: switch i32
; CHECK: region.2:
; CHECK: %local_id.x{{[0-9]*}} = phi
; CHECK-NOT: phi
; CHECK: atomicrmw volatile add ptr addrspace(3)
; CHECK-NOT: phi
; CHECK: br i1 %{{.*}}, label %item
define void @keeps(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "weft.kernel" {
entry:
  %t = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %l = call i64 @weft.ctx.local_id.0()
  %size = call i64 @weft.ctx.local_size.0()
  %own = getelementptr i32, ptr addrspace(3) %t, i64 %l
  store i32 0, ptr addrspace(3) %own
  %w.p = getelementptr i32, ptr addrspace(1) %out, i64 %l
  %w = load i32, ptr addrspace(1) %w.p
  call void @__weft_barrier()
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %wide = zext i32 %i to i64
  %row = mul i64 %wide, %size
  %place = add i64 %row, %l
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %place
  %v = load i8, ptr addrspace(1) %p
  %bin = zext i8 %v to i64
  %q = getelementptr i32, ptr addrspace(3) %t, i64 %bin
  %was = atomicrmw volatile add ptr addrspace(3) %q, i32 1 monotonic
  %i.next = add nuw i32 %i, 1
  br label %head
end:
  call void @__weft_barrier()
  %count = load i32, ptr addrspace(3) %own
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %l
  store i32 %count, ptr addrspace(1) %to
  %w.to = getelementptr i32, ptr addrspace(1) %in, i64 %l
  store i32 %w, ptr addrspace(1) %w.to
  ret void
}

; Likewise what only one of the two barriers lies between.
; CHECK-LABEL: define void @weft_kernel_keeps_till_behind(
; CHECK: switch i32
; CHECK: region.2:
; CHECK: %local_id.x{{[0-9]*}} = phi
; CHECK-NOT: phi
; CHECK: atomicrmw volatile add ptr addrspace(3)
; CHECK-NOT: phi
; CHECK: br i1 %{{.*}}, label %item
define void @keeps_till_behind(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "weft.kernel" {
entry:
  %t = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %l = call i64 @weft.ctx.local_id.0()
  %size = call i64 @weft.ctx.local_size.0()
  %own = getelementptr i32, ptr addrspace(3) %t, i64 %l
  store i32 0, ptr addrspace(3) %own
  %w.p = getelementptr i32, ptr addrspace(1) %out, i64 %l
  %w = load i32, ptr addrspace(1) %w.p
  call void @__weft_barrier()
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %wide = zext i32 %i to i64
  %row = mul i64 %wide, %size
  %place = add i64 %row, %l
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %place
  %v = load i8, ptr addrspace(1) %p
  %bin = zext i8 %v to i64
  %q = getelementptr i32, ptr addrspace(3) %t, i64 %bin
  %was = atomicrmw volatile add ptr addrspace(3) %q, i32 1 monotonic
  %i.next = add nuw i32 %i, 1
  br label %head
end:
  %w.to = getelementptr i32, ptr addrspace(1) %in, i64 %l
  store i32 %w, ptr addrspace(1) %w.to
  call void @__weft_barrier()
  %count = load i32, ptr addrspace(3) %own
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %l
  store i32 %count, ptr addrspace(1) %to
  ret void
}

; Between the barriers it would have a row for nothing but the cut.
; CHECK-LABEL: define void @weft_kernel_holds(
; CHECK-NOT: switch
; CHECK: atomicrmw
; CHECK-NOT: switch
; CHECK: {{^[}]}}
define void @holds(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "weft.kernel" {
entry:
  %t = call ptr addrspace(3) @weft.ctx.local_memory.0()
  %l = call i64 @weft.ctx.local_id.0()
  %size = call i64 @weft.ctx.local_size.0()
  %own = getelementptr i32, ptr addrspace(3) %t, i64 %l
  store i32 0, ptr addrspace(3) %own
  call void @__weft_barrier()
  %w.p = getelementptr i32, ptr addrspace(1) %out, i64 %l
  %w = load i32, ptr addrspace(1) %w.p
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %wide = zext i32 %i to i64
  %row = mul i64 %wide, %size
  %place = add i64 %row, %l
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %place
  %v = load i8, ptr addrspace(1) %p
  %bin = zext i8 %v to i64
  %q = getelementptr i32, ptr addrspace(3) %t, i64 %bin
  %was = atomicrmw volatile add ptr addrspace(3) %q, i32 1 monotonic
  %i.next = add nuw i32 %i, 1
  br label %head
end:
  %w.to = getelementptr i32, ptr addrspace(1) %in, i64 %l
  store i32 %w, ptr addrspace(1) %w.to
  call void @__weft_barrier()
  %count = load i32, ptr addrspace(3) %own
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %l
  store i32 %count, ptr addrspace(1) %to
  ret void
}
