// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=asm --isa=x86-64-v4 --cpu=znver4 --spmd=force --spmd-lanes=8 --remarks
// LOG
// Groups of one size become a straight line with local memory in registers; why others do not.

void __weft_barrier(void) __attribute__((convergent));
int opaque(int) __attribute__((noinline));
int opaque(int v) {
  volatile int kept = v;
  return kept;
}
#define ONE_SIZE(X) kernel __attribute__((reqd_work_group_size(X, 1, 1))) void

// CHECK-DAG: kernel 'turned' in groups of 16 x 1 x 1: a straight line{{$}}
ONE_SIZE(16) turned(global int *a) {
  local int t[16];
  size_t l = get_local_id(0);
  t[l] = a[l];
  __weft_barrier();
  a[l] = t[15 - l];
}

// CHECK-DAG: kernel 'counts' in groups of 16 x 1 x 1: no straight line, an atomic operation or a fence{{$}}
ONE_SIZE(16) counts(global int *a) {
  local int t[16];
  size_t l = get_local_id(0);
  t[l] = a[l];
  __weft_barrier();
  __atomic_fetch_add(a + 16, t[15 - l], __ATOMIC_RELAXED);
}

// CHECK-DAG: kernel 'calls' in groups of 16 x 1 x 1: no straight line, a call{{$}}
ONE_SIZE(16) calls(global int *a) {
  local int t[16];
  size_t l = get_local_id(0);
  t[l] = a[l];
  __weft_barrier();
  a[l] = opaque(t[15 - l]);
}

// CHECK-DAG: kernel 'branches' in groups of 16 x 1 x 1: no straight line, a branch that the size does not decide{{$}}
ONE_SIZE(16) branches(global int *a, int n) {
  local int t[16];
  size_t l = get_local_id(0);
  t[l] = a[l];
  __weft_barrier();
  for (int i = 0; i < n; i++)
    a[l + i * 16] += t[15 - l];
}

// CHECK-DAG: kernel 'places' in groups of 16 x 1 x 1: no straight line, an address that is no constant{{$}}
ONE_SIZE(16) places(global int *a) {
  local int t[16];
  size_t l = get_local_id(0);
  t[l] = a[l];
  __weft_barrier();
  a[l] = t[a[l + 16] & 15];
}

// CHECK-DAG: kernel 'arguments' in groups of 16 x 1 x 1: a straight line{{$}}
ONE_SIZE(16) arguments(global int *a, local int *t, local int *u) {
  size_t l = get_local_id(0);
  t[l] = a[l];
  u[l] = a[l + 16];
  __weft_barrier();
  a[l] = t[15 - l] + u[15 - l];
}

// CHECK-DAG: kernel 'large' in groups of 1024 x 1 x 1: no straight line, more local memory than registers hold{{$}}
ONE_SIZE(1024) large(global int *a) {
  local int t[1024];
  size_t l = get_local_id(0);
  t[l] = a[l];
  __weft_barrier();
  a[l] = t[1023 - l];
}

// CHECK-DAG: kernel 'turns' in groups of 16 x 1 x 1: no straight line, it is long{{$}}
ONE_SIZE(16) turns(global int *a) {
  local int t[16];
  size_t l = get_local_id(0);
  int v = t[l] = a[l];
  __weft_barrier();
#pragma unroll 1
  for (int i = 0; i < 1000; i++)
    v = (v ^ v >> 7) * 5 + t[15 - l];
  a[l] = v;
}
