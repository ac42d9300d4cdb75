/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What lives across a barrier: values of every type, in registers and in memory, of one work-item or the same for all;
 * and local memory, declared in the kernel or given as an argument. */
#include "tests/kernels/barriers/mirror.h"

MIRROR(scalars, CL(kernel void k(ARGS) {
         char c = (char)LID;
         short s = (short)(LID * 7);
         long l = (long)LID << 33;
         float f = (float)LID * 0.5f;
         bool b = LID % 3 == 1;
         uchar u = (uchar)(200 + LID);
         x[LID] = in[ID];
         BARRIER;
         int bad = c != (char)LID || s != (short)(LID * 7) || l != (long)LID << 33 || f != (float)LID * 0.5f ||
                   b != (LID % 3 == 1) || u != (uchar)(200 + LID);
         BARRIER;
         out[ID] = 3 * x[OTHER] + 1 + bad + (b && LID % 3 != 1);
       }))

/* Values that only memory could tell again: nothing here can be computed anew behind the barrier. */
MIRROR(loaded_values, CL(kernel void k(ARGS) {
         int v = in[ID];
         long w = (long)v * v;
         float f = (float)v;
         int8 big = (int8)(v) + (int8)(0, 1, 2, 3, 4, 5, 6, 7);
         x[LID] = v;
         out[ID] = 0;
         barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
         for (int i = 0; i < 3; i++) {
           big += 1;
           BARRIER;
         }
         int bad = w != (long)in[ID] * in[ID] || f != (float)in[ID] || big.s7 != v + 10 || big.s0 != v + 3;
         out[ID] = 3 * x[OTHER] + 1 + bad;
       }))

/* Induction variables that begin with a work-item's own number, or address, and go on by what the group has in common:
 * forward, back, by what is loaded, several times an iteration, in loops within loops, as the address of the loop before,
 * past the end of their type; and two that go on by a number of each work-item's own. `turns` is 3, known to nobody. */
MIRROR(inductions, CL(kernel void k(ARGS) {
         const int turns = 3 + zero; const int step = (int)LSZ + zero;
         int far = (int)LID; int back = 7 * (int)LID + 1000; uint wraps = 0xffffffffu - (uint)LID; long wide = -(long)ID;
         uchar byte = (uchar)(LID * 3); int own = (int)LID; local int *place = x + LID; global const int *from = in + ID;
         int bad = 0; int sum = 0;
         out[ID] = 0;
         for (int t = 0; t < turns; t++) {
           x[LID] = in[ID] + t;
           BARRIER;
           bad += far != (int)LID + t * step || back != 7 * (int)LID + 1000 - t * 40;
           bad += wraps != 0xffffffffu - (uint)LID + (uint)t * 0x90000000u || wide != -(long)ID + t * 5L * (turns - 3 + 2);
           bad += byte != (uchar)(LID * 3 + t * 100) || own != (int)LID + t * (int)(LID + 1);
           bad += place != x + LID + (t ? zero : 0) || from != in + ID + zero * t;
           sum = x[OTHER] - t + *place - *place;
           far += step / 2;
           BARRIER;
           bad += far != (int)LID + t * step + step / 2;
           far += step - step / 2;
           back -= 40;
           wraps += 0x90000000u;
           for (int inner = (int)LID + t; inner < (int)LID + t + 2 * turns; inner += turns) {
             BARRIER;
             bad += (inner - (int)LID - t) % 3;
           }
           wide += 10 + zero;
           byte += (uchar)(100 + in[GRP * 0] * zero);
           own += (int)LID + 1;
           place += zero;
           from = &from[zero];
         }
         bad += far != (int)LID + 3 * step || *from != in[ID] || byte != (uchar)(LID * 3 + 300);
         out[ID] = 3 * sum + 1 + bad;
       }))

/* As work-items that leave before the loop, and in one that all leave in its middle. */
MIRROR(inductions_left, CL(kernel void k(ARGS) {
         x[LID] = in[ID];
         BARRIER;
         const int other = x[OTHER];
         int far = 2 * (int)LID - 5; global int *to = out + ID;
         for (int t = 0;; t++) {
           BARRIER;
           y[LID] = far;
           to += t == 1 ? zero : 0;
           far += 11;
           if (t == 4 + zero)
             break;
           BARRIER;
           far -= 1;
         }
         *to = 3 * other + 1 + (far != 2 * (int)LID - 5 + 51 || y[LID] != far - 11);
       }))

/* A value that one work-item alone has, of an address that all have in common: nobody else's nothing takes its place.
 */
MIRROR(one_work_items, CL(kernel void k(ARGS) {
         int first;
         int last;
         x[LID] = in[ID];
         BARRIER;
         if (LID == 0) {
           first = x[0];
           x[0] = -1;
         }
         BARRIER;
         if (LID == LSZ - 1) {
           last = x[zero];
           x[zero] = -2;
         }
         BARRIER;
         if (LID == 0)
           y[0] = x[0] == -2 ? first : 0;
         BARRIER;
         if (LID == LSZ - 1 && last != -1)
           y[0] = 0;
         BARRIER;
         out[ID] = 3 * (OTHER == 0 ? y[0] : x[OTHER]) + 1;
       }))

MIRROR(one_work_items_turns, CL(kernel void k(ARGS) {
         int kept;
         int sum = 0;
         y[LID] = in[ID];
         for (int i = 0; i < 5; i++) {
           x[LID] = i;
           BARRIER;
           if (LID == LSZ / 2) {
             kept = x[LSZ - 1];
             x[LSZ - 1] = -1;
           }
           BARRIER;
           if (LID == LSZ / 2)
             sum += kept;
         }
         x[LID] = sum;
         BARRIER;
         out[ID] = 3 * y[OTHER] + 1 + (x[LSZ / 2] != 10);
       }))

MIRROR(vectors, CL(kernel void k(ARGS) {
         float3 a3 = (float3)((float)LID, 2, 3);
         uchar16 bytes = (uchar16)((uchar)LID);
         long2 l2 = (long2)(LID, -(long)LID);
         short3 s3 = (short3)(1, (short)LID, 3);
         x[LID] = in[ID];
         BARRIER;
         int bad = a3.x != (float)LID || a3.z != 3 || any(bytes != (uchar16)((uchar)LID)) || l2.y != -(long)LID ||
                   s3.y != (short)LID || s3.z != 3;
         a3.y += LID;
         BARRIER;
         bad |= a3.y != 2 + (float)LID;
         out[ID] = 3 * x[OTHER] + 1 + bad;
       }))

MIRROR(structs, CL(
                    struct inner {
                      char c;
                      long d;
                    };
                    typedef struct {
                      int a;
                      struct inner in[2];
                      float4 v;
                      short s[3];
                    } outer;
                    outer make(int v) {
                      outer o;
                      o.a = v;
                      o.in[0].c = (char)v;
                      o.in[1].d = v;
                      o.v = (float4)((float)(v & 255));
                      o.s[2] = (short)v;
                      return o;
                    } kernel void k(ARGS) {
                      outer o = make(in[ID]);
                      outer copy = o;
                      x[LID] = in[ID];
                      BARRIER;
                      copy.s[2]++;
                      BARRIER;
                      int v = in[ID];
                      int bad = o.a != v || o.in[0].c != (char)v || o.in[1].d != v || o.v.w != (float)(v & 255) ||
                                o.s[2] != (short)v || copy.s[2] != (short)(v + 1) || copy.a != v;
                      out[ID] = 3 * x[OTHER] + 1 + bad;
                    }))

MIRROR(private_arrays, CL(kernel void k(ARGS) {
         int small[4];
         int large[100];
         uchar odd[13];
         for (int i = 0; i < 100; i++)
           large[i] = in[ID] + i;
         for (int i = 0; i < 4; i++)
           small[i] = (int)LID - i;
         for (int i = 0; i < 13; i++)
           odd[i] = (uchar)(LID + i);
         x[LID] = in[ID];
         BARRIER;
         int bad = 0;
         for (int i = 0; i < 100; i++)
           bad |= large[(i + LID) % 100] != in[ID] + (int)((i + LID) % 100);
         large[LID % 100] = 5;
         BARRIER;
         for (int i = 0; i < 4; i++)
           bad |= small[i] != (int)LID - i;
         for (int i = 0; i < 13; i++)
           bad |= odd[i] != (uchar)(LID + i);
         bad |= large[LID % 100] != 5;
         out[ID] = 3 * x[OTHER] + 1 + bad;
       }))

/* 8 KiB for each work-item. */
MIRROR(huge_private_array, CL(kernel void k(ARGS) {
         int huge[2048];
         for (int i = 0; i < 2048; i++)
           huge[i] = in[ID] ^ i;
         x[LID] = in[ID];
         BARRIER;
         int bad = 0;
         for (int i = 0; i < 2048; i += 31)
           bad |= huge[(i * 7 + LID) & 2047] != (in[ID] ^ ((i * 7 + (int)LID) & 2047));
         out[ID] = 3 * x[OTHER] + 1 + bad;
       }))

MIRROR(pointers, CL(kernel void k(ARGS) {
         int mine = in[ID];
         int others = 0;
         int *p = LID & 1 ? &mine : &others;
         local int *q = LID & 2 ? x : y;
         global const int *r = in + ID;
         int *const *pp = (int *const *)&p;
         x[LID] = y[LID] = mine;
         BARRIER;
         *p += 5;
         BARRIER;
         int bad = mine != *r + (LID & 1 ? 5 : 0) || others != (LID & 1 ? 0 : 5) || **pp != *p;
         out[ID] = 3 * q[OTHER] + 1 + bad;
       }))

/* A private array that a function fills by pointer, before and behind a barrier. */
MIRROR(addresses_given_away, CL(
                                 void fill(int *a, int count, int from) {
                                   for (int i = 0; i < count; i++)
                                     a[i] = from + i;
                                 } int sum(const int *a, int count) {
                                   int s = 0;
                                   for (int i = 0; i < count; i++)
                                     s += a[i];
                                   return s;
                                 } kernel void k(ARGS) {
                                   int a[10];
                                   fill(a, 10, (int)LID);
                                   x[LID] = in[ID];
                                   BARRIER;
                                   fill(a + 5, 5, 2 * (int)LID);
                                   BARRIER;
                                   int bad = sum(a, 10) - (15 * (int)LID + 20);
                                   out[ID] = 3 * x[OTHER] + 1 + bad;
                                 }))

MIRROR(loop_state, CL(kernel void k(ARGS) {
         uint a = (uint)LID;
         uint b = 1;
         int i = 0;
         global const int *p = in + ID;
         x[LID] = in[ID];
         for (i = 0; i < 10; i++) {
           uint c = a + b * 3u;
           a = b;
           b = c;
           BARRIER;
           p++;
         }
         uint want_a = (uint)LID;
         uint want_b = 1;
         for (int j = 0; j < 10; j++) {
           uint c = want_a + want_b * 3u;
           want_a = want_b;
           want_b = c;
         }
         out[ID] = 3 * x[OTHER] + 1 + (a != want_a || b != want_b || i != 10 || p != in + ID + 10);
       }))

MIRROR(work_item_functions, CL(kernel void k(ARGS) {
         size_t g0 = get_global_id(0);
         size_t l1 = get_local_id(1);
         size_t lid = LID;
         x[lid] = in[ID];
         BARRIER;
         int bad = g0 != get_global_id(0) || l1 != get_local_id(1) || lid != LID;
         out[ID] = 3 * x[OTHER] + 1 + bad;
       }))

MIRROR(uniform_values, CL(kernel void k(ARGS) {
         size_t group = get_group_id(0) * 3;
         int shared = in[0];
         float16 wide = (float16)((float)(shared & 255));
         x[LID] = in[ID];
         BARRIER;
         shared += n;
         BARRIER;
         int bad = group != get_group_id(0) * 3 || shared != in[0] + n || wide.sf != (float)(in[0] & 255);
         out[ID] = 3 * x[OTHER] + 1 + bad;
       }))

MIRROR(local_memory_of_each_kind, CL(
                                      void add(local int *a, local char *b) {
                                        a[LID % 10] += 0;
                                        b[0] = 1;
                                      } kernel void k(ARGS) {
                                        local int one;
                                        local int table[512];
                                        local float4 vectors[3];
                                        local char odd[7];
                                        local struct {
                                          char c;
                                          long l;
                                        } s;
                                        if (LID == 0) {
                                          one = 77;
                                          vectors[2] = (float4)(1, 2, 3, 4);
                                          s.c = 9;
                                          s.l = (long)1 << 40;
                                          for (int i = 0; i < 7; i++)
                                            odd[i] = (char)i;
                                        }
                                        if (LID < 512)
                                          table[LID] = (int)LID;
                                        x[LID] = in[ID];
                                        BARRIER;
                                        int bad = one != 77 || vectors[2].w != 4 || s.c != 9 || s.l != (long)1 << 40 ||
                                                  odd[6] != 6 || table[OTHER % 512] != (int)(OTHER % 512);
                                        BARRIER;
                                        add(table, odd);
                                        BARRIER;
                                        out[ID] = 3 * x[OTHER] + 1 + bad + odd[0] - 1;
                                      }))

static const struct test_case cases[] = {
    {"scalars", scalars},
    {"loaded_values", loaded_values},
    {"inductions", inductions},
    {"inductions_left", inductions_left},
    {"one_work_items", one_work_items},
    {"one_work_items_turns", one_work_items_turns},
    {"vectors", vectors},
    {"structs", structs},
    {"private_arrays", private_arrays},
    {"huge_private_array", huge_private_array},
    {"pointers", pointers},
    {"addresses_given_away", addresses_given_away},
    {"loop_state", loop_state},
    {"work_item_functions", work_item_functions},
    {"uniform_values", uniform_values},
    {"local_memory_of_each_kind", local_memory_of_each_kind},
};
TEST_MAIN(cases)
