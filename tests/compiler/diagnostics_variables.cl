// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=obj --std=CL3.0 --extensions=__opencl_c_program_scope_global_variables
// FAILS
// Each fits, all together do not.
global char first[700000000];
global int second[100000000];
kernel void k(global int *o) { o[0] = first[o[1]] + second[o[2]]; }
// CHECK: error: the program's variables are larger than the gibibyte that a program may have; the largest is 'first'
