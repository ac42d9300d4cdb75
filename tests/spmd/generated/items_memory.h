// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What generated item functions (generate.py) read, write and call; whoever includes it says first how many work-items
// there are: `items` in x and `rows` in y.
#include <stdio.h>
#include <string.h>

#define PARAMETERS long x, long y, long z, const int *in, int *data, int *flags, const int *null, int n

enum { pitch = 96 }; // between rows, as generate.py has it

struct memory {
  int data[rows * pitch * 8], flags[64 + 32];
  unsigned notes[rows * pitch];
};

static struct memory *now;
static int in[64];

int note(long me, int v);
int note(long me, int v) {
  now->notes[me] = now->notes[me] * 31 + (unsigned)v + 1;
  return (int)(now->notes[me] >> 3);
}

static void fill_in(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  for (int i = 0; i < 64; ++i)
    in[i] = (int)((unsigned)i * 2654435761u >> 7) % 97;
}

/// Says where two memories differ, of which the caller knows that they do.
static int differ(const char *what, const struct memory *got, const struct memory *expected) {
  for (int i = 0; i < rows * pitch * 8; ++i)
    if (expected->data[i] != got->data[i])
      return printf("%s: data[%d] of x %d y %d %d, expected %d\n", what, i % 8, i / 8 % pitch, i / 8 / pitch,
                    got->data[i], expected->data[i]);
  for (int i = 0; i < rows * pitch; ++i)
    if (expected->notes[i] != got->notes[i])
      return printf("%s: calls of x %d y %d\n", what, i % pitch, i / pitch);
  return printf("%s: flags\n", what);
}
