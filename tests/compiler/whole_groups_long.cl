// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --isa=x86-64-v3 --spmd=force --spmd-lanes=8
// --passes=import,target-attributes,inline,work-item-ids,local-memory,private-arguments,simplify,work-groups,vectorise,whole-groups
// Kernels that take long to compile as they are have no copy for groups that packets fill.
void __weft_barrier(void) __attribute__((convergent));
#define TEN(A) A A A A A A A A A A
#define STEP v = (v ^ v >> 7) * 5 + n;

// CHECK-NOT: @weft_kernel_large.
// CHECK: define void @weft_kernel_large(
// CHECK-NOT: @weft_kernel_large.
kernel void large(global int *a, int n) {
  size_t l = get_local_id(0);
  int v = a[l];
  TEN(TEN(STEP STEP STEP))
  a[l] = v;
  __weft_barrier();
  a[l] += a[l ^ 1];
}

// CHECK: define {{.*}}@weft_kernel_usual.whole(
// CHECK: define void @weft_kernel_usual(
kernel void usual(global int *a, int n) {
  size_t l = get_local_id(0);
  int v = a[l];
  TEN(STEP)
  a[l] = v;
  __weft_barrier();
  a[l] += a[l ^ 1];
}
