/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Statements that all work-items of a group execute together. Each begins with a barrier where it writes to memory that
 * the one before may still read, and is one statement for the reducer with all its barriers.
 */
#include "tests/fuzz_kernels/gen.h"

#define FORMAT(...) arena_format(g->arena, __VA_ARGS__)
#define NAME(type) type_name(g->arena, (type))
#define MEET "barrier(CLK_LOCAL_MEM_FENCE);\n"

static const struct type scalar_uint = {UINT, 1};

static const struct tile *any_tile(struct gen *g) {
  unsigned choice = g->some_left ? 0 : pick(g, 1 + sizeof(g->tiles) / sizeof(*g->tiles));
  if (choice >= g->num_tiles) {
    if (g->num_tiles == sizeof(g->tiles) / sizeof(*g->tiles))
      return &g->tiles[0];
    struct type type = any_type(g);
    if (type.width > 4)
      type.width = 2;
    g->tiles[g->num_tiles] = (struct tile){fresh(g, "shared"), type};
    return &g->tiles[g->num_tiles++];
  }
  return &g->tiles[choice];
}

/* Which work-item's value to take: $1 may be asked for. */
static const char *partner(struct gen *g) {
  static const char *const partners[] = {"(lid + 1) % lsize", "lsize - 1 - lid", "(lid ^ 1) % lsize", "0",
                                         "$1 % lsize"};
  return partners[pick(g, 5)];
}

static struct node *exchange(struct gen *g) {
  const struct tile *tile = any_tile(g);
  const char *name = fresh(g, "v"), *from = partner(g), *type = NAME(tile->type);
  struct node *value = expr(g, tile->type, 3, false), *index = expr(g, scalar_uint, 2, false), *node;
  if (chance(g, 25) && !g->some_left && tile == &g->tiles[0])
    node = statement(g,
                     FORMAT("barrier(CLK_GLOBAL_MEM_FENCE);\nscratch[grp * %u + lid] = $0;\n"
                            "barrier(CLK_GLOBAL_MEM_FENCE);\nuint %s = scratch[grp * %u + %s];\n",
                            MAX_LOCAL, name, MAX_LOCAL, from),
                     value, index, NULL);
  else
    node =
        statement(g, FORMAT(MEET "%s[lid] = $0;\n" MEET "%s %s = %s[%s];\n", tile->name, type, name, tile->name, from),
                  value, index, NULL);
  declare(g, name, tile->type, 0, false, false);
  return node;
}

static struct node *reduce_tree(struct gen *g) {
  const char *name = fresh(g, "v");
  struct node *node = statement(g,
                                FORMAT(MEET "tile[lid] = $0;\nfor (uint s = %u; s > 0; s >>= 1) {\n" MEET
                                            "if (lid < s && lid + s < lsize)\ntile[lid] %s tile[lid + s];\n}\n" MEET
                                            "uint %s = tile[0];\n",
                                       MAX_LOCAL / 2, chance(g, 50) ? "+=" : "^=", name),
                                expr(g, scalar_uint, 3, false), NULL);
  declare(g, name, scalar_uint, 0, true, false);
  return node;
}

static struct node *count_locally(struct gen *g) {
  const char *name = fresh(g, "v");
  static const char *const operations[] = {"add", "or", "max", "xor"};
  struct node *node =
      statement(g,
                FORMAT(MEET "for (uint i = lid; i < 8; i += lsize)\ntile[i] = 0;\n" MEET
                            "atomic_%s(&tile[$0 & 7], $1);\n" MEET "uint %s = tile[$2 & 7];\n",
                       operations[pick(g, 4)], name),
                expr(g, scalar_uint, 2, false), expr(g, scalar_uint, 2, false), expr(g, scalar_uint, 2, false), NULL);
  declare(g, name, scalar_uint, 0, false, false);
  return node;
}

/* The group goes through rows of a buffer as long as it is wide: up to four, which all of them has. */
static struct node *count_rows(struct gen *g) {
  const char *name = fresh(g, "v"), *rows = fresh(g, "rows");
  static const char *const operations[] = {"add", "or", "max", "xor"};
  struct node *node =
      statement(g,
                FORMAT(MEET "for (uint i = lid; i < 8; i += lsize)\ntile[i] = 0;\n" MEET "uint %s = $0 %% 5;\n"
                            "for (uint r = 0; r < %s; r++)\n"
                            "atomic_%s(&tile[in_c[r * get_local_size(0) + get_local_id(0)] & 7], %s);\n" MEET
                            "uint %s = tile[$2 & 7];\n",
                       rows, rows, operations[pick(g, 4)], chance(g, 50) ? "1 + r" : "$1", name),
                expr(g, scalar_uint, 2, true), expr(g, scalar_uint, 2, false), expr(g, scalar_uint, 2, false), NULL);
  declare(g, name, scalar_uint, 0, false, false);
  return node;
}

static struct node *copy(struct gen *g) {
  const char *name = fresh(g, "v"), *count = fresh(g, "count"), *event = fresh(g, "event");
  const char *copied = FORMAT("wait_group_events(1, &%s);\nuint %s = tile[$2 %% %s];\n", event, name, count);
  struct node *first = expr(g, scalar_uint, 2, true), *second = expr(g, scalar_uint, 2, true);
  struct node *third = expr(g, scalar_uint, 2, false), *node;
  switch (pick(g, 3)) {
  case 0:
    node = statement(g,
                     FORMAT(MEET "uint %s = min(n, 1 + $0 %% %u);\nevent_t %s = async_work_group_copy(tile, in_i + $1 "
                                 "%% (n - %s + 1), %s, 0);\n%s",
                            count, MAX_LOCAL, event, count, count, copied),
                     first, second, third, NULL);
    break;
  case 1:
    node = statement(g,
                     FORMAT(MEET "uint %s = min(%uu, (n + $0 %% 4) / (1 + $0 %% 4));\nevent_t %s = "
                                 "async_work_group_strided_copy(tile, in_i, %s, 1 + $0 %% 4, 0);\n%s",
                            count, MAX_LOCAL, event, count, copied),
                     expr_leaf(g, scalar_uint, true), second, third, NULL);
    break;
  default:
    return statement(g,
                     FORMAT(MEET "tile[lid] = $0;\n" MEET "event_t %s = async_work_group_copy(gout + grp * %u, tile, "
                                 "lsize, 0);\nwait_group_events(1, &%s);\n",
                            event, MAX_LOCAL, event),
                     third, NULL);
  }
  declare(g, name, scalar_uint, 0, false, false);
  return node;
}

static const char *operation(struct gen *g, enum base base) {
  static const char *const operations[] = {"min", "max", "add"};
  return operations[pick(g, is_signed(base) ? 2 : 3)];
}

static struct node *collective(struct gen *g) {
  struct type type = {(enum base)(INT + pick(g, 4)), 1};
  const char *name = fresh(g, "v"), *made = NAME(type), *what = operation(g, type.base);
  struct node *value = expr(g, type, 3, false), *node;
  unsigned kind = pick(g, 4);
  switch (kind) {
  case 0:
    node = statement(g, FORMAT("%s %s = work_group_reduce_%s($0);\n", made, name, what), value, NULL);
    break;
  case 1: {
    struct node *at = expr(g, scalar_uint, 2, true);
    node = statement(
        g, FORMAT("%s %s = work_group_broadcast($0, $1 %% get_local_size(0), get_local_size(1) - 1, 0);\n", made, name),
        value, at, NULL);
    break;
  }
  case 2:
    type = (struct type){INT, 1};
    node = statement(g, FORMAT("int %s = work_group_%s($0);\n", name, chance(g, 50) ? "any" : "all"),
                     condition(g, 2, false), NULL);
    break;
  default:
    node = statement(
        g, FORMAT("%s %s = work_group_scan_%s_%s($0);\n", made, name, chance(g, 50) ? "inclusive" : "exclusive", what),
        value, NULL);
  }
  declare(g, name, type, 0, kind < 3, false);
  return node;
}

static struct node *sub_group(struct gen *g) {
  struct type type = {(enum base)(INT + pick(g, 4)), 1};
  const char *name = fresh(g, "v"), *made = NAME(type), *what = operation(g, type.base), *text;
  switch (pick(g, 4)) {
  case 0:
    text = FORMAT("%s %s = sub_group_reduce_%s($0);\n", made, name, what);
    break;
  case 1:
    text = FORMAT("%s %s = sub_group_broadcast($0, %u %% get_sub_group_size());\n", made, name, pick(g, 16));
    break;
  case 2:
    text = FORMAT("%s %s = $0 + (%s)get_sub_group_local_id();\n", made, name, made);
    if (is_signed(type.base))
      text = FORMAT("%s %s = $0 ^ (%s)get_sub_group_local_id();\n", made, name, made);
    break;
  default:
    text = FORMAT("%s %s = sub_group_scan_%s_%s($0);\n", made, name, chance(g, 50) ? "inclusive" : "exclusive", what);
  }
  struct node *node = statement(g, text, expr(g, type, 3, false), NULL);
  declare(g, name, type, 0, false, false);
  return node;
}

struct node *group_statement(struct gen *g) {
  if (g->some_left)
    return has(g, FEATURE_BARRIERS) ? exchange(g) : NULL;
  for (unsigned tries = 0; tries < 4; tries++)
    switch (pick(g, 7)) {
    case 0:
    case 1:
      if (has(g, FEATURE_BARRIERS))
        return exchange(g);
      break;
    case 2:
      if (has(g, FEATURE_BARRIERS))
        return reduce_tree(g);
      break;
    case 3:
      if (has(g, FEATURE_BARRIERS) && has(g, FEATURE_ATOMICS))
        return chance(g, 60) ? count_locally(g) : count_rows(g);
      break;
    case 4:
      if (has(g, FEATURE_ASYNC))
        return copy(g);
      break;
    case 5:
      if (has(g, FEATURE_COLLECTIVES))
        return collective(g);
      break;
    default:
      if (g->sized)
        return sub_group(g);
    }
  return NULL;
}
