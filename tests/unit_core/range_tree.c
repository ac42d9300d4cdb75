/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/range_tree.h"

#include <stdlib.h>

#include "tests/unit_core/unit.h"

/* Ranges of one to eight bytes at multiples of eight, against an array that says who is there. */
enum { SLOTS = 500, STEPS = 20000 };

static unsigned depth(const struct weft_range *range) {
  if (!range)
    return 0;
  unsigned left = depth(range->left), right = depth(range->right);
  return 1 + (left > right ? left : right);
}

int main(void) {
  struct weft_range_tree tree = {0};
  struct weft_range *ranges = calloc(SLOTS, sizeof *ranges);
  CHECK(ranges);
  unsigned random = 1, deepest = 0;
  CHECK(!weft_range_find(&tree, 0));
  for (unsigned step = 0; step < STEPS; step++) {
    random = random * 1103515245u + 12345u;
    unsigned slot = (random >> 8) % SLOTS;
    struct weft_range *range = &ranges[slot];
    if (range->size) {
      weft_range_remove(&tree, range);
      range->size = 0;
    } else {
      range->start = 8 * slot;
      range->size = 1 + (random >> 20) % 8;
      weft_range_insert(&tree, range);
    }
    for (unsigned near = slot ? slot - 1 : 0; near <= slot + 1 && near < SLOTS; near++)
      for (uintptr_t byte = 0; byte < 8; byte++)
        CHECK(weft_range_find(&tree, 8 * near + byte) == (byte < ranges[near].size ? &ranges[near] : NULL));
  }
  for (unsigned slot = 0; slot < SLOTS; slot++) /* in order, as addresses often come */
    if (!ranges[slot].size) {
      ranges[slot].start = 8 * slot;
      ranges[slot].size = 8;
      weft_range_insert(&tree, &ranges[slot]);
    }
  deepest = depth(tree.root);
  CHECK(deepest < 40); /* twice the logarithm is 18; a list would be 500 */
  for (unsigned slot = 0; slot < SLOTS; slot++) {
    CHECK(weft_range_find(&tree, 8 * slot) == &ranges[slot]);
    weft_range_remove(&tree, &ranges[slot]);
    CHECK(!weft_range_find(&tree, 8 * slot));
  }
  CHECK(!tree.root);
  free(ranges);
  return 0;
}
