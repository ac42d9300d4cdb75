/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A candidate that does not compile any more is one that does not fail in the same way, so declarations need no care.
 * What tree.h says about texts around holes makes all others valid.
 */
#include "tests/fuzz_kernels/reduce.h"

#include <string.h>

static bool still_fails(struct reduction *r) {
  if (!r->tries)
    return false;
  r->tries--;
  return r->fails(r);
}

static bool drop_launches(struct reduction *r) {
  bool any = false;
  for (unsigned i = 0; i < r->launches->num && r->launches->num > 1;) {
    struct launch_list before = *r->launches;
    memmove(&r->launches->at[i], &r->launches->at[i + 1], (r->launches->num - i - 1) * sizeof(*r->launches->at));
    r->launches->num--;
    if (still_fails(r)) {
      any = true;
    } else {
      *r->launches = before;
      i++;
    }
  }
  return any;
}

/* Without kids `from` to `to` but the fixed ones. */
static bool drop_range(struct reduction *r, struct node *list, unsigned from, unsigned to) {
  struct node **before = list->kids;
  unsigned num = list->num, kept = 0;
  struct node **kids = arena_alloc(r->arena, (num + 1) * sizeof(*kids));
  for (unsigned i = 0; i < num; i++)
    if (i < from || i >= to || before[i]->fixed)
      kids[kept++] = before[i];
  if (kept == num)
    return false;
  list->kids = kids;
  list->num = kept;
  if (still_fails(r))
    return true;
  list->kids = before;
  list->num = num;
  return false;
}

static bool drop_statements(struct reduction *r, struct node *list) {
  bool any = false;
  for (unsigned size = list->num; size; size /= 2)
    for (unsigned end = list->num; end > 0;) {
      unsigned from = end > size ? end - size : 0;
      any |= drop_range(r, list, from, end);
      end = from < list->num ? from : list->num;
    }
  return any;
}

/* A statement's bodies in its place. */
static bool unwrap(struct reduction *r, struct node *list, unsigned at) {
  struct node *whole = list->kids[at];
  if (node_is_list(whole) || node_is_expression(whole))
    return false;
  for (unsigned i = 0; i < whole->num; i++) {
    if (node_is_expression(whole->kids[i]))
      continue;
    list->kids[at] = whole->kids[i];
    if (still_fails(r))
      return true;
  }
  list->kids[at] = whole;
  return false;
}

static bool simplify(struct reduction *r, struct node **place) {
  struct node *whole = *place;
  if (!whole->num && whole->fixed)
    return false;
  if (whole->type.width == 1 && (whole->num || strlen(whole->text) > 3)) {
    static const char *const values[] = {"0", "1"};
    for (unsigned i = 0; i < 2; i++) {
      struct node *simple =
          node_make(r->arena, arena_format(r->arena, "(%s)%s", base_name(whole->type.base), values[i]), 0, NULL);
      simple->type = whole->type;
      simple->uniform = simple->fixed = true;
      *place = simple;
      if (whole->text[0] != '(' || strcmp(whole->text, simple->text))
        if (still_fails(r))
          return true;
    }
  } else if (whole->num) {
    struct node *simple =
        node_make(r->arena, arena_format(r->arena, "((%s)(1))", type_name(r->arena, whole->type)), 0, NULL);
    simple->type = whole->type;
    simple->uniform = simple->fixed = true;
    *place = simple;
    if (still_fails(r))
      return true;
  }
  for (unsigned i = 0; i < whole->num && !whole->guards; i++)
    if (node_is_expression(whole->kids[i]) && same_type(whole->kids[i]->type, whole->type) &&
        (whole->kids[i]->uniform || !whole->uniform)) {
      *place = whole->kids[i];
      if (still_fails(r))
        return true;
    }
  *place = whole;
  return false;
}

static bool reduce_below(struct reduction *r, struct node *node) {
  bool any = false;
  if (node_is_list(node)) {
    any |= drop_statements(r, node);
    for (unsigned i = 0; i < node->num; i++)
      any |= unwrap(r, node, i);
  }
  for (unsigned i = 0; i < node->num && r->tries; i++) {
    if (node_is_expression(node->kids[i]))
      any |= simplify(r, &node->kids[i]);
    any |= reduce_below(r, node->kids[i]);
  }
  return any;
}

void reduce(struct reduction *r) {
  bool any;
  do {
    any = drop_launches(r);
    any |= reduce_below(r, r->program);
  } while (any && r->tries);
}
