// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel clocks (OpenCL C 6.15.23, cl_khr_kernel_clock): one counter, that of the processor, serves all three scopes.
// Where user code has none that counts cycles, it is the system's steady one.
#include "builtins/weft.h"

#ifdef WEFT_STEADY_CLOCK
#define TICKS() __builtin_readsteadycounter()
#else
#define TICKS() __builtin_readcyclecounter()
#endif

#define CLOCK(SCOPE)                                                                                                   \
  WEFT_FN ulong clock_read_##SCOPE(void) {                                                                             \
    return TICKS();                                                                                                    \
  }                                                                                                                    \
  WEFT_FN uint2 clock_read_hilo_##SCOPE(void) {                                                                        \
    ulong ticks = TICKS();                                                                                             \
    return (uint2)((uint)ticks, (uint)(ticks >> 32));                                                                  \
  }
CLOCK(device)
CLOCK(work_group)
CLOCK(sub_group)
