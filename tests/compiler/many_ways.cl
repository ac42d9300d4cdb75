// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --isa=x86-64-v3 --spmd=force --remarks
// LOG
// Masks of what branches leap over, and of loops in one another, would take more than linear time to find.

#define FOUR(A, N) A(N) A(N + 1) A(N + 2) A(N + 3)
#define SIXTEEN(A, N) FOUR(A, N) FOUR(A, N + 4) FOUR(A, N + 8) FOUR(A, N + 12)
#define CASE(N)                                                                                                        \
  if (x == N * n)                                                                                                      \
    out[i] = in[i + N] * N;                                                                                            \
  else

// CHECK: weft: kernel 'chain' region 0: scalar: it branches too often
kernel void chain(global const int *in, global int *out, int n) {
  int i = get_global_id(0), x = in[i];
  SIXTEEN(CASE, 0)
  SIXTEEN(CASE, 16) SIXTEEN(CASE, 32) SIXTEEN(CASE, 48) SIXTEEN(CASE, 64) SIXTEEN(CASE, 80) SIXTEEN(CASE, 96)
      SIXTEEN(CASE, 112) out[i] = 0;
}

// CHECK: weft: kernel 'short_chain' region 0: {{[0-9]+}} lanes
kernel void short_chain(global const int *in, global int *out, int n) {
  int i = get_global_id(0), x = in[i];
  SIXTEEN(CASE, 0)
  out[i] = 0;
}

// Each loop is in the one behind it: all of them begin at the same place.
#define WITHIN(N) do {
#define AROUND(N)                                                                                                      \
  s += in[(i + N) * n];                                                                                                \
  }                                                                                                                    \
  while (s > N)                                                                                                        \
    ;

// CHECK: weft: kernel 'deep' region 0: scalar: it has too many loops in one another
kernel void deep(global const int *in, global int *out, int n) {
  int i = get_global_id(0), s = 0;
  // clang-format off
  SIXTEEN(WITHIN, 0) SIXTEEN(WITHIN, 0) SIXTEEN(WITHIN, 0) SIXTEEN(WITHIN, 0) SIXTEEN(WITHIN, 0)
  SIXTEEN(AROUND, 0) SIXTEEN(AROUND, 16) SIXTEEN(AROUND, 32) SIXTEEN(AROUND, 48) SIXTEEN(AROUND, 64)
      // clang-format on
      out[i] = s;
}

// CHECK: weft: kernel 'less_deep' region 0: {{[0-9]+}} lanes
kernel void less_deep(global const int *in, global int *out, int n) {
  int i = get_global_id(0), s = 0;
  // clang-format off
  SIXTEEN(WITHIN, 0)
  SIXTEEN(AROUND, 0)
  // clang-format on
  out[i] = s;
}
