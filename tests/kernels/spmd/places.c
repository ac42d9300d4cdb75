/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Places in objects, of numbers of 32 bits that wrap on the way: in lanes that are there, and in those that are not. */
#include "tests/kernels/spmd/matrix.h"

static const struct matrix_kernel kernels[] = {
    KERNEL(
        unsigned_rows, uint w = (in[7] & 63) + 40, x = get_global_id(0), y = get_global_id(1); int sum = 0;
        for (uint k = 0; k < 9; k++) {
          uint row = (y + k) * w;
          sum = sum * 3 + in[row + x];
          if (x >= 5)
            sum += in[row + x - 5];
          if (x + k < w)
            sum ^= ((global const short *)in)[row + w - x];
        } o[0] = sum;),
    /* Sums that begin below 0 and end there, by way of the end of the numbers. */
    KERNEL(
        wrapped_sums, uint x = get_global_id(0), from = (uint)in[2] | 0xfffff000, by = 0 - ((uint)in[2 + shared[n & 1]] | 0xfffff000); long sum = 0;
        for (int k = 0; k < 6; k++) {
          uint at = from + x + (uint)k;
          sum = sum * 5 + in[at + by];
          sum += ((global const char *)in)[(at + by) * 3 + 1];
          uint down = by + (uint)(20 * k) - x;
          if (x < 20 * k)
            sum ^= (long)((global const float2 *)in)[down + from].y;
        } o[0] = (int)sum;
        o[1] = (int)(sum >> 32);),
    /* The first lanes of a packet are outside, to the left of the object and as far above it as numbers go. */
    KERNEL(
        guarded_places, int x = (int)get_global_id(0), y = (int)get_global_id(1), w = (in[5] & 31) + 33; int sum = 0;
        for (int dy = -3; dy <= 3; dy++) for (int dx = -9; dx <= 9; dx += 3) {
          int u = x + dx, v = y + dy;
          if (u >= 0 && u < w && v >= 0)
            sum = sum * 7 + in[mad24(v, w, u)];
          if ((uint)u < (uint)w)
            sum += in[mul24(y & 7, w) + u];
        } o[0] = sum;),
    KERNEL(
        offset_by_data, int sum = 0; for (int k = 0; k < 8; k++) {
          int from = in[k] & 4095, step = in[k + 8] & 63;
          sum = sum * 3 + in[from + k * step + i];
          sum += ((global const int4 *)in)[(from & 1023) + i].z;
          if (in[i + k] & 4)
            sum ^= in[(from << 2) + step * 3 + i - 7 + 7 * (i < 7)];
          o[1] += ((global const uchar *)in)[from + 3 * i] + ((global const uchar *)in)[from + 3 * i + 2];
        } o[0] = sum;),
    /* Loops that begin at a place and go on from there, as the rows of matrices in slices; and one that begins outside of
     * the object, where nothing is read. */
    KERNEL(
        slices, int row = (int)i, length = in[i & 255] & 15, at = (in[row / 32] & 4095) + row % 32; uint up = (uint)in[i & 63] | 0x80000000; int sum = 0;
        for (int k = 0; k < length; k++, at += 32) sum = sum * 5 + in[at];
        for (int k = 0; k < (length & 3) + 1; k++, at -= 16) sum ^= ((global const short *)in)[at];
        for (int from = (int)up + row, k = 0; k < 9; k++, from -= (int)up / 4)
          if (k == 4)
            sum += in[from & 8191];
        o[0] = sum;),
    /* For which lanes a store is, loaded values say: by one number, by two, and by what none is at hand for. */
    KERNEL(
        chosen, uint at = 4 * (uint)i; global int2 *pairs = (global int2 *)(out + at); global char *bytes = (global char *)(out + at + 2);
        int a = in[i] & 7, b = in[i + 9] & 3;
        if (a > 3)
          pairs[b & 1] = (int2)(a, b);
        if (a != b)
          bytes[(a + b) & 3] = (char)a;
        if (b == 2) {
          out[at + 3] = a;
          out[at + 2] = in[a + 8 * b];
        }),
    KERNEL(
        stores, uint n4 = 4 * (uint)(get_global_size(0) * sy * get_global_size(2)); uint bias = (uint)in[3] | 1;
        for (uint k = 0; k < 4; k++) {
          uint at = (bias + (uint)i) * 4 + k;
          out[at - 4 * bias] = in[(at & 255) + (uint)k];
          if (at - 4 * bias >= n4)
            out[at] = 1;
        }),
    {"local_tile", "kernel void local_tile(global const int *in, global int *out, global int *shared, int n) {"
                   "  local int tile[1200];"
                   "  size_t sx = get_global_size(0), sy = get_global_size(1);"
                   "  int i = (int)((get_global_id(2) * sy + get_global_id(1)) * sx + get_global_id(0));"
                   "  uint lx = get_local_id(0), ly = get_local_id(1), w = get_local_size(0) + 2;"
                   "  uint l = lx + get_local_size(0) * (ly + get_local_size(1) * get_local_id(2));"
                   "  for (uint k = l; k < 1200; k += get_local_size(0) * get_local_size(1) * get_local_size(2))"
                   "    tile[k] = in[k];"
                   "  barrier(CLK_LOCAL_MEM_FENCE);"
                   "  int sum = 0;"
                   "  for (uint r = 0; r < (uint)(in[1] & 3) + 2; r++)"
                   "    for (uint c = 0; c < 3; c++) {"
                   "      sum = sum * 3 + tile[((ly + r) * w + lx + c) % 1100];"
                   "      sum += tile[r * 31 + c + lx];"
                   "      if (lx >= c + r)"
                   "        sum ^= tile[lx - c - r + (ly & 3) * w];"
                   "    }"
                   "  out[4 * i] = sum;"
                   "}"},
};
MATRIX_MAIN(kernels)
