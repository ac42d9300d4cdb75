/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Integer functions of all types and widths against references in 128 bits or bit by bit. Each kernel is built twice,
 * optimised and not: a scalar loop and a vectorised one have to agree.
 */
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"

typedef __int128 wide;

struct type {
  const char *name;
  int bits;
  bool is_signed;
};
static const struct type types[] = {{"char", 8, true}, {"uchar", 8, false}, {"short", 16, true}, {"ushort", 16, false},
                                    {"int", 32, true}, {"uint", 32, false}, {"long", 64, true},  {"ulong", 64, false}};
static const int widths[] = {1, 2, 3, 4, 8, 16};

static wide lowest(struct type t) {
  return t.is_signed ? -((wide)1 << (t.bits - 1)) : 0;
}
static wide highest(struct type t) {
  return ((wide)1 << (t.bits - t.is_signed)) - 1;
}
static wide saturated(struct type t, wide x) {
  return x < lowest(t) ? lowest(t) : x > highest(t) ? highest(t) : x;
}
/* Rounded towards minus infinity, whatever C does with negative numbers. */
static wide halved(wide x) {
  return (x - (x < 0 ? -x % 2 : x % 2)) / 2;
}
static int bit(wide x, int at) {
  return (int)((unsigned __int128)x >> at & 1);
}
/* What `bits` ones and zeros say. */
static wide of_bits(struct type t, const int *ones) {
  wide x = 0;
  for (int i = 0; i < t.bits; i++)
    x += ones[i] ? (wide)1 << i : 0;
  return t.is_signed && ones[t.bits - 1] ? x - ((wide)1 << t.bits) : x;
}

static wide ref_abs(struct type t, wide x, wide y, wide z) {
  return x < 0 ? -x : x;
}
static wide ref_abs_diff(struct type t, wide x, wide y, wide z) {
  return x < y ? y - x : x - y;
}
static wide ref_add_sat(struct type t, wide x, wide y, wide z) {
  return saturated(t, x + y);
}
static wide ref_sub_sat(struct type t, wide x, wide y, wide z) {
  return saturated(t, x - y);
}
static wide ref_hadd(struct type t, wide x, wide y, wide z) {
  return halved(x + y);
}
static wide ref_rhadd(struct type t, wide x, wide y, wide z) {
  return halved(x + y + 1);
}
static wide ref_max(struct type t, wide x, wide y, wide z) {
  return x < y ? y : x;
}
static wide ref_min(struct type t, wide x, wide y, wide z) {
  return x < y ? x : y;
}
static wide ref_clamp(struct type t, wide x, wide y, wide z) {
  wide low = y < z ? y : z, high = y < z ? z : y;
  return x < low ? low : x > high ? high : x;
}
static wide ref_clz(struct type t, wide x, wide y, wide z) {
  int count = 0;
  while (count < t.bits && !bit(x, t.bits - 1 - count))
    count++;
  return count;
}
static wide ref_ctz(struct type t, wide x, wide y, wide z) {
  int count = 0;
  while (count < t.bits && !bit(x, count))
    count++;
  return count;
}
static wide ref_popcount(struct type t, wide x, wide y, wide z) {
  int count = 0;
  for (int i = 0; i < t.bits; i++)
    count += bit(x, i);
  return count;
}
static wide ref_rotate(struct type t, wide x, wide y, wide z) {
  int ones[64], by = (int)((unsigned __int128)y % (unsigned)t.bits);
  for (int i = 0; i < t.bits; i++)
    ones[(i + by) % t.bits] = bit(x, i);
  return of_bits(t, ones);
}
/* The product in halves of a word: nothing has to be wider than 128 bits. */
static wide ref_mul_hi(struct type t, wide x, wide y, wide z) {
  int half = t.bits / 2;
  wide low = x & (((wide)1 << half) - 1), high = (x - low) >> half;
  wide part = low * y, low_part = part & (((wide)1 << half) - 1);
  return (high * y + ((part - low_part) >> half)) >> half;
}
static wide ref_mad_hi(struct type t, wide x, wide y, wide z) {
  return ref_mul_hi(t, x, y, z) + z;
}
static wide ref_mad_sat(struct type t, wide x, wide y, wide z) {
  if (t.bits < 64 || t.is_signed)
    return saturated(t, x * y + z);
  if (x && y > highest(t) / x)
    return highest(t);
  return saturated(t, x * y + z);
}
static wide ref_insert(struct type t, wide x, wide y, wide z) {
  int ones[64], offset = (int)(z & 255), count = (int)(z >> 8 & 255);
  for (int i = 0; i < t.bits; i++)
    ones[i] = i >= offset && i < offset + count ? bit(y, i - offset) : bit(x, i);
  return of_bits(t, ones);
}
static wide ref_extract(struct type t, wide x, wide z, bool is_signed) {
  int ones[64] = {0}, offset = (int)(z & 255), count = (int)(z >> 8 & 255);
  for (int i = 0; i < t.bits; i++)
    ones[i] = i < count ? bit(x, offset + i) : is_signed && count && bit(x, offset + count - 1);
  return of_bits((struct type){t.name, t.bits, is_signed}, ones);
}
static wide ref_extract_signed(struct type t, wide x, wide y, wide z) {
  return ref_extract(t, x, z, true);
}
static wide ref_extract_unsigned(struct type t, wide x, wide y, wide z) {
  return ref_extract(t, x, z, false);
}
static wide ref_reverse(struct type t, wide x, wide y, wide z) {
  int ones[64];
  for (int i = 0; i < t.bits; i++)
    ones[t.bits - 1 - i] = bit(x, i);
  return of_bits(t, ones);
}
static wide ref_mul24(struct type t, wide x, wide y, wide z) {
  return x * y;
}
static wide ref_mad24(struct type t, wide x, wide y, wide z) {
  return x * y + z;
}

/* The call in OpenCL C, of x, y, z and f, a field's offset and count (one for all lanes). */
struct function {
  const char *name, *call;
  wide (*reference)(struct type t, wide x, wide y, wide z);
  bool is_field;
};

enum { ITEMS = 96 };

static wide draw(struct type t, uint32_t seed) {
  uint64_t bits = (uint64_t)test_hash(seed) << 32 | test_hash(seed ^ 0x5bd1e995);
  switch (test_hash(seed + 7) % 4) {
  case 0:
    bits >>= test_hash(seed + 1) % 64;
    break;
  case 1: {
    static const uint64_t edges[] = {0, 1, 2, ~0ull, ~1ull};
    uint64_t top = 1ull << (t.bits - 1);
    bits = test_hash(seed + 2) % 2 ? edges[test_hash(seed + 3) % 5] : top - 1 + test_hash(seed + 4) % 3;
    break;
  }
  default:
    break;
  }
  int ones[64];
  for (int i = 0; i < t.bits; i++)
    ones[i] = (int)(bits >> i & 1);
  return of_bits(t, ones);
}

static void store(void *at, struct type t, wide x) {
  uint64_t bits = (uint64_t)x;
  memcpy(at, &bits, (size_t)t.bits / 8);
}

/* A width of 3 goes by vload3 and vstore3, so that all lanes are dense. */
static cl_program build_for(const char *options, struct type t, const struct function *functions, size_t count) {
  char *source = test_alloc(1 << 20), *at = source;
  for (size_t f = 0; f < count; f++)
    for (size_t w = 0; w < TEST_COUNT(widths); w++) {
      int n = widths[w];
      char name[16], load[3][64], store_to[64];
      snprintf(name, sizeof name, n == 1 ? "%s" : "%s%d", t.name, n);
      for (int i = 0; i < 3; i++)
        snprintf(load[i], sizeof load[i], n == 1 ? "%c%c[i]" : "vload%3$d(i, %1$c%2$c)", 'p', "xyz"[i], n);
      snprintf(store_to, sizeof store_to, n == 1 ? "o[i] = as_%s(r)" : "vstore%2$d(as_%1$s(r), i, o)", name, n);
      at += sprintf(at,
                    "kernel void %s_%d(global %s *o, global const %s *px, global const %s *py, global const %s *pz, "
                    "global const uint2 *pf) {\n  int i = get_global_id(0);\n  %s x = %s, y = %s, z = %s;\n  uint2 f = "
                    "pf[i];\n  (void)y; (void)z; (void)f;\n",
                    functions[f].name, n, t.name, t.name, t.name, t.name, name, load[0], load[1], load[2]);
      at += sprintf(at, "#define r %s\n#define FIRST(v) %s\n  %s;\n#undef r\n#undef FIRST\n}\n", functions[f].call,
                    n == 1 ? "(v)" : "(v).s0", store_to);
    }
  return test_build(options, source);
}

static void check(const struct type *all, size_t num_types, const struct function *functions, size_t count,
                  wide (*make)(struct type, uint32_t)) {
  for (size_t k = 0; k < num_types; k++) {
    struct type t = all[k];
    size_t size = (size_t)t.bits / 8, lanes = ITEMS * 16, mark = test_mark();
    unsigned char *in[3];
    wide *values[3];
    for (int a = 0; a < 3; a++) {
      in[a] = test_alloc(lanes * size);
      values[a] = test_alloc(lanes * sizeof(wide));
      for (size_t i = 0; i < lanes; i++) {
        values[a][i] = make(t, (uint32_t)(i * 3 + (size_t)a + k * 100000));
        store(in[a] + i * size, t, values[a][i]);
      }
    }
    cl_uint fields[ITEMS][2];
    for (int i = 0; i < ITEMS; i++) {
      fields[i][1] = test_hash((uint32_t)i) % ((unsigned)t.bits + 1);
      fields[i][0] = test_hash((uint32_t)i + 999) % ((unsigned)t.bits - fields[i][1] + 1);
      if (fields[i][0] == (unsigned)t.bits)
        fields[i][0]--;
    }
    struct test_buffer x = test_buffer(lanes * size, TEST_END, CL_MEM_READ_ONLY, 0), y = x, z = x, f;
    y = test_buffer(lanes * size, TEST_END, CL_MEM_READ_ONLY, 0);
    z = test_buffer(lanes * size, TEST_START, CL_MEM_READ_ONLY, 0);
    f = test_buffer(sizeof fields, TEST_END, CL_MEM_READ_ONLY, 0);
    test_buffer_write(&x, in[0]);
    test_buffer_write(&y, in[1]);
    test_buffer_write(&z, in[2]);
    test_buffer_write(&f, fields);
    static const char *const builds[] = {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable"};
    for (size_t b = 0; b < TEST_COUNT(builds); b++) {
      cl_program program = build_for(builds[b], t, functions, count);
      for (size_t g = 0; g < count; g++)
        for (size_t w = 0; w < TEST_COUNT(widths); w++) {
          size_t n = (size_t)widths[w];
          char name[64];
          snprintf(name, sizeof name, "%s_%zu", functions[g].name, n);
          struct test_buffer out = test_buffer(ITEMS * n * size, TEST_END, CL_MEM_READ_WRITE, 3);
          LAUNCH(test_kernel(program, name), ITEMS, 32, ARG_BUFFER(out), ARG_BUFFER(x), ARG_BUFFER(y), ARG_BUFFER(z),
                 ARG_BUFFER(f));
          test_buffer_sync(&out);
          bool of_first = strstr(functions[g].call, "FIRST(") != NULL;
          for (size_t i = 0; i < ITEMS * n; i++) {
            size_t other = of_first ? i / n * n : i;
            wide third = functions[g].is_field ? (wide)(fields[i / n][0] | fields[i / n][1] << 8) : values[2][other];
            unsigned char want[8];
            store(want, t, functions[g].reference(t, values[0][i], values[1][other], third));
            if (memcmp(want, out.data + i * size, size) != 0)
              FAIL("%s of %s, '%s': lane %zu of item %zu", name, t.name, builds[b], i % n, i / n);
          }
        }
    }
    test_release_to(mark);
  }
}

#define CHECK_ALL(functions) check(types, TEST_COUNT(types), functions, TEST_COUNT(functions), draw)

static void of_the_core(void) {
  static const struct function functions[] = {
      {"abs", "abs(x)", ref_abs, false},
      {"abs_diff", "abs_diff(x, y)", ref_abs_diff, false},
      {"add_sat", "add_sat(x, y)", ref_add_sat, false},
      {"sub_sat", "sub_sat(x, y)", ref_sub_sat, false},
      {"hadd", "hadd(x, y)", ref_hadd, false},
      {"rhadd", "rhadd(x, y)", ref_rhadd, false},
      {"max", "max(x, y)", ref_max, false},
      {"min", "min(x, y)", ref_min, false},
      {"max_of_scalar", "max(x, FIRST(y))", ref_max, false},
      {"min_of_scalar", "min(x, FIRST(y))", ref_min, false},
      {"clamp", "clamp(x, min(y, z), max(y, z))", ref_clamp, false},
      {"clamp_to_scalars", "clamp(x, min(FIRST(y), FIRST(z)), max(FIRST(y), FIRST(z)))", ref_clamp, false},
      {"clz", "clz(x)", ref_clz, false},
      {"ctz", "ctz(x)", ref_ctz, false},
      {"popcount", "popcount(x)", ref_popcount, false},
      {"rotate", "rotate(x, y)", ref_rotate, false},
      {"mul_hi", "mul_hi(x, y)", ref_mul_hi, false},
      {"mad_hi", "mad_hi(x, y, z)", ref_mad_hi, false},
      {"mad_sat", "mad_sat(x, y, z)", ref_mad_sat, false},
  };
  CHECK_ALL(functions);
}

/* cl_khr_extended_bit_ops */
static void of_bit_fields(void) {
  if (!test_has_extension("cl_khr_extended_bit_ops"))
    test_skip("no extended bit operations");
  static const struct function functions[] = {
      {"insert", "bitfield_insert(x, y, f.x, f.y)", ref_insert, true},
      {"extract_signed", "bitfield_extract_signed(x, f.x, f.y)", ref_extract_signed, true},
      {"extract_unsigned", "bitfield_extract_unsigned(x, f.x, f.y)", ref_extract_unsigned, true},
      {"reverse", "bit_reverse(x)", ref_reverse, false},
  };
  CHECK_ALL(functions);
}

static wide draw_24(struct type t, uint32_t seed) {
  wide x = draw(t, seed);
  return t.is_signed ? (x + 0x800000) % 0x800000 : x & 0xffffff;
}

static void of_24_bits(void) {
  static const struct function functions[] = {
      {"mul24", "mul24(x, y)", ref_mul24, false},
      {"mad24", "mad24(x, y, z)", ref_mad24, false},
  };
  check(&types[4], 2, functions, TEST_COUNT(functions), draw_24);
}

/* The bytes of both, one above the other; the lower ones have no sign. */
static void of_two_sizes(void) {
  static const char *const wider[] = {"short", "ushort", "int", "uint", "long", "ulong"};
  static const char *const builds[] = {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable"};
  for (size_t k = 0; k < TEST_COUNT(wider); k++) {
    size_t size = (size_t)types[k].bits / 8, mark = test_mark();
    char *source = test_alloc(1 << 14), *at = source;
    for (size_t w = 0; w < TEST_COUNT(widths); w++) {
      int n = widths[w];
      at += sprintf(at,
                    n == 1 ? "kernel void k_1(global %s *o, global const %s *x, global const %s *y) {\n"
                             "  size_t i = get_global_id(0); o[i] = upsample(x[i], y[i]);\n}\n"
                           : "kernel void k_%4$d(global %1$s *o, global const %2$s *x, global const %3$s *y) {\n"
                             "  size_t i = get_global_id(0); vstore%4$d(upsample(vload%4$d(i, x), vload%4$d(i, y)), i, "
                             "o);\n}\n",
                    wider[k], types[k].name, types[k | 1].name, n);
    }
    for (size_t b = 0; b < TEST_COUNT(builds); b++) {
      cl_program program = test_build(builds[b], source);
      for (size_t w = 0; w < TEST_COUNT(widths); w++) {
        size_t lanes = ITEMS * (size_t)widths[w];
        char name[8];
        snprintf(name, sizeof name, "k_%d", widths[w]);
        struct test_buffer high = test_buffer(lanes * size, TEST_END, CL_MEM_READ_ONLY, 11);
        struct test_buffer low = test_buffer(lanes * size, TEST_END, CL_MEM_READ_ONLY, 12);
        struct test_buffer out = test_buffer(lanes * size * 2, TEST_END, CL_MEM_READ_WRITE, 13);
        LAUNCH(test_kernel(program, name), ITEMS, 32, ARG_BUFFER(out), ARG_BUFFER(high), ARG_BUFFER(low));
        test_buffer_sync(&out);
        for (size_t i = 0; i < lanes; i++) {
          CHECK(memcmp(out.data + 2 * i * size, low.data + i * size, size) == 0);
          CHECK(memcmp(out.data + (2 * i + 1) * size, high.data + i * size, size) == 0);
        }
      }
    }
    test_release_to(mark);
  }
}

/* The extension's macro is there from OpenCL C 1.2 on, and so are its functions. */
static void bit_fields_by_macro(void) {
  if (!test_has_extension("cl_khr_extended_bit_ops"))
    test_skip("no extended bit operations");
  test_build("-cl-std=CL1.2",
             "#ifndef cl_khr_extended_bit_ops\n#error no macro\n#endif\n"
             "kernel void k(global int *p) { *p = bitfield_extract_signed(bit_reverse(*p), 1u, 2u); }");
}

static const struct test_case cases[] = {{"of_the_core", of_the_core},
                                         {"of_bit_fields", of_bit_fields},
                                         {"of_24_bits", of_24_bits},
                                         {"of_two_sizes", of_two_sizes},
                                         {"bit_fields_by_macro", bit_fields_by_macro}};
TEST_MAIN(cases)
