; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A work-item's loop that walks a small array of its own goes, also where it is too long to go otherwise: what a packet has of
; the array are values. All others stay loops.
; PASSES: work-groups,vectorise
; OPTIONS: --spmd=serial --spmd-lanes=8 --spmd-parts=1
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn

; 160 bytes are as much as registers may hold, whatever the elements are. One element more is an array, and its loops stay.
; CHECK-LABEL: define internal void @weft_kernel_largest.item0(
; CHECK-NOT: alloca
; CHECK-NOT: phi
; CHECK-COUNT-40: load i32
; CHECK-NOT: load
; CHECK-NOT: phi
; CHECK: {{^\}$}}
define void @largest(ptr addrspace(1) %a) "weft.kernel" {
entry:
  %v = alloca [40 x i32]
  %l = call i64 @weft.ctx.local_id.0()
  %mine = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  br label %fill
fill:
  %i = phi i64 [ 0, %entry ], [ %up, %fill ]
  %from = getelementptr inbounds i32, ptr addrspace(1) %mine, i64 %i
  %w = load i32, ptr addrspace(1) %from
  %to = getelementptr inbounds i32, ptr %v, i64 %i
  store i32 %w, ptr %to
  %up = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %up, 40
  br i1 %more, label %fill, label %add
add:
  %j = phi i64 [ 0, %fill ], [ %next, %add ]
  %s = phi i32 [ 0, %fill ], [ %sum, %add ]
  %at = getelementptr inbounds i32, ptr %v, i64 %j
  %e = load i32, ptr %at
  %three = mul i32 %s, 3
  %sum = add i32 %three, %e
  %next = add nuw nsw i64 %j, 1
  %goes = icmp ult i64 %next, 40
  br i1 %goes, label %add, label %end
end:
  store i32 %sum, ptr addrspace(1) %mine
  ret void
}

; CHECK-LABEL: define internal void @weft_kernel_larger.item0(
; CHECK: alloca [41 x i32]
; CHECK: phi i64
; CHECK: phi i64
; CHECK: {{^\}$}}
define void @larger(ptr addrspace(1) %a) "weft.kernel" {
entry:
  %v = alloca [41 x i32]
  %l = call i64 @weft.ctx.local_id.0()
  %mine = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  br label %fill
fill:
  %i = phi i64 [ 0, %entry ], [ %up, %fill ]
  %from = getelementptr inbounds i32, ptr addrspace(1) %mine, i64 %i
  %w = load i32, ptr addrspace(1) %from
  %to = getelementptr inbounds i32, ptr %v, i64 %i
  store i32 %w, ptr %to
  %up = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %up, 41
  br i1 %more, label %fill, label %add
add:
  %j = phi i64 [ 0, %fill ], [ %next, %add ]
  %s = phi i32 [ 0, %fill ], [ %sum, %add ]
  %at = getelementptr inbounds i32, ptr %v, i64 %j
  %e = load i32, ptr %at
  %three = mul i32 %s, 3
  %sum = add i32 %three, %e
  %next = add nuw nsw i64 %j, 1
  %goes = icmp ult i64 %next, 41
  br i1 %goes, label %add, label %end
end:
  store i32 %sum, ptr addrspace(1) %mine
  ret void
}

; 64 turns are the most, of an array that may be that long.
; CHECK-LABEL: define internal void @weft_kernel_turns.item0(
; CHECK-NOT: alloca
; CHECK-NOT: phi
; CHECK-COUNT-64: load i8
; CHECK-NOT: load
; CHECK-NOT: phi
; CHECK: {{^\}$}}
define void @turns(ptr addrspace(1) %a) "weft.kernel" {
entry:
  %v = alloca [64 x i8]
  %l = call i64 @weft.ctx.local_id.0()
  %mine = getelementptr inbounds i8, ptr addrspace(1) %a, i64 %l
  br label %fill
fill:
  %i = phi i64 [ 0, %entry ], [ %up, %fill ]
  %from = getelementptr inbounds i8, ptr addrspace(1) %mine, i64 %i
  %w = load i8, ptr addrspace(1) %from
  %to = getelementptr inbounds i8, ptr %v, i64 %i
  store i8 %w, ptr %to
  %up = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %up, 64
  br i1 %more, label %fill, label %add
add:
  %j = phi i64 [ 0, %fill ], [ %next, %add ]
  %s = phi i8 [ 0, %fill ], [ %sum, %add ]
  %at = getelementptr inbounds i8, ptr %v, i64 %j
  %e = load i8, ptr %at
  %three = mul i8 %s, 3
  %sum = add i8 %three, %e
  %next = add nuw nsw i64 %j, 1
  %goes = icmp ult i64 %next, 64
  br i1 %goes, label %add, label %end
end:
  store i8 %sum, ptr addrspace(1) %mine
  ret void
}

; CHECK-LABEL: define internal void @weft_kernel_more_turns.item0(
; CHECK: alloca [65 x i8]
; CHECK: phi i64
; CHECK: phi i64
; CHECK: {{^\}$}}
define void @more_turns(ptr addrspace(1) %a) "weft.kernel" {
entry:
  %v = alloca [65 x i8]
  %l = call i64 @weft.ctx.local_id.0()
  %mine = getelementptr inbounds i8, ptr addrspace(1) %a, i64 %l
  br label %fill
fill:
  %i = phi i64 [ 0, %entry ], [ %up, %fill ]
  %from = getelementptr inbounds i8, ptr addrspace(1) %mine, i64 %i
  %w = load i8, ptr addrspace(1) %from
  %to = getelementptr inbounds i8, ptr %v, i64 %i
  store i8 %w, ptr %to
  %up = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %up, 65
  br i1 %more, label %fill, label %add
add:
  %j = phi i64 [ 0, %fill ], [ %next, %add ]
  %s = phi i8 [ 0, %fill ], [ %sum, %add ]
  %at = getelementptr inbounds i8, ptr %v, i64 %j
  %e = load i8, ptr %at
  %three = mul i8 %s, 3
  %sum = add i8 %three, %e
  %next = add nuw nsw i64 %j, 1
  %goes = icmp ult i64 %next, 65
  br i1 %goes, label %add, label %end
end:
  store i8 %sum, ptr addrspace(1) %mine
  ret void
}

; A number of turns that an argument gives.
; CHECK-LABEL: define internal void @weft_kernel_any_turns.item0(
; CHECK: alloca [32 x i32]
; CHECK: phi i64
; CHECK: phi i64
; CHECK: {{^\}$}}
define void @any_turns(ptr addrspace(1) %a, i64 %n) "weft.kernel" {
entry:
  %v = alloca [32 x i32]
  %l = call i64 @weft.ctx.local_id.0()
  %mine = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  br label %fill
fill:
  %i = phi i64 [ 0, %entry ], [ %up, %fill ]
  %from = getelementptr inbounds i32, ptr addrspace(1) %mine, i64 %i
  %w = load i32, ptr addrspace(1) %from
  %to = getelementptr inbounds i32, ptr %v, i64 %i
  store i32 %w, ptr %to
  %up = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %up, %n
  br i1 %more, label %fill, label %add
add:
  %j = phi i64 [ 0, %fill ], [ %next, %add ]
  %s = phi i32 [ 0, %fill ], [ %sum, %add ]
  %at = getelementptr inbounds i32, ptr %v, i64 %j
  %e = load i32, ptr %at
  %three = mul i32 %s, 3
  %sum = add i32 %three, %e
  %next = add nuw nsw i64 %j, 1
  %goes = icmp ult i64 %next, %n
  br i1 %goes, label %add, label %end
end:
  store i32 %sum, ptr addrspace(1) %mine
  ret void
}

; A nest of 12 times 32 turns has less than 4096 instructions, one of 13 times as many more: of that the inner loop goes alone.
; CHECK-LABEL: define internal void @weft_kernel_nest.item0(
; CHECK-NOT: alloca
; CHECK-NOT: phi
; CHECK: {{^\}$}}
define void @nest(ptr addrspace(1) %a) "weft.kernel" {
entry:
  %v = alloca [32 x i32]
  %l = call i64 @weft.ctx.local_id.0()
  %mine = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 128, i1 false)
  br label %rows
rows:
  %i = phi i64 [ 0, %entry ], [ %down, %row.end ]
  %start = mul nuw nsw i64 %i, 1000
  %row = getelementptr inbounds i32, ptr addrspace(1) %mine, i64 %start
  br label %columns
columns:
  %j = phi i64 [ 0, %rows ], [ %right, %columns ]
  %from = getelementptr inbounds i32, ptr addrspace(1) %row, i64 %j
  %w = load i32, ptr addrspace(1) %from
  %at = getelementptr inbounds i32, ptr %v, i64 %j
  %e = load i32, ptr %at
  %three = mul i32 %e, 3
  %sum = add i32 %three, %w
  store i32 %sum, ptr %at
  %right = add nuw nsw i64 %j, 1
  %more = icmp ult i64 %right, 32
  br i1 %more, label %columns, label %row.end
row.end:
  %down = add nuw nsw i64 %i, 1
  %goes = icmp ult i64 %down, 12
  br i1 %goes, label %rows, label %end
end:
  %p = getelementptr inbounds i32, ptr %v, i64 7
  %one = load i32, ptr %p
  store i32 %one, ptr addrspace(1) %mine
  ret void
}

; CHECK-LABEL: define internal void @weft_kernel_larger_nest.item0(
; CHECK-NOT: alloca
; CHECK: phi i64
; CHECK-NOT: phi i64
; CHECK: icmp {{.*}}, 12
; CHECK: {{^\}$}}
define void @larger_nest(ptr addrspace(1) %a) "weft.kernel" {
entry:
  %v = alloca [32 x i32]
  %l = call i64 @weft.ctx.local_id.0()
  %mine = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 128, i1 false)
  br label %rows
rows:
  %i = phi i64 [ 0, %entry ], [ %down, %row.end ]
  %start = mul nuw nsw i64 %i, 1000
  %row = getelementptr inbounds i32, ptr addrspace(1) %mine, i64 %start
  br label %columns
columns:
  %j = phi i64 [ 0, %rows ], [ %right, %columns ]
  %from = getelementptr inbounds i32, ptr addrspace(1) %row, i64 %j
  %w = load i32, ptr addrspace(1) %from
  %at = getelementptr inbounds i32, ptr %v, i64 %j
  %e = load i32, ptr %at
  %three = mul i32 %e, 3
  %sum = add i32 %three, %w
  store i32 %sum, ptr %at
  %right = add nuw nsw i64 %j, 1
  %more = icmp ult i64 %right, 32
  br i1 %more, label %columns, label %row.end
row.end:
  %down = add nuw nsw i64 %i, 1
  %goes = icmp ult i64 %down, 13
  br i1 %goes, label %rows, label %end
end:
  %p = getelementptr inbounds i32, ptr %v, i64 7
  %one = load i32, ptr %p
  store i32 %one, ptr addrspace(1) %mine
  ret void
}

; Inner turns that the outer loop's variable gives are known, those that an argument gives are not.
; CHECK-LABEL: define internal void @weft_kernel_triangle.item0(
; CHECK-NOT: alloca
; CHECK-NOT: phi
; CHECK: {{^\}$}}
define void @triangle(ptr addrspace(1) %a) "weft.kernel" {
entry:
  %v = alloca [16 x i32]
  %l = call i64 @weft.ctx.local_id.0()
  %mine = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 64, i1 false)
  br label %rows
rows:
  %i = phi i64 [ 0, %entry ], [ %down, %row.end ]
  %start = mul nuw nsw i64 %i, 1000
  %row = getelementptr inbounds i32, ptr addrspace(1) %mine, i64 %start
  br label %columns
columns:
  %j = phi i64 [ 0, %rows ], [ %right, %columns ]
  %from = getelementptr inbounds i32, ptr addrspace(1) %row, i64 %j
  %w = load i32, ptr addrspace(1) %from
  %at = getelementptr inbounds i32, ptr %v, i64 %j
  %e = load i32, ptr %at
  %three = mul i32 %e, 3
  %sum = add i32 %three, %w
  store i32 %sum, ptr %at
  %right = add nuw nsw i64 %j, 1
  %more = icmp ule i64 %j, %i
  br i1 %more, label %columns, label %row.end
row.end:
  %down = add nuw nsw i64 %i, 1
  %goes = icmp ult i64 %down, 16
  br i1 %goes, label %rows, label %end
end:
  %p = getelementptr inbounds i32, ptr %v, i64 7
  %one = load i32, ptr %p
  store i32 %one, ptr addrspace(1) %mine
  ret void
}

; CHECK-LABEL: define internal void @weft_kernel_any_nest.item0(
; CHECK: alloca [16 x i32]
; CHECK: phi i64
; CHECK: phi i64
; CHECK: {{^\}$}}
define void @any_nest(ptr addrspace(1) %a, i64 %n) "weft.kernel" {
entry:
  %v = alloca [16 x i32]
  %l = call i64 @weft.ctx.local_id.0()
  %mine = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 64, i1 false)
  br label %rows
rows:
  %i = phi i64 [ 0, %entry ], [ %down, %row.end ]
  %start = mul nuw nsw i64 %i, 1000
  %row = getelementptr inbounds i32, ptr addrspace(1) %mine, i64 %start
  br label %columns
columns:
  %j = phi i64 [ 0, %rows ], [ %right, %columns ]
  %from = getelementptr inbounds i32, ptr addrspace(1) %row, i64 %j
  %w = load i32, ptr addrspace(1) %from
  %at = getelementptr inbounds i32, ptr %v, i64 %j
  %e = load i32, ptr %at
  %three = mul i32 %e, 3
  %sum = add i32 %three, %w
  store i32 %sum, ptr %at
  %right = add nuw nsw i64 %j, 1
  %more = icmp ule i64 %j, %n
  br i1 %more, label %columns, label %row.end
row.end:
  %down = add nuw nsw i64 %i, 1
  %goes = icmp ult i64 %down, 16
  br i1 %goes, label %rows, label %end
end:
  %p = getelementptr inbounds i32, ptr %v, i64 7
  %one = load i32, ptr %p
  store i32 %one, ptr addrspace(1) %mine
  ret void
}

; A loop that may end before its last turn.
; CHECK-LABEL: define internal void @weft_kernel_breaks.item0(
; CHECK: alloca [32 x i32]
; CHECK: phi i64
; CHECK: {{^\}$}}
define void @breaks(ptr addrspace(1) %a) "weft.kernel" {
entry:
  %v = alloca [32 x i32]
  %l = call i64 @weft.ctx.local_id.0()
  %mine = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  br label %fill
fill:
  %i = phi i64 [ 0, %entry ], [ %up, %next ]
  %from = getelementptr inbounds i32, ptr addrspace(1) %mine, i64 %i
  %w = load i32, ptr addrspace(1) %from
  %to = getelementptr inbounds i32, ptr %v, i64 %i
  store i32 %w, ptr %to
  %stops = icmp eq i32 %w, 0
  br i1 %stops, label %end, label %next
next:
  %up = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %up, 32
  br i1 %more, label %fill, label %end
end:
  %first = load i32, ptr %v
  store i32 %first, ptr addrspace(1) %mine
  ret void
}

; A loop over memory alone is not the array's.
; CHECK-LABEL: define internal void @weft_kernel_memory.item0(
; CHECK: phi i64
; CHECK: {{^\}$}}
define void @memory(ptr addrspace(1) %a) "weft.kernel" {
entry:
  %l = call i64 @weft.ctx.local_id.0()
  %mine = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  br label %add
add:
  %j = phi i64 [ 0, %entry ], [ %next, %add ]
  %s = phi i32 [ 0, %entry ], [ %sum, %add ]
  %at = getelementptr inbounds i32, ptr addrspace(1) %mine, i64 %j
  %e = load i32, ptr addrspace(1) %at
  %three = mul i32 %s, 3
  %sum = add i32 %three, %e
  %next = add nuw nsw i64 %j, 1
  %goes = icmp ult i64 %next, 40
  br i1 %goes, label %add, label %end
end:
  store i32 %sum, ptr addrspace(1) %mine
  ret void
}
