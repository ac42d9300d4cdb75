/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What generated kernels found (weft-fuzz, docs/testing.md), as small as it goes. */
#include "tests/kernels/spmd/matrix.h"

static const struct matrix_kernel kernels[] = {
    /* x | 1 is x + 1 where x is even; lane 0 need not be such a one. */
    KERNEL(disjoint, uint x = get_global_id(0) + 7 * get_group_id(0); o[0] = (x & 1) == 0 ? x % (x | 1) : 0;
           if ((x & 3) == 0) o[1] = in[(int)x | 3];),
    /* Linear in each packet, not in the row, of which the guard knows the first column only. */
    KERNEL(columns_of_bits, uint l = get_local_id(0); uint v = (l & 31) + 13 - (uint)(n & 0x40000000 | 1) * (l & 32);
           o[0] = (int)((ulong)v * 3 >> 32); uint w = (l & 31) + (l ^ 32) + 10 - (uint)(n & 0x40000000 | 1) * (l & 32);
           o[1] = (int)((ulong)w * 3 >> 32);),
    /* The exit that the first loop gets brings a phi along, and the switch behind it differs: it was no branch by then. */
    KERNEL(switch_behind_loop, uint lsize = get_local_size(0) * get_local_size(1);
           for (uint u = 0; u < ((uint)get_group_id(0) & 1); u++) {
             if ((short)get_global_id(0) >= (short)0)
               o[3] = 0;
             for (uint v = 0; v < (lsize & 7); v++) {
               switch (u & 3) {
               case 0: {
                 int a[4] = {0, 0, n, n};
                 o[0] += a[o[0] & 3] + 1;
               } break;
               case 1:
                 o[1] ^= 1;
               default:
                 atomic_or(shared, in[0]);
                 break;
               }
               barrier(CLK_LOCAL_MEM_FENCE);
             }
           }),
};

MATRIX_MAIN(kernels)
