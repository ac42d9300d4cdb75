/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_ICD_VERSION_H
#define WEFT_ICD_VERSION_H

/* What applications key on. It stays. WEFT_VERSION comes from the build. */

#include <CL/cl.h>

#define WEFT_VENDOR "The Weft Authors"
#define WEFT_OPENCL_TEXT "3.0"
#define WEFT_OPENCL_NUMERIC CL_MAKE_VERSION(3, 0, 0)

#endif
