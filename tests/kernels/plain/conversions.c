/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * convert_<type><n>[_sat][_<mode>] between all types, scalars and vectors, optimised and not. References: numbers of a
 * floating-point type found by search among its encodings, integers by the host's exact functions of long double,
 * which holds every value of every type.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"
#include "tests/kernels/plain/formats.h"

_Static_assert(sizeof(long double) > 8, "long double holds 64 bits of an integer");

enum { ITEMS = 32, COUNT = ITEMS * 16, MODES = 5 };
static const int vectors[] = {2, 3, 4, 8, 16};
static const char *const modes[MODES] = {"", "_rte", "_rtz", "_rtp", "_rtn"};
static const char *const builds[] = {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable"};

struct kind {
  const char *name;
  size_t size;
  int fraction; /* bits of a floating-point number's, 0: integer */
  bool is_signed;
};
static const struct kind kinds[] = {{"char", 1, 0, true},    {"uchar", 1, 0, false}, {"short", 2, 0, true},
                                    {"ushort", 2, 0, false}, {"int", 4, 0, true},    {"uint", 4, 0, false},
                                    {"long", 8, 0, true},    {"ulong", 8, 0, false}, {"half", 2, 10, true},
                                    {"float", 4, 23, true},  {"double", 8, 52, true}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static bool is_there(const struct kind *kind) {
  for (const struct format *format = formats; format < formats + FORMATS; format++)
    if (!strcmp(format->name, kind->name))
      return format_is_there(format);
  return true;
}

static long double lowest(const struct kind *kind) {
  return kind->is_signed ? -ldexpl(1, (int)kind->size * 8 - 1) : 0;
}
static long double highest(const struct kind *kind) {
  return ldexpl(1, (int)kind->size * 8 - kind->is_signed) - 1;
}

/* The value of an encoding. */
static long double value_of(const struct kind *kind, cl_ulong bits) {
  int width = (int)kind->size * 8;
  if (!kind->fraction)
    return kind->is_signed ? (long double)((cl_long)(bits << (64 - width)) >> (64 - width)) : (long double)bits;
  cl_ulong part = bits & (((cl_ulong)1 << kind->fraction) - 1), top = (1ull << (width - 1 - kind->fraction)) - 1;
  cl_ulong exponent = bits >> kind->fraction & top;
  int least = 1 - (int)(top >> 1) - kind->fraction; /* the exponent of the smallest number */
  long double x = exponent == top ? (part ? (long double)NAN : (long double)INFINITY)
                  : exponent ? ldexpl((long double)(part | (cl_ulong)1 << kind->fraction), least + (int)exponent - 1)
                             : ldexpl((long double)part, least);
  return bits >> (width - 1) ? -x : x;
}

/* The encoding that x has after rounding. Magnitudes of floating-point numbers grow with their encodings. */
static cl_ulong encoded(const struct kind *kind, long double x, char mode) {
  int width = (int)kind->size * 8;
  cl_ulong sign = signbit(x) ? (cl_ulong)1 << (width - 1) : 0;
  cl_ulong infinity = (((cl_ulong)1 << (width - 1 - kind->fraction)) - 1) << kind->fraction;
  cl_ulong low = 0, high = infinity;
  long double magnitude = fabsl(x);
  if (isnan(x))
    return infinity | 1;
  if (isinf(x))
    return sign | infinity;
  while (high - low > 1) { /* low <= |x| < high, but for infinity */
    cl_ulong middle = (low + high) / 2;
    if (value_of(kind, middle) <= magnitude)
      low = middle;
    else
      high = middle;
  }
  long double under = value_of(kind, low), over;
  if (under == magnitude)
    return sign | low;
  over = low + 1 == infinity ? 2 * value_of(kind, infinity - ((cl_ulong)1 << kind->fraction)) : value_of(kind, low + 1);
  bool up = mode == 'p'   ? !sign
            : mode == 'n' ? sign != 0
            : mode == 'z'
                ? false
                : magnitude - under > over - magnitude || (magnitude - under == over - magnitude && (low & 1));
  return sign | (low + up);
}

static long double integral(long double x, char mode) {
  return mode == 'p' ? ceill(x) : mode == 'n' ? floorl(x) : mode == 'e' ? rintl(x) : truncl(x);
}

/* Whether `got` is what x may become; without a mode, integers are cut and floating-point numbers rounded to the
 * nearest. What does not fit into an integer is open; Weft saturates it and makes 0 of NaN, as it is with _sat. */
static bool is_right(const struct kind *to, const struct kind *from, bool saturated, char mode, cl_ulong source,
                     cl_ulong got) {
  long double x = value_of(from, source);
  cl_ulong all = ~(cl_ulong)0 >> (64 - 8 * to->size);
  if (to->fraction) {
    long double value = value_of(to, got);
    return isnan(x) ? isnan(value) : got == encoded(to, x, mode == ' ' ? 'e' : mode);
  }
  if (!from->fraction && !saturated) /* by the language's rule: modulo */
    return got == ((x < 0 ? (cl_ulong)(cl_long)x : (cl_ulong)x) & all);
  long double want = isnan(x) ? 0 : integral(x, mode);
  if (!saturated && !test.is_weft && (isnan(x) || want < lowest(to) || want > highest(to)))
    return true;
  want = want < lowest(to) ? lowest(to) : want > highest(to) ? highest(to) : want;
  return value_of(to, got) == want;
}

/* Encodings of a type: around limits of types, powers of two, halves and what lies between two of them. */
static cl_ulong number(const struct kind *kind, uint32_t seed) {
  uint32_t pick = test_hash(seed), second = test_hash(seed + 77777);
  cl_ulong any = (cl_ulong)pick << 32 | second, all = ~(cl_ulong)0 >> (64 - 8 * kind->size);
  static const double turns[] = {0.5,   1.5,   2.5,   127,    128,    255,    2048,  32767,
                                 65504, 65520, 65536, 0x1p24, 0x1p31, 0x1p32, 0x1p53};
  long double x;
  if (pick % 5 == 0)
    return any & all;
  if (!kind->fraction && pick % 5 == 1)
    return any >> (second % 64) & all;
  if (pick % 5 == 2) { /* a half or the middle behind it, or a little beside */
    unsigned half = second % 0x7c00;
    long double next = half + 1 == 0x7c00 ? 65536 : half_value(half + 1);
    x = pick & 64 ? half_value(half) : (half_value(half) + next) / 2;
    x += (int)(pick >> 8) % 3 * x * ldexpl(1, -(int)(pick >> 16) % 40 - 10);
  } else if (pick % 5 == 3) {
    x = turns[second % TEST_COUNT(turns)] + (int)(pick >> 8 & 7) / 4.0L - 1;
  } else {
    x = ldexpl(1, (int)(second % 64)) + (int)(pick >> 8 & 15) / 4.0L - 2;
  }
  x = pick >> 31 ? -x : x;
  if (kind->fraction)
    return encoded(kind, x, 'e');
  x = truncl(x < lowest(kind) ? lowest(kind) : x > highest(kind) ? highest(kind) : x);
  return (x < 0 ? (cl_ulong)(cl_long)x : (cl_ulong)x) & all;
}

/* Two kernels for each source type, of scalars and of vectors of one width: all modes, then all with _sat. Groups of
 * vectors are small, so that the compiler does not widen them further. */
enum { GROUP = 4 };
static int forms_of(const struct kind *to) {
  return to->fraction ? MODES : 2 * MODES;
}
static int width_of(size_t to, size_t from) {
  return vectors[(to + 2 * from) % TEST_COUNT(vectors)];
}
static void write_kernels(char **at, size_t to, size_t from) {
  const char *d = kinds[to].name, *s = kinds[from].name;
  int n = width_of(to, from);
  *at += sprintf(*at,
                 "kernel void scalars_of_%1$s(global %2$s *o, global const %1$s *in) {\n"
                 "  size_t i = get_global_id(0), n = get_global_size(0);\n  %1$s x = in[i];\n",
                 s, d);
  for (int f = 0; f < forms_of(&kinds[to]); f++)
    *at += sprintf(*at, "  o[i] = convert_%s%s%s(x);  o += n;\n", d, f >= MODES ? "_sat" : "", modes[f % MODES]);
  *at +=
      sprintf(*at,
              "}\nkernel __attribute__((reqd_work_group_size(%1$d, 1, 1))) void vectors_of_%2$s(global %3$s *o, global "
              "const %2$s *in) {\n  size_t i = get_global_id(0), n = get_global_size(0);\n  %2$s%4$d x = "
              "vload%4$d(i, in);\n",
              GROUP, s, d, n);
  for (int f = 0; f < forms_of(&kinds[to]); f++)
    *at += sprintf(*at, "  vstore%1$d(convert_%2$s%1$d%3$s%4$s(x), i, o);  o += n * %1$d;\n", n, d,
                   f >= MODES ? "_sat" : "", modes[f % MODES]);
  *at += sprintf(*at, "}\n");
}

static void conversions_of(cl_program program, const char *build, size_t to, size_t from, bool of_vectors) {
  const struct kind *s = &kinds[from], *d = &kinds[to];
  size_t n = of_vectors ? (size_t)width_of(to, from) : 1, items = COUNT / n / GROUP * GROUP, step = items * n;
  char name[32];
  cl_ulong in[COUNT];
  struct test_buffer read = test_buffer(step * s->size, TEST_END, CL_MEM_READ_ONLY, 0);
  struct test_buffer out = test_buffer((size_t)forms_of(d) * step * d->size, TEST_END, CL_MEM_READ_WRITE, 9);
  unsigned char *bytes = test_alloc(step * s->size);
  for (size_t i = 0; i < step; i++) {
    in[i] = number(s, (uint32_t)(i + COUNT * (to + KINDS * (from + KINDS * of_vectors))));
    memcpy(bytes + i * s->size, &in[i], s->size);
  }
  test_buffer_write(&read, bytes);
  snprintf(name, sizeof name, "%s_of_%s", of_vectors ? "vectors" : "scalars", s->name);
  LAUNCH(test_kernel(program, name), items, GROUP, ARG_BUFFER(out), ARG_BUFFER(read));
  test_buffer_sync(&out);
  for (size_t f = 0; f < (size_t)forms_of(d); f++)
    for (size_t i = 0; i < step; i++) {
      const char *mode = modes[f % MODES];
      bool saturated = f >= MODES;
      cl_ulong got = 0;
      memcpy(&got, out.data + (f * step + i) * d->size, d->size);
      if (!is_right(d, s, saturated, *mode ? mode[3] : ' ', in[i], got))
        FAIL("convert_%s%.0d%s%s of %s %#llx (%Lg), '%s': %#llx (%Lg)", d->name, of_vectors ? (int)n : 0,
             saturated ? "_sat" : "", mode, s->name, (unsigned long long)in[i], value_of(s, in[i]), build,
             (unsigned long long)got, value_of(d, got));
    }
}

static void conversions_to(size_t to) {
  if (!is_there(&kinds[to]))
    test_skip("no %s", kinds[to].name);
  char *source = test_alloc(1 << 17), *at = source + sprintf(source, "%s", format_with_half);
  for (size_t from = 0; from < KINDS; from++)
    if (is_there(&kinds[from]))
      write_kernels(&at, to, from);
  for (size_t b = 0; b < TEST_COUNT(builds); b++) {
    cl_program program = test_build(builds[b], source);
    for (size_t from = 0; from < KINDS; from++)
      for (int of_vectors = 0; of_vectors < 2 && is_there(&kinds[from]); of_vectors++) {
        size_t mark = test_mark();
        conversions_of(program, builds[b], to, from, of_vectors);
        test_release_to(mark);
      }
  }
}

#define TO(name, kind)                                                                                                 \
  static void to_##name(void) {                                                                                        \
    conversions_to(kind);                                                                                              \
  }
TO(char, 0)
TO(uchar, 1)
TO(short, 2)
TO(ushort, 3)
TO(int, 4)
TO(uint, 5)
TO(long, 6)
TO(ulong, 7)
TO(half, 8)
TO(float, 9)
TO(double, 10)

static const struct test_case cases[] = {{"to_char", to_char},     {"to_uchar", to_uchar},  {"to_short", to_short},
                                         {"to_ushort", to_ushort}, {"to_int", to_int},      {"to_uint", to_uint},
                                         {"to_long", to_long},     {"to_ulong", to_ulong},  {"to_half", to_half},
                                         {"to_float", to_float},   {"to_double", to_double}};
TEST_MAIN(cases)
