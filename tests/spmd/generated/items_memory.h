// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What generated item functions (generate.py) read, write and call; whoever includes it says first how many work-items
// there are: `items`.
#include <stdio.h>
#include <string.h>

#define PARAMETERS long x, long y, long z, const int *in, int *data, int *flags, const int *null, int n

struct memory {
  int data[items * 8], flags[64];
  unsigned notes[items];
};

static struct memory *now;
static int in[items];

int note(long x, int v);
int note(long x, int v) {
  now->notes[x] = now->notes[x] * 31 + (unsigned)v + 1;
  return (int)(now->notes[x] >> 3);
}

static void fill_in(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  for (int i = 0; i < items; ++i)
    in[i] = (int)((unsigned)i * 2654435761u >> 7) % 97;
}
