; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: fetch-ahead
; OPTIONS: --isa=x86-64-v3
; Work-items that go down columns fetch the next line of the rows for those after them.

; Bytes of rows whose pitch and number only the launch knows: 64 work-items share a line. The one whose byte is the third
; of its line fetches the next line of the rows 3, 67, ..., if there are 16 rows to 1024, two lines apart or more. What may
; be poison where the loop does not get to its load is frozen. The second load is in the same line as the first.
; CHECK-LABEL: define void @bytes(
; CHECK: item:
; CHECK: [[FIRST:%.*]] = freeze ptr
; CHECK-NEXT: [[PITCH:%.*]] = freeze i64
; CHECK-NEXT: [[ROWS:%.*]] = freeze i64
; CHECK-NEXT: [[ADDRESS:%.*]] = ptrtoint ptr [[FIRST]] to i64
; CHECK-NEXT: [[OFFSET:%.*]] = and i64 [[ADDRESS]], 63
; CHECK-NEXT: [[ROW:%.*]] = udiv i64 [[OFFSET]], 1
; CHECK-NEXT: [[MORE:%.*]] = sub i64 [[ROWS]], 16
; CHECK-NEXT: [[ENOUGH:%.*]] = icmp ule i64 [[MORE]], 1008
; CHECK-NEXT: [[FAR:%.*]] = icmp uge i64 [[PITCH]], 128
; CHECK-NEXT: [[BOTH:%.*]] = and i1 [[ENOUGH]], [[FAR]]
; CHECK-NEXT: [[IN:%.*]] = icmp ult i64 [[ROW]], [[ROWS]]
; CHECK-NEXT: [[ALL:%.*]] = and i1 [[BOTH]], [[IN]]
; CHECK-NEXT: br i1 [[ALL]]
; CHECK: [[LEFT:%.*]] = sub i64 [[ROWS]], [[ROW]]
; CHECK-NEXT: [[BUT_ONE:%.*]] = sub i64 [[LEFT]], 1
; CHECK-NEXT: [[LAST:%.*]] = udiv i64 [[BUT_ONE]], 64
; CHECK-NEXT: [[END:%.*]] = add i64 [[LAST]], 1
; CHECK: [[TURN:%.*]] = phi i64
; CHECK: [[STEP:%.*]] = mul i64 [[TURN]], 64
; CHECK-NEXT: [[THIS:%.*]] = add i64 [[ROW]], [[STEP]]
; CHECK-NEXT: [[DOWN:%.*]] = mul i64 [[THIS]], [[PITCH]]
; CHECK-NEXT: [[NEXT:%.*]] = add i64 [[DOWN]], 64
; CHECK-NEXT: [[LINE:%.*]] = getelementptr i8, ptr [[FIRST]], i64 [[NEXT]]
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[LINE]], i32 0, i32 3, i32 1)
; CHECK-NOT: prefetch
; CHECK: ret void
define void @bytes(ptr %args, i64 %n, i32 %end, i64 %width, ptr noalias %local) {
entry:
  %in = load ptr, ptr %args
  br label %item
item:
  %x = phi i64 [ 0, %entry ], [ %x.next, %item.next ]
  br label %row
row:
  %k = phi i32 [ 0, %item ], [ %k.next, %row ]
  %k64 = zext i32 %k to i64
  %start = mul i64 %k64, %n
  %i = add i64 %start, %x
  %p = getelementptr i8, ptr %in, i64 %i
  %v = load i8, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  %w = load i8, ptr %q
  %sum = add i8 %v, %w
  %to = getelementptr i8, ptr %local, i64 %x
  store i8 %sum, ptr %to
  %k.next = add nuw i32 %k, 1
  %k.more = icmp ult i32 %k.next, %end
  br i1 %k.more, label %row, label %item.next
item.next:
  %x.next = add i64 %x, 1
  %x.more = icmp ult i64 %x.next, %width
  br i1 %x.more, label %item, label %done, !llvm.loop !1
done:
  ret void
}

; Numbers of eight bytes: eight work-items share a line.
; CHECK-LABEL: define void @words(
; CHECK: udiv i64 {{%.*}}, 8
; CHECK: udiv i64 {{%.*}}, 8
; CHECK: call void @llvm.prefetch.p0(
; CHECK: ret void
define void @words(ptr %args, i64 %end, i64 %width, ptr noalias %local) {
entry:
  %in = load ptr, ptr %args
  br label %item
item:
  %x = phi i64 [ 0, %entry ], [ %x.next, %item.next ]
  br label %row
row:
  %k = phi i64 [ 0, %item ], [ %k.next, %row ]
  %start = shl i64 %k, 5
  %i = add i64 %start, %x
  %p = getelementptr i64, ptr %in, i64 %i
  %v = load i64, ptr %p
  %to = getelementptr i64, ptr %local, i64 %x
  store i64 %v, ptr %to
  %k.next = add i64 %k, 1
  %k.more = icmp ult i64 %k.next, %end
  br i1 %k.more, label %row, label %item.next
item.next:
  %x.next = add i64 %x, 1
  %x.more = icmp ult i64 %x.next, %width
  br i1 %x.more, label %item, label %done, !llvm.loop !1
done:
  ret void
}

; Nothing for local memory (%p), two work-items' elements a line apart (%q), rows in the next line (%r), elements of which
; four fill a line (%s), or loads that not every turn makes (%t).
; CHECK-LABEL: define void @others(
; CHECK-NOT: prefetch
; CHECK: ret void
define void @others(ptr %args, i64 %n, i64 %end, i64 %width, ptr noalias %local) {
entry:
  %in = load ptr, ptr %args
  br label %item
item:
  %x = phi i64 [ 0, %entry ], [ %x.next, %item.next ]
  br label %row
row:
  %k = phi i64 [ 0, %item ], [ %k.next, %row.next ]
  %start = mul i64 %k, %n
  %i = add i64 %start, %x
  %p = getelementptr i32, ptr %local, i64 %i
  %pv = load i32, ptr %p
  %q.i = mul i64 %i, 16
  %q = getelementptr i32, ptr %in, i64 %q.i
  %qv = load i32, ptr %q
  %r.start = mul i64 %k, 16
  %r.i = add i64 %r.start, %x
  %r = getelementptr i32, ptr %in, i64 %r.i
  %rv = load i32, ptr %r
  %s = getelementptr <4 x i32>, ptr %in, i64 %i
  %sv = load <4 x i32>, ptr %s
  %s0 = extractelement <4 x i32> %sv, i32 0
  %pq = add i32 %pv, %qv
  %pqr = add i32 %pq, %rv
  %sum = add i32 %pqr, %s0
  %odd = trunc i32 %sum to i1
  br i1 %odd, label %some, label %row.next
some:
  %t = getelementptr i32, ptr %in, i64 %i
  %tv = load i32, ptr %t
  br label %row.next
row.next:
  %all = phi i32 [ %sum, %row ], [ %tv, %some ]
  store i32 %all, ptr %local
  %k.next = add i64 %k, 1
  %k.more = icmp ult i64 %k.next, %end
  br i1 %k.more, label %row, label %item.next
item.next:
  %x.next = add i64 %x, 1
  %x.more = icmp ult i64 %x.next, %width
  br i1 %x.more, label %item, label %done, !llvm.loop !1
done:
  ret void
}

; The loop around is not over work-items.
; CHECK-LABEL: define void @loops(
; CHECK-NOT: prefetch
; CHECK: ret void
define void @loops(ptr %args, i64 %n, i64 %end, i64 %width, ptr noalias %local) {
entry:
  %in = load ptr, ptr %args
  br label %item
item:
  %x = phi i64 [ 0, %entry ], [ %x.next, %item.next ]
  br label %row
row:
  %k = phi i64 [ 0, %item ], [ %k.next, %row ]
  %start = mul i64 %k, %n
  %i = add i64 %start, %x
  %p = getelementptr i32, ptr %in, i64 %i
  %v = load i32, ptr %p
  store i32 %v, ptr %local
  %k.next = add i64 %k, 1
  %k.more = icmp ult i64 %k.next, %end
  br i1 %k.more, label %row, label %item.next
item.next:
  %x.next = add i64 %x, 1
  %x.more = icmp ult i64 %x.next, %width
  br i1 %x.more, label %item, label %done
done:
  ret void
}

!0 = !{}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.parallel_accesses", !0}
