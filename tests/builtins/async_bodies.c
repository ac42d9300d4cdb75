/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The bodies of the async copies against loops over bytes, over random shapes, with source and destination
 * flush against pages that may not be touched. A body that reads or writes a byte too many dies here;
 * one that writes a gap, or misses a byte, differs from the reference.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

void __weft_group_copy_1d_body(void *dst, const void *src, uint64_t bytes);
void __weft_group_copy_strided_body(void *dst, const void *src, uint64_t element_bytes, uint64_t count,
                                    uint64_t dst_stride, uint64_t src_stride);
void __weft_group_copy_nd_body(void *dst, const void *src, uint64_t line_bytes, uint64_t lines, uint64_t planes,
                               uint64_t dst_line_pitch, uint64_t src_line_pitch, uint64_t dst_plane_pitch,
                               uint64_t src_plane_pitch);

/* The module's own is weak; the compiler sets it for the processor. */
extern uint64_t __weft_copy_libc_bytes;
uint64_t __weft_copy_libc_bytes;

#define ROOM ((size_t)1 << 20)
#define PAGE 4096
#define GAP 0xa5

static uint64_t seed = 0x9e3779b97f4a7c15u;
static uint64_t copies;

static uint64_t next_random(void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed * 0x2545f4914f6cdd1du >> 20;
}
static uint64_t below(uint64_t limit) {
  return next_random() % limit;
}

/* ROOM bytes between two pages that may not be touched. */
static uint8_t *guarded(void) {
  uint8_t *p = mmap(NULL, ROOM + 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED || mprotect(p + PAGE, ROOM, PROT_READ | PROT_WRITE)) {
    perror("guard pages");
    exit(1);
  }
  return p + PAGE;
}

static uint8_t *src_room, *dst_room, expected[ROOM];

/* The bytes from the first element's first to the last element's last. */
struct shape {
  uint64_t element, count[3], dst_step[3], src_step[3];
};

static uint64_t span(const struct shape *s, const uint64_t step[3]) {
  uint64_t bytes = s->element;
  for (int d = 0; d < 3; ++d) {
    if (!s->count[d])
      return 0;
    bytes += (s->count[d] - 1) * step[d];
  }
  return s->element ? bytes : 0;
}

static void reference(uint8_t *dst, const uint8_t *src, const struct shape *s) {
  for (uint64_t k = 0; k < s->count[2]; ++k)
    for (uint64_t j = 0; j < s->count[1]; ++j)
      for (uint64_t i = 0; i < s->count[0]; ++i)
        for (uint64_t b = 0; b < s->element; ++b)
          dst[k * s->dst_step[2] + j * s->dst_step[1] + i * s->dst_step[0] + b] =
              src[k * s->src_step[2] + j * s->src_step[1] + i * s->src_step[0] + b];
}

enum body { BODY_1D, BODY_STRIDED, BODY_ND };

/* Runs one shape with both sides at the start or at the end of their rooms, or somewhere within. */
static void check(enum body body, const struct shape *s) {
  uint64_t dst_span = span(s, s->dst_step), src_span = span(s, s->src_step);
  if (dst_span > ROOM || src_span > ROOM)
    return;
  for (int place = 0; place < 4; ++place) {
    uint8_t *dst = dst_room + (place & 1 ? ROOM - dst_span : 0);
    uint8_t *src = src_room + (place & 2 ? ROOM - src_span : 0);
    if (dst_span < ROOM - 256 && src_span < ROOM - 256 && below(4) == 0) {
      dst = dst_room + below(256);
      src = src_room + below(256);
    }
    /* Gaps and 128 bytes on either side must stay as they are. */
    uint8_t *low = dst - dst_room < 128 ? dst_room : dst - 128;
    uint8_t *high = dst_room + ROOM - (dst + dst_span) < 128 ? dst_room + ROOM : dst + dst_span + 128;
    memset(low, GAP, (size_t)(high - low));
    memset(expected, GAP, (size_t)(high - low));
    reference(expected + (dst - low), src, s);
    switch (body) {
    case BODY_1D:
      __weft_group_copy_1d_body(dst, src, s->element);
      break;
    case BODY_STRIDED:
      __weft_group_copy_strided_body(dst, src, s->element, s->count[0], s->dst_step[0], s->src_step[0]);
      break;
    case BODY_ND:
      __weft_group_copy_nd_body(dst, src, s->element, s->count[0], s->count[1], s->dst_step[0], s->src_step[0],
                                s->dst_step[1], s->src_step[1]);
      break;
    }
    ++copies;
    if (memcmp(low, expected, (size_t)(high - low))) {
      size_t at = 0;
      while (low[at] == expected[at])
        ++at;
      printf("body %d: element %llu, count %llu %llu, dst %llu %llu, src %llu %llu, place %d: byte %td differs\n", body,
             (unsigned long long)s->element, (unsigned long long)s->count[0], (unsigned long long)s->count[1],
             (unsigned long long)s->dst_step[0], (unsigned long long)s->dst_step[1], (unsigned long long)s->src_step[0],
             (unsigned long long)s->src_step[1], place, (ptrdiff_t)at - (dst - low));
      exit(1);
    }
  }
}

static void check_1d(uint64_t bytes) {
  struct shape s = {.element = bytes, .count = {1, 1, 1}};
  check(BODY_1D, &s);
}

static void check_strided(uint64_t element, uint64_t count, uint64_t dst_stride, uint64_t src_stride) {
  struct shape s = {.element = element,
                    .count = {count, 1, 1},
                    .dst_step = {dst_stride * element},
                    .src_step = {src_stride * element}};
  check(BODY_STRIDED, &s);
}

static void check_nd(void) {
  struct shape s = {.count = {below(9), below(5), 1}};
  static const uint64_t largest[] = {16, 40, 80, 150, 300, 1100, 20000};
  s.element = below(largest[below(7)]);
  if (below(4) == 0)
    s.element = (uint64_t)8 << below(6); /* exact classes */
  if (below(3) == 0)
    s.count[0] = below(100);
  for (int side = 0; side < 2; ++side) {
    uint64_t *step = side ? s.src_step : s.dst_step;
    step[0] = s.element + (below(2) ? below(200) : 0);
    step[1] = step[0] * s.count[0] + (below(2) ? below(500) : 0);
  }
  /* Pitches of a lone line or plane are never used. */
  if (s.count[1] == 1 && below(2))
    s.dst_step[1] = s.src_step[1] = 0;
  check(BODY_ND, &s);
}

static void check_all(void) {
  for (uint64_t bytes = 0; bytes < 1100; ++bytes)
    check_1d(bytes);
  for (int i = 0; i < 300; ++i)
    check_1d(below(70000));

  static const uint64_t counts[] = {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 18, 31, 32, 33, 34, 63, 64, 65, 66, 127, 129};
  for (uint64_t element = 1; element <= 128; element *= 2)
    for (uint64_t stride = 1; stride <= 18; ++stride)
      for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i) {
        check_strided(element, counts[i], 1, stride);
        check_strided(element, counts[i], stride, 1);
      }
  for (int i = 0; i < 2000; ++i) {
    uint64_t element = (uint64_t)1 << below(8), count = below(300), stride = 1 + below(100);
    check_strided(element, count, 1, stride);
    check_strided(element, count, stride, 1);
  }
  for (int i = 0; i < 8000; ++i)
    check_nd();
}

int main(void) {
#ifdef WEFT_TEST_ISA
  if (!__builtin_cpu_supports(WEFT_TEST_ISA)) {
    printf("no %s here\n", WEFT_TEST_ISA);
    return 77;
  }
#endif
  src_room = guarded();
  dst_room = guarded();
  for (size_t i = 0; i < ROOM; ++i)
    src_room[i] = (uint8_t)next_random();

  static const uint64_t limits[] = {4096, 16385};
  for (size_t i = 0; i < sizeof limits / sizeof *limits; ++i) {
    __weft_copy_libc_bytes = limits[i];
    check_all();
  }
  printf("%llu copies agree with the reference\n", (unsigned long long)copies);
  return 0;
}
