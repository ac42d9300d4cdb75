/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* weftc: the compiler's library as a command. */
#include "compiler/compiler.h"

int main(int argc, char **argv) {
  return weft_compiler_tool(argc, argv);
}
