// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --specialise=k,1:format:0x10d2000010b5
// FAILS

kernel void k(global int *out, int x) { out[0] = x; }
// CHECK: error: kernel 'k' has no such argument to specialise
