; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; How many groups of a row run as one depends on what became of the work-items: on the columns of a full packet, 1 where there is
; none, and on what makes a row long, 256 work-items, or 0 where they have loops and may meet in the cache from row to row.
; PASSES: work-item-ids,work-groups,vectorise
; OPTIONS: --spmd=auto --spmd-lanes=8 --spmd-parts=2
declare i64 @_Z13get_global_idj(i32)
declare void @unknown(ptr addrspace(1))

; Two parts side by side have 16 columns.
; CHECK-LABEL: define void @weft_kernel_copy(
; CHECK-NOT: @weft.spmd
; CHECK: [[MASK:%.*]] = sub i64 16, 1
; CHECK-NEXT: and i64 %full_size, [[MASK]]
; CHECK-NOT: @weft.spmd
; CHECK: udiv i64 4096, %full_size
; CHECK-NEXT: call i64 @llvm.umax.i64(
; CHECK: %groups.at_once
; CHECK: {{^\}$}}
define void @copy(ptr addrspace(1) %in, ptr addrspace(1) %out) "weft.kernel" {
  %x = call i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %x
  %v = load i32, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 %v, ptr addrspace(1) %q
  ret void
}

; Two parts one below the other have 8. The loop is the work-items'.
; CHECK-LABEL: define void @weft_kernel_product(
; CHECK: [[MASK:%.*]] = sub i64 8, 1
; CHECK-NEXT: and i64 %full_size, [[MASK]]
; CHECK: udiv i64 0, %full_size
; CHECK-NEXT: call i64 @llvm.umax.i64(
; CHECK: %groups.at_once
; CHECK: {{^\}$}}
define void @product(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %n) "weft.kernel" {
entry:
  %x = call i64 @_Z13get_global_idj(i32 0)
  %y = call i64 @_Z13get_global_idj(i32 1)
  %row = mul i64 %y, %n
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %up, %loop ]
  %s = phi float [ 0.0, %entry ], [ %sum, %loop ]
  %left = add i64 %row, %k
  %p = getelementptr float, ptr addrspace(1) %a, i64 %left
  %u = load float, ptr addrspace(1) %p
  %down = mul i64 %k, %n
  %right = add i64 %down, %x
  %q = getelementptr float, ptr addrspace(1) %b, i64 %right
  %v = load float, ptr addrspace(1) %q
  %m = fmul float %u, %v
  %sum = fadd float %s, %m
  %up = add i64 %k, 1
  %more = icmp ult i64 %up, %n
  br i1 %more, label %loop, label %end
end:
  %at = add i64 %row, %x
  %r = getelementptr float, ptr addrspace(1) %c, i64 %at
  store float %sum, ptr addrspace(1) %r
  ret void
}

; A loop that is gone when packets are made is none.
; CHECK-LABEL: define void @weft_kernel_few_turns(
; CHECK: sub i64 16, 1
; CHECK: udiv i64 4096, %full_size
; CHECK: {{^\}$}}
define void @few_turns(ptr addrspace(1) %in, ptr addrspace(1) %out) "weft.kernel" {
entry:
  %x = call i64 @_Z13get_global_idj(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %x
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %up, %loop ]
  %s = phi i32 [ 0, %entry ], [ %sum, %loop ]
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %i
  %v = load i32, ptr addrspace(1) %p
  %sum = add i32 %s, %v
  %up = add i64 %i, 1
  %more = icmp ult i64 %up, 3
  br i1 %more, label %loop, label %end
end:
  store i32 %sum, ptr addrspace(1) %q
  ret void
}

; Packets that would not pay are not made: there is one column, which any number of work-items fills.
; CHECK-LABEL: define void @weft_kernel_scalar(
; CHECK: sub i64 1, 1
; CHECK: udiv i64 4096, %full_size
; CHECK: {{^\}$}}
define void @scalar(ptr addrspace(1) %out) "weft.kernel" {
  %x = call i64 @_Z13get_global_idj(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %x
  call void @unknown(ptr addrspace(1) %q)
  ret void
}

; Loops count without packets too.
; CHECK-LABEL: define void @weft_kernel_scalar_loop(
; CHECK: sub i64 1, 1
; CHECK: udiv i64 0, %full_size
; CHECK: {{^\}$}}
define void @scalar_loop(ptr addrspace(1) %out, i64 %n) "weft.kernel" {
entry:
  %x = call i64 @_Z13get_global_idj(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %x
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %up, %loop ]
  call void @unknown(ptr addrspace(1) %q)
  %up = add i64 %i, 1
  %more = icmp ult i64 %up, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
