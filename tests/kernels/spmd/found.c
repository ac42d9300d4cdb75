/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What generated kernels found (weft-fuzz, docs/testing.md), as small as it goes. */
#include "tests/kernels/spmd/matrix.h"

static const struct matrix_kernel kernels[] = {
    /* x | 1 is x + 1 where x is even; lane 0 need not be such a one. */
    KERNEL(disjoint, uint x = get_global_id(0) + 7 * get_group_id(0); o[0] = (x & 1) == 0 ? x % (x | 1) : 0;
           if ((x & 3) == 0) o[1] = in[(int)x | 3];),
};

MATRIX_MAIN(kernels)
