/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/range_tree.h"

/* A node's place in the heap: a mix of its own address, which no pattern of the ranges has a part in. */
static uint64_t priority(const struct weft_range *range) {
  uint64_t x = (uint64_t)(uintptr_t)range;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

void weft_range_insert(struct weft_range_tree *tree, struct weft_range *range) {
  struct weft_range **at = &tree->root;
  uint64_t own = priority(range);
  while (*at && priority(*at) >= own)
    at = range->start < (*at)->start ? &(*at)->left : &(*at)->right;
  /* The tree below is split by the new start: what is before it to the left, the rest to the right. */
  struct weft_range *rest = *at, **before = &range->left, **behind = &range->right;
  while (rest) {
    if (rest->start < range->start) {
      *before = rest;
      before = &rest->right;
    } else {
      *behind = rest;
      behind = &rest->left;
    }
    rest = rest->start < range->start ? rest->right : rest->left;
  }
  *before = *behind = NULL;
  *at = range;
}

void weft_range_remove(struct weft_range_tree *tree, struct weft_range *range) {
  struct weft_range **at = &tree->root;
  while (*at != range)
    at = range->start < (*at)->start ? &(*at)->left : &(*at)->right;
  struct weft_range *left = range->left, *right = range->right;
  while (left && right) {
    if (priority(left) >= priority(right)) {
      *at = left;
      at = &left->right;
      left = *at;
    } else {
      *at = right;
      at = &right->left;
      right = *at;
    }
  }
  *at = left ? left : right;
  range->left = range->right = NULL;
}

struct weft_range *weft_range_find(const struct weft_range_tree *tree, uintptr_t address) {
  struct weft_range *at = tree->root;
  while (at && (address < at->start || address - at->start >= at->size))
    at = address < at->start ? at->left : at->right;
  return at;
}
