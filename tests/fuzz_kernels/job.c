/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "tests/fuzz_kernels/job.h"
#include "tests/fuzz_kernels/gen.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct buffer_kind buffer_kinds[NUM_BUFFERS] = {
    {"in_i", "uint", 4, 1, 0, 0},
    {"in_l", "ulong", 8, 1, 0, 0},
    {"in_f", "float", 4, 4, 0, 0},
    {"in_d", "double", 8, 1, 0, 0},
    {"in_c", "uchar", 1, 4, 0, 0},
    {"out_i", "uint", 4, SLOTS, 0, 0},
    {"out_l", "ulong", 8, SLOTS, 0, 0},
    {"out_f", "float", 4, SLOTS, 0, 0},
    {"out_d", "double", 8, SLOTS, 0, 0},
    {"out_c", "uchar", 1, SLOTS, 0, 0},
    {"out_s", "ushort", 2, SLOTS, 0, 0},
    {"counters", "uint", 4, 0, 0, 64},
    {"scratch", "uint", 4, 0, MAX_LOCAL, 0},
    {"gout", "uint", 4, 0, MAX_LOCAL, 0},
};

uint64_t launch_items(const struct launch *launch) {
  return launch->global[0] * launch->global[1] * launch->global[2];
}

size_t launch_buffer_size(const struct launch *launch, unsigned buffer) {
  const struct buffer_kind *kind = &buffer_kinds[buffer];
  uint64_t groups = 1;
  for (unsigned d = 0; d < 3; d++)
    groups *= (launch->global[d] + launch->local[d] - 1) / launch->local[d];
  return kind->element * (kind->elements * launch_items(launch) + kind->group_elements * groups + kind->extra);
}

char *case_print(const struct node *program, const struct launch_list *launches) {
  char *source = node_print(program), *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out)
    abort();
  for (unsigned i = 0; i < launches->num; i++) {
    const struct launch *l = &launches->at[i];
    fprintf(out, "// launch %s %u offset %" PRIu64 " %" PRIu64 " %" PRIu64 " global %" PRIu64 " %" PRIu64 " %" PRIu64,
            l->kernel, l->dims, l->offset[0], l->offset[1], l->offset[2], l->global[0], l->global[1], l->global[2]);
    fprintf(out, " local %" PRIu64 " %" PRIu64 " %" PRIu64 " %s %u\n", l->local[0], l->local[1], l->local[2],
            l->at_end ? "end" : "start", l->seed);
  }
  fputs(source, out);
  fclose(out);
  free(source);
  return text;
}

bool case_parse(const char *text, struct launch_list *launches) {
  launches->num = 0;
  for (const char *at = text; (at = strstr(at, "// launch ")); at++) {
    struct launch l = {.dims = 0};
    char place[8];
    int fields = sscanf(at,
                        "// launch %31s %" SCNu32 " offset %" SCNu64 " %" SCNu64 " %" SCNu64 " global %" SCNu64
                        " %" SCNu64 " %" SCNu64 " local %" SCNu64 " %" SCNu64 " %" SCNu64 " %7s %" SCNu32,
                        l.kernel, &l.dims, &l.offset[0], &l.offset[1], &l.offset[2], &l.global[0], &l.global[1],
                        &l.global[2], &l.local[0], &l.local[1], &l.local[2], place, &l.seed);
    if (fields != 13 || l.dims < 1 || l.dims > 3 || launches->num == MAX_LAUNCHES)
      return false;
    for (unsigned d = 0; d < 3; d++)
      if (!l.local[d] || !l.global[d] || l.local[d] > 8192 || l.global[d] > 65536)
        return false;
    l.at_end = !strcmp(place, "end");
    launches->at[launches->num++] = l;
  }
  return launches->num > 0;
}
