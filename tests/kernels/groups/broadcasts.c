/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Broadcasts of every type: of sub-groups, vectors included, with and without work-items that a branch leaves; of
 * work-groups by one, two and three ids, groups at the grid's ends included. The bits of each number differ, and so do
 * those of a vector's components: what arrives is the named work-item's or fails. */
#include <stdio.h>

#include "tests/kernels/groups/grids.h"

enum { MOST_ITEMS = 300, NUMBERS = 2000, LONGEST = 16 * 8 };

static const struct type {
  const char *name;
  size_t size;
} types[] = {{"int", 4},  {"uint", 4},  {"long", 8},  {"ulong", 8},  {"half", 2},  {"float", 4},
             {"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2}, {"double", 8}};

/* The numbers of each work-item of a grid. No NaN in any type. */
static void fill(unsigned char *numbers, size_t count, size_t element) {
  for (size_t i = 0; i < count * element; i++) {
    bool top = i % element == element - 1;
    numbers[i] = (unsigned char)(top ? 0x20 | (test_hash((uint32_t)i) & 15) : test_hash((uint32_t)i + 9));
  }
}

/* --- Sub-groups. -------------------------------------------------------------------------------------------------- */

struct place {
  cl_uint group, id;
};

enum from { FIRST, LATE, SECOND };
static const struct form {
  const char *name, *call;
  enum from from;
  bool masked; /* has a turn with a third of the work-items left out */
} forms[] = {{"first", "sub_group_broadcast(x, 0)", FIRST, false},
             {"late", "sub_group_broadcast(x, get_sub_group_size() * 3 / 4)", LATE, false},
             {"second", "sub_group_non_uniform_broadcast(x, 1)", SECOND, true}};

static bool takes_part(size_t i, bool masked) {
  return !masked || test_hash((uint32_t)i) % 3 != 0;
}

static const char sub_group_source[] = GRID_PRELUDE
    "uint hash(uint x) {\n"
    "  x = (x ^ (x >> 16)) * 0x7feb352du;\n"
    "  x = (x ^ (x >> 15)) * 0x846ca68bu;\n"
    "  return x ^ (x >> 16);\n"
    "}\n"
    "#define K(NAME, PART, CALL) kernel WIDTH void NAME(global uint2 *places, global const T *in, global T *out, \\\n"
    "                                                   int masked) { \\\n"
    "  places[AT] = (uint2)(get_sub_group_id(), get_sub_group_local_id()); \\\n"
    "  T x = in[AT]; \\\n"
    "  if (PART) \\\n"
    "    out[AT] = CALL; \\\n"
    "}\n";

/* One group's. `element`: bytes that are compared, `stride`: from one work-item's to the next. */
static void check_group(const struct form *form, const char *type, const struct place *places, const char *in,
                        const char *out, size_t first, size_t items, size_t element, size_t stride, bool masked) {
  size_t sizes[MOST_ITEMS] = {0};
  for (size_t i = 0; i < items; i++) {
    CHECK(places[i].group < items);
    sizes[places[i].group]++;
  }
  for (size_t i = 0; i < items; i++) {
    size_t size = sizes[places[i].group], from = form->from == FIRST ? 0 : form->from == SECOND ? 1 : size * 3 / 4;
    if (!takes_part(first + i, masked) || from >= size)
      continue;
    size_t source = 0;
    while (source < items && (places[source].group != places[i].group || places[source].id != from))
      source++;
    CHECK(source < items);
    if (takes_part(first + source, masked) && memcmp(out + i * stride, in + source * stride, element))
      FAIL("%s of %s: work-item %u of %zu in its sub-group has not the value of %zu", form->call, type, places[i].id,
           size, from);
  }
}

static void run_form(cl_kernel kernel, const struct form *form, const char *type, const unsigned char *numbers,
                     size_t element, size_t stride, bool masked) {
  for (size_t g = 0; g < TEST_COUNT(grids); g++) {
    size_t full, groups = grid_groups(&grids[g], &full), mark = test_mark(), shape[3];
    struct test_buffer places = test_buffer(groups * full * 8, TEST_END, CL_MEM_READ_WRITE, 0);
    struct test_buffer in = test_buffer(groups * full * stride, TEST_END, CL_MEM_READ_ONLY, 0);
    struct test_buffer out = test_buffer(groups * full * stride, TEST_END, CL_MEM_READ_WRITE, 0);
    CHECK(groups * full <= NUMBERS && full <= MOST_ITEMS);
    test_buffer_write(&in, numbers);
    SET_ARGS(kernel, ARG_BUFFER(places), ARG_BUFFER(in), ARG_BUFFER(out), ARG_INT(masked));
    test_launch(kernel, 3, NULL, grids[g].global, grids[g].local);
    test_buffer_sync(&places);
    test_buffer_sync(&out);
    for (size_t group = 0; group < groups; group++) {
      size_t first = group * full;
      check_group(form, type, (struct place *)places.data + first, (const char *)numbers + first * stride,
                  (char *)out.data + first * stride, first, grid_group(&grids[g], group, shape), element, stride,
                  masked);
    }
    test_release_to(mark);
  }
}

static void of_sub_groups(int length) {
  if (!test_has_c_feature("__opencl_c_subgroups") || !test_has_extension("cl_khr_subgroup_extended_types") ||
      !test_has_extension("cl_khr_subgroup_ballot"))
    test_skip("no broadcasts of every type");
  static const int widths[] = {0, 4, 8, 16, 32, 64}; /* 0: the device's choice */
  bool has_widths = test_has_extension("cl_intel_required_subgroup_size");
  for (size_t t = 0; t < TEST_COUNT(types); t++) {
    char type[20], options[200], source[4000];
    int width = has_widths ? widths[(t + (size_t)length) % TEST_COUNT(widths)] : 0;
    snprintf(type, sizeof type, length == 1 ? "%s" : "%s%d", types[t].name, length);
    int at = snprintf(options, sizeof options, "-cl-std=CL3.0 -DT=%s ", type);
    snprintf(options + at, sizeof options - (size_t)at,
             width ? "-DWIDTH=__attribute__((intel_reqd_sub_group_size(%d)))" : "-DWIDTH=", width);
    at = snprintf(source, sizeof source, "%s", sub_group_source);
    for (size_t f = 0; f < TEST_COUNT(forms); f++)
      at += snprintf(source + at, sizeof source - (size_t)at, "K(%s, %s, %s)\n", forms[f].name,
                     forms[f].masked ? "!masked || hash((uint)AT) % 3 != 0" : "true", forms[f].call);
    cl_program program = test_build(options, source);
    size_t element = (size_t)length * types[t].size, stride = length == 3 ? 4 * types[t].size : element;
    unsigned char *numbers = test_alloc(NUMBERS * LONGEST);
    fill(numbers, NUMBERS * stride / types[t].size, types[t].size);
    for (size_t f = 0; f < TEST_COUNT(forms); f++)
      for (int masked = 0; masked <= forms[f].masked; masked++)
        run_form(test_kernel(program, forms[f].name), &forms[f], type, numbers, element, stride, masked);
  }
}

static void scalars(void) {
  of_sub_groups(1);
}
static void vectors_of_2(void) {
  of_sub_groups(2);
}
static void vectors_of_3(void) {
  of_sub_groups(3);
}
static void vectors_of_4(void) {
  of_sub_groups(4);
}
static void vectors_of_8(void) {
  of_sub_groups(8);
}
static void vectors_of_16(void) {
  of_sub_groups(16);
}

/* --- Work-groups. ------------------------------------------------------------------------------------------------- */

/* A work-item is named by eighths of its group's sides: groups at the grid's ends are smaller. */
static const char work_group_source[] = GRID_PRELUDE CL(
    kernel void ids_1(global const T *in, global T *out, int x, int y, int z) {
      out[AT] = work_group_broadcast(in[AT], x * get_local_size(0) / 8);
    } kernel void ids_2(global const T *in, global T *out, int x, int y, int z) {
      out[AT] = work_group_broadcast(in[AT], x * get_local_size(0) / 8, y * get_local_size(1) / 8);
    } kernel void ids_3(global const T *in, global T *out, int x, int y, int z) {
      out[AT] =
          work_group_broadcast(in[AT], x * get_local_size(0) / 8, y * get_local_size(1) / 8, z * get_local_size(2) / 8);
    });

static const struct grid odd_grids[] = {{{6, 14, 1}, {3, 7, 1}},    {{33, 5, 1}, {11, 5, 1}}, {{130, 4, 1}, {65, 3, 1}},
                                        {{4, 6, 10}, {4, 3, 5}},    {{13, 5, 3}, {13, 1, 3}}, {{70, 7, 3}, {35, 2, 2}},
                                        {{513, 1, 1}, {171, 1, 1}}, {{19, 1, 1}, {3, 1, 1}}};

static void run_grid(cl_program program, const struct type *type, const struct grid *grid, int ids) {
  static const int named[][3] = {{0, 0, 0}, {7, 7, 7}, {3, 5, 4}, {0, 7, 2}};
  char name[20];
  snprintf(name, sizeof name, "ids_%d", ids);
  cl_kernel kernel = test_kernel(program, name);
  size_t full, groups = grid_groups(grid, &full), mark = test_mark(), shape[3];
  unsigned char *numbers = test_alloc(groups * full * type->size);
  fill(numbers, groups * full, type->size);
  struct test_buffer in = test_buffer(groups * full * type->size, TEST_END, CL_MEM_READ_ONLY, 0);
  struct test_buffer out = test_buffer(groups * full * type->size, TEST_END, CL_MEM_READ_WRITE, 0);
  test_buffer_write(&in, numbers);
  for (size_t n = 0; n < TEST_COUNT(named); n++) {
    SET_ARGS(kernel, ARG_BUFFER(in), ARG_BUFFER(out), ARG_INT(named[n][0]), ARG_INT(named[n][1]), ARG_INT(named[n][2]));
    test_launch(kernel, (cl_uint)ids, NULL, grid->global, grid->local);
    test_buffer_sync(&out);
    for (size_t group = 0; group < groups; group++) {
      size_t items = grid_group(grid, group, shape), id[3] = {0, 0, 0};
      for (int d = 0; d < ids; d++)
        id[d] = (size_t)named[n][d] * shape[d] / 8;
      size_t from = group * full + id[0] + shape[0] * (id[1] + shape[1] * id[2]);
      for (size_t i = group * full; i < group * full + items; i++)
        if (memcmp(out.data + i * type->size, numbers + from * type->size, type->size))
          FAIL("%s, %d ids: work-item %zu in groups of %zux%zux%zu has not the value of %zu", type->name, ids, i,
               grid->local[0], grid->local[1], grid->local[2], from);
    }
  }
  test_release_to(mark);
}

static void of_work_groups(void) {
  if (!test_has_c_feature("__opencl_c_work_group_collective_functions"))
    test_skip("no work-group collectives");
  for (size_t t = 0; t < TEST_COUNT(types); t++) {
    char options[60];
    if (types[t].size < 4 && strcmp(types[t].name, "half"))
      continue;
    snprintf(options, sizeof options, "-cl-std=CL3.0 -DT=%s", types[t].name);
    cl_program program = test_build(options, work_group_source);
    for (size_t g = 0; g < TEST_COUNT(grids) + TEST_COUNT(odd_grids); g++) {
      const struct grid *grid = g < TEST_COUNT(grids) ? &grids[g] : &odd_grids[g - TEST_COUNT(grids)];
      for (int ids = grid->global[2] > 1 ? 3 : grid->global[1] > 1 ? 2 : 1; ids <= 3; ids++)
        run_grid(program, &types[t], grid, ids);
    }
  }
}

static const struct test_case cases[] = {{"scalars", scalars},           {"vectors_of_2", vectors_of_2},
                                         {"vectors_of_3", vectors_of_3}, {"vectors_of_4", vectors_of_4},
                                         {"vectors_of_8", vectors_of_8}, {"vectors_of_16", vectors_of_16},
                                         {"work_groups", of_work_groups}};
TEST_MAIN(cases)
