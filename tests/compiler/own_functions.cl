// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=clang -Werror
// Functions named like ours: overloadable with another list of types, static, plain. All compile.
event_t __attribute__((overloadable))
async_work_group_copy_2D2D(local void *const d, const size_t o, const global void *const s, const size_t p,
                           const uint n, const uint e, event_t v) {
  return v;
}
static void async_work_group_copy_fence(int a, int b) {
}
int async_work_group_copy_3D3D(int x) {
  return x + 1;
}
kernel void k(global int *a, local int *l) {
  a[0] = async_work_group_copy_3D3D(a[1]);
  async_work_group_copy_fence(1, 2);
  event_t e = async_work_group_copy_2D2D(l, (size_t)0, a, (size_t)0, 1u, 2u, (event_t)0);
  wait_group_events(1, &e);
}
// CHECK-DAG: define {{.*}}i32 @async_work_group_copy_3D3D(i32
// CHECK-DAG: define internal {{.*}}void @async_work_group_copy_fence(i32
// CHECK-DAG: define {{.*}}@_Z26async_work_group_copy_2D2DPU3AS3vmPU3AS1Kvmjj9ocl_event(
