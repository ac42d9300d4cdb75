// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Address space qualifiers as functions (OpenCL C 6.15.9): to_global and its kin are the compiler's
// (compiler/simplify/address_spaces.cpp).
#include "builtins/weft.h"

/* Private memory needs no fence. */
WEFT_FN cl_mem_fence_flags get_fence(const generic void *p) {
  if (to_local(p))
    return CLK_LOCAL_MEM_FENCE;
  return to_global(p) ? CLK_GLOBAL_MEM_FENCE : 0;
}

WEFT_FN cl_mem_fence_flags get_fence(generic void *p) {
  return get_fence((const generic void *)p);
}
