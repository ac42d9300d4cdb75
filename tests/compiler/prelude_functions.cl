// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=clang -Werror
#ifndef cl_khr_extended_async_copies
#error the device reports it
#endif
#pragma OPENCL EXTENSION cl_khr_extended_async_copies : enable
#pragma OPENCL EXTENSION cl_khr_async_work_group_copy_fence : enable
kernel void k(global uchar *g, local uchar *l) {
  event_t e = async_work_group_copy_2D2D(l, 1, g, 2, 3, 4, 5, 6, 7, 0);
  async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_copy_3D3D(g, 1, l, 2, 3, 4, 5, 6, 7, 8, 9, 10, e);
  wait_group_events(1, &e);
}
// CHECK-DAG: declare {{.*}}@_Z26async_work_group_copy_2D2DPU3AS3vmPU3AS1Kvmmmmmm9ocl_event(
// CHECK-DAG: declare {{.*}}@_Z26async_work_group_copy_3D3DPU3AS1vmPU3AS3Kvmmmmmmmmm9ocl_event(
// CHECK-DAG: declare {{.*}}@_Z27async_work_group_copy_fencej(
