/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels whose neighbours in memory are neighbours in y: packets along y where rows are long enough (turn.cpp). */
#include "tests/kernels/spmd/matrix.h"

#define XY                                                                                                             \
  int x = (int)get_global_id(0), y = (int)get_global_id(1), z = (int)get_global_id(2);                                 \
  int w = (int)sx, h = (int)sy, all = w * h * (int)get_global_size(2), t = (z * w + x) * h + y;

static const struct matrix_kernel kernels[] = {
    KERNEL(columns, XY out[t] = in[t] * 3 + in[t + 1]; out[all + t] = x * 100 + y;),
    KERNEL(inner, XY if (x > 0 && y > 0 && x < w - 1 && y < h - 1) out[t] = in[t - 1] + in[t + 1] + in[t - h] + in[t + h];
           else out[all + t] = 1;),
    KERNEL(product, XY int s = 0; for (int k = 0; k < 9; k++) s += in[x * 9 + k] * in[k * h + y]; out[t] = s;),
    KERNEL(paths, XY int v = in[t] & 15; while (v > 3) { v -= 1 + (y & 1); out[t] += v; } if (y == x) return;
           out[2 * all + t] = v;),
    KERNEL(by_size, XY out[t] = (int)(get_local_id(1) * get_local_size(0) + get_local_id(0)); out[all + t] = in[x + w] + in[y];
           if (get_local_id(1) < get_local_size(1) / 2) out[2 * all + t] = in[t];),
    KERNEL(counts, XY out[t] = in[t]; atomic_add(shared + (x & 7), in[t] & 31); atomic_inc(shared + 8 + (y & 7));),
    KERNEL(of_arrays, XY int a[4]; for (int k = 0; k < 4; k++) a[k] = in[t + k]; out[t] = a[y & 3] - a[(x + y) & 3];),
    KERNEL(both, XY out[t] = in[t] + 1; o = out + 2 * all; o[i] = in[i] * 5;),
    KERNEL(meet, XY local int s[512]; int l = (int)get_local_linear_id(); s[l] = in[t]; int v = in[t + 1];
           barrier(CLK_LOCAL_MEM_FENCE); out[t] = s[max(l - 1, 0)] + v;),
    KERNEL(starts, XY int s = 0; for (size_t k = get_local_id(0); k < 40; k += 7) s += in[k];
           for (size_t k = get_local_id(1); k < 40; k += 9) s ^= in[k]; out[t] = s;),
    KERNEL(in_planes, XY out[(y * w + x) * (int)get_global_size(2) + z] = in[t] * 7;),
};
MATRIX_MAIN(kernels)
