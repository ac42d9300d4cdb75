; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups
declare void @__weft_barrier() convergent
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn

; A divergent early return: a row tells who is left, later regions ask it.
; CHECK-LABEL: define void @weft_kernel_guarded(
; CHECK-DAG: store i8 1, ptr
; CHECK-DAG: store i8 0, ptr
; CHECK: %alive = load i8
; CHECK: {{^\}$}}
define void @guarded(ptr addrspace(1) %a, i64 %n) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %out = icmp uge i64 %l, %n
  br i1 %out, label %end, label %go
go:
  call void @__weft_barrier()
  %q = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  store i32 1, ptr addrspace(1) %q
  br label %end
end:
  ret void
}

; A uniform one needs none.
; CHECK-LABEL: define void @weft_kernel_uniform(
; CHECK-NOT: %alive
; CHECK: {{^\}$}}
define void @uniform(ptr addrspace(1) %a, i64 %n) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %out = icmp uge i64 0, %n
  br i1 %out, label %end, label %go
go:
  call void @__weft_barrier()
  %q = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  store i32 1, ptr addrspace(1) %q
  br label %end
end:
  ret void
}

; Uniform, but only some work-items come to it.
; CHECK-LABEL: define void @weft_kernel_some(
; CHECK: %alive = load i8
; CHECK: {{^\}$}}
define void @some(ptr addrspace(1) %a, i64 %n) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %bit = and i64 %l, 4
  %ask = icmp ne i64 %bit, 0
  br i1 %ask, label %asked, label %go
asked:
  %out = icmp uge i64 0, %n
  br i1 %out, label %end, label %go
go:
  call void @__weft_barrier()
  %q = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  store i32 1, ptr addrspace(1) %q
  br label %end
end:
  ret void
}

; They are together again before the branch by which all return or none.
; CHECK-LABEL: define void @weft_kernel_together(
; CHECK-NOT: %alive
; CHECK: {{^\}$}}
define void @together(ptr addrspace(1) %a, i64 %n) "weft.kernel" {
  %l = call i64 @weft.ctx.local_id.0()
  %bit = and i64 %l, 4
  %ask = icmp ne i64 %bit, 0
  br i1 %ask, label %asked, label %joined
asked:
  store i32 2, ptr addrspace(1) %a
  br label %joined
joined:
  %out = icmp uge i64 0, %n
  br i1 %out, label %end, label %go
go:
  call void @__weft_barrier()
  %q = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %l
  store i32 1, ptr addrspace(1) %q
  br label %end
end:
  ret void
}
