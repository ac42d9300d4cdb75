/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_ICD_VERSION_H
#define WEFT_ICD_VERSION_H

/* What applications key on. It stays. WEFT_VERSION comes from the build. */

#include <CL/cl.h>

#define WEFT_VENDOR "The Weft Authors"
/* CL_PLATFORM_VERSION and CL_DEVICE_VERSION. `version`: of weft_extensions() */
#define WEFT_OPENCL_TEXT(version) ((version) >= 310 ? "OpenCL 3.1 Weft " WEFT_VERSION : "OpenCL 3.0 Weft " WEFT_VERSION)
#define WEFT_OPENCL_NUMERIC(version) CL_MAKE_VERSION((version) / 100, (version) / 10 % 10, 0)

#endif
