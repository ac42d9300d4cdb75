/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_RANGE_TREE_H
#define WEFT_RUNTIME_RANGE_TREE_H

/*
 * Ranges of addresses that do not overlap, found by any address in them: an intrusive treap (Aragon and Seidel, 1989),
 * a search tree by address that is a heap by a number that looks random. All steps take logarithmic time in the mean,
 * and none allocates. The caller locks.
 */

#include <stddef.h>
#include <stdint.h>

struct weft_range {
  uintptr_t start;
  size_t size; /* bytes, not 0 */
  struct weft_range *left, *right;
};

struct weft_range_tree {
  struct weft_range *root;
};

/* `range` has start and size, and shares no byte with another one of the tree. */
void weft_range_insert(struct weft_range_tree *tree, struct weft_range *range);
/* `range` is in the tree. */
void weft_range_remove(struct weft_range_tree *tree, struct weft_range *range);
/* The range that holds the byte at `address`, or NULL. */
struct weft_range *weft_range_find(const struct weft_range_tree *tree, uintptr_t address);

#endif
