// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --isa=x86-64-v3 --spmd=auto --remarks --std=CL3.0
// LOG
// Kernels of two dimensions whose lanes part, or that branch on y, have their parts along x where groups are handed out
// together. Where work-items meet, a row ends with its group, so there are none.

void __weft_barrier(void) __attribute__((convergent));

int iterations(float cx, float cy) {
  float a = 0, b = 0;
  int n = 0;
  while (a * a + b * b < 4 && n < 100) {
    float t = a * a - b * b + cx;
    b = 2 * a * b + cy;
    a = t;
    ++n;
  }
  return n;
}

// CHECK: weft: kernel 'escape' region 0: 8 lanes, 2 parts, masked tail
kernel void escape(float scale, global int *out) {
  size_t x = get_global_id(0), y = get_global_id(1);
  out[y * get_global_size(0) + x] = iterations(x * scale, y * scale);
}

// CHECK: weft: kernel 'rows' region 0: 8 lanes, 4 parts, masked tail
kernel void rows(global const float *in, global float *out) {
  size_t x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
  float a = in[y * w + x];
  for (size_t i = 0; i < y; i++)
    a = a * a - 0.5f;
  out[y * w + x] = a;
}

// CHECK: weft: kernel 'meeting' region 1: 8 lanes, 1 parts, masked tail
kernel void meeting(float scale, global int *out, local float *shared) {
  size_t x = get_global_id(0), y = get_global_id(1);
  if (get_local_id(0) == 0)
    shared[get_local_id(1)] = scale;
  __weft_barrier();
  out[y * get_global_size(0) + x] = iterations(x * shared[get_local_id(1)], y * scale);
}
