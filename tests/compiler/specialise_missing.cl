// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=linked --specialise=absent
// FAILS

kernel void k(global int *out) { out[0] = 1; }
// CHECK: error: there is no kernel 'absent' to specialise
