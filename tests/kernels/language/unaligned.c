/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Vectors through pointers that are aligned to their elements only. OpenCL C leaves that undefined (section 6.3.5);
 * kernels do it nevertheless, and other CPU platforms run them.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/harness/test.h"

#define ITEMS 70 /* of each size of group, some in packets and some not */
#define WORDS 24 /* of each work-item, in both buffers */

static const char source[] = CL(
    typedef struct { float4 a, b; } pair;
    kernel void k(global float *in, global float *out, local float *tile, int one) {
      size_t l = get_local_id(0);
      global float *from = in + 24 * get_global_id(0) + 1;
      global float *to = out + 24 * get_global_id(0) + 1;
      float own[24];
      local float *t = tile + 24 * l + 1;
      *(global float4 *)to = *(global float4 *)from;
      *(global float8 *)(to + 4) = *(global float8 *)(from + 4) * 2;
      *(local float4 *)(t + 2) = *(global float4 *)from;
      *(local float2 *)(t + one) = *(global float2 *)(from + 4);
      barrier(CLK_LOCAL_MEM_FENCE);
      *(global float4 *)(to + 12) = *(local float4 *)(t + one) + 1;
      for (int k = 0; k < 24; k++)
        own[k] = from[k % 12];
      *(float4 *)(own + one) *= 3;
      to[16] = own[1] + own[4] * 10;
      if (l & 1)
        *(global float2 *)(to + 17) = *(global float2 *)(from + one);
      to[19] = ((global pair *)(from + one - 1))->b.y;
    });

/* The same on words. */
static void refer(const float *from, float *to, bool odd) {
  memcpy(to, from, 4 * sizeof(float));
  for (int k = 4; k < 12; k++)
    to[k] = from[k] * 2;
  const float t[5] = {0, from[4], from[5], from[1], from[2]};
  for (int k = 0; k < 4; k++)
    to[12 + k] = t[1 + k] + 1;
  to[16] = from[1] * 3 + from[4] * 3 * 10;
  if (odd)
    memcpy(to + 17, from + 1, 2 * sizeof(float));
  to[19] = from[5];
}

static void run(const char *options) {
  cl_kernel kernel = test_kernel(test_build(options, source), "k");
  const size_t bytes = ITEMS * WORDS * sizeof(float), groups[] = {1, 7, 14, 35, 70};
  float *in = test_alloc(bytes);
  for (size_t i = 0; i < ITEMS * WORDS; i++)
    in[i] = (float)(test_hash((uint32_t)i) & 0xffff);
  for (size_t g = 0; g < TEST_COUNT(groups); g++) {
    float *want = test_alloc(bytes);
    struct test_buffer from = test_buffer(bytes, TEST_END, CL_MEM_READ_WRITE, 0);
    struct test_buffer to = test_buffer(bytes, TEST_END, CL_MEM_READ_WRITE, 0);
    test_buffer_write(&from, in);
    for (size_t i = 0; i < ITEMS; i++)
      refer(in + i * WORDS + 1, want + i * WORDS + 1, i % groups[g] & 1);
    LAUNCH(kernel, ITEMS, groups[g], ARG_BUFFER(from), ARG_BUFFER(to), ARG_LOCAL(groups[g] * WORDS * sizeof(float)),
           ARG_INT(1));
    test_buffer_sync(&to);
    size_t at = test_differ(to.data, want, bytes) / sizeof(float);
    if (at < ITEMS * WORDS)
      FAIL("groups of %zu: word %zu of work-item %zu is %g, not %g", groups[g], at % WORDS, at / WORDS,
           (double)((const float *)to.data)[at], (double)want[at]);
  }
}

static void not_optimised(void) {
  run("-cl-std=CL3.0 -cl-opt-disable");
}

static void as_built(void) {
  run("-cl-std=CL3.0");
}

static void in_packets(const char *lanes) {
  if (!test.is_weft)
    test_skip("packets are Weft's own");
  setenv("WEFT_SPMD", "force", 1);
  setenv("WEFT_SPMD_LANES", lanes, 1);
  run("-cl-std=CL3.0");
}

static void lanes_4(void) {
  in_packets("4");
}
static void lanes_8(void) {
  in_packets("8");
}
static void lanes_16(void) {
  in_packets("16");
}

static const struct test_case cases[] = {{"not_optimised", not_optimised},
                                         {"as_built", as_built},
                                         {"lanes_4", lanes_4},
                                         {"lanes_8", lanes_8},
                                         {"lanes_16", lanes_16}};
TEST_MAIN(cases)
