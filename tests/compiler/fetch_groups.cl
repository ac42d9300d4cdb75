// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --isa=x86-64-v3 --spmd=auto
// A group in a straight line that is longer than the processor looks ahead fetches what groups six turns later begin and
// end with, each line once.

void __weft_barrier(void) __attribute__((convergent));
#define GROUP kernel __attribute__((reqd_work_group_size(256, 1, 1))) void

// 256 numbers are 16 lines to read and 16 to write, 1024 bytes to the next group.
// CHECK-LABEL: define {{.*}} @weft_kernel_scan.whole(
// CHECK: getelementptr i8, ptr %{{.*}}, i64 6144
// CHECK-NEXT: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 3, i32 1)
// CHECK-COUNT-15: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 3, i32 1)
// CHECK-NOT: i32 0, i32 3, i32 1)
// CHECK: getelementptr i8, ptr %{{.*}}, i64 6144
// CHECK-NEXT: call void @llvm.prefetch.p0(ptr {{.*}}, i32 1, i32 3, i32 1)
// CHECK-COUNT-15: call void @llvm.prefetch.p0(ptr {{.*}}, i32 1, i32 3, i32 1)
// CHECK-NOT: prefetch
// CHECK: ret void
GROUP scan(global const uint *in, global uint *out) {
  local uint t[256];
  size_t l = get_local_id(0);
  t[l] = in[get_global_id(0)];
  __weft_barrier();
  for (uint n = 1; n < 256; n *= 2) {
    uint left = l >= n ? t[l - n] : 0;
    __weft_barrier();
    t[l] += left;
    __weft_barrier();
  }
  out[get_global_id(0)] = t[l];
}

// What is short the processor sees to its end.
// CHECK-LABEL: define {{.*}} @weft_kernel_reduce.whole(
// CHECK-NOT: prefetch
// CHECK: ret void
GROUP reduce(global const uint *in, global uint *out) {
  local uint t[256];
  size_t l = get_local_id(0);
  t[l] = in[get_global_id(0)];
  for (uint n = 128; n; n /= 2) {
    __weft_barrier();
    if (l < n)
      t[l] += t[l + n];
  }
  if (l == 0)
    out[get_group_id(0)] = t[0];
}

// Groups of any size are no straight line.
// CHECK-LABEL: define {{.*}} @weft_kernel_scan_any.whole(
// CHECK-NOT: prefetch
// CHECK: ret void
kernel void scan_any(global const uint *in, local uint *t, global uint *out) {
  size_t l = get_local_id(0);
  t[l] = in[get_global_id(0)];
  __weft_barrier();
  for (uint n = 1; n < get_local_size(0); n *= 2) {
    uint left = l >= n ? t[l - n] : 0;
    __weft_barrier();
    t[l] += left;
    __weft_barrier();
  }
  out[get_global_id(0)] = t[l];
}

// Where the next groups' elements are, nobody knows: through places that are loaded.
// CHECK-LABEL: define {{.*}} @weft_kernel_scan_there.whole(
// CHECK-NOT: i32 0, i32 3, i32 1)
// CHECK: ret void
GROUP scan_there(global const uint *in, global const uint *at, global uint *out) {
  local uint t[256];
  size_t l = get_local_id(0);
  t[l] = in[at[get_group_id(0)] + l];
  __weft_barrier();
  for (uint n = 1; n < 256; n *= 2) {
    uint left = l >= n ? t[l - n] : 0;
    __weft_barrier();
    t[l] += left;
    __weft_barrier();
  }
  out[get_global_id(0)] = t[l];
}
