/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Kernels that weftc compiled to an object file, called without the platform: launch records filled in by hand
 * (compiler/kernel_abi.h), results compared with C. Kernels' groups are spread over a few threads, each with local
 * memory and a frame of its own.
 */
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/kernel_abi.h"

#define KERNEL(name)                                                                                                   \
  void weft_kernel_##name(const struct weft_launch *launch, const uint64_t group[3], uint64_t count, char *local,      \
                          char *frame);
KERNEL(add)
KERNEL(ids)
KERNEL(reverse)
KERNEL(reduce)
KERNEL(scan)
KERNEL(copy)
KERNEL(copy_strided)
KERNEL(copy_2d)
KERNEL(copy_3d)
KERNEL(convert)
KERNEL(half_sums)
KERNEL(count)
KERNEL(say)
KERNEL(divide)
#define ONE(type, name) KERNEL(type##_##name)
#define TWO ONE
#include "tests/objects/functions.def"
#undef ONE
#undef TWO

static int failures;
#define CHECK(condition, ...)                                                                                          \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      failures++;                                                                                                      \
      printf("%s:%d: %s: ", __func__, __LINE__, #condition);                                                           \
      printf(__VA_ARGS__);                                                                                             \
      printf("\n");                                                                                                    \
      return;                                                                                                          \
    }                                                                                                                  \
  } while (0)

/* --- Launches. ---------------------------------------------------------------------------------- */

enum { THREADS = 4 };

static char said[256];

/* What printf's arguments are for "number %d, %s, %v2hlf". */
static int32_t print(const struct weft_launch *launch, const char *format, const char *types, const void *args) {
  (void)launch;
  const char *at = args, *text;
  int32_t number;
  float pair[2];
  memcpy(&number, at, sizeof number);
  memcpy(&text, at + 8, sizeof text);
  memcpy(pair, at + 16, sizeof pair);
  snprintf(said, sizeof said, "%s|%s|%d|%s|%g|%g", format, types, number, text, (double)pair[0], (double)pair[1]);
  return 0;
}

static const struct weft_kernel_services services = {.print = print};

struct share {
  weft_kernel_entry entry;
  const struct weft_launch *launch;
  unsigned number;
};

/* Lines of groups in turn: a batch is a part of a line. */
static void *run_share(void *argument) {
  const struct share *share = argument;
  const struct weft_launch *launch = share->launch;
  char *local = aligned_alloc(WEFT_GROUP_MEMORY_ALIGN, WEFT_GROUP_LOCAL_BYTES);
  char *frame = aligned_alloc(WEFT_GROUP_MEMORY_ALIGN, WEFT_GROUP_FRAME_BYTES);
  if (!local || !frame)
    abort();
  unsigned turn = 0;
  for (uint64_t z = 0; z < launch->num_groups[2]; z++)
    for (uint64_t y = 0; y < launch->num_groups[1]; y++)
      for (uint64_t x = 0; x < launch->num_groups[0]; x += 3) {
        const uint64_t group[3] = {x, y, z}, left = launch->num_groups[0] - x;
        if (turn++ % THREADS == share->number)
          share->entry(launch, group, left < 3 ? left : 3, local, frame);
      }
  free(local);
  free(frame);
  return NULL;
}

static void run_3d(weft_kernel_entry entry, const void *args, const uint64_t global[3], const uint64_t local[3]) {
  struct weft_launch launch = {.args = args, .services = &services, .work_dim = 3};
  for (int i = 0; i < 3; i++) {
    launch.global_size[i] = global[i];
    launch.local_size[i] = local[i];
    launch.num_groups[i] = (global[i] + local[i] - 1) / local[i];
  }
  struct share shares[THREADS];
  pthread_t threads[THREADS];
  for (unsigned i = 0; i < THREADS; i++) {
    shares[i] = (struct share){entry, &launch, i};
    if (pthread_create(&threads[i], NULL, run_share, &shares[i]))
      abort();
  }
  for (unsigned i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
}

static void run(weft_kernel_entry entry, const void *args, uint64_t global, uint64_t local) {
  run_3d(entry, args, (uint64_t[3]){global, 1, 1}, (uint64_t[3]){local, 1, 1});
}

static uint32_t next(void) {
  static uint64_t state = 88172645463325252u;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (uint32_t)(state >> 32);
}

/* --- Launch and barriers. ----------------------------------------------------------------------- */

enum { N = 1000 };

static void test_add(void) {
  static float out[N], a[N], b[N];
  for (int i = 0; i < N; i++) {
    a[i] = (float)i * 0.5f;
    b[i] = (float)next() * 0x1p-20f;
    out[i] = -1;
  }
  struct {
    float *out, *a, *b;
    uint32_t n;
  } args = {out, a, b, N - 7};
  run(weft_kernel_add, &args, N, 48);
  for (int i = 0; i < N; i++)
    CHECK(out[i] == (i < N - 7 ? a[i] + b[i] : -1), "%d: %a", i, (double)out[i]);
}

static void test_ids(void) {
  enum { X = 19, Y = 6, Z = 4 };
  static uint32_t out[X * Y * Z];
  struct {
    uint32_t *out;
  } args = {out};
  run_3d(weft_kernel_ids, &args, (uint64_t[3]){X, Y, Z}, (uint64_t[3]){8, 4, 2});
  for (unsigned z = 0; z < Z; z++)
    for (unsigned y = 0; y < Y; y++)
      for (unsigned x = 0; x < X; x++) {
        uint32_t wanted = x | (y % 4) << 8 | (z / 2) << 16 | (x < 16 ? 8u : 3u) << 24;
        CHECK(out[(z * Y + y) * X + x] == wanted, "%u %u %u: %x", x, y, z, out[(z * Y + y) * X + x]);
      }
}

static void test_reverse(void) {
  static int out[N], in[N];
  for (int i = 0; i < N; i++)
    in[i] = i;
  struct {
    int *out, *in;
    uint64_t tile;
  } args = {out, in, 256};
  run(weft_kernel_reverse, &args, N, 64);
  for (int i = 0; i < N; i++) {
    int first = i / 64 * 64, size = N - first < 64 ? N - first : 64;
    CHECK(out[i] == first + size - 1 - (i - first) + 3 * i, "%d: %d", i, out[i]);
  }
}

static void test_reduce(void) {
  static uint32_t in[64 * 20], sums[20];
  for (int i = 0; i < 64 * 20; i++)
    in[i] = next();
  struct {
    uint32_t *sums, *in;
  } args = {sums, in};
  run(weft_kernel_reduce, &args, 64 * 20, 64);
  for (int g = 0; g < 20; g++) {
    uint32_t sum = 0;
    for (int i = 0; i < 64; i++)
      sum += in[g * 64 + i];
    CHECK(sums[g] == sum, "group %d: %u, not %u", g, sums[g], sum);
  }
}

static void test_scan(void) {
  static int out[N], in[N];
  for (int i = 0; i < N; i++)
    in[i] = (int)(next() % 100);
  struct {
    int *out, *in;
  } args = {out, in};
  run(weft_kernel_scan, &args, N, 50);
  for (int g = 0; g < N / 50; g++) {
    int sum = 0, largest = 0;
    for (int i = g * 50; i < g * 50 + 50; i++)
      largest = in[i] > largest ? in[i] : largest;
    for (int i = g * 50; i < g * 50 + 50; i++) {
      sum += in[i];
      CHECK(out[i] == sum + 1000 * largest, "%d: %d", i, out[i]);
    }
  }
}

/* --- Async copies. ------------------------------------------------------------------------------ */

struct copy_args {
  const void *out, *in;
  uint64_t tile;
};

static void test_copy(void) {
  /* Groups of 8 to 8192 bytes: copies by the module's loops, and by the C library. */
  static const unsigned sizes[] = {2, 5, 64, 100, 2048};
  for (unsigned s = 0; s < 5; s++) {
    unsigned size = sizes[s], n = size * 7;
    int *out = calloc(n, sizeof *out), *in = calloc(n, sizeof *in);
    for (unsigned i = 0; i < n; i++)
      in[i] = (int)next();
    struct copy_args args = {out, in, 128};
    run(weft_kernel_copy, &args, n, size);
    for (unsigned i = 0; i < n; i++) {
      unsigned first = i / size * size;
      unsigned from = first + size - 1 - (i - first);
      CHECK((unsigned)out[i] == (unsigned)in[from] + 1, "%u of groups of %u", i, size);
    }
    free(out);
    free(in);
  }
}

static void test_copy_strided(void) {
  enum { SIZE = 37, GROUPS = 5, COUNT = SIZE * GROUPS };
  static int16_t out[COUNT * 2], in[COUNT * 3];
  for (int i = 0; i < COUNT * 3; i++)
    in[i] = (int16_t)(i + 1);
  struct copy_args args = {out, in, 0};
  run(weft_kernel_copy_strided, &args, COUNT, SIZE);
  for (int i = 0; i < COUNT * 2; i++)
    CHECK(out[i] == (i % 2 ? 0 : in[i / 2 * 3]), "%d: %d", i, out[i]);
}

static void test_copy_2d(void) {
  enum { GROUPS = 6 };
  static int out[GROUPS * 80], in[GROUPS * 80];
  for (int i = 0; i < GROUPS * 80; i++)
    in[i] = i + 1;
  struct copy_args args = {out, in, 64};
  run(weft_kernel_copy_2d, &args, GROUPS * 4, 4);
  for (int i = 0; i < GROUPS * 80; i++)
    CHECK(out[i] == (i % 16 < 7 ? in[i] : 0), "%d: %d", i, out[i]);
}

static void test_copy_3d(void) {
  enum { GROUPS = 4 };
  static int out[GROUPS * 120], in[GROUPS * 120];
  for (int i = 0; i < GROUPS * 120; i++)
    in[i] = i + 1;
  struct copy_args args = {out, in, 0};
  run(weft_kernel_copy_3d, &args, GROUPS * 3, 3);
  for (int i = 0; i < GROUPS * 120; i++)
    CHECK(out[i] == (i % 8 < 5 && i % 40 / 8 < 4 ? in[i] : 0), "%d: %d", i, out[i]);
}

/* --- Mathematical functions: limits of OpenCL C, section 7.4, and half a unit for the reference. -- */

/* In units of the last place of a number with so many bits. */
static double error_of(double value, double reference, int bits, int smallest) {
  if (isnan(value) || isnan(reference))
    return isnan(value) && isnan(reference) ? 0 : INFINITY;
  if (value == reference)
    return 0;
  if (isinf(value) || isinf(reference))
    return INFINITY;
  int exponent = reference == 0 ? smallest : ilogb(reference);
  return fabs(value - reference) / ldexp(1, (exponent < smallest ? smallest : exponent) + 1 - bits);
}

enum { POINTS = 4096 };

static double point(int i) {
  static const double special[] = {0.0, -0.0, 1, -1, 0.5, 2, 3, -2.5, INFINITY, -INFINITY, NAN, 1e-40, 1e30, 100, -80};
  if (i < (int)(sizeof special / sizeof *special))
    return special[i];
  double x = ldexp((double)next() * 0x1p-32 + 0.5, (int)(next() % 24) - 16);
  return next() % 2 ? x : -x;
}

static void test_float(const char *name, weft_kernel_entry entry, bool two, double (*one)(double),
                       double (*both)(double, double)) {
  static float out[POINTS], in[POINTS];
  for (int i = 0; i < POINTS; i++)
    in[i] = (float)point(i);
  struct {
    float *out, *in;
  } args = {out, in};
  run(entry, &args, POINTS, 100);
  for (int i = 0; i < POINTS; i++) {
    double wanted = two ? both((double)in[i], (double)in[i ^ 1]) : one((double)in[i]);
    bool exact = both == fmod || both == remainder || one == rint || one == trunc;
    double limit = exact ? 0 : one == tgamma || one == erf || both == pow ? 16 : 6;
    CHECK(error_of((double)out[i], (double)(float)wanted, 24, -126) <= limit, "%s(%a, %a): %a, not %a", name,
          (double)in[i], (double)in[i ^ 1], (double)out[i], wanted);
  }
}

static void test_double(const char *name, weft_kernel_entry entry, bool two, double (*one)(double),
                        double (*both)(double, double)) {
  static double out[POINTS], in[POINTS];
  for (int i = 0; i < POINTS; i++)
    in[i] = point(i);
  struct {
    double *out, *in;
  } args = {out, in};
  run(entry, &args, POINTS, 100);
  for (int i = 0; i < POINTS; i++) {
    double wanted = two ? both(in[i], in[i ^ 1]) : one(in[i]);
    CHECK(error_of(out[i], wanted, 53, -1022) <= (both == fmod  ? 0
                                                  : both == pow ? 17
                                                                : 6),
          "%s(%a, %a): %a, not %a", name, in[i], in[i ^ 1], out[i], wanted);
  }
}

static void test_functions(void) {
#define ONE(type, name) test_##type(#type " " #name, weft_kernel_##type##_##name, false, name, NULL);
#define TWO(type, name) test_##type(#type " " #name, weft_kernel_##type##_##name, true, NULL, name);
#include "tests/objects/functions.def"
}

/* --- Conversions and half. ---------------------------------------------------------------------- */

struct converted {
  int32_t i, i_rtn;
  uint8_t u;
  int16_t s;
  uint16_t h, h_rtp;
  float rtz;
  int64_t l;
};

static double clamped(double x, double low, double high) {
  return isnan(x) ? 0 : x < low ? low : x > high ? high : x;
}

static _Float16 half_of(uint16_t bits) {
  _Float16 h;
  memcpy(&h, &bits, sizeof h);
  return h;
}
static uint16_t bits_of(_Float16 h) {
  uint16_t bits;
  memcpy(&bits, &h, sizeof bits);
  return bits;
}

static void test_convert(void) {
  static struct converted out[POINTS];
  static float in[POINTS];
  for (int i = 0; i < POINTS; i++)
    in[i] = (float)(point(i) * (next() % 3 ? 300 : 0x1p20));
  struct {
    struct converted *out;
    float *in;
  } args = {out, in};
  run(weft_kernel_convert, &args, POINTS, 64);
  for (int i = 0; i < POINTS; i++) {
    double x = (double)in[i];
    const struct converted *c = &out[i];
    CHECK(c->i == (int32_t)trunc(clamped(x, INT32_MIN, INT32_MAX)), "%a: %d", x, c->i);
    CHECK(c->i_rtn == (int32_t)floor(clamped(x, INT32_MIN, INT32_MAX)), "%a: %d", x, c->i_rtn);
    CHECK(c->u == (uint8_t)rint(clamped(x, 0, 255)), "%a: %u", x, c->u);
    CHECK(c->s == (int16_t)trunc(clamped(x, INT16_MIN, INT16_MAX)), "%a: %d", x, c->s);
    double scaled = x * 0x1p32;
    int64_t wide = isnan(x) ? 0 : scaled >= 0x1p63 ? INT64_MAX : scaled <= -0x1p63 ? INT64_MIN : (int64_t)scaled;
    CHECK(c->l == wide, "%a: %lld", x, (long long)c->l);
    double exact = x + 0x1p-30;
    float cut = (float)exact;
    if (fabs((double)cut) > fabs(exact))
      cut = nextafterf(cut, 0);
    CHECK(c->rtz == cut || (isnan(x) && isnan(c->rtz)), "%a: %a", x, (double)c->rtz);
    if (isnan(x)) {
      CHECK((c->h & 0x7fff) > 0x7c00 && (c->h_rtp & 0x7fff) > 0x7c00, "%x %x", c->h, c->h_rtp);
      continue;
    }
    CHECK(c->h == bits_of((_Float16)in[i]), "%a: %x", x, c->h);
    double up = (double)half_of(c->h_rtp);
    /* The smallest half that is not below. */
    uint16_t less = up > 0 ? c->h_rtp - 1 : up == 0 ? 0x8001 : c->h_rtp + 1;
    CHECK(up >= x && (up == -INFINITY || (double)half_of(less) < x || c->h_rtp == 0xfc00), "%a: %a", x, up);
  }
}

static void test_half(void) {
  static uint16_t out[POINTS], a[POINTS], b[POINTS], doubles[POINTS];
  for (int i = 0; i < POINTS; i++) {
    a[i] = (uint16_t)next();
    b[i] = (uint16_t)next();
  }
  struct {
    uint16_t *out, *a, *b, *doubles;
  } args = {out, a, b, doubles};
  run(weft_kernel_half_sums, &args, POINTS, 128);
  for (int i = 0; i < POINTS; i++) {
    /* Exact in double but for numbers very far apart, whose sum a second rounding leaves as it is. */
    double x = (double)half_of(a[i]), y = (double)half_of(b[i]);
    _Float16 sum = (_Float16)(x * y + x), product = (_Float16)(x * y);
    CHECK(out[i] == bits_of(sum) || (sum != sum && half_of(out[i]) != half_of(out[i])), "%a %a: %x", x, y, out[i]);
    CHECK(doubles[i] == bits_of(product) || (product != product && half_of(doubles[i]) != half_of(doubles[i])),
          "%a %a: %x", x, y, doubles[i]);
  }
}

/* --- The rest. ---------------------------------------------------------------------------------- */

static void test_count(void) {
  enum { COUNT = 6400 };
  static uint32_t in[COUNT];
  int32_t counts[18] = {0}, wanted[16] = {0}, largest = 0, most = 0;
  int64_t sum = 0;
  uint64_t total = 0; /* it wraps, as the atomic sum does */
  for (int i = 0; i < COUNT; i++) {
    in[i] = next();
    wanted[in[i] % 16]++;
    total += (uint64_t)in[i] << 20;
    most = (int32_t)(in[i] >> 1) > most ? (int32_t)(in[i] >> 1) : most;
  }
  struct {
    int32_t *counts;
    uint32_t *in;
    int64_t *sum;
    int32_t *largest;
  } args = {counts, in, &sum, &largest};
  run(weft_kernel_count, &args, COUNT, 32);
  CHECK(memcmp(counts, wanted, sizeof wanted) == 0, "bins differ");
  CHECK((uint64_t)sum == total, "%lld, not %lld", (long long)sum, (long long)total);
  CHECK(largest == most, "%d, not %d", largest, most);
  CHECK(counts[16] == 0 && counts[17] == COUNT, "%d of %d came through the lock", counts[17], COUNT);
}

static void test_say(void) {
  int32_t number = -7;
  run(weft_kernel_say, &number, 32, 8);
  CHECK(!strcmp(said, "number %d, %s, %v2hlf\n|is2f|-7|text|1.5|-2"), "%s", said);
}

static void test_divide(void) {
  static int out[N], a[N], b[N];
  for (int i = 0; i < N; i++) {
    a[i] = i % 5 ? (int)next() : INT32_MIN;
    b[i] = (int)(next() % 7) - 3;
  }
  struct {
    int *out, *a, *b;
  } args = {out, a, b};
  run(weft_kernel_divide, &args, N, 64);
  for (int i = 0; i < N; i++)
    if (b[i] != 0 && !(a[i] == INT32_MIN && b[i] == -1))
      CHECK((unsigned)out[i] == (unsigned)(a[i] / b[i]) + (unsigned)(a[i] % b[i]), "%d / %d: %d", a[i], b[i], out[i]);
}

int main(void) {
  test_add();
  test_ids();
  test_reverse();
  test_reduce();
  test_scan();
  test_copy();
  test_copy_strided();
  test_copy_2d();
  test_copy_3d();
  test_functions();
  test_convert();
  test_half();
  test_count();
  test_say();
  test_divide();
  printf("%d failures\n", failures);
  return failures != 0;
}
