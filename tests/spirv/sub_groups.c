/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* SPIR-V's instructions of sub-groups and work-groups (tests/spirv/modules), against plain C. */
#include <limits.h>
#include <string.h>

#include "tests/harness/pool.h"
#include "tests/spirv/modules.h"

enum { GROUPS = 5, MAX_LOCAL = 64, MAX_OUT = 33, LANE = 0, WIDTH, WHICH, FIRST };

/* Whole sub-groups, and a group that ends with a part of one. */
static const size_t locals[] = {MAX_LOCAL, 13};

struct launch {
  size_t local, num_in, num_out;
  cl_uint in[GROUPS * MAX_LOCAL * 2], out[GROUPS * MAX_LOCAL * MAX_OUT];
};

static void run(cl_program program, const char *name, struct launch *launch) {
  size_t items = launch->local * GROUPS;
  cl_mem input = buffer_of(launch->in, items * launch->num_in * 4), output = buffer_of(NULL, sizeof launch->out);
  LAUNCH(test_kernel(program, name), items, launch->local, ARG(output), ARG(input));
  read_back(output, launch->out, sizeof launch->out);
}

static struct launch *random_launch(size_t local, size_t num_in, size_t num_out) {
  struct launch *launch = test_alloc(sizeof *launch);
  *launch = (struct launch){.local = local, .num_in = num_in, .num_out = num_out};
  test_fill(launch->in, sizeof launch->in, (uint32_t)local);
  return launch;
}

static const cl_uint *results_of(const struct launch *launch, size_t item) {
  return launch->out + item * launch->num_out;
}

/* The members of an item's sub-group, by place in it. */
struct members {
  unsigned count, self;
  size_t item[MAX_LOCAL];
};

static struct members members_of(const struct launch *launch, size_t item) {
  const cl_uint *own = results_of(launch, item);
  struct members members = {own[WIDTH], own[LANE], {0}};
  CHECK(members.count >= 1 && members.count <= launch->local && members.self < members.count);
  unsigned found = 0;
  size_t first = item / launch->local * launch->local;
  for (size_t i = first; i < first + launch->local; i++) {
    const cl_uint *other = results_of(launch, i);
    if (other[WHICH] != own[WHICH])
      continue;
    CHECK(other[LANE] < members.count);
    CHECK_EQ(other[WIDTH], members.count);
    members.item[other[LANE]] = i;
    found++;
  }
  CHECK_EQ(found, members.count);
  return members;
}

static void shuffles(void) {
  need_spirv();
  cl_program program = build_module("sub_group_shuffles", "");
  for (size_t l = 0; l < TEST_COUNT(locals); l++) {
    struct launch *launch = random_launch(locals[l], 2, 11);
    size_t items = launch->local * GROUPS;
    for (size_t i = 0; i < items; i++)
      launch->in[2 * i + 1] = 0;
    run(program, "shuffles", launch);
    for (size_t i = 0; i < items; i++) /* now that the sizes are known */
      launch->in[2 * i + 1] = test_hash((uint32_t)i) % results_of(launch, i)[WIDTH];
    run(program, "shuffles", launch);
    for (size_t i = 0; i < items; i++) {
      const cl_uint *got = results_of(launch, i) + FIRST;
      struct members m = members_of(launch, i);
#define VALUE(lane) launch->in[2 * m.item[lane]]
      CHECK_EQ(got[0], VALUE(launch->in[2 * i + 1]));
      if ((m.self ^ 1) < m.count)
        CHECK_EQ(got[1], VALUE(m.self ^ 1));
      if (m.self >= 1)
        CHECK_EQ(got[2], VALUE(m.self - 1));
      if (m.self + 2 < m.count)
        CHECK_EQ(got[3], VALUE(m.self + 2));
      if (launch->local == MAX_LOCAL) { /* else a place may have nobody */
        CHECK_EQ(got[4], VALUE((m.self + 1) % m.count));
        CHECK_EQ(got[5], VALUE((m.self & ~3u) | ((m.self + 1) & 3)));
      }
      if (m.count > 2)
        CHECK_EQ(got[6], VALUE(2));
      CHECK_EQ(got[7], VALUE(0));
#undef VALUE
    }
  }
}

static void votes(void) {
  need_spirv();
  cl_program program = build_module("sub_group_votes", "");
  for (int round = 0; round < 3; round++) /* random words, even ones, odd ones that are equal */
    for (size_t l = 0; l < TEST_COUNT(locals); l++) {
      struct launch *launch = random_launch(locals[l], 1, 18);
      size_t items = launch->local * GROUPS;
      for (size_t i = 0; i < items && round; i++)
        launch->in[i] = round == 1 ? launch->in[i] & ~1u : 77;
      run(program, "votes", launch);
      for (size_t i = 0; i < items; i++) {
        const cl_uint *got = results_of(launch, i) + FIRST;
        struct members m = members_of(launch, i);
        cl_uint ballot[4] = {0}, counts[3] = {0}, lsb = UINT_MAX, msb = 0, all = 1, any = 0, same = 1;
        for (unsigned k = 0; k < m.count; k++) {
          cl_uint word = launch->in[m.item[k]], odd = word & 1;
          ballot[k / 32] |= odd << k % 32;
          counts[0] += odd;
          counts[1] += odd && k <= m.self;
          counts[2] += odd && k < m.self;
          lsb = odd && k < lsb ? k : lsb;
          msb = odd ? k : msb;
          all &= odd;
          any |= odd;
          same &= word == launch->in[m.item[0]];
        }
        for (int w = 0; w < 4; w++)
          CHECK_EQ(got[w], ballot[w]);
        CHECK_EQ(got[4], launch->in[i] & 1);
        if (m.count > 2)
          CHECK_EQ(got[5], ballot[0] >> 2 & 1);
        for (int c = 0; c < 3; c++)
          CHECK_EQ(got[6 + c], counts[c]);
        if (any) {
          CHECK_EQ(got[9], lsb);
          CHECK_EQ(got[10], msb);
        }
        CHECK_EQ(got[11], all);
        CHECK_EQ(got[12], any);
        CHECK_EQ(got[13], same);
        CHECK_EQ(got[14], m.self == 0);
      }
    }
}

enum operation { ADD, MUL, SMIN, UMIN, SMAX, UMAX, AND, OR, XOR, OPERATIONS };

static const cl_uint identity[OPERATIONS] = {0, 1, INT_MAX, UINT_MAX, 1u << 31, 0, UINT_MAX, 0, 0};

static cl_uint apply(enum operation operation, cl_uint a, cl_uint b) {
  switch (operation) {
  case ADD:
    return a + b;
  case MUL:
    return a * b;
  case SMIN:
    return (cl_int)a < (cl_int)b ? a : b;
  case UMIN:
    return a < b ? a : b;
  case SMAX:
    return (cl_int)a > (cl_int)b ? a : b;
  case UMAX:
    return a > b ? a : b;
  case AND:
    return a & b;
  case OR:
    return a | b;
  default:
    return a ^ b;
  }
}

/* Of values[0..count): all, up to `self` with it and without. */
static void fold(enum operation operation, const cl_uint *values, unsigned count, unsigned self, cl_uint want[3]) {
  for (int way = 0; way < 3; way++) {
    unsigned end = way == 0 ? count : way == 1 ? self + 1 : self;
    want[way] = identity[operation];
    for (unsigned k = 0; k < end; k++)
      want[way] = apply(operation, want[way], values[k]);
  }
}

static void arithmetic(void) {
  need_spirv();
  cl_program program = build_module("sub_group_arithmetic", "");
  for (size_t l = 0; l < TEST_COUNT(locals); l++) {
    struct launch *launch = random_launch(locals[l], 1, MAX_OUT);
    run(program, "arithmetic", launch);
    for (size_t i = 0; i < launch->local * GROUPS; i++) {
      const cl_uint *got = results_of(launch, i) + FIRST;
      struct members m = members_of(launch, i);
      cl_uint values[MAX_LOCAL], want[3];
      for (unsigned k = 0; k < m.count; k++)
        values[k] = launch->in[m.item[k]];
      for (int operation = 0; operation < OPERATIONS; operation++) {
        fold(operation, values, m.count, m.self, want);
        for (int way = 0; way < 3; way++)
          if (got[3 * operation + way] != want[way])
            FAIL("groups of %zu, item %zu, operation %d, way %d: %#x, not %#x", launch->local, i, operation, way,
                 got[3 * operation + way], want[way]);
      }
      unsigned first = m.self & ~3u, count = m.count - first < 4 ? m.count - first : 4;
      const enum operation clustered[] = {ADD, UMAX, XOR};
      for (int c = 0; c < 3; c++) {
        fold(clustered[c], values + first, count, 0, want);
        CHECK_EQ(got[3 * OPERATIONS + c], want[0]);
      }
    }
  }
}

static void uniform_groups(void) {
  need_spirv();
  cl_program program = build_module("uniform_groups", "");
  for (size_t l = 0; l < TEST_COUNT(locals); l++) {
    struct launch *launch = random_launch(locals[l], 1, 19);
    run(program, "uniform", launch);
    for (size_t i = 0; i < launch->local * GROUPS; i++) {
      const cl_uint *got = results_of(launch, i), *values = launch->in + i / launch->local * launch->local;
      unsigned self = (unsigned)(i % launch->local), count = (unsigned)launch->local;
      const enum operation operations[] = {MUL, AND, OR, XOR};
      cl_uint want[3], odd[MAX_LOCAL];
      for (int o = 0; o < 4; o++) {
        fold(operations[o], values, count, self, want);
        for (int way = 0; way < 3; way++)
          CHECK_EQ(got[3 * o + way], want[way]);
      }
      float product = 1, result;
      for (unsigned k = 0; k < count; k++) {
        odd[k] = values[k] & 1;
        product *= odd[k] ? 2 : 1;
      }
      for (int o = 0; o < 3; o++) {
        fold(operations[1 + o], odd, count, self, want);
        CHECK_EQ(got[12 + 2 * o], want[0] & 1);
        CHECK_EQ(got[13 + 2 * o], want[1] & 1);
      }
      memcpy(&result, &got[18], 4);
      CHECK(result == product);
    }
  }
}

/* Blocks are read and written by whole sub-groups. */
static void intel(void) {
  need_spirv();
  CHECK(test_has_extension("cl_intel_subgroups"));
  cl_program program = build_module("intel_subgroups", "");
  struct launch *launch = random_launch(MAX_LOCAL, 2, 10);
  size_t items = MAX_LOCAL * GROUPS;
  for (size_t i = 0; i < items; i++)
    launch->in[2 * i + 1] = test_hash((uint32_t)i) % 4;
  run(program, "intel", launch);
  for (size_t i = 0; i < items; i++) {
    const cl_uint *got = results_of(launch, i) + FIRST;
    struct members m = members_of(launch, i);
    CHECK(m.count >= 4);
    size_t base = m.item[0];
    CHECK_EQ(m.item[m.self], base + m.self);
#define VALUE(lane) launch->in[2 * (base + (lane))]
#define INDEX(lane) launch->in[2 * (base + (lane)) + 1]
    CHECK_EQ(got[0], VALUE(INDEX(m.self)));
    CHECK_EQ(got[1], VALUE(m.self ^ 1));
    CHECK_EQ(got[2], m.self >= 1 ? VALUE(m.self - 1) : INDEX(m.count - 1));
    CHECK_EQ(got[3], m.self + 2 < m.count ? VALUE(m.self + 2) : INDEX(m.self + 2 - m.count));
    CHECK_EQ(got[4], launch->in[2 * base + m.self]);
    CHECK_EQ(got[5], launch->in[2 * base + m.self]);
    CHECK_EQ(got[6], launch->in[2 * base + m.count + m.self]);
    CHECK_EQ(launch->out[10 * items + i], 2 * VALUE(m.self));
#undef VALUE
#undef INDEX
  }
}

static const struct test_case cases[] = {{"shuffles", shuffles},
                                         {"votes", votes},
                                         {"arithmetic", arithmetic},
                                         {"uniform_groups", uniform_groups},
                                         {"intel", intel}};
TEST_MAIN(cases)
