// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --passes=import,inline,work-item-ids,private-arguments,simplify,work-groups,vectorise --isa=x86-64-v4 --spmd=force --spmd-lanes=8 --spmd-parts=1
// Loops of a work-item in copies that few of them run are not unrolled by a number that only the launch knows. The full
// packet's may be.

// CHECK-LABEL: define {{.*}}@weft_kernel_inner(
// CHECK: {{^}}packet:
// CHECK: br i1 {{.*}}, label %for.body.i.i{{$}}
// CHECK: {{^}}masked:
// CHECK: br i1 {{.*}}, label %for.body.i.i{{[0-9]+}}, !llvm.loop [[MASKED:![0-9]+]]
// CHECK: {{^}}scalar:
// CHECK: br label %for.cond.i, !llvm.loop [[SCALAR:![0-9]+]]
// CHECK: [[MASKED]] = distinct !{[[MASKED]], [[ROLLED:![0-9]+]]}
// CHECK: [[ROLLED]] = !{!"llvm.loop.unroll.runtime.disable", i32 0}
// CHECK: [[SCALAR]] = distinct !{[[SCALAR]], {{.*}}[[ROLLED]]}
kernel void inner(global const float *in, global float *out, uint n) {
  size_t i = get_global_id(0);
  float sum = 0;
  for (uint j = 0; j < n; j++)
    sum = sum * 3 + in[i + j];
  out[i] = sum;
}
