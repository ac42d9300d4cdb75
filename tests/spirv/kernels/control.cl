// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops, switches, structs, constant tables, calls.
struct pair {
  int a;
  char b;
  long c[3];
  float3 v;
};
constant int table[5] = {3, 1, 4, 1, 5};
ulong walk(struct pair *p, uint n) {
  ulong h = 0;
  for (uint i = 0; i < n; i++) {
    h = h * 7 + p->c[i % 3] + table[i % 5];
    if (h % 13 == 5)
      continue;
    if (i > 90)
      break;
    h ^= (ulong)p->a;
  }
  return h;
}
kernel void control(global ulong *out, global const ulong *in) {
  size_t i = get_global_id(0);
  struct pair p = {(int)in[i], (char)i, {1, 2, (long)in[i]}, (float3)(1, 2, 3)}, q = p;
  q.v.y = i;
  p = i & 1 ? q : p;
  ulong h = walk(&p, (uint)i + 7);
  switch (in[i] % 5) {
  case 0:
    h += 1;
    break;
  case 1:
    h *= 3;
  case 2:
    h ^= 77;
    break;
  default:
    h -= 9;
  }
  int turns = 0;
  do {
    h += p.v.y;
  } while (h % 3 && ++turns < 50);
  global const char *s = (global const char *)in + i;
  int *g = &p.a;
  int n = 0;
  for (int k = 0; k < 8; k++)
    n += s[k] < 0;
  out[i] = h + n + *g + (ulong)sizeof(p) + ((char *)&p.c - (char *)&p) + (g == &q.a);
}
