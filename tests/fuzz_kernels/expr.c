/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Expressions of a wanted type. $n in a text is a child. Scalars of less than 32 bits are cast back after each
 * operation, since C computes them as int.
 */
#include "tests/fuzz_kernels/gen.h"

#include <stdarg.h>
#include <stdio.h>

static struct type of(enum base base, unsigned width) {
  return (struct type){base, width};
}

struct node *make(struct gen *g, struct type type, const char *text, ...) {
  struct node *node = node_make(g->arena, text, 0, NULL);
  node->type = type;
  node->uniform = true;
  va_list args;
  va_start(args, text);
  for (struct node *kid; (kid = va_arg(args, struct node *));) {
    node_add(g->arena, node, kid);
    node->uniform &= kid->uniform;
  }
  va_end(args);
  return node;
}

struct node *leaf(struct gen *g, struct type type, bool uniform, const char *text) {
  struct node *node = make(g, type, text, NULL);
  node->uniform = uniform;
  return node;
}

#define NAME(type) type_name(g->arena, (type))
#define FORMAT(...) arena_format(g->arena, __VA_ARGS__)

static bool is_small(struct type type) {
  return type.width == 1 && base_size(type.base) < 4;
}

/* "(T)" where C would otherwise give an int. */
static const char *cast_back(struct gen *g, struct type type) {
  return is_small(type) ? FORMAT("(%s)", NAME(type)) : "";
}

static const char *scalar_literal(struct gen *g, enum base base) {
  unsigned bits = 8 * base_size(base);
  if (is_float(base)) {
    static const char *const plain[] = {"0.0",      "1.0",           "-1.0",      "0.5",           "-1.5",
                                        "3.25",     "100.0",         "0x1.8p-30", "0x1.55554p+20", "-0x1.99999ap-4",
                                        "0x1p-126", "0x1.fffffep+30"};
    unsigned choice = pick(g, 16);
    if (!has(g, FEATURE_NEGATION) && (choice == 2 || choice == 13)) /* x * -1 and -0 - x are negations */
      choice++;
    if (choice < 12)
      return FORMAT("%s%s", plain[choice], base == FLOAT ? "f" : "");
    static const char *const odd32[] = {"0x7f800000u", "0x80000000u", "0x00012345u", "0x7f7fffffu"};
    static const char *const odd64[] = {"0x7ff0000000000000ul", "0x8000000000000000ul", "0x0000123456789abcul",
                                        "0x7fefffffffffffffu"};
    return base == FLOAT ? FORMAT("as_float(%s)", odd32[choice - 12]) : FORMAT("as_double(%s)", odd64[choice - 12]);
  }
  uint64_t value;
  switch (pick(g, 6)) {
  case 0:
    value = pick64(g);
    break;
  case 1:
    value = (uint64_t)1 << pick(g, bits);
    break;
  case 2:
    value = ((uint64_t)1 << pick(g, bits)) - 1;
    break;
  default: {
    int small = (int)pick(g, is_signed(base) ? 40 : 20) - (is_signed(base) ? 12 : 0);
    return FORMAT("(%s)%d", base_name(base), small);
  }
  }
  if (bits < 64)
    value &= ((uint64_t)1 << bits) - 1;
  enum base u = to_unsigned(base);
  const char *text = FORMAT("(%s)0x%llx%s", base_name(u), (unsigned long long)value, bits == 64 ? "ul" : "u");
  return is_signed(base) ? FORMAT("as_%s(%s)", base_name(base), text) : text;
}

struct node *literal(struct gen *g, struct type type) {
  if (type.width == 1)
    return leaf(g, type, true, FORMAT("(%s)", scalar_literal(g, type.base)));
  unsigned num = chance(g, 50) ? 1 : type.width;
  const char *text = FORMAT("((%s)(%s", NAME(type), scalar_literal(g, type.base));
  for (unsigned i = 1; i < num; i++)
    text = FORMAT("%s, %s", text, scalar_literal(g, type.base));
  return leaf(g, type, true, FORMAT("%s))", text));
}

struct node *canonical(struct gen *g, struct type type, unsigned depth, bool uniform) {
  struct node *canon = make(g, type, FORMAT("canon_%s($0)", NAME(type)), expr(g, type, depth, uniform), NULL);
  canon->guards = true;
  return canon;
}

const char *own_slot(struct gen *g, unsigned slot) {
  return g->by_slot ? FORMAT("%u * n + g", slot) : FORMAT("g * %u + %u", SLOTS, slot);
}

/* A number of the launch: ids, sizes. */
static struct node *query(struct gen *g, struct type type, bool uniform) {
  static const char *const texts[] = {"get_group_id", "get_num_groups", "get_local_size",   "get_global_size",
                                      "get_local_id", "get_global_id",  "get_global_offset"};
  static const bool uniforms[] = {true, true, true, true, false, false, true};
  unsigned choice;
  do
    choice = pick(g, 7);
  while (uniform && !uniforms[choice]);
  return leaf(g, type, uniforms[choice], FORMAT("(%s)%s(%u)", NAME(type), texts[choice], pick(g, 3)));
}

/* Reads of the inputs. */
/* Places near a work-item's own, as far away as something says that is alike for all: kept within bounds or going
 * round, from either side, and of two places that a work-item chooses between. `elements`: of the input for each
 * work-item. */
static struct node *near_place(struct gen *g, unsigned elements, unsigned depth) {
  static const char *const moved[] = {"min((uint)(g + $0 % 9), n - 1)",
                                      "clamp((int)g + (int)($0 % 13) - 6, 0, (int)n - 1)",
                                      "(uint)max((int)g - (int)($0 % 7), 0)",
                                      "(g + $0) % n",
                                      "(uint)((int)g + (int)($0 % 5) - 2 + (int)n) % n",
                                      "(uint)(((int)g - (int)($0 % n) + (int)n) % (int)n)",
                                      "abs((int)g - (int)($0 % n))",
                                      "((g + $0) & 15) % n",
                                      "g / ($0 % 7 + 1)",
                                      "g * ($0 % 6) / 5 % n",
                                      "(uint)((float)g * (float)($0 % 4) * 0.3f)",
                                      "(uint)((ulong)g % (ulong)($0 % 50 + 1))",
                                      "(uint)((long)g / (long)($0 % 9 + 1))",
                                      "(uint)((int)g % (int)($0 % 20 + 1) + (int)g) / 2",
                                      "min((uint)(g ^ ($0 & 63)), n - 1)",
                                      "(g ^ $0) % n"};
  static const char *const chosen[] = {"($0 ? g : n - 1 - g)", "($0 ? (g + 1) % n : g)", "($0 ? g / 2 : g)",
                                       "($0 ? n / 2 : g)"};
  struct type place = of(UINT, 1);
  if (chance(g, 25))
    return make(g, place, chosen[pick(g, sizeof(chosen) / sizeof(*chosen))], condition(g, depth, false), NULL);
  if (elements == 4 && chance(g, 50)) /* numbers that nothing keeps from wrapping but where they lead to */
    return make(g, place, FORMAT("$0 %% (%u * n) + g", 1 + pick(g, 3)), expr(g, place, depth, true), NULL);
  return make(g, place, moved[pick(g, sizeof(moved) / sizeof(*moved))], expr(g, place, depth, true), NULL);
}

static struct node *load(struct gen *g, struct type type, unsigned depth, bool uniform) {
  static const struct {
    enum base base;
    const char *name;
    unsigned elements;
  } inputs[] = {{UINT, "in_i", 1}, {ULONG, "in_l", 1}, {FLOAT, "in_f", 4}, {DOUBLE, "in_d", 1}, {UCHAR, "in_c", 4}};
  for (unsigned i = 0; i < 5; i++) {
    if (to_unsigned(type.base) != inputs[i].base && type.base != inputs[i].base)
      continue;
    const char *as = type.base == inputs[i].base ? "" : FORMAT("as_%s", NAME(type));
    struct node *index = uniform || chance(g, 25) ? expr(g, of(UINT, 1), depth, uniform) : NULL;
    if (type.width == 1 && index)
      return make(g, type, FORMAT("%s(%s[$0 %% (%u * n)])", as, inputs[i].name, inputs[i].elements), index, NULL);
    if (type.width == 1 && g->flat && chance(g, 30))
      return make(g, type, FORMAT("%s(%s[$0])", as, inputs[i].name), near_place(g, inputs[i].elements, depth), NULL);
    if (type.width == 1) {
      static const char *const indices[] = {"g",
                                            "n - 1 - g",
                                            "(g + 1) % n",
                                            "g / 2",
                                            "(g + 3 < n ? g + 3 : n - 1)",
                                            "g % (n / 3 + 1)",
                                            "g / (n / 5 + 1)",
                                            "g / 24 * 24",
                                            "(g & 31) / 2 + (g >> 5)"};
      const char *at = g->flat ? indices[pick(g, sizeof(indices) / sizeof(*indices))] : "g";
      if (inputs[i].elements == 4)
        at = chance(g, 50) ? "4 * g + 1" : FORMAT("%u * n + g", pick(g, 4));
      return leaf(g, type, false, FORMAT("%s(%s[%s])", as, inputs[i].name, at));
    }
    unsigned vectors = inputs[i].elements / type.width; /* for each work-item */
    if (!vectors || type.width == 3)
      return NULL;
    struct type stored = of(inputs[i].base, type.width);
    if (index)
      return make(g, type, FORMAT("%s(vload%u($0 %% (%u * n), %s))", as, type.width, vectors, inputs[i].name), index,
                  NULL);
    if (type.width == 4 && chance(g, 50))
      return leaf(g, type, false, FORMAT("%s(((global const %s *)%s)[g])", as, NAME(stored), inputs[i].name));
    return leaf(g, type, false, FORMAT("%s(vload%u(g * %u, %s))", as, type.width, vectors, inputs[i].name));
  }
  return NULL;
}

struct node *expr_leaf(struct gen *g, struct type type, bool uniform) {
  for (unsigned tries = 0; tries < 3; tries++) {
    struct variable *variable = find_variable(g, type, false, uniform, false);
    if (variable && chance(g, 80))
      return leaf(g, type, variable->uniform, variable->name);
    if (!g->in_helper && chance(g, 25)) {
      struct node *node = load(g, type, 0, uniform);
      if (node)
        return node;
    }
    if (!g->in_helper && chance(g, 20) && type.width == 1 && !is_float(type.base))
      return query(g, type, uniform);
    /* Of a variable of another width or kind. */
    variable = find_variable(g, any_type(g), false, uniform, false);
    if (variable && variable->type.width > type.width && variable->type.base == type.base && type.width == 1)
      return leaf(g, type, variable->uniform, FORMAT("%s.s%x", variable->name, pick(g, variable->type.width)));
    if (variable && variable->type.width == type.width && !is_float(variable->type.base))
      return leaf(g, type, variable->uniform, FORMAT("convert_%s(%s)", NAME(type), variable->name));
    if (variable && variable->type.width == 1 && type.width > 1 && variable->type.base == type.base)
      return leaf(g, type, variable->uniform, FORMAT("(%s)(%s)", NAME(type), variable->name));
  }
  return literal(g, type);
}

static struct node *read_array(struct gen *g, struct type type, unsigned depth, bool uniform) {
  struct variable *array = find_variable(g, type, true, uniform, false);
  if (!array)
    return NULL;
  struct node *node = make(g, type, FORMAT("%s[$0 & %u]", array->name, array->array - 1),
                           chance(g, 30) ? literal(g, of(UINT, 1)) : expr(g, of(UINT, 1), depth, uniform), NULL);
  node->uniform &= array->uniform;
  return node;
}

static struct node *call_helper(struct gen *g, struct type type, unsigned depth, bool uniform) {
  for (unsigned i = 0; i < g->num_helpers; i++) {
    const struct helper *helper = &g->helpers[i];
    if (!same_type(helper->type, type) || helper->cost * g->cost > MAX_COST)
      continue;
    struct node *node = make(g, type, FORMAT("%s($*)", helper->name), NULL);
    for (unsigned p = 0; p < helper->num_params; p++) {
      node_add(g->arena, node, expr(g, helper->params[p], depth, uniform));
      node->uniform &= node->kids[p]->uniform;
    }
    if (helper->cost * g->cost > g->worst)
      g->worst = helper->cost * g->cost;
    return node;
  }
  return NULL;
}

/* Of parts, or a part of a wider one. */
static struct node *rearrange(struct gen *g, struct type type, unsigned depth, bool uniform) {
  static const unsigned widths[] = {2, 3, 4, 8, 16};
  if (!has(g, FEATURE_VECTORS))
    return NULL;
  if (type.width > 1 && chance(g, 50)) {
    unsigned half = type.width / 2;
    struct type one = of(type.base, 1);
    if (type.width > 3 && chance(g, 60)) {
      struct type part = of(type.base, half);
      return make(g, type, FORMAT("((%s)($0, $1))", NAME(type)), expr(g, part, depth, uniform),
                  expr(g, part, depth, uniform), NULL);
    }
    if (type.width == 3)
      return make(g, type, FORMAT("((%s)($0, $1, $2))", NAME(type)), expr(g, one, depth, uniform),
                  expr(g, one, depth, uniform), expr(g, one, depth, uniform), NULL);
    return make(g, type, FORMAT("((%s)($0))", NAME(type)), expr(g, one, depth, uniform), NULL);
  }
  unsigned wide = widths[pick(g, 5)];
  if (wide < type.width || (wide == 16 && chance(g, 70)))
    return NULL;
  struct type from = of(type.base, wide);
  const char *text = "($0).s";
  if (type.width * 2 == wide && chance(g, 40)) {
    static const char *const parts[] = {"lo", "hi", "even", "odd"};
    text = FORMAT("($0).%s", parts[pick(g, 4)]);
  } else {
    for (unsigned i = 0; i < type.width; i++)
      text = FORMAT("%s%x", text, pick(g, wide));
  }
  return make(g, type, text, expr(g, from, depth, uniform), NULL);
}

static struct node *reinterpret(struct gen *g, struct type type, unsigned depth, bool uniform) {
  struct type from = any_type(g);
  unsigned bytes = base_size(type.base) * type.width;
  if (type.width == 3 || from.width == 3 || base_size(from.base) * from.width != bytes || same_type(type, from))
    return NULL;
  struct node *node = is_float(from.base) ? canonical(g, from, depth, uniform) : expr(g, from, depth, uniform);
  return make(g, type, FORMAT("as_%s($0)", NAME(type)), node, NULL);
}

static struct node *convert(struct gen *g, struct type type, unsigned depth, bool uniform) {
  static const char *const modes[] = {"", "_rte", "_rtz", "_rtp", "_rtn"};
  struct type from = of(has(g, FEATURE_FLOATS) ? (enum base)pick(g, NUM_BASES) : any_integer(g), type.width);
  if (is_float(type.base)) /* of a NaN only its being one is looked at */
    return make(g, type, FORMAT("convert_%s%s($0)", NAME(type), modes[pick(g, 5)]), expr(g, from, depth, uniform),
                NULL);
  if (is_float(from.base))
    return make(g, type, FORMAT("convert_%s_sat%s($0)", NAME(type), modes[pick(g, 5)]),
                canonical(g, from, depth, uniform), NULL);
  const char *text = FORMAT("convert_%s%s($0)", NAME(type), chance(g, 40) ? "_sat" : "");
  if (type.width == 1 && chance(g, 50))
    text = FORMAT("(%s)($0)", NAME(type));
  return make(g, type, text, expr(g, from, depth, uniform), NULL);
}

/* What a comparison gives, for scalars an int. */
static struct node *compare(struct gen *g, unsigned width, unsigned depth, bool uniform, enum base *gives) {
  static const char *const operators[] = {"<", ">", "<=", ">=", "==", "!="};
  struct type type = of(has(g, FEATURE_FLOATS) ? (enum base)pick(g, NUM_BASES) : any_integer(g), width);
  *gives = width == 1 ? INT : mask_base(type.base);
  struct node *left = expr(g, type, depth, uniform), *right = expr(g, type, depth, uniform);
  if (is_float(type.base) && chance(g, 20)) {
    static const char *const functions[] = {"isequal", "isnotequal", "isless", "isgreaterequal", "isunordered"};
    return make(g, of(*gives, width), FORMAT("%s($0, $1)", functions[pick(g, 5)]), left, right, NULL);
  }
  return make(g, of(*gives, width), FORMAT("($0 %s $1)", operators[pick(g, 6)]), left, right, NULL);
}

const char *differing(struct gen *g, bool alike, bool uniform) {
  /* A helper's operands may be alike for all by its call. */
  bool may_be = uniform || has(g, FEATURE_UNIFORM_WAYS) || !(alike || g->in_helper);
  return may_be ? "" : " & (get_local_id(0) < 1000u)"; /* it holds: MAX_LOCAL is less */
}

static struct node *any_condition(struct gen *g, unsigned depth, bool uniform) {
  enum base gives;
  struct type truth = of(INT, 1);
  unsigned below = depth ? depth - 1 : 0;
  if (depth && chance(g, 25))
    return make(g, truth, chance(g, 50) ? "($0 && $1)" : "($0 || $1)", condition(g, below, uniform),
                condition(g, below, uniform), NULL);
  if (chance(g, 25)) /* often true and often false, whatever the values */
    return make(g, truth, FORMAT("(($0 & %u) %s %u)", 1u << pick(g, 4), chance(g, 50) ? "!=" : "==", 0u),
                expr(g, of(UINT, 1), below, uniform), NULL);
  if (depth && chance(g, 10) && has(g, FEATURE_VECTORS)) {
    struct node *vector = compare(g, 4, below, uniform, &gives);
    return make(g, truth, chance(g, 50) ? "any($0)" : "all($0)", vector, NULL);
  }
  return compare(g, 1, below, uniform, &gives);
}

struct node *condition(struct gen *g, unsigned depth, bool uniform) {
  struct node *inner = any_condition(g, depth, uniform);
  const char *and = differing(g, inner->uniform, uniform);
  if (!*and)
    return inner;
  struct node *whole = make(g, inner->type, FORMAT("($0%s)", and), inner, NULL);
  whole->uniform = false;
  whole->guards = true;
  return whole;
}

static struct node *choose(struct gen *g, struct type type, unsigned depth, bool uniform) {
  struct node *left = expr(g, type, depth, uniform), *right = expr(g, type, depth, uniform);
  if (type.width == 1)
    return make(g, type, FORMAT("%s($2 ? $0 : $1)", cast_back(g, type)), left, right, condition(g, depth, uniform),
                NULL);
  struct type mask = of(mask_base(type.base), type.width);
  if (chance(g, 40)) {
    static const char *const operators[] = {"<", ">=", "==", "!="};
    struct node *a = expr(g, type, depth, uniform), *b = expr(g, type, depth, uniform);
    return make(g, type, FORMAT("(($2 %s $3) ? $0 : $1)", operators[pick(g, 4)]), left, right, a, b, NULL);
  }
  return make(g, type, "select($0, $1, $2)", left, right, expr(g, mask, depth, uniform), NULL);
}

/* Divisors that are variables: a constant 0 is the front end's to fold. */
static struct node *divide(struct gen *g, struct type type, unsigned depth, bool uniform) {
  const char *back = cast_back(g, type), *operator = chance(g, 50) ? "/" : "%", *name = NAME(type);
  struct node *left = expr(g, type, depth, uniform);
  struct variable *divisor = find_variable(g, type, false, uniform, false);
  if (divisor && has(g, FEATURE_DIVISION_BY_ZERO) && chance(g, 30))
    return make(g, type,
                FORMAT(chance(g, 50) ? "%s($0 %s $1)" : "%s($0 %s (%s)($1 & (%s)(3)))", back, operator, name, name),
                left, leaf(g, type, divisor->uniform, divisor->name), NULL);
  if (divisor && type.width == 1 && chance(g, 40)) {
    const char *d = divisor->name;
    const char *and = differing(g, divisor->uniform, uniform);
    struct node *node =
        make(g, type,
             FORMAT("%s((%s %s)%s ? $0 %s %s : $1)", back, d, is_signed(type.base) ? "> 0" : "!= 0", and, operator, d),
             left, expr(g, type, depth, uniform), NULL);
    node->uniform &= divisor->uniform;
    return node;
  }
  const char *mask =
      is_signed(type.base) ? FORMAT("(%s)(%u)", name, chance(g, 50) ? 7 : 127) : FORMAT("(%s)(-1)", name);
  return make(g, type, FORMAT("%s($0 %s (($1 & %s) | (%s)(1)))", back, operator, mask, name), left,
              expr(g, type, depth, uniform), NULL);
}

static struct node *shift(struct gen *g, struct type type, unsigned depth, bool uniform) {
  unsigned bits = 8 * base_size(type.base);
  const char *back = cast_back(g, type), *name = NAME(type);
  struct node *left = expr(g, type, depth, uniform), *amount = expr(g, type, depth, uniform);
  const char *by = FORMAT("($1 & (%s)(%u))", name, bits - 1);
  if (chance(g, 30))
    by = FORMAT("(%s)(%u)", name, pick(g, bits));
  else if (!is_small(type) && !is_signed(type.base) && chance(g, 40))
    by = "$1"; /* counts modulo the width */
  struct type u = of(to_unsigned(type.base), type.width);
  if (chance(g, 50))
    return make(g, type, FORMAT("%s($0 >> %s)", back, by), left, amount, NULL);
  if (is_signed(type.base))
    return make(g, type,
                FORMAT("as_%s(%s(as_%s($0) << as_%s(%s)))", name, is_small(u) ? FORMAT("(%s)", NAME(u)) : "", NAME(u),
                       NAME(u), by[0] == '$' ? "$1" : FORMAT("(%s)%s", name, by)),
                left, amount, NULL);
  return make(g, type, FORMAT("%s($0 << %s)", back, by), left, amount, NULL);
}

bool may_complement(const struct gen *g, struct type type) {
  return has(g, FEATURE_COMPLEMENT) || type.width > 1 || base_size(type.base) < 4;
}

static struct node *integer(struct gen *g, struct type type, unsigned depth, bool uniform) {
  const char *back = cast_back(g, type), *name = NAME(type);
  switch (pick(g, has(g, FEATURE_BITS) ? 17 : 14)) {
  case 0:
  case 1:
  case 2:
  case 3: {
    char operator = "+-*"[pick(g, 3)];
    struct node *left = expr(g, type, depth, uniform), *right = expr(g, type, depth, uniform);
    if (type.base == USHORT && type.width == 1)
      return make(g, type, FORMAT("(ushort)((uint)$0 %c (uint)$1)", operator), left, right, NULL);
    if (!is_signed(type.base) || is_small(type))
      return make(g, type, FORMAT("%s($0 %c $1)", back, operator), left, right, NULL);
    const char *u = NAME(of(to_unsigned(type.base), type.width));
    return make(g, type, FORMAT("as_%s(as_%s($0) %c as_%s($1))", name, u, operator, u), left, right, NULL);
  }
  case 4:
  case 5:
    return make(g, type, FORMAT("%s($0 %c $1)", back, "&|^"[pick(g, 3)]), expr(g, type, depth, uniform),
                expr(g, type, depth, uniform), NULL);
  case 6:
  case 7:
    return shift(g, type, depth, uniform);
  case 8:
    return divide(g, type, depth, uniform);
  case 9: {
    enum base gives;
    struct node *comparison = compare(g, type.width, depth, uniform, &gives);
    return make(g, type, FORMAT(type.width == 1 ? "(%s)$0" : "convert_%s($0)", name), comparison, NULL);
  }
  case 10:
    if (type.base == INT && type.width == 1) /* arithmetic that LLVM knows not to wrap */
      return make(g, type, "(($0 & 1023) * ($1 & 1023) - ($2 & 65535))", expr(g, type, depth, uniform),
                  expr(g, type, depth, uniform), expr(g, type, depth, uniform), NULL);
    return make(g, type, may_complement(g, type) ? FORMAT("%s(~$0)", back) : FORMAT("($0 ^ (%s)85)", name),
                expr(g, type, depth, uniform), NULL);
  case 11:
    return convert(g, type, depth, uniform);
  case 14:
  case 15:
  case 16:
    return bit_trick(g, type, depth, uniform);
  default:
    return expr_call(g, type, depth, uniform);
  }
}

static struct node *floating(struct gen *g, struct type type, unsigned depth, bool uniform) {
  switch (pick(g, 9)) {
  case 0:
  case 1:
  case 2:
  case 3:
    return make(g, type, FORMAT("($0 %c $1)", "+-*"[pick(g, 3)]), expr(g, type, depth, uniform),
                expr(g, type, depth, uniform), NULL);
  case 4:
    if (type.base == FLOAT && !has(g, FEATURE_FLOAT_DIVISION))
      return make(g, type, has(g, FEATURE_NEGATION) ? "(-$0)" : "fabs($0)", expr(g, type, depth, uniform), NULL);
    if (chance(g, 30))
      return make(g, type, "sqrt($0)", expr(g, type, depth, uniform), NULL);
    return make(g, type, "($0 / $1)", expr(g, type, depth, uniform), expr(g, type, depth, uniform), NULL);
  case 5:
    return make(g, type, "fma($0, $1, $2)", expr(g, type, depth, uniform), expr(g, type, depth, uniform),
                expr(g, type, depth, uniform), NULL);
  case 6:
    return convert(g, type, depth, uniform);
  default:
    return expr_call(g, type, depth, uniform);
  }
}

struct node *expr(struct gen *g, struct type type, unsigned depth, bool uniform) {
  if (!depth || chance(g, 12))
    return expr_leaf(g, type, uniform);
  depth--;
  if (type.width > 4 && depth)
    depth--; /* long vectors cost time to compile */
  struct node *node = NULL;
  switch (pick(g, 12)) {
  case 0:
    node = choose(g, type, depth, uniform);
    break;
  case 1:
    node = rearrange(g, type, depth, uniform);
    break;
  case 2:
    node = reinterpret(g, type, depth, uniform);
    break;
  case 3:
    node = g->in_helper ? NULL : load(g, type, depth, uniform);
    break;
  case 4:
    node = read_array(g, type, depth, uniform);
    break;
  case 5:
    node = call_helper(g, type, depth, uniform);
    break;
  default:
    break;
  }
  if (node)
    return node;
  return is_float(type.base) ? floating(g, type, depth, uniform) : integer(g, type, depth, uniform);
}
