// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated item functions (generate.py) one work-item after another and in packets.
enum { items = 70, rows = 6 };
#include "items_memory.h"

#define PACKET(N, Plan) __asm__("item_" #N ".packet." Plan)

#define ITEM(N)                                                                                                        \
  void item_##N(PARAMETERS);                                                                                           \
  void small_##N(PARAMETERS, long columns, long below) PACKET(N, "4.1.0.masked");                                      \
  void parts_##N(PARAMETERS, long columns, long below) PACKET(N, "8.2.0.masked");                                      \
  void full_##N(PARAMETERS) PACKET(N, "16.1.0");                                                                       \
  void tile_##N(PARAMETERS) PACKET(N, "4.2.1");                                                                        \
  void tall_##N(PARAMETERS, long columns, long below) PACKET(N, "4.4.1.masked");
#include "items.h"
#undef ITEM
#define ITEM(N) {#N, item_##N, small_##N, parts_##N, full_##N, tile_##N, tall_##N},
static const struct {
  const char *name;
  void (*item)(PARAMETERS);
  void (*small)(PARAMETERS, long, long);
  void (*parts)(PARAMETERS, long, long);
  void (*full)(PARAMETERS);
  void (*tile)(PARAMETERS);
  void (*tall)(PARAMETERS, long, long);
} functions[] = {
#include "items.h"
};

/// Packets of so many columns and rows.
static int differs(unsigned f, int n, int width, int height) {
  static struct memory expected, got;
  memset(&expected, 0, sizeof expected);
  memset(&got, 0, sizeof got);
  now = &expected;
  for (long y = 0; y < rows; ++y)
    for (long x = 0; x < items; ++x)
      functions[f].item(x, y, 3, in, expected.data, expected.flags, NULL, n);
  now = &got;
  for (long y = 0; y < rows; y += height)
    for (long x = 0; x < items; x += width)
      if (height == 4 || (height == 2 && x + width > items))
        functions[f].tall(x, y, 3, in, got.data, got.flags, NULL, n, items, y + height < rows ? y + height : rows);
      else if (height == 2)
        functions[f].tile(x, y, 3, in, got.data, got.flags, NULL, n);
      else if (width == 4)
        functions[f].small(x, y, 3, in, got.data, got.flags, NULL, n, items, rows);
      else if (width == 16 && x + width <= items && n % 2)
        functions[f].full(x, y, 3, in, got.data, got.flags, NULL, n);
      else
        functions[f].parts(x, y, 3, in, got.data, got.flags, NULL, n, items, rows);
  if (!memcmp(&expected, &got, sizeof got))
    return 0;
  char what[64];
  snprintf(what, sizeof what, "item_%s n=%d packets %d by %d", functions[f].name, n, width, height);
  return differ(what, &got, &expected);
}

int main(void) {
  unsigned wrong = 0;
  fill_in();
  for (unsigned f = 0; f < sizeof functions / sizeof *functions; ++f)
    for (int n = 1; n < 20; n += 6)
      wrong += differs(f, n, 4, 1) || differs(f, n, 16, 1) || differs(f, n + 1, 16, 1) || differs(f, n, 4, 2) ||
               differs(f, n, 4, 4);
  printf("%zu functions, %u wrong\n", sizeof functions / sizeof *functions, wrong);
  return wrong != 0;
}
