// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated item functions (generate.py) one work-item after another and in packets.
enum { items = 70 };
#include "items_memory.h"

#define PACKET(N, Plan) __asm__("item_" #N ".packet." Plan)

#define ITEM(N)                                                                                                        \
  void item_##N(PARAMETERS);                                                                                           \
  void small_##N(PARAMETERS, long columns, long rows) PACKET(N, "4.1.0.masked");                                       \
  void parts_##N(PARAMETERS, long columns, long rows) PACKET(N, "8.2.0.masked");                                       \
  void full_##N(PARAMETERS) PACKET(N, "16.1.0");
#include "items.h"
#undef ITEM
#define ITEM(N) {#N, item_##N, small_##N, parts_##N, full_##N},
static const struct {
  const char *name;
  void (*item)(PARAMETERS);
  void (*small)(PARAMETERS, long, long);
  void (*parts)(PARAMETERS, long, long);
  void (*full)(PARAMETERS);
} functions[] = {
#include "items.h"
};

static int differs(unsigned f, int n, int width) {
  static struct memory expected, got;
  memset(&expected, 0, sizeof expected);
  memset(&got, 0, sizeof got);
  now = &expected;
  for (long x = 0; x < items; ++x)
    functions[f].item(x, 2, 3, in, expected.data, expected.flags, NULL, n);
  now = &got;
  for (long x = 0; x < items; x += width)
    if (width == 4)
      functions[f].small(x, 2, 3, in, got.data, got.flags, NULL, n, items, 3);
    else if (width == 16 && x + width <= items && n % 2)
      functions[f].full(x, 2, 3, in, got.data, got.flags, NULL, n);
    else
      functions[f].parts(x, 2, 3, in, got.data, got.flags, NULL, n, items, 3);
  if (!memcmp(&expected, &got, sizeof got))
    return 0;
  for (int i = 0; i < items * 8; ++i)
    if (expected.data[i] != got.data[i])
      return printf("item_%s n=%d width %d: data[%d] %d, expected %d\n", functions[f].name, n, width, i, got.data[i],
                    expected.data[i]);
  return printf("item_%s n=%d width %d: flags or calls\n", functions[f].name, n, width);
}

int main(void) {
  unsigned wrong = 0;
  fill_in();
  for (unsigned f = 0; f < sizeof functions / sizeof *functions; ++f)
    for (int n = 1; n < 20; n += 6)
      wrong += differs(f, n, 4) || differs(f, n, 16) || differs(f, n + 1, 16);
  printf("%zu functions, %u wrong\n", sizeof functions / sizeof *functions, wrong);
  return wrong != 0;
}
