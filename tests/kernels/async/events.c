/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a kernel may do with event_t: share it, list it, carry it through loops, wait for none. */
#include "tests/kernels/async/flip.h"

FLIP(one_event, CL(kernel void k(ARGS) {
       START;
       event_t e = async_work_group_copy(a, src, N, 0);
       wait_group_events(1, &e);
       turn(b, a);
       e = async_work_group_copy(dst, b, N, 0);
       wait_group_events(1, &e);
     }))

FLIP(shared_by_argument, CL(kernel void k(ARGS) {
       START;
       event_t e = async_work_group_copy(a, src, 31, 0);
       e = async_work_group_copy(a + 31, src + 31, 9, e);
       event_t f = async_work_group_strided_copy(a + 40, src + 40, N - 40, 1, e);
       wait_group_events(1, &f);
       turn(b, a);
       e = async_work_group_copy(dst, b, 50, 0);
       async_work_group_copy(dst + 50, b + 50, 50, e);
       wait_group_events(1, &e);
     }))

FLIP(several_in_one_wait, CL(kernel void k(ARGS) {
       START;
       event_t e[4];
       for (int i = 0; i < 4; i++)
         e[i] = async_work_group_copy(a + 25 * i, src + 25 * i, 25, 0);
       wait_group_events(4, e);
       turn(b, a);
       e[2] = async_work_group_copy(dst, b, 20, 0);
       e[3] = async_work_group_copy(dst + 20, b + 20, N - 20, 0);
       wait_group_events(2, e + 2);
     }))

FLIP(waits_in_other_order, CL(kernel void k(ARGS) {
       START;
       event_t first = async_work_group_copy(a, src, 60, 0);
       event_t second = async_work_group_copy(a + 60, src + 60, 40, 0);
       wait_group_events(1, &second);
       wait_group_events(1, &first);
       turn(b, a);
       first = async_work_group_copy(dst, b, N, 0);
       wait_group_events(1, &first);
     }))

FLIP(reused_after_wait, CL(kernel void k(ARGS) {
       START;
       event_t e;
       for (int i = 0; i < N; i += 20) {
         e = async_work_group_copy(a + i, src + i, 20, 0);
         wait_group_events(1, &e);
       }
       turn(b, a);
       for (int i = 0; i < N; i += 50) {
         e = async_work_group_copy(dst + i, b + i, 50, 0);
         wait_group_events(1, &e);
       }
     }))

/* Double buffering: while one half is worked on, the other one is on its way. */
FLIP(double_buffered, CL(kernel void k(ARGS) {
       START;
       local int *in[2] = {spare, spare + 32};
       event_t fetch[2];
       fetch[0] = async_work_group_copy(in[0], src, 20, 0);
       for (int i = 0; i < 5; i++) {
         if (i < 4)
           fetch[(i + 1) & 1] = async_work_group_copy(in[(i + 1) & 1], src + 20 * (i + 1), 20, 0);
         wait_group_events(1, &fetch[i & 1]);
         for (size_t j = LID; j < 20; j += LSZ)
           b[N - 1 - (20 * i + j)] = 3 * in[i & 1][j] + 1;
         barrier(CLK_LOCAL_MEM_FENCE);
       }
       event_t e = async_work_group_copy(dst, b, N, 0);
       wait_group_events(1, &e);
     }))

/* Both ways at once: three stages overlap, and events outlive an iteration. */
FLIP(pipelined_in_and_out, CL(kernel void k(ARGS) {
       START;
       event_t in = async_work_group_copy(a, src + 80, 20, 0);
       event_t out = 0;
       for (int i = 0; i < 5; i++) {
         local int *now = a + 20 * (i & 1);
         local int *next = a + 20 * (~i & 1);
         wait_group_events(1, &in);
         if (i < 4)
           in = async_work_group_copy(next, src + 60 - 20 * i, 20, 0);
         if (i)
           wait_group_events(1, &out);
         for (size_t j = LID; j < 20; j += LSZ)
           b[j] = 3 * now[19 - j] + 1;
         barrier(CLK_LOCAL_MEM_FENCE);
         out = async_work_group_copy(dst + 20 * i, b, 20, 0);
       }
       wait_group_events(1, &out);
     }))

FLIP(under_a_condition, CL(kernel void k(ARGS) {
       START;
       event_t e = 0;
       if (!zero)
         e = async_work_group_copy(a, src, N, 0);
       if (zero)
         e = async_work_group_copy(a, src + 1, N, e);
       wait_group_events(zero ? 0 : 1, &e);
       turn(b, a);
       event_t f = zero ? e : async_work_group_copy(dst, b, N, 0);
       wait_group_events(1, &f);
     }))

FLIP(waits_for_none, CL(kernel void k(ARGS) {
       START;
       event_t e = 0;
       wait_group_events(0, &e);
       e = async_work_group_copy(a, src, N, 0);
       wait_group_events(1, &e);
       wait_group_events(zero, &e);
       turn(b, a);
       e = async_work_group_copy(dst, b, N, 0);
       wait_group_events(1, &e);
       wait_group_events(0, &e);
     }))

FLIP(hundreds_before_one_wait, CL(kernel void k(ARGS) {
       START;
       event_t e = 0;
       for (int round = 0; round < 3; round++)
         for (int i = 0; i < N; i++)
           e = async_work_group_copy(a + i, src + i, 1, e);
       wait_group_events(1, &e);
       turn(b, a);
       event_t f = 0;
       for (int i = 0; i < 2 * N; i++)
         f = async_work_group_strided_copy(dst + i % N, b + i % N, 1, 9, f);
       wait_group_events(1, &f);
     }))

FLIP(a_hundred_events, CL(kernel void k(ARGS) {
       START;
       event_t e[N];
       for (int i = 0; i < N; i++)
         e[i] = async_work_group_copy(a + i, src + i, 1, 0);
       wait_group_events(N, e);
       turn(b, a);
       for (int i = 0; i < N; i++)
         e[i] = async_work_group_copy(dst + i, b + i, 1, 0);
       for (int i = N - 1; i >= 0; i--)
         wait_group_events(1, &e[i]);
     }))

FLIP(in_a_function_by_pointer,
     CL(
         void fetch(local int *to, global const int *from, event_t *e) {
           *e = async_work_group_copy(to, from, N, *e);
         } void await(int count, event_t *e) { wait_group_events(count, e); } kernel void k(ARGS) {
           START;
           event_t e = 0;
           fetch(a, src, &e);
           await(1, &e);
           turn(b, a);
           e = async_work_group_copy(dst, b, N, 0);
           await(1, &e);
         }))

/* Generic address space: a list in private memory through a generic pointer. */
FLIP_OPTIONS(list_in_generic_memory, "-cl-std=CL3.0", CL(kernel void k(ARGS) {
               START;
               event_t e[2];
               e[0] = async_work_group_copy(a, src, 50, 0);
               e[1] = async_work_group_copy(a + 50, src + 50, 50, 0);
               event_t *list = zero ? e + 1 : e;
               wait_group_events(2, list);
               turn(b, a);
               e[0] = async_work_group_copy(dst, b, N, 0);
               wait_group_events(1, list);
             }))

/* Weft never reads a list, so its contents need not be events; the CTS counts one event twice. */
static const char lists_elsewhere[] = CL(kernel void k(ARGS) {
  START;
  event_t e = async_work_group_copy(a, src, N, 0);
  wait_group_events(2, &e);
  e = async_work_group_copy(spare, src, 1, 0);
  wait_group_events(1, (local event_t *)spare);
  turn(b, a);
  e = async_work_group_copy(dst, b, N, 0);
  wait_group_events(1, (global event_t *)mid);
});

static void list_in_other_memory(void) {
  if (!test.is_weft)
    test_skip("reads events");
  flip_run(NULL, lists_elsewhere, false);
  flip_run("-cl-std=CL3.0", lists_elsewhere, false);
}

static const struct test_case cases[] = {
    {"one_event", one_event},
    {"shared_by_argument", shared_by_argument},
    {"several_in_one_wait", several_in_one_wait},
    {"waits_in_other_order", waits_in_other_order},
    {"reused_after_wait", reused_after_wait},
    {"double_buffered", double_buffered},
    {"pipelined_in_and_out", pipelined_in_and_out},
    {"under_a_condition", under_a_condition},
    {"waits_for_none", waits_for_none},
    {"hundreds_before_one_wait", hundreds_before_one_wait},
    {"a_hundred_events", a_hundred_events},
    {"in_a_function_by_pointer", in_a_function_by_pointer},
    {"list_in_generic_memory", list_in_generic_memory},
    {"list_in_other_memory", list_in_other_memory},
};
TEST_MAIN(cases)
