// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs each item function for all work-items one after another, and its linearised forms for four at once, along x and
// two by two, with all of them there and with some: memory and calls must be the same. items.h lists the functions.
enum { items = 64, rows = 4, at_once = 4, runs = 4 };
#include "items_memory.h"

typedef void item_function(PARAMETERS);
typedef void lanes_function(PARAMETERS, long exists);

#define ITEM(N)                                                                                                        \
  item_function item_##N;                                                                                              \
  lanes_function item_##N##_lanes, item_##N##_square;
#include "items.h"
#undef ITEM
#define ITEM(N) {#N, item_##N, item_##N##_lanes, item_##N##_square},
static const struct {
  const char *name;
  item_function *item;
  lanes_function *lanes, *square;
} functions[] = {
#include "items.h"
};

/// `columns`: of the lanes that run at once.
static int differs(unsigned f, int n, int columns, unsigned exists) {
  static struct memory expected, got;
  const int below = at_once / columns;
  memset(&expected, 0, sizeof expected);
  memset(&got, 0, sizeof got);
  now = &expected;
  for (long y = 0; y < rows; ++y)
    for (long x = 0; x < items; ++x)
      if (exists >> (x % columns + y % below * columns) & 1)
        functions[f].item(x, y, 3, in, expected.data, expected.flags, NULL, n);
  now = &got;
  for (long y = 0; y < rows; y += below)
    for (long x = 0; x < items; x += columns)
      (columns == at_once ? functions[f].lanes : functions[f].square)(x, y, 3, in, got.data, got.flags, NULL, n,
                                                                      exists);
  if (!memcmp(&expected, &got, sizeof got))
    return 0;
  char what[64];
  snprintf(what, sizeof what, "item_%s n=%d exists=%x %s", functions[f].name, n, exists,
           columns == at_once ? "along x" : "two by two");
  return differ(what, &got, &expected);
}

int main(void) {
  static const unsigned exists[runs] = {0xf, 0xd, 0x2, 0x7};
  unsigned wrong = 0;
  fill_in();
  for (unsigned f = 0; f < sizeof functions / sizeof *functions; ++f)
    for (int columns = at_once; columns > 1; columns /= 2)
      for (int run = 0; run < runs; ++run)
        for (int n = 1; n < 20; n += 7)
          if (differs(f, n, columns, exists[run])) {
            ++wrong;
            run = runs;
            break;
          }
  printf("%zu functions, %u wrong\n", sizeof functions / sizeof *functions, wrong);
  return wrong != 0;
}
