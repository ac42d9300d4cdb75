/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Work-groups that go through rows of a buffer and count, in local memory, what they find there: whichever way the
 * turns and the work-items are taken, the sums are the same. Rows as long as the group is wide, in groups of one and
 * two dimensions, whole and uneven; any number of rows, also none. */
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"

enum { BINS = 64, MOST_GROUPS = 16 };

/* T: what the buffer holds. LID, LSZ: linear in the group. A group's part of the buffer begins at FIRST. */
static const char prelude[] = "\
#define LID (get_local_id(0) + get_local_size(0) * get_local_id(1))\n\
#define LSZ (get_local_size(0) * get_local_size(1))\n\
#define GRP (get_group_id(0) + get_num_groups(0) * get_group_id(1))\n\
#define FIRST (GRP * full * rows)\n\
#define ARGS uint rows, uint full, global const T *in, global uint *out\n\
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)\n\
#define CLEAR(start) for (uint b = LID; b < 64; b += LSZ) bins[b] = start; BARRIER\n\
#define RESULT BARRIER; for (uint b = LID; b < 64; b += LSZ) out[GRP * 64 + b] = bins[b]\n";

struct count {
  const char *name, *source;
  cl_uint start;
  /* What one element does to the group's bins: element v in row `row` and column `column`. */
  void (*add)(cl_uint *bins, cl_uint v, cl_uint row, cl_uint column);
};

static void add_one(cl_uint *bins, cl_uint v, cl_uint row, cl_uint column) {
  bins[v % BINS]++;
}
static void add_row(cl_uint *bins, cl_uint v, cl_uint row, cl_uint column) {
  bins[v % BINS] += 3 * row + column;
}
static void most_and_all(cl_uint *bins, cl_uint v, cl_uint row, cl_uint column) {
  cl_uint *most = &bins[v % 32], *all = &bins[32 + v / 7 % 32];
  *most = *most > v * 5 + row ? *most : v * 5 + row;
  *all ^= v + column;
}
static void odd_rows_twice(cl_uint *bins, cl_uint v, cl_uint row, cl_uint column) {
  bins[v % BINS] += 1 + (row & 1);
}
static void first_rows(cl_uint *bins, cl_uint v, cl_uint row, cl_uint column) {
  if (row <= column)
    bins[v % BINS]++;
}
static void neighbours(cl_uint *bins, cl_uint v, cl_uint row, cl_uint column) {
  bins[(v + column) % BINS]++;
}

static const struct count counts[] = {
    {"ones", CL(kernel void k(ARGS) {
       local uint bins[64];
       CLEAR(0);
       for (uint i = 0; i < rows; i++)
         atomic_inc(&bins[in[FIRST + i * LSZ + LID] % 64]);
       RESULT;
     }),
     0, add_one},
    /* The turn and the work-item are in what is added. */
    {"turns", CL(kernel void k(ARGS) {
       local uint bins[64];
       CLEAR(5);
       for (uint i = 0; i < rows; i++)
         atomic_add(&bins[in[FIRST + i * LSZ + LID] % 64], 3 * i + (uint)LID);
       RESULT;
     }),
     5, add_row},
    {"several", CL(kernel void k(ARGS) {
       local uint bins[64];
       CLEAR(1);
       for (uint i = 0; i < rows; i++) {
         uint v = in[FIRST + i * LSZ + LID];
         atomic_max(&bins[v % 32], v * 5 + i);
         atomic_xor(&bins[32 + v / 7 % 32], v + (uint)LID);
       }
       RESULT;
     }),
     1, most_and_all},
    /* Ways that the group takes together within a turn. */
    {"uniform_ways", CL(kernel void k(ARGS) {
       local uint bins[64];
       CLEAR(0);
       for (uint i = 0; i < rows; i++) {
         atomic_inc(&bins[in[FIRST + i * LSZ + LID] % 64]);
         if (i & 1)
           atomic_inc(&bins[in[FIRST + i * LSZ + LID] % 64]);
       }
       RESULT;
     }),
     0, odd_rows_twice},
    /* Two loops, the outer one over halves. */
    {"nested", CL(kernel void k(ARGS) {
       local uint bins[64];
       CLEAR(0);
       for (uint part = 0; part < 2; part++)
         for (uint i = part ? rows / 2 : 0; i < (part ? rows : rows / 2); i++)
           atomic_inc(&bins[in[FIRST + i * LSZ + LID] % 64]);
       RESULT;
     }),
     0, add_one},
    /* Of its own a work-item has what it loads before the loop (its own number, through local memory). */
    {"own_value", CL(kernel void k(ARGS) {
       local uint bins[64], ids[256];
       ids[LSZ - 1 - LID] = LID;
       CLEAR(0);
       uint id = ids[LSZ - 1 - LID];
       for (uint i = 0; i < rows; i++)
         atomic_inc(&bins[(in[FIRST + i * LSZ + LID] + id) % 64]);
       RESULT;
     }),
     0, neighbours},
    /* And what it carries from turn to turn. */
    {"carried", CL(kernel void k(ARGS) {
       local uint bins[64];
       CLEAR(5);
       uint more = LID;
       for (uint i = 0; i < rows; i++, more += 3)
         atomic_add(&bins[in[FIRST + i * LSZ + LID] % 64], more);
       RESULT;
     }),
     5, add_row},
    /* Turns that differ from one work-item to the next: half of them begin late. */
    {"own_turns", CL(kernel void k(ARGS) {
       local uint bins[64];
       CLEAR(0);
       for (uint i = LID % 2; i < rows + LID % 2; i++)
         atomic_inc(&bins[in[FIRST + (i - LID % 2) * LSZ + LID] % 64]);
       RESULT;
     }),
     0, add_one},
    /* And that end where it is asked whether to go on. */
    {"own_ends", CL(kernel void k(ARGS) {
       local uint bins[64];
       CLEAR(0);
       uint i = 0;
       if (rows)
         do {
           atomic_inc(&bins[in[FIRST + i * LSZ + LID] % 64]);
           i++;
         } while (i < LID + 1 && i < rows);
       RESULT;
     }),
     0, first_rows},
};

static cl_uint element(const struct test_buffer *in, size_t at, size_t size) {
  if (size == 1)
    return in->data[at];
  if (size == 2)
    return ((const cl_ushort *)in->data)[at];
  return ((const cl_uint *)in->data)[at];
}

/* One launch of groups x * y of local[0] * local[1] work-items; uneven[0] and uneven[1] fewer in the last ones. */
static void launch(const struct count *count, cl_kernel kernel, size_t size, const size_t *groups, const size_t *local,
                   const size_t *uneven, cl_uint rows) {
  const size_t mark = test_mark();
  const cl_uint full = (cl_uint)(local[0] * local[1]);
  const size_t all = groups[0] * groups[1], elements = all * full * rows;
  struct test_buffer in = test_buffer((elements ? elements : 1) * size, TEST_END, CL_MEM_READ_ONLY, 7 + rows);
  struct test_buffer out = test_buffer(all * BINS * sizeof(cl_uint), TEST_END, CL_MEM_READ_WRITE, 0);
  SET_ARGS(kernel, ARG_UINT(rows), ARG_UINT(full), ARG_BUFFER(in), ARG_BUFFER(out));
  test_launch(kernel, 2, NULL, (const size_t[]){groups[0] * local[0] - uneven[0], groups[1] * local[1] - uneven[1]},
              local);
  test_buffer_sync(&out);
  for (size_t group = 0; group < all; group++) {
    cl_uint want[BINS];
    for (size_t b = 0; b < BINS; b++)
      want[b] = count->start;
    const size_t x = local[0] - (group % groups[0] == groups[0] - 1 ? uneven[0] : 0);
    const size_t y = local[1] - (group / groups[0] == groups[1] - 1 ? uneven[1] : 0);
    for (cl_uint row = 0; row < rows; row++)
      for (cl_uint column = 0; column < x * y; column++)
        count->add(want, element(&in, group * full * rows + row * x * y + column, size), row, column);
    const cl_uint *got = (const cl_uint *)out.data + group * BINS;
    for (size_t b = 0; b < BINS; b++)
      if (got[b] != want[b])
        FAIL("%s, %zu bytes, groups of %zux%zu, %u rows: bin %zu of group %zu is %u, not %u", count->name, size, x, y,
             rows, b, group, got[b], want[b]);
  }
  test_release_to(mark);
}

static void check(const struct count *count) {
  static const char *const types[] = {"uchar", "ushort", "uint"};
  static const size_t groups[][2] = {{1, 1}, {5, 1}, {3, 2}};
  static const size_t locals[][2] = {{1, 1}, {7, 1}, {64, 1}, {256, 1}, {16, 4}, {5, 3}, {1, 33}};
  static const cl_uint rows[] = {0, 1, 2, 17, 64};
  for (size_t t = 0; t < TEST_COUNT(types); t++) {
    char source[2 * sizeof prelude + 2048];
    snprintf(source, sizeof source, "%s%s", prelude, count->source);
    char options[64];
    snprintf(options, sizeof options, "-cl-std=CL3.0 -DT=%s", types[t]);
    cl_kernel kernel = test_kernel(test_build(options, source), "k");
    for (size_t l = 0; l < TEST_COUNT(locals); l++)
      for (size_t g = 0; g < TEST_COUNT(groups); g++)
        for (size_t r = 0; r < TEST_COUNT(rows); r++) {
          const size_t half[2] = {locals[l][0] / 2, locals[l][1] / 2}, none[2] = {0, 0};
          launch(count, kernel, (size_t)1 << t, groups[g], locals[l], none, rows[r]);
          launch(count, kernel, (size_t)1 << t, groups[g], locals[l], half, rows[r]);
        }
  }
}

#define CASE(index, name)                                                                                              \
  static void name(void) {                                                                                             \
    check(&counts[index]);                                                                                             \
  }
CASE(0, ones)
CASE(1, turns)
CASE(2, several)
CASE(3, uniform_ways)
CASE(4, nested)
CASE(5, own_value)
CASE(6, carried)
CASE(7, own_turns)
CASE(8, own_ends)

static const struct test_case cases[] = {
    {"ones", ones},        {"turns", turns},         {"several", several}, {"uniform_ways", uniform_ways},
    {"nested", nested},    {"own_value", own_value}, {"carried", carried}, {"own_turns", own_turns},
    {"own_ends", own_ends}};
TEST_MAIN(cases)
