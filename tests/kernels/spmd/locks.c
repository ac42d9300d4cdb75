/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Work-items that wait for one another: what ends when they run one by one ends in packets. */
#include "tests/kernels/spmd/matrix.h"

static const struct matrix_kernel kernels[] = {
    KERNEL(lock, volatile global int *l = shared; int x = in[i] % 100; for (int k = 0; k < 8; k++) x = x * x % 101 + k;
           while (atomic_cmpxchg(l, 0, 1) != 0); mem_fence(CLK_GLOBAL_MEM_FENCE); shared[1] += x;
           mem_fence(CLK_GLOBAL_MEM_FENCE); atomic_xchg(l, 0); o[0] = x;),
    KERNEL(
        exchange, volatile global int *l = shared + (i & 1) * 2; if (in[i] & 4) {
          while (atomic_xchg(l, 1))
            ;
          mem_fence(CLK_GLOBAL_MEM_FENCE);
          l[1] += i;
          mem_fence(CLK_GLOBAL_MEM_FENCE);
          atomic_xchg(l, 0);
        } o[0] = i;),
    KERNEL(
        turns, volatile global int *l = shared; bool done = false; while (!done) {
          if (atomic_cmpxchg(l, 0, 1) == 0) {
            shared[1] += i;
            mem_fence(CLK_GLOBAL_MEM_FENCE);
            atomic_xchg(l, 0);
            done = true;
          }
        } o[0] = i;),
    KERNEL(ticket, volatile global int *l = shared; int mine = atomic_inc(l); while (atomic_add(l + 1, 0) != mine);
           mem_fence(CLK_GLOBAL_MEM_FENCE); shared[2] += i; mem_fence(CLK_GLOBAL_MEM_FENCE); atomic_inc(l + 1);
           o[0] = i;),
    KERNEL(retry, volatile global int *l = shared; int seen = *l; int now;
           while ((now = atomic_cmpxchg(l, seen, (seen + i) & 0xffffff)) != seen) seen = now; o[0] = i;),
};

MATRIX_MAIN(kernels)
