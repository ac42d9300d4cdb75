/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs: helpers, kernels and their launches. */
#include "tests/fuzz_kernels/gen.h"

#include <stdio.h>
#include <string.h>

#define FORMAT(...) arena_format(g->arena, __VA_ARGS__)
#define NAME(type) type_name(g->arena, (type))

uint64_t pick64(struct gen *g) {
  uint64_t x = g->state += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

unsigned pick(struct gen *g, unsigned below) {
  return (unsigned)((pick64(g) >> 32) * below >> 32);
}

bool chance(struct gen *g, unsigned percent) {
  return pick(g, 100) < percent;
}

const char *fresh(struct gen *g, const char *prefix) {
  return FORMAT("%s%u", prefix, g->names++);
}

void declare(struct gen *g, const char *name, struct type type, unsigned array, bool uniform, bool read_only) {
  if (g->num_variables < MAX_VARIABLES)
    g->variables[g->num_variables++] = (struct variable){name, type, array, uniform, read_only};
}

struct variable *find_variable(struct gen *g, struct type type, bool array, bool uniform, bool writable) {
  unsigned start = g->num_variables ? pick(g, g->num_variables) : 0;
  for (unsigned i = 0; i < g->num_variables; i++) {
    struct variable *variable = &g->variables[(start + i) % g->num_variables];
    if (same_type(variable->type, type) && !variable->array == !array && (variable->uniform || !uniform) &&
        !(variable->read_only && writable))
      return variable;
  }
  return NULL;
}

enum base any_integer(struct gen *g) {
  static const enum base likely[] = {INT, UINT, UINT, INT};
  return chance(g, 50) ? likely[pick(g, 4)] : (enum base)pick(g, FLOAT);
}

struct type any_scalar(struct gen *g) {
  if (has(g, FEATURE_FLOATS) && chance(g, 25))
    return (struct type){chance(g, 65) ? FLOAT : DOUBLE, 1};
  return (struct type){any_integer(g), 1};
}

struct type any_type(struct gen *g) {
  struct type type = any_scalar(g);
  static const unsigned widths[] = {2, 3, 4, 4, 4, 8, 16, 2};
  if (has(g, FEATURE_VECTORS) && chance(g, 22))
    type.width = widths[pick(g, 8)];
  return type;
}

/* canon_T for each type of floats: what is not a number is 0. */
static void add_prelude(struct gen *g, struct node *program) {
  if (!has(g, FEATURE_CONTRACT)) {
    struct node *pragma = statement(g, "#pragma OPENCL FP_CONTRACT OFF\n", NULL);
    pragma->fixed = true;
    node_add(g->arena, program, pragma);
  }
  for (enum base base = FLOAT; base <= DOUBLE; base++) {
    const char *name = base_name(base);
    node_add(
        g->arena, program,
        statement(g, FORMAT("%s canon_%s(%s x) { return isnan(x) ? (%s)0 : x; }\n", name, name, name, name), NULL));
    static const unsigned widths[] = {2, 3, 4, 8, 16};
    for (unsigned i = 0; i < 5; i++) {
      name = type_name(g->arena, (struct type){base, widths[i]});
      node_add(g->arena, program,
               statement(g,
                         FORMAT("%s canon_%s(%s x) { return select(x, (%s)(0), isnan(x)); }\n", name, name, name, name),
                         NULL));
    }
  }
}

static struct node *make_helper(struct gen *g) {
  struct helper helper = {.name = fresh(g, "helper"), .type = any_type(g), .num_params = 1 + pick(g, 3)};
  g->in_helper = true;
  g->returns = helper.type;
  g->num_variables = 0;
  g->group_kernel = g->group_flow = g->in_loop = g->in_switch = false;
  g->counter = NULL;
  g->budget = 2 + pick(g, 8);
  g->cost = g->worst = 1;
  const char *text = FORMAT("%s %s(", NAME(helper.type), helper.name);
  for (unsigned p = 0; p < helper.num_params; p++) {
    helper.params[p] = any_type(g);
    const char *name = fresh(g, "p");
    text = FORMAT("%s%s%s %s", text, p ? ", " : "", NAME(helper.params[p]), name);
    declare(g, name, helper.params[p], 0, false, false);
  }
  text = FORMAT("%s) {\nuint acc = %u;\n", text, pick(g, 1000));
  declare(g, "acc", (struct type){UINT, 1}, 0, false, false);
  g->depth = 2; /* its loops nest less */
  struct node *body = node_list(g->arena);
  while (g->budget) {
    /* One at a time: what a block declares is gone behind it. */
    unsigned variables = g->num_variables;
    node_add(g->arena, body, statement(g, "{\n$0}\n", block(g, 3), NULL));
    g->num_variables = variables;
  }
  g->depth = 0;
  const char *ending = FORMAT(is_float(helper.type.base) ? "(%s)(convert_%s(acc)) * " : "(%s)(convert_%s(acc)) ^ ",
                              NAME(helper.type), base_name(helper.type.base));
  struct node *node =
      statement(g, FORMAT("%s$0return %s$1;\n}\n", text, ending), body, expr(g, helper.type, 3, false), NULL);
  helper.cost = g->worst;
  g->in_helper = false;
  g->num_variables = 0;
  g->helpers[g->num_helpers++] = helper;
  return node;
}

static void declare_ids(struct gen *g) {
  declare(g, "lid", (struct type){UINT, 1}, 0, false, true);
  declare(g, "lsize", (struct type){UINT, 1}, 0, true, true);
  declare(g, "grp", (struct type){UINT, 1}, 0, true, true);
  declare(g, "n", (struct type){UINT, 1}, 0, true, true);
  declare(g, "ua", (struct type){UINT, 1}, 0, true, false);
  declare(g, "ia", (struct type){INT, 1}, 0, true, false);
  declare(g, "la", (struct type){ULONG, 1}, 0, true, false);
  declare(g, "fa", (struct type){FLOAT, 1}, 0, true, false);
}

static const char *signature(struct gen *g, const char *name) {
  const char *text = FORMAT("void %s(", name);
  for (unsigned i = 0; i < NUM_BUFFERS; i++)
    text = FORMAT("%s%s %s *%s,\n    ", text, i < NUM_INPUTS ? "global const" : "global", buffer_kinds[i].type,
                  buffer_kinds[i].name);
  return FORMAT("%slocal uint *tile, uint n, uint ua, int ia, ulong la, float fa)", text);
}

static const char *const ids =
    "  uint acc = 1;\n"
    "  uint lid = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);\n"
    "  uint lsize = get_local_size(0) * get_local_size(1) * get_local_size(2);\n"
    "  uint grp = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0);\n";

static struct node *make_kernel(struct gen *g, const char *name) {
  static const enum base index_bases[] = {INT, UINT, ULONG};
  struct type index = {index_bases[pick(g, 3)], 1};
  g->flat = chance(g, 45);
  g->by_slot = chance(g, 35);
  g->group_kernel = chance(g, 60) && (has(g, FEATURE_BARRIERS) || has(g, FEATURE_ASYNC) || has(g, FEATURE_COLLECTIVES));
  g->sized = g->group_kernel && has(g, FEATURE_SUB_GROUPS) && chance(g, 40);
  bool leavers = g->group_kernel && !g->sized && has(g, FEATURE_BARRIERS) && has(g, FEATURE_LEAVERS) && chance(g, 20);
  g->group_flow = true;
  g->some_left = g->in_loop = g->in_switch = g->uniform_exits = false;
  g->counter = NULL;
  g->goto_label = NULL;
  g->num_tiles = 1;
  g->tiles[0] = (struct tile){"tile", {UINT, 1}};
  g->budget = 10 + pick(g, 30);
  g->cost = g->worst = 1;
  g->num_variables = 0;
  declare(g, "g", index, 0, false, true);
  declare(g, "acc", (struct type){UINT, 1}, 0, false, false);
  declare_ids(g);

  const char *at = "((get_global_id(2) - get_global_offset(2)) * get_global_size(1) + get_global_id(1) - "
                   "get_global_offset(1)) * get_global_size(0) + get_global_id(0) - get_global_offset(0)";
  if (g->flat)
    at = "get_global_id(0)";
  const char *text = g->sized ? "__attribute__((intel_reqd_sub_group_size(16)))\n" : "";
  text = FORMAT("%skernel %s {\n  %s g = %s;\n%s", text, signature(g, name), base_name(index.base), at, ids);

  struct node *body = node_list(g->arena);
  unsigned parts = 1 + pick(g, 3), left_at = leavers ? pick(g, parts) : parts;
  for (unsigned part = 0; part < parts; part++) {
    if (part == left_at) {
      struct node *leave = statement(g, "if ($0)\nreturn;\n", condition(g, 2, false), NULL);
      node_add(g->arena, body, leave);
      g->some_left = true;
    }
    /* Declared here, so that later parts see it. */
    struct type type = any_type(g);
    const char *variable = fresh(g, "v");
    node_add(g->arena, body,
             statement(g, FORMAT("%s %s = $0;\n", NAME(type), variable), expr(g, type, 3, false), NULL));
    declare(g, variable, type, 0, false, false);
    struct node *statements = block(g, 14);
    node_add(g->arena, body, statement(g, "{\n$0}\n", statements, NULL));
    node_add(g->arena, body, store_output(g));
  }
  node_add(g->arena, body, store_output(g));
  node_add(g->arena, body, statement(g, FORMAT("out_i[%s] += acc;\n", own_slot(g, 3)), NULL));
  for (unsigned i = 1; i < g->num_tiles; i++)
    text = FORMAT("%s  local %s %s[%u];\n", text, NAME(g->tiles[i].type), g->tiles[i].name, MAX_LOCAL);
  if (leavers) /* whose entries are read by those who stay */
    text = FORMAT("%s  tile[lid] = 0;\n", text);
  return statement(g, FORMAT("%s$0}\n", text), body, NULL);
}

static void choose_sizes(struct gen *g, struct launch *launch) {
  enum { LAST_INT_IDS = 0x7ffffe00 }; /* an offset behind which the ids of all launches fit in an int */
  static const unsigned short one[] = {1, 3, 7, 8, 15, 16, 17, 31, 33, 64, 100};
  static const unsigned char two[][2] = {{3, 5}, {8, 8}, {16, 4}, {7, 3}, {1, 16}, {33, 3}, {16, 1}, {4, 32}};
  static const unsigned char three[][3] = {{2, 3, 4}, {4, 4, 4}, {5, 1, 3}, {17, 2, 2}, {1, 1, 9}};
  launch->dims = g->flat || chance(g, 50) ? 1 : 2 + pick(g, 2);
  unsigned choice = pick(g, launch->dims == 1 ? sizeof(one) / sizeof(*one) : launch->dims == 2 ? 8 : 5);
  for (unsigned d = 0; d < 3; d++) {
    launch->local[d] = launch->dims == 1   ? d ? 1 : one[choice]
                       : launch->dims == 2 ? d < 2 ? two[choice][d] : 1
                                           : three[choice][d];
    launch->global[d] = 1;
    launch->offset[d] = 0;
    if (d >= launch->dims)
      continue;
    unsigned most = launch->dims == 1 ? 400 / (unsigned)launch->local[0] : 4;
    launch->global[d] = launch->local[d] * (1 + pick(g, most > 8 ? 8 : most));
    if (has(g, FEATURE_NON_UNIFORM) && chance(g, 35)) {
      uint64_t less = pick(g, (unsigned)launch->local[d]);
      launch->global[d] -= less;
    }
    if (!g->flat && chance(g, 30))
      launch->offset[d] = pick(g, 3) ? pick(g, 100) : has(g, FEATURE_HIGH_IDS) ? 0x7ffffff0u : LAST_INT_IDS;
  }
}

struct node *generate(struct arena *arena, uint64_t seed, unsigned features, struct launch_list *launches) {
  struct gen state = {.arena = arena, .state = seed * 0xd1342543de82ef95u + 1, .features = features}, *g = &state;
  struct node *program = node_list(arena);
  add_prelude(g, program);
  unsigned helpers = pick(g, MAX_HELPERS + 1), kernels = 1 + pick(g, 3);
  for (unsigned i = 0; i < helpers; i++)
    node_add(arena, program, make_helper(g));
  launches->num = 0;
  for (unsigned i = 0; i < kernels; i++) {
    const char *name = arena_format(arena, "k%u", i);
    node_add(arena, program, make_kernel(g, name));
    for (unsigned j = 0; j < 3; j++) {
      struct launch *launch = &launches->at[launches->num++];
      *launch = (struct launch){.at_end = chance(g, 60), .seed = pick(g, 1u << 30)};
      snprintf(launch->kernel, sizeof(launch->kernel), "%s", name);
      choose_sizes(g, launch);
    }
  }
  return program;
}
