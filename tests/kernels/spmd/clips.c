/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What kernels ask about their x: ranges in which the answer is one, and what happens on both sides (clip.cpp). */
#include "tests/kernels/spmd/matrix.h"

#define X                                                                                                              \
  int x = (int)get_global_id(0), w = (int)get_global_size(0);                                                          \
  uint lx = (uint)get_local_id(0), lw = (uint)get_local_size(0);

static const struct matrix_kernel kernels[] = {
    KERNEL(below, X if (x < w - 3) { o[0] = in[x] + x; o[1] = 7; }),
    KERNEL(between, X if (x > 2 && x <= w - 2) o[0] = in[x - 1] + 2 * in[x] + in[x + 1]; else o[1] = 5;),
    KERNEL(either, X if (x < 4 || x >= w - 5) o[0] = x; else { o[1] = in[x] * 3; o[2] = in[x + 7]; }),
    KERNEL(empty_range, X if (x < 3) { o[0] = in[x]; o[3] = 1; } if (x > 9) { o[1] = in[x] ^ 1; o[2] = x; }),
    KERNEL(leaves_early, X if (x >= n) return; o[0] = in[i]; if (lx >= lw / 2) return; o[1] = in[i + 1];),
    KERNEL(first_alone, X o[0] = in[i]; if (lx == 0) shared[0] = 3; if (x == 0) o[1] = 9; if (lx == lw - 1) o[2] = 4;),
    KERNEL(clamps, X o[0] = in[clamp(x - 2, 0, w - 1)]; o[1] = in[min(x + 3, w - 1)]; o[2] = in[max(x - 5, 1)];
           o[3] = in[min(lx + 2u, lw - 1u)];),
    KERNEL(torus, X o[0] = in[(x + w - 1) % w]; o[1] = in[(x + 1) % w]; o[2] = in[(lx + 3u) % lw];
           o[3] = in[(lx + lw - 1u) % lw];),
    KERNEL(torus_of_any, X int m = n - 5; o[0] = m ? (x + m) % m : 1; uint u = (uint)(in[3] & 31);
           o[1] = (int)(u ? (lx + 2) % u : 9); o[2] = (x - 4) % 7;),
    KERNEL(one_or_width, X int a = in[2] & 1 ? 1 : w; int b = in[2] & 1 ? w : 1; o[0] = x % a; o[1] = (x + 1) % b;
           uint u = in[4] & 1 ? 1u : lw; uint v = in[4] & 1 ? lw : 1u; o[2] = (int)(lx % u); o[3] = (int)((lx + 2) % v);),
    KERNEL(torus_of_constants, X o[0] = in[(lx + 30u) % 31u]; o[1] = in[(lx + 1u) % 31u]; o[2] = in[(x + 90) % 100];
           o[3] = in[(x + 7) % 100] + in[((uint)x + 16u) % 32u];),
    KERNEL(unsigned_wrap, X if ((uint)x - 2u < (uint)w - 4u) o[0] = in[x - 2]; size_t g = get_global_id(0);
           if (g - 1 < 5) o[1] = 6; else o[2] = (int)g; if (g + 0xfffffffffffffff0ul > 7) o[3] = 2;),
    KERNEL(signed_wrap, X int far = 0x7ffffff0 + (n & 0); if (as_int((uint)far + (uint)x) > 0) o[0] = in[x]; else o[1] = x;
           long big = 0x7ffffffffffffff8l; if (as_long((ulong)big + (ulong)x) > 5) o[2] = 1;),
    KERNEL(bounds_of_data, X int a = in[0] & 15; int b = in[1] & 63; if (x >= a && x < b) o[0] = in[x]; else o[1] = -1;
           if (x + b > 40) o[2] = in[b + x];),
    KERNEL(rows_differ, X int y = (int)get_global_id(1); if (x + y < w && x > y) o[0] = in[x + y]; else o[1] = x - y;),
    KERNEL(uniform_sides, X if (lx < lw / 2) o[0] = in[x] + 1; else shared[1] = n; if (lx >= lw / 4) o[1] = in[x + 1];),
    KERNEL(no_way_out, X for (int j = 0; j < 5; j++) { int u = x + j - 2; if (u >= 0 && u < w) o[0] += in[u] * j; }
           if (x > 100000) o[1] = 3;),
    KERNEL(halves, X int s = (int)lw; local int t[512]; t[lx] = in[x]; barrier(CLK_LOCAL_MEM_FENCE);
           for (s = (s + 1) / 2; s > 0; s = s == 1 ? 0 : (s + 1) / 2) {
             int more = (int)lx < s && lx + s < lw ? t[lx + s] : 0;
             barrier(CLK_LOCAL_MEM_FENCE);
             if ((int)lx < s)
               t[lx] += more;
             barrier(CLK_LOCAL_MEM_FENCE);
           } if (lx == 0) o[0] = t[0];),
    /* Several elements for each work-item, as many as are left for the last ones. */
    KERNEL(
        shares, X int m = w * 3 - 7; int from = x * 3; int c = min(3, m - from); int sum = 0;
        for (int k = 0; k < c; k++) sum = sum * 5 + in[from + k];
        uint um = (uint)w * 4 - 9, uf = (uint)x * 4, uc = min(um - uf, 4u); for (uint k = 0; k < uc && k < 4; k++) sum ^= in[uf + k] << k;
        int e = min(from + 3, m); for (int k = from; k < e; k++) sum += in[k]; o[0] = sum;
        if (from + 3 <= m) o[1] = in[from] + in[from + 1] * in[from + 2]; else for (int k = from; k < m; k++) { o[1] += in[k] * in[k]; o[2] = k; }
        int own[4] = {in[0], in[1], in[2], in[3]}; for (int k = 0; k < min(4, n - 4 * x); k++) own[k] += x * k; o[3] = own[x & 3];),
    KERNEL(
        shares_of_arrays, X uint width = (uint)w * 6 - 8, from = (uint)x * 6; if (from >= width) return;
        int own[6] = {in[x], in[x + 1], in[x + 2], in[x + 3], in[x + 4], in[x + 5]}; uint m = min(6u, width - from); int sum = 0;
        for (uint k = 0; k < m; k++) sum = sum * 3 + own[k]; for (uint k = 0; k < (m + 1) / 2; k++) sum ^= own[k + 2] << k; o[0] = sum;
        int left = clamp((int)width - (int)from - 20, 2, 5); for (int k = 0; k < left; k++) o[1] += own[k]; o[2] = max(min(w - x, 9), 3);),
    KERNEL(
        scaled, X if (x * 5 + 2 < w * 2) o[0] = in[x * 5]; else o[0] = x; if (x * 8 >= w) o[1] = in[x * 8 - w]; else o[1] = -x;
        o[2] = in[clamp(x * 2 - 6, 0, w)]; o[3] = in[max(x * 7, 30)]; if (x * 4 != w) o[3]++; if (x * 6 != 12) o[2]++;),
    KERNEL(
        backwards, X if (w - 4 - x >= 0) o[0] = in[w - 4 - x]; else o[0] = x; o[1] = in[min(w - x, 9)] + in[max(40 - x * 3, 0)]; if (2 * w - 5 * x > 7) o[2] = in[2 * w - 5 * x];
        if (~x + n > 3) o[3] = 1; uint u = (uint)w - (uint)x * 3; if (u < 50u) o[3] += in[u]; if (u > 20u) o[3] ^= 6;
        size_t g = get_global_id(0), s = (size_t)w - 2 * g; if (s > 10) o[2] += 3; o[1] ^= in[min(s, (size_t)77)];),
    KERNEL(
        wraps_in_steps, X int far = 0x7fffff00 + (n & 0); if (as_int((uint)far + (uint)x * 100) > 0) o[0] = in[x]; else o[1] = x;
        uint low = 300u + (uint)(n & 0); if (low - (uint)x * 40 > 100u) o[2] = in[x + 3]; else o[2] = 1;
        ulong big = 0xffffffffffffff00ul + (ulong)(n & 0); if (big + (ulong)x * 33 > 70ul) o[3] = 2; long neg = (long)0x8000000000000040l - (n & 0);
        if (as_long((ulong)neg - (ulong)x * 9) < -5) o[3] += in[x] & 7;),
};
MATRIX_MAIN(kernels)
