/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Flat indices that kernels divide: packets within a segment of the row, and across its ends (segments.cpp). */
#include "tests/kernels/spmd/matrix.h"

#define X                                                                                                              \
  int x = (int)get_global_id(0);                                                                                       \
  uint u = (uint)x, w = (uint)(n / 3 + 1);                                                                             \
  size_t g = get_global_id(0);

static const struct matrix_kernel kernels[] = {
    KERNEL(rows_and_columns, X uint r = u / w, c = u % w; o[0] = in[c]; o[1] = (int)r; o[2] = in[r * (w + 5) + c];
           o[3] = in[c * 3 + r];),
    KERNEL(
        signed_rows, X int s = n / 2 + 1; if (x < n) {
          int r = x / s, c = x % s;
          o[0] = in[r * 2 * s + c];
          o[1] = r - c;
        } else o[2] = in[x % s] + 1;),
    KERNEL(wide, X size_t s = (size_t)n / 2 + 9; size_t r = g / s, c = g % s; o[0] = in[r * s * 2 + c];
           o[1] = (int)(r + c); o[2] = in[c];),
    /* As programs take apart what one id counts, with neighbours that go round, are cut off, or turn back. */
    KERNEL(torus, X int width = n / 5 + 9, height = 7; int column = x % width, row = x / width % height;
           int left = (column + width - 1) % width, right = (column + 1) % width, up = (row + height - 1) % height,
           down = (row + 1) % height;
           o[0] = in[row * width + left] - in[row * width + right];
           o[1] = in[up * width + column] + 3 * in[down * width + column];
           int west = column == 0 ? width - 1 : column - 1, east = column == width - 1 ? 0 : column + 1;
           o[2] = in[row * width + west] ^ in[row * width + east]; o[3] = in[row * width + (column ? column - 1 : 0)];),
    KERNEL(long_rows, X long width = n / 4 + 11;
           long id = x, column = id % width, row = id / width % 5, plane = id / (width * 5);
           long far = ((long)in[0] << 33) | 1; o[0] = in[(plane * 5 + row) * width + column];
           o[1] = (int)(id * far / width) + (int)(id % far);
           if (column > 1 && column < width - 2 && row) o[2] = in[id + 2] + in[id - 2] - in[id + width];
           ulong odd = (ulong)(in[i] & 0xff) << (in[i] & 32);
           o[3] = (int)(odd / (ulong)(width + (in[i] & 64))) + (int)(((ulong)id << 30) % (odd | 1));),
    KERNEL(squares, X size_t r = (size_t)(in[1] & 3) + 1, w2 = (size_t)n / 6 + 5, h2 = 9;
           size_t cx = g % (w2 * r), cy = g / (w2 * r) % (h2 * r); size_t c = g / (w2 * r * h2 * r);
           o[0] = in[((c * r * r + cy % r * r + cx % r) * h2 + cy / r) * w2 + cx / r]; o[1] = in[cx / r] + in[cy % r];
           o[2] = in[(g / 3 % w2 / 2) * 3 + g % 3];),
    KERNEL(
        search_in_rows, X int width = n / 4 + 9; long column = g % width; int row = (int)(g / width) & 3, far = 99;
        for (long d = 1; d < width; d++) {
          if (column - d >= 0 && (in[row * width + column - d] & 7) == 3) {
            far = -(int)d;
            break;
          }
          if ((int)(column + d) < width && (in[row * width + column + d] & 7) == 5) {
            far = (int)d;
            break;
          }
        } o[0] = far;
        width &= ~n; o[1] = width ? (int)(g % width + g / width) : 7;),
    KERNEL(remainder_alone, X o[0] = in[g % (size_t)(n + 1)]; o[1] = in[u % 20u]; o[2] = x % 48;),
    KERNEL(nested, X uint p = w * 3; uint image = u / p, row = u / w % 3, column = u % w;
           o[0] = (int)(image * 100 + row); o[1] = in[column + row * 7]; o[2] = (int)(u % p);),
    KERNEL(divisor_of_data, X int d = in[1] & 63; int m = in[2] | 1; o[0] = d ? x / d : 5; o[1] = d ? in[x % d] : 6;
           o[2] = x / m; o[3] = x % m;),
    KERNEL(bad_divisors, X int zero = n & 0, minus = ~zero; uint none = (uint)zero; o[0] = zero ? x / zero : 3;
           o[1] = x / minus + x % minus; o[2] = none ? (int)(u % none) : 4;
           o[3] = (int)(u / (none - 2) + u % (none - 2));),
    KERNEL(below_zero, X int s = n / 2 + 1, a = x - 40; o[0] = a / s; o[1] = a % s; o[2] = (a + 7) / 16;
           o[3] = in[(a % 32) & 31];),
    KERNEL(wraps, X uint far = 0xffffffe8u + (uint)(n & 0), s = 0x90000000u + (uint)(n & 0); uint a = u + far;
           o[0] = (int)(a / s); o[1] = (int)(a % s); o[2] = (int)(a / 64);
           o[3] = (int)((ulong)(u + 0xffffffe0u) / (ulong)w);),
    KERNEL(wraps_in_a_long, X ulong far = 0xffffffffffffffe8ul + (ulong)(n & 0); ulong a = g + far; ulong s = (ulong)w;
           o[0] = (int)(a / s); o[1] = (int)(a % s); long b = (long)x - 20; o[2] = (int)(b / (long)s);
           o[3] = (int)(b % (long)s);),
    KERNEL(shifts, X uint s = (uint)in[3] & 7u, t = (uint)n & 31u; o[0] = in[u >> s]; o[1] = (int)(u >> t);
           o[2] = x >> (int)s; o[3] = in[((u >> s) << (s + 1)) + (u & ((1u << s) - 1))];),
    KERNEL(masks, X uint m = (uint)n; uint p = (1u << (in[5] & 7)); o[0] = in[u & m]; o[1] = in[u & (p - 1)];
           o[2] = (int)(((u & ~(p - 1)) << 1) + (u & (p - 1))); o[3] = (int)(u & (p ^ 5));),
    KERNEL(constants, X uint a = u + (uint)n; o[0] = in[a >> 5]; o[1] = in[a & 31]; o[2] = in[a & ~31u];
           o[3] = in[a / 100 + a % 100];),
    KERNEL(conditions, X uint r = u / w, c = u % w; if (c > 0 && c + 1 < w) o[0] = in[u - 1] + in[u + 1];
           else o[1] = (int)r; if (r & 1) o[2] = in[c]; else for (uint j = 0; j < r; j++) o[3] += in[c + j];),
    KERNEL(in_two_dimensions, X uint y = (uint)get_global_id(1), f = y * (uint)sx + u; o[0] = in[f / w];
           o[1] = in[f % w]; for (int j = 0; j < 5; j++) o[2] += in[j * 64 + f % 40] * in[j]; o[3] = (int)(u / w);),
    KERNEL(stays_in_x, X for (int j = 0; j < 5; j++) o[2] += in[(int)get_global_id(1) * 64 + j] * in[j * 64 + x % 40];
           o[0] = in[u / w]; o[1] = in[u % w];),
    KERNEL(local_ids, uint l = (uint)get_local_id(0), h = (uint)get_local_size(0) / 2 + 1; local int t[512];
           t[l] = in[i]; barrier(CLK_LOCAL_MEM_FENCE); o[0] = t[l / h]; o[1] = t[l % h];
           o[2] = t[l % h] + (int)(l / h);),
    KERNEL(atomics, X uint r = u / w; atomic_add(shared + r, 1); atomic_add(shared + 512 + u % 24u, x);),
    KERNEL(many_divisors, X for (uint j = 1; j < 3; j++) o[j] = (int)(u / (w + j));
           uint a = w + 9, b = w + 20, c = w + 30; o[0] = (int)(u / a + u % b);
           o[3] = (int)(u / c + u % (c + 4) + u / (c + 6));),
};
MATRIX_MAIN(kernels)
