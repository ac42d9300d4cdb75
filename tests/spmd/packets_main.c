// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each item function scalar and in packets of every variant, over buffers that end or begin at pages that cannot be
// touched. What the two leave in memory must be the same bits.
#define _GNU_SOURCE
#include "packets.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define BUFFERS 3

/* Of functions that are not run scalar, but are there. */
_Bool weft_any(_Bool mask) __asm__("weft.spmd.any");
_Bool weft_any(_Bool mask) {
  return mask;
}
_Bool weft_active(void) __asm__("weft.spmd.active");
_Bool weft_active(void) {
  return 1;
}
void weft_mask(_Bool mask) __asm__("weft.spmd.mask");
void weft_mask(_Bool mask) {
  (void)mask;
}

struct memory {
  unsigned char *map, *start;
  size_t size, room;
};

static uint32_t seed;

static uint32_t next(void) {
  seed = seed * 1664525u + 1013904223u;
  return seed >> 8 ^ seed << 13;
}

static size_t type_size(const char *type) {
  return (size_t)atoi(type + 1) / 8;
}

/* f: floats of ordinary size. s: small signed numbers. x: indices below N. u: any bits. z: zeros. */
static void fill(unsigned char *at, const char *type, size_t count, size_t items) {
  size_t size = type_size(type);
  for (size_t i = 0; i < count; ++i, at += size) {
    uint64_t bits = (uint64_t)next() << 32 | next();
    float f = (float)((int)(bits % 20001) - 10000) / 1000.0f;
    double d = f;
    if (type[0] == 's')
      bits = (uint64_t)((int64_t)(bits % 201) - 100);
    else if (type[0] == 'x')
      bits %= items;
    else if (type[0] == 'z')
      bits = 0;
    memcpy(at, type[0] == 'f' ? (size == 8 ? (void *)&d : (void *)&f) : (void *)&bits, size);
  }
}

static void map(struct memory *m, size_t size, bool at_end) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  m->size = size;
  m->room = (size + page - 1) / page * page;
  m->map = mmap(NULL, m->room + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (m->map == MAP_FAILED || (m->room && mprotect(m->map + page, m->room, PROT_READ | PROT_WRITE))) {
    perror("mmap");
    exit(2);
  }
  m->start = m->map + page + (at_end ? m->room - size : 0);
}

static void unmap(struct memory *m) {
  munmap(m->map, m->room + 2 * (size_t)sysconf(_SC_PAGESIZE));
}

struct run {
  const struct item *item;
  size_t W, H;
  struct memory memory[BUFFERS];
  uint32_t n;
  size_t packets;
};

#define ARGUMENTS(x, y) x, y, 0, r->memory[0].start, r->memory[1].start, r->memory[2].start, r->W, r->n

static void run_scalar(struct run *r, size_t x0, size_t x1, size_t y0, size_t y1) {
  for (size_t y = y0; y < y1 && y < r->H; ++y)
    for (size_t x = x0; x < x1 && x < r->W; ++x)
      r->item->scalar(ARGUMENTS(x, y));
}

static void run_variant(struct run *r, const struct variant *v) {
  size_t across = v->lanes * (v->dim == 0 ? v->parts : 1), down = v->dim == 1 ? v->parts : 1;
  void (*full)(ITEM_PARAMETERS) = (void (*)(ITEM_PARAMETERS))v->packet;
  void (*masked)(ITEM_PARAMETERS, uint64_t, uint64_t) = (void (*)(ITEM_PARAMETERS, uint64_t, uint64_t))v->packet;
  for (size_t y = 0; y < r->H; y += down)
    for (size_t x = 0; x < r->W; x += across) {
      size_t columns = r->W - x < across ? r->W - x : across;
      bool whole = columns == across && y + down <= r->H;
      if ((!whole && !v->masked) || (v->guard && !v->guard(ARGUMENTS(x, y), x + columns))) {
        run_scalar(r, x, x + across, y, y + down);
        continue;
      }
      ++r->packets;
      if (v->masked)
        masked(ARGUMENTS(x, y), r->W, r->H);
      else
        full(ARGUMENTS(x, y));
    }
}

static bool same(const struct run *r, const struct variant *v, unsigned char *const *expected) {
  static const char *const names[] = {"in", "out", "aux"};
  for (int b = 0; b < BUFFERS; ++b) {
    const struct memory *m = &r->memory[b];
    if (!memcmp(expected[b], m->start, m->size))
      continue;
    size_t size = type_size(r->item->buffers[b].type), i = 0;
    while (!memcmp(expected[b] + i * size, m->start + i * size, size))
      ++i;
    printf("%s %s, %zu x %zu: %s[%zu] is", r->item->name, v->name, r->W, r->H, names[b], i);
    for (size_t n = size; n-- > 0;)
      printf("%s%02x", n == size - 1 ? " " : "", m->start[i * size + n]);
    printf(", scalar");
    for (size_t n = size; n-- > 0;)
      printf("%s%02x", n == size - 1 ? " " : "", expected[b][i * size + n]);
    printf("\n");
    return false;
  }
  return true;
}

static unsigned check(const struct item *item, size_t W, size_t H, bool at_end, size_t *packets) {
  struct run run = {.item = item, .W = W, .H = H, .n = (uint32_t)(W / 2 + 1)};
  unsigned char *before[BUFFERS], *expected[BUFFERS];
  unsigned failures = 0;
  seed = (uint32_t)(W * 131 + H);
  for (int b = 0; b < BUFFERS; ++b) {
    size_t count = item->buffers[b].count(W, H), size = count * type_size(item->buffers[b].type);
    map(&run.memory[b], size, at_end);
    fill(run.memory[b].start, item->buffers[b].type, count, W * H);
    before[b] = malloc(size + 1);
    expected[b] = malloc(size + 1);
    if (!before[b] || !expected[b])
      exit(2);
    memcpy(before[b], run.memory[b].start, size);
  }
  run_scalar(&run, 0, W, 0, H);
  for (int b = 0; b < BUFFERS; ++b)
    memcpy(expected[b], run.memory[b].start, run.memory[b].size);
  for (const struct variant *v = item->variants; v->name; ++v) {
    for (int b = 0; b < BUFFERS; ++b)
      memcpy(run.memory[b].start, before[b], run.memory[b].size);
    run.packets = 0;
    fflush(stdout);
    run_variant(&run, v);
    packets[v - item->variants] += run.packets;
    failures += !same(&run, v, expected);
  }
  for (int b = 0; b < BUFFERS; ++b) {
    unmap(&run.memory[b]);
    free(before[b]);
    free(expected[b]);
  }
  return failures;
}

int main(void) {
  static const size_t sizes[][2] = {{1, 1}, {5, 3}, {16, 2}, {37, 4}, {77, 5}};
  unsigned failures = 0;
  for (const struct item *item = items; item->name; ++item) {
    size_t packets[64] = {0};
    for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); ++s)
      for (int at_end = 0; at_end < 2; ++at_end)
        failures += check(item, sizes[s][0], sizes[s][1], at_end, packets);
    for (const struct variant *v = item->variants; v->name; ++v)
      if (!packets[v - item->variants]) {
        printf("%s %s: no packet ever ran\n", item->name, v->name);
        ++failures;
      }
  }
  return failures != 0;
}
