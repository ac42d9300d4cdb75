/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Bit tricks, and integers of all widths that are changed under conditions: what code generators have instructions for
 * and rules to find them by. Tricks are computed in the unsigned type, where all arithmetic wraps.
 */
#include "tests/fuzz_kernels/gen.h"

#include <stdio.h>
#include <string.h>

#define NAME(type) type_name(g->arena, (type))
#define FORMAT(...) arena_format(g->arena, __VA_ARGS__)

static struct type of(enum base base, unsigned width) {
  return (struct type){base, width};
}

static unsigned bits_of(struct type type) {
  return 8 * base_size(type.base);
}

/* A text over unsigned operands as one over operands of `type`, and back. In it @ stands for the unsigned type, # for
 * its bits, % for a number of bits to shift by, the same everywhere. */
static const char *in_unsigned(struct gen *g, struct type type, const char *text) {
  const char *name = NAME(of(to_unsigned(type.base), type.width)), *made = "";
  unsigned by = 1 + pick(g, bits_of(type) - 1);
  for (; *text; text++)
    if (*text == '@')
      made = FORMAT("%s%s", made, name);
    else if (*text == '#')
      made = FORMAT("%s%u", made, bits_of(type));
    else if (*text == '%')
      made = FORMAT("%s%u", made, by);
    else if (*text == '$' && is_signed(type.base))
      made = FORMAT("%sas_%s($%c)", made, name, *++text);
    else
      made = FORMAT("%s%c", made, *text);
  bool narrow = type.width == 1 && base_size(type.base) < 4; /* C computes it as int */
  if (is_signed(type.base))
    return FORMAT("as_%s((%s)(%s))", NAME(type), name, made);
  return narrow ? FORMAT("((%s)(%s))", name, made) : FORMAT("(%s)", made);
}

/* `kinds` of operands: T an expression, L a short one, which may stand twice, K a constant. */
struct trick {
  const char *text, *kinds;
};

static const struct trick tricks[] = {
    /* Selected bits. */
    {"($0 & $2) | ($1 & ~$2)", "TTK"},
    {"($0 & $2) | ($1 & ~$2)", "LLK"},
    {"($0 & $2) | ($1 & ~$2)", "LLL"},
    {"(($0 ^ $1) & $2) ^ $1", "TLK"},
    {"(($0 ^ $1) & $2) ^ $1", "LLL"},
    {"($0 & $1) | (~$0 & $2)", "LTT"},
    {"($0 & $1) | ($0 & $2) | ($1 & $2)", "LLL"},
    {"($0 | $2) & ~$1", "TTK"},
    {"~($0 | $1 | $2)", "TTK"},
    {"($0 & $2) ^ ($1 | $2)", "TTK"},
    /* Rotated and funnelled. */
    {"($0 << (@)%) | ($0 >> (@)(# - %))", "L"},
    {"($0 << (@)%) | ($1 >> (@)(# - %))", "TT"},
    {"($0 << ($1 & (@)(# - 1))) | ($0 >> (((@)0 - $1) & (@)(# - 1)))", "LL"},
    {"($0 << ($2 & (@)(# - 1))) | ($1 >> (((@)0 - $2) & (@)(# - 1)))", "TTL"},
    {"(($0 & $1) << (@)%) | (($0 >> (@)%) & $1)", "LK"},
    {"rotate($0, (@)%)", "T"},
    /* Single bits. */
    {"$0 & ((@)0 - $0)", "L"},
    {"$0 & ($0 - (@)1)", "L"},
    {"$0 ^ ($0 - (@)1)", "L"},
    {"($0 >> ($1 & (@)(# - 1))) & (@)1", "TT"},
    {"$0 | ((@)1 << ($1 & (@)(# - 1)))", "TT"},
    {"$0 & ~((@)1 << ($1 & (@)(# - 1)))", "TT"},
    {"popcount($0) & (@)1", "T"},
    {"clz($0) + ctz($0 | (@)1)", "L"},
    /* Signs, saturation, means. */
    {"$0 >> (@)(# - 1)", "T"},
    {"(@)0 - ($0 >> (@)(# - 1))", "T"},
    {"($0 ^ ((@)0 - ($1 & (@)1))) + ($1 & (@)1)", "TL"},
    {"($0 & $1) + (($0 ^ $1) >> (@)1)", "LL"},
    {"($0 | $1) - (($0 ^ $1) >> (@)1)", "LL"},
    {"$0 > $1 ? $0 - $1 : (@)0", "LL"},
    {"(@)($0 + $1) < $0 ? (@)(-1) : (@)($0 + $1)", "LL"},
    {"$0 > $1 ? $0 - $1 : $1 - $0", "LL"},
    {"add_sat($0, sub_sat($1, $2))", "TTT"},
    {"min(max($0, min($1, $2)), max($1, $2))", "TKK"},
    {"max(min($0, $1), min(max($0, $1), $2))", "LLT"},
};

static struct node *operand(struct gen *g, struct type type, char kind, unsigned depth, bool uniform) {
  return kind == 'T' ? expr(g, type, depth, uniform) : kind == 'L' ? expr_leaf(g, type, uniform) : literal(g, type);
}

static struct node *from_table(struct gen *g, struct type type, unsigned depth, bool uniform) {
  const struct trick *trick = &tricks[pick(g, sizeof(tricks) / sizeof(*tricks))];
  struct node *kids[3] = {NULL, NULL, NULL};
  for (unsigned i = 0; trick->kinds[i]; i++)
    kids[i] = operand(g, type, trick->kinds[i], depth, uniform);
  const char *text = trick->text + (*trick->text == '~' && !may_complement(g, type));
  return make(g, type, in_unsigned(g, type, text), kids[0], kids[1], kids[2], NULL);
}

/* All bits where a comparison holds. */
static struct node *by_mask(struct gen *g, struct type type, unsigned depth, bool uniform) {
  static const char *const uses[] = {
      "($0 & M) | ($1 & ~M)", "(($0 ^ $1) & M) ^ $1", "$0 & M", "$0 | M", "$0 + M", "$0 ^ M", "$0 - (M & $1)"};
  static const char *const operators[] = {"<", ">", "==", "!=", "<=", ">="};
  const char *mask = FORMAT(type.width == 1 ? "(@)-(int)($2 %s $3)" : "as_@($2 %s $3)", operators[pick(g, 6)]);
  const char *text = "";
  for (const char *at = uses[pick(g, 7)]; *at; at++)
    text = *at == 'M' ? FORMAT("%s%s", text, mask) : FORMAT("%s%c", text, *at);
  struct node *first = operand(g, type, 'L', depth, uniform), *second = operand(g, type, 'L', depth, uniform);
  struct node *left = operand(g, type, 'L', depth, uniform), *right = operand(g, type, 'L', depth, uniform);
  return make(g, type, in_unsigned(g, type, text), first, second, left, right, NULL);
}

/* Through the type of twice the size. */
static struct node *widened(struct gen *g, struct type type, unsigned depth, bool uniform) {
  if (base_size(type.base) == 8)
    return NULL;
  const char *wide = NAME(of((enum base)(type.base + 2), type.width)), *name = NAME(type);
  const char *left = FORMAT("convert_%s($0)", wide), *right = FORMAT("convert_%s($1)", wide), *text;
  unsigned bits = bits_of(type);
  switch (pick(g, 5)) {
  case 0:
    text = FORMAT("convert_%s((%s)(%s * %s) >> (%s)(%u))", name, wide, left, right, wide,
                  chance(g, 50) ? bits : 1 + pick(g, bits));
    break;
  case 1:
    text = FORMAT("convert_%s_sat((%s)(%s %c %s))", name, wide, left, "+-"[pick(g, 2)], right);
    break;
  case 2:
    text = FORMAT("convert_%s((%s)(%s + %s + (%s)(1)) >> (%s)(1))", name, wide, left, right, wide, wide);
    break;
  case 3:
    text = FORMAT("convert_%s_sat((%s)(%s * %s) >> (%s)(%u))", name, wide, left, right, wide, pick(g, bits));
    break;
  default:
    text = FORMAT("convert_%s(max(%s, %s) - min(%s, %s))", name, left, right, left, right);
    return make(g, type, text, expr_leaf(g, type, uniform), expr_leaf(g, type, uniform), NULL);
  }
  return make(g, type, text, expr(g, type, depth, uniform), expr(g, type, depth, uniform), NULL);
}

/* Each element's bytes in the other order, or the bytes of all of them in any. */
static struct node *swapped(struct gen *g, struct type type, unsigned depth, bool uniform) {
  unsigned size = base_size(type.base), bytes = size * type.width;
  if (type.width == 3 || bytes < 2 || bytes > 16)
    return NULL;
  const char *text = FORMAT("as_%s(as_uchar%u($0).s", NAME(type), bytes);
  bool any = chance(g, 30);
  for (unsigned i = 0; i < bytes; i++)
    text = FORMAT("%s%x", text, any ? pick(g, bytes) : i / size * size + size - 1 - i % size);
  return make(g, type, FORMAT("%s)", text), expr(g, type, depth, uniform), NULL);
}

/* One of two, by a comparison of numbers of another size. */
static struct node *chosen(struct gen *g, struct type type, unsigned depth, bool uniform) {
  struct type other = of(any_integer(g), type.width);
  struct node *left = operand(g, type, 'T', depth, uniform), *right = operand(g, type, 'L', depth, uniform);
  struct node *a = operand(g, other, 'T', depth, uniform), *b = operand(g, other, 'L', depth, uniform);
  if (type.width == 1)
    return make(g, type,
                FORMAT("(%s)(($2 < $3)%s ? $0 : $1)", NAME(type), differing(g, a->uniform && b->uniform, uniform)),
                left, right, a, b, NULL);
  const char *mask = NAME(of(mask_base(type.base), type.width));
  return make(g, type, FORMAT("select($0, $1, convert_%s($2 < $3))", mask), left, right, a, b, NULL);
}

struct node *bit_trick(struct gen *g, struct type type, unsigned depth, bool uniform) {
  struct node *node = NULL;
  switch (pick(g, 10)) {
  case 0:
  case 1:
    node = by_mask(g, type, depth, uniform);
    break;
  case 2:
    node = widened(g, type, depth, uniform);
    break;
  case 3:
    node = swapped(g, type, depth, uniform);
    break;
  case 4:
    node = chosen(g, type, depth, uniform);
    break;
  default:
    break;
  }
  return node ? node : from_table(g, type, depth, uniform);
}

/* A variable of integers that may be assigned here, or NULL. */
static struct variable *changeable(struct gen *g, bool uniform_here) {
  for (unsigned tries = 0; tries < 8; tries++) {
    struct type type = of(any_integer(g), 1);
    if (has(g, FEATURE_VECTORS) && chance(g, 25))
      type.width = 2u << pick(g, 3);
    struct variable *variable = find_variable(g, type, false, false, true);
    if (variable && (!variable->uniform || uniform_here))
      return variable;
  }
  return NULL;
}

/* The variable changed by an operation with another number. */
static struct node *change(struct gen *g, const struct variable *variable) {
  static const char *const operations[] = {"$0 + $1",
                                           "$0 - $1",
                                           "$0 & $1",
                                           "$0 | $1",
                                           "$0 ^ $1",
                                           "$0 << ($1 & (@)(# - 1))",
                                           "$0 >> ($1 & (@)(# - 1))",
                                           "mul_hi($0, $1)",
                                           "add_sat($0, $1)",
                                           "sub_sat($0, $1)",
                                           "min($0, $1)",
                                           "max($0, $1)",
                                           "rotate($0, $1)"};
  static const char *const selections[] = {"($0 & $2) | ($1 & ~$2)", "($1 & $2) | ($0 & ~$2)", "bitselect($0, $1, $2)",
                                           "bitselect($1, $0, $2)", "(($0 ^ $1) & $2) ^ $1"};
  struct type type = variable->type;
  const char *operation = chance(g, 35) ? selections[pick(g, sizeof(selections) / sizeof(*selections))]
                                        : operations[pick(g, sizeof(operations) / sizeof(*operations))];
  const char *text = in_unsigned(g, type, operation);
  struct node *own = leaf(g, type, variable->uniform, variable->name);
  struct node *other = expr(g, type, 1, variable->uniform);
  struct node *third = chance(g, 60) ? literal(g, type) : expr_leaf(g, type, variable->uniform);
  return make(g, type, text, own, other, third, NULL);
}

/* Assigned, or chosen between it and what the variable is. */
static struct node *update(struct gen *g, const struct variable *variable) {
  const char *name = variable->name;
  struct type type = variable->type;
  struct node *value = chance(g, 70) ? change(g, variable) : bit_trick(g, type, 1, variable->uniform);
  if (chance(g, 50))
    return statement(g, FORMAT("%s = $0;\n", name), value, NULL);
  bool keeps = chance(g, 70);
  if (type.width == 1)
    return statement(g, FORMAT(keeps ? "%s = $1 ? $0 : %s;\n" : "%s = $1 ? %s : $0;\n", name, name), value,
                     condition(g, 1, variable->uniform), NULL);
  struct node *left = expr_leaf(g, type, variable->uniform), *right = expr_leaf(g, type, variable->uniform);
  return statement(g, FORMAT(keeps ? "%s = select(%s, $0, $1 < $2);\n" : "%s = select($0, %s, $1 < $2);\n", name, name),
                   value, left, right, NULL);
}

struct node *masked_updates(struct gen *g, bool uniform_here) {
  struct variable *first = changeable(g, uniform_here), *second = changeable(g, uniform_here);
  if (!first || !second)
    return NULL;
  /* What is uniform may only be changed by uniform conditions. */
  bool uniform = first->uniform || second->uniform;
  struct node *list = node_list(g->arena), *inner = node_list(g->arena), *other = node_list(g->arena);
  node_add(g->arena, list, update(g, first));
  if (chance(g, 60))
    node_add(g->arena, list, update(g, second));
  node_add(g->arena, inner, update(g, chance(g, 50) ? first : second));
  node_add(g->arena, other, update(g, second));
  struct node *when = condition(g, 1, uniform), *then = condition(g, 1, uniform);
  switch (pick(g, 4)) {
  case 0:
    return statement(g, "if ($0) {\n$1}\n", when, list, NULL);
  case 1:
    return statement(g, "if ($0) {\n$1} else {\n$2}\n", when, list, other, NULL);
  case 2:
    return statement(g, "if ($0) {\n$1if ($2) {\n$3}\n}\n", when, list, then, inner, NULL);
  default:
    return statement(g, "if ($0) {\nif ($2) {\n$3} else {\n$4}\n$1}\n", when, list, then, inner, other, NULL);
  }
}
