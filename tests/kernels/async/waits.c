/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A wait has the force of a barrier: behind it each work-item sees the whole tile, whoever fetched it, and what others
 * wrote to local memory before it. Fences order copies that touch the same memory. */
#include "tests/kernels/async/flip.h"

/* No barrier but the waits. */
FLIP(readers_of_all_parts, CL(kernel void k(ARGS) {
       START;
       event_t e = async_work_group_copy(a, src, N, 0);
       wait_group_events(1, &e);
       long sum = 0;
       for (int i = 0; i < N; i++)
         sum += a[i];
       int own = (int)sum;
       for (size_t i = LID; i < N; i += LSZ)
         b[i] = 3 * a[N - 1 - i] + 1 + (own - (int)sum);
       barrier(CLK_LOCAL_MEM_FENCE);
       e = async_work_group_copy(dst, b, N, 0);
       wait_group_events(1, &e);
     }))

/* Everyone's sum of the tile goes into the result; the host's formula knows that they cancel. */
FLIP(reduction_of_the_tile, CL(kernel void k(ARGS) {
       local int total;
       START;
       if (LID == 0)
         total = 0;
       event_t e = async_work_group_copy(a, src, N, 0);
       wait_group_events(1, &e);
       for (size_t i = LID; i < N; i += LSZ)
         atomic_add(&total, a[i]);
       int mine = 0;
       for (int i = 0; i < N; i++)
         mine += a[i];
       barrier(CLK_LOCAL_MEM_FENCE);
       for (size_t i = LID; i < N; i += LSZ)
         b[i] = 3 * a[N - 1 - i] + 1 + total - mine;
       barrier(CLK_LOCAL_MEM_FENCE);
       e = async_work_group_copy(dst, b, N, 0);
       wait_group_events(1, &e);
     }))

/* What work-items wrote before the wait, others read behind it. */
FLIP(orders_ordinary_writes, CL(kernel void k(ARGS) {
       START;
       event_t e = async_work_group_copy(spare, src, 1, 0);
       for (size_t i = LID; i < N; i += LSZ)
         a[i] = src[i];
       wait_group_events(1, &e);
       for (size_t i = LID; i < N; i += LSZ)
         b[i] = 3 * a[N - 1 - i] + 1;
       barrier(CLK_LOCAL_MEM_FENCE);
       e = async_work_group_copy(dst, b, N, 0);
       wait_group_events(1, &e);
     }))

/* Each tile is overwritten with the next right after its wait and a barrier. */
FLIP(tile_used_again, CL(kernel void k(ARGS) {
       START;
       for (int i = 0; i < N; i += 10) {
         event_t e = async_work_group_copy(spare, src + i, 10, 0);
         wait_group_events(1, &e);
         for (size_t j = LID; j < 10; j += LSZ)
           b[N - 1 - i - j] = 3 * spare[j] + 1;
         barrier(CLK_LOCAL_MEM_FENCE);
       }
       event_t e = async_work_group_copy(dst, b, N, 0);
       wait_group_events(1, &e);
     }))

/* Readers of the global side: what a copy wrote there, the group's work-items read behind the wait. */
FLIP(readers_of_global_memory, CL(kernel void k(ARGS) {
       START;
       event_t e = async_work_group_copy(a, src, N, 0);
       wait_group_events(1, &e);
       e = async_work_group_copy(mid, a, N, 0);
       wait_group_events(1, &e);
       for (size_t i = LID; i < N; i += LSZ)
         dst[i] = 3 * mid[N - 1 - i] + 1;
     }))

FLIP(values_live_across, CL(kernel void k(ARGS) {
       START;
       float4 v = (float4)((float)LID, 1, 2, 3);
       int own[8];
       for (int i = 0; i < 8; i++)
         own[i] = (int)LID * i;
       local int *to = a + zero;
       bool flag = LID & 1;
       event_t e = async_work_group_copy(to, src, N, 0);
       wait_group_events(1, &e);
       int bad = v.x != (float)LID || v.w != 3 || flag != (bool)(LID & 1) || to != a;
       for (int i = 0; i < 8; i++)
         bad |= own[i] != (int)LID * i;
       for (size_t i = LID; i < N; i += LSZ)
         b[i] = 3 * to[N - 1 - i] + 1 + bad;
       barrier(CLK_LOCAL_MEM_FENCE);
       e = async_work_group_copy(dst, b, N, 0);
       wait_group_events(1, &e);
     }))

/* Out to global memory, fence, back in from there: the second copy must see the first one's. */
FLIP(fence_import_after_export, CL(kernel void k(ARGS) {
       START;
       event_t e = async_work_group_copy(a, src, N, 0);
       wait_group_events(1, &e);
       e = async_work_group_copy(mid, a, N, 0);
       async_work_group_copy_fence(CLK_GLOBAL_MEM_FENCE);
       e = async_work_group_copy(b, mid, N, e);
       wait_group_events(1, &e);
       turn(a, b);
       e = async_work_group_copy(dst, a, N, 0);
       wait_group_events(1, &e);
     }))

/* In to local memory, fence, out again, not waited for between. */
FLIP(fence_export_after_import, CL(kernel void k(ARGS) {
       START;
       event_t e = async_work_group_copy(a, src, N, 0);
       async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
       e = async_work_group_copy(mid, a, N, e);
       wait_group_events(1, &e);
       for (size_t i = LID; i < N; i += LSZ)
         b[i] = 3 * mid[N - 1 - i] + 1;
       barrier(CLK_LOCAL_MEM_FENCE);
       e = async_work_group_copy(dst, b, N, 0);
       wait_group_events(1, &e);
     }))

FLIP(two_fences_in_a_chain, CL(kernel void k(ARGS) {
       START;
       event_t e = async_work_group_copy(a, src, N, 0);
       async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
       event_t f = async_work_group_copy(mid, a, N, 0);
       async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
       event_t g = async_work_group_strided_copy(b, mid, N, 1, 0);
       wait_group_events(1, &g);
       wait_group_events(1, &f);
       wait_group_events(1, &e);
       turn(a, b);
       e = async_work_group_copy(dst, a, N, 0);
       wait_group_events(1, &e);
     }))

FLIP(fences_in_a_loop, CL(kernel void k(ARGS) {
       START;
       event_t e = async_work_group_copy(a, src, N, 0);
       for (int i = 0; i < 4; i++) {
         async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
         e = async_work_group_copy(mid, i & 1 ? b : a, N, e);
         async_work_group_copy_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
         e = async_work_group_copy(i & 1 ? a : b, mid, N, e);
       }
       wait_group_events(1, &e);
       turn(b, a);
       e = async_work_group_copy(dst, b, N, 0);
       wait_group_events(1, &e);
     }))

FLIP(fences_between_all_kinds, CL(kernel void k(ARGS) {
       START;
       event_t e = async_work_group_copy_2D2D(a, 0, src, 0, 4, 10, 10, 10, 10, 0);
       async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
       e = async_work_group_copy_3D3D(mid, 0, a, 0, 4, 5, 5, 4, 5, 25, 5, 25, e);
       async_work_group_copy_fence(CLK_GLOBAL_MEM_FENCE);
       e = async_work_group_strided_copy(b, mid, N, 1, e);
       async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
       e = async_work_group_copy(mid, b, N, e);
       wait_group_events(1, &e);
       for (size_t i = LID; i < N; i += LSZ)
         dst[i] = 3 * mid[N - 1 - i] + 1;
     }))

/* An older event is waited for behind the fence, opposite directions are under way meanwhile. */
FLIP(fence_then_wait_on_older, CL(kernel void k(ARGS) {
       START;
       event_t in = async_work_group_copy(a, src, N, 0);
       event_t out = async_work_group_copy(mid, spare, 4, 0);
       async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
       event_t more = async_work_group_copy(spare, src, 8, 0);
       wait_group_events(1, &in);
       turn(b, a);
       wait_group_events(1, &more);
       wait_group_events(1, &out);
       in = async_work_group_copy(dst, b, N, 0);
       wait_group_events(1, &in);
     }))

/* The specification does not promise this one: its wait only says that all work-items come to it. */
static void wait_is_a_barrier(void) {
  if (!test.is_weft)
    test_skip("the driver may do otherwise");
  orders_ordinary_writes();
}

static const struct test_case cases[] = {
    {"readers_of_all_parts", readers_of_all_parts},
    {"reduction_of_the_tile", reduction_of_the_tile},
    {"wait_is_a_barrier", wait_is_a_barrier},
    {"tile_used_again", tile_used_again},
    {"readers_of_global_memory", readers_of_global_memory},
    {"values_live_across", values_live_across},
    {"fence_import_after_export", fence_import_after_export},
    {"fence_export_after_import", fence_export_after_import},
    {"two_fences_in_a_chain", two_fences_in_a_chain},
    {"fences_in_a_loop", fences_in_a_loop},
    {"fences_between_all_kinds", fences_between_all_kinds},
    {"fence_then_wait_on_older", fence_then_wait_on_older},
};
TEST_MAIN(cases)
