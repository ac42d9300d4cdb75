/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_FUZZ_KERNELS_GEN_H
#define WEFT_TESTS_FUZZ_KERNELS_GEN_H

/*
 * The generator's state, for its parts: expressions (expr.c, expr_calls.c), bit tricks and
 * integers changed under conditions (bits.c), statements (stmt.c), statements of the
 * group (group.c), kernels and launches (generate.c).
 *
 * What makes a kernel free of races and of undefined behaviour:
 *  - a work-item writes its own slots of the outputs only: own_slot() is the only index for them;
 *  - counters are written by atomics whose result nobody reads, one operation for each stretch of counters;
 *  - group statements stand where `group_flow` says that all work-items of the group come along;
 *  - `uniform` expressions have uniform leaves only, uniform variables are assigned in group flow only;
 *  - each variable and array is initialised where it is declared, indices are masked, loops have a bounded number of
 *    turns, signed arithmetic that could overflow is done in unsigned types.
 * NaNs are only ever seen through canon_T(), which makes them 0: which NaN comes out is not promised.
 */

#include "tests/fuzz_kernels/job.h"
#include "tests/fuzz_kernels/tree.h"

enum {
  SLOTS = 4,       /* elements of each output for each work-item */
  MAX_LOCAL = 128, /* work-items of a group, and elements of its tiles */
  MAX_VARIABLES = 192,
  MAX_HELPERS = 4,
  MAX_COST = 6000, /* turns of nested loops, calls included */
};

enum feature {
#define FUZZ_FEATURE(id, name, on, elsewhere, text) FEATURE_##id,
#include "tests/fuzz_kernels/features.def"
#undef FUZZ_FEATURE
  NUM_FEATURES
};

struct variable {
  const char *name;
  struct type type;
  unsigned array; /* elements, a power of two; 0: no array */
  bool uniform, read_only;
};

struct helper {
  const char *name;
  struct type type, params[3];
  unsigned num_params, cost;
};

/* A local array of the kernel, MAX_LOCAL elements. */
struct tile {
  const char *name;
  struct type type;
};

struct gen {
  struct arena *arena;
  uint64_t state;
  unsigned features; /* bits */
  struct variable variables[MAX_VARIABLES];
  unsigned num_variables;
  struct helper helpers[MAX_HELPERS];
  unsigned num_helpers;
  unsigned names;  /* that were given */
  unsigned budget; /* statements still to make */
  unsigned cost;   /* turns of the loops around */
  unsigned worst;  /* largest cost of this function so far */
  unsigned depth;  /* of nested statements */

  /* The function under way. */
  bool in_helper;
  struct type returns; /* of a helper */
  bool group_kernel;   /* may hold group statements, and then returns at the outermost level only */
  bool group_flow;     /* all work-items of the group are here */
  bool some_left;      /* but for those who returned */
  bool in_loop, in_switch;
  bool uniform_exits; /* break and continue need uniform conditions: the loop holds group statements */
  const char *goto_label;
  const char *counter; /* of the loop around */
  bool by_slot;        /* outputs: all of slot 0, then all of slot 1 ... */
  bool flat;           /* launched in one dimension without offset */
  bool sized;          /* sub-groups of 16 */
  struct tile tiles[3];
  unsigned num_tiles;
};

static inline bool has(const struct gen *g, enum feature feature) {
  return g->features >> feature & 1;
}

/* Random numbers. */
uint64_t pick64(struct gen *g);
unsigned pick(struct gen *g, unsigned below);
bool chance(struct gen *g, unsigned percent);

const char *fresh(struct gen *g, const char *prefix);
void declare(struct gen *g, const char *name, struct type type, unsigned array, bool uniform, bool read_only);
/* A random variable for which the arguments hold, or NULL. */
struct variable *find_variable(struct gen *g, struct type type, bool array, bool uniform, bool writable);

struct type any_type(struct gen *g);
struct type any_scalar(struct gen *g);
enum base any_integer(struct gen *g);

/* An expression; its uniformity is that of its children. Up to 6 children, NULL-terminated. */
struct node *make(struct gen *g, struct type type, const char *text, ...);
struct node *leaf(struct gen *g, struct type type, bool uniform, const char *text);
struct node *statement(struct gen *g, const char *text, ...); /* likewise, children of any kind */

struct node *expr(struct gen *g, struct type type, unsigned depth, bool uniform);
struct node *expr_leaf(struct gen *g, struct type type, bool uniform);
struct node *expr_call(struct gen *g, struct type type, unsigned depth, bool uniform); /* of a builtin */
struct node *bit_trick(struct gen *g, struct type type, unsigned depth, bool uniform); /* of integers */
struct node *condition(struct gen *g, unsigned depth, bool uniform);                   /* a scalar int */
/* What a condition's text is followed by, in parentheses both, so that compilers take it for different from work-item
 * to work-item: nothing, where it may be alike for all. `alike` says that it is, by its operands. */
const char *differing(struct gen *g, bool alike, bool uniform);
/* May ~ stand before an operand? As an operand of & it always may. */
bool may_complement(const struct gen *g, struct type type);
struct node *literal(struct gen *g, struct type type);
/* A float with NaNs made 0. */
struct node *canonical(struct gen *g, struct type type, unsigned depth, bool uniform);
const char *own_slot(struct gen *g, unsigned slot);

/* Statements of a function's body, with the variables that they declare out of scope behind them. */
struct node *block(struct gen *g, unsigned most);
struct node *store_output(struct gen *g);
/* Integers changed under conditions, or NULL. */
struct node *masked_updates(struct gen *g, bool uniform_here);
struct node *group_statement(struct gen *g); /* NULL: none fits here */

#endif
