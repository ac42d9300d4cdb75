/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copies and waits wherever the program's control flow is the same for the whole group: functions, macros, branches,
 * switches and loops, with barriers around them. */
#include "tests/kernels/async/flip.h"

FLIP(in_functions, CL(
                       event_t fetch(local int *to, global const int *from, int count) {
                         return async_work_group_copy(to, from, count, 0);
                       } event_t give(global int *to, local const int *from) {
                         return async_work_group_copy(to, from, N, 0);
                       } kernel void k(ARGS) {
                         START;
                         event_t e[2];
                         e[0] = fetch(a, src, 60);
                         e[1] = fetch(a + 60, src + 60, 40);
                         wait_group_events(2, e);
                         turn(b, a);
                         event_t f = give(dst, b);
                         wait_group_events(1, &f);
                       }))

FLIP(in_functions_not_inlined,
     CL(
         __attribute__((noinline)) event_t fetch(local int *to, global const int *from, int count) {
           return async_work_group_copy(to, from, count, 0);
         } __attribute__((noinline)) void give(global int *to, local const int *from) {
           event_t e = async_work_group_copy(to, from, N, 0);
           wait_group_events(1, &e);
         } __attribute__((noinline)) void await(event_t e) { wait_group_events(1, &e); } kernel void k(ARGS) {
           START;
           event_t e = fetch(a, src, 60);
           event_t f = fetch(a + 60, src + 60, 40);
           await(f);
           await(e);
           turn(b, a);
           give(dst, b);
         }))

FLIP(deep_in_functions, CL(
                            void level0(local int *to, global const int *from, int count) {
                              event_t e = async_work_group_copy(to, from, count, 0);
                              wait_group_events(1, &e);
                            } void level1(local int *to, global const int *from) {
                              for (int i = 0; i < N; i += 25)
                                level0(to + i, from + i, 25);
                            } void level2(local int *to, global const int *from, int again) {
                              level1(to, from);
                              if (again)
                                level1(to, from + 1);
                            } kernel void k(ARGS) {
                              START;
                              level2(a, src, zero);
                              turn(b, a);
                              event_t e = async_work_group_copy(dst, b, N, 0);
                              wait_group_events(1, &e);
                            }))

FLIP(in_macros, "#define FETCH(to, from, count, e) (e) = async_work_group_copy((to), (from), (count), (e))\n"
                "#define DRAIN(e) do { wait_group_events(1, &(e)); } while (0)\n" CL(kernel void k(ARGS) {
                  START;
                  event_t e = 0;
                  FETCH(a, src, 10, e);
                  FETCH(a + 10, src + 10, N - 10, e);
                  DRAIN(e);
                  turn(b, a);
                  event_t f = 0;
                  FETCH(dst, b, N, f);
                  DRAIN(f);
                }))

FLIP(in_a_switch, CL(kernel void k(ARGS) {
       START;
       event_t e = 0;
       switch (get_group_id(0) + zero) {
       case 0:
         e = async_work_group_copy(a, src, N, 0);
         break;
       case 7:
         e = async_work_group_copy(a, src + 1, N, 0);
       default:
         e = async_work_group_strided_copy(a, src, N, 1, e);
       }
       wait_group_events(1, &e);
       turn(b, a);
       switch (zero) {
       case 1:
         return;
       case 0: {
         event_t f = async_work_group_copy(dst, b, N, 0);
         wait_group_events(1, &f);
       }
       }
     }))

FLIP(groups_take_different_ways, CL(kernel void k(ARGS) {
       START;
       if (GRP & 1) {
         event_t e = async_work_group_copy(a, src, N, 0);
         wait_group_events(1, &e);
       } else {
         for (size_t i = LID; i < N; i += LSZ)
           a[i] = src[i];
         barrier(CLK_LOCAL_MEM_FENCE);
       }
       turn(b, a);
       if (GRP & 2) {
         event_t e = async_work_group_copy(dst, b, N, 0);
         wait_group_events(1, &e);
         return;
       }
       for (size_t i = LID; i < N; i += LSZ)
         dst[i] = b[i];
     }))

FLIP(loops_in_loops, CL(kernel void k(ARGS) {
       START;
       for (int i = 0; i < 5; i++) {
         event_t e = 0;
         for (int j = 0; j < 4; j++)
           if ((i + j) & 1)
             e = async_work_group_copy(a + 20 * i + 5 * j, src + 20 * i + 5 * j, 5, e);
           else
             e = async_work_group_strided_copy(a + 20 * i + 5 * j, src + 20 * i + 5 * j, 5, 1, e);
         wait_group_events(1, &e);
         barrier(CLK_LOCAL_MEM_FENCE);
       }
       turn(b, a);
       int i = 0;
       do {
         event_t e = async_work_group_copy(dst + i, b + i, i < 64 ? 32 : 4, 0);
         i += i < 64 ? 32 : 4;
         wait_group_events(1, &e);
         if (i >= N)
           break;
       } while (!zero);
     }))

FLIP(counts_from_memory, CL(kernel void k(ARGS) {
       local int count;
       START;
       if (LID == 0)
         count = 40 + zero;
       barrier(CLK_LOCAL_MEM_FENCE);
       event_t e = async_work_group_copy(a, src, count, 0);
       e = async_work_group_copy(a + count, src + count, N - count, e);
       wait_group_events(1, &e);
       turn(b, a);
       e = async_work_group_copy(dst, b, N, 0);
       wait_group_events(1, &e);
     }))

/* Work-items' own branches between the copies, which are not inside them. */
FLIP(divergence_around, CL(kernel void k(ARGS) {
       START;
       int mine = 0;
       for (size_t i = 0; i < LID % 5; i++)
         mine += (int)i;
       event_t e = async_work_group_copy(a, src, N, 0);
       if (LID % 3 == 1)
         mine *= 2;
       else
         mine += 7;
       wait_group_events(1, &e);
       if (mine > 1000)
         a[0] = mine;
       barrier(CLK_LOCAL_MEM_FENCE);
       turn(b, a);
       if (LID == 0)
         spare[0] = mine;
       e = async_work_group_copy(dst, b, N, 0);
       wait_group_events(1, &e);
     }))

FLIP(static_local_arrays, CL(kernel void k(ARGS) {
       local int x[N];
       local struct {
         char pad[3];
         int values[N];
       } y;
       START;
       event_t e = async_work_group_copy(x, src, N, 0);
       wait_group_events(1, &e);
       turn(y.values, x);
       e = async_work_group_copy(dst, y.values, N, 0);
       wait_group_events(1, &e);
     }))

FLIP(two_kernels_one_helper, CL(
                                 void both(global const int *src, global int *dst, local int *a, local int *b) {
                                   event_t e = async_work_group_copy(a, src, N, 0);
                                   wait_group_events(1, &e);
                                   turn(b, a);
                                   e = async_work_group_copy(dst, b, N, 0);
                                   wait_group_events(1, &e);
                                 } kernel void other(ARGS) { both(src, dst, a, b); } kernel void k(ARGS) {
                                   START;
                                   both(src, dst, a, b);
                                 }))

FLIP(extended_in_functions,
     CL(
         __attribute__((noinline)) event_t fetch(local int *to, global const int *from, event_t e) {
           return async_work_group_copy_2D2D(to, 0, from, 0, sizeof(int), 20, 5, 20, 20, e);
         } kernel void k(ARGS) {
           START;
           event_t e = 0;
           if (!zero)
             e = fetch(a, src, e);
           wait_group_events(1, &e);
           turn(b, a);
           for (int i = 0; i < 2; i++) {
             event_t f = async_work_group_copy_3D3D(dst, 50 * i, b, 50 * i, sizeof(int), 5, 5, 2, 5, 25, 5, 25, 0);
             wait_group_events(1, &f);
           }
         }))

FLIP_OPTIONS(unoptimised, "-cl-opt-disable", CL(kernel void k(ARGS) {
               START;
               event_t e = 0;
               for (int i = 0; i < N; i += 10)
                 e = async_work_group_copy(a + i, src + i, 10, e);
               wait_group_events(1, &e);
               turn(b, a);
               if (!zero) {
                 event_t f = async_work_group_copy_2D2D(dst, 0, b, 0, 4, 10, 10, 10, 10, 0);
                 wait_group_events(1, &f);
               }
             }))

FLIP_OPTIONS(through_generic_pointers, "-cl-std=CL3.0", CL(kernel void k(ARGS) {
               START;
               int *x = a;
               const int *y = zero ? (const int *)a : (const int *)src;
               event_t e = async_work_group_copy(to_local(x), to_global(y), N, 0);
               wait_group_events(1, &e);
               turn(b, a);
               int *z = dst;
               e = async_work_group_copy(to_global(z), b, N, 0);
               wait_group_events(1, &e);
             }))

static void generic_pointers(void) {
  if (!test_has_c_feature("__opencl_c_generic_address_space"))
    test_skip("no generic address space");
  through_generic_pointers();
}

static const struct test_case cases[] = {
    {"in_functions", in_functions},
    {"in_functions_not_inlined", in_functions_not_inlined},
    {"deep_in_functions", deep_in_functions},
    {"in_macros", in_macros},
    {"in_a_switch", in_a_switch},
    {"groups_take_different_ways", groups_take_different_ways},
    {"loops_in_loops", loops_in_loops},
    {"counts_from_memory", counts_from_memory},
    {"divergence_around", divergence_around},
    {"static_local_arrays", static_local_arrays},
    {"two_kernels_one_helper", two_kernels_one_helper},
    {"extended_in_functions", extended_in_functions},
    {"unoptimised", unoptimised},
    {"generic_pointers", generic_pointers},
};
TEST_MAIN(cases)
