// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --isa=x86-64-v3 --spmd=auto --remarks --std=CL3.0
// LOG
// Parts fill the time in which operations wait for one another.

// Each iteration for the one before.
// CHECK: weft: kernel 'carried' region 0: 8 lanes, 4 parts,
kernel void carried(uint n, global const uint *in, global uint *out) {
  size_t id = get_global_id(0);
  uint a = in[id], b = 0;
  for (uint i = 0; i < n; i++) {
    a ^= b << 7 | b >> 25;
    b += a * 0x85ebca6bu;
  }
  out[id] = a + b;
}

// Not long: the processor begins the next iteration meanwhile.
// CHECK: weft: kernel 'apart' region 0: 8 lanes, 1 parts,
kernel void apart(uint n, global const uint *in, global uint *out) {
  size_t id = get_global_id(0);
  uint a = in[id], b = 0;
  for (uint i = 0; i < n; i++) {
    uint t = (a + i) * 0x85ebca6bu;
    b += (t >> 3) ^ (t << 5);
  }
  out[id] = b;
}

#define TEN(A) A A A A A A A A A A

// So long a chain that the next packet begins late.
// CHECK: weft: kernel 'chain' region 0: 8 lanes, 4 parts,
kernel void chain(global const float *in, global float *out) {
  size_t id = get_global_id(0);
  float x = in[id], y = 0.5f;
  TEN(TEN(y = y * x + 0.25f; x = x * 0.75f;))
  out[id] = y;
}

// As long, but twelve chains.
// CHECK: weft: kernel 'chains' region 0: 8 lanes, 1 parts,
kernel void chains(global const float *in, global float *out) {
  size_t id = get_global_id(0);
  float x = in[id], y0 = 1, y1 = 2, y2 = 3, y3 = 4, y4 = 5, y5 = 6, y6 = 7, y7 = 8, y8 = 9, y9 = 10, y10 = 11, y11 = 12;
  TEN(TEN(y0 = y0 * x + 1; y1 = y1 * x + 2; y2 = y2 * x + 3; y3 = y3 * x + 4;
          y4 = y4 * x + 5; y5 = y5 * x + 6; y6 = y6 * x + 7; y7 = y7 * x + 8;
          y8 = y8 * x + 9; y9 = y9 * x + 10; y10 = y10 * x + 11; y11 = y11 * x + 12;))
  out[id] = y0 + y1 + y2 + y3 + y4 + y5 + y6 + y7 + y8 + y9 + y10 + y11;
}

// A short one.
// CHECK: weft: kernel 'short_chain' region 0: 8 lanes, 1 parts,
kernel void short_chain(global const float *in, global float *out) {
  size_t id = get_global_id(0);
  float x = in[id], y = 0.5f;
  y = y * x + 0.25f;
  y = y * x + 0.25f;
  out[id] = y;
}

// Each iteration loads what the one before has stored in an array, though lanes leave the sort at different times.
// CHECK: weft: kernel 'sort' region 0: 8 lanes, 4 parts,
kernel void sort(uint n, global const uint *in, global uint *out) {
  size_t id = get_global_id(0);
  uint a[64];
  for (uint i = 0; i < n; i++)
    a[i] = in[id * n + i];
  for (bool changed = true; changed;) {
    changed = false;
    for (uint i = 1; i < n; i++)
      if (a[i - 1] > a[i]) {
        uint t = a[i];
        a[i] = a[i - 1];
        a[i - 1] = t;
        changed = true;
      }
  }
  for (uint i = 0; i < n; i++)
    out[id * n + i] = a[i];
}

// Each iteration has an element of its own; the end of the sort, which comes as a surprise, comes once for all parts.
// CHECK: weft: kernel 'until' region 0: 8 lanes, 4 parts,
kernel void until(uint n, global const uint *in, global uint *out) {
  size_t id = get_global_id(0);
  uint a[64];
  for (uint i = 0; i < n; i++)
    a[i] = in[id * n + i];
  for (bool changed = true; changed;) {
    changed = false;
    for (uint i = 1; i < n; i++)
      if (a[i] > 7) {
        a[i] /= 2;
        changed = true;
      }
  }
  for (uint i = 0; i < n; i++)
    out[id * n + i] = a[i];
}
