// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --isa=x86-64-v4 --spmd=auto --remarks
// LOG
// Of very many regions those that differ by numbers are one function, which takes the numbers; one that computes
// otherwise is none of them.

// CHECK: weft: kernel 'rounds': 67 regions are functions of their own, 59 of them others with other numbers

void __weft_barrier(void) __attribute__((convergent));
#define ROUND(N, OP)                                                                                                   \
  t[l] = x;                                                                                                            \
  __weft_barrier();                                                                                                    \
  x = x OP t[(l + N) & 63] + (N + 2);                                                                                  \
  __weft_barrier();
#define ROUNDS4(N) ROUND(N, +) ROUND(N + 5, +) ROUND(N + 9, +) ROUND(N + 14, +)
#define ROUNDS16(N) ROUNDS4(N) ROUNDS4(N + 2) ROUNDS4(N + 4) ROUNDS4(N + 7)

kernel void rounds(global int *o) {
  local int t[64];
  int l = get_local_id(0), x = l;
  ROUNDS16(1) ROUND(3, ^) ROUNDS16(4) o[l] = x;
}
