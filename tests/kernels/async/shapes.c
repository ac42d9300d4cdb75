/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * async_work_group_copy_2D2D and async_work_group_copy_3D3D over their whole space of shapes, each against a host
 * loop: element sizes odd and large, no elements, lines or planes, padding on neither side, one or both, between lines
 * or between planes only, offsets on both sides, pointers off by bytes. The global side lies against a guard page, at
 * its start or its end; everything else that could be touched is compared.
 */
#include "tests/kernels/async/extended.h"

#define GROUPS 2

/* p.s0 element bytes, s1 elements per line, s2 lines, s3 planes, s4 s5 offsets, s6 s7 lines, s8 s9 areas (global
 * side, local side), sa sb bytes before the pointers, sc bytes of the tile, sd bytes of a group's global share */
static const char kernels[] = CL(
    void mark(local uchar *tile, ulong size) {
      for (size_t i = get_local_id(0); i < size; i += get_local_size(0))
        tile[i] = (uchar)(i * 7 + 1);
      barrier(CLK_LOCAL_MEM_FENCE);
    }

    void load(local uchar *tile, global const uchar *from, ulong size) {
      for (size_t i = get_local_id(0); i < size; i += get_local_size(0))
        tile[i] = from[get_group_id(0) * size + i];
      barrier(CLK_LOCAL_MEM_FENCE);
    }

    void store(global uchar *to, local const uchar *tile, ulong size) {
      for (size_t i = get_local_id(0); i < size; i += get_local_size(0))
        to[get_group_id(0) * size + i] = tile[i];
    }

    kernel void in_2d(global const uchar *src, global uchar *dump, ulong16 p, local uchar *tile) {
      mark(tile, p.sc);
      event_t e = async_work_group_copy_2D2D(tile + p.sb, p.s5, src + get_group_id(0) * p.sd + p.sa, p.s4, p.s0, p.s1,
                                             p.s2, p.s6, p.s7, 0);
      wait_group_events(1, &e);
      store(dump, tile, p.sc);
    }

    kernel void out_2d(global uchar *dst, global const uchar *source, ulong16 p, local uchar *tile) {
      load(tile, source, p.sc);
      event_t e = async_work_group_copy_2D2D(dst + get_group_id(0) * p.sd + p.sa, p.s4, tile + p.sb, p.s5, p.s0, p.s1,
                                             p.s2, p.s7, p.s6, 0);
      wait_group_events(1, &e);
    }

    kernel void in_3d(global const uchar *src, global uchar *dump, ulong16 p, local uchar *tile) {
      mark(tile, p.sc);
      event_t e = async_work_group_copy_3D3D(tile + p.sb, p.s5, src + get_group_id(0) * p.sd + p.sa, p.s4, p.s0, p.s1,
                                             p.s2, p.s3, p.s6, p.s8, p.s7, p.s9, 0);
      wait_group_events(1, &e);
      store(dump, tile, p.sc);
    }

    kernel void out_3d(global uchar *dst, global const uchar *source, ulong16 p, local uchar *tile) {
      load(tile, source, p.sc);
      event_t e = async_work_group_copy_3D3D(dst + get_group_id(0) * p.sd + p.sa, p.s4, tile + p.sb, p.s5, p.s0, p.s1,
                                             p.s2, p.s3, p.s7, p.s9, p.s6, p.s8, 0);
      wait_group_events(1, &e);
    });

/* One side of a copy: elements but for `skew`, the bytes before the pointer. */
struct side {
  size_t skew, offset, line, area;
};
struct shape {
  size_t element, count, lines, planes;
  struct side global, local;
  bool is_3d;
};

static struct {
  cl_kernel in_2d, out_2d, in_3d, out_3d;
} kernel;

static void build(void) {
  cl_program program = extended_build(NULL, kernels);
  kernel.in_2d = test_kernel(program, "in_2d");
  kernel.out_2d = test_kernel(program, "out_2d");
  kernel.in_3d = test_kernel(program, "in_3d");
  kernel.out_3d = test_kernel(program, "out_3d");
}

/* Bytes from the memory's start to the end of the last element. */
static size_t reach(const struct shape *shape, const struct side *side) {
  size_t elements = side->offset;
  if (shape->count && shape->lines && shape->planes)
    elements += (shape->planes - 1) * side->area + (shape->lines - 1) * side->line + shape->count;
  return side->skew + elements * shape->element;
}

static size_t line_at(const struct shape *shape, const struct side *side, size_t plane, size_t line) {
  return side->skew + (side->offset + plane * side->area + line * side->line) * shape->element;
}

static void launch(cl_kernel which, const struct shape *s, const struct test_buffer *global_side,
                   const struct test_buffer *bytes, size_t tile, size_t share, size_t local) {
  cl_ulong16 p = {.s = {s->element, s->count, s->lines, s->planes, s->global.offset, s->local.offset, s->global.line,
                        s->local.line, s->global.area, s->local.area, s->global.skew, s->local.skew, tile, share}};
  LAUNCH(which, GROUPS * local, local, ARG_BUFFER(*global_side), ARG_BUFFER(*bytes), ARG(p), ARG_LOCAL(tile));
}

static void compare(const char *way, const struct shape *s, const void *got, const void *want, size_t size) {
  size_t byte = test_differ(got, want, size);
  if (byte != size)
    FAIL("%s: byte %zu of %zu is wrong: %s element %zu count %zu lines %zu planes %zu; "
         "global skew %zu offset %zu line %zu area %zu; local skew %zu offset %zu line %zu area %zu",
         way, byte, size, s->is_3d ? "3D" : "2D", s->element, s->count, s->lines, s->planes, s->global.skew,
         s->global.offset, s->global.line, s->global.area, s->local.skew, s->local.offset, s->local.line,
         s->local.area);
}

static void check(const struct shape *s, enum test_place place, size_t local) {
  size_t mark = test_mark();
  size_t tile = reach(s, &s->local) + 19, share = reach(s, &s->global);
  if (!share)
    share = 1;
  struct test_buffer side = test_buffer(GROUPS * share, place, CL_MEM_READ_WRITE, 1);
  struct test_buffer bytes = test_buffer(GROUPS * tile, TEST_END, CL_MEM_READ_WRITE, 0);
  unsigned char *want = test_alloc(bytes.size);
  for (size_t i = 0; i < bytes.size; i++)
    want[i] = (unsigned char)(i % tile * 7 + 1);
  for (size_t g = 0; g < GROUPS; g++)
    for (size_t p = 0; p < s->planes; p++)
      for (size_t l = 0; l < s->lines; l++)
        memcpy(want + g * tile + line_at(s, &s->local, p, l), side.data + g * share + line_at(s, &s->global, p, l),
               s->count * s->element);
  test_buffer_protect(&side, true);
  launch(s->is_3d ? kernel.in_3d : kernel.in_2d, s, &side, &bytes, tile, share, local);
  test_buffer_protect(&side, false);
  test_buffer_sync(&bytes);
  compare("global to local", s, bytes.data, want, bytes.size);

  struct test_buffer source = test_buffer(GROUPS * tile, TEST_END, CL_MEM_READ_ONLY, 2);
  want = test_alloc(side.size);
  memcpy(want, side.data, side.size);
  for (size_t g = 0; g < GROUPS; g++)
    for (size_t p = 0; p < s->planes; p++)
      for (size_t l = 0; l < s->lines; l++)
        memcpy(want + g * share + line_at(s, &s->global, p, l), source.data + g * tile + line_at(s, &s->local, p, l),
               s->count * s->element);
  launch(s->is_3d ? kernel.out_3d : kernel.out_2d, s, &side, &source, tile, share, local);
  test_buffer_sync(&side);
  compare("local to global", s, side.data, want, side.size);
  test_release_to(mark);
}

static const size_t elements[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10,  11,  12,  13,
                                  14, 15, 16, 17, 31, 32, 33, 64, 65, 127, 128, 129, 4096};

/* Paddings of line and plane, in elements; global side, then local side. */
static void check_paddings(size_t element, bool is_3d) {
  static const size_t lines[][2] = {{0, 0}, {0, 3}, {3, 0}, {3, 3}, {1, 7}};
  static const size_t planes[][2] = {{0, 0}, {0, 2}, {5, 0}, {5, 5}};
  size_t count = element > 1000 ? 1 : element > 60 ? 3 : 10, line_count = element > 60 ? 2 : 7;
  unsigned turn = 0;
  for (size_t l = 0; l < TEST_COUNT(lines); l++)
    for (size_t p = 0; p < (is_3d ? TEST_COUNT(planes) : 1); p++)
      for (size_t offsets = 0; offsets < 3; offsets++, turn++) {
        struct shape s = {
            .element = element, .count = count, .lines = line_count, .planes = is_3d ? 2 : 1, .is_3d = is_3d};
        if (element > 1000 && offsets)
          continue;
        s.global = (struct side){.offset = offsets ? 2 : 0, .line = count + lines[l][0]};
        s.local = (struct side){.offset = offsets == 2 ? 1 : 0, .line = count + lines[l][1]};
        s.global.area = s.lines * s.global.line + planes[p][0];
        s.local.area = s.lines * s.local.line + planes[p][1];
        if (reach(&s, &s.local) > 30000)
          s.planes = 1;
        if (reach(&s, &s.local) > 30000)
          continue;
        check(&s, turn & 1 ? TEST_END : TEST_START, turn % 3 ? 5 : 64);
      }
}

static void paddings_2d(void) {
  build();
  for (size_t e = 0; e < TEST_COUNT(elements); e++)
    check_paddings(elements[e], false);
}

static void paddings_3d(void) {
  build();
  for (size_t e = 0; e < TEST_COUNT(elements); e++)
    check_paddings(elements[e], true);
}

/* No elements, no lines, no planes: nothing moves, not even where the pitches are none. */
static void nothing(void) {
  build();
  for (unsigned which = 0; which < 64; which++) {
    struct shape s = {.element = which & 8 ? 4 : 1,
                      .count = which & 1 ? 0 : 3,
                      .lines = which & 2 ? 0 : 2,
                      .planes = which & 4 ? 0 : 2,
                      .is_3d = which & 16};
    size_t padding = which & 32 ? 4 : 0;
    s.global = (struct side){.line = s.count + padding, .area = s.lines * (s.count + padding)};
    s.local = s.global;
    if (!s.is_3d)
      s.planes = 1;
    if (s.count && s.lines && s.planes)
      continue;
    check(&s, which & 1 ? TEST_END : TEST_START, 3);
  }
}

static void one_of_each(void) {
  build();
  for (unsigned which = 0; which < 16; which++) {
    struct shape s = {.element = 3,
                      .count = which & 1 ? 1 : 5,
                      .lines = which & 2 ? 1 : 4,
                      .planes = which & 4 ? 1 : 3,
                      .is_3d = true};
    s.global = (struct side){.line = s.count + 2, .area = (s.count + 2) * s.lines};
    s.local = (struct side){.line = s.count, .area = s.count * s.lines + 1};
    check(&s, which & 8 ? TEST_END : TEST_START, 1);
  }
}

/* Every pair of misalignments up to a cache line's, in lines short, of a block's size, and long. */
static void misaligned(void) {
  static const size_t bytes[] = {1, 15, 31, 64, 100, 257};
  build();
  for (size_t global = 0; global < 64; global += global < 17 ? 1 : 7)
    for (size_t local = 0; local < 64; local += local < 17 ? 3 : 13) {
      size_t line = bytes[(global + local) % TEST_COUNT(bytes)];
      struct shape s = {.element = 1, .count = line, .lines = 3, .planes = 2, .is_3d = (global + local) & 1};
      s.global = (struct side){.skew = global, .line = line + 3, .area = 3 * line + 11};
      s.local = (struct side){.skew = local, .line = line, .area = 3 * line};
      if (!s.is_3d)
        s.planes = 1;
      check(&s, local & 1 ? TEST_END : TEST_START, 8);
    }
}

/* Lines a page or more apart, both as padding of a line and of a plane. */
static void far_apart(void) {
  static const size_t pitches[] = {4095, 4096, 4097, 8192, 65536};
  build();
  for (size_t i = 0; i < TEST_COUNT(pitches); i++)
    for (size_t count = 1; count <= 65; count += 32) {
      struct shape s = {.element = 1, .count = count, .lines = 5, .planes = 2, .is_3d = true};
      s.global = (struct side){.line = pitches[i], .area = 5 * pitches[i] + 4096};
      s.local = (struct side){.line = count, .area = 5 * count};
      check(&s, TEST_END, 4);
      s.is_3d = false;
      s.planes = 1;
      check(&s, TEST_START, 4);
    }
}

static size_t pick(uint32_t *state, size_t below) {
  *state = *state * 1664525u + 1013904223u;
  return test_hash(*state) % below;
}

/* What no table above thought of. The shape is printed where it fails; the sequence is the same in each run. */
static void any(void) {
  uint32_t state = 7;
  unsigned done = 0;
  build();
  while (done < 2500) {
    struct shape s = {.element = elements[pick(&state, TEST_COUNT(elements))],
                      .count = pick(&state, 40),
                      .lines = pick(&state, 12),
                      .planes = 1 + pick(&state, 4),
                      .is_3d = true};
    for (struct side *side = &s.global; side; side = side == &s.global ? &s.local : NULL) {
      side->skew = pick(&state, 2) ? pick(&state, 64) : 0;
      side->offset = pick(&state, 2) ? pick(&state, 9) : 0;
      side->line = s.count + (pick(&state, 2) ? pick(&state, 30) : 0);
      side->area = s.lines * side->line + (pick(&state, 2) ? pick(&state, 20) : 0);
    }
    if (pick(&state, 2)) {
      s.is_3d = false;
      s.planes = 1;
    }
    if (reach(&s, &s.local) > 30000 || reach(&s, &s.global) > 200000)
      continue;
    check(&s, pick(&state, 2) ? TEST_END : TEST_START, 1 + pick(&state, 20));
    done++;
  }
}

static const struct test_case cases[] = {
    {"paddings_2d", paddings_2d}, {"paddings_3d", paddings_3d}, {"nothing", nothing}, {"one_of_each", one_of_each},
    {"misaligned", misaligned},   {"far_apart", far_apart},     {"any", any},
};
TEST_MAIN(cases)
