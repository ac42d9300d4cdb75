// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=clang --std=CL1.2
// FAILS
// What Clang accepts and no device of ours has is refused where it stands.
__asm__(".globl zz"); // line 5

int f(int a) { return a + 1; }
int g(int) __attribute__((alias("f"))); // line 8

constant char table[3000000000ul] = {1}; // line 10
constant char huge[30000000000ul] = {2};

kernel void k(read_only image2d_t i, global float4 *o, int n, sampler_t given) {
  sampler_t s = n; // line 14
  const sampler_t fine = CLK_FILTER_NEAREST;
  int x = n;
  __asm__("addl $1, %0" : "+r"(x));
  o[0] = read_imagef(i, s, (int2)(0, 0)) + read_imagef(i, fine, (int2)(0, 0)) + read_imagef(i, given, (int2)(0, 0));
  o[1].x = x + table[n] + huge[n];
}
// CHECK: <source>:5:1: error: assembly at file scope is not supported
// CHECK: <source>:8:27: error: attribute 'alias' of 'g' is not supported
// CHECK: <source>:10:15: error: variable 'table' is larger than the gibibyte that a program may have
// CHECK: <source>:11:15: error: variable 'huge' is larger than the gibibyte that a program may have
// CHECK: <source>:14:17: error: a sampler has to be initialised with a constant expression
// CHECK: <source>:17:3: error: inline assembly is not supported in kernels
// CHECK: 6 errors generated.
// CHECK-NOT: {{.}}
