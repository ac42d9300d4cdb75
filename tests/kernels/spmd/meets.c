/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Work-items that meet: branches that the group takes as one (uniform_branches.cpp), rows that phis share, groups that
 * packets fill and groups that they do not (whole_groups.cpp). */
#include "tests/kernels/spmd/matrix.h"

/* The local id in the group, the group's size; room for the largest group of the matrix. */
#define L                                                                                                              \
  uint l = (uint)get_local_linear_id(), size = (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));      \
  local int t[128], u[128];
#define MEET barrier(CLK_LOCAL_MEM_FENCE);
/* The same numbers for all work-items of the group, unknown to the compiler. */
#define UNIFORM(k) in[(get_group_id(0) + (k)) & 255]

static const struct matrix_kernel kernels[] = {
    KERNEL(
        tree, L t[l] = in[i]; uint s = 64;
        for (; s > 0; s /= 2) { MEET if (l < s && l + s < size) t[l] += t[l + s]; } if (l == 0) o[0] = t[0];
        o[1] = (int)s;),
    KERNEL(
        tree_by_size, L t[l] = in[i]; for (uint s = size; s > 1; s = (s + 1) / 2) {
          MEET uint h = (s + 1) / 2;
          if (l < s / 2)
            t[l] ^= t[l + h] + 1;
        } if (l == 0) o[0] = t[0];),
    KERNEL(
        hillis_steele, L t[l] = in[i]; MEET for (uint d = 1; d < size; d *= 2) {
          int left = l >= d ? t[l - d] : 0;
          MEET t[l] += left;
          MEET
        } o[0] = t[l];),
    KERNEL(
        hillis_steele_sum, L t[l] = in[i]; MEET for (uint d = 1; d < size; d <<= 1) {
          int sum = t[l];
          if (l >= d)
            sum += t[l - d];
          MEET t[l] = sum;
          MEET
        } o[0] = t[l];),
    KERNEL(
        tiles, L int sum = 3; for (int k = 0; k < 5; k++) {
          t[l] = in[i + k * 7];
          u[l] = in[l + (uint)k];
          MEET for (uint j = 0; j < size; j++) sum += t[j] * u[(j + l) % size];
          MEET
        } o[0] = sum;),
    KERNEL(
        no_turns, L int sum = in[i]; for (int k = 0; k < (UNIFORM(1) & 3); k++) {
          t[l] = sum;
          MEET sum += t[size - 1 - l];
          MEET
        } o[0] = sum;),
    KERNEL(
        swaps, L int a = in[i], b = in[i + 1]; for (int k = 0; k < (UNIFORM(2) & 7); k++) {
          t[l] = a;
          MEET int c = a;
          a = b;
          b = c + t[(l + 1) % size];
          MEET
        } o[0] = a;
        o[1] = b;),
    KERNEL(
        keeps_the_last, L int a = in[i], before = 1; for (int k = 0; k < 4; k++) {
          t[l] = a;
          MEET int now = t[(l + 3) % size];
          o[0] += before;
          before = a;
          a = now ^ k;
          MEET
        } o[1] = a;
        o[2] = before;),
    KERNEL(
        two_ends, L int a = in[i]; t[l] = a; if (UNIFORM(3) & 1) {
          MEET a += t[size - 1 - l];
          MEET t[l] = a;
        } else {
          o[1] = a;
          a = 5;
        } if (UNIFORM(4) & 1) { MEET o[2] = t[(l + 2) % size]; } o[0] = a;),
    KERNEL(
        leaves_by_break, L t[l] = in[i] & 15; MEET int k = 0; while (1) {
          int all = 0;
          for (uint j = 0; j < size; j++)
            all |= t[j];
          MEET if (!all) break;
          t[l] -= t[l] != 0;
          o[1] += k++;
          MEET
        } o[0] = k;),
    KERNEL(
        flag, L if (l == 0) u[0] = 1; t[l] = in[i] & 7; MEET int turns = 0; while (u[0]) {
          MEET if (l == 0) u[0] = 0;
          MEET if (t[l] > turns) u[0] = 1;
          turns++;
          MEET
        } o[0] = turns;),
    KERNEL(
        inner_branch, L int a = in[i]; for (int k = 0; k < 3; k++) {
          if (a & 1) {
            if (UNIFORM(5) & 2)
              o[1] += a;
            else
              o[2] -= a;
          }
          t[l] = a;
          MEET a += t[(l + 1) % size];
          MEET
        } o[0] = a;),
    KERNEL(
        some_leave, L if (i >= n) return; int a = in[i]; if (UNIFORM(6) & 1) {
          barrier(CLK_GLOBAL_MEM_FENCE);
          o[1] = a;
        } barrier(CLK_GLOBAL_MEM_FENCE);
        o[0] = a + 1;),
    KERNEL(
        chooses, L int a = in[i]; switch (UNIFORM(7) & 3) {
case 0:
  t[l] = a;
  MEET a = t[size - 1 - l];
  break;
case 1:
  o[1] = a;
  break;
case 2:
  t[l] = a + 1;
  MEET a = t[(l + 1) % size];
  MEET t[l] = a;
  MEET a ^= t[(l + 2) % size];
  break;
default:
  a = 7;
        } o[0] = a;),
    KERNEL(
        nested, L int a = in[i], b = 0; for (int k = 0; k < (UNIFORM(8) & 3); k++) {
          for (int j = 0; j < (UNIFORM(9) & 3); j++) {
            t[l] = a + b;
            MEET b += t[(l + 1) % size];
            MEET
          }
          a -= b;
          o[1] += a;
        } o[0] = a;
        o[2] = b;),
    KERNEL(
        window, local int t[600]; int x = (int)get_local_id(0), y = (int)get_local_id(1), z = (int)get_local_id(2);
        int w = (int)get_local_size(0), h = (int)get_local_size(1); int few = w <= 16 && h <= 7 && z == 0;
        if (few) for (int j = y; j < h + 2; j += h) for (int k = x; k < w + 2; k += w) t[j * 20 + k] = in[j * 31 + k];
        MEET if (few) {
          int sum = 0;
          for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
              sum += t[(y + j) * 20 + x + k] * in[j * 3 + k];
          o[0] = sum;
        }),
    KERNEL(window_of_all, local int t[100 * 24]; int x = (int)get_local_id(0), y = (int)get_local_id(1);
           int w = (int)get_local_size(0); /* rows that several work-items fill with the same */
           for (int j = y; j < y + 5; j++) for (int k = x; k < 24; k += w) t[j * 24 + k] = in[j * 24 + k];
           MEET int a = 0;
           for (int j = 0; j < 5; j++) a = a * 3 + t[(y + j) * 24 + (x & 15)] + t[(y + j) * 24 + (x & 15) + 4];
           o[0] = a; o[1] = x < 16 ? t[(y + 1) * 24 + x] + t[(y + 2) * 24 + x] + t[(y + 3) * 24 + x] : 1;),
    KERNEL(
        array_of_four, L int v[4]; for (int r = 0; r < 4; r++) v[r] = in[i + r * 5]; for (int d = 1; d < 9; d *= 2) {
          int k = (int)l % d;
          for (int r = 1; r < 4; r++)
            v[r] = v[r] * in[k * r] + v[r - 1];
          t[l] = v[3] ^ v[0];
          MEET for (int r = 0; r < 4; r++) v[r] += t[(l + (uint)r) % size];
          MEET
        } for (int r = 0; r < 4; r++) o[r] = v[r];),
    KERNEL(
        array_met_within, L int v[3] = {1, 2, 3}; for (int r = 0; r < 3; r++) {
          t[l] = in[i] + v[r];
          MEET v[r] = t[(l + 1 + (uint)r) % size];
          MEET
        } o[0] = v[0];
        o[1] = v[1]; o[2] = v[2];),
    KERNEL(
        votes, int x = in[i] & 7, sum = 0; uint k = (uint)n % (uint)get_local_size(0); while (work_group_any(x != 0)) {
          sum += work_group_broadcast(x, k, 0, 0);
          x -= x != 0;
        } o[0] = sum;
        o[1] = work_group_all(sum < 3); o[2] = work_group_any(in[i] % 11 == 0) + 2 * work_group_all(in[i] % 7 != 0);),
    KERNEL(operands_in_place, int x = in[i] & 255; int s = work_group_reduce_add(x); x += s;
           o[0] = work_group_scan_inclusive_add(x) + x; int y = x; x = in[i + 1]; o[1] = work_group_reduce_max(y) ^ x;
           o[2] = work_group_reduce_min(x) ^ (y + x); o[3] = work_group_reduce_add(y) + work_group_reduce_min(y);),
    KERNEL(
        operands_of_turns, int x = in[i] & 1023, y = 0; for (int k = 0; k < 5; k++) {
          int m = work_group_reduce_max(x), before = work_group_scan_exclusive_add(x);
          y += x == m;
          x = x == m ? k : x + before % 17;
        } o[0] = x;
        o[1] = y; o[2] = work_group_reduce_add(y);),
    KERNEL(follows_from_rows, L int x = in[i]; int odd = x & 1, low = x ^ 77; t[l] = x;
           MEET o[0] = odd + t[(l + 1) % size]; MEET if (odd) t[l] = low; MEET o[1] = t[(l + 2) % size] + x;
           o[2] = low - odd;),
    KERNEL(
        turns_of_each, L uint k = 0; int acc = 306; do { acc += 1; } while (++k < 4 && ((in[i] >> k) & 1)); t[l] = acc;
        MEET o[0] = t[(l + 1) % size] ^ (acc + 1); MEET o[1] = acc * 3 + (int)k; t[l] = (int)k - 1;
        MEET o[2] = t[size - 1 - l] + acc - (int)k;),
    KERNEL(
        ways_out_of_loop, L int k = 0, acc = 3, m = UNIFORM(6) & 3; for (;; k++) {
          if (l & 1) {
            acc += in[k];
            if (k == m)
              break;
            o[0] = acc;
          } else {
            acc ^= in[k + 1];
            if (k == m + 2)
              break;
          }
        } t[l] = acc + k;
        MEET o[1] = t[(l + 1) % size]; u[size - 1 - l] = k * 7; MEET o[2] = u[l] + k; if (k > m) o[3] = in[k + 3];),
    KERNEL(
        rows_of_rows, uint x = (uint)get_local_id(0), y = (uint)get_local_id(1), w = (uint)get_local_size(0);
        local int t[128]; uint z = (uint)get_local_id(2), h = (uint)get_local_size(1); int sum = 0;
        for (int k = 0; k < 3; k++) {
          t[(z * h + y) * w + x] = in[i + k];
          MEET for (uint j = 0; j < w; j++) sum += t[(z * h + y) * w + j] * (int)(j + x);
          MEET
        } o[0] = sum;),
};
MATRIX_MAIN(kernels)
