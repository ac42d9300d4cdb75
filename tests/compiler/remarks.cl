// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --isa=x86-64-v4 --spmd=force --spmd-lanes=8 --spmd-parts=1 --remarks -g --std=CL3.0
// LOG
// What is said of a region and of its loops.

// CHECK: weft: kernel 'gather' region 0: 8 lanes, 1 parts, masked tail, {{[0-9.]+ of [0-9.]+}} cycles; loads: 1 contiguous, 1 gathered; stores: 1 contiguous{{$}}
kernel void gather(global const int *index, global const float *in, global float *out) {
  size_t i = get_global_id(0);
  out[i] = in[index[i]];
}

// CHECK-NEXT: kernel 'others' region 0: {{.*}}; loads: 1 reversed, 2 strided; stores: 1 scattered{{$}}
kernel void others(global const float *in, global float *out, int n) {
  int i = get_global_id(0);
  out[17 * i] = in[n - i] + in[2 * i] * in[2 * i + 1];
}

// CHECK-NEXT: kernel 'mask' region 0: {{.*}}; loads: 2 contiguous (1 masked); stores: 1 contiguous (1 masked){{$}}
kernel void mask(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  if (in[i] > 5)
    out[i] += in[i];
}

// CHECK-NEXT: kernel 'atomics' region 0: {{.*}}; loads: 2 contiguous; once for all lanes: 1 atomic; lane by lane: 1 atomic{{$}}
kernel void atomics(global const int *in, global const int *at, volatile global atomic_int *out) {
  size_t i = get_global_id(0);
  __opencl_atomic_fetch_add(out, in[i], __ATOMIC_RELAXED, __OPENCL_MEMORY_SCOPE_DEVICE);
  __opencl_atomic_fetch_xor(out + 1 + (at[i] & 63), 1, __ATOMIC_RELAXED, __OPENCL_MEMORY_SCOPE_DEVICE);
}

// CHECK-NEXT: kernel 'search' region 0: {{.*}}; loads: 1 gathered (1 masked); stores: 1 contiguous{{$}}
// CHECK-NEXT: kernel 'search' region 0: loop 1 (kernel.cl:[[#@LINE + 4]]): uniform
// CHECK-NEXT: kernel 'search' region 0: loop 1.1 (kernel.cl:[[#@LINE + 5]]): divergent: comparison of i32, by memory{{$}}
kernel void search(global const int *next, global int *out, int n) {
  int i = get_global_id(0), found = i;
  for (int round = 0; round < n; round++) {
    int p = found;
    while (next[p] > round)
      p = next[p];
    found = p;
  }
  out[i] = found;
}

// CHECK-NEXT: kernel 'triangle' region 0: {{.*}}
// CHECK-NEXT: kernel 'triangle' region 0: loop 1 (kernel.cl:[[#@LINE + 3]]): divergent, under a mask: comparison of i32, by ids{{$}}
kernel void triangle(global int *out) {
  int i = get_global_id(0), sum = 0;
  for (int k = 0; k < i; k++)
    sum ^= sum * 5 + k;
  out[i] = sum;
}

// CHECK-NEXT: kernel 'ways' region 0: {{.*}}
// CHECK-NEXT: kernel 'ways' region 0: loop 1 (kernel.cl:[[#@LINE + 3]]): divergent: comparison of i64, by the way taken{{$}}
kernel void ways(global const int *in, global int *out, int n) {
  int i = get_global_id(0), k = 0, sum = 0;
  for (;; k++) {
    if (i & 1) {
      sum += in[k];
      if (k == n)
        break;
    } else {
      sum ^= in[k + 1];
      if (k == n + 2)
        break;
    }
  }
  out[i] = sum;
}

// CHECK-NEXT: kernel 'some' region 0: {{.*}}; loads: 1 uniform, 1 contiguous; stores: 1 contiguous{{$}}
// CHECK-NEXT: kernel 'some' region 0: loop 1 (kernel.cl:[[#@LINE + 4]]): uniform, under a mask{{$}}
kernel void some(global const int *table, global int *out, int n) {
  int i = get_global_id(0), sum = out[i];
  if (sum & 1)
    for (int k = 0; k < n; k++)
      sum ^= sum * 5 + table[k];
  out[i] = sum;
}

// CHECK-NEXT: kernel 'lock' region 0: scalar: a work-item may wait for another one{{$}}
kernel void lock(volatile global atomic_int *lock, global int *out) {
  while (__opencl_atomic_exchange(lock, 1, __ATOMIC_ACQUIRE, __OPENCL_MEMORY_SCOPE_DEVICE))
    ;
  out[0]++;
  __opencl_atomic_store(lock, 0, __ATOMIC_RELEASE, __OPENCL_MEMORY_SCOPE_DEVICE);
}
// CHECK-NOT: {{.}}
