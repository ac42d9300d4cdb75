/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Barriers wherever a group's control flow may have them. */
#include "tests/kernels/barriers/mirror.h"

MIRROR(one, CL(kernel void k(ARGS) {
         x[LID] = in[ID];
         BARRIER;
         out[ID] = 3 * x[OTHER] + 1;
       }))

MIRROR(several_in_a_block, CL(kernel void k(ARGS) {
         x[LID] = in[ID];
         BARRIER;
         int v = x[OTHER];
         BARRIER;
         BARRIER;
         x[LID] = 3 * v;
         BARRIER;
         y[OTHER] = x[LID];
         BARRIER;
         out[ID] = y[OTHER] + 1;
         BARRIER;
       }))

MIRROR(first_and_last, CL(kernel void k(ARGS) {
         BARRIER;
         x[LID] = in[ID];
         BARRIER;
         out[ID] = 3 * x[OTHER] + 1;
         BARRIER;
       }))

/* A number wanders from work-item to work-item, one step each round. */
MIRROR(in_a_loop, CL(kernel void k(ARGS) {
         x[LID] = in[ID];
         for (int i = 0; i < 5; i++) {
           BARRIER;
           int v = x[(LID + 1) % LSZ];
           BARRIER;
           x[LID] = v;
         }
         BARRIER;
         out[ID] = 3 * x[(OTHER + 5 * LSZ - 5) % LSZ] + 1;
       }))

MIRROR(in_a_loop_of_run_time_count, CL(kernel void k(ARGS) {
         x[LID] = in[ID];
         BARRIER;
         size_t size = LSZ;
         int sum = 0;
         for (size_t i = 0; i < size + zero; i++) {
           if (i == OTHER)
             sum += x[i];
           BARRIER;
         }
         out[ID] = 3 * sum + 1;
       }))

MIRROR(in_nested_loops, CL(kernel void k(ARGS) {
         x[LID] = in[ID];
         y[LID] = 0;
         for (int i = 0; i < 3; i++) {
           BARRIER;
           for (int j = 0; j <= i; j++) {
             if (j == 1)
               continue;
             BARRIER;
             y[LID] += x[OTHER];
             for (int l = 0; l < 2; l++)
               BARRIER;
           }
           if (i == 1)
             BARRIER;
         }
         out[ID] = y[LID] - x[OTHER] + 1;
       }))

MIRROR(do_while_with_break, CL(kernel void k(ARGS) {
         int round = 0;
         do {
           x[LID] = in[ID] + round;
           BARRIER;
           y[LID] = x[OTHER] - round;
           BARRIER;
           if (round == 3 + zero)
             break;
           round++;
         } while (1);
         out[ID] = 3 * y[LID] + 1;
       }))

/* Loops as optimisers leave them, which ask at their end what was asked before them: of a number of each work-item's own, of
 * the group's, of constants; with what the last iteration computed asked for, another way out, and a guard that is none. */
MIRROR(turned_loops, CL(kernel void k(ARGS) {
         const uint step = (uint)LSZ; const uint end = 3 * step + (uint)(LSZ > 3 ? 2 : 0);
         int bad = 0; uint i = (uint)LID; uint times = 0; int last = -1;
         x[LID] = in[ID];
         y[LID] = 0;
         BARRIER;
         if (i < end) {
           do {
             times++;
             last = (int)(i * 2);
             y[LID] += in[ID] & 1;
             i += step;
           } while (i < end);
         }
         bad += times != 3 + (LSZ > 3 && LID < 2) || last != (int)((times - 1) * step + LID) * 2 || y[LID] != (int)times * (in[ID] & 1);
         BARRIER;
         uint d = 1; int sum = 0;
         do {
           BARRIER;
           sum += (int)d;
           d <<= 1;
         } while (d < 64);
         bad += sum != 63 || d != 64;
         uint r = 0; const uint rounds = (uint)(zero + 3); int kept = 0;
         if (rounds > 0) {
           do {
             BARRIER;
             kept += x[OTHER];
             if (r == 2 + zero)
               break;
             BARRIER;
             kept -= x[OTHER];
             r++;
           } while (r < rounds);
         } else
           kept = 7;
         uint once = 0;
         do {
           BARRIER;
           once++;
         } while (once < zero);
         bad += once != 1 || r != 2;
         out[ID] = 3 * kept + 1 + bad;
       }))

MIRROR(two_exits_of_a_loop, CL(kernel void k(ARGS) {
         x[LID] = in[ID];
         for (int i = 0;; i++) {
           BARRIER;
           if (i == 2 + zero) {
             out[ID] = 3 * x[OTHER] + 1;
             return;
           }
           BARRIER;
           if (GRP == 1 && i == 1)
             break;
         }
         y[LID] = x[OTHER];
         BARRIER;
         out[ID] = 3 * y[LID] + 1;
       }))

MIRROR(under_uniform_branches, CL(kernel void k(ARGS) {
         x[LID] = in[ID];
         y[LID] = 0;
         if (GRP & 1) {
           BARRIER;
           y[LID] = x[OTHER];
         } else if (n > 3) {
           BARRIER;
           int v = x[OTHER];
           BARRIER;
           y[LID] = v;
         } else {
           x[LID] = in[ID];
           BARRIER;
           y[LID] = x[OTHER];
         }
         if (zero)
           BARRIER;
         out[ID] = 3 * y[LID] + 1;
       }))

MIRROR(under_a_condition_from_memory, CL(kernel void k(ARGS) {
         local int flag;
         if (LID == 0)
           flag = 1 + zero;
         x[LID] = in[ID];
         BARRIER;
         if (flag) {
           y[LID] = x[OTHER];
           BARRIER;
         }
         while (flag < 4) {
           BARRIER;
           if (LID == LSZ - 1)
             flag++;
           BARRIER;
         }
         out[ID] = 3 * y[LID] + flag - 3;
       }))

MIRROR(in_a_switch, CL(kernel void k(ARGS) {
         x[LID] = in[ID];
         int v = 0;
         switch (GRP + zero) {
         case 0:
           BARRIER;
           v = x[OTHER];
           break;
         case 1:
           BARRIER;
           v = 1;
         case 2:
           BARRIER;
           v += x[OTHER] - (GRP == 1);
           break;
         default:
           BARRIER;
           v = x[OTHER];
         }
         out[ID] = 3 * v + 1;
       }))

MIRROR(in_functions, CL(
                         void swap(local int *x) {
                           BARRIER;
                           int v = x[OTHER];
                           BARRIER;
                           x[LID] = v;
                         } int tripled(local int *x, int rounds) {
                           for (int i = 0; i < rounds; i++)
                             swap(x);
                           return 3 * x[LID];
                         } kernel void k(ARGS) {
                           x[LID] = in[ID];
                           out[ID] = tripled(x, 3 + zero) + 1;
                         }))

MIRROR(in_functions_not_inlined,
       CL(
           __attribute__((noinline)) void meet(void) { BARRIER; } __attribute__((noinline)) int swap(local int *x) {
             meet();
             int v = x[OTHER];
             meet();
             x[LID] = v;
             return v;
           } kernel void k(ARGS) {
             x[LID] = in[ID];
             int v = swap(x);
             if (zero)
               v = swap(x);
             out[ID] = 3 * v + 1;
           }))

/* Divergent branches and loops of the work-items between barriers, none of them around one. */
MIRROR(divergence_between, CL(kernel void k(ARGS) {
         int v = in[ID];
         int count = 0;
         while (count < (int)(LID % 7))
           count++;
         if (LID & 1)
           x[LID] = v + count;
         else if (LID & 2)
           x[LID] = v + (count ? count : 0);
         else
           x[LID] = count + v;
         y[LID] = count;
         BARRIER;
         int w = x[OTHER] - y[OTHER];
         for (int i = 0; i < (int)LID; i++) {
           if (i == 5)
             break;
           w += i;
         }
         BARRIER;
         for (int i = 0; i < (int)LID && i < 5; i++)
           w -= i;
         out[ID] = 3 * w + 1;
       }))

/* Who has nothing to do goes home before the barrier (undefined by the letter, found in real kernels where a whole
 * group leaves). */
MIRROR(early_return_of_groups, CL(kernel void k(ARGS) {
         if (zero + (int)GRP >= n)
           return;
         x[LID] = in[ID];
         if (GRP == 1) {
           BARRIER;
           out[ID] = 3 * x[OTHER] + 1;
           return;
         }
         BARRIER;
         out[ID] = 3 * x[OTHER] + 1;
       }))

/* Work-items that return while others meet barriers, as Weft has it: here by a branch on what all know, which only some
 * of them come to. */
static void early_return_of_some(void) {
  if (!test.is_weft)
    test_skip("undefined by the specification");
  mirror_run(NULL, CL(kernel void k(ARGS) {
               x[LID] = in[ID];
               out[ID] = 3 * in[ID - LID + OTHER] + 1;
               if (LID & 4) {
                 y[LID] = 1;
                 if (n > zero)
                   return;
                 y[LID] = 2;
               }
               BARRIER;
               out[ID] = LID & 4 ? -1 : 3 * x[OTHER] + 1;
               BARRIER;
               if (LID & 4)
                 out[ID] = -2;
             }));
}

MIRROR(without_fences, CL(kernel void k(ARGS) {
         x[LID] = in[ID];
         barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
         out[ID] = 0;
         y[LID] = x[OTHER];
         barrier(CLK_GLOBAL_MEM_FENCE);
         out[ID] = 3 * y[LID] + 1;
         barrier(0);
       }))

MIRROR(through_global_memory, CL(kernel void k(ARGS) {
         size_t first = ID - LID;
         out[ID] = 3 * in[ID] + 1;
         barrier(CLK_GLOBAL_MEM_FENCE);
         int v = out[first + OTHER];
         barrier(CLK_GLOBAL_MEM_FENCE);
         out[ID] = v;
       }))

MIRROR_OPTIONS(work_group_barrier_2, "-cl-std=CL3.0", CL(kernel void k(ARGS) {
                 x[LID] = in[ID];
                 work_group_barrier(CLK_LOCAL_MEM_FENCE);
                 y[LID] = x[OTHER];
                 work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_scope_work_group);
                 out[ID] = 3 * y[LID] + 1;
               }))

MIRROR_OPTIONS(unoptimised, "-cl-opt-disable",
               CL(
                   int id(int v) { return v; } kernel void k(ARGS) {
                     int v = in[ID];
                     x[LID] = v;
                     for (int i = 0; i < 2; i++) {
                       BARRIER;
                       v = id(x[OTHER]);
                       BARRIER;
                     }
                     out[ID] = 3 * v + 1;
                   }))

/* A loop entered in two places, with a barrier in it. */
MIRROR(irreducible, CL(kernel void k(ARGS) {
         int i = 0;
         int v = 0;
         x[LID] = in[ID];
         if (GRP & 1)
           goto middle;
       again:
         BARRIER;
         v = x[OTHER];
         i++;
       middle:
         BARRIER;
         if (i < 3)
           goto again;
         out[ID] = 3 * v + 1;
       }))

MIRROR(irreducible_of_work_items, CL(kernel void k(ARGS) {
         int i = 0;
         int v = in[ID];
         if (LID & 1)
           goto middle;
       again:
         i++;
       middle:
         i += 2;
         if (i < 9)
           goto again;
         x[LID] = v + i;
         BARRIER;
         v = x[OTHER] - (OTHER & 1 ? 11 : 9);
         out[ID] = 3 * v + 1;
       }))

static char *sixty_four_conditional(void) {
  char *source = test_alloc(1 << 16), *at = source;
  at += sprintf(at, "kernel void k(ARGS) { x[LID] = in[ID]; int v = 0;\n");
  for (int i = 0; i < 64; i++)
    at += sprintf(at, "  if (n > %d) { BARRIER; v += x[(OTHER + %d) %% LSZ] - in[ID - LID + (OTHER + %d) %% LSZ]; }\n",
                  i * 3, i, i);
  sprintf(at, "  BARRIER; out[ID] = 3 * x[OTHER] + 1 + v; }\n");
  return source;
}

static void conditional_64(void) {
  mirror_run(NULL, sixty_four_conditional());
}

/* What comes last is a conditional barrier: where its ways join, those who returned come by as well. */
static void conditional_64_behind_return(void) {
  if (!test.is_weft)
    test_skip("undefined by the specification");
  char *source = test_alloc(1 << 16), *at = source;
  at += sprintf(at, "kernel void k(ARGS) { int v = 0; x[LID] = in[ID];\n"
                    "  if (LID %% 5 > 1) { out[ID] = 3 * in[ID - LID + OTHER] + 1; return; }\n");
  for (int i = 0; i < 63; i++)
    at += sprintf(
        at, "  if (n * 77 >> %d & 1) { BARRIER; v += x[(OTHER + %d) %% LSZ] - in[ID - LID + (OTHER + %d) %% LSZ]; }\n",
        i % 17, i, i);
  sprintf(at, "  if (n > zero) { BARRIER; out[ID] = LID %% 5 > 1 ? -1 : 3 * x[OTHER] + 1 + v; } }\n");
  mirror_run(NULL, source);
}

static void straight_200(void) {
  char *source = test_alloc(1 << 16), *at = source;
  at += sprintf(at, "kernel void k(ARGS) { x[LID] = in[ID];\n");
  for (int i = 0; i < 100; i++)
    at += sprintf(at, "  BARRIER; y[LID] = x[OTHER]; BARRIER; x[LID] = y[LID] + %d - %d;\n", i % 2, i % 2);
  sprintf(at, "  BARRIER; out[ID] = 3 * x[OTHER] + 1; }\n");
  mirror_run(NULL, source);
}

static const struct test_case cases[] = {
    {"one", one},
    {"several_in_a_block", several_in_a_block},
    {"first_and_last", first_and_last},
    {"in_a_loop", in_a_loop},
    {"in_a_loop_of_run_time_count", in_a_loop_of_run_time_count},
    {"in_nested_loops", in_nested_loops},
    {"do_while_with_break", do_while_with_break},
    {"turned_loops", turned_loops},
    {"two_exits_of_a_loop", two_exits_of_a_loop},
    {"under_uniform_branches", under_uniform_branches},
    {"under_a_condition_from_memory", under_a_condition_from_memory},
    {"in_a_switch", in_a_switch},
    {"in_functions", in_functions},
    {"in_functions_not_inlined", in_functions_not_inlined},
    {"divergence_between", divergence_between},
    {"early_return_of_groups", early_return_of_groups},
    {"early_return_of_some", early_return_of_some},
    {"without_fences", without_fences},
    {"through_global_memory", through_global_memory},
    {"work_group_barrier", work_group_barrier_2},
    {"unoptimised", unoptimised},
    {"irreducible", irreducible},
    {"irreducible_of_work_items", irreducible_of_work_items},
    {"conditional_64", conditional_64},
    {"conditional_64_behind_return", conditional_64_behind_return},
    {"straight_200", straight_200},
};
TEST_MAIN(cases)
