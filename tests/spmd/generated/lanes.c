// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs each item function for all work-items one after another, and its linearised form for four at once, with all
// of them there and with some: memory and calls must be the same. items.h lists the functions.
enum { items = 64, at_once = 4, runs = 4 };
#include "items_memory.h"

typedef void item_function(PARAMETERS);
typedef void lanes_function(PARAMETERS, long exists);

#define ITEM(N)                                                                                                        \
  item_function item_##N;                                                                                              \
  lanes_function item_##N##_lanes;
#include "items.h"
#undef ITEM
#define ITEM(N) {item_##N, item_##N##_lanes},
static const struct {
  item_function *item;
  lanes_function *lanes;
} functions[] = {
#include "items.h"
};

static int differs(unsigned f, int n, unsigned exists) {
  static struct memory expected, got;
  memset(&expected, 0, sizeof expected);
  memset(&got, 0, sizeof got);
  now = &expected;
  for (long x = 0; x < items; ++x)
    if (exists >> (x % at_once) & 1)
      functions[f].item(x, 2, 3, in, expected.data, expected.flags, NULL, n);
  now = &got;
  for (long x = 0; x < items; x += at_once)
    functions[f].lanes(x, 2, 3, in, got.data, got.flags, NULL, n, exists);
  for (int i = 0; i < items * 8; ++i)
    if (expected.data[i] != got.data[i])
      return printf("item_%u n=%d exists=%x: data[%d] %d, expected %d\n", f, n, exists, i, got.data[i],
                    expected.data[i]);
  for (int i = 0; i < items; ++i)
    if (expected.flags[i] != got.flags[i] || expected.notes[i] != got.notes[i])
      return printf("item_%u n=%d exists=%x: flag or calls of %d\n", f, n, exists, i);
  return 0;
}

int main(void) {
  static const unsigned exists[runs] = {0xf, 0xd, 0x2, 0x7};
  unsigned wrong = 0;
  fill_in();
  for (unsigned f = 0; f < sizeof functions / sizeof *functions; ++f)
    for (int run = 0; run < runs; ++run)
      for (int n = 1; n < 20; n += 7)
        if (differs(f, n, exists[run])) {
          ++wrong;
          run = runs;
          break;
        }
  printf("%zu functions, %u wrong\n", sizeof functions / sizeof *functions, wrong);
  return wrong != 0;
}
