/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_FUZZ_KERNELS_JOB_H
#define WEFT_TESTS_FUZZ_KERNELS_JOB_H

/*
 * A case: a program and its launches. Its text holds all of it, the launches as comments before the source, so that a
 * case that was printed can be edited and run again:
 *
 *   // launch KERNEL DIMS offset X Y Z global X Y Z local X Y Z end|start SEED
 *
 * `end` and `start`: where the buffers touch the unreadable page. SEED fills them.
 */

#include "tests/fuzz_kernels/tree.h"

enum { MAX_LAUNCHES = 12 };

struct launch {
  char kernel[32];
  uint32_t dims, at_end, seed;
  uint64_t offset[3], global[3], local[3];
};

/* The arguments of every kernel: buffers of `elements` for each work-item, and of `group_elements` for each group. */
struct buffer_kind {
  const char *name, *type;
  unsigned element, elements, group_elements, extra;
};
enum { NUM_BUFFERS = 14, NUM_INPUTS = 5 };
extern const struct buffer_kind buffer_kinds[NUM_BUFFERS];

struct launch_list {
  struct launch at[MAX_LAUNCHES];
  unsigned num;
};

/* Makes a case's program and launches. */
struct node *generate(struct arena *arena, uint64_t seed, unsigned features, struct launch_list *launches);

char *case_print(const struct node *program, const struct launch_list *launches); /* from malloc */
bool case_parse(const char *text, struct launch_list *launches);

/* What a worker answers before the bytes of the outputs, launch after launch, buffer after buffer. */
enum answer { ANSWER_DONE, ANSWER_NO_BUILD, ANSWER_ERROR };
struct answer_head {
  uint32_t answer;
  uint32_t size;
};
/* Work-items and groups of a launch, and bytes of one of its buffers. */
uint64_t launch_items(const struct launch *launch);
size_t launch_buffer_size(const struct launch *launch, unsigned buffer);

/* A process that runs cases: reads {uint32_t size; text} from descriptor 3, answers on descriptor 4. */
int worker_main(const char *options);

#endif
