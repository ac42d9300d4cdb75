// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --passes=import,inline,work-item-ids,private-arguments,simplify,work-groups,vectorise --isa=x86-64-v4 --spmd=force --spmd-lanes=8
// A mask for each of hundreds of cases would take minutes to make and would not pay.

#define TWO(A, N) A(N) A(N + 1)
#define FOUR(A, N) TWO(A, N) TWO(A, N + 2)
#define SIXTEEN(A, N) FOUR(A, N) FOUR(A, N + 4) FOUR(A, N + 8) FOUR(A, N + 12)
#define MANY(A, N) SIXTEEN(A, N) SIXTEEN(A, N + 16) SIXTEEN(A, N + 32) SIXTEEN(A, N + 48)

#define CASE(N)                                                                                                        \
  case N:                                                                                                              \
    out[x + N * i] = x * (2 * N + 1);                                                                                  \
    break;

// CHECK-LABEL: define {{.*}}@weft_kernel_hundreds(
// CHECK-NOT: <8 x i32>
// CHECK: switch i32
kernel void hundreds(global const int *in, global int *out) {
  int i = get_global_id(0), x = in[i];
  switch (x) {
    MANY(CASE, 0) MANY(CASE, 64) MANY(CASE, 128) MANY(CASE, 192) MANY(CASE, 256)
  }
}

// CHECK-LABEL: define {{.*}}@weft_kernel_some(
// CHECK: <8 x i32>
kernel void some(global const int *in, global int *out) {
  int i = get_global_id(0), x = in[i];
  switch (x) {
    SIXTEEN(CASE, 0)
  }
}
