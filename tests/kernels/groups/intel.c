/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Intel's functions of sub-groups, in groups of one dimension with 16 neighbours to a sub-group: shuffles of every
 * type, blocks of memory, and barriers in two halves. */
#include <stdio.h>

#include "tests/kernels/groups/grids.h"

enum { WIDTH = 16, GROUPS = 3 };

static void need(const char *extension) {
  if (!test_has_extension("cl_intel_subgroups") || !test_has_extension("cl_intel_required_subgroup_size") ||
      !test_has_extension(extension))
    test_skip("no %s", extension);
}

#define PRELUDE                                                                                                        \
  GRID_PRELUDE                                                                                                         \
  "#define SIZED __attribute__((intel_reqd_sub_group_size(16))) kernel void\n"                                         \
  "#define LANE get_sub_group_local_id()\n"

/* Work-item whose value is asked for, counted from the sub-group's first; those of `previous` and `next` lie before and
 * behind it. */
static int shuffle_source(int which, int lane) {
  return which == 0 ? (5 * lane + 1) % WIDTH : which == 1 ? lane ^ 5 : which == 2 ? lane + 7 : lane - 7;
}

static void shuffles_of(const char *type, size_t size) {
  char options[100];
  snprintf(options, sizeof options, "-cl-std=CL3.0 -DT=%s", type);
  cl_kernel kernel =
      test_kernel(test_build(options, PRELUDE CL(SIZED k(global const T *in, global T *out, global const T *other) {
                               T x = in[AT];
                               T y = other[AT];
                               out[4 * AT] = intel_sub_group_shuffle(x, (5 * LANE + 1) % 16);
                               out[4 * AT + 1] = intel_sub_group_shuffle_xor(x, 5);
                               out[4 * AT + 2] = intel_sub_group_shuffle_down(x, y, 7);
                               out[4 * AT + 3] = intel_sub_group_shuffle_up(y, x, 7);
                             })),
                  "k");
  static const size_t locals[] = {64, 41, 7};
  for (size_t l = 0; l < TEST_COUNT(locals); l++) {
    size_t local = locals[l], n = local * GROUPS, mark = test_mark();
    struct test_buffer in = test_buffer(n * size, TEST_END, CL_MEM_READ_ONLY, 0);
    struct test_buffer other = test_buffer(n * size, TEST_END, CL_MEM_READ_ONLY, 0);
    struct test_buffer out = test_buffer(4 * n * size, TEST_END, CL_MEM_READ_WRITE, 0);
    unsigned char *values = test_alloc(2 * n * size);
    for (size_t i = 0; i < 2 * n * size; i++) /* no NaN */
      values[i] = test_hash((uint32_t)i) & 0x3f;
    test_buffer_write(&in, values);
    test_buffer_write(&other, values + n * size);
    LAUNCH(kernel, n, local, ARG_BUFFER(in), ARG_BUFFER(out), ARG_BUFFER(other));
    test_buffer_sync(&out);
    for (size_t i = 0; i < n; i++) {
      size_t lid = i % local, first = i - lid % WIDTH;
      int count = (int)(local - (lid - lid % WIDTH) < WIDTH ? local - (lid - lid % WIDTH) : WIDTH);
      for (int which = 0; which < 4; which++) {
        int from = shuffle_source(which, (int)(lid % WIDTH));
        size_t second = from < 0 || from >= WIDTH ? n * size : 0;
        from = (from + WIDTH) % WIDTH;
        if (from < count &&
            memcmp(out.data + (4 * i + (size_t)which) * size, values + second + (first + (size_t)from) * size,
                   strchr(type, '3') ? size / 4 * 3 : size))
          FAIL("%s: shuffle %d of work-item %zu of %zu has not the value of %d", type, which, lid, local, from);
      }
    }
    test_release_to(mark);
  }
}

static void shuffles_of_all(const char *type, size_t size) {
  static const int lanes[] = {2, 3, 4, 8, 16};
  shuffles_of(type, size);
  for (size_t i = 0; i < TEST_COUNT(lanes); i++) {
    char name[20];
    snprintf(name, sizeof name, "%s%d", type, lanes[i]);
    shuffles_of(name, size * (size_t)(lanes[i] == 3 ? 4 : lanes[i]));
  }
}

static void shuffles(void) {
  need("cl_intel_subgroups");
  shuffles_of_all("int", 4);
  shuffles_of_all("uint", 4);
  shuffles_of_all("float", 4);
  shuffles_of("long", 8);
  shuffles_of("ulong", 8);
  shuffles_of("double", 8);
  shuffles_of("half", 2);
}

static void small_types(void) {
  need("cl_intel_subgroups_char");
  need("cl_intel_subgroups_short");
  shuffles_of_all("char", 1);
  shuffles_of_all("uchar", 1);
  shuffles_of_all("short", 2);
  shuffles_of_all("ushort", 2);
  static const char *const types[] = {"char", "uchar", "short", "ushort"};
  for (size_t t = 0; t < TEST_COUNT(types); t++) {
    char options[100];
    snprintf(options, sizeof options, "-cl-std=CL3.0 -DT=%s -DT2=%s2", types[t], types[t]);
    cl_kernel kernel =
        test_kernel(test_build(options, PRELUDE CL(SIZED k(global const int *in, global int *out) {
                                 T x = (T)in[AT];
                                 global int *o = out + 8 * AT;
                                 T least = intel_sub_group_scan_exclusive_min(x);
                                 T most = intel_sub_group_scan_exclusive_max(x);
                                 o[0] = intel_sub_group_reduce_add(x);
                                 o[1] = intel_sub_group_reduce_min(x);
                                 o[2] = intel_sub_group_reduce_max(x);
                                 o[3] = intel_sub_group_scan_inclusive_add(x);
                                 o[4] = intel_sub_group_scan_exclusive_add(x) + intel_sub_group_scan_inclusive_min(x);
                                 o[5] = LANE ? least : 0;
                                 o[6] = intel_sub_group_scan_inclusive_max(x) + (LANE ? most : 0);
                                 o[7] = intel_sub_group_broadcast(x, 2) + intel_sub_group_broadcast((T2)(x, 1), 1).s0;
                               })),
                    "k");
    enum { LOCAL = 40, N = 2 * LOCAL };
    struct test_buffer in = test_buffer(4 * N, TEST_END, CL_MEM_READ_ONLY, 0);
    struct test_buffer out = test_buffer(32 * N, TEST_END, CL_MEM_READ_WRITE, 0);
    cl_int v[N];
    for (size_t i = 0; i < N; i++)
      v[i] = (cl_int)(test_hash((uint32_t)i) % 8);
    test_buffer_write(&in, v);
    LAUNCH(kernel, N, LOCAL, ARG_BUFFER(in), ARG_BUFFER(out));
    test_buffer_sync(&out);
    for (size_t i = 0; i < N; i++) {
      size_t first = i - i % LOCAL % WIDTH, end = i - i % LOCAL + LOCAL;
      end = first + WIDTH < end ? first + WIDTH : end;
      cl_int sum = 0, least = 8, most = 0, before = 0, least_before = 8, most_before = 0;
      for (size_t j = first; j < end; j++) {
        sum += v[j];
        least = v[j] < least ? v[j] : least;
        most = v[j] > most ? v[j] : most;
        if (j < i) {
          before += v[j];
          least_before = v[j] < least_before ? v[j] : least_before;
          most_before = v[j] > most_before ? v[j] : most_before;
        }
      }
      cl_int least_now = v[i] < least_before ? v[i] : least_before, most_now = v[i] > most_before ? v[i] : most_before;
      const cl_int want[8] = {sum,
                              least,
                              most,
                              before + v[i],
                              before + least_now,
                              i > first ? least_before : 0,
                              most_now + (i > first ? most_before : 0),
                              v[first + 2] + v[first + 1]};
      for (int o = 0; o < 8; o++)
        CHECK_EQ(((cl_int *)out.data)[8 * i + (size_t)o], want[o]);
    }
  }
}

/* Each sub-group reads a block and writes it; `parts` shows what each work-item had of it. */
static void blocks_of(const char *name, const char *type, size_t size, int lanes, bool in_local) {
  char options[200];
  snprintf(options, sizeof options,
           "-cl-std=CL3.0 -DT=%s -DV=%s%.0d -DN=%d -DREAD=intel_sub_group_block_read%s "
           "-DWRITE=intel_sub_group_block_write%s",
           type, type, lanes > 1 ? lanes : 0, lanes, name, name);
  cl_kernel kernel = test_kernel(
      test_build(options, in_local ? PRELUDE CL(SIZED k(global const T *in, global T *out, global T *parts) {
                   local T memory[64 * N] __attribute__((aligned(128)));
                   for (uint i = 0; i < N; i++)
                     memory[get_local_id(0) * N + i] = in[AT * N + i];
                   barrier(CLK_LOCAL_MEM_FENCE);
                   V v = READ(memory + (get_local_id(0) - LANE) * N);
                   barrier(CLK_LOCAL_MEM_FENCE);
                   WRITE(memory + (63 - get_local_id(0) / 16 * 16 - 15) * N, v);
                   barrier(CLK_LOCAL_MEM_FENCE);
                   for (uint i = 0; i < N; i++) {
                     out[AT * N + i] = memory[((63 - get_local_id(0)) / 16 * 16 + LANE) * N + i];
                     parts[AT * N + i] = ((private T *)&v)[i];
                   }
                 })
                                   : PRELUDE CL(SIZED k(global const T *in, global T *out, global T *parts) {
                                       V v = READ(in + (AT - LANE) * N);
                                       WRITE(out + (AT - LANE) * N, v);
                                       for (uint i = 0; i < N; i++)
                                         parts[AT * N + i] = ((private T *)&v)[i];
                                     })),
      "k");
  size_t n = 64 * GROUPS, bytes = n * size * (size_t)lanes, mark = test_mark();
  struct test_buffer in = test_buffer(bytes, TEST_END, CL_MEM_READ_ONLY, 77);
  struct test_buffer out = test_buffer(bytes, TEST_END, CL_MEM_READ_WRITE, 0);
  struct test_buffer parts = test_buffer(bytes, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, n, 64, ARG_BUFFER(in), ARG_BUFFER(out), ARG_BUFFER(parts));
  test_buffer_sync(&out);
  test_buffer_sync(&parts);
  CHECK_EQ(test_differ(out.data, in.data, bytes), bytes);
  for (size_t i = 0; i < n; i++)
    for (size_t c = 0; c < (size_t)lanes; c++) {
      size_t from = i / WIDTH * WIDTH * (size_t)lanes + c * WIDTH + i % WIDTH;
      if (memcmp(parts.data + (i * (size_t)lanes + c) * size, in.data + from * size, size))
        FAIL("block_read%s: part %zu of work-item %zu", name, c, i);
    }
  test_release_to(mark);
}

static const struct {
  const char *suffix, *type, *extension;
  size_t size;
  int most;
} block_kinds[] = {{"", "uint", "cl_intel_subgroups", 4, 8},
                   {"_ui", "uint", "cl_intel_subgroups_long", 4, 8},
                   {"_uc", "uchar", "cl_intel_subgroups_char", 1, 16},
                   {"_us", "ushort", "cl_intel_subgroups_short", 2, 16},
                   {"_ul", "ulong", "cl_intel_subgroups_long", 8, 8}};

static void blocks_of_all(bool in_local) {
  for (size_t k = 0; k < TEST_COUNT(block_kinds); k++)
    for (int lanes = 1; lanes <= block_kinds[k].most; lanes *= 2) {
      char name[20];
      need(block_kinds[k].extension);
      snprintf(name, sizeof name, "%s%.0d", block_kinds[k].suffix, lanes > 1 ? lanes : 0);
      blocks_of(name, block_kinds[k].type, block_kinds[k].size, lanes, in_local);
    }
}
static void blocks(void) {
  need("cl_intel_subgroups");
  blocks_of_all(false);
}
static void local_blocks(void) {
  need("cl_intel_subgroup_local_block_io");
  blocks_of_all(true);
}

/* Blocks of an image of four-byte texels: rows of 16 elements from any byte of a row on, for writes from a multiple of
 * four. At the edges texels repeat, and nothing is written outside. */
enum { W = 40, ROW = 4 * W, H = 19 };

static cl_mem image_of(const void *texels) {
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = W, .image_height = H};
  cl_int error;
  cl_mem image =
      clCreateImage(test.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &format, &desc, (void *)texels, &error);
  CHECK_CL(error);
  return image;
}

static int within(int i, int size) {
  return i < 0 ? 0 : i < size ? i : size - 1;
}

/* One launch of one sub-group: what it read, and what it wrote of it. */
static void image_block(const char *name, cl_kernel kernel, int size, int rows, int x, int y) {
  static cl_uchar texels[H][ROW], got[H][ROW], blank[H][ROW];
  test_fill(texels, sizeof texels, (uint32_t)(x + 100 * y + 1));
  memset(blank, 0x77, sizeof blank);
  int write_x = x & ~3;
  cl_mem in = image_of(texels), out = image_of(blank);
  struct test_buffer parts = test_buffer((size_t)(WIDTH * size * rows), TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, WIDTH, WIDTH, ARG(in), ARG(out), ARG_BUFFER(parts), ARG_INT(x), ARG_INT(write_x), ARG_INT(y));
  test_buffer_sync(&parts);
  CHECK_CL(
      clEnqueueReadImage(test.queue, out, CL_TRUE, (size_t[]){0, 0, 0}, (size_t[]){W, H, 1}, 0, 0, got, 0, NULL, NULL));
  for (int lane = 0; lane < WIDTH; lane++)
    for (int row = 0; row < rows; row++)
      for (int b = 0; b < size; b++) {
        int at = x + lane * size + b, part = at & 3;
        int want = texels[within(y + row, H)][4 * within((at - part) / 4, W) + part];
        int read = parts.data[(lane * rows + row) * size + b];
        if (read != want)
          FAIL("block_read%s at (%d, %d): byte %d of part %d of work-item %d is %#x, not %#x", name, x, y, b, row, lane,
               read, want);
        /* The same byte goes out, unless that is outside; the rest is looked at below. */
        int to = write_x + lane * size + b;
        if (y + row < 0 || y + row >= H || to < 0 || to >= ROW)
          continue;
        if (got[y + row][to] != want)
          FAIL("block_write%s at (%d, %d): byte (%d, %d) is %#x, not %#x", name, write_x, y, to, y + row,
               got[y + row][to], want);
        got[y + row][to] = 0x77;
      }
  for (int ty = 0; ty < H; ty++)
    for (int tx = 0; tx < ROW; tx++)
      if (got[ty][tx] != 0x77)
        FAIL("block_write%s at (%d, %d) wrote byte (%d, %d)", name, write_x, y, tx, ty);
  CHECK_CL(clReleaseMemObject(in));
  CHECK_CL(clReleaseMemObject(out));
}

static void image_blocks_of(bool read_write) {
  static const int places[][2] = {{0, 0},   {4, 3},    {21, 1},  {80, 7},   {-5, -2},       {-64, 1}, {33, 16},
                                  {100, 9}, {154, 18}, {156, 2}, {159, -3}, {ROW - 124, 5}, {ROW, H}, {-200, -20}};
  need("cl_intel_subgroups");
  if (!test_device_uint(CL_DEVICE_IMAGE_SUPPORT))
    test_skip("no images");
  if (read_write && !test_has_c_feature("__opencl_c_read_write_images"))
    test_skip("no images that are read and written");
  for (size_t k = 0; k < TEST_COUNT(block_kinds); k++) {
    char options[200], source[4000];
    need(block_kinds[k].extension);
    snprintf(options, sizeof options, "-cl-std=CL3.0 -DT=%s -DIN=%s -DOUT=%s", block_kinds[k].type,
             read_write ? "read_write" : "read_only", read_write ? "read_write" : "write_only");
    int at = snprintf(source, sizeof source, "%s", PRELUDE);
    for (int rows = 1; rows <= block_kinds[k].most; rows *= 2)
      at += snprintf(source + at, sizeof source - (size_t)at,
                     "SIZED k%1$d(IN image2d_t in, OUT image2d_t out, global T *parts, int x, int to, int y) {\n"
                     "  %2$s%3$.0d v = intel_sub_group_block_read%4$s%3$.0d(in, (int2)(x, y));\n"
                     "  for (uint i = 0; i < %1$d; i++)\n"
                     "    parts[%1$d * get_global_id(0) + i] = ((private T *)&v)[i];\n"
                     "  intel_sub_group_block_write%4$s%3$.0d(out, (int2)(to, y), v);\n"
                     "}\n",
                     rows, block_kinds[k].type, rows > 1 ? rows : 0, block_kinds[k].suffix);
    cl_program program = test_build(options, source);
    for (int rows = 1; rows <= block_kinds[k].most; rows *= 2)
      for (size_t p = 0; p < TEST_COUNT(places); p++) {
        char name[20], kernel[20];
        size_t mark = test_mark();
        snprintf(name, sizeof name, "%s%.0d", block_kinds[k].suffix, rows > 1 ? rows : 0);
        snprintf(kernel, sizeof kernel, "k%d", rows);
        image_block(name, test_kernel(program, kernel), (int)block_kinds[k].size, rows, places[p][0], places[p][1]);
        test_release_to(mark);
      }
  }
}
static void image_blocks(void) {
  image_blocks_of(false);
}
static void read_write_image_blocks(void) {
  image_blocks_of(true);
}

static void split_barriers(void) {
  if (!test_has_extension("cl_intel_split_work_group_barrier"))
    test_skip("no split barriers");
  cl_kernel kernel = test_kernel(
      test_build("-cl-std=CL3.0", GRID_PRELUDE CL(kernel void k(global const int *in, global int *out, local int *x) {
                   int lid = (int)get_local_id(0);
                   int n = (int)get_local_size(0);
                   int v = in[AT];
                   for (int turn = 0; turn < 3; turn++) {
                     x[lid] = v;
                     intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE);
                     int own = v * 3;
                     intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE);
                     v = x[n - 1 - lid] + own;
                     intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
                     intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
                   }
                   out[AT] = v;
                 })),
      "k");
  enum { LOCAL = 50, N = 100 };
  struct test_buffer in = test_buffer(4 * N, TEST_END, CL_MEM_READ_ONLY, 0);
  struct test_buffer out = test_buffer(4 * N, TEST_END, CL_MEM_READ_WRITE, 0);
  cl_int v[N], w[N];
  for (int i = 0; i < N; i++)
    v[i] = (cl_int)(test_hash((uint32_t)i) % 1000);
  test_buffer_write(&in, v);
  LAUNCH(kernel, N, LOCAL, ARG_BUFFER(in), ARG_BUFFER(out), ARG_LOCAL(4 * LOCAL));
  test_buffer_sync(&out);
  for (int turn = 0; turn < 3; turn++) {
    for (int i = 0; i < N; i++)
      w[i] = v[i / LOCAL * LOCAL + LOCAL - 1 - i % LOCAL] + 3 * v[i];
    memcpy(v, w, sizeof v);
  }
  for (int i = 0; i < N; i++)
    CHECK_EQ(((cl_int *)out.data)[i], v[i]);
}

/* The name is put together, so that it is nowhere in the text: what declares it must be found all the same. */
static void hidden_name(void) {
  need("cl_intel_subgroups");
  cl_kernel kernel =
      test_kernel(test_build("-cl-std=CL3.0 -DP=inte",
                             "#define J(a, b) a##b\n"
                             "#define X(a, b) J(a, b)\n"
                             "kernel void k(global uint *x) {\n"
                             "  x[get_global_id(0)] = X(P, l_sub_group_shuffle)((uint)get_global_id(0), 0);\n"
                             "}\n"),
                  "k");
  struct test_buffer x = test_buffer(16, TEST_END, CL_MEM_READ_WRITE, 7);
  LAUNCH(kernel, 4, 4, ARG_BUFFER(x));
  test_buffer_sync(&x);
  for (int i = 0; i < 4; i++)
    CHECK_EQ(((cl_uint *)x.data)[i], 0);
}

static const struct test_case cases[] = {
    {"shuffles", shuffles},
    {"small_types", small_types},
    {"blocks", blocks},
    {"local_blocks", local_blocks},
    {"image_blocks", image_blocks},
    {"read_write_image_blocks", read_write_image_blocks},
    {"split_barriers", split_barriers},
    {"hidden_name", hidden_name},
};
TEST_MAIN(cases)
