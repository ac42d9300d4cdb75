/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sub-group functions where sub-groups, and work-items of one, go different ways: each call is of those who are there,
 * they meet again behind branches and before a loop's next turn, and barriers of the group still hold for all. */
#include "tests/kernels/groups/by_groups.h"

enum { WIDTH = 8, N = 3 * 100, LOCAL = 100 };

/* kernel void k(global const int *in, global int *out, local int *x) in groups of LOCAL; the host's version gets one
 * group of `items` work-items, which are in sub-groups of WIDTH neighbours. */
static void run(const char *source, void (*host)(const cl_int *in, cl_int *out, size_t items)) {
  if (!test_has_c_feature("__opencl_c_subgroups") || !test_has_extension("cl_intel_required_subgroup_size") ||
      !test_has_extension("cl_khr_subgroup_non_uniform_arithmetic"))
    test_skip("no sub-groups of a given size");
  static const char prelude[] = GRID_PRELUDE
      "#define KERNEL __attribute__((intel_reqd_sub_group_size(8))) kernel void k(global const int *in,\\\n"
      "                                                                         global int *out, local int *x)\n"
      "#define ANY_ADD sub_group_non_uniform_reduce_add\n"
      "#define LANE get_sub_group_local_id()\n"
      "#define SUB get_sub_group_id()\n";
  char *whole = test_alloc(strlen(source) + sizeof prelude);
  strcat(strcpy(whole, prelude), source);
  cl_kernel kernel = test_kernel(test_build("-cl-std=CL3.0", whole), "k");
  run_by_groups(kernel, "-cl-std=CL3.0", N, host);
}

/* Sum over the sub-group of work-item i of `value[j]` for those with `takes[j]`. */
static cl_int sum(size_t i, size_t items, const cl_int *value, const bool *takes) {
  cl_int result = 0;
  for (size_t j = i / WIDTH * WIDTH; j < items && j < i / WIDTH * WIDTH + WIDTH; j++)
    if (!takes || takes[j])
      result += value[j];
  return result;
}

/* One sub-group alone, others not at all. */
static void one_sub_group_host(const cl_int *in, cl_int *out, size_t items) {
  for (size_t i = 0; i < items; i++)
    out[i] = i / WIDTH == 1 ? sum(i, items, in, NULL) : in[i];
}
static void one_sub_group(void) {
  run(CL(KERNEL {
        int v = in[AT];
        if (SUB == 1)
          v = sub_group_reduce_add(v);
        out[AT] = v;
      }),
      one_sub_group_host);
}

/* Each sub-group takes turns of its own number, with memory of its own between barriers of its own. */
static void own_turns_host(const cl_int *in, cl_int *out, size_t items) {
  cl_int x[LOCAL];
  for (size_t i = 0; i < items; i++)
    out[i] = in[i];
  for (size_t first = 0; first < items; first += WIDTH) {
    size_t count = items - first < WIDTH ? items - first : WIDTH;
    for (size_t turn = 0; turn <= first / WIDTH; turn++) {
      for (size_t i = 0; i < count; i++)
        x[first + i] = out[first + i];
      for (size_t i = 0; i < count; i++)
        out[first + i] = x[first + (i + 1) % count] + (sum(first, items, x, NULL) & 15);
    }
  }
}
static void own_turns(void) {
  run(CL(KERNEL {
        int v = in[AT];
        uint lid = (uint)get_local_id(0);
        uint first = lid - LANE;
        for (uint turn = 0; turn <= SUB; turn++) {
          x[lid] = v;
          sub_group_barrier(CLK_LOCAL_MEM_FENCE);
          int other = x[first + (LANE + 1) % get_sub_group_size()];
          sub_group_barrier(CLK_LOCAL_MEM_FENCE);
          v = other + (sub_group_reduce_add(v) & 15);
        }
        out[AT] = v;
      }),
      own_turns_host);
}

/* Work-items leave a loop one by one; those who are left add. All meet behind it. */
static void leaving_host(const cl_int *in, cl_int *out, size_t items) {
  bool in_loop[LOCAL];
  cl_int v[LOCAL] = {0};
  for (cl_int turn = 0; turn < 7; turn++) {
    for (size_t i = 0; i < items; i++)
      in_loop[i] = in[i] % 7 > turn;
    cl_int before[LOCAL];
    for (size_t i = 0; i < items; i++)
      before[i] = in[i] + turn;
    for (size_t i = 0; i < items; i++)
      if (in_loop[i])
        v[i] += sum(i, items, before, in_loop);
  }
  for (size_t i = 0; i < items; i++)
    out[i] = v[i] + sum(i, items, v, NULL);
}
static void leaving(void) {
  run(CL(KERNEL {
        int mine = in[AT];
        int v = 0;
        for (int turn = 0; turn < mine % 7; turn++)
          v += ANY_ADD(mine + turn);
        out[AT] = v + sub_group_reduce_add(v);
      }),
      leaving_host);
}

/* Some go straight to the next turn: the others must not be left behind. */
static void skipping_host(const cl_int *in, cl_int *out, size_t items) {
  cl_int v[LOCAL], w[LOCAL];
  bool odd[LOCAL];
  for (size_t i = 0; i < items; i++)
    v[i] = in[i];
  for (cl_int turn = 0; turn < 4; turn++) {
    for (size_t i = 0; i < items; i++)
      w[i] = sum(i, items, v, NULL) & 1023;
    for (size_t i = 0; i < items; i++)
      odd[i] = (in[i] + turn) % 3 != 0;
    for (size_t i = 0; i < items; i++)
      v[i] = w[i] + (odd[i] ? sum(i, items, in, odd) & 255 : (cl_int)i);
  }
  for (size_t i = 0; i < items; i++)
    out[i] = v[i];
}
static void skipping(void) {
  run(CL(KERNEL {
        int mine = in[AT];
        int v = mine;
        for (int turn = 0; turn < 4; turn++) {
          v = sub_group_reduce_add(v) & 1023;
          if ((mine + turn) % 3 == 0) {
            v += (int)get_local_id(0);
            continue;
          }
          v += ANY_ADD(mine) & 255;
        }
        out[AT] = v;
      }),
      skipping_host);
}

/* Two loops, each with as many turns as the work-item likes; the outer one's turns are those of all who are still in
 * it. */
static void nested_host(const cl_int *in, cl_int *out, size_t items) {
  cl_int v[LOCAL] = {0};
  for (cl_int outer = 0; outer < 3; outer++) {
    bool here[LOCAL];
    for (cl_int inner = 0; inner < 8; inner++) {
      for (size_t i = 0; i < items; i++)
        here[i] = outer < in[i] % 4 && inner < (in[i] >> 2) % 5 + outer;
      cl_int add[LOCAL];
      for (size_t i = 0; i < items; i++)
        add[i] = here[i] ? sum(i, items, in, here) : 0;
      for (size_t i = 0; i < items; i++)
        v[i] += add[i] & 127;
    }
    for (size_t i = 0; i < items; i++)
      here[i] = outer < in[i] % 4;
    cl_int add[LOCAL];
    for (size_t i = 0; i < items; i++)
      add[i] = here[i] ? sum(i, items, v, here) : 0;
    for (size_t i = 0; i < items; i++)
      if (here[i])
        v[i] = add[i] & 1023;
  }
  for (size_t i = 0; i < items; i++)
    out[i] = v[i];
}
static void nested(void) {
  run(CL(KERNEL {
        int mine = in[AT];
        int v = 0;
        for (int outer = 0; outer < mine % 4; outer++) {
          for (int inner = 0; inner < (mine >> 2) % 5 + outer; inner++)
            v += ANY_ADD(mine) & 127;
          v = ANY_ADD(v) & 1023;
        }
        out[AT] = v;
      }),
      nested_host);
}

/* Both sides of a branch add, in a switch and in helper functions, with vectors and arrays that live on. */
static void branches_host(const cl_int *in, cl_int *out, size_t items) {
  for (size_t i = 0; i < items; i++) {
    bool like[LOCAL];
    for (size_t j = 0; j < items; j++)
      like[j] = in[j] % 4 == in[i] % 4 || (in[i] % 4 > 2 && in[j] % 4 > 2);
    cl_int v = sum(i, items, in, like) * (in[i] % 4 + 1) + in[i] % 4;
    out[i] = v + in[i] + in[i] * (cl_int)(i & 3);
  }
}
static void branches(void) {
  run(CL(
          int helper(int v) { return ANY_ADD(v); } KERNEL {
            int mine = in[AT];
            int4 live = (int4)(mine, 2 * mine, 3 * mine, 4 * mine);
            int kept[4];
            for (int i = 0; i < 4; i++)
              kept[i] = mine * i;
            int v;
            switch (mine % 4) {
            case 0:
              v = ANY_ADD(mine);
              break;
            case 1:
              v = helper(mine) * 2 + 1;
              break;
            default:
              if (mine % 4 == 2)
                v = helper(mine) * 3 + 2;
              else
                v = 4 * ANY_ADD(mine) + 3;
            }
            out[AT] = v + live.x + kept[get_local_id(0) & 3];
          }),
      branches_host);
}

/* Sub-groups that are apart meet at the group's barriers and collectives. */
static void with_group_host(const cl_int *in, cl_int *out, size_t items) {
  cl_int x[LOCAL], v[LOCAL];
  for (size_t i = 0; i < items; i++)
    v[i] = in[i];
  for (cl_int turn = 0; turn < 3; turn++) {
    for (size_t i = 0; i < items; i++)
      x[i] = (i / WIDTH) % 2 == (size_t)turn % 2 ? sum(i, items, v, NULL) : v[i];
    cl_int total = 0;
    for (size_t i = 0; i < items; i++)
      total += x[i];
    for (size_t i = 0; i < items; i++)
      v[i] = x[items - 1 - i] + (total & 31) + turn;
  }
  cl_int before = 0;
  for (size_t i = 0; i < items; i++) {
    out[i] = v[i] + before;
    before += v[i];
  }
}
static void with_group(void) {
  run(CL(KERNEL {
        int v = in[AT];
        uint lid = (uint)get_local_id(0);
        for (int turn = 0; turn < 3; turn++) {
          if (SUB % 2 == turn % 2)
            v = sub_group_reduce_add(v);
          x[lid] = v;
          barrier(CLK_LOCAL_MEM_FENCE);
          int other = x[get_local_size(0) - 1 - lid];
          v = other + (work_group_reduce_add(v) & 31) + turn;
        }
        out[AT] = v + work_group_scan_exclusive_add(v);
      }),
      with_group_host);
}

/* Those who return early take no part any more. */
static void early_return_host(const cl_int *in, cl_int *out, size_t items) {
  bool left[LOCAL];
  for (size_t i = 0; i < items; i++)
    left[i] = in[i] % 5 != 0;
  for (size_t i = 0; i < items; i++)
    out[i] = left[i] ? sum(i, items, in, left) : -1;
}
static void early_return(void) {
  run(CL(KERNEL {
        int v = in[AT];
        out[AT] = -1;
        if (v % 5 == 0)
          return;
        out[AT] = ANY_ADD(v);
      }),
      early_return_host);
}

/* A loop that goes on as long as some work-item wants to: uniform for the sub-group only. */
static void vote_loop_host(const cl_int *in, cl_int *out, size_t items) {
  cl_int v[LOCAL], turns[LOCAL] = {0};
  for (size_t first = 0; first < items; first += WIDTH) {
    size_t end = first + WIDTH < items ? first + WIDTH : items;
    for (size_t i = first; i < end; i++)
      v[i] = in[i];
    for (bool more = true; more;) {
      more = false;
      for (size_t i = first; i < end; i++)
        more |= v[i] > 10;
      for (size_t i = first; more && i < end; i++) {
        v[i] -= v[i] > 10 ? v[i] / 3 : 0;
        turns[i]++;
      }
    }
  }
  for (size_t i = 0; i < items; i++)
    out[i] = v[i] + 1000 * turns[i] + 100000 * sum(i, items, v, NULL);
}
static void vote_loop(void) {
  run(CL(KERNEL {
        int v = in[AT];
        int turns = 0;
        while (sub_group_any(v > 10)) {
          v -= v > 10 ? v / 3 : 0;
          turns++;
        }
        out[AT] = v + 1000 * turns + 100000 * sub_group_reduce_add(v);
      }),
      vote_loop_host);
}

/* goto into and out of loops, do-while, a break in the middle. */
static void jumps_host(const cl_int *in, cl_int *out, size_t items) {
  cl_int v[LOCAL], turn[LOCAL] = {0};
  bool here[LOCAL];
  for (size_t i = 0; i < items; i++) {
    v[i] = in[i];
    here[i] = true;
  }
  for (bool more = true; more;) {
    cl_int s[LOCAL];
    more = false;
    for (size_t i = 0; i < items; i++)
      s[i] = here[i] ? sum(i, items, v, here) : 0;
    for (size_t i = 0; i < items; i++) {
      if (!here[i])
        continue;
      v[i] = (v[i] + s[i]) & 511;
      if (v[i] % 8 == 3 || ++turn[i] >= in[i] % 6 + 1)
        here[i] = false;
      else
        more = true;
    }
  }
  for (size_t i = 0; i < items; i++)
    out[i] = v[i] * 16 + turn[i] + sum(i, items, v, NULL);
}
static void jumps(void) {
  run(CL(KERNEL {
        int mine = in[AT];
        int v = mine;
        int turn = 0;
        do {
          v = (v + ANY_ADD(v)) & 511;
          if (v % 8 == 3)
            goto done;
          turn++;
        } while (turn < mine % 6 + 1);
      done:
        out[AT] = v * 16 + turn + sub_group_reduce_add(v);
      }),
      jumps_host);
}

static const struct test_case cases[] = {
    {"one_sub_group", one_sub_group},
    {"own_turns", own_turns},
    {"leaving", leaving},
    {"skipping", skipping},
    {"nested", nested},
    {"branches", branches},
    {"with_group", with_group},
    {"early_return", early_return},
    {"vote_loop", vote_loop},
    {"jumps", jumps},
};
TEST_MAIN(cases)
