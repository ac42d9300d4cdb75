/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_FUZZ_KERNELS_TREE_H
#define WEFT_TESTS_FUZZ_KERNELS_TREE_H

/*
 * A generated program is a tree of text with holes, so that the reducer can take parts away without understanding the
 * language: an expression knows its type, a list's statements can each be left out unless they are `fixed`. Whatever
 * keeps an expression from being undefined (masks of indices, guards of divisions) stands in the text around the hole,
 * not in the hole, or in an expression that `guards` what it is put round, and what must stay together (an exchange and
 * its barriers) is one statement.
 *
 * Nodes live in an arena until it is freed.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum base { CHAR, UCHAR, SHORT, USHORT, INT, UINT, LONG, ULONG, FLOAT, DOUBLE, NUM_BASES };

struct type {
  enum base base;
  unsigned width; /* 1, 2, 3, 4, 8, 16; 0: a statement */
};

struct node {
  const char *text; /* $0 to $9 stand for the children, $* for all of them; NULL: a list */
  struct type type; /* of an expression */
  bool uniform;     /* an expression with one value for the whole group */
  bool fixed;       /* a statement that must stay */
  bool guards;      /* an expression that no operand of its own may stand in for */
  unsigned num, room;
  struct node **kids;
};

struct arena {
  struct block *blocks;
};

void *arena_alloc(struct arena *arena, size_t size); /* zeroed */
void arena_free(struct arena *arena);
char *arena_format(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

struct node *node_list(struct arena *arena);
/* Copies `kids`, `num` of them. */
struct node *node_make(struct arena *arena, const char *text, unsigned num, struct node *const *kids);
void node_add(struct arena *arena, struct node *list, struct node *kid);

static inline bool node_is_list(const struct node *node) {
  return !node->text;
}
static inline bool node_is_expression(const struct node *node) {
  return node->type.width != 0;
}

/* The program's text, from malloc. */
char *node_print(const struct node *root);

/* Types. Sizes are those of one element. */
const char *type_name(struct arena *arena, struct type type);
const char *base_name(enum base base);
unsigned base_size(enum base base);
static inline bool is_float(enum base base) {
  return base >= FLOAT;
}
static inline bool is_signed(enum base base) {
  return base < FLOAT && base % 2 == 0;
}
static inline enum base to_unsigned(enum base base) {
  return (enum base)(base | 1);
}
static inline enum base to_signed(enum base base) {
  return (enum base)(base & ~1u);
}
/* The signed integers as large as `base`: what comparisons of vectors give. */
enum base mask_base(enum base base);
static inline bool same_type(struct type a, struct type b) {
  return a.base == b.base && a.width == b.width;
}

#endif
