/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Builtins with exact results, as tables: a new one is a line. */
#include "tests/fuzz_kernels/gen.h"

/* `kinds` of operands: T of the wanted type, L likewise and short, as it stands twice in the text, I int of the same
 * width, C a float that is no NaN. */
struct builtin {
  const char *text, *kinds;
};

static const struct builtin of_integers[] = {
    {"add_sat($0, $1)", "TT"},
    {"sub_sat($0, $1)", "TT"},
    {"hadd($0, $1)", "TT"},
    {"rhadd($0, $1)", "TT"},
    {"clamp($0, min($1, $2), max($1, $2))", "TLL"},
    {"clz($0)", "T"},
    {"ctz($0)", "T"},
    {"popcount($0)", "T"},
    {"mul_hi($0, $1)", "TT"},
    {"max($0, $1)", "TT"},
    {"min($0, $1)", "TT"},
    {"rotate($0, $1)", "TT"},
    {"bitselect($0, $1, $2)", "TTT"},
};

static const struct builtin mad_sat = {"mad_sat($0, $1, $2)", "TTT"};

enum { OF_FLOATS_FMOD = 9 };

static const struct builtin of_floats[] = {
    {"fabs($0)", "T"},
    {"floor($0)", "T"},
    {"ceil($0)", "T"},
    {"trunc($0)", "T"},
    {"rint($0)", "T"},
    {"round($0)", "T"},
    {"copysign($0, $1)", "TC"},
    {"(fmin($0, $1) + 0)", "CC"}, /* of two zeros either may be the least */
    {"(fmax($0, $1) + 0)", "CC"},
    [OF_FLOATS_FMOD] = {"fmod($0, $1)", "TT"},
    {"nextafter($0, $1)", "TT"},
    {"ldexp($0, ($1 & 63) - 32)", "TI"},
};

static const struct builtin difference = {"fdim($0, $1)", "TT"}, negation = {"(-$0)", "T"};

static const struct builtin of_floats_math[] = {
    {"sin($0)", "T"},   {"cos($0)", "T"},  {"exp($0)", "T"},        {"exp2($0)", "T"},
    {"log($0)", "T"},   {"log2($0)", "T"}, {"pow($0, $1)", "TT"},   {"atan2($0, $1)", "TT"},
    {"tanh($0)", "T"},  {"cbrt($0)", "T"}, {"hypot($0, $1)", "TT"}, {"rsqrt($0)", "T"},
    {"sinpi($0)", "T"}, {"asin($0)", "T"}, {"expm1($0)", "T"},      {"mad($0, $1, $2)", "TTT"},
};

static struct node *call(struct gen *g, struct type type, const struct builtin *builtin, unsigned depth, bool uniform) {
  struct node *kids[3] = {NULL, NULL, NULL};
  for (unsigned i = 0; builtin->kinds[i]; i++)
    switch (builtin->kinds[i]) {
    case 'C':
      kids[i] = canonical(g, type, depth, uniform);
      break;
    case 'I':
      kids[i] = expr(g, (struct type){INT, type.width}, depth, uniform);
      break;
    case 'L':
      kids[i] = expr_leaf(g, type, uniform);
      break;
    default:
      kids[i] = expr(g, type, depth, uniform);
    }
  return make(g, type, arena_format(g->arena, "(%s)", builtin->text), kids[0], kids[1], kids[2], NULL);
}

#define ONE_OF(table) (&(table)[pick(g, sizeof(table) / sizeof(*(table)))])

/* Those whose operands have other types. */
static struct node *odd_integer(struct gen *g, struct type type, unsigned depth, bool uniform) {
  struct arena *arena = g->arena;
  const char *name = type_name(arena, type);
  struct type other = {is_signed(type.base) ? to_unsigned(type.base) : to_signed(type.base), type.width};
  switch (pick(g, 6)) {
  case 0: { /* gives the unsigned type */
    struct type from = chance(g, 50) ? other : type;
    return make(g, type, arena_format(arena, "as_%s(abs_diff($0, $1))", name), expr(g, from, depth, uniform),
                expr(g, from, depth, uniform), NULL);
  }
  case 1:
    return make(g, type, arena_format(arena, "as_%s(abs($0))", name), expr(g, other, depth, uniform), NULL);
  case 2: {
    if (base_size(type.base) == 1)
      return NULL;
    struct type high = {(enum base)(type.base - 2), type.width}, low = {to_unsigned(high.base), type.width};
    return make(g, type, "upsample($0, $1)", expr(g, high, depth, uniform), expr(g, low, depth, uniform), NULL);
  }
  case 3: /* of 24 bits */
    if (base_size(type.base) != 4)
      return NULL;
    return make(g, type,
                chance(g, 50) ? "mul24(($0 & 4095), ($1 & 4095))" : "mad24(($0 & 4095), ($1 & 4095), ($2 & 65535))",
                expr(g, type, depth, uniform), expr(g, type, depth, uniform), expr(g, type, depth, uniform), NULL);
  case 4: {
    if (type.base != INT || !has(g, FEATURE_FLOATS))
      return NULL;
    struct type from = {chance(g, 70) || type.width != 1 ? FLOAT : DOUBLE, type.width};
    static const char *const functions[] = {"isnan", "isinf", "isfinite", "isnormal"};
    return make(g, type, arena_format(arena, "%s($0)", functions[pick(g, 4)]), expr(g, from, depth, uniform), NULL);
  }
  default: {
    if (type.width == 1 || type.width == 3)
      return NULL;
    struct type mask = {to_unsigned(type.base), type.width};
    bool one = chance(g, 50);
    const char *text = one ? "shuffle($0, $1)" : "shuffle2($0, $2, $1)";
    if (!has(g, FEATURE_WILD_SHUFFLES))
      text = arena_format(arena, one ? "shuffle($0, $1 & (%s)%u)" : "shuffle2($0, $2, $1 & (%s)%u)",
                          base_name(mask.base), (one ? 1 : 2) * type.width - 1);
    return make(g, type, text, expr(g, type, depth, uniform), expr(g, mask, depth, uniform),
                expr(g, type, depth, uniform), NULL);
  }
  }
}

struct node *expr_call(struct gen *g, struct type type, unsigned depth, bool uniform) {
  if (is_float(type.base)) {
    if (has(g, FEATURE_MATH) && chance(g, 35))
      return call(g, type, ONE_OF(of_floats_math), depth, uniform);
    if (has(g, FEATURE_FDIM) && chance(g, 7))
      return call(g, type, &difference, depth, uniform);
    if (has(g, FEATURE_NEGATION) && chance(g, 7))
      return call(g, type, &negation, depth, uniform);
    const struct builtin *function = ONE_OF(of_floats);
    /* Its place in the table stays, so that a seed makes the same of all the rest with it and without. */
    if (function == &of_floats[OF_FLOATS_FMOD] && !has(g, FEATURE_FMOD))
      function++;
    return call(g, type, function, depth, uniform);
  }
  if (has(g, FEATURE_MAD_SAT) && chance(g, 5))
    return call(g, type, &mad_sat, depth, uniform);
  struct node *node = chance(g, 35) ? odd_integer(g, type, depth, uniform) : NULL;
  return node ? node : call(g, type, ONE_OF(of_integers), depth, uniform);
}
