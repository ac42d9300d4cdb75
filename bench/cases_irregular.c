/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "bench/kernels.h"

#include <stdlib.h>
#include <string.h>

enum { MANY = 4 << 20, GROUP = 256, BYTES = 16 << 20, PER_ITEM = 64, ROWS = 65536 * 2, SORT = 1 << 20, SMALL = 16384 };
enum { STAGE = 10, DISTANCE = 512, HASHES = 1 << 18, ROUNDS = 256 };

static void prepare_reduce(struct kernel_run *run) {
  run_fill_floats(run_words(run, MANY), MANY, -1, 1);
  run_words(run, MANY / GROUP);
  run_size_1d(run, MANY, GROUP);
}

static void prepare_scan(struct kernel_run *run) {
  run_fill_words(run_words(run, MANY), MANY, 0);
  run_words(run, MANY);
  run_size_1d(run, MANY, GROUP);
}

static void prepare_histogram(struct kernel_run *run) {
  run_number(run, PER_ITEM);
  run_fill_words(run_words(run, BYTES / 4), BYTES / 4, 0);
  run_words(run, 256);
  run_size_1d(run, BYTES / PER_ITEM, GROUP);
}

static bool correct_histogram(const struct kernel_run *run) {
  const unsigned char *in = run->buffer[0].before;
  cl_uint bins[256] = {0};
  for (size_t i = 0; i < BYTES; i++)
    bins[in[i]]++;
  return !memcmp(bins, run->buffer[1].after, sizeof bins);
}

/* 4 to 60 values per row, the columns anywhere. */
static void prepare_spmv(struct kernel_run *run) {
  cl_uint *rows = run_words(run, ROWS + 1);
  run_fill_words(rows + 1, ROWS, 57);
  for (size_t i = 0; i < ROWS; i++)
    rows[i + 1] += rows[i] + 4;
  run_fill_words(run_words(run, rows[ROWS]), rows[ROWS], ROWS);
  run_fill_floats(run_words(run, rows[ROWS]), rows[ROWS], -1, 1);
  run_fill_floats(run_words(run, ROWS), ROWS, -1, 1);
  run_words(run, ROWS);
  run_size_1d(run, ROWS, 64);
}

static bool correct_spmv(const struct kernel_run *run) {
  const cl_uint *rows = run->buffer[0].before, *columns = run->buffer[1].before;
  const float *values = run->buffer[2].before, *x = run->buffer[3].before, *y = run->buffer[4].after;
  for (size_t i = 0; i < ROWS; i++) {
    double sum = 0;
    for (size_t j = rows[i]; j < rows[i + 1]; j++)
      sum += (double)values[j] * (double)x[columns[j]];
    if (!run_close((double)y[i], sum, 1e-4))
      return false;
  }
  return true;
}

static void prepare_bitonic(struct kernel_run *run) {
  run_number(run, STAGE);
  run_number(run, DISTANCE);
  run_fill_words(run_words(run, SORT), SORT, 0);
  run_size_1d(run, SORT / 2, 256);
}

static bool correct_bitonic(const struct kernel_run *run) {
  const cl_uint *before = run->buffer[0].before, *after = run->buffer[0].after;
  for (size_t id = 0; id < SORT / 2; id++) {
    size_t left = id / DISTANCE * 2 * DISTANCE + id % DISTANCE, right = left + DISTANCE;
    bool up = !(id >> STAGE & 1), swap = (before[left] > before[right]) == up;
    if (after[left] != before[swap ? right : left] || after[right] != before[swap ? left : right])
      return false;
  }
  return true;
}

static void prepare_bubble(struct kernel_run *run) {
  run_fill_words(run_words(run, SMALL * 16), SMALL * 16, 0);
  run_words(run, SMALL * 16);
  run_size_1d(run, SMALL, 64);
}

static int ascending(const void *a, const void *b) {
  cl_uint x = *(const cl_uint *)a, y = *(const cl_uint *)b;
  return (x > y) - (x < y);
}

static bool correct_bubble(const struct kernel_run *run) {
  const cl_uint *before = run->buffer[0].before, *after = run->buffer[1].after;
  for (size_t i = 0; i < SMALL; i++) {
    cl_uint sorted[16];
    memcpy(sorted, before + i * 16, sizeof sorted);
    qsort(sorted, 16, sizeof sorted[0], ascending);
    if (memcmp(sorted, after + i * 16, sizeof sorted))
      return false;
  }
  return true;
}

static void prepare_hash(struct kernel_run *run) {
  run_number(run, ROUNDS);
  run_fill_words(run_words(run, HASHES), HASHES, 0);
  run_words(run, HASHES);
  run_size_1d(run, HASHES, 64);
}

static cl_uint rotate_left(cl_uint value, int by) {
  return value << by | value >> (32 - by);
}

static bool correct_hash(const struct kernel_run *run) {
  const cl_uint *in = run->buffer[0].before, *out = run->buffer[1].after;
  for (size_t id = 0; id < HASHES; id += 11) {
    cl_uint a = in[id], b = 0x9e3779b9U;
    for (cl_uint i = 0; i < ROUNDS; i++) {
      a ^= rotate_left(b, 7) + i;
      b += a * 0x85ebca6bU;
      a = rotate_left(a, 13) ^ b >> 5;
    }
    if (out[id] != a + b)
      return false;
  }
  return true;
}

const struct kernel_case irregular_cases[] = {
    {"tree reduction 4M, groups of 256", "irregular.cl", "reduce", prepare_reduce, run_correct_group_sums},
    {"scan 4M, groups of 256", "irregular.cl", "scan", prepare_scan, run_correct_group_scans},
    {"histogram 16M bytes", "irregular.cl", "histogram", prepare_histogram, correct_histogram},
    {"spmv, 4 to 60 per row", "irregular.cl", "spmv", prepare_spmv, correct_spmv},
    {"bitonic step 1M", "irregular.cl", "bitonic", prepare_bitonic, correct_bitonic},
    {"private array of 16, bubble sort", "irregular.cl", "bubble", prepare_bubble, correct_bubble},
    {"hash rounds", "irregular.cl", "hash", prepare_hash, correct_hash},
    {0},
};
