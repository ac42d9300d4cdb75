/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Statements of a single work-item, and the lists that hold them and the group's. */
#include "tests/fuzz_kernels/gen.h"

#include <stdarg.h>
#include <string.h>

#define FORMAT(...) arena_format(g->arena, __VA_ARGS__)
#define NAME(type) type_name(g->arena, (type))

static const struct type scalar_uint = {UINT, 1};

struct node *statement(struct gen *g, const char *text, ...) {
  struct node *node = node_make(g->arena, text, 0, NULL);
  va_list args;
  va_start(args, text);
  for (struct node *kid; (kid = va_arg(args, struct node *));)
    node_add(g->arena, node, kid);
  va_end(args);
  return node;
}

/* What is assigned where only some of the group may be is different for each. */
static bool uniform_here(struct gen *g) {
  return g->group_flow && !g->some_left;
}

static struct node *declare_variable(struct gen *g) {
  struct type type = any_type(g);
  bool uniform = uniform_here(g) && chance(g, 30);
  const char *name = fresh(g, "v");
  struct node *node = statement(g, FORMAT("%s %s = $0;\n", NAME(type), name), expr(g, type, 3, uniform), NULL);
  declare(g, name, type, 0, uniform, false);
  return node;
}

static struct node *declare_array(struct gen *g) {
  struct type type = any_type(g);
  if (type.width > 4)
    type.width = 1;
  unsigned size = 2u << pick(g, 4);
  const char *name = fresh(g, "a");
  struct node *node = statement(g, FORMAT("%s %s[%u] = {$*};\n", NAME(type), name, size), NULL);
  for (unsigned i = 0; i < size; i++)
    node_add(g->arena, node, i < 2 ? expr(g, type, 2, false) : expr_leaf(g, type, false));
  declare(g, name, type, size, false, false);
  return node;
}

static struct node *assign(struct gen *g) {
  struct variable *variable = find_variable(g, any_type(g), false, false, true);
  for (unsigned tries = 0; !variable && tries < 4; tries++)
    variable = find_variable(g, any_type(g), false, false, true);
  if (!variable)
    return declare_variable(g);
  if (variable->uniform && !uniform_here(g))
    return store_output(g);
  bool uniform = variable->uniform;
  struct type type = variable->type;
  const char *name = variable->name;
  if (type.width > 1 && chance(g, 30)) { /* a part of a vector */
    struct type one = {type.base, 1};
    if (type.width > 3 && chance(g, 40)) {
      struct type half = {type.base, type.width / 2};
      static const char *const parts[] = {"lo", "hi", "even", "odd"};
      return statement(g, FORMAT("%s.%s = $0;\n", name, parts[pick(g, 4)]), expr(g, half, 2, uniform), NULL);
    }
    return statement(g, FORMAT("%s.s%x = $0;\n", name, pick(g, type.width)), expr(g, one, 2, uniform), NULL);
  }
  if (!is_signed(type.base) && base_size(type.base) >= 4 && chance(g, 50))
    return statement(g, FORMAT("%s %c= $0;\n", name, "+-*"[pick(g, 3)]), expr(g, type, 3, uniform), NULL);
  if (!is_float(type.base) && chance(g, 20))
    return statement(g, FORMAT("%s %c= $0;\n", name, "&|^"[pick(g, 3)]), expr(g, type, 3, uniform), NULL);
  if (type.width == 1 && !is_signed(type.base) && chance(g, 10))
    return statement(g, FORMAT("%s%s;\n", name, chance(g, 50) ? "++" : "--"), NULL);
  return statement(g, FORMAT("%s = $0;\n", name), expr(g, type, 3, uniform), NULL);
}

static struct node *store_array(struct gen *g) {
  for (unsigned tries = 0; tries < 6; tries++) {
    struct variable *array = find_variable(g, any_type(g), true, false, true);
    if (!array)
      continue;
    const char *text = FORMAT("%s[$0 & %u] = $1;\n", array->name, array->array - 1);
    struct type type = array->type;
    return statement(g, text, expr(g, scalar_uint, 2, false), expr(g, type, 3, false), NULL);
  }
  return declare_array(g);
}

static const struct {
  enum base base;
  const char *name;
} outputs[] = {{UINT, "out_i"},   {ULONG, "out_l"}, {FLOAT, "out_f"},
               {DOUBLE, "out_d"}, {UCHAR, "out_c"}, {USHORT, "out_s"}};

struct node *store_output(struct gen *g) {
  if (g->in_helper)
    return declare_variable(g);
  unsigned choice = pick(g, 6);
  while (is_float(outputs[choice].base) && !has(g, FEATURE_FLOATS))
    choice = pick(g, 6);
  struct type type = {outputs[choice].base, 1};
  const char *name = outputs[choice].name;
  unsigned width = has(g, FEATURE_VECTORS) && !g->by_slot && chance(g, 40) ? 2u << pick(g, 2) : 1;
  if (width > 1) {
    type.width = width;
    struct node *value = is_float(type.base) ? canonical(g, type, 3, false) : expr(g, type, 3, false);
    const char *at = width == 4 ? "g" : FORMAT("g * 2 + %u", pick(g, 2));
    if (chance(g, 50))
      return statement(g, FORMAT("vstore%u($0, %s, %s);\n", width, at, name), value, NULL);
    return statement(g, FORMAT("((global %s *)%s)[%s] = $0;\n", NAME(type), name, at), value, NULL);
  }
  if (is_float(type.base))
    return statement(g, FORMAT("%s[%s] = $0;\n", name, own_slot(g, pick(g, SLOTS))), canonical(g, type, 3, false),
                     NULL);
  static const char *const operators[] = {"=", "=", "+=", "^=", "|="};
  return statement(g, FORMAT("%s[%s] %s $0;\n", name, own_slot(g, pick(g, SLOTS)), operators[pick(g, 5)]),
                   expr(g, type, 3, false), NULL);
}

/* The work-item's own slots of an output, one after the other: read, written and read again, one by one and several at
 * a time, where each access may be moved to its neighbours or past them. */
static struct node *record(struct gen *g) {
  static const enum base bases[] = {UINT, ULONG, UCHAR, USHORT};
  static const char *const names[] = {"out_i", "out_l", "out_c", "out_s"};
  static const char *const operators[] = {"=", "=", "+=", "^=", "|="};
  unsigned choice = pick(g, 4), times = 3 + pick(g, 5);
  const char *name = names[choice];
  struct node *list = node_list(g->arena);
  for (unsigned i = 0; i < times; i++) {
    struct type type = {bases[choice], 1};
    unsigned width = has(g, FEATURE_VECTORS) && !g->by_slot && chance(g, 40) ? 2u << pick(g, 2) : 1;
    const char *place = width == 4 ? "g" : FORMAT("g * 2 + %u", pick(g, 2)), *at;
    type.width = width;
    if (width == 1)
      at = FORMAT("%s[%s]", name, own_slot(g, pick(g, SLOTS)));
    else
      at = FORMAT("((global %s *)%s)[%s]", NAME(type), name, place);
    unsigned part = pick(g, width);
    struct type one = {type.base, 1};
    struct node *access;
    if (chance(g, 35))
      access = statement(g, FORMAT("acc = rotate(acc, 5u) + (uint)%s%s;\n", at, width > 1 ? FORMAT(".s%u", part) : ""),
                         NULL);
    else if (width > 1 && chance(g, 20))
      access = statement(g, FORMAT("%s.s%u = $0;\n", at, part), expr(g, one, 1, false), NULL);
    else if (width > 1 && chance(g, 30))
      access = statement(g, FORMAT("vstore%u($0, %s, %s);\n", width, place, name), expr(g, type, 1, false), NULL);
    else
      access = statement(g, FORMAT("%s %s $0;\n", at, operators[pick(g, 5)]), expr(g, type, 1, false), NULL);
    node_add(g->arena, list, access);
  }
  return statement(g, "{\n$0}\n", list, NULL);
}

/* Each operation has 8 counters of its own. */
static struct node *count(struct gen *g) {
  static const char *const operations[] = {"add", "min", "max", "or", "and", "xor", "sub"};
  unsigned operation = pick(g, 7);
  const char *at = FORMAT("counters[%u + ($0 & 7)]", 8 * operation);
  struct node *index = chance(g, 40) ? literal(g, scalar_uint) : expr(g, scalar_uint, 2, false);
  struct node *value = expr(g, scalar_uint, 2, false);
  if (chance(g, 50))
    return statement(g, FORMAT("atomic_%s(&%s, $1);\n", operations[operation], at), index, value, NULL);
  const char *order =
      chance(g, 50) ? "memory_order_relaxed, memory_scope_device" : "memory_order_acq_rel, memory_scope_device";
  return statement(g,
                   FORMAT("atomic_fetch_%s_explicit((volatile global atomic_uint *)&%s, $1, %s);\n",
                          operations[operation], at, order),
                   index, value, NULL);
}

/* The flow inside a branch or loop whose way depends on `uniform` conditions. */
struct flow {
  bool group_flow, in_loop, in_switch, uniform_exits;
  const char *goto_label, *counter;
  unsigned cost, variables;
};

static struct flow enter(struct gen *g, bool uniform) {
  struct flow flow = {g->group_flow, g->in_loop, g->in_switch, g->uniform_exits,
                      g->goto_label, g->counter, g->cost,      g->num_variables};
  g->group_flow &= uniform;
  return flow;
}

static void leave(struct gen *g, struct flow flow) {
  g->group_flow = flow.group_flow;
  g->in_loop = flow.in_loop;
  g->in_switch = flow.in_switch;
  g->uniform_exits = flow.uniform_exits;
  g->goto_label = flow.goto_label;
  g->counter = flow.counter;
  g->cost = flow.cost;
  g->num_variables = flow.variables;
}

static struct node *branch(struct gen *g) {
  bool uniform = uniform_here(g) && chance(g, 40);
  struct node *when = condition(g, 2, uniform);
  struct flow flow = enter(g, uniform);
  struct node *yes = block(g, 3);
  leave(g, flow);
  if (chance(g, 50))
    return statement(g, "if ($0) {\n$1}\n", when, yes, NULL);
  flow = enter(g, uniform);
  struct node *no;
  if (chance(g, 40)) {
    struct node *other = condition(g, 2, uniform);
    struct flow inner = enter(g, uniform);
    struct node *first = block(g, 2);
    leave(g, inner);
    struct node *last = chance(g, 50) ? block(g, 2) : NULL;
    no = statement(g, last ? "if ($0) {\n$1} else {\n$2}\n" : "if ($0) {\n$1}\n", other, first, last, NULL);
  } else {
    no = block(g, 3);
  }
  leave(g, flow);
  return statement(g, "if ($0) {\n$1} else {\n$2}\n", when, yes, no, NULL);
}

static struct node *many_ways(struct gen *g) {
  bool uniform = uniform_here(g) && chance(g, 40);
  unsigned ways = 2 + pick(g, 4);
  struct type type = {chance(g, 70) ? UINT : any_integer(g), 1};
  struct node *value = expr(g, type, 2, uniform);
  const char *and = differing(g, value->uniform, uniform);
  struct node *node =
      statement(g, FORMAT(*and ? "switch (($0 & %u) * (1%s)) {\n" : "switch ($0 & %u) {\n", ways, and), value, NULL);
  struct flow flow = enter(g, uniform);
  g->in_switch = true;
  g->uniform_exits |= uniform; /* who breaks out leaves the others at what is behind */
  const char *text = node->text;
  unsigned start = pick(g, 2);
  for (unsigned way = 0; way < ways; way++) {
    struct flow inner = enter(g, true);
    bool falls = chance(g, 25);
    node_add(g->arena, node, block(g, 2));
    leave(g, inner);
    text = FORMAT("%s%s{\n$%u}\n%s", text, way + 1 == ways ? "default: " : FORMAT("case %u: ", way + start), way + 1,
                  falls ? "" : "break;\n");
  }
  node->text = FORMAT("%s}\n", text);
  leave(g, flow);
  return node;
}

/* Work-items go two ways, and by each of them they leave the loop at a turn that is the same for all who go there.
 * Helpers ask no id: what they return is taken to be uniform where their arguments are. */
static struct node *parting_ways(struct gen *g) {
  struct node *when =
      g->in_helper || chance(g, 50) ? condition(g, 2, false) : statement(g, "get_global_id(0) & 1", NULL);
  struct node *turn = expr(g, scalar_uint, 1, true);
  struct node *other_turn = expr(g, scalar_uint, 1, true);
  struct flow flow = enter(g, false);
  struct node *way = block(g, 2);
  leave(g, flow);
  flow = enter(g, false);
  struct node *other = block(g, 2);
  leave(g, flow);
  const char *out = FORMAT("if ((uint)%s >= ($%%c & 3))\nbreak;\n", g->counter);
  return statement(g, FORMAT("if ($0) {\n%s$1} else {\n%s$3}\n", FORMAT(out, '2'), FORMAT(out, '4')), when, way, turn,
                   other, other_turn, NULL);
}

/* With a name in `last`, it holds the counter at each turn's begin. */
static struct node *loop_body(struct gen *g, const char *counter, const char *last) {
  g->counter = counter;
  if (!last)
    return block(g, 4);
  struct node *ways = parting_ways(g);
  return statement(g, FORMAT("%s = (uint)%s;\n$0$1", last, counter), ways, block(g, 3), NULL);
}

/* As many turns as are left for a work-item of what all share, and at most so many. */
static const char *share(struct gen *g, unsigned most) {
  switch (pick(g, 4)) {
  case 0:
    return FORMAT("min(%uu, (uint)(n - g))", most);
  case 1:
    return FORMAT("(uint)max(min(%d, (int)n * 2 - (int)g * 3), 0)", most);
  case 2:
    return FORMAT("(uint)clamp((int)n - (int)g * 5, 1, %d)", most);
  default:
    return FORMAT("min(min((uint)g * 4 + %u, (uint)n) - min((uint)g * 4, (uint)n), %uu)", most, most);
  }
}

static struct node *loop(struct gen *g) {
  bool uniform = uniform_here(g) && chance(g, 60);
  unsigned most = 2u << pick(g, 3); /* turns */
  if (g->cost * most > MAX_COST)
    return assign(g);
  const char *i = fresh(g, "i"), *label = has(g, FEATURE_GOTO) && !uniform && chance(g, 15) ? fresh(g, "out") : NULL;
  struct node *bound = expr(g, scalar_uint, 2, uniform), *when = condition(g, 2, uniform);
  const char *last = !uniform && has(g, FEATURE_PARTING_WAYS) && chance(g, 25) ? fresh(g, "last") : NULL;
  /* A while's condition is evaluated each turn: what it reads may be assigned inside. It is made out here, where
   * its variables are in scope for all kinds of loops. */
  struct flow flow = enter(g, uniform);
  g->in_loop = true;
  g->in_switch = false;
  g->uniform_exits = uniform;
  if (label)
    g->goto_label = label;
  g->cost *= most;
  if (g->cost > g->worst)
    g->worst = g->cost;
  struct node *node;
  const char *end = label ? FORMAT("}\n%s:;\n", label) : "}\n";
  switch (last && chance(g, 60) ? 6 : pick(g, 6)) {
  case 6: /* until each has left by its way */
    declare(g, i, scalar_uint, 0, false, true);
    node = statement(g, FORMAT("for (uint %s = 0;; %s++) {\n$0%s", i, i, end), loop_body(g, i, last), NULL);
    break;
  case 0: /* as many turns for all */
    declare(g, i, scalar_uint, 0, uniform_here(g), true);
    node = statement(g, FORMAT("for (uint %s = 0; %s < %u; %s++) {\n$0%s", i, i, most, i, end), loop_body(g, i, last),
                     NULL);
    break;
  case 1: {
    struct type counter = {INT, 1};
    declare(g, i, counter, 0, uniform, true);
    node = statement(g, FORMAT("for (int %s = (int)($0 & %u); %s >= 0; %s--) {\n$1%s", i, most - 1, i, i, end), bound,
                     loop_body(g, i, last), NULL);
    break;
  }
  case 2:
  case 3:
    if (!uniform && g->flat && chance(g, 40)) {
      declare(g, i, scalar_uint, 0, false, true);
      node = statement(g, FORMAT("for (uint %s = 0; %s < %s; %s++) {\n$0%s", i, i, share(g, most), i, end),
                       loop_body(g, i, last), NULL);
      break;
    }
    declare(g, i, scalar_uint, 0, uniform, true);
    node = statement(g, FORMAT("for (uint %s = 0; %s < ($0 & %u); %s++) {\n$1%s", i, i, most - 1, i, end), bound,
                     loop_body(g, i, last), NULL);
    break;
  case 4:
    declare(g, i, scalar_uint, 0, uniform, true);
    node = statement(g, FORMAT("for (uint %s = 0; %s < %u && $0; %s++) {\n$1%s", i, i, most, i, end), when,
                     loop_body(g, i, last), NULL);
    break;
  default:
    declare(g, i, scalar_uint, 0, uniform, true);
    node = statement(g, FORMAT("uint %s = 0;\ndo {\n$1} while (++%s < %u && $0);\n%s", i, i, most, end + 2), when,
                     loop_body(g, i, last), NULL);
    break;
  }
  leave(g, flow);
  if (!last)
    return statement(g, "{\n$0}\n", node, NULL);
  struct node *turn = expr(g, scalar_uint, 1, true);
  flow = enter(g, false);
  declare(g, last, scalar_uint, 0, false, true);
  struct node *behind = block(g, 2);
  leave(g, flow);
  return statement(g, FORMAT("{\nuint %s = 0;\n$0if (%s > ($1 & 3)) {\n$2}\n}\n", last, last), node, turn, behind,
                   NULL);
}

static struct node *leave_early(struct gen *g) {
  bool exits_loop = g->in_loop || g->in_switch;
  if (exits_loop && chance(g, 70)) {
    const char *how = g->in_loop && chance(g, 50) ? "continue" : "break";
    if (g->goto_label && chance(g, 40))
      how = FORMAT("goto %s", g->goto_label);
    /* What leaves in a divergent branch of a uniform loop would leave the group behind. */
    if (g->uniform_exits && !g->group_flow)
      return store_output(g);
    if (g->counter && chance(g, 30)) /* at one turn, whoever is here */
      return statement(g, FORMAT("if ((uint)%s == ($0 & 3))\n%s;\n", g->counter, how), expr(g, scalar_uint, 1, true),
                       NULL);
    return statement(g, FORMAT("if ($0)\n%s;\n", how), condition(g, 2, g->uniform_exits), NULL);
  }
  if (g->in_helper)
    return statement(g, "if ($0)\nreturn $1;\n", condition(g, 2, false), expr(g, g->returns, 2, false), NULL);
  if (!g->group_kernel)
    return statement(g, "if ($0)\nreturn;\n", condition(g, 2, false), NULL);
  return assign(g);
}

/* A loop that work-items share by strides, with a counter that may wrap. Some end near the type's last number, some go
 * down until they wrap; no more than `most` turns. */
static struct node *strides(struct gen *g) {
  enum { MOST = 24 };
  if (g->cost * MOST > MAX_COST)
    return assign(g);
  if (g->cost * MOST > g->worst)
    g->worst = g->cost * MOST;
  static const char *const steps[] = {"lsize", "get_local_size(0)", "get_global_size(0)", "16", "7u", "((ua & 7) + 1)"};
  static const char *const starts[] = {"lid", "get_local_id(0)", "get_global_id(0)", "lid + 1", "(ua & 3)"};
  static const char *const ends[] = {"(n < 24 ? n : 24)",     "min(n, 24u)",       "(n & 15)",
                                     "n / (n / 16 + 1)",      "get_local_size(0)", "(int)min(n, 20u)",
                                     "min(la & 31, (ulong)n)"};
  static const char *const reads[] = {"in_i[J]",           "in_c[2 * J + 1]",        "in_c[J + n]",
                                      "in_c[J + lsize]",   "in_c[J + n * 2u]",       "in_c[J * (ua & 3)]",
                                      "in_i[n - 1 - J]",   "in_c[J * (ua & 3) + g]", "in_c[g + J]",
                                      "in_c[J * 2 + lid]", "in_c[n + J - lid]",      "in_c[J & 3]",
                                      "in_c[(J + 1) & 3]", "in_c[(uchar)J & 3]",     "in_i[(J & 7) % n]"};
  static const char *const sums[] = {"in_i[((ulong)(J * 5 + C) >> 3) % n]", "in_c[((ulong)J >> 2) % n]",
                                     "in_i[(ulong)((long)(J + C) >> 4) % n]",
                                     "(uint)((ulong)(J + C) * (ulong)(J << 2) >> 5)"};
  static const char *const ways[] = {"acc += %s;\n", "acc ^= %s;\n", "acc = rotate(acc, 5u) - %s;\n"};
  const char *j = fresh(g, "j"), *head, *guard = "", *step = steps[pick(g, 6)];
  const char *value = chance(g, 70) ? reads[pick(g, 15)] : sums[pick(g, 4)];
  switch (pick(g, 8)) {
  case 0: /* wraps where the bound is near the end */
    head =
        FORMAT("for (uint %s = 0xffffffd8u + (lid & 31); %s < 0xfffffff0u; %s += %s)", j, j, j, steps[3 + pick(g, 3)]);
    value = sums[pick(g, 4)];
    break;
  case 1:
    head = FORMAT("for (uint %s = (lid & 15) * 3; %s < 48; %s -= 4)", j, j, j);
    value = sums[pick(g, 4)];
    break;
  default: {
    bool is_signed = !chance(g, 50);
    const char *start = starts[pick(g, 5)];
    /* An offset may take ids past int's last number: 2^31 turns from its first one, and reads before the array. */
    if (is_signed && !strcmp(start, "get_global_id(0)"))
      guard = "if (get_global_id(0) < 0x80000000u)\n";
    head = FORMAT("for (%s %s = %s; %s < %s; %s += %s)", is_signed ? "int" : "uint", j, start, j, ends[pick(g, 7)], j,
                  step);
  }
  }
  /* The name for J, a number for C. */
  const char *text = "";
  const unsigned number = chance(g, 50) ? pick(g, 50) : (unsigned)pick64(g) & 0x7fffffff;
  for (const char *at = value; *at; at++)
    text = *at == 'J'   ? FORMAT("%s%s", text, j)
           : *at == 'C' ? FORMAT("%s%uu", text, number)
                        : FORMAT("%s%c", text, *at);
  const char *out = chance(g, 20) ? "if ((acc & 7) == 5)\nbreak;\n" : "";
  return statement(g, FORMAT("%s%s {\n%s%s}\n", guard, head, FORMAT(ways[pick(g, 3)], text), out), NULL);
}

static struct node *any_statement(struct gen *g) {
  bool deep = g->depth >= 4 || g->budget < 3;
  for (;;)
    switch (pick(g, 24)) {
    case 0:
    case 1:
      return declare_variable(g);
    case 2:
    case 3:
    case 4:
    case 5:
      return assign(g);
    case 6:
    case 7:
      if (!has(g, FEATURE_ARRAYS))
        continue;
      return chance(g, 25) ? declare_array(g) : store_array(g);
    case 8:
    case 9:
      return g->in_helper || chance(g, 75) ? store_output(g) : record(g);
    case 10:
      if (g->in_helper || !has(g, FEATURE_ATOMICS))
        continue;
      return count(g);
    case 11:
    case 12:
      if (deep)
        continue;
      return branch(g);
    case 13:
      if (deep)
        continue;
      return many_ways(g);
    case 14:
    case 15:
    case 16:
      if (deep)
        continue;
      return loop(g);
    case 17:
      return leave_early(g);
    case 18:
      if (g->in_helper)
        continue;
      return strides(g);
    case 21:
    case 22:
    case 23: {
      struct node *node = has(g, FEATURE_BITS) ? masked_updates(g, uniform_here(g)) : NULL;
      if (!node)
        continue;
      return node;
    }
    default: {
      struct node *node = g->group_kernel && g->group_flow ? group_statement(g) : NULL;
      if (!node)
        continue;
      return node;
    }
    }
}

/* Into the function's sum, so that what came before is not dead. */
static struct node *use(struct gen *g, const struct variable *variable) {
  const char *name = variable->name;
  if (variable->array)
    name = FORMAT("%s[acc & %u]", name, variable->array - 1);
  if (variable->type.width > 1)
    name = FORMAT("%s.s%x", name, pick(g, variable->type.width));
  if (variable->type.base == FLOAT)
    name = FORMAT("as_uint(canon_float(%s))", name);
  else if (variable->type.base == DOUBLE)
    name = FORMAT("as_uint2(canon_double(%s)).s%u", name, pick(g, 2));
  else
    name = FORMAT("(uint)%s", name);
  static const char *const ways[] = {"acc += %s;\n", "acc ^= %s;\n", "acc = rotate(acc, 5u) - %s;\n"};
  return statement(g, FORMAT(ways[pick(g, 3)], name), NULL);
}

struct node *block(struct gen *g, unsigned most) {
  struct node *list = node_list(g->arena);
  unsigned scope = g->num_variables, num = 1 + pick(g, most);
  g->depth++;
  for (unsigned i = 0; i < num && (g->budget || !i); i++) {
    if (g->budget)
      g->budget--;
    node_add(g->arena, list, any_statement(g));
  }
  g->depth--;
  for (unsigned i = scope; i < g->num_variables; i++)
    if (chance(g, 60))
      node_add(g->arena, list, use(g, &g->variables[i]));
  g->num_variables = scope;
  return list;
}
