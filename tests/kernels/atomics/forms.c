/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Every form of the C11 atomics, one work-item at a time: each operation of each type by pointers to global, local and
 * generic memory (which is the one or the other), without an order, with each order that it may have, and with each of
 * these and each scope; exchanges with expected values in private, local, global and generic memory. Programs and
 * references are generated side by side. That atomics are atomic, operations.c and orders.c look at.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"
#include "tests/kernels/plain/formats.h"

struct type {
  const char *name, *operand; /* of the arithmetic */
  size_t size;
  const struct format *format; /* of a float */
};
static const struct type integers[] = {{"int", "int", 4, NULL},    {"uint", "uint", 4, NULL},
                                       {"long", "long", 8, NULL},  {"ulong", "ulong", 8, NULL},
                                       {"long", "ulong", 8, NULL}, {"ulong", "long", 8, NULL}};

static const char *const orders[] = {"relaxed", "acquire", "release", "acq_rel", "seq_cst"};
enum { RELAXED = 1, ACQUIRE = 2, RELEASE = 4, ACQ_REL = 8, SEQ_CST = 16, ANY = 31 };
static const char *const scopes[] = {"work_group", "sub_group", "device", "all_svm_devices"};

/* Where the object is, and where the expected value is: declarations of a kernel, with @ for the type. */
struct place {
  const char *name, *declaration;
};
static const struct place objects[] = {{"global", "volatile global atomic_@ *p = g;"},
                                       {"local", "local atomic_@ room; volatile local atomic_@ *p = &room;"},
                                       {"generic global", "volatile atomic_@ *p = g;"},
                                       {"generic local", "local atomic_@ room; volatile atomic_@ *p = &room;"}};
static const struct place expecteds[] = {
    {"e_private", "@ here; @ private *e_private = &here;"},
    {"e_local", "local @ near; local @ *e_local = &near;"},
    {"e_global", "global @ *e_global = other;"},
    {"e_generic_private", "@ also_here; generic @ *e_generic_private = &also_here;"},
    {"e_generic_local", "local @ also_near; generic @ *e_generic_local = &also_near;"},
    {"e_generic_global", "generic @ *e_generic_global = other;"}};

/* A program under way: its text, and what each place of `out` is to hold. */
struct writer {
  const struct type *type;
  char *text;
  size_t used, room;
  double *want;
  char (*what)[160];
  size_t count, most;
};

__attribute__((format(printf, 2, 3))) static void put(struct writer *w, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(w->text + w->used, w->room - w->used, format, arguments);
  va_end(arguments);
  CHECK(length >= 0 && (size_t)length < w->room - w->used);
  w->used += (size_t)length;
}

static void declare(struct writer *w, const struct place *place) {
  for (const char *at = place->declaration; *at; at++)
    if (*at == '@')
      put(w, "%s", w->type->name);
    else
      put(w, "%c", *at);
}

/* The next place of `out` gets `expression`. */
__attribute__((format(printf, 4, 5))) static void expect(struct writer *w, const char *expression, double want,
                                                         const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  CHECK(w->count < w->most);
  vsnprintf(w->what[w->count], sizeof w->what[0], format, arguments);
  va_end(arguments);
  w->want[w->count] = want;
  put(w, " out[%zu] = (T)(%s);\n", w->count++, expression);
}

/* The forms of a call: `name`, its operands, and the orders that it may have. Calls `use` with each form's text. */
typedef void use_form(struct writer *w, const char *call, unsigned number, const void *context);
static void each_form(struct writer *w, const char *name, const char *operands, unsigned allowed, use_form *use,
                      const void *context) {
  char call[256];
  unsigned number = 0;
  snprintf(call, sizeof call, "%s(p%s)", name, operands);
  use(w, call, number++, context);
  for (unsigned order = 0; order < TEST_COUNT(orders); order++) {
    if (!(allowed >> order & 1))
      continue;
    snprintf(call, sizeof call, "%s_explicit(p%s, memory_order_%s)", name, operands, orders[order]);
    use(w, call, number++, context);
    for (unsigned scope = 0; scope < TEST_COUNT(scopes); scope++) {
      snprintf(call, sizeof call, "%s_explicit(p%s, memory_order_%s, memory_scope_%s)", name, operands, orders[order],
               scopes[scope]);
      use(w, call, number++, context);
    }
  }
}

enum { START = 12 };

static void use_load(struct writer *w, const char *call, unsigned number, const void *context) {
  put(w, " INIT(p, (T)%u);", number);
  expect(w, call, number, "%s", call);
}
static void use_store(struct writer *w, const char *call, unsigned number, const void *context) {
  put(w, " INIT(p, (T)%d); %s;", START, call);
  expect(w, "atomic_load(p)", 10, "what %s stores", call);
}

/* An operation and what it makes of START and an operand that is smaller or larger. */
struct operation {
  const char *name;
  int operand, result;
  bool of_float;
};
static const struct operation operations[] = {
    {"fetch_add", 10, 22, true}, {"fetch_sub", 10, 2, true},  {"fetch_min", 10, 10, true}, {"fetch_min", 20, 12, true},
    {"fetch_max", 10, 12, true}, {"fetch_max", 20, 20, true}, {"fetch_or", 10, 14, false}, {"fetch_xor", 10, 6, false},
    {"fetch_and", 10, 8, false}, {"exchange", 10, 10, true}};

static void use_update(struct writer *w, const char *call, unsigned number, const void *context) {
  const struct operation *operation = context;
  put(w, " INIT(p, (T)%d);", START);
  expect(w, call, START, "%s", call);
  expect(w, "atomic_load(p)", operation->result, "what %s leaves", call);
}

static void put_updates(struct writer *w) {
  each_form(w, "atomic_load", "", RELAXED | ACQUIRE | SEQ_CST, use_load, NULL);
  each_form(w, "atomic_store", ", (T)10", RELAXED | RELEASE | SEQ_CST, use_store, NULL);
  for (size_t i = 0; i < TEST_COUNT(operations); i++) {
    const struct operation *operation = &operations[i];
    if (w->type->format && !operation->of_float)
      continue;
    char call[64], operands[64];
    bool exchange = !strcmp(operation->name, "exchange");
    snprintf(call, sizeof call, "atomic_%s", operation->name);
    snprintf(operands, sizeof operands, ", (%s)%d", exchange ? w->type->name : w->type->operand, operation->operand);
    each_form(w, call, operands, ANY, use_update, operation);
  }
}

/* One that finds what it expects, though a weak one may need several tries, which ours does not; and one that does not
 * find it. */
static void put_exchange(struct writer *w, const char *call, bool strong, const char *e) {
  put(w, " INIT(p, (T)%d); *%s = (T)%d;", START, e, START);
  put(w, strong || test.is_weft ? " (void)%s;" : " for (int i = 0; i < 1000 && !%s; i++);", call);
  expect(w, "atomic_load(p)", 30, "what %s leaves", call);
  put(w, " *%s = (T)5;", e);
  expect(w, call, 0, "%s that fails", call);
  char seen[32];
  snprintf(seen, sizeof seen, "*%s", e);
  expect(w, seen, 30, "what %s sees", call);
}

/* An order of failure is no release, and no stronger than that of success. */
static const unsigned failures[] = {RELAXED, RELAXED | ACQUIRE, RELAXED, RELAXED | ACQUIRE,
                                    RELAXED | ACQUIRE | SEQ_CST};

static void put_exchanges(struct writer *w, const char *e, bool strong) {
  char call[256];
  const char *strength = strong ? "strong" : "weak";
  snprintf(call, sizeof call, "atomic_compare_exchange_%s(p, %s, (T)30)", strength, e);
  put_exchange(w, call, strong, e);
  for (unsigned success = 0; success < TEST_COUNT(orders); success++)
    for (unsigned failure = 0; failure < TEST_COUNT(orders); failure++)
      for (unsigned scope = 0; scope <= TEST_COUNT(scopes); scope++) {
        if (!(failures[success] >> failure & 1))
          continue;
        int used = snprintf(call, sizeof call,
                            "atomic_compare_exchange_%s_explicit(p, %s, (T)30, memory_order_%s, memory_order_%s",
                            strength, e, orders[success], orders[failure]);
        snprintf(call + used, sizeof call - (size_t)used, scope ? ", memory_scope_%s)" : ")",
                 scope ? scopes[scope - 1] : "");
        put_exchange(w, call, strong, e);
      }
}

static double value_of(const struct type *type, const void *data, size_t i) {
  if (type->format)
    return format_get(type->format, data, i);
  cl_ulong bits = 0;
  memcpy(&bits, (const char *)data + i * type->size, type->size);
  return (double)bits; /* nothing is negative */
}

static void run(const struct writer *w, const char *where) {
  const struct type *type = w->type;
  struct test_buffer object = test_buffer(type->size, TEST_END, CL_MEM_READ_WRITE, 0);
  struct test_buffer other = test_buffer(type->size, TEST_END, CL_MEM_READ_WRITE, 0);
  struct test_buffer out = test_buffer(w->count * type->size, TEST_END, CL_MEM_READ_WRITE, 0xff);
  cl_kernel kernel = test_kernel(test_build("-cl-std=CL3.0", w->text), "k");
  LAUNCH(kernel, 1, 1, ARG_BUFFER(object), ARG_BUFFER(other), ARG_BUFFER(out));
  test_buffer_sync(&out);
  for (size_t i = 0; i < w->count; i++)
    if (value_of(type, out.data, i) != w->want[i])
      FAIL("%s, %s: %s is %g, not %g", type->name, where, w->what[i], value_of(type, out.data, i), w->want[i]);
}

static void use_flag(struct writer *w, const char *call, unsigned number, const void *context) {
  put(w, " atomic_flag_clear(p);");
  expect(w, call, 0, "the first %s", call);
  expect(w, call, 1, "the second %s", call);
}
static void use_clear(struct writer *w, const char *call, unsigned number, const void *context) {
  put(w, " atomic_flag_test_and_set(p); %s;", call);
  expect(w, "atomic_flag_test_and_set(p)", 0, "the flag after %s", call);
}
static void put_flags(struct writer *w) {
  each_form(w, "atomic_flag_test_and_set", "", ANY, use_flag, NULL);
  each_form(w, "atomic_flag_clear", "", RELAXED | RELEASE | SEQ_CST, use_clear, NULL);
}

/* A kernel for each place of the object; for exchanges, with each place of the expected value. */
enum what { UPDATES, WEAK, STRONG, FLAGS };
static void look(const struct type *type, enum what what) {
  enum { ROOM = 1 << 19, MOST = 1 << 12 };
  bool exchanges = what == WEAK || what == STRONG;
  for (size_t object = 0; object < TEST_COUNT(objects); object++) {
    size_t mark = test_mark();
    struct writer w = {.type = type,
                       .text = test_alloc(ROOM),
                       .room = ROOM,
                       .want = test_alloc(MOST * sizeof(double)),
                       .what = test_alloc(MOST * sizeof *w.what),
                       .most = MOST};
    /* Clang knows no atomic_init of a half. */
    put(&w, "#define INIT %s\n", type->size == 2 ? "atomic_store" : "atomic_init");
    put(&w, "%s#define T %s\nkernel void k(global atomic_%s *g, global T *other, global T *out) {\n", format_with_half,
        what == FLAGS ? type->operand : type->name, type->name);
    declare(&w, &objects[object]);
    for (size_t e = 0; exchanges && e < TEST_COUNT(expecteds); e++)
      declare(&w, &expecteds[e]);
    for (size_t e = 0; exchanges && e < TEST_COUNT(expecteds); e++)
      put_exchanges(&w, expecteds[e].name, what == STRONG);
    if (what == UPDATES)
      put_updates(&w);
    if (what == FLAGS)
      put_flags(&w);
    put(&w, "}\n");
    run(&w, objects[object].name);
    test_release_to(mark);
  }
}

static void updates(void) {
  for (size_t i = 0; i < TEST_COUNT(integers); i++)
    look(&integers[i], UPDATES);
}
static void exchanges(enum what what) {
  for (size_t i = 0; i < TEST_COUNT(integers); i++)
    if (!strcmp(integers[i].name, integers[i].operand))
      look(&integers[i], what);
}
static void weak(void) {
  exchanges(WEAK);
}
static void strong(void) {
  exchanges(STRONG);
}
static void flags(void) {
  look(&(struct type){"flag", "int", 4, NULL}, FLAGS);
}

/* All that cl_ext_float_atomics may report of a type. */
static void of_float(int kind, const char *name, cl_device_info query) {
  const struct type type = {name, name, formats[kind].size, &formats[kind]};
  if (!test_has_extension("cl_ext_float_atomics"))
    test_skip("no atomics of floats");
  cl_bitfield all = 0x70007;
  cl_bitfield has = test_device_ulong(query);
  if ((has & all) != all)
    test_skip("not all atomics of %s", name);
  look(&type, UPDATES);
  if (kind == HALF) /* has no exchanges that compare */
    return;
  look(&type, WEAK);
  look(&type, STRONG);
}
static void floats(void) {
  of_float(FLOAT, "float", 0x4231);
}
static void doubles(void) {
  of_float(DOUBLE, "double", 0x4232);
}
static void halves(void) {
  of_float(HALF, "half", 0x4233);
}

static const struct test_case cases[] = {{"updates", updates}, {"weak", weak},     {"strong", strong},
                                         {"flags", flags},     {"floats", floats}, {"doubles", doubles},
                                         {"halves", halves}};
TEST_MAIN(cases)
