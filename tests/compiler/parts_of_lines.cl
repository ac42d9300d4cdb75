// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --isa=x86-64-v4 --cpu=znver5 --spmd=auto --remarks --std=CL3.0
// LOG
// What more parts would make dearer.

// Rows that are a number apart which a launch gives, often a power of two: few lines of them stay in the cache.
// CHECK: weft: kernel 'backwards' region 0: 16 lanes, 1 parts,
kernel void backwards(int n, global float *x, global const float *a, global const float *b) {
  int row = get_global_id(0);
  float v = x[row * n + n - 1];
  for (int i = 0; i < n - 2; i++) {
    v = (x[row * n + (n - 2 - i)] - v * a[row * n + (n - i - 3)]) / b[row * n + (n - 3 - i)];
    x[row * n + (n - i - 2)] = v;
  }
}

// The same of columns.
// CHECK: weft: kernel 'upwards' region 0: 16 lanes, 2 parts,
kernel void upwards(int n, global float *x, global const float *a, global const float *b) {
  int column = get_global_id(0);
  for (int i = 0; i < n - 2; i++)
    x[(n - i - 2) * n + column] = (x[(n - 2 - i) * n + column] - x[(n - 3 - i) * n + column] * a[(n - i - 3) * n + column]) /
                                  b[(n - 3 - i) * n + column];
}

// Short rows that are read once, before most of the work.
// CHECK: weft: kernel 'first' region 0: 16 lanes, 2 parts,
kernel void first(int n, global const int *in, global int *out) {
  int row = get_global_id(0);
  int least = INT_MAX, steps = 0;
  for (int i = 0; i < n; i++)
    least = in[row * n + i] < least ? in[row * n + i] : least;
  for (int i = 0; i < n; i++)
    for (int k = least + i; k > 0; k = k % 3 ? k - 1 : k / 3)
      steps++;
  out[row] = steps;
}

// A branch around a division is a surprise for one part as for four; a masked load has none.
// CHECK: weft: kernel 'around' region 0: 16 lanes, 4 parts,
kernel void around(int n, global const float *in, global float *out, float4 edges) {
  int id = get_global_id(0);
  float x = in[id];
  int crossed = 0;
  for (int i = 0; i < n; i++)
    if (in[i] > x) {
      if (edges.x / in[i + 1] < x * edges.y)
        crossed ^= 1;
    }
  out[id] = crossed;
}

#define TEN(A) A A A A A A A A A A

// Sixteen work-items of a group share a factor: for one part it is a number, for more a vector that is gathered.
// CHECK: weft: kernel 'blocks' region 0: 16 lanes, 1 parts,
kernel void blocks(global const float *in, global const float *factors, global float *out) {
  size_t id = get_global_id(0), block = get_local_id(0) / 16;
  float x = in[id];
  x = x * factors[block] + factors[block + 16];
  x = x * factors[block + 32] + factors[block + 48];
  TEN(x = x * x + 0.25f;)
  out[id] = x;
}
