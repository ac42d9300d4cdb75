/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Named barriers (cl_khr_subgroup_named_barrier): so many sub-groups of a work-group meet, whichever they are, and what
 * each wrote before is seen by all behind. Each kernel goes wrong where a sub-group goes on too soon: they come late by
 * numbers of steps that differ (LATE). */
#include <stdio.h>

#include "tests/kernels/groups/by_groups.h"

#ifndef CL_DEVICE_MAX_NAMED_BARRIER_COUNT_KHR
#define CL_DEVICE_MAX_NAMED_BARRIER_COUNT_KHR 0x2035
#endif

enum { WIDTH = 8, N = 3 * 100, LOCAL = 100, MOST_SUBS = (LOCAL + WIDTH - 1) / WIDTH };

static void need_barriers(void) {
  if (!test_has_extension("cl_khr_subgroup_named_barrier") || !test_has_extension("cl_intel_required_subgroup_size"))
    test_skip("no named barriers of sub-groups of a given size");
}

static const char prelude[] = GRID_PRELUDE
    "#define KERNEL __attribute__((intel_reqd_sub_group_size(8))) kernel void k(global const int *in,\\\n"
    "                                                                         global int *out, local int *x)\n"
    "#define BARRIER local NamedBarrier_t *\n"
    "#define MAKE named_barrier_init\n"
    "#define MEET(b) work_group_named_barrier(b, CLK_LOCAL_MEM_FENCE)\n"
    "#define LATE(turn) for (uint late = (SUB * 5 + (uint)(turn) * 3) % 7; late; late--) sub_group_barrier(0)\n"
    "#define LANE get_sub_group_local_id()\n"
    "#define SUB get_sub_group_id()\n"
    "#define SUBS get_num_sub_groups()\n"
    "#define LID ((uint)get_local_linear_id())\n";

/* kernel void k(global const int *in, global int *out, local int *x) in groups of at most LOCAL; the host's version
 * gets one group of `items` work-items, which are in sub-groups of WIDTH neighbours. */
static void run_built(const char *options, const char *source,
                      void (*host)(const cl_int *in, cl_int *out, size_t items)) {
  char *whole = test_alloc(strlen(source) + sizeof prelude);
  strcat(strcpy(whole, prelude), source);
  cl_kernel kernel = test_kernel(test_build(options, whole), "k");
  run_by_groups(kernel, options, N, host);
}

static void run(const char *source, void (*host)(const cl_int *in, cl_int *out, size_t items)) {
  need_barriers();
  static const char *const options[] = {"-cl-std=CL3.0", "-cl-std=CL2.0 -cl-opt-disable"};
  for (size_t o = 0; o < TEST_COUNT(options); o++)
    run_built(options[o], source, host);
}

static size_t subs_of(size_t items) {
  return (items + WIDTH - 1) / WIDTH;
}

/* All sub-groups: what a barrier of the group would do, many times over. */
static void all_host(const cl_int *in, cl_int *out, size_t items) {
  cl_int before[LOCAL];
  memcpy(out, in, 4 * items);
  for (cl_int turn = 0; turn < 9; turn++) {
    memcpy(before, out, 4 * items);
    for (size_t i = 0; i < items; i++)
      out[i] = (before[items - 1 - i] + turn * before[i]) & 0xffff;
  }
}
static void all(void) {
  run(CL(KERNEL {
        BARRIER b = MAKE(SUBS);
        int v = in[AT];
        for (int turn = 0; turn < 9; turn++) {
          LATE(turn);
          x[LID] = v;
          MEET(b);
          v = (x[get_local_size(0) - 1 - LID] + turn * v) & 0xffff;
          MEET(b);
        }
        out[AT] = v;
      }),
      all_host);
}

/* Pairs of sub-groups at a barrier each, which a value names; each pair takes turns of its own number. */
static void pairs_host(const cl_int *in, cl_int *out, size_t items) {
  memcpy(out, in, 4 * items);
  for (size_t pair = 0; 2 * pair + 1 < subs_of(items); pair++)
    for (size_t turn = 0; turn <= pair; turn++) {
      cl_int before[LOCAL];
      memcpy(before, out, 4 * items);
      for (size_t i = 2 * pair * WIDTH; i < items && i < (2 * pair + 2) * WIDTH; i++) {
        size_t other = i < (2 * pair + 1) * WIDTH ? i + WIDTH : i - WIDTH;
        out[i] = 2 * before[i] - (other < items ? before[other] : 0);
      }
    }
}
static void pairs(void) {
  run(CL(KERNEL {
        BARRIER a = MAKE(2);
        BARRIER b = MAKE(2);
        BARRIER c = MAKE(2);
        BARRIER d = MAKE(2);
        BARRIER e = MAKE(2);
        BARRIER f = MAKE(2);
        int v = in[AT];
        uint pair = SUB / 2;
        BARRIER mine = pair == 0 ? a : pair == 1 ? b : pair == 2 ? c : pair == 3 ? d : pair == 4 ? e : f;
        if ((SUB | 1) < SUBS)
          for (uint turn = 0; turn <= pair; turn++) {
            LATE(turn);
            x[LID] = v;
            MEET(mine);
            uint other = SUB % 2 ? LID - 8 : LID + 8;
            v = 2 * v - (other < get_local_size(0) ? x[other] : 0);
            MEET(mine);
          }
        out[AT] = v;
      }),
      pairs_host);
}

/* One sub-group makes what all take: they wait at different calls, in loops of their own. */
static void producer_host(const cl_int *in, cl_int *out, size_t items) {
  for (size_t i = 0; i < items; i++) {
    out[i] = 0;
    for (cl_int turn = 0; turn < 6; turn++)
      out[i] += i < WIDTH ? turn : in[i % WIDTH] * turn + (cl_int)i;
  }
}
static void producer(void) {
  run(CL(KERNEL {
        BARRIER full = MAKE(SUBS);
        BARRIER empty = MAKE(SUBS);
        int v = 0;
        if (SUB == 0) {
          for (int turn = 0; turn < 6; turn++) {
            LATE(turn + 1);
            x[LANE] = in[AT] * turn;
            MEET(full);
            v += turn;
            MEET(empty);
          }
        } else {
          int turn = 0;
          do {
            MEET(full);
            LATE(turn);
            v += x[LANE] + (int)LID;
            MEET(empty);
          } while (++turn < 6);
        }
        out[AT] = v;
      }),
      producer_host);
}

/* Barriers within barriers, of numbers that differ, in functions that take them, with one of the group at the end. */
static void nested_host(const cl_int *in, cl_int *out, size_t items) {
  cl_int x[LOCAL], v[LOCAL];
  size_t subs = subs_of(items);
  for (size_t i = 0; i < items; i++)
    x[i] = v[i] = in[i];
  if (subs >= 4) {
    for (size_t i = 0; i < 4 * WIDTH && i < items; i++)
      v[i] += in[i % WIDTH + 3 * WIDTH < items ? i % WIDTH + 3 * WIDTH : 0];
    for (int turn = 0; turn < 3; turn++) {
      for (size_t i = 0; i < 2 * WIDTH; i++)
        x[i] = v[i];
      for (size_t i = 0; i < 2 * WIDTH; i++)
        v[i] = (v[i] + x[i ^ WIDTH]) & 0xffff;
    }
    for (size_t i = 0; i < 2 * WIDTH; i++)
      x[i] = v[i];
    for (size_t i = 2 * WIDTH; i < 4 * WIDTH && i < items; i++)
      v[i] -= x[i - 2 * WIDTH];
  }
  for (size_t i = 0; i < items; i++)
    out[i] = v[i] + v[items - 1 - i];
}
static void nested(void) {
  run(CL(
          __attribute__((noinline)) int turns(BARRIER b, int v, local int *x) {
            for (int turn = 0; turn < 3; turn++) {
              LATE(turn);
              x[LID] = v;
              MEET(b);
              v = (v + x[LID ^ 8]) & 0xffff;
              MEET(b);
            }
            return v;
          } KERNEL {
            BARRIER a = MAKE(4);
            BARRIER b = MAKE(2);
            BARRIER c = MAKE(2);
            int v = in[AT];
            LATE(0);
            x[LID] = v;
            if (SUBS >= 4 && SUB < 4) {
              MEET(a);
              v += LANE + 24 < get_local_size(0) ? x[LANE + 24] : 0;
              MEET(a);
              if (SUB < 2) {
                v = turns(b, v, x);
                LATE(1);
                x[LID] = v;
              } else {
                MEET(c);
              }
              MEET(a);
              if (SUB >= 2)
                v -= x[LID - 16];
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            x[LID] = v;
            barrier(CLK_LOCAL_MEM_FENCE);
            out[AT] = v + x[get_local_size(0) - 1 - LID];
          }),
      nested_host);
}

/* From each sub-group to the next, through global memory: the last waits for all. */
static void chain_host(const cl_int *in, cl_int *out, size_t items) {
  for (size_t i = 0; i < items; i++)
    out[i] = in[i] + (i < WIDTH ? 0 : 3 * out[i - WIDTH] % 10007);
}
static void chain(void) {
  run("#define LINKS(M) M(0) M(1) M(2) M(3) M(4) M(5) M(6) M(7) M(8) M(9) M(10) M(11)\n"
      "#define LINK(k) BARRIER b##k = MAKE(2);\n"
      "#define STEP(k) if ((SUB == k || SUB == k + 1) && k + 1 < SUBS) \\\n"
      "    work_group_named_barrier(b##k, CLK_GLOBAL_MEM_FENCE); \\\n"
      "  if (SUB == k + 1) { LATE(k); out[AT] = in[AT] + 3 * out[AT - 8] % 10007; }\n" CL(KERNEL {
        LINKS(LINK) if (SUB == 0) out[AT] = in[AT];
        LINKS(STEP)
      }),
      chain_host);
}

/* Each turn makes its barrier anew, with another number; functions make ones of their own at each call. */
static void again_host(const cl_int *in, cl_int *out, size_t items) {
  memcpy(out, in, 4 * items);
  for (size_t turn = 0; turn < 5; turn++) {
    size_t some = subs_of(items) < turn + 1 ? subs_of(items) : turn + 1,
           end = some * WIDTH < items ? some * WIDTH : items;
    for (int call = 0; call < 2; call++) {
      cl_int before[LOCAL];
      memcpy(before, out, 4 * items);
      for (size_t i = 0; i < end; i++)
        out[i] = before[i] + (before[end - 1 - i] & 0xff) * (call + 1);
    }
  }
}
static void again(void) {
  run(CL(
          int met(uint some, int v, local int *x, int factor) {
            BARRIER b = MAKE(some);
            uint end = min(some * 8, (uint)get_local_size(0));
            if (SUB < some) {
              LATE(factor);
              x[LID] = v;
              MEET(b);
              v += (x[end - 1 - LID] & 0xff) * factor;
              MEET(b);
            }
            return v;
          } KERNEL {
            int v = in[AT];
            for (uint turn = 0; turn < 5; turn++) {
              uint some = min(SUBS, turn + 1);
              v = met(some, v, x, 1);
              v = met(some, v, x, 2);
            }
            out[AT] = v;
          }),
      again_host);
}

/* Whole sub-groups have ended, and work-items of one went different ways before they came. */
static void apart_host(const cl_int *in, cl_int *out, size_t items) {
  cl_int x[LOCAL], turns = 0;
  for (size_t i = 0; i < items; i++) {
    x[i] = in[i];
    for (turns = 0; turns < in[i] % 5; turns++)
      x[i] += turns;
    if (in[i] & 1)
      x[i] *= 3;
  }
  for (size_t i = 0; i < items; i++)
    out[i] = i < 3 * WIDTH ? x[i] + x[(i + 3) % (items < 3 * WIDTH ? items : 3 * WIDTH)] : -1;
}
static void apart(void) {
  run(CL(KERNEL {
        BARRIER b = MAKE(min(3u, SUBS));
        int v = in[AT];
        if (SUB >= 3) {
          out[AT] = -1;
          return;
        }
        int w = v;
        for (int turn = 0; turn < v % 5; turn++) {
          w += turn;
          if (sub_group_non_uniform_any(w < 0))
            w = 0;
        }
        if (v & 1)
          w *= 3;
        LATE(1);
        x[LID] = w;
        MEET(b);
        out[AT] = w + x[(LID + 3) % min(24u, (uint)get_local_size(0))];
      }),
      apart_host);
}

/* More sub-groups than the barrier counts: they go on in the order in which they come, two at a time. The host knows
 * only that nobody is left. */
static void any_two_host(const cl_int *in, cl_int *out, size_t items) {
  memcpy(out, in, 4 * items);
  for (size_t i = 0; i < items; i++)
    out[i] += 1000 * (cl_int)(subs_of(items) / 2);
}
static void any_two(void) {
  run(CL(KERNEL {
        local int came[2];
        BARRIER b = MAKE(2);
        if (LID == 0)
          came[0] = came[1] = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (SUB < (SUBS & ~1u)) {
          LATE(2);
          LATE(2);
          if (LANE == 0)
            atomic_inc(&came[0]);
          MEET(b);
          /* who is through has not come alone */
          if (LANE == 0 && atomic_add(&came[0], 0) >= 2)
            atomic_inc(&came[1]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        out[AT] = in[AT] + 1000 * (came[1] / 2);
      }),
      any_two_host);
}

/* As many as the device has, all in use at once, with numbers that differ. */
static void most_host(const cl_int *in, cl_int *out, size_t items) {
  cl_uint most = test_device_uint(CL_DEVICE_MAX_NAMED_BARRIER_COUNT_KHR);
  memcpy(out, in, 4 * items);
  for (cl_uint k = 0; k < most; k++) {
    size_t some = k % subs_of(items) + 1, end = some * WIDTH < items ? some * WIDTH : items;
    cl_int before[LOCAL];
    memcpy(before, out, 4 * items);
    for (size_t i = 0; i < end; i++)
      out[i] = (before[i] + before[end - 1 - i] * (cl_int)(k + 1)) & 0xffff;
  }
}
static void most(void) {
  need_barriers();
  cl_uint most = test_device_uint(CL_DEVICE_MAX_NAMED_BARRIER_COUNT_KHR);
  CHECK(most >= 8);
  static const char head[] = "KERNEL { BARRIER b[] = {";
  static const char tail[] = CL(
};
int v = in[AT];
for (uint k = 0; k < sizeof b / sizeof *b; k++) {
  uint some = k % SUBS + 1;
  uint end = min(some * 8, (uint)get_local_size(0));
  if (SUB < some) {
    LATE(k);
    x[LID] = v;
    MEET(b[k]);
    int w = x[end - 1 - LID];
    MEET(b[k]);
    v = (v + w * (int)(k + 1)) & 0xffff;
  }
}
out[AT] = v;
});
char *source = test_alloc(sizeof head + 40 * (size_t)most + sizeof tail), *at = source + sprintf(source, "%s", head);
for (cl_uint k = 0; k < most; k++)
  at += sprintf(at, "MAKE(%u %% SUBS + 1),", k);
strcpy(at, tail);
run_built("-cl-std=CL3.0", source, most_host);
}

/* Scopes beyond the group, flags of all kinds, C++. */
static void scopes(void) {
  need_barriers();
  static const char *const options[] = {"-cl-std=CL3.0", "-cl-std=CLC++2021", "-cl-std=CL3.0 -g -Werror"};
  static const char source[] = CL(KERNEL {
    BARRIER b = MAKE(SUBS);
    int v = in[AT];
    for (int turn = 0; turn < 9; turn++) {
      LATE(turn);
      out[AT] = v;
      work_group_named_barrier(b, CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, memory_scope_device);
      int other = out[GROUP * FULL + get_local_size(0) - 1 - LID];
      work_group_named_barrier(b, CLK_GLOBAL_MEM_FENCE, turn % 2 ? memory_scope_work_group : memory_scope_sub_group);
      v = (other + turn * v) & 0xffff;
    }
    out[AT] = v;
  });
  for (size_t o = 0; o < TEST_COUNT(options); o++)
    if (!strstr(options[o], "CLC++") || test_has_extension("cl_ext_cxx_for_opencl"))
      run_built(options[o], source, all_host);
}

/* A device's scope also orders what groups tell one another. */
static void between_groups(void) {
  need_barriers();
  enum { GROUPS = 64, ITEMS = 32 };
  cl_program program =
      test_build("-cl-std=CL3.0", CL(__attribute__((intel_reqd_sub_group_size(8))) kernel void k(
                                      global int *data, global atomic_int *done, global int *out) {
                   local NamedBarrier_t *b = named_barrier_init(get_num_sub_groups());
                   local int last;
                   uint lid = get_local_id(0);
                   for (uint late = 4 * get_sub_group_id(); late; late--)
                     sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
                   data[get_global_id(0)] = (int)get_global_id(0) + 1;
                   work_group_named_barrier(b, CLK_GLOBAL_MEM_FENCE, memory_scope_device);
                   if (lid == 0)
                     last = atomic_fetch_add_explicit(done, 1, memory_order_relaxed, memory_scope_device) + 1 ==
                            (int)get_num_groups(0);
                   work_group_named_barrier(b, CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, memory_scope_device);
                   if (last) {
                     int sum = 0;
                     for (size_t i = get_local_size(0) - 1 - lid; i < get_global_size(0); i += get_local_size(0))
                       sum += data[i];
                     out[lid] = sum;
                   }
                 }));
  cl_kernel kernel = test_kernel(program, "k");
  for (int round = 0; round < 20; round++) {
    size_t mark = test_mark();
    cl_int zeros[GROUPS * ITEMS] = {0};
    struct test_buffer data = test_buffer(sizeof zeros, TEST_END, CL_MEM_READ_WRITE, 0);
    struct test_buffer done = test_buffer(4, TEST_END, CL_MEM_READ_WRITE, 0);
    struct test_buffer out = test_buffer(4 * ITEMS, TEST_END, CL_MEM_READ_WRITE, 0);
    test_buffer_write(&data, zeros);
    test_buffer_write(&done, zeros);
    LAUNCH(kernel, GROUPS * ITEMS, ITEMS, ARG_BUFFER(data), ARG_BUFFER(done), ARG_BUFFER(out));
    test_buffer_sync(&out);
    cl_int sum = 0;
    for (int i = 0; i < ITEMS; i++)
      sum += ((cl_int *)out.data)[i];
    CHECK_EQ(sum, GROUPS * ITEMS * (GROUPS * ITEMS + 1) / 2);
    test_release_to(mark);
  }
}

/* Sub-groups of the usual size, in groups of three dimensions. */
static void shapes(void) {
  need_barriers();
  cl_kernel kernel = test_kernel(
      test_build("-cl-std=CL3.0", GRID_PRELUDE CL(kernel void k(global const int *in, global int *out, local int *x) {
                   local NamedBarrier_t *b = named_barrier_init(get_num_sub_groups());
                   uint lid = (uint)get_local_linear_id();
                   uint items = (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));
                   for (uint late = get_sub_group_id(); late; late--)
                     sub_group_barrier(CLK_LOCAL_MEM_FENCE);
                   x[lid] = in[AT];
                   work_group_named_barrier(b, CLK_LOCAL_MEM_FENCE);
                   int v = x[items - 1 - lid];
                   work_group_named_barrier(b, CLK_LOCAL_MEM_FENCE);
                   x[lid] = v + (int)get_sub_group_id();
                   work_group_named_barrier(b, CLK_LOCAL_MEM_FENCE);
                   out[AT] = x[(lid + 1) % items];
                 })),
      "k");
  cl_uint width = 0;
  for (size_t g = 0; g < TEST_COUNT(grids); g++) {
    size_t mark = test_mark(), full, groups = grid_groups(&grids[g], &full), bytes = 4 * groups * full, size[3], sub;
    CHECK_CL(clGetKernelSubGroupInfo(kernel, test.device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof size,
                                     grids[g].local, sizeof sub, &sub, NULL));
    width = (cl_uint)sub;
    struct test_buffer in = test_buffer(bytes, TEST_END, CL_MEM_READ_ONLY, 0);
    struct test_buffer out = test_buffer(bytes, TEST_END, CL_MEM_READ_WRITE, 0);
    cl_int *numbers = test_alloc(bytes);
    for (size_t i = 0; i < groups * full; i++)
      numbers[i] = (cl_int)(test_hash((uint32_t)i) % 1000);
    test_buffer_write(&in, numbers);
    SET_ARGS(kernel, ARG_BUFFER(in), ARG_BUFFER(out), ARG_LOCAL(4 * full));
    test_launch(kernel, 3, NULL, grids[g].global, grids[g].local);
    test_buffer_sync(&out);
    for (size_t group = 0; group < groups; group++) {
      size_t items = grid_group(&grids[g], group, size);
      for (size_t i = 0; i < items; i++) {
        size_t next = (i + 1) % items;
        cl_int want = numbers[group * full + items - 1 - next] + (cl_int)(next / width);
        CHECK_EQ(((cl_int *)out.data)[group * full + i], want);
      }
    }
    test_release_to(mark);
  }
}

/* The type has no values of its own, and lies in local memory. Each barrier has its own bytes there. */
static void types(void) {
  need_barriers();
  static const char *const wrong[] = {
      "kernel void k(void) { local NamedBarrier_t b; }",
      "kernel void k(void) { NamedBarrier_t b; }",
      "kernel void k(void) { local NamedBarrier_t b[2]; }",
      "struct s { NamedBarrier_t b; }; kernel void k(void) { named_barrier_init(1); }",
      "kernel void k(void) { global NamedBarrier_t *b = named_barrier_init(1); }",
      "kernel void k(global int *out) { out[0] = sizeof(NamedBarrier_t); }",
      "kernel void k(local int *x) { work_group_named_barrier(x, CLK_LOCAL_MEM_FENCE); }",
  };
  for (size_t i = 0; i < TEST_COUNT(wrong); i++) {
    char text[300];
    snprintf(text, sizeof text, "%s /* named_barrier */", wrong[i]);
    if (test_try_build("-cl-std=CL3.0 -Werror", text, NULL))
      FAIL("this is built: %s", wrong[i]);
  }
  cl_program program =
      test_build("-cl-std=CL3.0",
                 CL(
                     kernel void one(global int *out) { named_barrier_init(1); } kernel void three(global int *out) {
                       local NamedBarrier_t *b = named_barrier_init(1);
                       named_barrier_init(1);
                       named_barrier_init(1);
                       work_group_named_barrier(b, CLK_LOCAL_MEM_FENCE);
                     }));
  cl_ulong bytes[2];
  static const char *const names[] = {"one", "three"};
  for (int k = 0; k < 2; k++)
    CHECK_CL(clGetKernelWorkGroupInfo(test_kernel(program, names[k]), test.device, CL_KERNEL_LOCAL_MEM_SIZE,
                                      sizeof *bytes, &bytes[k], NULL));
  if (test.is_weft)
    CHECK(bytes[0] > 0 && bytes[1] == 3 * bytes[0]);
}

static const struct test_case cases[] = {
    {"all", all},
    {"pairs", pairs},
    {"producer", producer},
    {"nested", nested},
    {"chain", chain},
    {"again", again},
    {"apart", apart},
    {"any_two", any_two},
    {"most", most},
    {"scopes", scopes},
    {"between_groups", between_groups},
    {"shapes", shapes},
    {"types", types},
};
TEST_MAIN(cases)
