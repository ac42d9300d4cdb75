/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "bench/kernels.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 65536 * 2, SORT = 1 << 20, SMALL = 16384, STAGE = 10, DISTANCE = 512 };
enum {
  SORTED = 1 << 20,
  KEYS = 1 << 20,
  TEXT = 8 << 20,
  PATTERN = 8,
  WORDS = 16384,
  LETTERS = 32,
  NODES = 1024,
  NODE = 77,
  CELLS = 2 << 20
};

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
  run->flops = 2.0 * rows[ROWS];
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
  run->integers = SORT;
  run->bytes = 2.0 * (double)run->buffer[0].bytes;
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
  run->integers = 3.0 * 120 * SMALL;
}

static void prepare_bubble_any(struct kernel_run *run) {
  run_number(run, 16);
  prepare_bubble(run);
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

/* A sorted sequence with gaps, and keys that fall anywhere in it. */
static void prepare_binary_search(struct kernel_run *run) {
  run_number(run, SORTED);
  cl_uint *sorted = run_words(run, SORTED);
  run_fill_words(sorted, SORTED, 8);
  for (size_t i = 1; i < SORTED; i++)
    sorted[i] += sorted[i - 1];
  run_fill_words(run_words(run, KEYS), KEYS, sorted[SORTED - 1] + 2);
  run_words(run, KEYS);
  run_size_1d(run, KEYS, 64);
  run->integers = 4.0 * 20 * KEYS;
}

static bool correct_binary_search(const struct kernel_run *run) {
  const cl_uint *sorted = run->buffer[0].before, *keys = run->buffer[1].before, *found = run->buffer[2].after;
  for (size_t i = 0; i < KEYS; i++)
    if (found[i] > SORTED || (found[i] > 0 && sorted[found[i] - 1] >= keys[i]) ||
        (found[i] < SORTED && sorted[found[i]] < keys[i]))
      return false;
  return true;
}

/* Text of four letters, so that the pattern begins often and is there some hundred times. */
static void prepare_string_search(struct kernel_run *run) {
  run_number(run, TEXT);
  run_number(run, PATTERN);
  char *text = run_words(run, TEXT / 4);
  run_fill_words(text, TEXT / 4, 0);
  for (size_t i = 0; i < TEXT; i++)
    text[i] = "acgt"[text[i] & 3];
  memcpy(run_words(run, PATTERN / 4), "gattacag", PATTERN);
  int *result = run_words(run, 2);
  result[1] = -1;
  run_size_1d(run, TEXT, 256);
  run->integers = 2.0 * TEXT;
}

static bool correct_string_search(const struct kernel_run *run) {
  const char *text = run->buffer[0].before, *pattern = run->buffer[1].before;
  const int *result = run->buffer[2].after;
  int count = 0, last = -1;
  for (int i = 0; i + PATTERN <= TEXT; i++)
    if (!memcmp(text + i, pattern, PATTERN)) {
      count++;
      last = i;
    }
  return count > 0 && result[0] == count && result[1] == last;
}

static void prepare_edit_distance(struct kernel_run *run) {
  unsigned char *word = run_words(run, LETTERS / 4), *words = run_words(run, WORDS * LETTERS / 4);
  run_fill_words(words, WORDS * LETTERS / 4, 0);
  for (size_t i = 0; i < WORDS * LETTERS; i++)
    words[i] = 'a' + words[i] % 6;
  memcpy(word, words + 5 * LETTERS, LETTERS);
  run_words(run, WORDS);
  run_size_1d(run, WORDS, 64);
  run->integers = 6.0 * LETTERS * LETTERS * WORDS;
}

static bool correct_edit_distance(const struct kernel_run *run) {
  const unsigned char *a = run->buffer[0].before, *words = run->buffer[1].before;
  const cl_uint *found = run->buffer[2].after;
  for (size_t id = 0; id < WORDS; id += 13) {
    const unsigned char *b = words + id * LETTERS;
    cl_uint cost[LETTERS + 1][LETTERS + 1];
    for (cl_uint i = 0; i <= LETTERS; i++)
      for (cl_uint j = 0; j <= LETTERS; j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        cl_uint change = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
        cl_uint shorter = (cost[i - 1][j] < cost[i][j - 1] ? cost[i - 1][j] : cost[i][j - 1]) + 1;
        cost[i][j] = change < shorter ? change : shorter;
      }
    if (found[id] != cost[LETTERS][LETTERS])
      return false;
  }
  return true;
}

static void prepare_floyd_warshall(struct kernel_run *run) {
  run_number(run, NODES);
  run_number(run, NODE);
  cl_uint *distance = run_words(run, NODES * NODES);
  run_fill_words(distance, NODES * NODES, 10000);
  for (size_t i = 0; i < NODES; i++)
    distance[i * NODES + i] = 0;
  run_size_2d(run, NODES, NODES, 64, 4);
  run->integers = 2.0 * NODES * NODES;
  run->bytes = 2.0 * (double)run->buffer[0].bytes;
}

static bool correct_floyd_warshall(const struct kernel_run *run) {
  const cl_uint *before = run->buffer[0].before, *after = run->buffer[0].after;
  for (size_t y = 0; y < NODES; y++)
    for (size_t x = 0; x < NODES; x++) {
      cl_uint way = before[y * NODES + NODE] + before[NODE * NODES + x], old = before[y * NODES + x];
      if (after[y * NODES + x] != (way < old ? way : old))
        return false;
    }
  return true;
}

static void prepare_living(struct kernel_run *run) {
  run_fill_words(run_words(run, CELLS), CELLS, 1000);
  run_fill_words(run_words(run, CELLS), CELLS, 0);
  run_size_1d(run, CELLS, 64);
  run->integers = CELLS + 6.0 * 16 * CELLS / 20;
  run->bytes = (double)run->buffer[0].bytes + 2.0 * (double)run->buffer[1].bytes / 20;
}

static bool correct_living(const struct kernel_run *run) {
  const cl_uint *age = run->buffer[0].before, *before = run->buffer[1].before, *after = run->buffer[1].after;
  for (size_t i = 0; i < CELLS; i++) {
    cl_uint x = before[i];
    for (int k = 0; k < 16 && age[i] < 50; k++) {
      x ^= x << 13;
      x ^= x >> 17;
      x ^= x << 5;
    }
    if (after[i] != x)
      return false;
  }
  return true;
}

/* 16 words for all, and a number of each work-item's own. */
static void prepare_numbers(struct kernel_run *run, double operations) {
  run_fill_words(run_words(run, 16), 16, UINT32_MAX);
  run_fill_words(run_words(run, CELLS), CELLS, UINT32_MAX);
  run_size_1d(run, CELLS, 64);
  run->integers = operations * CELLS;
  run->bytes = 2.0 * (double)run->buffer[1].bytes;
}

static void prepare_registers(struct kernel_run *run) {
  prepare_numbers(run, 64 * 3);
}

static bool correct_registers(const struct kernel_run *run) {
  const cl_uchar *program = run->buffer[0].before;
  const cl_uint *before = run->buffer[1].before, *after = run->buffer[1].after;
  for (size_t n = 0; n < CELLS; n++) {
    cl_uint r[8] = {1, 2, 3, 5, 7, 11, 13, 17}, sum = 0;
    for (int k = 0; k < 64; k++) {
      cl_uchar i = program[k];
      r[i & 7] = r[(i >> 3) & 7] * 3 + (i & 64 ? before[n] : r[i & 7]);
    }
    for (int k = 0; k < 8; k++)
      sum ^= r[k];
    if (after[n] != sum)
      return false;
  }
  return true;
}

static void prepare_survivors(struct kernel_run *run) {
  cl_uint *in = run_words(run, 2 * CELLS), *place = run_words(run, CELLS);
  run_fill_words(in, 2 * CELLS, 1000);
  for (cl_uint i = 0, next = 0; i < CELLS; i++) {
    place[i] = next;
    next += in[2 * i] < 600;
  }
  run_words(run, 2 * CELLS);
  run_size_1d(run, CELLS, 64);
  run->integers = 2.0 * CELLS;
  run->bytes = (double)run->buffer[0].bytes * 1.6 + (double)run->buffer[1].bytes;
}

static bool correct_survivors(const struct kernel_run *run) {
  const cl_uint *in = run->buffer[0].before, *place = run->buffer[1].before, *after = run->buffer[2].after;
  for (size_t i = 0; i < CELLS; i++)
    if (in[2 * i] < 600 && (after[2 * place[i]] != in[2 * i] || after[2 * place[i] + 1] != in[2 * i + 1] + 1))
      return false;
  return true;
}

static void prepare_waits(struct kernel_run *run) {
  run_fill_words(run_words(run, CELLS), CELLS, 1000);
  run_words(run, CELLS);
  run_number(run, 1000);
  run_size_1d(run, CELLS / 1000 * 1000, 0);
  run->integers = 8.0 * CELLS;
  run->bytes = 2.0 * (double)run->buffer[0].bytes;
}

static bool correct_waits(const struct kernel_run *run) {
  const cl_uint *warmth = run->buffer[0].before, *hours = run->buffer[1].after;
  for (size_t id = 0; id < CELLS / 1000 * 1000; id++) {
    cl_uint d = 1, left = 1000 - (cl_uint)(id % 1000);
    while (d < left && warmth[id + d] <= warmth[id])
      d++;
    if (hours[id] != (d < left ? d : 0))
      return false;
  }
  return true;
}

static void prepare_decks(struct kernel_run *run) {
  prepare_numbers(run, 32 * 6);
}

static bool correct_decks(const struct kernel_run *run) {
  const cl_uint *deck = run->buffer[0].before, *before = run->buffer[1].before, *after = run->buffer[1].after;
  for (size_t n = 0; n < CELLS; n++) {
    cl_uint d[16], x = before[n];
    for (int k = 0; k < 16; k++)
      d[k] = deck[k] + x;
    for (int k = 0; k < 32; k++) {
      cl_uint top = d[x & 15];
      d[x & 15] = d[(top >> 4) & 15];
      d[(top >> 4) & 15] = x;
      x = x * 5 + top;
    }
    if (after[n] != x)
      return false;
  }
  return true;
}

const struct kernel_case irregular_cases[] = {
    {"spmv, 4 to 60 per row", "spmv", prepare_spmv, correct_spmv},
    {"bitonic step 1M", "bitonic", prepare_bitonic, correct_bitonic},
    {"private array of 16, bubble sort", "bubble", prepare_bubble, correct_bubble},
    {"private array of 16, bubble sort until sorted", "bubble_any", prepare_bubble_any, correct_bubble},
    {"binary search, 1M keys in 1M", "binary_search", prepare_binary_search, correct_binary_search},
    {"string search, 8 letters in 8M", "string_search", prepare_string_search, correct_string_search},
    {"edit distance, 16384 words of 32", "edit_distance", prepare_edit_distance, correct_edit_distance},
    {"Floyd-Warshall 1024, one node", "floyd_warshall", prepare_floyd_warshall, correct_floyd_warshall},
    {"cells of which one in 20 lives, 2M", "living", prepare_living, correct_living},
    {"eight registers, 64 instructions for 2M", "registers", prepare_registers, correct_registers},
    {"records that are kept, 3 of 5 of 2M", "survivors", prepare_survivors, correct_survivors},
    {"hours until a warmer one, 2M", "waits", prepare_waits, correct_waits},
    {"decks of 16 cards, 2M", "decks", prepare_decks, correct_decks},
    {0},
};
