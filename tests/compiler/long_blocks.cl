// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --spmd=off
// The code generator takes a block of many thousand instructions in pieces of 1024: some of its passes are
// quadratic. Where a piece began, a label is left, which is written behind the function, since by then the
// pieces are one again.
#define FOUR(s) s s s s
#define THREE(s) s s s

// CHECK-LABEL: weft_kernel_long_block:
// CHECK-COUNT-4: {{^}}.Ltmp
// CHECK-NOT: {{^}}.Ltmp
// CHECK: .Lfunc_end
kernel void long_block(volatile global int *p) {
  FOUR(FOUR(FOUR(FOUR(FOUR(FOUR(*p = 1;))))))
}

// Three quarters of as many instructions in four blocks are left as they are.
// CHECK-LABEL: weft_kernel_short_blocks:
// CHECK-NOT: {{^}}.Ltmp
// CHECK: .Lfunc_end
kernel void short_blocks(volatile global int *p, int way) {
  if (way == 1) {
    THREE(FOUR(FOUR(FOUR(FOUR(*p = 1;)))))
  } else if (way == 2) {
    THREE(FOUR(FOUR(FOUR(FOUR(*p = 2;)))))
  } else if (way == 3) {
    THREE(FOUR(FOUR(FOUR(FOUR(*p = 3;)))))
  } else {
    THREE(FOUR(FOUR(FOUR(FOUR(*p = 4;)))))
  }
}
