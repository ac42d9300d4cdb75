// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=clang
// FAILS
// A calling convention of the host's on a kernel, which Clang would not survive.
kernel __attribute__((ms_abi)) void k(global int *out) {
  out[0] = 1;
}
// CHECK: <source>:5:37: error: kernel 'k' cannot have a calling convention other than a kernel's
// CHECK: 1 error generated.
