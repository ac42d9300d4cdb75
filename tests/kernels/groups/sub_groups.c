/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sub-groups: ids and sizes, and every function that combines or exchanges values, over all work-items of each
 * sub-group and over those that a branch leaves, against loops on the host. Kernels note the ids that they see: nothing
 * here knows how work-items are spread over sub-groups, but that lower ids are in the same order. */
#include <limits.h>
#include <math.h>
#include <stdio.h>

#include "tests/kernels/groups/grids.h"

typedef _Float16 half;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

enum { WIDTHS = 6, MOST = 64 };
static const int widths[WIDTHS] = {0, 4, 8, 16, 32, 64}; /* 0: the device's choice */

static void need(const char *extension) {
  if (!test_has_c_feature("__opencl_c_subgroups"))
    test_skip("no sub-groups");
  if (extension && !test_has_extension(extension))
    test_skip("no %s", extension);
}

static bool has_widths(void) {
  return test_has_extension("cl_intel_required_subgroup_size");
}

static cl_program build(int width, const char *more, const char *source) {
  char options[300], *whole = test_alloc(strlen(source) + 100);
  snprintf(options, sizeof options, "-cl-std=CL3.0 %s", more);
  if (width)
    sprintf(whole, "#define WIDTH __attribute__((intel_reqd_sub_group_size(%d)))\n%s", width, source);
  else
    sprintf(whole, "#define WIDTH\n%s", source);
  return test_build(options, whole);
}

/* Where a work-item is: sub-group and id in it. */
struct place {
  cl_uint group, id;
};

/* The work-items of each sub-group of one group, in order of their ids there; returns the number of sub-groups. */
static size_t gather(const struct place *places, size_t items, size_t (*members)[MOST], size_t *counts) {
  size_t groups = 0;
  memset(counts, 0, items * sizeof *counts);
  for (size_t i = 0; i < items; i++) {
    CHECK(places[i].group < items && places[i].id < MOST);
    if (counts[places[i].group] <= places[i].id)
      counts[places[i].group] = places[i].id + 1;
    members[places[i].group][places[i].id] = i;
    if (groups <= places[i].group)
      groups = places[i].group + 1;
  }
  size_t sum = 0;
  for (size_t g = 0; g < groups; g++)
    sum += counts[g];
  CHECK_EQ(sum, items); /* no id is missing or taken twice */
  return groups;
}

static void queries(void) {
  need(NULL);
  for (int w = 0; w < (has_widths() ? WIDTHS : 1); w++) {
    cl_kernel kernel = test_kernel(
        build(widths[w], "",
              GRID_PRELUDE CL(kernel WIDTH void k(global uint2 * places, global uint4 * sizes, global uint * enqueued) {
                places[AT] = (uint2)(get_sub_group_id(), get_sub_group_local_id());
                sizes[AT] = (uint4)(get_sub_group_size(), get_num_sub_groups(), get_max_sub_group_size(),
                                    (uint)sub_group_any(1));
                enqueued[AT] = get_enqueued_num_sub_groups();
              })),
        "k");
    for (size_t g = 0; g < TEST_COUNT(grids); g++) {
      size_t full, groups = grid_groups(&grids[g], &full), mark = test_mark(), size[3];
      struct test_buffer places = test_buffer(groups * full * 8, TEST_END, CL_MEM_READ_WRITE, 0);
      struct test_buffer sizes = test_buffer(groups * full * 16, TEST_END, CL_MEM_READ_WRITE, 0);
      struct test_buffer enqueued = test_buffer(groups * full * 4, TEST_END, CL_MEM_READ_WRITE, 0);
      SET_ARGS(kernel, ARG_BUFFER(places), ARG_BUFFER(sizes), ARG_BUFFER(enqueued));
      test_launch(kernel, 3, NULL, grids[g].global, grids[g].local);
      test_buffer_sync(&places);
      test_buffer_sync(&sizes);
      test_buffer_sync(&enqueued);
      size_t dims = sizeof grids[g].local, count = 0, widest = 0;
      CHECK_CL(clGetKernelSubGroupInfo(kernel, test.device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, dims, grids[g].local,
                                       sizeof count, &count, NULL));
      CHECK_CL(clGetKernelSubGroupInfo(kernel, test.device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, dims,
                                       grids[g].local, sizeof widest, &widest, NULL));
      if (widths[w])
        CHECK_EQ(widest, widths[w]);
      for (size_t group = 0; group < groups; group++) {
        size_t items = grid_group(&grids[g], group, size), at = group * full, counts[300];
        static size_t members[300][MOST];
        size_t sub_groups = gather((struct place *)places.data + at, items, members, counts);
        if (items == full)
          CHECK_EQ(sub_groups, count);
        for (size_t i = at; i < at + items; i++) {
          const cl_uint *s = (cl_uint *)sizes.data + 4 * i;
          size_t mine = ((struct place *)places.data)[i].group;
          CHECK_EQ(s[0], counts[mine]);
          CHECK_EQ(s[0] < widest, mine == sub_groups - 1 && items % widest);
          CHECK_EQ(s[1], sub_groups);
          CHECK_EQ(s[2], widest);
          CHECK_EQ(((cl_uint *)enqueued.data)[i], count);
        }
      }
      test_release_to(mark);
    }
  }
}

/* Runs `kernel` (places, in, out, masked) on the grids; calls `check` for each sub-group with the numbers of its active
 * work-items and what each got. `masked`: only work-items with a bit set in their number take part. */
struct lanes {
  size_t count;          /* active */
  size_t id[MOST];       /* in the sub-group */
  const void *in[MOST];  /* what they gave */
  const void *out[MOST]; /* what they got */
  size_t width;
};
static void run(cl_kernel kernel, size_t in_size, size_t out_size, const void *numbers, bool masked,
                void (*check)(const struct lanes *, const void *), const void *data) {
  for (size_t g = 0; g < TEST_COUNT(grids); g++) {
    size_t full, groups = grid_groups(&grids[g], &full), mark = test_mark(), size[3], widest = 0;
    struct test_buffer places = test_buffer(groups * full * 8, TEST_END, CL_MEM_READ_WRITE, 0);
    struct test_buffer in = test_buffer(groups * full * in_size, TEST_END, CL_MEM_READ_ONLY, 0);
    struct test_buffer out = test_buffer(groups * full * out_size, TEST_END, CL_MEM_READ_WRITE, 0);
    test_buffer_write(&in, numbers);
    SET_ARGS(kernel, ARG_BUFFER(places), ARG_BUFFER(in), ARG_BUFFER(out), ARG_INT(masked));
    test_launch(kernel, 3, NULL, grids[g].global, grids[g].local);
    test_buffer_sync(&places);
    test_buffer_sync(&out);
    CHECK_CL(clGetKernelSubGroupInfo(kernel, test.device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                                     sizeof grids[g].local, grids[g].local, sizeof widest, &widest, NULL));
    for (size_t group = 0; group < groups; group++) {
      size_t items = grid_group(&grids[g], group, size), at = group * full, counts[300];
      static size_t members[300][MOST];
      size_t sub_groups = gather((struct place *)places.data + at, items, members, counts);
      for (size_t s = 0; s < sub_groups; s++) {
        struct lanes lanes = {.width = widest};
        for (size_t id = 0; id < counts[s]; id++) {
          size_t i = at + members[s][id];
          if (masked && test_hash((uint32_t)i) % 3 == 0)
            continue;
          lanes.id[lanes.count] = id;
          lanes.in[lanes.count] = (char *)numbers + i * in_size;
          lanes.out[lanes.count++] = (char *)out.data + i * out_size;
        }
        if (lanes.count)
          check(&lanes, data);
      }
    }
    test_release_to(mark);
  }
}

enum { NUMBERS = 2000 }; /* enough for each grid */

/* The kernels' side of run(). ALL: without a branch, so that the compiler sees that all work-items come along. */
#define RUN_PRELUDE                                                                                                    \
  GRID_PRELUDE                                                                                                         \
  "uint hash(uint x) {\n"                                                                                              \
  "  x = (x ^ (x >> 16)) * 0x7feb352du;\n"                                                                             \
  "  x = (x ^ (x >> 15)) * 0x846ca68bu;\n"                                                                             \
  "  return x ^ (x >> 16);\n"                                                                                          \
  "}\n"                                                                                                                \
  "#define K(NAME, IN, OUT, ...) kernel WIDTH void NAME(global uint2 *places, global const IN *in, global OUT "        \
  "*out,\\\n"                                                                                                          \
  "                                                     int masked) {\\\n"                                             \
  "  places[AT] = (uint2)(get_sub_group_id(), get_sub_group_local_id());\\\n"                                          \
  "  IN x = in[AT];\\\n"                                                                                               \
  "  uint id = get_sub_group_local_id();\\\n"                                                                          \
  "  if (TAKES_PART)\\\n"                                                                                              \
  "    out[AT] = __VA_ARGS__;\\\n"                                                                                     \
  "}\n"                                                                                                                \
  "#define TAKES_PART (!masked || hash((uint)AT) % 3 != 0)\n"

#define RUN_ALL "#undef TAKES_PART\n#define TAKES_PART true\n"

enum form { REDUCE, INCLUSIVE, EXCLUSIVE, CLUSTERED };
enum op { ADD, MIN, MAX, MUL, AND, OR, XOR, OPS };
static const char *const op_names[] = {"add", "min", "max", "mul", "and", "or", "xor"};
struct arithmetic {
  enum form form;
  enum op op;
  bool logical;
  size_t results; /* of each work-item: of CLUSTERED those of clusters of 1, 2, 4 and so on */
};

/* The largest cluster that sub-groups of `width` have; every device's own choice is 4 at least. */
static size_t largest_cluster(int width) {
  return width ? (size_t)width : 4;
}

#define INTEGER_COMBINE(A)                                                                                             \
  static A combine_##A(enum op op, A a, A b) {                                                                         \
    switch (op) {                                                                                                      \
    case ADD:                                                                                                          \
      return (A)((uint64_t)a + (uint64_t)b);                                                                           \
    case MUL:                                                                                                          \
      return (A)((uint64_t)a * (uint64_t)b);                                                                           \
    case MIN:                                                                                                          \
      return a < b ? a : b;                                                                                            \
    case MAX:                                                                                                          \
      return a > b ? a : b;                                                                                            \
    case AND:                                                                                                          \
      return a & b;                                                                                                    \
    case OR:                                                                                                           \
      return a | b;                                                                                                    \
    default:                                                                                                           \
      return a ^ b;                                                                                                    \
    }                                                                                                                  \
  }
INTEGER_COMBINE(int64_t)
INTEGER_COMBINE(uint64_t)
static double combine_double(enum op op, double a, double b) {
  return op == ADD ? a + b : op == MUL ? a * b : op == MIN ? fmin(a, b) : fmax(a, b);
}

/* A: the host's type to compute in. Numbers are small, so that no order of operations matters and ulong fits. */
#define ARITHMETIC(T, A, LOWEST, HIGHEST, INTEGER, MAKE)                                                               \
  static void check_##T(const struct lanes *lanes, const void *data) {                                                 \
    const struct arithmetic *a = data;                                                                                 \
    A none[OPS] = {0, (A)HIGHEST, (A)LOWEST, 1, a->logical ? (A)1 : (A) - 1, 0, 0};                                    \
    for (size_t n = 0; n < a->results * lanes->count; n++) {                                                           \
      size_t i = n / a->results, r = n % a->results;                                                                   \
      A sum = none[a->op];                                                                                             \
      for (size_t j = 0; j < lanes->count; j++) {                                                                      \
        if (a->form == INCLUSIVE   ? j > i                                                                             \
            : a->form == EXCLUSIVE ? j >= i                                                                            \
                                   : a->form == CLUSTERED && lanes->id[i] >> r != lanes->id[j] >> r)                   \
          continue;                                                                                                    \
        T x = *(const T *)lanes->in[j];                                                                                \
        sum = combine_##A(a->op, sum, a->logical ? (A)(x != 0) : (A)x);                                                \
      }                                                                                                                \
      T got = ((const T *)lanes->out[i])[r];                                                                           \
      if (got != (T)sum)                                                                                               \
        FAIL(#T " %s, form %d: work-item %zu of %zu that take part has %g, not %g as result %zu", op_names[a->op],     \
             a->form, i, lanes->count, (double)got, (double)(T)sum, r);                                                \
    }                                                                                                                  \
  }                                                                                                                    \
  static void arithmetic_##T(void) {                                                                                   \
    T numbers[NUMBERS];                                                                                                \
    for (size_t i = 0; i < NUMBERS; i++) {                                                                             \
      int r = (int)(test_hash((uint32_t)i + 5) % 7);                                                                   \
      numbers[i] = MAKE;                                                                                               \
    }                                                                                                                  \
    arithmetic(#T, sizeof(T), INTEGER, numbers, check_##T);                                                            \
  }

static void arithmetic(const char *type, size_t size, bool integer, const void *numbers,
                       void (*check)(const struct lanes *, const void *)) {
  need("cl_khr_subgroup_non_uniform_arithmetic");
  need("cl_khr_subgroup_clustered_reduce");
  need("cl_khr_subgroup_extended_types");
  static const char *const forms[] = {"reduce", "scan_inclusive", "scan_exclusive"};
  /* Every width in turn, and another one for each type's next operation. */
  static int turn;
  for (int op = 0; op < (integer ? OPS : MUL + 1); op++)
    for (int logical = 0; logical <= (op >= AND && strcmp(type, "int") == 0); logical++) {
      char options[100], source[8000], name[20];
      int width = has_widths() ? widths[turn++ % WIDTHS] : 0;
      const char *middle = logical ? "logical_" : "";
      snprintf(options, sizeof options, "-DT=%s -DVEC8=%s8", type, type);
      int at = snprintf(source, sizeof source, "%s", RUN_PRELUDE);
      for (int form = 0; form < CLUSTERED; form++) {
        at += snprintf(source + at, sizeof source - (size_t)at, "K(any_%d, T, T, sub_group_non_uniform_%s_%s%s(x))\n",
                       form, forms[form], middle, op_names[op]);
      }
      size_t clusters = 0;
      at += snprintf(source + at, sizeof source - (size_t)at, "K(clusters, T, VEC8, (VEC8)(");
      for (size_t n = 1; n <= largest_cluster(width); n *= 2, clusters++)
        at += snprintf(source + at, sizeof source - (size_t)at, "sub_group_clustered_reduce_%s%s(x, %zu), ", middle,
                       op_names[op], n);
      for (size_t n = clusters; n < 8; n++)
        at += snprintf(source + at, sizeof source - (size_t)at, n < 7 ? "x, " : "x))\n");
      at += snprintf(source + at, sizeof source - (size_t)at, RUN_ALL);
      for (int form = 0; form < CLUSTERED && op <= MAX; form++)
        at += snprintf(source + at, sizeof source - (size_t)at, "K(all_%d, T, T, sub_group_%s_%s(x))\n", form,
                       forms[form], op_names[op]);
      cl_program program = build(width, options, source);
      for (int masked = 0; masked < 2; masked++) {
        for (int form = 0; form < CLUSTERED; form++) {
          const struct arithmetic what = {(enum form)form, (enum op)op, logical, 1};
          snprintf(name, sizeof name, "any_%d", form);
          run(test_kernel(program, name), size, size, numbers, masked, check, &what);
          if (masked || op > MAX)
            continue;
          snprintf(name, sizeof name, "all_%d", form);
          run(test_kernel(program, name), size, size, numbers, masked, check, &what);
        }
        const struct arithmetic what = {CLUSTERED, (enum op)op, logical, clusters};
        run(test_kernel(program, "clusters"), size, 8 * size, numbers, masked, check, &what);
      }
    }
}

#define SIGNS ((r == 6 && i % 16 == 3 ? 2 : 1) * (r % 2 ? 1 : -1))
ARITHMETIC(char, int64_t, CHAR_MIN, CHAR_MAX, true, (char)(r * 37))
ARITHMETIC(uchar, int64_t, 0, UCHAR_MAX, true, (uchar)(r * 37 + 1))
ARITHMETIC(short, int64_t, SHRT_MIN, SHRT_MAX, true, (short)(r * 9001))
ARITHMETIC(ushort, int64_t, 0, USHRT_MAX, true, (ushort)(r * 9001 + 1))
ARITHMETIC(int, int64_t, INT_MIN, INT_MAX, true, r * 300000007)
ARITHMETIC(uint, int64_t, 0, UINT_MAX, true, (uint)r * 600000007u + 1)
ARITHMETIC(long, int64_t, LONG_MIN, LONG_MAX, true, r % 3 ? r * 1300000000000000007l : 0)
ARITHMETIC(ulong, uint64_t, 0, ULONG_MAX, true, (ulong)r * 1300000000000000007ul)
ARITHMETIC(half, double, -INFINITY, INFINITY, false, (half)SIGNS)
ARITHMETIC(float, double, -INFINITY, INFINITY, false, (float)SIGNS)
ARITHMETIC(double, double, -INFINITY, INFINITY, false, SIGNS)

/* Exchanges of numbers that are all different, of each size. */
struct exchange {
  const char *name, *call;
  int kind, cluster, by; /* clusters, and how far they are turned */
};
enum { BROADCAST, SHUFFLE, SHUFFLE_XOR, UP, DOWN, ROTATE, CLUSTERED_ROTATE, FIRST_ONE, VECTOR };
static const struct exchange exchanges[] = {
    {"broadcast", "sub_group_non_uniform_broadcast(x, 1)", BROADCAST, 1, 0},
    {"shuffle", "sub_group_shuffle(x, (3 * id + 1) % get_max_sub_group_size())", SHUFFLE, 1, 0},
    {"shuffle_xor", "sub_group_shuffle_xor(x, 3)", SHUFFLE_XOR, 1, 0},
    {"up", "sub_group_shuffle_up(x, 2)", UP, 1, 0},
    {"down", "sub_group_shuffle_down(x, 1)", DOWN, 1, 0},
    {"rotate", "sub_group_rotate(x, -3)", ROTATE, 1, 0},
#define ROTATED(n, by) {"clusters_" #n, "sub_group_clustered_rotate(x, " #by ", " #n ")", CLUSTERED_ROTATE, n, by}
    ROTATED(1, 3),
    ROTATED(2, 1),
    ROTATED(4, 3),
    ROTATED(8, -3),
    ROTATED(16, 21),
    ROTATED(32, -13),
    ROTATED(64, 37),
    {"first", "sub_group_broadcast_first(x)", FIRST_ONE, 1, 0},
    {"vector", "sub_group_non_uniform_broadcast((VEC3)(x, 0, x), 1).s2", VECTOR, 1, 0},
};

static size_t source_of(const struct exchange *e, size_t id, size_t first, size_t width) {
  switch (e->kind) {
  case SHUFFLE:
    return (3 * id + 1) % width;
  case SHUFFLE_XOR:
    return id ^ 3;
  case UP:
    return id - 2;
  case DOWN:
    return id + 1;
  case ROTATE:
    return (id + width - 3) % width;
  case CLUSTERED_ROTATE:
    return id / (size_t)e->cluster * (size_t)e->cluster + (id + (size_t)(e->by + 1024)) % (size_t)e->cluster;
  case FIRST_ONE:
    return first;
  default:
    return 1;
  }
}

static size_t exchange_bytes;
static void check_exchange(const struct lanes *lanes, const void *data) {
  const struct exchange *e = data;
  for (size_t i = 0; i < lanes->count; i++) {
    size_t from = source_of(e, lanes->id[i], lanes->id[0], lanes->width);
    for (size_t j = 0; j < lanes->count; j++) /* what others give who take no part is undefined */
      if (lanes->id[j] == from && memcmp(lanes->out[i], lanes->in[j], exchange_bytes))
        FAIL("%s: work-item %zu has not the value of %zu", e->name, lanes->id[i], from);
  }
}

static void exchange(void) {
  need("cl_khr_subgroup_ballot");
  need("cl_khr_subgroup_shuffle");
  need("cl_khr_subgroup_shuffle_relative");
  need("cl_khr_subgroup_rotate");
  static const struct {
    const char *type;
    size_t size;
  } types[] = {{"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2}, {"half", 2},  {"int", 4},
               {"uint", 4}, {"float", 4}, {"long", 8},  {"ulong", 8},  {"double", 8}};
  for (size_t t = 0; t < TEST_COUNT(types); t++) {
    char options[100], source[8000];
    int width = has_widths() ? widths[t % WIDTHS] : 0;
    snprintf(options, sizeof options, "-DT=%s -DVEC3=%s3", types[t].type, types[t].type);
    int at = snprintf(source, sizeof source, "%s", RUN_PRELUDE);
    for (size_t e = 0; e < TEST_COUNT(exchanges); e++)
      if (exchanges[e].cluster <= (int)largest_cluster(width))
        at += snprintf(source + at, sizeof source - (size_t)at, "K(%s, T, T, %s)\n", exchanges[e].name,
                       exchanges[e].call);
    cl_program program = build(width, options, source);
    /* No NaN: small numbers of the type, then bits that differ. */
    unsigned char *numbers = test_alloc(NUMBERS * types[t].size);
    for (size_t i = 0; i < NUMBERS; i++)
      for (size_t b = 0; b < types[t].size; b++)
        numbers[i * types[t].size + b] =
            (unsigned char)((b + 1 == types[t].size ? 0x20 : 0) + (b == 0 ? i % 251 % 90 : 0) +
                            (b == 1 && types[t].size > 2 ? i / 90 : 0));
    exchange_bytes = types[t].size;
    for (size_t e = 0; e < TEST_COUNT(exchanges); e++)
      for (int masked = 0; masked < 2 && exchanges[e].cluster <= (int)largest_cluster(width); masked++)
        run(test_kernel(program, exchanges[e].name), types[t].size, types[t].size, numbers, masked, check_exchange,
            &exchanges[e]);
  }
}

/* Votes and ballots: out is (all, any, all equal, elect) and the ballot's bits. */
static void check_votes(const struct lanes *lanes, const void *data) {
  cl_ulong bits = 0;
  bool equal = true;
  for (size_t i = 0; i < lanes->count; i++) {
    bits |= (cl_ulong)(*(const cl_int *)lanes->in[i] != 0) << lanes->id[i];
    equal &= *(const cl_int *)lanes->in[i] == *(const cl_int *)lanes->in[0];
  }
  cl_ulong whole = lanes->width == 64 ? ~(cl_ulong)0 : ((cl_ulong)1 << lanes->width) - 1;
  for (size_t i = 0; i < lanes->count; i++) {
    const cl_uint *got = lanes->out[i];
    size_t id = lanes->id[i];
    cl_ulong le = ~(cl_ulong)0 >> (63 - id), lt = le >> 1;
    CHECK_EQ(got[0], (size_t)__builtin_popcountll(bits) == lanes->count);
    CHECK_EQ(got[1], bits != 0);
    CHECK_EQ(got[2], equal);
    CHECK_EQ(got[3], i == 0);
    CHECK_EQ(got[4], (cl_uint)bits);
    CHECK_EQ(got[5], bits >> 32);
    CHECK_EQ(got[6], bits >> id & 1);
    CHECK_EQ(got[7], __builtin_popcountll(bits & le) | __builtin_popcountll(bits & lt) << 8 |
                         __builtin_popcountll(bits) << 16 | (bits >> 3 & 1) << 24);
    CHECK_EQ(got[8], bits ? __builtin_ctzll(bits) | (63 - __builtin_clzll(bits)) << 8 : 0);
    cl_ulong masks[] = {(cl_ulong)1 << id, whole & ~lt, whole & ~le, le, lt};
    for (int m = 0; m < 5; m++)
      CHECK_EQ(got[9 + m], (cl_uint)(masks[m] ^ masks[m] >> 32));
  }
}

static void votes(void) {
  need("cl_khr_subgroup_ballot");
  need("cl_khr_subgroup_non_uniform_vote");
  const char *source = RUN_PRELUDE CL(
      uint fold(uint4 m) { return (m.x ^ m.y) + m.z + m.w; } uint16 votes(int x) {
        uint4 b = sub_group_ballot(x);
        bool any = sub_group_ballot_bit_count(b) != 0;
        return (uint16)(sub_group_non_uniform_all(x) != 0, sub_group_non_uniform_any(x) != 0,
                        sub_group_non_uniform_all_equal(x) != 0, sub_group_elect() != 0, b.x, b.y + b.z + b.w,
                        sub_group_inverse_ballot(b),
                        sub_group_ballot_inclusive_scan(b) | sub_group_ballot_exclusive_scan(b) << 8 |
                            sub_group_ballot_bit_count(b) << 16 | sub_group_ballot_bit_extract(b, 3) << 24,
                        any ? sub_group_ballot_find_lsb(b) | sub_group_ballot_find_msb(b) << 8 : 0,
                        fold(get_sub_group_eq_mask()), fold(get_sub_group_ge_mask()), fold(get_sub_group_gt_mask()),
                        fold(get_sub_group_le_mask()), fold(get_sub_group_lt_mask()), 0, 0);
      }) "K(k, int, uint16, votes(x))\n" RUN_ALL "K(all, int, uint16, votes(x))\n";
  for (int w = 0; w < (has_widths() ? WIDTHS : 1); w++) {
    cl_program program = build(widths[w], "", source);
    cl_kernel all = test_kernel(program, "all"), kernel = test_kernel(program, "k");
    for (int rate = 0; rate < 4; rate++) {
      cl_int numbers[NUMBERS];
      for (size_t i = 0; i < NUMBERS; i++)
        numbers[i] = rate == 3 ? 7 : rate == 0 ? 0 : test_hash((uint32_t)i + 3) % 8 < (rate == 1 ? 4 : 1) ? 0 : 1 << 24;
      for (int masked = 0; masked < 2; masked++)
        run(masked ? kernel : all, 4, 64, numbers, masked, check_votes, NULL);
    }
  }
}

/* What every work-item of a sub-group comes to: a bit of all, of any. */
static void check_both_votes(const struct lanes *lanes, const void *data) {
  bool all = true, any = false;
  for (size_t i = 0; i < lanes->count; i++) {
    all &= *(const cl_int *)lanes->in[i] != 0;
    any |= *(const cl_int *)lanes->in[i] != 0;
  }
  for (size_t i = 0; i < lanes->count; i++)
    CHECK_EQ(*(const cl_uint *)lanes->out[i], (cl_uint)all | (cl_uint)any << 1);
}

static void all_and_any(void) {
  const char *source =
      RUN_PRELUDE RUN_ALL "K(all, int, uint, (sub_group_all(x) != 0) | (sub_group_any(x) != 0) << 1)\n";
  for (int w = 0; w < (has_widths() ? WIDTHS : 1); w++) {
    cl_kernel all = test_kernel(build(widths[w], "", source), "all");
    /* Of so many numbers one differs: none, one of a few sub-groups, one of most, all. */
    static const uint32_t rates[] = {0, 40, 3, 1};
    for (size_t rate = 0; rate < TEST_COUNT(rates); rate++)
      for (int most = 0; most < 2; most++) {
        cl_int numbers[NUMBERS];
        for (size_t i = 0; i < NUMBERS; i++)
          numbers[i] = (rates[rate] && test_hash((uint32_t)i + 5) % rates[rate] == 0) != most ? 1 << 30 : 0;
        run(all, 4, 4, numbers, false, check_both_votes, NULL);
      }
  }
}

static void refused_width(void) {
  if (!has_widths() || !test.is_weft)
    test_skip("no required sizes");
  const char *log;
  CHECK(!test_try_build("", "__attribute__((intel_reqd_sub_group_size(12))) kernel void k(global int *x) { *x = 1; }",
                        &log));
  CHECK(strstr(log, "requires sub-groups of 12") != NULL);
}

static const struct test_case cases[] = {
    {"queries", queries},          {"char", arithmetic_char},
    {"uchar", arithmetic_uchar},   {"short", arithmetic_short},
    {"ushort", arithmetic_ushort}, {"int", arithmetic_int},
    {"uint", arithmetic_uint},     {"long", arithmetic_long},
    {"ulong", arithmetic_ulong},   {"half", arithmetic_half},
    {"float", arithmetic_float},   {"double", arithmetic_double},
    {"exchange", exchange},        {"votes", votes},
    {"all_and_any", all_and_any},  {"refused_width", refused_width},
};
TEST_MAIN(cases)
