/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "tests/fuzz_kernels/tree.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct block {
  struct block *next;
  size_t used, size;
  _Alignas(16) unsigned char bytes[];
};

static void *must(void *memory) {
  if (!memory) {
    fputs("weft-fuzz: out of memory\n", stderr);
    exit(2);
  }
  return memory;
}

void *arena_alloc(struct arena *arena, size_t size) {
  size = (size + 15) / 16 * 16;
  struct block *block = arena->blocks;
  if (!block || block->size - block->used < size) {
    size_t room = size > 65536 ? size : 65536;
    block = must(malloc(sizeof(*block) + room));
    *block = (struct block){arena->blocks, 0, room};
    arena->blocks = block;
  }
  void *at = block->bytes + block->used;
  block->used += size;
  return memset(at, 0, size);
}

void arena_free(struct arena *arena) {
  while (arena->blocks) {
    struct block *next = arena->blocks->next;
    free(arena->blocks);
    arena->blocks = next;
  }
}

char *arena_format(struct arena *arena, const char *format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int size = vsnprintf(NULL, 0, format, args);
  va_end(args);
  char *text = arena_alloc(arena, (size_t)size + 1);
  vsnprintf(text, (size_t)size + 1, format, again);
  va_end(again);
  return text;
}

struct node *node_make(struct arena *arena, const char *text, unsigned num, struct node *const *kids) {
  struct node *node = arena_alloc(arena, sizeof(*node));
  node->text = text;
  for (unsigned i = 0; i < num; i++)
    node_add(arena, node, kids[i]);
  return node;
}

struct node *node_list(struct arena *arena) {
  return node_make(arena, NULL, 0, NULL);
}

void node_add(struct arena *arena, struct node *list, struct node *kid) {
  if (list->num == list->room) {
    unsigned room = list->room ? 2 * list->room : 4;
    struct node **kids = arena_alloc(arena, room * sizeof(*kids));
    if (list->num)
      memcpy(kids, list->kids, list->num * sizeof(*kids));
    list->kids = kids;
    list->room = room;
  }
  list->kids[list->num++] = kid;
}

/* Text with a depth of braces, so that a reduced program reads like one. */
struct printer {
  char *text;
  size_t used, room;
  unsigned depth;
  bool line_start;
};

static void put(struct printer *printer, char c) {
  if (printer->used + 64 > printer->room) {
    printer->room = 2 * printer->room + 4096;
    printer->text = must(realloc(printer->text, printer->room));
  }
  if (c == '}' && printer->depth)
    printer->depth--;
  if (printer->line_start && c != '\n')
    for (unsigned i = 0; i < printer->depth && i < 24; i++) {
      printer->text[printer->used++] = ' ';
      printer->text[printer->used++] = ' ';
    }
  if (c == '{')
    printer->depth++;
  printer->line_start = c == '\n';
  printer->text[printer->used++] = c;
}

static void print(struct printer *printer, const struct node *node) {
  if (node_is_list(node)) {
    for (unsigned i = 0; i < node->num; i++)
      print(printer, node->kids[i]);
    return;
  }
  /* printer->room is checked once for a character and its indentation; see put(). */
  for (const char *at = node->text; *at; at++) {
    if (*at != '$') {
      put(printer, *at);
      continue;
    }
    at++;
    if (*at == '*')
      for (unsigned i = 0; i < node->num; i++) {
        if (i)
          put(printer, ','), put(printer, ' ');
        print(printer, node->kids[i]);
      }
    else
      print(printer, node->kids[*at - '0']);
  }
}

char *node_print(const struct node *root) {
  struct printer printer = {.line_start = true};
  print(&printer, root);
  put(&printer, '\n');
  printer.text[printer.used] = 0;
  return printer.text;
}

static const struct {
  const char *name;
  unsigned size;
} bases[NUM_BASES] = {
    [CHAR] = {"char", 1},   [UCHAR] = {"uchar", 1},   [SHORT] = {"short", 2}, [USHORT] = {"ushort", 2},
    [INT] = {"int", 4},     [UINT] = {"uint", 4},     [LONG] = {"long", 8},   [ULONG] = {"ulong", 8},
    [FLOAT] = {"float", 4}, [DOUBLE] = {"double", 8},
};

const char *base_name(enum base base) {
  return bases[base].name;
}

unsigned base_size(enum base base) {
  return bases[base].size;
}

const char *type_name(struct arena *arena, struct type type) {
  return type.width == 1 ? base_name(type.base) : arena_format(arena, "%s%u", base_name(type.base), type.width);
}

enum base mask_base(enum base base) {
  switch (base_size(base)) {
  case 1:
    return CHAR;
  case 2:
    return SHORT;
  case 4:
    return INT;
  default:
    return LONG;
  }
}
