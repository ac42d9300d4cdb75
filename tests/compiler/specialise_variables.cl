// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=linked --std=CL3.0 --extensions=__opencl_c_program_scope_global_variables --specialise=k
// FAILS
// A second object would have variables of its own.

global int count;
kernel void k(global int *out) { out[0] = count++; }
// CHECK: error: no kernel of this program can stand alone
