/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_BASE_ADDRESS_SPACE_H
#define WEFT_BASE_ADDRESS_SPACE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>

/* Whether the process may have only so many bytes of address space (`ulimit -v`): what takes some for speed alone
 * leaves it to others then. */
static inline bool weft_address_space_is_limited(uint64_t *bytes) {
  struct rlimit limit;
  bool limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  if (limited)
    *bytes = limit.rlim_cur;
  return limited;
}

#endif
