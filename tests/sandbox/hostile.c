/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A library that tells when anybody loads it. */
#include <stdio.h>
#include <unistd.h>

__attribute__((constructor)) static void tell(void) {
  puts("hostile code runs");
  fflush(stdout);
  _exit(66);
}
