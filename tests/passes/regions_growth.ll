; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PASSES: work-groups
declare void @__weft_barrier() convergent
declare i64 @weft.ctx.local_id.0() memory(none) nounwind willreturn

; Many conditional barriers in a row: the joins are cut too, so each barrier's blocks stand twice or so, not once for each barrier before.
; CHECK-LABEL: define void @weft_kernel_many(
; CHECK-COUNT-48: store volatile i32 7
; CHECK-NOT: store volatile i32 7
; CHECK: {{^\}$}}
define void @many(ptr addrspace(1) %a, i32 %m) "weft.kernel" {
entry:
  br label %b0
b0:
  %c0 = icmp ugt i32 %m, 0
  br i1 %c0, label %t0, label %b1
t0:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b1
b1:
  %c1 = icmp ugt i32 %m, 1
  br i1 %c1, label %t1, label %b2
t1:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b2
b2:
  %c2 = icmp ugt i32 %m, 2
  br i1 %c2, label %t2, label %b3
t2:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b3
b3:
  %c3 = icmp ugt i32 %m, 3
  br i1 %c3, label %t3, label %b4
t3:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b4
b4:
  %c4 = icmp ugt i32 %m, 4
  br i1 %c4, label %t4, label %b5
t4:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b5
b5:
  %c5 = icmp ugt i32 %m, 5
  br i1 %c5, label %t5, label %b6
t5:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b6
b6:
  %c6 = icmp ugt i32 %m, 6
  br i1 %c6, label %t6, label %b7
t6:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b7
b7:
  %c7 = icmp ugt i32 %m, 7
  br i1 %c7, label %t7, label %b8
t7:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b8
b8:
  %c8 = icmp ugt i32 %m, 8
  br i1 %c8, label %t8, label %b9
t8:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b9
b9:
  %c9 = icmp ugt i32 %m, 9
  br i1 %c9, label %t9, label %b10
t9:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b10
b10:
  %c10 = icmp ugt i32 %m, 10
  br i1 %c10, label %t10, label %b11
t10:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b11
b11:
  %c11 = icmp ugt i32 %m, 11
  br i1 %c11, label %t11, label %b12
t11:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b12
b12:
  %c12 = icmp ugt i32 %m, 12
  br i1 %c12, label %t12, label %b13
t12:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b13
b13:
  %c13 = icmp ugt i32 %m, 13
  br i1 %c13, label %t13, label %b14
t13:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b14
b14:
  %c14 = icmp ugt i32 %m, 14
  br i1 %c14, label %t14, label %b15
t14:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b15
b15:
  %c15 = icmp ugt i32 %m, 15
  br i1 %c15, label %t15, label %b16
t15:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b16
b16:
  %c16 = icmp ugt i32 %m, 16
  br i1 %c16, label %t16, label %b17
t16:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b17
b17:
  %c17 = icmp ugt i32 %m, 17
  br i1 %c17, label %t17, label %b18
t17:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b18
b18:
  %c18 = icmp ugt i32 %m, 18
  br i1 %c18, label %t18, label %b19
t18:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b19
b19:
  %c19 = icmp ugt i32 %m, 19
  br i1 %c19, label %t19, label %b20
t19:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b20
b20:
  %c20 = icmp ugt i32 %m, 20
  br i1 %c20, label %t20, label %b21
t20:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b21
b21:
  %c21 = icmp ugt i32 %m, 21
  br i1 %c21, label %t21, label %b22
t21:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b22
b22:
  %c22 = icmp ugt i32 %m, 22
  br i1 %c22, label %t22, label %b23
t22:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b23
b23:
  %c23 = icmp ugt i32 %m, 23
  br i1 %c23, label %t23, label %b24
t23:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b24
b24:
  %c24 = icmp ugt i32 %m, 24
  br i1 %c24, label %t24, label %b25
t24:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b25
b25:
  %c25 = icmp ugt i32 %m, 25
  br i1 %c25, label %t25, label %b26
t25:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b26
b26:
  %c26 = icmp ugt i32 %m, 26
  br i1 %c26, label %t26, label %b27
t26:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b27
b27:
  %c27 = icmp ugt i32 %m, 27
  br i1 %c27, label %t27, label %b28
t27:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b28
b28:
  %c28 = icmp ugt i32 %m, 28
  br i1 %c28, label %t28, label %b29
t28:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b29
b29:
  %c29 = icmp ugt i32 %m, 29
  br i1 %c29, label %t29, label %b30
t29:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b30
b30:
  %c30 = icmp ugt i32 %m, 30
  br i1 %c30, label %t30, label %b31
t30:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b31
b31:
  %c31 = icmp ugt i32 %m, 31
  br i1 %c31, label %t31, label %b32
t31:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b32
b32:
  %c32 = icmp ugt i32 %m, 32
  br i1 %c32, label %t32, label %b33
t32:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b33
b33:
  %c33 = icmp ugt i32 %m, 33
  br i1 %c33, label %t33, label %b34
t33:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b34
b34:
  %c34 = icmp ugt i32 %m, 34
  br i1 %c34, label %t34, label %b35
t34:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b35
b35:
  %c35 = icmp ugt i32 %m, 35
  br i1 %c35, label %t35, label %b36
t35:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b36
b36:
  %c36 = icmp ugt i32 %m, 36
  br i1 %c36, label %t36, label %b37
t36:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b37
b37:
  %c37 = icmp ugt i32 %m, 37
  br i1 %c37, label %t37, label %b38
t37:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b38
b38:
  %c38 = icmp ugt i32 %m, 38
  br i1 %c38, label %t38, label %b39
t38:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b39
b39:
  %c39 = icmp ugt i32 %m, 39
  br i1 %c39, label %t39, label %b40
t39:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b40
b40:
  %c40 = icmp ugt i32 %m, 40
  br i1 %c40, label %t40, label %b41
t40:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b41
b41:
  %c41 = icmp ugt i32 %m, 41
  br i1 %c41, label %t41, label %b42
t41:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b42
b42:
  %c42 = icmp ugt i32 %m, 42
  br i1 %c42, label %t42, label %b43
t42:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b43
b43:
  %c43 = icmp ugt i32 %m, 43
  br i1 %c43, label %t43, label %b44
t43:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b44
b44:
  %c44 = icmp ugt i32 %m, 44
  br i1 %c44, label %t44, label %b45
t44:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b45
b45:
  %c45 = icmp ugt i32 %m, 45
  br i1 %c45, label %t45, label %b46
t45:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b46
b46:
  %c46 = icmp ugt i32 %m, 46
  br i1 %c46, label %t46, label %b47
t46:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b47
b47:
  %c47 = icmp ugt i32 %m, 47
  br i1 %c47, label %t47, label %b48
t47:
  store volatile i32 7, ptr addrspace(1) %a
  call void @__weft_barrier()
  br label %b48
b48:
  ret void
}
